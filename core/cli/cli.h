/* SPDX-License-Identifier: MIT */
/* What every command of the command line shares: options, keys, output, errors. */
#ifndef EL_CLI_H
#define EL_CLI_H

#include "entitylens/entitylens.h"

#include "base/arena.h"
#include "base/buf.h"

#include <stdio.h>

typedef enum cli_format {
    CLI_TEXT, CLI_JSON, CLI_JSONL, CLI_CSV, CLI_PLIST, CLI_SQL, CLI_HTML
} cli_format;

enum { CLI_MAX_VALUES = 64 };

/* An option of one command. */
typedef struct cli_flag {
    const char *name;      /* with the leading "--" */
    int takes_value;
    const char *help;
} cli_flag;

struct cli;
typedef struct cli_command {
    const char *name;      /* "fetch", or two words: "model show" */
    const char *arguments; /* for the usage line */
    const char *help;
    int (*run)(struct cli *cli);
    const cli_flag *flags; /* ends with a NULL name */
    int min_args, max_args;/* positional arguments; max -1: any */
    const char *formats;   /* blank-separated names of --format */
} cli_command;

typedef struct cli {
    const cli_command *command;
    const char **args; int nargs;             /* positional */
    struct { const char *name, *value; } set[CLI_MAX_VALUES]; int nset; /* the command's own options as given */
    const char *model, *cipher;
    const char *key_file, *key_env, *key_hex_file, *raw_key_file;
    cli_format format;
    int quiet;
    el_arena *arena;
    el_error error;
} cli;

/* The value of the command's option `name`: NULL when absent; "" for one without value. The n-th occurrence. */
const char *cli_value(const cli *cli, const char *name, int n);
int cli_has(const cli *cli, const char *name);
/* A non-negative integer option. Absent: leaves *out. EL_EUSAGE when it is no number. */
int cli_integer(cli *cli, const char *name, int64_t *out);
/* "--columns a,b.c": an array in the arena. */
size_t cli_list(cli *cli, const char *name, const char *const **out);

/* Parses argv into `cli`. Returns EL_OK, or EL_EUSAGE with cli->error set. */
int cli_parse(cli *cli, int argc, char **argv, const cli_command *const *commands);
void cli_usage(FILE *to, const cli_command *const *commands);
void cli_command_usage(FILE *to, const cli_command *command);

/* Opens args[0] (or `path`) with the key sources and the model of the options. */
int cli_open_store(cli *cli, el_store **out, const char *path);
/* The same; *key (may be NULL) is for opening what takes the file's place.  The caller frees it, whatever comes back. */
int cli_open_store_keeping_key(cli *cli, el_store **out, el_key **key, const char *path);
/* The key of the options, `.env`, or a prompt; *out is NULL when there is none. `path` may be NULL. */
int cli_key(cli *cli, el_key **out, const char *path);
/* Asks for the passphrase of `path` on the terminal. */
int cli_prompted_key(cli *cli, el_key **out, const char *path);
/* A new key for a copy: --new-key-file, --new-key-env, else a prompt asked twice. */
int cli_new_key(cli *cli, el_key **out);

/* Parses every --arg (el_value_parse) into values of the arena. */
int cli_arguments(cli *cli, const el_value **out, size_t *n);

/* Parses --sort KEY[:desc][:ci|:localized]. */
int cli_sorts(cli *cli, const el_sort **out, size_t *n);
/* Fills a request from --where, --arg, --sort, --limit … of the command; entity is args[index]. */
int cli_request(cli *cli, el_fetch_request *request, int index);

/* Writes to standard output; a failed write ends the program with 6 and a sentence. */
void cli_write(const void *bytes, size_t n);
void cli_write_buf(const el_buf *b);
void cli_flush(void);
/* Prints cli->error (with the text's caret when `text` is given) and returns its exit status. */
int cli_fail(cli *cli, const char *text);
/* Ctrl-C was pressed. Also usable as a progress callback (done and total are shown on a terminal). */
int cli_interrupted(void);
int cli_progress(void *ctx, int64_t done, int64_t total);

/* Appends `before` and a label from the store: one line, no control characters, whatever the app wrote. */
void cli_label(el_buf *b, const char *before, const char *label);

/* A table for people: columns sized from the first rows, then streamed. */
typedef struct cli_table cli_table;
cli_table *cli_table_new(const char *const *headers, const int *right, size_t ncolumns);
void cli_table_row(cli_table *table, const char *const *cells);
void cli_table_end(cli_table *table);

#endif
