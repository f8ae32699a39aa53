/* SPDX-License-Identifier: MIT */
/* What a store says about itself: the archived dictionary of the table `meta` (guide/format.md, "Metadata"). */
#ifndef EL_MODEL_METADATA_H
#define EL_MODEL_METADATA_H

#include "entitylens/model.h"

/* The 32-byte version hash of an entity. */
typedef struct el_entity_hash { const char *entity; unsigned char hash[32]; } el_entity_hash;

#endif
