/* SPDX-License-Identifier: MIT */
/** @file query.h
 *  Fetch requests, keyset pages, counts, explanations. */
#ifndef ENTITYLENS_QUERY_H
#define ENTITYLENS_QUERY_H

#include "entitylens/object.h"
#include "entitylens/predicate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum el_sort_mode { EL_SORT_PLAIN = 0, EL_SORT_CASE_INSENSITIVE = 1, EL_SORT_LOCALIZED = 2 } el_sort_mode;
typedef struct el_sort { const char *key; int descending; el_sort_mode mode; } el_sort;

typedef struct el_fetch_request {
    const char *entity;
    const char *where;                 /**< predicate text or NULL */
    const el_value *args; size_t nargs;
    const el_sort *sorts; size_t nsorts;  /**< the object's key always follows as the last key */
    int64_t limit, offset;             /**< 0: none */
    const char *const *columns; size_t ncolumns;   /**< key paths or aggregates ("count:(x)", "rel.@count"); none: whole objects */
    const char *const *group_by; size_t ngroup_by;
    const char *having;                /**< predicate over groups or NULL */
    int distinct, no_subentities;
    unsigned read_flags;               /**< EL_READ_… for whole objects */
} el_fetch_request;

typedef struct el_fetch el_fetch;
/** Translates and prepares.  Errors of the predicate carry byte ranges. */
int el_fetch_open(el_fetch **out, el_store *store, const el_fetch_request *request, el_error *err);
/** Next object (request without columns).  @return 1 with *object (valid until the next call), 0 at the end, <0 on error. */
int el_fetch_next(el_fetch *fetch, const el_object **object, el_error *err);
/** Next row of a request with columns: one cell a column.  Same results. */
int el_fetch_next_row(el_fetch *fetch, const el_cell **cells, size_t *ncells, el_error *err);
/** Names of the columns as asked for; group keys and "@count" where only groups were given; none for whole objects. */
size_t el_fetch_columns(const el_fetch *fetch, const char *const **names);
/** SQL text and bindings as sent to the engine. */
const char *el_fetch_sql(const el_fetch *fetch);
size_t el_fetch_bindings(const el_fetch *fetch, const el_value **bindings);
void el_fetch_close(el_fetch *fetch);

/** Number of objects (limit and offset apply). */
int el_fetch_count(int64_t *out, el_store *store, const el_fetch_request *request, el_error *err);

/** A place in a sorted result: the sort values and key of one object. */
typedef struct el_cursor el_cursor;
void el_cursor_free(el_cursor *cursor);
el_cursor *el_cursor_copy(const el_cursor *cursor);

typedef struct el_page {
    el_object **objects; size_t n;
    int at_start, at_end;              /**< nothing before / after */
    struct el_arena *arena;
} el_page;

typedef enum el_direction { EL_FORWARD = 0, EL_BACKWARD = 1 } el_direction;

/** Reads up to @p limit objects after (or before, still in sort order) @p from; NULL from = the start (or the end).
 *  No OFFSET, no whole-table work where an index or the key order serves; statements are finalized before it returns.
 *  @param request columns, grouping, limit and offset are ignored. */
int el_page_read(el_page **out, el_store *store, const el_fetch_request *request, const el_cursor *from,
                 el_direction direction, size_t limit, el_error *err);
/** The place of row @p index of @p page (reading on from it does not give the row again); free with el_cursor_free. */
el_cursor *el_page_cursor(const el_page *page, size_t index);
/** A place just before the first object whose key is at least @p key (for results sorted by key only). */
el_cursor *el_cursor_at_key(int64_t key);
/** A place just before a row at about fraction @p f (0…1) of the result: by key when sorted by key, else by the rank in
 *  a sample.  NULL when the result is empty. */
int el_cursor_at_fraction(el_cursor **out, el_store *store, const el_fetch_request *request, double f, el_error *err);
/** Number of objects that come before @p cursor; for the place of a row: before that row. */
int el_cursor_rank(int64_t *out, el_store *store, const el_fetch_request *request, const el_cursor *cursor, el_error *err);
void el_page_free(el_page *page);

/** How a request is answered, by us and by ECD. */
typedef struct el_difference {
    const char *code, *text;           /**< short name and sentence, guide/format.md "What ECD answers differently" */
    const char *const *only_here; size_t nonly_here; /**< object ids; at most EL_DIFFERENCE_IDS of them */
    const char *const *only_ecd; size_t nonly_ecd;
    int64_t total_here, total_ecd; /**< how many there are */
} el_difference;
enum { EL_DIFFERENCE_IDS = 1000 };
typedef struct el_explanation {
    const char *normal_form, *sql;
    const el_value *bindings; size_t nbindings;
    const char *const *plan; size_t nplan;
    const char *ecd_sql;               /**< NULL where ECD raises */
    const char *ecd_answer;            /**< "same", "differs", "error: …", "exception: …", "crash: …" */
    const el_difference *differences; size_t ndifferences;
    const el_error *warnings; size_t nwarnings;
    struct el_arena *arena;
} el_explanation;
/** Translates, asks for the plan, and runs both statements without sort and limit to compare what they return.
 *  Cancelled by interrupting the store's connection. */
int el_fetch_explain(el_explanation **out, el_store *store, const el_fetch_request *request, el_error *err);
void el_explanation_json(struct el_buf *out, const el_explanation *e);
void el_explanation_text(struct el_buf *out, const el_explanation *e);
void el_explanation_free(el_explanation *e);

/** The objects of a store for the in-memory evaluator; each is read once, on demand. */
typedef struct el_store_source el_store_source;
el_store_source *el_store_source_new(el_store *store);
/** Valid as long as @p source. */
const el_eval_source *el_store_source_functions(const el_store_source *source);
void el_store_source_free(el_store_source *source);

/** Why object @p key of @p entity (or of a sub-entity) does or does not satisfy @p where, by the store's rules.
 *  Free with el_reasons_free.
 *  @return EL_OK, EL_ENOTFOUND "no-such-object", or the predicate's error. */
int el_object_explain(el_reasons **out, el_store *store, const el_entity *entity, int64_t key, const char *where,
                      const el_value *args, size_t nargs, el_error *err);

/** Searching all entities in slices, for a window that must stay alive (el_search is the same in one go).  What the text can mean is looked for: part of a string or URL, a number by value, a
 *  day or an instant ("2016-01-01", "2016-01-01T12:00:00Z"), a UUID, the key of an object ("42", "Post/42"). */
typedef struct el_find el_find;
typedef struct el_find_options {
    const char *entity;        /**< only this entity and its sub-entities; NULL: all */
    int case_sensitive;        /**< 0: case and diacritics do not matter */
    size_t limit;              /**< hits to report of each entity; 0: 100.  All are counted. */
} el_find_options;
typedef struct el_find_hit {
    const el_entity *entity;   /**< the object's own */
    int64_t key;
    const el_attribute *attribute; /**< where it was found; NULL: it is the object's key */
    const char *excerpt;       /**< the value around the place, one line */
    const char *label;         /**< of the object, or NULL */
} el_find_hit;
typedef struct el_find_count { const el_entity *entity; int64_t objects; } el_find_count;

/** @return EL_EUSAGE for an empty text. */
int el_find_open(el_find **out, el_store *store, const char *text, const el_find_options *options, el_error *err);
/** Does a slice of the work, some milliseconds long; no statement stays open between two calls.  First everything is counted
 *  (*hit is NULL), then hits come one at a time, by entity in the model's order and by key, valid until the next call.
 *  @return 1 while there is more to do, 0 at the end, <0 on error. */
int el_find_step(el_find *find, const el_find_hit **hit, el_error *err);
/** Objects found so far, of every entity that has any, in the model's order.  Final once hits come. */
size_t el_find_counts(const el_find *find, const el_find_count **counts);
/** Rows looked at, and about how many there are. */
void el_find_progress(const el_find *find, int64_t *done, int64_t *total);
/** From any thread: the next step returns EL_ECANCELLED. */
void el_find_cancel(el_find *find);
void el_find_close(el_find *find);

#ifdef __cplusplus
}
#endif
#endif
