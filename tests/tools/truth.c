/* SPDX-License-Identifier: MIT */
#include "truth.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 200 }; /* further failures are only counted */

void truth_pass(truth_tally *tally)
{
    tally->passed++;
}

static void say(const char *word, const char *file, const char *fmt, va_list ap)
{
    printf("%s %s: ", word, file);
    vprintf(fmt, ap);
    putchar('\n');
}

void truth_fail(truth_tally *tally, const char *file, const char *fmt, ...)
{
    if (tally->failed++ >= SHOWN)
        return;
    va_list ap;
    va_start(ap, fmt);
    say("FAIL", file, fmt, ap);
    va_end(ap);
}

void truth_skip(truth_tally *tally, const char *file, const char *fmt, ...)
{
    tally->skipped++;
    va_list ap;
    va_start(ap, fmt);
    say("skip", file, fmt, ap);
    va_end(ap);
}

static int equal_objects(const json_t *a, const json_t *b)
{
    if (json_object_size(a) != json_object_size(b))
        return 0;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)a, key, value) {
        const json_t *other = json_object_get(b, key);
        if (!other || !truth_equal(value, other))
            return 0;
    }
    return 1;
}

int truth_equal(const json_t *a, const json_t *b)
{
    if (json_is_number(a) && json_is_number(b)) {
        if (json_is_integer(a) && json_is_integer(b))
            return json_integer_value(a) == json_integer_value(b);
        return json_number_value(a) == json_number_value(b);
    }
    if (json_typeof(a) != json_typeof(b))
        return 0;
    if (json_is_object(a))
        return equal_objects(a, b);
    if (json_is_array(a)) {
        if (json_array_size(a) != json_array_size(b))
            return 0;
        for (size_t i = 0; i < json_array_size(a); i++)
            if (!truth_equal(json_array_get(a, i), json_array_get(b, i)))
                return 0;
        return 1;
    }
    return json_equal(a, b);
}

char *truth_path(const char *file, const char *name)
{
    const char *slash = strrchr(file, '/');
    size_t n = slash ? (size_t)(slash - file) + 1 : 0;
    char *path = malloc(n + strlen(name) + 1);
    memcpy(path, file, n);
    strcpy(path + n, name);
    return path;
}
