// SPDX-License-Identifier: GPL-3.0-or-later
// A tree with thin chevrons, and a selection that tints the whole row.
#pragma once

#include <QTreeView>

namespace entitylens {

class QuietTree : public QTreeView
{
    Q_OBJECT
public:
    explicit QuietTree(QWidget *parent = nullptr);

protected:
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const override;
    void changeEvent(QEvent *event) override;

private:
    void applyTheme();
};

} // namespace entitylens
