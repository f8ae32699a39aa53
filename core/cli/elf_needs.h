/* SPDX-License-Identifier: MIT */
/* Which libraries a program asks for. */
#ifndef EL_CLI_ELF_NEEDS_H
#define EL_CLI_ELF_NEEDS_H

/* Whether the dynamic section of the program at `path` names a library whose name begins with `prefix`.
 * @return 1 or 0; -1 when the file is no dynamic program of this machine's kind. */
int cli_elf_needs(const char *path, const char *prefix);

#endif
