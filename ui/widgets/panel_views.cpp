// SPDX-License-Identifier: GPL-3.0-or-later
// The views that take the table's place in the centre.
#include "panel_private.h"

#include "breadcrumb.h"
#include "charts_view.h"
#include "compare_view.h"
#include "diagram_view.h"
#include "inspector.h"
#include "migration_view.h"
#include "objects_view.h"
#include "search_view.h"
#include "store_view.h"

#include <QStackedWidget>

namespace entitylens {

// Made when they are first looked at: opening a store does not wait for them.
QWidget *Panel::Private::view(const QString &name)
{
    if (name.isEmpty())
        return objects;
    QWidget *known = centre->findChild<QWidget *>(name + QStringLiteral("View"), Qt::FindDirectChildrenOnly);
    QWidget *shown = known ? known : makeView(name);
    if (charts)
        charts->setFormat(format);
    if (search)
        search->setFormat(format);
    return shown;
}

QWidget *Panel::Private::makeView(const QString &name)
{
    QWidget *made = nullptr;
    if (name == QLatin1String("diagram")) {
        made = diagram = new DiagramView(entities, centre);
        connect(diagram, &DiagramView::entityChosen, q, &Panel::showEntity);
    } else if (name == QLatin1String("charts")) {
        made = charts = new ChartsView(entities, centre);
        connect(charts, &ChartsView::entityChosen, q, &Panel::showEntity);
        connect(charts, &ChartsView::conditionChosen, this, [this](const QString &condition) {
            Query query = objects->query();
            QString own = query.where.trimmed();
            query.where = own.isEmpty() ? condition : QStringLiteral("(%1) AND %2").arg(own, condition);
            go(query);
        });
    } else if (name == QLatin1String("store")) {
        made = store = new StoreView(centre);
        connect(store, &StoreView::modelRequested, q, &Panel::chooseModel);
        connect(store, &StoreView::compareRequested, this, [this] {
            goToView(QStringLiteral("compare"));
            compare->chooseOther();
        });
        connect(store, &StoreView::migrationRequested, this, [this] {
            goToView(QStringLiteral("migration"));
            migration->chooseModel();
        });
        connect(store, &StoreView::objectsRequested, this, &Private::showObjects);
        connect(store, &StoreView::sqlRequested, q, &Panel::sqlRequested);
    } else if (name == QLatin1String("search")) {
        made = search = new SearchView(centre);
        connect(search, &SearchView::objectChosen, q, &Panel::showObject);
    } else if (name == QLatin1String("compare")) {
        made = compare = new CompareView(centre);
        connect(compare, &CompareView::objectChosen, q, &Panel::showObject);
    } else {
        made = migration = new MigrationView(centre);
    }
    centre->addWidget(made);
    giveSession(q->m_session);
    return made;
}

void Panel::Private::giveSession(Session *session)
{
    // Each view is told once for each session; a second time would empty it.
    auto tell = [session](auto *view) {
        if (!view || view->property("session").template value<QObject *>() == session)
            return;
        view->setProperty("session", QVariant::fromValue<QObject *>(session));
        view->setSession(session);
    };
    tell(diagram);
    tell(charts);
    tell(store);
    tell(search);
    tell(compare);
    tell(migration);
}

QString Panel::Private::viewTitle(const QString &name) const
{
    static const QHash<QString, const char *> titles{
        {QStringLiteral("diagram"), QT_TR_NOOP("Diagram")}, {QStringLiteral("charts"), QT_TR_NOOP("Charts")},
        {QStringLiteral("store"), QT_TR_NOOP("Store")},     {QStringLiteral("search"), QT_TR_NOOP("Found anywhere")},
        {QStringLiteral("compare"), QT_TR_NOOP("Compare")}, {QStringLiteral("migration"), QT_TR_NOOP("Migration")}};
    return tr(titles.value(name, ""));
}

void Panel::Private::showView(const QString &name)
{
    centre->setCurrentWidget(view(name));
    // The other views need the width; the inspector comes back with the table.
    inspector->setHidden(!name.isEmpty() || !inspectorWanted || narrow);
}

bool Panel::Private::viewBusy() const
{
    return (diagram && diagram->isBusy()) || (charts && charts->isBusy()) || (store && store->isBusy()) ||
           (search && search->isBusy()) || (compare && compare->isBusy()) || (migration && migration->isBusy());
}

void Panel::Private::goToView(const QString &name)
{
    if (!schema() || place.view == name)
        return;
    capture();
    Place next = place;
    next.view = name;
    history.go(next);
    place = next;
    showView(name);
    updateNavigation();
    centre->currentWidget()->setFocus();
}

void Panel::Private::showChart(const QString &property)
{
    if (!schema())
        return;
    goToView(QStringLiteral("charts"));
    charts->show(objects->query(), property);
}

// A handful of objects by their ids, as a table.
void Panel::Private::showObjects(const QString &entity, const QStringList &ids)
{
    QStringList items;
    for (const QString &id : ids)
        items << QStringLiteral("{\"object\":\"%1\"}").arg(id);
    Query query;
    query.entity = entity;
    query.where = QStringLiteral("SELF IN %@");
    query.arguments = {QLatin1Char('[') + items.join(QLatin1Char(',')) + QLatin1Char(']')};
    go(query);
}

void Panel::Private::searchFor(const QString &text)
{
    goToView(QStringLiteral("search"));
    search->search(text);
}

} // namespace entitylens
