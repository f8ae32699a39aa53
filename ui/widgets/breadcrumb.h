// SPDX-License-Identifier: GPL-3.0-or-later
// Where the person is: the entity, the object, the relationships followed.
#pragma once

#include <QVector>
#include <QWidget>

class QHBoxLayout;

namespace entitylens {

struct Crumb {
    QString text;
    bool isObject = false; // an object, not the name of a relationship
    int step = -1;         // what a click goes to; -1 the table
};

class Breadcrumb : public QWidget
{
    Q_OBJECT
public:
    explicit Breadcrumb(QWidget *parent = nullptr);

    void setCrumbs(const QVector<Crumb> &crumbs);
    QString text() const;
    QSize minimumSizeHint() const override { return QSize(0, QWidget::minimumSizeHint().height()); }

signals:
    void clicked(int step);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void rebuild();

    QVector<Crumb> m_crumbs;
    QHBoxLayout *m_layout;
};

} // namespace entitylens
