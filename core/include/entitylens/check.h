/* SPDX-License-Identifier: MIT */
/** @file check.h
 *  What is wrong, or odd, in a store: its bytes, its layout, its values. */
#ifndef ENTITYLENS_CHECK_H
#define ENTITYLENS_CHECK_H

#include "entitylens/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Something that a check found. */
typedef struct el_check_finding {
    const char *area;            /**< "integrity", "pages", "layout", "links", "values" */
    const char *code;            /**< stable word, e.g. "dangling-key" */
    const char *severity;        /**< "info", "notice", "warning", "error" */
    const char *where;           /**< entity, property, table or page */
    const char *text;            /**< one sentence */
    int64_t count;               /**< how many, or -1 */
    const char *const *samples; size_t nsamples; /**< ids of the first ones */
    const char *sql;             /**< a SELECT that shows them all, or NULL */
} el_check_finding;

typedef struct el_check_report {
    el_check_finding *findings; size_t nfindings; /**< worst first */
    size_t nrules;               /**< how many things were looked at */
    struct el_arena *arena;
} el_check_report;

/** Looks at the layout and at every object: dangling keys and join rows, links that only one side knows, entity types that
 *  no entity has, gaps in orders, cells whose storage class or value contradicts the model.  One statement a rule, nothing
 *  is written.  @param progress may cancel between statements (rules done, rules in all); may be NULL. */
int el_store_lint(el_check_report **out, el_store *store, int (*progress)(void *ctx, int64_t done, int64_t total), void *ctx,
                  el_error *err);
void el_check_report_free(el_check_report *report);

/** The worst severity of a report: "none" when there are no findings. */
const char *el_check_report_worst(const el_check_report *report);
/** {"rules":n,"findings":[{"area","code","severity","where","text","count","samples","sql"}]}. */
void el_check_report_json(struct el_buf *out, const el_check_report *report);
void el_check_report_text(struct el_buf *out, const el_check_report *report);

/** One damaged page. */
typedef struct el_page_damage {
    int64_t number;              /**< from 1 */
    int64_t offset;              /**< byte in the file: (number - 1) * page size */
    const char *what;            /**< "hmac" (its bytes changed), "structure" (no page of the kind that it must be), "missing" (the file
                                      ends before it) */
    const char *kind;            /**< "table", "index", "schema", "free", "unknown" */
    const char *name;            /**< the table or index it belongs to, or NULL */
    const char *table;           /**< the table, also of an index, or NULL */
    int has_rows;                /**< it holds the rows with ids above after, up to upto (INT64_MIN and INT64_MAX: open) */
    int64_t after, upto;
} el_page_damage;

/** The pages of a file, each looked at. */
typedef struct el_page_report {
    int page_size;
    int64_t pages;               /**< whole pages in the file */
    int64_t expected;            /**< pages that the header promises, or 0 */
    int64_t rest;                /**< bytes behind the last whole page */
    int has_hmac;                /**< without one only the structure tells of damage */
    int64_t empty;               /**< never written (all zero), which is no damage */
    int64_t free;                /**< in the free list */
    const char *opened_by;       /**< as el_store_opened_by: "private-copy" when a journal or -wal was applied first */
    el_page_damage *damaged; size_t ndamaged; /**< by number */
    struct el_arena *arena;
} el_page_report;

/** Computes the HMAC of every page and, where one is wrong, walks all tables and indexes to tell whose page it is; of files
 *  without HMACs the walk itself looks for pages that cannot be what they must be.  Needs no connection, so it also works where
 *  page 1 is damaged.  @param options key, cipher, progress (pages) are used.
 *  Codes: as el_cipher_detect_file where no key fits; cancelled. */
int el_check_pages(el_page_report **out, const char *path, const el_open_options *options, el_error *err);
void el_page_report_free(el_page_report *report);
void el_page_report_json(struct el_buf *out, const el_page_report *report);

/** The bytes of a store as findings: its pages (area "pages") and, when those are sound, the engine's own integrity check (area
 *  "integrity").  What the layout and the objects have to say is el_store_lint's part; el_check_report_merge joins both. */
int el_check_file(el_check_report **out, const char *path, const el_open_options *options, el_error *err);
/** Adds copies of the findings of @p from. */
void el_check_report_merge(el_check_report *into, const el_check_report *from);

#ifdef __cplusplus
}
#endif
#endif
