/* SPDX-License-Identifier: MIT */
#ifndef EL_CIPHER_KEYSOURCE_H
#define EL_CIPHER_KEYSOURCE_H

#include "entitylens/profile.h"

int el__key_of_form(el_key **out, const char *s, size_t n, el_key_form form, el_error *err);

#endif
