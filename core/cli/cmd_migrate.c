/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "entitylens/migrate.h"

#include <string.h>

static int write_preview(cli *cli, const el_migration_preview *preview)
{
    el_buf out = {0};
    if (cli->format == CLI_JSON) {
        el_migration_preview_json(&out, preview);
        el_buf_putc(&out, '\n');
    } else if (cli->format == CLI_HTML) {
        const char *name = strrchr(cli->args[0], '/');
        el_migration_preview_html(&out, preview, name ? name + 1 : cli->args[0]);
    } else {
        el_migration_preview_text(&out, preview);
    }
    cli_write_buf(&out);
    cli_flush();
    el_buf_free(&out);
    const char *const *allowed;
    size_t n = cli_list(cli, "--allow", &allowed);
    return el_migration_preview_alarms(preview, allowed, n);
}

/* The model to migrate to, and the version of ECD that does it. */
static int targets(cli *cli, el_model **to, el_ecd_version *version)
{
    const char *name = cli_value(cli, "--ecd-version", 0), *path = cli_value(cli, "--to", 0);
    *version = EL_ECD_NEWEST;
    if (name && !el_ecd_version_from_name(version, name))
        return el_error_set(&cli->error, EL_EUSAGE, "usage", "--ecd-version %s: newest, 3.2, 3.1, 3.0 or 2.0", name);
    if (!path)
        return el_error_set(&cli->error, EL_EUSAGE, "usage", "the model to migrate to is missing: --to MODEL");
    if (cli_has(cli, "--from"))
        cli->model = cli_value(cli, "--from", 0);
    return el_model_load(to, path, &cli->error);
}

/* Opens the store with the model it was written with: the one given, or the version of the new model's bundle that fits.
 * Does none fit, then `*unknown` is set and the store has the model inferred from its tables. */
static int open_with_old_model(cli *cli, el_store **store, int *unknown)
{
    *unknown = 0;
    if (cli->model)
        return cli_open_store(cli, store, cli->args[0]);
    cli->model = cli_value(cli, "--to", 0);
    int status = cli_open_store(cli, store, cli->args[0]);
    cli->model = NULL;
    if (status || strcmp(el_store_model_match(*store), "differs") != 0)
        return status;
    *unknown = 1;
    el_store_close(*store);
    return cli_open_store(cli, store, cli->args[0]);
}

static int run_preview(cli *cli)
{
    el_model *to = NULL;
    el_ecd_version version;
    el_store *store = NULL;
    el_migration_preview *preview = NULL;
    int unknown, result = 0, status = targets(cli, &to, &version);
    if (!status)
        status = open_with_old_model(cli, &store, &unknown);
    if (!status && el_store_is_inferred(store) && !cli->quiet)
        fputs("entitylens: the store's own model is inferred, so what it calls optional, default or inverse is unknown; give it with --from\n", stderr);
    if (!status)
        status = el_migration_preview_new(&preview, store, to, version, cli_progress, cli, &cli->error);
    if (!status)
        result = write_preview(cli, preview);
    el_migration_preview_free(preview);
    el_store_close(store);
    el_model_free(to);
    return status ? cli_fail(cli, NULL) : result;
}

static const cli_flag preview_flags[] = {
    {"--to", 1, "MODEL   the new model"},
    {"--from", 1, "MODEL   the model that the store was written with (default: the version in --to's bundle that fits the store)"},
    {"--ecd-version", 1, "V       newest (default), 3.1, 3.0 or 2.0"},
    {"--allow", 1, "CODE,…  findings that do not make the exit status 1"},
    {NULL, 0, NULL},
};

const cli_command cli_migrate_preview = {"migrate preview", "STORE --to MODEL [--from MODEL]",
                                         "what a new model would do to this store", run_preview, preview_flags, 1, 1, "text json html"};

static void write_result(cli *cli, const el_migration_result *r)
{
    el_buf out = {0};
    int json = cli->format == CLI_JSON;
    if (json)
        el_buf_printf(&out, "{\"seconds\":%.3f,\"bytes\":%lld,\"statements\":%zu,\"hashesWritten\":%s,\"entities\":[", r->seconds, (long long)r->bytes,
                      r->nstatements, r->hashes_written ? "true" : "false");
    for (size_t i = 0; i < r->nentities; i++) {
        if (json) {
            el_buf_puts(&out, i ? ",{\"entity\":" : "{\"entity\":");
            el_buf_json_string(&out, r->entities[i].entity, (size_t)-1);
            el_buf_printf(&out, ",\"rows\":%lld,\"counted\":%s}", (long long)r->entities[i].rows, r->entities[i].counted ? "true" : "false");
        } else {
            el_buf_printf(&out, "%s: %lld objects%s\n", r->entities[i].entity, (long long)r->entities[i].rows,
                          r->entities[i].counted ? ", as predicted" : " predicted for ECD, not counted");
        }
    }
    if (json)
        el_buf_puts(&out, "]}\n");
    else
        el_buf_printf(&out, "%zu statements in %.2f s, %lld bytes\n", r->nstatements, r->seconds, (long long)r->bytes);
    cli_write_buf(&out);
    cli_flush();
    el_buf_free(&out);
    if (!r->hashes_written && !cli->quiet)
        fputs("entitylens: a source model holds no version hashes, so the copy still carries the old ones and the app will want to migrate it;\n"
              "  give the compiled model of the app (.momd) as --to to have them written\n", stderr);
}

static int run_migration(cli *cli)
{
    el_model *to = NULL;
    el_store *store = NULL;
    el_key *key = NULL;
    el_migration_result *result = NULL;
    el_migration_run_options options = {.cipher = cli->cipher, .progress = cli_progress, .progress_ctx = cli};
    const char *how = cli_value(cli, "--how", 0);
    int unknown = 0, status = targets(cli, &to, &options.version);
    if (!status && how && strcmp(how, "ecd") != 0 && strcmp(how, "correct") != 0)
        status = el_error_set(&cli->error, EL_EUSAGE, "usage", "--how %s: correct or ecd", how);
    if (!status)
        status = cli_key(cli, &key, cli->args[0]);
    if (!status)
        status = open_with_old_model(cli, &store, &unknown);
    if (!status && unknown) {
        status = el_error_set(&cli->error, EL_EMODEL, "model-unknown", "the new model is not the one that this store was written with, and no version beside it is");
        el_error_hint(&cli->error, "Give the store's own model with --from.");
    }
    if (!status)
        options.from = el_store_model(store);
    options.to = to;
    options.key = key;
    options.as_ecd = how && !strcmp(how, "ecd");
    options.dry = cli_has(cli, "--dry-run");
    if (!status)
        status = el_migration_run(&result, cli->args[0], cli->args[1], &options, &cli->error);
    if (!status)
        write_result(cli, result);
    el_migration_result_free(result);
    el_store_close(store);
    el_key_free(key);
    el_model_free(to);
    return status ? cli_fail(cli, NULL) : 0;
}

static const cli_flag run_flags[] = {
    {"--to", 1, "MODEL   the new model"},
    {"--from", 1, "MODEL   the model that the store was written with (default: the version in --to's bundle that fits the store)"},
    {"--how", 1, "HOW     correct (default): renames followed, defaults applied, links kept; ecd: as ECD does it"},
    {"--ecd-version", 1, "V       with --how ecd: newest (default), 3.1, 3.0 or 2.0"},
    {"--dry-run", 0, "        do it, check it, and leave nothing behind"},
    {NULL, 0, NULL},
};

const cli_command cli_migrate_run = {"migrate run", "STORE NEW --to MODEL [--from MODEL]", "migrates a verified copy into a new file", run_migration,
                                     run_flags, 2, 2, "text json"};
