// SPDX-License-Identifier: GPL-3.0-or-later
#include "session.h"

namespace entitylens {

JobPtr Session::run(LaneKind kind, Priority priority, Job::Work work, QObject *context, Job::Done done)
{
    auto job = std::make_shared<Job>(priority, std::move(work));
    job->whenDone(context, std::move(done));
    if (Lane *where = lane(kind))
        where->submit(job);
    return job;
}

void Session::setState(State state, const Failure &failure)
{
    m_state = state;
    m_failure = failure;
    if (state != State::Open) {
        m_model = nullptr;
        m_schema.reset();
    } else {
        emit schemaChanged();
    }
    emit stateChanged();
}

void Session::setSchema(const SchemaPtr &schema, const el_model *model)
{
    m_schema = schema;
    m_model = model;
    m_revision++;
    if (m_state == State::Open)
        emit schemaChanged();
}

void Session::noteDataChanged()
{
    m_revision++;
    emit dataChanged();
}

} // namespace entitylens
