/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target over saved inputs: replay_NAME FOLDER.  Each input that once broke something stays there. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static int replay(const char *path)
{
    FILE *f = fopen(path, "rb");
    unsigned char *data = NULL;
    size_t size = 0, cap = 0, got;
    if (!f)
        return 0;
    do {
        if (size == cap)
            data = realloc(data, cap = cap ? cap * 2 : 4096);
        if (!data)
            abort();
        got = fread(data + size, 1, cap - size, f);
        size += got;
    } while (got);
    fclose(f);
    /* Exactly as long as the input, so that reading beyond it is noticed. */
    data = realloc(data, size ? size : 1);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
    struct dirent **entries;
    int n = argc == 2 ? scandir(argv[1], &entries, visible, alphasort) : -1, replayed = 0;
    if (n < 0) {
        fputs("usage: replay_NAME FOLDER\n", stderr);
        return 2;
    }
    for (int i = 0; i < n; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], entries[i]->d_name);
        replayed += replay(path);
        free(entries[i]);
    }
    free(entries);
    printf("%d inputs\n", replayed);
    return replayed == 0;
}
