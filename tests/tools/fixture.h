/* SPDX-License-Identifier: MIT */
/* Builds stores exactly as the ECD of a given day would have left them: tables, columns, types, join tables,
 * metadata, cipher format (guide/format.md, "Tables" to "Metadata").  Nothing here uses the code under test but the
 * declarations of a model and of values, so that a reader is checked against an independent writer. */
#ifndef TEST_FIXTURE_H
#define TEST_FIXTURE_H

#include "entitylens/model.h"
#include "entitylens/value.h"

typedef struct fixture fixture;

/* An object on its way into a store.  Lives as long as the fixture. */
typedef struct fixture_object {
    const el_entity *entity;
    int64_t key;                     /* __objectid; unique in the entity's hierarchy */
    const char *name;                /* id in a data set, or NULL */
    el_value *attributes;            /* parallel to entity->all_attributes */
    struct fixture_links {
        struct fixture_object **objects; /* to-one: at most one */
        size_t n, cap;
        int64_t dangling;            /* to-one: a key that no object has, or 0 */
    } *links;                        /* parallel to entity->all_relationships */
    int64_t *counters;               /* private: insertion counters of join rows that lead here */
} fixture_object;

/* The model is borrowed and must outlive the fixture. */
fixture *fixture_new(const el_model *model);
void fixture_free(fixture *f);
const el_model *fixture_model(const fixture *f);

/* Adds an object of exactly this entity; key 0 takes the next free one of the hierarchy.  An unknown or abstract
 * entity or a key in use ends the program: a fixture that is wrong is a wrong test. */
fixture_object *fixture_add(fixture *f, const char *entity, int64_t key);
/* Sets an attribute; the value is copied. */
void fixture_set(fixture *f, fixture_object *object, const char *attribute, el_value value);
/* Connects two objects and keeps the inverse in step as Core Data does: a new to-one takes the place of the old one,
 * a to-many gets the object at its end unless it is there already. */
void fixture_link(fixture *f, fixture_object *from, const char *relationship, fixture_object *to);
/* The same without the inverse. */
void fixture_link_one_side(fixture *f, fixture_object *from, const char *relationship, fixture_object *to);
/* Lets a to-one name a key that no row has. */
void fixture_dangle(fixture *f, fixture_object *from, const char *relationship, int64_t key);

size_t fixture_count(const fixture *f);
fixture_object *fixture_object_at(const fixture *f, size_t index); /* in the order of adding */
/* By root entity and key; NULL when there is none. */
fixture_object *fixture_find(const fixture *f, const el_entity *entity, int64_t key);
/* By the id of a data set. */
fixture_object *fixture_named(const fixture *f, const char *name);

/* Reads a data set of the corpora (entities and objects in one JSON file); makes the model, too. */
int fixture_from_dataset(fixture **out, const char *path, el_error *err);
/* Reads the objects of a truth file.  Both sides of every relationship are taken as they stand. */
int fixture_from_truth(fixture **out, const el_model *model, const char *path, el_error *err);

enum { FIXTURE_PLAIN = 0 };

typedef struct fixture_options {
    int written;              /* the day of ECD's source as yyyymmdd (see below); 0: the newest */
    int format;               /* SQLCipher 1–4, or FIXTURE_PLAIN */
    const char *passphrase;   /* NULL: "correct horse" */
    size_t passphrase_length; /* 0: up to the NUL */
    const char *cipher;       /* more PRAGMAs right after the key, or NULL */
    int bits;                 /* word size of the device, 32 or 64; 0: 64 */
    int keep_uuids;           /* store UUIDs and URLs as text, though ECD loses them */
    int keep_nul;             /* store text beyond a NUL, though ECD cuts it */
    int no_hashes;            /* metadata without version hashes */
    int check_flag;           /* metadata with the flag of the missing-column check */
    const char *uuid;         /* store UUID; NULL: made from the model */
    const char *sql;          /* statements run at the end, before the commit, or NULL */
    const char *journal;      /* journal mode left behind ("wal"), or NULL: rollback */
} fixture_options;

/* Days on which tags of ECD were current. */
enum {
    FIXTURE_ECD_0_1 = 20121001, FIXTURE_ECD_2_0 = 20140626, FIXTURE_ECD_3_0 = 20140908, FIXTURE_ECD_3_1 = 20160512,
    FIXTURE_ECD_3_2 = 20170324, FIXTURE_ECD_NEWEST = 20170614
};

/* Writes the store, replacing what is at path.  Fails (EL_EUNSUPPORTED "ecd-cannot") where that day's ECD could not
 * create it, e.g. inheritance before July 2013. */
int fixture_write(fixture *f, const char *path, const fixture_options *options, el_error *err);

/* A keyed archive of a value, as NSKeyedArchiver writes it: a binary property list.  The caller frees. */
unsigned char *fixture_archive(const el_value *value, size_t *n);

/* The 32 bytes that stand for an entity in the metadata: SHA-256 of a canonical text of it and its parents. */
void fixture_version_hash(unsigned char out[32], const el_entity *entity);

#endif
