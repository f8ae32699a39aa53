/* SPDX-License-Identifier: MIT */
/* Many-to-many relationships from join tables (guide/format.md, "Relationships"). */
#include "base/buf.h"
#include "model/infer_private.h"
#include "sqlite/api.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MANY_ROWS = 5000 }; /* of a larger table not every row is looked at */

typedef struct join {
    const el_schema_table *table, *mirror;
    const char *columns[2];            /* of `table` */
    el__candidate *sides[2];           /* what the columns are named after */
    const char *a, *b;                 /* the relationships: table is ecd_a_b */
    int certain_split;
    int to_self;
    int a_side;                        /* the column whose entity owns `a` */
    const char *reason;
    el_confidence confidence;
} join;

static const el_schema_table *table_named(const el__inference *f, const char *a, const char *b)
{
    char name[1024];
    const char *x, *y;
    snprintf(name, sizeof name, "ecd_%s_%s", a, b);
    const el_schema_table *t = el_schema_table_named(f->schema, name);
    return t && el__infer_is_join(t, &x, &y) ? t : NULL;
}

/* Cuts "a_b" at an underscore where the mirror "b_a" exists, else at the only one, else where the halves are equal or an
 * entity's name begins. */
static int split(el__inference *f, join *j)
{
    const char *rest = j->table->name + strlen("ecd_");
    const char *best = NULL;
    size_t cuts = 0;
    int best_how = -1;
    for (const char *p = strchr(rest, '_'); p; p = strchr(p + 1, '_')) {
        if (p == rest || !p[1])
            continue;
        char *a = el_arena_strndup(f->arena, rest, (size_t)(p - rest));
        int how_a, how_b, how;
        cuts++;
        j->mirror = strcmp(a, p + 1) ? table_named(f, p + 1, a) : NULL;
        if (j->mirror) {
            j->a = a;
            j->b = el_arena_strdup(f->arena, p + 1);
            j->certain_split = 1;
            return 1;
        }
        el__infer_by_name(f, a, NULL, &how_a);
        el__infer_by_name(f, p + 1, NULL, &how_b);
        how = !strcmp(a, p + 1) ? 100 : how_a + how_b;
        if (how > best_how) {
            best_how = how;
            best = p;
        }
    }
    if (!best)
        return 0;
    j->a = el_arena_strndup(f->arena, rest, (size_t)(best - rest));
    j->b = el_arena_strdup(f->arena, best + 1);
    j->certain_split = cuts == 1;
    return 1;
}

/* Entities of the columns: "User__objectid", or "User_1__objectid" and "User_2__objectid" within one hierarchy. */
static int find_sides(el__inference *f, join *j)
{
    for (int k = 0; k < 2; k++) {
        size_t n = strlen(j->columns[k]) - strlen("__objectid");
        char *name = el_arena_strndup(f->arena, j->columns[k], n);
        char number = n > 2 && name[n - 2] == '_' ? name[n - 1] : '\0';
        j->sides[k] = el__infer_candidate(f, name);
        if (!j->sides[k] && (number == '1' || number == '2')) {
            name[n - 2] = '\0';
            j->sides[k] = el__infer_candidate(f, name);
            j->to_self = 1;
            if (number == '1')
                j->a_side = k;
        }
        if (!j->sides[k] || !j->sides[k]->table)
            return 0;
    }
    return 1;
}

static int64_t some_rows(el__inference *f, const el_schema_table *t)
{
    int64_t n = 0;
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT count(*) FROM (SELECT 1 FROM ");
    el_buf_identifier(&sql, t->name);
    el_buf_printf(&sql, " LIMIT %d)", MANY_ROWS + 1);
    el_sql_int64(&n, NULL, f->db, sql.data, NULL);
    el_buf_free(&sql);
    return n;
}

/* In the first year the columns were those of the entities themselves, that of the later name first. */
static int is_first_year(const el__inference *f, const join *j)
{
    int typed = 0;
    if (j->mirror || el_schema_column_named(j->table, el_arena_printf(f->arena, "%s_order", j->sides[0]->name)))
        return 0;
    for (size_t i = 0; i < f->ntables; i++)
        typed |= f->tables[i].type_column && !strcmp(f->tables[i].type_column, "_entityType");
    return typed || !j->sides[0]->is_root || !j->sides[1]->is_root || strcasecmp(j->columns[0], j->columns[1]) > 0;
}

/* Sources whose members are not numbered 1 to n: ECD numbers those of the relationship that a table belongs to at each
 * save, while the other order column only counts up. */
static int64_t unnumbered(el__inference *f, const el_schema_table *t, const char *source, const char *order)
{
    int64_t n = 0;
    el_buf sql = {0};
    el_buf_puts(&sql, "SELECT count(*) FROM (SELECT 1 FROM ");
    el_buf_identifier(&sql, t->name);
    el_buf_puts(&sql, " GROUP BY ");
    el_buf_identifier(&sql, source);
    el_buf_puts(&sql, " HAVING count(*) <> max(");
    el_buf_identifier(&sql, order);
    el_buf_puts(&sql, ") OR min(");
    el_buf_identifier(&sql, order);
    el_buf_puts(&sql, ") <> 1 OR count(*) <> count(DISTINCT ");
    el_buf_identifier(&sql, order);
    el_buf_puts(&sql, "))");
    el_sql_int64(&n, NULL, f->db, sql.data, NULL);
    el_buf_free(&sql);
    return n;
}

static const char *order_of(el__inference *f, const join *j, int side)
{
    char *name = el_arena_printf(f->arena, "%.*s_order", (int)(strlen(j->columns[side]) - strlen("__objectid")), j->columns[side]);
    return el_schema_column_named(j->table, name) && el_schema_column_named(j->mirror, name) ? name : NULL;
}

/* What the order columns of a pair of tables tell; -1: nothing. */
static int owner_by_order(el__inference *f, const join *j)
{
    const char *orders[2];
    if (!j->mirror || !(orders[0] = order_of(f, j, 0)) || !(orders[1] = order_of(f, j, 1)) || some_rows(f, j->table) > MANY_ROWS)
        return -1;
    int64_t odd[2];
    for (int s = 0; s < 2; s++) /* `a` owned by side s, `b` by the other */
        odd[s] = unnumbered(f, j->table, j->columns[s], orders[1 - s]) + unnumbered(f, j->mirror, j->columns[1 - s], orders[s]);
    return odd[0] == 0 && odd[1] > 0 ? 0 : odd[1] == 0 && odd[0] > 0 ? 1 : -1;
}

/* Which side owns `a`: the columns are sorted by entity and do not tell. */
static void find_owner(el__inference *f, join *j)
{
    int how[2][2]; /* how well the name of relationship r speaks of side s */
    const char *names[2] = {j->a, j->b};
    if (j->to_self) {
        j->confidence = EL_PROBABLE;
        j->reason = "a join table of an entity with itself, whose first column is the source";
        return;
    }
    if (is_first_year(f, j)) {
        j->a_side = 1;
        j->confidence = EL_PROBABLE;
        j->reason = "a join table of the first year, whose columns stand in the order of the relationships";
        return;
    }
    for (int r = 0; r < 2; r++)
        for (int s = 0; s < 2; s++)
            el__infer_by_name(f, names[r], j->sides[s]->table, &how[r][s]);
    int first = how[0][1] + how[1][0], second = how[0][0] + how[1][1]; /* a owned by side 0: leads to side 1 */
    if (el__infer_is_taken(f, j->sides[0]->table, j->a) || el__infer_is_taken(f, j->sides[1]->table, j->b))
        first = -1;
    if (el__infer_is_taken(f, j->sides[1]->table, j->a) || el__infer_is_taken(f, j->sides[0]->table, j->b))
        second = -1;
    int by_order = owner_by_order(f, j);
    if (first == second && by_order >= 0) {
        j->a_side = by_order;
        j->confidence = EL_PROBABLE;
        j->reason = "a join table; the numbering of its rows says which end owns which name";
        return;
    }
    j->a_side = second > first;
    j->confidence = first == second ? EL_GUESS : EL_PROBABLE;
    j->reason = first == second ? "a join table; which end owns which of the two names is a guess"
                                : "a join table; the names say which end owns which";
}

static el_relationship *add(el__inference *f, const join *j, const char *name, el__candidate *owner, el__candidate *target)
{
    el_relationship *r = el_model_builder_relationship(f->b, owner->entity, name, target->name, 0);
    el__infer_use_name(f, owner->table, name);
    r->to_many = r->optional = 1;
    r->confidence = j->confidence;
    r->provenance = el_arena_printf(el_model_builder_arena(f->b), "'%s': %s", j->table->name, j->reason);
    return r;
}

/* The user's word on which entity owns a relationship, or what inference found. */
static el__candidate *overridden(el__inference *f, join *j, const char *name, const char *inverse, el__candidate *owner)
{
    for (size_t i = 0; i < el_overrides_count(f->overrides); i++) {
        const el_override *o = el_overrides_at(f->overrides, i);
        if (o->kind != EL_OVERRIDE_RELATIONSHIP || strcmp(o->name, name) || (o->inverse && strcmp(o->inverse, inverse)))
            continue;
        el__candidate *c = el__infer_candidate(f, o->entity);
        if (!c || (c->table != j->sides[0]->table && c->table != j->sides[1]->table))
            continue;
        j->confidence = EL_CERTAIN;
        j->reason = "the user's word";
        return c;
    }
    return owner;
}

static void add_pair(el__inference *f, join *j)
{
    int64_t rows = some_rows(f, j->table);
    if (!rows && j->mirror)
        rows = some_rows(f, j->mirror);
    int s = j->a_side, d = 1 - s;
    el__candidate *source = el__infer_narrow(f, j->sides[s]->table, j->table->name, j->columns[s], rows);
    el__candidate *target = el__infer_narrow(f, j->sides[d]->table, j->table->name, j->columns[d], rows);
    if (!strcmp(j->a, j->b) && j->to_self)
        target = source = j->sides[0]->table->root;
    source = overridden(f, j, j->a, j->b, source);
    target = overridden(f, j, j->b, j->a, target);
    if (source->table == target->table && !j->to_self)
        return;
    if (el__infer_is_taken(f, source->table, j->a) || (el__infer_is_taken(f, target->table, j->b))) {
        el_model_builder_note(f->b, 0, 1, "join-name-taken", "the join table '%s' was left out: its relationships' names are those of other properties", j->table->name);
        return;
    }
    el_relationship *a = add(f, j, j->a, source, target), *b = a;
    if (strcmp(j->a, j->b) || source->table != target->table)
        b = add(f, j, j->b, target, source);
    a->inverse_name = b->name;
    a->inverse_entity = target->entity->name;
    b->inverse_name = a->name;
    b->inverse_entity = source->entity->name;
}

/* Some migrations left empty join tables for relationships that are none: alone in a store whose others come in pairs. */
static int is_doubtful(el__inference *f, const join *j, int paired_store)
{
    return paired_store && !j->mirror && strcmp(j->a, j->b) && some_rows(f, j->table) == 0;
}

int el__infer_joins(el__inference *f)
{
    const el_schema *s = f->schema;
    join *joins = el_arena_array(f->arena, s->ntables, sizeof *joins);
    size_t n = 0;
    int paired = 0;
    for (size_t i = 0; i < s->ntables; i++) {
        join *j = &joins[n];
        j->table = &s->tables[i];
        if (!el__infer_is_join(j->table, &j->columns[0], &j->columns[1]))
            continue;
        if (!split(f, j) || !find_sides(f, j)) {
            el_model_builder_note(f->b, 0, 1, "unknown-join-table", "the join table '%s' connects nothing that is known", j->table->name);
            memset(j, 0, sizeof *j);
            continue;
        }
        paired |= j->mirror != NULL;
        n += !j->mirror || j->mirror > j->table; /* one of a pair is enough */
        if (j->mirror && j->mirror < j->table)
            memset(j, 0, sizeof *j);
    }
    for (size_t i = 0; i < n; i++) {
        join *j = &joins[i];
        if (is_doubtful(f, j, paired)) {
            el_model_builder_note(f->b, 0, 1, "doubtful-join-table", "the join table '%s' is empty and has no mirror; it was left out", j->table->name);
            continue;
        }
        if (!j->certain_split)
            el_model_builder_note(f->b, 0, 0, "ambiguous-join-name", "'%s' can be cut into two names in several ways; '%s' and '%s' is a guess", j->table->name, j->a, j->b);
        find_owner(f, j);
        if (!j->certain_split)
            j->confidence = EL_GUESS;
        add_pair(f, j);
    }
    return EL_OK;
}
