/* SPDX-License-Identifier: MIT */
/* build_sample MODEL STORE KEY-FILE: writes the sample store, encrypted with the first line of KEY-FILE, in ECD's
 * newest layout.  The same words come out each time. */
#include "content.h"
#include "picture.h"

#include "entitylens/entitylens.h"
#include "fixture.h"
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSTS = 140, COMMENTS = 520, DAY = 86400 };

typedef struct sample {
    fixture *f;
    uint64_t random;
    fixture_object **users, **posts, **tags;
} sample;

/* A generator of one's own, so that every machine makes the same store. */
static unsigned pick(sample *s, size_t n)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((s->random >> 33) % n);
}

static void text(sample *s, fixture_object *o, const char *attribute, const char *value)
{
    if (value)
        fixture_set(s->f, o, attribute, el_value_text(EL_STRING, value, (size_t)-1));
}

static void picture(sample *s, fixture_object *o, const char *attribute, uint32_t seed, unsigned blocks, unsigned scale)
{
    size_t n;
    unsigned char *bytes = sample_picture(&n, seed, blocks, scale);
    fixture_set(s->f, o, attribute, el_value_text(EL_DATA, (const char *)bytes, n));
    free(bytes);
}

static void money(sample *s, fixture_object *o, const char *attribute, unsigned cents)
{
    char amount[32];
    snprintf(amount, sizeof amount, "%u.%02u", cents / 100, cents % 100);
    size_t n = strlen(amount); /* ECD writes decimals without trailing zeros */
    while (amount[n - 1] == '0')
        n--;
    if (amount[n - 1] == '.')
        n--;
    fixture_set(s->f, o, attribute, el_value_text(EL_DECIMAL, cents ? amount : "0.0", cents ? n : 3));
}

/* What an app keeps in a Transformable: a dictionary. */
static void preferences(sample *s, fixture_object *o)
{
    static const char *const themes[] = {"light", "dark", "meadow"};
    static const char *const languages[] = {"en", "de", "fr", "es", "da", "ko"};
    el_value spoken[2], keys[4], values[4];
    for (int i = 0; i < 2; i++)
        spoken[i] = el_value_text(EL_STRING, languages[(pick(s, 3) + (unsigned)i * 3) % 6], (size_t)-1);
    keys[0] = el_value_text(EL_STRING, "theme", 5);
    values[0] = el_value_text(EL_STRING, themes[pick(s, 3)], (size_t)-1);
    keys[1] = el_value_text(EL_STRING, "languages", 9);
    values[1].kind = EL_LIST;
    values[1].u.list.items = spoken;
    values[1].u.list.n = 2;
    keys[2] = el_value_text(EL_STRING, "textSize", 8);
    values[2] = el_value_int(11 + pick(s, 8));
    keys[3] = el_value_text(EL_STRING, "notifyAfter", 11);
    values[3] = el_value_date(1704067200.0 + pick(s, 200) * (double)DAY);
    el_value all = {.kind = EL_DICT};
    all.u.dict.keys = keys;
    all.u.dict.values = values;
    all.u.dict.n = 4;
    fixture_set(s->f, o, "preferences", all);
}

static void add_users(sample *s)
{
    for (size_t i = 0; i < sample_nusers; i++) {
        fixture_object *o = s->users[i] = fixture_add(s->f, "User", 0);
        text(s, o, "name", sample_users[i].name);
        text(s, o, "email", sample_users[i].email);
        fixture_set(s->f, o, "joined", el_value_date(1646000000.0 + (double)i * 11 * DAY + pick(s, DAY)));
        fixture_set(s->f, o, "karma", el_value_int((int64_t)pick(s, 900) - 40));
        fixture_set(s->f, o, "isModerator", el_value_bool(i % 9 == 0));
        money(s, o, "balance", pick(s, 4) ? pick(s, 5000) : 0);
        if (i % 4 != 3)
            picture(s, o, "avatar", (uint32_t)(i * 2654435761u), 5, 12);
        if (i % 3 != 1)
            preferences(s, o);
    }
    for (size_t i = 0; i < sample_nusers; i++)
        for (unsigned k = pick(s, 5); k > 0; k--) {
            size_t other = pick(s, sample_nusers);
            if (other != i)
                fixture_link(s->f, s->users[i], "following", s->users[other]);
        }
}

static void add_tags(sample *s)
{
    for (size_t i = 0; i < sample_ntags; i++) {
        s->tags[i] = fixture_add(s->f, "Tag", 0);
        text(s, s->tags[i], "name", sample_tags[i].name);
        text(s, s->tags[i], "colour", sample_tags[i].colour);
    }
}

static void title(sample *s, fixture_object *o, const char *pattern)
{
    const char *plant = sample_plants[pick(s, sample_nplants)], *gap = strstr(pattern, "%s");
    char line[200];
    if (gap)
        snprintf(line, sizeof line, "%.*s%s%s", (int)(gap - pattern), pattern, plant, gap + 2);
    else
        snprintf(line, sizeof line, "%s", pattern);
    if (line[0] >= 'a' && line[0] <= 'z')
        line[0] = (char)(line[0] - 'a' + 'A');
    text(s, o, "title", line);
}

static void content(sample *s, fixture_object *o)
{
    char body[2000] = "";
    for (unsigned n = 1 + pick(s, 5); n > 0; n--) {
        const char *sentence = sample_sentences[pick(s, sample_nsentences)];
        if (strstr(body, sentence) || strlen(body) + strlen(sentence) + 3 > sizeof body)
            continue;
        if (*body)
            strcat(body, pick(s, 4) ? " " : "\n\n");
        strcat(body, sentence);
    }
    text(s, o, "content", body);
}

static double date_of_post(size_t i)
{
    return 1672560000.0 + (double)i * 4 * DAY + (double)(i * 7919 % DAY);
}

static void add_posts(sample *s)
{
    for (size_t i = 0; i < POSTS; i++) {
        int question = i % 5 == 3;
        fixture_object *o = s->posts[i] = fixture_add(s->f, question ? "Question" : "Post", 0);
        title(s, o, question ? sample_questions[pick(s, sample_nquestions)] : sample_titles[pick(s, sample_ntitles)]);
        if (i % 17 != 5)
            content(s, o);
        fixture_set(s->f, o, "date", el_value_date(date_of_post(i)));
        if (i % 6 != 4)
            fixture_set(s->f, o, "rating", el_value_double(1 + pick(s, 41) / 10.0));
        fixture_set(s->f, o, "views", el_value_int((int64_t)pick(s, 5000) + (i % 23 == 0 ? 250000 : 0)));
        if (i % 4 == 1)
            picture(s, o, "picture", (uint32_t)(i * 40503u + 7), 9, 16);
        if (i % 29 != 28) /* some authors have left */
            fixture_link(s->f, o, "author", s->users[pick(s, sample_nusers)]);
        for (unsigned k = pick(s, 4); k > 0; k--)
            fixture_link(s->f, o, "tags", s->tags[pick(s, sample_ntags)]);
        if (question) {
            fixture_set(s->f, o, "solved", el_value_bool(0));
            if (pick(s, 3) == 0)
                money(s, o, "reward", 250 * (1 + pick(s, 12)));
        }
    }
}

static void add_comments(sample *s)
{
    for (size_t i = 0; i < COMMENTS; i++) {
        fixture_object *o = fixture_add(s->f, "Comment", 0);
        size_t post = pick(s, 3) ? pick(s, POSTS) : pick(s, 1 + POSTS / 6);
        text(s, o, "content", sample_replies[pick(s, sample_nreplies)]);
        fixture_set(s->f, o, "date", el_value_date(date_of_post(post) + 600 + pick(s, 20 * DAY)));
        fixture_set(s->f, o, "score", el_value_int((int64_t)pick(s, 24) - 3));
        if (i % 37 != 36)
            fixture_link(s->f, o, "author", s->users[pick(s, sample_nusers)]);
        fixture_link(s->f, o, "post", s->posts[post]);
        fixture_object *question = s->posts[post];
        if (!strcmp(question->entity->name, "Question") && pick(s, 3) == 0) {
            fixture_link(s->f, question, "bestAnswer", o);
            fixture_set(s->f, question, "solved", el_value_bool(1));
        }
    }
}

static int first_line(char *out, size_t size, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file || !fgets(out, (int)size, file)) {
        fprintf(stderr, "build_sample: %s holds no passphrase\n", path);
        if (file)
            fclose(file);
        return -1;
    }
    fclose(file);
    out[strcspn(out, "\r\n")] = 0;
    return 0;
}

static int build(const el_model *model, const char *path, const char *passphrase, el_error *err)
{
    sample s = {fixture_new(model), 20240501, NULL, NULL, NULL};
    s.users = calloc(sample_nusers, sizeof *s.users);
    s.posts = calloc(POSTS, sizeof *s.posts);
    s.tags = calloc(sample_ntags, sizeof *s.tags);
    add_users(&s);
    add_tags(&s);
    add_posts(&s);
    add_comments(&s);
    int status = fixture_write(s.f, path, &(fixture_options){.format = 4, .passphrase = passphrase}, err);
    if (!status)
        printf("%s: %zu objects\n", path, fixture_count(s.f));
    free(s.users);
    free(s.posts);
    free(s.tags);
    fixture_free(s.f);
    return status;
}

int main(int argc, char **argv)
{
    el_error err;
    el_model *model = NULL;
    char passphrase[256];
    el_error_clear(&err);
    if (argc != 4) {
        fputs("usage: build_sample MODEL STORE KEY-FILE\n", stderr);
        return 2;
    }
    if (first_line(passphrase, sizeof passphrase, argv[3]) || el_use_linked_library())
        return 1;
    int status = el_model_load(&model, argv[1], &err);
    if (!status)
        status = build(model, argv[2], passphrase, &err);
    if (status)
        fprintf(stderr, "build_sample: %s\n", err.message);
    el_model_free(model);
    return status ? 1 : 0;
}
