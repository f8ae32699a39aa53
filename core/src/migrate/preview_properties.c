/* SPDX-License-Identifier: MIT */
/* Attributes and relationships: where their values come from, where they should, and the difference in numbers. */
#include "migrate/preview.h"

#include "layout/layout.h"
#include "migrate/diff.h"

#include <inttypes.h>
#include <string.h>

static int same(const char *a, const char *b)
{
    return a && b && !sqlite3_stricmp(a, b);
}

/* A paired attribute: `n` values should arrive. */
static int kept_attribute(el_previewer *p, const el_entity *source, const el_entity *e, const el_attribute *q, const el_attribute *a,
                          const el_plan_origin *origin)
{
    const char *column = el_layout_column(el_store_layout(p->store), source, q->name);
    int64_t n = el__tally_values(p->tally, source, column), rows = el__tally_rows(p->tally, source);
    if (!n || (origin && same(origin->old_column, column)))
        return EL_OK;
    int other = origin && origin->old_column;
    el_migration_finding *f = el__preview_add(p, other ? "value-replaced" : "value-lost", EL_SEVERITY_ERROR, e->name, a->name, n, n);
    const char *why = !origin ? "the table gets no column for it"
                    : strcmp(q->name, a->name) != 0 ? "ECD does not follow renaming identifiers" : "its column is not copied";
    if (other)
        el__preview_text(p, f, "All %" PRId64 " values of %s.%s are lost: %s.%s takes those of %s.", n, source->name, q->name, e->name, a->name, origin->old_column);
    else
        el__preview_text(p, f, "%" PRId64 " of %" PRId64 " values of %s.%s will be lost: %s.", n, n, source->name, q->name, why);
    if (strcmp(q->name, a->name) != 0)
        f->hint = el_arena_printf(p->arena, "Keep the name %s in the model, or copy the values in code before the new model is used.", q->name);
    (void)rows;
    return el__preview_samples(p, f, source, column, other ? "the value of another attribute" : "NULL");
}

static int new_attribute(el_previewer *p, const el_entity *source, const el_entity *e, const el_attribute *a, const el_plan_origin *origin)
{
    int64_t rows = el__tally_rows(p->tally, source);
    if (!rows)
        return EL_OK;
    if (!origin && p->preview->plan->migrates) {
        el_migration_finding *f = el__preview_add(p, "attribute-unreadable", EL_SEVERITY_ERROR, e->name, a->name, rows, rows);
        el__preview_text(p, f, "The table gets no column for %s.%s: objects of %s can neither be read nor saved.", e->name, a->name, e->name);
        return EL_OK;
    }
    if (origin && origin->old_column) {
        int64_t n = el__tally_values(p->tally, source, origin->old_column);
        if (!n)
            return EL_OK;
        el_migration_finding *f = el__preview_add(p, "foreign-values", EL_SEVERITY_ERROR, e->name, a->name, n, rows);
        el__preview_text(p, f, "The new %s.%s takes the %" PRId64 " values of today's column %s, though it is another attribute.", e->name, a->name, n, origin->old_column);
        return el__preview_samples(p, f, source, origin->old_column, "the same, under another meaning");
    }
    if (a->derivation)
        return EL_OK;
    if (a->has_default) {
        el_migration_finding *f = el__preview_add(p, "default-not-applied", a->optional ? EL_SEVERITY_WARNING : EL_SEVERITY_ERROR, e->name, a->name, rows, rows);
        el__preview_text(p, f, "%" PRId64 " of %" PRId64 " objects get no value for %s.%s: ECD does not apply the default%s%s.", rows, rows, e->name, a->name,
                         a->default_text ? " " : "", a->default_text ? a->default_text : "");
        f->hint = "Set the value in code after opening.";
        return el__preview_samples(p, f, source, NULL, "NULL");
    }
    if (!a->optional) {
        el_migration_finding *f = el__preview_add(p, "mandatory-empty", EL_SEVERITY_ERROR, e->name, a->name, rows, rows);
        el__preview_text(p, f, "%" PRId64 " objects have no value for the mandatory %s.%s.", rows, e->name, a->name);
    }
    return EL_OK;
}

/* Became mandatory, or has a narrower type. */
static void violations(el_previewer *p, const el_entity *source, const el_entity *e, const el_attribute *q, const el_attribute *a)
{
    const char *column = el_layout_column(el_store_layout(p->store), source, q->name);
    int64_t rows = el__tally_rows(p->tally, source), empty = rows - el__tally_values(p->tally, source, column);
    if (!q->optional || a->optional || !empty)
        return;
    el_migration_finding *f = el__preview_add(p, "mandatory-empty", EL_SEVERITY_WARNING, e->name, a->name, empty, rows);
    el__preview_text(p, f, "%" PRId64 " of %" PRId64 " objects have no value for %s.%s, which becomes mandatory%s.", empty, rows, e->name, a->name,
                     a->has_default ? "; ECD does not fill in the default" : "");
}

static int dropped_attributes(el_previewer *p, const el_entity *source, const el_entity *e)
{
    int status = EL_OK;
    for (size_t i = 0; i < source->nall_attributes && !status; i++) {
        const el_attribute *q = source->all_attributes[i];
        int used = 0;
        for (size_t k = 0; k < e->nall_attributes; k++)
            used |= !e->all_attributes[k]->transient && el_diff_source_attribute(source, e->all_attributes[k]) == q;
        const char *column = el_layout_column(el_store_layout(p->store), source, q->name);
        int64_t n = used || q->transient ? 0 : el__tally_values(p->tally, source, column);
        if (!n)
            continue;
        el_migration_finding *f = el__preview_add(p, "value-dropped", EL_SEVERITY_WARNING, e->name, q->name, n, n);
        f->by_core_data = 1;
        el__preview_text(p, f, "%s.%s is gone: its %" PRId64 " values are dropped.", source->name, q->name, n);
        f->hint = el_arena_printf(p->arena, "If it was renamed, a renaming identifier keeps the values in Core Data's own store, but not in ECD's.");
        status = el__preview_samples(p, f, source, column, "gone");
    }
    return status;
}

int el__preview_attributes(el_previewer *p, const el_entity *source, const el_entity *e, const el_plan_table *t)
{
    int status = EL_OK;
    for (size_t i = 0; i < e->nall_attributes && !status; i++) {
        const el_attribute *a = e->all_attributes[i];
        if (a->transient)
            continue;
        const el_attribute *q = el_diff_source_attribute(source, a);
        const el_plan_origin *origin = el__preview_origin(t, a->name);
        if (!q || q->transient) {
            status = new_attribute(p, source, e, a, origin);
        } else {
            violations(p, source, e, q, a);
            status = kept_attribute(p, source, e, q, a, origin);
        }
    }
    return status ? status : dropped_attributes(p, source, e);
}

static int to_one(el_previewer *p, const el_entity *source, const el_entity *e, const el_relationship *q, const el_relationship *r, const el_plan_table *t)
{
    const el_place *place = el_layout_place(el_store_layout(p->store), source, q->name);
    if (q->to_many) {
        el_migration_finding *f = el__preview_add(p, "links-lost", EL_SEVERITY_ERROR, e->name, r->name, -1, -1);
        el__preview_text(p, f, "%s.%s becomes to-one: ECD keeps none of its links.", e->name, r->name);
        return EL_OK;
    }
    const char *column = place->kind == EL_PLACE_TO_ONE ? place->column : NULL;
    int64_t n = el__tally_values(p->tally, source, column);
    const el_plan_origin *origin = el__preview_origin(t, el_arena_printf(p->arena, "%s__objectid", r->name));
    if (!n || (origin && same(origin->old_column, column)))
        return EL_OK;
    el_migration_finding *f = el__preview_add(p, "links-lost", EL_SEVERITY_ERROR, e->name, r->name, n, n);
    el__preview_text(p, f, "%" PRId64 " of %" PRId64 " links of %s.%s will be lost: its key column is not copied.", n, n, source->name, q->name);
    return el__preview_samples(p, f, source, column, "no link");
}

/* Table that ECD of the day reads for a many-to-many relationship. */
static const el_plan_table *join_of(el_previewer *p, const el_relationship *r)
{
    int sorted = p->preview->plan->version != EL_ECD_NEWEST;
    const char *a = r->name, *b = r->inverse->name;
    if (sorted && sqlite3_stricmp(a, b) > 0) {
        a = r->inverse->name;
        b = r->name;
    }
    return el__preview_table(p, el_arena_printf(p->arena, "ecd_%s_%s", a, b));
}

static int many_to_many(el_previewer *p, const el_entity *source, const el_entity *e, const el_relationship *q, const el_relationship *r)
{
    const el_plan_table *t = join_of(p, r);
    int64_t links = 0;
    const el_place *place = q ? el_layout_place(el_store_layout(p->store), source, q->name) : NULL;
    if (place && place->kind == EL_PLACE_JOIN) {
        int status = el__tally_count(&links, p->store, place->table, p->err);
        if (status)
            return status;
    } else if (place && place->kind == EL_PLACE_TO_ONE) {
        links = el__tally_values(p->tally, source, place->column);
    }
    if (!t) {
        el_migration_finding *f = el__preview_add(p, "relationship-unreadable", EL_SEVERITY_ERROR, e->name, r->name, q ? links : -1, q ? links : -1);
        el__preview_text(p, f, "ECD makes no join table for %s.%s: reading or saving it fails%s.", e->name, r->name, links ? ", and its links are lost to the app" : "");
        f->hint = "A migration by this tool makes the table: 'entitylens migrate run --how correct'.";
        return EL_OK;
    }
    int arrives = t->rows_of && place && place->kind == EL_PLACE_JOIN && (same(t->rows_of, place->table) || same(t->rows_of, place->mirror_table));
    if (!links || arrives)
        return EL_OK;
    el_migration_finding *f = el__preview_add(p, "links-lost", EL_SEVERITY_ERROR, e->name, r->name, links, links);
    el__preview_text(p, f, "%" PRId64 " links of %s.%s will be lost to the app: the table that ECD then reads is empty.", links, source->name, q->name);
    return EL_OK;
}

static int dropped_relationships(el_previewer *p, const el_entity *source, const el_entity *e)
{
    for (size_t i = 0; i < source->nall_relationships; i++) {
        const el_relationship *q = source->all_relationships[i];
        const el_place *place = el_layout_place(el_store_layout(p->store), source, q->name);
        int used = 0;
        int64_t n = 0;
        for (size_t k = 0; k < e->nall_relationships; k++)
            used |= el_diff_source_relationship(source, e->all_relationships[k]) == q;
        if (used || q->transient)
            continue;
        if (place->kind == EL_PLACE_TO_ONE)
            n = el__tally_values(p->tally, source, place->column);
        else if (place->kind == EL_PLACE_JOIN) {
            int status = el__tally_count(&n, p->store, place->table, p->err);
            if (status)
                return status;
        }
        if (!n)
            continue;
        el_migration_finding *f = el__preview_add(p, "links-dropped", EL_SEVERITY_WARNING, e->name, q->name, n, n);
        f->by_core_data = 1;
        el__preview_text(p, f, "%s.%s is gone: its %" PRId64 " links are dropped.", source->name, q->name, n);
    }
    return EL_OK;
}

int el__preview_relationships(el_previewer *p, const el_entity *source, const el_entity *e, const el_plan_table *t)
{
    int status = EL_OK;
    for (size_t i = 0; i < e->nall_relationships && !status; i++) {
        const el_relationship *r = e->all_relationships[i], *q = el_diff_source_relationship(source, r);
        if (r->transient)
            continue;
        if (r->to_many && el_relationship_is_many_to_many(r))
            status = many_to_many(p, source, e, q, r);
        else if (!r->to_many && q)
            status = to_one(p, source, e, q, r, t);
    }
    return status ? status : dropped_relationships(p, source, e);
}
