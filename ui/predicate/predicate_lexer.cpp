// SPDX-License-Identifier: GPL-3.0-or-later
#include "predicate_lexer.h"

#include "widgets/theme.h"

#include <entitylens/predicate.h>

#include <Qsci/qsciscintilla.h>

namespace entitylens {

namespace {

// Style 0 is text between tokens; the others are the token kinds, moved up by one.
int styleOfToken(el_token_kind kind)
{
    return int(kind) + 1;
}

constexpr int styles = EL_TOKEN_ERROR + 2;

QColor colorOf(const Theme &t, int style)
{
    switch (style - 1) {
    case EL_TOKEN_KEYWORD:
    case EL_TOKEN_OPERATOR: return t.accent(0);
    case EL_TOKEN_NUMBER:
    case EL_TOKEN_STRING: return t.accent(1);
    case EL_TOKEN_FUNCTION:
    case EL_TOKEN_COLLECTION_OPERATOR: return t.accent(2);
    case EL_TOKEN_VARIABLE:
    case EL_TOKEN_ARGUMENT: return t.accent(3);
    case EL_TOKEN_OPTION:
    case EL_TOKEN_PUNCTUATION: return t.muted;
    case EL_TOKEN_ERROR: return t.error;
    default: return t.text;
    }
}

} // namespace

PredicateLexer::PredicateLexer(QObject *parent) : QsciLexerCustom(parent)
{
}

const char *PredicateLexer::language() const
{
    return "NSPredicate";
}

QString PredicateLexer::description(int style) const
{
    static const char *const names[] = {
        QT_TR_NOOP("Text"), QT_TR_NOOP("Keyword"), QT_TR_NOOP("Operator"), QT_TR_NOOP("Number"), QT_TR_NOOP("String"),
        QT_TR_NOOP("Key"), QT_TR_NOOP("Function"), QT_TR_NOOP("Variable"), QT_TR_NOOP("Argument"),
        QT_TR_NOOP("Collection operator"), QT_TR_NOOP("Punctuation"), QT_TR_NOOP("Option"), QT_TR_NOOP("Error")};
    return style >= 0 && style < styles ? tr(names[style]) : QString();
}

// A predicate is short: all of it is coloured again each time.
void PredicateLexer::styleText(int, int)
{
    if (!editor())
        return;
    QByteArray text = editor()->text().toUtf8();
    el_token *tokens = nullptr;
    size_t n = el_predicate_tokens(&tokens, text.constData(), size_t(text.size()));
    startStyling(0);
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        if (tokens[i].start > at)
            setStyling(int(tokens[i].start - at), 0);
        setStyling(int(tokens[i].end - tokens[i].start), styleOfToken(tokens[i].kind));
        at = tokens[i].end;
    }
    if (size_t(text.size()) > at)
        setStyling(int(size_t(text.size()) - at), 0);
    el_tokens_free(tokens);
}

void PredicateLexer::setTheme(const Theme &theme, const QFont &font)
{
    setDefaultFont(font);
    setDefaultColor(theme.text);
    setDefaultPaper(theme.base);
    for (int style = 0; style < styles; style++) {
        setFont(font, style);
        setColor(colorOf(theme, style), style);
        setPaper(theme.base, style);
    }
}

} // namespace entitylens
