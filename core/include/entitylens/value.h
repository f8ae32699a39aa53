/* SPDX-License-Identifier: MIT */
/** @file value.h
 *  Values: constants of predicates, arguments, and decoded cells. */
#ifndef ENTITYLENS_VALUE_H
#define ENTITYLENS_VALUE_H

#include "entitylens/error.h"

#ifdef __cplusplus
extern "C" {
#endif

struct el_buf;
struct el_arena;

typedef enum el_value_kind {
    EL_NULL = 0,
    EL_BOOL,    /**< u.i is 0 or 1 */
    EL_INT,     /**< u.i */
    EL_DOUBLE,  /**< u.d */
    EL_DECIMAL, /**< u.text: the stored or given text, unchanged */
    EL_STRING,  /**< u.text, UTF-8, may hold NUL */
    EL_DATE,    /**< u.d, seconds since 1970-01-01T00:00:00Z */
    EL_DATA,    /**< u.text, bytes */
    EL_UUID,    /**< u.text, canonical text, upper case */
    EL_URL,     /**< u.text */
    EL_OBJECT,  /**< u.object */
    EL_LIST,    /**< u.list; an array */
    EL_SET,     /**< u.list; no order */
    EL_DICT,    /**< u.dict */
    EL_ENTITY,  /**< u.text: entity name */
    EL_CLASS,   /**< u.text: class name */
    EL_KEYPATH, /**< u.text: an expression argument that is a key path */
    EL_ARCHIVE  /**< u.text: bytes of a keyed archive of a Transformable, decoded on demand */
} el_value_kind;

/** A value.  Plain data: texts, lists and dictionaries are borrowed from
 *  whatever produced the value (an arena, a row, a literal). */
typedef struct el_value {
    el_value_kind kind;
    union {
        int64_t i;
        double d;
        struct { const char *s; size_t n; } text;
        struct { const char *entity; int64_t key; const char *name; } object; /**< name: id in a data set or NULL */
        struct { const struct el_value *items; size_t n; } list;
        struct { const struct el_value *keys, *values; size_t n; } dict; /**< keys are EL_STRING in all but odd archives */
    } u;
} el_value;

/** Storage class of a cell, numbered as SQLite numbers them. */
typedef enum el_storage {
    EL_STORAGE_INTEGER = 1, EL_STORAGE_REAL = 2, EL_STORAGE_TEXT = 3,
    EL_STORAGE_BLOB = 4, EL_STORAGE_NULL = 5
} el_storage;

enum {
    EL_CELL_MISMATCH = 1, /**< the storage class does not fit the attribute; value is the raw one */
    EL_CELL_NOT_UTF8 = 2, /**< text whose bytes are not UTF-8 */
    EL_CELL_NO_COLUMN = 4 /**< the store has no column for the attribute */
};

/** A decoded attribute cell. */
typedef struct el_cell {
    el_value value;
    el_storage storage;
    unsigned flags; /**< EL_CELL_… */
} el_cell;

el_value el_value_null(void);
el_value el_value_bool(int b);
el_value el_value_int(int64_t i);
el_value el_value_double(double d);
el_value el_value_date(double seconds_since_1970);
/** A text-bearing value of @p kind over @p n bytes at @p s (borrowed); n = (size_t)-1 means NUL-terminated. */
el_value el_value_text(el_value_kind kind, const char *s, size_t n);
el_value el_value_object(const char *entity, int64_t key);

/** Deep copy into @p arena. */
el_value el_value_copy(struct el_arena *arena, el_value v);

/** Reads an argument as a person writes it: JSON (5, "john", true, null, [1,2]), tagged text (date:2016-01-01T00:00:00Z,
 *  date:@1451606400, uuid:…, base64:…, decimal:1.10, object:User/2), or an object of one key in the truth files' coding.
 *  What it points at lies in @p arena.  @return EL_EUSAGE "bad-argument" for anything else. */
int el_value_parse(el_value *out, struct el_arena *arena, const char *text, el_error *err);

/** Appends the typed JSON of a value in the coding of the truth files
 *  (plain numbers, strings, booleans, null; {"date":…}, {"decimal":…},
 *  {"double":"nan"}, {"base64":…}, …).  Doubles print with the fewest digits
 *  that read back the same, always with "." or "e". */
void el_value_json(struct el_buf *out, const el_value *v);
/** The same for a cell: mismatched storage as {"raw":…,"storage":…}, text that is not
 *  UTF-8 as {"text":{"base64":…}}, archives as {"transformable":…}. */
void el_cell_json(struct el_buf *out, const el_cell *c);

/** Appends what a person reads in a table: dates as ISO 8601 UTC, NULL as nothing. One line. */
void el_cell_text(struct el_buf *out, const el_cell *c);

/** Shortest decimal text of @p d that reads back the same, with "." or "e"
 *  (exponent form below 1e-4 and from 1e16; "nan", "inf", "-inf").
 *  @param out at least 32 bytes. */
void el_double_text(char *out, double d);

/** Orders two numbers of kinds BOOL, INT, DOUBLE, DECIMAL exactly.
 *  @return <0, 0, >0; @p unordered is set when one is NaN. */
int el_number_compare(const el_value *a, const el_value *b, int *unordered);
/** Orders two decimal texts by value without loss ("1.10" equals "1.1", "1E2" equals "100").
 *  @return <0, 0, >0; @p unordered is set when a text is no number. */
int el_decimal_compare(const char *a, size_t na, const char *b, size_t nb, int *unordered);

/** Reads an ISO 8601 date-time ("2016-01-01T00:00:00Z", fraction and offset allowed, date alone = UTC midnight).
 *  @return EL_OK or EL_EUSAGE. */
int el_date_parse(double *seconds_since_1970, const char *s, size_t n);
/** Appends ISO 8601 in UTC with as many fraction digits as needed; years beyond 0001–9999 print the raw seconds. */
void el_date_text(struct el_buf *out, double seconds_since_1970);

/** The same with the offset of the machine's time zone at that moment ("2016-01-01T01:00:00+01:00"). */
void el_date_text_local(struct el_buf *out, double seconds_since_1970);

/** Another reading of a number that makes no sense as seconds since 1970. */
typedef struct el_date_reading {
    const char *name;            /**< "seconds since 2001", "milliseconds since 1970", … */
    double seconds_since_1970;
} el_date_reading;
enum { EL_DATE_READINGS = 6 };
/** True for a moment between the years 1900 and 2200. */
int el_date_is_plausible(double seconds_since_1970);
/** Which other epochs and units give a moment between 1990 and 2100.  @return how many of @p out were filled. */
size_t el_date_readings(el_date_reading out[EL_DATE_READINGS], double number);

/** What bytes are, by their look. */
typedef enum el_payload_kind {
    EL_PAYLOAD_UNKNOWN, EL_PAYLOAD_PNG, EL_PAYLOAD_JPEG, EL_PAYLOAD_GIF, EL_PAYLOAD_WEBP, EL_PAYLOAD_HEIC, EL_PAYLOAD_TIFF,
    EL_PAYLOAD_BMP, EL_PAYLOAD_PDF, EL_PAYLOAD_ZIP, EL_PAYLOAD_GZIP, EL_PAYLOAD_ZLIB, EL_PAYLOAD_ARCHIVE /**< keyed archive */,
    EL_PAYLOAD_PLIST, EL_PAYLOAD_XML, EL_PAYLOAD_JSON, EL_PAYLOAD_TEXT, EL_PAYLOAD_UUID /**< 16 bytes of a UUID, by its version bits */
} el_payload_kind;

typedef struct el_payload {
    el_payload_kind kind;
    const char *name;            /**< "PNG image", "property list", … */
    const char *extension;       /**< for a file beside an export: "png", "bin" when unknown */
    int is_image;
    int width, height;           /**< pixels; 0 when not known */
} el_payload;

/** Looks at the bytes; never fails. */
el_payload el_payload_of(const void *bytes, size_t n);
/** Unpacks gzip or zlib, at most @p limit bytes (more: EL_ELIMIT).  @return EL_ECORRUPT when it does not unpack. */
int el_payload_unpack(struct el_buf *out, const void *bytes, size_t n, size_t limit, el_error *err);
/** Appends one line for a person: "PNG image, 12 × 10, 345 bytes", "16 bytes 00ff…". */
void el_payload_text(struct el_buf *out, const void *bytes, size_t n);

#ifdef __cplusplus
}
#endif
#endif
