// SPDX-License-Identifier: GPL-3.0-or-later
// A session with connections of its own: one worker thread for what is on the screen, one for what may take long.
#pragma once

#include "session.h"

#include <entitylens/cipher.h>
#include <entitylens/watch.h>

#include <QTimer>

#include <memory>

namespace entitylens {

class WorkerLane;

struct OpenRequest {
    QString path;
    KeyPtr key;        // null: none given
    QString modelPath; // empty: inferred, or the saved profile's
    QString cipher;    // empty: detected
};

// On a lane's thread.
int openStore(const OpenRequest &request, el_store **out, Job &job, el_error *error);

class StoreSession : public Session
{
    Q_OBJECT
public:
    explicit StoreSession(QObject *parent = nullptr);
    ~StoreSession() override;

    // Any store that is open is closed first.  Answers by stateChanged().
    void open(const OpenRequest &request);
    void close();
    const OpenRequest &request() const { return m_request; }
    // The same store again with other facts about it.
    void reopenWithKey(const KeyPtr &key);
    void reopenWithModel(const QString &modelPath);

    QString path() const override { return m_request.path; }
    KeyPtr key() const override { return m_request.key; }
    Lane *lane(LaneKind kind) const override;
    void reload() override;

private:
    void openLanes();
    void closeLanes();
    void refresh(bool everything);
    void readSchema(const Job::Work &before);
    void arrived(const Failure &failure, const SchemaPtr &schema, const el_model *model);
    el_file_state fileState() const;
    void lookForChanges();

    OpenRequest m_request;
    WorkerLane *m_reading = nullptr;
    WorkerLane *m_background = nullptr;
    QTimer m_watch;
    el_file_state m_fileState = el_file_state();
    bool m_waitsForQuiet = false;
};

} // namespace entitylens
