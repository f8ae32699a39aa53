// SPDX-License-Identifier: GPL-3.0-or-later
// The predicate entry: the address bar of the panel.
#pragma once

#include <entitylens/model.h>

#include <Qsci/qsciscintilla.h>

#include <functional>

class QLabel;

namespace entitylens {

class CompletionPopup;
class PredicateLexer;

class PredicateEditor : public QsciScintilla
{
    Q_OBJECT
public:
    explicit PredicateEditor(QWidget *parent = nullptr);

    // The entity whose keys are completed; may answer null.
    void setEntitySource(std::function<const el_entity *()> source) { m_entity = std::move(source); }
    void setPlaceholder(const QString &text);
    QString predicate() const { return text(); }
    // Without telling that it was edited by the person.
    void setPredicate(const QString &text);

    // Byte range in UTF-8; empty ranges are widened so that they can be seen.
    void showError(int start, int end);
    void clearError();
    bool hasError() const { return m_hasError; }
    void replaceRange(int start, int end, const QString &by);
    void complete();
    bool isCompleting() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void runRequested();
    void edited();
    // Ctrl+Up and Ctrl+Down: older and newer predicates.
    void historyRequested(int direction);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    bool event(QEvent *event) override;

private:
    void applyTheme();
    void textEdited();
    void insertCompletion(const QString &text);
    bool popupKey(QKeyEvent *event);
    int lines() const;
    void placePlaceholder();

    std::function<const el_entity *()> m_entity;
    PredicateLexer *m_lexer;
    CompletionPopup *m_popup;
    QLabel *m_placeholder;
    int m_replaceStart = 0, m_replaceEnd = 0;
    bool m_hasError = false;
    bool m_setting = false;
};

} // namespace entitylens
