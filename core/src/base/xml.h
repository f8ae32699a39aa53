/* SPDX-License-Identifier: MIT */
/* A bounded XML reader over libxml2: a tree of elements in an arena.  It resolves no entity that a document declares,
 * loads nothing from elsewhere, and stops at the first limit. */
#ifndef EL_BASE_XML_H
#define EL_BASE_XML_H

#include "entitylens/error.h"

struct el_arena;

typedef struct el_xml_attr { const char *name, *value; } el_xml_attr;

typedef struct el_xml_node {
    const char *name;             /* without its prefix */
    const el_xml_attr *attrs; size_t nattrs;
    struct el_xml_node *first, *next; /* children in document order */
    const char *text; size_t ntext;   /* of an element without child elements, when asked for */
    size_t nchildren;
    int line;
} el_xml_node;

typedef struct el_xml_options {
    const char *file;      /* for messages */
    int status;            /* what a failure returns, e.g. EL_EMODEL */
    int keep_text;
    int doctype;           /* accept a document type declaration as long as it declares nothing */
    size_t max_bytes, max_nodes;
    int max_depth;
} el_xml_options;

/* Errors, all with file, line and column: "not-xml", "xml-doctype", and EL_ELIMIT "xml-too-deep", "xml-too-large". */
int el_xml_parse(el_xml_node **root, struct el_arena *arena, const char *bytes, size_t n, const el_xml_options *options,
                 el_error *err);
/* Value of an attribute or NULL. */
const char *el_xml_get(const el_xml_node *node, const char *name);

#endif
