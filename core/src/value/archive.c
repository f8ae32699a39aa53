/* SPDX-License-Identifier: MIT */
#include "value/archive_private.h"

#include "base/buf.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int el_archive_sniff(const void *bytes, size_t n)
{
    if (!el_plist_sniff(bytes, n))
        return 0;
    /* The word stands near the front or, in a binary list, anywhere; both are cheap. */
    return memmem(bytes, n, "NSKeyedArchiver", 15) != NULL || memmem(bytes, n, "$archiver", 9) != NULL;
}

static const el_plist_node *top_object(const el_plist *p, const el_plist_node *top)
{
    if (!top || top->kind != EL_PLIST_DICT || top->n == 0)
        return NULL;
    const el_plist_node *root = el_plist_get(p, top, "root");
    return root ? root : el_plist_item(p, top, 0);
}

static int settle(el_archive *a, el_error *err)
{
    const el_plist *p = a->plist;
    if (!el_plist_get(p, p->root, "$archiver")) {
        a->root = p->root;
        return EL_OK;
    }
    const el_plist_node *objects = el_plist_get(p, p->root, "$objects");
    if (!objects || objects->kind != EL_PLIST_ARRAY || objects->n == 0 || !el_plist_is(el_plist_item(p, objects, 0), "$null"))
        return el_error_set(err, EL_ECORRUPT, "bad-archive", "the keyed archive has no list of objects");
    a->objects = objects;
    a->root = top_object(p, el_plist_get(p, p->root, "$top"));
    if (!a->root)
        return el_error_set(err, EL_ECORRUPT, "bad-archive", "the keyed archive does not say which object is its root");
    return EL_OK;
}

int el_archive_open(el_archive **out, const void *bytes, size_t n, el_error *err)
{
    *out = NULL;
    el_archive *a = el_xmalloc(sizeof *a);
    int status = el_plist_parse(&a->plist, bytes, n, err);
    if (!status) {
        a->arena = el_arena_new();
        a->class_names = el_xmalloc(a->plist->nnodes * sizeof *a->class_names);
        status = settle(a, err);
    }
    if (status)
        el_archive_free(a);
    else
        *out = a;
    return status;
}

void el_archive_free(el_archive *a)
{
    if (!a)
        return;
    el_plist_free(a->plist);
    el_arena_free(a->arena);
    free(a->class_names);
    free(a);
}

int el_archive_is_keyed(const el_archive *a)
{
    return a->objects != NULL;
}

const el_plist_node *el__archive_resolve(const el_archive *a, const el_plist_node *node, uint64_t *uid)
{
    *uid = 0;
    if (node->kind != EL_PLIST_UID || !a->objects)
        return node;
    *uid = node->u.u;
    if (*uid >= a->objects->n)
        return NULL;
    node = el_plist_item(a->plist, a->objects, (uint32_t)*uid);
    return node->kind == EL_PLIST_UID ? NULL : node; /* an object that is itself a reference is none */
}

const el_plist_node *el__archive_raw_field(const el_archive *a, const el_plist_node *object, const char *name)
{
    const el_plist_node *field = el_plist_get(a->plist, object, name);
    uint64_t uid;
    return field ? el__archive_resolve(a, field, &uid) : NULL;
}

static el_value text_value(el_value_kind kind, const el_plist_node *node)
{
    return (el_value){.kind = kind, .u.text = {node->u.text.s, node->u.text.n}};
}

static void scalar(el_archive *a, const el_plist_node *node, el_value *out)
{
    switch (node->kind) {
    case EL_PLIST_BOOL: *out = el_value_bool(node->u.i != 0); break;
    case EL_PLIST_INT: *out = el_value_int(node->u.i); break;
    case EL_PLIST_UINT: { /* more than a signed integer holds: exact as a decimal */
        char *digits = el_arena_printf(a->arena, "%" PRIu64, node->u.u);
        *out = el_value_text(EL_DECIMAL, digits, strlen(digits));
        break;
    }
    case EL_PLIST_REAL: *out = el_value_double(node->u.d); break;
    case EL_PLIST_DATE: *out = el_value_date(node->u.d); break;
    case EL_PLIST_DATA: *out = text_value(EL_DATA, node); break;
    case EL_PLIST_STRING: *out = text_value(EL_STRING, node); break;
    case EL_PLIST_UID: *out = el_value_int((int64_t)node->u.u); break; /* a stray reference in a plain list */
    default: *out = el_value_null();
    }
}

/* Made once for each class, not for each object. */
static const char *class_name_of(el_archive *a, const el_plist_node *record)
{
    const char **cached = &a->class_names[record - a->plist->nodes];
    if (!*cached) {
        const el_plist_node *name = el_plist_get(a->plist, record, "$classname");
        *cached = name && name->kind == EL_PLIST_STRING && name->u.text.n <= 1000 ? el_plist_text(a->arena, name) : NULL;
        if (!*cached)
            *cached = "?";
    }
    return *cached;
}

static void object_item(el_archive *a, const el_plist_node *node, const el_plist_node *class_ref, el_archive_item *out)
{
    uint64_t uid;
    const el_plist_node *record = el__archive_resolve(a, class_ref, &uid);
    out->dict = node;
    if (record && record->kind == EL_PLIST_DICT) {
        out->class_name = class_name_of(a, record);
        if (el__archive_decode(a, node, record, out))
            return;
    }
    out->kind = EL_ARCHIVE_OBJECT;
    out->list = out->keys = NULL;
    out->numbered = NULL;
    if (!out->class_name)
        out->class_name = "?";
    out->n = node->n;
}

void el__archive_item(el_archive *a, const el_plist_node *node, el_archive_item *out)
{
    *out = (el_archive_item){.kind = EL_ARCHIVE_VALUE};
    node = el__archive_resolve(a, node, &out->uid);
    if (!node) {
        out->kind = EL_ARCHIVE_BROKEN;
        return;
    }
    if (a->objects && node == el_plist_item(a->plist, a->objects, 0))
        return; /* $null */
    if (node->kind == EL_PLIST_DICT && (a->scanned += node->n) > EL__ARCHIVE_MAX_SCANNED) {
        out->kind = EL_ARCHIVE_BROKEN;
        return;
    }
    const el_plist_node *class_ref = a->objects ? el_plist_get(a->plist, node, "$class") : NULL;
    if (class_ref) {
        object_item(a, node, class_ref, out);
    } else if (node->kind == EL_PLIST_ARRAY || node->kind == EL_PLIST_SET) {
        out->kind = node->kind == EL_PLIST_ARRAY ? EL_ARCHIVE_LIST : EL_ARCHIVE_SET;
        out->list = node;
        out->n = node->n;
    } else if (node->kind == EL_PLIST_DICT) {
        out->kind = EL_ARCHIVE_DICT;
        out->dict = node;
        out->n = node->n;
    } else {
        scalar(a, node, &out->value);
    }
}

void el_archive_root(el_archive *a, el_archive_item *out)
{
    el__archive_item(a, a->root, out);
}

static void key_item(el_archive *a, const el_plist_node *node, el_archive_item *key)
{
    if (key)
        el__archive_item(a, node, key);
}

/* Very old archives number the members: NS.object.0, NS.object.1, … */
static const el_plist_node *numbered_field(const el_archive *a, const el_plist_node *dict, const char *prefix, size_t i)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%zu", prefix, i);
    return el_plist_get(a->plist, dict, name);
}

void el_archive_child(el_archive *a, const el_archive_item *parent, size_t i, el_archive_item *key, el_archive_item *out)
{
    static const el_plist_node nothing = {.kind = EL_PLIST_NULL};
    const el_plist_node *node = NULL;
    if (i < parent->n && parent->numbered) {
        node = numbered_field(a, parent->dict, parent->numbered, i);
        const el_plist_node *k = parent->kind == EL_ARCHIVE_DICT ? numbered_field(a, parent->dict, "NS.key", i) : NULL;
        key_item(a, k ? k : &nothing, key);
    } else if (i < parent->n && parent->list) {
        node = el_plist_item(a->plist, parent->list, (uint32_t)i);
        const el_plist_node *k = parent->keys ? el_plist_item(a->plist, parent->keys, (uint32_t)i) : NULL;
        key_item(a, k ? k : &nothing, key);
    } else if (i < parent->n && parent->dict) {
        node = el_plist_item(a->plist, parent->dict, (uint32_t)i);
        key_item(a, el_plist_key(a->plist, parent->dict, (uint32_t)i), key);
    } else {
        key_item(a, &nothing, key);
    }
    el__archive_item(a, node ? node : &nothing, out);
}

int el_archive_find(el_archive *a, const el_archive_item *parent, const char *key, el_archive_item *out)
{
    if (parent->kind != EL_ARCHIVE_DICT && parent->kind != EL_ARCHIVE_OBJECT)
        return 0;
    size_t n = strlen(key);
    for (size_t i = 0; i < parent->n; i++) {
        el_archive_item k, v;
        el_archive_child(a, parent, i, &k, &v);
        if (k.kind == EL_ARCHIVE_VALUE && k.value.kind == EL_STRING && k.value.u.text.n == n && !memcmp(k.value.u.text.s, key, n)) {
            *out = v;
            return 1;
        }
    }
    return 0;
}

int el_archive_field(el_archive *a, const el_archive_item *object, const char *name, el_archive_item *out)
{
    if (!object->dict || (a->scanned += object->dict->n) > EL__ARCHIVE_MAX_SCANNED)
        return 0;
    const el_plist_node *field = el_plist_get(a->plist, object->dict, name);
    if (!field)
        return 0;
    el__archive_item(a, field, out);
    return 1;
}

const char *el_archive_string(el_arena *arena, const el_archive_item *item)
{
    if (item->kind != EL_ARCHIVE_VALUE || item->value.kind != EL_STRING || memchr(item->value.u.text.s, 0, item->value.u.text.n))
        return NULL;
    return el_arena_strndup(arena, item->value.u.text.s, item->value.u.text.n);
}
