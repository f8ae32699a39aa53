// SPDX-License-Identifier: GPL-3.0-or-later
// One value in full: text, hex, image, date with its epochs, archive as a tree, JSON.
#pragma once

#include "models/format.h"

#include "session/cell.h"
#include "session/schema.h"

#include <QHash>
#include <QWidget>

class QButtonGroup;
class QLabel;
class QPlainTextEdit;
class QStackedWidget;
class QToolButton;

namespace entitylens {

class ArchiveTreeModel;
class ImageView;
class QuietTree;

class ValueView : public QWidget
{
    Q_OBJECT
public:
    explicit ValueView(QWidget *parent = nullptr);

    void setFormat(const Format &format);
    void show(const Cell &cell, const SchemaAttribute &attribute);
    void clear();
    QString currentMode() const { return m_mode; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void applyTheme();
    void choose(const QString &mode);
    void fill();
    QToolButton *addMode(const QString &mode, const QString &title);
    QString facts() const;
    QString hexText() const;
    QStringList modes() const;

    Format m_format;
    Cell m_cell;
    SchemaAttribute m_attribute;
    QString m_mode;
    bool m_has = false;
    QHash<QString, QString> m_lastModes;
    QLabel *m_title;
    QLabel *m_facts;
    QButtonGroup *m_modes;
    QStackedWidget *m_stack;
    QPlainTextEdit *m_text;
    QPlainTextEdit *m_hex;
    QPlainTextEdit *m_json;
    QuietTree *m_tree;
    ArchiveTreeModel *m_archive;
    ImageView *m_image;
};

} // namespace entitylens
