/* SPDX-License-Identifier: MIT */
#include "base/buf.h"
#include "entitylens/copy.h"

#include <stdlib.h>

void el_copy_report_free(el_copy_report *report)
{
    if (!report)
        return;
    for (size_t i = 0; i < report->ntables; i++)
        free(report->tables[i].name);
    free(report->tables);
    free(report);
}

static void params_json(el_buf *out, const el_cipher_params *p)
{
    el_buf text = {0};
    el_cipher_params_text(&text, p);
    el_buf_printf(out, "{\"encrypted\":%s,\"version\":", p->encrypted ? "true" : "false");
    if (p->version)
        el_buf_printf(out, "%d", p->version);
    else
        el_buf_puts(out, "null");
    el_buf_puts(out, ",\"cipher\":");
    el_buf_json_string(out, el_buf_str(&text), (size_t)-1);
    el_buf_putc(out, '}');
    el_buf_free(&text);
}

void el_copy_report_json(el_buf *out, const el_copy_report *r)
{
    el_buf_puts(out, "{\"from\":");
    params_json(out, &r->from);
    el_buf_puts(out, ",\"to\":");
    params_json(out, &r->to);
    el_buf_printf(out, ",\"openedBy\":\"%s\",\"pages\":%lld,\"bytes\":%lld,\"rows\":%lld,\"tables\":[", r->opened_by, (long long)r->pages,
                  (long long)r->bytes, (long long)r->rows);
    for (size_t i = 0; i < r->ntables; i++) {
        el_buf_puts(out, i ? ",{\"name\":" : "{\"name\":");
        el_buf_json_string(out, r->tables[i].name, (size_t)-1);
        el_buf_printf(out, ",\"rows\":%lld,\"sha256\":\"", (long long)r->tables[i].rows);
        el_buf_hex(out, r->tables[i].digest, sizeof r->tables[i].digest);
        el_buf_puts(out, "\"}");
    }
    el_buf_puts(out, "]}");
}

static void describe(el_buf *out, const el_cipher_params *p)
{
    if (!p->encrypted)
        el_buf_puts(out, "plain SQLite");
    else if (p->version)
        el_buf_printf(out, "SQLCipher %d", p->version);
    else
        el_cipher_params_text(out, p);
}

void el_copy_report_text(el_buf *out, const el_copy_report *r)
{
    el_buf_puts(out, "copied from ");
    describe(out, &r->from);
    el_buf_puts(out, " to ");
    describe(out, &r->to);
    el_buf_printf(out, ": %lld pages, %zu tables, %lld rows; integrity checked, every value compared\n", (long long)r->pages, r->ntables,
                  (long long)r->rows);
}
