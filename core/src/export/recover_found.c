/* SPDX-License-Identifier: MIT */
/* Pages that nothing readable points at: where the page above is damaged, the ones below are whole. */
#include "base/arena.h"
#include "base/buf.h"
#include "export/recover.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FIELDS_MAX = 2000, INTEGER = 1, REAL = 2, TEXT = 3, BLOB = 4 };

/* What the rows of a page have in common. */
typedef struct look {
    el__salvage *s;
    int rows, fields; /* fields: of the first row; the most of any */
    int64_t least, most;
    el__objects objects; /* rows that look like the schema's */
} look;

static int look_at(void *ctx, const el__cell *cell)
{
    look *l = ctx;
    el__field *f = el_xmalloc(FIELDS_MAX * sizeof *f);
    int n = el__record_decode(f, FIELDS_MAX, cell->payload, cell->n, cell->whole);
    free(f);
    if (!l->rows || cell->rowid < l->least)
        l->least = cell->rowid;
    if (!l->rows || cell->rowid > l->most)
        l->most = cell->rowid;
    if (n > l->fields)
        l->fields = n;
    l->rows++;
    el__objects_take(&l->objects, l->s->plain, cell);
    return 0;
}

/* Looking must not count as visiting: the pages below are to be read once more. */
static int look_at_page(look *l, el__salvage *s, uint32_t number, const unsigned char *page)
{
    el__btree_file file = s->plain->file;
    *l = (look){.s = s};
    el__btree_open(&file);
    file.poll = NULL;
    const el__btree_visitor v = {.ctx = l, .cell = look_at};
    int status = el__btree_leaf(&file, number, page, 1, &v);
    el__btree_close(&file);
    return status == 0 && l->rows > 0;
}

static void take_objects(el__salvage *s, el__objects *from)
{
    for (size_t i = 0; i < from->n; i++) {
        int known = 0;
        for (size_t k = 0; k < s->objects.n; k++)
            known |= !strcmp(s->objects.items[k].name, from->items[i].name) && !strcmp(s->objects.items[k].type, from->items[i].type);
        if (known)
            continue;
        s->objects.items = el_xrealloc(s->objects.items, (s->objects.n + 1) * sizeof *s->objects.items);
        s->objects.items[s->objects.n++] = from->items[i];
        memset(&from->items[i], 0, sizeof from->items[i]);
    }
}

/* Calls fn for each readable page that nothing points at. */
static int each_orphan(el__salvage *s, int (*fn)(el__salvage *s, uint32_t number, const unsigned char *page))
{
    el__btree_file *f = &s->plain->file;
    unsigned char *page = el_xmalloc((size_t)f->page_size);
    int status = EL_OK;
    for (uint32_t number = 2; number <= f->pages && !status && !el__salvage_poll(s); number++)
        if (!el__btree_was_visited(f, number) && number != el__plain_lock_page(s->plain) && f->fetch(f->ctx, number, page) == 0)
            status = fn(s, number, page);
    free(page);
    return status;
}

static int find_schema_on(el__salvage *s, uint32_t number, const unsigned char *page)
{
    look l;
    int ok = look_at_page(&l, s, number, page);
    if (ok && (size_t)l.rows == l.objects.n) {
        const el__btree_visitor nothing = {0};
        el__btree_leaf(&s->plain->file, number, page, 1, &nothing); /* it is accounted for now */
        take_objects(s, &l.objects);
    }
    el__objects_free(&l.objects);
    return EL_OK;
}

void el__salvage_find_schema(el__salvage *s)
{
    each_orphan(s, find_schema_on);
}

/* The one table that misses rows in this range and whose rows have that many values; NULL when several or none do. */
static el__salvage_table *whose(el__salvage *s, const look *l)
{
    el__salvage_table *found = NULL, *same_width = NULL;
    int candidates = 0, of_width = 0;
    for (size_t i = 0; i < s->ntables; i++) {
        el__salvage_table *t = &s->tables[i];
        if (!t->made || t->without_rowid || l->fields > t->nfields || !el__salvage_misses(t, l->least) || !el__salvage_misses(t, l->most))
            continue;
        candidates++;
        found = t;
        if (l->fields == t->nfields) {
            of_width++;
            same_width = t;
        }
    }
    return of_width == 1 ? same_width : candidates == 1 ? found : NULL;
}

typedef struct taker {
    el__salvage *s;
    el__salvage_table *t;
    sqlite3_stmt *insert;
    int width;
} taker;

static int insert_found(void *ctx, const el__cell *cell)
{
    taker *k = ctx;
    int64_t before = k->t->report->rows;
    k->s->status = el__salvage_insert(k->s, k->t, cell);
    k->t->report->found += k->t->report->rows - before;
    return k->s->status != EL_OK;
}

static const char *lost_table(el__salvage *s)
{
    static const char *const names[] = {"lost_and_found", "entitylens_lost_and_found"};
    for (size_t i = 0; i < s->ntables; i++)
        if (!strcasecmp(s->tables[i].object->name, names[0]))
            return names[1];
    return names[0];
}

static int widen(el__salvage *s, int width)
{
    el_buf sql = {0};
    int64_t have = 0;
    el_buf_printf(&sql, "CREATE TABLE IF NOT EXISTS %s(page INTEGER, row INTEGER, fields INTEGER)", lost_table(s));
    int status = el_sql_exec(s->out, el_buf_str(&sql), s->err);
    el_buf_clear(&sql);
    el_buf_printf(&sql, "SELECT count(*) - 3 FROM pragma_table_info('%s')", lost_table(s));
    if (!status)
        status = el_sql_int64(&have, NULL, s->out, el_buf_str(&sql), s->err);
    for (int i = (int)have; i < width && !status; i++) {
        el_buf_clear(&sql);
        el_buf_printf(&sql, "ALTER TABLE %s ADD COLUMN c%d", lost_table(s), i);
        status = el_sql_exec(s->out, el_buf_str(&sql), s->err);
    }
    el_buf_free(&sql);
    return status;
}

static int prepare_lost(taker *k)
{
    el_buf sql = {0};
    el_buf_printf(&sql, "INSERT INTO %s(page, row, fields", lost_table(k->s));
    for (int i = 0; i < k->width; i++)
        el_buf_printf(&sql, ", c%d", i);
    el_buf_puts(&sql, ") VALUES(?1, ?2, ?3");
    for (int i = 0; i < k->width; i++)
        el_buf_printf(&sql, ", ?%d", i + 4);
    el_buf_puts(&sql, ")");
    int status = el_sql_prepare(&k->insert, k->s->out, el_buf_str(&sql), k->s->err);
    el_buf_free(&sql);
    return status;
}

static void bind_lost(sqlite3_stmt *stmt, int index, const el__field *f, const el__plain *plain)
{
    char *text;
    switch (f->type) {
    case INTEGER: sqlite3_bind_int64(stmt, index, f->i); break;
    case REAL: sqlite3_bind_double(stmt, index, f->d); break;
    case TEXT:
        text = el__plain_text(plain, f);
        sqlite3_bind_text(stmt, index, text, -1, SQLITE_TRANSIENT);
        free(text);
        break;
    case BLOB: sqlite3_bind_blob64(stmt, index, f->n ? (const void *)f->bytes : "", f->n, SQLITE_TRANSIENT); break;
    default: sqlite3_bind_null(stmt, index);
    }
}

static int insert_lost(void *ctx, const el__cell *cell)
{
    taker *k = ctx;
    el__field *f = el_xmalloc(FIELDS_MAX * sizeof *f);
    int n = el__record_decode(f, FIELDS_MAX, cell->payload, cell->n, cell->whole);
    if (n > 0) {
        sqlite3_bind_int64(k->insert, 1, cell->page);
        sqlite3_bind_int64(k->insert, 2, cell->rowid);
        sqlite3_bind_int64(k->insert, 3, n);
        for (int i = 0; i < n && i < k->width; i++)
            bind_lost(k->insert, i + 4, &f[i], k->s->plain);
        int status = el_sql_step(k->insert, k->s->err);
        sqlite3_reset(k->insert);
        sqlite3_clear_bindings(k->insert);
        k->s->status = status < 0 ? status : EL_OK;
        k->s->report->lost_and_found += status >= 0;
    }
    free(f);
    return k->s->status != EL_OK;
}

static int find_rows_on(el__salvage *s, uint32_t number, const unsigned char *page)
{
    look l;
    int ok = look_at_page(&l, s, number, page);
    el__objects_free(&l.objects);
    if (!ok || l.fields <= 0)
        return EL_OK;
    taker k = {.s = s, .t = whose(s, &l), .width = l.fields};
    el__btree_visitor v = {.ctx = &k, .cell = k.t ? insert_found : insert_lost};
    int status = k.t ? EL_OK : widen(s, k.width);
    if (!status && !k.t)
        status = prepare_lost(&k);
    if (!status)
        el__btree_leaf(&s->plain->file, number, page, 1, &v);
    sqlite3_finalize(k.insert);
    return status ? status : s->status;
}

int el__salvage_find_rows(el__salvage *s)
{
    uint32_t lock = el__plain_lock_page(s->plain);
    for (uint32_t number = 1; number <= s->plain->file.pages && !el__salvage_poll(s); number++)
        s->report->damaged_pages += number != lock && el__plain_check(s->plain, number) == EL__PAGE_BAD;
    return s->cancelled ? EL_OK : each_orphan(s, find_rows_on);
}
