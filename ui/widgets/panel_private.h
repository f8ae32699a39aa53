// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the panel and how they hear of each other.
#pragma once

#include "panel.h"

#include "models/entity_tree_model.h"
#include "models/format.h"
#include "models/history.h"

#include <QHash>
#include <QKeySequence>

class QLineEdit;
class QMenu;
class QShortcut;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace entitylens {

class Breadcrumb;
class ChartsView;
class CompareView;
class DiagramView;
class EmptyState;
class EntityView;
class Inspector;
class MigrationView;
class ObjectsView;
class ProgressLine;
class SearchView;
class StoreView;

struct Crumb;

class Panel::Private : public QObject
{
    Q_OBJECT
public:
    explicit Private(Panel *panel);

    // Building
    void buildBar();
    void buildBody();
    void addMenu(QToolButton *button);
    static QMenu *menuOf(QToolButton *button);
    void buildShortcuts();
    void connectParts();
    void addShortcut(const QString &name, const QKeySequence &keys, const QString &text, std::function<void()> action);
    void applyReserved();
    void applyTheme();
    void restoreLayout();
    void saveLayout();

    // The session's news
    void sessionChanged();
    void stateChanged();
    void schemaChanged();
    void opened();
    void showFailure(const Failure &failure);
    void openFirstEntity();
    void loadSaved();
    void storeSaved();

    // Where the person is
    void go(const Query &query);
    void goTo(const Place &place);
    void capture();
    void updateNavigation();
    void follow(const QString &relationship, const Reference &to);
    void followFrom(const QString &entity, qint64 key, const QString &relationship, const Reference &to);
    void inspectStep();
    void walkTo(int step);
    void objectSelected(const QString &entity, qint64 key, const QString &label);
    void showMembers(const QString &entity, qint64 key, const QString &relationship);
    void showReferrers(const QString &entity, const QString &relationship);
    void jump(const QString &text);
    QVector<Crumb> crumbs() const;
    QString titleOf(const Step &step) const;

    // The other views of the centre: "diagram", "charts", "store", "search", "compare", "migration"; "" is the table
    QWidget *view(const QString &name);
    void showView(const QString &name);
    bool viewBusy() const;
    void goToView(const QString &name);
    void showChart(const QString &property);
    void showObjects(const QString &entity, const QStringList &ids);
    void searchFor(const QString &text);
    QWidget *makeView(const QString &name);
    void giveSession(Session *session);
    QString viewTitle(const QString &name) const;

    // Menus
    void fillModelMenu();
    void fillStoreMenu();
    void fillMoreMenu();
    void showCellMenu(const QModelIndex &index, const QPoint &global);
    void toggleInspector();
    // Where the panel is narrow, as in the tab of a small window, the table gets the room.
    bool eventFilter(QObject *object, QEvent *event) override;
    bool isNarrow() const;
    void setZone(ZoneChoice zone);
    void applyFormat();
    void toggleFavourite(const QString &entity);
    void saveQuery();
    void removeSaved(const QString &name);
    const SavedQuery *savedFor(const Query &query) const;
    Schema const *schema() const;

    Panel *const q;
    Format format;
    History history;
    Place place; // the current one, as last navigated to
    EntityTreeModel *entities;
    QVector<SavedQuery> saved;
    QStringList favourites;
    HostAbilities abilities = NoAbility;
    QStringList reserved;
    bool inspectorWanted = true;
    bool narrow = false; // as last laid out
    bool restored = false;
    bool moving = false; // a navigation is under way: news from the parts are its consequences
    JobPtr firstJob;

    QToolButton *back = nullptr, *forward = nullptr, *modelButton = nullptr, *storeButton = nullptr, *more = nullptr;
    Breadcrumb *breadcrumb = nullptr;
    QLineEdit *find = nullptr;
    ProgressLine *progress = nullptr;
    QStackedWidget *pages = nullptr;
    EmptyState *empty = nullptr;
    QSplitter *splitter = nullptr;
    EntityView *entityView = nullptr;
    QStackedWidget *centre = nullptr;
    ObjectsView *objects = nullptr;
    DiagramView *diagram = nullptr;
    ChartsView *charts = nullptr;
    StoreView *store = nullptr;
    SearchView *search = nullptr;
    CompareView *compare = nullptr;
    MigrationView *migration = nullptr;
    Inspector *inspector = nullptr;
    QHash<QString, QShortcut *> shortcuts;
};

} // namespace entitylens
