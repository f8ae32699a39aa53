// SPDX-License-Identifier: GPL-3.0-or-later
// The translated SQL, what is bound in it, the engine's plan, and what ECD itself would have answered.
#pragma once

#include <QStringList>
#include <QVector>
#include <QWidget>

class QPlainTextEdit;

namespace entitylens {

struct ExplanationFacts {
    struct Difference {
        QString code;
        QString text;
        QStringList onlyHere;
        QStringList onlyEcd;
    };
    QString normalForm;
    QString sql;
    QStringList bindings;
    QStringList plan;
    QString ecdSql;
    QString ecdAnswer; // "same", "differs", "error: …", "exception: …"
    QVector<Difference> differences;

    bool ecdDiffers() const { return !ecdAnswer.isEmpty() && ecdAnswer != QLatin1String("same"); }
};

class SqlPane : public QWidget
{
    Q_OBJECT
public:
    explicit SqlPane(QWidget *parent = nullptr);

    void setExplanation(const ExplanationFacts &facts);
    void setMessage(const QString &text);
    QString sql() const { return m_facts.sql; }

signals:
    void sqlRequested(const QString &sql);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fill();

    ExplanationFacts m_facts;
    QString m_message;
    QPlainTextEdit *m_text;
};

} // namespace entitylens
