/* SPDX-License-Identifier: MIT */
#ifndef EL_SQLITE_VARINT_H
#define EL_SQLITE_VARINT_H

#include <stddef.h>
#include <stdint.h>

/* SQLite's variable-length integer. @return bytes used, 0 when it does not end within n. */
size_t el__varint(const unsigned char *p, size_t n, uint64_t *out);

#endif
