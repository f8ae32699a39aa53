// SPDX-License-Identifier: GPL-3.0-or-later
#include "empty_state.h"

#include "icons.h"
#include "theme.h"

#include <QAccessible>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <functional>

namespace entitylens {

namespace {

constexpr int widest = 110 * unit;
constexpr int pictureSide = 32;

} // namespace

EmptyState::EmptyState(QWidget *parent) : QWidget(parent), m_picture(new QLabel(this)), m_sentence(new QLabel(this)),
    m_detail(new QLabel(this)), m_buttons(new QHBoxLayout)
{
    setObjectName(QStringLiteral("emptyState"));
    setAutoFillBackground(true);
    m_sentence->setObjectName(QStringLiteral("emptySentence"));
    m_detail->setObjectName(QStringLiteral("emptyDetail"));
    for (QLabel *label : {m_sentence, m_detail}) {
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
        label->setTextFormat(Qt::PlainText);
        label->setMaximumWidth(widest);
        label->setMinimumWidth(std::min(widest, 60 * unit));
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_picture->setAlignment(Qt::AlignCenter);
    m_buttons->setSpacing(2 * unit);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(8 * unit, 8 * unit, 8 * unit, 8 * unit);
    layout->setSpacing(3 * unit);
    layout->addStretch(2);
    layout->addWidget(m_picture);
    for (QLabel *label : {m_sentence, m_detail}) {
        auto row = new QHBoxLayout;
        row->addStretch(1);
        row->addWidget(label, 20);
        row->addStretch(1);
        layout->addLayout(row);
    }
    layout->addSpacing(unit);
    layout->addLayout(m_buttons);
    layout->addStretch(3);
    applyTheme();
}

void EmptyState::say(const char *iconName, const QString &sentence, const QString &detail)
{
    m_icon = iconName;
    m_sentence->setText(sentence);
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
    setAccessibleName(sentence);
    while (QLayoutItem *item = m_buttons->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    m_buttons->addStretch(1);
    m_buttons->addStretch(1);
    applyTheme();
    if (isVisible()) {
        QAccessibleEvent event(this, QAccessible::NameChanged);
        QAccessible::updateAccessibility(&event);
    }
}

void EmptyState::offer(const QString &text, const QString &objectName, std::function<void()> action)
{
    auto button = new QPushButton(text, this);
    button->setObjectName(objectName);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [action] { action(); });
    m_buttons->insertWidget(m_buttons->count() - 1, button);
}

QString EmptyState::sentence() const
{
    return m_sentence->text();
}

void EmptyState::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

void EmptyState::applyTheme()
{
    QPalette app = QApplication::palette(this);
    Theme theme = Theme::of(app);
    app.setColor(QPalette::Window, theme.base);
    if (palette().color(QPalette::Window) != theme.base)
        setPalette(app);
    QPalette quiet = app;
    quiet.setColor(QPalette::WindowText, theme.muted);
    m_detail->setPalette(quiet);
    if (!m_icon.isEmpty())
        m_picture->setPixmap(iconPixmap(m_icon.constData(), theme.faint, pictureSide, devicePixelRatioF()));
}

} // namespace entitylens
