/* SPDX-License-Identifier: MIT */
#include "base/xml.h"

#include "base/arena.h"
#include "base/buf.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <stdlib.h>
#include <string.h>

enum { HARD_DEPTH = 200 }; /* libxml2 refuses 256 by itself; our stack of open elements is sized by this */

typedef struct reader {
    xmlParserCtxtPtr ctxt;
    el_arena *arena;
    const el_xml_options *options;
    el_error *err;
    el_xml_node *root;
    struct { el_xml_node *node, *last; } open[HARD_DEPTH];
    int depth;
    size_t nodes;
    el_buf text;
    int status; /* of a refusal of ours */
} reader;

static void refuse(reader *r, int status, const char *code, const char *what)
{
    if (r->status)
        return;
    r->status = el_error_set(r->err, status, code, "%s:%d: %s", r->options->file, xmlSAX2GetLineNumber(r->ctxt), what);
    xmlStopParser(r->ctxt);
}

static void on_doctype(void *data, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    reader *r = data;
    (void)name, (void)external, (void)system;
    if (!r->options->doctype)
        refuse(r, r->options->status, "xml-doctype", "the document has a document type declaration, which model files never have");
}

static void on_declaration(void *data, const xmlChar *name, int type, const xmlChar *public, const xmlChar *system,
                           xmlChar *content)
{
    (void)name, (void)type, (void)public, (void)system, (void)content;
    refuse(data, ((reader *)data)->options->status, "xml-doctype", "the document declares an entity");
}

static void take_attributes(reader *r, el_xml_node *node, int n, const xmlChar **attributes)
{
    el_xml_attr *attrs = el_arena_array(r->arena, (size_t)n, sizeof *attrs);
    for (int i = 0; i < n; i++, attributes += 5) { /* local name, prefix, URI, start and end of the value */
        attrs[i].name = el_arena_strdup(r->arena, (const char *)attributes[0]);
        attrs[i].value = el_arena_strndup(r->arena, (const char *)attributes[3], (size_t)(attributes[4] - attributes[3]));
    }
    node->attrs = attrs;
    node->nattrs = (size_t)n;
}

static void on_start(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int nnamespaces,
                     const xmlChar **namespaces, int nattributes, int ndefaulted, const xmlChar **attributes)
{
    reader *r = data;
    (void)prefix, (void)uri, (void)nnamespaces, (void)namespaces, (void)ndefaulted;
    if (r->status)
        return;
    if (r->depth >= r->options->max_depth || r->depth >= HARD_DEPTH) {
        refuse(r, EL_ELIMIT, "xml-too-deep", "elements are nested too deeply");
        return;
    }
    r->nodes += 1 + (size_t)nattributes;
    if (r->nodes > r->options->max_nodes) {
        refuse(r, EL_ELIMIT, "xml-too-large", "the document has too many elements and attributes");
        return;
    }
    el_xml_node *node = el_arena_alloc(r->arena, sizeof *node);
    node->name = el_arena_strdup(r->arena, (const char *)name);
    node->line = xmlSAX2GetLineNumber(r->ctxt);
    take_attributes(r, node, nattributes, attributes);
    if (r->depth == 0) {
        r->root = node;
    } else {
        el_xml_node *parent = r->open[r->depth - 1].node, *last = r->open[r->depth - 1].last;
        if (last)
            last->next = node;
        else
            parent->first = node;
        r->open[r->depth - 1].last = node;
        parent->nchildren++;
    }
    r->open[r->depth].node = node;
    r->open[r->depth].last = NULL;
    r->depth++;
    el_buf_clear(&r->text);
}

static void on_end(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    reader *r = data;
    (void)name, (void)prefix, (void)uri;
    if (r->status || r->depth == 0)
        return;
    el_xml_node *node = r->open[--r->depth].node;
    if (r->options->keep_text && !node->first) {
        node->ntext = r->text.len;
        node->text = el_arena_strndup(r->arena, el_buf_str(&r->text), r->text.len);
    }
    el_buf_clear(&r->text);
}

static void on_text(void *data, const xmlChar *s, int n)
{
    reader *r = data;
    if (r->options->keep_text && !r->status && n > 0)
        el_buf_add(&r->text, s, (size_t)n);
}

static int not_xml(reader *r)
{
    const xmlError *e = xmlCtxtGetLastError(r->ctxt);
    char text[160];
    int line = e ? e->line : 1, column = e ? e->int2 : 0;
    snprintf(text, sizeof text, "%s", e && e->message ? e->message : "no document");
    text[strcspn(text, "\r\n")] = '\0';
    int status = el_error_set(r->err, r->options->status, "not-xml", "%s:%d:%d: not well-formed XML: %s", r->options->file,
                              line, column, text);
    if (strstr(text, "StartTag"))
        el_error_hint(r->err, "Look there for left-over merge-conflict markers or a stray '<'.");
    return status;
}

int el_xml_parse(el_xml_node **root, el_arena *arena, const char *bytes, size_t n, const el_xml_options *options,
                 el_error *err)
{
    *root = NULL;
    if (n > options->max_bytes || n > INT32_MAX)
        return el_error_set(err, EL_ELIMIT, "xml-too-large", "%s: the file has %zu bytes; at most %zu are read", options->file,
                            n, options->max_bytes);
    if (n == 0)
        return el_error_set(err, options->status, "not-xml", "%s: the file is empty", options->file);
    xmlParserCtxtPtr ctxt = xmlCreateMemoryParserCtxt(bytes, (int)n);
    if (!ctxt)
        return el_error_set(err, options->status, "not-xml", "%s: not XML", options->file);
    reader r = {.ctxt = ctxt, .arena = arena, .options = options, .err = err};
    /* No getEntity: a reference to anything but the five predefined entities is an error.  Replacing those lets "&amp;"
     * in an attribute arrive as "&"; there are no others, since declaring one ends the parse. */
    xmlCtxtUseOptions(ctxt, XML_PARSE_NONET | XML_PARSE_NOENT);
    xmlSAXHandler sax = {.initialized = XML_SAX2_MAGIC,
                         .internalSubset = on_doctype,
                         .entityDecl = on_declaration,
                         .startElementNs = on_start,
                         .endElementNs = on_end,
                         .characters = on_text,
                         .ignorableWhitespace = on_text,
                         .cdataBlock = on_text};
    *ctxt->sax = sax;
    ctxt->userData = &r;
    xmlParseDocument(ctxt);
    int status = r.status;
    if (!status && (!ctxt->wellFormed || !r.root))
        status = not_xml(&r);
    if (!status)
        *root = r.root;
    xmlFreeDoc(ctxt->myDoc);
    ctxt->myDoc = NULL;
    xmlFreeParserCtxt(ctxt);
    el_buf_free(&r.text);
    return status;
}

const char *el_xml_get(const el_xml_node *node, const char *name)
{
    for (size_t i = 0; i < node->nattrs; i++)
        if (node->attrs[i].name[0] == name[0] && !strcmp(node->attrs[i].name, name))
            return node->attrs[i].value;
    return NULL;
}
