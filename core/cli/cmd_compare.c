/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "entitylens/compare.h"

#include <inttypes.h>
#include <string.h>

enum { SHOWN = 100 }; /* differences listed for each entity in text */

static const char *const kinds[] = {"added", "removed", "changed"};

static void change_json(el_buf *b, const el_object_change *c)
{
    el_buf_printf(b, "{\"change\":\"%s\",\"object\":\"%s/%" PRId64 "\"", kinds[c->kind], c->entity, c->key);
    if (c->kind == EL_OBJECT_CHANGED) {
        el_buf_puts(b, ",\"properties\":{");
        for (size_t i = 0; i < c->nproperties; i++) {
            if (i)
                el_buf_putc(b, ',');
            el_buf_json_string(b, c->properties[i].name, (size_t)-1);
            el_buf_printf(b, ":{\"old\":%s,\"new\":%s}", c->properties[i].before, c->properties[i].after);
        }
        el_buf_putc(b, '}');
    } else {
        el_buf_puts(b, ",\"value\":");
        el_object_json(b, c->object);
    }
    el_buf_putc(b, '}');
}

static void change_text(el_buf *b, const el_object_change *c)
{
    static const char marks[] = "+-~";
    el_buf_printf(b, "%c %s/%" PRId64 "\n", marks[c->kind], c->entity, c->key);
    for (size_t i = 0; i < c->nproperties; i++)
        el_buf_printf(b, "    %s: %s → %s\n", c->properties[i].name, c->properties[i].before, c->properties[i].after);
}

static void names_json(el_buf *b, const char *key, const char *const *names, size_t n)
{
    el_buf_printf(b, ",\"%s\":[", key);
    for (size_t i = 0; i < n; i++) {
        if (i)
            el_buf_putc(b, ',');
        el_buf_json_string(b, names[i], (size_t)-1);
    }
    el_buf_putc(b, ']');
}

static void totals_json(el_buf *b, const el_comparison *comparison)
{
    const el_entity_comparison *entities;
    size_t n = el_comparison_entities(comparison, &entities);
    el_buf_puts(b, "\"entities\":[");
    for (size_t i = 0; i < n; i++) {
        const el_entity_comparison *e = &entities[i];
        el_buf_puts(b, i ? ",{\"entity\":" : "{\"entity\":");
        el_buf_json_string(b, e->entity, (size_t)-1);
        el_buf_printf(b, ",\"added\":%" PRId64 ",\"removed\":%" PRId64 ",\"changed\":%" PRId64 ",\"equal\":%" PRId64, e->added, e->removed, e->changed, e->equal);
        names_json(b, "onlyOld", e->only_old, e->nonly_old);
        names_json(b, "onlyNew", e->only_new, e->nonly_new);
        el_buf_putc(b, '}');
    }
    el_buf_putc(b, ']');
}

static void totals_text(el_buf *b, const el_comparison *comparison)
{
    const el_entity_comparison *entities;
    size_t n = el_comparison_entities(comparison, &entities);
    for (size_t i = 0; i < n; i++) {
        const el_entity_comparison *e = &entities[i];
        el_buf_printf(b, "%s: %" PRId64 " added, %" PRId64 " removed, %" PRId64 " changed, %" PRId64 " equal%s\n", e->entity, e->added, e->removed, e->changed,
                      e->equal, !e->in_old ? " (only the new model has it)" : !e->in_new ? " (only the old model has it)" : "");
        for (size_t k = 0; k < e->nonly_old; k++)
            el_buf_printf(b, "    not compared: %s, which only the old model has\n", e->only_old[k]);
        for (size_t k = 0; k < e->nonly_new; k++)
            el_buf_printf(b, "    not compared: %s, which only the new model has\n", e->only_new[k]);
    }
}

/* Streams the differences, then the totals. */
static int write_comparison(cli *cli, el_comparison *comparison, int *differs)
{
    const el_object_change *change;
    el_buf out = {0};
    int rc, shown = 0, json = cli->format == CLI_JSON;
    const char *entity = NULL;
    if (json)
        el_buf_puts(&out, "{\"changes\":[");
    while ((rc = el_comparison_next(comparison, &change, &cli->error)) > 0) {
        if (json) {
            el_buf_puts(&out, *differs ? ",\n" : "\n");
            change_json(&out, change);
        } else if (cli->format == CLI_JSONL) {
            change_json(&out, change);
            el_buf_putc(&out, '\n');
        } else {
            shown = entity == change->entity ? shown + 1 : 1;
            entity = change->entity;
            if (shown <= SHOWN)
                change_text(&out, change);
            else if (shown == SHOWN + 1)
                el_buf_printf(&out, "  … more of %s (all with --format json)\n", entity);
        }
        *differs = 1;
        cli_write_buf(&out);
        el_buf_clear(&out);
    }
    if (rc == 0 && json) {
        el_buf_puts(&out, "],");
        totals_json(&out, comparison);
        el_buf_puts(&out, "}\n");
    } else if (rc == 0 && cli->format == CLI_TEXT) {
        totals_text(&out, comparison);
    }
    const el_entity_comparison *entities; /* a model that knows more or less is a difference, too */
    for (size_t i = 0, n = el_comparison_entities(comparison, &entities); i < n; i++)
        *differs |= !entities[i].in_old || !entities[i].in_new || entities[i].nonly_old || entities[i].nonly_new;
    cli_write_buf(&out);
    cli_flush();
    el_buf_free(&out);
    return rc;
}

static int run(cli *cli)
{
    el_store *before = NULL, *after = NULL;
    el_comparison *comparison = NULL;
    int differs = 0, status = cli_open_store(cli, &before, cli->args[0]);
    if (!status) {
        if (cli_has(cli, "--new-model"))
            cli->model = cli_value(cli, "--new-model", 0);
        if (cli_has(cli, "--new-store-key-file"))
            cli->key_file = cli_value(cli, "--new-store-key-file", 0);
        status = cli_open_store(cli, &after, cli->args[1]);
    }
    if (!status)
        status = el_comparison_open(&comparison, before, after, &cli->error);
    if (!status)
        status = write_comparison(cli, comparison, &differs);
    el_comparison_close(comparison);
    el_store_close(after);
    el_store_close(before);
    return status ? cli_fail(cli, NULL) : differs;
}

static const cli_flag flags[] = {
    {"--new-model", 1, "MODEL   the new store's model where it is another"},
    {"--new-store-key-file", 1, "F       the new store's passphrase where it is another"},
    {NULL, 0, NULL},
};

const cli_command cli_compare = {"compare", "OLD NEW", "objects added, removed and changed between two stores; exit 1 when they differ", run, flags, 2, 2,
                                 "text json jsonl"};
