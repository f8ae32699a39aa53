// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector.h"

#include "quiet_tree.h"
#include "theme.h"
#include "value_delegate.h"
#include "value_view.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

namespace entitylens {

namespace {

constexpr int nameWidth = 28 * unit;

// Names of properties speak in the second voice; inferred ones carry a dotted line.
class NameDelegate : public ValueDelegate
{
public:
    using ValueDelegate::ValueDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        ValueDelegate::initStyleOption(option, index);
        Theme theme = Theme::of(option->palette);
        option->palette.setColor(QPalette::Text, theme.muted);
        option->font.setUnderline(false);
    }
};

} // namespace

Inspector::Inspector(QWidget *parent) : QWidget(parent), m_model(new ObjectDetailModel(this)), m_kind(new QLabel(this)),
    m_title(new QLabel(this)), m_tree(new QuietTree(this)), m_value(new ValueView(this)), m_empty(new QLabel(this)),
    m_splitter(new QSplitter(Qt::Vertical, this))
{
    setObjectName(QStringLiteral("inspector"));
    setAccessibleName(tr("Inspector"));
    setAutoFillBackground(true);
    m_kind->setObjectName(QStringLiteral("inspectorKind"));
    m_title->setObjectName(QStringLiteral("inspectorTitle"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_tree->setObjectName(QStringLiteral("inspectorTree"));
    m_tree->setAccessibleName(tr("Properties"));
    m_tree->setModel(m_model);
    m_tree->setIndentation(4 * unit);
    m_tree->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tree->setItemDelegate(new ValueDelegate(m_tree));
    m_tree->setItemDelegateForColumn(ObjectDetailModel::NameColumn, new NameDelegate(m_tree));
    m_tree->header()->setStretchLastSection(true);
    m_tree->installEventFilter(this);
    m_empty->setObjectName(QStringLiteral("inspectorEmpty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setText(tr("Select an object to see its values and relationships."));
    m_empty->setContentsMargins(6 * unit, 6 * unit, 6 * unit, 6 * unit);

    auto head = new QVBoxLayout;
    head->setContentsMargins(2 * unit, 2 * unit, 2 * unit, 2 * unit);
    head->setSpacing(0);
    head->addWidget(m_kind);
    head->addWidget(m_title);
    m_splitter->setObjectName(QStringLiteral("inspectorSplitter"));
    m_splitter->addWidget(m_tree);
    m_splitter->addWidget(m_value);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_splitter, 1);
    layout->addWidget(m_empty, 1);

    connect(m_model, &ObjectDetailModel::arrived, this, &Inspector::showObject);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &Inspector::showProperty);
    connect(m_tree, &QTreeView::clicked, this, &Inspector::clicked);
    applyTheme();
    clear();
}

void Inspector::setSession(Session *session)
{
    clear();
    m_model->setSession(session);
}

void Inspector::setFormat(const Format &format)
{
    m_model->setFormat(format);
    m_value->setFormat(format);
}

void Inspector::inspect(const QString &entity, qint64 key)
{
    m_model->show(entity, key);
}

void Inspector::clear()
{
    m_model->clear();
    m_value->clear();
    m_kind->clear();
    m_title->clear();
    m_kind->hide();
    m_title->hide();
    m_splitter->hide();
    m_empty->show();
}

void Inspector::showObject()
{
    const Row *row = m_model->object();
    m_kind->setText(row->entity + QLatin1Char(' ') + QString::number(row->key));
    m_title->setText(row->label.isEmpty() ? tr("without a name") : row->label.left(200));
    m_title->setEnabled(!row->label.isEmpty());
    m_tree->header()->resizeSection(ObjectDetailModel::NameColumn, nameWidth);
    m_tree->setFirstColumnSpanned(m_model->rowCount() - 1, QModelIndex(), true);
    m_empty->hide();
    m_kind->show();
    m_title->show();
    m_splitter->show();
    // The same property as before keeps the eye where it was.
    QModelIndex same = m_model->indexOf(m_value->property(
        "attribute").toString());
    m_tree->setCurrentIndex(same.isValid() ? same : m_model->index(0, ObjectDetailModel::ValueColumn));
    emit arrived();
}

void Inspector::showProperty(const QModelIndex &index)
{
    const Cell *cell = m_model->cell(index);
    if (!cell)
        return;
    const SchemaAttribute *attribute = m_model->attribute(index);
    m_value->setProperty("attribute", attribute->name);
    m_value->show(*cell, *attribute);
}

void Inspector::focusProperty(const QString &name)
{
    QModelIndex index = m_model->indexOf(name);
    if (index.isValid())
        m_tree->setCurrentIndex(index);
    m_tree->setFocus();
}

void Inspector::clicked(const QModelIndex &index)
{
    bool link = index.column() == ObjectDetailModel::ValueColumn ||
                m_model->kind(index) == ObjectDetailModel::Member;
    if (link)
        activate(index);
}

void Inspector::activate(const QModelIndex &index)
{
    switch (m_model->kind(index)) {
    case ObjectDetailModel::ToOne:
    case ObjectDetailModel::Member: {
        Reference to = m_model->reference(index);
        QModelIndex above = index.parent();
        bool fromHere = m_model->kind(above) != ObjectDetailModel::ReferrerGroup;
        const SchemaRelationship *r = m_model->relationship(m_model->kind(index) == ObjectDetailModel::ToOne ? index : above);
        if (to.present && !to.dangling)
            emit followed(fromHere && r ? r->name : m_model->referrer(above).relationship, to);
        break;
    }
    case ObjectDetailModel::ToMany: {
        QModelIndex row = index.sibling(index.row(), 0);
        bool listed = m_model->rowCount(row) > 0;
        if (listed)
            m_tree->setExpanded(row, !m_tree->isExpanded(row));
        else if (m_model->relationship(index) && index.data(CountRole).toLongLong() > 0)
            emit membersRequested(m_model->relationship(index)->name);
        break;
    }
    case ObjectDetailModel::More: emit membersRequested(m_model->relationship(index)->name); break;
    case ObjectDetailModel::ReferrerGroup: {
        Referrer r = m_model->referrer(index);
        emit referrersRequested(r.entity, r.relationship);
        break;
    }
    case ObjectDetailModel::Referrers: {
        QModelIndex row = index.sibling(index.row(), 0);
        m_tree->setExpanded(row, !m_tree->isExpanded(row));
        break;
    }
    case ObjectDetailModel::Attribute: break;
    }
}

void Inspector::copy()
{
    QString text = m_tree->currentIndex().sibling(m_tree->currentIndex().row(), 1).data(ExactRole).toString();
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

bool Inspector::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_tree && event->type() == QEvent::KeyPress) {
        auto key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            activate(m_tree->currentIndex());
            return true;
        }
        if (key->matches(QKeySequence::Copy)) {
            copy();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void Inspector::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

void Inspector::applyTheme()
{
    Theme theme = Theme::of(QApplication::palette(this));
    QPalette ground = QApplication::palette(this);
    ground.setColor(QPalette::Window, theme.base);
    if (palette().color(QPalette::Window) != theme.base)
        setPalette(ground);
    QPalette quiet = ground;
    quiet.setColor(QPalette::WindowText, theme.muted);
    m_kind->setPalette(quiet);
    m_empty->setPalette(quiet);
    m_kind->setFont(smaller(font()));
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
}

} // namespace entitylens
