/* SPDX-License-Identifier: MIT */
#include "cipher/connection.h"

#include "base/arena.h"
#include "base/buf.h"
#include "cipher/detect.h"
#include "cipher/report.h"
#include "cipher/sidecar.h"
#include "cipher/snapshot.h"
#include "sqlite/api.h"
#include "sqlite/pages.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEFAULT_BUSY_MS = 2000, RESTARTS = 4 };

/* The file changed while it was being opened; never leaves this module. */
enum { START_AGAIN = 1 };

typedef struct opening {
    el_connection *c;
    const el_open_options *options;
    el_cipher_spec spec;
    el_pages *pages;
    el__sidecars sidecars;
    int for_copy;
    el_error page1; /* set when page 1 is damaged, which a journal or -wal may mend */
} opening;

static void remember_identity(el_connection *c)
{
    struct stat st;
    el_buf wal = {0};
    if (stat(c->path, &st) == 0) {
        c->device = (int64_t)st.st_dev;
        c->inode = (int64_t)st.st_ino;
        c->size = st.st_size;
        c->mtime_sec = st.st_mtim.tv_sec;
        c->mtime_nsec = st.st_mtim.tv_nsec;
    }
    el_buf_printf(&wal, "%s-wal", c->path);
    c->wal_size = c->wal_mtime_sec = c->wal_mtime_nsec = 0;
    if (stat(el_buf_str(&wal), &st) == 0 && st.st_size > 0) {
        c->wal_size = st.st_size;
        c->wal_mtime_sec = st.st_mtim.tv_sec;
        c->wal_mtime_nsec = st.st_mtim.tv_nsec;
    }
    el_buf_free(&wal);
}

int el_connection_changed(const el_connection *connection)
{
    el_connection now = {.path = connection->path};
    remember_identity(&now);
    return now.device != connection->device || now.inode != connection->inode || now.size != connection->size ||
           now.mtime_sec != connection->mtime_sec || now.mtime_nsec != connection->mtime_nsec ||
           now.wal_size != connection->wal_size || now.wal_mtime_sec != connection->wal_mtime_sec ||
           now.wal_mtime_nsec != connection->wal_mtime_nsec;
}

/* Closing must not depend on the order in which a caller drops its statements. */
static void close_db(el_connection *c)
{
    if (c->db)
        sqlite3_close_v2(c->db);
    c->db = NULL;
    el__snapshot_free(c->snapshot);
    c->snapshot = NULL;
}

void el_connection_close(el_connection *c)
{
    if (!c)
        return;
    close_db(c);
    el_cipher_report_free(c->report);
    el_key_free(c->key);
    free(c->path);
    free(c);
}

/* The schema is the proof that everything fits. */
static int prove(opening *o, el_error *err)
{
    int64_t n;
    int status = el_sql_int64(&n, NULL, o->c->db, "SELECT count(*) FROM sqlite_master", err);
    if (!status)
        return EL_OK;
    int code = sqlite3_extended_errcode(o->c->db);
    const el_cipher_report *r = o->c->report;
    /* What is meant to help with files from newer engines comes as several different complaints. */
    int newer = r->writer_version > sqlite3_libversion_number() && strstr(sqlite3_errmsg(o->c->db), "malformed database schema");
    if (newer || r->read_version > 2 || r->schema_format > 4) {
        status = el_error_set(err, EL_ENOTSTORE, "schema-too-new",
                              "the database was written by SQLite %d.%d.%d and uses a schema that this program's SQLite %s cannot read",
                              r->writer_version / 1000000, r->writer_version / 1000 % 1000, r->writer_version % 1000,
                              sqlite3_libversion());
        el_error_hint(err, "Use a newer SQLite or SQLCipher.");
    } else if ((code & 0xff) == SQLITE_NOTADB) {
        status = el_error_set(err, EL_ECORRUPT, "damaged", "the header of the database is damaged");
        el_error_hint(err, "Run 'entitylens recover' to save what is readable.");
    }
    if (err)
        err->sqlite_code = code;
    return status;
}

static int open_as(opening *o, const char *path, const char *query, const char *way, el_error *err)
{
    el_connection *c = o->c;
    char *uri = el_sqlite_uri(path, query);
    /* The query decides about this file; the flags about what may be attached to it. */
    int flags = (o->for_copy || strstr(query, "mode=rw") ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_URI |
                SQLITE_OPEN_NOMUTEX; /* one thread at a time uses it, and asks for every value */
    int rc = sqlite3_open_v2(uri, &c->db, flags, NULL);
    free(uri);
    c->opened_by = way;
    if (rc != SQLITE_OK)
        return el_sql_error(c->db, err);
    int busy = o->options && o->options->busy_timeout_ms > 0 ? o->options->busy_timeout_ms : DEFAULT_BUSY_MS;
    sqlite3_busy_timeout(c->db, busy);
    int status = el_cipher_key_connection(c->db, c->key, &c->report->params, err);
    /* The schema may be hostile: no function call hidden in a view or index, no cell that points outside its page. */
    if (!status)
        status = el_sql_exec(c->db, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", err);
    return status ? status : prove(o, err);
}

static int open_copy(opening *o, unsigned with, el_error *err)
{
    el_connection *c = o->c;
    close_db(c);
    int status = el__snapshot_make(&c->snapshot, c->path, o->pages, with, o->options ? o->options->progress : NULL,
                                   o->options ? o->options->progress_ctx : NULL, err);
    if (!status)
        status = open_as(o, el__snapshot_path(c->snapshot), "mode=rw", "private-copy", err);
    if (!status && o->for_copy && (with & EL__WITH_WAL))
        status = el_sql_exec(c->db, "PRAGMA wal_checkpoint(TRUNCATE)", err);
    return status;
}

/* A sidecar of another database would be applied by the engine without a question. */
static int open_honouring(opening *o, unsigned with, el_error *err)
{
    el_connection *c = o->c;
    int foreign_wal = (with & EL__WITH_WAL) && el__sidecar_is_foreign_wal(c->path, c->key, &c->report->params);
    int foreign_journal = (with & EL__WITH_JOURNAL) && el__sidecar_is_foreign_journal(c->path, c->key, &c->report->params);
    if (foreign_wal) {
        with &= ~(unsigned)EL__WITH_WAL;
        el__report_note(c->report, "wal-foreign", "The -wal beside the file belongs to another database or key; it is ignored.");
    }
    if (foreign_journal) {
        with &= ~(unsigned)EL__WITH_JOURNAL;
        el__report_note(c->report, "journal-foreign", "The -journal beside the file belongs to another database or key; it is ignored.");
    }
    int status = open_copy(o, with, err);
    if (!status && (with & EL__WITH_JOURNAL) && el__sidecar_journal_is_live(c->path))
        el__report_note(c->report, "journal-applied",
                        "A writer stopped half-way; its unfinished change was undone in a private copy, the file itself is untouched.");
    return status;
}

static int declined(const opening *o)
{
    int code = o->c->db ? sqlite3_extended_errcode(o->c->db) : 0;
    return (code & 0xff) == SQLITE_READONLY || (code & 0xff) == SQLITE_CANTOPEN;
}

static int open_wal(opening *o, el_error *err)
{
    if (o->sidecars.shm && !o->for_copy && !el__sidecar_is_foreign_wal(o->c->path, o->c->key, &o->c->report->params)) {
        int status = open_as(o, o->c->path, "mode=ro&readonly_shm=1", "readonly-shm", err);
        if (!status || !declined(o))
            return status;
    }
    return open_honouring(o, EL__WITH_WAL, err);
}

/* immutable=1 takes no lock and looks at no sidecar, so it is only right if nothing happened meanwhile. */
static int open_immutable(opening *o, el_error *err)
{
    el_connection *c = o->c;
    int status = open_as(o, c->path, "mode=ro&immutable=1", "immutable", err);
    if (status == EL_EBUSY || !el_connection_changed(c))
        return status;
    close_db(c);
    return START_AGAIN;
}

static int open_rollback(opening *o, el_error *err)
{
    int status = open_as(o, o->c->path, "mode=ro", "read-only", err);
    if (status && o->c->db && sqlite3_extended_errcode(o->c->db) == SQLITE_READONLY_ROLLBACK)
        return open_honouring(o, EL__WITH_JOURNAL, err);
    return status;
}

/* Run by root, the engine resets the owner of each sidecar that it opens, which is a trace. */
static int engine_touches_sidecars(void)
{
    return geteuid() == 0 && !el_sqlite_leaves_owners();
}

static int choose(opening *o, el_error *err)
{
    const el__sidecars *s = &o->sidecars;
    if ((s->wal > 0 || s->journal > 0) && engine_touches_sidecars())
        return open_honouring(o, EL__WITH_WAL | EL__WITH_JOURNAL, err);
    if (s->wal > 0)
        return open_wal(o, err);
    if (o->page1.status)
        return open_honouring(o, EL__WITH_JOURNAL, err);
    if (!o->c->report->wal_mode)
        return open_rollback(o, err);
    if (s->journal > 0)
        return open_honouring(o, EL__WITH_JOURNAL, err);
    return open_immutable(o, err);
}

static int check_length(const opening *o, el_error *err)
{
    const el_cipher_report *r = o->c->report;
    int64_t size = r->file_size, page = r->params.page_size, whole = page ? size / page : 0;
    if (o->sidecars.wal > 0 || o->sidecars.journal > 0 || page == 0)
        return EL_OK; /* an unfinished write may leave any length */
    if (size % page == 0 && (r->pages_in_header <= whole))
        return EL_OK;
    if (size % page)
        el_error_set(err, EL_ECORRUPT, "truncated", "the file is truncated: %lld bytes are %lld pages of %lld bytes and a rest of %lld",
                     (long long)size, (long long)whole, (long long)page, (long long)(size % page));
    else
        el_error_set(err, EL_ECORRUPT, "truncated", "the file is truncated: its header promises %lld pages of %lld bytes, it has %lld",
                     (long long)r->pages_in_header, (long long)page, (long long)whole);
    el_error_hint(err, "Copy the file again; if there is no better copy, 'entitylens recover' saves what is left.");
    if (err)
        err->offset = size;
    return EL_ECORRUPT;
}

static void note_circumstances(opening *o)
{
    el_cipher_report *r = o->c->report;
    if (r->wal_mode && o->sidecars.wal < 0 && !o->sidecars.shm)
        el__report_note(r, "wal-missing",
                        "The database is in WAL mode and no -wal lies beside it: complete if the app had closed it, else the last changes are missing.");
    const char *network = el__network_file_system(o->c->path);
    if (network)
        el__report_note(r, "network-file-system", "The file lies on %s, where locks may not work; copy it to a local disk if reading fails.",
                        network);
}

static int detect(opening *o, el_error *err)
{
    el_connection *c = o->c;
    const el_open_options *opt = o->options;
    int status = el_pages_open(&o->pages, c->path, err);
    if (status)
        return status;
    el_cipher_report_free(c->report);
    el_key_free(c->key);
    c->key = NULL;
    el_error_clear(&o->page1);
    status = el__detect(&c->report, &c->key, o->pages, opt ? opt->key : NULL, &o->spec, opt ? opt->progress : NULL,
                        opt ? opt->progress_ctx : NULL, err);
    if (status == EL_ECORRUPT && c->report->found && (o->sidecars.wal > 0 || o->sidecars.journal > 0)) {
        if (err)
            o->page1 = *err;
        o->page1.status = status;
        status = EL_OK;
    }
    return status;
}

static int open_once(opening *o, el_error *err)
{
    remember_identity(o->c);
    el__sidecars_look(&o->sidecars, o->c->path);
    int status = detect(o, err);
    if (!status)
        status = check_length(o, err);
    if (!status)
        status = choose(o, err);
    if (status < 0 && o->page1.status && status != EL_ECANCELLED) {
        if (err)
            *err = o->page1;
        status = o->page1.status;
    }
    if (!status)
        note_circumstances(o);
    el_pages_close(o->pages);
    o->pages = NULL;
    if (status)
        close_db(o->c);
    return status;
}

static char *absolute(const char *path)
{
    /* Links are resolved as the engine does, since sidecars lie beside the file that a link leads to. */
    char *full = realpath(path, NULL);
    return full ? full : el_xstrdup(path);
}

static int open_path(el_connection **out, el_cipher_report **failed, const char *path, const el_open_options *options,
                     int for_copy, el_error *err)
{
    opening o = {.options = options, .c = el_xmalloc(sizeof(el_connection)), .for_copy = for_copy};
    *out = NULL;
    int status = el_cipher_spec_parse(&o.spec, options ? options->cipher : NULL, err);
    if (!status)
        status = el__check_path(path, err);
    if (!status) {
        o.c->path = absolute(path);
        el__snapshot_sweep();
        status = open_once(&o, err);
        for (int i = 0; i < RESTARTS && status == START_AGAIN; i++)
            status = open_once(&o, err);
        if (status == START_AGAIN) {
            status = el_error_set(err, EL_EBUSY, "busy", "the file changes faster than it can be opened");
            el_error_hint(err, "Wait until the app has finished writing, or stop it.");
        }
    }
    if (status) {
        if (failed) {
            *failed = o.c->report;
            o.c->report = NULL;
        }
        el_connection_close(o.c);
        return status;
    }
    el_error_clear(err);
    *out = o.c;
    return EL_OK;
}

int el_connection_open_reporting(el_connection **out, el_cipher_report **failed, const char *path, const el_open_options *options,
                                 el_error *err)
{
    return open_path(out, failed, path, options, 0, err);
}

int el__connection_open_for_copy(el_connection **out, const char *path, const el_open_options *options, el_error *err)
{
    return open_path(out, NULL, path, options, 1, err);
}

int el_connection_open(el_connection **out, const char *path, const el_open_options *options, el_error *err)
{
    return open_path(out, NULL, path, options, 0, err);
}
