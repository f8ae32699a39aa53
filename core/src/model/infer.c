/* SPDX-License-Identifier: MIT */
#include "model/infer_private.h"

#include <stdlib.h>

enum { ROWS_PER_TABLE = 20000, ROWS_IN_ALL = 200000, FEWEST_ROWS = 500 };

static int64_t rows_per_table(const el__inference *f, const el_infer_options *options)
{
    int64_t rows = options && options->max_rows > 0 ? options->max_rows : ROWS_PER_TABLE;
    int64_t share = f->ntables ? ROWS_IN_ALL / (int64_t)f->ntables : rows;
    if (share < FEWEST_ROWS)
        share = FEWEST_ROWS;
    return rows < share ? rows : share;
}

static int run(el__inference *f, const el_infer_options *options)
{
    int status = el__infer_tables(f);
    f->max_rows = rows_per_table(f, options);
    for (size_t i = 0; i < f->ntables && !status; i++)
        status = el__infer_scan(f, &f->tables[i]);
    if (!status)
        status = el__infer_names(f);
    if (status)
        return status;
    el__infer_shape(f);
    status = el__infer_attributes(f);
    if (!status)
        status = el__infer_joins(f); /* their names are real; those of the many sides, made up afterwards, give way */
    if (!status)
        status = el__infer_to_ones(f);
    return status;
}

int el_model_infer(el_model **out, struct sqlite3 *db, const el_schema *schema, const el_metadata *meta,
                   const el_infer_options *options, el_error *err)
{
    *out = NULL;
    el_schema *read = NULL;
    int status = schema ? EL_OK : el_schema_read(&read, db, err);
    if (status)
        return status;
    el__inference f = {.db = db, .schema = schema ? schema : read, .meta = meta, .overrides = options ? options->overrides : NULL,
                       .arena = el_arena_new(), .b = el_model_builder_new("inferred", "inferred", NULL, "inferred model"), .err = err};
    status = run(&f, options);
    if (status)
        el_model_builder_free(f.b);
    else
        status = el_model_builder_finish(out, f.b, err);
    free(f.used);
    el_arena_free(f.arena);
    el_schema_free(read);
    return status;
}
