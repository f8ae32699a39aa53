/* SPDX-License-Identifier: MIT */
/* The two JSON forms that fixtures are read from. */
#ifndef TEST_FIXTURE_JSON_H
#define TEST_FIXTURE_JSON_H

#include "fixture_private.h"

#include <jansson.h>

/* A model of what a data set's "entities" say; free with el_model_free. */
el_model *fixture_dataset_model(json_t *root);

/* Objects of a truth file that has been read already. */
fixture *fixture_from_truth_json(const el_model *model, json_t *root);

/* Bytes of hexadecimal text. */
el_value fixture_hex(el_arena *arena, const char *text);
/* Bytes of base64 text. */
el_value fixture_base64(el_arena *arena, const char *text);

#endif
