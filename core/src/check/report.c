/* SPDX-License-Identifier: MIT */
#include "check/report.h"

#include "base/arena.h"
#include "base/buf.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const severities[] = {"error", "warning", "notice", "info"};

static int rank(const char *severity)
{
    int i = 0;
    while (i < 3 && strcmp(severities[i], severity))
        i++;
    return i;
}

el_check_report *el__check_report_new(void)
{
    el_arena *arena = el_arena_new();
    el_check_report *report = el_arena_alloc(arena, sizeof *report);
    report->arena = arena;
    return report;
}

void el_check_report_free(el_check_report *report)
{
    if (!report)
        return;
    free(report->findings);
    el_arena_free(report->arena);
}

el_check_finding *el__check_addv(el_check_report *report, const char *area, const char *code, const char *severity,
                                 const char *where, const char *fmt, va_list ap)
{
    if ((report->nfindings & (report->nfindings + 1)) == 0) /* room doubles at 1, 3, 7, … */
        report->findings = el_xrealloc(report->findings, 2 * (report->nfindings + 1) * sizeof *report->findings);
    el_check_finding *f = &report->findings[report->nfindings++];
    el_buf text = {0};
    el_buf_vprintf(&text, fmt, ap);
    memset(f, 0, sizeof *f);
    f->area = area;
    f->code = code;
    f->severity = severity;
    f->where = el_arena_strdup(report->arena, where);
    f->text = el_arena_strdup(report->arena, el_buf_str(&text));
    f->count = -1;
    el_buf_free(&text);
    return f;
}

el_check_finding *el__check_add(el_check_report *report, const char *area, const char *code, const char *severity,
                                const char *where, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    el_check_finding *f = el__check_addv(report, area, code, severity, where, fmt, ap);
    va_end(ap);
    return f;
}

void el__check_sort(el_check_report *report)
{
    /* Insertion keeps the order of equals; reports are short. */
    for (size_t i = 1; i < report->nfindings; i++) {
        el_check_finding f = report->findings[i];
        size_t k = i;
        for (; k > 0 && rank(report->findings[k - 1].severity) > rank(f.severity); k--)
            report->findings[k] = report->findings[k - 1];
        report->findings[k] = f;
    }
}

const char *el_check_report_worst(const el_check_report *report)
{
    int worst = 4;
    for (size_t i = 0; i < report->nfindings; i++)
        if (rank(report->findings[i].severity) < worst)
            worst = rank(report->findings[i].severity);
    return worst < 4 ? severities[worst] : "none";
}

static void add_text(el_buf *out, const char *key, const char *text)
{
    el_buf_printf(out, "\"%s\":", key);
    if (text)
        el_buf_json_string(out, text, (size_t)-1);
    else
        el_buf_puts(out, "null");
}

static void add_finding(el_buf *out, const el_check_finding *f)
{
    const struct { const char *key, *text; } texts[] = {
        {"area", f->area}, {"code", f->code}, {"severity", f->severity}, {"where", f->where}, {"text", f->text}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        el_buf_putc(out, i ? ',' : '{');
        add_text(out, texts[i].key, texts[i].text);
    }
    if (f->count >= 0)
        el_buf_printf(out, ",\"count\":%" PRId64, f->count);
    el_buf_puts(out, ",\"samples\":[");
    for (size_t i = 0; i < f->nsamples; i++) {
        if (i)
            el_buf_putc(out, ',');
        el_buf_json_string(out, f->samples[i], (size_t)-1);
    }
    el_buf_puts(out, "],");
    add_text(out, "sql", f->sql);
    el_buf_putc(out, '}');
}

void el_check_report_json(el_buf *out, const el_check_report *report)
{
    el_buf_printf(out, "{\"rules\":%zu,\"findings\":[", report->nrules);
    for (size_t i = 0; i < report->nfindings; i++) {
        if (i)
            el_buf_putc(out, ',');
        add_finding(out, &report->findings[i]);
    }
    el_buf_puts(out, "]}");
}

void el_check_report_text(el_buf *out, const el_check_report *report)
{
    for (size_t i = 0; i < report->nfindings; i++) {
        const el_check_finding *f = &report->findings[i];
        el_buf_printf(out, "%-7s  %s  [%s]\n", f->severity, f->text, f->code);
        for (size_t k = 0; k < f->nsamples; k++)
            el_buf_printf(out, "%s%s", k ? ", " : "         e.g. ", f->samples[k]);
        if (f->nsamples)
            el_buf_puts(out, f->count > (int64_t)f->nsamples ? ", …\n" : "\n");
        if (f->sql)
            el_buf_printf(out, "         %s\n", f->sql);
    }
    if (!report->nfindings)
        el_buf_printf(out, "%zu rules, nothing found\n", report->nrules);
}

void el_check_report_merge(el_check_report *into, const el_check_report *from)
{
    into->nrules += from->nrules;
    for (size_t i = 0; i < from->nfindings; i++) {
        const el_check_finding *f = &from->findings[i];
        el_check_finding *copy = el__check_add(into, f->area, f->code, f->severity, f->where, "%s", f->text);
        const char **samples = f->nsamples ? el_arena_array(into->arena, f->nsamples, sizeof *samples) : NULL;
        for (size_t k = 0; k < f->nsamples; k++)
            samples[k] = el_arena_strdup(into->arena, f->samples[k]);
        copy->count = f->count;
        copy->samples = samples;
        copy->nsamples = f->nsamples;
        copy->sql = el_arena_strdup(into->arena, f->sql);
    }
    el__check_sort(into);
}
