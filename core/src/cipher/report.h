/* SPDX-License-Identifier: MIT */
#ifndef EL_CIPHER_REPORT_H
#define EL_CIPHER_REPORT_H

#include "entitylens/cipher.h"

el_cipher_report *el__report_new(void);
void el__report_try(el_cipher_report *r, const el_cipher_params *p, const char *result, const char *why);
void el__report_note(el_cipher_report *r, const char *code, const char *fmt, ...) EL_PRINTF(3, 4);

/* The two parts of el_cipher_report_text: what was found, and every candidate with what came of it. */
void el__report_facts(struct el_buf *out, const el_cipher_report *report);
void el__report_tried(struct el_buf *out, const el_cipher_report *report);

#endif
