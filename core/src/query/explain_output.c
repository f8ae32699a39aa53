/* SPDX-License-Identifier: MIT */
#include "entitylens/query.h"

#include "base/buf.h"

#include <inttypes.h>
#include <string.h>

static void json_text(el_buf *out, const char *key, const char *text)
{
    el_buf_json_string(out, key, (size_t)-1);
    el_buf_putc(out, ':');
    if (text)
        el_buf_json_string(out, text, (size_t)-1);
    else
        el_buf_puts(out, "null");
}

static void json_texts(el_buf *out, const char *key, const char *const *texts, size_t n)
{
    el_buf_json_string(out, key, (size_t)-1);
    el_buf_puts(out, ":[");
    for (size_t i = 0; i < n; i++) {
        if (i)
            el_buf_putc(out, ',');
        el_buf_json_string(out, texts[i], (size_t)-1);
    }
    el_buf_putc(out, ']');
}

static void json_difference(el_buf *out, const el_difference *d)
{
    el_buf_putc(out, '{');
    json_text(out, "code", d->code);
    el_buf_putc(out, ',');
    json_text(out, "text", d->text);
    el_buf_putc(out, ',');
    json_texts(out, "onlyHere", d->only_here, d->nonly_here);
    el_buf_putc(out, ',');
    json_texts(out, "onlyEcd", d->only_ecd, d->nonly_ecd);
    el_buf_printf(out, ",\"totalHere\":%" PRId64 ",\"totalEcd\":%" PRId64 "}", d->total_here, d->total_ecd);
}

static void json_warnings(el_buf *out, const el_explanation *e)
{
    el_buf_puts(out, "\"warnings\":[");
    for (size_t i = 0; i < e->nwarnings; i++) {
        const el_error *w = &e->warnings[i];
        el_buf_puts(out, i ? ",{" : "{");
        json_text(out, "code", w->code);
        el_buf_putc(out, ',');
        json_text(out, "message", w->message);
        if (w->has_range)
            el_buf_printf(out, ",\"range\":[%zu,%zu]", w->start, w->end);
        if (w->hint[0]) {
            el_buf_putc(out, ',');
            json_text(out, "hint", w->hint);
        }
        if (w->repair[0]) {
            el_buf_putc(out, ',');
            json_text(out, "repair", w->repair);
        }
        el_buf_putc(out, '}');
    }
    el_buf_putc(out, ']');
}

void el_explanation_json(el_buf *out, const el_explanation *e)
{
    el_buf_putc(out, '{');
    json_text(out, "normalForm", e->normal_form);
    el_buf_putc(out, ',');
    json_text(out, "sql", e->sql);
    el_buf_puts(out, ",\"bindings\":[");
    for (size_t i = 0; i < e->nbindings; i++) {
        if (i)
            el_buf_putc(out, ',');
        el_value_json(out, &e->bindings[i]);
    }
    el_buf_puts(out, "],");
    json_texts(out, "plan", e->plan, e->nplan);
    el_buf_putc(out, ',');
    json_warnings(out, e);
    el_buf_puts(out, ",\"ecd\":{");
    json_text(out, "sql", e->ecd_sql);
    el_buf_putc(out, ',');
    json_text(out, "answer", e->ecd_answer);
    el_buf_puts(out, ",\"differences\":[");
    for (size_t i = 0; i < e->ndifferences; i++) {
        if (i)
            el_buf_putc(out, ',');
        json_difference(out, &e->differences[i]);
    }
    el_buf_puts(out, "]}}");
}

static void text_ids(el_buf *out, const char *side, const char *const *ids, size_t n, int64_t total)
{
    enum { SHOWN = 10 };
    if (!n)
        return;
    el_buf_printf(out, "    %s (%" PRId64 "):", side, total);
    for (size_t i = 0; i < n && i < SHOWN; i++)
        el_buf_printf(out, " %s", ids[i]);
    el_buf_puts(out, total > SHOWN ? " …\n" : "\n");
}

/* What several reasons bring about together is listed with the first of them. */
static int same_objects(const el_difference *a, const el_difference *b)
{
    if (a->total_here != b->total_here || a->total_ecd != b->total_ecd || a->nonly_here != b->nonly_here || a->nonly_ecd != b->nonly_ecd)
        return 0;
    for (size_t i = 0; i < a->nonly_here; i++)
        if (strcmp(a->only_here[i], b->only_here[i]))
            return 0;
    for (size_t i = 0; i < a->nonly_ecd; i++)
        if (strcmp(a->only_ecd[i], b->only_ecd[i]))
            return 0;
    return 1;
}

void el_explanation_text(el_buf *out, const el_explanation *e)
{
    el_buf_printf(out, "normal form  %s\nsql          %s\n", e->normal_form, e->sql);
    for (size_t i = 0; i < e->nbindings; i++) {
        el_buf_printf(out, "  ?%zu = ", i + 1);
        el_value_json(out, &e->bindings[i]);
        el_buf_putc(out, '\n');
    }
    el_buf_puts(out, "plan\n");
    for (size_t i = 0; i < e->nplan; i++)
        el_buf_printf(out, "  %s\n", e->plan[i]);
    for (size_t i = 0; i < e->nwarnings; i++)
        el_buf_printf(out, "note         %s%s%s\n", e->warnings[i].message, e->warnings[i].hint[0] ? " " : "", e->warnings[i].hint);
    el_buf_printf(out, "ECD sends    %s\nECD answers  %s\n", e->ecd_sql ? e->ecd_sql : "nothing", e->ecd_answer ? e->ecd_answer : "");
    for (size_t i = 0; i < e->ndifferences; i++) {
        const el_difference *d = &e->differences[i];
        el_buf_printf(out, "  %s: %s\n", d->code, d->text);
        if (i && (d->total_here || d->total_ecd) && same_objects(d, d - 1)) {
            el_buf_puts(out, "    the same objects\n");
            continue;
        }
        text_ids(out, "only here", d->only_here, d->nonly_here, d->total_here);
        text_ids(out, "only ECD", d->only_ecd, d->nonly_ecd, d->total_ecd);
    }
}
