/* SPDX-License-Identifier: MIT */
/* A reader beside a process that writes: every way in which the file changes is noticed, what is on the screen keeps its
 * identity, the key is derived once, and the writer is never kept from writing. */
#include "fixture.h"
#include "sqlite_library.h"

#include "entitylens/watch.h"
#include "sqlite/api.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <setjmp.h>
#include <cmocka.h>

enum { PEOPLE = 50 };

static const char model_text[] =
    "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"Person\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"rank\" optional=\"YES\" attributeType=\"Integer 32\" indexed=\"YES\"/></entity></model>";

static el_model *model;
static el_key *key;
static char folder[64], path[96], other[96];
static el_store *store;
static el_error err;

static void write_store(const char *to, int people, int format, const char *journal)
{
    fixture *f = fixture_new(model);
    for (int i = 1; i <= people; i++) {
        fixture_object *p = fixture_add(f, "Person", i);
        char name[32];
        snprintf(name, sizeof name, "person %d", i);
        fixture_set(f, p, "name", el_value_text(EL_STRING, name, (size_t)-1));
        fixture_set(f, p, "rank", el_value_int(i * 10));
    }
    fixture_options options = {.format = format, .journal = journal};
    assert_int_equal(fixture_write(f, to, &options, &err), EL_OK);
    fixture_free(f);
}

static void open_store(int format, int inferred)
{
    el_open_options options = {.model = inferred ? NULL : model, .key = format ? key : NULL, .busy_timeout_ms = 20};
    assert_int_equal(el_store_open(&store, path, &options, &err), EL_OK);
}

static int set_up_all(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    return el_model_load_xml(&model, model_text, strlen(model_text), "people", "people", &err) ||
           el_key_new_passphrase(&key, "correct horse", 13, &err);
}

static int tear_down_all(void **state)
{
    (void)state;
    el_model_free(model);
    el_key_free(key);
    return 0;
}

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/entitylens-watch-XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/store.sqlite", folder);
    snprintf(other, sizeof other, "%s/other.sqlite", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    el_store_close(store);
    store = NULL;
    static const char *const names[] = {"store.sqlite", "other.sqlite"}, *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) {
            char name[160];
            snprintf(name, sizeof name, "%s/%s%s", folder, names[i], ends[k]);
            unlink(name);
        }
    return rmdir(folder);
}

/* What an app does: its own program, its own connection, and no patience with locks.  A child that goes on after fork would
 * inherit what the engine knows of the reader's files; so this program is executed anew: --write FILE FORMAT SQL [THEN].
 * With THEN it says "r" when SQL is done, waits for a byte, goes on, and ends like an app that is killed. */
static int write_as_app(char **argv)
{
    sqlite3 *db;
    char *message = NULL, c = 'r';
    test_use_linked_sqlite();
    if (sqlite3_open_v2(argv[2], &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return 2;
    if (argv[3][0] != '0' && sqlite3_exec(db, "PRAGMA key = 'correct horse'", NULL, NULL, NULL) != SQLITE_OK)
        return 3;
    sqlite3_busy_timeout(db, 0);
    int rc = sqlite3_exec(db, argv[4], NULL, NULL, &message);
    if (rc == SQLITE_OK && argv[5]) {
        if (write(STDOUT_FILENO, &c, 1) != 1 || read(STDIN_FILENO, &c, 1) != 1)
            return 5;
        rc = sqlite3_exec(db, argv[5], NULL, NULL, &message);
        if (rc == SQLITE_OK)
            _exit(0);
    }
    if (rc != SQLITE_OK)
        fprintf(stderr, "writer: %s\n", message);
    sqlite3_free(message);
    sqlite3_close(db);
    return rc == SQLITE_OK ? 0 : 4;
}

static _Noreturn void become_app(int format, const char *sql, const char *then)
{
    execl("/proc/self/exe", "writer", "--write", path, format ? "1" : "0", sql, then, (char *)NULL);
    _exit(6);
}

/* Runs `sql` to its end. */
static void write_and_close(int format, const char *sql)
{
    pid_t pid = fork();
    if (!pid)
        become_app(format, sql, NULL);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

typedef struct writer { pid_t pid; int ready, go; } writer;

static writer writer_start(int format, const char *sql, const char *then)
{
    int ready[2], go[2];
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(go), 0);
    writer w = {fork(), ready[0], go[1]};
    if (!w.pid) {
        dup2(ready[1], STDOUT_FILENO);
        dup2(go[0], STDIN_FILENO);
        become_app(format, sql, then);
    }
    close(ready[1]);
    close(go[0]);
    char c;
    assert_int_equal(read(w.ready, &c, 1), 1);
    return w;
}

static void writer_finish(writer *w)
{
    int status;
    assert_int_equal(write(w->go, "g", 1), 1);
    assert_int_equal(waitpid(w->pid, &status, 0), w->pid);
    assert_int_equal(status, 0);
    close(w->ready);
    close(w->go);
}

static unsigned refresh(void)
{
    unsigned changes = 99;
    int status = el_store_refresh(&changes, store, key, &err);
    if (status)
        fail_msg("%s: %s", err.code, err.message);
    return changes;
}

static int64_t people(void)
{
    el_fetch_request request = {.entity = "Person"};
    int64_t n = -1;
    assert_int_equal(el_fetch_count(&n, store, &request, &err), EL_OK);
    return n;
}

static void expect_name(int64_t id, const char *name)
{
    el_object *o;
    assert_int_equal(el_object_read(&o, store, el_model_entity(el_store_model(store), "Person"), id, 0, &err), EL_OK);
    const el_attribute *a = el_entity_attribute(o->entity, "name");
    for (size_t i = 0; i < o->entity->nall_attributes; i++)
        if (o->entity->all_attributes[i] == a)
            assert_int_equal(o->attributes[i].value.u.text.n, strlen(name)),
                assert_memory_equal(o->attributes[i].value.u.text.s, name, strlen(name));
    el_object_free(o);
}

static void commits_are_seen_and_the_place_is_kept(void **state)
{
    (void)state;
    write_store(path, PEOPLE, 4, NULL);
    open_store(4, 0);
    assert_int_equal(refresh(), 0);
    el_sort sort = {.key = "rank"};
    el_fetch_request request = {.entity = "Person", .sorts = &sort, .nsorts = 1};
    el_page *page;
    assert_int_equal(el_page_read(&page, store, &request, NULL, EL_FORWARD, 20, &err), EL_OK);
    el_cursor *place = el_page_cursor(page, 19);
    assert_int_equal(page->objects[19]->key, 20);
    el_page_free(page);
    /* A hundred new ones in front of the place, and one gone. */
    write_and_close(4, "WITH RECURSIVE s(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM s WHERE i < 1099) "
                       "INSERT INTO ecdPerson(__objectid, name, rank) SELECT i, 'new', 1 FROM s; DELETE FROM ecdPerson WHERE __objectid = 5");
    assert_int_equal(refresh(), EL_CHANGE_DATA);
    assert_int_equal(refresh(), 0);
    assert_int_equal(people(), PEOPLE + 99);
    assert_int_equal(el_page_read(&page, store, &request, place, EL_FORWARD, 20, &err), EL_OK);
    assert_int_equal(page->objects[0]->key, 21);
    el_page_free(page);
    el_cursor_free(place);
}

static void changed_tables_are_read_again(void **state)
{
    (void)state;
    write_store(path, PEOPLE, 4, NULL);
    open_store(4, 1);
    const el_model *before = el_store_model(store);
    write_and_close(4, "ALTER TABLE ecdPerson ADD COLUMN town; UPDATE ecdPerson SET town = 'Ghent'");
    assert_int_equal(refresh(), EL_CHANGE_DATA | EL_CHANGE_SCHEMA | EL_CHANGE_MODEL);
    assert_ptr_not_equal(el_store_model(store), before);
    assert_non_null(el_entity_attribute(el_model_entity(el_store_model(store), "Person"), "town"));
}

static void a_given_model_outlives_a_changed_table(void **state)
{
    (void)state;
    write_store(path, PEOPLE, 0, NULL);
    open_store(0, 0);
    write_and_close(0, "ALTER TABLE ecdPerson ADD COLUMN town");
    assert_int_equal(refresh(), EL_CHANGE_DATA | EL_CHANGE_SCHEMA);
    assert_ptr_equal(el_store_model(store), model);
}

static void a_replaced_file_is_opened(void **state)
{
    (void)state;
    write_store(path, PEOPLE, 4, NULL);
    open_store(4, 0);
    write_store(other, 3, 4, NULL); /* another salt: the key is derived from the passphrase */
    assert_int_equal(rename(other, path), 0);
    assert_int_equal(refresh(), EL_CHANGE_DATA | EL_CHANGE_FILE);
    assert_true(el_store_cipher(store)->derivations > 0);
    assert_int_equal(people(), 3);
    write_store(other, 7, 0, NULL);
    assert_int_equal(rename(other, path), 0);
    assert_int_equal(refresh(), EL_CHANGE_DATA | EL_CHANGE_FILE);
    assert_int_equal(people(), 7);
}

static void copy_over(const char *from, const char *to, int flags)
{
    char bytes[65536];
    ssize_t n;
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | flags, 0600);
    while ((n = read(in, bytes, sizeof bytes)) > 0)
        assert_int_equal(write(out, bytes, (size_t)n), n);
    close(in);
    close(out);
}

static void a_copy_with_the_same_salt_needs_no_derivation(void **state)
{
    (void)state;
    write_store(path, PEOPLE, 4, NULL);
    open_store(4, 0);
    copy_over(path, other, O_TRUNC); /* nothing of the store is being read meanwhile */
    assert_int_equal(rename(other, path), 0);
    write_and_close(4, "UPDATE ecdPerson SET name = 'renamed' WHERE __objectid = 9");
    unsigned changes;
    assert_int_equal(el_store_refresh(&changes, store, NULL, &err), EL_OK);
    assert_int_equal(changes, EL_CHANGE_DATA | EL_CHANGE_FILE);
    assert_int_equal(el_store_cipher(store)->derivations, 0);
    expect_name(9, "renamed");
}

static void rewrite_from_other(void)
{
    pid_t pid = fork();
    if (!pid) {
        copy_over(other, path, O_TRUNC);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void a_file_written_anew_in_its_place_is_opened(void **state)
{
    (void)state;
    for (int format = 0; format <= 4; format += 4) {
        write_store(path, PEOPLE, format, NULL);
        open_store(format, 0);
        assert_int_equal(people(), PEOPLE);
        write_store(other, 11, format, NULL);
        rewrite_from_other();
        assert_true(refresh() & EL_CHANGE_DATA);
        assert_int_equal(people(), 11);
        el_store_close(store);
        store = NULL;
    }
}

/* The two files have the same size and the same counters: only bytes of rows differ. */
static void cached_pages_do_not_survive_a_rewrite(void **state)
{
    (void)state;
    write_store(path, PEOPLE, 0, NULL);
    copy_over(path, other, O_TRUNC);
    int fd = open(other, O_RDWR);
    struct stat st;
    assert_int_equal(fstat(fd, &st), 0);
    char *bytes = malloc((size_t)st.st_size);
    assert_int_equal(pread(fd, bytes, (size_t)st.st_size, 0), st.st_size);
    char *at = memmem(bytes, (size_t)st.st_size, "person 17", 9);
    assert_non_null(at);
    assert_int_equal(pwrite(fd, "PERSON", 6, at - bytes), 6);
    close(fd);
    free(bytes);
    open_store(0, 0);
    expect_name(17, "person 17");
    rewrite_from_other();
    assert_int_equal(refresh(), EL_CHANGE_DATA);
    expect_name(17, "PERSON 17");
}

static void a_file_that_does_not_fit_leaves_the_store_as_it_was(void **state)
{
    (void)state;
    write_store(path, PEOPLE, 4, NULL);
    open_store(4, 0);
    write_store(other, 3, 4, NULL);
    assert_int_equal(rename(other, path), 0);
    unsigned changes;
    assert_int_equal(el_store_refresh(&changes, store, NULL, &err), EL_EWRONGKEY);
    assert_int_equal(changes, 0);
    assert_int_equal(people(), PEOPLE); /* the old file lives as long as it is open */
    assert_int_equal(refresh(), EL_CHANGE_DATA | EL_CHANGE_FILE);
    assert_int_equal(people(), 3);
}

static void a_lost_file_is_told_once_and_its_return_too(void **state)
{
    (void)state;
    write_store(path, PEOPLE, 4, NULL);
    open_store(4, 0);
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(refresh(), EL_CHANGE_GONE);
    assert_int_equal(refresh(), 0);
    assert_int_equal(rename(other, path), 0);
    assert_int_equal(refresh(), EL_CHANGE_DATA | EL_CHANGE_FILE);
    assert_int_equal(people(), PEOPLE);
}

static void commits_in_the_wal_are_seen(void **state)
{
    (void)state;
    write_store(path, PEOPLE, 4, "wal");
    open_store(4, 0);
    assert_string_equal(el_store_opened_by(store), "immutable");
    writer w = writer_start(4, "PRAGMA wal_autocheckpoint = 0; UPDATE ecdPerson SET name = 'first' WHERE __objectid = 1",
                            "UPDATE ecdPerson SET name = 'second' WHERE __objectid = 1");
    assert_int_equal(refresh(), EL_CHANGE_DATA);
    expect_name(1, "first");
    assert_int_equal(el_store_cipher(store)->derivations, 0);
    writer_finish(&w);
    assert_int_equal(refresh(), EL_CHANGE_DATA);
    expect_name(1, "second");
    write_and_close(4, "PRAGMA wal_checkpoint(TRUNCATE)"); /* the last connection takes the -wal away */
    assert_true(refresh() & EL_CHANGE_DATA);
    expect_name(1, "second");
    assert_string_equal(el_store_opened_by(store), "immutable");
}

static unsigned look_until_read(el_watch *watch)
{
    unsigned changes;
    for (;;) {
        assert_int_equal(el_watch_look(watch, &changes, &err), EL_OK);
        if (!(changes & EL_CHANGE_WRITING))
            return changes;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

static void a_writer_that_holds_its_lock_is_waited_for(void **state)
{
    (void)state;
    write_store(path, PEOPLE, 4, NULL);
    open_store(4, 0);
    el_watch *watch;
    assert_int_equal(el_watch_open(&watch, store, key, 1, &err), EL_OK);
    assert_int_equal(look_until_read(watch), 0);
    writer w = writer_start(4, "BEGIN EXCLUSIVE; UPDATE ecdPerson SET name = 'late' WHERE __objectid = 2", "COMMIT");
    assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[2]){{0, UTIME_OMIT}, {1000000000, 0}}, 0), 0);
    unsigned changes;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(el_watch_look(watch, &changes, &err), EL_OK);
        assert_int_equal(changes, EL_CHANGE_WRITING);
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    }
    writer_finish(&w); /* it was not disturbed */
    assert_true(look_until_read(watch) & EL_CHANGE_DATA);
    expect_name(2, "late");
    el_watch_close(watch);
}

static void an_idle_watch_holds_no_lock(void **state)
{
    (void)state;
    write_store(path, PEOPLE, 4, NULL);
    open_store(4, 0);
    el_watch *watch;
    assert_int_equal(el_watch_open(&watch, store, key, 1, &err), EL_OK);
    for (int i = 0; i < 5; i++) {
        write_and_close(4, "UPDATE ecdPerson SET rank = rank + 1"); /* without patience: would fail at any lock */
        assert_int_equal(look_until_read(watch), EL_CHANGE_DATA);
    }
    el_watch_close(watch);
}

static int append(void *ctx, el_follow_kind kind, const char *id, const el_object *object)
{
    static const char *const words[] = {"present", "added", "changed", "removed"};
    char *log = ctx;
    assert_int_equal(object == NULL, kind == EL_FOLLOW_REMOVED);
    if (kind != EL_FOLLOW_PRESENT)
        snprintf(log + strlen(log), 1024 - strlen(log), "%s %s;", words[kind], id);
    else
        log[1023]++;
    return 0;
}

static void a_result_is_followed(void **state)
{
    (void)state;
    char log[1024] = {0};
    write_store(path, PEOPLE, 0, NULL);
    open_store(0, 0);
    el_sort sort = {.key = "rank", .descending = 1};
    el_fetch_request request = {.entity = "Person", .where = "rank <= 400", .sorts = &sort, .nsorts = 1};
    el_follow *f;
    assert_int_equal(el_follow_open(&f, store, &request, &err), EL_OK);
    assert_int_equal(el_follow_read(f, append, log, &err), EL_OK);
    assert_int_equal(log[1023], 40);
    write_and_close(0, "INSERT INTO ecdPerson(__objectid, name, rank) VALUES (90, 'x', 395), (91, 'y', 401), (92, 'z', 5);"
                       "UPDATE ecdPerson SET rank = 500 WHERE __objectid = 3; UPDATE ecdPerson SET name = 'w' WHERE __objectid = 4;"
                       "DELETE FROM ecdPerson WHERE __objectid = 7");
    refresh();
    assert_int_equal(el_follow_read(f, append, log, &err), EL_OK);
    assert_string_equal(log, "added Person/90;changed Person/4;added Person/92;removed Person/3;removed Person/7;");
    log[0] = 0;
    assert_int_equal(el_follow_read(f, append, log, &err), EL_OK);
    assert_string_equal(log, "");
    assert_int_equal(log[1023], 40);
    el_follow_close(f);
}

static void a_limited_result_is_followed(void **state)
{
    (void)state;
    char log[1024] = {0};
    write_store(path, PEOPLE, 0, NULL);
    open_store(0, 0);
    el_fetch_request request = {.entity = "Person", .limit = 3, .offset = 1};
    el_follow *f;
    assert_int_equal(el_follow_open(&f, store, &request, &err), EL_OK);
    assert_int_equal(el_follow_read(f, append, log, &err), EL_OK);
    assert_int_equal(log[1023], 3);
    write_and_close(0, "DELETE FROM ecdPerson WHERE __objectid = 1");
    refresh();
    assert_int_equal(el_follow_read(f, append, log, &err), EL_OK);
    assert_string_equal(log, "added Person/5;removed Person/2;");
    el_follow_close(f);
    const char *columns[] = {"name"};
    request.columns = columns;
    request.ncolumns = 1;
    assert_int_equal(el_follow_open(&f, store, &request, &err), EL_EUSAGE);
}

static int stop_at_ten(void *ctx, el_follow_kind kind, const char *id, const el_object *object)
{
    (void)kind;
    (void)id;
    (void)object;
    return ++*(int *)ctx == 10;
}

static void what_was_told_is_not_told_again_after_an_error(void **state)
{
    (void)state;
    int told = 0;
    char log[1024] = {0};
    write_store(path, PEOPLE, 0, NULL);
    open_store(0, 0);
    el_fetch_request request = {.entity = "Person"};
    el_follow *f;
    assert_int_equal(el_follow_open(&f, store, &request, &err), EL_OK);
    assert_int_equal(el_follow_read(f, stop_at_ten, &told, &err), EL_ECANCELLED);
    assert_int_equal(el_follow_read(f, append, log, &err), EL_OK);
    assert_int_equal(log[1023], PEOPLE - 9);
    el_follow_close(f);
}

static void a_borrowed_connection_is_watched(void **state)
{
    (void)state;
    sqlite3 *db;
    write_store(path, PEOPLE, 0, NULL);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    el_open_options options = {.model = model};
    assert_int_equal(el_store_adopt(&store, db, &options, &err), EL_OK);
    el_watch *watch;
    assert_int_equal(el_watch_open(&watch, store, NULL, 1, &err), EL_OK);
    assert_int_equal(look_until_read(watch), 0);
    assert_int_equal(sqlite3_exec(db, "UPDATE ecdPerson SET name = 'own'", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(look_until_read(watch), EL_CHANGE_DATA);
    write_and_close(0, "ALTER TABLE ecdPerson ADD COLUMN town");
    assert_int_equal(look_until_read(watch), EL_CHANGE_DATA | EL_CHANGE_SCHEMA);
    el_watch_close(watch);
    el_store_close(store);
    store = NULL;
    sqlite3_close(db);
}

int main(int argc, char **argv)
{
    if (argc > 4 && !strcmp(argv[1], "--write"))
        return write_as_app(argv);
#define WITH_FILES(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_FILES(commits_are_seen_and_the_place_is_kept), WITH_FILES(changed_tables_are_read_again),
        WITH_FILES(a_given_model_outlives_a_changed_table), WITH_FILES(a_replaced_file_is_opened),
        WITH_FILES(a_copy_with_the_same_salt_needs_no_derivation), WITH_FILES(a_file_written_anew_in_its_place_is_opened),
        WITH_FILES(cached_pages_do_not_survive_a_rewrite), WITH_FILES(a_file_that_does_not_fit_leaves_the_store_as_it_was),
        WITH_FILES(a_lost_file_is_told_once_and_its_return_too), WITH_FILES(commits_in_the_wal_are_seen),
        WITH_FILES(a_writer_that_holds_its_lock_is_waited_for), WITH_FILES(an_idle_watch_holds_no_lock),
        WITH_FILES(a_result_is_followed), WITH_FILES(a_limited_result_is_followed),
        WITH_FILES(what_was_told_is_not_told_again_after_an_error), WITH_FILES(a_borrowed_connection_is_watched),
    };
    return cmocka_run_group_tests(tests, set_up_all, tear_down_all);
}
