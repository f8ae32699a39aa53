/* SPDX-License-Identifier: MIT */
#include "base/arena.h"
#include "model/mom_private.h"

#include <zlib.h>

#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 64 << 20, MAX_RATIO = 1000 };

/* One way of wrapping DEFLATE; Z_STREAM_END or an error of zlib, Z_MEM_ERROR beyond the limits. */
static int inflate_as(unsigned char **out, size_t *size, const unsigned char *bytes, size_t n, int window)
{
    z_stream z;
    memset(&z, 0, sizeof z);
    if (inflateInit2(&z, window) != Z_OK)
        return Z_STREAM_ERROR;
    size_t limit = n < MAX_BYTES / MAX_RATIO ? n * MAX_RATIO : MAX_BYTES, cap = n * 4 < limit ? n * 4 + 64 : limit, have = 0;
    unsigned char *p = el_xmalloc(cap);
    int rc;
    z.next_in = (unsigned char *)bytes;
    z.avail_in = (unsigned)n;
    do {
        if (have == cap && cap >= limit) {
            rc = Z_MEM_ERROR;
            break;
        }
        if (have == cap) {
            cap = cap * 2 < limit ? cap * 2 : limit;
            p = el_xrealloc(p, cap);
        }
        z.next_out = p + have;
        z.avail_out = (unsigned)(cap - have);
        rc = inflate(&z, Z_NO_FLUSH);
        have = cap - z.avail_out;
    } while (rc == Z_OK || (rc == Z_BUF_ERROR && z.avail_out == 0));
    inflateEnd(&z);
    if (rc == Z_STREAM_END) {
        *out = p;
        *size = have;
    } else {
        free(p);
    }
    return rc;
}

int el__mom_inflate(unsigned char **out, size_t *size, const unsigned char *bytes, size_t n, const char *file, el_error *err)
{
    static const int windows[] = {-15, 15, 31}; /* raw, zlib, gzip */
    *out = NULL;
    *size = 0;
    if (n == 0 || n > MAX_BYTES)
        return el_error_set(err, EL_EMODEL, "not-a-model", "%s: no compiled model", file);
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        int rc = inflate_as(out, size, bytes, n, windows[i]);
        if (rc == Z_STREAM_END)
            return EL_OK;
        if (rc == Z_MEM_ERROR)
            return el_error_set(err, EL_ELIMIT, "model-too-large", "%s: the compressed model is larger than is read", file);
    }
    return el_error_set(err, EL_EMODEL, "not-a-model", "%s: neither a compiled model nor a compressed one", file);
}
