/* SPDX-License-Identifier: MIT */
/* The steps of a verified copy. */
#ifndef EL_EXPORT_COPY_H
#define EL_EXPORT_COPY_H

#include "cipher/connection.h"
#include "entitylens/copy.h"
#include "export/target.h"

/* One copy under way. */
typedef struct el__copy {
    const el_copy_options *options;
    el_connection *source;
    el__target_file target;
    el_cipher_params params; /* of the target */
    el_key *key;             /* of the target: raw with salt, or NULL when plain */
    int64_t done, total;     /* for progress */
    int cancelled;
    int authentic;           /* the target has the source's pages, each with a right HMAC */
    el_copy_report *report;
} el__copy;

/* Reports `step` more bytes. @return EL_OK or EL_ECANCELLED. */
int el__copy_advance(el__copy *c, int64_t step, el_error *err);
/* As a progress handler of a connection: ctx is the copy. */
int el__copy_poll(void *ctx);

/* Writes the target page by page, each one checked: same pages, another key or none. */
int el__copy_pages(el__copy *c, el_error *err);
/* Lets the engine write the target anew: another page size or reserve. */
int el__copy_export(el__copy *c, el_error *err);
/* Compares the finished target with the source; fills the report's tables. */
int el__copy_verify(el__copy *c, el_error *err);

#endif
