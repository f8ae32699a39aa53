/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "queries.h"

#include "entitylens/profile.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

static const char *option_text(el_arena *arena, const json_t *value)
{
    if (json_is_string(value))
        return json_string_value(value);
    if (!json_is_array(value))
        return "";
    el_buf b = {0};
    for (size_t i = 0; i < json_array_size(value); i++)
        el_buf_printf(&b, "%s%s", i ? ", " : "", json_string_value(json_array_get(value, i)));
    const char *text = el_arena_strdup(arena, el_buf_str(&b));
    el_buf_free(&b);
    return text;
}

static void write_text(cli *cli, const el_profile *profile)
{
    static const char *const headers[] = {"name", "entity", "where", "arguments", "sort", "columns"};
    static const char *const keys[] = {"entity", "where", "args", "sort", "columns"};
    cli_table *table = cli_table_new(headers, NULL, 6);
    for (size_t i = 0; i < el_profile_count(profile, "queries"); i++) {
        const char *cells[6] = {el_profile_name_at(profile, "queries", i)};
        json_t *query = json_loads(el_profile_get(profile, "queries", cells[0]), 0, NULL);
        for (size_t k = 0; k < 5; k++)
            cells[1 + k] = el_arena_strdup(cli->arena, option_text(cli->arena, json_object_get(query, keys[k])));
        json_decref(query);
        cli_table_row(table, cells);
    }
    cli_table_end(table);
}

/* One object of all queries: what --import reads. */
static void write_json(const el_profile *profile)
{
    json_t *all = json_object();
    for (size_t i = 0; i < el_profile_count(profile, "queries"); i++) {
        const char *name = el_profile_name_at(profile, "queries", i);
        json_t *query = json_loads(el_profile_get(profile, "queries", name), 0, NULL);
        if (query)
            json_object_set_new(all, name, query);
    }
    char *text = json_dumps(all, JSON_INDENT(2));
    cli_write(text, strlen(text));
    cli_write("\n", 1);
    free(text);
    json_decref(all);
}

static int import(cli *cli, el_profile *profile, const char *path)
{
    json_error_t e;
    json_t *all = !strcmp(path, "-") ? json_loadf(stdin, JSON_REJECT_DUPLICATES, &e) : json_load_file(path, JSON_REJECT_DUPLICATES, &e);
    const char *name;
    json_t *query;
    if (!json_is_object(all)) {
        json_decref(all);
        return el_error_set(&cli->error, EL_EIO, "bad-query", "'%s' holds no saved queries: line %d: %s", path, e.line, e.text);
    }
    int status = EL_OK;
    json_object_foreach(all, name, query) {
        if (!json_is_string(json_object_get(query, "entity")))
            status = el_error_set(&cli->error, EL_EIO, "bad-query", "the query '%s' in '%s' names no entity", name, path);
        char *text = status ? NULL : json_dumps(query, JSON_COMPACT | JSON_PRESERVE_ORDER);
        if (text)
            status = el_profile_set(profile, "queries", name, text, &cli->error);
        free(text);
        if (status)
            break;
    }
    json_decref(all);
    return status ? status : el_profile_save(profile, &cli->error);
}

static int remove_query(cli *cli, el_profile *profile, const char *name)
{
    name += *name == '@';
    if (!el_profile_get(profile, "queries", name))
        return el_error_set(&cli->error, EL_EUSAGE, "no-such-query", "no query '%s' is saved for this file", name);
    int status = el_profile_set(profile, "queries", name, NULL, &cli->error);
    return status ? status : el_profile_save(profile, &cli->error);
}

static int run(cli *cli)
{
    const char *file = cli_value(cli, "--import", 0), *name = cli_value(cli, "--remove", 0);
    el_profile *profile;
    int status = cli_profile(cli, &profile);
    if (status)
        return cli_fail(cli, NULL);
    if (file)
        status = import(cli, profile, file);
    else if (name)
        status = remove_query(cli, profile, name);
    else if (cli->format == CLI_JSON)
        write_json(profile);
    else if (el_profile_count(profile, "queries"))
        write_text(cli, profile);
    cli_flush();
    el_profile_free(profile);
    return status ? cli_fail(cli, NULL) : 0;
}

static const cli_flag flags[] = {
    {"--import", 1, "FILE    adds the queries of FILE, which 'queries --format json' wrote"},
    {"--remove", 1, "NAME    forgets a query"},
    {NULL, 0, NULL},
};

const cli_command cli_queries = {"queries", "STORE", "the queries saved for a file: 'fetch STORE @NAME' runs one", run, flags, 1, 1,
                                 "text json"};
