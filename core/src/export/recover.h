/* SPDX-License-Identifier: MIT */
/* Salvage, step by step. */
#ifndef EL_EXPORT_RECOVER_H
#define EL_EXPORT_RECOVER_H

#include "cipher/objects.h"
#include "cipher/plain.h"
#include "entitylens/copy.h"
#include "export/target.h"
#include "sqlite/api.h"

/* A table of the copy, ready to take records of the source. */
typedef struct el__salvage_table {
    const el__object *object;
    el_recover_table *report;
    int made;               /* it exists in the copy */
    int without_rowid;
    int nfields;            /* of a record */
    char **columns;         /* by field; NULL: stored but computed, not to be inserted */
    int ipk;                /* the field that is the row id, or -1 */
    const char *rowid_name; /* a name of the row id that no column has, or NULL */
    sqlite3_stmt *insert;   /* for `prepared` fields */
    int prepared;
} el__salvage_table;

typedef struct el__salvage {
    el__plain *plain;
    const el_open_options *options;
    el_recover_report *report;
    el__target_file target;
    sqlite3 *out;
    el__objects objects;
    el__salvage_table *tables; size_t ntables;
    int64_t done, total;
    int cancelled;
    int status;              /* of a callback that ended a walk */
    el_error *err;
} el__salvage;

/* Makes every table of the schema in the copy. */
int el__salvage_make_tables(el__salvage *s);
void el__salvage_free_tables(el__salvage *s);
/* Inserts one record.  @return EL_OK also when the row is refused (counted), else why writing failed. */
int el__salvage_insert(el__salvage *s, el__salvage_table *t, const el__cell *cell);
/* Whether a row id lies where rows of this table are missing. */
int el__salvage_misses(const el__salvage_table *t, int64_t rowid);

/* Schema rows on pages that nothing points at. */
void el__salvage_find_schema(el__salvage *s);
/* Rows on such pages: to the table that misses them, or to lost_and_found. */
int el__salvage_find_rows(el__salvage *s);

void el__salvage_problem(el__salvage *s, const char *fmt, ...) EL_PRINTF(2, 3);
int el__salvage_poll(void *salvage);

#endif
