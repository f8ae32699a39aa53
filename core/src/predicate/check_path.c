/* SPDX-License-Identifier: MIT */
/* Key paths: what each key leads to, and which keys do not exist. */
#include "predicate/check.h"

#include "base/arena.h"

#include <string.h>

int el__key_exists(const el_entity *entity, const char *key, const el_attribute **a, const el_relationship **r)
{
    *a = el_entity_attribute(entity, key);
    *r = *a ? NULL : el_entity_relationship(entity, key);
    for (size_t i = 0; !*a && !*r && i < entity->nchildren; i++)
        el__key_exists(entity->children[i], key, a, r);
    return *a || *r;
}

static el_type_kind attribute_kind(const el_attribute *a, int *boolean)
{
    *boolean = a->type == EL_TYPE_BOOLEAN;
    if (a->confidence != EL_CERTAIN) /* a type that was only concluded from the store's values proves nothing */
        return EL_T_UNKNOWN;
    switch (a->type) {
    case EL_TYPE_INT16:
    case EL_TYPE_INT32:
    case EL_TYPE_INT64:
    case EL_TYPE_DECIMAL:
    case EL_TYPE_DOUBLE:
    case EL_TYPE_FLOAT:
    case EL_TYPE_BOOLEAN: return EL_T_NUMBER;
    case EL_TYPE_STRING: return EL_T_STRING;
    case EL_TYPE_DATE: return EL_T_DATE;
    case EL_TYPE_BINARY: return EL_T_DATA;
    case EL_TYPE_UUID: return EL_T_UUID;
    case EL_TYPE_URI: return EL_T_URL;
    default: return EL_T_UNKNOWN;
    }
}

static int join_names(el_checker *c, const char **text, const char *const *names, size_t n)
{
    *text = n ? names[0] : "";
    for (size_t i = 1; i < n; i++)
        *text = el_arena_printf(c->arena, "%s%s%s", *text, i + 1 == n ? " or " : ", ", names[i]);
    return n > 0;
}

/* A plain key inside a subquery means the outer object; often the member's was meant. */
static const el_member *member_with_key(el_checker *c, const char *key)
{
    const el_attribute *a;
    const el_relationship *r;
    for (const el_member *m = c->members; m; m = m->outer)
        if (m->type.kind == EL_T_OBJECT && m->type.entity && el__key_exists(m->type.entity, key, &a, &r))
            return m;
    return NULL;
}

static void unknown_key(el_checker *c, const el_entity *entity, const el_step *step, int first)
{
    el__complain(c, step->range, "unknown-key", step->name, "%s has no key \"%s\".", entity->name, step->name);
    const el_member *member = first && entity == c->entity ? member_with_key(c, step->name) : NULL;
    if (member) {
        el__complain_hint(c, "Inside SUBQUERY a plain key means the outer %s; the member's key is $%s.%s.", entity->name,
                          member->name, step->name);
        el__complain_repair(c, "$%s.%s", member->name, step->name);
        return;
    }
    const char *near[EL_NEAR_NAMES], *text;
    size_t n = el__near_keys(entity, step->name, near);
    if (join_names(c, &text, near, n)) {
        el__complain_hint(c, "Did you mean %s?", text);
        el__complain_repair(c, "%s", near[0]);
    }
}

static el_type step_entity(el_checker *c, el_type base, const el_step *step, int first)
{
    const el_attribute *a;
    const el_relationship *r;
    el_type t = el__plain_type(EL_T_UNKNOWN);
    if (!strcmp(step->name, "self") || !strcmp(step->name, "objectID")) {
        t = el__plain_type(EL_T_OBJECT);
        t.entity = base.entity;
        return t;
    }
    if (!strcmp(step->name, "entity"))
        return el__plain_type(EL_T_ENTITY);
    if (!base.entity)
        return t;
    if (!el__key_exists(base.entity, step->name, &a, &r)) {
        unknown_key(c, base.entity, step, first);
        return t;
    }
    if (a ? a->transient : r->transient) {
        el__complain(c, step->range, "transient-attribute", step->name, "%s.%s is transient: the store does not hold it.",
                     base.entity->name, step->name);
        return t;
    }
    if (a) {
        t.kind = attribute_kind(a, &t.boolean);
        return t;
    }
    t.kind = r->to_many ? EL_T_COLLECTION : EL_T_OBJECT;
    t.element = EL_T_OBJECT;
    t.rows = r->to_many;
    t.entity = r->destination;
    return t;
}

static int is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names))
            return 1;
    return 0;
}

/* Keys that Foundation's values have in memory, and what says the same to a store ("" where nothing does). */
static const struct { const char *key, *before, *after; el_type_kind gives; } memory_keys[] = {
    {"lowercaseString", "lowercase:(", ")", EL_T_STRING},
    {"uppercaseString", "uppercase:(", ")", EL_T_STRING},
    {"stringValue", "CAST(", ", \"NSString\")", EL_T_STRING},
    {"description", "CAST(", ", \"NSString\")", EL_T_STRING},
    {"intValue", "CAST(", ", \"NSNumber\")", EL_T_NUMBER},
    {"integerValue", "CAST(", ", \"NSNumber\")", EL_T_NUMBER},
    {"longLongValue", "CAST(", ", \"NSNumber\")", EL_T_NUMBER},
    {"doubleValue", "CAST(", ", \"NSNumber\")", EL_T_NUMBER},
    {"floatValue", "CAST(", ", \"NSNumber\")", EL_T_NUMBER},
    {"boolValue", "CAST(", ", \"NSNumber\")", EL_T_NUMBER},
    {"timeIntervalSinceReferenceDate", "CAST(", ", \"NSNumber\")", EL_T_NUMBER},
    {"timeIntervalSince1970", "", "", EL_T_NUMBER},
    {"timeIntervalSinceNow", "", "", EL_T_NUMBER},
    {"capitalizedString", "", "", EL_T_STRING},
    {"absoluteString", "CAST(", ", \"NSString\")", EL_T_STRING},
    {"UUIDString", "CAST(", ", \"NSString\")", EL_T_STRING},
};

static el_type memory_key(el_checker *c, const el_step *step, size_t known, el_range path)
{
    int dotted = step->range.start > path.start + 1 && c->p->text[step->range.start - 1] == '.';
    int last = step->range.end == path.end && dotted;
    el_range whole = {path.start, step->range.end};
    el__complain(c, last && memory_keys[known].before[0] ? whole : step->range, "unsupported-key", step->name,
                 "\"%s\" exists only in memory; a store cannot compute it.", step->name);
    if (!memory_keys[known].before[0])
        return el__plain_type(memory_keys[known].gives);
    el__complain_hint(c, "Write %sx%s.", memory_keys[known].before, memory_keys[known].after);
    if (last)
        el__complain_repair(c, "%s%s%s", memory_keys[known].before,
                            el__source(c, (el_range){path.start, step->range.start - 1}), memory_keys[known].after);
    return el__plain_type(memory_keys[known].gives);
}

/* A key of a value that is no object. */
static el_type step_value(el_checker *c, el_type base, const el_step *step, el_range path)
{
    int text = base.kind == EL_T_STRING || base.kind == EL_T_URL;
    if (!strcmp(step->name, "self"))
        return base;
    if (base.kind == EL_T_UNKNOWN || base.kind == EL_T_NIL || base.kind == EL_T_DICT)
        return el__plain_type(EL_T_UNKNOWN);
    if (base.kind == EL_T_ENTITY && !strcmp(step->name, "name"))
        return el__plain_type(EL_T_STRING);
    if (text && !strcmp(step->name, "length"))
        return el__plain_type(EL_T_NUMBER);
    for (size_t i = 0; i < sizeof memory_keys / sizeof *memory_keys; i++)
        if (!strcmp(step->name, memory_keys[i].key))
            return memory_key(c, step, i, path);
    el__complain(c, step->range, "unknown-key", step->name, "%s has no key \"%s\".", el__type_name(&base), step->name);
    return el__plain_type(EL_T_UNKNOWN);
}

static el_type element_of(el_type collection)
{
    el_type t = el__plain_type(collection.element);
    t.entity = collection.entity;
    return t;
}

static el_type collection_of(el_type element, int rows)
{
    if (element.kind == EL_T_COLLECTION) /* two to-many steps: the leaves */
        return element;
    el_type t = el__plain_type(EL_T_COLLECTION);
    t.element = element.kind;
    t.entity = element.entity;
    t.rows = rows;
    return t;
}

static el_type step_key(el_checker *c, el_type base, const el_step *step, int first, el_range path)
{
    if (base.kind == EL_T_COLLECTION) { /* a function would take the whole collection: nothing to write instead */
        el_range nowhere = {0, 0};
        return collection_of(step_key(c, element_of(base), step, 0, nowhere), base.rows);
    }
    return base.kind == EL_T_OBJECT ? step_entity(c, base, step, first) : step_value(c, base, step, path);
}

/* items.price.@sum, which should be items.@sum.price */
static void operator_needs_key(el_checker *c, const el_step *steps, size_t at, el_range path)
{
    const el_step *op = &steps[at];
    if (!at) {
        el__complain(c, op->range, "operator-needs-key", op->name, "%s needs a key behind it.", op->name);
        return;
    }
    el_range both = {steps[at - 1].range.start, op->range.end};
    int movable = both.start < op->range.start && both.start > path.start;
    el__complain(c, movable ? both : op->range, "operator-needs-key", op->name,
                 "%s stands before the attribute it applies to.", op->name);
    el__complain_hint(c, "Write %s.%s.", op->name, steps[at - 1].name);
    if (movable)
        el__complain_repair(c, "%s.%s", op->name, steps[at - 1].name);
}

static int is_union(const char *name)
{
    return !strncmp(name, "@distinctUnionOf", 16) || !strncmp(name, "@unionOf", 8);
}

static int is_aggregate(const char *name)
{
    static const char *const names[] = {"@sum", "@avg", "@min", "@max", NULL};
    return is_one_of(name, names);
}

static void unknown_operator(el_checker *c, const el_step *step)
{
    static const char *const names[] = {"@count", "@sum", "@avg", "@min", "@max", "@distinctUnionOfObjects",
                                        "@unionOfObjects"};
    el__complain(c, step->range, "unsupported-collection-operator", step->name, "There is no collection operator %s.", step->name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (el__edit_distance(step->name, names[i], 3) <= 3) {
            el__complain_hint(c, "Did you mean %s?", names[i]);
            el__complain_repair(c, "%s", names[i]);
            return;
        }
    el__complain_hint(c, "Collection operators are @count, @sum, @avg, @min, @max and @distinctUnionOfObjects.");
}

static int operator_base(el_checker *c, el_type base, const el_step *step)
{
    if (base.kind == EL_T_COLLECTION || base.kind == EL_T_UNKNOWN || base.kind == EL_T_NIL || base.kind == EL_T_DICT)
        return 1;
    el__complain(c, step->range, "not-a-collection", step->name, "%s needs a to-many relationship before it, not %s.", step->name,
                 el__type_name(&base));
    return 0;
}

/* Numbers for @sum and @avg; whatever the attribute is for @min and @max. */
static el_type aggregate_type(el_checker *c, const el_step *op, el_type values, el_range range)
{
    el_type_kind element = values.kind == EL_T_COLLECTION ? values.element : values.kind;
    if (!strcmp(op->name, "@min") || !strcmp(op->name, "@max"))
        return el__plain_type(element == EL_T_OBJECT ? EL_T_UNKNOWN : element);
    if (element != EL_T_NUMBER && element != EL_T_UNKNOWN && element != EL_T_NIL) {
        el_type t = el__plain_type(element);
        el__complain(c, range, "type-mismatch", NULL, "%s needs numbers, not %s.", op->name, el__type_name(&t));
    }
    return el__plain_type(EL_T_NUMBER);
}

/* One collection operator at steps[at]; *used counts the steps that belong to it. */
static el_type step_operator(el_checker *c, el_type base, const el_step *steps, size_t at, size_t n, el_range path, size_t *used)
{
    const el_step *op = &steps[at];
    *used = n - at;
    if (!strcmp(op->name, "@count")) {
        *used = 1;
        return operator_base(c, base, op) ? el__plain_type(EL_T_NUMBER) : el__plain_type(EL_T_UNKNOWN);
    }
    if (!is_aggregate(op->name) && !is_union(op->name)) {
        unknown_operator(c, op);
        return el__plain_type(EL_T_UNKNOWN);
    }
    size_t end = n;
    if (is_union(op->name))
        for (end = at + 1; end < n && steps[end].name[0] != '@'; end++)
            ;
    *used = end - at;
    if (end == at + 1) {
        operator_needs_key(c, steps, at, path);
        return el__plain_type(EL_T_UNKNOWN);
    }
    if (!operator_base(c, base, op))
        return el__plain_type(EL_T_UNKNOWN);
    el_type member = base.kind == EL_T_COLLECTION ? element_of(base) : el__plain_type(EL_T_UNKNOWN);
    el_type values = el__type_of_steps(c, member, steps + at + 1, end - at - 1, path);
    if (is_union(op->name))
        return collection_of(values, 1);
    return aggregate_type(c, op, values, (el_range){op->range.start, steps[end - 1].range.end});
}

el_type el__type_of_steps(el_checker *c, el_type base, const el_step *steps, size_t n, el_range path)
{
    for (size_t i = 0, used; i < n; i += used) {
        used = 1;
        if (steps[i].is_variable)
            return el__plain_type(EL_T_UNKNOWN);
        base = steps[i].name[0] == '@' ? step_operator(c, base, steps, i, n, path, &used)
                                       : step_key(c, base, &steps[i], i == 0, path);
    }
    return base;
}
