/* SPDX-License-Identifier: MIT */
#include "entitylens/object.h"

#include "base/arena.h"
#include "query/relations.h"
#include "sqlite/api.h"
#include "store/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int no_such_object(el_error *err, const el_entity *entity, int64_t key, const el_object *other)
{
    int status = el_error_set(err, EL_ENOTFOUND, "no-such-object", "there is no object %s/%" PRId64 " in the store", entity->name, key);
    el_error_arg(err, "%s/%" PRId64, entity->name, key);
    if (other)
        el_error_hint(err, "The row with this key is %s/%" PRId64 ".", other->entity->name, key);
    return status;
}

/* Rows by key of the whole hierarchy: whether a row is of the entity that was asked for is for the caller to say. */
static int read_rows(el_object **out, el_store *store, const el_entity *entity, const int64_t *keys, size_t n, el_arena *arena,
                     el_error *err)
{
    el_read_plan *plan;
    int status = el_read_plan_new(&plan, store, entity->root, err);
    if (status)
        return status;
    el_buf sql = {0};
    el__statement_by_key(&sql, store, plan, entity->root);
    sqlite3_stmt *stmt;
    status = el_sql_prepare(&stmt, store->db, sql.data, err);
    el_buf_free(&sql);
    for (size_t i = 0; i < n && !status; i++) {
        sqlite3_bind_int64(stmt, 1, keys[i]);
        int rc = el_sql_step(stmt, err);
        out[i] = rc > 0 ? el_read_row(plan, stmt, 0, arena) : NULL;
        status = rc < 0 ? rc : EL_OK;
        sqlite3_reset(stmt);
    }
    sqlite3_finalize(stmt);
    el_read_plan_free(plan);
    return status;
}

int el_object_read(el_object **out, el_store *store, const el_entity *entity, int64_t key, unsigned flags, el_error *err)
{
    *out = NULL;
    if (!el_layout_of(store->layout, entity)->table)
        return no_such_object(err, entity, key, NULL);
    el_arena *arena = el_arena_new();
    el_object *o = NULL;
    size_t limit = flags & EL_READ_FEW ? EL_FEW : 0;
    if (limit)
        flags |= EL_READ_COUNTS;
    int status = read_rows(&o, store, entity, &key, 1, arena, err);
    if (!status && (!o || !el_entity_is_kind_of(o->entity, entity)))
        status = no_such_object(err, entity, key, o);
    if (!status)
        status = el_read_relations(store, &o, 1, flags, limit, arena, err);
    if (!status && flags & EL_READ_REFERENCED_BY)
        status = el__read_referenced_by(store, o, flags, limit, arena, err);
    if (status) {
        el_arena_free(arena);
        return status;
    }
    o->arena = arena;
    *out = o;
    return EL_OK;
}

void el_object_free(el_object *object)
{
    if (object)
        el_arena_free(object->arena);
}

int el_read_objects(el_object **out, el_store *store, const el_entity *entity, const int64_t *keys, size_t n, unsigned flags,
                    el_arena *arena, el_error *err)
{
    memset(out, 0, n * sizeof *out);
    if (!el_layout_of(store->layout, entity)->table)
        return EL_OK;
    int status = read_rows(out, store, entity, keys, n, arena, err);
    if (status)
        return status;
    el_object **found = el_xmalloc((n + 1) * sizeof *found);
    size_t nfound = 0;
    for (size_t i = 0; i < n; i++) {
        if (out[i] && !el_entity_is_kind_of(out[i]->entity, entity))
            out[i] = NULL;
        if (out[i])
            found[nfound++] = out[i];
    }
    status = el_read_relations(store, found, nfound, flags, 0, arena, err);
    free(found);
    return status;
}

int el_object_id_parse(char *entity, size_t entity_size, int64_t *key, const char *text, el_error *err)
{
    const char *slash = strrchr(text, '/');
    size_t n = slash ? (size_t)(slash - text) : 0;
    char *end = NULL;
    errno = 0;
    long long number = slash ? strtoll(slash + 1, &end, 10) : 0;
    int digits = slash && ((slash[1] >= '0' && slash[1] <= '9') || (slash[1] == '-' && slash[2] >= '0' && slash[2] <= '9'));
    if (!n || n >= entity_size || !digits || *end || errno)
        return el_error_set(err, EL_EUSAGE, "bad-object-id", "\"%.100s\" is not an object id: it has the form Entity/NUMBER", text);
    memcpy(entity, text, n);
    entity[n] = '\0';
    *key = number;
    return EL_OK;
}
