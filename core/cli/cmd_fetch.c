/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "export_options.h"
#include "follow.h"
#include "queries.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Standard output, or a file that gets its name when it is complete. */
typedef struct output { FILE *file; char *temporary; const char *name; } output;

static int to_output(void *ctx, const void *bytes, size_t n)
{
    output *out = ctx;
    if (out->file)
        return fwrite(bytes, 1, n, out->file) != n;
    cli_write(bytes, n);
    return 0;
}

static int output_failed(cli *cli, const char *what, const char *name)
{
    return el_error_set(&cli->error, EL_EIO, "io", "%s %s: %s", what, name, strerror(errno));
}

static int open_output(cli *cli, output *out)
{
    memset(out, 0, sizeof *out);
    out->name = cli_value(cli, "--output", 0);
    if (!out->name)
        return EL_OK;
    if (access(out->name, F_OK) == 0) {
        el_error_set(&cli->error, EL_EEXISTS, "exists", "there is already a file %s", out->name);
        el_error_hint(&cli->error, "Name a new file; nothing is ever overwritten.");
        return EL_EEXISTS;
    }
    out->temporary = el_arena_printf(cli->arena, "%s.XXXXXX", out->name);
    int fd = mkstemp(out->temporary);
    out->file = fd < 0 ? NULL : fdopen(fd, "wb");
    return out->file ? EL_OK : output_failed(cli, "cannot create", out->name);
}

/* A link fails where a rename would replace what came there meanwhile; not every file system has links. */
static int give_name(const output *out)
{
    if (link(out->temporary, out->name) == 0)
        return unlink(out->temporary);
    return errno == EEXIST ? -1 : rename(out->temporary, out->name);
}

static int close_output(cli *cli, output *out, int status)
{
    if (!out->file)
        return status;
    if (!status && (fflush(out->file) != 0 || fsync(fileno(out->file)) != 0))
        status = output_failed(cli, "cannot write", out->name);
    if (fclose(out->file) != 0 && !status)
        status = output_failed(cli, "cannot write", out->name);
    if (!status && give_name(out) != 0)
        status = output_failed(cli, "cannot name", out->name);
    if (status)
        unlink(out->temporary);
    return status;
}

static int is_numeric(el_attribute_type type)
{
    return (type >= EL_TYPE_INT16 && type <= EL_TYPE_FLOAT);
}

/* Whole objects as a table for people: id, attributes, to-one relationships by label. */
static int text_objects(cli *cli, el_store *store, el_fetch *fetch, const el_entity *entity)
{
    size_t n = 1 + entity->nall_attributes + entity->nall_relationships, used = 1;
    const char **headers = el_arena_array(cli->arena, n, sizeof *headers);
    int *right = el_arena_array(cli->arena, n, sizeof *right);
    headers[0] = "id";
    for (size_t i = 0; i < entity->nall_attributes; i++)
        if (!entity->all_attributes[i]->transient) {
            right[used] = is_numeric(entity->all_attributes[i]->type);
            headers[used++] = entity->all_attributes[i]->name;
        }
    for (size_t i = 0; i < entity->nall_relationships; i++)
        if (!entity->all_relationships[i]->to_many && !entity->all_relationships[i]->transient)
            headers[used++] = entity->all_relationships[i]->name;
    (void)store;
    cli_table *table = cli_table_new(headers, right, used);
    const el_object *o;
    int rc;
    while ((rc = el_fetch_next(fetch, &o, &cli->error)) > 0) {
        el_buf cells = {0};
        size_t *at = el_xmalloc(used * sizeof *at), column = 0;
        const char **texts = el_xmalloc(used * sizeof *texts);
        el_buf_printf(&cells, "%s/%lld", o->entity->name, (long long)o->key);
        for (size_t i = 0; i < entity->nall_attributes; i++) { /* an ancestor's properties come first in its descendants */
            if (entity->all_attributes[i]->transient)
                continue;
            el_buf_putc(&cells, '\0');
            at[++column] = cells.len;
            el_cell_text(&cells, &o->attributes[i]);
        }
        for (size_t i = 0; i < entity->nall_relationships; i++) {
            const el_relationship *r = entity->all_relationships[i];
            if (r->to_many || r->transient)
                continue;
            el_buf_putc(&cells, '\0');
            at[++column] = cells.len;
            const el_ref *ref = &o->to_one[i];
            if (ref->present) {
                el_buf_printf(&cells, "%s/%lld", ref->entity ? ref->entity->name : "?", (long long)ref->key);
                if (ref->label)
                    cli_label(&cells, " ", ref->label);
            }
        }
        at[0] = 0;
        for (size_t i = 0; i < used; i++)
            texts[i] = el_buf_str(&cells) + at[i];
        cli_table_row(table, texts);
        free(at);
        free(texts);
        el_buf_free(&cells);
    }
    cli_table_end(table);
    return rc;
}

static int text_rows(cli *cli, el_fetch *fetch, const char *const *names, size_t n)
{
    cli_table *table = cli_table_new(names, NULL, n);
    const el_cell *cells;
    size_t ncells;
    int rc;
    while ((rc = el_fetch_next_row(fetch, &cells, &ncells, &cli->error)) > 0) {
        el_buf *texts = el_xmalloc(n * sizeof *texts);
        const char **pointers = el_xmalloc(n * sizeof *pointers);
        for (size_t i = 0; i < n; i++) {
            if (i < ncells)
                el_cell_text(&texts[i], &cells[i]);
            pointers[i] = el_buf_str(&texts[i]);
        }
        cli_table_row(table, pointers);
        for (size_t i = 0; i < n; i++)
            el_buf_free(&texts[i]);
        free(texts);
        free(pointers);
    }
    cli_table_end(table);
    return rc;
}

/* Not a table for a person: asked for by its format, or by an option that only a document has. */
static int is_document(const cli *cli)
{
    return cli->format != CLI_TEXT || cli_has(cli, "--output") || cli_has(cli, "--excel") || cli_has(cli, "--separator") ||
           cli_has(cli, "--relations") || cli_has(cli, "--binary");
}

/* The document, to its end. */
static int write_all(cli *cli, el_store *store, el_fetch *fetch, el_writer *writer, int rows)
{
    int status = EL_OK, rc = 0;
    while (!status) {
        const el_object *object;
        const el_cell *cells;
        size_t n;
        rc = rows ? el_fetch_next_row(fetch, &cells, &n, &cli->error) : el_fetch_next(fetch, &object, &cli->error);
        if (rc <= 0)
            break;
        status = rows ? el_writer_row(writer, cells, n, &cli->error) : el_writer_object(writer, store, object, &cli->error);
    }
    if (!status && rc == 0)
        status = el_writer_finish(writer, &cli->error);
    return rc < 0 ? rc : status;
}

static int written(cli *cli, el_store *store, el_fetch *fetch, const el_fetch_request *request, const el_entity *entity,
                   const char *const *names, size_t nnames)
{
    el_export_options options;
    el_writer *writer = NULL;
    output out;
    int status = cli_export_options(cli, &options);
    if (!status)
        status = open_output(cli, &out);
    if (status)
        return status;
    status = nnames ? el_writer_open_rows(&writer, &options, names, nnames, entity->name, to_output, &out, &cli->error)
                    : el_writer_open(&writer, &options, store, entity, !request->no_subentities, to_output, &out, &cli->error);
    if (!status)
        status = write_all(cli, store, fetch, writer, nnames != 0);
    el_writer_free(writer);
    return close_output(cli, &out, status);
}

static int fetch(cli *cli, el_store *store, const el_fetch_request *request)
{
    el_fetch *fetch = NULL;
    int status = el_fetch_open(&fetch, store, request, &cli->error);
    if (!status) {
        const el_entity *entity = el_model_entity(el_store_model(store), request->entity);
        const char *const *names;
        size_t n = el_fetch_columns(fetch, &names);
        if (is_document(cli))
            status = written(cli, store, fetch, request, entity, names, n);
        else
            status = n ? text_rows(cli, fetch, names, n) : text_objects(cli, store, fetch, entity);
    }
    el_fetch_close(fetch);
    return status;
}

static int run(cli *cli)
{
    el_fetch_request request;
    if (cli_take_saved_query(cli) || cli_request(cli, &request, 1))
        return cli_fail(cli, NULL);
    const char *relations = cli_value(cli, "--relations", 0);
    if (relations && !strcmp(relations, "labels"))
        request.read_flags = EL_READ_TO_MANY | EL_READ_LABELS;
    else if (!is_document(cli))
        request.read_flags = EL_READ_LABELS;
    el_store *store = NULL;
    el_key *key = NULL;
    int status = cli_open_store_keeping_key(cli, &store, &key, cli->args[0]);
    if (!status)
        status = cli_has(cli, "--follow") ? cli_follow(cli, store, key, &request) : fetch(cli, store, &request);
    el_store_close(store);
    el_key_free(key);
    if (!status)
        status = cli_save_query(cli); /* only what works is worth a name */
    cli_flush();
    if (status == EL_ECANCELLED && cli_has(cli, "--follow"))
        return 130; /* that is how following ends, nothing went wrong */
    return status ? cli_fail(cli, request.where) : 0;
}

static const cli_flag flags[] = {
    {"--where", 1, "P       only objects for which the predicate P holds"},
    {"--arg", 1, "V       value of the predicate's next % specifier"},
    {"--sort", 1, "KEY[:desc][:ci|:localized]"},
    {"--limit", 1, "N       at most N objects"},
    {"--offset", 1, "N       without the first N"},
    {"--columns", 1, "KEYPATH,…"},
    {"--group-by", 1, "KEY,…"},
    {"--having", 1, "P       only groups for which P holds"},
    {"--distinct", 0, "        each row once"},
    {"--no-subentities", 0, "        exactly this entity"},
    {"--output", 1, "FILE    a new file, there when it is complete (text means CSV then)"},
    {"--relations", 1, "HOW     ids (default), labels, or nested (one level; JSON and plist)"},
    {"--separator", 1, "C       CSV: one character or 'tab' (default: comma)"},
    {"--excel", 0, "        CSV: byte-order mark, and text that looks like a formula is made harmless"},
    {"--binary", 0, "        plist: binary instead of XML"},
    {"--follow", 0, "        then what is added, changed and removed, until interrupted (text, jsonl)"},
    {"--save", 1, "NAME    remembers the query: 'fetch STORE @NAME' asks it again"},
    {NULL, 0, NULL},
};

const cli_command cli_fetch = {"fetch", "STORE ENTITY|@QUERY [--where P]…", "objects of an entity, or columns of them", run, flags, 2, 2,
                               "text json jsonl csv plist sql"};
