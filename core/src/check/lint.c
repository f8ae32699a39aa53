/* SPDX-License-Identifier: MIT */
#include "check/lint.h"

#include "base/arena.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <inttypes.h>
#include <string.h>

void el__lint_column(el_buf *sql, const char *alias, const char *column)
{
    el_buf_identifier(sql, alias);
    el_buf_putc(sql, '.');
    el_buf_identifier(sql, column);
}

void el__lint_table(el_buf *sql, const char *table, const char *alias)
{
    el_buf_identifier(sql, table);
    el_buf_puts(sql, " AS ");
    el_buf_identifier(sql, alias);
}

const char *el__lint_where(el__lint *lint, const char *entity, const char *property)
{
    return el_arena_printf(lint->report->arena, "%s.%s", entity, property);
}

int el__lint_step(el__lint *lint)
{
    lint->done++;
    lint->report->nrules++;
    if (!lint->progress || !lint->progress(lint->progress_ctx, lint->done, lint->total))
        return EL_OK;
    return el_error_set(lint->err, EL_ECANCELLED, "cancelled", "cancelled");
}

void el__lint_count(el__lint *lint, el__tally *tally, const el_entity *entity, int64_t key)
{
    if (tally->count < EL__KEYS)
        el_buf_printf(&tally->keys, "%s%lld", tally->count ? ", " : "", (long long)key);
    tally->count++;
    if (tally->nsamples < EL__SAMPLES)
        tally->samples[tally->nsamples++] = el_arena_printf(lint->report->arena, "%s/%" PRId64, entity->name, key);
}

void el__lint_report(el__lint *lint, const el__rule *rule, const el__tally *tally, const char *sql)
{
    if (!tally->count)
        return;
    const char *thing = rule->entity ? "object" : "link";
    el_check_finding *f = el__check_add(lint->report, rule->area, rule->code, rule->severity, rule->where, "%" PRId64 " %s%s: %s",
                                        tally->count, thing, tally->count == 1 ? "" : "s", rule->text);
    f->count = tally->count;
    const char **samples = el_arena_array(lint->report->arena, tally->nsamples, sizeof *samples);
    if (tally->nsamples)
        memcpy(samples, tally->samples, tally->nsamples * sizeof *samples);
    f->samples = samples;
    f->nsamples = tally->nsamples;
    f->sql = el_arena_strdup(lint->report->arena, sql);
}

/* The object's own entity, so that the sample can be looked up by its id. */
static void count_object(el__lint *lint, el__tally *tally, const el__rule *rule, sqlite3_stmt *stmt)
{
    int type = sqlite3_column_type(stmt, 1);
    const el_entity *e = el_layout_row_entity(lint->layout, rule->entity->root, type,
                                              type == SQLITE_INTEGER ? sqlite3_column_int64(stmt, 1) : 0,
                                              type == SQLITE_FLOAT ? sqlite3_column_double(stmt, 1) : 0);
    el__lint_count(lint, tally, e ? e : rule->entity, sqlite3_column_int64(stmt, 0));
}

static void count_link(el__lint *lint, el__tally *tally, const el__rule *rule, sqlite3_stmt *stmt)
{
    tally->count++;
    if (tally->nsamples < EL__SAMPLES)
        tally->samples[tally->nsamples++] =
            el_arena_printf(lint->report->arena, "%s/%lld → %s/%lld", rule->source->name, (long long)sqlite3_column_int64(stmt, 0),
                            rule->destination->name, (long long)sqlite3_column_int64(stmt, 1));
}

static void add_columns(el_buf *sql, const el__lint *lint, const el__rule *rule, const char *a, const char *b)
{
    if (!rule->entity) {
        el__lint_column(sql, "j", a);
        el_buf_puts(sql, ", ");
        el__lint_column(sql, "j", b);
        return;
    }
    const el_layout_entity *laid = el_layout_of(lint->layout, rule->entity);
    el__lint_column(sql, "d", laid->key_column);
    el_buf_puts(sql, ", ");
    if (laid->type_column)
        el__lint_column(sql, "d", laid->type_column);
    else
        el_buf_puts(sql, "NULL");
}

int el__lint_rows(el__lint *lint, const el__rule *rule, const char *from, const char *condition, const char *a, const char *b)
{
    el_buf sql = {0}, shown = {0};
    el_buf_puts(&sql, "SELECT ");
    add_columns(&sql, lint, rule, a, b);
    el_buf_printf(&sql, " FROM %s WHERE %s", from, condition);
    el_buf_printf(&shown, "SELECT %s.* FROM %s WHERE %s", rule->entity ? "d" : "j", from, condition);
    sqlite3_stmt *stmt;
    el__tally tally;
    memset(&tally, 0, sizeof tally);
    int status = el_sql_prepare(&stmt, lint->store->db, sql.data, lint->err), rc = 0;
    while (!status && (rc = el_sql_step(stmt, lint->err)) > 0) {
        if (rule->entity)
            count_object(lint, &tally, rule, stmt);
        else
            count_link(lint, &tally, rule, stmt);
    }
    sqlite3_finalize(stmt);
    if (!status && rc == 0)
        el__lint_report(lint, rule, &tally, shown.data);
    el_buf_free(&tally.keys);
    el_buf_free(&sql);
    el_buf_free(&shown);
    return status ? status : rc < 0 ? rc : el__lint_step(lint);
}

static void take(el__lint *lint, const el_finding *findings, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        el_check_finding *f = el__check_add(lint->report, "layout", findings[i].code, findings[i].severity,
                                            findings[i].where, "%s", findings[i].text);
        f->count = findings[i].count;
        f->sql = el_arena_strdup(lint->report->arena, findings[i].sql);
        /* Codes and severities are constants of the program; the rest was copied. */
    }
}

static int take_census(el__lint *lint)
{
    el_census *census;
    int status = el__census_take(&census, lint->store, lint->err);
    if (status)
        return status;
    take(lint, census->findings, census->nfindings);
    el__census_free(census);
    return el__lint_step(lint);
}

static int lint_entity(el__lint *lint, const el_entity *entity)
{
    if (!el_layout_of(lint->layout, entity)->table)
        return EL_OK;
    int status = el__lint_links(lint, entity);
    if (!status)
        status = el__lint_joins(lint, entity);
    if (!status)
        status = el__lint_values(lint, entity);
    if (!status)
        status = el__lint_cells(lint, entity);
    return status;
}

/* About how many rules there will be, for the progress only. */
static int64_t estimate(const el_model *model)
{
    int64_t n = 2;
    for (size_t i = 0; i < model->nentities; i++)
        n += 2 * (int64_t)model->entities[i]->nattributes + 3 * (int64_t)model->entities[i]->nrelationships + 1;
    return n;
}

int el_store_lint(el_check_report **out, el_store *store, int (*progress)(void *ctx, int64_t done, int64_t total), void *ctx,
                  el_error *err)
{
    *out = NULL;
    el__lint lint = {store, store->layout, el__check_report_new(), progress, ctx, 0, estimate(store->layout->model), err,
                     store->inferred};
    take(&lint, store->findings, store->nfindings);
    int status = take_census(&lint);
    for (size_t i = 0; i < store->layout->model->nentities && !status; i++)
        status = lint_entity(&lint, store->layout->model->entities[i]);
    if (!status)
        status = el__lint_columns(&lint);
    if (status) {
        el_check_report_free(lint.report);
        return status;
    }
    el__check_sort(lint.report);
    *out = lint.report;
    return EL_OK;
}
