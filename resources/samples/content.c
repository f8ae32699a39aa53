/* SPDX-License-Identifier: MIT */
#include "content.h"

#define COUNT(list) (sizeof list / sizeof *list)

const sample_user sample_users[] = {
    {"Zoë Hartmann", "zoe@allotment.example"},
    {"John Okafor", "john.okafor@mail.example"},
    {"Søren Lund", "soren@lund.example"},
    {"Amélie Dupré", "amelie.dupre@jardin.example"},
    {"Maya Fernandes", "maya@fernandes.example"},
    {"John Whitfield", "jwhitfield@mail.example"},
    {"Łukasz Nowak", "lukasz@nowak.example"},
    {"Priya Raman", "priya.raman@mail.example"},
    {"Émile Garnier", "emile@jardin.example"},
    {"Hana Sato", "hana@sato.example"},
    {"Tom Byrne", NULL},
    {"Ingrid Åsen", "ingrid@aasen.example"},
    {"Carlos Peña", "carlos.pena@huerto.example"},
    {"Ruth Adeyemi", "ruth@allotment.example"},
    {"김민서", "minseo@garden.example"},
    {"Giulia Conti", "giulia@conti.example"},
    {"Noah Fischer", "noah@fischer.example"},
    {"Aoife Kelly", "aoife@mail.example"},
    {"Dmitri Volkov", NULL},
    {"Jana Dvořáková", "jana@zahrada.example"},
    {"Samuel Osei", "samuel.osei@mail.example"},
    {"Leïla Benali", "leila@benali.example"},
    {"Björn Ek", "bjorn@ek.example"},
    {"Olivia Marsh", "olivia@allotment.example"},
    {"Ana Sofía Ruiz", "ana.ruiz@huerto.example"},
    {"Pekka Niemi", "pekka@niemi.example"},
    {"Wanjiru Kamau", "wanjiru@mail.example"},
    {"Theo van Dijk", "theo@vandijk.example"},
};
const size_t sample_nusers = COUNT(sample_users);

const sample_tag sample_tags[] = {
    {"vegetables", "#4c9a2a"}, {"flowers", "#d1478c"}, {"compost", "#7a5230"},     {"pests", "#b3321f"},
    {"balcony", "#3a7ca5"},    {"herbs", "#6aa84f"},   {"fruit trees", "#c9802b"}, {"seeds", "#a0864a"},
    {"watering", "#2f8fce"},   {"tools", "#6b6b76"},   {"winter", "#8fa8c8"},      {"show and tell", "#8e5bb5"},
    {"soil", "#5b3a21"},       {"bees", "#e0b020"},    {"greenhouse", "#5fb39c"},  {"recipes", "#cc5a40"},
};
const size_t sample_ntags = COUNT(sample_tags);

const char *const sample_titles[] = {
    "The first %s of the year",
    "What I learned from a bad year of %s",
    "A small bed of %s, step by step",
    "%s on a north-facing balcony",
    "Swapping seeds: %s against anything",
    "Before and after: the %s corner",
    "Three varieties of %s, compared",
    "Notes on growing %s from seed",
    "%s 101",
    "Storing %s through the winter",
    "A photo diary of my %s",
    "Why I stopped watering my %s every day",
    "Companions for %s",
    "100% organic %s?",
    "Grandmother's way with %s",
    "Saving the %s after the hail",
    "%s in old wine crates",
    "A tiny greenhouse for %s",
};
const size_t sample_ntitles = COUNT(sample_titles);

const char *const sample_questions[] = {
    "Why do my %s stay so small?",
    "What is eating my %s?",
    "When should I prune %s?",
    "Can %s grow next to tomatoes?",
    "Yellow leaves on %s: too much water?",
    "How deep do you plant %s?",
    "Is it too late to sow %s?",
    "Which %s survive minus ten degrees?",
    "Do %s need a trellis?",
    "How do I stop slugs from finding the %s?",
};
const size_t sample_nquestions = COUNT(sample_questions);

const char *const sample_sentences[] = {
    "The soil here is heavy clay, so I dug in a barrow of sand and two of compost.",
    "For three weeks nothing happened, and then everything came up within a day.",
    "I water in the evening, slowly, and only when the top two centimetres are dry.",
    "The neighbours' chickens helped more than I had hoped.",
    "This is the test bed: one half mulched, the other half bare.",
    "It cost me 12.50 for the netting and nothing else.",
    "The variety is an old one; the packet came from a swap in Århus.",
    "I cut everything back to the third node and it thanked me for it.",
    "We had frost on 2 May, as always when one stops expecting it.",
    "Yield so far: 4.3 kg from two square metres.",
    "A layer of cardboard under the mulch kept the couch grass down.",
    "Next year I shall start them indoors in March.",
    "The bees found it within an hour 🐝.",
    "Slugs took a third of it, blackbirds another third.",
    "If you try this on a balcony, use the deepest pot that you can carry.",
    "My notebook says \"too early\" for three years in a row.",
    "Everything else is in the pictures.",
    "I followed the advice from the thread on raised beds and it worked.",
    "Rainwater only; our tap water leaves a white crust.",
    "There is a path of wood chips around it now, 60 cm wide.",
};
const size_t sample_nsentences = COUNT(sample_sentences);

const char *const sample_replies[] = {
    "Lovely, thank you for writing this up!",
    "Mine look exactly the same, so it is not you.",
    "Try it without the fleece once; it gets too warm under there.",
    "Which variety is it?",
    "I would wait until the nights stay above ten degrees.",
    "Could you post a picture of the leaves from below?",
    "Nettle tea, one part to ten. Works every time.",
    "Same here in the hills, two weeks later than in town.",
    "This is the best advice on this board.",
    "I disagree: clay holds water, but it also holds food.",
    "Coffee grounds did nothing for me, copper tape did.",
    "Seeds are on their way to you :)",
    "How often do you turn the heap?",
    "That looks like a lack of magnesium.",
    "Test the pH first, it is cheap.",
    "Saving this for spring.",
    "Ha, the chickens again!",
    "¡Qué bonito! What do you feed them?",
    "Danke, das probiere ich aus.",
    "I tried this last year, 10% germinated at best.",
    "Give them a year. The first one is always slow.",
    "Careful, that one spreads everywhere.",
};
const size_t sample_nreplies = COUNT(sample_replies);

const char *const sample_plants[] = {
    "tomatoes",    "sweet peas", "leeks",        "dahlias",       "courgettes", "raspberries",
    "basil",       "garlic",     "beetroot",     "quinces",       "chillies",   "runner beans",
    "cosmos",      "kale",       "strawberries", "artichokes",    "jalapeños",  "rhubarb",
    "nasturtiums", "pumpkins",   "physalis",     "lemon verbena", "pak choi",   "snowdrops",
};
const size_t sample_nplants = COUNT(sample_plants);
