/* SPDX-License-Identifier: MIT */
/* truth_runner DIR…: compares every store under the folders with the truth beside it.
 * Ends with "N passed, N failed" (and ", N skipped"); exit status 1 when something failed. */
#include "sqlite_library.h"
#include "truth.h"
#include "truth_migrations.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the files of a format are run by. */
static const struct {
    const char *format;
    void (*run)(const char *file, const json_t *content, truth_tally *tally);
} formats[] = {
    {"ecd-truth/1", truth_run_store},
    {"ecd-queries/1", truth_run_queries},
};

static char **files;
static size_t nfiles;

static int collect(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
    (void)st;
    (void)ftw;
    size_t n = strlen(path);
    if (kind == FTW_F && n > 5 && !strcmp(path + n - 5, ".json")) {
        files = realloc(files, (nfiles + 1) * sizeof *files);
        files[nfiles++] = strdup(path);
    }
    return 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void run(const char *file, truth_tally *tally)
{
    json_error_t error;
    json_t *content = json_load_file(file, JSON_ALLOW_NUL, &error);
    const json_t *head = json_object_get(content, "head");
    const char *format = json_string_value(json_object_get(head ? head : content, "format"));
    for (size_t i = 0; format && i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(formats[i].format, format))
            formats[i].run(file, content, tally);
    const char *name = strrchr(file, '/');
    if (content && !strcmp(name ? name + 1 : file, "migration.json")) {
        char *folder = truth_path(file, ".");
        if (truth_check_migration(folder) == 0)
            truth_pass(tally);
        else
            truth_fail(tally, file, "the plan differs from the recorded migration");
        free(folder);
    }
    if (!content)
        truth_fail(tally, file, "no JSON: %s", error.text);
    json_decref(content);
}

int main(int argc, char **argv)
{
    test_use_linked_sqlite();
    for (int i = 1; i < argc; i++)
        if (nftw(argv[i], collect, 16, FTW_PHYS) != 0) {
            fprintf(stderr, "%s cannot be walked\n", argv[i]);
            return 2;
        }
    if (!nfiles) {
        fprintf(stderr, "usage: truth_runner DIR…\n");
        return 2;
    }
    qsort(files, nfiles, sizeof *files, by_text);
    truth_tally tally = {0, 0, 0};
    for (size_t i = 0; i < nfiles; i++) {
        run(files[i], &tally);
        free(files[i]);
    }
    free(files);
    printf("%ld passed, %ld failed", tally.passed, tally.failed);
    printf(tally.skipped ? ", %ld skipped\n" : "\n", tally.skipped);
    return tally.failed ? 1 : 0;
}
