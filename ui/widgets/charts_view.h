// SPDX-License-Identifier: GPL-3.0-or-later
// Distributions: histogram of numbers and dates, most frequent values of the rest, objects by entity.
#pragma once

#include "models/chart_data.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QTableView;

namespace QtCharts {
class QChart;
class QChartView;
}

namespace entitylens {

class ElidedLabel;
class EmptyState;
class EntityTreeModel;
class ProgressLine;

class ChartsView : public QWidget
{
    Q_OBJECT
public:
    explicit ChartsView(EntityTreeModel *counts, QWidget *parent = nullptr);

    void setSession(Session *session);
    void setFormat(const Format &format);
    // The objects that the table shows; an empty property takes the first that can be drawn.
    void show(const Query &query, const QString &property);
    void showEntities();
    bool isBusy() const { return m_job != nullptr; }
    QString currentProperty() const;
    ChartTableModel *model() const { return m_model; }
    bool exportTo(const QString &path);

signals:
    // A bar was chosen: its condition, to be added to the question.
    void conditionChosen(const QString &condition);
    void entityChosen(const QString &entity);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fillProperties();
    int firstTelling() const;
    void load();
    void draw(const ChartFacts &facts);
    void drawBars(const ChartFacts &facts);
    void choose(int bar);
    void askExport();

    EntityTreeModel *m_counts;
    QPointer<Session> m_session;
    Format m_format;
    Query m_query;
    JobPtr m_job;
    QComboBox *m_property;
    ElidedLabel *m_facts;
    ProgressLine *m_progress;
    QtCharts::QChart *m_chart;
    QtCharts::QChartView *m_view;
    ChartTableModel *m_model;
    QTableView *m_table;
    bool m_entities = false;
};

} // namespace entitylens
