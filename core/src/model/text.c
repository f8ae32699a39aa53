/* SPDX-License-Identifier: MIT */
/* A model for a person to read. */
#include "base/buf.h"
#include "entitylens/model.h"

#include <string.h>

static void evidence(el_buf *out, const char *provenance, el_confidence confidence)
{
    if (provenance)
        el_buf_printf(out, "  [%s: %s]", el_confidence_name(confidence), provenance);
}

static void attribute(el_buf *out, const el_attribute *a)
{
    el_buf_printf(out, "    %s: %s", a->name, el_attribute_type_name(a->type));
    if (a->composite)
        el_buf_printf(out, " %s", a->composite);
    el_buf_puts(out, a->optional ? ", optional" : "");
    el_buf_puts(out, a->transient ? ", transient" : "");
    el_buf_puts(out, a->indexed ? ", indexed" : "");
    if (a->has_default)
        el_buf_printf(out, ", default %s", a->default_text ? a->default_text : "(data)");
    if (a->derivation)
        el_buf_printf(out, ", derived from %s", *a->derivation ? a->derivation : "an expression");
    if (a->transformer)
        el_buf_printf(out, ", by %s", a->transformer);
    if (a->min_text || a->min_date_text)
        el_buf_printf(out, ", at least %s", a->min_text ? a->min_text : a->min_date_text);
    if (a->max_text || a->max_date_text)
        el_buf_printf(out, ", at most %s", a->max_text ? a->max_text : a->max_date_text);
    if (a->regex)
        el_buf_printf(out, ", matching %s", a->regex);
    if (a->renaming_id)
        el_buf_printf(out, ", was %s", a->renaming_id);
    if (a->hash_modifier)
        el_buf_printf(out, ", hash modifier %s", a->hash_modifier);
    evidence(out, a->provenance, a->confidence);
    el_buf_putc(out, '\n');
}

static void relationship(el_buf *out, const el_relationship *r)
{
    const char *destination = r->destination ? r->destination->name : r->destination_name;
    el_buf_printf(out, "    %s %s %s", r->name, r->to_many ? "->>" : "->", destination ? destination : "(unknown)");
    el_buf_puts(out, r->ordered ? ", ordered" : "");
    el_buf_puts(out, r->optional ? ", optional" : "");
    el_buf_puts(out, r->transient ? ", transient" : "");
    if (r->inverse_name)
        el_buf_printf(out, ", inverse %s%s", r->inverse_name, r->inverse ? "" : " (missing)");
    else
        el_buf_puts(out, ", no inverse");
    el_buf_printf(out, ", %s", el_delete_rule_name(r->delete_rule));
    if (r->has_min_count || (r->to_many && r->has_max_count)) {
        el_buf_printf(out, ", %d to ", r->min_count);
        if (r->max_count)
            el_buf_printf(out, "%d", r->max_count);
        else
            el_buf_puts(out, "any number");
    }
    if (r->renaming_id)
        el_buf_printf(out, ", was %s", r->renaming_id);
    evidence(out, r->provenance, r->confidence);
    el_buf_putc(out, '\n');
}

static void names(el_buf *out, const char *what, const el_name_list *lists, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        el_buf_printf(out, "    %s ", what);
        for (size_t k = 0; k < lists[i].n; k++)
            el_buf_printf(out, "%s%s", k ? ", " : "", lists[i].names[k]);
        el_buf_putc(out, '\n');
    }
}

static void fetch_index(el_buf *out, const el_fetch_index *index)
{
    el_buf_printf(out, "    index %s on ", index->name ? index->name : "");
    for (size_t i = 0; i < index->nelements; i++) {
        const el_index_element *e = &index->elements[i];
        el_buf_printf(out, "%s%s%s%s", i ? ", " : "", e->property ? e->property : e->expression ? e->expression : "?",
                      e->descending ? " descending" : "", e->rtree ? " (R-tree)" : "");
    }
    if (index->where)
        el_buf_printf(out, " where %s", index->where);
    el_buf_putc(out, '\n');
}

static void entity(el_buf *out, const el_entity *e)
{
    el_buf_printf(out, "\n%s", e->name);
    if (e->parent)
        el_buf_printf(out, " : %s", e->parent->name);
    el_buf_puts(out, e->abstract ? ", abstract" : "");
    if (e->class_name && strcmp(e->class_name, e->name))
        el_buf_printf(out, ", class %s", e->class_name);
    if (e->renaming_id)
        el_buf_printf(out, ", was %s", e->renaming_id);
    if (e->hash_modifier)
        el_buf_printf(out, ", hash modifier %s", e->hash_modifier);
    evidence(out, e->provenance, e->confidence);
    el_buf_putc(out, '\n');
    for (size_t i = 0; i < e->nattributes; i++)
        attribute(out, e->attributes[i]);
    for (size_t i = 0; i < e->nrelationships; i++)
        relationship(out, e->relationships[i]);
    for (size_t i = 0; i < e->nfetched_properties; i++) {
        const el_fetched_property *p = &e->fetched_properties[i];
        el_buf_printf(out, "    %s = fetch %s%s%s\n", p->name, p->request && p->request->entity ? p->request->entity : "?",
                      p->request && p->request->predicate ? " where " : "", p->request && p->request->predicate ? p->request->predicate : "");
    }
    for (size_t i = 0; i < e->nfetch_indexes; i++)
        fetch_index(out, &e->fetch_indexes[i]);
    names(out, "index on", e->compound_indexes, e->ncompound_indexes);
    names(out, "unique", e->uniqueness, e->nuniqueness);
}

static void extras(el_buf *out, const el_model *m)
{
    for (size_t i = 0; i < m->ncomposites; i++) {
        el_buf_printf(out, "\ncomposite %s\n", m->composites[i].name);
        for (size_t k = 0; k < m->composites[i].nattributes; k++)
            attribute(out, m->composites[i].attributes[k]);
    }
    for (size_t i = 0; i < m->nfetch_requests; i++) {
        const el_fetch_template *t = &m->fetch_requests[i];
        el_buf_printf(out, "\nfetch request %s: %s%s%s\n", t->name ? t->name : "", t->entity ? t->entity : "?", t->predicate ? " where " : "",
                      t->predicate ? t->predicate : "");
    }
    for (size_t i = 0; i < m->nconfigurations; i++) {
        el_buf_printf(out, "\nconfiguration %s: ", m->configurations[i].name);
        for (size_t k = 0; k < m->configurations[i].members.n; k++)
            el_buf_printf(out, "%s%s", k ? ", " : "", m->configurations[i].members.names[k]);
        el_buf_putc(out, '\n');
    }
    for (size_t i = 0; i < m->nnotes; i++) {
        const el_model_note *n = &m->notes[i];
        el_buf_puts(out, i ? "" : "\n");
        el_buf_printf(out, "%s: ", n->warning ? "warning" : "note");
        if (n->file && n->line > 0)
            el_buf_printf(out, "%s:%d: ", n->file, n->line);
        el_buf_printf(out, "%s\n", n->text);
    }
}

void el_model_text(el_buf *out, const el_model *m)
{
    el_buf_printf(out, "%s (%s)", m->name && *m->name ? m->name : "model", m->source);
    if (m->identifier && *m->identifier)
        el_buf_printf(out, ", identifier %s", m->identifier);
    el_buf_printf(out, ", %zu %s\n", m->nentities, m->nentities == 1 ? "entity" : "entities");
    for (size_t i = 0; i < m->nentities; i++)
        entity(out, m->entities[i]);
    extras(out, m);
}
