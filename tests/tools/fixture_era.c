/* SPDX-License-Identifier: MIT */
/* What ECD did on a given day (guide/format.md, "Tables", "Entity type", "Relationships"). */
#include "fixture_private.h"

#include "base/cfhash.h"

#include <string.h>
#include <strings.h>

void fixture_era_of(fixture_era *era, int day, int bits)
{
    memset(era, 0, sizeof *era);
    era->day = day;
    era->bits = bits;
    era->meta_column = day < 20120904 ? "data" : "plist";
    era->store_type = day < 20130503 ? "CMDEncryptedSQLiteStore" : "EncryptedStore";
    era->inverted_booleans = day < 20121218;
    era->no_decimals = day < 20140117;
    era->type_column = day < 20130726 ? NULL : day < 20140908 ? "_entityType" : "__entityType";
    era->quoted_names = day >= 20130923;
    era->table_prefix = day < 20140117 ? "" : "ecd";
    int prefixed_columns = day >= 20140131 && day < 20140207;
    era->column_prefix = prefixed_columns ? "ecd" : "";
    era->key_column = prefixed_columns ? "ecdid" : day < 20140311 ? "id" : "__objectid";
    era->key_suffix = day < 20140311 ? "_id" : "__objectid";
    era->indexes = day >= 20140317;
    era->quoted_index = day >= 20140926;
    era->join_tables = day >= 20140620;
    era->direct_join_names = day < 20140908;
    era->self_joins = day >= 20150113;
    era->order_columns = day >= 20150406;
    era->null_column = era->order_columns && day < 20160724;
    era->both_join_tables = day >= 20170322;
    era->transient_columns = day < 20161116;
}

int fixture_era_has_key(const fixture_era *era, const el_relationship *r)
{
    if (r->transient && !era->transient_columns)
        return 0;
    if (era->day < 20130424)
        return !r->to_many && r->inverse && r->inverse->to_many;
    if (era->day < 20130517)
        return !r->to_many;
    if (era->day < 20140317)
        return 1;
    if (era->day < 20140620)
        return !r->to_many || el_relationship_is_many_to_many(r);
    return !r->to_many;
}

char *fixture_era_key_name(el_arena *arena, const fixture_era *era, const el_relationship *r)
{
    const char *stem = era->day < 20130524 ? r->destination->name : r->name;
    return el_arena_printf(arena, "%s%s%s", era->column_prefix, stem, era->key_suffix);
}

int fixture_era_typed(const fixture_era *era, const el_entity *entity)
{
    if (era->day < 20130820)
        return entity->nchildren > 0;
    if (era->day < 20160105)
        return entity->parent != NULL;
    return el_entity_in_hierarchy(entity);
}

void fixture_era_bind_type(const fixture_era *era, sqlite3_stmt *stmt, int index, const el_entity *entity)
{
    if (!fixture_era_typed(era, entity)) {
        sqlite3_bind_null(stmt, index);
        return;
    }
    uint64_t h = el_cfhash(entity->name, strlen(entity->name), 0);
    int word_size = (era->day >= 20140820 && era->day < 20140924) || era->day >= 20141121;
    int is_signed = era->day >= 20141204;
    if (!word_size || era->bits == 32) {
        uint32_t low = (uint32_t)h;
        sqlite3_bind_int64(stmt, index, is_signed ? (int64_t)(int32_t)low : (int64_t)low);
    } else if (is_signed || h <= INT64_MAX) {
        sqlite3_bind_int64(stmt, index, (int64_t)h);
    } else {
        sqlite3_bind_double(stmt, index, (double)h); /* an over-long literal becomes a REAL */
    }
}

int fixture_same_name(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

static const char *suffixed(el_arena *arena, const char *name, const char *suffix)
{
    return el_arena_printf(arena, "%s%s", name, suffix);
}

/* The names in front of "__objectid" and "_order", the source's and the destination's. */
static void side_names(const char **source, const char **destination, el_arena *arena, const fixture_era *era,
                       const el_relationship *r)
{
    const el_entity *s = r->owner, *d = r->destination;
    if (era->direct_join_names) {
        *source = s->name;
        *destination = d->name;
    } else if (s->root == d->root) {
        *source = suffixed(arena, s->root->name, "_1");
        *destination = suffixed(arena, d->root->name, "_2");
    } else {
        *source = s->root->name;
        *destination = d->root->name;
    }
}

/* Whether the source's columns come first in the table. */
static int source_first(const fixture_era *era, const el_relationship *r, const char *source, const char *destination)
{
    if (era->direct_join_names) /* the entity that declares the second-sorted relationship */
        return strcasecmp(r->name, r->inverse->name) > 0;
    if (r->owner->root == r->destination->root)
        return 1;
    return strcasecmp(source, destination) < 0;
}

void fixture_join_of(fixture_join *join, el_arena *arena, const fixture_era *era, const el_relationship *r)
{
    const char *source, *destination;
    side_names(&source, &destination, arena, era, r);
    int own_name_first = era->both_join_tables || strcasecmp(r->name, r->inverse->name) <= 0;
    join->table = el_arena_printf(arena, "ecd_%s_%s", own_name_first ? r->name : r->inverse->name,
                                  own_name_first ? r->inverse->name : r->name);
    join->source = suffixed(arena, source, "__objectid");
    join->destination = suffixed(arena, destination, "__objectid");
    join->source_order = era->order_columns ? suffixed(arena, source, "_order") : NULL;
    join->destination_order = era->order_columns ? suffixed(arena, destination, "_order") : NULL;
    int first = source_first(era, r, source, destination);
    join->first = first ? join->source : join->destination;
    join->second = first ? join->destination : join->source;
    join->first_order = first ? join->source_order : join->destination_order;
    join->second_order = first ? join->destination_order : join->source_order;
}
