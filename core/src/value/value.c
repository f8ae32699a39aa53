/* SPDX-License-Identifier: MIT */
#include "entitylens/value.h"

#include "base/arena.h"

#include <string.h>

el_value el_value_null(void)
{
    el_value v;
    memset(&v, 0, sizeof v);
    return v;
}

static el_value of_kind(el_value_kind kind)
{
    el_value v = el_value_null();
    v.kind = kind;
    return v;
}

el_value el_value_bool(int b)
{
    el_value v = of_kind(EL_BOOL);
    v.u.i = b != 0;
    return v;
}

el_value el_value_int(int64_t i)
{
    el_value v = of_kind(EL_INT);
    v.u.i = i;
    return v;
}

el_value el_value_double(double d)
{
    el_value v = of_kind(EL_DOUBLE);
    v.u.d = d;
    return v;
}

el_value el_value_date(double seconds_since_1970)
{
    el_value v = of_kind(EL_DATE);
    v.u.d = seconds_since_1970;
    return v;
}

el_value el_value_text(el_value_kind kind, const char *s, size_t n)
{
    el_value v = of_kind(kind);
    v.u.text.s = s ? s : "";
    v.u.text.n = n != (size_t)-1 ? n : s ? strlen(s) : 0;
    return v;
}

el_value el_value_object(const char *entity, int64_t key)
{
    el_value v = of_kind(EL_OBJECT);
    v.u.object.entity = entity;
    v.u.object.key = key;
    return v;
}

static const el_value *copy_items(el_arena *arena, const el_value *items, size_t n)
{
    el_value *copy = el_arena_array(arena, n, sizeof *copy);
    for (size_t i = 0; i < n; i++)
        copy[i] = el_value_copy(arena, items[i]);
    return copy;
}

el_value el_value_copy(el_arena *arena, el_value v)
{
    switch (v.kind) {
    case EL_NULL:
    case EL_BOOL:
    case EL_INT:
    case EL_DOUBLE:
    case EL_DATE: break;
    case EL_OBJECT:
        v.u.object.entity = el_arena_strdup(arena, v.u.object.entity);
        v.u.object.name = el_arena_strdup(arena, v.u.object.name);
        break;
    case EL_LIST:
    case EL_SET: v.u.list.items = copy_items(arena, v.u.list.items, v.u.list.n); break;
    case EL_DICT:
        v.u.dict.keys = copy_items(arena, v.u.dict.keys, v.u.dict.n);
        v.u.dict.values = copy_items(arena, v.u.dict.values, v.u.dict.n);
        break;
    default: v.u.text.s = el_arena_strndup(arena, v.u.text.s ? v.u.text.s : "", v.u.text.n);
    }
    return v;
}
