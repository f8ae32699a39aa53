/* SPDX-License-Identifier: MIT */
#include "entitylens/watch.h"

#include "base/buf.h"
#include "cipher/connection.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <string.h>

/* A connection that the engine keeps up to date by itself. */
static int sees_commits(const el_store *store)
{
    return !strcmp(store->opened_by, "read-only") || !strcmp(store->opened_by, "readonly-shm");
}

int el__store_versions(int64_t *data, int64_t *schema, el_store *store, el_error *err)
{
    int status = el_sql_int64(data, NULL, store->db, "PRAGMA main.data_version", err);
    return status ? status : el_sql_int64(schema, NULL, store->db, "PRAGMA main.schema_version", err);
}

/* The key that is known already fits any file with the same salt; a rewritten file may have another. */
static int connect_again(struct el_connection **out, el_store *store, const el_key *key, el_error *err)
{
    el_buf spec = {0};
    el_open_options options = {.key = store->connection->key, .busy_timeout_ms = store->busy_timeout_ms};
    if (store->cipher->params.encrypted) {
        el_cipher_params_text(&spec, &store->cipher->params);
        options.cipher = spec.data;
    }
    int status = el_connection_open(out, store->path, &options, err);
    if (key && (status == EL_EWRONGKEY || status == EL_EKEYNEEDED || status == EL_ENOTSTORE)) {
        options.key = key;
        options.cipher = NULL;
        status = el_connection_open(out, store->path, &options, err);
    }
    el_buf_free(&spec);
    return status;
}

static void use_connection(el_store *store, struct el_connection *connection)
{
    store->connection = connection;
    store->db = connection->db;
    store->opened_by = connection->opened_by;
    store->cipher = connection->report;
    el__store_apply_interrupt(store);
}

static int lay_out_again(unsigned *changes, el_store *store, el_error *err)
{
    const el_model *before = el_store_model(store);
    int status = el_store_reload(store, err);
    if (!status && el_store_model(store) != before)
        *changes |= EL_CHANGE_MODEL;
    return status;
}

static int reconnect(unsigned *changes, el_store *store, const el_key *key, const el_file_state *now, el_error *err)
{
    struct el_connection *old = store->connection, *fresh;
    int64_t data, schema = -1;
    int same_file = now->device == store->state.device && now->inode == store->state.inode;
    int status = connect_again(&fresh, store, key, err);
    if (status)
        return status;
    use_connection(store, fresh);
    status = el__store_versions(&data, &schema, store, err);
    *changes |= EL_CHANGE_DATA | (same_file ? 0 : EL_CHANGE_FILE);
    if (!status && (!same_file || schema != store->schema_version)) {
        *changes |= schema != store->schema_version ? EL_CHANGE_SCHEMA : 0;
        status = lay_out_again(changes, store, err);
    }
    if (status) {
        use_connection(store, old);
        el_connection_close(fresh);
        return status;
    }
    el_connection_close(old);
    el__store_forget_numeric(store);
    store->data_version = data;
    store->schema_version = schema;
    return EL_OK;
}

/* The file is the one that the connection reads; the engine knows whether it differs.  `touched`: its times or size do. */
static int look_inside(unsigned *changes, el_store *store, int touched, int *rewritten, el_error *err)
{
    int64_t data, schema;
    int status = el__store_versions(&data, &schema, store, err);
    *rewritten = status && status != EL_EBUSY && status != EL_ECANCELLED;
    if (status)
        return status;
    /* Bytes changed and no commit was counted: somebody copied a file over this one, and cached pages may be of the old one. */
    *rewritten = touched && data == store->data_version;
    if (data == store->data_version)
        return EL_OK;
    *changes |= EL_CHANGE_DATA;
    el__store_forget_numeric(store);
    if (schema != store->schema_version) {
        *changes |= EL_CHANGE_SCHEMA;
        status = lay_out_again(changes, store, err);
        if (status)
            return status;
    }
    store->data_version = data;
    store->schema_version = schema;
    return EL_OK;
}

static int refresh_borrowed(unsigned *changes, el_store *store, el_error *err)
{
    int64_t data, schema;
    el_file_state now = {0};
    if (store->path)
        el_file_state_read(&now, store->path);
    int status = el__store_versions(&data, &schema, store, err);
    if (status)
        return status;
    store->state = now;
    int own = sqlite3_total_changes(store->db); /* the version does not count what its own connection writes */
    if (data != store->data_version || own != store->own_changes)
        *changes |= EL_CHANGE_DATA;
    if (schema != store->schema_version) {
        *changes |= EL_CHANGE_SCHEMA | EL_CHANGE_DATA;
        status = lay_out_again(changes, store, err);
        if (status)
            return status;
    }
    if (*changes)
        el__store_forget_numeric(store);
    store->data_version = data;
    store->schema_version = schema;
    store->own_changes = own;
    return EL_OK;
}

int el_store_refresh(unsigned *changes, el_store *store, const el_key *key, el_error *err)
{
    *changes = 0;
    if (!store->db)
        return el_error_set(err, EL_EIO, "abandoned", "the connection of this store was closed");
    if (store->borrowed)
        return refresh_borrowed(changes, store, err);
    el_file_state now;
    el_file_state_read(&now, store->path); /* before anything is read: a write meanwhile is seen the next time */
    int touched = !el_file_state_equal(&now, &store->state), again = 0, status = EL_OK;
    if (!touched && !sees_commits(store))
        return EL_OK;
    if (!now.exists) {
        *changes = touched ? EL_CHANGE_GONE : 0;
        store->state = now;
        return EL_OK;
    }
    again = !sees_commits(store) || now.device != store->state.device || now.inode != store->state.inode ||
                (now.wal_size > 0) != !strcmp(store->opened_by, "readonly-shm");
    if (!again) {
        status = look_inside(changes, store, touched, &again, err);
        if (again)
            *changes = 0;
    }
    if (again)
        status = reconnect(changes, store, key, &now, err);
    if (status)
        *changes = 0;
    else
        store->state = now;
    return status;
}
