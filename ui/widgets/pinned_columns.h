// SPDX-License-Identifier: GPL-3.0-or-later
// Columns that stay while the others scroll: a second view of the same model over the first one's edge.
#pragma once

#include <QTableView>

namespace entitylens {

class ObjectTable;

class PinnedColumns : public QTableView
{
    Q_OBJECT
public:
    explicit PinnedColumns(ObjectTable *table);

    // The first `count` columns as they are ordered; 0 hides the view.
    void setCount(int count);
    int count() const { return m_count; }
    void adjust();

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    int pinnedWidth() const;

    ObjectTable *const m_table;
    int m_count = 0;
};

} // namespace entitylens
