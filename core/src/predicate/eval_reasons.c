/* SPDX-License-Identifier: MIT */
/* Why an object does or does not match: every condition with its truth and the values of its sides. */
#include "predicate/eval.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "predicate/ast_values.h"

#include <string.h>

typedef struct teller {
    const el_predicate *p;
    el_eval eval;
    el_error err;
    el_reasons *out;
    size_t cap;
} teller;

enum { SHOWN_MEMBERS = 5, SHOWN_BYTES = 60 };

static void add_text(el_buf *out, const el_value *v)
{
    size_t n = v->u.text.n;
    if (n > SHOWN_BYTES) {
        n = SHOWN_BYTES;
        while (n && ((unsigned char)v->u.text.s[n] & 0xC0) == 0x80)
            n--;
    }
    el_buf_json_string(out, v->u.text.s, n);
    if (n < v->u.text.n)
        el_buf_puts(out, "...");
}

static void add_value(el_buf *out, const el_value *v, int depth)
{
    switch (v->kind) {
    case EL_NULL: el_buf_puts(out, "nil"); break;
    case EL_STRING:
    case EL_URL:
    case EL_UUID: add_text(out, v); break;
    case EL_DATE: el_date_text(out, v->u.d); break;
    case EL_DECIMAL: el__decimal_plain(out, v->u.text.s, v->u.text.n); break;
    case EL_DATA:
    case EL_ARCHIVE: el_buf_printf(out, "%zu bytes", v->u.text.n); break;
    case EL_OBJECT:
        if (v->u.object.entity)
            el_buf_printf(out, "%s/%lld", v->u.object.entity, (long long)v->u.object.key);
        else
            el_buf_puts(out, v->u.object.name ? v->u.object.name : "an unknown object");
        break;
    case EL_ENTITY:
    case EL_CLASS: el_buf_add(out, v->u.text.s, v->u.text.n); break;
    case EL_LIST:
    case EL_SET:
        el_buf_putc(out, '{');
        for (size_t i = 0; i < v->u.list.n && i < SHOWN_MEMBERS && depth < 2; i++) {
            el_buf_puts(out, i ? ", " : "");
            add_value(out, &v->u.list.items[i], depth + 1);
        }
        if (v->u.list.n > SHOWN_MEMBERS || depth >= 2)
            el_buf_printf(out, ", ... (%zu)", v->u.list.n);
        el_buf_putc(out, '}');
        break;
    default: el__normal_value(out, v);
    }
}

static const char *value_text(teller *t, const el_operand *side)
{
    el_buf text = {0};
    add_value(&text, &side->v, 0);
    const char *copy = el_arena_strndup(t->out->arena, el_buf_str(&text), text.len);
    el_buf_free(&text);
    return copy;
}

static const char *condition_text(teller *t, const el_pred *p)
{
    el_buf text = {0};
    el__print_pred(&text, t->p, p);
    const char *copy = el_arena_strndup(t->out->arena, el_buf_str(&text), text.len);
    el_buf_free(&text);
    return copy;
}

static size_t add_reason(teller *t, const el_pred *p, int depth)
{
    el_reasons *out = t->out;
    if (out->n == t->cap) {
        t->cap = t->cap ? t->cap * 2 : 16;
        el_reason *fresh = el_arena_array(out->arena, t->cap, sizeof *fresh);
        if (out->n)
            memcpy(fresh, out->items, out->n * sizeof *fresh);
        out->items = fresh;
    }
    out->items[out->n] = (el_reason){.truth = EL_UNKNOWN, .depth = depth, .start = p->range.start, .end = p->range.end,
                                     .text = condition_text(t, p)};
    return out->n++;
}

static el_truth tell(teller *t, const el_pred *p, int depth);

static el_truth tell_members(teller *t, const el_pred *p, int depth)
{
    el_truth decides = p->kind == EL_PRED_OR ? EL_TRUE : EL_FALSE, result = decides == EL_TRUE ? EL_FALSE : EL_TRUE;
    for (size_t i = 0; i < p->nitems; i++) {
        el_truth one = tell(t, p->items[i], depth);
        if (p->kind == EL_PRED_NOT)
            return one == EL_UNKNOWN ? one : el__truth(one == EL_FALSE);
        if (one == decides || (one == EL_UNKNOWN && result != decides))
            result = one;
    }
    return result;
}

static el_truth tell_comparison(teller *t, const el_pred *p, size_t at)
{
    el_operand left = {el_value_null(), NULL, 0}, right = left;
    el_truth truth = EL_UNKNOWN;
    el_error_clear(&t->err);
    int status = el__eval_comparison(&t->eval, p, &truth, &left, &right);
    el_reason *reason = &t->out->items[at];
    if (status) {
        reason->problem = el_arena_strdup(t->out->arena, t->err.message);
        return EL_UNKNOWN;
    }
    reason->left = value_text(t, &left);
    reason->right = value_text(t, &right);
    return truth;
}

static el_truth tell(teller *t, const el_pred *p, int depth)
{
    size_t at = add_reason(t, p, depth);
    el_truth truth;
    if (p->kind == EL_PRED_COMPARE)
        truth = tell_comparison(t, p, at);
    else if (p->kind == EL_PRED_TRUE || p->kind == EL_PRED_FALSE)
        truth = el__truth(p->kind == EL_PRED_TRUE);
    else
        truth = tell_members(t, p, depth + 1);
    t->out->items[at].truth = truth; /* members may have moved the list */
    return truth;
}

int el_predicate_explain_object(el_reasons **out, const el_predicate *p, const el_value *self, const el_eval_source *source,
                                el_eval_mode mode)
{
    el_arena *arena = el_arena_new();
    teller t = {.p = p};
    t.out = el_arena_alloc(arena, sizeof *t.out);
    t.out->arena = arena;
    el__eval_begin(&t.eval, self, source, mode, &t.err);
    t.out->truth = tell(&t, p->root, 0);
    el_arena_free(t.eval.arena);
    *out = t.out;
    return EL_OK;
}

void el_reasons_free(el_reasons *reasons)
{
    if (reasons)
        el_arena_free(reasons->arena);
}
