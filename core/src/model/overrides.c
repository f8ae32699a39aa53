/* SPDX-License-Identifier: MIT */
#include "model/overrides.h"

#include "base/arena.h"
#include "base/buf.h"
#include "model/files.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_BYTES = 1 << 20 };

struct el_overrides {
    el_arena *arena;
    const char *file;
    el_override *items;
    size_t n, cap;
};

typedef struct parser {
    el_overrides *o;
    const char *entity; /* of the section */
    char *p;            /* rest of the line */
    int line;
    int quoted;         /* the last word was */
    el_error *err;
} parser;

static int bad(parser *r, const char *what)
{
    int status = el_error_set(r->err, EL_EPARSE, "bad-override", "%s:%d: %s", r->o->file, r->line, what);
    el_error_hint(r->err, "A line is '[Entity]', '[Entity : Parent]', 'attribute = Type', 'name -> Entity' or 'name ->> Entity'.");
    return status;
}

static void skip_blanks(parser *r)
{
    while (*r->p == ' ' || *r->p == '\t')
        r->p++;
}

/* A word up to white space or punctuation, or anything in double quotes; NULL at the end of the line. */
static const char *word(parser *r)
{
    skip_blanks(r);
    r->quoted = *r->p == '"';
    const char *from = r->quoted ? ++r->p : r->p;
    while (*r->p && (r->quoted ? *r->p != '"' : !strchr(" \t=:[]\"", *r->p) && strncmp(r->p, "->", 2)))
        r->p++;
    size_t n = (size_t)(r->p - from);
    if (r->quoted && *r->p)
        r->p++;
    return n ? el_arena_strndup(r->o->arena, from, n) : NULL;
}

/* Takes `sign` if it is next. */
static int sign(parser *r, const char *s)
{
    skip_blanks(r);
    if (strncmp(r->p, s, strlen(s)))
        return 0;
    r->p += strlen(s);
    return 1;
}

static int at_end(parser *r)
{
    skip_blanks(r);
    return *r->p == '\0' || *r->p == '#';
}

static el_override *add(el_overrides *o, el_override item)
{
    for (size_t i = 0; i < o->n; i++)
        if (o->items[i].kind == item.kind && !strcmp(o->items[i].entity, item.entity) &&
            (item.kind == EL_OVERRIDE_ENTITY || !strcmp(o->items[i].name, item.name)))
            return &o->items[i];
    if (o->n == o->cap) {
        o->cap = o->cap ? o->cap * 2 : 16;
        o->items = el_xrealloc(o->items, o->cap * sizeof *o->items);
    }
    o->items[o->n] = item;
    return &o->items[o->n++];
}

static el_override *entity_item(parser *r, const char *name)
{
    return add(r->o, (el_override){.kind = EL_OVERRIDE_ENTITY, .entity = name, .abstract = -1, .line = r->line});
}

static int section(parser *r)
{
    const char *name = word(r), *parent = NULL;
    if (!name)
        return bad(r, "an entity's name is missing");
    if (sign(r, ":") && !(parent = word(r)))
        return bad(r, "the parent's name is missing");
    if (!sign(r, "]") || !at_end(r))
        return bad(r, "the section does not end with ']'");
    r->entity = name;
    el_override *e = entity_item(r, name);
    if (parent)
        e->parent = parent;
    return EL_OK;
}

static int abstract_line(parser *r)
{
    const char *value = word(r);
    if (!value || (strcasecmp(value, "yes") && strcasecmp(value, "no")) || !at_end(r))
        return bad(r, "'abstract' is yes or no");
    entity_item(r, r->entity)->abstract = !strcasecmp(value, "yes");
    return EL_OK;
}

static int attribute_line(parser *r, const char *name)
{
    char *type = r->p + strspn(r->p, " \t");
    size_t n = strcspn(type, "#");
    while (n && isspace((unsigned char)type[n - 1]))
        n--;
    el_override item = {.kind = EL_OVERRIDE_ATTRIBUTE, .entity = r->entity, .name = name, .line = r->line};
    char *text = el_arena_strndup(r->o->arena, type, n);
    if (!el_attribute_type_from_name(&item.type, text))
        return bad(r, el_arena_printf(r->o->arena, "'%s' is not an attribute type", text));
    add(r->o, item)->type = item.type;
    return EL_OK;
}

static int relationship_line(parser *r, const char *name, int to_many)
{
    el_override item = {.kind = EL_OVERRIDE_RELATIONSHIP, .entity = r->entity, .name = name, .to_many = to_many, .line = r->line};
    item.destination = word(r);
    if (!item.destination)
        return bad(r, "the destination is missing");
    while (!at_end(r)) {
        const char *w = word(r);
        if (w && !strcmp(w, "ordered"))
            item.ordered = 1;
        else if (!w || strcmp(w, "inverse") || !(item.inverse = word(r)))
            return bad(r, "after a destination only 'inverse NAME' and 'ordered' may follow");
    }
    *add(r->o, item) = item;
    return EL_OK;
}

static int parse_line(parser *r)
{
    if (at_end(r))
        return EL_OK;
    if (sign(r, "["))
        return section(r);
    if (!r->entity)
        return bad(r, "the line belongs to no entity; begin with '[Entity]'");
    const char *name = word(r);
    int plain_abstract = name && !r->quoted && !strcmp(name, "abstract");
    if (!name)
        return bad(r, "a name is missing");
    if (sign(r, "->>"))
        return relationship_line(r, name, 1);
    if (sign(r, "->"))
        return relationship_line(r, name, 0);
    if (sign(r, "="))
        return plain_abstract ? abstract_line(r) : attribute_line(r, name);
    return bad(r, "after the name there is neither '=' nor '->' nor '->>'");
}

int el_overrides_parse(el_overrides **out, const char *text, size_t n, const char *file, el_error *err)
{
    *out = NULL;
    el_overrides *o = el_xmalloc(sizeof *o);
    o->arena = el_arena_new();
    o->file = el_arena_strdup(o->arena, file);
    parser r = {.o = o, .err = err};
    int status = EL_OK;
    for (size_t i = 0; i < n && !status;) {
        const char *end = memchr(text + i, '\n', n - i);
        size_t length = end ? (size_t)(end - text) - i : n - i;
        r.p = el_arena_strndup(o->arena, text + i, length);
        r.p[strcspn(r.p, "\r")] = '\0';
        r.line++;
        status = parse_line(&r);
        i += length + 1;
    }
    if (status)
        el_overrides_free(o);
    else
        *out = o;
    return status;
}

int el_overrides_load(el_overrides **out, const char *path, el_error *err)
{
    char *bytes;
    size_t n;
    *out = NULL;
    int status = el__file_read(&bytes, &n, path, MAX_BYTES, err);
    if (!status)
        status = el_overrides_parse(out, bytes, n, path, err);
    free(bytes);
    return status;
}

void el_overrides_free(el_overrides *o)
{
    if (!o)
        return;
    el_arena_free(o->arena);
    free(o->items);
    free(o);
}

size_t el_overrides_count(const el_overrides *o)
{
    return o ? o->n : 0;
}

const el_override *el_overrides_at(const el_overrides *o, size_t i)
{
    return &o->items[i];
}

const char *el_overrides_file(const el_overrides *o)
{
    return o->file;
}

const el_override *el_overrides_find(const el_overrides *o, const char *entity, const char *name)
{
    for (size_t i = 0; o && i < o->n; i++) {
        const el_override *item = &o->items[i];
        if (!strcmp(item->entity, entity) && (name ? item->name && !strcmp(item->name, name) : !item->name))
            return item;
    }
    return NULL;
}

/* Quotes a name that would not read back bare. */
static void put_name(el_buf *out, const char *name)
{
    int bare = *name && !strpbrk(name, " \t=:[]#\"") && !strstr(name, "->") && strcmp(name, "abstract");
    el_buf_printf(out, bare ? "%s" : "\"%s\"", name);
}

static void put_property(el_buf *out, const el_override *p)
{
    put_name(out, p->name);
    if (p->kind == EL_OVERRIDE_ATTRIBUTE) {
        el_buf_printf(out, " = %s\n", el_attribute_type_name(p->type));
        return;
    }
    el_buf_puts(out, p->to_many ? " ->> " : " -> ");
    put_name(out, p->destination);
    if (p->inverse) {
        el_buf_puts(out, " inverse ");
        put_name(out, p->inverse);
    }
    el_buf_puts(out, p->ordered ? " ordered\n" : "\n");
}

void el_overrides_text(el_buf *out, const el_overrides *o)
{
    for (size_t i = 0; i < o->n; i++) {
        const el_override *e = &o->items[i];
        if (e->kind != EL_OVERRIDE_ENTITY)
            continue;
        el_buf_puts(out, out->len ? "\n[" : "[");
        put_name(out, e->entity);
        if (e->parent) {
            el_buf_puts(out, " : ");
            put_name(out, e->parent);
        }
        el_buf_puts(out, "]\n");
        if (e->abstract >= 0)
            el_buf_printf(out, "abstract = %s\n", e->abstract ? "yes" : "no");
        for (size_t k = 0; k < o->n; k++)
            if (o->items[k].kind != EL_OVERRIDE_ENTITY && !strcmp(o->items[k].entity, e->entity))
                put_property(out, &o->items[k]);
    }
}
