// SPDX-License-Identifier: GPL-3.0-or-later
#include "cell.h"

#include "text_buffer.h"

#include <QBuffer>
#include <QImageReader>

namespace entitylens {

namespace {

constexpr int thumbnailSide = 64;
// A larger file is shown as size and kind only: decoding it for a table cell would cost more than it tells.
constexpr qint64 largestThumbnailSource = 4 << 20;
constexpr qint64 largestThumbnailPixels = 16 << 20;

QImage thumbnailOf(const QByteArray &bytes)
{
    QBuffer buffer(const_cast<QByteArray *>(&bytes));
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    QSize size = reader.size();
    bool drawable = size.isValid() && qint64(size.width()) * size.height() <= largestThumbnailPixels;
    if (!drawable || reader.format() == "svg")
        return QImage();
    if (size.width() > thumbnailSide || size.height() > thumbnailSide)
        reader.setScaledSize(size.scaled(thumbnailSide, thumbnailSide, Qt::KeepAspectRatio).expandedTo(QSize(1, 1)));
    return reader.read();
}

// Kinds whose text is filled without the core's one-line rendering, or that have none.
bool hasPlainText(el_value_kind kind)
{
    switch (kind) {
    case EL_NULL:
    case EL_BOOL:
    case EL_INT:
    case EL_DOUBLE:
    case EL_DATE:
    case EL_DATA:
    case EL_STRING:
    case EL_DECIMAL:
    case EL_UUID:
    case EL_URL: return true;
    default: return false;
    }
}

void takeBytes(Cell &copy, const el_cell &cell, int keep)
{
    size_t n = cell.value.u.text.n;
    QByteArray all = QByteArray::fromRawData(cell.value.u.text.s ? cell.value.u.text.s : "", int(n));
    copy.size = qint64(n);
    copy.bytes = keep < 0 || all.size() <= keep ? QByteArray(all.constData(), all.size()) : all.left(keep);
    if (copy.kind != EL_DATA || copy.size == 0)
        return;
    el_payload payload = el_payload_of(all.constData(), n);
    if (payload.kind != EL_PAYLOAD_UNKNOWN)
        copy.payload = QString::fromUtf8(payload.name);
    if (!payload.is_image)
        return;
    copy.imageSize = QSize(payload.width, payload.height);
    if (copy.size <= largestThumbnailSource)
        copy.thumbnail = thumbnailOf(all);
}

} // namespace

Cell Cell::from(const el_cell &cell, int keepBytes)
{
    Cell copy;
    copy.kind = cell.value.kind;
    copy.storage = cell.storage;
    copy.flags = cell.flags;
    switch (cell.value.kind) {
    case EL_NULL: break;
    case EL_BOOL:
    case EL_INT: copy.integer = cell.value.u.i; break;
    case EL_DOUBLE:
    case EL_DATE: copy.real = cell.value.u.d; break;
    case EL_STRING:
    case EL_DECIMAL:
    case EL_UUID:
    case EL_URL:
        copy.text = QString::fromUtf8(cell.value.u.text.s, int(cell.value.u.text.n));
        copy.size = qint64(cell.value.u.text.n);
        break;
    case EL_DATA:
    case EL_ARCHIVE: takeBytes(copy, cell, keepBytes); break;
    default: break;
    }
    if (!hasPlainText(copy.kind)) {
        TextBuffer text;
        el_cell_text(text.get(), &cell);
        copy.text = text.text();
    }
    return copy;
}

Reference Reference::from(const el_ref &ref)
{
    Reference copy;
    copy.present = ref.present;
    copy.dangling = ref.dangling;
    copy.key = ref.key;
    copy.entity = QString::fromUtf8(ref.entity ? ref.entity->name : "");
    copy.label = QString::fromUtf8(ref.label);
    return copy;
}

ReferenceList ReferenceList::from(const el_ref_list &list)
{
    ReferenceList copy;
    copy.count = list.count;
    copy.available = list.available;
    copy.items.reserve(int(list.n));
    for (size_t i = 0; i < list.n; i++)
        copy.items << Reference::from(list.items[i]);
    return copy;
}

Row Row::from(const el_object &object, int keepBytes)
{
    Row row;
    row.entity = QString::fromUtf8(object.entity->name);
    row.key = object.key;
    row.label = QString::fromUtf8(object.label);
    for (size_t i = 0; i < object.entity->nall_attributes; i++)
        row.attributes << Cell::from(object.attributes[i], keepBytes);
    for (size_t i = 0; i < object.entity->nall_relationships; i++) {
        bool toMany = object.entity->all_relationships[i]->to_many;
        row.toOne << (toMany ? Reference() : Reference::from(object.to_one[i]));
        row.toMany << (toMany && object.to_many ? ReferenceList::from(object.to_many[i]) : ReferenceList());
    }
    for (size_t i = 0; i < object.nreferenced_by; i++) {
        const el_object::el_referrer &r = object.referenced_by[i];
        row.referencedBy << Referrer{QString::fromUtf8(r.relationship->owner->name), QString::fromUtf8(r.relationship->name),
                                     ReferenceList::from(r.from)};
    }
    return row;
}

} // namespace entitylens
