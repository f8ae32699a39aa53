/* SPDX-License-Identifier: MIT */
/* A small model for tests of checking and completing: blog users with posts, a hierarchy, every attribute type. */
#ifndef TEST_PREDICATE_MODEL_H
#define TEST_PREDICATE_MODEL_H

#include "entitylens/model.h"

#include <string.h>

static const char predicate_model_xml[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"User\">"
    "<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"age\" optional=\"YES\" attributeType=\"Integer 32\"/>"
    "<attribute name=\"active\" optional=\"YES\" attributeType=\"Boolean\"/>"
    "<attribute name=\"born\" optional=\"YES\" attributeType=\"Date\"/>"
    "<attribute name=\"token\" optional=\"YES\" attributeType=\"UUID\"/>"
    "<attribute name=\"avatar\" optional=\"YES\" attributeType=\"Binary\"/>"
    "<attribute name=\"draft\" optional=\"YES\" transient=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"size\" attributeType=\"Double\"/>"
    "<attribute name=\"in\" attributeType=\"Integer 16\"/>"
    "<relationship name=\"posts\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Post\" inverseName=\"author\" inverseEntity=\"Post\"/>"
    "</entity>"
    "<entity name=\"Admin\" parentEntity=\"User\">"
    "<attribute name=\"level\" optional=\"YES\" attributeType=\"Integer 16\"/>"
    "</entity>"
    "<entity name=\"Post\">"
    "<attribute name=\"title\" attributeType=\"String\"/>"
    "<attribute name=\"price\" optional=\"YES\" attributeType=\"Decimal\"/>"
    "<attribute name=\"views\" optional=\"YES\" attributeType=\"Integer 64\"/>"
    "<relationship name=\"author\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"User\" inverseName=\"posts\" inverseEntity=\"User\"/>"
    "<relationship name=\"tags\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Tag\" inverseName=\"posts\" inverseEntity=\"Tag\"/>"
    "</entity>"
    "<entity name=\"Tag\">"
    "<attribute name=\"word\" attributeType=\"String\"/>"
    "<relationship name=\"posts\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Post\" inverseName=\"tags\" inverseEntity=\"Post\"/>"
    "</entity>"
    "</model>";

static el_model *predicate_model(void)
{
    el_model *model;
    el_error err;
    if (el_model_load_xml(&model, predicate_model_xml, strlen(predicate_model_xml), "Blog", "contents", &err) != EL_OK)
        fail_msg("%s", err.message);
    return model;
}

#endif
