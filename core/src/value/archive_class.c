/* SPDX-License-Identifier: MIT */
/* What the archived classes that matter look like (guide/format.md, "Keyed archives").  A decoder that meets fields it
 * does not expect gives up, and the object is shown raw. */
#include "value/archive_private.h"

#include "base/buf.h"

#include <libxml/uri.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double SECONDS_1970_TO_2001 = 978307200.0;

typedef int decoder(el_archive *a, const el_plist_node *o, el_archive_item *out);

static const el_plist_node *field(const el_archive *a, const el_plist_node *o, const char *name)
{
    return el__archive_raw_field(a, o, name);
}

static int is_kind(const el_plist_node *node, el_plist_kind kind)
{
    return node && node->kind == kind;
}

static int give(el_archive_item *out, el_value v)
{
    out->kind = EL_ARCHIVE_VALUE;
    out->value = v;
    return 1;
}

static int give_text(el_archive_item *out, el_value_kind kind, const el_plist_node *text)
{
    return give(out, (el_value){.kind = kind, .u.text = {text->u.text.s, text->u.text.n}});
}

/* A text made here lives as long as the archive; shared objects may be decoded often, so there is a budget. */
static int give_made(el_archive *a, el_archive_item *out, el_value_kind kind, const char *s, size_t n)
{
    a->made += n;
    if (a->made > EL__ARCHIVE_MAX_MADE)
        return 0;
    return give(out, (el_value){.kind = kind, .u.text = {el_arena_strndup(a->arena, s, n), n}});
}

static int number_field(const el_archive *a, const el_plist_node *o, const char *name, double *out)
{
    const el_plist_node *f = field(a, o, name);
    if (is_kind(f, EL_PLIST_REAL))
        *out = f->u.d;
    else if (is_kind(f, EL_PLIST_INT))
        *out = (double)f->u.i;
    else
        return 0;
    return 1;
}

static int string(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    const el_plist_node *s = field(a, o, "NS.string"), *b = field(a, o, "NS.bytes");
    if (is_kind(s, EL_PLIST_STRING))
        return give_text(out, EL_STRING, s);
    return is_kind(b, EL_PLIST_DATA) && give_text(out, EL_STRING, b);
}

static int number(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    const el_plist_node *i = field(a, o, "NS.intval"), *d = field(a, o, "NS.dblval"), *b = field(a, o, "NS.boolval");
    if (is_kind(b, EL_PLIST_BOOL))
        return give(out, el_value_bool((int)b->u.i));
    if (is_kind(i, EL_PLIST_INT))
        return give(out, el_value_int(i->u.i));
    return is_kind(d, EL_PLIST_REAL) && give(out, el_value_double(d->u.d));
}

/* Decimal digits of a little-endian 128-bit number, in place; returns how many. */
static int digits_of(const unsigned char *little_endian, int n, char *digits)
{
    unsigned char v[16] = {0};
    memcpy(v, little_endian, (size_t)n);
    char reversed[40];
    int count = 0;
    for (int more = 1; more && count < 40;) {
        unsigned rest = 0;
        more = 0;
        for (int i = 15; i >= 0; i--) {
            unsigned x = rest << 8 | v[i];
            v[i] = (unsigned char)(x / 10);
            rest = x % 10;
            more |= v[i];
        }
        reversed[count++] = (char)('0' + rest);
    }
    for (int i = 0; i < count; i++)
        digits[i] = reversed[count - 1 - i];
    return count;
}

/* Plain digits for what a person writes that way, else an exponent. */
static void decimal_text(el_buf *out, int negative, const char *digits, int n, long exponent)
{
    while (n > 1 && digits[n - 1] == '0' && exponent < 0) {
        n--;
        exponent++;
    }
    if (negative)
        el_buf_putc(out, '-');
    if (exponent == 0 || (exponent > 0 && n + exponent <= 38)) {
        el_buf_add(out, digits, (size_t)n);
        for (long i = 0; i < exponent; i++)
            el_buf_putc(out, '0');
    } else if (exponent < 0 && -exponent < n) {
        el_buf_add(out, digits, (size_t)(n + exponent));
        el_buf_putc(out, '.');
        el_buf_add(out, digits + n + exponent, (size_t)-exponent);
    } else if (exponent < 0 && -exponent <= 38) {
        el_buf_puts(out, "0.");
        for (long i = n; i < -exponent; i++)
            el_buf_putc(out, '0');
        el_buf_add(out, digits, (size_t)n);
    } else {
        el_buf_add(out, digits, (size_t)n);
        el_buf_printf(out, "E%ld", exponent);
    }
}

static int decimal(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    const el_plist_node *mantissa = field(a, o, "NS.mantissa"), *negative = field(a, o, "NS.negative");
    double exponent, length, order = 1;
    if (!is_kind(mantissa, EL_PLIST_DATA) || mantissa->u.text.n != 16 || !number_field(a, o, "NS.exponent", &exponent) ||
        !number_field(a, o, "NS.length", &length) || fabs(exponent) > 1000 || length < 0 || length > 8)
        return 0;
    number_field(a, o, "NS.mantissa.bo", &order);
    int minus = negative && (negative->kind == EL_PLIST_BOOL || negative->kind == EL_PLIST_INT) && negative->u.i != 0;
    if (length == 0)
        return minus ? give_made(a, out, EL_DECIMAL, "NaN", 3) : give_made(a, out, EL_DECIMAL, "0", 1);
    unsigned char little[16];
    for (int i = 0; i < 16; i++) /* two-byte words, least first; only the bytes of a word may be swapped */
        little[i] = (unsigned char)mantissa->u.text.s[order == 2 ? i ^ 1 : i];
    char digits[40];
    int n = digits_of(little, (int)length * 2, digits);
    el_buf text = {0};
    decimal_text(&text, minus, digits, n, (long)exponent);
    int good = give_made(a, out, EL_DECIMAL, el_buf_str(&text), text.len);
    el_buf_free(&text);
    return good;
}

static int data(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    const el_plist_node *d = field(a, o, "NS.data"), *b = field(a, o, "NS.bytes");
    if (is_kind(d, EL_PLIST_DATA))
        return give_text(out, EL_DATA, d);
    return is_kind(b, EL_PLIST_DATA) && give_text(out, EL_DATA, b);
}

static int date(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    double seconds;
    return number_field(a, o, "NS.time", &seconds) && give(out, el_value_date(seconds + SECONDS_1970_TO_2001));
}

/* How many fields PREFIX.0, PREFIX.1, … there are. */
static size_t count_numbered(const el_archive *a, const el_plist_node *o, const char *prefix)
{
    char name[64];
    size_t n = 0;
    do
        snprintf(name, sizeof name, "%s.%zu", prefix, n);
    while (n < o->n && n < EL__ARCHIVE_MAX_NUMBERED && el_plist_get(a->plist, o, name) && ++n);
    return n;
}

static int collection(el_archive *a, const el_plist_node *o, el_archive_item *out, el_archive_kind kind)
{
    const el_plist_node *objects = field(a, o, "NS.objects");
    if (is_kind(objects, EL_PLIST_ARRAY)) {
        out->list = objects;
        out->n = objects->n;
    } else if (!objects) {
        out->numbered = "NS.object";
        out->n = count_numbered(a, o, "NS.object");
        if (out->n == 0 && o->n > 2) /* fields, but not these */
            return 0;
    } else {
        return 0;
    }
    out->kind = kind;
    return 1;
}

static int array(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    return collection(a, o, out, EL_ARCHIVE_LIST);
}

static int set(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    return collection(a, o, out, EL_ARCHIVE_SET);
}

static int dictionary(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    const el_plist_node *keys = field(a, o, "NS.keys");
    if (!keys && !field(a, o, "NS.objects")) {
        out->n = count_numbered(a, o, "NS.key");
        if (out->n != count_numbered(a, o, "NS.object") || (out->n == 0 && o->n > 2))
            return 0;
        out->numbered = "NS.object";
        out->kind = EL_ARCHIVE_DICT;
        return 1;
    }
    if (!collection(a, o, out, EL_ARCHIVE_DICT) || !out->list || !is_kind(keys, EL_PLIST_ARRAY) || keys->n != out->list->n)
        return 0;
    out->keys = keys;
    return 1;
}

/* Member list of an archived array, or of one that lies inline. */
static const el_plist_node *members(const el_archive *a, const el_plist_node *array)
{
    if (is_kind(array, EL_PLIST_DICT))
        array = field(a, array, "NS.objects");
    return is_kind(array, EL_PLIST_ARRAY) ? array : NULL;
}

/* A store's model cache keeps a dictionary's keys apart, in a mapping that several dictionaries share. */
static int known_keys_dictionary(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    const el_plist_node *mapping = field(a, o, "searchMapping");
    const el_plist_node *values = members(a, field(a, o, "values"));
    const el_plist_node *keys = is_kind(mapping, EL_PLIST_DICT) ? members(a, field(a, mapping, "keys")) : NULL;
    if (!values || !keys || values->n != keys->n)
        return 0;
    out->kind = EL_ARCHIVE_DICT;
    out->list = values;
    out->keys = keys;
    out->n = values->n;
    return 1;
}

static int null(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    (void)a, (void)o;
    return give(out, el_value_null());
}

static const el_plist_node *url_text(const el_archive *a, const el_plist_node *url, const el_plist_node **base)
{
    *base = field(a, url, "NS.base");
    if (el_plist_is(*base, "$null"))
        *base = NULL;
    const el_plist_node *relative = field(a, url, "NS.relative");
    return is_kind(relative, EL_PLIST_STRING) ? relative : NULL;
}

/* A URL relative to another is shown resolved; a base with a base of its own is not worth following. */
static int url(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    const el_plist_node *base, *none, *relative = url_text(a, o, &base);
    if (!relative)
        return 0;
    const el_plist_node *root = base ? url_text(a, base, &none) : NULL;
    if (!base)
        return give_text(out, EL_URL, relative);
    if (!root || none)
        return 0;
    char *r = el_plist_text(a->arena, relative), *b = el_plist_text(a->arena, root);
    xmlChar *whole = r && b ? xmlBuildURI((const xmlChar *)r, (const xmlChar *)b) : NULL;
    int good = whole && give_made(a, out, EL_URL, (const char *)whole, strlen((const char *)whole));
    xmlFree(whole);
    return good;
}

static int uuid(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    const el_plist_node *bytes = field(a, o, "NS.uuidbytes");
    if (!is_kind(bytes, EL_PLIST_DATA) || bytes->u.text.n != 16)
        return 0;
    char text[40];
    int n = 0;
    for (int i = 0; i < 16; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%02X", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                      (unsigned char)bytes->u.text.s[i]);
    return give_made(a, out, EL_UUID, text, (size_t)n);
}

static int attributed_string(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    const el_plist_node *s = field(a, o, "NSString");
    if (is_kind(s, EL_PLIST_DICT))
        return string(a, s, out);
    return is_kind(s, EL_PLIST_STRING) && give_text(out, EL_STRING, s);
}

static int geometry(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    static const char *const names[] = {NULL, "NS.pointval", "NS.sizeval", "NS.rectval"};
    double special, location, length;
    if (!number_field(a, o, "NS.special", &special))
        return 0;
    if (special == 4 && number_field(a, o, "NS.rangeval.location", &location) && number_field(a, o, "NS.rangeval.length", &length)) {
        char text[64];
        int n = snprintf(text, sizeof text, "{%.0f, %.0f}", location, length);
        return give_made(a, out, EL_STRING, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
    }
    const el_plist_node *s = special >= 1 && special <= 3 ? field(a, o, names[(int)special]) : NULL;
    return is_kind(s, EL_PLIST_STRING) && give_text(out, EL_STRING, s);
}

static int named(el_archive *a, const el_plist_node *o, el_archive_item *out)
{
    const el_plist_node *name = field(a, o, "NS.name"), *identifier = field(a, o, "NS.identifier");
    if (is_kind(name, EL_PLIST_STRING))
        return give_text(out, EL_STRING, name);
    return is_kind(identifier, EL_PLIST_STRING) && give_text(out, EL_STRING, identifier);
}

static const struct { const char *name; decoder *decode; } classes[] = {
    {"NSString", string}, {"NSMutableString", string}, {"NSDecimalNumber", decimal}, {"NSDecimalNumberPlaceholder", decimal},
    {"NSNumber", number}, {"NSData", data}, {"NSMutableData", data}, {"NSDate", date}, {"NSArray", array}, {"NSMutableArray", array},
    {"NSSet", set}, {"NSMutableSet", set}, {"NSOrderedSet", array}, {"NSMutableOrderedSet", array}, {"NSDictionary", dictionary},
    {"NSMutableDictionary", dictionary}, {"NSKnownKeysDictionary1", known_keys_dictionary}, {"NSNull", null}, {"NSURL", url},
    {"NSUUID", uuid}, {"NSAttributedString", attributed_string}, {"NSMutableAttributedString", attributed_string},
    {"NSValue", geometry}, {"NSTimeZone", named}, {"NSLocale", named},
};

int el__archive_decode(el_archive *a, const el_plist_node *object, const el_plist_node *record, el_archive_item *out)
{
    const el_plist_node *names = el_plist_get(a->plist, record, "$classes");
    const el_plist_node *only = el_plist_get(a->plist, record, "$classname");
    uint32_t n = is_kind(names, EL_PLIST_ARRAY) ? names->n : 1;
    if (!strcmp(out->class_name, "NSCountedSet")) /* a plain set would drop the counts */
        return 0;
    for (uint32_t i = 0; i < n && i < 32; i++) { /* the first known one: that is how subclasses decode, too */
        const el_plist_node *name = is_kind(names, EL_PLIST_ARRAY) ? el_plist_item(a->plist, names, i) : only;
        for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
            if (el_plist_is(name, classes[k].name))
                return classes[k].decode(a, object, out);
    }
    return 0;
}
