/* SPDX-License-Identifier: MIT */
/* Where SQLite enters: called once for each connection that loads the extension, on whatever thread. */
#include "attach.h"
#include "functions.h"
#include "table.h"

#include "sqlite/pages.h"

#include <string.h>

/* The first engine whose routine table holds all that is called without asking for its version. */
enum { OLDEST_ENGINE = 3015002 };

__attribute__((visibility("default"))) int sqlite3_entitylens_init(sqlite3 *db, char **message,
                                                                   const sqlite3_api_routines *routines);

/* An encrypted file in an engine that cannot decrypt it: SQLite itself would only say that it is no database. */
static int needs_cipher(sqlite3 *db)
{
    char first[16];
    el_pages *pages = NULL;
    if (el_pages_of_connection(&pages, db, NULL))
        return 0; /* in memory */
    int unreadable = el_pages_size(pages) >= 512 && !el_pages_read(pages, first, 0, sizeof first, NULL) &&
                     memcmp(first, "SQLite format 3", sizeof first) != 0;
    el_pages_close(pages);
    if (!unreadable)
        return 0;
    sqlite3_stmt *stmt = NULL;
    int has_cipher = sqlite3_prepare_v2(db, "PRAGMA cipher_version", -1, &stmt, NULL) == SQLITE_OK &&
                     sqlite3_step(stmt) == SQLITE_ROW;
    sqlite3_finalize(stmt);
    return !has_cipher;
}

/* A host may run one load_extension() statement several times over, on several threads, with one connection. */
static int is_registered(sqlite3 *db)
{
    sqlite3_stmt *stmt = NULL;
    int known = sqlite3_prepare_v2(db, "SELECT entitylens_version()", -1, &stmt, NULL) == SQLITE_OK;
    sqlite3_finalize(stmt);
    return known;
}

static int register_all(sqlite3 *db)
{
    el__state *state = el__state_new(db);
    int rc = el__table_register(db, "entitylens_entities", &el__entities_module, state);
    if (rc == SQLITE_OK)
        rc = el__table_register(db, "entitylens_properties", &el__properties_module, state);
    if (rc == SQLITE_OK)
        rc = el__table_register(db, "entitylens_fetch", &el__fetch_module, state);
    if (rc == SQLITE_OK)
        rc = el__functions_register(db, state);
    el__state_release(state);
    return rc;
}

int sqlite3_entitylens_init(sqlite3 *db, char **message, const sqlite3_api_routines *routines)
{
    /* Old tables begin as today's does, so this one routine is safe to call in any of them. */
    if (routines->libversion_number() < OLDEST_ENGINE) {
        *message = routines->mprintf("EntityLens needs SQLite 3.15.2 or later; this program has %s", routines->libversion());
        return SQLITE_ERROR;
    }
    el_sqlite_use(routines);
    if (needs_cipher(db)) {
        *message = sqlite3_mprintf("the database is encrypted, and this SQLite cannot decrypt it: a cipher build is needed "
                                   "(the sqlcipher shell, or a program built with SQLCipher)");
        return SQLITE_ERROR;
    }
    int rc = is_registered(db) ? SQLITE_OK : register_all(db);
    if (rc != SQLITE_OK) {
        *message = sqlite3_mprintf("EntityLens cannot register its tables: %s", sqlite3_errmsg(db));
        return rc;
    }
    el__attach_interface(db, routines);
    /* The engine closes what it loaded together with the connection; widgets and other connections still use our code. */
    return SQLITE_OK_LOAD_PERMANENTLY;
}
