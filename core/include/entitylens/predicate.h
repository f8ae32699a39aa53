/* SPDX-License-Identifier: MIT */
/** @file predicate.h
 *  The NSPredicate format language: parse, print, evaluate, complete
 *  (guide/predicates.md describes the language as implemented). */
#ifndef ENTITYLENS_PREDICATE_H
#define ENTITYLENS_PREDICATE_H

#include "entitylens/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct el_predicate el_predicate;
struct el_buf;

/** Parses @p n bytes of UTF-8 at @p text with @p args for its % specifiers (copied).
 *  Never crashes on any bytes; linear in nested parentheses; at most 1,000 levels deep (EL_ELIMIT).
 *  @param errs receives up to @p max_errs errors, the first one first; may be NULL. @param nerrs how many; may be NULL.
 *  @return EL_OK, EL_EPARSE or EL_ELIMIT. */
int el_predicate_parse(el_predicate **out, const char *text, size_t n, const el_value *args, size_t nargs,
                       el_error *errs, size_t max_errs, size_t *nerrs);
void el_predicate_free(el_predicate *p);
/** Number of arguments that the format's specifiers take. */
size_t el_predicate_argument_count(const char *text, size_t n);
/** Replaces $variables by values (an unbound one stays). */
int el_predicate_substitute(el_predicate **out, const el_predicate *p, const char *const *names, const el_value *values,
                            size_t n, el_error *err);

/** Fully parenthesised normal form, no newline. */
void el_predicate_normal_form(struct el_buf *out, const el_predicate *p);
/** Readable format text that parses to the same tree.  Constants without a literal (dates, data, sets, …) and keys
 *  that are no identifiers become %@ and %K; their values are @p args (an array of @p nargs, owned by @p p).
 *  With @p args NULL they are printed as CAST or quoted: for reading, not always for parsing. */
void el_predicate_print(struct el_buf *out, const el_predicate *p, const el_value **args, size_t *nargs);

/** Where the in-memory evaluator gets values from. */
typedef struct el_eval_source {
    void *ctx;
    /** Value of @p key of @p object: scalars, EL_OBJECT for to-one, EL_SET or EL_LIST of EL_OBJECT for to-many.
     *  Unknown key: EL_EPREDICATE "unknown-key". */
    int (*value)(void *ctx, const el_value *object, const char *key, el_value *out, el_error *err);
    /** Entity name of an object, or NULL. */
    const char *(*entity)(void *ctx, const el_value *object);
    /** True when entity @p name is @p ancestor or below it; may be NULL. */
    int (*is_kind_of)(void *ctx, const char *name, const char *ancestor);
    /** Where key @p key of entity @p name leads: the destination's name with *to_many set, or NULL for an attribute.
     *  Lets store mode tell an empty to-many from nil where a to-one before it is nil; may be NULL. */
    const char *(*destination)(void *ctx, const char *name, const char *key, int *to_many);
} el_eval_source;

typedef enum el_eval_mode { EL_EVAL_MEMORY = 0, EL_EVAL_STORE = 1 } el_eval_mode;
typedef enum el_truth { EL_FALSE = 0, EL_TRUE = 1, EL_UNKNOWN = 2 } el_truth;

/** Evaluates @p p for @p self without a database.  Memory mode is two-valued (nil is a value), store mode
 *  three-valued as SQL.
 *  @param source may be NULL when no value is an object.
 *  @return EL_OK, or EL_EPREDICATE with the kind as code (to-many-needs-modifier, type-mismatch, unknown-key, unbound,
 *  between-needs-array, between-arity, in-needs-collection, any-all-needs-collection, not-a-collection, bad-regex,
 *  index-out-of-range, unsupported-…), its word (key, variable, construct) as first argument, and the byte range. */
int el_predicate_evaluate(el_truth *out, const el_predicate *p, const el_value *self, const el_eval_source *source,
                          el_eval_mode mode, el_error *err);

/** One condition of a predicate, and what it is for one object. */
typedef struct el_reason {
    el_truth truth;
    int depth;                /**< 0: the whole predicate; members of AND, OR and NOT lie one deeper */
    size_t start, end;        /**< bytes of the format */
    const char *text;         /**< the condition */
    const char *left, *right; /**< what the sides of a comparison are for the object; NULL for AND, OR, NOT */
    const char *problem;      /**< why it could not be evaluated, or NULL */
} el_reason;
typedef struct el_reasons {
    el_truth truth;           /**< of the whole; EL_UNKNOWN where a part could not be evaluated and the others do not decide */
    el_reason *items; size_t n; /**< in the order of the text, each before its members */
    struct el_arena *arena;
} el_reasons;
/** Why @p self does or does not satisfy @p p: the truth of every condition, each evaluated by itself.
 *  Free with el_reasons_free. */
int el_predicate_explain_object(el_reasons **out, const el_predicate *p, const el_value *self, const el_eval_source *source,
                                el_eval_mode mode);
void el_reasons_free(el_reasons *reasons);

/** Checks names and types against @p entity: unknown keys with the nearest names, to-many used as a value,
 *  type mismatch, BETWEEN arity, unsupported constructs.  Fills up to @p max_errs errors.
 *  @return EL_OK or EL_EPREDICATE. */
int el_predicate_check(const el_predicate *p, const el_entity *entity, el_error *errs, size_t max_errs, size_t *nerrs);
/** What is right but may surprise: tests that leave out nil, quoted placeholders, SQL wildcards, attributes that ECD never
 *  stores, constructs that an app could not run, tests that are never true.  Each is an el_error with status EL_OK, its
 *  range, and often a repair.  @return how many were written (up to @p max). */
size_t el_predicate_remarks(const el_predicate *p, const el_entity *entity, el_error *remarks, size_t max);

/** What a token is, for a highlighter. */
typedef enum el_token_kind {
    EL_TOKEN_KEYWORD, EL_TOKEN_OPERATOR, EL_TOKEN_NUMBER, EL_TOKEN_STRING, EL_TOKEN_KEY, EL_TOKEN_FUNCTION,
    EL_TOKEN_VARIABLE, EL_TOKEN_ARGUMENT, EL_TOKEN_COLLECTION_OPERATOR, EL_TOKEN_PUNCTUATION, EL_TOKEN_OPTION, EL_TOKEN_ERROR
} el_token_kind;
typedef struct el_token { el_token_kind kind; size_t start, end; } el_token;
/** Tokens of @p text, errors included; free with el_tokens_free. */
size_t el_predicate_tokens(el_token **out, const char *text, size_t n);
void el_tokens_free(el_token *tokens);

typedef enum el_completion_kind {
    EL_COMPLETE_ATTRIBUTE, EL_COMPLETE_TO_ONE, EL_COMPLETE_TO_MANY, EL_COMPLETE_OPERATOR, EL_COMPLETE_COLLECTION_OPERATOR,
    EL_COMPLETE_FUNCTION, EL_COMPLETE_KEYWORD, EL_COMPLETE_VARIABLE, EL_COMPLETE_VALUE
} el_completion_kind;
typedef struct el_completion {
    el_completion_kind kind;
    const char *text;   /**< what to insert */
    const char *detail; /**< type or argument help */
    const char *help;   /**< one line */
} el_completion;
typedef struct el_completions {
    el_completion *items; size_t n;
    size_t replace_start, replace_end; /**< bytes that the chosen text replaces */
    struct el_arena *arena;
} el_completions;
/** What may come at byte @p offset.  Free with el_completions_free. */
int el_predicate_complete(el_completions **out, const char *text, size_t n, size_t offset, const el_entity *entity);
void el_completions_free(el_completions *c);

#ifdef __cplusplus
}
#endif
#endif
