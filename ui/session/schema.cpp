// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema.h"

#include "text_buffer.h"

#include <entitylens/object.h>

namespace entitylens {

namespace {

SchemaAttribute copyAttribute(const el_attribute *a)
{
    SchemaAttribute copy;
    copy.name = QString::fromUtf8(a->name);
    copy.owner = QString::fromUtf8(a->owner ? a->owner->name : "");
    copy.type = a->type;
    copy.optional = a->optional;
    copy.transient = a->transient;
    copy.hasDefault = a->has_default;
    copy.defaultText = QString::fromUtf8(a->default_text);
    copy.typeName = QString::fromUtf8(el_attribute_type_name(a->type));
    copy.provenance = QString::fromUtf8(a->provenance);
    copy.confidence = a->confidence;
    return copy;
}

SchemaRelationship copyRelationship(const el_relationship *r)
{
    SchemaRelationship copy;
    copy.name = QString::fromUtf8(r->name);
    copy.owner = QString::fromUtf8(r->owner ? r->owner->name : "");
    copy.destination = QString::fromUtf8(r->destination ? r->destination->name : r->destination_name);
    copy.inverse = QString::fromUtf8(r->inverse ? r->inverse->name : r->inverse_name);
    copy.toMany = r->to_many;
    copy.ordered = r->ordered;
    copy.optional = r->optional;
    copy.transient = r->transient;
    copy.deleteRule = QString::fromUtf8(el_delete_rule_name(r->delete_rule));
    copy.provenance = QString::fromUtf8(r->provenance);
    copy.confidence = r->confidence;
    return copy;
}

SchemaEntity copyEntity(const el_store *store, const el_entity *e)
{
    SchemaEntity copy;
    copy.name = QString::fromUtf8(e->name);
    copy.parent = QString::fromUtf8(e->parent ? e->parent->name : "");
    copy.root = QString::fromUtf8(e->root ? e->root->name : e->name);
    for (size_t i = 0; i < e->nchildren; i++)
        copy.children << QString::fromUtf8(e->children[i]->name);
    copy.abstract = e->abstract;
    for (const el_entity *up = e->parent; up; up = up->parent)
        copy.depth++;
    if (const el_attribute *label = el_entity_label_attribute(store, e))
        copy.labelAttribute = QString::fromUtf8(label->name);
    for (size_t i = 0; i < e->nall_attributes; i++)
        copy.attributes << copyAttribute(e->all_attributes[i]);
    for (size_t i = 0; i < e->nall_relationships; i++)
        copy.relationships << copyRelationship(e->all_relationships[i]);
    copy.provenance = QString::fromUtf8(e->provenance);
    copy.confidence = e->confidence;
    return copy;
}

void copyModel(Schema &schema, const el_store *store, const el_model *model)
{
    QHash<QString, int> roots;
    for (size_t i = 0; i < model->nentities; i++) {
        SchemaEntity entity = copyEntity(store, model->entities[i]);
        if (!roots.contains(entity.root))
            roots.insert(entity.root, roots.size());
        entity.hierarchy = roots.value(entity.root);
        schema.byName.insert(entity.name, schema.entities.size());
        schema.entities << entity;
    }
    for (size_t i = 0; i < model->nfetch_requests; i++) {
        const el_fetch_template &t = model->fetch_requests[i];
        schema.fetchRequests << SchemaFetchRequest{QString::fromUtf8(t.name), QString::fromUtf8(t.entity),
                                                   QString::fromUtf8(t.predicate)};
    }
    schema.modelName = QString::fromUtf8(model->name);
}

void copyFindings(Schema &schema, const el_store *store)
{
    const el_finding *findings = nullptr;
    size_t n = el_store_findings(store, &findings);
    for (size_t i = 0; i < n; i++) {
        SchemaFinding f;
        f.code = QString::fromUtf8(findings[i].code);
        f.severity = QString::fromUtf8(findings[i].severity);
        f.where = QString::fromUtf8(findings[i].where);
        f.text = QString::fromUtf8(findings[i].text);
        f.count = findings[i].count;
        f.sql = QString::fromUtf8(findings[i].sql);
        schema.findings << f;
    }
}

} // namespace

bool SchemaAttribute::isNumber() const
{
    switch (type) {
    case EL_TYPE_INT16:
    case EL_TYPE_INT32:
    case EL_TYPE_INT64:
    case EL_TYPE_DECIMAL:
    case EL_TYPE_DOUBLE:
    case EL_TYPE_FLOAT: return true;
    default: return false;
    }
}

int SchemaEntity::attributeIndex(const QString &wanted) const
{
    for (int i = 0; i < attributes.size(); i++)
        if (attributes[i].name == wanted)
            return i;
    return -1;
}

int SchemaEntity::relationshipIndex(const QString &wanted) const
{
    for (int i = 0; i < relationships.size(); i++)
        if (relationships[i].name == wanted)
            return i;
    return -1;
}

const SchemaEntity *Schema::entity(const QString &name) const
{
    auto found = byName.constFind(name);
    return found == byName.constEnd() ? nullptr : &entities[*found];
}

const SchemaFinding *Schema::findingAt(int index) const
{
    return index >= 0 && index < findings.size() ? &findings[index] : nullptr;
}

bool Schema::isKindOf(const QString &name, const QString &ancestor) const
{
    for (const SchemaEntity *e = entity(name); e; e = entity(e->parent))
        if (e->name == ancestor)
            return true;
    return false;
}

QStringList Schema::withSubentities(const QString &name) const
{
    QStringList all{name};
    for (int i = 0; i < all.size(); i++)
        if (const SchemaEntity *e = entity(all[i]))
            all += e->children;
    return all;
}

SchemaPtr Schema::read(el_store *store)
{
    auto schema = std::make_shared<Schema>();
    if (const el_model *model = el_store_model(store))
        copyModel(*schema, store, model);
    copyFindings(*schema, store);
    schema->path = QString::fromUtf8(el_store_path(store));
    schema->era = QString::fromUtf8(el_store_era(store));
    schema->modelSource = QString::fromUtf8(el_store_model_source(store));
    schema->modelMatch = QString::fromUtf8(el_store_model_match(store));
    schema->openedBy = QString::fromUtf8(el_store_opened_by(store));
    schema->uuid = QString::fromUtf8(el_store_uuid(store));
    schema->inferred = el_store_is_inferred(store);
    if (const el_cipher_report *report = el_store_cipher(store)) {
        TextBuffer text;
        el_cipher_report_text(text.get(), report);
        schema->cipherText = text.text();
        schema->encrypted = report->params.encrypted;
        schema->cipherVersion = report->params.version;
        schema->walMode = report->wal_mode;
    }
    return schema;
}

} // namespace entitylens
