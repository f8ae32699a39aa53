/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of overrides: what is read prints as something that reads the same. */
#include "base/buf.h"
#include "model/overrides.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    el_overrides *o, *again;
    el_error e;
    el_buf first = {0}, second = {0};
    if (el_overrides_parse(&o, (const char *)data, size, "f", &e)) {
        if (o || strcmp(e.code, "bad-override"))
            abort();
        return 0;
    }
    el_overrides_text(&first, o);
    if (el_overrides_parse(&again, el_buf_str(&first), first.len, "f", &e)) {
        fprintf(stderr, "%s\n%s\n", e.message, el_buf_str(&first));
        abort();
    }
    el_overrides_text(&second, again);
    if (strcmp(el_buf_str(&first), el_buf_str(&second)) || el_overrides_count(o) != el_overrides_count(again))
        abort();
    el_buf_free(&first);
    el_buf_free(&second);
    el_overrides_free(o);
    el_overrides_free(again);
    return 0;
}
