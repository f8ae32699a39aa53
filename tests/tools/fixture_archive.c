/* SPDX-License-Identifier: MIT */
/* Keyed archives: $objects with UIDs and class records, written by libplist. */
#include "fixture_private.h"

#include <plist/plist.h>

#include <stdlib.h>
#include <string.h>

typedef struct archiver {
    plist_t objects;
    el_map *classes; /* name → 1 + index */
} archiver;

static uint64_t reserve(archiver *a, plist_t node)
{
    uint32_t n = plist_array_get_size(a->objects);
    plist_array_append_item(a->objects, node);
    return n;
}

/* libplist before 2.3 has one constructor of integers, and it writes them signed. */
static plist_t integer(int64_t i)
{
#ifdef PLIST_UINT
    return plist_new_int(i);
#else
    return plist_new_uint((uint64_t)i);
#endif
}

static plist_t class_uid(archiver *a, const char *name)
{
    uintptr_t known = (uintptr_t)el_map_get(a->classes, name);
    if (!known) {
        plist_t record = plist_new_dict(), parents = plist_new_array();
        const char *twin = !strcmp(name, "NSDecimalNumber") ? "NSNumber" : NULL;
        plist_array_append_item(parents, plist_new_string(name));
        if (twin) {
            plist_array_append_item(parents, plist_new_string(twin));
            plist_array_append_item(parents, plist_new_string("NSValue"));
        }
        plist_array_append_item(parents, plist_new_string("NSObject"));
        plist_dict_set_item(record, "$classname", plist_new_string(name));
        plist_dict_set_item(record, "$classes", parents);
        known = reserve(a, record) + 1;
        el_map_put(a->classes, name, (void *)known);
    }
    return plist_new_uid(known - 1);
}

static uint64_t add(archiver *a, const el_value *v);

static plist_t uids(archiver *a, const el_value *items, size_t n)
{
    plist_t list = plist_new_array();
    for (size_t i = 0; i < n; i++)
        plist_array_append_item(list, plist_new_uid(add(a, &items[i])));
    return list;
}

/* An object's dictionary takes its place in the table before what it holds. */
static uint64_t add_container(archiver *a, const el_value *v)
{
    plist_t record = plist_new_dict();
    uint64_t index = reserve(a, record);
    if (v->kind == EL_DICT) {
        plist_dict_set_item(record, "NS.keys", uids(a, v->u.dict.keys, v->u.dict.n));
        plist_dict_set_item(record, "NS.objects", uids(a, v->u.dict.values, v->u.dict.n));
        plist_dict_set_item(record, "$class", class_uid(a, "NSDictionary"));
    } else {
        plist_dict_set_item(record, "NS.objects", uids(a, v->u.list.items, v->u.list.n));
        plist_dict_set_item(record, "$class", class_uid(a, v->kind == EL_SET ? "NSSet" : "NSArray"));
    }
    return index;
}

static uint64_t add_date(archiver *a, double since_1970)
{
    plist_t record = plist_new_dict();
    plist_dict_set_item(record, "NS.time", plist_new_real(since_1970 - 978307200.0));
    plist_dict_set_item(record, "$class", class_uid(a, "NSDate"));
    return reserve(a, record);
}

static uint64_t add_uuid(archiver *a, const el_value *v)
{
    unsigned char bytes[16] = {0};
    size_t n = 0;
    for (size_t i = 0; i + 1 < v->u.text.n && n < 16; i++) {
        if (v->u.text.s[i] == '-')
            continue;
        char pair[3] = {v->u.text.s[i], v->u.text.s[i + 1], 0};
        bytes[n++] = (unsigned char)strtoul(pair, NULL, 16);
        i++;
    }
    plist_t record = plist_new_dict();
    plist_dict_set_item(record, "NS.uuidbytes", plist_new_data((const char *)bytes, 16));
    plist_dict_set_item(record, "$class", class_uid(a, "NSUUID"));
    return reserve(a, record);
}

static uint64_t add_url(archiver *a, const el_value *v)
{
    plist_t record = plist_new_dict();
    el_value text = *v;
    text.kind = EL_STRING;
    plist_dict_set_item(record, "NS.base", plist_new_uid(0));
    plist_dict_set_item(record, "NS.relative", plist_new_uid(add(a, &text)));
    plist_dict_set_item(record, "$class", class_uid(a, "NSURL"));
    return reserve(a, record);
}

static uint64_t add(archiver *a, const el_value *v)
{
    char *s;
    uint64_t index;
    switch (v->kind) {
    case EL_NULL: return 0;
    case EL_BOOL: return reserve(a, plist_new_bool(v->u.i != 0));
    case EL_INT: return reserve(a, integer(v->u.i));
    case EL_DOUBLE: return reserve(a, plist_new_real(v->u.d));
    case EL_DATE: return add_date(a, v->u.d);
    case EL_UUID: return add_uuid(a, v);
    case EL_URL: return add_url(a, v);
    case EL_DATA: return reserve(a, plist_new_data(v->u.text.s ? v->u.text.s : "", v->u.text.n));
    case EL_LIST:
    case EL_SET:
    case EL_DICT: return add_container(a, v);
    case EL_STRING:
        s = el_xmalloc(v->u.text.n + 1);
        if (v->u.text.n)
            memcpy(s, v->u.text.s, v->u.text.n);
        index = reserve(a, plist_new_string(s));
        free(s);
        return index;
    default: fixture_fail("a value of kind %d in an archive", v->kind);
    }
}

unsigned char *fixture_archive(const el_value *value, size_t *n)
{
    archiver a = {plist_new_array(), el_map_new()};
    plist_t top = plist_new_dict(), names = plist_new_dict();
    reserve(&a, plist_new_string("$null"));
    plist_dict_set_item(names, "root", plist_new_uid(add(&a, value)));
    plist_dict_set_item(top, "$version", integer(100000));
    plist_dict_set_item(top, "$archiver", plist_new_string("NSKeyedArchiver"));
    plist_dict_set_item(top, "$top", names);
    plist_dict_set_item(top, "$objects", a.objects);
    char *bytes = NULL;
    uint32_t length = 0;
    plist_to_bin(top, &bytes, &length);
    unsigned char *out = el_xmalloc(length + 1);
    memcpy(out, bytes, length);
    *n = length;
    free(bytes);
    plist_free(top);
    el_map_free(a.classes);
    return out;
}
