/* SPDX-License-Identifier: MIT */
/* The model of a store: given, read from a file, or inferred; and whether it fits. */
#include "store/store.h"

#include "base/arena.h"
#include "model/infer.h"
#include "model/match.h"
#include "model/metadata.h"
#include "sqlite/api.h"

#include <stdio.h>
#include <string.h>

/* A model under trial. */
typedef struct candidate {
    el_model *own;         /* freed with the candidate; NULL for a model that was given */
    const el_model *model;
    el_layout *layout;
    size_t contradictions;
    int exact;             /* its version hashes are those of the metadata */
    int inferred;
    char reason[400];      /* why this version of a bundle */
} candidate;

/* What a model is tried on. */
typedef struct trial {
    sqlite3 *db;
    const el_recognition *recognition;
    const el_metadata *metadata;
} trial;

static void drop(candidate *c)
{
    el_layout_free(c->layout);
    el_model_free(c->own);
    memset(c, 0, sizeof *c);
}

/* Whether the store was last written under this very version.  Source models have no hashes. */
static int hashes_equal(const el_model *model, const el_metadata *metadata)
{
    if (!metadata || !metadata->nhashes || metadata->nhashes != model->nentities)
        return 0;
    for (size_t i = 0; i < model->nentities; i++) {
        const el_entity *e = model->entities[i];
        const el_entity_hash *h = el_metadata_hash(metadata, e->name);
        if (!h || !e->has_version_hash || memcmp(h->hash, e->version_hash, sizeof h->hash))
            return 0;
    }
    return 1;
}

/* Differences of names between model and tables; what ECD never stores is none. */
static size_t contradictions(const el_layout *layout)
{
    static const char *const codes[] = {"missing-table", "missing-column", "missing-type-column", "missing-join-table",
                                        "unknown-column", "unknown-table", "unknown-join-table"};
    size_t n = 0;
    for (size_t i = 0; i < layout->nfindings; i++)
        for (size_t k = 0; k < sizeof codes / sizeof *codes; k++)
            n += !strcmp(layout->findings[i].code, codes[k]);
    return n;
}

static int try_model(candidate *c, const el_model *model, el_model *own, const trial *t, el_error *err)
{
    memset(c, 0, sizeof *c);
    int status = el_layout_new(&c->layout, model, t->recognition, t->db, err);
    if (status) {
        el_model_free(own);
        return status;
    }
    c->own = own;
    c->model = model;
    c->contradictions = contradictions(c->layout);
    c->exact = hashes_equal(model, t->metadata);
    return EL_OK;
}

/* The version of a bundle that the store belongs to, else the current one: what differs is reported then. */
static int from_bundle(candidate *c, const el_model_bundle *bundle, const trial *t, el_error *err)
{
    el_model_match *match;
    int status = el_model_bundle_match(&match, bundle, t->metadata, t->recognition->schema, err);
    if (status)
        return status;
    int version = match->version >= 0 ? match->version : bundle->current >= 0 ? bundle->current : 0;
    el_model *model;
    status = el_model_bundle_load(&model, bundle, version, err);
    if (!status)
        status = try_model(c, model, model, t, err);
    if (!status) {
        c->exact |= match->exact;
        snprintf(c->reason, sizeof c->reason, "%s", match->reason ? match->reason : "");
    }
    el_model_match_free(match);
    return status;
}

static int from_path(candidate *c, const char *path, const trial *t, el_error *err)
{
    el_model_bundle *bundle;
    int status = el_model_bundle_open(&bundle, path, err);
    if (status)
        return status;
    if (bundle->nversions)
        status = from_bundle(c, bundle, t, err);
    else
        status = el_error_set(err, EL_EMODEL, "no-version", "%s holds no model version", path);
    el_model_bundle_free(bundle);
    return status;
}

static int infer(el_model **out, const el_store *store, const trial *t, el_error *err)
{
    el_infer_options options = {NULL, 0};
    el_overrides *overrides = NULL;
    int status = store->overrides_path ? el_overrides_load(&overrides, store->overrides_path, err) : EL_OK;
    options.overrides = overrides;
    if (!status)
        status = el_model_infer(out, t->db, t->recognition->schema, t->metadata, &options, err);
    el_overrides_free(overrides);
    return status;
}

/* A model that was read once and still fits is kept, so that what callers borrowed of it stays good. */
static int keep_model(candidate *c, const el_store *store, const trial *t, el_error *err)
{
    int status = try_model(c, store->own_model, NULL, t, err);
    if (!status && (c->exact || !c->contradictions)) {
        c->own = store->own_model;
        snprintf(c->reason, sizeof c->reason, "%s", store->match_reason);
        return EL_OK;
    }
    if (!status)
        drop(c);
    return status;
}

static int find_model(candidate *c, const el_store *store, const trial *t, el_error *err)
{
    memset(c, 0, sizeof *c);
    if (store->own_model && !store->inferred) {
        int status = keep_model(c, store, t, err);
        if (status || c->model)
            return status;
    }
    if (store->given_model)
        return try_model(c, store->given_model, NULL, t, err);
    if (store->model_path)
        return from_path(c, store->model_path, t, err);
    el_model *model;
    int status = infer(&model, store, t, err);
    if (!status)
        status = try_model(c, model, model, t, err);
    c->inferred = 1;
    return status;
}

static void add_finding(el_store *store, const char *code, const char *severity, const char *where, const char *text)
{
    store->findings[store->nfindings++] = (el_finding){code, severity, where, text, -1, NULL};
}

/* The layout's findings, and what metadata and model say of each other. */
static void gather_findings(el_store *store, const candidate *c, const char *problem)
{
    store->finding_arena = el_arena_new();
    store->findings = el_arena_array(store->finding_arena, c->layout->nfindings + 4, sizeof *store->findings);
    store->nfindings = 0;
    const el_metadata *m = store->metadata;
    if (problem)
        add_finding(store, "unreadable-metadata", "warning", "meta", problem);
    if (m && !m->is_ecd)
        add_finding(store, "foreign-store-type", "warning", "meta", "the metadata names a store type that is not ECD's");
    if (m && !c->inferred && !c->exact && c->model->nentities && c->model->entities[0]->has_version_hash)
        add_finding(store, "other-model-version", "notice", "meta",
                    "the version hashes of the metadata are not those of the model: the store was written under another version");
    if (c->layout->nfindings)
        memcpy(store->findings + store->nfindings, c->layout->findings, c->layout->nfindings * sizeof *store->findings);
    store->nfindings += c->layout->nfindings;
}

void el__store_forget_layout(el_store *store)
{
    el_layout_free(store->layout);
    el_recognition_free(store->recognition);
    el_schema_free(store->schema);
    el_metadata_free(store->metadata);
    el_model_free(store->own_model);
    if (store->finding_arena)
        el_arena_free(store->finding_arena);
}

int el__store_lay_out(el_store *store, el_error *err)
{
    el_schema *schema = NULL;
    el_recognition *recognition = NULL;
    el_metadata *metadata = NULL;
    const char *problem = NULL;
    candidate c;
    int status = el_schema_read(&schema, store->db, err);
    if (!status)
        status = el_recognise(&recognition, schema, store->db, err);
    if (!status)
        status = el__store_metadata(&metadata, &problem, recognition, store->db, err);
    if (!status) {
        trial t = {store->db, recognition, metadata};
        status = find_model(&c, store, &t, err);
    }
    if (status) {
        el_metadata_free(metadata);
        el_recognition_free(recognition);
        el_schema_free(schema);
        return status;
    }
    if (c.own == store->own_model)
        store->own_model = NULL; /* stays, in the candidate */
    el__store_forget_layout(store);
    snprintf(store->match_reason, sizeof store->match_reason, "%s", c.reason);
    store->schema = schema;
    store->recognition = recognition;
    store->metadata = metadata;
    store->layout = c.layout;
    store->own_model = c.own;
    store->inferred = c.inferred;
    store->match = c.inferred ? "none" : c.exact ? "exact" : c.contradictions ? "differs" : "by-structure";
    gather_findings(store, &c, problem);
    return EL_OK;
}
