/* SPDX-License-Identifier: MIT */
/* A fetch request as one statement: whole objects in batches whose relationships are completed together, or rows of
 * columns. */
#include "query/columns.h"
#include "query/read.h"

#include "base/arena.h"
#include "sqlite/api.h"

#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 500,             /* objects whose relationships are read together */
    BATCH_BYTES = 4 << 20    /* or fewer when they are large */
};

struct el_fetch {
    el__request request;
    el__columns columns;
    el_read_plan *plan;
    sqlite3_stmt *stmt;
    char *sql;
    /* whole objects */
    el_object **batch; size_t nbatch, at;
    int done;
    el_arena *rows; /* of the batch, or of the row */
    el_cell *cells;
};

static int whole_objects(const el_fetch_request *q)
{
    return !q->ncolumns && !q->ngroup_by;
}

static void add_limits(el_buf *sql, el__request *r)
{
    const el_fetch_request *q = r->given;
    if (q->limit <= 0 && q->offset <= 0)
        return;
    el_buf_printf(sql, " LIMIT %s", el_translation_bind(&r->t, el_value_int(q->limit > 0 ? q->limit : -1)));
    if (q->offset > 0)
        el_buf_printf(sql, " OFFSET %s", el_translation_bind(&r->t, el_value_int(q->offset)));
}

/* The statement.  What adds joins comes before the FROM is asked for. */
static int build(el_fetch *f, el_error *err)
{
    el__request *r = &f->request;
    const el_fetch_request *q = r->given;
    el_buf sql = {0};
    int status;
    if (whole_objects(q)) {
        status = el_read_plan_new(&f->plan, r->store, r->entity, err);
        if (!status)
            status = el__request_orders(r, 1);
        if (!status) {
            el_buf_puts(&sql, "SELECT ");
            el_read_plan_columns(&sql, f->plan, r->t.self.alias);
            el_buf_printf(&sql, " %s", el__request_from(r, NULL));
            el__request_order_by(&sql, r, 0);
        }
    } else {
        status = el__columns_translate(&f->columns, r);
        if (!status)
            el__columns_statement(&sql, &f->columns, r, 1);
    }
    if (!status)
        add_limits(&sql, r);
    f->sql = el_buf_take(&sql);
    return status;
}

int el_fetch_open(el_fetch **out, el_store *store, const el_fetch_request *request, el_error *err)
{
    *out = NULL;
    el_fetch *f = el_xmalloc(sizeof *f);
    int status = el__request_begin(&f->request, store, request, err);
    if (!status)
        status = build(f, err);
    if (!status)
        status = el_translation_prepare(&f->request.t, &f->stmt, f->sql, err);
    if (!status)
        status = el_translation_apply(&f->request.t, f->stmt, err);
    if (status) {
        el_fetch_close(f);
        return status;
    }
    f->rows = el_arena_new();
    *out = f;
    return EL_OK;
}

static int read_batch(el_fetch *f, el_error *err)
{
    el_arena_free(f->rows);
    f->rows = el_arena_new();
    f->batch = el_arena_array(f->rows, BATCH, sizeof *f->batch);
    f->nbatch = f->at = 0;
    while (f->nbatch < BATCH && !f->done && el_arena_size(f->rows) < BATCH_BYTES) {
        int rc = el_sql_step(f->stmt, err);
        if (rc < 0)
            return rc;
        if (!rc) {
            f->done = 1;
            break;
        }
        el_object *o = el_read_row(f->plan, f->stmt, 0, f->rows);
        if (o)
            f->batch[f->nbatch++] = o;
    }
    return el_read_relations(f->request.store, f->batch, f->nbatch, f->request.given->read_flags, 0, f->rows, err);
}

int el_fetch_next(el_fetch *f, const el_object **object, el_error *err)
{
    *object = NULL;
    if (!f->plan)
        return el_error_set(err, EL_EUSAGE, "rows-only", "a request with columns gives rows, not objects");
    if (f->at == f->nbatch) {
        if (f->done)
            return 0;
        int status = read_batch(f, err);
        if (status)
            return status;
        if (!f->nbatch)
            return 0;
    }
    *object = f->batch[f->at++];
    return 1;
}

int el_fetch_next_row(el_fetch *f, const el_cell **cells, size_t *ncells, el_error *err)
{
    *cells = NULL;
    *ncells = 0;
    if (f->plan)
        return el_error_set(err, EL_EUSAGE, "objects-only", "a request without columns gives objects, not rows");
    int rc = f->done ? 0 : el_sql_step(f->stmt, err);
    if (rc <= 0) {
        f->done = 1;
        return rc;
    }
    el_arena_free(f->rows);
    f->rows = el_arena_new();
    f->cells = el_arena_array(f->rows, f->columns.n, sizeof *f->cells);
    el__columns_row(f->cells, &f->columns, &f->request, f->stmt, f->rows);
    *cells = f->cells;
    *ncells = f->columns.n;
    return 1;
}

size_t el_fetch_columns(const el_fetch *f, const char *const **names)
{
    *names = f->columns.names;
    return f->columns.n;
}

const char *el_fetch_sql(const el_fetch *f)
{
    return f->sql;
}

size_t el_fetch_bindings(const el_fetch *f, const el_value **bindings)
{
    *bindings = f->request.t.binds;
    return f->request.t.nbinds;
}

void el_fetch_close(el_fetch *f)
{
    if (!f)
        return;
    sqlite3_finalize(f->stmt);
    el_read_plan_free(f->plan);
    el_arena_free(f->rows);
    el__request_end(&f->request);
    free(f->sql);
    free(f);
}
