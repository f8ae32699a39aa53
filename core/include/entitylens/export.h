/* SPDX-License-Identifier: MIT */
/** @file export.h
 *  Objects and rows as CSV, JSON, JSON Lines, property lists and SQL; whole
 *  stores as a folder of such files. */
#ifndef ENTITYLENS_EXPORT_H
#define ENTITYLENS_EXPORT_H

#include "entitylens/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum el_export_format {
    EL_EXPORT_CSV, EL_EXPORT_JSON, EL_EXPORT_JSONL, EL_EXPORT_PLIST, EL_EXPORT_SQL
} el_export_format;

/** What a relationship becomes. */
typedef enum el_export_relations {
    EL_RELATIONS_IDS,    /**< "User/44" */
    EL_RELATIONS_LABELS, /**< what a person calls the target; its id where it has no label */
    EL_RELATIONS_NESTED  /**< the target's attributes, one level deep (JSON, JSON Lines and plist; elsewhere ids) */
} el_export_relations;

typedef struct el_export_options {
    el_export_format format;
    el_export_relations relations;
    int binary_plist;         /**< plist: binary instead of XML */
    char csv_separator;       /**< 0: comma */
    int csv_excel;            /**< CSV for spreadsheets: byte-order mark, and text that a spreadsheet would take for a
                                   formula (=, +, -, @, tab or return first) gets an apostrophe in front */
    const char *blob_folder;  /**< NULL: bytes inline (base64); else they go to files in this existing folder */
    const char *blob_prefix;  /**< what the text says in place of the bytes: prefix + file name; NULL: "" */
} el_export_options;

/** Receives bytes in order. @return 0, or non-zero to fail with EL_EIO. */
typedef int (*el_sink_fn)(void *ctx, const void *bytes, size_t n);

/** Turns objects or rows into one document, streaming. */
typedef struct el_writer el_writer;
/** For whole objects of @p entity: columns are its properties and, with @p subentities, those of its sub-entities. */
int el_writer_open(el_writer **out, const el_export_options *options, const el_store *store, const el_entity *entity,
                   int subentities, el_sink_fn sink, void *ctx, el_error *err);
/** For rows of named cells (a fetch with columns). Names are borrowed. */
int el_writer_open_rows(el_writer **out, const el_export_options *options, const char *const *names, size_t n,
                        const char *table, el_sink_fn sink, void *ctx, el_error *err);
int el_writer_object(el_writer *writer, el_store *store, const el_object *object, el_error *err);
int el_writer_row(el_writer *writer, const el_cell *cells, size_t n, el_error *err);
/** Writes what ends the document. The writer must still be freed. */
int el_writer_finish(el_writer *writer, el_error *err);
void el_writer_free(el_writer *writer);

/** Exports every entity that has objects of its own into the folder @p directory, one file an entity, which must not
 *  exist or be empty. The folder appears complete, its row counts checked against the store, or not at all.
 *  @param entities names, or NULL for all. @param progress may cancel (rows written, rows in all); may be NULL. */
int el_export_store(el_store *store, const char *directory, const el_export_options *options, const char *const *entities,
                    size_t nentities, int (*progress)(void *ctx, int64_t done, int64_t total), void *ctx, el_error *err);

#ifdef __cplusplus
}
#endif
#endif
