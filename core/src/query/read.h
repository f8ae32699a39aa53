/* SPDX-License-Identifier: MIT */
/* Objects from rows.  A statement of the caller selects the columns of a plan, each row becomes an object, and the
 * relationships of a whole batch of objects are completed by a number of statements that does not depend on the
 * number of objects or relationships. */
#ifndef EL_QUERY_READ_H
#define EL_QUERY_READ_H

#include "entitylens/object.h"

struct el_arena;
struct el_buf;
struct sqlite3_stmt;

/* What to select for objects of an entity and its sub-entities. */
typedef struct el_read_plan el_read_plan;

/* EL_ENOTFOUND "no-table" when the store has no table for the entity. */
int el_read_plan_new(el_read_plan **out, el_store *store, const el_entity *entity, el_error *err);
void el_read_plan_free(el_read_plan *plan);
/* Appends the select list (key, type, attributes, to-one keys), each column qualified by `alias` when that is not NULL. */
void el_read_plan_columns(struct el_buf *sql, const el_read_plan *plan, const char *alias);
int el_read_plan_ncolumns(const el_read_plan *plan);

/* The object of the row on which `stmt` stands, the plan's columns beginning at column `first`.  Attributes are decoded,
 * to-one references hold key and destination only until el_read_relations.  NULL when the row's type is of no known entity. */
el_object *el_read_row(const el_read_plan *plan, struct sqlite3_stmt *stmt, int first, struct el_arena *arena);

/* Completes the relationships of `n` objects (any entities): concrete entities and dangling marks of to-one references
 * always; labels, members and counts as EL_READ_… flags say.  EL_READ_REFERENCED_BY is ignored.
 * `member_limit` > 0 loads only that many members of each to-many relationship. */
int el_read_relations(el_store *store, el_object *const *objects, size_t n, unsigned flags, size_t member_limit,
                      struct el_arena *arena, el_error *err);

/* Reads the objects with these keys in the table of `entity`, which may be any ancestor; out[i] is NULL where there is
 * no such object of the entity. */
int el_read_objects(el_object **out, el_store *store, const el_entity *entity, const int64_t *keys, size_t n, unsigned flags,
                    struct el_arena *arena, el_error *err);

/* Reads objects one at a time, each table's statement prepared once (and reset after each use). */
typedef struct el_reader el_reader;
el_reader *el_reader_new(el_store *store);
/* The object with its attributes, valid until the next call; its relationships are not read.  *out is NULL, without error,
 * when there is no such object of the entity. */
int el_reader_attributes(const el_object **out, el_reader *reader, const el_entity *entity, int64_t key, el_error *err);
void el_reader_free(el_reader *reader);

/* Appends the expression that labels a row of `entity`'s table (alias not NULL): the label attribute of its own entity;
 * NULL (the SQL word) when there is none. */
void el_read_label_expression(struct el_buf *sql, el_store *store, const el_entity *entity, const char *alias);

#endif
