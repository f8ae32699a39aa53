/* SPDX-License-Identifier: MIT */
#include "ini_list.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <string.h>

/* Where things lie in the settings' text. */
typedef struct place {
    size_t section_end;              /* where a line may be put in at the section's end; (size_t)-1: no such section */
    size_t line, value, value_end, line_end; /* of the key; value 0: no such key */
} place;

static size_t line_end(const char *s, size_t n, size_t at)
{
    const char *end = memchr(s + at, '\n', n - at);
    return end ? (size_t)(end - s) + 1 : n;
}

/* Length of the line without its end. */
static size_t trimmed(const char *s, size_t start, size_t end)
{
    while (end > start && (s[end - 1] == '\n' || s[end - 1] == '\r' || s[end - 1] == ' '))
        end--;
    return end - start;
}

static int is_text(const char *s, size_t n, const char *text)
{
    return n == strlen(text) && !memcmp(s, text, n);
}

static void find(place *out, const char *s, size_t n, const char *section, const char *key)
{
    int inside = 0;
    memset(out, 0, sizeof *out);
    out->section_end = (size_t)-1;
    for (size_t at = 0; at < n; ) {
        size_t end = line_end(s, n, at), length = trimmed(s, at, end);
        if (length > 2 && s[at] == '[' && s[at + length - 1] == ']') {
            inside = is_text(s + at + 1, length - 2, section);
            if (inside)
                out->section_end = end;
        } else if (inside && length) {
            size_t name = 0;
            while (name < length && s[at + name] != '=')
                name++;
            out->section_end = end;
            if (name < length && is_text(s + at, trimmed(s, at, at + name), key)) {
                out->line = at;
                out->value = at + name + 1;
                out->value_end = at + length;
                out->line_end = end;
            }
        }
        at = end;
    }
}

void cli_ini_escape(el_buf *out, const char *utf8)
{
    el_buf text = {0};
    size_t n = strlen(utf8);
    int quoted = n == 0 || utf8[0] == ' ' || utf8[n - 1] == ' ', after_hex = 0;
    for (size_t i = 0; i < n; ) {
        uint32_t c = el_utf8_next(utf8, n, &i);
        int is_hex_digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        if (c == ';' || c == ',' || c == '=')
            quoted = 1;
        if (c == '"' || c == '\\') {
            el_buf_printf(&text, "\\%c", (char)c);
            after_hex = 0;
        } else if (c >= 0x10000) {
            el_buf_printf(&text, "\\x%x\\x%x", 0xD7C0 + (c >> 10), 0xDC00 + (c & 0x3FF));
            after_hex = 1;
        } else if (c < 0x20 || c >= 0x7F || (after_hex && is_hex_digit)) {
            el_buf_printf(&text, "\\x%x", c);
            after_hex = 1;
        } else {
            /* A leading @ introduces a type, so a text that begins with one has two. */
            if (c == '@' && !text.len)
                el_buf_putc(&text, '@');
            el_buf_putc(&text, (char)c);
            after_hex = 0;
        }
    }
    el_buf_printf(out, quoted ? "\"%s\"" : "%s", el_buf_str(&text));
    el_buf_free(&text);
}

/* The next item of a list, its quotes taken off; advances past the comma.  @return 0 at the end */
static int next_item(const char *s, size_t end, size_t *at, size_t *item, size_t *length)
{
    while (*at < end && s[*at] == ' ')
        ++*at;
    if (*at >= end)
        return 0;
    size_t start = *at;
    int quoted = 0;
    for (; *at < end && (quoted || s[*at] != ','); ++*at) {
        if (s[*at] == '\\' && *at + 1 < end)
            ++*at;
        else if (s[*at] == '"')
            quoted = !quoted;
    }
    size_t stop = *at;
    while (stop > start && s[stop - 1] == ' ')
        stop--;
    if (*at < end)
        ++*at;
    if (stop - start >= 2 && s[start] == '"' && s[stop - 1] == '"') {
        start++;
        stop--;
    }
    *item = start;
    *length = stop - start;
    return 1;
}

static int understood(const char *s, const place *p, const char *section, const char *key, el_error *err)
{
    size_t n = p->value_end - p->value;
    int empty = is_text(s + p->value, n, "@Invalid()");
    int typed = n > 1 && s[p->value] == '@' && s[p->value + 1] != '@' && !empty;
    if (typed || (n && s[p->value_end - 1] == '\\'))
        return el_error_set(err, EL_EUNSUPPORTED, "settings", "the list %s of [%s] is written in a way that is not understood",
                            key, section);
    return EL_OK;
}

/* Escaped text without the quotes that escaping may have added. */
static void bare(el_buf *out, const char *item)
{
    cli_ini_escape(out, item);
    if (out->len >= 2 && out->data[0] == '"') {
        memmove(out->data, out->data + 1, out->len - 2);
        out->len -= 2;
        out->data[out->len] = '\0';
    }
}

static int holds(const char *s, const place *p, const char *wanted)
{
    size_t at = p->value, item, length;
    while (next_item(s, p->value_end, &at, &item, &length))
        if (is_text(s + item, length, wanted))
            return 1;
    return 0;
}

int cli_ini_list_add(el_buf *out, const char *s, size_t n, const char *section, const char *key, const char *item,
                     el_error *err)
{
    place p;
    find(&p, s, n, section, key);
    if (!p.value) {
        size_t at = p.section_end == (size_t)-1 ? n : p.section_end;
        el_buf_add(out, s, at);
        if (at && s[at - 1] != '\n')
            el_buf_putc(out, '\n');
        if (p.section_end == (size_t)-1)
            el_buf_printf(out, at ? "\n[%s]\n" : "[%s]\n", section);
        el_buf_printf(out, "%s=", key);
        cli_ini_escape(out, item);
        el_buf_putc(out, '\n');
        el_buf_add(out, s + at, n - at);
        return 1;
    }
    int status = understood(s, &p, section, key, err);
    if (status)
        return status;
    el_buf plain = {0};
    bare(&plain, item);
    int there = holds(s, &p, el_buf_str(&plain));
    el_buf_free(&plain);
    int empty = p.value == p.value_end || is_text(s + p.value, p.value_end - p.value, "@Invalid()");
    el_buf_add(out, s, there || !empty ? p.value_end : p.value);
    if (!there) {
        el_buf_puts(out, empty ? "" : ", ");
        cli_ini_escape(out, item);
    }
    el_buf_add(out, s + p.value_end, n - p.value_end);
    return !there;
}

static int ends_in(const char *s, size_t n, const char *ending)
{
    size_t length = ending ? strlen(ending) : 0;
    return ending && n >= length && !memcmp(s + n - length, ending, length);
}

int cli_ini_list_remove(el_buf *out, const char *s, size_t n, const char *section, const char *key, const char *item,
                        const char *ending, el_error *err)
{
    place p;
    find(&p, s, n, section, key);
    int status = p.value ? understood(s, &p, section, key, err) : EL_OK;
    if (status)
        return status;
    el_buf plain = {0};
    bare(&plain, item);
    int removed = 0, kept = 0;
    el_buf_add(out, s, p.value);
    size_t at = p.value, last = p.value, start, length;
    while (p.value && next_item(s, p.value_end, &at, &start, &length)) {
        if (is_text(s + start, length, el_buf_str(&plain)) || ends_in(s + start, length, ending)) {
            removed = 1;
        } else {
            size_t stop = at < p.value_end || (at && s[at - 1] == ',') ? at - 1 : at;
            while (last < stop && s[last] == ' ')
                last++;
            el_buf_puts(out, kept++ ? ", " : "");
            el_buf_add(out, s + last, stop - last);
        }
        last = at;
    }
    el_buf_free(&plain);
    if (!removed) {
        el_buf_clear(out);
        el_buf_add(out, s, n);
        return 0;
    }
    if (!kept)
        el_buf_puts(out, "@Invalid()");
    el_buf_add(out, s + p.value_end, n - p.value_end);
    return 1;
}
