// SPDX-License-Identifier: GPL-3.0-or-later
#include "small_widgets.h"

#include "icons.h"
#include "theme.h"

#include <QPainter>
#include <QStyle>
#include <QTimerEvent>

namespace entitylens {

namespace {

constexpr int tickMs = 50;
constexpr int ticksBeforeShown = 300 / tickMs;

} // namespace

ElidedLabel::ElidedLabel(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return QSize(0, QLabel::minimumSizeHint().height());
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    QRect inner = contentsRect();
    QString line = fontMetrics().elidedText(text(), Qt::ElideRight, inner.width());
    painter.drawText(inner, int(QStyle::visualAlignment(layoutDirection(), alignment())) | Qt::TextSingleLine, line);
}

Hairline::Hairline(Qt::Orientation orientation, QWidget *parent) : QWidget(parent)
{
    if (orientation == Qt::Horizontal)
        setFixedHeight(1);
    else
        setFixedWidth(1);
}

void Hairline::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), Theme::of(this).hairline);
}

ProgressLine::ProgressLine(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("progressLine"));
    setAccessibleName(tr("Progress"));
    setFixedHeight(2);
}

void ProgressLine::setBusy(bool busy)
{
    if (busy == m_busy)
        return;
    m_busy = busy;
    m_visible = false;
    m_ticks = 0;
    m_share = -1;
    if (busy) {
        m_timer = startTimer(tickMs);
    } else {
        killTimer(m_timer);
        m_timer = 0;
    }
    update();
}

void ProgressLine::setShare(double share)
{
    m_share = share;
    update();
}

void ProgressLine::timerEvent(QTimerEvent *)
{
    m_visible = ++m_ticks >= ticksBeforeShown;
    if (m_visible)
        update();
}

void ProgressLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    Theme theme = Theme::of(this);
    painter.fillRect(0, height() - 1, width(), 1, theme.hairline);
    if (!m_busy || !m_visible)
        return;
    if (m_share >= 0) {
        painter.fillRect(0, 0, int(width() * m_share), 2, theme.focus);
        return;
    }
    int length = width() / 5;
    int at = (m_ticks * width() / 30) % (width() + length) - length;
    painter.fillRect(at, 0, length, 2, theme.focus);
}

ChoiceButton::ChoiceButton(const QString &text, QWidget *parent) : QToolButton(parent)
{
    setText(text);
    setAccessibleName(text);
    setCheckable(true);
    setAutoRaise(true);
}

QSize ChoiceButton::sizeHint() const
{
    return QSize(fontMetrics().horizontalAdvance(text()) + 4 * unit, fontMetrics().height() + 2 * unit);
}

void ChoiceButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    Theme theme = Theme::of(this);
    if (underMouse() && isEnabled())
        painter.fillRect(rect(), theme.hover);
    painter.setPen(isChecked() ? theme.text : theme.muted);
    painter.drawText(rect(), Qt::AlignCenter, text());
    if (isChecked())
        painter.fillRect(2 * unit, height() - 2, width() - 4 * unit, 2, theme.focus);
    if (hasFocus()) {
        painter.setPen(theme.focus);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

QToolButton *flatButton(const char *objectName, const char *iconName, const QString &text, QWidget *parent)
{
    auto button = new QToolButton(parent);
    button->setObjectName(QLatin1String(objectName));
    button->setAutoRaise(true);
    button->setText(text);
    button->setAccessibleName(text);
    button->setToolTip(text);
    button->setIconSize(QSize(16, 16));
    if (iconName)
        button->setIcon(icon(iconName, button));
    button->setToolButtonStyle(iconName ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextOnly);
    return button;
}

void setShortcutTip(QAbstractButton *button, const QString &text, const QKeySequence &keys)
{
    button->setToolTip(keys.isEmpty() ? text : QObject::tr("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText)));
}

} // namespace entitylens
