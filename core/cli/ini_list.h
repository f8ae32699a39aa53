/* SPDX-License-Identifier: MIT */
/* One list of texts in a settings file as Qt writes it; everything else of the file stays byte for byte. */
#ifndef EL_CLI_INI_LIST_H
#define EL_CLI_INI_LIST_H

#include "entitylens/error.h"

struct el_buf;

/* An item as Qt would write it: characters outside ASCII and of special meaning escaped, quoted where needed. */
void cli_ini_escape(struct el_buf *out, const char *utf8);

/* `settings` with the item in the list KEY of [SECTION]; the same bytes when it is there already.
 * @return 1 changed, 0 not changed, negative: EL_EUNSUPPORTED when the list is written in a way that is not understood */
int cli_ini_list_add(struct el_buf *out, const char *settings, size_t n, const char *section, const char *key,
                     const char *item, el_error *err);
/* Takes every item out that is `item`, or whose text ends in `ending` (NULL: none). */
int cli_ini_list_remove(struct el_buf *out, const char *settings, size_t n, const char *section, const char *key,
                        const char *item, const char *ending, el_error *err);

#endif
