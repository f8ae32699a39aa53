/* SPDX-License-Identifier: MIT */
/* Memory for keys: locked where the system allows, left out of core dumps, wiped before it is given back. */
#ifndef EL_CIPHER_SECRET_H
#define EL_CIPHER_SECRET_H

#include <stddef.h>

void *el__secret_new(size_t n); /* zeroed */
void el__secret_free(void *p);  /* NULL is fine */
void el__wipe(void *p, size_t n);

#endif
