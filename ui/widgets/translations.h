// SPDX-License-Identifier: GPL-3.0-or-later
// The languages that are built in.
#pragma once

#include <QLocale>
#include <QStringList>

class QApplication;

namespace entitylens {

// Codes of the languages that texts exist in besides English, such as "de".
QStringList builtInLanguages();

// Puts our texts in the locale's language, and Qt's own where Qt's are installed; a language that is not built in leaves
// English.  The direction of the application's layout follows.  Call it before a window is made.
bool speak(QApplication *app, const QLocale &locale);

// For a window inside another program: only our own texts, in the language of the translations that the program loaded.
// A program that loaded none speaks English, and so do we.
void speakLike(QApplication *host);

} // namespace entitylens
