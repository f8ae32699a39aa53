/* SPDX-License-Identifier: MIT */
/* The layout lint: rules over tables.  A rule is a SELECT of the rows that break it. */
#ifndef EL_CHECK_LINT_H
#define EL_CHECK_LINT_H

#include "base/buf.h"
#include "check/report.h"
#include "layout/layout.h"

typedef struct el__lint {
    el_store *store;
    const el_layout *layout;
    el_check_report *report;
    int (*progress)(void *ctx, int64_t done, int64_t total);
    void *progress_ctx;
    int64_t done, total;
    el_error *err;
    int inferred; /* the model was inferred from the very values: types and optionality are no rules then */
} el__lint;

enum { EL__SAMPLES = 5, EL__KEYS = 1000 };

/* What a rule is about. */
typedef struct el__rule {
    const char *area, *code, *severity;
    const char *where;
    const el_entity *entity;  /* rows are of its table, alias d; NULL: join rows (source, destination) */
    const el_entity *source, *destination; /* of join rows */
    const char *text;         /* "what is wrong": printed behind the count, "3 objects: …" */
} el__rule;

/* Counts the rows of "FROM <from> WHERE <condition>" and reports them.  For object rows `from` is "… AS d"; for join rows
 * "… AS j", whose key columns are `a` and `b`. */
int el__lint_rows(el__lint *lint, const el__rule *rule, const char *from, const char *condition, const char *a, const char *b);
/* One object that breaks a rule, for rules that look at cells in C: collects count and samples. */
typedef struct el__tally {
    int64_t count;
    const char *samples[EL__SAMPLES]; size_t nsamples;
    el_buf keys; /* of the first EL__KEYS objects, for a statement that shows them; free it */
} el__tally;
void el__lint_count(el__lint *lint, el__tally *tally, const el_entity *entity, int64_t key);
void el__lint_report(el__lint *lint, const el__rule *rule, const el__tally *tally, const char *sql);
/* Between rules: EL_ECANCELLED when the caller wants to end. */
int el__lint_step(el__lint *lint);

/* Appends "alias"."column". */
void el__lint_column(el_buf *sql, const char *alias, const char *column);
/* Appends "main"."table" AS alias. */
void el__lint_table(el_buf *sql, const char *table, const char *alias);
/* "Entity.property", in the report's arena. */
const char *el__lint_where(el__lint *lint, const char *entity, const char *property);

int el__lint_links(el__lint *lint, const el_entity *entity);
int el__lint_joins(el__lint *lint, const el_entity *entity);
int el__lint_values(el__lint *lint, const el_entity *entity);
int el__lint_cells(el__lint *lint, const el_entity *entity);
int el__lint_columns(el__lint *lint);

#endif
