// SPDX-License-Identifier: GPL-3.0-or-later
// What the panel does about a session's news.
#include "panel_private.h"

#include "breadcrumb.h"
#include "empty_state.h"
#include "entity_view.h"
#include "inspector.h"
#include "objects_view.h"
#include "small_widgets.h"

#include "session/settings.h"

#include <entitylens/query.h>

#include <QFileInfo>
#include <QStackedWidget>
#include <QSplitter>
#include <QToolButton>

namespace entitylens {

const Schema *Panel::Private::schema() const
{
    return q->m_session && q->m_session->schema() ? q->m_session->schema().get() : nullptr;
}

void Panel::Private::sessionChanged()
{
    if (firstJob)
        firstJob->cancel();
    firstJob.reset();
    history.clear();
    place = Place();
    Session *session = q->m_session;
    entities->setSession(session);
    objects->setSession(session);
    inspector->setSession(session);
    showView(QString());
    giveSession(session);
    if (session) {
        connect(session, &Session::stateChanged, this, &Private::stateChanged);
        connect(session, &Session::schemaChanged, this, &Private::schemaChanged);
        connect(session, &Session::dataChanged, this, [this] {
            objects->refresh();
            inspector->model()->refresh();
        });
        connect(session, &Session::busyChanged, this, [this](bool busy) {
            progress->setBusy(busy);
            progress->setToolTip(busy ? tr("Waiting: another program holds the store.") : QString());
        });
    }
    stateChanged();
}

void Panel::Private::stateChanged()
{
    Session *session = q->m_session;
    Session::State state = session ? session->state() : Session::State::Closed;
    progress->setBusy(state == Session::State::Opening);
    bool open = state == Session::State::Open;
    for (QToolButton *button : {modelButton, storeButton})
        button->setVisible(open);
    more->setEnabled(open);
    switch (state) {
    case Session::State::Closed:
        empty->say("store", tr("No store is open."), tr("Open a database that an app wrote with Encrypted Core Data."));
        if (abilities & OpenStores)
            empty->offer(tr("Open a store…"), QStringLiteral("openStoreButton"), [this] { emit q->openStoreRequested(); });
        break;
    case Session::State::Opening:
        empty->say("store", tr("Opening %1…").arg(QFileInfo(session->path()).fileName()));
        break;
    case Session::State::Failed: showFailure(session->failure()); break;
    case Session::State::Open: opened(); break;
    }
    if (!open) {
        pages->setCurrentWidget(empty);
        history.clear();
        place = Place();
        inspector->clear();
        updateNavigation();
    }
}

void Panel::Private::showFailure(const Failure &failure)
{
    bool key = failure.status == EL_EKEYNEEDED || failure.status == EL_EWRONGKEY;
    empty->say(key ? "lock" : failure.status == EL_ENOTSTORE ? "info" : "error", failure.sentence(), failure.nextStep());
    if (key)
        empty->offer(tr("Enter the passphrase…"), QStringLiteral("passphraseButton"),
                     [this, failure] { emit q->passphraseRequested(failure); });
    else
        empty->offer(tr("Try again"), QStringLiteral("retryButton"), [this] { q->reload(); });
    if (abilities & OpenStores)
        empty->offer(tr("Open another store…"), QStringLiteral("openStoreButton"), [this] { emit q->openStoreRequested(); });
    if (key)
        emit q->passphraseRequested(failure);
}

void Panel::Private::schemaChanged()
{
    loadSaved();
    if (q->m_session->state() != Session::State::Open)
        return;
    // Another schema of the same store: what is shown is asked again where it still exists.
    if (schema()->entity(objects->query().entity)) {
        objects->refresh();
        inspector->model()->refresh();
    } else {
        openFirstEntity();
    }
}

void Panel::Private::opened()
{
    pages->setCurrentWidget(splitter);
    const Schema *s = schema();
    modelButton->setText(s->inferred ? tr("No model") : s->modelName.isEmpty() ? tr("Model") : s->modelName);
    storeButton->setToolTip(s->encrypted ? tr("Encrypted, SQLCipher %1").arg(s->cipherVersion) : tr("Not encrypted"));
    if (place.query.entity.isEmpty())
        openFirstEntity();
}

void Panel::Private::openFirstEntity()
{
    // One row each is enough to know where there is something to see.
    auto found = std::make_shared<QString>();
    QStringList roots;
    for (const SchemaEntity &entity : schema()->entities)
        if (entity.parent.isEmpty())
            roots << entity.name;
    if (roots.isEmpty())
        return;
    firstJob = q->m_session->run(
        Session::LaneKind::Reading, Priority::Visible,
        [roots, found](el_store *store, Job &, el_error *error) {
            for (const QString &name : roots) {
                Query query;
                query.entity = name;
                FetchRequest request(query, 0);
                el_page *page = nullptr;
                int status = el_page_read(&page, store, request.get(error), nullptr, EL_FORWARD, 1, error);
                bool some = status == EL_OK && page->n > 0;
                el_page_free(page);
                if (some || status == EL_EBUSY || status == EL_ECANCELLED) {
                    *found = name;
                    return status;
                }
            }
            return int(EL_OK);
        },
        this, [this, found, roots](const Failure &) {
            firstJob.reset();
            if (place.query.entity.isEmpty())
                q->showEntity(found->isEmpty() ? roots.first() : *found);
        });
}

void Panel::Private::loadSaved()
{
    const Schema *s = schema();
    saved.clear();
    favourites.clear();
    if (s) {
        Settings settings(s->uuid, s->path);
        favourites = settings.storeValue(QStringLiteral("favourites")).toStringList();
        const QVariantList list = settings.storeValue(QStringLiteral("saved")).toList();
        for (const QVariant &item : list) {
            QVariantMap map = item.toMap();
            saved << SavedQuery{map.value(QStringLiteral("name")).toString(), map.value(QStringLiteral("entity")).toString(),
                                map.value(QStringLiteral("predicate")).toString(),
                                map.value(QStringLiteral("arguments")).toStringList(), false};
        }
        for (const SchemaFetchRequest &request : s->fetchRequests)
            saved << SavedQuery{request.name, request.entity, request.predicate, {}, true};
    }
    entities->setFavourites(favourites);
    entities->setSavedQueries(saved);
}

void Panel::Private::storeSaved()
{
    const Schema *s = schema();
    if (!s)
        return;
    QVariantList list;
    for (const SavedQuery &query : qAsConst(saved))
        if (!query.fromModel)
            list << QVariantMap{{QStringLiteral("name"), query.name}, {QStringLiteral("entity"), query.entity},
                                {QStringLiteral("predicate"), query.predicate}, {QStringLiteral("arguments"), query.arguments}};
    Settings settings(s->uuid, s->path);
    settings.setStoreValue(QStringLiteral("saved"), list);
    settings.setStoreValue(QStringLiteral("favourites"), favourites);
    entities->setFavourites(favourites);
    entities->setSavedQueries(saved);
}

void Panel::Private::toggleFavourite(const QString &entity)
{
    if (!favourites.removeOne(entity))
        favourites << entity;
    storeSaved();
}

const SavedQuery *Panel::Private::savedFor(const Query &query) const
{
    for (const SavedQuery &s : saved)
        if (s.entity == query.entity && s.predicate == query.where && s.arguments == query.arguments.toList())
            return &s;
    return nullptr;
}

void Panel::Private::saveQuery()
{
    Query query = objects->query();
    if (query.entity.isEmpty())
        return;
    const SavedQuery *known = savedFor(query);
    if (known && known->fromModel)
        return;
    if (known)
        saved.removeAt(int(known - saved.constData()));
    else
        saved << SavedQuery{query.where.isEmpty() ? query.entity : query.where, query.entity, query.where,
                            query.arguments.toList(), false};
    storeSaved();
}

void Panel::Private::removeSaved(const QString &name)
{
    for (int i = saved.size() - 1; i >= 0; i--)
        if (saved[i].name == name && !saved[i].fromModel)
            saved.removeAt(i);
    storeSaved();
}

} // namespace entitylens
