/* SPDX-License-Identifier: MIT */
/* From cells to an attribute's type: storage class first, then range and look, then the name. */
#include "base/buf.h"
#include "model/infer_private.h"
#include "sqlite/api.h"
#include "value/archive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK = 65536 }; /* bytes of a BLOB that are read at most */

static el__verdict verdict(el_attribute_type type, el_confidence confidence, const char *reason)
{
    return (el__verdict){type, confidence, reason};
}

static el__verdict integers(el__inference *f, const el__cells *c, unsigned hints)
{
    if (c->least >= 0 && c->most <= 1) {
        int both = c->least == 0 && c->most == 1;
        const char *seen = both ? "only 0 and 1" : c->least ? "only 1" : "only 0";
        if ((hints & EL__WORD_FLAG) && !(hints & EL__WORD_COUNT))
            return verdict(EL_TYPE_BOOLEAN, EL_PROBABLE, el_arena_printf(f->arena, "%s in %lld rows, and a name like a flag's", seen, (long long)c->ints));
        if (both && !(hints & EL__WORD_COUNT))
            return verdict(EL_TYPE_BOOLEAN, c->ints >= 8 ? EL_PROBABLE : EL_GUESS,
                           el_arena_printf(f->arena, "%s in %lld rows", seen, (long long)c->ints));
    }
    const char *reason = el_arena_printf(f->arena, "whole numbers %lld to %lld in %lld rows; the width is that of the largest seen",
                                         (long long)c->least, (long long)c->most, (long long)c->ints);
    el_attribute_type type = c->least >= INT16_MIN && c->most <= INT16_MAX   ? EL_TYPE_INT16
                             : c->least >= INT32_MIN && c->most <= INT32_MAX ? EL_TYPE_INT32
                                                                             : EL_TYPE_INT64;
    return verdict(type, EL_PROBABLE, reason);
}

static el__verdict reals(el__inference *f, const el__cells *c, unsigned hints)
{
    int measure = (hints & (EL__WORD_MEASURE | EL__WORD_MONEY)) != 0;
    int mostly_likely = c->likely * 10 >= c->reals * 9, half_likely = c->likely * 2 >= c->reals;
    if ((hints & EL__WORD_DATE) && c->possible == c->reals && c->large * 2 >= c->reals && (!measure || half_likely))
        return verdict(EL_TYPE_DATE, half_likely ? EL_PROBABLE : EL_GUESS,
                       el_arena_printf(f->arena, "real numbers %.0f to %.0f, and a name like a date's", c->real_least, c->real_most));
    if (mostly_likely && c->possible == c->reals && !measure)
        return verdict(EL_TYPE_DATE, c->reals >= 3 ? EL_PROBABLE : EL_GUESS,
                       el_arena_printf(f->arena, "%lld of %lld real numbers fall in the years 1980 to 2060 as seconds since 1970",
                                       (long long)c->likely, (long long)c->reals));
    if (c->single == c->reals && c->long_single * 2 > c->reals)
        return verdict(EL_TYPE_FLOAT, EL_PROBABLE, el_arena_printf(f->arena, "%lld real numbers, each exactly a 32-bit one", (long long)c->reals));
    return verdict(EL_TYPE_DOUBLE, EL_PROBABLE, el_arena_printf(f->arena, "%lld real numbers", (long long)c->reals));
}

static el__verdict texts(el__inference *f, const el__cells *c, unsigned hints)
{
    const char *reason = el_arena_printf(f->arena, "%lld texts", (long long)c->texts);
    if (c->numeric == c->texts && !c->zero_led) {
        reason = el_arena_printf(f->arena, "%lld texts, all of them numbers", (long long)c->texts);
        if (hints & (EL__WORD_MONEY | EL__WORD_MEASURE))
            return verdict(EL_TYPE_DECIMAL, EL_PROBABLE, reason);
        if (c->fractional && !(hints & EL__WORD_CODE))
            return verdict(EL_TYPE_DECIMAL, c->texts >= 3 ? EL_PROBABLE : EL_GUESS, reason);
        return verdict(EL_TYPE_STRING, EL_GUESS, reason);
    }
    return verdict(EL_TYPE_STRING, EL_PROBABLE, reason);
}

static const char *image_kind(const unsigned char *s, size_t n)
{
    if (n > 3 && !memcmp(s, "\xFF\xD8\xFF", 3))
        return "JPEG";
    if (n > 4 && !memcmp(s, "\x89PNG", 4))
        return "PNG";
    if (n > 4 && !memcmp(s, "GIF8", 4))
        return "GIF";
    if (n > 4 && !memcmp(s, "%PDF", 4))
        return "PDF";
    return NULL;
}

/* Up to LOOK bytes of a BLOB; its other pages are not touched. */
static unsigned char *peek(el__inference *f, const el__table *t, const el__column *c, int64_t key, size_t *n, int *whole)
{
    sqlite3_blob *blob = NULL;
    unsigned char *bytes = NULL;
    if (sqlite3_blob_open(f->db, "main", t->schema->name, c->schema->name, key, 0, &blob) == SQLITE_OK) {
        size_t size = (size_t)sqlite3_blob_bytes(blob);
        *whole = size <= LOOK;
        *n = *whole ? size : LOOK;
        bytes = el_xmalloc(*n + 1);
        if (sqlite3_blob_read(blob, bytes, (int)*n, 0) != SQLITE_OK) {
            free(bytes);
            bytes = NULL;
        }
    }
    sqlite3_blob_close(blob);
    return bytes;
}

static int is_archive(const unsigned char *bytes, size_t n, int whole)
{
    el_archive *a;
    if (!whole)
        return el_archive_sniff(bytes, n);
    if (el_archive_open(&a, bytes, n, NULL) != EL_OK)
        return 0;
    int keyed = el_archive_is_keyed(a);
    el_archive_free(a);
    return keyed;
}

static el__verdict blobs(el__inference *f, const el__table *t, const el__column *c, const el__cells *cells)
{
    int seen = 0, archives = 0, images = 0;
    const char *kind = NULL;
    for (int i = 0; i < cells->nblob_keys; i++) {
        size_t n = 0;
        int whole = 0;
        unsigned char *bytes = peek(f, t, c, cells->blob_keys[i], &n, &whole);
        if (!bytes)
            continue;
        seen += n > 0;
        archives += n > 0 && is_archive(bytes, n, whole);
        const char *k = image_kind(bytes, n);
        images += k != NULL;
        kind = k ? k : kind;
        free(bytes);
    }
    if (seen && archives == seen)
        return verdict(EL_TYPE_TRANSFORMABLE, EL_PROBABLE, el_arena_printf(f->arena, "keyed archives in all %d cells looked at", seen));
    if (archives)
        return verdict(EL_TYPE_TRANSFORMABLE, EL_GUESS, el_arena_printf(f->arena, "keyed archives in %d of %d cells looked at", archives, seen));
    if (images)
        return verdict(EL_TYPE_BINARY, EL_PROBABLE, el_arena_printf(f->arena, "%s data in %d of %d cells looked at", kind, images, seen));
    return verdict(EL_TYPE_BINARY, EL_PROBABLE, el_arena_printf(f->arena, "%lld cells of bytes; a transformer of the app's own may have made them",
                                                                (long long)cells->blobs));
}

/* Nothing stored: UUIDs and URLs never are, whatever the app set. */
static el__verdict nothing(unsigned hints)
{
    if (hints & EL__WORD_UUID)
        return verdict(EL_TYPE_UUID, EL_GUESS, "no value is stored, as with every UUID; guessed from the name");
    if (hints & EL__WORD_URL)
        return verdict(EL_TYPE_URI, EL_GUESS, "no value is stored, as with every URL; guessed from the name");
    if ((hints & EL__WORD_DATE) && !(hints & EL__WORD_FLAG))
        return verdict(EL_TYPE_DATE, EL_GUESS, "no value is stored; guessed from the name");
    if (hints & EL__WORD_DATA)
        return verdict(EL_TYPE_BINARY, EL_GUESS, "no value is stored; guessed from the name");
    if (hints & EL__WORD_COUNT)
        return verdict(EL_TYPE_INT64, EL_GUESS, "no value is stored; guessed from the name");
    return verdict(EL_TYPE_STRING, EL_GUESS, "no value is stored; the commonest type");
}

el__verdict el__infer_type(el__inference *f, const el__table *t, const el__column *c, const el__cells *cells)
{
    unsigned hints = el__word_hints(c->property);
    int64_t filled = el__cells_filled(cells);
    if (!filled)
        return nothing(hints);
    el__verdict v;
    int64_t most = cells->ints;
    if (cells->blobs >= cells->texts && cells->blobs >= cells->reals && cells->blobs >= cells->ints) {
        v = blobs(f, t, c, cells);
        most = cells->blobs;
    } else if (cells->texts >= cells->reals && cells->texts >= cells->ints) {
        v = texts(f, cells, hints);
        most = cells->texts;
    } else if (cells->reals >= cells->ints) {
        v = reals(f, cells, hints);
        most = cells->reals;
    } else {
        v = integers(f, cells, hints);
    }
    if (most < filled) {
        v.confidence = EL_GUESS;
        v.reason = el_arena_printf(f->arena, "%s; %lld cells are of another storage class", v.reason, (long long)(filled - most));
    }
    return v;
}
