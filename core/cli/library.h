/* SPDX-License-Identifier: MIT */
/* The SQLCipher that a program of ours links, handed to the core. */
#ifndef EL_CLI_LIBRARY_H
#define EL_CLI_LIBRARY_H

/* Fetches the routine table by an auto-extension callback on a throw-away in-memory connection. @return 0 or -1. */
int el_use_linked_library(void);

#endif
