/* SPDX-License-Identifier: MIT */
/* Constants as the normal form shows them. */
#ifndef EL_PREDICATE_AST_VALUES_H
#define EL_PREDICATE_AST_VALUES_H

#include "predicate/ast.h"

struct el_buf;

void el__normal_value(struct el_buf *out, const el_value *v);
/* Shortest digits; the exponent without "+" and leading zeros. */
void el__normal_double(struct el_buf *out, double d);
void el__normal_expr(struct el_buf *out, const el_expr *e);
void el__normal_pred(struct el_buf *out, const el_pred *p);

/* Text of a part of the tree, without arguments. */
void el__print_pred(struct el_buf *out, const el_predicate *p, const el_pred *pred);

/* A decimal without exponent, needless zeros and "+"; text that is no number, or too far from 1, stays as it is. */
void el__decimal_plain(struct el_buf *out, const char *s, size_t n);

/* Seconds since 2001-01-01T00:00:00Z of a date that counts from 1970. */
double el__reference_seconds(double since_1970);
enum { EL_REFERENCE_DATE = 978307200 };

#endif
