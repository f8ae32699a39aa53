/* SPDX-License-Identifier: MIT */
/* What may stand at the cursor. */
#include "predicate/complete.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_ITEMS = 500 };

typedef struct offer {
    el_completions *out;
    el_cursor_context *c;
    size_t room;
    int pass; /* 0: names that begin as typed, 1: names that hold it elsewhere */
} offer;

static int holds(const char *name, const char *typed, size_t n)
{
    for (const char *s = name; *s; s++)
        if (!strncasecmp(s, typed, n))
            return 1;
    return 0;
}

static int wanted(const offer *o, const char *name)
{
    const char *typed = o->c->typed;
    size_t n = o->c->typed_length;
    int begins = !strncasecmp(name, typed, n);
    return o->pass == 0 ? begins : !begins && n > 1 && holds(name, typed, n);
}

static void add(offer *o, el_completion_kind kind, const char *name, const char *text, const char *detail, const char *help)
{
    el_completions *out = o->out;
    if (!wanted(o, name) || out->n == MOST_ITEMS)
        return;
    if (out->n == o->room) {
        o->room = o->room ? o->room * 2 : 32;
        el_completion *fresh = el_arena_array(out->arena, o->room, sizeof *fresh);
        if (out->n)
            memcpy(fresh, out->items, out->n * sizeof *fresh);
        out->items = fresh;
    }
    out->items[out->n++] = (el_completion){kind, text, detail, help};
}

static const char *key_text(offer *o, const char *name)
{
    int hash = el__needs_hash(name, strlen(name)) && strcasecmp(name, "FIRST") && strcasecmp(name, "LAST") && strcasecmp(name, "SIZE");
    return hash || o->c->text[o->c->replace_start] == '#' ? el_arena_printf(o->out->arena, "#%s", name)
                                                          : el_arena_strdup(o->out->arena, name);
}

static void add_attribute(offer *o, const el_attribute *a)
{
    if (a->transient || !wanted(o, a->name) || !el__is_identifier(a->name, strlen(a->name)))
        return;
    add(o, EL_COMPLETE_ATTRIBUTE, a->name, key_text(o, a->name), el_attribute_type_name(a->type),
        el_arena_printf(o->out->arena, "%s attribute of %s%s", el_attribute_type_name(a->type), a->owner->name,
                        a->optional ? ", may be nil" : ""));
}

static void add_relationship(offer *o, const el_relationship *r)
{
    if (!wanted(o, r->name) || !el__is_identifier(r->name, strlen(r->name)))
        return;
    const char *to = r->destination ? r->destination->name : r->destination_name ? r->destination_name : "?";
    add(o, r->to_many ? EL_COMPLETE_TO_MANY : EL_COMPLETE_TO_ONE, r->name, key_text(o, r->name),
        el_arena_printf(o->out->arena, r->to_many ? "many %s" : "%s", to),
        el_arena_printf(o->out->arena, r->to_many ? "to-many from %s to %s" : "to-one from %s to %s", r->owner->name, to));
}

static void add_own_keys(offer *o, const el_entity *e)
{
    for (size_t i = 0; i < e->nattributes; i++)
        add_attribute(o, e->attributes[i]);
    for (size_t i = 0; i < e->nrelationships; i++)
        add_relationship(o, e->relationships[i]);
    for (size_t i = 0; i < e->nchildren; i++)
        add_own_keys(o, e->children[i]);
}

/* Keys of the entity, inherited ones first, and those that only sub-entities have. */
static void add_keys(offer *o, const el_entity *e)
{
    if (!e)
        return;
    for (size_t i = 0; i < e->nall_attributes; i++)
        add_attribute(o, e->all_attributes[i]);
    for (size_t i = 0; i < e->nall_relationships; i++)
        add_relationship(o, e->all_relationships[i]);
    for (size_t i = 0; i < e->nchildren; i++)
        add_own_keys(o, e->children[i]);
}

typedef struct word_row {
    el_completion_kind kind;
    const char *text, *detail, *help;
} word_row;

static void add_rows(offer *o, const word_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add(o, rows[i].kind, rows[i].text, rows[i].text, rows[i].detail, rows[i].help);
}
#define ADD_ROWS(o, rows) add_rows(o, rows, sizeof rows / sizeof *rows)

static void add_collection_operators(offer *o)
{
    static const word_row rows[] = {
        {EL_COMPLETE_COLLECTION_OPERATOR, "@count", "number", "Number of members."},
        {EL_COMPLETE_COLLECTION_OPERATOR, "@sum", "number", "Total of a key of the members: items.@sum.price"},
        {EL_COMPLETE_COLLECTION_OPERATOR, "@avg", "number", "Mean of a key of the members: items.@avg.price"},
        {EL_COMPLETE_COLLECTION_OPERATOR, "@min", "value", "Smallest value of a key of the members."},
        {EL_COMPLETE_COLLECTION_OPERATOR, "@max", "value", "Largest value of a key of the members."},
        {EL_COMPLETE_COLLECTION_OPERATOR, "@distinctUnionOfObjects", "list", "Different values of a key of the members; with .@count behind."},
        {EL_COMPLETE_COLLECTION_OPERATOR, "@unionOfObjects", "list", "Values of a key of the members; with .@count behind."},
    };
    ADD_ROWS(o, rows);
}

static void add_functions(offer *o)
{
    for (int fn = 0; fn < EL_FN_CAST; fn++) {
        const el_function_info *info = el__function_info((el_function)fn);
        if (info->infix || fn == EL_FN_DISTANCE || !wanted(o, info->name))
            continue;
        add(o, EL_COMPLETE_FUNCTION, info->name, el_arena_printf(o->out->arena, info->max ? "%s(" : "%s()", info->name),
            info->signature, info->help);
    }
    static const word_row rows[] = {
        {EL_COMPLETE_FUNCTION, "SUBQUERY(", "SUBQUERY(collection, $x, condition)", "The members that satisfy a condition; with .@count behind."},
        {EL_COMPLETE_FUNCTION, "CAST(", "CAST(x, \"type\")", "x as NSNumber, NSDate, NSString or NSDecimalNumber."},
        {EL_COMPLETE_FUNCTION, "TERNARY(", "TERNARY(condition, a, b)", "a where the condition holds, else b."},
    };
    ADD_ROWS(o, rows);
}

static void add_variables(offer *o, const el_entity *entity)
{
    for (const el_level *l = o->c->level; l; l = l->outer) {
        if (l->word != EL_W_SUBQUERY || !l->variable || l->argument < 2)
            continue;
        const char *text = el_arena_printf(o->out->arena, "$%s", l->variable);
        el_type member = el__cursor_member(o->c, entity, l);
        add(o, EL_COMPLETE_VARIABLE, text, text, member.entity ? el_arena_strdup(o->out->arena, member.entity->name) : "member",
            "The member of the collection that is looked at.");
    }
}

static void add_condition_words(offer *o)
{
    static const word_row rows[] = {
        {EL_COMPLETE_KEYWORD, "NOT", "NOT condition", "The opposite of a condition."},
        {EL_COMPLETE_KEYWORD, "ANY", "ANY path operator value", "Some member satisfies the comparison."},
        {EL_COMPLETE_KEYWORD, "ALL", "ALL path operator value", "Each member satisfies the comparison."},
        {EL_COMPLETE_KEYWORD, "NONE", "NONE path operator value", "No member satisfies the comparison."},
        {EL_COMPLETE_KEYWORD, "SELF", "object", "The object itself."},
        {EL_COMPLETE_KEYWORD, "TRUEPREDICATE", "condition", "Every object."},
        {EL_COMPLETE_KEYWORD, "FALSEPREDICATE", "condition", "No object."},
    };
    ADD_ROWS(o, rows);
}

static void add_values(offer *o, const el_type *left, el_op op)
{
    static const word_row truth[] = {{EL_COMPLETE_VALUE, "YES", "truth value", "True."},
                                     {EL_COMPLETE_VALUE, "NO", "truth value", "False."}};
    static const word_row common[] = {{EL_COMPLETE_VALUE, "nil", "no value", "Nothing is stored."},
                                      {EL_COMPLETE_KEYWORD, "SELF", "object", "The object itself."}};
    static const word_row dates[] = {{EL_COMPLETE_VALUE, "now()", "date", "The current date."}};
    static const word_row lists[] = {{EL_COMPLETE_VALUE, "{", "{a, b, ...}", "A list."}};
    if (left->boolean || left->kind == EL_T_UNKNOWN)
        ADD_ROWS(o, truth);
    if (left->kind == EL_T_DATE)
        ADD_ROWS(o, dates);
    if (op == EL_OP_IN || op == EL_OP_BETWEEN)
        ADD_ROWS(o, lists);
    ADD_ROWS(o, common);
}

static void add_text_operators(offer *o)
{
    static const word_row rows[] = {
        {EL_COMPLETE_OPERATOR, "CONTAINS[cd]", "text", "Holds the text, whatever case and diacritics."},
        {EL_COMPLETE_OPERATOR, "BEGINSWITH[cd]", "text", "Begins with the text, whatever case and diacritics."},
        {EL_COMPLETE_OPERATOR, "CONTAINS", "text", "Holds the text."},
        {EL_COMPLETE_OPERATOR, "BEGINSWITH", "text", "Begins with the text."},
        {EL_COMPLETE_OPERATOR, "ENDSWITH", "text", "Ends with the text."},
        {EL_COMPLETE_OPERATOR, "LIKE", "\"a*b?\"", "The whole text fits a pattern: * any text, ? one character."},
        {EL_COMPLETE_OPERATOR, "MATCHES", "\"regex\"", "The whole text matches a regular expression."},
    };
    ADD_ROWS(o, rows);
}

static void add_operators(offer *o, const el_type *left, int modified)
{
    static const word_row equal[] = {{EL_COMPLETE_OPERATOR, "==", "value", "Equal."}, {EL_COMPLETE_OPERATOR, "!=", "value", "Not equal, and not nil."}};
    static const word_row order[] = {{EL_COMPLETE_OPERATOR, "<", "value", "Less."}, {EL_COMPLETE_OPERATOR, "<=", "value", "Less or equal."},
                                     {EL_COMPLETE_OPERATOR, ">", "value", "Greater."}, {EL_COMPLETE_OPERATOR, ">=", "value", "Greater or equal."},
                                     {EL_COMPLETE_OPERATOR, "BETWEEN", "{low, high}", "From low to high, both included."}};
    static const word_row in[] = {{EL_COMPLETE_OPERATOR, "IN", "{a, b, ...}", "One of a list or a collection."}};
    static const word_row contains[] = {{EL_COMPLETE_OPERATOR, "CONTAINS", "object", "The object is a member."}};
    el_type_kind kind = left->kind == EL_T_COLLECTION && modified ? left->element : left->kind;
    if (kind == EL_T_COLLECTION) {
        ADD_ROWS(o, contains);
        return;
    }
    ADD_ROWS(o, equal);
    if (kind == EL_T_STRING || kind == EL_T_URL || kind == EL_T_UNKNOWN)
        add_text_operators(o);
    if (kind != EL_T_OBJECT && kind != EL_T_DATA && kind != EL_T_ENTITY)
        ADD_ROWS(o, order);
    ADD_ROWS(o, in);
}

static void add_key_parts(offer *o, const el_type *base)
{
    static const word_row texts[] = {{EL_COMPLETE_ATTRIBUTE, "length", "number", "Number of UTF-16 units."}};
    static const word_row entity[] = {{EL_COMPLETE_ATTRIBUTE, "name", "string", "Name of the entity."}};
    if (base->kind == EL_T_OBJECT || (base->kind == EL_T_COLLECTION && base->element == EL_T_OBJECT))
        add_keys(o, base->entity);
    if (base->kind == EL_T_COLLECTION)
        add_collection_operators(o);
    if (base->kind == EL_T_STRING)
        ADD_ROWS(o, texts);
    if (base->kind == EL_T_ENTITY)
        ADD_ROWS(o, entity);
}

static void add_subquery_variable(offer *o)
{
    const el_level *l = o->c->level;
    if (l->first_to <= l->first_from)
        return;
    const el_lex_token *t = &o->c->tokens[l->first_to - 1];
    char letter = o->c->text[t->start + (t->kind == EL_TOK_HASH || t->kind == EL_TOK_VAR)];
    const char *text = el_arena_printf(o->out->arena, "$%c", el__is_identifier(&letter, 1) ? letter | 32 : 'x');
    add(o, EL_COMPLETE_VARIABLE, text, text, "member", "A name for the member that the condition is about.");
}

static void add_for_place(offer *o, const el_entity *entity)
{
    static const word_row connectives[] = {{EL_COMPLETE_KEYWORD, "AND", "condition", "Both conditions hold."},
                                           {EL_COMPLETE_KEYWORD, "OR", "condition", "At least one condition holds."}};
    static const word_row indexes[] = {{EL_COMPLETE_KEYWORD, "SIZE", "number", "Number of members."},
                                       {EL_COMPLETE_KEYWORD, "FIRST", "member", "The first member of a list."},
                                       {EL_COMPLETE_KEYWORD, "LAST", "member", "The last member of a list."}};
    static const word_row options[] = {{EL_COMPLETE_KEYWORD, "cd", "option", "Whatever case and diacritics."},
                                       {EL_COMPLETE_KEYWORD, "c", "option", "Whatever case."},
                                       {EL_COMPLETE_KEYWORD, "d", "option", "Whatever diacritics."}};
    static const word_row types[] = {{EL_COMPLETE_VALUE, "\"NSNumber\"", "type", "A number."}, {EL_COMPLETE_VALUE, "\"NSDate\"", "type", "A date, of seconds since 2001."},
                                     {EL_COMPLETE_VALUE, "\"NSString\"", "type", "A string."}, {EL_COMPLETE_VALUE, "\"NSDecimalNumber\"", "type", "A decimal."}};
    el_cursor_context *c = o->c;
    el_type t;
    switch (c->place) {
    case EL_AT_CONDITION:
    case EL_AT_COLLECTION:
        add_variables(o, entity);
        add_keys(o, entity);
        if (c->place == EL_AT_CONDITION)
            add_condition_words(o);
        add_functions(o);
        break;
    case EL_AT_VALUE:
        t = el__cursor_type(c, entity, c->level->left_from, c->level->has_operator ? c->level->left_to : 0);
        add_values(o, &t, c->level->op);
        add_variables(o, entity);
        add_keys(o, entity);
        add_functions(o);
        break;
    case EL_AT_OPERATOR:
        t = el__cursor_type(c, entity, c->value_from, c->value_to);
        add_operators(o, &t, c->level->has_modifier);
        break;
    case EL_AT_KEY:
        t = el__cursor_type(c, entity, c->value_from, c->value_to);
        add_key_parts(o, &t);
        break;
    case EL_AT_CONNECTIVE: ADD_ROWS(o, connectives); break;
    case EL_AT_INDEX: ADD_ROWS(o, indexes); break;
    case EL_AT_OPTION: ADD_ROWS(o, options); break;
    case EL_AT_VARIABLE: add_subquery_variable(o); break;
    case EL_AT_TYPE: ADD_ROWS(o, types); break;
    case EL_AT_NOTHING: break;
    }
}

int el_predicate_complete(el_completions **out, const char *text, size_t n, size_t offset, const el_entity *entity)
{
    el_arena *arena = el_arena_new();
    el_completions *result = el_arena_alloc(arena, sizeof *result);
    result->arena = arena;
    /* With its own NUL: the cursor's neighbours are looked at. */
    const char *copy = el_arena_strndup(arena, n ? text : "", n);
    el_cursor_context context = {.arena = arena};
    el__cursor_context(&context, copy, n, offset);
    offer o = {.out = result, .c = &context};
    for (o.pass = 0; o.pass < 2; o.pass++)
        add_for_place(&o, entity);
    result->replace_start = context.replace_start;
    result->replace_end = context.replace_end;
    free(context.tokens);
    *out = result;
    return EL_OK;
}

void el_completions_free(el_completions *c)
{
    if (c)
        el_arena_free(c->arena);
}
