// SPDX-License-Identifier: GPL-3.0-or-later
// The object that is looked at: its values, what it points at, who points at it.
#pragma once

#include "models/format.h"
#include "models/object_detail_model.h"

#include <QWidget>

class QLabel;
class QSplitter;
class QTreeView;

namespace entitylens {

class ValueView;

class Inspector : public QWidget
{
    Q_OBJECT
public:
    explicit Inspector(QWidget *parent = nullptr);

    void setSession(Session *session);
    void setFormat(const Format &format);
    void inspect(const QString &entity, qint64 key);
    void clear();
    ObjectDetailModel *model() const { return m_model; }
    // Puts the keyboard on the value of an attribute.
    void focusProperty(const QString &name);

signals:
    // A link was followed: to another object by a relationship ("" when it points here).
    void followed(const QString &relationship, const entitylens::Reference &to);
    // All members of a to-many relationship as a table.
    void membersRequested(const QString &relationship);
    // The objects of an entity whose relationship points here, as a table.
    void referrersRequested(const QString &entity, const QString &relationship);
    void arrived();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showObject();
    void showProperty(const QModelIndex &index);
    void activate(const QModelIndex &index);
    void clicked(const QModelIndex &index);
    void applyTheme();
    void copy();

    ObjectDetailModel *m_model;
    QLabel *m_kind;
    QLabel *m_title;
    QTreeView *m_tree;
    ValueView *m_value;
    QLabel *m_empty;
    QSplitter *m_splitter;
};

} // namespace entitylens
