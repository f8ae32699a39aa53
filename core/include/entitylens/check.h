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

#ifdef __cplusplus
}
#endif
#endif
