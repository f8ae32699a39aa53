/* SPDX-License-Identifier: MIT */
/* What `info` says about a store. */
#include "store/store.h"

#include "base/buf.h"
#include "cipher/report.h"
#include "model/metadata.h"
#include "store/listing.h"

#include <inttypes.h>
#include <string.h>

static void add_string(el_buf *out, const char *text)
{
    if (text)
        el_buf_json_string(out, text, (size_t)-1);
    else
        el_buf_puts(out, "null");
}

static void add_finding(el_buf *out, const el_finding *f, int *n)
{
    el_buf_puts(out, (*n)++ ? ",{\"code\":" : "{\"code\":");
    add_string(out, f->code);
    el_buf_puts(out, ",\"severity\":");
    add_string(out, f->severity);
    el_buf_puts(out, ",\"where\":");
    add_string(out, f->where);
    el_buf_puts(out, ",\"text\":");
    add_string(out, f->text);
    if (f->count >= 0)
        el_buf_printf(out, ",\"count\":%" PRId64, f->count);
    if (f->sql) {
        el_buf_puts(out, ",\"sql\":");
        add_string(out, f->sql);
    }
    el_buf_putc(out, '}');
}

static void add_layout(el_buf *out, const el_layout *layout)
{
    el_buf_puts(out, ",\"layout\":{\"era\":");
    add_string(out, layout->era);
    el_buf_puts(out, ",\"evidence\":[");
    for (size_t i = 0; i < layout->nevidence; i++) {
        if (i)
            el_buf_putc(out, ',');
        add_string(out, layout->evidence[i]);
    }
    el_buf_puts(out, "]}");
}

static void add_model(el_buf *out, const el_store *store)
{
    const el_model *model = store->layout->model;
    el_buf_puts(out, ",\"model\":{\"source\":");
    add_string(out, model->source);
    el_buf_puts(out, ",\"match\":");
    add_string(out, store->match);
    if (*store->match_reason) {
        el_buf_puts(out, ",\"reason\":");
        add_string(out, store->match_reason);
    }
    el_buf_puts(out, ",\"name\":");
    add_string(out, model->name);
    el_buf_puts(out, ",\"path\":");
    add_string(out, store->inferred ? NULL : model->path);
    el_buf_putc(out, '}');
}

int el_store_info_json(el_buf *out, el_store *store, el_error *err)
{
    el_census *census;
    int status = el__census_take(&census, store, err);
    if (status)
        return status;
    el_buf_puts(out, "{\"file\":");
    add_string(out, store->path);
    el_buf_puts(out, ",\"cipher\":");
    if (store->cipher)
        el_cipher_report_json(out, store->cipher);
    else
        el_buf_puts(out, "null");
    el_buf_puts(out, ",\"openedBy\":");
    add_string(out, store->opened_by);
    add_layout(out, store->layout);
    el_buf_puts(out, ",\"metadata\":");
    if (store->metadata)
        el_metadata_json(out, store->metadata);
    else
        el_buf_puts(out, "null");
    add_model(out, store);
    el_buf_puts(out, ",\"entities\":");
    el__entities_json(out, store, census);
    el_buf_puts(out, ",\"findings\":[");
    int n = 0;
    for (size_t i = 0; i < store->nfindings; i++)
        add_finding(out, &store->findings[i], &n);
    for (size_t i = 0; i < census->nfindings; i++)
        add_finding(out, &census->findings[i], &n);
    el_buf_puts(out, "]}");
    el__census_free(census);
    return EL_OK;
}

static void add_metadata_text(el_buf *out, const el_metadata *m)
{
    if (!m)
        return;
    el_buf_printf(out, "metadata: store %s, type %s", m->uuid ? m->uuid : "without UUID", m->store_type ? m->store_type : "not given");
    if (m->nhashes)
        el_buf_printf(out, ", version hashes of %zu entities", m->nhashes);
    for (size_t i = 0; i < m->nidentifiers; i++)
        el_buf_printf(out, "%s%s", i ? ", " : ", made under model version ", *m->identifiers[i] ? m->identifiers[i] : "(none)");
    el_buf_putc(out, '\n');
}

static void add_finding_text(el_buf *out, const el_finding *f)
{
    el_buf_printf(out, "  %-7s  %s  [%s]\n", f->severity, f->text, f->code);
}

static void add_findings_text(el_buf *out, const el_store *store, const el_census *census)
{
    if (!store->nfindings && !census->nfindings)
        return;
    el_buf_puts(out, "\nfindings:\n");
    for (size_t i = 0; i < store->nfindings; i++)
        add_finding_text(out, &store->findings[i]);
    for (size_t i = 0; i < census->nfindings; i++)
        add_finding_text(out, &census->findings[i]);
}

int el_store_info_text(el_buf *out, el_store *store, el_error *err)
{
    el_census *census;
    int status = el__census_take(&census, store, err);
    if (status)
        return status;
    const el_layout *layout = store->layout;
    el_buf_printf(out, "store: %s\n", store->path ? store->path : "(in memory)");
    if (store->cipher)
        el__report_facts(out, store->cipher);
    el_buf_printf(out, "opened: %s\n", store->opened_by);
    el_buf_printf(out, "layout: ECD %s\n", layout->era);
    for (size_t i = 0; i < layout->nevidence; i++)
        el_buf_printf(out, "  %s\n", layout->evidence[i]);
    add_metadata_text(out, store->metadata);
    el_buf_printf(out, "model: %s", layout->model->source);
    if (!store->inferred && layout->model->path)
        el_buf_printf(out, " %s", layout->model->path);
    el_buf_printf(out, ", match: %s\n", store->match);
    if (*store->match_reason)
        el_buf_printf(out, "  %s\n", store->match_reason);
    el_buf_puts(out, "\nentities:\n");
    el__entities_text(out, store, census);
    add_findings_text(out, store, census);
    if (store->cipher && store->cipher->ntried) { /* last: for those who ask why it is this cipher */
        el_buf_putc(out, '\n');
        el__report_tried(out, store->cipher);
    }
    el__census_free(census);
    return EL_OK;
}
