// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown where there is nothing to show: a sentence, and what to do next.
#pragma once

#include <QWidget>

#include <functional>

class QHBoxLayout;
class QLabel;

namespace entitylens {

class EmptyState : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(QWidget *parent = nullptr);

    void say(const char *iconName, const QString &sentence, const QString &detail = QString());
    // Buttons below, first one first.  They are forgotten by the next say().
    void offer(const QString &text, const QString &objectName, std::function<void()> action);
    QString sentence() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void applyTheme();

    QByteArray m_icon;
    QLabel *m_picture;
    QLabel *m_sentence;
    QLabel *m_detail;
    QHBoxLayout *m_buttons;
};

} // namespace entitylens
