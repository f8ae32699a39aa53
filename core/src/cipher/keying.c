/* SPDX-License-Identifier: MIT */
/* Handing the derived key to the engine. */
#include "base/buf.h"
#include "cipher/key.h"
#include "cipher/secret.h"
#include "entitylens/cipher.h"
#include "sqlite/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int engine_major(sqlite3 *db)
{
    sqlite3_stmt *stmt;
    int major = 0;
    if (el_sql_prepare(&stmt, db, "PRAGMA cipher_version", NULL))
        return 0;
    if (el_sql_step(stmt, NULL) == 1 && sqlite3_column_text(stmt, 0))
        major = atoi((const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    return major;
}

static int check_engine(sqlite3 *db, const el_cipher_params *p, el_error *err)
{
    int major = engine_major(db);
    if (!major) {
        int status = el_error_set(err, EL_EUNSUPPORTED, "no-cipher-engine", "the file is encrypted, but this program's SQLite is built without SQLCipher");
        el_error_hint(err, "Use a build with SQLCipher, such as the sqlcipher shell.");
        return status;
    }
    int needs4 = p->plaintext_header || p->kdf_algorithm != EL_HASH_SHA1 || (p->use_hmac && p->hmac_algorithm != EL_HASH_SHA1);
    if (major < 4 && p->use_hmac && needs4) {
        int status = el_error_set(err, EL_EUNSUPPORTED, "old-cipher-engine", "the file needs SQLCipher 4, and this program has SQLCipher %d", major);
        el_error_arg(err, "%d", major);
        return status;
    }
    return EL_OK;
}

/* The engine frees its copies of a statement's text without wiping them, and hands the same memory to the next statement of
 * the same shape: one that means nothing takes the place of the key. */
static void displace(sqlite3 *db, char *sql)
{
    sql[9] = 'x'; /* a pragma that nobody knows is ignored */
    for (char *p = strchr(sql, '\'') + 1; *p != '\''; p++)
        *p = '0';
    sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* The only place where a key becomes text; the text lies in secret memory. */
static int set_key(sqlite3 *db, const el_key *key, el_error *err)
{
    static const char digits[] = "0123456789abcdef";
    char *sql = el__secret_new(160), *p = sql + sprintf(sql, "PRAGMA key = \"x'");
    for (size_t i = 0; i < EL__KEY_BYTES; i++) {
        *p++ = digits[key->bytes[i] >> 4];
        *p++ = digits[key->bytes[i] & 15];
    }
    for (size_t i = 0; i < EL__SALT_BYTES && key->has_salt; i++) {
        *p++ = digits[key->salt[i] >> 4];
        *p++ = digits[key->salt[i] & 15];
    }
    memcpy(p, "'\";", 4);
    int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    displace(db, sql);
    el__secret_free(sql);
    /* The engine's message could quote the statement, so it stays out. */
    return rc == SQLITE_OK ? EL_OK : el_error_set(err, EL_ESQL, "sql", "the engine refused the key (code %d)", rc);
}

static int set_parameters(sqlite3 *db, const el_cipher_params *p, el_error *err)
{
    el_buf sql = {0};
    /* Keying resets the log level; before the first read, or a mismatch is written to standard error. */
    el_buf_puts(&sql, "PRAGMA cipher_log_level = NONE;\n");
    el_cipher_params without_salt = *p; /* it is part of the raw key */
    without_salt.has_salt = 0;
    el_cipher_params_pragmas(&sql, &without_salt);
    int status = el_sql_exec(db, el_buf_str(&sql), err);
    el_buf_free(&sql);
    return status;
}

int el_cipher_key_connection(sqlite3 *db, const el_key *connection_key, const el_cipher_params *params, el_error *err)
{
    int status = EL_OK;
    if (params->encrypted) {
        status = check_engine(db, params, err);
        if (!status)
            status = set_key(db, connection_key, err);
        if (!status)
            status = set_parameters(db, params, err);
    }
    if (!status)
        status = el_sql_exec(db, "PRAGMA temp_store = MEMORY", err);
    return status;
}
