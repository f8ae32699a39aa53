/* SPDX-License-Identifier: MIT */
/* Small PNG pictures for the sample store. */
#ifndef SAMPLE_PICTURE_H
#define SAMPLE_PICTURE_H

#include <stddef.h>
#include <stdint.h>

/* A symmetrical pattern of blocks in one colour on a light ground, made from a number: the same number gives the same
 * picture.  The caller frees. */
unsigned char *sample_picture(size_t *n, uint32_t seed, unsigned blocks, unsigned scale);

#endif
