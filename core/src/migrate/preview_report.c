/* SPDX-License-Identifier: MIT */
/* A preview as JSON for programs and as text for people. */
#include "entitylens/migrate.h"

#include "base/buf.h"

#include <inttypes.h>
#include <string.h>

static void member(el_buf *b, const char *key, const char *text)
{
    el_buf_printf(b, ",\"%s\":", key);
    if (text)
        el_buf_json_string(b, text, (size_t)-1);
    else
        el_buf_puts(b, "null");
}

static void finding_json(el_buf *b, const el_migration_finding *f)
{
    el_buf_printf(b, "{\"code\":\"%s\",\"severity\":\"%s\"", f->code, el_severity_name(f->severity));
    member(b, "entity", f->entity);
    member(b, "property", f->property);
    if (f->count >= 0)
        el_buf_printf(b, ",\"count\":%" PRId64 ",\"total\":%" PRId64, f->count, f->total);
    el_buf_printf(b, ",\"byCoreDataToo\":%s", f->by_core_data ? "true" : "false");
    member(b, "text", f->text);
    if (f->hint)
        member(b, "hint", f->hint);
    el_buf_puts(b, ",\"samples\":[");
    for (size_t i = 0; i < f->nsamples; i++) {
        el_buf_puts(b, i ? ",{\"object\":" : "{\"object\":");
        el_buf_json_string(b, f->samples[i].object, (size_t)-1);
        member(b, "before", f->samples[i].before);
        member(b, "after", f->samples[i].after);
        el_buf_putc(b, '}');
    }
    el_buf_puts(b, "]}");
}

static void plan_json(el_buf *b, const el_ecd_plan *plan)
{
    el_buf_printf(b, "{\"version\":\"%s\",\"migrates\":%s,\"opens\":%s", el_ecd_version_name(plan->version), plan->migrates ? "true" : "false",
                  plan->opens ? "true" : "false");
    if (plan->error_domain && !plan->opens) {
        el_buf_puts(b, ",\"error\":{\"domain\":");
        el_buf_json_string(b, plan->error_domain, (size_t)-1);
        el_buf_printf(b, ",\"code\":%d", plan->error_code);
        member(b, "text", plan->error_text);
        el_buf_putc(b, '}');
    }
    if (plan->exception)
        member(b, "exception", plan->exception);
    if (plan->doubt)
        member(b, "doubt", plan->doubt);
    el_buf_puts(b, ",\"statements\":[");
    for (size_t i = 0; i < plan->nstatements; i++) {
        const el_plan_statement *s = &plan->statements[i];
        el_buf_puts(b, i ? ",{\"step\":" : "{\"step\":");
        el_buf_json_string(b, s->step, (size_t)-1);
        member(b, "entity", s->entity);
        member(b, "sql", s->sql);
        member(b, "error", s->error);
        el_buf_putc(b, '}');
    }
    el_buf_puts(b, "]}");
}

void el_migration_preview_json(el_buf *b, const el_migration_preview *v)
{
    el_buf_puts(b, "{\"diff\":");
    el_model_diff_json(b, v->diff);
    el_buf_puts(b, ",\"ecd\":");
    plan_json(b, v->plan);
    el_buf_puts(b, ",\"entities\":[");
    for (size_t i = 0; i < v->neffects; i++) {
        const el_entity_effect *e = &v->effects[i];
        el_buf_puts(b, i ? ",{\"entity\":" : "{\"entity\":");
        el_buf_json_string(b, e->entity, (size_t)-1);
        member(b, "from", e->from);
        el_buf_printf(b, ",\"rowsBefore\":%" PRId64 ",\"rowsExpected\":%" PRId64 ",\"rowsAfter\":%" PRId64 "}", e->rows_before, e->rows_expected, e->rows_after);
    }
    el_buf_puts(b, "],\"findings\":[");
    for (size_t i = 0; i < v->nfindings; i++) {
        if (i)
            el_buf_putc(b, ',');
        finding_json(b, &v->findings[i]);
    }
    el_buf_printf(b, "],\"cost\":{\"rowsRewritten\":%" PRId64 ",\"seconds\":%.3f}}", v->rows_rewritten, v->seconds);
}

static void verdict(el_buf *b, const el_migration_preview *v)
{
    const el_ecd_plan *plan = v->plan;
    size_t ecd = 0, both = 0;
    for (size_t i = 0; i < v->nfindings; i++)
        if (v->findings[i].severity >= EL_SEVERITY_WARNING)
            *(v->findings[i].by_core_data ? &both : &ecd) += 1;
    if (plan->exception)
        el_buf_puts(b, "The app would crash at every launch.\n");
    else if (!plan->opens)
        el_buf_puts(b, "The app could not open this store. The file stays as it is.\n");
    else if (!plan->migrates)
        el_buf_puts(b, "Nothing is migrated: no version hash differs.\n");
    else if (ecd)
        el_buf_printf(b, "The app opens the store, but %zu thing%s go%s wrong that a correct migration would get right.\n", ecd, ecd == 1 ? "" : "s", ecd == 1 ? "es" : "");
    else if (both)
        el_buf_puts(b, "The app opens the store; what the new model no longer has is dropped.\n");
    else
        el_buf_puts(b, "The app opens the store and nothing is lost.\n");
}

static void findings_text(el_buf *b, const el_migration_preview *v)
{
    static const char *const marks[] = {"  ", "· ", "! ", "✗ "};
    for (int severity = EL_SEVERITY_ERROR; severity >= EL_SEVERITY_INFO; severity--)
        for (size_t i = 0; i < v->nfindings; i++) {
            const el_migration_finding *f = &v->findings[i];
            if ((int)f->severity != severity)
                continue;
            el_buf_printf(b, "%s%s  [%s]\n", marks[severity], f->text, f->code);
            for (size_t k = 0; k < f->nsamples; k++) {
                el_buf_printf(b, "      %s", f->samples[k].object);
                if (f->samples[k].before)
                    el_buf_printf(b, ": %s", f->samples[k].before);
                el_buf_printf(b, " → %s\n", f->samples[k].after);
            }
            if (f->hint)
                el_buf_printf(b, "    %s\n", f->hint);
        }
}

void el_migration_preview_text(el_buf *b, const el_migration_preview *v)
{
    verdict(b, v);
    if (v->nfindings) {
        el_buf_puts(b, "\nWhat happens to the data\n");
        findings_text(b, v);
    }
    el_buf_puts(b, "\nObjects: before → with ECD (correct)\n");
    for (size_t i = 0; i < v->neffects; i++) {
        const el_entity_effect *e = &v->effects[i];
        el_buf_printf(b, "  %s: %" PRId64 " → %" PRId64 " (%" PRId64 ")%s%s\n", e->entity, e->rows_before, e->rows_after, e->rows_expected,
                      e->from && strcmp(e->from, e->entity) != 0 ? ", was " : "", e->from && strcmp(e->from, e->entity) != 0 ? e->from : "");
    }
    el_buf_puts(b, "\nWhat changes between the models\n");
    el_model_diff_text(b, v->diff);
    el_buf_printf(b, "\nWhat ECD %s executes\n", el_ecd_version_name(v->plan->version));
    for (size_t i = 0; i < v->plan->nstatements; i++) {
        const el_plan_statement *s = &v->plan->statements[i];
        el_buf_printf(b, "  %s\n", s->sql);
        if (s->error)
            el_buf_printf(b, "    ✗ %s\n", s->error);
    }
    if (v->rows_rewritten)
        el_buf_printf(b, "\n%" PRId64 " rows are rewritten, about %.1f s.\n", v->rows_rewritten, v->seconds);
}
