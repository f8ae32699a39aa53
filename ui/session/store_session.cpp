// SPDX-License-Identifier: GPL-3.0-or-later
#include "store_session.h"

#include "worker_lane.h"

#include <entitylens/store.h>

#include <QFile>

namespace entitylens {

namespace {

// How often the file's times are looked at (the file itself is not opened for it).
constexpr int watchMs = 750;

} // namespace

int openStore(const OpenRequest &request, el_store **out, Job &job, el_error *error)
{
    const QByteArray path = QFile::encodeName(request.path);
    const QByteArray model = QFile::encodeName(request.modelPath);
    const QByteArray cipher = request.cipher.toUtf8();
    el_open_options options = el_open_options();
    options.key = request.key.get();
    options.model_path = model.isEmpty() ? nullptr : model.constData();
    options.cipher = cipher.isEmpty() ? nullptr : cipher.constData();
    options.progress = Job::coreProgress;
    options.progress_ctx = &job;
    return el_store_open(out, path.constData(), &options, error);
}

StoreSession::StoreSession(QObject *parent) : Session(parent)
{
    m_watch.setInterval(watchMs);
    connect(&m_watch, &QTimer::timeout, this, &StoreSession::lookForChanges);
}

StoreSession::~StoreSession()
{
    closeLanes();
}

void StoreSession::open(const OpenRequest &request)
{
    closeLanes();
    m_request = request;
    setState(State::Opening);
    openLanes();
    readSchema([](el_store *, Job &, el_error *) { return int(EL_OK); });
}

void StoreSession::close()
{
    closeLanes();
    m_request = OpenRequest();
    setState(State::Closed);
}

void StoreSession::reopenWithKey(const KeyPtr &key)
{
    OpenRequest request = m_request;
    request.key = key;
    open(request);
}

void StoreSession::reopenWithModel(const QString &modelPath)
{
    OpenRequest request = m_request;
    request.modelPath = modelPath;
    open(request);
}

Lane *StoreSession::lane(LaneKind kind) const
{
    return kind == LaneKind::Reading ? m_reading : m_background;
}

void StoreSession::reload()
{
    if (state() == State::Open)
        refresh(true);
}

// Each lane's store finds out by itself what became of the file; the key is not derived again unless its salt changed.
void StoreSession::refresh(bool everything)
{
    forgetModel();
    const KeyPtr key = m_request.key;
    auto work = [key, everything](el_store *store, Job &, el_error *error) {
        unsigned changes = 0;
        int status = el_store_refresh(&changes, store, key.get(), error);
        bool read = (changes & (EL_CHANGE_SCHEMA | EL_CHANGE_FILE)) != 0;
        return status == EL_OK && everything && !read ? el_store_reload(store, error) : status;
    };
    run(LaneKind::Background, Priority::Visible, work, this, Job::Done());
    readSchema(work);
}

void StoreSession::openLanes()
{
    OpenRequest request = m_request;
    auto opener = [request](el_store **out, Job &job, el_error *error) { return openStore(request, out, job, error); };
    m_reading = new WorkerLane(opener, this);
    m_background = new WorkerLane(opener, this);
    for (WorkerLane *lane : {m_reading, m_background})
        connect(lane, &Lane::busyChanged, this, &Session::busyChanged);
    m_fileState = fileState();
    m_waitsForQuiet = false;
}

void StoreSession::closeLanes()
{
    m_watch.stop();
    forgetModel();
    for (WorkerLane *lane : {m_reading, m_background})
        delete lane;
    m_reading = m_background = nullptr;
}

void StoreSession::readSchema(const Job::Work &before)
{
    struct Result {
        SchemaPtr schema;
        const el_model *model = nullptr;
    };
    auto result = std::make_shared<Result>();
    run(LaneKind::Reading, Priority::Visible,
        [result, before](el_store *store, Job &job, el_error *error) {
            int status = before(store, job, error);
            if (status == EL_OK) {
                result->schema = Schema::read(store);
                result->model = el_store_model(store);
            }
            return status;
        },
        this, [this, result](const Failure &failure) { arrived(failure, result->schema, result->model); });
}

void StoreSession::arrived(const Failure &failure, const SchemaPtr &schema, const el_model *model)
{
    if (failure) {
        closeLanes();
        setState(State::Failed, failure);
        return;
    }
    bool first = state() != State::Open;
    setSchema(schema, model);
    if (first)
        setState(State::Open);
    m_watch.start();
}

el_file_state StoreSession::fileState() const
{
    el_file_state state;
    el_file_state_read(&state, QFile::encodeName(m_request.path).constData());
    return state;
}

// A reader may get into the way of a process that writes, so the file is read when a whole look has passed without a change.
void StoreSession::lookForChanges()
{
    const el_file_state now = fileState();
    if (!el_file_state_equal(&now, &m_fileState)) {
        m_fileState = now;
        m_waitsForQuiet = now.exists;
    } else if (m_waitsForQuiet) {
        m_waitsForQuiet = false;
        refresh(false);
    }
}

} // namespace entitylens
