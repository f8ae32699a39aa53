/* SPDX-License-Identifier: MIT */
#include "truth_query.h"

#include "fixture_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers are text in these files. */
static el_value number(const char *tag, const char *text)
{
    if (!strcmp(tag, "int"))
        return el_value_int(strtoll(text, NULL, 10));
    if (!strcmp(tag, "bool"))
        return el_value_bool(atoi(text));
    return !strcmp(tag, "date") ? el_value_date(strtod(text, NULL)) : el_value_double(strtod(text, NULL));
}

static el_value object(el_arena *arena, const char *id)
{
    const char *slash = strchr(id, '/');
    return el_value_object(el_arena_strndup(arena, id, (size_t)(slash - id)), strtoll(slash + 1, NULL, 10));
}

static el_value value(el_arena *arena, json_t *json);

static el_value list(el_arena *arena, el_value_kind kind, json_t *json, int objects)
{
    el_value v = el_value_null(), *items = el_arena_array(arena, json_array_size(json) + 1, sizeof *items);
    for (size_t i = 0; i < json_array_size(json); i++)
        items[i] = objects ? object(arena, json_string_value(json_array_get(json, i))) : value(arena, json_array_get(json, i));
    v.kind = kind;
    v.u.list.items = items;
    v.u.list.n = json_array_size(json);
    return v;
}

static el_value tagged(el_arena *arena, const char *tag, json_t *json)
{
    const char *text = json_string_value(json);
    if (!strcmp(tag, "array") || !strcmp(tag, "set"))
        return list(arena, !strcmp(tag, "set") ? EL_SET : EL_LIST, json, 0);
    if (!strcmp(tag, "objects"))
        return list(arena, EL_LIST, json, 1);
    if (!strcmp(tag, "object") || !strcmp(tag, "objectID"))
        return object(arena, text);
    if (!strcmp(tag, "decimal"))
        return el_value_text(EL_DECIMAL, el_arena_strdup(arena, text), strlen(text));
    if (!strcmp(tag, "base64"))
        return fixture_base64(arena, text);
    return number(tag, text);
}

static el_value value(el_arena *arena, json_t *json)
{
    if (json_is_string(json))
        return el_value_text(EL_STRING, el_arena_strndup(arena, json_string_value(json), json_string_length(json)), json_string_length(json));
    const char *tag;
    json_t *content;
    json_object_foreach(json, tag, content)
        return tagged(arena, tag, content);
    return el_value_null();
}

static void read_sorts(truth_query *q, const json_t *sorts)
{
    size_t n = json_array_size(sorts);
    el_sort *ours = el_arena_array(q->arena, n + 1, sizeof *ours);
    el_ecd_sort *theirs = el_arena_array(q->arena, n + 1, sizeof *theirs);
    for (size_t i = 0; i < n; i++) {
        const json_t *s = json_array_get(sorts, i), *ascending = json_object_get(s, "ascending");
        const char *key = json_string_value(json_object_get(s, "key")), *selector = json_string_value(json_object_get(s, "selector"));
        int descending = json_is_false(ascending), ignore = selector && strstr(selector, "InsensitiveCompare") != NULL;
        int localized = selector && !strncmp(selector, "localized", 9);
        ours[i] = (el_sort){key, descending, localized ? EL_SORT_LOCALIZED : ignore ? EL_SORT_CASE_INSENSITIVE : EL_SORT_PLAIN};
        theirs[i] = (el_ecd_sort){key, descending, ignore};
    }
    q->request.sorts = ours;
    q->ecd.sorts = theirs;
    q->request.nsorts = q->ecd.nsorts = n;
}

static void read_properties(truth_query *q, const json_t *properties)
{
    size_t n = json_array_size(properties);
    el_ecd_property *all = el_arena_array(q->arena, n + 1, sizeof *all);
    const char **columns = el_arena_array(q->arena, n + 1, sizeof *columns);
    for (size_t i = 0; i < n; i++) {
        const json_t *p = json_array_get(properties, i);
        if (json_is_string(p)) {
            all[i].name = columns[i] = json_string_value(p);
            continue;
        }
        all[i].name = json_string_value(json_object_get(p, "key"));
        all[i].function = json_string_value(json_object_get(p, "function"));
        columns[i] = el_arena_printf(q->arena, "%s(%s)", all[i].function, all[i].name);
    }
    q->ecd.properties = all;
    q->ecd.nproperties = n;
    q->request.columns = columns;
    q->request.ncolumns = n;
}

static int read_predicate(truth_query *q, const json_t *query, char *why, size_t size)
{
    const json_t *args = json_object_get(query, "args");
    el_value *values = el_arena_array(q->arena, json_array_size(args) + 1, sizeof *values);
    for (size_t i = 0; i < json_array_size(args); i++)
        values[i] = value(q->arena, json_array_get(args, i));
    q->request.where = q->format = json_string_value(json_object_get(query, "format"));
    q->request.args = values;
    q->request.nargs = json_array_size(args);
    if (!q->format)
        return 0;
    el_error err;
    size_t n;
    if (el_predicate_parse(&q->predicate, q->format, strlen(q->format), values, q->request.nargs, &err, 1, &n)) {
        snprintf(why, size, "does not parse: %s", err.message);
        return -1;
    }
    q->ecd.predicate = q->predicate->root;
    return 0;
}

int truth_query_read(truth_query *q, const json_t *entry, const el_model *model, char *why, size_t size)
{
    memset(q, 0, sizeof *q);
    q->arena = el_arena_new();
    q->number = (int)json_integer_value(json_object_get(entry, "n"));
    const json_t *query = json_object_get(entry, "query");
    const char *entity = json_string_value(json_object_get(query, "entity")), *type = json_string_value(json_object_get(query, "resultType"));
    q->request.entity = entity;
    q->ecd.entity = entity ? el_model_entity(model, entity) : NULL;
    if (!q->ecd.entity) {
        snprintf(why, size, "the model has no entity %s", entity ? entity : "");
        return -1;
    }
    q->ecd.result = type && !strcmp(type, "count") ? EL_ECD_COUNT : type && !strcmp(type, "dictionary") ? EL_ECD_DICTIONARIES : EL_ECD_OBJECTS;
    q->request.limit = q->ecd.limit = json_integer_value(json_object_get(query, "limit"));
    q->request.offset = q->ecd.offset = json_integer_value(json_object_get(query, "offset"));
    q->request.distinct = q->ecd.distinct = json_is_true(json_object_get(query, "distinct"));
    q->request.no_subentities = q->ecd.no_subentities = json_is_false(json_object_get(query, "includesSubentities"));
    read_sorts(q, json_object_get(query, "sort"));
    read_properties(q, json_object_get(query, "properties"));
    return read_predicate(q, query, why, size);
}

void truth_query_free(truth_query *q)
{
    el_predicate_free(q->predicate);
    el_arena_free(q->arena);
}
