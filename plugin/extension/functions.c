/* SPDX-License-Identifier: MIT */
#include "functions.h"

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

int el__functions_register(sqlite3 *db, el__state *state)
{
    int rc = sqlite3_create_function_v2(db, "entitylens_version", 0,
                                        flags_for_engine(SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS), NULL,
                                        version_function, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        return rc;
    el__state_hold(state);
    return sqlite3_create_function_v2(db, "entitylens_model", 1, flags_for_engine(SQLITE_UTF8 | SQLITE_DIRECTONLY), state,
                                      model_function, NULL, NULL, el__state_release);
}
