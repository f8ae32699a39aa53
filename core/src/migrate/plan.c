/* SPDX-License-Identifier: MIT */
/* The frame of an opening: transaction, check, mapping passes, metadata. */
#include "migrate/plan.h"

#include "migrate/diff.h"

#include <stdlib.h>
#include <string.h>

static const char *const version_names[] = {"3.2", "3.1", "3.0", "2.0"};

const char *el_ecd_version_name(el_ecd_version v)
{
    return version_names[v];
}

int el_ecd_version_from_name(el_ecd_version *v, const char *name)
{
    for (int i = 0; i < 4; i++)
        if (!strcmp(name, version_names[i])) {
            *v = (el_ecd_version)i;
            return 1;
        }
    *v = EL_ECD_NEWEST;
    return !strcmp(name, "newest");
}

static el_plan_statement *record(el_planner *p, const char *step, const char *sql)
{
    el_ecd_plan *plan = p->plan;
    if (plan->nstatements == p->cap) {
        size_t cap = p->cap ? p->cap * 2 : 32;
        el_plan_statement *grown = el_arena_array(p->arena, cap, sizeof *grown);
        if (plan->nstatements)
            memcpy(grown, plan->statements, plan->nstatements * sizeof *grown);
        plan->statements = grown;
        p->cap = cap;
    }
    el_plan_statement *s = &plan->statements[plan->nstatements++];
    memset(s, 0, sizeof *s);
    s->step = step;
    s->entity = p->entity;
    s->sql = el_arena_strdup(p->arena, sql);
    return s;
}

int el__plan_run_text(el_planner *p, const char *step, const char *sql)
{
    el_plan_statement *s = record(p, step, sql);
    sqlite3_stmt *stmt = NULL;
    int rc = sqlite3_prepare_v2(p->bench, sql, -1, &stmt, NULL);
    if (rc == SQLITE_OK) {
        do
            rc = sqlite3_step(stmt);
        while (rc == SQLITE_ROW);
        rc = rc == SQLITE_DONE ? SQLITE_OK : rc;
    }
    if (rc != SQLITE_OK)
        s->error = el_arena_strdup(p->arena, sqlite3_errmsg(p->bench));
    sqlite3_finalize(stmt);
    return rc == SQLITE_OK ? 0 : -1;
}

int el__plan_run(el_planner *p, const char *step, el_buf *sql)
{
    int rc = el__plan_run_text(p, step, el_buf_str(sql));
    el_buf_free(sql);
    return rc;
}

/* ECD's connection accepted double-quoted strings and renamed tables without touching what refers to them. */
int el__bench_open(sqlite3 **out, sqlite3 *db, el_error *err)
{
    sqlite3 *bench = NULL;
    sqlite3_stmt *stmt = NULL;
    *out = NULL;
    if (sqlite3_open_v2(":memory:", &bench, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) {
        int status = el_sql_error(bench, err);
        sqlite3_close(bench);
        return status;
    }
    if (sqlite3_libversion_number() >= 3029000) {
        sqlite3_db_config(bench, SQLITE_DBCONFIG_DQS_DML, 1, NULL);
        sqlite3_db_config(bench, SQLITE_DBCONFIG_DQS_DDL, 1, NULL);
    }
    sqlite3_exec(bench, "PRAGMA legacy_alter_table = ON", NULL, NULL, NULL);
    int status = el_sql_prepare(&stmt, db,
                                "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND type IN ('table', 'index') "
                                "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type = 'index', rowid", err);
    int rc = 0;
    while (!status && (rc = el_sql_step(stmt, err)) > 0)
        /* A foreign object that this engine does not understand (a virtual table, say) plays no part in ECD's work. */
        sqlite3_exec(bench, (const char *)sqlite3_column_text(stmt, 0), NULL, NULL, NULL);
    sqlite3_finalize(stmt);
    if (!status && rc < 0)
        status = rc;
    if (status)
        sqlite3_close(bench);
    else
        *out = bench;
    return status;
}

static void metadata(el_planner *p)
{
    p->entity = NULL;
    el__plan_run_text(p, "metadata", "DELETE FROM meta;");
    el__plan_run_text(p, "metadata", "INSERT INTO meta (plist) VALUES(?);");
}

/* Entities by name or by what they were called; nobody comes twice. */
static void pair(el_planner *p)
{
    p->source_of = el_arena_array(p->arena, p->to->nentities + 1, sizeof *p->source_of);
    p->removed = el_arena_alloc(p->arena, p->from->nentities + 1);
    memset(p->removed, 1, p->from->nentities);
    for (size_t i = 0; i < p->to->nentities; i++) {
        const el_entity *e = p->to->entities[i];
        const el_entity *source = el_model_entity(p->from, el__rid(e->renaming_id, e->name));
        p->source_of[i] = source;
        if (source)
            p->removed[source->index] = 0;
    }
}

static int unchanged(const el_entity *source, const el_entity *e)
{
    if (source->has_version_hash && e->has_version_hash)
        return !memcmp(source->version_hash, e->version_hash, sizeof e->version_hash);
    return el__same_hash_inputs(source, e);
}

static int same_hashes(const el_planner *p)
{
    if (p->from->nentities != p->to->nentities)
        return 0;
    for (size_t i = 0; i < p->to->nentities; i++) {
        const el_entity *e = p->to->entities[i], *same = el_model_entity(p->from, e->name);
        if (!same || !unchanged(same, e))
            return 0;
    }
    return 1;
}

/* Inference refuses before ECD sees anything.  Returns whether it does. */
static int refused(el_planner *p)
{
    for (size_t i = 0; i < p->to->nentities; i++) {
        const el_entity *e = p->to->entities[i], *source = p->source_of[i];
        if (!source || unchanged(source, e))
            continue;
        for (size_t k = 0; k < e->nall_attributes; k++) {
            const el_attribute *a = e->all_attributes[k], *was = a->transient ? NULL : el__plan_source_attribute(source, a);
            const char *reason = NULL;
            if (was && was->type != a->type)
                reason = "Source and destination attribute types are incompatible";
            else if (!was && !a->transient && !a->optional && !a->has_default)
                reason = "Validation error missing attribute values on mandatory destination attribute";
            if (!reason)
                continue;
            p->plan->error_domain = "NSCocoaErrorDomain";
            p->plan->error_code = 134190;
            p->plan->error_text = el_arena_printf(p->arena, "%s: %s.%s", reason, e->name, a->name);
            p->plan->doubt = was ? "Core Data accepts some numeric changes of type, and then the cells are copied as they are."
                                 : "Core Data may leave this to a later check, which ECD does not make.";
            return 1;
        }
    }
    return 0;
}

static int is_handled(el_planner *p, const char *root)
{
    return el_map_get(p->handled, root) != NULL;
}

static void set_handled(el_planner *p, const char *root)
{
    el_map_put(p->handled, root, p);
}

static int drop_table(el_planner *p, const char *name)
{
    el_buf sql = {0};
    el_buf_printf(&sql, "DROP TABLE ecd%s;", name);
    if (el__plan_run(p, "drop", &sql))
        return -1;
    el__lineage_drop(p->lineage, el_arena_printf(p->arena, "ecd%s", name));
    return 0;
}

/* Roots and entities outside hierarchies. */
static int newest_first_pass(el_planner *p, const el_entity *source, const el_entity *e)
{
    if (!source) {
        set_handled(p, e->root->name);
        return el__plan_create_table(p, e);
    }
    if (!e)
        return drop_table(p, source->name);
    set_handled(p, e->root->name);
    int rc = el__plan_alter(p, source, e, 1);
    return rc ? rc : el__plan_alter_joins(p, source, e);
}

/* The join tables that an added sub-entity gets, for whatever cardinality. */
static int bogus_joins(el_planner *p, const el_entity *e)
{
    int rc = 0;
    for (size_t i = 0; i < e->nrelationships && !rc; i++) {
        const el_relationship *r = e->relationships[i];
        if (r->transient)
            continue;
        if (!r->inverse) {
            p->plan->exception = "NSInvalidArgumentException";
            return -1;
        }
        char *table = el__plan_join_name(p, r->name, r->inverse->name, 0);
        sqlite3_stmt *stmt = NULL;
        el_buf sql = {0};
        el_buf_puts(&sql, "SELECT 1 FROM ");
        el_buf_identifier(&sql, table);
        int exists = sqlite3_prepare_v2(p->bench, el_buf_str(&sql), -1, &stmt, NULL) == SQLITE_OK;
        sqlite3_finalize(stmt);
        el_buf_free(&sql);
        if (!exists)
            rc = el__plan_create_join(p, table, r);
    }
    return rc;
}

/* Sub-entities, and entities that become or cease to be one. */
static int newest_second_pass(el_planner *p, const el_entity *source, const el_entity *e)
{
    int rc = 0;
    if (!source) {
        if (!is_handled(p, e->root->name)) {
            const el_entity *old = el_model_entity(p->from, e->root->name);
            set_handled(p, e->root->name);
            rc = old ? el__plan_alter(p, old->root, e->root, 0) : -1;
        }
        return rc ? rc : bogus_joins(p, e);
    }
    if (!e) {
        const el_entity *root = el_model_entity(p->to, source->root->name);
        if (p->removed[source->root->index])
            return 0;
        if (!root) { /* the root was renamed in the same step: nil in a set */
            p->plan->exception = "NSInvalidArgumentException";
            return -1;
        }
        if (is_handled(p, root->root->name))
            return 0;
        set_handled(p, root->root->name);
        return el__plan_alter(p, source->root, root->root, 0);
    }
    if (!is_handled(p, e->root->name)) {
        set_handled(p, e->root->name);
        rc = el__plan_alter(p, source->root, e->root, 0);
    }
    return rc ? rc : el__plan_alter_joins(p, source, e);
}

static int is_sub(const el_entity *e)
{
    return e && e->parent;
}

typedef int mapping_fn(el_planner *p, const el_entity *source, const el_entity *e);

/* Entity mappings in the order of the new model's file, then what is removed in the order of the old one's.
 * `sub`: 1 only where a side has a parent, 0 only where none has, -1 all. */
static void for_each_mapping(el_planner *p, int sub, int go_on, mapping_fn *fn)
{
    size_t n = p->to->nentities, m = p->from->nentities;
    for (size_t i = 0; i < n + m; i++) {
        const el_entity *e = i < n ? p->to->entities[i] : NULL;
        const el_entity *source = i < n ? p->source_of[i] : p->removed[i - n] ? p->from->entities[i - n] : NULL;
        if ((!e && !source) || (e && source && unchanged(source, e)))
            continue;
        if (sub >= 0 && (is_sub(e) || is_sub(source)) != sub)
            continue;
        p->entity = e ? e->name : source->name;
        if (fn(p, source, e) != 0) {
            p->failed = 1;
            if (!go_on || p->plan->exception)
                return;
        }
    }
}

static int map_3_1(el_planner *p, const el_entity *source, const el_entity *e)
{
    if (!source)
        return e->parent ? 0 : el__plan_create_table(p, e);
    if (!e)
        return drop_table(p, source->root->name);
    int rc = el__plan_alter(p, source, e, 1);
    /* After the first failure no join table is touched any more. */
    return rc || p->failed ? rc : el__plan_alter_joins(p, source, e);
}

static int map_old(el_planner *p, const el_entity *source, const el_entity *e)
{
    if (!source)
        return e->parent ? 0 : el__plan_create_table(p, e);
    if (!e)
        return drop_table(p, source->root->name);
    return el__plan_transform_old(p, source, e);
}

static void run_mappings(el_planner *p)
{
    if (p->version == EL_ECD_NEWEST) {
        for_each_mapping(p, 0, 0, newest_first_pass);
        if (!p->failed)
            for_each_mapping(p, 1, 0, newest_second_pass);
    } else if (p->version == EL_ECD_3_1) {
        for_each_mapping(p, -1, 1, map_3_1);
    } else {
        for_each_mapping(p, -1, 0, map_old);
    }
    p->entity = NULL;
}

static void roll_back(el_planner *p)
{
    el_ecd_plan *plan = p->plan;
    record(p, "frame", "ROLLBACK;");
    plan->opens = 0;
    if (p->version >= EL_ECD_3_0 || !plan->error_domain) {
        plan->error_domain = "NSCocoaErrorDomain";
        plan->error_code = 134080;
        plan->error_text = "loadMetadata failed without an error";
        /* Only a refused CREATE or DROP INDEX hands SQLite's words on. */
        if (p->version <= EL_ECD_3_1 && p->sql_error) {
            plan->error_domain = "NSSQLiteErrorDomain";
            plan->error_code = 1;
            plan->error_text = p->sql_error;
        }
    }
}

/* The message that the app sees is that of the last refused CREATE or DROP INDEX. */
static void find_sql_error(el_planner *p)
{
    for (size_t i = 0; i < p->plan->nstatements; i++) {
        const el_plan_statement *s = &p->plan->statements[i];
        if (s->error && (!strcmp(s->step, "create") || !strcmp(s->step, "index") || !strcmp(s->step, "join") || !strcmp(s->step, "check")))
            p->sql_error = s->error;
    }
}

static void run(el_planner *p, int check_flag)
{
    record(p, "frame", "BEGIN EXCLUSIVE;");
    int same = same_hashes(p);
    if (p->version >= EL_ECD_3_0 && same) {
        roll_back(p); /* an unchanged model was taken for an error */
        return;
    }
    if (p->version == EL_ECD_NEWEST && !check_flag) {
        el__plan_check_columns(p);
        if (!p->failed)
            metadata(p);
    }
    if (!p->failed && !same) {
        p->plan->migrates = 1;
        if (refused(p))
            p->failed = 1;
        else
            run_mappings(p);
        if (p->plan->exception)
            return; /* the list ends where ECD raised; nothing was committed */
        if (!p->failed)
            metadata(p);
    }
    if (p->failed) {
        find_sql_error(p);
        roll_back(p);
        return;
    }
    record(p, "frame", "COMMIT;");
    p->plan->opens = 1;
}

int el_ecd_plan_new(el_ecd_plan **out, sqlite3 *db, int check_flag, const el_model *from, const el_model *to,
                    el_ecd_version version, el_error *err)
{
    el_planner p = {.from = from, .to = to, .version = version};
    *out = NULL;
    int status = el__bench_open(&p.bench, db, err);
    if (status)
        return status;
    p.arena = el_arena_new();
    p.plan = el_arena_alloc(p.arena, sizeof *p.plan);
    p.plan->arena = p.arena;
    p.plan->version = version;
    p.handled = el_map_new();
    p.lineage = el__lineage_new(p.arena, p.bench);
    pair(&p);
    run(&p, check_flag);
    if (!p.plan->opens) /* all is rolled back: today's tables stay */
        p.lineage = el__lineage_new(p.arena, db);
    el__lineage_export(p.lineage, p.plan);
    el_map_free(p.handled);
    sqlite3_close(p.bench);
    *out = p.plan;
    return EL_OK;
}

void el_ecd_plan_free(el_ecd_plan *plan)
{
    if (plan)
        el_arena_free(plan->arena);
}
