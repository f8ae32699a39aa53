// SPDX-License-Identifier: GPL-3.0-or-later
// The list of what may come next in a predicate, with types and a line of help.
#pragma once

#include <entitylens/predicate.h>

#include <QFrame>
#include <QVector>

class QLabel;
class QListView;
class QStandardItemModel;

namespace entitylens {

struct Completion {
    el_completion_kind kind = EL_COMPLETE_ATTRIBUTE;
    QString text;
    QString detail;
    QString help;
};

// Never takes the keyboard: the editor hands it the keys that are its.
class CompletionPopup : public QFrame
{
    Q_OBJECT
public:
    explicit CompletionPopup(QWidget *editor);

    void offer(const QVector<Completion> &completions, const QPoint &globalBottomLeft, int lineHeight);
    void step(int by);
    // The person moved in the list: Enter means this one.
    bool isChosen() const { return m_chosen; }
    QString currentText() const;
    int count() const { return m_items.size(); }

signals:
    void picked(const QString &text);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showHelp();

    QVector<Completion> m_items;
    QListView *m_list;
    QStandardItemModel *m_model;
    QLabel *m_help;
    bool m_chosen = false;
};

} // namespace entitylens
