/* SPDX-License-Identifier: MIT */
#include "query/request.h"

#include "base/arena.h"
#include "predicate/check.h"
#include "sqlite/api.h"

#include <stdlib.h>
#include <string.h>

int el__find_entity(const el_entity **out, el_store *store, const char *name, el_error *err)
{
    const el_model *model = el_store_model(store);
    *out = name ? el_model_entity(model, name) : NULL;
    if (*out)
        return EL_OK;
    int status = el_error_set(err, EL_ENOTFOUND, "no-such-entity", "the model has no entity named \"%.100s\"", name ? name : "");
    el_error_arg(err, "%s", name ? name : "");
    el_error_hint(err, "Run 'entitylens entities' to see the names.");
    size_t best = 3;
    for (size_t i = 0; name && i < model->nentities; i++) {
        size_t distance = el__edit_distance(model->entities[i]->name, name, best);
        if (distance < best) {
            best = distance;
            el_error_hint(err, "Did you mean %s?", model->entities[i]->name);
        }
    }
    return status;
}

void el__request_keep(el__request *r, el_predicate *p)
{
    if (r->nparsed == r->parsed_room) {
        r->parsed_room = r->parsed_room ? r->parsed_room * 2 : 4;
        r->parsed = el_xrealloc(r->parsed, r->parsed_room * sizeof *r->parsed);
    }
    r->parsed[r->nparsed++] = p;
}

int el__request_begin(el__request *r, el_store *store, const el_fetch_request *given, el_error *err)
{
    memset(r, 0, sizeof *r);
    r->store = store;
    r->given = given;
    r->err = err;
    r->arena = el_arena_new();
    int status = el__find_entity(&r->entity, store, given->entity, err);
    if (status)
        return status;
    if (given->where) {
        el_predicate *p;
        size_t n;
        status = el_predicate_parse(&p, given->where, strlen(given->where), given->args, given->nargs, err, err ? 1 : 0, &n);
        if (status)
            return status;
        el__request_keep(r, p);
        r->where = p;
        status = el_predicate_check(p, r->entity, err, err ? 1 : 0, &n);
        if (status)
            return status;
    }
    status = el_translation_begin(&r->t, r->arena, store, r->entity, given->no_subentities, err);
    if (status)
        return status;
    r->where_sql = el_translate_where(&r->t, r->where ? r->where->root : NULL);
    return r->t.status;
}

void el__request_end(el__request *r)
{
    for (size_t i = 0; i < r->nparsed; i++)
        el_predicate_free(r->parsed[i]);
    free(r->parsed);
    el_arena_free(r->arena);
    memset(r, 0, sizeof *r);
}

int el__request_expression(el__request *r, const char *text, const char *what, const el_expr **out)
{
    /* The language has no bare expressions, so one side of a comparison is borrowed. */
    el_buf b = {0};
    el_buf_printf(&b, "%s\n== 0", text);
    el_predicate *p;
    size_t n;
    el_error first;
    el_error_clear(&first);
    int status = el_predicate_parse(&p, el_buf_str(&b), b.len, NULL, 0, &first, 1, &n);
    size_t length = strlen(text);
    el_buf_free(&b);
    if (!status)
        el__request_keep(r, p);
    const el_pred *root = status ? NULL : p->root;
    if (!root || root->kind != EL_PRED_COMPARE || root->op != EL_OP_EQ || root->options || root->modifier != EL_MOD_DIRECT ||
        root->op_range.start <= length) {
        status = el_error_set(r->err, EL_EPARSE, "bad-expression", "%s \"%.200s\" is no expression", what, text);
        el_error_hint(r->err, "Give a key path such as author.name, or an aggregate such as count:(title).");
        return status;
    }
    *out = root->left;
    return EL_OK;
}

const char *el__request_from(el__request *r, const char *condition)
{
    el_buf b = {0};
    int all = !strcmp(r->where_sql, "1");
    el_buf_printf(&b, "FROM %s", el_translation_from(&r->t));
    if (!all || condition)
        el_buf_printf(&b, " WHERE %s%s%s", all ? "" : r->where_sql, !all && condition ? " AND " : "", condition ? condition : "");
    const char *sql = el_arena_strdup(r->arena, el_buf_str(&b));
    el_buf_free(&b);
    return sql;
}

el_attribute_type el__decode_type(const el_operand *o)
{
    if (o->attribute)
        return o->attribute->type;
    switch (o->type) {
    case EL_SQL_BOOL: return EL_TYPE_BOOLEAN;
    case EL_SQL_DECIMAL: return EL_TYPE_DECIMAL;
    case EL_SQL_STRING: return EL_TYPE_STRING;
    case EL_SQL_DATE: return EL_TYPE_DATE;
    case EL_SQL_DATA: return EL_TYPE_BINARY;
    case EL_SQL_UUID: return EL_TYPE_UUID;
    case EL_SQL_URL: return EL_TYPE_URI;
    default: return EL_TYPE_UNDEFINED;
    }
}
