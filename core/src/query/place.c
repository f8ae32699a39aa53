/* SPDX-License-Identifier: MIT */
#include "query/place.h"

#include "base/arena.h"
#include "sqlite/api.h"
#include "value/decode.h"

#include <stdlib.h>
#include <string.h>

static int has_text(const el_value *v)
{
    return v->kind == EL_STRING || v->kind == EL_DATA;
}

el_cursor *el__cursor_new(const el_value *values, size_t n, int64_t key, int before)
{
    el_cursor *c = el_xmalloc(sizeof *c);
    c->values = el_xmalloc((n + 1) * sizeof *c->values);
    c->n = n;
    c->key = key;
    c->before = before;
    for (size_t i = 0; i < n; i++) {
        c->values[i] = values[i];
        if (has_text(&values[i])) {
            char *s = el_xmalloc(values[i].u.text.n + 1);
            if (values[i].u.text.n)
                memcpy(s, values[i].u.text.s, values[i].u.text.n);
            c->values[i].u.text.s = s;
        }
    }
    return c;
}

void el_cursor_free(el_cursor *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->n; i++)
        if (has_text(&c->values[i]))
            free((char *)c->values[i].u.text.s);
    free(c->values);
    free(c);
}

el_cursor *el_cursor_copy(const el_cursor *c)
{
    return c ? el__cursor_new(c->values, c->n, c->key, c->before) : NULL;
}

el_cursor *el_cursor_at_key(int64_t key)
{
    return el__cursor_new(NULL, 0, key, 1);
}

size_t el__place_ncolumns(const el__request *r)
{
    size_t n = 0;
    while (n < r->norders && !r->orders[n].is_key)
        n++;
    return n;
}

void el__place_columns(el_buf *sql, const el__request *r)
{
    for (size_t i = 0; i < el__place_ncolumns(r); i++)
        el_buf_printf(sql, ", %s", r->orders[i].sql);
}

void el__place_read(el_value *out, const el__request *r, sqlite3_stmt *stmt, int first, el_arena *arena)
{
    for (size_t i = 0; i < el__place_ncolumns(r); i++)
        out[i] = el_decode_raw(stmt, first + (int)i, arena).value;
}

int el__place_indexed(const el__request *r)
{
    return r->norders && r->orders[0].indexed;
}

typedef struct places {
    el__request *r;
    const el_cursor *cursor;
    int backward;
    const char **list; size_t n;
} places;

static const char *value_of(places *p, size_t i)
{
    const el__order *o = &p->r->orders[i];
    return el_translation_bind(&p->r->t, o->is_key ? el_value_int(p->cursor->key) : p->cursor->values[i]);
}

static int is_nil(const places *p, size_t i)
{
    return !p->r->orders[i].is_key && p->cursor->values[i].kind == EL_NULL;
}

static void add(places *p, const char *equal, const char *beyond)
{
    p->list[p->n++] = equal ? el_arena_printf(p->r->arena, "%s AND %s", equal, beyond) : beyond;
}

/* Beyond the place in key i, where the keys before it are equal. */
static void add_beyond(places *p, size_t i, const char *equal)
{
    const el__order *o = &p->r->orders[i];
    el_arena *arena = p->r->arena;
    int down = o->descending != p->backward;
    if (o->is_key) {
        /* The row just after a place that lies before it is still beyond it, in the direction of the result. */
        const char *op = p->cursor->before && !p->backward ? (down ? "<=" : ">=") : down ? "<" : ">";
        add(p, equal, el_arena_printf(arena, "%s %s %s", o->sql, op, value_of(p, i)));
    } else if (!down) {
        add(p, equal, is_nil(p, i) ? el_arena_printf(arena, "%s IS NOT NULL", o->sql)
                                   : el_arena_printf(arena, "%s > %s", o->sql, value_of(p, i)));
    } else if (!is_nil(p, i)) {
        add(p, equal, el_arena_printf(arena, "%s < %s", o->sql, value_of(p, i)));
        add(p, equal, el_arena_printf(arena, "%s IS NULL", o->sql));
    }
}

int el__place_conditions(const char ***out, size_t *n, el__request *r, const el_cursor *cursor, int backward)
{
    size_t keys = el__place_ncolumns(r);
    if (cursor->n != keys)
        return el_error_set(r->err, EL_EUSAGE, "foreign-cursor", "the place belongs to a result in another order");
    places p = {r, cursor, backward, el_arena_array(r->arena, 2 * (keys + 1), sizeof *p.list), 0};
    const char **equal = el_arena_array(r->arena, keys + 1, sizeof *equal); /* [i]: keys before i are equal */
    for (size_t i = 0; i < keys; i++) {
        const char *same = is_nil(&p, i) ? el_arena_printf(r->arena, "%s IS NULL", r->orders[i].sql)
                                         : el_arena_printf(r->arena, "%s = %s", r->orders[i].sql, value_of(&p, i));
        equal[i + 1] = equal[i] ? el_arena_printf(r->arena, "%s AND %s", equal[i], same) : same;
    }
    for (size_t i = keys + 1; i-- > 0;)
        add_beyond(&p, i, equal[i]);
    *out = p.list;
    *n = p.n;
    return EL_OK;
}

const char *el__place_any(el__request *r, const char *const *conditions, size_t n)
{
    el_buf b = {0};
    for (size_t i = 0; i < n; i++)
        el_buf_printf(&b, "%s(%s)", i ? " OR " : "(", conditions[i]);
    el_buf_puts(&b, n ? ")" : "0");
    const char *sql = el_arena_strdup(r->arena, el_buf_str(&b));
    el_buf_free(&b);
    return sql;
}
