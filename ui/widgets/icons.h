// SPDX-License-Identifier: GPL-3.0-or-later
// Monochrome icons from our own resources, in the colour of the text around them.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>

class QWidget;

namespace entitylens {

// Follows the palette of `widget` for as long as that lives: a change between light and dark needs no new icon.
QIcon icon(const char *name, const QWidget *widget);
// For delegates and painted widgets.
QPixmap iconPixmap(const char *name, const QColor &color, int side, qreal devicePixelRatio);

} // namespace entitylens
