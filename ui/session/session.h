// SPDX-License-Identifier: GPL-3.0-or-later
// A store as the user interface knows it: lanes to work in, the schema, and news about both.
#pragma once

#include "failure.h"
#include "lane.h"
#include "schema.h"

#include <entitylens/cipher.h>

#include <QObject>
#include <QString>

namespace entitylens {

// A key in the core's locked, wiped memory.
using KeyPtr = std::shared_ptr<const el_key>;

// Abstract over who owns the connection.  The window's own session (StoreSession) has two worker threads; a session
// inside a host reads on the host's connection in the thread of the user interface, in short slices, and does long
// work on a second connection where it has the key.
class Session : public QObject
{
    Q_OBJECT
public:
    enum class State { Closed, Opening, Open, Failed };
    enum class LaneKind {
        Reading,   // what is on the screen: pages, the inspected object
        Background // counts, search, charts, export, checks
    };

    using QObject::QObject;

    State state() const { return m_state; }
    const Failure &failure() const { return m_failure; }
    // Never null while Open; its entity pointers are none, so it may be kept.
    const SchemaPtr &schema() const { return m_schema; }
    // Goes up each time that saved or unsaved data may have changed under what is shown.
    int revision() const { return m_revision; }

    virtual QString path() const = 0;
    // Null where the store needs none, or where it is not ours to know.
    virtual KeyPtr key() const { return KeyPtr(); }
    virtual Lane *lane(LaneKind kind) const = 0;
    // The immutable model for completion in the thread of the user interface; null while a reload is under way.
    const el_model *model() const { return m_model; }

    // Queues work; see Job and Lane.  done may be empty.  A cancelled job never calls done.
    JobPtr run(LaneKind kind, Priority priority, Job::Work work, QObject *context, Job::Done done);

    // Reads schema, model and data again.
    virtual void reload() = 0;

signals:
    void stateChanged();
    // A new schema: entities, properties or findings may differ.
    void schemaChanged();
    // Objects may have changed; the schema did not.
    void dataChanged();
    // The store is being waited for (a host or another process holds it).
    void busyChanged(bool busy);

protected:
    void setState(State state, const Failure &failure = Failure());
    // Told by schemaChanged() once the state is Open: set before or after, but once each.
    void setSchema(const SchemaPtr &schema, const el_model *model);
    void forgetModel() { m_model = nullptr; }
    void noteDataChanged();

private:
    State m_state = State::Closed;
    Failure m_failure;
    SchemaPtr m_schema;
    const el_model *m_model = nullptr;
    int m_revision = 0;
};

} // namespace entitylens
