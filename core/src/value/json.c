/* SPDX-License-Identifier: MIT */
/* Typed JSON of values and cells. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "entitylens/value.h"
#include "value/archive.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 512 }; /* nothing honest nests deeper; hostile lists must not end the stack */

static void add_value(el_buf *out, const el_value *v, int depth);

static void add_double(el_buf *out, double d)
{
    char text[40];
    el_double_text(text, d);
    if (isfinite(d))
        el_buf_puts(out, text);
    else
        el_buf_printf(out, "{\"double\":\"%s\"}", text);
}

static void add_tagged(el_buf *out, const char *tag, const el_value *v)
{
    el_buf_puts(out, "{\"");
    el_buf_puts(out, tag);
    el_buf_puts(out, "\":");
    el_buf_json_string(out, v->u.text.s, v->u.text.n);
    el_buf_putc(out, '}');
}

static void add_base64(el_buf *out, const char *s, size_t n)
{
    el_buf_puts(out, "{\"base64\":\"");
    el_buf_base64(out, s, n);
    el_buf_puts(out, "\"}");
}

static void add_string(el_buf *out, const char *s, size_t n)
{
    if (el_utf8_valid(s, n)) {
        el_buf_json_string(out, s, n);
        return;
    }
    el_buf_puts(out, "{\"text\":");
    add_base64(out, s, n);
    el_buf_putc(out, '}');
}

static void add_object(el_buf *out, const el_value *v)
{
    el_buf id = {0};
    if (v->u.object.entity)
        el_buf_printf(&id, "%s/%" PRId64, v->u.object.entity, v->u.object.key);
    else
        el_buf_puts(&id, v->u.object.name ? v->u.object.name : "");
    el_buf_puts(out, "{\"object\":");
    el_buf_json_string(out, el_buf_str(&id), id.len);
    el_buf_putc(out, '}');
    el_buf_free(&id);
}

static void add_list(el_buf *out, const el_value *v, int depth)
{
    el_buf_putc(out, '[');
    for (size_t i = 0; i < v->u.list.n; i++) {
        if (i)
            el_buf_putc(out, ',');
        add_value(out, &v->u.list.items[i], depth + 1);
    }
    el_buf_putc(out, ']');
}

typedef struct pair { const el_value *key, *value; } pair;

static int by_key(const void *a, const void *b)
{
    const el_value *x = ((const pair *)a)->key, *y = ((const pair *)b)->key;
    size_t n = x->u.text.n < y->u.text.n ? x->u.text.n : y->u.text.n;
    int c = memcmp(x->u.text.s, y->u.text.s, n);
    return c ? c : x->u.text.n < y->u.text.n ? -1 : x->u.text.n > y->u.text.n;
}

/* Sorted by key: a dictionary has no order, and equal ones shall print equal. */
static void add_string_keyed(el_buf *out, const el_value *v, int depth)
{
    pair *pairs = el_xmalloc(v->u.dict.n * sizeof *pairs);
    for (size_t i = 0; i < v->u.dict.n; i++)
        pairs[i] = (pair){&v->u.dict.keys[i], &v->u.dict.values[i]};
    if (v->u.dict.n > 1)
        qsort(pairs, v->u.dict.n, sizeof *pairs, by_key);
    el_buf_putc(out, '{');
    for (size_t i = 0; i < v->u.dict.n; i++) {
        if (i)
            el_buf_putc(out, ',');
        el_buf_json_string(out, pairs[i].key->u.text.s, pairs[i].key->u.text.n);
        el_buf_putc(out, ':');
        add_value(out, pairs[i].value, depth + 1);
    }
    el_buf_putc(out, '}');
    free(pairs);
}

static void add_dict(el_buf *out, const el_value *v, int depth)
{
    int strings = 1;
    for (size_t i = 0; i < v->u.dict.n; i++) {
        const el_value *k = &v->u.dict.keys[i];
        strings &= k->kind == EL_STRING && el_utf8_valid(k->u.text.s, k->u.text.n);
    }
    if (strings) {
        add_string_keyed(out, v, depth);
        return;
    }
    /* JSON knows only string keys: pairs, then. */
    el_buf_puts(out, "{\"dictionary\":[");
    for (size_t i = 0; i < v->u.dict.n; i++) {
        el_buf_puts(out, i ? ",[" : "[");
        add_value(out, &v->u.dict.keys[i], depth + 1);
        el_buf_putc(out, ',');
        add_value(out, &v->u.dict.values[i], depth + 1);
        el_buf_putc(out, ']');
    }
    el_buf_puts(out, "]}");
}

/* What does not decode (another transformer's bytes, an unknown class) is its bytes. */
static void add_archive(el_buf *out, const el_value *v, int depth)
{
    el_arena *arena = el_arena_new();
    el_value content;
    if (depth > MAX_DEPTH || el_archive_to_value(arena, &content, v->u.text.s, v->u.text.n, NULL)) {
        add_base64(out, v->u.text.s, v->u.text.n);
    } else {
        el_buf_puts(out, "{\"transformable\":");
        add_value(out, &content, depth + 1);
        el_buf_putc(out, '}');
    }
    el_arena_free(arena);
}

static void add_collection(el_buf *out, const el_value *v, int depth)
{
    if (depth > MAX_DEPTH) {
        el_buf_puts(out, "null");
        return;
    }
    if (v->kind == EL_SET)
        el_buf_puts(out, "{\"set\":");
    if (v->kind == EL_DICT)
        add_dict(out, v, depth);
    else
        add_list(out, v, depth);
    if (v->kind == EL_SET)
        el_buf_putc(out, '}');
}

static void add_value(el_buf *out, const el_value *v, int depth)
{
    switch (v->kind) {
    case EL_NULL: el_buf_puts(out, "null"); break;
    case EL_BOOL: el_buf_puts(out, v->u.i ? "true" : "false"); break;
    case EL_INT: el_buf_int64(out, v->u.i); break;
    case EL_DOUBLE: add_double(out, v->u.d); break;
    case EL_DATE:
        el_buf_puts(out, "{\"date\":");
        add_double(out, v->u.d);
        el_buf_putc(out, '}');
        break;
    case EL_STRING: add_string(out, v->u.text.s, v->u.text.n); break;
    case EL_DECIMAL: add_tagged(out, "decimal", v); break;
    case EL_UUID: add_tagged(out, "uuid", v); break;
    case EL_URL: add_tagged(out, "url", v); break;
    case EL_ENTITY: add_tagged(out, "entity", v); break;
    case EL_CLASS: add_tagged(out, "class", v); break;
    case EL_KEYPATH: add_tagged(out, "key", v); break;
    case EL_DATA: add_base64(out, v->u.text.s, v->u.text.n); break;
    case EL_ARCHIVE: add_archive(out, v, depth); break;
    case EL_OBJECT: add_object(out, v); break;
    case EL_LIST:
    case EL_SET:
    case EL_DICT: add_collection(out, v, depth); break;
    }
}

void el_value_json(el_buf *out, const el_value *v)
{
    add_value(out, v, 0);
}

static const char *storage_name(el_storage storage)
{
    switch (storage) {
    case EL_STORAGE_INTEGER: return "integer";
    case EL_STORAGE_REAL: return "real";
    case EL_STORAGE_TEXT: return "text";
    case EL_STORAGE_BLOB: return "blob";
    default: return "null";
    }
}

void el_cell_json(el_buf *out, const el_cell *c)
{
    if (!(c->flags & EL_CELL_MISMATCH)) {
        add_value(out, &c->value, 0);
        return;
    }
    el_buf_puts(out, "{\"raw\":");
    add_value(out, &c->value, 0);
    el_buf_printf(out, ",\"storage\":\"%s\"}", storage_name(c->storage));
}
