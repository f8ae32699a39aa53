/* SPDX-License-Identifier: MIT */
/* The model of a store: given, read from a file, or inferred; and whether it fits. */
#include "store/store.h"

#include "base/arena.h"
#include "sqlite/api.h"

#include <string.h>

/* A model under trial. */
typedef struct candidate {
    el_model *model;
    el_layout *layout;
    size_t contradictions;
} candidate;

static void drop(candidate *c)
{
    el_layout_free(c->layout);
    el_model_free(c->model);
    memset(c, 0, sizeof *c);
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

static int try_model(candidate *c, el_model *model, const el_recognition *recognition, sqlite3 *db, el_error *err)
{
    memset(c, 0, sizeof *c);
    int status = el_layout_new(&c->layout, model, recognition, db, err);
    if (status) {
        el_model_free(model);
        return status;
    }
    c->model = model;
    c->contradictions = contradictions(c->layout);
    return EL_OK;
}

/* Of a bundle's versions the one that fits the tables best; of equals the current one. */
static int choose_version(candidate *best, const el_model_bundle *bundle, const el_recognition *recognition, sqlite3 *db,
                          el_error *err)
{
    memset(best, 0, sizeof *best);
    el_error first;
    el_error_clear(&first);
    for (int k = -1; k < (int)bundle->nversions; k++) {
        int index = k < 0 ? bundle->current : k;
        el_model *model;
        candidate c;
        el_error problem;
        if (index < 0 || (k >= 0 && k == bundle->current))
            continue;
        if (el_model_bundle_load(&model, bundle, index, &problem)) {
            if (!first.status)
                first = problem;
            continue; /* another version may do */
        }
        int status = try_model(&c, model, recognition, db, err);
        if (status) {
            drop(best);
            return status;
        }
        if (best->model && best->contradictions <= c.contradictions) {
            drop(&c);
        } else {
            drop(best);
            *best = c;
        }
    }
    if (best->model)
        return EL_OK;
    if (!first.status)
        return el_error_set(err, EL_EMODEL, "no-version", "%s holds no model version", bundle->path);
    if (err)
        *err = first;
    return first.status;
}

static int from_path(candidate *c, const char *path, const el_recognition *recognition, sqlite3 *db, el_error *err)
{
    el_model_bundle *bundle;
    int status = el_model_bundle_open(&bundle, path, err);
    if (status)
        return status;
    status = choose_version(c, bundle, recognition, db, err);
    el_model_bundle_free(bundle);
    return status;
}

static int find_model(candidate *c, const el_store *store, const el_recognition *recognition, int *inferred, el_error *err)
{
    *inferred = 0;
    if (store->given_model) {
        memset(c, 0, sizeof *c);
        int status = el_layout_new(&c->layout, store->given_model, recognition, store->db, err);
        if (!status)
            c->contradictions = contradictions(c->layout);
        return status;
    }
    if (store->model_path)
        return from_path(c, store->model_path, recognition, store->db, err);
    return el_error_set(err, EL_EMODEL, "no-model", "no model was given");
}

int el__store_lay_out(el_store *store, el_error *err)
{
    el_schema *schema = NULL;
    el_recognition *recognition = NULL;
    candidate c;
    int inferred = 0, status = el_schema_read(&schema, store->db, err);
    if (!status)
        status = el_recognise(&recognition, schema, store->db, err);
    if (!status)
        status = find_model(&c, store, recognition, &inferred, err);
    if (status) {
        el_recognition_free(recognition);
        el_schema_free(schema);
        return status;
    }
    el_layout_free(store->layout);
    el_recognition_free(store->recognition);
    el_schema_free(store->schema);
    el_model_free(store->own_model);
    store->schema = schema;
    store->recognition = recognition;
    store->layout = c.layout;
    store->own_model = c.model;
    store->inferred = inferred;
    store->match = inferred ? "none" : c.contradictions ? "differs" : "by-structure";
    return EL_OK;
}
