/* SPDX-License-Identifier: MIT */
#include "truth_migrations.h"

#include "entitylens/migrate.h"

#include "base/arena.h"
#include "base/buf.h"

#include <jansson.h>
#include <sqlite3.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct recording {
    const char *folder;
    json_t *json;
    el_model *from, *to;
    el_ecd_version version;
    int failures;
} recording;

static void complain(recording *r, const char *what, const char *expected, const char *got)
{
    fprintf(stderr, "%s: %s\n  expected: %s\n  got:      %s\n", r->folder, what, expected ? expected : "(none)", got ? got : "(none)");
    r->failures++;
}

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* The recorded stores are keyed the way an app would: by the passphrase, with the library's own derivation. */
static sqlite3 *open_store(recording *r, const char *name)
{
    for (int format = 4; format >= 3; format--) {
        sqlite3 *db = NULL;
        el_buf path = {0}, sql = {0};
        el_buf_printf(&path, "%s/%s", r->folder, name);
        int rc = sqlite3_open_v2(el_buf_str(&path), &db, SQLITE_OPEN_READONLY, NULL);
        el_buf_free(&path);
        if (rc == SQLITE_OK && text_of(r->json, "passphrase")) {
            el_buf_puts(&sql, "PRAGMA key = ");
            el_buf_sql_string(&sql, text_of(r->json, "passphrase"), (size_t)-1);
            el_buf_printf(&sql, "; PRAGMA cipher_log_level = NONE; PRAGMA cipher_compatibility = %d", format);
            sqlite3_exec(db, el_buf_str(&sql), NULL, NULL, NULL);
            el_buf_free(&sql);
        }
        if (rc == SQLITE_OK && sqlite3_exec(db, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) == SQLITE_OK)
            return db;
        sqlite3_close(db);
    }
    return NULL;
}

/* Blanks collapsed, a final semicolon gone. */
static char *squeezed(const char *sql)
{
    el_buf b = {0};
    for (const char *p = sql; *p; p++) {
        int blank = isspace((unsigned char)*p);
        if (blank && (!b.len || b.data[b.len - 1] == ' '))
            continue;
        el_buf_putc(&b, blank ? ' ' : *p);
    }
    while (b.len && (b.data[b.len - 1] == ' ' || b.data[b.len - 1] == ';'))
        b.data[--b.len] = '\0';
    return el_buf_take(&b);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The parts of a list at bracket depth 0, sorted and joined again. */
static void add_sorted(el_buf *out, const char *list, size_t n)
{
    char **parts = el_xmalloc((n + 2) * sizeof *parts);
    size_t count = 0, from = 0;
    int depth = 0;
    for (size_t i = 0; i <= n; i++) {
        if (i < n && list[i] == '(')
            depth++;
        if (i < n && list[i] == ')')
            depth--;
        if (i < n && (list[i] != ',' || depth))
            continue;
        while (from < i && list[from] == ' ')
            from++;
        el_buf part = {0};
        el_buf_add(&part, list + from, i - from);
        parts[count++] = el_buf_take(&part);
        from = i + 1;
    }
    qsort(parts, count, sizeof *parts, by_text);
    for (size_t i = 0; i < count; i++) {
        el_buf_printf(out, "%s%s", i ? ", " : "", parts[i]);
        free(parts[i]);
    }
    free(parts);
}

static char *split_at(const char *list, size_t n, size_t index)
{
    size_t from = 0;
    for (size_t i = 0; i <= n; i++)
        if (i == n || list[i] == ',') {
            if (index-- == 0) {
                while (from < i && list[from] == ' ')
                    from++;
                el_buf b = {0};
                el_buf_add(&b, list + from, i - from);
                return el_buf_take(&b);
            }
            from = i + 1;
        }
    return NULL;
}

/* "INSERT INTO ecdX (d…)SELECT s… FROM …": the pairs, as a multiset. */
static char *normal_copy(const char *sql)
{
    const char *open = strchr(sql, '('), *close = open ? strchr(open, ')') : NULL;
    const char *select = close ? strstr(close, "SELECT ") : NULL, *from = select ? strstr(select, " FROM ") : NULL;
    if (!from)
        return el_xstrdup(sql);
    el_buf b = {0}, pairs = {0};
    char *to, *source;
    for (size_t i = 0; (to = split_at(open + 1, (size_t)(close - open - 1), i)); i++) {
        source = split_at(select + 7, (size_t)(from - select - 7), i);
        el_buf_printf(&pairs, "%s%s<-%s", i ? "," : "", to, source ? source : "?");
        free(to);
        free(source);
    }
    el_buf_add(&b, sql, (size_t)(open - sql));
    add_sorted(&b, el_buf_str(&pairs), pairs.len);
    el_buf_puts(&b, from);
    el_buf_free(&pairs);
    return el_buf_take(&b);
}

static char *normal_create(const char *sql)
{
    const char *open = strchr(sql, '('), *close = strrchr(sql, ')');
    el_buf b = {0};
    el_buf_add(&b, sql, (size_t)(open - sql));
    el_buf_putc(&b, '(');
    add_sorted(&b, open + 1, (size_t)(close - open - 1));
    el_buf_putc(&b, ')');
    return el_buf_take(&b);
}

/* Lists whose order ECD leaves to chance are sorted; join tables have a fixed one. */
static char *normal(const char *text)
{
    char *sql = squeezed(text), *result = sql;
    if (!strncmp(sql, "CREATE TABLE ecd", 16) && sql[16] != '_')
        result = normal_create(sql);
    else if (!strncmp(sql, "INSERT INTO ecd", 15) && sql[15] != '_')
        result = normal_copy(sql);
    if (result != sql)
        free(sql);
    return result;
}

typedef struct line {
    char *text;
    const char *error;
} line;

static int by_line(const void *a, const void *b)
{
    return strcmp(((const line *)a)->text, ((const line *)b)->text);
}

static int is_index(const char *text)
{
    return !strncmp(text, "CREATE INDEX", 12) ? 1 : !strncmp(text, "DROP INDEX", 10) ? 2 : 0;
}

/* A run of statements on indexes is a set.  In one that is refused, which index meets the refusal is arbitrary, and with
 * it how far the run got: it counts as one line. @return the number of lines left. */
static size_t normalise_index_runs(line *lines, size_t n)
{
    size_t to = 0;
    for (size_t i = 0, k; i < n; i = k) {
        int refused = lines[i].error != NULL;
        for (k = i + 1; is_index(lines[i].text) && k < n && is_index(lines[k].text) == is_index(lines[i].text); k++)
            refused |= lines[k].error != NULL;
        qsort(lines + i, k - i, sizeof *lines, by_line);
        if (is_index(lines[i].text) && refused) {
            const char *table = strstr(lines[i].text, " ON "), *end = table ? strstr(table, " (") : NULL;
            el_buf b = {0};
            el_buf_printf(&b, "an index is refused%.*s", table && end ? (int)(end - table) : 0, table ? table : "");
            for (size_t j = i; j < k; j++)
                free(lines[j].text);
            lines[to].text = el_buf_take(&b);
            lines[to++].error = NULL;
            continue;
        }
        for (size_t j = i; j < k; j++)
            lines[to++] = lines[j];
    }
    return to;
}

static void compare_statements(recording *r, const el_ecd_plan *plan)
{
    json_t *sql = json_object_get(r->json, "sql");
    size_t n = json_array_size(sql), m = plan->nstatements;
    line *expected = el_xmalloc((n + 1) * sizeof *expected), *got = el_xmalloc((m + 1) * sizeof *got);
    for (size_t i = 0; i < n; i++) {
        expected[i].text = normal(text_of(json_array_get(sql, i), "sql"));
        expected[i].error = text_of(json_array_get(sql, i), "prepare_error");
    }
    for (size_t i = 0; i < m; i++) {
        got[i].text = normal(plan->statements[i].sql);
        got[i].error = plan->statements[i].error;
    }
    n = normalise_index_runs(expected, n);
    m = normalise_index_runs(got, m);
    for (size_t i = 0; i < n || i < m; i++) {
        const char *a = i < n ? expected[i].text : NULL, *b = i < m ? got[i].text : NULL;
        if (!a || !b || strcmp(a, b) != 0) {
            complain(r, "statement", a, b);
            break;
        }
        if (!expected[i].error != !got[i].error || (expected[i].error && strcmp(expected[i].error, got[i].error) != 0)) {
            complain(r, "refusal", expected[i].error, got[i].error);
            break;
        }
    }
    for (size_t i = 0; i < n; i++)
        free(expected[i].text);
    for (size_t i = 0; i < m; i++)
        free(got[i].text);
    free(expected);
    free(got);
}

static void compare_outcome(recording *r, const el_ecd_plan *plan)
{
    if (json_is_true(json_object_get(r->json, "ecd_migrated")) != plan->opens)
        complain(r, "whether the store opens", plan->opens ? "no" : "yes", plan->opens ? "yes" : "no");
    const char *exception = text_of(r->json, "exception");
    if (!exception != !plan->exception)
        complain(r, "exception", exception, plan->exception);
    json_t *error = json_object_get(r->json, "error");
    if (!error || plan->opens)
        return;
    const char *info = text_of(error, "info");
    char code[32], got[32];
    snprintf(code, sizeof code, "%lld", (long long)json_integer_value(json_object_get(error, "code")));
    snprintf(got, sizeof got, "%d", plan->error_code);
    if (strcmp(code, got) != 0)
        complain(r, "error code", code, got);
    else if (text_of(error, "domain") && strcmp(text_of(error, "domain"), plan->error_domain) != 0)
        complain(r, "error domain", text_of(error, "domain"), plan->error_domain);
    else if (info && plan->error_text && !strstr(info, plan->error_text) && strncmp(plan->error_text, "index ", 6) != 0)
        complain(r, "error text", info, plan->error_text);
}

/* Every table's rows as sorted text, columns by name: equal for equal contents whatever the column order. */
static char *contents(sqlite3 *db)
{
    el_buf all = {0};
    sqlite3_stmt *tables = NULL;
    sqlite3_prepare_v2(db, "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'meta' ORDER BY name", -1, &tables, NULL);
    while (sqlite3_step(tables) == SQLITE_ROW) {
        const char *table = (const char *)sqlite3_column_text(tables, 0);
        el_buf sql = {0}, columns = {0};
        sqlite3_stmt *info = NULL, *rows = NULL;
        el_buf_printf(&sql, "SELECT name FROM pragma_table_info('%s') ORDER BY name", table);
        sqlite3_prepare_v2(db, el_buf_str(&sql), -1, &info, NULL);
        while (sqlite3_step(info) == SQLITE_ROW) {
            el_buf name = {0};
            el_buf_identifier(&name, (const char *)sqlite3_column_text(info, 0));
            el_buf_printf(&columns, "%s'%s=' || quote(%s)", columns.len ? " || ',' || " : "", (const char *)sqlite3_column_text(info, 0), el_buf_str(&name));
            el_buf_free(&name);
        }
        sqlite3_finalize(info);
        el_buf_clear(&sql);
        el_buf_printf(&sql, "SELECT %s AS line FROM \"%s\" ORDER BY line", el_buf_str(&columns), table);
        el_buf_printf(&all, "[%s]\n", table);
        if (sqlite3_prepare_v2(db, el_buf_str(&sql), -1, &rows, NULL) == SQLITE_OK)
            while (sqlite3_step(rows) == SQLITE_ROW)
                el_buf_printf(&all, "%s\n", (const char *)sqlite3_column_text(rows, 0));
        sqlite3_finalize(rows);
        el_buf_free(&sql);
        el_buf_free(&columns);
    }
    sqlite3_finalize(tables);
    return el_buf_take(&all);
}

static sqlite3 *copy_in_memory(sqlite3 *db)
{
    sqlite3 *copy = NULL;
    sqlite3_stmt *objects = NULL;
    sqlite3_open(":memory:", &copy);
    sqlite3_db_config(copy, SQLITE_DBCONFIG_DQS_DML, 1, NULL);
    sqlite3_db_config(copy, SQLITE_DBCONFIG_DQS_DDL, 1, NULL);
    sqlite3_exec(copy, "PRAGMA legacy_alter_table = ON", NULL, NULL, NULL);
    sqlite3_prepare_v2(db, "SELECT sql, type, name FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'index'", -1, &objects, NULL);
    while (sqlite3_step(objects) == SQLITE_ROW) {
        sqlite3_exec(copy, (const char *)sqlite3_column_text(objects, 0), NULL, NULL, NULL);
        if (strcmp((const char *)sqlite3_column_text(objects, 1), "table") != 0)
            continue;
        el_buf sql = {0};
        sqlite3_stmt *rows = NULL, *insert = NULL;
        el_buf_printf(&sql, "SELECT * FROM \"%s\"", (const char *)sqlite3_column_text(objects, 2));
        sqlite3_prepare_v2(db, el_buf_str(&sql), -1, &rows, NULL);
        int n = sqlite3_column_count(rows);
        el_buf_clear(&sql);
        el_buf_printf(&sql, "INSERT INTO \"%s\" VALUES (", (const char *)sqlite3_column_text(objects, 2));
        for (int i = 0; i < n; i++)
            el_buf_puts(&sql, i ? ", ?" : "?");
        el_buf_puts(&sql, ")");
        sqlite3_prepare_v2(copy, el_buf_str(&sql), -1, &insert, NULL);
        while (sqlite3_step(rows) == SQLITE_ROW) {
            for (int i = 0; i < n; i++)
                sqlite3_bind_value(insert, i + 1, sqlite3_column_value(rows, i));
            sqlite3_step(insert);
            sqlite3_reset(insert);
        }
        sqlite3_finalize(rows);
        sqlite3_finalize(insert);
        el_buf_free(&sql);
    }
    sqlite3_finalize(objects);
    return copy;
}

static void compare_end_state(recording *r, sqlite3 *before, const el_ecd_plan *plan)
{
    sqlite3 *after = open_store(r, "after.sqlite");
    if (!after) {
        complain(r, "after.sqlite", "readable", "not readable");
        return;
    }
    sqlite3 *copy = copy_in_memory(before);
    for (size_t i = 0; plan->opens && i < plan->nstatements; i++)
        if (strcmp(plan->statements[i].step, "metadata") != 0)
            sqlite3_exec(copy, plan->statements[i].sql, NULL, NULL, NULL);
    char *expected = contents(after), *got = contents(copy);
    if (strcmp(expected, got) != 0) {
        size_t i = 0;
        while (expected[i] && expected[i] == got[i])
            i++;
        size_t from = i > 200 ? i - 200 : 0;
        char a[401], b[401];
        snprintf(a, sizeof a, "…%s", expected + from);
        snprintf(b, sizeof b, "…%s", got + from);
        complain(r, "end state", a, b);
    }
    free(expected);
    free(got);
    sqlite3_close(copy);
    sqlite3_close(after);
}

static int load_model(recording *r, el_model **out, const char *key)
{
    el_buf path = {0};
    el_error err;
    el_buf_printf(&path, "%s/%s", r->folder, text_of(r->json, key));
    int status = el_model_load(out, el_buf_str(&path), &err);
    if (status)
        complain(r, key, "a model", err.message);
    el_buf_free(&path);
    return status;
}

static void check(recording *r)
{
    const char *by = text_of(r->json, "migrated_by");
    if (by && strcmp(by, "newest") != 0)
        el_ecd_version_from_name(&r->version, by);
    sqlite3 *before = open_store(r, "before.sqlite");
    if (!before) {
        complain(r, "before.sqlite", "readable", "not readable");
        return;
    }
    el_ecd_plan *plan;
    el_error err;
    if (el_ecd_plan_new(&plan, before, 0, r->from, r->to, r->version, &err)) {
        complain(r, "plan", "a plan", err.message);
    } else {
        compare_statements(r, plan);
        compare_outcome(r, plan);
        compare_end_state(r, before, plan);
        el_ecd_plan_free(plan);
    }
    sqlite3_close(before);
}

int truth_check_migration(const char *folder)
{
    recording r = {.folder = folder};
    el_buf path = {0};
    el_buf_printf(&path, "%s/migration.json", folder);
    r.json = json_load_file(el_buf_str(&path), JSON_ALLOW_NUL, NULL);
    el_buf_free(&path);
    if (!r.json)
        return -1;
    if (!load_model(&r, &r.from, "from") && !load_model(&r, &r.to, "to"))
        check(&r);
    el_model_free(r.from);
    el_model_free(r.to);
    json_decref(r.json);
    return r.failures != 0;
}
