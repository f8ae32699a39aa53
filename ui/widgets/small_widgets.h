// SPDX-License-Identifier: GPL-3.0-or-later
// Little pieces that several parts are made of.
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>

class QElapsedTimer;

namespace entitylens {

// A label that gives way: too little room ends it with an ellipsis, the tooltip has all of it.
class ElidedLabel : public QLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget *parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

// One line between parts, as thin as the screen has it.
class Hairline : public QWidget
{
    Q_OBJECT
public:
    explicit Hairline(Qt::Orientation orientation, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

// Work that takes long enough to be noticed: a thin moving line where the result will be, and a cross that cancels.
class ProgressLine : public QWidget
{
    Q_OBJECT
public:
    explicit ProgressLine(QWidget *parent = nullptr);

    // Shows itself after a while only: quick work never flickers.
    void setBusy(bool busy);
    // 0 to 1; negative when unknown.
    void setShare(double share);
    bool isBusy() const { return m_busy; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void timerEvent(QTimerEvent *event) override;

private:
    bool m_busy = false;
    bool m_visible = false;
    double m_share = -1;
    int m_timer = 0;
    int m_ticks = 0;
};

// One of several ways to look at something: the chosen one is underlined.
class ChoiceButton : public QToolButton
{
    Q_OBJECT
public:
    explicit ChoiceButton(const QString &text, QWidget *parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

// A flat button with an icon and a tooltip that names its shortcut.
QToolButton *flatButton(const char *objectName, const char *iconName, const QString &text, QWidget *parent);
void setShortcutTip(QAbstractButton *button, const QString &text, const QKeySequence &keys);

} // namespace entitylens
