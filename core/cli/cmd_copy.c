/* SPDX-License-Identifier: MIT */
/* decrypt, rekey, upgrade: verified copies in a new file; recover: what a damaged one still has. */
#include "commands.h"

#include "entitylens/copy.h"

#include <string.h>
#include <unistd.h>

/* The source's key: as for reading, a prompt included where the file turns out to need one. */
static int source_key(cli *cli, el_key **key, const char *path)
{
    int status = cli_key(cli, key, path);
    if (status || *key || !isatty(STDIN_FILENO))
        return status;
    el_store *store = NULL; /* opening asks when it must; only then is the key asked for */
    el_open_options options = {.cipher = cli->cipher};
    status = el_store_open(&store, path, &options, &cli->error);
    el_store_close(store);
    if (status == EL_EKEYNEEDED)
        return cli_prompted_key(cli, key, path);
    el_error_clear(&cli->error);
    return EL_OK;
}

static int copy(cli *cli, el_copy_kind kind)
{
    el_key *key = NULL, *new_key = NULL;
    el_copy_report *report = NULL;
    int asks = kind == EL_COPY_REKEY || cli_has(cli, "--new-key-file") || cli_has(cli, "--new-key-env");
    int status = source_key(cli, &key, cli->args[0]);
    if (!status && asks)
        status = cli_new_key(cli, &new_key);
    el_copy_options options = {.kind = kind, .key = key, .cipher = cli->cipher, .new_key = new_key, .progress = cli_progress, .progress_ctx = cli};
    if (!status)
        status = el_copy_run(&report, cli->args[0], cli->args[1], &options, &cli->error);
    if (!status) {
        el_buf out = {0};
        if (cli->format == CLI_JSON) {
            el_copy_report_json(&out, report);
            el_buf_putc(&out, '\n');
        } else {
            el_copy_report_text(&out, report);
        }
        cli_write_buf(&out);
        cli_flush();
        el_buf_free(&out);
    }
    el_copy_report_free(report);
    el_key_free(key);
    el_key_free(new_key);
    return status ? cli_fail(cli, NULL) : 0;
}

static int run_decrypt(cli *cli)
{
    return copy(cli, EL_COPY_DECRYPT);
}

static int run_rekey(cli *cli)
{
    return copy(cli, EL_COPY_REKEY);
}

static int run_upgrade(cli *cli)
{
    return copy(cli, EL_COPY_UPGRADE);
}

static int run_recover(cli *cli)
{
    el_key *key = NULL;
    el_recover_report *report = NULL;
    int losses = 0, status = source_key(cli, &key, cli->args[0]);
    el_open_options options = {.key = key, .cipher = cli->cipher, .progress = cli_progress, .progress_ctx = cli};
    if (!status)
        status = el_recover_run(&report, cli->args[0], cli->args[1], &options, &cli->error);
    if (!status) {
        el_buf out = {0};
        if (cli->format == CLI_JSON) {
            el_recover_report_json(&out, report);
            el_buf_putc(&out, '\n');
        } else {
            el_recover_report_text(&out, report);
        }
        cli_write_buf(&out);
        cli_flush();
        el_buf_free(&out);
        losses = el_recover_report_has_losses(report);
    }
    el_recover_report_free(report);
    el_key_free(key);
    return status ? cli_fail(cli, NULL) : losses;
}

static const cli_flag new_key_flags[] = {
    {"--new-key-file", 1, "F       the first line of F is the new passphrase"},
    {"--new-key-env", 1, "NAME    the environment variable that holds the new passphrase"},
    {NULL, 0, NULL},
};

const cli_command cli_decrypt = {"decrypt", "STORE NEW", "a verified copy without encryption", run_decrypt, NULL, 2, 2, "text json"};
const cli_command cli_rekey = {"rekey", "STORE NEW", "a verified copy under another passphrase", run_rekey, new_key_flags, 2, 2, "text json"};
const cli_command cli_upgrade = {"upgrade", "STORE NEW", "a verified copy in the format of SQLCipher 4", run_upgrade, new_key_flags, 2, 2, "text json"};
const cli_command cli_recover = {"recover", "STORE NEW", "saves what a damaged store still has; exit 1 when something is lost", run_recover, NULL, 2, 2, "text json"};
