/* SPDX-License-Identifier: MIT */
#include "migrate/metadata.h"

#include "model/metadata.h"

#include <plist/plist.h>

#include <stdlib.h>
#include <string.h>

static plist_t object_at(plist_t objects, plist_t uid)
{
    uint64_t index = 0;
    if (!uid || plist_get_node_type(uid) != PLIST_UID)
        return NULL;
    plist_get_uid_val(uid, &index);
    return index < plist_array_get_size(objects) ? plist_array_get_item(objects, (uint32_t)index) : NULL;
}

static plist_t append(plist_t objects, plist_t item)
{
    plist_t uid = plist_new_uid(plist_array_get_size(objects));
    plist_array_append_item(objects, item);
    return uid;
}

/* The archived dictionary's value for `key`: its place in NS.objects, or -1. */
static int find_key(plist_t objects, plist_t dictionary, const char *key)
{
    plist_t keys = plist_dict_get_item(dictionary, "NS.keys");
    for (uint32_t i = 0; keys && i < plist_array_get_size(keys); i++) {
        plist_t name = object_at(objects, plist_array_get_item(keys, i));
        if (name && plist_get_node_type(name) == PLIST_STRING && !strcmp(plist_get_string_ptr(name, NULL), key))
            return (int)i;
    }
    return -1;
}

static int replace_hashes(plist_t root, const el_model *model)
{
    plist_t objects = plist_dict_get_item(root, "$objects"), top = plist_dict_get_item(root, "$top");
    plist_t dictionary = objects && top ? object_at(objects, plist_dict_get_item(top, "root")) : NULL;
    if (!dictionary || plist_get_node_type(dictionary) != PLIST_DICT)
        return 0;
    int at = find_key(objects, dictionary, "NSStoreModelVersionHashes");
    plist_t values = plist_dict_get_item(dictionary, "NS.objects");
    plist_t old = at >= 0 && values ? object_at(objects, plist_array_get_item(values, (uint32_t)at)) : NULL;
    plist_t cls = old && plist_get_node_type(old) == PLIST_DICT ? plist_dict_get_item(old, "$class") : NULL;
    if (!cls)
        return 0;
    plist_t keys = plist_new_array(), hashes = plist_new_array(), fresh = plist_new_dict();
    for (size_t i = 0; i < model->nentities; i++) {
        plist_array_append_item(keys, append(objects, plist_new_string(model->entities[i]->name)));
        plist_array_append_item(hashes, append(objects, plist_new_data((const char *)model->entities[i]->version_hash, 32)));
    }
    plist_dict_set_item(fresh, "NS.keys", keys);
    plist_dict_set_item(fresh, "NS.objects", hashes);
    plist_dict_set_item(fresh, "$class", plist_copy(cls));
    plist_array_set_item(values, append(objects, fresh), (uint32_t)at);
    return 1;
}

int el__metadata_with_hashes(el_buf *out, const void *bytes, size_t n, const el_model *model)
{
    el_metadata *checked = NULL;
    for (size_t i = 0; i < model->nentities; i++)
        if (!model->entities[i]->has_version_hash)
            return 0;
    /* Our own reader goes first: it bounds depth and size before the library sees the bytes. */
    if (!bytes || n > UINT32_MAX || el_metadata_read(&checked, bytes, n, NULL))
        return 0;
    el_metadata_free(checked);
    plist_t root = NULL;
    char *result = NULL;
    uint32_t length = 0;
    plist_from_bin(bytes, (uint32_t)n, &root);
    int good = root && plist_get_node_type(root) == PLIST_DICT && replace_hashes(root, model);
    if (good)
        plist_to_bin(root, &result, &length);
    plist_free(root);
    if (result)
        el_buf_add(out, result, length);
    plist_to_bin_free(result);
    return result != NULL;
}
