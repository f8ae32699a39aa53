/* SPDX-License-Identifier: MIT */
#include "predicate/lex.h"

#include "base/utf8.h"

#include <unicode/uchar.h>

#include <string.h>
#include <strings.h>

static const char *const words[EL_W_COUNT] = {
    [EL_W_NOT_RESERVED] = "",
    [EL_W_AND] = "AND", [EL_W_OR] = "OR", [EL_W_IN] = "IN", [EL_W_NOT] = "NOT", [EL_W_ALL] = "ALL",
    [EL_W_ANY] = "ANY", [EL_W_SOME] = "SOME", [EL_W_NONE] = "NONE", [EL_W_LIKE] = "LIKE",
    [EL_W_CASEINSENSITIVE] = "CASEINSENSITIVE", [EL_W_CI] = "CI", [EL_W_MATCHES] = "MATCHES",
    [EL_W_CONTAINS] = "CONTAINS", [EL_W_BEGINSWITH] = "BEGINSWITH", [EL_W_ENDSWITH] = "ENDSWITH",
    [EL_W_BETWEEN] = "BETWEEN", [EL_W_NULL] = "NULL", [EL_W_NIL] = "NIL", [EL_W_SELF] = "SELF",
    [EL_W_TRUE] = "TRUE", [EL_W_YES] = "YES", [EL_W_FALSE] = "FALSE", [EL_W_NO] = "NO", [EL_W_ANYKEY] = "ANYKEY",
    [EL_W_SUBQUERY] = "SUBQUERY", [EL_W_CAST] = "CAST", [EL_W_TRUEPREDICATE] = "TRUEPREDICATE",
    [EL_W_FALSEPREDICATE] = "FALSEPREDICATE", [EL_W_UTI_CONFORMS_TO] = "UTI-CONFORMS-TO",
    [EL_W_UTI_EQUALS] = "UTI-EQUALS", [EL_W_FETCH] = "FETCH", [EL_W_TERNARY] = "TERNARY",
    [EL_W_FUNCTION] = "FUNCTION", [EL_W_UNION] = "UNION", [EL_W_INTERSECT] = "INTERSECT", [EL_W_MINUS] = "MINUS",
    [EL_W_TOKENMATCHES] = "TOKENMATCHES",
};

enum { LONGEST_WORD = 15 };

const char *el__word_text(el_word word)
{
    return words[word];
}

el_word el__word(const char *s, size_t n)
{
    if (n < 2 || n > LONGEST_WORD)
        return EL_W_NOT_RESERVED;
    for (int w = 1; w < EL_W_COUNT; w++)
        if (strlen(words[w]) == n && !strncasecmp(words[w], s, n))
            return (el_word)w;
    return EL_W_NOT_RESERVED;
}

int el__needs_hash(const char *s, size_t n)
{
    if (el__word(s, n))
        return 1;
    return (n == 5 && !strncasecmp(s, "FIRST", 5)) || (n == 4 && !strncasecmp(s, "LAST", 4)) ||
           (n == 4 && !strncasecmp(s, "SIZE", 4));
}

int el__is_identifier(const char *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        int first = i == 0;
        uint32_t c = el_utf8_next(s, n, &i);
        int letter = c == '_' || (c < 0x80 ? (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') : u_isalpha((UChar32)c));
        int digit = !first && (c < 0x80 ? c >= '0' && c <= '9' : u_isIDPart((UChar32)c) && !u_isIDIgnorable((UChar32)c));
        if (!letter && !digit)
            return 0;
    }
    return n > 0;
}
