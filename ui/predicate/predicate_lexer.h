// SPDX-License-Identifier: GPL-3.0-or-later
// Colours a predicate by the core's own tokens.
#pragma once

#include <Qsci/qscilexercustom.h>

namespace entitylens {

struct Theme;

class PredicateLexer : public QsciLexerCustom
{
    Q_OBJECT
public:
    explicit PredicateLexer(QObject *parent = nullptr);

    const char *language() const override;
    QString description(int style) const override;
    void styleText(int start, int end) override;
    void setTheme(const Theme &theme, const QFont &font);
};

} // namespace entitylens
