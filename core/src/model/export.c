/* SPDX-License-Identifier: MIT */
/* Writes a model as the model editor's XML.  What was inferred is marked in user info, so that nobody takes a guess
 * for a fact later. */
#include "base/arena.h"
#include "base/buf.h"
#include "entitylens/model.h"
#include "model/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void escaped(el_buf *out, const char *s)
{
    for (; *s; s++)
        switch (*s) {
        case '&': el_buf_puts(out, "&amp;"); break;
        case '<': el_buf_puts(out, "&lt;"); break;
        case '>': el_buf_puts(out, "&gt;"); break;
        case '"': el_buf_puts(out, "&quot;"); break;
        case '\n': el_buf_puts(out, "&#10;"); break;
        case '\r': el_buf_puts(out, "&#13;"); break;
        case '\t': el_buf_puts(out, "&#9;"); break;
        default:
            if ((unsigned char)*s >= 0x20) /* XML has no way to say the others */
                el_buf_putc(out, *s);
        }
}

static void attr(el_buf *out, const char *name, const char *value)
{
    if (!value)
        return;
    el_buf_printf(out, " %s=\"", name);
    escaped(out, value);
    el_buf_putc(out, '"');
}

static void flag(el_buf *out, const char *name, int b)
{
    if (b)
        attr(out, name, "YES");
}

static void number(el_buf *out, const char *name, int has, int value)
{
    if (has)
        el_buf_printf(out, " %s=\"%d\"", name, value);
}

static void entry(el_buf *out, const char *indent, const char *key, const char *value)
{
    el_buf_printf(out, "%s    <entry", indent);
    attr(out, "key", key);
    attr(out, "value", value);
    el_buf_puts(out, "/>\n");
}

/* User info as children of an element that is still open; closes it. */
static void finish(el_buf *out, const char *indent, const char *element, const el_pair *pairs, size_t n, const char *provenance, el_confidence confidence)
{
    if (!n && !provenance) {
        el_buf_puts(out, "/>\n");
        return;
    }
    el_buf_printf(out, ">\n%s    <userInfo>\n", indent);
    for (size_t i = 0; i < n; i++)
        entry(out, "            ", pairs[i].key, pairs[i].value);
    if (provenance) {
        entry(out, "            ", "inferred", provenance);
        entry(out, "            ", "confidence", el_confidence_name(confidence));
    }
    el_buf_printf(out, "%s    </userInfo>\n%s</%s>\n", indent, indent, element);
}

static void attribute(el_buf *out, const char *indent, const el_attribute *a)
{
    el_buf_printf(out, "%s<attribute", indent);
    attr(out, "name", a->name);
    flag(out, "optional", a->optional);
    flag(out, "transient", a->transient);
    if (a->type != EL_TYPE_UNDEFINED)
        attr(out, "attributeType", el_attribute_type_name(a->type));
    attr(out, "minValueString", a->min_text);
    attr(out, "maxValueString", a->max_text);
    attr(out, "minDateTimeInterval", a->min_date_text);
    attr(out, "maxDateTimeInterval", a->max_date_text);
    if (a->has_default)
        attr(out, a->type == EL_TYPE_DATE ? "defaultDateTimeInterval" : "defaultValueString", a->default_text);
    attr(out, "regularExpressionString", a->regex);
    if (a->has_scalar)
        attr(out, "usesScalarValueType", a->scalar ? "YES" : "NO");
    attr(out, "valueTransformerName", a->transformer);
    attr(out, "customClassName", a->custom_class);
    attr(out, "composite", a->composite);
    flag(out, "allowsExternalBinaryDataStorage", a->external_storage);
    flag(out, "preserveAfterDeletion", a->preserve_after_deletion);
    flag(out, "spotlightIndexingEnabled", a->spotlight);
    flag(out, "storedInTruthFile", a->truth_file);
    flag(out, "allowsCloudEncryption", a->cloud_encryption);
    flag(out, "indexed", a->indexed);
    flag(out, "derived", a->derivation != NULL);
    attr(out, "derivationExpression", a->derivation && *a->derivation ? a->derivation : NULL);
    attr(out, "elementID", a->renaming_id);
    attr(out, "versionHashModifier", a->hash_modifier);
    finish(out, indent, "attribute", a->user_info, a->nuser_info, a->provenance, a->confidence);
}

static void relationship(el_buf *out, const el_relationship *r)
{
    static const char indent[] = "        ";
    el_buf_printf(out, "%s<relationship", indent);
    attr(out, "name", r->name);
    flag(out, "optional", r->optional);
    flag(out, "transient", r->transient);
    if (r->to_many)
        flag(out, "toMany", 1);
    number(out, "minCount", r->has_min_count, r->min_count);
    if (!r->to_many)
        attr(out, "maxCount", "1");
    else
        number(out, "maxCount", r->has_max_count && r->max_count > 0, r->max_count);
    attr(out, "deletionRule", el_delete_rule_name(r->delete_rule));
    flag(out, "ordered", r->ordered);
    attr(out, "destinationEntity", r->destination ? r->destination->name : r->destination_name);
    attr(out, "inverseName", r->inverse_name);
    attr(out, "inverseEntity", r->inverse_name ? r->inverse_entity ? r->inverse_entity : r->destination_name : NULL);
    flag(out, "indexed", r->indexed);
    attr(out, "elementID", r->renaming_id);
    attr(out, "versionHashModifier", r->hash_modifier);
    finish(out, indent, "relationship", r->user_info, r->nuser_info, r->provenance, r->confidence);
}

static void fetch_request(el_buf *out, const char *indent, const el_fetch_template *t)
{
    el_buf_printf(out, "%s<fetchRequest", indent);
    attr(out, "name", t->name);
    attr(out, "entity", t->entity);
    attr(out, "predicateString", t->predicate);
    number(out, "resultType", t->has_result_type, t->result_type);
    number(out, "fetchLimit", t->has_fetch_limit, t->fetch_limit);
    number(out, "fetchBatchSize", t->has_fetch_batch_size, t->fetch_batch_size);
    for (size_t i = 0; i < t->nflags; i++)
        attr(out, t->flags[i].key, t->flags[i].value);
    el_buf_puts(out, "/>\n");
}

static void fetched_property(el_buf *out, const el_fetched_property *p)
{
    el_buf_puts(out, "        <fetchedProperty");
    attr(out, "name", p->name);
    flag(out, "optional", p->optional);
    el_buf_puts(out, ">\n");
    if (p->request)
        fetch_request(out, "            ", p->request);
    if (p->nuser_info) {
        el_buf_puts(out, "            <userInfo>\n");
        for (size_t i = 0; i < p->nuser_info; i++)
            entry(out, "            ", p->user_info[i].key, p->user_info[i].value);
        el_buf_puts(out, "            </userInfo>\n");
    }
    el_buf_puts(out, "        </fetchedProperty>\n");
}

static void fetch_index(el_buf *out, const el_fetch_index *index)
{
    el_buf_puts(out, "        <fetchIndex");
    attr(out, "name", index->name);
    attr(out, "partialIndexPredicate", index->where);
    el_buf_puts(out, ">\n");
    for (size_t i = 0; i < index->nelements; i++) {
        const el_index_element *e = &index->elements[i];
        el_buf_puts(out, "            <fetchIndexElement");
        attr(out, "property", e->property);
        attr(out, "expression", e->expression);
        attr(out, "expressionType", e->expression_type);
        attr(out, "type", e->rtree ? "RTree" : "Binary");
        attr(out, "order", e->descending ? "descending" : "ascending");
        el_buf_puts(out, "/>\n");
    }
    el_buf_puts(out, "        </fetchIndex>\n");
}

static void name_lists(el_buf *out, const char *outer, const char *group, const char *item, const el_name_list *lists, size_t n)
{
    if (!n)
        return;
    el_buf_printf(out, "        <%s>\n", outer);
    for (size_t i = 0; i < n; i++) {
        el_buf_printf(out, "            <%s>\n", group);
        for (size_t k = 0; k < lists[i].n; k++) {
            el_buf_printf(out, "                <%s", item);
            attr(out, "value", lists[i].names[k]);
            el_buf_puts(out, "/>\n");
        }
        el_buf_printf(out, "            </%s>\n", group);
    }
    el_buf_printf(out, "        </%s>\n", outer);
}

static void entity_user_info(el_buf *out, const el_entity *e)
{
    if (!e->nuser_info && !e->provenance)
        return;
    el_buf_puts(out, "        <userInfo>\n");
    for (size_t i = 0; i < e->nuser_info; i++)
        entry(out, "        ", e->user_info[i].key, e->user_info[i].value);
    if (e->provenance) {
        entry(out, "        ", "inferred", e->provenance);
        entry(out, "        ", "confidence", el_confidence_name(e->confidence));
    }
    el_buf_puts(out, "        </userInfo>\n");
}

/* A relationship whose destination is not known would make the file unreadable; a comment keeps its name. */
static void relationship_or_comment(el_buf *out, const el_relationship *r)
{
    if (r->destination || r->destination_name) {
        relationship(out, r);
        return;
    }
    el_buf_puts(out, "        <!-- relationship ");
    for (const char *s = r->name; *s; s++)
        el_buf_putc(out, *s == '-' ? '_' : *s); /* two hyphens would end the comment */
    el_buf_puts(out, ": where it leads is not known -->\n");
}

static void entity(el_buf *out, const el_entity *e)
{
    el_buf_puts(out, "    <entity");
    attr(out, "name", e->name);
    attr(out, "representedClassName", e->class_name);
    flag(out, "isAbstract", e->abstract);
    attr(out, "parentEntity", e->parent ? e->parent->name : NULL);
    attr(out, "elementID", e->renaming_id);
    attr(out, "versionHashModifier", e->hash_modifier);
    attr(out, "codeGenerationType", e->codegen);
    attr(out, "coreSpotlightDisplayNameExpression", e->spotlight_display_name);
    el_buf_puts(out, " syncable=\"YES\">\n");
    for (size_t i = 0; i < e->nattributes; i++)
        attribute(out, "        ", e->attributes[i]);
    for (size_t i = 0; i < e->nrelationships; i++)
        relationship_or_comment(out, e->relationships[i]);
    for (size_t i = 0; i < e->nfetched_properties; i++)
        fetched_property(out, &e->fetched_properties[i]);
    for (size_t i = 0; i < e->nfetch_indexes; i++)
        fetch_index(out, &e->fetch_indexes[i]);
    name_lists(out, "compoundIndexes", "compoundIndex", "index", e->compound_indexes, e->ncompound_indexes);
    name_lists(out, "uniquenessConstraints", "uniquenessConstraint", "constraint", e->uniqueness, e->nuniqueness);
    entity_user_info(out, e);
    el_buf_puts(out, "    </entity>\n");
}

static void others(el_buf *out, const el_model *m)
{
    for (size_t i = 0; i < m->ncomposites; i++) {
        el_buf_puts(out, "    <composite");
        attr(out, "name", m->composites[i].name);
        el_buf_puts(out, ">\n");
        for (size_t k = 0; k < m->composites[i].nattributes; k++)
            attribute(out, "        ", m->composites[i].attributes[k]);
        el_buf_puts(out, "    </composite>\n");
    }
    for (size_t i = 0; i < m->nfetch_requests; i++)
        fetch_request(out, "    ", &m->fetch_requests[i]);
    for (size_t i = 0; i < m->nconfigurations; i++) {
        const el_configuration *c = &m->configurations[i];
        el_buf_puts(out, "    <configuration");
        attr(out, "name", c->name);
        flag(out, "usedWithCloudKit", c->cloud_kit);
        el_buf_puts(out, ">\n");
        for (size_t k = 0; k < c->members.n; k++) {
            el_buf_puts(out, "        <memberEntity");
            attr(out, "name", c->members.names[k]);
            el_buf_puts(out, "/>\n");
        }
        el_buf_puts(out, "    </configuration>\n");
    }
}

/* Boxes of the diagram on a grid: the model editor wants one for each entity. */
static void diagram(el_buf *out, const el_model *m)
{
    enum { COLUMNS = 5, WIDTH = 180, HEIGHT = 220 };
    el_buf_puts(out, "    <elements>\n");
    for (size_t i = 0; i < m->nentities; i++) {
        const el_entity *e = m->entities[i];
        el_buf_puts(out, "        <element");
        attr(out, "name", e->name);
        el_buf_printf(out, " positionX=\"%zu\" positionY=\"%zu\" width=\"128\" height=\"%zu\"/>\n", i % COLUMNS * WIDTH, i / COLUMNS * HEIGHT,
                      44 + 15 * (e->nattributes + e->nrelationships));
    }
    el_buf_puts(out, "    </elements>\n");
}

void el_model_xml(el_buf *out, const el_model *m)
{
    el_buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
                     "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\" lastSavedToolsVersion=\"22758\" "
                     "systemVersion=\"23F79\"");
    attr(out, "minimumToolsVersion", m->minimum_tools_version ? m->minimum_tools_version : "Automatic");
    attr(out, "sourceLanguage", "Swift");
    flag(out, "usedWithCloudKit", m->cloud_kit);
    flag(out, "usedWithSwiftData", m->swift_data);
    attr(out, "userDefinedModelVersionIdentifier", m->identifier ? m->identifier : "");
    el_buf_puts(out, ">\n");
    for (size_t i = 0; i < m->nentities; i++)
        entity(out, m->entities[i]);
    others(out, m);
    diagram(out, m);
    el_buf_puts(out, "</model>\n");
}

static int write_all(const char *path, const el_buf *text, el_error *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    size_t done = 0;
    while (fd >= 0 && done < text->len) {
        ssize_t n = write(fd, text->data + done, text->len - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            break;
        done += (size_t)n;
    }
    int good = fd >= 0 && done == text->len && fsync(fd) == 0;
    if (fd >= 0)
        good = close(fd) == 0 && good;
    return good ? EL_OK : el_error_set(err, EL_EIO, "io", "'%s' cannot be written: %s", path, strerror(errno));
}

static int check_target(const char *path, el_error *err)
{
    struct stat st;
    if (!el__has_extension(path, ".xcdatamodel"))
        return el_error_set(err, EL_EUSAGE, "bad-target", "'%s' does not end in .xcdatamodel", path);
    if (lstat(path, &st) == 0)
        return el_error_set(err, EL_EEXISTS, "target-exists", "'%s' exists already", path);
    return EL_OK;
}

/* Written under another name in the same folder, so that the model is there whole or not at all. */
static int write_folder(const char *folder, const char *path, const el_buf *text, el_error *err)
{
    el_arena *arena = el_arena_new();
    char *contents = el_arena_printf(arena, "%s/contents", folder);
    int status = write_all(contents, text, err);
    if (!status && rename(folder, path) != 0)
        status = el_error_set(err, errno == EEXIST || errno == ENOTEMPTY ? EL_EEXISTS : EL_EIO, "io", "'%s' cannot be made: %s", path, strerror(errno));
    if (status) {
        unlink(contents);
        rmdir(folder);
    }
    el_arena_free(arena);
    return status;
}

int el_model_export(const el_model *model, const char *path, el_error *err)
{
    el_arena *arena = el_arena_new();
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    const char *target = el_arena_strndup(arena, path, n);
    char *folder = NULL;
    int status = check_target(target, err), made = -1;
    for (int i = 0; !status && i < 100 && made != 0; i++) {
        folder = el_arena_printf(arena, "%s.%ld-%d", target, (long)getpid(), i);
        made = mkdir(folder, 0777);
        if (made != 0 && errno != EEXIST)
            break;
    }
    if (!status && made != 0)
        status = el_error_set(err, EL_EIO, "io", "'%s' cannot be made: %s", target, strerror(errno));
    if (!status) {
        el_buf text = {0};
        el_model_xml(&text, model);
        status = write_folder(folder, target, &text, err);
        el_buf_free(&text);
    }
    el_arena_free(arena);
    return status;
}
