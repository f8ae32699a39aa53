/* SPDX-License-Identifier: MIT */
/* The table meta: the store's identity and the hashes of its model. */
#include "fixture_private.h"

#include <openssl/evp.h>

#include <stdlib.h>
#include <string.h>

static void field(el_buf *b, const char *name, const char *text)
{
    el_buf_printf(b, "%s=%s\n", name, text ? text : "");
}

static void flag(el_buf *b, const char *name, int value)
{
    el_buf_printf(b, "%s=%d\n", name, value);
}

static void describe_attribute(el_buf *b, const el_attribute *a)
{
    field(b, "attribute", a->name);
    flag(b, "type", a->type);
    flag(b, "optional", a->optional);
    flag(b, "transient", a->transient);
    field(b, "transformer", a->transformer);
    field(b, "modifier", a->hash_modifier);
}

static void describe_relationship(el_buf *b, const el_relationship *r)
{
    field(b, "relationship", r->name);
    field(b, "destination", r->destination_name);
    field(b, "inverse", r->inverse ? r->inverse->name : NULL);
    flag(b, "many", r->to_many);
    flag(b, "ordered", r->ordered);
    flag(b, "optional", r->optional);
    flag(b, "transient", r->transient);
    flag(b, "min", r->min_count);
    flag(b, "max", r->max_count);
    field(b, "modifier", r->hash_modifier);
}

static int by_attribute(const void *a, const void *b)
{
    return strcmp((*(const el_attribute *const *)a)->name, (*(const el_attribute *const *)b)->name);
}

static int by_relationship(const void *a, const void *b)
{
    return strcmp((*(const el_relationship *const *)a)->name, (*(const el_relationship *const *)b)->name);
}

/* What distinguishes two versions of a model for a store: names, types and shapes, not defaults or renamings.
 * Properties in the order of their names, so that the order of a file is nothing. */
static void describe(el_buf *b, const el_entity *entity)
{
    el_arena *arena = el_arena_new();
    size_t na = entity->nattributes, nr = entity->nrelationships;
    const el_attribute **as = el_arena_array(arena, na + 1, sizeof *as);
    const el_relationship **rs = el_arena_array(arena, nr + 1, sizeof *rs);
    field(b, "entity", entity->name);
    flag(b, "abstract", entity->abstract);
    field(b, "modifier", entity->hash_modifier);
    for (size_t i = 0; i < na; i++)
        as[i] = entity->attributes[i];
    for (size_t i = 0; i < nr; i++)
        rs[i] = entity->relationships[i];
    qsort(as, na, sizeof *as, by_attribute);
    qsort(rs, nr, sizeof *rs, by_relationship);
    for (size_t i = 0; i < na; i++)
        describe_attribute(b, as[i]);
    for (size_t i = 0; i < nr; i++)
        describe_relationship(b, rs[i]);
    el_arena_free(arena);
    if (entity->parent) {
        el_buf_puts(b, "parent:\n");
        describe(b, entity->parent);
    }
}

static void sha256(unsigned char out[32], const el_buf *text)
{
    unsigned n = 32;
    if (!EVP_Digest(el_buf_str(text), text->len, out, &n, EVP_sha256(), NULL))
        fixture_fail("no SHA-256");
}

void fixture_version_hash(unsigned char out[32], const el_entity *entity)
{
    el_buf text = {0};
    describe(&text, entity);
    sha256(out, &text);
    el_buf_free(&text);
}

/* A UUID that is the same for the same model, so that builds repeat. */
static char *made_uuid(el_arena *arena, const el_model *model)
{
    unsigned char h[32];
    el_buf text = {0};
    for (size_t i = 0; i < model->nentities; i++)
        describe(&text, model->entities[i]);
    sha256(h, &text);
    el_buf_free(&text);
    h[6] = (unsigned char)((h[6] & 0x0F) | 0x40);
    h[8] = (unsigned char)((h[8] & 0x3F) | 0x80);
    return el_arena_printf(arena, "%02X%02X%02X%02X-%02X%02X-%02X%02X-%02X%02X-%02X%02X%02X%02X%02X%02X", h[0], h[1],
                           h[2], h[3], h[4], h[5], h[6], h[7], h[8], h[9], h[10], h[11], h[12], h[13], h[14], h[15]);
}

static el_value string(const char *s)
{
    el_value v = {.kind = EL_STRING};
    v.u.text.s = s;
    v.u.text.n = strlen(s);
    return v;
}

static el_value number(int64_t i)
{
    el_value v = {.kind = EL_INT};
    v.u.i = i;
    return v;
}

static el_value hashes(el_arena *arena, const el_model *model)
{
    el_value *keys = el_arena_array(arena, model->nentities + 1, sizeof *keys);
    el_value *values = el_arena_array(arena, model->nentities + 1, sizeof *values);
    for (size_t i = 0; i < model->nentities; i++) {
        unsigned char *h = el_arena_alloc(arena, 32);
        fixture_version_hash(h, model->entities[i]);
        keys[i] = string(model->entities[i]->name);
        values[i].kind = EL_DATA;
        values[i].u.text.s = (const char *)h;
        values[i].u.text.n = 32;
    }
    el_value v = {.kind = EL_DICT};
    v.u.dict.keys = keys;
    v.u.dict.values = values;
    v.u.dict.n = model->nentities;
    return v;
}

static el_value metadata(el_arena *arena, const fixture *f, const fixture_era *era, const fixture_options *options)
{
    el_value *keys = el_arena_array(arena, 8, sizeof *keys), *values = el_arena_array(arena, 8, sizeof *values);
    size_t n = 0;
    keys[n] = string("NSStoreUUID");
    values[n++] = string(options->uuid ? options->uuid : made_uuid(arena, f->model));
    keys[n] = string("NSStoreType");
    values[n++] = string(era->store_type);
    if (!options->no_hashes) {
        const char *identifier = f->model->identifier ? f->model->identifier : "";
        el_value *identifiers = el_arena_array(arena, 1, sizeof *identifiers);
        identifiers[0] = string(identifier);
        keys[n] = string("NSStoreModelVersionHashes");
        values[n++] = hashes(arena, f->model);
        keys[n] = string("NSStoreModelVersionHashesVersion");
        values[n++] = number(3);
        keys[n] = string("NSStoreModelVersionIdentifiers");
        values[n].kind = EL_LIST;
        values[n].u.list.items = identifiers;
        values[n++].u.list.n = *identifier ? 1 : 0;
        keys[n] = string("NSPersistenceFrameworkVersion");
        values[n++] = number(754);
    }
    if (options->check_flag) {
        keys[n] = string("EncryptedStoreMetadataTableCheckVersion");
        values[n++] = number(1);
    }
    el_value v = {.kind = EL_DICT};
    v.u.dict.keys = keys;
    v.u.dict.values = values;
    v.u.dict.n = n;
    return v;
}

int fixture_meta_write(sqlite3 *db, const fixture *f, const fixture_era *era, const fixture_options *options,
                       el_error *err)
{
    el_arena *arena = el_arena_new();
    el_value root = metadata(arena, f, era, options);
    size_t n;
    unsigned char *bytes = fixture_archive(&root, &n);
    int status = fixture_run_sql(db, el_arena_printf(arena, "CREATE TABLE meta(%s);", era->meta_column), err);
    if (!status) {
        char *sql = el_arena_printf(arena, "INSERT INTO meta (%s) VALUES(?);", era->meta_column);
        sqlite3_stmt *stmt = NULL;
        if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK ||
            sqlite3_bind_blob64(stmt, 1, bytes, n, SQLITE_STATIC) != SQLITE_OK || sqlite3_step(stmt) != SQLITE_DONE)
            status = fixture_sql_error(db, sql, err);
        sqlite3_finalize(stmt);
    }
    free(bytes);
    el_arena_free(arena);
    return status;
}
