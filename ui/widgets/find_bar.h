// SPDX-License-Identifier: GPL-3.0-or-later
// Find as you type among the rows at hand.
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace entitylens {

class ObjectTable;

class FindBar : public QWidget
{
    Q_OBJECT
public:
    explicit FindBar(ObjectTable *table, QWidget *parent = nullptr);

    void open();
    void close();

signals:
    // The text in every object, not only in those at hand.
    void everywhereRequested(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void find(int direction, bool fromHere);
    void edited();

    ObjectTable *m_table;
    QLineEdit *m_text;
    QLabel *m_result;
};

} // namespace entitylens
