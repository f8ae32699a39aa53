/* SPDX-License-Identifier: MIT */
/* The SQL functions, aggregates and collations that translated predicates call.  All are deterministic and touch
 * nothing but their arguments, so a connection that somebody else owns can carry them; NULL in gives NULL out.
 *
 *   el_fold(x, 'cd')                     Unicode folding: c case, d diacritics
 *   el_contains(x, y, 'cd')              also el_beginswith, el_endswith; an empty y is never found
 *   el_like(x, pattern, 'cd')            the language's LIKE: * any run, ? one character, \ makes plain
 *   el_matches(x, pattern, 'cd')         ICU regular expression over the whole text
 *   el_length(x)                         UTF-16 units
 *   el_upper(x) el_lower(x) el_text(x) el_number(x)
 *   el_decimal(x)                        canonical text of a decimal, for equality
 *   el_decimal_cmp(x, y)                 -1, 0, 1, or NULL when one is no number
 *   el_decimal_math('+', x, y)           exact decimal arithmetic, also - * / %
 *   el_uuid(x)                           canonical text of a UUID kept as text or as 16 bytes
 *   el_power el_modulus el_xor el_math('sqrt', x) el_random() el_randomn(n)
 *   aggregates el_sum el_avg el_min el_max (exact for decimals and integers) el_median el_stddev
 *   collations el_decimal, el_localized (ICU root, digits by value)
 */
#ifndef EL_PREDICATE_FUNCTIONS_H
#define EL_PREDICATE_FUNCTIONS_H

#include "sqlite/api.h"

/* Registers what is missing.  Cheap when everything is there already. */
int el_functions_register(sqlite3 *db, el_error *err);

enum { EL__FUNCTION_FLAGS = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS };

/* False for a pattern that ICU does not take. */
int el__sql_regex_valid(const char *pattern, size_t n);

int el__sql_register_text_functions(sqlite3 *db);
int el__sql_register_regex_functions(sqlite3 *db);
int el__sql_register_number_functions(sqlite3 *db);
int el__sql_register_aggregates(sqlite3 *db);
int el__sql_register_collations(sqlite3 *db);

/* EL_FOLD_… bits named by the letters of a flag argument. */
unsigned el__sql_fold_flags(sqlite3_value *letters);

/* The language's LIKE over text as it is. */
int el__sql_like(const char *s, size_t n, const char *pattern, size_t np);

#endif
