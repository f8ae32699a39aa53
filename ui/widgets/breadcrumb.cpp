// SPDX-License-Identifier: GPL-3.0-or-later
#include "breadcrumb.h"

#include "icons.h"
#include "theme.h"

#include <QHBoxLayout>
#include <QResizeEvent>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace entitylens {

namespace {

constexpr int longestCrumb = 28;

class Chevron : public QWidget
{
public:
    explicit Chevron(QWidget *parent) : QWidget(parent) { setFixedSize(12, 16); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        bool mirrored = layoutDirection() == Qt::RightToLeft;
        QPixmap pixmap = iconPixmap(mirrored ? "back" : "chevron-right", Theme::of(this).faint, 12, devicePixelRatioF());
        painter.drawPixmap(0, 2, pixmap);
    }
};

QString shortened(const QString &text)
{
    return text.size() > longestCrumb ? text.left(longestCrumb - 1) + QChar(0x2026) : text;
}

} // namespace

Breadcrumb::Breadcrumb(QWidget *parent) : QWidget(parent), m_layout(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("breadcrumb"));
    setAccessibleName(tr("Where you are"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void Breadcrumb::setCrumbs(const QVector<Crumb> &crumbs)
{
    m_crumbs = crumbs;
    rebuild();
}

QString Breadcrumb::text() const
{
    QStringList parts;
    for (const Crumb &crumb : m_crumbs)
        parts << crumb.text;
    return parts.join(QStringLiteral(" › "));
}

void Breadcrumb::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        rebuild();
}

// The end of the way matters most: what does not fit is left out from the front.
void Breadcrumb::rebuild()
{
    while (QLayoutItem *item = m_layout->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    int room = width();
    int first = m_crumbs.size();
    while (first > 0) {
        int needed = fontMetrics().horizontalAdvance(shortened(m_crumbs[first - 1].text)) + 7 * unit;
        if (needed > room && first < m_crumbs.size())
            break;
        room -= needed;
        first--;
    }
    for (int i = first; i < m_crumbs.size(); i++) {
        if (i > 0)
            m_layout->addWidget(new Chevron(this));
        auto button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setText(shortened(m_crumbs[i].text));
        button->setToolTip(m_crumbs[i].text);
        bool last = i == m_crumbs.size() - 1;
        QPalette quiet = palette();
        if (!last) {
            QColor muted = Theme::of(this).muted;
            quiet.setColor(QPalette::ButtonText, muted);
            quiet.setColor(QPalette::WindowText, muted);
            button->setPalette(quiet);
        }
        int step = m_crumbs[i].step;
        connect(button, &QToolButton::clicked, this, [this, step] { emit clicked(step); });
        m_layout->addWidget(button);
    }
    m_layout->addStretch(1);
    setAccessibleDescription(text());
}

} // namespace entitylens
