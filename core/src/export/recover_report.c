/* SPDX-License-Identifier: MIT */
#include "base/buf.h"
#include "entitylens/copy.h"

#include <inttypes.h>
#include <stdlib.h>

void el_recover_report_free(el_recover_report *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < r->ntables; i++) {
        free(r->tables[i].name);
        free(r->tables[i].entity);
        free(r->tables[i].lost);
        free(r->tables[i].problem);
    }
    for (size_t i = 0; i < r->nproblems; i++)
        free(r->problems[i]);
    free(r->tables);
    free(r->problems);
    free(r);
}

static int has_losses(const el_recover_table *t)
{
    return t->nlost || t->partial || t->refused || t->problem;
}

int el_recover_report_has_losses(const el_recover_report *r)
{
    int any = r->damaged_pages || r->schema_incomplete || r->schema_unverified || r->lost_and_found || r->nproblems;
    for (size_t i = 0; i < r->ntables && !any; i++)
        any = has_losses(&r->tables[i]);
    return any;
}

static void text_or_null(el_buf *out, const char *s)
{
    if (s)
        el_buf_json_string(out, s, (size_t)-1);
    else
        el_buf_puts(out, "null");
}

static void bound_json(el_buf *out, int64_t v)
{
    if (v == INT64_MIN || v == INT64_MAX)
        el_buf_puts(out, "null");
    else
        el_buf_printf(out, "%" PRId64, v);
}

static void table_json(el_buf *out, const el_recover_table *t)
{
    el_buf_puts(out, "{\"name\":");
    text_or_null(out, t->name);
    el_buf_puts(out, ",\"entity\":");
    text_or_null(out, t->entity);
    el_buf_printf(out, ",\"rows\":%" PRId64 ",\"found\":%" PRId64 ",\"partial\":%" PRId64 ",\"refused\":%" PRId64 ",\"lostPages\":%" PRId64
                       ",\"lostAtMost\":", t->rows, t->found, t->partial, t->refused, t->lost_pages);
    bound_json(out, t->lost_at_most < 0 ? INT64_MAX : t->lost_at_most);
    el_buf_puts(out, ",\"lost\":[");
    for (size_t i = 0; i < t->nlost; i++) {
        el_buf_puts(out, i ? ",{\"after\":" : "{\"after\":");
        bound_json(out, t->lost[i].after);
        el_buf_puts(out, ",\"upTo\":");
        bound_json(out, t->lost[i].upto);
        el_buf_putc(out, '}');
    }
    el_buf_puts(out, "],\"problem\":");
    text_or_null(out, t->problem);
    el_buf_putc(out, '}');
}

void el_recover_report_json(el_buf *out, const el_recover_report *r)
{
    el_buf_printf(out, "{\"pages\":%" PRId64 ",\"damagedPages\":%" PRId64 ",\"schemaUnverified\":%s,\"schemaIncomplete\":%s,\"freeUnknown\":%s"
                       ",\"lostAndFound\":%" PRId64 ",\"tables\":[",
                  r->pages, r->damaged_pages, r->schema_unverified ? "true" : "false", r->schema_incomplete ? "true" : "false",
                  r->free_unknown ? "true" : "false", r->lost_and_found);
    for (size_t i = 0; i < r->ntables; i++) {
        if (i)
            el_buf_putc(out, ',');
        table_json(out, &r->tables[i]);
    }
    el_buf_puts(out, "],\"problems\":[");
    for (size_t i = 0; i < r->nproblems; i++) {
        if (i)
            el_buf_putc(out, ',');
        text_or_null(out, r->problems[i]);
    }
    el_buf_puts(out, "]}");
}

static void range_text(el_buf *out, el_recover_range r)
{
    if (r.after == INT64_MIN && r.upto == INT64_MAX)
        el_buf_puts(out, "    any id\n");
    else if (r.after == INT64_MIN)
        el_buf_printf(out, "    ids up to %" PRId64 "\n", r.upto);
    else if (r.upto == INT64_MAX)
        el_buf_printf(out, "    ids above %" PRId64 "\n", r.after);
    else
        el_buf_printf(out, "    ids %" PRId64 " to %" PRId64 "\n", r.after + 1, r.upto);
}

static void table_text(el_buf *out, const el_recover_table *t)
{
    el_buf_printf(out, "  %s", t->entity ? t->entity : t->name);
    if (t->entity)
        el_buf_printf(out, " (table %s)", t->name);
    if (t->problem) {
        el_buf_printf(out, ": lost, the table cannot be made: %s\n", t->problem);
        return;
    }
    el_buf_printf(out, ": %" PRId64 " rows saved", t->rows);
    if (t->found)
        el_buf_printf(out, ", %" PRId64 " of them from pages that a damaged page pointed at", t->found);
    if (t->partial)
        el_buf_printf(out, ", %" PRId64 " with a value missing", t->partial);
    if (t->refused)
        el_buf_printf(out, ", %" PRId64 " unreadable or double", t->refused);
    if (!t->nlost) {
        el_buf_puts(out, t->partial || t->refused ? "\n" : ", nothing lost\n");
        return;
    }
    if (t->lost_at_most >= 0)
        el_buf_printf(out, "; at most %" PRId64 " lost among\n", t->lost_at_most);
    else
        el_buf_puts(out, "; lost are rows with\n");
    for (size_t i = 0; i < t->nlost; i++)
        range_text(out, t->lost[i]);
}

void el_recover_report_text(el_buf *out, const el_recover_report *r)
{
    el_buf_printf(out, "%" PRId64 " of %" PRId64 " pages are damaged\n", r->damaged_pages, r->pages);
    if (r->schema_unverified)
        el_buf_puts(out, "page 1 is damaged: the tables' definitions come from it all the same and may be wrong\n");
    if (r->schema_incomplete)
        el_buf_puts(out, "pages of the schema are lost: tables may be missing\n");
    if (r->free_unknown)
        el_buf_puts(out, "the list of free pages cannot be read: rows that were found may be deleted ones\n");
    for (size_t i = 0; i < r->ntables; i++)
        table_text(out, &r->tables[i]);
    if (r->lost_and_found)
        el_buf_printf(out, "  lost_and_found: %" PRId64 " rows that no table claims\n", r->lost_and_found);
    for (size_t i = 0; i < r->nproblems; i++)
        el_buf_printf(out, "  %s\n", r->problems[i]);
}
