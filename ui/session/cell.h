// SPDX-License-Identifier: GPL-3.0-or-later
// Decoded values, objects and references in Qt's types: copies that outlive the core's page.
#pragma once

#include <entitylens/object.h>
#include <entitylens/value.h>

#include <QByteArray>
#include <QImage>
#include <QMetaType>
#include <QSize>
#include <QString>
#include <QVector>

namespace entitylens {

struct Cell {
    el_value_kind kind = EL_NULL;
    el_storage storage = EL_STORAGE_NULL;
    unsigned flags = 0;  // EL_CELL_…
    qint64 integer = 0;  // EL_BOOL, EL_INT
    double real = 0;     // EL_DOUBLE, EL_DATE (seconds since 1970)
    QString text;        // strings, decimals, UUIDs, URLs; for data and archives the core's one-line text
    QByteArray bytes;    // the first bytes of data or of an archive
    qint64 size = 0;     // all of them
    QString payload;     // what data is by its look: "PNG image"; empty when unknown
    QSize imageSize;     // of image data
    QImage thumbnail;

    bool isNull() const { return kind == EL_NULL; }
    bool isMismatch() const { return flags & EL_CELL_MISMATCH; }
    bool isNumber() const { return kind == EL_INT || kind == EL_DOUBLE || kind == EL_DECIMAL; }

    // @param keepBytes how many bytes of data to keep, -1 all
    static Cell from(const el_cell &cell, int keepBytes);
};

struct Reference {
    QString entity;
    qint64 key = 0;
    bool present = false;
    bool dangling = false;
    QString label;

    QString id() const { return entity + QLatin1Char('/') + QString::number(key); }
    static Reference from(const el_ref &ref);
};

struct ReferenceList {
    QVector<Reference> items;
    qint64 count = -1;
    bool available = true;

    static ReferenceList from(const el_ref_list &list);
};

struct Referrer {
    QString entity;
    QString relationship;
    ReferenceList from;
};

// One object.  Vectors are parallel to the SchemaEntity's attributes and relationships.
struct Row {
    QString entity;
    qint64 key = 0;
    QString label;
    QVector<Cell> attributes;
    QVector<Reference> toOne;
    QVector<ReferenceList> toMany;
    QVector<Referrer> referencedBy;

    QString id() const { return entity + QLatin1Char('/') + QString::number(key); }
    static Row from(const el_object &object, int keepBytes);
};

} // namespace entitylens

Q_DECLARE_METATYPE(entitylens::Cell)
Q_DECLARE_METATYPE(entitylens::Reference)
Q_DECLARE_METATYPE(entitylens::ReferenceList)
