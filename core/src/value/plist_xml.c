/* SPDX-License-Identifier: MIT */
#include "base/arena.h"
#include "base/buf.h"
#include "base/xml.h"
#include "value/number.h"
#include "value/plist_private.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define WHITE " \t\r\n"

typedef struct reader {
    el_plist *p;
    el_plist_node *nodes;
    size_t n, cap;
    el_error *err;
} reader;

static int bad(reader *r, const el_xml_node *x, const char *what)
{
    return el_error_set(r->err, EL_ECORRUPT, "bad-plist", "line %d of the XML property list: %s", x->line, what);
}

static int read_integer(reader *r, const el_xml_node *x, el_plist_node *node)
{
    const char *s = x->text;
    while (*s == ' ' || *s == '\n' || *s == '\t' || *s == '\r')
        s++;
    int negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    int base = s[0] == '0' && (s[1] == 'x' || s[1] == 'X') ? 16 : 10;
    char *end;
    errno = 0;
    unsigned long long v = strtoull(s, &end, base);
    if (end == s || errno || *s == '-' || *s == '+' || (negative && v > (uint64_t)INT64_MAX + 1))
        return bad(r, x, "an integer does not read");
    if (v > INT64_MAX && !negative) {
        node->kind = EL_PLIST_UINT;
        node->u.u = v;
    } else {
        node->kind = EL_PLIST_INT;
        node->u.i = negative ? (int64_t)(0 - v) : (int64_t)v;
    }
    return EL_OK;
}

static int64_t days_from_civil(int64_t y, int m, int d)
{
    y -= m <= 2;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t yoe = y - era * 400, doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

static int read_date(reader *r, const el_xml_node *x, el_plist_node *node)
{
    int y, mo, d, h, mi, s, n = 0;
    if (sscanf(x->text, " %6d-%2d-%2dT%2d:%2d:%2dZ%n", &y, &mo, &d, &h, &mi, &s, &n) != 6 || !n || mo < 1 || mo > 12 || d < 1 ||
        d > 31 || h < 0 || h > 24 || mi < 0 || mi > 59 || s < 0 || s > 60)
        return bad(r, x, "a date does not read");
    node->kind = EL_PLIST_DATE;
    node->u.d = (double)(days_from_civil(y, mo, d) * 86400 + h * 3600 + mi * 60 + s);
    return EL_OK;
}

static int read_data(reader *r, const el_xml_node *x, el_plist_node *node)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *out = el_arena_alloc(r->p->arena, x->ntext / 4 * 3 + 4);
    size_t n = 0;
    unsigned bits = 0, have = 0;
    for (size_t i = 0; i < x->ntext && x->text[i] != '='; i++) {
        const char *digit = x->text[i] ? strchr(digits, x->text[i]) : NULL;
        if (!digit) {
            if (strchr(" \t\r\n", x->text[i]) && x->text[i])
                continue;
            return bad(r, x, "data that is not base64");
        }
        bits = bits << 6 | (unsigned)(digit - digits);
        have += 6;
        if (have >= 8) {
            have -= 8;
            out[n++] = (char)(bits >> have & 0xFF);
        }
    }
    node->kind = EL_PLIST_DATA;
    node->u.text.s = out;
    node->u.text.n = n;
    return EL_OK;
}

static int read_real(reader *r, const el_xml_node *x, el_plist_node *node)
{
    static const char *const words[] = {"nan", "infinity", "+infinity", "-infinity", "inf", "-inf"};
    static const double values[] = {NAN, INFINITY, INFINITY, -INFINITY, INFINITY, -INFINITY};
    const char *s = x->text + strspn(x->text, WHITE);
    size_t n = strcspn(s, WHITE);
    node->kind = EL_PLIST_REAL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (n == strlen(words[i]) && !strncasecmp(s, words[i], n)) {
            node->u.d = values[i];
            return EL_OK;
        }
    if (n == 0 || n > 400 || strspn(s, "0123456789+-.eE") != n)
        return bad(r, x, "a number does not read");
    node->u.d = el__strtod(s, n);
    return EL_OK;
}

static int read_scalar(reader *r, const el_xml_node *x, el_plist_node *node)
{
    if (!strcmp(x->name, "string")) {
        node->kind = EL_PLIST_STRING;
        node->u.text.s = x->text ? x->text : "";
        node->u.text.n = x->ntext;
        return EL_OK;
    }
    if (!strcmp(x->name, "true") || !strcmp(x->name, "false")) {
        node->kind = EL_PLIST_BOOL;
        node->u.i = x->name[0] == 't';
        return EL_OK;
    }
    if (!x->text)
        return bad(r, x, "a value has elements inside");
    if (!strcmp(x->name, "integer"))
        return read_integer(r, x, node);
    if (!strcmp(x->name, "real"))
        return read_real(r, x, node);
    if (!strcmp(x->name, "date"))
        return read_date(r, x, node);
    if (!strcmp(x->name, "data"))
        return read_data(r, x, node);
    return bad(r, x, "an unknown element");
}

static int read_node(uint32_t *out, reader *r, const el_xml_node *x);

static int new_node(uint32_t *out, reader *r, el_plist_node node)
{
    if (r->n == EL__PLIST_MAX_NODES)
        return el_error_set(r->err, EL_ELIMIT, "plist-too-large", "the property list has more than %d values", EL__PLIST_MAX_NODES);
    if (r->n == r->cap) {
        r->cap = r->cap ? r->cap * 2 : 32;
        r->nodes = el_xrealloc(r->nodes, r->cap * sizeof *r->nodes);
    }
    r->nodes[r->n] = node;
    *out = (uint32_t)r->n++;
    return EL_OK;
}

static int read_dict(reader *r, const el_xml_node *x, el_plist_node *node)
{
    if (x->nchildren % 2)
        return bad(r, x, "a dictionary has a key without a value");
    uint32_t n = (uint32_t)(x->nchildren / 2), *children = el_arena_array(r->p->arena, x->nchildren, sizeof *children);
    uint32_t i = 0;
    for (const el_xml_node *c = x->first; c; c = c->next->next, i++) {
        if (strcmp(c->name, "key"))
            return bad(r, c, "a dictionary has a value without a key");
        el_plist_node key = {.kind = EL_PLIST_STRING, .u.text = {c->text ? c->text : "", c->ntext}};
        int status = new_node(&children[i], r, key);
        if (!status)
            status = read_node(&children[n + i], r, c->next);
        if (status)
            return status;
    }
    *node = (el_plist_node){.kind = EL_PLIST_DICT, .n = n, .children = children};
    /* XML has no form of its own for an archive's references. */
    if (n == 1 && el_plist_is(&r->nodes[children[0]], "CF$UID") && r->nodes[children[1]].kind == EL_PLIST_INT &&
        r->nodes[children[1]].u.i >= 0)
        *node = (el_plist_node){.kind = EL_PLIST_UID, .u.u = (uint64_t)r->nodes[children[1]].u.i};
    return EL_OK;
}

static int read_array(reader *r, const el_xml_node *x, el_plist_node *node)
{
    uint32_t *children = el_arena_array(r->p->arena, x->nchildren, sizeof *children), i = 0;
    for (const el_xml_node *c = x->first; c; c = c->next) {
        int status = read_node(&children[i++], r, c);
        if (status)
            return status;
    }
    *node = (el_plist_node){.kind = EL_PLIST_ARRAY, .n = i, .children = children};
    return EL_OK;
}

/* Recursion is bounded by the XML reader's depth limit. */
static int read_node(uint32_t *out, reader *r, const el_xml_node *x)
{
    el_plist_node node = {.kind = EL_PLIST_NULL};
    int status = !strcmp(x->name, "dict") ? read_dict(r, x, &node) : !strcmp(x->name, "array") ? read_array(r, x, &node)
                                                                                               : read_scalar(r, x, &node);
    return status ? status : new_node(out, r, node);
}

int el__plist_xml(el_plist *p, const char *bytes, size_t n, el_error *err)
{
    const el_xml_options options = {.file = "property list", .status = EL_ECORRUPT, .keep_text = 1, .doctype = 1,
                                    .max_bytes = 64 << 20, .max_nodes = EL__PLIST_MAX_NODES, .max_depth = 190};
    el_xml_node *root;
    int status = el_xml_parse(&root, p->arena, bytes, n, &options, err);
    if (status)
        return status;
    reader r = {.p = p, .err = err};
    if (strcmp(root->name, "plist") || root->nchildren != 1)
        return el_error_set(err, EL_EUNSUPPORTED, "not-a-plist", "the XML document is no property list");
    uint32_t top = 0;
    status = read_node(&top, &r, root->first);
    if (!status) {
        el_plist_node *nodes = el_arena_array(p->arena, r.n, sizeof *nodes);
        memcpy(nodes, r.nodes, r.n * sizeof *nodes);
        p->nodes = nodes;
        p->nnodes = r.n;
        p->root = &nodes[top];
    }
    free(r.nodes);
    return status;
}
