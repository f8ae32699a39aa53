// SPDX-License-Identifier: GPL-3.0-or-later
#include "icons.h"

#include "theme.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QPointer>
#include <QSvgRenderer>
#include <QWidget>

namespace entitylens {

namespace {

QByteArray source(const char *name)
{
    QFile file(QStringLiteral(":/entitylens/icons/%1.svg").arg(QLatin1String(name)));
    file.open(QIODevice::ReadOnly);
    return file.readAll();
}

class Engine : public QIconEngine
{
public:
    Engine(const char *name, const QWidget *widget) : m_name(name), m_widget(widget) {}

    QIconEngine *clone() const override { return new Engine(m_name.constData(), m_widget); }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State) override
    {
        return draw(qMin(size.width(), size.height()), 1, mode);
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1;
        int side = qMin(rect.width(), rect.height());
        QRect square(0, 0, side, side);
        square.moveCenter(rect.center());
        painter->drawPixmap(square.topLeft(), draw(side, ratio, mode));
    }

private:
    QPixmap draw(int side, qreal ratio, QIcon::Mode mode) const
    {
        QPalette palette = m_widget ? m_widget->palette() : QGuiApplication::palette();
        Theme theme = Theme::of(palette);
        QColor ink = mode == QIcon::Disabled ? mix(theme.base, theme.text, 0.3)
                   : mode == QIcon::Active   ? theme.text
                                             : mix(theme.text, theme.base, 0.25);
        return iconPixmap(m_name.constData(), ink, side, ratio);
    }

    QByteArray m_name;
    QPointer<const QWidget> m_widget;
};

} // namespace

QPixmap iconPixmap(const char *name, const QColor &color, int side, qreal ratio)
{
    QString key = QStringLiteral("entitylens/%1/%2/%3/%4").arg(QLatin1String(name), color.name()).arg(side).arg(ratio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap(QSize(side, side) * ratio);
    pixmap.fill(Qt::transparent);
    QSvgRenderer renderer(source(name).replace("currentColor", color.name().toLatin1()));
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(QPointF(0, 0), QSizeF(pixmap.size())));
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

QIcon icon(const char *name, const QWidget *widget)
{
    return QIcon(new Engine(name, widget));
}

} // namespace entitylens
