// SPDX-License-Identifier: GPL-3.0-or-later
#include "store_session.h"

#include "worker_lane.h"

#include <entitylens/store.h>

#include <QFile>

#include <sys/stat.h>

namespace entitylens {

namespace {

// How often the file's times are looked at (stat only; the file itself is not opened for it).
constexpr int watchMs = 1500;

QString describe(const QString &path)
{
    struct stat s;
    if (::stat(QFile::encodeName(path).constData(), &s) != 0)
        return QStringLiteral("-");
    return QStringLiteral("%1 %2 %3.%4").arg(s.st_ino).arg(s.st_size).arg(s.st_mtim.tv_sec).arg(s.st_mtim.tv_nsec);
}

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
    readSchema(false);
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
    if (state() != State::Open)
        return;
    bool seesOnlyItsOpening = schema()->openedBy == QLatin1String("immutable") ||
                              schema()->openedBy == QLatin1String("private-copy");
    if (seesOnlyItsOpening) {
        closeLanes();
        openLanes();
        readSchema(false);
        return;
    }
    forgetModel();
    run(LaneKind::Background, Priority::Visible,
        [](el_store *store, Job &, el_error *error) { return el_store_reload(store, error); }, this, Job::Done());
    readSchema(true);
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
}

void StoreSession::closeLanes()
{
    m_watch.stop();
    forgetModel();
    for (WorkerLane *lane : {m_reading, m_background})
        delete lane;
    m_reading = m_background = nullptr;
}

void StoreSession::readSchema(bool again)
{
    struct Result {
        SchemaPtr schema;
        const el_model *model = nullptr;
    };
    auto result = std::make_shared<Result>();
    run(LaneKind::Reading, Priority::Visible,
        [result, again](el_store *store, Job &, el_error *error) {
            int status = again ? el_store_reload(store, error) : EL_OK;
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

QString StoreSession::fileState() const
{
    return describe(m_request.path) + QLatin1Char('/') + describe(m_request.path + QLatin1String("-wal"));
}

void StoreSession::lookForChanges()
{
    QString now = fileState();
    if (now == m_fileState)
        return;
    m_fileState = now;
    reload();
}

} // namespace entitylens
