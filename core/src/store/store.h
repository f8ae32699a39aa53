/* SPDX-License-Identifier: MIT */
/* What a store consists of. */
#ifndef EL_STORE_STORE_H
#define EL_STORE_STORE_H

#include "entitylens/store.h"
#include "layout/layout.h"
#include "layout/recognise.h"

struct el_map;

struct el_store {
    sqlite3 *db;
    int borrowed;
    char *path;                 /* NULL for a borrowed connection without file */
    const char *opened_by;
    el_cipher_report *cipher;   /* NULL when borrowed */
    unsigned decode_flags;      /* EL_DECODE_… */
    char *model_path;
    const el_model *given_model;/* borrowed, or NULL */
    el_model *own_model;        /* loaded or inferred */
    int inferred;
    el_schema *schema;
    el_recognition *recognition;
    el_layout *layout;
    char *uuid;
    const char *match;
    struct el_map *numeric_columns; /* what el_layout_all_integers found */
};

#endif
