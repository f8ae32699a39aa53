// SPDX-License-Identifier: GPL-3.0-or-later
// What a new model would do to the open store, and a trial of it on a copy.
#pragma once

#include "session.h"

#include <entitylens/migrate.h>

#include <QStringList>
#include <QVector>

#include <functional>

namespace entitylens {

struct MigrationChange {
    QString kind, entity, property, severity, sentence, hint;
};

struct MigrationSample {
    QString object, before, after;
};

struct MigrationFinding {
    QString code, severity, entity, property, text, hint;
    qint64 count = -1, total = -1;
    bool byCoreData = false; // a correct lightweight migration does the same
    QVector<MigrationSample> samples;
};

struct MigrationStatement {
    QString step, entity, sql, error;
};

struct MigrationEffect {
    QString entity, from;
    qint64 before = 0, expected = 0, after = 0;
};

struct MigrationReport {
    QString from, to; // names of the models
    QVector<MigrationChange> changes;
    QVector<MigrationFinding> findings;
    QVector<MigrationStatement> statements;
    QVector<MigrationEffect> effects;
    bool needed = true;   // some version hash changes
    bool inferable = true;
    bool opens = true;    // the app can open the store afterwards
    QString problem;      // what the app sees when it cannot
    QString doubt;
    qint64 rowsRewritten = 0;
    double seconds = 0;   // predicted
    bool alarms = false;  // something is lost or blocked
    QString html, json, text;
};

struct MigrationWish {
    QString modelPath; // of the new model
    el_ecd_version version = EL_ECD_NEWEST;
};

JobPtr previewMigration(Session *session, const MigrationWish &wish, QObject *context,
                        std::function<void(const MigrationReport &, const Failure &)> done);
// On a copy that is gone afterwards; answers a sentence.  Needs the session's key when the store is encrypted.
JobPtr tryMigration(Session *session, const MigrationWish &wish, bool asEcd, QObject *context,
                    std::function<void(const QString &result, const Failure &)> done);

} // namespace entitylens
