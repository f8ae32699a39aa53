/* SPDX-License-Identifier: MIT */
#ifndef EL_CIPHER_SPEC_H
#define EL_CIPHER_SPEC_H

#include "entitylens/cipher.h"

/* The defaults of SQLCipher `version` (1-4). */
void el__params_defaults(el_cipher_params *out, int version);
/* Sets version to the SQLCipher whose defaults these are (a raw key has no rounds to tell 2 from 3), else 0. */
void el__params_name_version(el_cipher_params *p);

#endif
