// SPDX-License-Identifier: GPL-3.0-or-later
// Where the person is, how they got there, and the way back.
#include "panel_private.h"

#include "breadcrumb.h"
#include "entity_view.h"
#include "inspector.h"
#include "object_table.h"
#include "objects_view.h"

#include <QLineEdit>
#include <QToolButton>

namespace entitylens {

// The current place as it looks now goes into the history before it is left.
void Panel::Private::capture()
{
    if (!history.current() || objects->query().entity.isEmpty())
        return;
    objects->store(&place);
    history.update(place);
}

void Panel::Private::go(const Query &query)
{
    if (!schema() || !schema()->entity(query.entity))
        return;
    if (history.current() && place.query == query && place.view.isEmpty())
        return;
    capture();
    Place next;
    next.query = query;
    history.go(next);
    place = next;
    moving = true;
    showView(QString());
    inspector->clear();
    objects->show(query);
    entityView->setCurrentEntity(query.entity);
    updateNavigation();
}

void Panel::Private::goTo(const Place &target)
{
    place = target;
    moving = true;
    showView(place.view);
    objects->restore(place);
    entityView->setCurrentEntity(place.query.entity);
    inspectStep();
    moving = objects->model()->isLoading();
    updateNavigation();
}

void Panel::Private::inspectStep()
{
    if (place.steps.isEmpty())
        inspector->clear();
    else
        inspector->inspect(place.steps.last().entity, place.steps.last().key);
}

// Moving about in the table is no journey: the current place follows the selection.
void Panel::Private::objectSelected(const QString &entity, qint64 key, const QString &label)
{
    bool same = !place.steps.isEmpty() && place.steps.first().entity == entity && place.steps.first().key == key;
    if (same)
        return;
    place.steps = {Step{QString(), entity, key, label}};
    history.update(place);
    inspectStep();
    updateNavigation();
}

void Panel::Private::follow(const QString &relationship, const Reference &to)
{
    capture();
    Place next = place;
    next.steps << Step{relationship, to.entity, to.key, to.label};
    history.go(next);
    place = next;
    inspectStep();
    updateNavigation();
}

// From a cell of the table: the row's object is the first step of the walk.
void Panel::Private::followFrom(const QString &entity, qint64 key, const QString &relationship, const Reference &to)
{
    if (!to.present || to.dangling)
        return;
    if (place.steps.size() != 1 || place.steps.first().key != key || place.steps.first().entity != entity)
        place.steps = {Step{QString(), entity, key, QString()}};
    inspectorWanted = true;
    inspector->show();
    follow(relationship, to);
}

void Panel::Private::walkTo(int step)
{
    if (step == -2) // the view that is there
        return;
    if (step < 0) { // the entity itself: the whole table
        q->showEntity(place.query.entity);
        return;
    }
    if (step >= place.steps.size() - 1)
        return;
    capture();
    Place next = place;
    next.steps.resize(step + 1);
    history.go(next);
    place = next;
    inspectStep();
    updateNavigation();
}

// The objects at the far end of a to-many relationship, asked for by its inverse.
void Panel::Private::showMembers(const QString &entity, qint64 key, const QString &relationship)
{
    const SchemaEntity *from = schema() ? schema()->entity(entity) : nullptr;
    int index = from ? from->relationshipIndex(relationship) : -1;
    if (index < 0)
        return;
    const SchemaRelationship &r = from->relationships[index];
    const SchemaEntity *to = schema()->entity(r.destination);
    int back = to && !r.inverse.isEmpty() ? to->relationshipIndex(r.inverse) : -1;
    if (back < 0)
        return;
    Query query;
    query.entity = r.destination;
    query.where = (to->relationships[back].toMany ? QStringLiteral("ANY %1 == %@") : QStringLiteral("%1 == %@")).arg(r.inverse);
    query.arguments = {QStringLiteral("object:%1/%2").arg(entity).arg(key)};
    go(query);
}

void Panel::Private::showReferrers(const QString &entity, const QString &relationship)
{
    const Row *row = inspector->model()->object();
    const SchemaEntity *from = schema() ? schema()->entity(entity) : nullptr;
    int index = from ? from->relationshipIndex(relationship) : -1;
    if (!row || index < 0)
        return;
    Query query;
    query.entity = entity;
    query.where = (from->relationships[index].toMany ? QStringLiteral("ANY %1 == %@") : QStringLiteral("%1 == %@")).arg(relationship);
    query.arguments = {QStringLiteral("object:") + row->id()};
    go(query);
}

// "Post", "post/5": an entity by name, or one of its objects.
void Panel::Private::jump(const QString &text)
{
    if (!schema() || text.isEmpty())
        return;
    QString name = text.section(QLatin1Char('/'), 0, 0).trimmed();
    bool isNumber = false;
    qint64 key = text.section(QLatin1Char('/'), 1).trimmed().toLongLong(&isNumber);
    QString exact, beginning;
    for (const SchemaEntity &entity : schema()->entities) {
        if (entity.name.compare(name, Qt::CaseInsensitive) == 0)
            exact = entity.name;
        else if (beginning.isEmpty() && entity.name.startsWith(name, Qt::CaseInsensitive))
            beginning = entity.name;
    }
    // A beginning is enough before a number; a word alone may as well be looked for.
    QString found = exact.isEmpty() && isNumber ? beginning : exact;
    if (found.isEmpty()) {
        searchFor(text);
        return;
    }
    if (isNumber)
        q->showObject(found, key);
    else
        q->showEntity(found);
    find->clear();
    objects->table()->setFocus();
}

QString Panel::Private::titleOf(const Step &step) const
{
    QString id = step.entity + QLatin1Char(' ') + QString::number(step.key);
    return step.label.isEmpty() ? id : id + QStringLiteral(" “") + step.label.left(40) + QStringLiteral("”");
}

QVector<Crumb> Panel::Private::crumbs() const
{
    QVector<Crumb> all;
    if (place.query.entity.isEmpty())
        return all;
    all << Crumb{place.query.entity, false, -1};
    if (!place.view.isEmpty())
        return all << Crumb{viewTitle(place.view), false, -2};
    for (int i = 0; i < place.steps.size(); i++) {
        if (!place.steps[i].relationship.isEmpty())
            all << Crumb{place.steps[i].relationship, false, i};
        all << Crumb{titleOf(place.steps[i]), true, i};
    }
    return all;
}

void Panel::Private::updateNavigation()
{
    back->setEnabled(history.canGoBack());
    forward->setEnabled(history.canGoForward());
    breadcrumb->setCrumbs(crumbs());
}

} // namespace entitylens
