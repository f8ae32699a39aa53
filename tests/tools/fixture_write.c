/* SPDX-License-Identifier: MIT */
/* The file: cipher format, one transaction, journal mode. */
#define SQLITE_HAS_CODEC 1
#include "fixture_private.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int fixture_sql_error(sqlite3 *db, const char *sql, el_error *err)
{
    return el_error_set(err, EL_ESQL, "fixture-sql", "%s in %s", sqlite3_errmsg(db), sql);
}

int fixture_run_sql(sqlite3 *db, const char *sql, el_error *err)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? EL_OK : fixture_sql_error(db, sql, err);
}

static void remove_old(const char *path)
{
    static const char *const suffixes[] = {"", "-journal", "-wal", "-shm"};
    el_buf name = {0};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        el_buf_clear(&name);
        el_buf_printf(&name, "%s%s", path, suffixes[i]);
        unlink(el_buf_str(&name));
    }
    el_buf_free(&name);
}

static int give_key(sqlite3 *db, const fixture_options *options, const fixture_era *era, el_error *err)
{
    if (options->format == FIXTURE_PLAIN)
        return EL_OK;
    const char *passphrase = options->passphrase ? options->passphrase : "correct horse";
    size_t n = options->passphrase_length ? options->passphrase_length : strlen(passphrase);
    if (era->day < 20170523)
        n = strnlen(passphrase, n); /* a C string's length was taken */
    if (sqlite3_key(db, passphrase, (int)n) != SQLITE_OK)
        return fixture_sql_error(db, "sqlite3_key", err);
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA cipher_compatibility = %d", options->format);
    int status = fixture_run_sql(db, sql, err);
    if (!status && options->cipher)
        status = fixture_run_sql(db, options->cipher, err);
    return status;
}

static int fill(sqlite3 *db, fixture *f, const fixture_options *options, const fixture_era *era, el_error *err)
{
    int status = fixture_run_sql(db, "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;", err);
    if (!status)
        status = fixture_meta_write(db, f, era, options, err);
    if (!status)
        status = fixture_schema_write(db, f, era, err);
    if (!status)
        status = fixture_rows_write(db, f, era, options, err);
    if (!status && options->sql)
        status = fixture_run_sql(db, options->sql, err);
    return status ? status : fixture_run_sql(db, "COMMIT;", err);
}

int fixture_write(fixture *f, const char *path, const fixture_options *options, el_error *err)
{
    fixture_era era;
    fixture_era_of(&era, options->written ? options->written : FIXTURE_ECD_NEWEST, options->bits ? options->bits : 64);
    remove_old(path);
    sqlite3 *db = NULL;
    int status = EL_OK;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
        status = fixture_sql_error(db, path, err);
    if (!status)
        status = give_key(db, options, &era, err);
    if (!status)
        status = fill(db, f, options, &era, err);
    if (!status && options->journal) {
        char sql[64];
        snprintf(sql, sizeof sql, "PRAGMA journal_mode = %s", options->journal);
        status = fixture_run_sql(db, sql, err);
    }
    sqlite3_close(db);
    if (status)
        remove_old(path);
    return status;
}
