// SPDX-License-Identifier: GPL-3.0-or-later
#include "predicate_editor.h"

#include "completion_popup.h"
#include "predicate_lexer.h"

#include "widgets/theme.h"

#include <entitylens/predicate.h>

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>

namespace entitylens {

namespace {

constexpr int errorIndicator = 8;
constexpr int mostLines = 6;

} // namespace

PredicateEditor::PredicateEditor(QWidget *parent) : QsciScintilla(parent), m_lexer(new PredicateLexer(this)),
    m_popup(new CompletionPopup(this)), m_placeholder(new QLabel(viewport()))
{
    setObjectName(QStringLiteral("predicateEditor"));
    setAccessibleName(tr("Predicate"));
    setAccessibleDescription(tr("Enter runs it, Tab completes, Control Space lists what may come next"));
    setFrameShape(QFrame::NoFrame);
    setUtf8(true);
    for (int margin = 0; margin < 5; margin++)
        setMarginWidth(margin, 0);
    SendScintilla(SCI_SETMARGINLEFT, 0ul, 2l * unit);
    SendScintilla(SCI_SETMARGINRIGHT, 0ul, 2l * unit);
    setExtraAscent(unit);
    setExtraDescent(unit);
    setWrapMode(QsciScintilla::WrapWord);
    setBraceMatching(QsciScintilla::SloppyBraceMatch);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setScrollWidth(1);
    setLexer(m_lexer);
    // The list of completions is ours; the keys of Scintilla's own and of lines that grow are given back.
    for (int key : {int('D'), int('L'), int('T')})
        SendScintilla(SCI_CLEARCMDKEY, static_cast<unsigned long>(key | (SCMOD_CTRL << 16)));
    SendScintilla(SCI_CLEARCMDKEY, static_cast<unsigned long>(int('L') | ((SCMOD_CTRL | SCMOD_SHIFT) << 16)));
    indicatorDefine(QsciScintilla::SquiggleIndicator, errorIndicator);
    m_placeholder->setObjectName(QStringLiteral("predicatePlaceholder"));
    m_placeholder->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_placeholder->setTextFormat(Qt::PlainText);
    connect(this, &QsciScintilla::textChanged, this, &PredicateEditor::textEdited);
    connect(m_popup, &CompletionPopup::picked, this, &PredicateEditor::insertCompletion);
    applyTheme();
}

void PredicateEditor::applyTheme()
{
    Theme theme = Theme::of(QApplication::palette(this));
    QFont fixed = fixedFont(font());
    m_lexer->setTheme(theme, fixed);
    setPaper(theme.base);
    setColor(theme.text);
    setCaretForegroundColor(theme.text);
    setSelectionBackgroundColor(theme.selection);
    SendScintilla(SCI_SETSELFORE, 0ul, 0l);
    setMatchedBraceForegroundColor(theme.text);
    setMatchedBraceBackgroundColor(theme.chip);
    setUnmatchedBraceForegroundColor(theme.error);
    setUnmatchedBraceBackgroundColor(theme.base);
    setIndicatorForegroundColor(theme.error, errorIndicator);
    QPalette quiet = m_placeholder->palette();
    quiet.setColor(QPalette::WindowText, theme.faint);
    quiet.setColor(QPalette::Text, theme.faint);
    m_placeholder->setPalette(quiet);
    m_placeholder->setFont(fixed);
    updateGeometry();
    placePlaceholder();
}

void PredicateEditor::changeEvent(QEvent *event)
{
    QsciScintilla::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

void PredicateEditor::setPlaceholder(const QString &text)
{
    m_placeholder->setText(text);
    placePlaceholder();
}

void PredicateEditor::placePlaceholder()
{
    m_placeholder->setVisible(length() == 0);
    m_placeholder->setGeometry(2 * unit, 0, std::max(0, viewport()->width() - 4 * unit), textHeight(0));
}

void PredicateEditor::resizeEvent(QResizeEvent *event)
{
    QsciScintilla::resizeEvent(event);
    placePlaceholder();
    updateGeometry();
}

void PredicateEditor::setPredicate(const QString &predicate)
{
    m_setting = true;
    m_popup->hide();
    if (predicate != text()) {
        setText(predicate);
        setCursorPosition(this->lines() - 1, lineLength(this->lines() - 1));
    }
    clearError();
    m_setting = false;
}

void PredicateEditor::textEdited()
{
    placePlaceholder();
    updateGeometry();
    clearError();
    if (!m_setting)
        emit edited();
}

int PredicateEditor::lines() const
{
    return QsciScintilla::lines();
}

QSize PredicateEditor::sizeHint() const
{
    int shown = 0;
    for (int line = 0; line < lines() && shown < mostLines; line++)
        shown += std::max(1, int(SendScintilla(SCI_WRAPCOUNT, static_cast<unsigned long>(line))));
    shown = std::min(mostLines, std::max(1, shown));
    return QSize(60 * unit, shown * textHeight(0));
}

QSize PredicateEditor::minimumSizeHint() const
{
    return QSize(30 * unit, sizeHint().height());
}

void PredicateEditor::showError(int start, int end)
{
    clearError();
    int n = length();
    start = qBound(0, start, n);
    end = qBound(start, end, n);
    if (start == end) { // a place between characters: mark the one before it, or the one after
        if (end < n)
            end = int(SendScintilla(SCI_POSITIONAFTER, end));
        else if (start > 0)
            start = int(SendScintilla(SCI_POSITIONBEFORE, start));
    }
    SendScintilla(SCI_SETINDICATORCURRENT, errorIndicator);
    SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(start), long(end - start));
    m_hasError = true;
}

void PredicateEditor::clearError()
{
    SendScintilla(SCI_SETINDICATORCURRENT, errorIndicator);
    SendScintilla(SCI_INDICATORCLEARRANGE, 0ul, long(length()));
    m_hasError = false;
}

void PredicateEditor::replaceRange(int start, int end, const QString &by)
{
    QByteArray bytes = by.toUtf8();
    SendScintilla(SCI_SETTARGETSTART, static_cast<unsigned long>(start));
    SendScintilla(SCI_SETTARGETEND, static_cast<unsigned long>(end));
    SendScintilla(SCI_REPLACETARGET, static_cast<uintptr_t>(bytes.size()), bytes.constData());
    SendScintilla(SCI_GOTOPOS, static_cast<unsigned long>(start + bytes.size()));
}

bool PredicateEditor::isCompleting() const
{
    return m_popup->isVisible();
}

void PredicateEditor::complete()
{
    const el_entity *entity = m_entity ? m_entity() : nullptr;
    QByteArray bytes = text().toUtf8();
    long at = SendScintilla(SCI_GETCURRENTPOS);
    el_completions *raw = nullptr;
    int status = el_predicate_complete(&raw, bytes.constData(), size_t(bytes.size()), size_t(at), entity);
    std::unique_ptr<el_completions, decltype(&el_completions_free)> found(raw, el_completions_free);
    QVector<Completion> items;
    if (status == EL_OK && found) {
        m_replaceStart = int(found->replace_start);
        m_replaceEnd = int(found->replace_end);
        QByteArray typed = bytes.mid(m_replaceStart, m_replaceEnd - m_replaceStart);
        for (size_t i = 0; i < found->n; i++) {
            const el_completion &c = found->items[i];
            if (typed != c.text) // what is there already needs no offer
                items << Completion{c.kind, QString::fromUtf8(c.text), QString::fromUtf8(c.detail), QString::fromUtf8(c.help)};
        }
    }
    int x = int(SendScintilla(SCI_POINTXFROMPOSITION, 0ul, long(m_replaceStart)));
    int y = int(SendScintilla(SCI_POINTYFROMPOSITION, 0ul, long(at)));
    m_popup->offer(items, viewport()->mapToGlobal(QPoint(x, y + textHeight(0))), textHeight(0));
}

void PredicateEditor::insertCompletion(const QString &chosen)
{
    m_popup->hide();
    replaceRange(m_replaceStart, m_replaceEnd, chosen);
}

// Keys that belong to the list while it is open.
bool PredicateEditor::popupKey(QKeyEvent *event)
{
    if (!m_popup->isVisible())
        return false;
    switch (event->key()) {
    case Qt::Key_Down: m_popup->step(1); return true;
    case Qt::Key_Up: m_popup->step(-1); return true;
    case Qt::Key_PageDown: m_popup->step(7); return true;
    case Qt::Key_PageUp: m_popup->step(-7); return true;
    case Qt::Key_Escape: m_popup->hide(); return true;
    case Qt::Key_Tab: insertCompletion(m_popup->currentText()); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_popup->isChosen()) {
            insertCompletion(m_popup->currentText());
            return true;
        }
        m_popup->hide();
        return false;
    default: return false;
    }
}

void PredicateEditor::keyPressEvent(QKeyEvent *event)
{
    if (popupKey(event))
        return;
    bool control = event->modifiers() & Qt::ControlModifier;
    bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && !(event->modifiers() & Qt::ShiftModifier)) {
        emit runRequested();
        return;
    }
    if (control && event->key() == Qt::Key_Space) {
        complete();
        return;
    }
    if (control && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        emit historyRequested(event->key() == Qt::Key_Up ? -1 : 1);
        return;
    }
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab) {
        event->ignore(); // leaves the editor; what runs is cancelled by the panel
        return;
    }
    QsciScintilla::keyPressEvent(event);
    QString typed = event->text();
    bool word = !typed.isEmpty() && (typed[0].isLetter() || typed[0] == QLatin1Char('.') || typed[0] == QLatin1Char('@') ||
                                     typed[0] == QLatin1Char('$'));
    bool erased = m_popup->isVisible() && (event->key() == Qt::Key_Backspace || (!typed.isEmpty() && typed[0].isDigit()));
    if (!control && (word || erased))
        complete();
    else if (m_popup->isVisible())
        m_popup->hide();
}

// Tab completes while there is a list, and leaves the editor otherwise.
bool PredicateEditor::focusNextPrevChild(bool next)
{
    return !m_popup->isVisible() && QWidget::focusNextPrevChild(next);
}

// Escape closes the list before it means anything to the panel.
bool PredicateEditor::event(QEvent *event)
{
    bool escape = event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape;
    if (escape && m_popup->isVisible()) {
        event->accept();
        return true;
    }
    return QsciScintilla::event(event);
}

void PredicateEditor::focusOutEvent(QFocusEvent *event)
{
    m_popup->hide();
    QsciScintilla::focusOutEvent(event);
}

} // namespace entitylens
