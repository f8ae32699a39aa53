/* SPDX-License-Identifier: MIT */
/* ECD's ways by their short names (guide/format.md, "What ECD answers differently"), found in a predicate's text. */
#include "query/explain.h"

#include "base/arena.h"

#include <string.h>

static const struct { const char *code, *text; } texts[] = {
    {"column-comparison-is-equality", "with a key path on the right ECD tests for equality, whatever the operator; two nil values count as equal"},
    {"decimal-as-text", "ECD compares the text of a decimal with a number: == and < never hold, > and != always do"},
    {"matches-anywhere", "ECD takes a match anywhere in the text, and never minds case"},
    {"one-join-per-path", "ECD joins a path once, so that one and the same member must satisfy every ANY over it"},
    {"none-over-members", "in ECD NONE and NOT ANY hold if some member fails the test, and do not hold if there is no member"},
    {"all-means-any", "ECD reads ALL as ANY"},
    {"path-ends-at-owner", "for a path that ends in a relationship ECD compares the object before the last step"},
    {"distinct-loses-entity", "a join makes ECD's result DISTINCT, and objects of sub-entities come back as the fetched entity"},
    {"folding-of-lists", "ECD does not fold the members of an array argument"},
    {"unnormalised-text", "ECD folds letters and marks by CoreFoundation's rules, which leave composed and decomposed text different"},
    {"length-in-code-points", "ECD's length counts code points, not UTF-16 units"},
    {"object-by-key-alone", "ECD compares an object by its number alone, so that an object of another entity matches"},
    {"constant-on-the-left", "ECD decorates a constant string on the left like a pattern, and it never matches"},
    {"unbindable-constant", "ECD binds NULL for data, UUID and URL arguments"},
    {"escaped-wildcard", "ECD turns \\% and \\_ of a LIKE pattern into SQL's wildcards"},
    {"invisible-type", "ECD does not find rows whose type is NULL or of the other word size"},
    {"empty-pattern-matches-all", "in ECD every text contains, begins with and ends with the empty text"},
    {"nil-with-any-operator", "with nil on the right ECD tests for nil, whatever the operator"},
    {"case-sensitive-like-since-3.2", "the ECD that wrote this store did not mind ASCII case in LIKE and its kin"},
    {"offset-without-limit", "ECD writes OFFSET without LIMIT, which is an SQL error"},
    {"unknown-key", "ECD passes the key on to the database, which has no such column"},
    {"one-to-many-compared", "ECD asks for a column that a one-to-many relationship does not have"},
    {"nested-length", "length behind a relationship is an SQL error in ECD"},
    {"unsupported-expression", "ECD raises an exception at arithmetic, functions, SUBQUERY, TERNARY, variables and sets"},
    {"between-literal", "BETWEEN with a list written in the text crashes ECD; an array argument works"},
    {"key-in-text", "ECD's SQL for a key IN a text is an error"},
    {"self-with-join", "SELF together with a joined path is ambiguous in ECD's SQL"},
    {"reserved-word", "a property called like a word of SQL cannot be read by ECD, which does not quote"},
    {"too-many-members", "the list has more members than ECD's SQLite has parameters"},
    {"other-aggregate", "of the collection operators ECD knows @count, and @sum where it stands alone"},
    {"sort-on-count", "sorting by a collection operator is a syntax error in ECD"},
    {"other", "the answers differ for a reason that has no name here"},
};

const char *el__reason_text(const char *code)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(texts[i].code, code))
            return texts[i].text;
    return "";
}

typedef struct finder {
    el__reasons *out;
    el_arena *arena;
    const el_entity *entity;
    size_t room;
    const el_pred **joined; size_t njoined; /* comparisons over to-many paths */
} finder;

static void add(finder *f, const char *code, const el_pred *node, int negated)
{
    if (f->out->n == f->room) {
        f->room = f->room ? f->room * 2 : 8;
        el__reason *grown = el_arena_array(f->arena, f->room, sizeof *grown);
        if (f->out->n)
            memcpy(grown, f->out->items, f->out->n * sizeof *grown);
        f->out->items = grown;
    }
    f->out->items[f->out->n++] = (el__reason){code, node, negated};
}

/* The property that a key path ends in. */
static void end_of_path(const el_entity *entity, const el_expr *e, const el_attribute **a, const el_relationship **r, int *to_many)
{
    *a = NULL;
    *r = NULL;
    *to_many = 0;
    for (size_t i = 0; e->kind == EL_EXPR_KEY && i < e->nsteps && entity; i++) {
        *r = el_entity_relationship(entity, e->steps[i].name);
        *a = *r ? NULL : el_entity_attribute(entity, e->steps[i].name);
        *to_many |= *r && (*r)->to_many;
        entity = *r ? (*r)->destination : NULL;
    }
}

static int is_string(const el_expr *e)
{
    return e->kind == EL_EXPR_CONST && e->value.kind == EL_STRING;
}

static int is_text_operator(el_op op)
{
    return op == EL_OP_CONTAINS || op == EL_OP_BEGINSWITH || op == EL_OP_ENDSWITH || op == EL_OP_LIKE;
}

static int has_escaped_wildcard(const el_value *v)
{
    for (size_t i = 0; i + 1 < v->u.text.n; i++)
        if (v->u.text.s[i] == '\\' && (v->u.text.s[i + 1] == '%' || v->u.text.s[i + 1] == '_'))
            return 1;
    return 0;
}

static void look_at_constant(finder *f, const el_pred *p, int negated)
{
    const el_value *v = &p->right->value;
    if (p->right->kind != EL_EXPR_CONST)
        return;
    int search = is_text_operator(p->op) && p->op != EL_OP_LIKE;
    if (v->kind == EL_NULL && p->op != EL_OP_EQ && p->op != EL_OP_NE)
        add(f, "nil-with-any-operator", p, negated);
    if (v->kind == EL_DATA || v->kind == EL_UUID || v->kind == EL_URL)
        add(f, "unbindable-constant", p, negated);
    if (search && v->kind == EL_STRING && !v->u.text.n)
        add(f, "empty-pattern-matches-all", p, negated);
    if (p->op == EL_OP_LIKE && v->kind == EL_STRING && has_escaped_wildcard(v))
        add(f, "escaped-wildcard", p, negated);
    if ((v->kind == EL_LIST || v->kind == EL_SET) && p->options)
        add(f, "folding-of-lists", p, negated);
    int object = v->kind == EL_OBJECT;
    for (size_t i = 0; (v->kind == EL_LIST || v->kind == EL_SET) && i < v->u.list.n; i++)
        object |= v->u.list.items[i].kind == EL_OBJECT;
    if (object)
        add(f, "object-by-key-alone", p, negated);
}

static void look_at_path(finder *f, const el_pred *p, const el_expr *e, int negated)
{
    const el_attribute *a;
    const el_relationship *r;
    int to_many;
    end_of_path(f->entity, e, &a, &r, &to_many);
    if (r && e->nsteps > 1)
        add(f, "path-ends-at-owner", p, negated);
    if (a && a->type == EL_TYPE_DECIMAL)
        add(f, "decimal-as-text", p, negated);
    if (e->kind == EL_EXPR_KEY && e->nsteps > 1 && !strcmp(e->steps[e->nsteps - 1].name, "length"))
        add(f, "length-in-code-points", p, negated);
}

static int same_start(const el_pred *a, const el_pred *b)
{
    return a->left->kind == EL_EXPR_KEY && b->left->kind == EL_EXPR_KEY && !strcmp(a->left->steps[0].name, b->left->steps[0].name);
}

static void look_at_join(finder *f, const el_pred *p, const el_pred *root)
{
    const el_attribute *a;
    const el_relationship *r;
    int to_many;
    end_of_path(f->entity, p->left, &a, &r, &to_many);
    if (!to_many)
        return;
    for (size_t i = 0; i < f->njoined; i++)
        if (same_start(f->joined[i], p))
            add(f, "one-join-per-path", root, 0);
    const el_pred **grown = el_arena_array(f->arena, f->njoined + 1, sizeof *grown);
    if (f->njoined)
        memcpy(grown, f->joined, f->njoined * sizeof *grown);
    grown[f->njoined++] = p;
    f->joined = grown;
}

static void look_at_comparison(finder *f, const el_pred *p, const el_pred *root, int negated)
{
    int key_at_right = p->right->kind == EL_EXPR_KEY || p->right->kind == EL_EXPR_SELF;
    if (p->modifier == EL_MOD_ALL)
        add(f, "all-means-any", p, negated);
    if (p->modifier == EL_MOD_ANY && negated)
        add(f, "none-over-members", p, negated);
    if (p->op == EL_OP_MATCHES)
        add(f, "matches-anywhere", p, negated);
    if (is_string(p->left) && (p->op == EL_OP_IN || is_text_operator(p->op)))
        add(f, "constant-on-the-left", p, negated);
    else if (key_at_right)
        add(f, "column-comparison-is-equality", p, negated);
    look_at_constant(f, p, negated);
    look_at_path(f, p, p->left, negated);
    if (p->right->kind == EL_EXPR_KEY)
        look_at_path(f, p, p->right, negated);
    if (p->options)
        add(f, "unnormalised-text", p, negated);
    look_at_join(f, p, root);
}

static void visit(finder *f, const el_pred *p, const el_pred *root, int negated)
{
    if (p->kind == EL_PRED_COMPARE)
        look_at_comparison(f, p, root, negated);
    for (size_t i = 0; i < p->nitems; i++)
        visit(f, p->items[i], root, negated ^ (p->kind == EL_PRED_NOT));
}

void el__reasons_of_answer(el__reasons *out, el_arena *arena, el_store *store, const el_entity *entity, const el_pred *p)
{
    (void)store;
    memset(out, 0, sizeof *out);
    finder f = {.out = out, .arena = arena, .entity = entity};
    if (p)
        visit(&f, p, p, 0);
    if (el_entity_in_hierarchy(entity))
        add(&f, "invisible-type", NULL, 0);
}

/* --- errors --- */

static int any_comparison(const el_pred *p, int (*is)(const el_ecd_request *, const el_pred *), const el_ecd_request *q)
{
    if (!p)
        return 0;
    if (p->kind == EL_PRED_COMPARE && is(q, p))
        return 1;
    for (size_t i = 0; i < p->nitems; i++)
        if (any_comparison(p->items[i], is, q))
            return 1;
    return 0;
}

static int compares_one_to_many(const el_ecd_request *q, const el_pred *p)
{
    for (int side = 0; side < 2; side++) {
        const el_expr *e = side ? p->right : p->left;
        const el_relationship *r = e->kind == EL_EXPR_KEY && e->nsteps == 1 ? el_entity_relationship(q->entity, e->steps[0].name) : NULL;
        if (r && r->to_many && !el_relationship_is_many_to_many(r))
            return 1;
    }
    return 0;
}

static int has_step(const el_expr *e, const char *name, size_t least)
{
    for (size_t i = least; e->kind == EL_EXPR_KEY && i < e->nsteps; i++)
        if (!strcmp(e->steps[i].name, name))
            return 1;
    return 0;
}

static int takes_nested_length(const el_ecd_request *q, const el_pred *p)
{
    (void)q;
    return has_step(p->left, "length", 2) || has_step(p->right, "length", 2);
}

static int aggregates(const el_ecd_request *q, const el_pred *p)
{
    (void)q;
    static const char *const names[] = {"@sum", "@avg", "@min", "@max", "@distinctUnionOfObjects", "@unionOfObjects"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (has_step(p->left, names[i], 0) || has_step(p->right, names[i], 0))
            return 1;
    return 0;
}

static int key_in_text(const el_ecd_request *q, const el_pred *p)
{
    (void)q;
    return p->op == EL_OP_IN && is_string(p->right);
}

static int names_self(const el_ecd_request *q, const el_pred *p)
{
    (void)q;
    return p->left->kind == EL_EXPR_SELF || p->right->kind == EL_EXPR_SELF;
}

static int sorts_by_operator(const el_ecd_request *q)
{
    for (size_t i = 0; i < q->nsorts; i++)
        if (strchr(q->sorts[i].key, '@'))
            return 1;
    return 0;
}

const char *el__reason_of_error(const el_ecd_request *q, const el_ecd_statement *s, const char *message)
{
    if (s->outcome == EL_ECD_CRASHES)
        return "between-literal";
    if (s->outcome == EL_ECD_RAISES)
        return "unsupported-expression";
    if (q->offset > 0 && q->limit <= 0)
        return "offset-without-limit";
    if (sorts_by_operator(q))
        return "sort-on-count";
    if (strstr(message, "too many SQL variables"))
        return "too-many-members";
    if (any_comparison(q->predicate, key_in_text, q))
        return "key-in-text";
    if (any_comparison(q->predicate, aggregates, q))
        return "other-aggregate";
    if (any_comparison(q->predicate, takes_nested_length, q))
        return "nested-length";
    if (strstr(message, "ambiguous") && any_comparison(q->predicate, names_self, q))
        return "self-with-join";
    if (any_comparison(q->predicate, compares_one_to_many, q))
        return "one-to-many-compared";
    if (strstr(message, "no such column"))
        return "unknown-key";
    return strstr(message, "syntax error") ? "reserved-word" : NULL;
}
