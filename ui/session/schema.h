// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about a store before any object is read: a copy in Qt's types that any thread may keep.
#pragma once

#include <entitylens/model.h>
#include <entitylens/store.h>

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QVector>

#include <memory>

namespace entitylens {

struct SchemaAttribute {
    QString name;
    QString owner; // the declaring entity
    el_attribute_type type = EL_TYPE_UNDEFINED;
    bool optional = true;
    bool transient = false;
    bool hasDefault = false;
    QString defaultText;
    QString typeName;     // as the model editor spells it
    QString provenance;   // evidence in a few words; empty for a model file
    el_confidence confidence = EL_CERTAIN;

    bool isNumber() const;
    bool isGuess() const { return confidence != EL_CERTAIN; }
};

struct SchemaRelationship {
    QString name;
    QString owner;
    QString destination;
    QString inverse;      // empty when there is none
    bool toMany = false;
    bool ordered = false;
    bool optional = true;
    bool transient = false;
    QString deleteRule;
    QString provenance;
    el_confidence confidence = EL_CERTAIN;

    bool isGuess() const { return confidence != EL_CERTAIN; }
};

struct SchemaEntity {
    QString name;
    QString parent;       // empty for a root
    QString root;
    QStringList children; // direct sub-entities, in file order
    bool abstract = false;
    int hierarchy = 0;    // number of its root among the roots: one accent each
    int depth = 0;
    QString labelAttribute; // empty when objects have no label
    // Inherited ones first, root to leaf: those of an ancestor are a prefix of those of its sub-entities.
    QVector<SchemaAttribute> attributes;
    QVector<SchemaRelationship> relationships;
    QString provenance;
    el_confidence confidence = EL_CERTAIN;

    bool inHierarchy() const { return !parent.isEmpty() || !children.isEmpty(); }
    int attributeIndex(const QString &name) const;
    int relationshipIndex(const QString &name) const;
};

struct SchemaFinding {
    QString code;
    QString severity; // "info", "notice", "warning", "error"
    QString where;
    QString text;
    qint64 count = -1;
    QString sql;      // a SELECT that shows them, or empty
};

struct SchemaFetchRequest {
    QString name;
    QString entity;
    QString predicate;
};

struct Schema {
    QVector<SchemaEntity> entities; // in file order
    QVector<SchemaFetchRequest> fetchRequests;
    QVector<SchemaFinding> findings;
    QString path;
    QString era;
    QString modelName;
    QString modelSource; // "xcdatamodel", "mom", "metadata", "inferred"
    QString modelMatch;  // "exact", "by-structure", "differs", "none"
    QString openedBy;
    QString uuid;
    QString cipherText;  // the report for a person
    int cipherVersion = 0;
    bool encrypted = false;
    bool inferred = false;
    bool walMode = false;

    const SchemaEntity *entity(const QString &name) const;
    const SchemaFinding *findingAt(int index) const;
    bool isKindOf(const QString &name, const QString &ancestor) const;
    QStringList withSubentities(const QString &name) const;

    // Reads everything from an open store; on the store's thread.
    static std::shared_ptr<const Schema> read(el_store *store);

    QHash<QString, int> byName;
};

using SchemaPtr = std::shared_ptr<const Schema>;

} // namespace entitylens
