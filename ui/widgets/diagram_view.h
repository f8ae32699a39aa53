// SPDX-License-Identifier: GPL-3.0-or-later
// The model as a picture: zoom, pan, look at one entity's neighbourhood, go to an entity, save it.
#pragma once

#include "models/diagram_graph.h"
#include "session/session.h"

#include <QHash>
#include <QPointer>
#include <QWidget>

class QGraphicsScene;
class QGraphicsView;
class QLabel;
class QToolButton;

namespace entitylens {

class EntityTreeModel;

class DiagramView : public QWidget
{
    Q_OBJECT
public:
    explicit DiagramView(EntityTreeModel *counts, QWidget *parent = nullptr);

    void setSession(Session *session);
    // Empty: the whole model.
    void focusOn(const QString &entity);
    QString focus() const { return m_focus; }
    bool isBusy() const;
    void fit();
    void zoom(double factor);
    bool exportTo(const QString &path);
    QGraphicsScene *scene() const { return m_scene; }

signals:
    void entityChosen(const QString &entity);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void rebuild();
    void draw(const DiagramGraph &graph);
    void countLinks();
    void askExport();
    void updateLabels();

    EntityTreeModel *m_counts;
    QPointer<Session> m_session;
    DiagramLayout m_layout;
    DiagramGraph m_graph;
    QHash<QString, qint64> m_linkCounts; // "Entity.relationship"
    QVector<JobPtr> m_jobs;
    QGraphicsScene *m_scene;
    QGraphicsView *m_view;
    QLabel *m_title;
    QToolButton *m_all;
    QToolButton *m_attributes;
    QString m_focus;
    bool m_stale = true;
    bool m_fitted = true;
};

} // namespace entitylens
