/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void print_ref(el_buf *b, const el_ref *ref)
{
    if (!ref->present) {
        el_buf_puts(b, "–");
        return;
    }
    el_buf_printf(b, "%s/%" PRId64, ref->entity ? ref->entity->name : "?", ref->key);
    if (ref->dangling)
        el_buf_puts(b, " (no such object)");
    else if (ref->label)
        cli_label(b, "  ", ref->label);
}

static void print_list(el_buf *b, const char *name, const el_ref_list *list)
{
    enum { SHOWN = 20 };
    if (!list->available) {
        el_buf_printf(b, "  %s: not stored\n", name);
        return;
    }
    el_buf_printf(b, "  %s: %" PRId64 "\n", name, list->count >= 0 ? list->count : (int64_t)list->n);
    for (size_t i = 0; i < list->n && i < SHOWN; i++) {
        el_buf_puts(b, "    ");
        print_ref(b, &list->items[i]);
        el_buf_putc(b, '\n');
    }
    if (list->n > SHOWN)
        el_buf_printf(b, "    … and %zu more (all with --format json)\n", list->n - SHOWN);
}

static const char *storage_name(el_storage s)
{
    static const char *const names[] = {"", "integer", "real", "text", "blob", "null"};
    return names[s];
}

/* A date that makes no sense may be another epoch's. */
static void print_readings(el_buf *b, double date)
{
    if (el_date_is_plausible(date))
        return;
    el_date_reading readings[EL_DATE_READINGS];
    size_t n = el_date_readings(readings, date);
    el_buf_puts(b, n ? "" : ", implausible");
    for (size_t i = 0; i < n; i++) {
        el_buf_printf(b, ", as %s: ", readings[i].name);
        el_date_text(b, readings[i].seconds_since_1970);
    }
}

/* The same moment by this machine's clock, where that is not UTC. */
static void print_local(el_buf *b, double date)
{
    el_buf utc = {0}, local = {0};
    el_date_text(&utc, date);
    el_date_text_local(&local, date);
    if (strncmp(el_buf_str(&utc), el_buf_str(&local), utc.len - 1) != 0)
        el_buf_printf(b, ", local %s", local.data);
    el_buf_free(&utc);
    el_buf_free(&local);
}

static void print_attribute(el_buf *b, const el_attribute *a, const el_cell *cell)
{
    el_buf value = {0};
    if (cell->storage == EL_STORAGE_NULL || cell->storage == 0)
        el_buf_puts(&value, "NULL");
    else
        el_cell_text(&value, cell);
    el_buf_printf(b, "  %-20s %s", a->name, el_buf_str(&value));
    el_buf_printf(b, "   [%s%s", a->confidence == EL_CERTAIN ? "" : "≈ ", el_attribute_type_name(a->type));
    if (cell->flags & EL_CELL_NO_COLUMN)
        el_buf_puts(b, ", no column");
    else if (cell->storage && cell->storage != EL_STORAGE_NULL)
        el_buf_printf(b, ", %s", storage_name(cell->storage));
    if (cell->value.kind == EL_DATE) {
        char raw[32];
        el_double_text(raw, cell->value.u.d);
        el_buf_printf(b, " %s", raw);
        print_readings(b, cell->value.u.d);
    }
    if (cell->value.kind == EL_DATE)
        print_local(b, cell->value.u.d);
    if (cell->flags & EL_CELL_MISMATCH)
        el_buf_puts(b, ", does not fit the type");
    el_buf_puts(b, "]\n");
    el_buf_free(&value);
}

static void print_object(el_buf *b, const el_object *o)
{
    const el_entity *e = o->entity;
    el_buf_printf(b, "%s/%" PRId64, e->name, o->key);
    if (o->label)
        cli_label(b, "  ", o->label);
    el_buf_puts(b, "\n\nAttributes\n");
    for (size_t i = 0; i < e->nall_attributes; i++)
        if (!e->all_attributes[i]->transient)
            print_attribute(b, e->all_attributes[i], &o->attributes[i]);
    if (e->nall_relationships)
        el_buf_puts(b, "\nRelationships\n");
    for (size_t i = 0; i < e->nall_relationships; i++) {
        const el_relationship *r = e->all_relationships[i];
        if (r->transient)
            continue;
        if (r->to_many) {
            print_list(b, r->name, &o->to_many[i]);
        } else {
            el_buf_printf(b, "  %s: ", r->name);
            print_ref(b, &o->to_one[i]);
            el_buf_putc(b, '\n');
        }
    }
    if (o->nreferenced_by)
        el_buf_puts(b, "\nWho points here\n");
    for (size_t i = 0; i < o->nreferenced_by; i++) {
        el_buf name = {0};
        const el_relationship *r = o->referenced_by[i].relationship;
        el_buf_printf(&name, "%s.%s", r->owner->name, r->name);
        print_list(b, el_buf_str(&name), &o->referenced_by[i].from);
        el_buf_free(&name);
    }
}

static int run(cli *cli)
{
    char entity_name[256];
    int64_t key;
    if (el_object_id_parse(entity_name, sizeof entity_name, &key, cli->args[1], &cli->error))
        return cli_fail(cli, NULL);
    el_store *store;
    if (cli_open_store(cli, &store, cli->args[0]))
        return cli_fail(cli, NULL);
    const el_entity *entity = el_model_entity(el_store_model(store), entity_name);
    el_object *object = NULL;
    int status;
    if (!entity) {
        status = el_error_set(&cli->error, EL_ENOTFOUND, "no-such-entity", "the store has no entity %s", entity_name);
        el_error_hint(&cli->error, "'entitylens entities' lists them; upper and lower case differ.");
    } else {
        status = el_object_read(&object, store, entity, key,
                                EL_READ_LABELS | EL_READ_TO_MANY | EL_READ_COUNTS | EL_READ_REFERENCED_BY, &cli->error);
    }
    if (!status) {
        el_buf out = {0};
        if (cli->format == CLI_JSON) {
            el_object_json(&out, object);
            el_buf_putc(&out, '\n');
        } else {
            print_object(&out, object);
        }
        cli_write_buf(&out);
        cli_flush();
        el_buf_free(&out);
    }
    el_object_free(object);
    el_store_close(store);
    return status ? cli_fail(cli, NULL) : 0;
}

const cli_command cli_show = {"show", "STORE ENTITY/ID", "one object: attributes, relationships, who points here", run, NULL, 2, 2, "text json"};
