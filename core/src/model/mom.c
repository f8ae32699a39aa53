/* SPDX-License-Identifier: MIT */
#include "model/builder.h"

int el_model_load_mom(el_model **out, const unsigned char *bytes, size_t n, const char *name, const char *file, el_error *err)
{
    (void)bytes, (void)n, (void)name;
    *out = NULL;
    return el_error_set(err, EL_EUNSUPPORTED, "mom", "'%s': compiled models are not read", file);
}
