/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "queries.h"

#include <string.h>

static const char *const truths[] = {"false", "true", "unknown"};

static void reasons_text(el_buf *out, const el_reasons *reasons)
{
    for (size_t i = 0; i < reasons->n; i++) {
        const el_reason *r = &reasons->items[i];
        el_buf_printf(out, "%-8s%*s%s\n", truths[r->truth], 2 * r->depth, "", r->text);
        if (r->left && r->right)
            el_buf_printf(out, "%-8s%*s  here: %s | %s\n", "", 2 * r->depth, "", r->left, r->right);
        if (r->problem)
            el_buf_printf(out, "%-8s%*s  %s\n", "", 2 * r->depth, "", r->problem);
    }
}

static void member(el_buf *out, const char *name, const char *text)
{
    if (!text)
        return;
    el_buf_printf(out, ",\"%s\":", name);
    el_buf_json_string(out, text, strlen(text));
}

static void reasons_json(el_buf *out, const char *id, const el_reasons *reasons)
{
    el_buf_puts(out, "{\"object\":");
    el_buf_json_string(out, id, strlen(id));
    el_buf_printf(out, ",\"answer\":\"%s\",\"reasons\":[", truths[reasons->truth]);
    for (size_t i = 0; i < reasons->n; i++) {
        const el_reason *r = &reasons->items[i];
        el_buf_printf(out, "%s{\"truth\":\"%s\",\"depth\":%d,\"range\":[%zu,%zu]", i ? "," : "", truths[r->truth], r->depth,
                      r->start, r->end);
        member(out, "text", r->text);
        member(out, "left", r->left);
        member(out, "right", r->right);
        member(out, "problem", r->problem);
        el_buf_putc(out, '}');
    }
    el_buf_puts(out, "]}\n");
}

/* The object's entity may be named by an ancestor, as in show; it must lie in the hierarchy that is asked. */
static int explain_object(cli *cli, el_store *store, const el_fetch_request *request, const char *id)
{
    char name[256];
    int64_t key;
    int status = el_object_id_parse(name, sizeof name, &key, id, &cli->error);
    if (status)
        return status;
    const el_entity *asked = el_model_entity(el_store_model(store), request->entity);
    const el_entity *named = el_model_entity(el_store_model(store), name);
    if (!asked || !named)
        return el_error_set(&cli->error, EL_EUSAGE, "unknown-entity", "The model has no entity %s.", asked ? name : request->entity);
    if (!el_entity_is_kind_of(named, asked) && !el_entity_is_kind_of(asked, named))
        return el_error_set(&cli->error, EL_EUSAGE, "usage", "--object %s: %s is no %s", id, name, asked->name);
    el_reasons *reasons;
    const el_entity *narrower = el_entity_is_kind_of(named, asked) ? named : asked;
    status = el_object_explain(&reasons, store, narrower, key, request->where, request->args, request->nargs, &cli->error);
    if (status)
        return status;
    el_buf out = {0};
    if (cli->format == CLI_JSON)
        reasons_json(&out, id, reasons);
    else
        reasons_text(&out, reasons);
    cli_write_buf(&out);
    cli_flush();
    el_buf_free(&out);
    el_reasons_free(reasons);
    return EL_OK;
}

static int explain_request(cli *cli, el_store *store, const el_fetch_request *request)
{
    el_explanation *explanation = NULL;
    int status = el_fetch_explain(&explanation, store, request, &cli->error);
    if (!status) {
        el_buf out = {0};
        if (cli->format == CLI_JSON) {
            el_explanation_json(&out, explanation);
            el_buf_putc(&out, '\n');
        } else {
            el_explanation_text(&out, explanation);
        }
        cli_write_buf(&out);
        cli_flush();
        el_buf_free(&out);
    }
    el_explanation_free(explanation);
    return status;
}

static int run(cli *cli)
{
    el_fetch_request request;
    if (cli_take_saved_query(cli) || cli_request(cli, &request, 1))
        return cli_fail(cli, NULL);
    const char *object = cli_value(cli, "--object", 0);
    if (object && !request.where) {
        el_error_set(&cli->error, EL_EUSAGE, "usage", "--object needs --where");
        return cli_fail(cli, NULL);
    }
    el_store *store;
    if (cli_open_store(cli, &store, cli->args[0]))
        return cli_fail(cli, NULL);
    int status = object ? explain_object(cli, store, &request, object) : explain_request(cli, store, &request);
    el_store_close(store);
    return status ? cli_fail(cli, request.where) : 0;
}

static const cli_flag flags[] = {
    {"--where", 1, "P       the predicate"},
    {"--arg", 1, "V       value of the predicate's next % specifier"},
    {"--object", 1, "ENTITY/N  why this object matches or does not, condition by condition"},
    {"--sort", 1, "KEY[:desc][:ci|:localized]"},
    {"--no-subentities", 0, "        exactly this entity"},
    {"--limit", 1, "N       at most N objects"},
    {"--offset", 1, "N       without the first N"},
    {"--distinct", 0, "        as a request for distinct results"},
    {NULL, 0, NULL},
};

const cli_command cli_explain = {"explain", "STORE ENTITY --where P",
                                 "normal form, SQL, query plan, and what ECD itself would answer", run, flags, 2, 2, "text json"};
