/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "entitylens/search.h"

#include <inttypes.h>

typedef struct output {
    cli *cli;
    int any;
} output;

/* Counts come first, so that a person sees where to look before the list scrolls by. */
static int on_count(void *ctx, const el_entity *entity, int64_t n)
{
    output *o = ctx;
    if (o->cli->format == CLI_TEXT) {
        printf("%s: %" PRId64 "\n", entity->name, n);
        cli_flush();
    }
    return cli_interrupted();
}

static int on_hit(void *ctx, const el_object *object, const char *property)
{
    output *o = ctx;
    el_buf b = {0};
    if (o->cli->format == CLI_TEXT) {
        int at = -1;
        for (size_t i = 0; i < object->entity->nall_attributes; i++)
            if (object->entity->all_attributes[i]->name == property)
                at = (int)i;
        el_buf_printf(&b, "%s%s/%" PRId64 "  %s", o->any ? "" : "\n", object->entity->name, object->key, property);
        if (at >= 0) {
            el_buf_puts(&b, ": ");
            el_cell_text(&b, &object->attributes[at]);
        }
        el_buf_putc(&b, '\n');
    } else {
        el_buf_puts(&b, o->cli->format == CLI_JSONL ? "" : o->any ? ",\n" : "\n");
        el_buf_puts(&b, "{\"property\":");
        el_buf_json_string(&b, property, (size_t)-1);
        el_buf_puts(&b, ",\"object\":");
        el_object_json(&b, object);
        el_buf_puts(&b, o->cli->format == CLI_JSONL ? "}\n" : "}");
    }
    o->any = 1;
    cli_write_buf(&b);
    el_buf_free(&b);
    return cli_interrupted();
}

static int run(cli *cli)
{
    output o = {cli, 0};
    el_search_options options = {.count = on_count, .hit = on_hit, .ctx = &o};
    el_store *store = NULL;
    int status = cli_integer(cli, "--limit", &options.limit);
    if (!status)
        status = cli_open_store(cli, &store, cli->args[0]);
    if (!status && cli->format == CLI_JSON)
        cli_write("[", 1);
    if (!status)
        status = el_search(store, cli->args[1], &options, &cli->error);
    if (!status && cli->format == CLI_JSON)
        cli_write(o.any ? "\n]\n" : "]\n", o.any ? 3 : 2);
    if (!status && cli->format == CLI_TEXT && !o.any)
        printf("nothing found\n");
    cli_flush();
    el_store_close(store);
    return status ? cli_fail(cli, NULL) : 0;
}

static const cli_flag flags[] = {
    {"--limit", 1, "N       at most N objects of each entity"},
    {NULL, 0, NULL},
};

const cli_command cli_search = {"search", "STORE TEXT", "a text, number, date, UUID or id in every entity", run, flags, 2, 2, "text json jsonl"};
