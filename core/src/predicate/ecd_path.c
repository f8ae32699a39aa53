/* SPDX-License-Identifier: MIT */
/* Key paths as ECD joins and names them. */
#include "predicate/ecd_private.h"

#include <unicode/uregex.h>
#include <unicode/ustring.h>

#include <stdlib.h>
#include <string.h>

el_ecd_path el__ecd_path_of_text(el_ecd *d, const char *text, size_t n)
{
    el_ecd_path path = {NULL, 1};
    for (size_t i = 0; i < n; i++)
        path.n += text[i] == '.';
    path.names = el_arena_array(d->arena, path.n, sizeof *path.names);
    for (size_t i = 0, from = 0, at = 0; i <= n; i++) {
        if (i < n && text[i] != '.')
            continue;
        path.names[at++] = el_arena_strndup(d->arena, text + from, i - from);
        from = i + 1;
    }
    return path;
}

el_ecd_path el__ecd_path_of_key(el_ecd *d, const el_expr *key)
{
    el_ecd_path path = {el_arena_array(d->arena, key->nsteps, sizeof *path.names), key->nsteps};
    for (size_t i = 0; i < key->nsteps; i++)
        path.names[i] = key->steps[i].name;
    return path;
}

static const char *prefix(el_ecd *d, const el_ecd_path *path, size_t n)
{
    el_buf b = {0};
    for (size_t i = 0; i < n; i++)
        el_buf_printf(&b, "%s%s", i ? "." : "", path->names[i]);
    const char *text = el_arena_strdup(d->arena, el_buf_str(&b));
    el_buf_free(&b);
    return text;
}

/* The columns of a many-to-many's join table: by root names, or numbered within one hierarchy. */
typedef struct link { const char *table, *source, *destination; } link;

static link link_of(el_ecd *d, const el_relationship *r)
{
    const char *from = r->owner->root->name, *to = r->destination ? r->destination->root->name : r->destination_name;
    int same = !strcmp(from, to);
    link l = {el_arena_printf(d->arena, "ecd_%s_%s", r->name, r->inverse ? r->inverse->name : "(null)"),
              el_arena_printf(d->arena, "%s%s__objectid", from, same ? "_1" : ""),
              el_arena_printf(d->arena, "%s%s__objectid", to, same ? "_2" : "")};
    return l;
}

static const char *inverse_name(const el_relationship *r)
{
    return r->inverse ? r->inverse->name : "(null)";
}

/* What is run here gets by the same comparison faster: see foreign_key_test in sql_scope.c. */
static const char *plus(const el_ecd *d)
{
    return d->runnable ? "+" : "";
}

static const char *join_text(el_ecd *d, const el_relationship *r, const char *previous, const char *path)
{
    const char *table = el__ecd_table(d, r->destination);
    if (!r->to_many)
        return el_arena_printf(d->arena, "LEFT OUTER JOIN %s AS [%s] ON %s.%s__objectid = [%s].__objectID", table, path, previous, r->name, path);
    if (!el_relationship_is_many_to_many(r))
        return el_arena_printf(d->arena, "LEFT OUTER JOIN %s AS [%s] ON %s%s.__objectID = [%s].%s__objectid", table, path, plus(d), previous,
                               path, inverse_name(r));
    link l = link_of(d, r);
    return el_arena_printf(d->arena, "LEFT OUTER JOIN %s AS [%s_rel] ON %s.__objectID = [%s_rel].%s LEFT OUTER JOIN %s AS [%s] ON "
                           "[%s_rel].%s = [%s].__objectID", l.table, path, previous, path, l.source, table, path, path, l.destination, path);
}

/* Each distinct text stands in a statement once. */
static int is_new(el_ecd *d, const char *join)
{
    for (size_t i = 0; i < d->njoins; i++)
        if (!strcmp(d->joins[i], join))
            return 0;
    if (d->njoins == d->joins_room) {
        d->joins_room = d->joins_room ? d->joins_room * 2 : 8;
        const char **grown = el_arena_array(d->arena, d->joins_room, sizeof *grown);
        if (d->njoins)
            memcpy(grown, d->joins, d->njoins * sizeof *grown);
        d->joins = grown;
    }
    d->joins[d->njoins++] = join;
    return 1;
}

const char *el__ecd_joins(el_ecd *d, const el_ecd_path *path)
{
    const char *joins = "", *previous = d->table;
    const el_entity *entity = d->q->entity;
    for (size_t i = 0; i < path->n; i++) {
        const el_relationship *r = el_entity_relationship(entity, path->names[i]);
        if (!r || !r->destination)
            continue;
        const char *alias = prefix(d, path, i + 1), *text = join_text(d, r, previous, alias);
        if (is_new(d, text))
            joins = el__ecd_spaced(d, joins, text);
        previous = el_arena_printf(d->arena, "[%s]", alias);
        entity = r->destination;
    }
    return joins;
}

static int ends_in_count(const el_ecd_path *path)
{
    return !strcmp(path->names[path->n - 1], "@count");
}

/* Key paths are found in the printed predicate by a regular expression, so dotted text in a string is one, too. */
static const char *printed_joins(el_ecd *d, const char *printed)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t n = 0;
    size_t bytes = strlen(printed);
    UChar *u = el_xmalloc((bytes + 1) * sizeof *u);
    u_strFromUTF8WithSub(u, (int32_t)bytes + 1, &n, printed, (int32_t)bytes, 0xFFFD, NULL, &status);
    URegularExpression *re = uregex_openC("\\b([a-zA-Z]\\w*\\.[^= ]+)\\b", 0, NULL, &status);
    uregex_setText(re, u, n, &status);
    const char *joins = "";
    while (U_SUCCESS(status) && uregex_findNext(re, &status)) {
        int32_t from = uregex_start(re, 0, &status), to = uregex_end(re, 0, &status), length = 0;
        char *text = el_xmalloc((size_t)(to - from) * 3 + 1);
        u_strToUTF8(text, (to - from) * 3 + 1, &length, u + from, to - from, &status);
        el_ecd_path path = el__ecd_path_of_text(d, text, (size_t)length);
        free(text);
        if (!ends_in_count(&path))
            joins = el__ecd_spaced(d, joins, el__ecd_joins(d, &path));
    }
    uregex_close(re);
    free(u);
    return joins;
}

static const char *plain_operand_joins(el_ecd *d, const el_expr *e)
{
    if (e->kind != EL_EXPR_KEY || e->nsteps != 1)
        return "";
    const el_relationship *r = el_entity_relationship(d->q->entity, e->steps[0].name);
    el_ecd_path path = el__ecd_path_of_key(d, e);
    return r && el_relationship_is_many_to_many(r) ? el__ecd_joins(d, &path) : "";
}

const char *el__ecd_comparison_joins(el_ecd *d, const el_pred *p)
{
    const char *joins = el__ecd_spaced(d, plain_operand_joins(d, p->left), plain_operand_joins(d, p->right));
    el_buf b = {0};
    el_ecd_print(&b, p);
    joins = el__ecd_spaced(d, joins, printed_joins(d, el_buf_str(&b)));
    el_buf_free(&b);
    return joins;
}

/* The destination condition of @count: only entities that have a parent get one. */
static const char *count_type(el_ecd *d, const el_relationship *r, const char *alias)
{
    const el_entity *e = r->destination;
    if (!e->parent)
        return "";
    el_buf b = {0};
    el_buf_printf(&b, "[%s].__entityType", alias);
    const char *sql = e->nchildren ? el__ecd_type_condition(d, b.data, e, 1) : NULL;
    if (!sql) { /* a list even of one */
        const char *one = el__ecd_type_condition(d, "", e, 0);
        sql = el_arena_printf(d->arena, "%s IN (%s)", b.data, one + strlen(" = "));
    }
    el_buf_free(&b);
    return el_arena_printf(d->arena, " AND %s", sql);
}

static const char *count_first_step(el_ecd *d, const el_relationship *r, const char *alias, const char **condition)
{
    const char *table = el__ecd_table(d, r->destination), *type = count_type(d, r, alias);
    if (!r->to_many) {
        *condition = el_arena_printf(d->arena, "WHERE %s.[%s__objectid] = [%s].[__objectid]%s", d->table, r->name, alias, type);
        return el_arena_printf(d->arena, "FROM %s [%s]\n", table, alias);
    }
    if (!el_relationship_is_many_to_many(r)) {
        *condition = el_arena_printf(d->arena, "WHERE %s%s.[__objectid] = [%s].[%s__objectid]%s", plus(d), d->table, alias, inverse_name(r), type);
        return el_arena_printf(d->arena, "FROM %s [%s]\n", table, alias);
    }
    link l = link_of(d, r);
    *condition = el_arena_printf(d->arena, "WHERE %s.[__objectid] = [%s_rel].[%s]%s", d->table, alias, l.source, type);
    return el_arena_printf(d->arena, "FROM %s [%s_rel]\nLEFT OUTER JOIN %s [%s] ON [%s_rel].[%s] = [%s].[__objectid]\n", l.table, alias,
                           table, alias, alias, l.destination, alias);
}

static const char *count_further_step(el_ecd *d, const el_relationship *r, const char *previous, const char *alias)
{
    const char *table = el__ecd_table(d, r->destination), *type = count_type(d, r, alias);
    if (!r->to_many)
        return el_arena_printf(d->arena, "LEFT OUTER JOIN %s [%s] ON [%s].[%s__objectid] = [%s].[__objectid]%s\n", table, alias, previous,
                               r->name, alias, type);
    if (!el_relationship_is_many_to_many(r))
        return el_arena_printf(d->arena, "LEFT OUTER JOIN %s [%s] ON %s[%s].[__objectid] = [%s].[%s__objectid]%s\n", table, alias, plus(d),
                               previous, alias, inverse_name(r), type);
    link l = link_of(d, r);
    return el_arena_printf(d->arena, "LEFT OUTER JOIN %s [%s_rel] ON [%s].[__objectid] = [%s_rel].[%s]\n"
                           "LEFT OUTER JOIN %s [%s] ON [%s_rel].[%s] = [%s].[__objectid]%s\n", l.table, alias, previous, alias, l.source,
                           table, alias, alias, l.destination, alias, type);
}

static const char *count_query(el_ecd *d, const el_ecd_path *path)
{
    const el_entity *entity = d->q->entity;
    const char *tables = "", *condition = "", *previous = NULL;
    for (size_t i = 0; i + 1 < path->n; i++) {
        const el_relationship *r = el_entity_relationship(entity, path->names[i]);
        if (!r || !r->destination)
            return el__ecd_raise(d, EL_ECD_RAISES, "@count behind a key that is no relationship");
        const char *alias = prefix(d, path, i + 1);
        const char *step = previous ? count_further_step(d, r, previous, alias) : count_first_step(d, r, alias, &condition);
        tables = el_arena_printf(d->arena, "%s%s", tables, step);
        previous = alias;
        entity = r->destination;
    }
    return el_arena_printf(d->arena, "(SELECT COUNT([%s].[__objectid])\n%s%s)", previous ? previous : "", tables, condition);
}

static const char *sum_marker(el_ecd *d, const el_ecd_path *path, size_t at)
{
    const el_entity *entity = d->q->entity;
    const el_relationship *last = NULL;
    for (size_t i = 0; i < at; i++) {
        const el_relationship *r = el_entity_relationship(entity, path->names[i]);
        if (r && r->destination) {
            last = r;
            entity = r->destination;
        }
    }
    el_ecd_path rest = {path->names + at + 1, path->n - at - 1};
    const char *alias = last && el_relationship_is_many_to_many(last) ? last->destination->name : prefix(d, path, at);
    return el_arena_printf(d->arena, "HAVING SUM([%s].%s)END_HAVING", alias, prefix(d, &rest, rest.n));
}

static const char *single_key(el_ecd *d, const char *name)
{
    const el_relationship *r = el_entity_relationship(d->q->entity, name);
    if (r && el_relationship_is_many_to_many(r))
        return el_arena_printf(d->arena, "[%s].__objectid", name);
    if (r)
        return el_arena_printf(d->arena, "%s.%s__objectid", d->table, name);
    if (el_entity_attribute(d->q->entity, name))
        return el_arena_printf(d->arena, "%s.%s", d->table, name);
    return name; /* passed on as it is */
}

const char *el__ecd_key(el_ecd *d, const el_ecd_path *path)
{
    if (path->n == 1)
        return single_key(d, path->names[0]);
    if (ends_in_count(path))
        return count_query(d, path);
    for (size_t i = 1; i + 1 < path->n; i++)
        if (!strcmp(path->names[i], "@sum"))
            return sum_marker(d, path, i);
    const char *last = path->names[path->n - 1];
    if (!strcmp(last, "length")) {
        if (path->n == 2)
            return el_arena_printf(d->arena, "LENGTH(%s.%s)", d->table, path->names[0]);
        return el_arena_printf(d->arena, "LENGTH(%s.[%s].%s)", d->table, prefix(d, path, path->n - 2), path->names[path->n - 2]);
    }
    const el_entity *entity = d->q->entity;
    for (size_t i = 0; i + 1 < path->n; i++) {
        const el_relationship *r = el_entity_relationship(entity, path->names[i]);
        entity = r && r->destination ? r->destination : entity;
    }
    const char *alias = prefix(d, path, path->n - 1);
    if (el_entity_relationship(entity, last))
        return el_arena_printf(d->arena, "[%s].__objectID", alias);
    return el_arena_printf(d->arena, "[%s].%s", alias, last);
}
