// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts_view.h"

#include "icons.h"
#include "small_widgets.h"
#include "table_header.h"
#include "theme.h"
#include "value_delegate.h"

#include "models/entity_tree_model.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QSvgGenerator>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>
#include <QtCharts/QChartView>
#include <QtCharts/QHorizontalBarSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>

namespace entitylens {

using namespace QtCharts;

namespace {

constexpr int longestLabel = 24;

QString shortened(const QString &text)
{
    QString label = text.size() > longestLabel ? text.left(longestLabel - 1) + QChar(0x2026) : text;
    // The axis draws its labels as HTML; an unknown tag would leave nothing of them.
    return label.toHtmlEscaped();
}

void styleAxis(QAbstractAxis *axis, const Theme &theme, const QFont &font)
{
    axis->setLabelsColor(theme.muted);
    axis->setLabelsFont(smaller(font));
    axis->setLinePenColor(theme.hairline);
    axis->setGridLineColor(theme.rowLine);
}

} // namespace

ChartsView::ChartsView(EntityTreeModel *counts, QWidget *parent) : QWidget(parent), m_counts(counts), m_property(new QComboBox(this)),
    m_facts(new ElidedLabel(this)), m_progress(new ProgressLine(this)), m_chart(new QChart), m_view(new QChartView(m_chart, this)),
    m_model(new ChartTableModel(this)), m_table(new QTableView(this))
{
    setObjectName(QStringLiteral("chartsView"));
    setAccessibleName(tr("Charts"));
    m_property->setObjectName(QStringLiteral("chartProperty"));
    m_property->setAccessibleName(tr("Property"));
    m_property->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_facts->setObjectName(QStringLiteral("chartFacts"));
    m_view->setObjectName(QStringLiteral("chart"));
    m_view->setAccessibleName(tr("Chart; the table beside it says the same"));
    m_view->viewport()->setAccessibleName(tr("Chart"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setRenderHint(QPainter::Antialiasing);
    m_chart->legend()->hide();
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->setMargins(QMargins(2 * unit, 2 * unit, 2 * unit, 2 * unit));
    m_chart->setBackgroundRoundness(0);
    m_table->setObjectName(QStringLiteral("chartTable"));
    m_table->setAccessibleName(tr("Values and counts"));
    m_table->setModel(m_model);
    m_table->setHorizontalHeader(new TableHeader(m_table));
    m_table->horizontalHeader()->setObjectName(QStringLiteral("chartTableHeader"));
    m_table->setItemDelegate(new ValueDelegate(m_table));
    m_table->verticalHeader()->hide();
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    QToolButton *save = flatButton("chartExport", "export", tr("Save as PNG, SVG or CSV"), this);

    auto bar = new QHBoxLayout;
    bar->setContentsMargins(2 * unit, unit, unit, unit);
    bar->setSpacing(2 * unit);
    bar->addWidget(m_property);
    bar->addWidget(m_facts, 1);
    bar->addWidget(save);
    auto body = new QSplitter(Qt::Horizontal, this);
    body->setHandleWidth(1);
    body->addWidget(m_view);
    body->addWidget(m_table);
    body->setStretchFactor(0, 3);
    body->setStretchFactor(1, 1);
    body->setSizes({600, 280});
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_progress);
    layout->addWidget(body, 1);

    connect(m_property, QOverload<int>::of(&QComboBox::activated), this, &ChartsView::load);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) { choose(index.row()); });
    connect(save, &QToolButton::clicked, this, &ChartsView::askExport);
    connect(m_counts, &EntityTreeModel::countsArrived, this, [this] {
        if (m_entities)
            showEntities();
    });
}

void ChartsView::setSession(Session *session)
{
    if (m_job)
        m_job->cancel();
    m_job.reset();
    m_session = session;
    m_query = Query();
    m_property->clear();
    draw(ChartFacts());
}

void ChartsView::setFormat(const Format &format)
{
    m_format = format;
}

QString ChartsView::currentProperty() const
{
    return m_property->currentData().toString();
}

void ChartsView::fillProperties()
{
    m_property->clear();
    m_property->addItem(tr("Objects by entity"), QString());
    const SchemaEntity *entity = m_session ? m_session->schema()->entity(m_query.entity) : nullptr;
    if (!entity)
        return;
    for (const SchemaAttribute &a : entity->attributes)
        if (canChart(*entity, a.name))
            m_property->addItem(a.name, a.name);
    for (const SchemaRelationship &r : entity->relationships)
        if (canChart(*entity, r.name))
            m_property->addItem(r.name, r.name);
}

void ChartsView::show(const Query &query, const QString &wanted)
{
    if (!m_session || m_session->state() != Session::State::Open)
        return;
    m_query = query;
    fillProperties();
    int at = wanted.isEmpty() ? firstTelling() : m_property->findData(wanted);
    m_property->setCurrentIndex(std::max(0, at));
    load();
}

// Numbers and dates have a shape; names rarely have.
int ChartsView::firstTelling() const
{
    const SchemaEntity *entity = m_session->schema()->entity(m_query.entity);
    for (int i = 1; entity && i < m_property->count(); i++) {
        int a = entity->attributeIndex(m_property->itemData(i).toString());
        if (a >= 0 && (entity->attributes[a].isNumber() || entity->attributes[a].type == EL_TYPE_DATE))
            return i;
    }
    return std::min(1, m_property->count() - 1);
}

void ChartsView::load()
{
    if (m_job)
        m_job->cancel();
    m_job.reset();
    m_entities = currentProperty().isEmpty();
    if (m_entities) {
        showEntities();
        return;
    }
    m_progress->setBusy(true);
    m_job = chartOf(m_session, m_query, currentProperty(), m_format, this, [this](const ChartFacts &facts, const Failure &failure) {
        m_job.reset();
        m_progress->setBusy(false);
        draw(failure ? ChartFacts() : facts);
        if (failure)
            m_facts->setText(failure.sentence());
    });
}

void ChartsView::showEntities()
{
    m_entities = true;
    ChartFacts facts;
    if (m_session && m_session->schema())
        for (const SchemaEntity &entity : m_session->schema()->entities) {
            qint64 n = m_counts->count(entity.name, false);
            facts.values += std::max<qint64>(0, n);
            if (n > 0)
                facts.bars << ChartBar{entity.name, n, QString()};
        }
    std::stable_sort(facts.bars.begin(), facts.bars.end(), [](const ChartBar &a, const ChartBar &b) { return a.count > b.count; });
    facts.distinct = facts.bars.size();
    draw(facts);
}

void ChartsView::draw(const ChartFacts &facts)
{
    m_model->setFacts(facts, m_format);
    m_table->verticalHeader()->setDefaultSectionSize(rowHeight(font()));
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    QStringList parts;
    parts << tr("%1 values").arg(m_format.number(facts.values));
    if (facts.nulls > 0)
        parts << tr("%1 NULL").arg(m_format.number(facts.nulls));
    if (facts.kind == ChartFacts::TopValues && facts.distinct > 0)
        parts << tr("%1 different").arg(m_format.number(facts.distinct));
    if (!facts.minimum.isEmpty())
        parts << tr("from %1 to %2").arg(facts.minimum, facts.maximum);
    if (!facts.mean.isEmpty())
        parts << tr("mean %1").arg(facts.mean);
    if (facts.cut)
        parts << tr("only the first ones were read");
    m_facts->setText(parts.join(QStringLiteral(" · ")));
    drawBars(facts);
}

void ChartsView::drawBars(const ChartFacts &facts)
{
    Theme theme = Theme::of(QApplication::palette(this));
    m_chart->removeAllSeries();
    for (QAbstractAxis *axis : m_chart->axes()) {
        m_chart->removeAxis(axis);
        delete axis;
    }
    m_chart->setBackgroundBrush(theme.base);
    m_view->setBackgroundBrush(theme.base);
    QPalette quiet = m_facts->palette();
    quiet.setColor(QPalette::WindowText, theme.muted);
    m_facts->setPalette(quiet);
    if (facts.bars.isEmpty())
        return;
    bool upright = facts.kind == ChartFacts::Histogram;
    QStringList labels;
    auto set = new QBarSet(tr("Objects"));
    QVector<ChartBar> bars = facts.bars;
    if (!upright)
        std::reverse(bars.begin(), bars.end()); // the largest on top
    for (int i = 0; i < bars.size(); i++) {
        QString label = shortened(bars[i].label);
        while (labels.contains(label)) // categories must differ
            label += QChar(0x200b);
        labels << label;
        *set << double(bars[i].count);
    }
    const SchemaEntity *entity = m_session && m_session->schema() ? m_session->schema()->entity(m_query.entity) : nullptr;
    set->setColor(theme.accent(entity ? entity->hierarchy : 0));
    set->setBorderColor(theme.base);
    QAbstractBarSeries *series = upright ? static_cast<QAbstractBarSeries *>(new QBarSeries) : new QHorizontalBarSeries;
    series->setBarWidth(upright ? 0.92 : 0.7);
    series->append(set);
    m_chart->addSeries(series);
    auto names = new QBarCategoryAxis;
    names->append(labels);
    names->setLabelsAngle(upright && bars.size() > 8 ? -90 : 0);
    names->setGridLineVisible(false);
    auto numbers = new QValueAxis;
    numbers->setLabelFormat(QStringLiteral("%.0f"));
    numbers->setMin(0);
    m_chart->addAxis(names, upright ? Qt::AlignBottom : Qt::AlignLeft);
    m_chart->addAxis(numbers, upright ? Qt::AlignLeft : Qt::AlignBottom);
    series->attachAxis(names);
    series->attachAxis(numbers);
    numbers->applyNiceNumbers();
    styleAxis(names, theme, font());
    styleAxis(numbers, theme, font());
    int n = bars.size();
    connect(series, &QAbstractBarSeries::clicked, this, [this, upright, n](int at) { choose(upright ? at : n - 1 - at); });
    connect(series, &QAbstractBarSeries::hovered, this, [this, upright, n](bool on, int at) {
        const ChartBar &bar = m_model->facts().bars.value(upright ? at : n - 1 - at);
        m_view->setToolTip(on ? tr("%1: %2").arg(bar.label, m_format.number(bar.count)) : QString());
    });
}

void ChartsView::choose(int bar)
{
    const ChartBar &chosen = m_model->facts().bars.value(bar);
    if (m_entities && !chosen.label.isEmpty())
        emit entityChosen(chosen.label);
    else if (!chosen.condition.isEmpty())
        emit conditionChosen(chosen.condition);
}

void ChartsView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_model)
        drawBars(m_model->facts());
}

void ChartsView::askExport()
{
    QString path = QFileDialog::getSaveFileName(this, tr("Save the chart"), QStringLiteral("chart.png"),
                                                tr("Pictures (*.png);;Drawings (*.svg);;Tables (*.csv)"));
    if (!path.isEmpty())
        exportTo(path);
}

bool ChartsView::exportTo(const QString &path)
{
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)) {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(m_model->csv().toUtf8()) > 0;
    }
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        QSvgGenerator generator;
        generator.setFileName(path);
        generator.setSize(m_view->size());
        generator.setViewBox(m_view->rect());
        QPainter painter;
        if (!painter.begin(&generator))
            return false;
        m_view->render(&painter);
        return painter.end();
    }
    return m_view->grab().save(path);
}

} // namespace entitylens
