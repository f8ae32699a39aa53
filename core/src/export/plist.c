/* SPDX-License-Identifier: MIT */
/* Property lists.  The structure is that of the typed JSON, one to one: a date is a dictionary with the key
 * "date", since a plist's own date drops fractions of a second; null is a key left out; bytes are data. */
#include "export/writer.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

static void xml_text(el_buf *b, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '&')
            el_buf_puts(b, "&amp;");
        else if (c == '<')
            el_buf_puts(b, "&lt;");
        else if (c == '>')
            el_buf_puts(b, "&gt;");
        else if (c == '\r')
            el_buf_puts(b, "&#13;");
        else
            el_buf_putc(b, s[i]);
    }
}

/* XML has no way to write most control characters and the two noncharacters of the basic plane. */
static int xml_can_write(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c < 0x20 && c != '\n' && c != '\t' && c != '\r')
            return 0;
        if (c == 0xEF && n - i > 2 && (unsigned char)s[i + 1] == 0xBF && (unsigned char)s[i + 2] >= 0xBE)
            return 0;
    }
    return 1;
}

static void xml_element(el_buf *b, const char *name, const char *s, size_t n)
{
    el_buf_printf(b, "<%s>", name);
    xml_text(b, s, n);
    el_buf_printf(b, "</%s>", name);
}

/* A text that XML cannot hold goes as its bytes, in the coding of text that is not UTF-8. */
static void xml_string(el_buf *b, const char *s, size_t n)
{
    if (xml_can_write(s, n)) {
        xml_element(b, "string", s, n);
        return;
    }
    el_buf_puts(b, "<dict><key>text</key><data>");
    el_buf_base64(b, s, n);
    el_buf_puts(b, "</data></dict>");
}

static void xml_value(el_buf *b, json_t *v)
{
    char number[32];
    switch (json_typeof(v)) {
    case JSON_STRING: xml_string(b, json_string_value(v), json_string_length(v)); break;
    case JSON_INTEGER: el_buf_printf(b, "<integer>%lld</integer>", (long long)json_integer_value(v)); break;
    case JSON_REAL:
        el_double_text(number, json_real_value(v));
        el_buf_printf(b, "<real>%s</real>", number);
        break;
    case JSON_TRUE: el_buf_puts(b, "<true/>"); break;
    case JSON_FALSE: el_buf_puts(b, "<false/>"); break;
    case JSON_NULL: el_buf_puts(b, "<dict/>"); break;
    case JSON_ARRAY:
        el_buf_puts(b, "<array>");
        for (size_t i = 0; i < json_array_size(v); i++)
            xml_value(b, json_array_get(v, i));
        el_buf_puts(b, "</array>");
        break;
    case JSON_OBJECT: {
        json_t *base64 = json_object_get(v, "base64");
        if (base64 && json_object_size(v) == 1 && json_is_string(base64)) {
            xml_element(b, "data", json_string_value(base64), json_string_length(base64));
            break;
        }
        el_buf_puts(b, "<dict>");
        const char *key;
        json_t *item;
        json_object_foreach(v, key, item)
        {
            if (json_is_null(item))
                continue;
            xml_element(b, "key", key, strlen(key));
            xml_value(b, item);
        }
        el_buf_puts(b, "</dict>");
        break;
    }
    }
}

static void begin(el_writer *w)
{
    el_buf_puts(&w->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
                         "<plist version=\"1.0\">\n<array>\n");
}

static int record(el_writer *w, const el_buf *json, el_error *err)
{
    json_error_t where;
    json_t *v = json_loadb(el_buf_str(json), json->len, JSON_ALLOW_NUL, &where);
    if (!v)
        return el_error_set(err, EL_ELIMIT, "plist", "an object cannot be written as a property list: %s", where.text);
    xml_value(&w->out, v);
    el_buf_putc(&w->out, '\n');
    json_decref(v);
    return EL_OK;
}

static int object(el_writer *w, el_store *store, const el_object *o, el_error *err)
{
    el_buf json = {0};
    int status = el__export_object_json(w, store, o, &json, err);
    if (!status)
        status = record(w, &json, err);
    el_buf_free(&json);
    return status;
}

static int row(el_writer *w, const el_cell *cells, size_t n, el_error *err)
{
    el_buf json = {0};
    el_buf_putc(&json, '{');
    for (size_t i = 0; i < n; i++) {
        if (i)
            el_buf_putc(&json, ',');
        el_buf_json_string(&json, w->names[i], (size_t)-1);
        el_buf_putc(&json, ':');
        el_cell_json(&json, &cells[i]);
    }
    el_buf_putc(&json, '}');
    int status = record(w, &json, err);
    el_buf_free(&json);
    return status;
}

static void end(el_writer *w)
{
    el_buf_puts(&w->out, "</array>\n</plist>\n");
}

const el_writer_class el__plist_writer = {begin, object, row, end};
