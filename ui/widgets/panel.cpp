// SPDX-License-Identifier: GPL-3.0-or-later
#include "panel.h"

#include "panel_private.h"

#include "breadcrumb.h"
#include "diagram_view.h"
#include "empty_state.h"
#include "entity_view.h"
#include "icons.h"
#include "inspector.h"
#include "object_table.h"
#include "objects_view.h"
#include "store_view.h"
#include "query_bar.h"
#include "small_widgets.h"
#include "theme.h"

#include "predicate/predicate_editor.h"
#include "session/settings.h"

#include <QAction>
#include <QApplication>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QStringListModel>
#include <QVBoxLayout>

// Static libraries do not register their resources by themselves.
static void registerIcons()
{
    Q_INIT_RESOURCE(icons);
}

namespace entitylens {

namespace {

constexpr int leftWidth = 200;
constexpr int rightWidth = 320;
constexpr int narrowWidth = 800;

} // namespace

Panel::Panel(Session *session, QWidget *parent) : QWidget(parent), d(nullptr)
{
    registerIcons();
    setObjectName(QStringLiteral("entitylensPanel"));
    setAccessibleName(tr("Entities"));
    d.reset(new Private(this));
    setSession(session);
}

Panel::~Panel()
{
    if (d->restored)
        d->saveLayout();
}

void Panel::setSession(Session *session)
{
    if (m_session)
        m_session->disconnect(d.get());
    m_session = session;
    d->sessionChanged();
}

void Panel::setHostAbilities(HostAbilities abilities)
{
    d->abilities = abilities;
    d->stateChanged();
}

void Panel::setReservedShortcuts(const QStringList &sequences)
{
    d->reserved = sequences;
    d->applyReserved();
}

QString Panel::currentEntity() const
{
    return d->objects->query().entity;
}

QString Panel::currentPredicate() const
{
    return d->objects->query().where;
}

QString Panel::currentObject() const
{
    const Row *row = d->inspector->model()->object();
    return row ? row->id() : QString();
}

bool Panel::isBusy() const
{
    if (!m_session)
        return false;
    return m_session->state() == Session::State::Opening || d->firstJob || d->objects->isBusy() || d->viewBusy() ||
           d->inspector->model()->isLoading() ||
           (m_session->state() == Session::State::Open && !d->entities->isCounted());
}

void Panel::showEntity(const QString &entity)
{
    Query query;
    query.entity = entity;
    query.subentities = d->entities->withSubentities();
    d->go(query);
}

void Panel::showQuery(const QString &entity, const QString &predicate)
{
    Query query;
    query.entity = entity;
    query.where = predicate;
    query.subentities = d->entities->withSubentities();
    d->go(query);
}

void Panel::showObject(const QString &entity, qint64 key)
{
    if (!d->schema() || !d->schema()->entity(entity))
        return;
    d->capture();
    // All objects of its hierarchy: there it certainly is.
    Place place;
    place.query.entity = d->schema()->isKindOf(entity, d->place.query.entity) ? d->place.query.entity : entity;
    place.query.subentities = true;
    place.steps = {Step{QString(), entity, key, QString()}};
    d->history.go(place);
    d->place = place;
    d->showView(QString());
    d->objects->showAt(place.query, key);
    d->entityView->setCurrentEntity(place.query.entity);
    d->inspectStep();
    d->updateNavigation();
}

void Panel::goBack()
{
    d->capture();
    if (const Place *place = d->history.back())
        d->goTo(*place);
}

void Panel::goForward()
{
    d->capture();
    if (const Place *place = d->history.forward())
        d->goTo(*place);
}

void Panel::reload()
{
    if (m_session)
        m_session->reload();
}

void Panel::showView(const QString &name)
{
    if (name == QLatin1String("charts"))
        d->showChart(QString());
    else if (d->schema())
        d->goToView(name);
}

void Panel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (d && event->type() == QEvent::PaletteChange)
        d->applyTheme();
}

void Panel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!d->restored)
        d->restoreLayout();
    d->applyReserved();
}

Panel::Private::Private(Panel *panel) : q(panel), entities(new EntityTreeModel(this))
{
    auto layout = new QVBoxLayout(q);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    buildBar();
    buildBody();
    buildShortcuts();
    connectParts();
    Settings settings;
    format.zone = settings.value(QStringLiteral("zone")).toString() == QLatin1String("local") ? ZoneChoice::Local : ZoneChoice::Utc;
    entities->setWithSubentities(settings.value(QStringLiteral("withSubentities"), true).toBool());
    applyFormat();
    applyTheme();
}

// A menu below a flat button, without the style's arrow in the button.
void Panel::Private::addMenu(QToolButton *button)
{
    auto menu = new QMenu(button);
    connect(button, &QToolButton::clicked, menu, [button, menu] {
        menu->popup(QPoint()); // filled by aboutToShow; its size is known then
        QPoint corner = button->mapToGlobal(QPoint(button->isRightToLeft() ? 0 : button->width(), button->height()));
        menu->move(button->isRightToLeft() ? corner.x() : corner.x() - menu->width(), corner.y());
    });
}

QMenu *Panel::Private::menuOf(QToolButton *button)
{
    return button->findChild<QMenu *>(QString(), Qt::FindDirectChildrenOnly);
}

void Panel::Private::buildBar()
{
    auto bar = new QWidget(q);
    bar->setObjectName(QStringLiteral("panelBar"));
    bar->setFixedHeight(barHeight(q->font()));
    back = flatButton("backButton", "back", tr("Back"), bar);
    forward = flatButton("forwardButton", "forward", tr("Forward"), bar);
    breadcrumb = new Breadcrumb(bar);
    find = new QLineEdit(bar);
    find->setObjectName(QStringLiteral("findAnywhere"));
    find->setPlaceholderText(tr("Find anywhere, or go to Entity/ID"));
    find->setAccessibleName(tr("Find anywhere"));
    find->setClearButtonEnabled(true);
    find->setMinimumWidth(44 * unit);
    find->setMaximumWidth(60 * unit);
    find->addAction(icon("search", find), QLineEdit::LeadingPosition);
    modelButton = flatButton("modelButton", "model", tr("Model"), bar);
    storeButton = flatButton("storeButton", "store", tr("Store"), bar);
    more = flatButton("moreButton", "more", tr("More"), bar);
    for (QToolButton *button : {modelButton, storeButton}) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        addMenu(button);
    }
    addMenu(more);
    auto layout = new QHBoxLayout(bar);
    layout->setContentsMargins(unit, 0, unit, 0);
    layout->setSpacing(unit);
    layout->addWidget(back);
    layout->addWidget(forward);
    layout->addSpacing(unit);
    layout->addWidget(breadcrumb, 3);
    layout->addWidget(find, 1);
    layout->addSpacing(unit);
    layout->addWidget(modelButton);
    layout->addWidget(storeButton);
    layout->addWidget(more);
    progress = new ProgressLine(q);
    progress->setObjectName(QStringLiteral("openProgress"));
    q->layout()->addWidget(bar);
    q->layout()->addWidget(progress);
}

void Panel::Private::buildBody()
{
    pages = new QStackedWidget(q);
    empty = new EmptyState(pages);
    splitter = new QSplitter(Qt::Horizontal, pages);
    splitter->setObjectName(QStringLiteral("panelSplitter"));
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->installEventFilter(this);
    entityView = new EntityView(entities, splitter);
    centre = new QStackedWidget(splitter);
    centre->setObjectName(QStringLiteral("centre"));
    objects = new ObjectsView(entities, centre);
    centre->addWidget(objects);
    inspector = new Inspector(splitter);
    splitter->addWidget(entityView);
    splitter->addWidget(centre);
    splitter->addWidget(inspector);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setStretchFactor(2, 0);
    entityView->setMinimumWidth(30 * unit);
    centre->setMinimumWidth(60 * unit);
    inspector->setMinimumWidth(50 * unit);
    pages->addWidget(empty);
    pages->addWidget(splitter);
    static_cast<QVBoxLayout *>(q->layout())->addWidget(pages, 1);
}

void Panel::Private::addShortcut(const QString &name, const QKeySequence &keys, const QString &text,
                                 std::function<void()> action)
{
    auto shortcut = new QShortcut(keys, q);
    shortcut->setObjectName(name);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    shortcut->setWhatsThis(text);
    connect(shortcut, &QShortcut::activated, this, [action] { action(); });
    shortcuts.insert(name, shortcut);
}

void Panel::Private::buildShortcuts()
{
    addShortcut(QStringLiteral("predicate"), Qt::CTRL + Qt::Key_L, tr("Predicate"), [this] {
        objects->bar()->editor()->setFocus();
        objects->bar()->editor()->selectAll();
    });
    addShortcut(QStringLiteral("jump"), Qt::CTRL + Qt::Key_K, tr("Go to an entity or object"), [this] {
        find->setFocus();
        find->selectAll();
    });
    addShortcut(QStringLiteral("back"), Qt::ALT + Qt::Key_Left, tr("Back"), [this] { q->goBack(); });
    addShortcut(QStringLiteral("forward"), Qt::ALT + Qt::Key_Right, tr("Forward"), [this] { q->goForward(); });
    addShortcut(QStringLiteral("inspector"), Qt::Key_F4, tr("Show or hide the inspector"), [this] { toggleInspector(); });
    addShortcut(QStringLiteral("reload"), Qt::Key_F5, tr("Reload"), [this] { q->reload(); });
    addShortcut(QStringLiteral("find"), Qt::CTRL + Qt::Key_F, tr("Find in the rows at hand"), [this] { objects->openFind(); });
    addShortcut(QStringLiteral("filterRow"), Qt::CTRL + Qt::SHIFT + Qt::Key_L, tr("Filter row"),
                [this] { objects->setFilterRowVisible(!objects->isFilterRowVisible()); });
    addShortcut(QStringLiteral("copyJson"), Qt::CTRL + Qt::SHIFT + Qt::Key_C, tr("Copy objects as JSON"),
                [this] { objects->copy(CopyFormat::Json); });
    addShortcut(QStringLiteral("diagram"), Qt::CTRL + Qt::SHIFT + Qt::Key_D, tr("Diagram"),
                [this] { goToView(QStringLiteral("diagram")); });
    addShortcut(QStringLiteral("store"), Qt::CTRL + Qt::SHIFT + Qt::Key_I, tr("About the store"),
                [this] { goToView(QStringLiteral("store")); });
    addShortcut(QStringLiteral("search"), Qt::CTRL + Qt::SHIFT + Qt::Key_F, tr("Find anywhere"), [this] {
        find->setFocus();
        find->selectAll();
    });
    addShortcut(QStringLiteral("charts"), Qt::CTRL + Qt::SHIFT + Qt::Key_G, tr("Charts"), [this] { showChart(QString()); });
    addShortcut(QStringLiteral("cancel"), Qt::Key_Escape, tr("Cancel what runs"), [this] {
        objects->cancel();
        objects->table()->setFocus();
    });
    setShortcutTip(back, tr("Back"), shortcuts[QStringLiteral("back")]->key());
    setShortcutTip(forward, tr("Forward"), shortcuts[QStringLiteral("forward")]->key());
    setShortcutTip(more, tr("Views and settings"), QKeySequence());
    find->setToolTip(tr("An entity or Entity/ID goes there (%1); anything else is looked for in every object (%2)")
                         .arg(shortcuts[QStringLiteral("jump")]->key().toString(QKeySequence::NativeText),
                              shortcuts[QStringLiteral("search")]->key().toString(QKeySequence::NativeText)));
}

// What the window around us uses stays its own, also where it was not told to us.
void Panel::Private::applyReserved()
{
    QVector<QKeySequence> taken;
    for (const QString &text : qAsConst(reserved))
        taken << QKeySequence(text);
    if (q->window() != q) {
        const QList<QAction *> actions = q->window()->findChildren<QAction *>();
        for (QAction *action : actions)
            if (!q->isAncestorOf(qobject_cast<QWidget *>(action->parent())))
                taken << action->shortcuts().toVector();
    }
    for (QShortcut *shortcut : qAsConst(shortcuts))
        shortcut->setEnabled(!taken.contains(shortcut->key()));
}

void Panel::Private::connectParts()
{
    connect(back, &QToolButton::clicked, q, &Panel::goBack);
    connect(forward, &QToolButton::clicked, q, &Panel::goForward);
    connect(breadcrumb, &Breadcrumb::clicked, this, &Private::walkTo);
    connect(find, &QLineEdit::returnPressed, this, [this] { jump(find->text().trimmed()); });
    connect(menuOf(modelButton), &QMenu::aboutToShow, this, &Private::fillModelMenu);
    connect(menuOf(storeButton), &QMenu::aboutToShow, this, &Private::fillStoreMenu);
    connect(menuOf(more), &QMenu::aboutToShow, this, &Private::fillMoreMenu);

    connect(entityView, &EntityView::entityChosen, q, &Panel::showEntity);
    connect(entityView, &EntityView::savedQueryChosen, this,
            [this](const QString &entity, const QString &predicate, const QStringList &arguments) {
        Query query;
        query.entity = entity;
        query.where = predicate;
        query.arguments = arguments.toVector();
        query.subentities = entities->withSubentities();
        go(query);
    });
    connect(entityView, &EntityView::savedQueryRemoved, this, &Private::removeSaved);
    connect(entityView, &EntityView::favouriteToggled, this, &Private::toggleFavourite);
    connect(entityView, &EntityView::subentitiesToggled, this, [this](bool with) {
        Settings().setValue(QStringLiteral("withSubentities"), with);
        entities->setWithSubentities(with);
        objects->setSubentities(with);
    });

    connect(objects, &ObjectsView::queryShown, this, [this] {
        entityView->setCurrentEntity(objects->query().entity);
        objects->bar()->setSaved(savedFor(objects->query()) != nullptr);
        capture();
        moving = false;
        updateNavigation();
    });
    connect(objects, &ObjectsView::objectSelected, this, &Private::objectSelected);
    connect(objects, &ObjectsView::referenceFollowed, this, &Private::followFrom);
    connect(objects, &ObjectsView::membersRequested, this, &Private::showMembers);
    connect(objects, &ObjectsView::contextMenuWanted, this, &Private::showCellMenu);
    connect(objects, &ObjectsView::saveRequested, this, &Private::saveQuery);
    connect(objects, &ObjectsView::chartRequested, this, &Private::showChart);
    connect(entityView, &EntityView::diagramRequested, this, [this](const QString &entity) {
        goToView(QStringLiteral("diagram"));
        diagram->focusOn(entity);
    });
    connect(entityView, &EntityView::findingChosen, this, [this](int row) {
        goToView(QStringLiteral("store"));
        store->selectFinding(row);
    });
    connect(entityView, &EntityView::chartRequested, this, [this](const QString &entity) {
        q->showEntity(entity);
        showChart(QString());
    });
    connect(objects, &ObjectsView::valueRequested, this, [this](const QString &property) {
        inspectorWanted = true;
        inspector->show();
        inspector->focusProperty(property);
    });

    connect(inspector, &Inspector::followed, this, &Private::follow);
    connect(inspector, &Inspector::membersRequested, this, [this](const QString &relationship) {
        const Row *row = inspector->model()->object();
        if (row)
            showMembers(row->entity, row->key, relationship);
    });
    connect(inspector, &Inspector::referrersRequested, this, &Private::showReferrers);
    connect(inspector, &Inspector::arrived, this, [this] {
        const Row *row = inspector->model()->object();
        if (!place.steps.isEmpty() && row) {
            place.steps.last().label = row->label;
            place.steps.last().entity = row->entity;
            history.update(place);
        }
        updateNavigation();
    });
}

void Panel::Private::restoreLayout()
{
    restored = true;
    Settings settings;
    QByteArray state = settings.value(QStringLiteral("splitter")).toByteArray();
    int width = std::max(q->width(), 4 * leftWidth);
    if (state.isEmpty() || !splitter->restoreState(state))
        splitter->setSizes({leftWidth, width - leftWidth - rightWidth, rightWidth});
    inspectorWanted = settings.value(QStringLiteral("inspector"), true).toBool();
    narrow = isNarrow();
    inspector->setVisible(inspectorWanted && !narrow);
}

bool Panel::Private::isNarrow() const
{
    return splitter->width() < narrowWidth;
}

bool Panel::Private::eventFilter(QObject *object, QEvent *event)
{
    if (object == splitter && event->type() == QEvent::Resize && restored && narrow != isNarrow()) {
        narrow = isNarrow();
        inspector->setVisible(inspectorWanted && !narrow && centre->currentWidget() == objects);
    }
    return QObject::eventFilter(object, event);
}

void Panel::Private::saveLayout()
{
    Settings settings;
    if (!inspector->isHidden())
        settings.setValue(QStringLiteral("splitter"), splitter->saveState());
    settings.setValue(QStringLiteral("inspector"), inspectorWanted);
}

void Panel::Private::applyTheme()
{
    Theme theme = Theme::of(QApplication::palette(q));
    // The splitter's handle is a hairline.
    QPalette lines = QApplication::palette(q);
    lines.setColor(QPalette::Window, theme.hairline);
    splitter->setStyleSheet(QStringLiteral("QSplitter::handle { background: %1; }").arg(theme.hairline.name()));
}

} // namespace entitylens
