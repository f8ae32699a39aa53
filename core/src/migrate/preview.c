/* SPDX-License-Identifier: MIT */
/* What ECD's plan does to the objects, beside what a correct migration does. */
#include "migrate/preview.h"

#include "layout/layout.h"
#include "migrate/diff.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

el_migration_finding *el__preview_add(el_previewer *p, const char *code, el_severity severity, const char *entity,
                                      const char *property, int64_t count, int64_t total)
{
    el_migration_preview *v = p->preview;
    if (v->nfindings == p->cap) {
        size_t cap = p->cap ? p->cap * 2 : 16;
        el_migration_finding *grown = el_arena_array(p->arena, cap, sizeof *grown);
        if (v->nfindings)
            memcpy(grown, v->findings, v->nfindings * sizeof *grown);
        v->findings = grown;
        p->cap = cap;
    }
    el_migration_finding *f = &v->findings[v->nfindings++];
    memset(f, 0, sizeof *f);
    f->code = code;
    f->severity = severity;
    f->entity = entity;
    f->property = property;
    f->count = count;
    f->total = total;
    f->text = "";
    return f;
}

void el__preview_text(el_previewer *p, el_migration_finding *f, const char *fmt, ...)
{
    el_buf b = {0};
    va_list ap;
    va_start(ap, fmt);
    el_buf_vprintf(&b, fmt, ap);
    va_end(ap);
    f->text = el_arena_strdup(p->arena, el_buf_str(&b));
    el_buf_free(&b);
}

const el_plan_table *el__preview_table(const el_previewer *p, const char *name)
{
    const el_ecd_plan *plan = p->preview->plan;
    for (size_t i = 0; i < plan->ntables; i++)
        if (!sqlite3_stricmp(plan->tables[i].name, name))
            return &plan->tables[i];
    return NULL;
}

const el_plan_origin *el__preview_origin(const el_plan_table *t, const char *column)
{
    for (size_t i = 0; t && i < t->ncolumns; i++)
        if (!sqlite3_stricmp(t->columns[i].column, column))
            return &t->columns[i];
    return NULL;
}

static const char *cell_text(el_previewer *p, sqlite3_stmt *stmt, int column)
{
    enum { LONGEST = 120 };
    if (sqlite3_column_type(stmt, column) == SQLITE_NULL)
        return "NULL";
    if (sqlite3_column_type(stmt, column) == SQLITE_BLOB)
        return el_arena_printf(p->arena, "%d bytes", sqlite3_column_bytes(stmt, column));
    const char *text = (const char *)sqlite3_column_text(stmt, column);
    int n = sqlite3_column_bytes(stmt, column);
    if (n > LONGEST) {
        n = LONGEST;
        while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80)
            n--;
        return el_arena_printf(p->arena, "%.*s…", n, text);
    }
    return el_arena_strndup(p->arena, text, (size_t)n);
}

int el__preview_samples(el_previewer *p, el_migration_finding *f, const el_entity *entity, const char *column, const char *after)
{
    const el_layout *layout = el_store_layout(p->store);
    const el_layout_entity *le = el_layout_of(layout, entity);
    el_buf sql = {0};
    if (!le->table)
        return EL_OK;
    el_buf_puts(&sql, "SELECT ");
    el_buf_identifier(&sql, le->key_column);
    el_buf_puts(&sql, ", ");
    if (column)
        el_buf_identifier(&sql, column);
    else
        el_buf_puts(&sql, "NULL");
    el_buf_puts(&sql, " FROM ");
    el_buf_identifier(&sql, le->table);
    el_buf_puts(&sql, " WHERE ");
    el_layout_type_condition(&sql, layout, entity, 0, NULL);
    if (column) {
        el_buf_puts(&sql, " AND ");
        el_buf_identifier(&sql, column);
        el_buf_puts(&sql, " IS NOT NULL");
    }
    el_buf_puts(&sql, " ORDER BY ");
    el_buf_identifier(&sql, le->key_column);
    el_buf_puts(&sql, " LIMIT 3");
    sqlite3_stmt *stmt = NULL;
    int status = el_sql_prepare(&stmt, el_store_db(p->store), el_buf_str(&sql), p->err), rc = 0;
    while (!status && f->nsamples < 3 && (rc = el_sql_step(stmt, p->err)) > 0) {
        el_migration_sample *s = &f->samples[f->nsamples++];
        s->object = el_arena_printf(p->arena, "%s/%" PRId64, entity->name, (int64_t)sqlite3_column_int64(stmt, 0));
        s->before = column ? cell_text(p, stmt, 1) : NULL;
        s->after = after;
    }
    sqlite3_finalize(stmt);
    el_buf_free(&sql);
    return status ? status : rc < 0 ? rc : EL_OK;
}

/* Objects that ECD shows as `e` afterwards, found by what the type column will hold. */
static int64_t visible_rows(el_previewer *p, const el_entity *e, const el_plan_table *t)
{
    const el_model *from = el_store_model(p->store);
    if (!t || !t->rows_of)
        return 0;
    const el_entity *old_root = NULL;
    for (size_t i = 0; i < from->nentities && !old_root; i++) {
        const el_layout_entity *le = &el_store_layout(p->store)->entities[i];
        if (!from->entities[i]->parent && le->table && !sqlite3_stricmp(le->table, t->rows_of))
            old_root = from->entities[i];
    }
    if (!old_root)
        return 0;
    if (!el_entity_in_hierarchy(e))
        return el__tally_table_rows(p->tally, old_root);
    const char *type_column = p->preview->plan->version == EL_ECD_2_0 ? "_entityType" : "__entityType";
    const el_plan_origin *type = el__preview_origin(t, type_column);
    if (type && type->constant) /* every row became one of the migrated entity's */
        return !strcmp(e->name, e->root->name) ? el__tally_table_rows(p->tally, old_root) : 0;
    if (!type || !type->old_column)
        return 0;
    /* The cells keep the hash of the name that the entity had. */
    const el_entity *same = el_model_entity(from, e->name);
    return same && same->root == old_root ? el__tally_rows(p->tally, same) : 0;
}

static void rows_finding(el_previewer *p, const el_entity *source, const el_entity *e, const el_entity_effect *effect, const el_plan_table *t)
{
    int64_t missing = effect->rows_expected - effect->rows_after;
    if (missing > 0) {
        int in_file = t && t->rows_of;
        el_migration_finding *f = el__preview_add(p, in_file ? "rows-invisible" : "rows-lost", EL_SEVERITY_ERROR, e->name, NULL, missing, effect->rows_expected);
        el__preview_text(p, f, "%" PRId64 " of %" PRId64 " objects of %s %s.", missing, effect->rows_expected, source->name,
                         in_file ? "stay in the file, but ECD no longer shows them: their rows keep the type of the old name" : "are lost");
        el__preview_samples(p, f, source, NULL, in_file ? "invisible" : "gone");
    } else if (missing < 0) {
        el_migration_finding *f = el__preview_add(p, "rows-change-entity", EL_SEVERITY_ERROR, e->name, NULL, -missing, effect->rows_after);
        el__preview_text(p, f, "%" PRId64 " objects of other entities turn into objects of %s.", -missing, e->name);
    }
    if (t && t->renumbered && effect->rows_after > 0) {
        el_migration_finding *f = el__preview_add(p, "rows-renumbered", EL_SEVERITY_ERROR, e->name, NULL, effect->rows_after, effect->rows_after);
        el__preview_text(p, f, "The objects of %s are numbered anew, so links to them lead to other objects wherever numbers had gaps.", e->name);
    }
}

static int one_entity(el_previewer *p, const el_entity *e)
{
    el_migration_preview *v = p->preview;
    const el_entity *source = v->diff->source_of[e->index];
    el_entity_effect *effect = &v->effects[v->neffects++];
    const el_plan_table *t = el__preview_table(p, el_arena_printf(p->arena, "ecd%s", e->root->name));
    effect->entity = e->name;
    effect->from = source ? source->name : NULL;
    effect->rows_before = effect->rows_expected = source ? el__tally_rows(p->tally, source) : 0;
    effect->rows_after = v->plan->opens ? visible_rows(p, e, t) : effect->rows_before;
    if (!v->plan->opens)
        return EL_OK;
    if (source)
        rows_finding(p, source, e, effect, t);
    if (!t) {
        el_migration_finding *f = el__preview_add(p, "entity-unreadable", EL_SEVERITY_ERROR, e->name, NULL, -1, -1);
        el__preview_text(p, f, "There is no table for %s afterwards: every fetch of it fails.", e->name);
        return EL_OK;
    }
    if (!source)
        return EL_OK;
    int status = el__preview_attributes(p, source, e, t);
    return status ? status : el__preview_relationships(p, source, e, t);
}

static void removed_entities(el_previewer *p)
{
    const el_model *from = el_store_model(p->store);
    for (size_t i = 0; i < from->nentities; i++) {
        const el_entity *e = from->entities[i];
        int64_t rows = el__tally_rows(p->tally, e);
        if (p->preview->diff->destination_of[i] || !rows)
            continue;
        el_migration_finding *f = el__preview_add(p, "rows-dropped", EL_SEVERITY_WARNING, e->name, NULL, rows, rows);
        f->by_core_data = 1;
        el__preview_text(p, f, "%s is gone: its %" PRId64 " objects are dropped.", e->name, rows);
        f->hint = el_arena_printf(p->arena, "If another entity takes its place, give that one the renaming identifier %s.", e->name);
    }
}

static void outcome(el_previewer *p)
{
    const el_ecd_plan *plan = p->preview->plan;
    if (plan->exception) {
        el_migration_finding *f = el__preview_add(p, "crash", EL_SEVERITY_ERROR, NULL, NULL, -1, -1);
        el__preview_text(p, f, "ECD raises an exception while migrating: the app crashes at every launch. The file stays as it is.");
        return;
    }
    if (plan->opens)
        return;
    const el_plan_statement *failing = NULL;
    for (size_t i = 0; i < plan->nstatements; i++)
        if (plan->statements[i].error && strcmp(plan->statements[i].step, "probe") != 0 && !failing)
            failing = &plan->statements[i];
    el_migration_finding *f = el__preview_add(p, "refused", EL_SEVERITY_ERROR, failing ? failing->entity : NULL, NULL, -1, -1);
    if (failing)
        el__preview_text(p, f, "The app cannot open this store: SQLite refuses a statement (%s). Everything is rolled back. The statement: %s", failing->error, failing->sql);
    else
        el__preview_text(p, f, "The app cannot open this store: %s. Everything is rolled back.", plan->error_text ? plan->error_text : "no reason is given");
    f->hint = plan->doubt;
}

/* Seconds that ECD needs: rows copied and pages written, by what a current machine does. */
static void predict_cost(el_previewer *p)
{
    el_migration_preview *v = p->preview;
    const el_model *from = el_store_model(p->store);
    const el_layout *layout = el_store_layout(p->store);
    int64_t columns = 0;
    for (size_t i = 0; i < v->plan->nstatements; i++) {
        const el_plan_statement *s = &v->plan->statements[i];
        if (strcmp(s->step, "copy") != 0)
            continue;
        for (size_t k = 0; k < from->nentities; k++) {
            const char *table = layout->entities[k].table;
            const char *name = table ? strstr(s->sql, el_arena_printf(p->arena, " FROM _T_%s", table)) : NULL;
            if (from->entities[k]->parent || !name || strcmp(name + strlen(" FROM _T_"), table) != 0)
                continue;
            int64_t rows = el__tally_table_rows(p->tally, from->entities[k]);
            v->rows_rewritten += rows;
            columns += rows * (int64_t)(layout->entities[k].entity->nall_attributes + 2);
        }
    }
    v->seconds = 0.01 + (double)v->rows_rewritten * 1.2e-6 + (double)columns * 1.5e-7;
}

int el_migration_preview_new(el_migration_preview **out, el_store *store, const el_model *to, el_ecd_version version,
                             int (*progress)(void *ctx, int64_t done, int64_t total), void *ctx, el_error *err)
{
    el_previewer p = {.arena = el_arena_new(), .store = store, .err = err};
    const el_model *from = el_store_model(store);
    el_migration_preview *v = p.preview = el_arena_alloc(p.arena, sizeof *p.preview);
    v->arena = p.arena;
    v->effects = el_arena_array(p.arena, to->nentities + 1, sizeof *v->effects);
    int status = el_model_diff_new(&v->diff, from, to, err);
    if (!status)
        status = el_ecd_plan_new(&v->plan, el_store_db(store), el_store_check_flag(store), from, to, version, err);
    if (!status)
        status = el__tally_new(&p.tally, store, progress, ctx, err);
    if (!status) {
        outcome(&p);
        for (size_t i = 0; i < to->nentities && !status; i++)
            status = one_entity(&p, to->entities[i]);
        removed_entities(&p);
        predict_cost(&p);
    }
    el__tally_free(p.tally);
    if (status) {
        el_migration_preview_free(v);
        v = NULL;
    }
    *out = v;
    return status;
}

void el_migration_preview_free(el_migration_preview *v)
{
    if (!v)
        return;
    el_model_diff_free(v->diff);
    el_ecd_plan_free(v->plan);
    el_arena_free(v->arena);
}

int el_migration_preview_alarms(const el_migration_preview *v, const char *const *allowed, size_t n)
{
    for (size_t i = 0; i < v->nfindings; i++) {
        size_t k = 0;
        while (k < n && strcmp(allowed[k], v->findings[i].code) != 0)
            k++;
        if (k == n && v->findings[i].severity >= EL_SEVERITY_WARNING)
            return 1;
    }
    return 0;
}
