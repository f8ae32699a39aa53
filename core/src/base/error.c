/* SPDX-License-Identifier: MIT */
#include "entitylens/error.h"

#include <stdio.h>
#include <string.h>

void el_error_clear(el_error *e)
{
    if (!e)
        return;
    memset(e, 0, sizeof *e);
    e->offset = -1;
}

/* vsnprintf may cut a multi-byte character in half at the end of the field. */
static void trim_partial_utf8(char *s)
{
    size_t n = strlen(s), i = n;
    while (i > 0 && n - i < 4 && ((unsigned char)s[i - 1] & 0xC0) == 0x80)
        i--;
    if (i == 0)
        return;
    unsigned char lead = (unsigned char)s[i - 1];
    size_t need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (n - (i - 1) < need)
        s[i - 1] = '\0';
}

static void fill(char *out, size_t size, const char *fmt, va_list ap)
{
    int n = vsnprintf(out, size, fmt, ap);
    if (n < 0)
        out[0] = '\0';
    else if ((size_t)n >= size)
        trim_partial_utf8(out);
}

int el_error_setv(el_error *e, int status, const char *code, const char *fmt, va_list ap)
{
    if (!e)
        return status;
    /* A message may quote fields of the error that it replaces. */
    char message[sizeof e->message];
    fill(message, sizeof message, fmt, ap);
    el_error_clear(e);
    e->status = status;
    snprintf(e->code, sizeof e->code, "%s", code);
    memcpy(e->message, message, sizeof message);
    return status;
}

int el_error_set(el_error *e, int status, const char *code, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    el_error_setv(e, status, code, fmt, ap);
    va_end(ap);
    return status;
}

void el_error_hint(el_error *e, const char *fmt, ...)
{
    if (!e)
        return;
    va_list ap;
    va_start(ap, fmt);
    fill(e->hint, sizeof e->hint, fmt, ap);
    va_end(ap);
}

void el_error_arg(el_error *e, const char *fmt, ...)
{
    if (!e || e->nargs >= EL_ERROR_ARGS)
        return;
    va_list ap;
    va_start(ap, fmt);
    fill(e->args[e->nargs++], sizeof e->args[0], fmt, ap);
    va_end(ap);
}

void el_error_range(el_error *e, size_t start, size_t end)
{
    if (!e)
        return;
    e->has_range = 1;
    e->start = start;
    e->end = end;
}

int el_error_exit_status(int status)
{
    switch (status) {
    case EL_OK: return 0;
    case EL_EKEYNEEDED:
    case EL_EWRONGKEY: return 3;
    case EL_ENOTSTORE: return 4;
    case EL_ECORRUPT: return 5;
    case EL_EBUSY:
    case EL_EIO: return 6;
    case EL_ECANCELLED: return 130;
    default: return 2;
    }
}
