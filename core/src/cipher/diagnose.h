/* SPDX-License-Identifier: MIT */
/* Why a file does not open: one word and one sentence for each reason. */
#ifndef EL_CIPHER_DIAGNOSE_H
#define EL_CIPHER_DIAGNOSE_H

#include "cipher/derive.h"
#include "cipher/match.h"
#include "cipher/probe.h"

/* Everything one detection knows. */
typedef struct el__search {
    el__target target;
    el__facts facts;
    const el_key *key;
    el__job *jobs;
    size_t njobs;
    unsigned char salt[EL__SALT_BYTES];
    int has_salt, salt_replaced;
    el__match match;
    el__job *winner; /* the key, or NULL */
    int settings_differ; /* match is what fits when the user's page size and HMAC settings are left aside */
} el__search;

/* Fills err (and the report's facts) for a search that did not end in parameters that fit. */
int el__diagnose(const el__search *s, el_cipher_report *r, el_error *err);
int el__empty_file(el_error *err);
/* Lists what was tried. */
void el__report_tries(const el__search *s, el_cipher_report *r);

#endif
