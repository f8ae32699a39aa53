/* SPDX-License-Identifier: MIT */
/* A search is one predicate for each entity: an OR over the attributes that could hold what is looked for. */
#include "entitylens/search.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the text can mean. */
typedef struct wanted {
    const char *text;
    int is_number; double number;
    int is_integer; int64_t integer;
    int is_date; double date; double date_end; /* a day when no time is given */
    const el_entity *object_entity; int64_t object_key;
    char *folded; size_t nfolded;
} wanted;

typedef struct condition {
    el_buf where;
    el_value *args; size_t nargs;
} condition;

static void understand(wanted *w, el_store *store, const char *text)
{
    char *end, entity[256];
    el_error ignored;
    memset(w, 0, sizeof *w);
    w->text = text;
    errno = 0;
    w->integer = strtoll(text, &end, 10);
    w->is_integer = !errno && end != text && !*end;
    w->number = strtod(text, &end);
    w->is_number = end != text && !*end && isfinite(w->number) && !strpbrk(text, "xXpP");
    if (el_date_parse(&w->date, text, strlen(text)) == EL_OK) {
        w->is_date = 1;
        w->date_end = w->date + (strchr(text, 'T') || strchr(text, ':') ? 0 : 86400 - 1e-3);
    }
    if (el_object_id_parse(entity, sizeof entity, &w->object_key, text, &ignored) == EL_OK)
        w->object_entity = el_model_entity(el_store_model(store), entity);
    el_buf folded = {0};
    el_utf8_fold(&folded, text, strlen(text), EL_FOLD_CASE | EL_FOLD_DIACRITICS);
    w->nfolded = folded.len;
    w->folded = el_buf_take(&folded);
}

static int is_numeric(el_attribute_type t)
{
    return t >= EL_TYPE_INT16 && t <= EL_TYPE_FLOAT;
}

static void add(condition *c, const char *key, const char *test, el_value value)
{
    el_buf_printf(&c->where, "%s%%K %s", c->where.len ? " OR " : "", test);
    c->args[c->nargs++] = el_value_text(EL_STRING, key, (size_t)-1);
    c->args[c->nargs++] = value;
}

static void add_attribute(condition *c, const wanted *w, const el_attribute *a)
{
    if (a->type == EL_TYPE_STRING || a->type == EL_TYPE_UUID || a->type == EL_TYPE_URI)
        add(c, a->name, "CONTAINS[cd] %@", el_value_text(EL_STRING, w->text, (size_t)-1));
    else if (a->type == EL_TYPE_DECIMAL && w->is_number)
        add(c, a->name, "== %@", el_value_text(EL_DECIMAL, w->text, (size_t)-1));
    else if (is_numeric(a->type) && w->is_number)
        add(c, a->name, "== %@", w->is_integer ? el_value_int(w->integer) : el_value_double(w->number));
    else if (a->type == EL_TYPE_DATE && w->is_date) {
        add(c, a->name, ">= %@", el_value_date(w->date));
        el_buf_puts(&c->where, " AND %K <= %@");
        c->args[c->nargs++] = el_value_text(EL_STRING, a->name, (size_t)-1);
        c->args[c->nargs++] = el_value_date(w->date_end);
    }
}

static void conditions(condition *c, const wanted *w, const el_entity *e)
{
    memset(c, 0, sizeof *c);
    c->args = el_xmalloc((e->nall_attributes * 4 + 4) * sizeof *c->args);
    for (size_t i = 0; i < e->nall_attributes; i++)
        /* UUIDs and URLs are compared as the text that other writers leave there; ECD itself stores none. */
        if (!e->all_attributes[i]->transient && e->all_attributes[i]->type != EL_TYPE_UUID && e->all_attributes[i]->type != EL_TYPE_URI)
            add_attribute(c, w, e->all_attributes[i]);
    if (w->is_integer || w->object_entity == e) {
        el_buf_printf(&c->where, "%sSELF == %%@", c->where.len ? " OR " : "");
        c->args[c->nargs++] = el_value_object(e->name, w->is_integer ? w->integer : w->object_key);
    }
}

static void free_conditions(condition *c)
{
    el_buf_free(&c->where);
    free(c->args);
}

static int cell_matches(const wanted *w, const el_attribute *a, const el_cell *cell)
{
    const el_value *v = &cell->value;
    int unordered = 0;
    if (v->kind == EL_STRING || v->kind == EL_UUID || v->kind == EL_URL) {
        el_buf folded = {0};
        el_utf8_fold(&folded, v->u.text.s, v->u.text.n, EL_FOLD_CASE | EL_FOLD_DIACRITICS);
        int found = memmem(el_buf_str(&folded), folded.len, w->folded, w->nfolded) != NULL;
        el_buf_free(&folded);
        return found;
    }
    if (v->kind == EL_DATE)
        return w->is_date && v->u.d >= w->date && v->u.d <= w->date_end;
    if (!is_numeric(a->type) || !w->is_number || v->kind == EL_NULL)
        return 0;
    el_value number = a->type == EL_TYPE_DECIMAL ? el_value_text(EL_DECIMAL, w->text, (size_t)-1) : w->is_integer ? el_value_int(w->integer) : el_value_double(w->number);
    return el_number_compare(v, &number, &unordered) == 0 && !unordered;
}

static const char *matching_property(const wanted *w, const el_object *o)
{
    for (size_t i = 0; i < o->entity->nall_attributes; i++)
        if (!o->entity->all_attributes[i]->transient && cell_matches(w, o->entity->all_attributes[i], &o->attributes[i]))
            return o->entity->all_attributes[i]->name;
    return "id";
}

static int stopped(el_error *err)
{
    return el_error_set(err, EL_ECANCELLED, "cancelled", "cancelled");
}

/* Streams the matching objects of one entity. */
static int hits_of(el_store *store, const wanted *w, const el_fetch_request *request, const el_search_options *o, el_error *err)
{
    el_fetch *fetch;
    const el_object *object;
    int rc, status = el_fetch_open(&fetch, store, request, err);
    if (status)
        return status;
    while ((rc = el_fetch_next(fetch, &object, err)) > 0 && !status)
        if (o->hit && o->hit(o->ctx, object, matching_property(w, object)))
            status = stopped(err);
    el_fetch_close(fetch);
    return rc < 0 ? rc : status;
}

int el_search(el_store *store, const char *text, const el_search_options *o, el_error *err)
{
    const el_model *model = el_store_model(store);
    int64_t *counts = el_xmalloc((model->nentities + 1) * sizeof *counts);
    wanted w;
    int status = EL_OK;
    if (!*text)
        status = el_error_set(err, EL_EUSAGE, "usage", "there is nothing to search for");
    understand(&w, store, text);
    for (int pass = 0; pass < 2 && !status; pass++)
        for (size_t i = 0; i < model->nentities && !status; i++) {
            const el_entity *e = model->entities[i];
            condition c;
            if (pass && !counts[i])
                continue;
            conditions(&c, &w, e);
            el_fetch_request request = {.entity = e->name, .where = el_buf_str(&c.where), .args = c.args, .nargs = c.nargs, .no_subentities = 1};
            if (c.where.len && !pass) {
                status = el_fetch_count(&counts[i], store, &request, err);
                if (!status && counts[i] && o->count && o->count(o->ctx, e, counts[i]))
                    status = stopped(err);
            } else if (c.where.len) {
                request.limit = o->limit;
                request.read_flags = EL_READ_LABELS;
                status = hits_of(store, &w, &request, o, err);
            }
            free_conditions(&c);
        }
    free(counts);
    free(w.folded);
    return status;
}
