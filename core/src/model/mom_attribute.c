/* SPDX-License-Identifier: MIT */
#include "base/arena.h"
#include "model/mom_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double SECONDS_1970_TO_2001 = 978307200.0;
enum { FLAG_EXTERNAL = 0x04, FLAG_PRESERVE = 0x10 };           /* of NSFlagsKey */
enum { COMMON_SPOTLIGHT = 0x100, COMMON_TRUTH_FILE = 0x200 }; /* of _P */

/* The default as the model editor would spell it. */
static const char *default_text(el__mom *m, const el_attribute *a, const el_value *v)
{
    char text[40];
    switch (v->kind) {
    case EL_BOOL: return a->type == EL_TYPE_BOOLEAN ? v->u.i ? "YES" : "NO" : v->u.i ? "1" : "0";
    case EL_INT:
        if (a->type == EL_TYPE_BOOLEAN)
            return v->u.i ? "YES" : "NO";
        return el_arena_printf(m->arena, "%" PRId64, v->u.i);
    case EL_DOUBLE: el_double_text(text, v->u.d); return el_arena_strdup(m->arena, text);
    case EL_DATE: el_double_text(text, v->u.d - SECONDS_1970_TO_2001); return el_arena_strdup(m->arena, text);
    case EL_STRING:
    case EL_DECIMAL:
    case EL_UUID:
    case EL_URL: return memchr(v->u.text.s, 0, v->u.text.n) ? NULL : el_arena_strndup(m->arena, v->u.text.s, v->u.text.n);
    default: return NULL;
    }
}

static void take_default(el__mom *m, const el_archive_item *object, el_attribute *a)
{
    el_archive_item item;
    if (!el__mom_object(m, object, "NSDefaultValue", &item))
        return;
    const char *text = item.kind == EL_ARCHIVE_VALUE ? default_text(m, a, &item.value) : NULL;
    if (text) {
        el_model_builder_default(m->b, a, text, 0);
    } else {
        a->has_default = 1; /* bytes or an object: there is one, and it has no text */
        if (item.kind == EL_ARCHIVE_VALUE && item.value.kind == EL_DATA)
            a->default_value = el_value_copy(m->arena, item.value);
    }
}

static void take_type(el__mom *m, const el_archive_item *object, el_attribute *a)
{
    int64_t code = 0;
    el__mom_integer(m, object, "NSAttributeType", &code);
    a->type = code >= 0 && code <= EL_TYPE_COMPOSITE ? (el_attribute_type)code : EL_TYPE_UNDEFINED;
    if (code != 0 && !strcmp(el_attribute_type_name(a->type), "Undefined")) {
        a->type = EL_TYPE_UNDEFINED;
        el_model_builder_note(m->b, 0, 1, "unknown-type", "the attribute type %" PRId64 " of '%s' is not known; taken as Undefined", code, a->name);
    }
    if (object->class_name && strstr(object->class_name, "CompositeAttribute"))
        a->type = EL_TYPE_COMPOSITE;
}

/* Bounds lie beside the validation predicates as plain numbers, dates as seconds since 2001. */
static const char *bound_text(el__mom *m, const el_archive_item *object, const char *key)
{
    el_archive_item item;
    char text[40];
    if (!el_archive_field(m->a, object, key, &item) || item.kind != EL_ARCHIVE_VALUE)
        return NULL;
    if (item.value.kind == EL_INT)
        return el_arena_printf(m->arena, "%" PRId64, item.value.u.i);
    if (item.value.kind != EL_DOUBLE)
        return NULL;
    el_double_text(text, item.value.u.d);
    return el_arena_strdup(m->arena, text);
}

static void take_bounds(el__mom *m, const el_archive_item *object, el_attribute *a)
{
    const char *min = bound_text(m, object, "NSMinValueName"), *max = bound_text(m, object, "NSMaxValueName");
    if (min)
        *(a->type == EL_TYPE_DATE ? &a->min_date_text : &a->min_text) = min;
    if (max)
        *(a->type == EL_TYPE_DATE ? &a->max_date_text : &a->max_text) = max;
}

void el__mom_attribute(el__mom *m, const el_archive_item *object, const char *owner, el_attribute *a)
{
    el_archive_item expression;
    int64_t flags = 0, common = 0;
    take_type(m, object, a);
    a->optional = el__mom_common(m, object, "NSIsOptional", EL__MOM_OPTIONAL);
    a->transient = el__mom_common(m, object, "NSIsTransient", EL__MOM_TRANSIENT);
    el__mom_integer(m, object, "_P", &common);
    a->spotlight = (common & COMMON_SPOTLIGHT) != 0 || el__mom_flag(m, object, "NSIndexedBySpotlight");
    a->truth_file = (common & COMMON_TRUTH_FILE) != 0;
    a->indexed = el__mom_flag(m, object, "NSIsIndexed");
    take_default(m, object, a);
    a->transformer = el__mom_text(m, object, "NSValueTransformerName");
    if (a->type == EL_TYPE_TRANSFORMABLE || a->type == EL_TYPE_UNDEFINED) /* otherwise it follows from the type */
        a->custom_class = el__mom_text(m, object, "NSAttributeValueClassName");
    a->hash_modifier = el__mom_text(m, object, "NSVersionHashModifier");
    el__mom_integer(m, object, "NSFlagsKey", &flags);
    a->preserve_after_deletion = (flags & FLAG_PRESERVE) != 0;
    a->external_storage = (flags & FLAG_EXTERNAL) != 0;
    if (el__mom_object(m, object, "NSDerivationExpression", &expression))
        a->derivation = el__mom_expression(m, &expression);
    else if (object->class_name && strstr(object->class_name, "DerivedAttribute"))
        a->derivation = "";
    const char *id = el__mom_text(m, object, "NSRenamingIdentifier");
    a->renaming_id = id && strcmp(id, a->name) ? id : NULL;
    el__mom_validation(m, object, a);
    take_bounds(m, object, a);
    el__mom_pairs(m, object, &a->user_info, &a->nuser_info);
    if (a->type == EL_TYPE_COMPOSITE)
        el__mom_composite(m, object, owner, a);
}
