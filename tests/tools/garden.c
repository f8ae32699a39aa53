/* SPDX-License-Identifier: MIT */
#include "garden.h"

#include "fixture.h"

#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char bed[] =
    "<entity name=\"Bed\"><attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"plants\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Plant\" inverseName=\"bed\" inverseEntity=\"Plant\"/></entity>"
    "<entity name=\"Keeper\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
    "<relationship name=\"plants\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Plant\" inverseName=\"keepers\" inverseEntity=\"Plant\"/></entity>";

static const char today[] =
    "<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"height\" optional=\"YES\" attributeType=\"Double\"/>"
    "<attribute name=\"colour\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"photo\" optional=\"YES\" attributeType=\"Binary\"/>"
    "<attribute name=\"planted\" optional=\"YES\" attributeType=\"Date\"/><attribute name=\"price\" optional=\"YES\" attributeType=\"Decimal\"/>"
    "<attribute name=\"hardy\" optional=\"YES\" attributeType=\"Boolean\"/>"
    "<relationship name=\"bed\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Bed\" inverseName=\"plants\" inverseEntity=\"Bed\"/>"
    "<relationship name=\"keepers\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Keeper\" inverseName=\"plants\" inverseEntity=\"Keeper\"/>";

static const char tree[] = "<entity name=\"Tree\" parentEntity=\"Plant\"><attribute name=\"rings\" optional=\"YES\" attributeType=\"Integer 32\"/></entity>";

static void die(const el_error *err)
{
    fprintf(stderr, "the garden cannot be made: %s\n", err->message);
    abort();
}

el_model *garden_model(const char *plant, const char *more)
{
    el_buf xml = {0};
    el_model *model = NULL;
    el_error err;
    el_buf_printf(&xml, "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\"><entity name=\"Plant\">%s</entity>%s%s</model>",
                  plant, bed, more);
    if (el_model_load_xml(&model, el_buf_str(&xml), xml.len, "Garden", "Garden", &err))
        die(&err);
    el_buf_free(&xml);
    return model;
}

el_model *garden_model_today(void)
{
    return garden_model(today, tree);
}

static void fill(fixture *f)
{
    fixture_object *beds[2], *keeper;
    for (int i = 0; i < 2; i++) {
        beds[i] = fixture_add(f, "Bed", 0);
        fixture_set(f, beds[i], "title", el_value_text(EL_STRING, i ? "shade" : "sun, south", (size_t)-1));
    }
    keeper = fixture_add(f, "Keeper", 0);
    fixture_set(f, keeper, "name", el_value_text(EL_STRING, "=Ada", (size_t)-1));
    for (int i = 0; i < 5; i++) {
        fixture_object *plant = fixture_add(f, i == 4 ? "Tree" : "Plant", 0);
        static const char *const names[] = {"rose", "lily \"white\"", "", "fern\nof the wood", "oak"};
        fixture_set(f, plant, "name", el_value_text(EL_STRING, names[i], (size_t)-1));
        fixture_set(f, plant, "height", el_value_double(0.1 * (i + 1)));
        fixture_set(f, plant, "planted", el_value_date(86400.5 * i));
        fixture_set(f, plant, "price", el_value_text(EL_DECIMAL, "10.5", (size_t)-1));
        fixture_set(f, plant, "hardy", el_value_bool(i % 2));
        if (i < 3)
            fixture_set(f, plant, "colour", el_value_text(EL_STRING, "red", (size_t)-1));
        if (i == 1)
            fixture_set(f, plant, "photo", el_value_text(EL_DATA, "\x89PNG\0x", 6));
        if (i < 4)
            fixture_link(f, plant, "bed", beds[i % 2]);
        if (i < 2)
            fixture_link(f, plant, "keepers", keeper);
        if (i == 4)
            fixture_set(f, plant, "rings", el_value_int(120));
    }
}

el_store *garden_open(const el_model *model, const char *sql)
{
    char folder[] = "/tmp/garden-XXXXXX";
    el_model *written = garden_model_today();
    fixture *f = fixture_new(written);
    fixture_options how = {.format = FIXTURE_PLAIN, .sql = sql};
    el_open_options open = {.model = model};
    el_store *store = NULL;
    el_error err;
    el_buf path = {0};
    if (!mkdtemp(folder))
        abort();
    el_buf_printf(&path, "%s/Garden.sqlite", folder);
    fill(f);
    if (fixture_write(f, el_buf_str(&path), &how, &err) || el_store_open(&store, el_buf_str(&path), &open, &err))
        die(&err);
    el_buf_free(&path);
    fixture_free(f);
    el_model_free(written);
    return store;
}

void garden_close(el_store *store)
{
    char *path = strdup(el_store_path(store));
    el_store_close(store);
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    free(path);
}
