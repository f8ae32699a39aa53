// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetrics>
#include <QWidget>

#include <cmath>

namespace entitylens {

namespace {

double linear(double channel)
{
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &c)
{
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

int roundUp(int pixels)
{
    return (pixels + unit - 1) / unit * unit;
}

} // namespace

double contrastOf(const QColor &a, const QColor &b)
{
    double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor mix(const QColor &a, const QColor &b, double share)
{
    auto part = [share](double x, double y) { return x + (y - x) * share; };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

// The colour, made darker or lighter until it stands out from the ground.
QColor Theme::readable(QColor color, double contrast) const
{
    for (int i = 0; i < 40 && contrastOf(color, base) < contrast; i++)
        color = mix(color, dark ? Qt::white : Qt::black, 0.06);
    return color;
}

Theme Theme::of(const QPalette &p)
{
    Theme t;
    t.base = p.color(QPalette::Base);
    t.window = p.color(QPalette::Window);
    t.text = p.color(QPalette::Text);
    t.dark = luminance(t.base) < 0.35;
    t.muted = mix(t.text, t.base, t.dark ? 0.38 : 0.40);
    t.faint = mix(t.text, t.base, t.dark ? 0.50 : 0.48);
    t.hairline = mix(t.base, t.text, t.dark ? 0.20 : 0.14);
    t.rowLine = mix(t.base, t.text, t.dark ? 0.10 : 0.07);
    t.hover = mix(t.base, t.text, t.dark ? 0.07 : 0.045);
    QColor highlight = p.color(QPalette::Active, QPalette::Highlight);
    if (highlight.hslHue() >= 0)
        t.m_hue = highlight.hslHue();
    // A palette that is quiet already, such as our own for lists, is taken as it is.
    bool quiet = contrastOf(highlight, t.base) < 2.2;
    t.selection = quiet ? highlight : mix(t.base, highlight, t.dark ? 0.34 : 0.18);
    t.focus = t.readable(highlight, 3);
    // Qt's own default is the blue of the early web; a palette that says nothing gets the highlight's hue.
    bool unset = p.color(QPalette::Link) == QColor(Qt::blue);
    t.link = t.readable(unset ? QColor::fromHsl(t.m_hue, 190, t.dark ? 170 : 95) : p.color(QPalette::Link), 4.5);
    t.warning = t.readable(QColor(0xb2, 0x6a, 0x00), 4.5);
    t.error = t.readable(QColor(0xc6, 0x28, 0x28), 4.5);
    t.good = t.readable(QColor(0x2e, 0x7d, 0x32), 4.5);
    t.chip = mix(t.base, t.text, t.dark ? 0.13 : 0.07);
    return t;
}

Theme Theme::of(const QWidget *widget)
{
    return of(widget->palette());
}

QColor Theme::accent(int hierarchy) const
{
    if (hierarchy < 0)
        return muted;
    // The golden angle keeps neighbours apart however many there are.
    int hue = int(m_hue + hierarchy * 137.508) % 360;
    return readable(QColor::fromHsl(hue, dark ? 130 : 150, dark ? 160 : 105), 3.2);
}

QColor Theme::severity(const QString &word) const
{
    if (word == QLatin1String("error"))
        return error;
    if (word == QLatin1String("warning"))
        return warning;
    return muted;
}

QPalette quietSelection(const QPalette &palette)
{
    Theme theme = Theme::of(palette);
    QPalette quiet = palette;
    quiet.setColor(QPalette::Highlight, theme.selection);
    quiet.setColor(QPalette::HighlightedText, theme.text);
    return quiet;
}

int rowHeight(const QFont &font)
{
    return roundUp(QFontMetrics(font).height() + 2 * unit);
}

int barHeight(const QFont &font)
{
    return roundUp(QFontMetrics(font).height() + 5 * unit);
}

QFont smaller(const QFont &font)
{
    QFont small = font;
    if (font.pointSizeF() > 0)
        small.setPointSizeF(std::max(7.0, font.pointSizeF() * 0.9));
    else
        small.setPixelSize(std::max(10, int(font.pixelSize() * 0.9)));
    return small;
}

QFont fixedFont(const QFont &like)
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (!QFontInfo(fixed).fixedPitch()) { // a platform without a word for it
        fixed = QFont(QStringLiteral("monospace"));
        fixed.setStyleHint(QFont::Monospace);
    }
    if (like.pointSizeF() > 0)
        fixed.setPointSizeF(like.pointSizeF());
    else
        fixed.setPixelSize(like.pixelSize());
    return fixed;
}

} // namespace entitylens
