/* SPDX-License-Identifier: MIT */
/* A migration carried out on a copy, checked against its prediction before the copy gets its name. */
#include "entitylens/copy.h"
#include "entitylens/migrate.h"

#include "base/arena.h"
#include "base/buf.h"
#include "cipher/connection.h"
#include "cipher/key.h"
#include "migrate/correct.h"
#include "migrate/metadata.h"
#include "sqlite/api.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct runner {
    const el_migration_run_options *options;
    el_store *before;              /* the original, with the old model */
    el_migration_preview *preview;
    el_migration_result *result;
    char *work;                    /* the copy under its temporary name */
    el_error *err;
} runner;

static int make_copy(runner *r, const char *path)
{
    int encrypted = el_store_cipher(r->before)->params.encrypted;
    el_copy_options copy = {.kind = encrypted ? EL_COPY_REKEY : EL_COPY_DECRYPT, .key = r->options->key, .cipher = r->options->cipher,
                            .new_key = encrypted ? r->options->key : NULL, .progress = r->options->progress, .progress_ctx = r->options->progress_ctx};
    return el_copy_run(NULL, path, r->work, &copy, r->err);
}

/* The copy, writable, keyed with what reading it derived. */
static int open_copy(runner *r, sqlite3 **db)
{
    el_connection *reader = NULL;
    el_open_options options = {.key = r->options->key, .cipher = r->options->cipher};
    int status = el_connection_open(&reader, r->work, &options, r->err);
    if (status)
        return status;
    *db = NULL;
    if (sqlite3_open_v2(r->work, db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        status = el_sql_error(*db, r->err);
    else if (reader->report->params.encrypted)
        status = el_cipher_key_connection(*db, reader->key, &reader->report->params, r->err);
    el_connection_close(reader);
    if (!status)
        status = el_sql_exec(*db, "PRAGMA temp_store = MEMORY", r->err);
    return status;
}

static int cancelled(void *ctx)
{
    const runner *r = ctx;
    return r->options->progress && r->options->progress(r->options->progress_ctx, 0, 0);
}

static int refused(runner *r, sqlite3 *db, const char *sql)
{
    if (sqlite3_errcode(db) == SQLITE_INTERRUPT)
        return el_error_set(r->err, EL_ECANCELLED, "cancelled", "cancelled; nothing was left behind");
    return el_error_set(r->err, EL_EUNSUPPORTED, "refused", "SQLite refuses a statement of the migration (%s): %.300s", sqlite3_errmsg(db), sql);
}

static int execute(runner *r, sqlite3 *db, const char *sql)
{
    r->result->nstatements++;
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? EL_OK : refused(r, db, sql);
}

static int as_ecd(runner *r, sqlite3 *db)
{
    const el_ecd_plan *plan = r->preview->plan;
    int status = EL_OK;
    if (sqlite3_libversion_number() >= 3029000) {
        sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 1, NULL);
        sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 1, NULL);
    }
    sqlite3_exec(db, "PRAGMA legacy_alter_table = ON", NULL, NULL, NULL);
    for (size_t i = 0; i < plan->nstatements && !status; i++) {
        const el_plan_statement *s = &plan->statements[i];
        if (!strcmp(s->step, "metadata") || !strcmp(s->step, "frame") || (!strcmp(s->step, "probe") && s->error))
            continue;
        status = execute(r, db, s->sql);
    }
    return status;
}

static int correctly(runner *r, sqlite3 *db)
{
    el_statements statements;
    int status = el__correct_statements(&statements, r->before, r->preview->diff, r->err);
    /* The new tables take names that the old ones had; nothing refers to them, so nothing is to be rewritten. */
    sqlite3_exec(db, "PRAGMA legacy_alter_table = ON", NULL, NULL, NULL);
    for (size_t i = 0; i < statements.n && !status; i++)
        status = execute(r, db, statements.items[i]);
    el__statements_free(&statements);
    return status;
}

static int write_metadata(runner *r, sqlite3 *db)
{
    sqlite3_stmt *stmt = NULL;
    el_buf plist = {0};
    int status = el_sql_prepare(&stmt, db, "SELECT plist FROM meta LIMIT 1", r->err);
    if (status)
        return status;
    if (el_sql_step(stmt, NULL) > 0)
        r->result->hashes_written = el__metadata_with_hashes(&plist, sqlite3_column_blob(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0), r->options->to);
    sqlite3_finalize(stmt);
    if (r->result->hashes_written) {
        status = el_sql_prepare(&stmt, db, "UPDATE meta SET plist = ?1", r->err);
        if (!status) {
            sqlite3_bind_blob64(stmt, 1, plist.data, plist.len, SQLITE_STATIC);
            int rc = el_sql_step(stmt, r->err);
            status = rc < 0 ? rc : EL_OK;
        }
        sqlite3_finalize(stmt);
    }
    el_buf_free(&plist);
    return status;
}

static int migrate(runner *r)
{
    sqlite3 *db = NULL;
    struct timespec from, to;
    int status = open_copy(r, &db);
    if (!status) {
        sqlite3_progress_handler(db, 10000, cancelled, r);
        clock_gettime(CLOCK_MONOTONIC, &from);
        status = el_sql_exec(db, "BEGIN EXCLUSIVE", r->err);
        if (!status)
            status = r->options->as_ecd ? as_ecd(r, db) : correctly(r, db);
        if (!status)
            status = write_metadata(r, db);
        if (!status)
            status = el_sql_exec(db, "COMMIT", r->err);
        clock_gettime(CLOCK_MONOTONIC, &to);
        r->result->seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    }
    if (!status) {
        sqlite3_stmt *stmt = NULL;
        status = el_sql_prepare(&stmt, db, "PRAGMA integrity_check", r->err);
        if (!status && el_sql_step(stmt, r->err) > 0 && strcmp((const char *)sqlite3_column_text(stmt, 0), "ok") != 0)
            status = el_error_set(r->err, EL_ECORRUPT, "differs", "the migrated copy fails its integrity check: %s", (const char *)sqlite3_column_text(stmt, 0));
        sqlite3_finalize(stmt);
    }
    sqlite3_close(db);
    return status;
}

/* Opens the copy as the app would and counts. What is not there for ECD is counted as such: rows of an old name. */
static int verify(runner *r)
{
    const el_migration_preview *v = r->preview;
    el_migration_result *result = r->result;
    el_store *after = NULL;
    el_open_options options = {.key = r->options->key, .cipher = r->options->cipher, .model = r->options->to};
    int status = el_store_open(&after, r->work, &options, r->err);
    result->entities = el_arena_array(result->arena, v->neffects + 1, sizeof *result->entities);
    for (size_t i = 0; i < v->neffects && !status; i++) {
        const el_entity_effect *e = &v->effects[i];
        struct el_result_entity *x = &result->entities[result->nentities++];
        x->entity = el_arena_strdup(result->arena, e->entity);
        x->expected = r->options->as_ecd ? e->rows_after : e->rows_expected;
        const el_entity *entity = el_model_entity(r->options->to, e->entity);
        if (r->options->as_ecd && e->rows_after != e->rows_expected) {
            x->rows = x->expected; /* our reader is more forgiving than ECD, so its count says nothing here */
            continue;
        }
        x->counted = 1;
        status = el_store_count(&x->rows, after, entity, 0, r->err);
        if (!status && x->rows != x->expected)
            status = el_error_set(r->err, EL_ECORRUPT, "differs", "%s has %lld objects in the migrated copy, %lld were predicted; the copy was discarded", x->entity,
                                  (long long)x->rows, (long long)x->expected);
    }
    el_store_close(after);
    return status;
}

static int put_in_place(runner *r, const char *new_path)
{
    struct stat st;
    int fd = open(r->work, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fsync(fd) != 0 || fstat(fd, &st) != 0) {
        int status = el_error_set(r->err, EL_EIO, "io", "the copy cannot be written to disk: %s", strerror(errno));
        if (fd >= 0)
            close(fd);
        return status;
    }
    r->result->bytes = st.st_size;
    close(fd);
    if (r->options->dry)
        return EL_OK;
    /* A link never replaces a file that appeared meanwhile; a rename would. */
    if (link(r->work, new_path) != 0)
        return el_error_set(r->err, errno == EEXIST ? EL_EEXISTS : EL_EIO, errno == EEXIST ? "target-exists" : "io", "%s cannot be put in place: %s", new_path, strerror(errno));
    return EL_OK;
}

static int prepare(runner *r, const char *path, const char *new_path)
{
    struct stat st;
    el_open_options options = {.key = r->options->key, .cipher = r->options->cipher, .model = r->options->from};
    if (!r->options->dry && lstat(new_path, &st) == 0) {
        el_error_set(r->err, EL_EEXISTS, "target-exists", "%s exists", new_path);
        el_error_hint(r->err, "Name a file that does not exist; nothing is ever overwritten.");
        return EL_EEXISTS;
    }
    int status = el_store_open(&r->before, path, &options, r->err);
    if (!status)
        status = el_migration_preview_new(&r->preview, r->before, r->options->to, r->options->as_ecd ? r->options->version : EL_ECD_NEWEST,
                                          r->options->progress, r->options->progress_ctx, r->err);
    if (!status && r->options->as_ecd && !r->preview->plan->opens) {
        const el_ecd_plan *plan = r->preview->plan;
        status = el_error_set(r->err, EL_EUNSUPPORTED, "refused", "ECD %s would not open this store: %s", el_ecd_version_name(plan->version),
                              plan->exception ? "it raises an exception" : plan->error_text ? plan->error_text : "no reason is given");
        el_error_hint(r->err, "See 'entitylens migrate preview'; '--how correct' does not depend on ECD.");
    }
    return status;
}

int el_migration_run(el_migration_result **out, const char *path, const char *new_path, const el_migration_run_options *options, el_error *err)
{
    el_arena *arena = el_arena_new();
    runner r = {.options = options, .err = err};
    r.result = el_arena_alloc(arena, sizeof *r.result);
    r.result->arena = arena;
    r.work = el_arena_printf(arena, "%s.migrating-%ld", new_path, (long)getpid());
    int status = prepare(&r, path, new_path), made = 0;
    if (!status) {
        status = make_copy(&r, path);
        made = !status;
    }
    if (!status)
        status = migrate(&r);
    if (!status)
        status = verify(&r);
    if (!status)
        status = put_in_place(&r, new_path);
    if (made) {
        char *journal = el_arena_printf(arena, "%s-journal", r.work);
        unlink(r.work);
        unlink(journal);
    }
    el_migration_preview_free(r.preview);
    el_store_close(r.before);
    if (status) {
        el_arena_free(arena);
        *out = NULL;
    } else {
        *out = r.result;
    }
    return status;
}

void el_migration_result_free(el_migration_result *result)
{
    if (result)
        el_arena_free(result->arena);
}
