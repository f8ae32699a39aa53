// SPDX-License-Identifier: GPL-3.0-or-later
// The panel's menus and what they do.
#include "panel_private.h"

#include "icons.h"
#include "inspector.h"
#include "object_table.h"
#include "objects_view.h"
#include "query_bar.h"
#include "store_view.h"

#include "models/filter_condition.h"
#include "session/settings.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QShortcut>
#include <QToolButton>

namespace entitylens {

namespace {

QAction *fact(QMenu *menu, const QString &text)
{
    QAction *action = menu->addAction(text);
    action->setEnabled(false);
    return action;
}

} // namespace

void Panel::chooseModel()
{
    QString start = m_session ? QFileInfo(m_session->path()).path() : QString();
    // Bundles are folders, sources are folders in folders: the dialog takes a folder or a compiled file.
    QString path = QFileDialog::getExistingDirectory(this, tr("Choose a model (.xcdatamodeld, .xcdatamodel or .momd)"), start);
    if (!path.isEmpty())
        emit modelChosen(path);
}

void Panel::Private::fillModelMenu()
{
    QMenu *menu = menuOf(modelButton);
    menu->clear();
    const Schema *s = schema();
    if (!s)
        return;
    if (s->inferred)
        fact(menu, tr("Names and types are inferred from the store"));
    else
        fact(menu, tr("Model %1, match: %2").arg(s->modelName, s->modelMatch));
    menu->addSeparator();
    menu->addAction(tr("Choose a model folder…"), q, &Panel::chooseModel);
    menu->addAction(tr("Choose a compiled model file…"), this, [this] {
        QString path = QFileDialog::getOpenFileName(q, tr("Choose a compiled model"), QFileInfo(q->m_session->path()).path(),
                                                    tr("Compiled models (*.mom *.omo)"));
        if (!path.isEmpty())
            emit q->modelChosen(path);
    });
    QAction *infer = menu->addAction(tr("Infer from the store"), this, [this] { emit q->modelChosen(QString()); });
    infer->setEnabled(!s->inferred);
}

void Panel::Private::fillStoreMenu()
{
    QMenu *menu = menuOf(storeButton);
    menu->clear();
    const Schema *s = schema();
    if (!s)
        return;
    fact(menu, QFileInfo(s->path).fileName());
    fact(menu, s->encrypted ? (s->cipherVersion ? tr("Encrypted, SQLCipher %1").arg(s->cipherVersion) : tr("Encrypted, own parameters"))
                            : tr("Not encrypted"));
    fact(menu, tr("Layout of Encrypted Core Data %1").arg(s->era));
    menu->addSeparator();
    menu->addAction(tr("About the store"), this, [this] { goToView(QStringLiteral("store")); })
        ->setShortcut(shortcuts[QStringLiteral("store")]->key());
    menu->addAction(tr("Check"), this, [this] {
        goToView(QStringLiteral("store"));
        store->check();
    });
    menu->addAction(viewTitle(QStringLiteral("compare")), this, [this] { goToView(QStringLiteral("compare")); });
    menu->addAction(viewTitle(QStringLiteral("migration")), this, [this] { goToView(QStringLiteral("migration")); });
    menu->addSeparator();
    QAction *reload = menu->addAction(tr("Reload"), q, &Panel::reload);
    reload->setShortcut(shortcuts[QStringLiteral("reload")]->key());
    if (abilities & OpenStores)
        menu->addAction(tr("Open another store…"), this, [this] { emit q->openStoreRequested(); });
}

void Panel::Private::fillMoreMenu()
{
    QMenu *menu = menuOf(more);
    menu->clear();
    QAction *side = menu->addAction(tr("Inspector"), this, &Private::toggleInspector);
    side->setCheckable(true);
    side->setChecked(!inspector->isHidden());
    side->setShortcut(shortcuts[QStringLiteral("inspector")]->key());
    QAction *filters = menu->addAction(tr("Filter row"), this,
                                       [this] { objects->setFilterRowVisible(!objects->isFilterRowVisible()); });
    filters->setCheckable(true);
    filters->setChecked(objects->isFilterRowVisible());
    filters->setShortcut(shortcuts[QStringLiteral("filterRow")]->key());
    QAction *find = menu->addAction(tr("Find in the rows at hand"), this, [this] { objects->openFind(); });
    find->setShortcut(shortcuts[QStringLiteral("find")]->key());
    menu->addSeparator();
    for (const QString &name : {QStringLiteral("diagram"), QStringLiteral("charts"), QStringLiteral("store"),
                                QStringLiteral("compare"), QStringLiteral("migration")}) {
        QAction *action = menu->addAction(viewTitle(name), this, [this, name] {
            if (name == QLatin1String("charts"))
                showChart(QString());
            else
                goToView(name);
        });
        if (shortcuts.contains(name))
            action->setShortcut(shortcuts[name]->key());
    }
    menu->addSeparator();
    QMenu *zones = menu->addMenu(tr("Dates in"));
    for (ZoneChoice choice : {ZoneChoice::Utc, ZoneChoice::Local}) {
        Format named = format;
        named.zone = choice;
        QAction *action = zones->addAction(choice == ZoneChoice::Utc ? tr("UTC") : tr("Local time (%1)").arg(named.zoneName()),
                                           this, [this, choice] { setZone(choice); });
        action->setCheckable(true);
        action->setChecked(format.zone == choice);
    }
}

void Panel::Private::toggleInspector()
{
    inspectorWanted = inspector->isHidden();
    inspector->setVisible(inspectorWanted);
}

void Panel::Private::setZone(ZoneChoice zone)
{
    format.zone = zone;
    Settings().setValue(QStringLiteral("zone"), zone == ZoneChoice::Local ? QStringLiteral("local") : QStringLiteral("utc"));
    applyFormat();
}

void Panel::Private::applyFormat()
{
    objects->setFormat(format);
    inspector->setFormat(format);
}

void Panel::Private::showCellMenu(const QModelIndex &index, const QPoint &global)
{
    if (!index.isValid())
        return;
    const ObjectTableModel *model = objects->model();
    const Row *row = model->rowAt(index.row());
    const SchemaEntity *entity = model->entity();
    if (!row || !entity)
        return;
    TableColumn column = model->columns().value(index.column());
    QMenu menu(q);
    auto condition = [&](const QString &text) {
        QAction *action = menu.addAction(text, this, [this, text] { objects->addCondition(text); });
        action->setObjectName(QStringLiteral("addCondition"));
    };
    if (column.kind == TableColumn::Attribute) {
        Cell cell = index.data(CellRole).value<Cell>();
        QString key = predicateKey(column.name), literal = predicateLiteral(cell);
        if (!literal.isEmpty() && !cell.isNull()) {
            condition(QStringLiteral("%1 == %2").arg(key, literal));
            condition(QStringLiteral("%1 != %2").arg(key, literal));
        }
        if (!literal.isEmpty() && cell.kind == EL_STRING)
            condition(QStringLiteral("%1 CONTAINS[cd] %2").arg(key, literal));
        condition(QStringLiteral("%1 %2 nil").arg(key, cell.isNull() ? QStringLiteral("==") : QStringLiteral("!=")));
        menu.addSeparator();
    } else if (column.kind == TableColumn::ToOne) {
        condition(QStringLiteral("%1 == nil").arg(predicateKey(column.name)));
        condition(QStringLiteral("%1 != nil").arg(predicateKey(column.name)));
        menu.addSeparator();
    }
    QString exact = index.data(ExactRole).toString();
    menu.addAction(tr("Copy value"), this, [exact] { QApplication::clipboard()->setText(exact); });
    QString id = row->id();
    menu.addAction(tr("Copy object ID"), this, [id] { QApplication::clipboard()->setText(id); });
    QMenu *rows = menu.addMenu(tr("Copy rows as"));
    rows->addAction(tr("Text"), this, [this] { objects->copy(CopyFormat::Text); })->setShortcut(QKeySequence::Copy);
    rows->addAction(tr("CSV"), this, [this] { objects->copy(CopyFormat::Csv); });
    rows->addAction(tr("JSON"), this, [this] { objects->copy(CopyFormat::Json); })
        ->setShortcut(shortcuts[QStringLiteral("copyJson")]->key());
    rows->addAction(tr("Predicate"), this, [this] { objects->copy(CopyFormat::Predicate); });
    menu.exec(global);
}

} // namespace entitylens
