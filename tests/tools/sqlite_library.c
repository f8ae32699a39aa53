/* SPDX-License-Identifier: MIT */
#include "sqlite_library.h"

#include "library.h"

#include <stdio.h>
#include <stdlib.h>

void test_use_linked_sqlite(void)
{
    if (el_use_linked_library() != 0) {
        fputs("the linked SQLite library gives no routine table\n", stderr);
        exit(2);
    }
}
