/* SPDX-License-Identifier: MIT */
/* Gives the core the SQLCipher that the test program links. */
#ifndef TEST_SQLITE_LIBRARY_H
#define TEST_SQLITE_LIBRARY_H

void test_use_linked_sqlite(void);

#endif
