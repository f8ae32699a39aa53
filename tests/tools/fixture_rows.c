/* SPDX-License-Identifier: MIT */
/* The rows: cells as ECD binds them, keys, positions, join rows. */
#include "fixture_private.h"

#include <stdlib.h>
#include <string.h>

/* One prepared INSERT an entity, and what its parameters are. */
typedef struct writer {
    sqlite3_stmt *insert;
    int typed;
} writer;

static int is_stored(const fixture_era *era, const el_attribute *a)
{
    return !a->transient || era->transient_columns;
}

static int prepare(writer *w, sqlite3 *db, el_arena *arena, const fixture_era *era, const el_entity *entity,
                   el_error *err)
{
    el_buf names = {0}, marks = {0};
    el_buf_identifier(&names, era->key_column);
    el_buf_putc(&marks, '?');
    w->typed = entity->root->nchildren > 0;
    if (w->typed) {
        el_buf_puts(&names, ", ");
        el_buf_identifier(&names, era->type_column);
        el_buf_puts(&marks, ",?");
    }
    for (size_t i = 0; i < entity->nall_attributes; i++)
        if (is_stored(era, entity->all_attributes[i])) {
            el_buf_puts(&names, ", ");
            el_buf_identifier(&names,
                              el_arena_printf(arena, "%s%s", era->column_prefix, entity->all_attributes[i]->name));
            el_buf_puts(&marks, ",?");
        }
    for (size_t i = 0; i < entity->nall_relationships; i++) {
        const el_relationship *r = entity->all_relationships[i];
        if (r->to_many || !fixture_era_has_key(era, r))
            continue;
        el_buf_puts(&names, ", ");
        el_buf_identifier(&names, fixture_era_key_name(arena, era, r));
        el_buf_puts(&marks, ",?");
        if (era->order_columns) {
            el_buf_puts(&names, ", ");
            el_buf_identifier(&names, el_arena_printf(arena, "%s_order", r->name));
            el_buf_puts(&marks, ",?");
        }
    }
    char *sql = el_arena_printf(arena, "INSERT INTO \"%s%s\" (%s) VALUES (%s)", era->table_prefix, entity->root->name,
                                el_buf_str(&names), el_buf_str(&marks));
    int rc = sqlite3_prepare_v2(db, sql, -1, &w->insert, NULL);
    el_buf_free(&names);
    el_buf_free(&marks);
    return rc == SQLITE_OK ? EL_OK : fixture_sql_error(db, sql, err);
}

static void bind_text(sqlite3_stmt *stmt, int index, const el_value *v, int keep_nul)
{
    const char *s = v->u.text.s ? v->u.text.s : "";
    size_t n = keep_nul ? v->u.text.n : strnlen(s, v->u.text.n);
    sqlite3_bind_text64(stmt, index, s, n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void bind_archive(sqlite3_stmt *stmt, int index, const el_value *v)
{
    size_t n;
    unsigned char *bytes = fixture_archive(v, &n);
    sqlite3_bind_blob64(stmt, index, bytes, n, free);
}

/* The storage class is what ECD binds for the attribute's type; values of another kind are bound as they are. */
static void bind_attribute(sqlite3_stmt *stmt, int index, const el_attribute *a, const el_value *v,
                           const fixture_era *era, const fixture_options *options)
{
    if (v->kind == EL_NULL) {
        sqlite3_bind_null(stmt, index);
    } else if (a->type == EL_TYPE_TRANSFORMABLE && v->kind != EL_ARCHIVE) {
        bind_archive(stmt, index, v);
    } else if (v->kind == EL_BOOL) {
        sqlite3_bind_int(stmt, index, era->inverted_booleans ? !v->u.i : (int)v->u.i);
    } else if (v->kind == EL_INT) {
        if (a->type == EL_TYPE_DOUBLE || a->type == EL_TYPE_FLOAT || a->type == EL_TYPE_DATE)
            sqlite3_bind_double(stmt, index, (double)v->u.i);
        else
            sqlite3_bind_int64(stmt, index, v->u.i);
    } else if (v->kind == EL_DOUBLE || v->kind == EL_DATE) {
        sqlite3_bind_double(stmt, index, v->u.d);
    } else if (v->kind == EL_DECIMAL) {
        if (era->no_decimals)
            sqlite3_bind_null(stmt, index);
        else
            bind_text(stmt, index, v, 0);
    } else if (v->kind == EL_UUID || v->kind == EL_URL) {
        if (options->keep_uuids)
            bind_text(stmt, index, v, 1);
        else
            sqlite3_bind_null(stmt, index);
    } else if (v->kind == EL_DATA || v->kind == EL_ARCHIVE) {
        if (v->u.text.n)
            sqlite3_bind_blob64(stmt, index, v->u.text.s, v->u.text.n, SQLITE_TRANSIENT);
        else
            sqlite3_bind_null(stmt, index); /* empty data has no bytes to point at */
    } else {
        bind_text(stmt, index, v, options->keep_nul);
    }
}

/* Position in the other side's ordered to-many. */
static int64_t position(const fixture_object *object, const el_relationship *r, const struct fixture_links *links)
{
    if (!links->n || !r->inverse || !r->inverse->to_many || !r->inverse->ordered)
        return 0;
    const fixture_object *owner = links->objects[0];
    int i = fixture_relationship_index(owner->entity, r->inverse->name);
    const struct fixture_links *theirs = &owner->links[i];
    for (size_t k = 0; k < theirs->n; k++)
        if (theirs->objects[k] == object)
            return (int64_t)k;
    return 2147483647;
}

static int write_object(sqlite3 *db, const writer *w, fixture_object *object, const fixture_era *era,
                        const fixture_options *options, el_error *err)
{
    const el_entity *entity = object->entity;
    sqlite3_stmt *stmt = w->insert;
    int index = 1;
    sqlite3_bind_int64(stmt, index++, object->key);
    if (w->typed)
        fixture_era_bind_type(era, stmt, index++, entity);
    for (size_t i = 0; i < entity->nall_attributes; i++)
        if (is_stored(era, entity->all_attributes[i]))
            bind_attribute(stmt, index++, entity->all_attributes[i], &object->attributes[i], era, options);
    for (size_t i = 0; i < entity->nall_relationships; i++) {
        const el_relationship *r = entity->all_relationships[i];
        if (r->to_many || !fixture_era_has_key(era, r))
            continue;
        const struct fixture_links *links = &object->links[i];
        int64_t key = links->n ? links->objects[0]->key : links->dangling;
        if (key)
            sqlite3_bind_int64(stmt, index++, key);
        else
            sqlite3_bind_null(stmt, index++);
        if (era->order_columns)
            sqlite3_bind_int64(stmt, index++, position(object, r, links));
    }
    int rc = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    return rc == SQLITE_DONE ? EL_OK : fixture_sql_error(db, sqlite3_sql(stmt), err);
}

/* The join rows of one relationship as an entity's objects have it. */
typedef struct join_writer {
    sqlite3_stmt *update, *insert;
    int counted; /* the INSERT takes the insertion counter as its last parameter */
} join_writer;

static void close_join(join_writer *w)
{
    sqlite3_finalize(w->update);
    sqlite3_finalize(w->insert);
}

static int open_join(join_writer *w, sqlite3 *db, el_arena *arena, const fixture_era *era, const el_relationship *r,
                     el_error *err)
{
    fixture_join j;
    fixture_join_of(&j, arena, era, r);
    char *insert, *update = NULL;
    w->counted = era->both_join_tables;
    if (!era->order_columns) {
        insert = el_arena_printf(arena, "INSERT OR IGNORE INTO \"%s\" (\"%s\", \"%s\") VALUES (?1, ?2)", j.table,
                                 j.source, j.destination);
    } else {
        const char *counter =
            w->counted ? "?4"
                       : el_arena_printf(arena, "(SELECT 1 + IFNULL(MAX(\"%s\"), 0) FROM \"%s\" WHERE \"%s\" = ?2)",
                                         j.source_order, j.table, j.destination);
        insert = el_arena_printf(arena, "INSERT INTO \"%s\" (\"%s\", \"%s\", \"%s\", \"%s\") VALUES (?1, ?2, ?3, %s)",
                                 j.table, j.source, j.destination, j.destination_order, j.source_order, counter);
        update = el_arena_printf(arena, "UPDATE \"%s\" SET \"%s\" = ?3 WHERE \"%s\" = ?1 AND \"%s\" = ?2", j.table,
                                 j.destination_order, j.source, j.destination);
    }
    if (sqlite3_prepare_v2(db, insert, -1, &w->insert, NULL) != SQLITE_OK)
        return fixture_sql_error(db, insert, err);
    if (update && sqlite3_prepare_v2(db, update, -1, &w->update, NULL) != SQLITE_OK)
        return fixture_sql_error(db, update, err);
    return EL_OK;
}

static int step(sqlite3 *db, sqlite3_stmt *stmt, el_error *err)
{
    int rc = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    return rc == SQLITE_DONE ? EL_OK : fixture_sql_error(db, sqlite3_sql(stmt), err);
}

static int write_link(sqlite3 *db, join_writer *w, const fixture_object *object, fixture_object *member, int64_t at,
                      int64_t *counter, el_error *err)
{
    sqlite3_stmt *both[2] = {w->update, w->insert};
    for (int i = 0; i < 2; i++) {
        sqlite3_bind_int64(both[i], 1, object->key);
        sqlite3_bind_int64(both[i], 2, member->key);
        if (w->update)
            sqlite3_bind_int64(both[i], 3, at);
    }
    if (w->update && !w->counted) { /* the other side may have made the row already */
        int status = step(db, w->update, err);
        if (status || sqlite3_changes(db) > 0)
            return status;
    }
    if (w->counted)
        sqlite3_bind_int64(w->insert, 4, ++*counter);
    return step(db, w->insert, err);
}

static int write_links(sqlite3 *db, fixture *f, el_arena *arena, const fixture_era *era, const el_entity *entity,
                       size_t index, el_error *err)
{
    const el_relationship *r = entity->all_relationships[index];
    join_writer w = {0};
    int status = open_join(&w, db, arena, era, r, err);
    for (size_t o = 0; o < f->n && !status; o++) {
        fixture_object *object = f->objects[o];
        if (object->entity != entity)
            continue;
        const struct fixture_links *links = &object->links[index];
        for (size_t k = 0; k < links->n && !status; k++) {
            fixture_object *member = links->objects[k];
            int back = fixture_relationship_index(member->entity, r->inverse->name);
            status = write_link(db, &w, object, member, (int64_t)k + 1, &member->counters[back], err);
        }
    }
    close_join(&w);
    return status;
}

static int entity_links(sqlite3 *db, fixture *f, el_arena *arena, const fixture_era *era, const el_entity *entity,
                        el_error *err)
{
    int status = EL_OK;
    for (size_t i = 0; i < entity->nall_relationships && !status; i++) {
        const el_relationship *r = entity->all_relationships[i];
        if (!el_relationship_is_many_to_many(r) || (!era->transient_columns && (r->transient || r->inverse->transient)))
            continue;
        if (r->owner->root == r->destination->root && era->null_column)
            continue; /* every write to such a table failed */
        status = write_links(db, f, arena, era, entity, i, err);
    }
    return status;
}

static void reset_counters(fixture *f)
{
    for (size_t o = 0; o < f->n; o++)
        memset(f->objects[o]->counters, 0, (f->objects[o]->entity->nall_relationships + 1) * sizeof(int64_t));
}

int fixture_rows_write(sqlite3 *db, fixture *f, const fixture_era *era, const fixture_options *options, el_error *err)
{
    el_arena *arena = el_arena_new();
    size_t n = f->model->nentities;
    writer *writers = el_arena_array(arena, n + 1, sizeof *writers);
    int status = EL_OK;
    for (size_t e = 0; e < n && !status; e++)
        status = prepare(&writers[e], db, arena, era, f->model->entities[e], err);
    for (size_t o = 0; o < f->n && !status; o++)
        status = write_object(db, &writers[f->objects[o]->entity->index], f->objects[o], era, options, err);
    reset_counters(f);
    for (size_t e = 0; e < n && !status && era->join_tables; e++)
        status = entity_links(db, f, arena, era, f->model->entities[e], err);
    for (size_t e = 0; e < n; e++)
        sqlite3_finalize(writers[e].insert);
    el_arena_free(arena);
    return status;
}
