// SPDX-License-Identifier: GPL-3.0-or-later
#include "host_session.h"

#include "host_lane.h"

#include <session/worker_lane.h>

#include <QFile>

#include <sys/stat.h>

namespace entitylens {

namespace {

// How often the file's times (stat only) and the connection's change counter are looked at; neither takes a lock.
constexpr int watchMs = 500;
// Another process that writes is left alone until it has been quiet for that many looks: reading between two of its
// transactions would take the very lock that it is about to ask for.
constexpr int quietLooks = 8;

QString timesOf(const QString &path)
{
    struct stat facts;
    if (::stat(QFile::encodeName(path).constData(), &facts) != 0)
        return QStringLiteral("-");
    return QStringLiteral("%1 %2.%3").arg(facts.st_size).arg(facts.st_mtim.tv_sec).arg(facts.st_mtim.tv_nsec);
}

struct SecondOpening {
    QByteArray path, model, cipher;
    KeyPtr key;
};

int openSecond(const SecondOpening &how, el_store **out, Job &job, el_error *error)
{
    OwnConnections own;
    el_open_options options = el_open_options();
    options.key = how.key.get();
    options.cipher = how.cipher.isEmpty() ? nullptr : how.cipher.constData();
    options.model_path = how.model.isEmpty() ? nullptr : how.model.constData();
    options.progress = Job::coreProgress;
    options.progress_ctx = &job;
    return el_store_open(out, how.path.constData(), &options, error);
}

} // namespace

HostSession::HostSession(QObject *parent) : Session(parent)
{
    m_watch.setInterval(watchMs);
    connect(&m_watch, &QTimer::timeout, this, &HostSession::look);
}

HostSession::~HostSession()
{
    closeLanes();
}

void HostSession::adopt(const ConnectionPtr &connection, const QString &path, const QString &modelPath)
{
    closeLanes();
    m_connection = connection;
    m_path = path;
    m_modelPath = modelPath;
    setState(State::Opening);
    m_host = new HostLane(connection, modelPath, this);
    connect(m_host, &Lane::busyChanged, this, &Session::busyChanged);
    openSecondLane();
    m_fileState = fileState();
    m_looksUntilReload = 0;
    m_changes = sqlite3_total_changes(connection->handle());
    m_unsaved = hasUnsavedEdits();
    readSchema(false);
}

void HostSession::close()
{
    closeLanes();
    m_connection.reset();
    m_path.clear();
    if (state() != State::Closed)
        setState(State::Closed);
}

void HostSession::explain(const QString &path, const Failure &why)
{
    closeLanes();
    m_connection.reset();
    m_path = path;
    setState(State::Failed, why);
}

// A file opens a second time when it is plain, or when we know its key.
void HostSession::openSecondLane()
{
    const QByteArray file = m_connection->path();
    if (file.isEmpty())
        return;
    SecondOpening how;
    how.path = file;
    how.model = QFile::encodeName(m_modelPath);
    if (startOf(m_connection->handle()) != FileStart::Plain) {
        const KnownKey *known = Keyring::instance()->find(m_connection->identity());
        if (!known)
            return;
        how.key = known->connectionKey;
        how.cipher = known->parameters();
    }
    m_second = new WorkerLane(
        [how](el_store **out, Job &job, el_error *error) { return openSecond(how, out, job, error); }, this);
    connect(m_second, &Lane::busyChanged, this, &Session::busyChanged);
}

void HostSession::closeLanes()
{
    m_watch.stop();
    forgetModel();
    delete m_host;
    delete m_second;
    m_host = nullptr;
    m_second = nullptr;
}

bool HostSession::hasUnsavedEdits() const
{
    return m_host && m_host->seesUnsavedEdits();
}

// Without unsaved edits both connections see the same, and the second one does not hold up the window.
Lane *HostSession::lane(LaneKind kind) const
{
    if (m_second && (kind == LaneKind::Background || !hasUnsavedEdits()))
        return m_second;
    return m_host;
}

void HostSession::reload()
{
    if (state() != State::Open || !m_connection->isAlive())
        return;
    forgetModel();
    m_host->forgetStore();
    readSchema(true);
}

void HostSession::readSchema(bool again)
{
    struct Result {
        SchemaPtr schema;
        const el_model *model = nullptr;
    };
    auto result = std::make_shared<Result>();
    run(LaneKind::Reading, Priority::Visible,
        [result, again](el_store *store, Job &, el_error *error) {
            const int status = again ? el_store_reload(store, error) : EL_OK;
            if (status == EL_OK) {
                result->schema = Schema::read(store);
                result->model = el_store_model(store);
            }
            return status;
        },
        this, [this, result](const Failure &failure) { arrived(failure, result->schema, result->model); });
}

void HostSession::arrived(const Failure &failure, const SchemaPtr &schema, const el_model *model)
{
    if (failure && m_second && state() != State::Open && failure.status != EL_ENOTSTORE) {
        // The second connection does not come about (the host may hold the file for itself alone): do without.
        delete m_second;
        m_second = nullptr;
        readSchema(false);
        return;
    }
    if (failure) {
        closeLanes();
        setState(State::Failed, failure);
        return;
    }
    const bool first = state() != State::Open;
    setSchema(schema, model);
    if (first)
        setState(State::Open);
    m_watch.start();
}

void HostSession::connectionClosed(quint64 generation)
{
    if (m_connection && m_connection->generation() == generation)
        close();
}

void HostSession::editsChanged()
{
    sqlite3 *db = m_connection ? m_connection->handle() : nullptr;
    if (!db || state() != State::Open)
        return;
    m_changes = sqlite3_total_changes(db);
    m_unsaved = hasUnsavedEdits();
    noteDataChanged();
}

void HostSession::look()
{
    sqlite3 *db = m_connection ? m_connection->handle() : nullptr;
    if (!db)
        return;
    const QString now = fileState();
    if (now != m_fileState) {
        m_fileState = now;
        m_looksUntilReload = quietLooks;
    } else if (m_looksUntilReload > 0 && --m_looksUntilReload == 0) {
        m_changes = sqlite3_total_changes(db);
        m_unsaved = hasUnsavedEdits();
        reload();
    } else if (sqlite3_total_changes(db) != m_changes || hasUnsavedEdits() != m_unsaved) {
        editsChanged();
    }
}

QString HostSession::fileState() const
{
    return timesOf(m_path) + QLatin1Char('/') + timesOf(m_path + QLatin1String("-wal"));
}

} // namespace entitylens
