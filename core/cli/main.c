/* SPDX-License-Identifier: MIT */
#include "entitylens/entitylens.h"

#include "library.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--version")) {
        printf("entitylens %s\n", el_version());
        return 0;
    }
    fputs("usage: entitylens [GLOBAL...] COMMAND ...\n", stderr);
    return 2;
}
