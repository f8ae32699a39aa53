/* SPDX-License-Identifier: MIT */
#include "argument.h"

#include "base/arena.h"

#include <string.h>

static el_value bytes_of(el_value_kind kind, struct el_arena *arena, const void *bytes, int n)
{
    char *copy = el_arena_strndup(arena, bytes ? bytes : "", (size_t)n);
    return el_value_text(kind, copy, (size_t)n);
}

/* What SQL has no type for comes in the coding of the typed JSON: {"date":…}, {"uuid":"…"}, {"set":[…]}.  Text that only
 * begins like one stays text. */
static int is_typed(el_value *out, struct el_arena *arena, const char *text, size_t n)
{
    el_error unused;
    el_error_clear(&unused);
    if (n < 2 || text[0] != '{' || text[1] != '"' || memchr(text, 0, n))
        return 0;
    return el_value_parse(out, arena, text, &unused) == EL_OK;
}

int el__argument_value(el_value *out, struct el_arena *arena, sqlite3_value *value, el_error *err)
{
    (void)err;
    const void *bytes;
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER: *out = el_value_int(sqlite3_value_int64(value)); break;
    case SQLITE_FLOAT: *out = el_value_double(sqlite3_value_double(value)); break;
    case SQLITE_TEXT:
        bytes = sqlite3_value_text(value);
        if (!bytes || !is_typed(out, arena, bytes, (size_t)sqlite3_value_bytes(value)))
            *out = bytes_of(EL_STRING, arena, bytes, sqlite3_value_bytes(value));
        break;
    case SQLITE_BLOB:
        bytes = sqlite3_value_blob(value);
        *out = bytes_of(EL_DATA, arena, bytes, sqlite3_value_bytes(value));
        break;
    default: *out = el_value_null();
    }
    return EL_OK;
}
