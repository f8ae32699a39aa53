/* SPDX-License-Identifier: MIT */
/** @file object.h
 *  One object of a store: decoded attributes, relationships, typed JSON. */
#ifndef ENTITYLENS_OBJECT_H
#define ENTITYLENS_OBJECT_H

#include "entitylens/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A reference to an object. */
typedef struct el_ref {
    const el_entity *entity; /**< the object's own entity; the destination when it is dangling; NULL when an inferred model
                                  does not know it */
    int64_t key;
    int present;             /**< 0: nil */
    int dangling;            /**< points at a row that does not exist */
    const char *label;       /**< what a person calls it, or NULL when not asked for or empty */
} el_ref;

typedef struct el_ref_list {
    el_ref *items; size_t n; /**< loaded members (stored order when ordered, else by key); NULL when not asked for */
    int64_t count;           /**< all members; -1 when not asked for */
    int available;           /**< 0: the store has no place for this relationship */
} el_ref_list;

enum {
    EL_READ_LABELS = 1,      /**< fill el_ref.label */
    EL_READ_TO_MANY = 2,     /**< load members of to-many relationships */
    EL_READ_COUNTS = 4,      /**< count members of to-many relationships */
    EL_READ_REFERENCED_BY = 8,/**< who points here (el_object_read only) */
    EL_READ_IDS = 32,        /**< only ids of to-one targets matter: those whose entity is certain are not looked up, so
                                  el_ref.dangling says nothing about them; labels are left out */
    EL_READ_FEW = 16         /**< el_object_read: at most EL_FEW members of each relationship and referrer, and their counts */
};
enum { EL_FEW = 200 };

/** An object.  Owned by whatever returned it (a page, a fetch, or the caller of el_object_read). */
typedef struct el_object {
    const el_entity *entity; /**< its own entity */
    int64_t key;             /**< the row's __objectid */
    el_cell *attributes;     /**< parallel to entity->all_attributes */
    el_ref *to_one;          /**< parallel to entity->all_relationships; meaningful for to-one */
    el_ref_list *to_many;    /**< parallel to entity->all_relationships; meaningful for to-many, else NULL */
    const char *label;       /**< with EL_READ_LABELS */
    struct el_referrer { const el_relationship *relationship; el_ref_list from; } *referenced_by; size_t nreferenced_by;
    struct el_arena *arena;  /**< private; non-NULL when the caller owns the object */
    const struct el_layout_entity *laid; /**< private */
} el_object;

/** Reads one object in a bounded number of statements.  @p entity may be any ancestor of the object's own.
 *  @return EL_ENOTFOUND "no-such-object" when there is none.  Free with el_object_free. */
int el_object_read(el_object **out, el_store *store, const el_entity *entity, int64_t key, unsigned flags, el_error *err);
void el_object_free(el_object *object);

/** Parses "Entity/5".  @return EL_EUSAGE when it is not of that form. */
int el_object_id_parse(char *entity, size_t entity_size, int64_t *key, const char *text, el_error *err);

/** The typed JSON of the contract: {"id":…,"attributes":…,"toOne":…,"toMany":…} and, when read, "referencedBy". */
void el_object_json(struct el_buf *out, const el_object *object);

/** The attribute that labels objects of @p entity (name, title, label, then the first string), or NULL. */
const el_attribute *el_entity_label_attribute(const el_store *store, const el_entity *entity);

/** Chooses another attribute for labels of @p entity and its sub-entities; NULL returns to the rule above.
 *  @return EL_ENOTFOUND when the entity has no such attribute. */
int el_store_set_label(el_store *store, const el_entity *entity, const char *attribute, el_error *err);

/** `dump`: calls @p line with each object's JSON (no newline) in the contract's stable order. A non-zero
 *  return of the callback ends the work with EL_ECANCELLED. */
int el_store_dump(el_store *store, int (*line)(void *ctx, const char *json, size_t n), void *ctx, el_error *err);

#ifdef __cplusplus
}
#endif
#endif
