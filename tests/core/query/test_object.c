/* SPDX-License-Identifier: MIT */
/* One object: attributes, relationships, labels, who points here, and how many statements that takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "entitylens/entitylens.h"
#include "base/cfhash.h"
#include "query/read.h"
#include "base/arena.h"
#include "sqlite_library.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XML(body) "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">" body "</model>"
#define ATTRIBUTE(name, type) "<attribute name=\"" name "\" optional=\"YES\" attributeType=\"" type "\"/>"
#define ONE(name, to, inverse) "<relationship name=\"" name "\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"" to \
                               "\" inverseName=\"" inverse "\" inverseEntity=\"" to "\"/>"
#define MANY(name, to, inverse, more) "<relationship name=\"" name "\" optional=\"YES\" toMany=\"YES\" " more "destinationEntity=\"" to \
                                      "\" inverseName=\"" inverse "\" inverseEntity=\"" to "\"/>"

static const char blog[] =
    XML("<entity name=\"Author\">" ATTRIBUTE("email", "String") ATTRIBUTE("Name", "String") ATTRIBUTE("age", "Integer 16")
            MANY("posts", "Post", "author", "ordered=\"YES\" ") "<relationship name=\"best\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Post\"/>"
        "</entity>"
        "<entity name=\"Guest\" parentEntity=\"Author\">" ATTRIBUTE("nick", "String") "</entity>"
        "<entity name=\"Post\">" ATTRIBUTE("rating", "Double") ATTRIBUTE("body", "String")
            "<attribute name=\"shown\" optional=\"YES\" transient=\"YES\" attributeType=\"Boolean\"/>"
            ONE("author", "Author", "posts") MANY("tags", "Tag", "posts", "") "</entity>"
        "<entity name=\"Tag\">" ATTRIBUTE("size", "Integer 32") MANY("posts", "Post", "tags", "") "</entity>");

typedef struct opened { sqlite3 *db; el_model *model; el_store *store; int statements; } opened;

static int count_statement(unsigned mask, void *ctx, void *stmt, void *sql)
{
    (void)mask;
    (void)stmt;
    (void)sql;
    ++*(int *)ctx;
    return 0;
}

static opened *open_with(const char *xml, const char *sql)
{
    opened *o = calloc(1, sizeof *o);
    char *message = NULL;
    el_error err;
    assert_int_equal(sqlite3_open(":memory:", &o->db), SQLITE_OK);
    if (sqlite3_exec(o->db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s", message);
    if (el_model_load_xml(&o->model, xml, strlen(xml), "m", "m", &err))
        fail_msg("%s", err.message);
    el_open_options options;
    memset(&options, 0, sizeof options);
    options.model = o->model;
    if (el_store_adopt(&o->store, o->db, &options, &err))
        fail_msg("%s", err.message);
    sqlite3_trace_v2(o->db, SQLITE_TRACE_STMT, count_statement, &o->statements);
    return o;
}

static opened *open_blog(void)
{
    char sql[4096];
    long long guest = (long long)el_cfhash("Guest", 5, 0), author = (long long)el_cfhash("Author", 6, 0);
    snprintf(sql, sizeof sql,
             "CREATE TABLE meta(plist);"
             "CREATE TABLE ecdAuthor('__objectid' integer primary key, '__entityType' integer, 'email', 'Name', 'age', 'nick',"
             " 'best__objectid', 'best_order' integer default 0);"
             "CREATE TABLE ecdPost('__objectid' integer primary key, 'rating', 'body', 'author__objectid', 'author_order' integer default 0);"
             "CREATE TABLE ecdTag('__objectid' integer primary key, 'size');"
             "CREATE TABLE ecd_posts_tags('Post__objectid' INTEGER NOT NULL, 'Tag__objectid' INTEGER NOT NULL, 'Post_order' INTEGER DEFAULT 0,"
             " 'Tag_order' INTEGER DEFAULT 0, PRIMARY KEY('Post__objectid', 'Tag__objectid'));"
             "CREATE TABLE ecd_tags_posts('Post__objectid' INTEGER NOT NULL, 'Tag__objectid' INTEGER NOT NULL, 'Post_order' INTEGER DEFAULT 0,"
             " 'Tag_order' INTEGER DEFAULT 0, PRIMARY KEY('Post__objectid', 'Tag__objectid'));"
             "INSERT INTO ecdAuthor VALUES (1, %lld, 'a@x', 'Ana', 30, NULL, 3, 0), (2, %lld, 'b@x', '', '7', 'Bee', 99, 0);"
             "INSERT INTO ecdPost VALUES (1, 1.5, 'first', 1, 2), (2, NULL, NULL, 2, 0), (3, 4, 'th\xff', 1, 0), (4, 0.5, 'x', 1, 2), (5, 1.0, '', 77, 0);"
             "INSERT INTO ecdTag VALUES (10, 1), (11, 2);"
             "INSERT INTO ecd_tags_posts VALUES (1, 11, 1, 1), (1, 10, 1, 2), (1, 55, 1, 3), (2, 10, 2, 1);"
             "INSERT INTO ecd_posts_tags VALUES (1, 11, 1, 1), (1, 10, 1, 1), (2, 10, 2, 1);",
             author, guest);
    return open_with(blog, sql);
}

static void close_it(opened *o)
{
    el_store_close(o->store);
    el_model_free(o->model);
    assert_int_equal(sqlite3_close(o->db), SQLITE_OK); /* no statement is left open */
    free(o);
}

static el_object *read_object(opened *o, const char *name, int64_t key, unsigned flags)
{
    el_object *object;
    el_error err;
    if (el_object_read(&object, o->store, el_model_entity(o->model, name), key, flags, &err))
        fail_msg("%s", err.message);
    return object;
}

static void check_json(opened *o, const char *name, int64_t key, unsigned flags, const char *expected)
{
    el_object *object = read_object(o, name, key, flags);
    el_buf json = {0};
    el_object_json(&json, object);
    assert_string_equal(json.data, expected);
    el_buf_free(&json);
    el_object_free(object);
}

static void objects_have_the_contracts_json(void **state)
{
    (void)state;
    opened *o = open_blog();
    unsigned all = EL_READ_TO_MANY | EL_READ_REFERENCED_BY | EL_READ_LABELS | EL_READ_COUNTS;
    check_json(o, "Author", 1, EL_READ_TO_MANY,
               "{\"id\":\"Author/1\",\"attributes\":{\"Name\":\"Ana\",\"age\":30,\"email\":\"a@x\"},\"toOne\":{\"best\":\"Post/3\"},"
               "\"toMany\":{\"posts\":[\"Post/3\",\"Post/1\",\"Post/4\"]}}");
    /* By the ancestor's name the object's own entity answers; text in an integer attribute is shown as it is. */
    check_json(o, "Author", 2, all,
               "{\"id\":\"Guest/2\",\"attributes\":{\"Name\":\"\",\"age\":{\"raw\":\"7\",\"storage\":\"text\"},\"email\":\"b@x\",\"nick\":\"Bee\"},"
               "\"toOne\":{\"best\":\"Post/99\"},\"toMany\":{\"posts\":[\"Post/2\"]},\"referencedBy\":{\"Post.author\":[\"Post/2\"]}}");
    check_json(o, "Post", 1, all,
               "{\"id\":\"Post/1\",\"attributes\":{\"body\":\"first\",\"rating\":1.5},\"toOne\":{\"author\":\"Author/1\"},"
               "\"toMany\":{\"tags\":[\"Tag/10\",\"Tag/11\",\"Tag/55\"]},\"referencedBy\":{\"Tag.posts\":[\"Tag/10\",\"Tag/11\"]}}");
    check_json(o, "Post", 3, all,
               "{\"id\":\"Post/3\",\"attributes\":{\"body\":{\"text\":{\"base64\":\"dGj/\"}},\"rating\":{\"raw\":4,\"storage\":\"integer\"}},"
               "\"toOne\":{\"author\":\"Author/1\"},\"toMany\":{\"tags\":[]},\"referencedBy\":{\"Author.best\":[\"Author/1\"]}}");
    /* Without members: no claim about them. */
    check_json(o, "Tag", 10, 0, "{\"id\":\"Tag/10\",\"attributes\":{\"size\":1},\"toOne\":{},\"toMany\":{}}");
    close_it(o);
}

static void references_are_marked_and_labelled(void **state)
{
    (void)state;
    opened *o = open_blog();
    el_object *post = read_object(o, "Post", 1, EL_READ_TO_MANY | EL_READ_LABELS);
    assert_string_equal(post->label, "first"); /* the first string */
    assert_string_equal(post->to_one[0].label, "Ana"); /* "Name" in any case */
    assert_false(post->to_one[0].dangling);
    assert_int_equal(post->to_many[1].n, 3);
    assert_false(post->to_many[1].items[0].dangling);
    assert_null(post->to_many[1].items[0].label); /* a tag has no string */
    assert_true(post->to_many[1].items[2].dangling);
    el_object_free(post);

    post = read_object(o, "Post", 5, EL_READ_LABELS);
    assert_true(post->to_one[0].present && post->to_one[0].dangling);
    assert_null(post->label); /* empty */
    el_object_free(post);

    el_error err;
    const el_entity *author = el_model_entity(o->model, "Author"), *guest = el_model_entity(o->model, "Guest");
    assert_int_equal(el_store_set_label(o->store, author, "email", &err), EL_OK);
    assert_int_equal(el_store_set_label(o->store, author, "nothing", &err), EL_ENOTFOUND);
    assert_string_equal(el_entity_label_attribute(o->store, guest)->name, "email");
    post = read_object(o, "Post", 2, EL_READ_LABELS);
    assert_string_equal(post->to_one[0].label, "b@x");
    assert_ptr_equal(post->to_one[0].entity, guest);
    el_object_free(post);
    assert_int_equal(el_store_set_label(o->store, guest, "nick", &err), EL_OK); /* labels differ inside the hierarchy */
    post = read_object(o, "Post", 2, EL_READ_LABELS);
    assert_string_equal(post->to_one[0].label, "Bee");
    el_object_free(post);
    post = read_object(o, "Post", 1, EL_READ_LABELS);
    assert_string_equal(post->to_one[0].label, "a@x");
    el_object_free(post);
    assert_int_equal(el_store_set_label(o->store, author, NULL, &err), EL_OK);
    assert_string_equal(el_entity_label_attribute(o->store, author)->name, "Name");
    close_it(o);
}

static void counts_need_no_members(void **state)
{
    (void)state;
    opened *o = open_blog();
    el_object *author = read_object(o, "Author", 1, EL_READ_COUNTS);
    assert_int_equal(author->to_many[0].count, 3);
    assert_null(author->to_many[0].items);
    el_object_free(author);
    el_object *post = read_object(o, "Post", 4, EL_READ_COUNTS);
    assert_int_equal(post->to_many[1].count, 0);
    el_object_free(post);
    post = read_object(o, "Post", 4, 0);
    assert_int_equal(post->to_many[1].count, -1);
    el_object_free(post);
    close_it(o);
}

static void missing_objects_are_told_apart(void **state)
{
    (void)state;
    opened *o = open_blog();
    el_object *object;
    el_error err;
    assert_int_equal(el_object_read(&object, o->store, el_model_entity(o->model, "Post"), 44, 0, &err), EL_ENOTFOUND);
    assert_string_equal(err.code, "no-such-object");
    assert_int_equal(el_object_read(&object, o->store, el_model_entity(o->model, "Guest"), 1, 0, &err), EL_ENOTFOUND);
    assert_non_null(strstr(err.hint, "Author/1"));
    char entity[16];
    int64_t key;
    assert_int_equal(el_object_id_parse(entity, sizeof entity, &key, "Post/-5", &err), EL_OK);
    assert_string_equal(entity, "Post");
    assert_int_equal(key, -5);
    static const char *const wrong[] = {"", "Post", "/5", "Post/", "Post/x", "Post/5x", "Post/ 5", "AVeryLongEntityName/5", "Post/99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(el_object_id_parse(entity, sizeof entity, &key, wrong[i], &err), EL_EUSAGE);
    close_it(o);
}

static void a_list_of_keys_keeps_its_order(void **state)
{
    (void)state;
    opened *o = open_blog();
    el_arena *arena = el_arena_new();
    el_object *objects[5];
    int64_t keys[] = {2, 99, 1, 2, -1};
    el_error err;
    assert_int_equal(el_read_objects(objects, o->store, el_model_entity(o->model, "Author"), keys, 5, EL_READ_TO_MANY, arena, &err), EL_OK);
    assert_int_equal(objects[0]->key, 2);
    assert_null(objects[1]);
    assert_int_equal(objects[2]->key, 1);
    assert_int_equal(objects[2]->to_many[0].n, 3);
    assert_int_equal(objects[3]->key, 2);
    assert_int_equal(objects[3]->to_many[0].n, 1);
    assert_null(objects[4]);
    assert_int_equal(el_read_objects(objects, o->store, el_model_entity(o->model, "Guest"), keys, 5, 0, arena, &err), EL_OK);
    assert_non_null(objects[0]);
    assert_null(objects[2]); /* no guest */
    el_arena_free(arena);
    close_it(o);
}

/* A model with many relationships of each kind. */
static opened *open_wide(int width)
{
    el_buf xml = {0}, sql = {0};
    el_buf_puts(&xml, "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\"><entity name=\"Hub\">");
    for (int i = 0; i < width; i++)
        el_buf_printf(&xml, ONE("one%d", "Leaf%d", "hubs") MANY("many%d", "Leaf%d", "back", ""), i, i, i, i, i, i);
    el_buf_puts(&xml, "</entity>");
    el_buf_puts(&sql, "CREATE TABLE meta(plist); CREATE TABLE ecdHub('__objectid' integer primary key");
    for (int i = 0; i < width; i++)
        el_buf_printf(&sql, ", 'one%d__objectid'", i);
    el_buf_puts(&sql, "); INSERT INTO ecdHub(__objectid) VALUES (1), (2);");
    for (int i = 0; i < width; i++) {
        el_buf_printf(&xml, "<entity name=\"Leaf%d\">" MANY("hubs", "Hub", "one%d", "") ONE("back", "Hub", "many%d") "</entity>", i, i, i);
        el_buf_printf(&sql, "CREATE TABLE ecdLeaf%d('__objectid' integer primary key, 'back__objectid'); INSERT INTO ecdLeaf%d VALUES (1, 1), (2, 1);"
                            "UPDATE ecdHub SET one%d__objectid = 2;", i, i, i);
    }
    el_buf_puts(&xml, "</model>");
    opened *o = open_with(xml.data, sql.data);
    el_buf_free(&xml);
    el_buf_free(&sql);
    return o;
}

static void statements_do_not_grow_with_relationships(void **state)
{
    (void)state;
    int statements[2];
    static const int widths[] = {2, 60};
    for (int i = 0; i < 2; i++) {
        opened *o = open_wide(widths[i]);
        o->statements = 0;
        el_object *hub = read_object(o, "Hub", 1, EL_READ_TO_MANY | EL_READ_LABELS | EL_READ_COUNTS | EL_READ_REFERENCED_BY);
        statements[i] = o->statements;
        assert_int_equal(hub->nreferenced_by, widths[i]);
        for (size_t k = 0; k < hub->entity->nall_relationships; k++) {
            if (hub->entity->all_relationships[k]->to_many)
                assert_int_equal(hub->to_many[k].n, 2);
            else
                assert_int_equal(hub->to_one[k].key, 2);
        }
        el_object_free(hub);
        close_it(o);
    }
    assert_int_equal(statements[0], statements[1]);
    assert_true(statements[0] <= 5);
}

static void few_members_are_read_of_many(void **state)
{
    (void)state;
    opened *o = open_wide(1);
    assert_int_equal(sqlite3_exec(o->db, "WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
                                         "INSERT INTO ecdLeaf0 SELECT i, 1 FROM n; "
                                         "WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
                                         "INSERT INTO ecdHub SELECT i, 2 FROM n", NULL, NULL, NULL), SQLITE_OK);
    unsigned flags = EL_READ_TO_MANY | EL_READ_REFERENCED_BY;
    el_object *hub = read_object(o, "Hub", 1, flags | EL_READ_FEW);
    assert_int_equal(hub->to_many[1].n, EL_FEW);
    assert_int_equal(hub->to_many[1].count, 1000);
    assert_int_equal(hub->to_many[1].items[EL_FEW - 1].key, EL_FEW);
    el_object_free(hub);
    hub = read_object(o, "Hub", 1, flags);
    assert_int_equal(hub->to_many[1].n, 1000);
    el_object_free(hub);
    el_object *leaf = read_object(o, "Leaf0", 2, flags | EL_READ_FEW);
    assert_int_equal(leaf->referenced_by[0].from.n, EL_FEW);
    assert_int_equal(leaf->referenced_by[0].from.count, 1000);
    el_object_free(leaf);
    close_it(o);
}

static int append(void *ctx, const char *json, size_t n)
{
    el_buf_add(ctx, json, n);
    el_buf_putc(ctx, '\n');
    return 0;
}

static int stop_after_two(void *ctx, const char *json, size_t n)
{
    (void)json;
    (void)n;
    return ++*(int *)ctx == 2;
}

static void dumps_come_by_entity_and_number(void **state)
{
    (void)state;
    opened *o = open_blog();
    el_buf out = {0};
    el_error err;
    assert_int_equal(el_store_dump(o->store, append, &out, &err), EL_OK);
    const char *ids[] = {"Author/1", "Guest/2", "Post/1", "Post/2", "Post/3", "Post/4", "Post/5", "Tag/10", "Tag/11"};
    const char *line = out.data;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        char start[32];
        snprintf(start, sizeof start, "{\"id\":\"%s\",", ids[i]);
        assert_memory_equal(line, start, strlen(start));
        line = strchr(line, '\n') + 1;
    }
    assert_string_equal(line, "");
    el_buf_free(&out);
    int lines = 0;
    assert_int_equal(el_store_dump(o->store, stop_after_two, &lines, &err), EL_ECANCELLED);
    assert_int_equal(lines, 2);
    close_it(o);
}

static int use_sqlite(void **state)
{
    (void)state;
    test_use_linked_sqlite();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_have_the_contracts_json),
        cmocka_unit_test(references_are_marked_and_labelled),
        cmocka_unit_test(counts_need_no_members),
        cmocka_unit_test(missing_objects_are_told_apart),
        cmocka_unit_test(a_list_of_keys_keeps_its_order),
        cmocka_unit_test(statements_do_not_grow_with_relationships),
        cmocka_unit_test(few_members_are_read_of_many),
        cmocka_unit_test(dumps_come_by_entity_and_number),
    };
    return cmocka_run_group_tests(tests, use_sqlite, NULL);
}
