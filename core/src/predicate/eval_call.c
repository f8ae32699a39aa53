/* SPDX-License-Identifier: MIT */
/* FUNCTION(object, "selector:", …): a message, which is sent only when it is on this list. */
#include "predicate/eval.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "predicate/lex.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_KNOWN = 1 }; /* no status */

typedef struct message {
    el_eval *ev;
    const el_expr *e;
    const el_value *self, *args;
    el_value *out;
} message;

static el_value text(message *m, const char *s, size_t n)
{
    return el_value_text(EL_STRING, el_arena_strndup(m->ev->arena, s, n), n);
}

/* Byte offset of the UTF-16 index `index`, or -1 beyond the end. */
static int64_t byte_offset(const el_value *string, int64_t index)
{
    size_t i = 0;
    const char *s = string->u.text.s;
    while (index > 0 && i < string->u.text.n)
        index -= el_utf8_next(s, string->u.text.n, &i) > 0xFFFF ? 2 : 1;
    return index == 0 ? (int64_t)i : -1;
}

static int substring(message *m, int from)
{
    int64_t at = byte_offset(m->self, m->args[0].u.i);
    if (m->args[0].u.i < 0 || at < 0)
        return el__eval_fail(m->ev, m->e->items[2]->range, "index-out-of-range", NULL, "The string is not that long.");
    const char *s = m->self->u.text.s;
    *m->out = from ? text(m, s + at, m->self->u.text.n - (size_t)at) : text(m, s, (size_t)at);
    return 0;
}

static int substring_from(message *m)
{
    return substring(m, 1);
}

static int substring_to(message *m)
{
    return substring(m, 0);
}

static int append(message *m)
{
    el_buf b = {0};
    el_buf_add(&b, m->self->u.text.s, m->self->u.text.n);
    el_buf_add(&b, m->args[0].u.text.s, m->args[0].u.text.n);
    *m->out = text(m, el_buf_str(&b), b.len);
    el_buf_free(&b);
    return 0;
}

static int replace(message *m)
{
    el_buf b = {0};
    const char *s = m->self->u.text.s, *end = s + m->self->u.text.n, *hit;
    const el_value *what = &m->args[0], *with = &m->args[1];
    while (what->u.text.n && (hit = memmem(s, (size_t)(end - s), what->u.text.s, what->u.text.n))) {
        el_buf_add(&b, s, (size_t)(hit - s));
        el_buf_add(&b, with->u.text.s, with->u.text.n);
        s = hit + what->u.text.n;
    }
    el_buf_add(&b, s, (size_t)(end - s));
    *m->out = text(m, el_buf_str(&b), b.len);
    el_buf_free(&b);
    return 0;
}

static int text_test(message *m, el_op op)
{
    el_pred p = {.op = op, .left = m->e->items[0], .right = m->e->items[2]};
    el_truth truth;
    int status = el__text_operator(m->ev, &p, op, m->self, &m->args[0], &truth);
    *m->out = el_value_bool(truth == EL_TRUE);
    return status;
}

static int has_prefix(message *m)
{
    return text_test(m, EL_OP_BEGINSWITH);
}

static int has_suffix(message *m)
{
    return text_test(m, EL_OP_ENDSWITH);
}

static int contains_string(message *m)
{
    return text_test(m, EL_OP_CONTAINS);
}

static int last_path_component(message *m)
{
    const char *s = m->self->u.text.s;
    size_t n = m->self->u.text.n;
    while (n > 1 && s[n - 1] == '/')
        n--;
    size_t from = n;
    while (from && s[from - 1] != '/')
        from--;
    *m->out = text(m, s + from, n - from);
    return 0;
}

static int path_extension(message *m)
{
    const char *s = m->self->u.text.s;
    size_t n = m->self->u.text.n, dot = n;
    while (dot && s[dot - 1] != '.' && s[dot - 1] != '/')
        dot--;
    int found = dot > 1 && s[dot - 1] == '.' && s[dot - 2] != '/';
    *m->out = text(m, s + (found ? dot : n), found ? n - dot : 0);
    return 0;
}

static int add_interval(message *m)
{
    *m->out = el_value_date(m->self->u.d + el__as_double(&m->args[0]));
    return 0;
}

static int interval_since(message *m)
{
    *m->out = el_value_double(m->self->u.d - m->args[0].u.d);
    return 0;
}

static int is_equal(message *m)
{
    *m->out = el_value_bool(el__equal(m->ev, m->self, &m->args[0], 0));
    return 0;
}

static int contains_object(message *m)
{
    int found = 0;
    for (size_t i = 0; i < m->self->u.list.n && !found; i++)
        found = el__equal(m->ev, &m->self->u.list.items[i], &m->args[0], 0);
    *m->out = el_value_bool(found);
    return 0;
}

/* What the receiver and the arguments must be. */
typedef enum kind_class { ANYTHING, TEXT, NUMBER, INTEGER, DATE, COLLECTION } kind_class;

static const struct {
    const char *selector;
    kind_class self;
    size_t nargs;
    kind_class args[2];
    int (*send)(message *);
} messages[] = {
    {"substringFromIndex:", TEXT, 1, {INTEGER, ANYTHING}, substring_from},
    {"substringToIndex:", TEXT, 1, {INTEGER, ANYTHING}, substring_to},
    {"stringByAppendingString:", TEXT, 1, {TEXT, ANYTHING}, append},
    {"stringByReplacingOccurrencesOfString:withString:", TEXT, 2, {TEXT, TEXT}, replace},
    {"hasPrefix:", TEXT, 1, {TEXT, ANYTHING}, has_prefix},
    {"hasSuffix:", TEXT, 1, {TEXT, ANYTHING}, has_suffix},
    {"containsString:", TEXT, 1, {TEXT, ANYTHING}, contains_string},
    {"lastPathComponent", TEXT, 0, {ANYTHING, ANYTHING}, last_path_component},
    {"pathExtension", TEXT, 0, {ANYTHING, ANYTHING}, path_extension},
    {"dateByAddingTimeInterval:", DATE, 1, {NUMBER, ANYTHING}, add_interval},
    {"timeIntervalSinceDate:", DATE, 1, {DATE, ANYTHING}, interval_since},
    {"isEqual:", ANYTHING, 1, {ANYTHING, ANYTHING}, is_equal},
    {"isEqualToString:", TEXT, 1, {TEXT, ANYTHING}, is_equal},
    {"isEqualToNumber:", NUMBER, 1, {NUMBER, ANYTHING}, is_equal},
    {"isEqualToDate:", DATE, 1, {DATE, ANYTHING}, is_equal},
    {"containsObject:", COLLECTION, 1, {ANYTHING, ANYTHING}, contains_object},
};

static int fits(const el_value *v, kind_class wanted)
{
    switch (wanted) {
    case TEXT: return v->kind == EL_STRING || v->kind == EL_URL;
    case NUMBER: return el__is_number(v);
    case INTEGER: return v->kind == EL_INT;
    case DATE: return v->kind == EL_DATE;
    case COLLECTION: return el__is_collection(v);
    default: return 1;
    }
}

static int send(el_eval *ev, const el_expr *e, const el_value *selector, const el_value *values, size_t n, el_value *out)
{
    message m = {ev, e, &values[0], values + 2, out};
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        if (strlen(messages[i].selector) != selector->u.text.n ||
            memcmp(messages[i].selector, selector->u.text.s, selector->u.text.n) || messages[i].nargs != n - 2)
            continue;
        if (!fits(&values[0], messages[i].self))
            return el__eval_mismatch(ev, e->items[0]->range, &values[0], "Another receiver");
        for (size_t k = 0; k < n - 2; k++)
            if (!fits(&values[2 + k], messages[i].args[k]))
                return el__eval_mismatch(ev, e->items[2 + k]->range, &values[2 + k], "Another argument");
        return messages[i].send(&m);
    }
    return NOT_KNOWN;
}

/* A selector without arguments may be a key of the value: FUNCTION(name, 'length'). */
static int as_key(el_eval *ev, const el_expr *e, const el_operand *self, const el_value *selector, el_operand *out)
{
    const char *name = el_arena_strndup(ev->arena, selector->u.text.s, selector->u.text.n);
    el_step step = {strcmp(name, "count") || !el__is_collection(&self->v) ? name : "@count", 0, e->items[1]->range};
    if (!el__is_identifier(name, strlen(name)) || self->v.kind == EL_OBJECT)
        return NOT_KNOWN;
    return el__eval_steps(ev, *self, &step, 1, out);
}

static int unsupported(el_eval *ev, const el_expr *e, const el_value *selector)
{
    const char *name = el_arena_strndup(ev->arena, selector->u.text.s, selector->u.text.n);
    return el__eval_fail(ev, e->items[1]->range, "unsupported-function", name, "The message %s cannot be sent.", name);
}

int el__eval_call(el_eval *ev, const el_expr *e, el_operand *out)
{
    el_operand self = {el_value_null(), NULL, 0};
    el_value *values = el_arena_array(ev->arena, e->nitems, sizeof *values);
    for (size_t i = 0; i < e->nitems; i++) {
        el_operand one;
        int status = el__eval_expr(ev, e->items[i], &one);
        if (status)
            return status;
        values[i] = one.v;
        self = i ? self : one;
    }
    const el_value *selector = &values[1];
    if (selector->kind != EL_STRING)
        return el__eval_mismatch(ev, e->items[1]->range, selector, "The name of a message");
    *out = (el_operand){el_value_null(), NULL, 0};
    if (values[0].kind == EL_NULL) /* a message to nil */
        return 0;
    int status = send(ev, e, selector, values, e->nitems, &out->v);
    if (status == NOT_KNOWN && e->nitems == 2)
        status = as_key(ev, e, &self, selector, out);
    return status == NOT_KNOWN ? unsupported(ev, e, selector) : status;
}
