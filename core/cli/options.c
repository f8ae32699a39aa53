/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const cli_flag global_flags[] = {
    {"--model", 1, "PATH    the app's model: .xcdatamodeld, .xcdatamodel, .momd, .mom or .omo"},
    {"--key-file", 1, "F       the first line of F (-: standard input) is the passphrase"},
    {"--key-env", 1, "NAME    the environment variable that holds the passphrase"},
    {"--key-hex-file", 1, "F       hex digits of the passphrase's bytes"},
    {"--raw-key-file", 1, "F       64 or 96 hex digits: the key itself (and the salt)"},
    {"--cipher", 1, "SPEC    auto, 1, 2, 3, 4 or key=value,… (page_size, kdf_iter, use_hmac, hmac_algorithm, "
                    "kdf_algorithm, plaintext_header_size, salt)"},
    {"--format", 1, "NAME    text, json, jsonl, csv or plist"},
    {"--quiet", 0, "        no progress, no hints"},
    {"--version", 0, "        the version"},
    {"--help", 0, "        this text, or a command's"},
    {NULL, 0, NULL},
};

static const char *const format_names[] = {"text", "json", "jsonl", "csv", "plist", "sql", "html"};

static const cli_flag *find_flag(const cli_flag *flags, const char *arg, size_t n)
{
    for (; flags && flags->name; flags++)
        if (strlen(flags->name) == n && !memcmp(flags->name, arg, n))
            return flags;
    return NULL;
}

/* The command named by the words so far; two-word commands win. */
static const cli_command *find_command(const cli_command *const *commands, const char *first, const char *second, int *words)
{
    for (const cli_command *const *c = commands; *c; c++) {
        const char *space = strchr((*c)->name, ' ');
        size_t n = space ? (size_t)(space - (*c)->name) : strlen((*c)->name);
        if (strlen(first) != n || memcmp(first, (*c)->name, n) != 0)
            continue;
        if (!space) {
            *words = 1;
            return *c;
        }
        if (second && !strcmp(space + 1, second)) {
            *words = 2;
            return *c;
        }
    }
    return NULL;
}

static int set_global(cli *cli, const char *name, const char *value)
{
    if (!strcmp(name, "--model"))
        cli->model = value;
    else if (!strcmp(name, "--key-file"))
        cli->key_file = value;
    else if (!strcmp(name, "--key-env"))
        cli->key_env = value;
    else if (!strcmp(name, "--key-hex-file"))
        cli->key_hex_file = value;
    else if (!strcmp(name, "--raw-key-file"))
        cli->raw_key_file = value;
    else if (!strcmp(name, "--cipher"))
        cli->cipher = value;
    else if (!strcmp(name, "--quiet"))
        cli->quiet = 1;
    else if (!strcmp(name, "--format")) {
        for (size_t i = 0; i < sizeof format_names / sizeof *format_names; i++)
            if (!strcmp(value, format_names[i])) {
                cli->format = (cli_format)i;
                return EL_OK;
            }
        return el_error_set(&cli->error, EL_EUSAGE, "usage", "--format %s: no such format", value);
    }
    return EL_OK;
}

static int has_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = words; (p = strstr(p, word)); p += n)
        if ((p == words || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
            return 1;
    return 0;
}

/* Options may stand before the command, so the command is the first word that is no option's value. */
static void locate_command(cli *cli, int argc, char **argv, const cli_command *const *commands, int *first, int *words)
{
    *first = *words = 0;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (arg[0] == '-' && arg[1]) {
            if (!strcmp(arg, "--"))
                return;
            const cli_flag *flag = find_flag(global_flags, arg, strcspn(arg, "="));
            if (flag && flag->takes_value && !strchr(arg, '='))
                i++;
            continue;
        }
        const char *second = NULL;
        for (int k = i + 1; k < argc && !second; k++)
            if (argv[k][0] != '-')
                second = argv[k];
        cli->command = find_command(commands, arg, second, words);
        *first = i;
        return;
    }
}

static int check_arguments(cli *cli)
{
    const cli_command *c = cli->command;
    if (cli->nargs < c->min_args || (c->max_args >= 0 && cli->nargs > c->max_args)) {
        el_error_set(&cli->error, EL_EUSAGE, "usage", "%s takes %s%s", c->name,
                     *c->arguments ? c->arguments : "no arguments",
                     cli->nargs > c->max_args && c->max_args >= 0 ? "; there are more than that" : "");
        el_error_hint(&cli->error, "See 'entitylens %s --help'.", c->name);
        return EL_EUSAGE;
    }
    if (c->formats && !has_word(c->formats, format_names[cli->format])) {
        el_error_set(&cli->error, EL_EUSAGE, "usage", "%s does not write %s", c->name, format_names[cli->format]);
        el_error_hint(&cli->error, "Formats of this command: %s.", c->formats);
        return EL_EUSAGE;
    }
    return EL_OK;
}

static int unknown_option(cli *cli, const char *arg)
{
    int n = (int)strcspn(arg, "=");
    el_error_set(&cli->error, EL_EUSAGE, "usage", "unknown option %.*s", n, arg);
    if (!strncmp(arg, "--key=", 6) || !strcmp(arg, "--key") || !strcmp(arg, "--password") || !strcmp(arg, "--passphrase"))
        el_error_hint(&cli->error, "A key is never an argument, since other users can see arguments: use --key-file, "
                                   "--key-env, or wait for the prompt.");
    else
        el_error_hint(&cli->error, "See 'entitylens%s%s --help'.", cli->command ? " " : "", cli->command ? cli->command->name : "");
    return EL_EUSAGE;
}

static int take_option(cli *cli, int argc, char **argv, int *i)
{
    const char *arg = argv[*i];
    size_t n = strcspn(arg, "=");
    const cli_flag *own = cli->command ? find_flag(cli->command->flags, arg, n) : NULL;
    const cli_flag *flag = own ? own : find_flag(global_flags, arg, n);
    if (!flag)
        return unknown_option(cli, arg);
    const char *value = arg[n] == '=' ? arg + n + 1 : NULL;
    if (flag->takes_value && !value) {
        if (*i + 1 >= argc)
            return el_error_set(&cli->error, EL_EUSAGE, "usage", "%s needs a value", flag->name);
        value = argv[++*i];
    } else if (!flag->takes_value && value) {
        return el_error_set(&cli->error, EL_EUSAGE, "usage", "%s takes no value", flag->name);
    }
    if (!own)
        return set_global(cli, flag->name, value);
    if (cli->nset == CLI_MAX_VALUES)
        return el_error_set(&cli->error, EL_EUSAGE, "usage", "more than %d options", CLI_MAX_VALUES);
    cli->set[cli->nset].name = flag->name;
    cli->set[cli->nset++].value = value ? value : "";
    return EL_OK;
}

int cli_parse(cli *cli, int argc, char **argv, const cli_command *const *commands)
{
    int first, words;
    locate_command(cli, argc, argv, commands, &first, &words);
    cli->args = el_arena_array(cli->arena, (size_t)argc + 1, sizeof *cli->args);
    int options_end = 0;
    for (int i = 1, command_words = 0; i < argc; i++) {
        const char *arg = argv[i];
        if (!options_end && !strcmp(arg, "--")) {
            options_end = 1;
        } else if (!options_end && arg[0] == '-' && arg[1]) {
            int status = take_option(cli, argc, argv, &i);
            if (status)
                return status;
        } else if (cli->command && command_words < words) {
            command_words++;
        } else {
            cli->args[cli->nargs++] = arg;
        }
    }
    if (!cli->command) {
        if (first)
            el_error_set(&cli->error, EL_EUSAGE, "usage", "unknown command '%s'", argv[first]);
        else
            el_error_set(&cli->error, EL_EUSAGE, "usage", "no command given");
        el_error_hint(&cli->error, "See 'entitylens --help'.");
        return EL_EUSAGE;
    }
    return check_arguments(cli);
}

const char *cli_value(const cli *cli, const char *name, int n)
{
    for (int i = 0; i < cli->nset; i++)
        if (!strcmp(cli->set[i].name, name) && n-- == 0)
            return cli->set[i].value;
    return NULL;
}

int cli_has(const cli *cli, const char *name)
{
    return cli_value(cli, name, 0) != NULL;
}

int cli_integer(cli *cli, const char *name, int64_t *out)
{
    const char *text = cli_value(cli, name, 0);
    if (!text)
        return EL_OK;
    char *end;
    errno = 0;
    long long v = strtoll(text, &end, 10);
    if (errno || end == text || *end || v < 0)
        return el_error_set(&cli->error, EL_EUSAGE, "usage", "%s %s: a whole number from 0 is needed", name, text);
    *out = v;
    return EL_OK;
}

size_t cli_list(cli *cli, const char *name, const char *const **out)
{
    const char *text = cli_value(cli, name, 0);
    *out = NULL;
    if (!text || !*text)
        return 0;
    size_t n = 1;
    for (const char *p = text; *p; p++)
        n += *p == ',';
    const char **items = el_arena_array(cli->arena, n, sizeof *items);
    for (size_t i = 0; i < n; i++) {
        size_t length = strcspn(text, ",");
        items[i] = el_arena_strndup(cli->arena, text, length);
        text += length + 1;
    }
    *out = items;
    return n;
}

static void print_flags(FILE *to, const cli_flag *flags)
{
    for (; flags && flags->name; flags++)
        fprintf(to, "  %-18s %s\n", flags->name, flags->help);
}

void cli_usage(FILE *to, const cli_command *const *commands)
{
    fputs("usage: entitylens [OPTION...] COMMAND [ARGUMENT...]\n\nReads stores that Encrypted Core Data wrote.\n\nCommands:\n", to);
    for (const cli_command *const *c = commands; *c; c++)
        fprintf(to, "  %-20s %s\n", (*c)->name, (*c)->help);
    fputs("\nOptions, before or after the command:\n", to);
    print_flags(to, global_flags);
}

void cli_command_usage(FILE *to, const cli_command *command)
{
    fprintf(to, "usage: entitylens %s %s\n\n%s\n", command->name, command->arguments, command->help);
    if (command->flags && command->flags->name) {
        fputs("\nOptions:\n", to);
        print_flags(to, command->flags);
    }
    if (command->formats)
        fprintf(to, "\nFormats: %s\n", command->formats);
    fputs("Options that every command takes: 'entitylens --help'.\n", to);
}
