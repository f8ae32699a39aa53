/* SPDX-License-Identifier: MIT */
/* Composite attributes of compiled models: an attribute that holds the descriptions of its elements.
 *
 * The compiled form has lost the name of the composite type, so that each composite attribute gets a type of its own,
 * named after where it is ("Contact.home").  Under which key the elements lie has not been seen in a file: the field
 * is known by its content, a list of attribute descriptions. */
#include "base/arena.h"
#include "model/mom_private.h"

#include <string.h>

enum { MAX_NESTING = 16 };

static int is_attribute(el__mom *m, const el_archive_item *item)
{
    el_archive_item ignored;
    return item->kind == EL_ARCHIVE_OBJECT && (el_archive_field(m->a, item, "NSAttributeType", &ignored) ||
                                               (item->class_name && strstr(item->class_name, "AttributeDescription")));
}

static int find_elements(el__mom *m, const el_archive_item *object, el_archive_item *list)
{
    for (size_t i = 0; i < object->n; i++) {
        el_archive_item first;
        el_archive_child(m->a, object, i, NULL, list);
        if (list->kind != EL_ARCHIVE_LIST || !list->n)
            continue;
        el_archive_child(m->a, list, 0, NULL, &first);
        if (is_attribute(m, &first))
            return 1;
    }
    return 0;
}

static el_composite *new_composite(el__mom *m, const char *name)
{
    if (m->ncomposites == m->composite_room) {
        m->composite_room = m->composite_room ? 2 * m->composite_room : 8;
        m->composites = el_xrealloc(m->composites, m->composite_room * sizeof *m->composites);
    }
    el_composite *c = &m->composites[m->ncomposites++];
    memset(c, 0, sizeof *c);
    c->name = name;
    return c;
}

static size_t take_elements(el__mom *m, const el_archive_item *list, const char *owner, const el_attribute **out)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++) {
        el_archive_item item;
        el_archive_child(m->a, list, i, NULL, &item);
        const char *name = is_attribute(m, &item) ? el__mom_text(m, &item, "NSPropertyName") : NULL;
        if (!name)
            continue;
        el_attribute *a = el_model_builder_loose_attribute(m->b, name);
        el__mom_attribute(m, &item, owner, a);
        out[n++] = a;
    }
    return n;
}

void el__mom_composite(el__mom *m, const el_archive_item *object, const char *owner, el_attribute *a)
{
    el_archive_item list;
    if (m->nesting >= MAX_NESTING || !find_elements(m, object, &list) || !el__mom_spend(m, list.n)) {
        el_model_builder_note(m->b, 0, 1, "composite-elements", "the elements of the composite attribute '%s.%s' %s", owner, a->name,
                              m->nesting >= MAX_NESTING ? "nest too deeply" : "were not found in the compiled model");
        return;
    }
    a->composite = el_arena_printf(m->arena, "%s.%s", owner, a->name);
    const el_attribute **elements = el_arena_array(m->arena, list.n, sizeof *elements);
    size_t own = m->ncomposites;
    new_composite(m, a->composite);
    m->nesting++;
    size_t n = take_elements(m, &list, a->composite, elements);
    m->nesting--;
    m->composites[own].attributes = elements; /* the array may have moved */
    m->composites[own].nattributes = n;
}
