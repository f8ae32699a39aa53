/* SPDX-License-Identifier: MIT */
/* The words of the sample store: a made-up community of gardeners. */
#ifndef SAMPLE_CONTENT_H
#define SAMPLE_CONTENT_H

#include <stddef.h>

typedef struct sample_user { const char *name, *email; } sample_user;
typedef struct sample_tag { const char *name, *colour; } sample_tag;

extern const sample_user sample_users[];
extern const size_t sample_nusers;
extern const sample_tag sample_tags[];
extern const size_t sample_ntags;

/* Titles of posts and questions; "%s" stands for a plant. */
extern const char *const sample_titles[];
extern const size_t sample_ntitles;
extern const char *const sample_questions[];
extern const size_t sample_nquestions;
extern const char *const sample_sentences[];
extern const size_t sample_nsentences;
extern const char *const sample_replies[];
extern const size_t sample_nreplies;
extern const char *const sample_plants[];
extern const size_t sample_nplants;

#endif
