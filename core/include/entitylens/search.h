/* SPDX-License-Identifier: MIT */
/** @file search.h
 *  Looking for a text, number, date, UUID or object id in every entity. */
#ifndef ENTITYLENS_SEARCH_H
#define ENTITYLENS_SEARCH_H

#include "entitylens/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct el_search_options {
    int64_t limit;                 /**< hits shown for each entity; 0: all */
    /** How many objects of an entity match; called for each entity that has matches, before any hit. Non-zero ends the search. */
    int (*count)(void *ctx, const el_entity *entity, int64_t n);
    /** One matching object and the first property that matches ("id" for its key). Non-zero ends the search. */
    int (*hit)(void *ctx, const el_object *object, const char *property);
    void *ctx;
} el_search_options;

/** Searches: texts contain @p text without regard to case and diacritics; numbers equal it; dates lie on that day or at that
 *  instant; UUIDs and URLs equal it; a whole number is also tried as an object's key, and "Entity/5" as that object.
 *  Codes: usage (empty text), cancelled. */
int el_search(el_store *store, const char *text, const el_search_options *options, el_error *err);

#ifdef __cplusplus
}
#endif
#endif
