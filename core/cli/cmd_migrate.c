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

static int run_preview(cli *cli)
{
    el_model *to = NULL;
    el_ecd_version version;
    el_store *store = NULL;
    el_migration_preview *preview = NULL;
    int result = 0, status = targets(cli, &to, &version);
    if (!status)
        status = cli_open_store(cli, &store, cli->args[0]);
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
    {"--from", 1, "MODEL   the model that the store was written with"},
    {"--ecd-version", 1, "V       newest (default), 3.1, 3.0 or 2.0"},
    {"--allow", 1, "CODE,…  findings that do not make the exit status 1"},
    {NULL, 0, NULL},
};

const cli_command cli_migrate_preview = {"migrate preview", "STORE --to MODEL [--from MODEL]",
                                         "what a new model would do to this store", run_preview, preview_flags, 1, 1, "text json html"};
