/* SPDX-License-Identifier: MIT */
/* Compiles a model as the description of compiled models has it, with libplist: what the reader is checked against. */
#ifndef TEST_MOM_WRITER_H
#define TEST_MOM_WRITER_H

#include "entitylens/model.h"

enum {
    MOM_KNOWN_KEYS = 1, /* dictionaries in the form of a store's model cache */
    MOM_INHERITED = 2   /* inherited properties listed, too, as there */
};

/* Binary property list; the caller frees. */
unsigned char *mom_write(const el_model *model, unsigned flags, size_t *n);
/* The same as raw DEFLATE; the caller frees. */
unsigned char *mom_deflate(const unsigned char *bytes, size_t n, size_t *size);

#endif
