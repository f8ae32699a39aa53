/* SPDX-License-Identifier: MIT */
/* Remarks: predicates that are right but may not mean what somebody thinks, or that an app could not run. */
#include "predicate/check.h"

#include "base/arena.h"
#include "base/buf.h"
#include "predicate/ast_values.h"

#include <string.h>

typedef struct remarks {
    el_checker check;            /* complaints land here, as warnings */
    const el_pred *group;        /* the AND or OR around */
} remarks;

static int is_nil(const el_expr *e)
{
    return e->kind == EL_EXPR_CONST && e->value.kind == EL_NULL;
}

static int is_string(const el_expr *e)
{
    return e->kind == EL_EXPR_CONST && e->value.kind == EL_STRING;
}

static int is_path(const el_expr *e)
{
    return e->kind == EL_EXPR_KEY || (e->kind == EL_EXPR_PATH && e->operand->kind == EL_EXPR_VAR);
}

/* The entity that a path starts from: the fetch entity, or the member of a subquery. */
static const el_entity *path_start(const remarks *r, const el_expr *e)
{
    if (e->kind == EL_EXPR_KEY)
        return r->check.entity;
    for (const el_member *m = r->check.members; m; m = m->outer)
        if (!strcmp(m->name, e->operand->name))
            return m->type.entity;
    return NULL;
}

typedef struct path_facts {
    int may_be_nil, to_many_steps, has_operator;
    const el_attribute *attribute; /* at the end */
    const el_entity *destination;  /* of a relationship at the end */
} path_facts;

static path_facts facts_of(const remarks *r, const el_expr *e)
{
    path_facts f = {0, 0, 0, NULL, NULL};
    const el_entity *entity = is_path(e) ? path_start(r, e) : NULL;
    for (size_t i = 0; entity && i < e->nsteps && !f.attribute; i++) {
        const el_relationship *rel;
        if (e->steps[i].name[0] == '@')
            f.has_operator = 1;
        if (!el__key_exists(entity, e->steps[i].name, &f.attribute, &rel))
            break;
        f.may_be_nil |= f.attribute ? f.attribute->optional : !rel->to_many && rel->optional;
        f.to_many_steps += rel && rel->to_many;
        entity = rel ? rel->destination : NULL;
        f.destination = entity;
    }
    return f;
}

static const char *form(remarks *r, const el_expr *e)
{
    el_buf text = {0};
    el__normal_expr(&text, e);
    const char *copy = el_arena_strndup(r->check.arena, el_buf_str(&text), text.len);
    el_buf_free(&text);
    return copy;
}

/* True when the group around already says what happens to nil. */
static int nil_considered(remarks *r, const el_expr *e)
{
    const char *path = form(r, e);
    for (size_t i = 0; r->group && i < r->group->nitems; i++) {
        const el_pred *p = r->group->items[i];
        if (p->kind == EL_PRED_COMPARE && is_nil(p->right) && is_path(p->left) && !strcmp(form(r, p->left), path))
            return 1;
    }
    return 0;
}

static int direct_test(const el_pred *p)
{
    return p->kind == EL_PRED_COMPARE && p->modifier == EL_MOD_DIRECT && is_path(p->left) && !is_nil(p->right);
}

/* `p` is x != c or NOT (x …): objects whose x is nil are not among the answers. */
static void nil_rows(remarks *r, const el_pred *p, const el_pred *test)
{
    path_facts f = facts_of(r, test->left);
    if (!f.may_be_nil || f.to_many_steps || nil_considered(r, test->left))
        return;
    const char *path = el__source(&r->check, test->left->range), *text = el__source(&r->check, p->range);
    el__complain(&r->check, p->range, "nil-not-returned", NULL, "Objects whose %s is nil are not returned by this test.", path);
    el__complain_hint(&r->check, "In memory an app gets them. To get them here, too, ask for nil as well.");
    el__complain_repair(&r->check, "(%s == nil OR %s)", path, text);
}

static void string_remarks(remarks *r, const el_pred *p)
{
    const el_expr *e = p->right;
    if (!is_string(e))
        return;
    const char *s = e->value.u.text.s;
    size_t n = e->value.u.text.n;
    int spelt = e->range.start < r->check.p->length && r->check.p->text[e->range.start] != '%';
    if (spelt && n == 2 && s[0] == '%' && strchr("@Kdfsiu", s[1])) {
        el__complain(&r->check, e->range, "quoted-placeholder", NULL, "In quotes %.2s is plain text and takes no argument.", s);
        el__complain_hint(&r->check, "Remove the quotes if an argument is meant.");
        el__complain_repair(&r->check, "%.2s", s);
    } else if (p->op == EL_OP_LIKE && n && memchr(s, '%', n) && !memchr(s, '*', n)) {
        el__complain(&r->check, e->range, "sql-wildcard", NULL, "In LIKE the character %% means itself.");
        el__complain_hint(&r->check, "The wildcards are * (any text) and ? (one character).");
        char *copy = el_arena_strdup(r->check.arena, el__source(&r->check, e->range));
        for (char *c = copy; *c; c++)
            *c = *c == '%' ? '*' : *c;
        if (spelt)
            el__complain_repair(&r->check, "%s", copy);
    } else if (!n && (p->op == EL_OP_CONTAINS || p->op == EL_OP_BEGINSWITH || p->op == EL_OP_ENDSWITH)) {
        el__complain(&r->check, e->range, "empty-text", NULL, "No text contains, begins or ends with the empty text: this is never true.");
    }
}

static void attribute_remarks(remarks *r, const el_expr *e, const path_facts *f)
{
    if (f->attribute && (f->attribute->type == EL_TYPE_UUID || f->attribute->type == EL_TYPE_URI))
        el__complain(&r->check, e->range, "not-stored-by-ecd", f->attribute->name,
                     "ECD never stores %s attributes: in its stores %s is always nil.", el_attribute_type_name(f->attribute->type),
                     f->attribute->name);
    if (f->to_many_steps > 1)
        el__complain(&r->check, e->range, "several-to-many-steps", NULL,
                     "An app on Core Data's own SQLite store cannot ask along several to-many relationships at once.");
}

/* An object of another hierarchy never equals. */
static void object_remarks(remarks *r, const el_expr *path, const path_facts *f, const el_expr *other)
{
    if (other->kind != EL_EXPR_CONST || other->value.kind != EL_OBJECT || !f->destination || !other->value.u.object.entity)
        return;
    const el_entity *given = el_model_entity(f->destination->model, other->value.u.object.entity);
    if (given && given->root != f->destination->root)
        el__complain(&r->check, other->range, "never-equal", NULL, "%s leads to %s, and the object is a %s: they are never equal.",
                     el__source(&r->check, path->range), f->destination->name, given->name);
}

static void bounds_remarks(remarks *r, const el_pred *p)
{
    if (p->op != EL_OP_BETWEEN || p->right->kind != EL_EXPR_LIST || p->right->nitems != 2)
        return;
    const el_expr *low = p->right->items[0], *high = p->right->items[1];
    el_type a = el__value_type(&low->value), b = el__value_type(&high->value);
    if (low->kind != EL_EXPR_CONST || high->kind != EL_EXPR_CONST || a.kind != EL_T_NUMBER || b.kind != EL_T_NUMBER ||
        el_number_compare(&low->value, &high->value, NULL) <= 0)
        return;
    const char *x = el__source(&r->check, low->range), *y = el__source(&r->check, high->range);
    el__complain(&r->check, p->right->range, "reversed-bounds", NULL, "The lower bound is greater than the upper one: this is never true.");
    el__complain_repair(&r->check, "{%s, %s}", y, x);
}

static void visit(remarks *r, const el_pred *p);

static void visit_expr(remarks *r, const el_expr *e)
{
    if (e->operand)
        visit_expr(r, e->operand);
    if (e->index)
        visit_expr(r, e->index);
    for (size_t i = 0; i < e->nitems; i++)
        visit_expr(r, e->items[i]);
    if (!e->pred)
        return;
    const el_pred *group = r->group;
    r->group = NULL;
    el_member member = {e->name, el__plain_type(EL_T_UNKNOWN), r->check.members};
    if (e->kind == EL_EXPR_SUBQUERY) {
        member.type.entity = facts_of(r, e->operand).destination;
        r->check.members = &member;
    }
    visit(r, e->pred);
    r->check.members = member.outer;
    r->group = group;
}

static void visit_comparison(remarks *r, const el_pred *p)
{
    const el_expr *sides[2] = {p->left, p->right};
    for (int i = 0; i < 2; i++) {
        path_facts f = facts_of(r, sides[i]);
        visit_expr(r, sides[i]);
        attribute_remarks(r, sides[i], &f);
        object_remarks(r, sides[i], &f, sides[1 - i]);
    }
    if (p->modifier == EL_MOD_ALL)
        el__complain(&r->check, p->range, "all-unsupported-by-apple", NULL, "An app on Core Data's own SQLite store cannot use ALL.");
    if (direct_test(p) && p->op == EL_OP_NE)
        nil_rows(r, p, p);
    string_remarks(r, p);
    bounds_remarks(r, p);
}

static void visit(remarks *r, const el_pred *p)
{
    const el_pred *group = r->group;
    if (p->kind == EL_PRED_COMPARE) {
        visit_comparison(r, p);
        return;
    }
    if (p->kind == EL_PRED_NOT && direct_test(p->items[0]) && p->items[0]->op != EL_OP_NE)
        nil_rows(r, p, p->items[0]);
    if (p->kind == EL_PRED_AND || p->kind == EL_PRED_OR)
        r->group = p;
    for (size_t i = 0; i < p->nitems; i++)
        visit(r, p->items[i]);
    r->group = group;
}

size_t el_predicate_remarks(const el_predicate *p, const el_entity *entity, el_error *remarks_out, size_t max)
{
    remarks r = {.check = {.p = p, .entity = entity, .errs = remarks_out, .max = remarks_out ? max : 0, .warnings = 1}};
    r.check.arena = el_arena_new();
    visit(&r, p->root);
    el_arena_free(r.check.arena);
    return r.check.n < r.check.max ? r.check.n : r.check.max;
}
