// SPDX-License-Identifier: GPL-3.0-or-later
#include "diagram_view.h"

#include "diagram_items.h"
#include "icons.h"
#include "small_widgets.h"
#include "theme.h"

#include "models/entity_tree_model.h"
#include "models/filter_condition.h"
#include "session/query.h"

#include <QApplication>
#include <QEvent>
#include <QFileDialog>
#include <QGraphicsScene>
#include <QGraphicsView>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QSvgGenerator>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace entitylens {

namespace {

constexpr double zoomStep = 1.2;
constexpr double smallest = 0.1, largest = 4;
constexpr int margin = 10 * unit;

} // namespace

DiagramView::DiagramView(EntityTreeModel *counts, QWidget *parent) : QWidget(parent), m_counts(counts),
    m_scene(new QGraphicsScene(this)), m_view(new QGraphicsView(m_scene, this)), m_title(new QLabel(this)),
    m_all(flatButton("diagramAll", "diagram", tr("Whole model"), this)),
    m_attributes(flatButton("diagramAttributes", "list", tr("Attributes"), this))
{
    setObjectName(QStringLiteral("diagramView"));
    setAccessibleName(tr("Diagram of the model"));
    m_view->setObjectName(QStringLiteral("diagram"));
    m_view->setAccessibleName(tr("Diagram"));
    m_view->viewport()->setAccessibleName(tr("Diagram"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setDragMode(QGraphicsView::ScrollHandDrag);
    m_view->setTransformationAnchor(QGraphicsView::AnchorUnderMouse);
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->viewport()->installEventFilter(this);
    m_view->installEventFilter(this);
    m_attributes->setCheckable(true);
    m_attributes->setChecked(true);
    QToolButton *in = flatButton("diagramZoomIn", "zoom-in", tr("Larger"), this);
    QToolButton *out = flatButton("diagramZoomOut", "zoom-out", tr("Smaller"), this);
    QToolButton *whole = flatButton("diagramFit", "fit", tr("Fit into the window"), this);
    QToolButton *save = flatButton("diagramExport", "export", tr("Save as SVG or PNG"), this);
    setShortcutTip(in, tr("Larger"), QKeySequence(Qt::CTRL + Qt::Key_Plus));
    setShortcutTip(out, tr("Smaller"), QKeySequence(Qt::CTRL + Qt::Key_Minus));
    setShortcutTip(whole, tr("Fit into the window"), QKeySequence(Qt::CTRL + Qt::Key_0));
    m_all->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_attributes->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto bar = new QHBoxLayout;
    bar->setContentsMargins(2 * unit, unit, unit, unit);
    bar->setSpacing(unit);
    bar->addWidget(m_title, 1);
    for (QToolButton *button : {m_all, m_attributes, out, in, whole, save})
        bar->addWidget(button);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(new Hairline(Qt::Horizontal, this));
    layout->addWidget(m_view, 1);

    connect(in, &QToolButton::clicked, this, [this] { zoom(zoomStep); });
    connect(out, &QToolButton::clicked, this, [this] { zoom(1 / zoomStep); });
    connect(whole, &QToolButton::clicked, this, &DiagramView::fit);
    connect(save, &QToolButton::clicked, this, &DiagramView::askExport);
    connect(m_all, &QToolButton::clicked, this, [this] { focusOn(QString()); });
    connect(m_attributes, &QToolButton::toggled, this, &DiagramView::rebuild);
    connect(&m_layout, &DiagramLayout::done, this, [this](const DiagramGraph &graph) { draw(graph); });
    connect(m_counts, &EntityTreeModel::countsArrived, this, &DiagramView::updateLabels);
}

void DiagramView::setSession(Session *session)
{
    for (const JobPtr &job : qAsConst(m_jobs))
        job->cancel();
    m_jobs.clear();
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    m_focus.clear();
    m_linkCounts.clear();
    m_scene->clear();
    m_stale = true;
    if (session)
        connect(session, &Session::schemaChanged, this, [this] {
            m_stale = true;
            if (isVisible())
                rebuild();
        });
}

bool DiagramView::isBusy() const
{
    return isVisible() && (m_layout.isRunning() || !m_jobs.isEmpty());
}

void DiagramView::focusOn(const QString &entity)
{
    if (entity == m_focus && !m_stale)
        return;
    m_focus = entity;
    rebuild();
}

void DiagramView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale)
        rebuild();
}

void DiagramView::rebuild()
{
    if (!m_session || !m_session->schema())
        return;
    m_stale = false;
    const Schema &schema = *m_session->schema();
    DiagramGraph graph = DiagramGraph::of(schema, m_focus);
    for (DiagramNode &node : graph.nodes)
        node.size = diagramBoxSize(*schema.entity(node.entity), font(), m_attributes->isChecked());
    m_layout.start(graph);
    m_all->setEnabled(!m_focus.isEmpty());
    m_title->setText(m_focus.isEmpty() ? tr("%1 entities, %2 lines").arg(graph.nodes.size()).arg(graph.edges.size())
                                       : tr("%1 and what is next to it").arg(m_focus));
}

void DiagramView::draw(const DiagramGraph &graph)
{
    m_graph = graph;
    m_scene->clear();
    if (!m_session || !m_session->schema())
        return;
    Theme theme = Theme::of(QApplication::palette(this));
    m_scene->setBackgroundBrush(theme.window);
    for (const DiagramEdge &edge : graph.edges)
        m_scene->addItem(new DiagramLine(edge, font(), theme));
    for (const DiagramNode &node : graph.nodes) {
        auto box = new DiagramBox(*m_session->schema()->entity(node.entity), node.size, font(), theme, m_attributes->isChecked());
        box->setPos(node.centre);
        connect(box, &DiagramBox::chosen, this, &DiagramView::entityChosen, Qt::QueuedConnection);
        connect(box, &DiagramBox::focusWanted, this, &DiagramView::focusOn, Qt::QueuedConnection);
        m_scene->addItem(box);
    }
    m_scene->setSceneRect(graph.bounds().adjusted(-margin, -margin, margin, margin));
    fit();
    updateLabels();
    countLinks();
}

void DiagramView::updateLabels()
{
    QLocale locale;
    for (QGraphicsItem *item : m_scene->items()) {
        if (auto box = dynamic_cast<DiagramBox *>(item)) {
            qint64 n = m_counts->count(box->entity(), false);
            box->setCount(n < 0 ? QString() : locale.toString(n));
        } else if (auto line = dynamic_cast<DiagramLine *>(item)) {
            QString key = m_graph.nodes.value(line->edge().from).entity + QLatin1Char('.') + line->edge().name;
            qint64 n = m_linkCounts.value(key, -1);
            line->setCount(n < 0 ? QString() : locale.toString(n));
        }
    }
}

// How many links there are: objects whose to-one is set, counted where one end is to-one.
void DiagramView::countLinks()
{
    for (const DiagramEdge &edge : qAsConst(m_graph.edges)) {
        bool forwards = !edge.toMany, backwards = !edge.fromMany && !edge.inverse.isEmpty();
        if (edge.kind == DiagramEdge::Inheritance || (!forwards && !backwards))
            continue;
        QString key = m_graph.nodes[edge.from].entity + QLatin1Char('.') + edge.name;
        if (m_linkCounts.contains(key))
            continue;
        Query query;
        query.entity = m_graph.nodes[forwards ? edge.from : edge.to].entity;
        query.where = predicateKey(forwards ? edge.name : edge.inverse) + QStringLiteral(" != nil");
        auto n = std::make_shared<qint64>(-1);
        auto job = m_session->run(
            Session::LaneKind::Background, Priority::Filling,
            [query, n](el_store *store, Job &, el_error *error) {
                FetchRequest request(query, 0);
                int64_t count = 0;
                int status = el_fetch_count(&count, store, request.get(error), error);
                *n = count;
                return status;
            },
            this, [this, key, n](const Failure &failure) {
                m_linkCounts.insert(key, failure ? -1 : *n);
                for (int i = m_jobs.size() - 1; i >= 0; i--)
                    if (m_jobs[i]->isFinished())
                        m_jobs.removeAt(i);
                updateLabels();
            });
        m_jobs << job;
    }
}

void DiagramView::fit()
{
    m_fitted = true;
    QRectF all = m_scene->sceneRect();
    if (all.isEmpty())
        return;
    m_view->fitInView(all, Qt::KeepAspectRatio);
    if (m_view->transform().m11() > 1)
        m_view->resetTransform();
}

void DiagramView::zoom(double factor)
{
    double now = m_view->transform().m11() * factor;
    if (now < smallest || now > largest)
        return;
    m_fitted = false;
    m_view->scale(factor, factor);
}

void DiagramView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (m_fitted)
        fit();
}

bool DiagramView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Wheel) {
        auto wheel = static_cast<QWheelEvent *>(event);
        if (wheel->modifiers() & Qt::ControlModifier) {
            zoom(wheel->angleDelta().y() > 0 ? zoomStep : 1 / zoomStep);
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress && watched == m_view) {
        auto key = static_cast<QKeyEvent *>(event);
        bool control = key->modifiers() & Qt::ControlModifier;
        if (control && (key->key() == Qt::Key_Plus || key->key() == Qt::Key_Equal || key->key() == Qt::Key_Minus)) {
            zoom(key->key() == Qt::Key_Minus ? 1 / zoomStep : zoomStep);
            return true;
        }
        if (control && key->key() == Qt::Key_0) {
            fit();
            return true;
        }
        if (key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab)
            return false; // from box to box is the scene's
    }
    return QWidget::eventFilter(watched, event);
}

void DiagramView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_graph.nodes.isEmpty() && m_session)
        draw(m_graph);
}

void DiagramView::askExport()
{
    QString path = QFileDialog::getSaveFileName(this, tr("Save the diagram"), QStringLiteral("model.svg"),
                                                tr("Drawings (*.svg);;Pictures (*.png)"));
    if (!path.isEmpty())
        exportTo(path);
}

bool DiagramView::exportTo(const QString &path)
{
    QRectF all = m_scene->sceneRect();
    if (path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) {
        QImage image((all.size() * 2).toSize(), QImage::Format_ARGB32);
        image.fill(Theme::of(QApplication::palette(this)).window);
        QPainter painter(&image);
        m_scene->render(&painter);
        painter.end();
        return image.save(path);
    }
    QSvgGenerator generator;
    generator.setFileName(path);
    generator.setSize(all.size().toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), all.size()));
    generator.setTitle(m_title->text());
    QPainter painter;
    if (!painter.begin(&generator))
        return false;
    m_scene->render(&painter, QRectF(QPointF(0, 0), all.size()), all);
    return painter.end();
}

} // namespace entitylens
