/* SPDX-License-Identifier: MIT */
/* One cell of a result row as the value of an attribute (guide/format.md, "Attributes"). */
#ifndef EL_VALUE_DECODE_H
#define EL_VALUE_DECODE_H

#include "entitylens/model.h"

struct el_arena;
struct sqlite3_stmt;
struct sqlite3_value;

enum { EL_DECODE_INVERTED_BOOLEANS = 1 /* stores written before December 2012 */ };

/* Decodes column `column` of the row on which `stmt` stands.  Texts and bytes are copied into `arena`.
 * A storage class that does not fit the type gives the raw value and EL_CELL_MISMATCH; EL_TYPE_UNDEFINED takes
 * every class as it is. */
el_cell el_decode_cell(struct sqlite3_stmt *stmt, int column, el_attribute_type type, unsigned flags, struct el_arena *arena);
/* The same for a value handed to an SQL function. */
el_cell el_decode_value(struct sqlite3_value *value, el_attribute_type type, unsigned flags, struct el_arena *arena);
/* A cell as it is, by its storage class alone. */
el_cell el_decode_raw(struct sqlite3_stmt *stmt, int column, struct el_arena *arena);

#endif
