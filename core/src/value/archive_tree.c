/* SPDX-License-Identifier: MIT */
/* Archives for display, as JSON and as an indented tree: whatever is in them, within limits. */
#include "value/archive_private.h"

#include "base/buf.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_CHILDREN = 1000, MAX_ITEMS = 50000, MAX_TEXT = 4096 };

typedef struct walk {
    el_archive *a;
    el_buf *out;
    uint64_t open[MAX_DEPTH];
    int depth;
    size_t items;
} walk;

/* 1: may be entered; 0: the object is open already, or a limit is reached. */
static int enter(walk *w, const el_archive_item *item, int *repeated)
{
    *repeated = 0;
    for (int i = 0; item->uid && i < w->depth; i++)
        *repeated |= w->open[i] == item->uid;
    if (*repeated || w->depth == MAX_DEPTH || w->items >= MAX_ITEMS)
        return 0;
    w->open[w->depth++] = item->uid;
    return 1;
}

static size_t shown(walk *w, const el_archive_item *item)
{
    size_t n = item->n < MAX_CHILDREN ? item->n : MAX_CHILDREN;
    w->items += n;
    return n;
}

static void json_item(walk *w, const el_archive_item *item);

static void json_key(walk *w, const el_archive_item *key)
{
    el_buf text = {0};
    if (key->kind == EL_ARCHIVE_VALUE && key->value.kind == EL_STRING) {
        el_buf_json_string(w->out, key->value.u.text.s, key->value.u.text.n);
        return;
    }
    if (key->kind == EL_ARCHIVE_VALUE)
        el_value_json(&text, &key->value);
    else
        el_buf_printf(&text, "#%" PRIu64, key->uid);
    el_buf_json_string(w->out, el_buf_str(&text), text.len);
    el_buf_free(&text);
}

static void json_members(walk *w, const el_archive_item *item, int with_keys)
{
    size_t n = shown(w, item), written = 0;
    el_buf_putc(w->out, with_keys ? '{' : '[');
    for (size_t i = 0; i < n; i++) {
        el_archive_item key, child;
        el_archive_child(w->a, item, i, &key, &child);
        if (item->kind == EL_ARCHIVE_OBJECT && key.kind == EL_ARCHIVE_VALUE && key.value.kind == EL_STRING &&
            key.value.u.text.n == 6 && !memcmp(key.value.u.text.s, "$class", 6))
            continue; /* told by name already */
        if (written++)
            el_buf_putc(w->out, ',');
        if (with_keys) {
            json_key(w, &key);
            el_buf_putc(w->out, ':');
        }
        json_item(w, &child);
    }
    if (n < item->n) {
        el_buf_puts(w->out, written ? "," : "");
        el_buf_printf(w->out, with_keys ? "\"$more\":%zu" : "{\"$more\":%zu}", item->n - n);
    }
    el_buf_putc(w->out, with_keys ? '}' : ']');
}

static void json_item(walk *w, const el_archive_item *item)
{
    int repeated;
    if (item->kind == EL_ARCHIVE_VALUE) {
        el_value_json(w->out, &item->value);
    } else if (item->kind == EL_ARCHIVE_BROKEN) {
        el_buf_printf(w->out, "{\"$broken\":%" PRIu64 "}", item->uid);
    } else if (!enter(w, item, &repeated)) {
        if (repeated)
            el_buf_printf(w->out, "{\"$object\":%" PRIu64 "}", item->uid);
        else
            el_buf_printf(w->out, "{\"$more\":%zu}", item->n);
    } else {
        if (item->kind == EL_ARCHIVE_OBJECT) {
            el_buf_puts(w->out, "{\"$class\":");
            el_buf_json_string(w->out, item->class_name, (size_t)-1);
            el_buf_puts(w->out, ",\"$fields\":");
        } else if (item->kind == EL_ARCHIVE_SET) {
            el_buf_puts(w->out, "{\"set\":");
        }
        json_members(w, item, item->kind == EL_ARCHIVE_OBJECT || item->kind == EL_ARCHIVE_DICT);
        if (item->kind == EL_ARCHIVE_OBJECT || item->kind == EL_ARCHIVE_SET)
            el_buf_putc(w->out, '}');
        w->depth--;
    }
}

static int run(el_buf *out, const void *bytes, size_t n, void (*show)(walk *, const el_archive_item *), el_error *err)
{
    el_archive *a;
    int status = el_archive_open(&a, bytes, n, err);
    if (status)
        return status;
    walk w = {.a = a, .out = out};
    el_archive_item root;
    el_archive_root(a, &root);
    show(&w, &root);
    el_archive_free(a);
    return EL_OK;
}

int el_archive_json(el_buf *out, const void *bytes, size_t n, el_error *err)
{
    return run(out, bytes, n, json_item, err);
}

static void text_item(walk *w, const el_archive_item *item);

static void text_value(walk *w, const el_value *v)
{
    if ((v->kind == EL_STRING || v->kind == EL_DATA) && v->u.text.n > MAX_TEXT) {
        el_value cut = *v;
        cut.u.text.n = MAX_TEXT;
        /* Not in the middle of a character. */
        while (v->kind == EL_STRING && cut.u.text.n && ((unsigned char)v->u.text.s[cut.u.text.n] & 0xC0) == 0x80)
            cut.u.text.n--;
        el_value_json(w->out, &cut);
        el_buf_printf(w->out, " … %zu bytes in all", v->u.text.n);
        return;
    }
    if (v->kind == EL_NULL) {
        el_buf_puts(w->out, "nil");
    } else if (v->kind == EL_DATE) {
        el_date_text(w->out, v->u.d);
    } else if (v->kind == EL_DATA) {
        el_buf_printf(w->out, "%zu bytes ", v->u.text.n);
        el_buf_hex(w->out, v->u.text.s, v->u.text.n < 32 ? v->u.text.n : 32);
        el_buf_puts(w->out, v->u.text.n > 32 ? "…" : "");
    } else if (v->kind == EL_DECIMAL || v->kind == EL_UUID || v->kind == EL_URL) {
        el_buf_add(w->out, v->u.text.s, v->u.text.n);
    } else {
        el_value_json(w->out, v);
    }
}

static void indent(walk *w)
{
    el_buf_putc(w->out, '\n');
    for (int i = 0; i < w->depth; i++)
        el_buf_puts(w->out, "  ");
}

static void text_label(walk *w, const el_archive_item *item, size_t i, const el_archive_item *key)
{
    if (item->kind != EL_ARCHIVE_DICT && item->kind != EL_ARCHIVE_OBJECT) {
        if (item->kind == EL_ARCHIVE_LIST)
            el_buf_printf(w->out, "%zu: ", i);
        else
            el_buf_puts(w->out, "- ");
        return;
    }
    if (key->kind == EL_ARCHIVE_VALUE && key->value.kind == EL_STRING)
        el_buf_add(w->out, key->value.u.text.s, key->value.u.text.n < MAX_TEXT ? key->value.u.text.n : MAX_TEXT);
    else if (key->kind == EL_ARCHIVE_VALUE)
        text_value(w, &key->value);
    else
        el_buf_printf(w->out, "object %" PRIu64, key->uid);
    el_buf_puts(w->out, " = ");
}

static void text_members(walk *w, const el_archive_item *item)
{
    size_t n = shown(w, item);
    for (size_t i = 0; i < n; i++) {
        el_archive_item key, child;
        el_archive_child(w->a, item, i, &key, &child);
        if (item->kind == EL_ARCHIVE_OBJECT && key.kind == EL_ARCHIVE_VALUE && key.value.kind == EL_STRING &&
            key.value.u.text.n == 6 && !memcmp(key.value.u.text.s, "$class", 6))
            continue;
        indent(w);
        text_label(w, item, i, &key);
        text_item(w, &child);
    }
    if (n < item->n) {
        indent(w);
        el_buf_printf(w->out, "… %zu more", item->n - n);
    }
}

static void text_item(walk *w, const el_archive_item *item)
{
    static const char *const kinds[] = {"", "array", "set", "dictionary", "object", ""};
    int repeated;
    if (item->kind == EL_ARCHIVE_VALUE) {
        text_value(w, &item->value);
    } else if (item->kind == EL_ARCHIVE_BROKEN) {
        el_buf_printf(w->out, "broken reference to object %" PRIu64, item->uid);
    } else if (!enter(w, item, &repeated)) {
        if (repeated)
            el_buf_printf(w->out, "↑ object %" PRIu64, item->uid);
        else
            el_buf_puts(w->out, "…");
    } else {
        el_buf_puts(w->out, item->class_name ? item->class_name : kinds[item->kind]);
        if (item->kind != EL_ARCHIVE_OBJECT)
            el_buf_printf(w->out, " (%zu)", item->n);
        if (item->uid)
            el_buf_printf(w->out, " #%" PRIu64, item->uid);
        text_members(w, item);
        w->depth--;
    }
}

int el_archive_text(el_buf *out, const void *bytes, size_t n, el_error *err)
{
    int status = run(out, bytes, n, text_item, err);
    if (!status)
        el_buf_putc(out, '\n');
    return status;
}
