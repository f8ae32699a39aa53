/* SPDX-License-Identifier: MIT */
#include "layout/recognise.h"

#include "base/arena.h"
#include "base/buf.h"
#include "layout/names.h"
#include "sqlite/api.h"

#include <string.h>

int el__has_prefix(const char *s, const char *prefix)
{
    return !strncmp(s, prefix, strlen(prefix));
}

int el__has_suffix(const char *s, const char *suffix)
{
    size_t n = strlen(s), m = strlen(suffix);
    return n > m && !strcmp(s + n - m, suffix);
}

/* Key columns that entity tables have had, newest first. */
static const char *const key_names[] = {"__objectid", "ecdid", "id"};

static const char *key_of(const el_schema_table *table)
{
    for (size_t i = 0; i < sizeof key_names / sizeof *key_names; i++) {
        const el_schema_column *c = el_schema_column_named(table, key_names[i]);
        if (c && c->primary_key == 1)
            return c->name;
    }
    return NULL;
}

int el_join_columns(const el_schema_table *table, const char **first, const char **second)
{
    size_t n = 0;
    const char *found[2] = {NULL, NULL};
    for (size_t i = 0; i < table->ncolumns; i++) {
        if (!el__has_suffix(table->columns[i].name, "__objectid"))
            continue;
        if (n < 2)
            found[n] = table->columns[i].name;
        n++;
    }
    *first = found[0];
    *second = found[1];
    return n == 2;
}

static el_table_class class_of(const el_schema_table *t, int prefixed)
{
    const char *a, *b;
    if (!strcmp(t->name, "meta") && t->ncolumns == 1 &&
        (!strcmp(t->columns[0].name, "plist") || !strcmp(t->columns[0].name, "data")))
        return EL_TABLE_META;
    if (el__has_prefix(t->name, "_T_"))
        return EL_TABLE_LEFTOVER;
    const char *key = key_of(t);
    if (el__has_prefix(t->name, "ecd_") && !key && el_join_columns(t, &a, &b))
        return EL_TABLE_JOIN;
    if (key && el__has_prefix(t->name, "ecd") == prefixed)
        return EL_TABLE_ENTITY;
    return EL_TABLE_FOREIGN;
}

static int has_prefixed_entity(const el_schema *schema)
{
    for (size_t i = 0; i < schema->ntables; i++)
        if (class_of(&schema->tables[i], 1) == EL_TABLE_ENTITY)
            return 1;
    return 0;
}

static void classify(el_recognition *r)
{
    const el_schema *schema = r->schema;
    r->classes = el_arena_array(r->arena, schema->ntables, sizeof *r->classes);
    r->prefixed = has_prefixed_entity(schema);
    for (size_t i = 0; i < schema->ntables; i++) {
        const el_schema_table *t = &schema->tables[i];
        r->classes[i] = class_of(t, r->prefixed);
        switch (r->classes[i]) {
        case EL_TABLE_META: r->meta_column = t->columns[0].name; break;
        case EL_TABLE_JOIN: r->njoin_tables++; break;
        case EL_TABLE_ENTITY:
            r->nentity_tables++;
            if (!r->key_column)
                r->key_column = key_of(t);
            break;
        default: break;
        }
    }
}

static int not_ecd(el_error *err, const char *what)
{
    int status = el_error_set(err, EL_ENOTSTORE, "not-ecd", "not an Encrypted Core Data store, but %s", what);
    el_error_arg(err, "%s", what);
    el_error_hint(err, "An Encrypted Core Data store has a table \"meta\" with the single column \"plist\" and entity tables "
                       "whose names begin with \"ecd\".");
    return status;
}

static int is_apple(const el_schema *schema)
{
    return el_schema_table_named(schema, "Z_METADATA") && el_schema_table_named(schema, "Z_PRIMARYKEY");
}

/* Says what a database that is no ECD store is. */
static int refuse(const el_schema *schema, el_error *err)
{
    if (is_apple(schema))
        return not_ecd(err, "a store of Apple's own Core Data SQLite kind (tables Z_METADATA and Z_PRIMARYKEY)");
    if (!schema->ntables)
        return not_ecd(err, "an SQLite database without any table");
    el_buf what = {0};
    el_buf_printf(&what, "an SQLite database with %zu table%s (", schema->ntables, schema->ntables == 1 ? "" : "s");
    for (size_t i = 0; i < schema->ntables && i < 3; i++)
        el_buf_printf(&what, "%s%.60s", i ? ", " : "", schema->tables[i].name);
    el_buf_puts(&what, schema->ntables > 3 ? ", …)" : ")");
    int status = not_ecd(err, what.data);
    el_buf_free(&what);
    return status;
}

/* A lone table meta(plist) could be anybody's: it must hold a property list (or nothing, as after a crash). */
static int meta_is_plausible(const el_recognition *r, sqlite3 *db, int *plausible, el_error *err)
{
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT ");
    el_buf_identifier(&sql, r->meta_column);
    el_buf_puts(&sql, " FROM main.meta LIMIT 1");
    sqlite3_stmt *stmt;
    int status = el_sql_prepare(&stmt, db, sql.data, err);
    el_buf_free(&sql);
    if (status)
        return status;
    int rc = el_sql_step(stmt, err);
    *plausible = rc == 0;
    if (rc > 0 && sqlite3_column_type(stmt, 0) == SQLITE_BLOB) {
        const char *bytes = sqlite3_column_blob(stmt, 0);
        int n = sqlite3_column_bytes(stmt, 0);
        *plausible = n >= 8 && (!memcmp(bytes, "bplist00", 8) || !memcmp(bytes, "<?xml", 5));
    }
    sqlite3_finalize(stmt);
    return rc < 0 ? rc : EL_OK;
}

int el_recognise(el_recognition **out, const el_schema *schema, sqlite3 *db, el_error *err)
{
    *out = NULL;
    el_arena *arena = el_arena_new();
    el_recognition *r = el_arena_alloc(arena, sizeof *r);
    r->arena = arena;
    r->schema = schema;
    classify(r);
    int status = EL_OK, ecd = r->meta_column || (r->prefixed && r->nentity_tables);
    if (r->meta_column && !r->prefixed)
        status = meta_is_plausible(r, db, &ecd, err);
    if (!status && !ecd)
        status = refuse(schema, err);
    if (status) {
        el_arena_free(arena);
        return status;
    }
    el__date_layout(r);
    *out = r;
    return EL_OK;
}

void el_recognition_free(el_recognition *r)
{
    if (r)
        el_arena_free(r->arena);
}

el_table_class el_recognise_table(const el_recognition *r, const el_schema_table *table)
{
    return table ? r->classes[table - r->schema->tables] : EL_TABLE_FOREIGN;
}

const char *el_recognise_entity_name(const el_recognition *r, const el_schema_table *table)
{
    return r->prefixed && el__has_prefix(table->name, "ecd") ? table->name + 3 : table->name;
}

static int same_keys(const el_schema_table *a, const el_schema_table *b)
{
    const char *first, *second;
    return el_join_columns(a, &first, &second) && el_schema_column_named(b, first) && el_schema_column_named(b, second);
}

const el_schema_table *el_join_mirror(const el_recognition *r, const el_schema_table *table)
{
    const char *pair = table->name + strlen("ecd_");
    el_buf name = {0};
    const el_schema_table *mirror = NULL;
    for (const char *cut = strchr(pair, '_'); cut && !mirror; cut = strchr(cut + 1, '_')) {
        if (cut == pair || !cut[1])
            continue;
        el_buf_clear(&name);
        el_buf_puts(&name, "ecd_");
        el_buf_puts(&name, cut + 1);
        el_buf_putc(&name, '_');
        el_buf_add(&name, pair, (size_t)(cut - pair));
        const el_schema_table *other = el_schema_table_named(r->schema, name.data);
        if (el_recognise_table(r, other) == EL_TABLE_JOIN && same_keys(table, other))
            mirror = other;
    }
    el_buf_free(&name);
    return mirror;
}
