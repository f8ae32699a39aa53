/* SPDX-License-Identifier: MIT */
#include "store/store.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "entitylens/object.h"
#include "model/metadata.h"
#include "sqlite/api.h"
#include "value/decode.h"

#include <stdlib.h>
#include <string.h>

static el_store *new_store(const el_open_options *options)
{
    static const el_open_options none;
    const el_open_options *o = options ? options : &none;
    el_store *store = el_xmalloc(sizeof *store);
    store->decode_flags = o->inverted_booleans ? EL_DECODE_INVERTED_BOOLEANS : 0;
    store->model_path = el_xstrdup(o->model_path);
    store->overrides_path = el_xstrdup(o->overrides_path);
    store->given_model = o->model;
    store->labels = el_map_new();
    store->busy_timeout_ms = o->busy_timeout_ms;
    store->progress = o->progress;
    store->progress_ctx = o->progress_ctx;
    return store;
}

int el_store_open(el_store **out, const char *path, const el_open_options *options, el_error *err)
{
    el_store *store = new_store(options);
    store->path = el_xstrdup(path);
    el_file_state_read(&store->state, path);
    int status = el__store_connect(store, path, options, err);
    if (!status)
        status = el__store_versions(&store->data_version, &store->schema_version, store, err);
    if (!status)
        status = el__store_lay_out(store, err);
    if (status) {
        el_store_close(store);
        store = NULL;
    }
    *out = store;
    return status;
}

int el_store_adopt(el_store **out, sqlite3 *db, const el_open_options *options, el_error *err)
{
    el_store *store = new_store(options);
    const char *path = sqlite3_db_filename(db, "main");
    store->db = db;
    store->borrowed = 1;
    store->opened_by = "borrowed";
    store->path = el_xstrdup(path && *path ? path : NULL);
    if (store->path)
        el_file_state_read(&store->state, store->path);
    int status = el__store_versions(&store->data_version, &store->schema_version, store, err);
    store->own_changes = sqlite3_total_changes(db);
    if (!status)
        status = el__store_lay_out(store, err);
    if (status) {
        el_store_close(store);
        store = NULL;
    }
    *out = store;
    return status;
}

void el_store_abandon(el_store *store)
{
    store->db = NULL;
    store->borrowed = 1;
}

void el__store_forget_numeric(el_store *store)
{
    el_map_free(store->numeric_columns);
    store->numeric_columns = el_map_new();
}

int el_store_reload(el_store *store, el_error *err)
{
    if (!store->db)
        return el_error_set(err, EL_EIO, "abandoned", "the connection of this store was closed");
    el__store_forget_numeric(store);
    return el__store_lay_out(store, err);
}

static void free_labels(el_map *labels)
{
    for (size_t i = 0; i < el_map_count(labels); i++)
        free(el_map_value(labels, i));
    el_map_free(labels);
}

void el_store_close(el_store *store)
{
    if (!store)
        return;
    el__store_forget_layout(store);
    el_map_free(store->numeric_columns);
    free_labels(store->labels);
    if (!store->borrowed)
        el__store_disconnect(store);
    free(store->model_path);
    free(store->overrides_path);
    free(store->path);
    free(store);
}

int el_store_set_label(el_store *store, const el_entity *entity, const char *attribute, el_error *err)
{
    if (attribute && !el_entity_attribute(entity, attribute))
        return el_error_set(err, EL_ENOTFOUND, "no-such-attribute", "the entity %s has no attribute %s", entity->name, attribute);
    free(el_map_put(store->labels, entity->name, el_xstrdup(attribute)));
    return EL_OK;
}

int el__store_progress(el_store *store, int64_t done, int64_t total, el_error *err)
{
    if (!store->progress || !store->progress(store->progress_ctx, done, total))
        return EL_OK;
    return el_error_set(err, EL_ECANCELLED, "cancelled", "cancelled");
}

sqlite3 *el_store_db(el_store *store)
{
    return store->db;
}

const char *el_store_path(const el_store *store)
{
    return store->path;
}

const el_model *el_store_model(const el_store *store)
{
    return store->layout->model;
}

const char *el_store_model_source(const el_store *store)
{
    return store->layout->model->source;
}

const char *el_store_model_match(const el_store *store)
{
    return store->match;
}

const el_cipher_report *el_store_cipher(const el_store *store)
{
    return store->cipher;
}

const char *el_store_opened_by(const el_store *store)
{
    return store->opened_by;
}

const char *el_store_era(const el_store *store)
{
    return store->layout->era;
}

const char *el_store_uuid(const el_store *store)
{
    return store->metadata ? store->metadata->uuid : NULL;
}

int el_store_is_inferred(const el_store *store)
{
    return store->inferred;
}

const el_layout *el_store_layout(const el_store *store)
{
    return store->layout;
}

size_t el_store_findings(const el_store *store, const el_finding **findings)
{
    *findings = store->findings;
    return store->nfindings;
}

/* Text and blobs sort behind all numbers, so the greatest value tells, and the index finds it without a scan. */
static int greatest_is_number(el_store *store, const char *table, const char *column)
{
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT max(");
    el_buf_identifier(&sql, column);
    el_buf_puts(&sql, ") FROM main.");
    el_buf_identifier(&sql, table);
    sqlite3_stmt *stmt;
    int number = 0;
    if (!el_sql_prepare(&stmt, store->db, sql.data, NULL) && el_sql_step(stmt, NULL) > 0) {
        int type = sqlite3_column_type(stmt, 0);
        number = type != SQLITE_TEXT && type != SQLITE_BLOB;
    }
    sqlite3_finalize(stmt);
    el_buf_free(&sql);
    return number;
}

int el_layout_all_integers(el_store *store, const char *table, const char *column)
{
    const el_schema_table *t = el_schema_table_named(store->schema, table);
    if (!t || !el_schema_indexed(t, column))
        return 0;
    el_buf key = {0};
    el_buf_printf(&key, "%s\n%s", table, column);
    static char yes, no;
    if (!store->numeric_columns)
        el__store_forget_numeric(store);
    void *known = el_map_get(store->numeric_columns, key.data);
    if (!known) {
        known = greatest_is_number(store, table, column) ? &yes : &no;
        el_map_put(store->numeric_columns, key.data, known);
    }
    el_buf_free(&key);
    return known == &yes;
}

int el_store_count(int64_t *out, el_store *store, const el_entity *entity, int with_subentities, el_error *err)
{
    *out = 0;
    const el_layout_entity *laid = el_layout_of(store->layout, entity);
    if (!laid->table)
        return EL_OK;
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT count(*) FROM main.");
    el_buf_identifier(&sql, laid->table);
    if (laid->type_column || entity != entity->root) {
        el_buf_puts(&sql, " WHERE ");
        el_layout_type_condition(&sql, store->layout, entity, with_subentities, NULL);
    }
    int status = el_sql_int64(out, NULL, store->db, sql.data, err);
    el_buf_free(&sql);
    return status;
}

int el_store_check_flag(const el_store *store)
{
    return store->metadata && store->metadata->has_check_flag && store->metadata->check_flag >= 1;
}
