/* SPDX-License-Identifier: MIT */
#include "elf_needs.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct image {
    const unsigned char *bytes;
    size_t size;
    const ElfW(Phdr) *segments;
    size_t nsegments;
} image;

/* n bytes at offset, or NULL when the file is shorter. */
static const void *at(const image *file, size_t offset, size_t n)
{
    return offset <= file->size && n <= file->size - offset ? file->bytes + offset : NULL;
}

/* Where the loaded address lies in the file; *left says how many bytes follow in its segment. */
static const char *at_address(const image *file, ElfW(Addr) address, size_t *left)
{
    for (size_t i = 0; i < file->nsegments; i++) {
        const ElfW(Phdr) *s = &file->segments[i];
        if (s->p_type != PT_LOAD || address < s->p_vaddr || address - s->p_vaddr >= s->p_filesz)
            continue;
        size_t within = (size_t)(address - s->p_vaddr);
        *left = (size_t)s->p_filesz - within;
        return s->p_offset <= file->size ? at(file, s->p_offset + within, *left) : NULL;
    }
    return NULL;
}

static int begin(image *file)
{
    const ElfW(Ehdr) *header = at(file, 0, sizeof *header);
    int class_here = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
    if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != class_here ||
        header->e_phentsize != sizeof(ElfW(Phdr)))
        return -1;
    file->nsegments = header->e_phnum;
    file->segments = at(file, header->e_phoff, file->nsegments * sizeof *file->segments);
    return file->segments ? 0 : -1;
}

static int names_library(const image *file, const ElfW(Dyn) *entries, size_t n, const char *prefix)
{
    const char *names = NULL;
    size_t left = 0;
    for (size_t i = 0; i < n && entries[i].d_tag != DT_NULL; i++)
        if (entries[i].d_tag == DT_STRTAB)
            names = at_address(file, entries[i].d_un.d_ptr, &left);
    if (!names)
        return -1;
    size_t length = strlen(prefix);
    for (size_t i = 0; i < n && entries[i].d_tag != DT_NULL; i++) {
        size_t name = (size_t)entries[i].d_un.d_val;
        if (entries[i].d_tag == DT_NEEDED && name < left && left - name > length && !memcmp(names + name, prefix, length))
            return 1;
    }
    return 0;
}

static int look(image *file, const char *prefix)
{
    if (begin(file))
        return -1;
    for (size_t i = 0; i < file->nsegments; i++) {
        const ElfW(Phdr) *s = &file->segments[i];
        if (s->p_type != PT_DYNAMIC)
            continue;
        const ElfW(Dyn) *entries = at(file, s->p_offset, s->p_filesz);
        return entries ? names_library(file, entries, s->p_filesz / sizeof *entries, prefix) : -1;
    }
    return -1;
}

int cli_elf_needs(const char *path, const char *prefix)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat facts;
    int answer = -1;
    if (fd < 0)
        return -1;
    if (!fstat(fd, &facts) && S_ISREG(facts.st_mode) && facts.st_size > 0) {
        image file = {.size = (size_t)facts.st_size};
        void *map = mmap(NULL, file.size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (map != MAP_FAILED) {
            file.bytes = map;
            answer = look(&file, prefix);
            munmap(map, file.size);
        }
    }
    close(fd);
    return answer;
}
