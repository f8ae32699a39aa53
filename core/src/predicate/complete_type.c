/* SPDX-License-Identifier: MIT */
/* Types around the cursor: the value's text is parsed by itself and typed as the checker would. */
#include "predicate/complete.h"

#include "base/arena.h"
#include "base/buf.h"

static el_type type_of_text(const el_cursor_context *c, const el_entity *entity, const el_member *members, size_t from, size_t to)
{
    el_type t = el__plain_type(EL_T_UNKNOWN);
    if (from >= to || to > c->n)
        return t;
    size_t start = c->tokens[from].start, end = c->tokens[to - 1].end;
    el_buf text = {0};
    el_buf_add(&text, c->text + start, end - start);
    el_buf_puts(&text, " == NULL");
    el_predicate *p;
    if (el_predicate_parse(&p, el_buf_str(&text), text.len, NULL, 0, NULL, 0, NULL) == EL_OK) {
        el_checker checker = {.p = p, .entity = entity, .members = members, .arena = c->arena};
        if (p->root->kind == EL_PRED_COMPARE)
            t = el__type_of(&checker, p->root->left);
        t.value = NULL; /* which goes with the tree */
        el_predicate_free(p);
    }
    el_buf_free(&text);
    return t;
}

/* The chain of subquery variables that are visible at `level`. */
static const el_member *members_at(const el_cursor_context *c, const el_entity *entity, const el_level *level)
{
    if (!level)
        return NULL;
    const el_member *outer = members_at(c, entity, level->outer);
    if (level->word != EL_W_SUBQUERY || !level->variable || level->argument < 2)
        return outer;
    el_member *m = el_arena_alloc(c->arena, sizeof *m);
    el_type collection = type_of_text(c, entity, outer, level->first_from, level->first_to);
    m->name = level->variable;
    m->type = el__plain_type(collection.kind == EL_T_COLLECTION ? collection.element : EL_T_UNKNOWN);
    m->type.entity = collection.entity;
    m->outer = outer;
    return m;
}

el_type el__cursor_type(const el_cursor_context *c, const el_entity *entity, size_t from, size_t to)
{
    return type_of_text(c, entity, members_at(c, entity, c->level), from, to);
}

el_type el__cursor_member(const el_cursor_context *c, const el_entity *entity, const el_level *level)
{
    const el_member *m = members_at(c, entity, level);
    return m ? m->type : el__plain_type(EL_T_UNKNOWN);
}
