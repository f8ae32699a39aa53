/* SPDX-License-Identifier: MIT */
#include "cipher/sidecar.h"

#include "base/arena.h"
#include "base/buf.h"
#include "cipher/codec.h"
#include "sqlite/pages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>

enum { WAL_HEADER = 32, FRAME_HEADER = 24, JOURNAL_HEADER = 28 };

static char *beside(const char *path, const char *suffix)
{
    el_buf name = {0};
    el_buf_printf(&name, "%s%s", path, suffix);
    return el_buf_take(&name);
}

static int64_t size_of(const char *path, const char *suffix)
{
    struct stat st;
    char *name = beside(path, suffix);
    int64_t size = stat(name, &st) == 0 ? st.st_size : -1;
    free(name);
    return size;
}

void el__sidecars_look(el__sidecars *out, const char *path)
{
    out->wal = size_of(path, "-wal");
    out->journal = size_of(path, "-journal");
    out->shm = size_of(path, "-shm") >= 0;
}

static uint32_t get32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Whether the page stored at `offset` under `number` fails its HMAC. What cannot be read or checked is not foreign. */
static int page_is_foreign(el_pages *sidecar, int64_t offset, uint32_t number, const el_key *key, const el_cipher_params *params)
{
    unsigned char *page = el_xmalloc((size_t)params->page_size);
    int foreign = 0;
    if (number && params->encrypted && params->use_hmac &&
        el_pages_read(sidecar, page, offset, (size_t)params->page_size, NULL) == EL_OK) {
        el__codec *codec = el__codec_new(key, params);
        foreign = el__codec_check(codec, page, number) == EL__PAGE_BAD;
        el__codec_free(codec);
    }
    free(page);
    return foreign;
}

int el__sidecar_is_foreign_wal(const char *path, const el_key *key, const el_cipher_params *params)
{
    unsigned char header[WAL_HEADER + FRAME_HEADER];
    el_pages *wal;
    char *name = beside(path, "-wal");
    int foreign = 0;
    if (el_pages_open_sidecar(&wal, name, NULL) == EL_OK) {
        if (el_pages_read(wal, header, 0, sizeof header, NULL) == EL_OK && (get32(header) & ~1u) == 0x377f0682 &&
            !memcmp(header + 16, header + WAL_HEADER + 8, 8)) /* the first frame is of this generation */
            foreign = (int)get32(header + 8) != params->page_size ||
                      page_is_foreign(wal, sizeof header, get32(header + WAL_HEADER), key, params);
        el_pages_close(wal);
    }
    free(name);
    return foreign;
}

static const unsigned char journal_magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};

int el__sidecar_journal_is_live(const char *path)
{
    unsigned char start[sizeof journal_magic];
    el_pages *journal;
    char *name = beside(path, "-journal");
    int live = 0;
    if (el_pages_open_sidecar(&journal, name, NULL) == EL_OK) {
        live = el_pages_read(journal, start, 0, sizeof start, NULL) == EL_OK && !memcmp(start, journal_magic, sizeof start);
        el_pages_close(journal);
    }
    free(name);
    return live;
}

int el__sidecar_is_foreign_journal(const char *path, const el_key *key, const el_cipher_params *params)
{
    unsigned char header[JOURNAL_HEADER], number[4];
    el_pages *journal;
    char *name = beside(path, "-journal");
    int foreign = 0;
    if (el_pages_open_sidecar(&journal, name, NULL) == EL_OK) {
        if (el_pages_read(journal, header, 0, sizeof header, NULL) == EL_OK && !memcmp(header, journal_magic, sizeof journal_magic) &&
            el_pages_read(journal, number, get32(header + 20), sizeof number, NULL) == EL_OK)
            foreign = (int)get32(header + 24) != params->page_size ||
                      page_is_foreign(journal, (int64_t)get32(header + 20) + 4, get32(number), key, params);
        el_pages_close(journal);
    }
    free(name);
    return foreign;
}

const char *el__network_file_system(const char *path)
{
    struct statfs fs;
    if (statfs(path, &fs))
        return NULL;
    switch ((unsigned long)fs.f_type & 0xffffffffUL) {
    case 0x6969: return "NFS";
    case 0xff534d42:
    case 0xfe534d42:
    case 0x517b: return "a Windows share (SMB)";
    case 0x65735546: return "a FUSE file system";
    case 0x01021997: return "a 9P share";
    case 0x6b414653:
    case 0x5346414f: return "AFS";
    case 0x00c36400: return "Ceph";
    default: return NULL;
    }
}
