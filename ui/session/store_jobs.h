// SPDX-License-Identifier: GPL-3.0-or-later
// Long work on a whole store: check, export, verified copies, comparison.
#pragma once

#include "session.h"
#include "store_session.h"

#include <entitylens/copy.h>
#include <entitylens/export.h>

#include <QStringList>
#include <QVector>

#include <functional>

namespace entitylens {

struct CheckFinding {
    QString area, code, severity, where, text, sql;
    qint64 count = -1;
    QStringList samples;
};

JobPtr checkStore(Session *session, QObject *context, std::function<void(const QVector<CheckFinding> &, const Failure &)> done);

JobPtr exportStore(Session *session, const QString &folder, const el_export_options &options, QObject *context,
                   std::function<void(const Failure &)> done);

struct CopyWish {
    el_copy_kind kind = EL_COPY_DECRYPT;
    QString to;
    KeyPtr newKey;
};
// Needs the session's key when the store is encrypted.
JobPtr copyStore(Session *session, const CopyWish &wish, QObject *context,
                 std::function<void(const QString &report, const Failure &)> done);

struct PropertyDifference {
    QString name, before, after; // typed JSON
};
struct ObjectDifference {
    enum Kind { Added, Removed, Changed };
    Kind kind = Changed;
    QString entity;
    qint64 key = 0;
    QString label;
    QVector<PropertyDifference> properties;
};
struct EntityDifference {
    QString entity;
    qint64 added = 0, removed = 0, changed = 0, equal = 0;
};
struct StoreComparison {
    QVector<EntityDifference> entities;
    QVector<ObjectDifference> objects; // the first ones
    bool cut = false;
};
// The open store is what there is now; `before` is opened for this and closed again.
JobPtr compareStores(Session *session, const OpenRequest &before, QObject *context,
                     std::function<void(const StoreComparison &, const Failure &)> done);

} // namespace entitylens
