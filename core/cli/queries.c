/* SPDX-License-Identifier: MIT */
#include "queries.h"

#include "entitylens/profile.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

/* An option of the command line and what it is called in a saved query. */
typedef struct kept { const char *option, *key; enum { TEXT, LIST, SWITCH } kind; } kept;
static const kept known[] = {
    {"--where", "where", TEXT},      {"--arg", "args", LIST},         {"--sort", "sort", LIST},
    {"--limit", "limit", TEXT},      {"--offset", "offset", TEXT},    {"--columns", "columns", TEXT},
    {"--group-by", "groupBy", TEXT}, {"--having", "having", TEXT},    {"--distinct", "distinct", SWITCH},
    {"--no-subentities", "noSubentities", SWITCH},
};
enum { NKNOWN = sizeof known / sizeof *known };

/* A plain store is known by its UUID, which only the opened store tells; an encrypted one by its salt. */
int cli_profile(cli *cli, el_profile **out)
{
    const char *path = cli->args[0];
    char head[16] = "";
    FILE *file = fopen(path, "rb");
    int plain = file && fread(head, 1, sizeof head, file) == sizeof head && !memcmp(head, "SQLite format 3", sizeof head);
    if (file)
        fclose(file);
    el_store *store = NULL;
    int status = plain ? cli_open_store(cli, &store, path) : EL_OK;
    if (!status)
        status = el_profile_open(out, path, store ? el_store_uuid(store) : NULL, &cli->error);
    el_store_close(store);
    return status;
}

static int bad_query(cli *cli, const el_profile *profile, const char *name)
{
    int status = el_error_set(&cli->error, EL_EIO, "bad-query", "the saved query '%s' cannot be read", name);
    el_error_hint(&cli->error, "Save it again with --save, or correct %s.", el_profile_path(profile));
    return status;
}

static int no_such_query(cli *cli, const el_profile *profile, const char *name)
{
    size_t n = el_profile_count(profile, "queries");
    int status = el_error_set(&cli->error, EL_EUSAGE, "no-such-query", "no query '%s' is saved for this file", name);
    if (!n) {
        el_error_hint(&cli->error, "None is saved; 'fetch STORE ENTITY … --save NAME' saves one.");
        return status;
    }
    el_buf names = {0};
    for (size_t i = 0; i < n && i < 10; i++)
        el_buf_printf(&names, "%s@%s", i ? ", " : "", el_profile_name_at(profile, "queries", i));
    el_error_hint(&cli->error, "Saved are %s%s.", el_buf_str(&names), n > 10 ? ", …" : "");
    el_buf_free(&names);
    return status;
}

static int add(cli *cli, const char *option, const char *value)
{
    if (cli->nset == CLI_MAX_VALUES)
        return -1;
    cli->set[cli->nset].name = option;
    cli->set[cli->nset++].value = el_arena_strdup(cli->arena, value);
    return 0;
}

static int takes(const cli *cli, const char *option)
{
    for (const cli_flag *f = cli->command->flags; f && f->name; f++)
        if (!strcmp(f->name, option))
            return 1;
    return 0;
}

static int take_option(cli *cli, const kept *k, const json_t *value)
{
    size_t i;
    const json_t *item;
    if (!takes(cli, k->option) || !value) /* count has no use for a sort order */
        return 0;
    if (k->kind == SWITCH)
        return json_is_true(value) ? add(cli, k->option, "") : json_is_false(value) ? 0 : -1;
    if (k->kind == TEXT)
        return json_is_string(value) ? add(cli, k->option, json_string_value(value)) : -1;
    if (!json_is_array(value))
        return -1;
    json_array_foreach((json_t *)value, i, item)
        if (!json_is_string(item) || add(cli, k->option, json_string_value(item)))
            return -1;
    return 0;
}

static int take(cli *cli, const json_t *query)
{
    const char *entity = json_string_value(json_object_get(query, "entity"));
    int given[NKNOWN];
    if (!entity || !*entity)
        return -1;
    for (size_t i = 0; i < NKNOWN; i++)
        given[i] = cli_has(cli, known[i].option);
    for (size_t i = 0; i < NKNOWN; i++) {
        /* Arguments belong to their predicate. */
        int replaced = given[i] || (!strcmp(known[i].key, "args") && cli_has(cli, "--where") && given[0]);
        if (!replaced && take_option(cli, &known[i], json_object_get(query, known[i].key)))
            return -1;
    }
    cli->args[1] = el_arena_strdup(cli->arena, entity);
    return 0;
}

int cli_take_saved_query(cli *cli)
{
    const char *name = cli->args[1];
    if (*name++ != '@')
        return EL_OK;
    el_profile *profile;
    int status = cli_profile(cli, &profile);
    if (status)
        return status;
    const char *text = el_profile_get(profile, "queries", name);
    json_t *query = text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (!text)
        status = no_such_query(cli, profile, name);
    else if (take(cli, query))
        status = bad_query(cli, profile, name);
    json_decref(query);
    el_profile_free(profile);
    return status;
}

static json_t *given_options(const cli *cli)
{
    json_t *query = json_object();
    json_object_set_new(query, "entity", json_string(cli->args[1]));
    for (size_t i = 0; i < NKNOWN; i++) {
        if (!cli_has(cli, known[i].option))
            continue;
        json_t *value = NULL;
        if (known[i].kind == SWITCH)
            value = json_true();
        else if (known[i].kind == TEXT)
            value = json_string(cli_value(cli, known[i].option, 0));
        const char *item;
        for (int k = 0; known[i].kind == LIST && (item = cli_value(cli, known[i].option, k)); k++)
            json_array_append_new(value ? value : (value = json_array()), json_string(item));
        if (value)
            json_object_set_new(query, known[i].key, value);
    }
    return query;
}

int cli_save_query(cli *cli)
{
    const char *name = cli_value(cli, "--save", 0);
    if (!name)
        return EL_OK;
    if (!*name || *name == '@')
        return el_error_set(&cli->error, EL_EUSAGE, "usage", "--save %s: a name without @ is needed", name);
    el_profile *profile;
    int status = cli_profile(cli, &profile);
    if (status)
        return status;
    json_t *query = given_options(cli);
    char *text = json_dumps(query, JSON_COMPACT | JSON_PRESERVE_ORDER);
    status = el_profile_set(profile, "queries", name, text ? text : "", &cli->error);
    if (!status)
        status = el_profile_save(profile, &cli->error);
    free(text);
    json_decref(query);
    el_profile_free(profile);
    return status;
}
