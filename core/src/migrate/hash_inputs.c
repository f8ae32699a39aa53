/* SPDX-License-Identifier: MIT */
/* What a version hash covers (guide/format.md, "Migration"): names, types and flags of the entity and of all its
 * properties, inherited ones included; not renaming identifiers, defaults, indexes, delete rules, validation or class. */
#include "migrate/diff.h"

#include <string.h>

static int same_attribute(const el_attribute *a, const el_attribute *b)
{
    return a->type == b->type && a->optional == b->optional && a->transient == b->transient &&
           el__same_text(a->transformer, b->transformer) && el__same_text(a->hash_modifier, b->hash_modifier);
}

static int same_relationship(const el_relationship *a, const el_relationship *b)
{
    return el__same_text(a->destination_name, b->destination_name) && el__same_text(a->inverse_name, b->inverse_name) &&
           a->to_many == b->to_many && a->ordered == b->ordered && a->optional == b->optional && a->transient == b->transient &&
           a->min_count == b->min_count && a->max_count == b->max_count && el__same_text(a->hash_modifier, b->hash_modifier);
}

static int same_constraints(const el_entity *a, const el_entity *b)
{
    if (a->nuniqueness != b->nuniqueness)
        return 0;
    for (size_t i = 0; i < a->nuniqueness; i++) {
        if (a->uniqueness[i].n != b->uniqueness[i].n)
            return 0;
        for (size_t k = 0; k < a->uniqueness[i].n; k++)
            if (strcmp(a->uniqueness[i].names[k], b->uniqueness[i].names[k]) != 0)
                return 0;
    }
    return 1;
}

int el__same_hash_inputs(const el_entity *a, const el_entity *b)
{
    if (strcmp(a->name, b->name) != 0 || !el__same_text(a->parent ? a->parent->name : NULL, b->parent ? b->parent->name : NULL) ||
        a->abstract != b->abstract || !el__same_text(a->hash_modifier, b->hash_modifier) ||
        a->nall_attributes != b->nall_attributes || a->nall_relationships != b->nall_relationships || !same_constraints(a, b))
        return 0;
    for (size_t i = 0; i < a->nall_attributes; i++) {
        const el_attribute *other = el_entity_attribute(b, a->all_attributes[i]->name);
        if (!other || !same_attribute(a->all_attributes[i], other))
            return 0;
    }
    for (size_t i = 0; i < a->nall_relationships; i++) {
        const el_relationship *other = el_entity_relationship(b, a->all_relationships[i]->name);
        if (!other || !same_relationship(a->all_relationships[i], other))
            return 0;
    }
    return 1;
}
