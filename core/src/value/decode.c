/* SPDX-License-Identifier: MIT */
#include "value/decode.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "sqlite/api.h"

#include <string.h>

/* A cell before its meaning is known: `bytes` is what the engine lends until the next step. */
typedef struct raw {
    int storage;
    int64_t i;
    double d;
    const char *bytes;
    size_t n;
} raw;

static raw raw_of(sqlite3_value *v)
{
    raw r = {sqlite3_value_type(v), 0, 0, NULL, 0};
    switch (r.storage) {
    case SQLITE_INTEGER: r.i = sqlite3_value_int64(v); break;
    case SQLITE_FLOAT: r.d = sqlite3_value_double(v); break;
    case SQLITE_TEXT:
        r.bytes = (const char *)sqlite3_value_text(v);
        r.n = (size_t)sqlite3_value_bytes(v);
        break;
    case SQLITE_BLOB:
        r.bytes = sqlite3_value_blob(v);
        r.n = (size_t)sqlite3_value_bytes(v);
        break;
    default: break;
    }
    return r;
}

static el_value copied(el_arena *arena, el_value_kind kind, const raw *r)
{
    return (el_value){.kind = kind, .u.text = {el_arena_strndup(arena, r->bytes ? r->bytes : "", r->n), r->n}};
}

static el_value plain(el_arena *arena, const raw *r)
{
    switch (r->storage) {
    case SQLITE_INTEGER: return el_value_int(r->i);
    case SQLITE_FLOAT: return el_value_double(r->d);
    case SQLITE_TEXT: return copied(arena, EL_STRING, r);
    case SQLITE_BLOB: return copied(arena, EL_DATA, r);
    default: return el_value_null();
    }
}

static int is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static int is_uuid_text(const raw *r)
{
    if (r->n != 36)
        return 0;
    for (size_t i = 0; i < 36; i++) {
        int dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? r->bytes[i] != '-' : !is_hex(r->bytes[i]))
            return 0;
    }
    return 1;
}

static int decode_uuid(el_value *out, const raw *r, el_arena *arena)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[37];
    size_t to = 0;
    if (r->storage == SQLITE_TEXT && is_uuid_text(r)) {
        for (; to < 36; to++)
            text[to] = (char)(r->bytes[to] >= 'a' ? r->bytes[to] - 32 : r->bytes[to]);
    } else if (r->storage == SQLITE_BLOB && r->n == 16) {
        for (size_t i = 0; i < 16; i++) {
            if (i == 4 || i == 6 || i == 8 || i == 10)
                text[to++] = '-';
            text[to++] = digits[(unsigned char)r->bytes[i] >> 4];
            text[to++] = digits[(unsigned char)r->bytes[i] & 15];
        }
    } else {
        return 0;
    }
    *out = el_value_text(EL_UUID, el_arena_strndup(arena, text, 36), 36);
    return 1;
}

/* Whether it is an archive after all is seen when it is shown: the bytes of another transformer are not. */
static int decode_transformable(el_value *out, const raw *r, el_arena *arena)
{
    if (r->storage != SQLITE_BLOB)
        return 0;
    if (r->n) /* an empty one reads as nil */
        *out = copied(arena, EL_ARCHIVE, r);
    return 1;
}

/* Returns 0 when the storage class does not fit. */
static int decode(el_value *out, const raw *r, el_attribute_type type, unsigned flags, el_arena *arena)
{
    switch (type) {
    case EL_TYPE_INT16:
    case EL_TYPE_INT32:
    case EL_TYPE_INT64: *out = (el_value){.kind = EL_INT, .u.i = r->i}; return r->storage == SQLITE_INTEGER;
    case EL_TYPE_BOOLEAN:
        *out = (el_value){.kind = EL_BOOL, .u.i = (r->i != 0) != ((flags & EL_DECODE_INVERTED_BOOLEANS) != 0)};
        return r->storage == SQLITE_INTEGER;
    case EL_TYPE_DOUBLE:
    case EL_TYPE_FLOAT: *out = (el_value){.kind = EL_DOUBLE, .u.d = r->d}; return r->storage == SQLITE_FLOAT;
    case EL_TYPE_DATE: *out = (el_value){.kind = EL_DATE, .u.d = r->d}; return r->storage == SQLITE_FLOAT;
    case EL_TYPE_STRING:
        if (r->storage == SQLITE_TEXT)
            *out = copied(arena, EL_STRING, r);
        return r->storage == SQLITE_TEXT;
    case EL_TYPE_DECIMAL:
    case EL_TYPE_URI:
        if (r->storage == SQLITE_TEXT)
            *out = copied(arena, type == EL_TYPE_URI ? EL_URL : EL_DECIMAL, r);
        return r->storage == SQLITE_TEXT;
    case EL_TYPE_BINARY:
        if (r->storage == SQLITE_BLOB)
            *out = copied(arena, EL_DATA, r);
        return r->storage == SQLITE_BLOB;
    case EL_TYPE_UUID: return decode_uuid(out, r, arena);
    case EL_TYPE_TRANSFORMABLE: return decode_transformable(out, r, arena);
    default: *out = plain(arena, r); return 1;
    }
}

static el_cell cell_of(const raw *r, el_attribute_type type, unsigned flags, el_arena *arena)
{
    el_cell cell = {.storage = (el_storage)r->storage};
    if (r->storage == SQLITE_NULL)
        return cell;
    if (!decode(&cell.value, r, type, flags, arena)) {
        cell.value = plain(arena, r);
        cell.flags |= EL_CELL_MISMATCH;
    }
    if (r->storage == SQLITE_TEXT && cell.value.kind != EL_UUID && !el_utf8_valid(r->bytes, r->n)) {
        cell.value.kind = EL_STRING; /* printed by its bytes, whatever it was to be */
        cell.flags |= EL_CELL_NOT_UTF8;
    }
    return cell;
}

el_cell el_decode_value(sqlite3_value *value, el_attribute_type type, unsigned flags, el_arena *arena)
{
    raw r = raw_of(value);
    return cell_of(&r, type, flags, arena);
}

el_cell el_decode_cell(sqlite3_stmt *stmt, int column, el_attribute_type type, unsigned flags, el_arena *arena)
{
    raw r = {sqlite3_column_type(stmt, column), 0, 0, NULL, 0};
    switch (r.storage) {
    case SQLITE_INTEGER: r.i = sqlite3_column_int64(stmt, column); break;
    case SQLITE_FLOAT: r.d = sqlite3_column_double(stmt, column); break;
    case SQLITE_TEXT:
        r.bytes = (const char *)sqlite3_column_text(stmt, column);
        r.n = (size_t)sqlite3_column_bytes(stmt, column);
        break;
    case SQLITE_BLOB:
        r.bytes = sqlite3_column_blob(stmt, column);
        r.n = (size_t)sqlite3_column_bytes(stmt, column);
        break;
    default: break;
    }
    return cell_of(&r, type, flags, arena);
}

el_cell el_decode_raw(sqlite3_stmt *stmt, int column, el_arena *arena)
{
    return el_decode_cell(stmt, column, EL_TYPE_UNDEFINED, 0, arena);
}
