// SPDX-License-Identifier: GPL-3.0-or-later
// Colours and measures, all derived from the palette and font that the host gives.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

class QWidget;

namespace entitylens {

// Distances are multiples of this.
constexpr int unit = 4;

struct Theme {
    static Theme of(const QPalette &palette);
    static Theme of(const QWidget *widget);

    bool dark = false;
    QColor base;      // ground of tables and editors
    QColor window;    // ground of everything else
    QColor text;
    QColor muted;     // second voice: types, counts, ids; readable
    QColor faint;     // NULL, placeholders
    QColor hairline;
    QColor rowLine;   // between rows; fainter still
    QColor hover;     // ground under the pointer
    QColor selection; // ground of what is selected, under unchanged text
    QColor focus;     // outline of what has the keyboard
    QColor link;
    QColor warning;
    QColor error;
    QColor good;
    QColor chip;      // ground of small labels

    // One for each hierarchy of entities.
    QColor accent(int hierarchy) const;
    QColor severity(const QString &word) const;

private:
    int m_hue = 210;
    QColor readable(QColor color, double contrast) const;
};

// WCAG contrast of two opaque colours, 1 to 21.
double contrastOf(const QColor &a, const QColor &b);
QColor mix(const QColor &a, const QColor &b, double shareOfB);

// The palette for lists and trees: a tinted selection under unchanged text, also where the style draws it.
QPalette quietSelection(const QPalette &palette);

// Heights that follow the font.
int rowHeight(const QFont &font);
int barHeight(const QFont &font);
QFont smaller(const QFont &font);
QFont fixedFont(const QFont &like);

} // namespace entitylens
