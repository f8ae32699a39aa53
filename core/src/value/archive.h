/* SPDX-License-Identifier: MIT */
/* Keyed archives: the graph behind a Transformable, a compiled model, a store's metadata.
 *
 * Nothing is instantiated and nothing is unfolded ahead: an item is looked at when it is asked for.  The graph of an
 * archive may be cyclic and shared, so whoever walks it keeps the numbers of the objects it is in (or uses the three
 * walkers at the end, which do). */
#ifndef EL_VALUE_ARCHIVE_H
#define EL_VALUE_ARCHIVE_H

#include "entitylens/value.h"
#include "value/plist.h"

struct el_arena;
struct el_buf;

typedef struct el_archive el_archive;

typedef enum el_archive_kind {
    EL_ARCHIVE_VALUE,  /* value says it all */
    EL_ARCHIVE_LIST,   /* children are its members */
    EL_ARCHIVE_SET,
    EL_ARCHIVE_DICT,   /* children are its values, each with a key */
    EL_ARCHIVE_OBJECT, /* a class that is not known or of an unknown layout: children are its raw fields */
    EL_ARCHIVE_BROKEN  /* a reference that leads nowhere; uid is where it points */
} el_archive_kind;

typedef struct el_archive_item {
    el_archive_kind kind;
    const char *class_name;   /* as archived ("NSMutableArray", "App.Note"); NULL for plain values and containers */
    uint64_t uid;             /* number of the object; 0: lies inline */
    el_value value;           /* VALUE: texts are borrowed from the archive */
    size_t n;                 /* children */
    /* private: where the children are */
    const el_plist_node *dict, *list, *keys;
    const char *numbered;
} el_archive_item;

/* Opens a keyed archive or a plain property list (one object without classes).  `bytes` must outlive the archive.
 * Errors: those of el_plist_parse; EL_ECORRUPT "bad-archive". */
int el_archive_open(el_archive **out, const void *bytes, size_t n, el_error *err);
void el_archive_free(el_archive *a);
int el_archive_is_keyed(const el_archive *a);
/* The root object ("root" in $top, else its first entry). */
void el_archive_root(el_archive *a, el_archive_item *out);
/* Child i of a container or object.  `key` (may be NULL) gets a dictionary's key or the name of a field. */
void el_archive_child(el_archive *a, const el_archive_item *parent, size_t i, el_archive_item *key, el_archive_item *out);
/* Value under a string key of a dictionary, or field of an object; 0 when there is none. */
int el_archive_find(el_archive *a, const el_archive_item *parent, const char *key, el_archive_item *out);
/* Field of an object whatever its class, known classes included. */
int el_archive_field(el_archive *a, const el_archive_item *object, const char *name, el_archive_item *out);
/* Text of a string item, copied into `arena`; NULL for anything else or a text with a NUL. */
const char *el_archive_string(struct el_arena *arena, const el_archive_item *item);

/* True when the bytes are a keyed archive (binary or XML) by their look. */
int el_archive_sniff(const void *bytes, size_t n);

/* The whole of a Transformable's content as a value in `arena`, independent of `bytes`.  Errors besides those of opening:
 * EL_EUNSUPPORTED "not-an-archive", "unknown-class", "archive-cycle"; EL_ECORRUPT "broken-reference"; EL_ELIMIT. */
int el_archive_to_value(struct el_arena *arena, el_value *out, const void *bytes, size_t n, el_error *err);

/* For display, also of what does not decode: objects as {"$class":…,"$fields":{…}}, an object inside itself as
 * {"$object":number}, a reference to nowhere as {"$broken":number}, what goes beyond the limits as {"$more":count}. */
int el_archive_json(struct el_buf *out, const void *bytes, size_t n, el_error *err);
/* The same as an indented tree for a person. */
int el_archive_text(struct el_buf *out, const void *bytes, size_t n, el_error *err);

#endif
