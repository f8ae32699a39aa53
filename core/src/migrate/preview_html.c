/* SPDX-License-Identifier: MIT */
/* A preview as one self-contained page that can be attached to a review. */
#include "entitylens/migrate.h"

#include "base/buf.h"

#include <inttypes.h>
#include <string.h>

static void text(el_buf *b, const char *s)
{
    for (; s && *s; s++) {
        switch (*s) {
        case '&': el_buf_puts(b, "&amp;"); break;
        case '<': el_buf_puts(b, "&lt;"); break;
        case '>': el_buf_puts(b, "&gt;"); break;
        case '"': el_buf_puts(b, "&quot;"); break;
        default: el_buf_putc(b, *s);
        }
    }
}

static void element(el_buf *b, const char *open, const char *s, const char *close)
{
    el_buf_puts(b, open);
    text(b, s);
    el_buf_puts(b, close);
}

static const char style[] =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2329;background:#fff}"
    "h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem;border-bottom:1px solid #d9dee3;padding-bottom:.25rem}"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #eceff2}"
    "td.n,th.n{text-align:right}code,pre{font:13px/1.45 ui-monospace,monospace}pre{white-space:pre-wrap;background:#f6f8fa;padding:.75rem;border-radius:4px}"
    ".error{border-left:3px solid #b3261e}.warning{border-left:3px solid #9a6700}.notice,.info{border-left:3px solid #8c959f}"
    ".f{padding:.25rem .75rem;margin:.5rem 0}.code{color:#59636e;font-size:.85rem}.hint{color:#59636e}.bad{color:#b3261e}"
    "@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#16191d}pre{background:#20252b}h2,td,th{border-color:#333a42}.code,.hint{color:#9aa4af}.bad{color:#ff8a80}}";

static void findings(el_buf *b, const el_migration_preview *v)
{
    for (int severity = EL_SEVERITY_ERROR; severity >= EL_SEVERITY_INFO; severity--)
        for (size_t i = 0; i < v->nfindings; i++) {
            const el_migration_finding *f = &v->findings[i];
            if ((int)f->severity != severity)
                continue;
            el_buf_printf(b, "<div class=\"f %s\">", el_severity_name(f->severity));
            text(b, f->text);
            element(b, " <span class=\"code\">", f->code, "</span>");
            if (f->nsamples) {
                el_buf_puts(b, "<table>");
                for (size_t k = 0; k < f->nsamples; k++) {
                    element(b, "<tr><td>", f->samples[k].object, "</td>");
                    element(b, "<td>", f->samples[k].before ? f->samples[k].before : "", "</td>");
                    element(b, "<td>→ ", f->samples[k].after, "</td></tr>");
                }
                el_buf_puts(b, "</table>");
            }
            if (f->hint)
                element(b, "<div class=\"hint\">", f->hint, "</div>");
            el_buf_puts(b, "</div>\n");
        }
}

static void entities(el_buf *b, const el_migration_preview *v)
{
    el_buf_puts(b, "<table><tr><th>Entity</th><th>was</th><th class=\"n\">objects today</th><th class=\"n\">with ECD</th><th class=\"n\">correct</th></tr>\n");
    for (size_t i = 0; i < v->neffects; i++) {
        const el_entity_effect *e = &v->effects[i];
        element(b, "<tr><td>", e->entity, "</td>");
        element(b, "<td>", e->from ? e->from : "new", "</td>");
        el_buf_printf(b, "<td class=\"n\">%" PRId64 "</td><td class=\"n%s\">%" PRId64 "</td><td class=\"n\">%" PRId64 "</td></tr>\n", e->rows_before,
                      e->rows_after != e->rows_expected ? " bad" : "", e->rows_after, e->rows_expected);
    }
    el_buf_puts(b, "</table>\n");
}

static void changes(el_buf *b, const el_model_diff *d)
{
    for (int severity = EL_SEVERITY_ERROR; severity >= EL_SEVERITY_INFO; severity--)
        for (size_t i = 0; i < d->nchanges; i++)
            if ((int)d->changes[i].severity == severity) {
                el_buf_printf(b, "<div class=\"f %s\">", el_severity_name(d->changes[i].severity));
                text(b, d->changes[i].sentence);
                element(b, " <span class=\"code\">", d->changes[i].kind, "</span></div>\n");
            }
    if (!d->nchanges)
        el_buf_puts(b, "<p>The two models are equal.</p>\n");
}

void el_migration_preview_html(el_buf *b, const el_migration_preview *v, const char *title)
{
    el_buf_puts(b, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">");
    element(b, "<title>Migration of ", title, "</title>");
    el_buf_printf(b, "<style>%s</style></head><body>\n", style);
    element(b, "<h1>Migration of ", title, "</h1>\n");
    el_buf_puts(b, "<p>From ");
    element(b, "<b>", v->diff->from->name, "</b> to ");
    element(b, "<b>", v->diff->to->name, "</b>, ");
    el_buf_printf(b, "as ECD %s does it: %s</p>\n", el_ecd_version_name(v->plan->version),
                  v->plan->exception ? "<b class=\"bad\">the app crashes.</b>" : !v->plan->opens ? "<b class=\"bad\">the app cannot open the store.</b>"
                  : v->plan->migrates ? "the app opens the store." : "nothing is migrated.");
    el_buf_puts(b, "<h2>What happens to the data</h2>\n");
    if (v->nfindings)
        findings(b, v);
    else
        el_buf_puts(b, "<p>Nothing is lost.</p>\n");
    el_buf_puts(b, "<h2>Objects</h2>\n");
    entities(b, v);
    el_buf_puts(b, "<h2>What changes between the models</h2>\n");
    changes(b, v->diff);
    el_buf_puts(b, "<h2>What ECD executes</h2>\n<pre>");
    for (size_t i = 0; i < v->plan->nstatements; i++) {
        text(b, v->plan->statements[i].sql);
        el_buf_putc(b, '\n');
        if (v->plan->statements[i].error)
            element(b, "<b class=\"bad\">✗ ", v->plan->statements[i].error, "</b>\n");
    }
    el_buf_puts(b, "</pre></body></html>\n");
}
