/* SPDX-License-Identifier: MIT */
/** @file model.h
 *  Managed object models: entities, attributes, relationships.
 *
 *  A model is immutable once made and owns everything that it points to.
 *  Facts come from a source bundle, a compiled model, or a store alone; each
 *  entity and property says which, and how sure it is (guide/format.md, "Models"). */
#ifndef ENTITYLENS_MODEL_H
#define ENTITYLENS_MODEL_H

#include "entitylens/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct el_model el_model;
typedef struct el_entity el_entity;
typedef struct el_attribute el_attribute;
typedef struct el_relationship el_relationship;
struct el_arena;
struct el_map;

/** Attribute types with the codes of compiled models. */
typedef enum el_attribute_type {
    EL_TYPE_UNDEFINED = 0, EL_TYPE_INT16 = 100, EL_TYPE_INT32 = 200, EL_TYPE_INT64 = 300,
    EL_TYPE_DECIMAL = 400, EL_TYPE_DOUBLE = 500, EL_TYPE_FLOAT = 600, EL_TYPE_STRING = 700,
    EL_TYPE_BOOLEAN = 800, EL_TYPE_DATE = 900, EL_TYPE_BINARY = 1000, EL_TYPE_UUID = 1100,
    EL_TYPE_URI = 1200, EL_TYPE_TRANSFORMABLE = 1800, EL_TYPE_OBJECTID = 2000, EL_TYPE_COMPOSITE = 2100
} el_attribute_type;

/** The model editor's spelling ("Integer 16", "URI"); "Undefined" for unknown codes. */
const char *el_attribute_type_name(el_attribute_type type);
/** The reverse; returns 0 and sets EL_TYPE_UNDEFINED when the spelling is unknown. */
int el_attribute_type_from_name(el_attribute_type *type, const char *name);

typedef enum el_delete_rule { EL_DELETE_NO_ACTION = 0, EL_DELETE_NULLIFY = 1, EL_DELETE_CASCADE = 2, EL_DELETE_DENY = 3 } el_delete_rule;
const char *el_delete_rule_name(el_delete_rule rule);

/** How sure a fact is. Facts of a model file are certain. */
typedef enum el_confidence { EL_CERTAIN = 0, EL_PROBABLE = 1, EL_GUESS = 2 } el_confidence;
const char *el_confidence_name(el_confidence c);

/** A name with a text, as in user info. */
typedef struct el_pair { const char *key, *value; } el_pair;

struct el_attribute {
    const char *name;
    const el_entity *owner;          /**< the declaring entity */
    el_attribute_type type;
    int optional, transient;
    int has_default;
    const char *default_text;        /**< the default as the model file spells it; NULL when none */
    el_value default_value;          /**< parsed; EL_NULL when none or unparsable */
    const char *min_text, *max_text, *regex;
    const char *min_date_text, *max_date_text; /**< seconds since 2001, as spelt */
    const char *transformer, *custom_class, *composite;
    const char *derivation;          /**< expression of a derived attribute or NULL */
    const char *renaming_id;         /**< NULL when the same as the name */
    const char *hash_modifier;
    int has_scalar, scalar; /**< scalar says nothing where has_scalar is 0 */
    int external_storage, preserve_after_deletion, spotlight, truth_file, cloud_encryption, indexed;
    const el_pair *user_info; size_t nuser_info;
    const char *provenance;          /**< evidence in a few words, or NULL for a model file */
    el_confidence confidence;
};

struct el_relationship {
    const char *name;
    const el_entity *owner;          /**< the declaring entity */
    const el_entity *destination;    /**< NULL only in an inferred model when unknown */
    const char *destination_name;
    const el_relationship *inverse;  /**< NULL when there is none */
    const char *inverse_name, *inverse_entity; /**< as spelt; NULL when none */
    int to_many, ordered, optional, transient;
    int min_count, max_count;        /**< max 0: unlimited */
    int has_min_count, has_max_count;
    el_delete_rule delete_rule;
    const char *renaming_id, *hash_modifier;
    int indexed;
    const el_pair *user_info; size_t nuser_info;
    const char *provenance;
    el_confidence confidence;
};

typedef struct el_fetch_template {
    const char *name, *entity, *predicate;
    int result_type, fetch_limit, fetch_batch_size;
    int has_result_type, has_fetch_limit, has_fetch_batch_size;
    const el_pair *flags; size_t nflags; /**< other attributes as spelt */
} el_fetch_template;

typedef struct el_fetched_property {
    const char *name; int optional; const el_fetch_template *request;
    const el_pair *user_info; size_t nuser_info;
} el_fetched_property;

typedef struct el_index_element {
    const char *property, *expression, *expression_type;
    int rtree, descending;
} el_index_element;
typedef struct el_fetch_index {
    const char *name, *where;
    const el_index_element *elements; size_t nelements;
} el_fetch_index;
typedef struct el_name_list { const char *const *names; size_t n; } el_name_list;

struct el_entity {
    const char *name;
    const el_model *model;
    const el_entity *parent;         /**< NULL for a root */
    const el_entity *root;           /**< itself for a root */
    const el_entity *const *children; size_t nchildren; /**< direct sub-entities, in file order */
    int index;                       /**< position in el_model_entities */
    int abstract;
    const char *class_name, *renaming_id, *hash_modifier;
    const char *codegen, *spotlight_display_name;
    const el_attribute *const *attributes; size_t nattributes;         /**< own, in file order */
    const el_relationship *const *relationships; size_t nrelationships;/**< own, in file order */
    const el_attribute *const *all_attributes; size_t nall_attributes; /**< inherited first, root to leaf */
    const el_relationship *const *all_relationships; size_t nall_relationships;
    const el_fetched_property *fetched_properties; size_t nfetched_properties;
    const el_fetch_index *fetch_indexes; size_t nfetch_indexes;
    const el_name_list *compound_indexes; size_t ncompound_indexes;
    const el_name_list *uniqueness; size_t nuniqueness;
    const el_pair *user_info; size_t nuser_info;
    int has_version_hash; unsigned char version_hash[32];
    const char *provenance;
    el_confidence confidence;
};

typedef struct el_composite { const char *name; const el_attribute *const *attributes; size_t nattributes; } el_composite;
typedef struct el_configuration { const char *name; el_name_list members; int cloud_kit; } el_configuration;

/** Something odd in a model file that did not prevent loading. */
typedef struct el_model_note { const char *file; int line; const char *code, *text; int warning; } el_model_note;

struct el_model {
    const char *name;                /**< version name, file name without its extension */
    const char *source;              /**< "xcdatamodel", "mom", "metadata", "inferred" */
    const char *path;                /**< where it was read from or NULL */
    const char *identifier;          /**< user-defined version identifier, may be empty */
    const char *minimum_tools_version;
    int cloud_kit, swift_data;
    const el_entity *const *entities; size_t nentities; /**< in file order */
    const el_composite *composites; size_t ncomposites;
    const el_fetch_template *fetch_requests; size_t nfetch_requests;
    const el_configuration *configurations; size_t nconfigurations;
    const el_model_note *notes; size_t nnotes;
    struct el_arena *arena;          /**< private */
    struct el_map *by_name;          /**< private */
};

/** Entity by exact name, or NULL. */
const el_entity *el_model_entity(const el_model *model, const char *name);
/** Property by exact name, inherited ones included, or NULL. */
const el_attribute *el_entity_attribute(const el_entity *entity, const char *name);
const el_relationship *el_entity_relationship(const el_entity *entity, const char *name);
/** True when @p entity is @p ancestor or below it. */
int el_entity_is_kind_of(const el_entity *entity, const el_entity *ancestor);
/** True when the entity has a parent or children (ECD then stores a type; guide/format.md, "Entity type"). */
int el_entity_in_hierarchy(const el_entity *entity);
/** True for a to-many relationship whose inverse is to-many, too. */
int el_relationship_is_many_to_many(const el_relationship *r);

void el_model_free(el_model *model);

/** The versions of a bundle. */
typedef struct el_model_bundle {
    const char *path;
    const char *const *version_names; size_t nversions; /**< natural order */
    int current;                    /**< index or -1 when unknown */
    const char *current_from;       /**< "xccurrentversion", "only-version", "VersionInfo.plist" or NULL */
    const el_model_note *notes; size_t nnotes;
    struct el_arena *arena;
    const char *const *version_paths; /**< parallel to version_names */
    struct el_bundle_hashes *hashes;  /**< private: what VersionInfo.plist says */
} el_model_bundle;

/** Lists what @p path (.xcdatamodeld, .xcdatamodel, .momd, .mom, .omo, a folder or .app) holds.  A folder with several
 *  bundles gives the versions of all, named "BUNDLE/VERSION", and no current one.  Free with el_model_bundle_free. */
int el_model_bundle_open(el_model_bundle **out, const char *path, el_error *err);
void el_model_bundle_free(el_model_bundle *bundle);
/** Loads version @p index of a bundle.  Errors: EL_EMODEL with file and line; EL_EUNSUPPORTED "xcode3-model", "omo-model". */
int el_model_bundle_load(el_model **out, const el_model_bundle *bundle, int index, el_error *err);
/** Loads a path's current (or only) version.  Ambiguous without one: EL_EMODEL "no-current-version". */
int el_model_load(el_model **out, const char *path, el_error *err);
/** Loads one `contents` document from memory; @p name and @p file are for messages. */
int el_model_load_xml(el_model **out, const char *bytes, size_t n, const char *name, const char *file, el_error *err);
/** Loads a compiled model (.mom bytes or a model cache) from memory. */
int el_model_load_mom(el_model **out, const unsigned char *bytes, size_t n, const char *name, const char *file, el_error *err);

/** Appends the facts as JSON (the shape of `model show --format json`). */
void el_model_json(struct el_buf *out, const el_model *model);
void el_model_bundle_json(struct el_buf *out, const el_model_bundle *bundle, el_error *err);
/** Appends the facts as text for a person. */
void el_model_text(struct el_buf *out, const el_model *model);
/** Appends the model as the model editor's XML (a `contents` document).  Inferred facts carry their evidence in user info. */
void el_model_xml(struct el_buf *out, const el_model *model);
/** Writes @p model as a readable .xcdatamodel folder at @p path, which must not exist; it appears when complete.
 *  Errors: EL_EUSAGE "bad-target", EL_EEXISTS "target-exists", EL_EIO. */
int el_model_export(const el_model *model, const char *path, el_error *err);

#ifdef __cplusplus
}
#endif
#endif
