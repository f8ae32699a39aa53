/* SPDX-License-Identifier: MIT */
#include "predicate/ast_functions.h"

#include <string.h>
#include <strings.h>

static const el_function_info functions[EL_FN_ALL] = {
    [EL_FN_SUM] = {"sum:", NULL, 0, 1, -1, "sum:(collection)", "Total of the numbers; 0 for none."},
    [EL_FN_COUNT] = {"count:", NULL, 0, 1, -1, "count:(collection)", "Number of members."},
    [EL_FN_MIN] = {"min:", NULL, 0, 1, -1, "min:(collection)", "Smallest member."},
    [EL_FN_MAX] = {"max:", NULL, 0, 1, -1, "max:(collection)", "Largest member."},
    [EL_FN_AVERAGE] = {"average:", NULL, 0, 1, -1, "average:(collection)", "Mean of the numbers."},
    [EL_FN_MEDIAN] = {"median:", NULL, 0, 1, -1, "median:(collection)", "Middle of the sorted numbers."},
    [EL_FN_MODE] = {"mode:", NULL, 0, 1, -1, "mode:(collection)", "The most frequent members, as a list."},
    [EL_FN_STDDEV] = {"stddev:", NULL, 0, 1, -1, "stddev:(collection)", "Standard deviation of the population."},
    [EL_FN_ADD] = {"add:to:", "+", 0, 2, 2, "add:to:(a, b)", "a + b"},
    [EL_FN_SUBTRACT] = {"from:subtract:", "-", 0, 2, 2, "from:subtract:(a, b)", "a - b"},
    [EL_FN_MULTIPLY] = {"multiply:by:", "*", 0, 2, 2, "multiply:by:(a, b)", "a * b"},
    [EL_FN_DIVIDE] = {"divide:by:", "/", 0, 2, 2, "divide:by:(a, b)", "a / b; of two integers an integer"},
    [EL_FN_MODULUS] = {"modulus:by:", NULL, 0, 2, 2, "modulus:by:(a, b)", "Remainder of a / b, with the sign of a."},
    [EL_FN_RAISE] = {"raise:toPower:", "**", 0, 2, 2, "raise:toPower:(a, b)", "a to the power of b"},
    [EL_FN_SQRT] = {"sqrt:", NULL, 0, 1, 1, "sqrt:(x)", "Square root."},
    [EL_FN_LOG] = {"log:", NULL, 0, 1, 1, "log:(x)", "Logarithm to base 10."},
    [EL_FN_LN] = {"ln:", NULL, 0, 1, 1, "ln:(x)", "Natural logarithm."},
    [EL_FN_EXP] = {"exp:", NULL, 0, 1, 1, "exp:(x)", "e to the power of x."},
    [EL_FN_ABS] = {"abs:", NULL, 0, 1, 1, "abs:(x)", "Value without its sign."},
    [EL_FN_FLOOR] = {"floor:", NULL, 0, 1, 1, "floor:(x)", "Next whole number downwards."},
    [EL_FN_CEILING] = {"ceiling:", NULL, 0, 1, 1, "ceiling:(x)", "Next whole number upwards."},
    [EL_FN_TRUNC] = {"trunc:", NULL, 0, 1, 1, "trunc:(x)", "Next whole number towards zero."},
    [EL_FN_BIT_AND] = {"bitwiseAnd:with:", "&", 0, 2, 2, "bitwiseAnd:with:(a, b)", "Bits set in both."},
    [EL_FN_BIT_OR] = {"bitwiseOr:with:", "|", 0, 2, 2, "bitwiseOr:with:(a, b)", "Bits set in either."},
    [EL_FN_BIT_XOR] = {"bitwiseXor:with:", "^", 0, 2, 2, "bitwiseXor:with:(a, b)", "Bits set in exactly one."},
    [EL_FN_SHIFT_LEFT] = {"leftshift:by:", "<<", 0, 2, 2, "leftshift:by:(a, n)", "Bits moved n places up."},
    [EL_FN_SHIFT_RIGHT] = {"rightshift:by:", ">>", 0, 2, 2, "rightshift:by:(a, n)", "Bits moved n places down."},
    [EL_FN_COMPLEMENT] = {"onesComplement:", "~", 1, 1, 1, "onesComplement:(a)", "Every bit turned."},
    [EL_FN_UPPERCASE] = {"uppercase:", NULL, 0, 1, 1, "uppercase:(text)", "Text in capitals."},
    [EL_FN_LOWERCASE] = {"lowercase:", NULL, 0, 1, 1, "lowercase:(text)", "Text in small letters."},
    [EL_FN_CANONICAL] = {"canonical:", NULL, 0, 1, 1, "canonical:(text)", "Text without case and diacritics."},
    [EL_FN_LENGTH] = {"length:", NULL, 0, 1, 1, "length:(text)", "Number of UTF-16 units."},
    [EL_FN_RANDOM] = {"random", NULL, 0, 0, 0, "random()", "A number from 0 to 1."},
    [EL_FN_RANDOMN] = {"randomn:", NULL, 0, 1, 1, "randomn:(n)", "A whole number from 0 to n - 1."},
    [EL_FN_NOW] = {"now", NULL, 0, 0, 0, "now()", "The current date, the same for a whole evaluation."},
    [EL_FN_NOINDEX] = {"noindex:", NULL, 0, 1, 1, "noindex:(x)", "x itself; asks the store not to use an index."},
    [EL_FN_DISTANCE] = {"distanceToLocation:fromLocation:", NULL, 0, 2, 2, "distanceToLocation:fromLocation:(a, b)",
                        "Metres between two locations."},
    [EL_FN_CAST] = {"castObject:toType:", NULL, 0, 2, 2, "castObject:toType:(x, \"NSNumber\")", "Same as CAST(x, type)."},
    [EL_FN_INDEX] = {"objectFrom:withIndex:", NULL, 0, 2, 2, "objectFrom:withIndex:(list, i)", "Same as list[i]."},
};

const el_function_info *el__function_info(el_function fn)
{
    return fn >= 0 && fn < EL_FN_ALL ? &functions[fn] : NULL;
}

static int one_colon_at_end(const char *name)
{
    size_t n = strlen(name);
    return name[n - 1] == ':' && strchr(name, ':') == name + n - 1;
}

el_function el__function(const char *s, size_t n)
{
    for (int i = 0; i < EL_FN_ALL; i++) {
        size_t length = strlen(functions[i].name);
        if (!strncmp(functions[i].name, s, n) &&
            (length == n || (length == n + 1 && one_colon_at_end(functions[i].name))))
            return (el_function)i;
    }
    return EL_FN_UNKNOWN;
}

el_function el__function_of(const char *name)
{
    return el__function(name, strlen(name));
}

static const struct {
    const char *written;
    el_function meant;
} synonyms[] = {
    {"avg", EL_FN_AVERAGE},   {"mean", EL_FN_AVERAGE},    {"len", EL_FN_LENGTH},    {"strlen", EL_FN_LENGTH},
    {"lower", EL_FN_LOWERCASE}, {"upper", EL_FN_UPPERCASE}, {"ceil", EL_FN_CEILING}, {"mod", EL_FN_MODULUS},
    {"modulus", EL_FN_MODULUS}, {"pow", EL_FN_RAISE},      {"power", EL_FN_RAISE},   {"truncate", EL_FN_TRUNC},
    {"absolute", EL_FN_ABS},  {"log10", EL_FN_LOG},       {"datetime", EL_FN_NOW},  {"current_date", EL_FN_NOW},
    {"getdate", EL_FN_NOW},   {"stdev", EL_FN_STDDEV},    {"add", EL_FN_ADD},       {"subtract", EL_FN_SUBTRACT},
    {"multiply", EL_FN_MULTIPLY}, {"divide", EL_FN_DIVIDE},
};

el_function el__function_guess(const char *s, size_t n)
{
    while (n && s[n - 1] == ':')
        n--;
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++)
        if (strlen(synonyms[i].written) == n && !strncasecmp(synonyms[i].written, s, n))
            return synonyms[i].meant;
    for (int i = 0; i < EL_FN_ALL; i++)
        if (!strncasecmp(functions[i].name, s, n) && (functions[i].name[n] == '\0' || functions[i].name[n] == ':'))
            return (el_function)i;
    return EL_FN_UNKNOWN;
}
