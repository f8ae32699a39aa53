/* SPDX-License-Identifier: MIT */
#include "functions.h"

#include "base/buf.h"
#include "predicate/functions.h"
#include "value/archive.h"

/* Flags of later engines; older ones take them for no part of the encoding, but what is not there is not asked for. */
static int flags_for_engine(int flags)
{
    int number = sqlite3_libversion_number();
    if (number < 3030000)
        flags &= ~SQLITE_DIRECTONLY;
    if (number < 3031000)
        flags &= ~SQLITE_INNOCUOUS;
    return flags;
}

/* entitylens_version() */
static void version_function(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    (void)argv;
    sqlite3_result_text(context, el_version(), -1, SQLITE_STATIC);
}

/* entitylens_model('PATH'): the model from now on, '' for the inferred one.  Answers the model's name. */
static void model_function(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    el__state *state = sqlite3_user_data(context);
    el_error err;
    el_error_clear(&err);
    el__look *look = NULL;
    if (el__state_set_model(state, (const char *)sqlite3_value_text(argv[0]), &err) || el__state_look(&look, state, &err)) {
        el__result_error(context, &err);
        return;
    }
    const el_model *model = el_store_model(look->store);
    sqlite3_result_text(context, model->name ? model->name : model->source, -1, SQLITE_TRANSIENT);
    el__look_release(look);
}

static void give(sqlite3_context *context, el_buf *text)
{
    sqlite3_result_text64(context, el_buf_str(text), text->len, SQLITE_TRANSIENT, SQLITE_UTF8);
    el_buf_free(text);
}

/* entitylens_date(SECONDS): a stored date as ISO 8601 in UTC.  What is no number comes back as it is. */
static void date_function(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    int type = sqlite3_value_type(argv[0]);
    el_buf text = {0};
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
        sqlite3_result_value(context, argv[0]);
        return;
    }
    el_date_text(&text, sqlite3_value_double(argv[0]));
    give(context, &text);
}

/* entitylens_seconds('2016-01-01T00:00:00Z'): the number that a store has for that moment. */
static void seconds_function(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    double seconds;
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL)
        return;
    const char *text = (const char *)sqlite3_value_text(argv[0]);
    if (text && el_date_parse(&seconds, text, (size_t)sqlite3_value_bytes(argv[0])) == EL_OK)
        sqlite3_result_double(context, seconds);
    else
        sqlite3_result_error(context, "entitylens_seconds: the text is no ISO 8601 date such as 2016-01-01T00:00:00Z", -1);
}

/* entitylens_archive(BLOB): a keyed archive or property list as JSON. */
static void archive_function(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    el_error err;
    el_buf text = {0};
    el_error_clear(&err);
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL)
        return;
    const void *bytes = sqlite3_value_blob(argv[0]);
    if (el_archive_json(&text, bytes ? bytes : "", (size_t)sqlite3_value_bytes(argv[0]), &err)) {
        el_buf_free(&text);
        el__result_error(context, &err);
        return;
    }
    give(context, &text);
}

/* Functions of their arguments alone. */
static int register_pure(sqlite3 *db)
{
    static const struct { const char *name; int arguments; void (*function)(sqlite3_context *, int, sqlite3_value **); } list[] = {
        {"entitylens_version", 0, version_function},
        {"entitylens_date", 1, date_function},
        {"entitylens_seconds", 1, seconds_function},
        {"entitylens_archive", 1, archive_function},
    };
    int flags = flags_for_engine(SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS), rc = SQLITE_OK;
    for (size_t i = 0; i < sizeof list / sizeof *list && rc == SQLITE_OK; i++)
        rc = sqlite3_create_function_v2(db, list[i].name, list[i].arguments, flags, NULL, list[i].function, NULL, NULL, NULL);
    return rc;
}

int el__functions_register(sqlite3 *db, el__state *state)
{
    int rc = register_pure(db);
    if (rc != SQLITE_OK)
        return rc;
    if (el_functions_register(db, NULL)) /* el_fold, el_uuid and what else predicates use is good for hand-written SQL, too */
        return SQLITE_ERROR;
    el__state_hold(state);
    return sqlite3_create_function_v2(db, "entitylens_model", 1, flags_for_engine(SQLITE_UTF8 | SQLITE_DIRECTONLY), state,
                                      model_function, NULL, NULL, el__state_release);
}
