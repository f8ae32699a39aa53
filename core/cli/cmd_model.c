/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include "entitylens/migrate.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static int starts_like_a_model(const char *path)
{
    static const char *const starts[] = {"<?xml", "<model", "\xEF\xBB\xBF<", "bplist00", "momv2"};
    char head[8] = "";
    FILE *file = fopen(path, "rb");
    size_t got = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (got >= strlen(starts[i]) && !memcmp(head, starts[i], strlen(starts[i])))
            return 1;
    return 0;
}

/* A path is a model when it is a folder, has a model's extension or begins like one (the file 'contents' of a source
 * model has none); everything else is opened as a store. */
static int is_model_path(const char *path)
{
    static const char *const endings[] = {".xcdatamodeld", ".xcdatamodel", ".momd", ".mom", ".omo", ".app"};
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t m = strlen(endings[i]);
        if (n > m && !strncasecmp(path + n - m, endings[i], m))
            return 1;
    }
    struct stat st;
    return stat(path, &st) == 0 && (S_ISDIR(st.st_mode) || (S_ISREG(st.st_mode) && starts_like_a_model(path)));
}

static int write_model(cli *cli, const el_model *model)
{
    el_buf out = {0};
    if (cli->format == CLI_JSON) {
        el_model_json(&out, model);
        el_buf_putc(&out, '\n');
    } else {
        el_model_text(&out, model);
    }
    cli_write_buf(&out);
    cli_flush();
    el_buf_free(&out);
    return 0;
}

static int show_bundle(cli *cli)
{
    el_model_bundle *bundle;
    if (el_model_bundle_open(&bundle, cli->args[0], &cli->error))
        return cli_fail(cli, NULL);
    int status = 0;
    if (cli->format == CLI_JSON) {
        el_buf out = {0};
        el_error_clear(&cli->error);
        el_model_bundle_json(&out, bundle, &cli->error);
        status = cli->error.status;
        if (!status) {
            el_buf_putc(&out, '\n');
            cli_write_buf(&out);
            cli_flush();
        }
        el_buf_free(&out);
    } else {
        for (size_t i = 0; i < bundle->nversions && !status; i++) {
            el_model *model;
            if (bundle->nversions > 1)
                printf("%s%s%s\n\n", i ? "\n" : "", bundle->version_names[i], (int)i == bundle->current ? "  (current)" : "");
            status = el_model_bundle_load(&model, bundle, (int)i, &cli->error);
            if (!status) {
                write_model(cli, model);
                el_model_free(model);
            }
        }
    }
    el_model_bundle_free(bundle);
    return status ? cli_fail(cli, NULL) : 0;
}

static int run_show(cli *cli)
{
    if (is_model_path(cli->args[0]))
        return show_bundle(cli);
    el_store *store;
    if (cli_open_store(cli, &store, cli->args[0]))
        return cli_fail(cli, NULL);
    write_model(cli, el_store_model(store));
    el_store_close(store);
    return 0;
}

static int run_export(cli *cli)
{
    int status;
    if (is_model_path(cli->args[0])) {
        el_model *model;
        status = el_model_load(&model, cli->args[0], &cli->error);
        if (!status) {
            status = el_model_export(model, cli->args[1], &cli->error);
            el_model_free(model);
        }
    } else {
        el_store *store;
        status = cli_open_store(cli, &store, cli->args[0]);
        if (!status) {
            status = el_model_export(el_store_model(store), cli->args[1], &cli->error);
            el_store_close(store);
        }
    }
    if (status)
        return cli_fail(cli, NULL);
    if (!cli->quiet)
        fprintf(stderr, "written: %s\n", cli->args[1]);
    return 0;
}

/* A path may name one version of a bundle: BUNDLE.xcdatamodeld/Version.xcdatamodel. */
static int run_diff(cli *cli)
{
    el_model *from = NULL, *to = NULL;
    el_model_diff *diff = NULL;
    int status = el_model_load(&from, cli->args[0], &cli->error);
    if (!status)
        status = el_model_load(&to, cli->args[1], &cli->error);
    if (!status)
        status = el_model_diff_new(&diff, from, to, &cli->error);
    int loses = 0;
    if (!status) {
        el_buf out = {0};
        if (cli->format == CLI_JSON) {
            el_model_diff_json(&out, diff);
            el_buf_putc(&out, '\n');
        } else {
            el_model_diff_text(&out, diff);
        }
        cli_write_buf(&out);
        cli_flush();
        el_buf_free(&out);
        loses = diff->worst >= EL_SEVERITY_WARNING;
    }
    el_model_diff_free(diff);
    el_model_free(to);
    el_model_free(from);
    return status ? cli_fail(cli, NULL) : loses;
}

const cli_command cli_model_diff = {"model diff", "OLD NEW", "what changes between two models; exit 1 when something is lost or blocked", run_diff, NULL, 2, 2, "text json"};
const cli_command cli_model_show = {"model show", "PATH|STORE", "the facts of a model, or of the model inferred from a store", run_show, NULL, 1, 1, "text json"};
const cli_command cli_model_export = {"model export", "PATH|STORE NEW.xcdatamodel", "writes a model as a readable .xcdatamodel", run_export, NULL, 2, 2, "text"};
