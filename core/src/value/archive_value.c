/* SPDX-License-Identifier: MIT */
/* From an archive to a value, all of it or an error: a part would be passed off as the whole. */
#include "value/archive_private.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_DEPTH = 200, MAX_VALUES = 1000000, MAX_TEXT = 128 << 20 };

typedef struct walk {
    el_archive *a;
    el_arena *arena;
    el_error *err;
    uint64_t open[MAX_DEPTH]; /* objects that we are in */
    int depth;
    size_t values, text;
} walk;

static int convert(walk *w, const el_archive_item *item, el_value *out);

static int too_large(walk *w)
{
    return el_error_set(w->err, EL_ELIMIT, "archive-too-large", "the archive unfolds to more than is shown");
}

static int take_scalar(walk *w, const el_value *v, el_value *out)
{
    switch (v->kind) {
    case EL_DECIMAL:
    case EL_STRING:
    case EL_DATA:
    case EL_UUID:
    case EL_URL:
        w->text += v->u.text.n;
        if (w->text > MAX_TEXT)
            return too_large(w);
        *out = el_value_text(v->kind, el_arena_strndup(w->arena, v->u.text.s ? v->u.text.s : "", v->u.text.n), v->u.text.n);
        return EL_OK;
    default: *out = *v; return EL_OK;
    }
}

static int enter(walk *w, const el_archive_item *item)
{
    if (w->depth == MAX_DEPTH)
        return el_error_set(w->err, EL_ELIMIT, "archive-too-deep", "the archive is nested more than %d levels deep", MAX_DEPTH);
    for (int i = 0; item->uid && i < w->depth; i++)
        if (w->open[i] == item->uid)
            return el_error_set(w->err, EL_EUNSUPPORTED, "archive-cycle", "object %" PRIu64 " of the archive holds itself", item->uid);
    w->open[w->depth++] = item->uid;
    w->values += item->n;
    return w->values > MAX_VALUES ? too_large(w) : EL_OK;
}

static int take_container(walk *w, const el_archive_item *item, el_value *out)
{
    int status = enter(w, item);
    if (status)
        return status;
    el_value *keys = item->kind == EL_ARCHIVE_DICT ? el_arena_array(w->arena, item->n, sizeof *keys) : NULL;
    el_value *values = el_arena_array(w->arena, item->n, sizeof *values);
    for (size_t i = 0; i < item->n && !status; i++) {
        el_archive_item key, child;
        el_archive_child(w->a, item, i, &key, &child);
        if (keys)
            status = convert(w, &key, &keys[i]);
        if (!status)
            status = convert(w, &child, &values[i]);
    }
    w->depth--;
    if (keys)
        *out = (el_value){.kind = EL_DICT, .u.dict = {keys, values, item->n}};
    else
        *out = (el_value){.kind = item->kind == EL_ARCHIVE_SET ? EL_SET : EL_LIST, .u.list = {values, item->n}};
    return status;
}

static int convert(walk *w, const el_archive_item *item, el_value *out)
{
    if (++w->values > MAX_VALUES)
        return too_large(w);
    switch (item->kind) {
    case EL_ARCHIVE_VALUE: return take_scalar(w, &item->value, out);
    case EL_ARCHIVE_BROKEN:
        return el_error_set(w->err, EL_ECORRUPT, "broken-reference", "the archive refers to object %" PRIu64 ", which it does not have", item->uid);
    case EL_ARCHIVE_OBJECT:
        return el_error_set(w->err, EL_EUNSUPPORTED, "unknown-class", "the archive holds an object of class '%s', which has no plain value",
                            item->class_name);
    default: return take_container(w, item, out);
    }
}

int el_archive_to_value(el_arena *arena, el_value *out, const void *bytes, size_t n, el_error *err)
{
    *out = el_value_null();
    el_archive *a;
    int status = el_archive_open(&a, bytes, n, err);
    if (status)
        return status;
    walk w = {.a = a, .arena = arena, .err = err};
    el_archive_item root;
    if (!el_archive_is_keyed(a)) {
        status = el_error_set(err, EL_EUNSUPPORTED, "not-an-archive", "the bytes are a property list, but no keyed archive");
    } else {
        el_archive_root(a, &root);
        status = convert(&w, &root, out);
    }
    if (status)
        *out = el_value_null();
    el_archive_free(a);
    return status;
}
