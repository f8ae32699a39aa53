// SPDX-License-Identifier: GPL-3.0-or-later
#include "table_header.h"

#include "icons.h"
#include "theme.h"

#include "models/cell_style.h"

#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>

namespace entitylens {

namespace {

constexpr int padding = 2 * unit;
constexpr int arrowSide = 12;

} // namespace

TableHeader::TableHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setObjectName(QStringLiteral("objectTableHeader"));
    setSectionsClickable(true);
    setSectionsMovable(true);
    setHighlightSections(false);
    setMinimumSectionSize(10 * unit);
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setTextElideMode(Qt::ElideRight);
    connect(this, &QHeaderView::sectionResized, this, &TableHeader::placeFields);
    connect(this, &QHeaderView::sectionMoved, this, &TableHeader::placeFields);
}

void TableHeader::setModel(QAbstractItemModel *given)
{
    if (model())
        disconnect(model(), nullptr, this, nullptr);
    QHeaderView::setModel(given);
    if (given)
        connect(given, &QAbstractItemModel::modelReset, this, &TableHeader::placeFields);
}

int TableHeader::titleHeight() const
{
    return rowHeight(font()) + unit;
}

int TableHeader::wholeHeight() const
{
    return titleHeight() + (m_filterRow ? rowHeight(font()) : 0);
}

void TableHeader::setFilterRowVisible(bool visible)
{
    m_filterRow = visible;
    if (!visible)
        dropFields();
    updateGeometries();
    // The table asks for the header's height again when a section's size is news.
    emit geometriesChanged();
    updateGeometry();
}

// Fields are made when the row is shown and kept by column.
QLineEdit *TableHeader::field(int section)
{
    QLineEdit *&edit = m_fields[section];
    if (!edit) {
        edit = new QLineEdit(viewport());
        edit->setObjectName(QStringLiteral("columnFilter%1").arg(section));
        edit->setFrame(false);
        edit->setFont(smaller(font()));
        edit->setTextMargins(2 * unit - 2, 0, unit, 0); // the style adds two
        connect(edit, &QLineEdit::textEdited, this, [this, section] { emit filterEdited(section); });
        connect(edit, &QLineEdit::returnPressed, this, &TableHeader::filterAccepted);
    }
    return edit;
}

// The keyboard must not end up nowhere: shortcuts of the panel would be dead.
void TableHeader::drop(QLineEdit *edit)
{
    if (edit->hasFocus() && parentWidget())
        parentWidget()->setFocus();
    edit->hide();
    edit->deleteLater();
}

void TableHeader::dropFields()
{
    for (QLineEdit *edit : qAsConst(m_fields))
        drop(edit);
    m_fields.clear();
}

void TableHeader::placeFields()
{
    if (!m_filterRow || !model())
        return;
    for (auto it = m_fields.begin(); it != m_fields.end();)
        if (it.key() >= count()) {
            drop(it.value());
            it = m_fields.erase(it);
        } else {
            ++it;
        }
    QWidget *before = nullptr;
    for (int visual = 0; visual < count(); visual++) {
        int section = logicalIndex(visual);
        QLineEdit *edit = field(section);
        QString name = model()->headerData(section, Qt::Horizontal).toString();
        edit->setAccessibleName(tr("Filter %1").arg(name));
        edit->setPlaceholderText(visual == 0 ? QString() : tr("Filter"));
        edit->setVisible(!isSectionHidden(section));
        edit->setGeometry(sectionViewportPosition(section), titleHeight() - 1, sectionSize(section) - 1, rowHeight(font()));
        if (before)
            QWidget::setTabOrder(before, edit);
        before = edit;
    }
}

void TableHeader::updateGeometries()
{
    QHeaderView::updateGeometries();
    placeFields();
}

QString TableHeader::filterText(int section) const
{
    QLineEdit *edit = m_fields.value(section);
    return edit ? edit->text() : QString();
}

void TableHeader::setFilterText(int section, const QString &text)
{
    field(section)->setText(text);
    placeFields();
}

void TableHeader::setFilterProblem(int section, const QString &problem)
{
    QLineEdit *edit = m_fields.value(section);
    if (!edit)
        return;
    Theme theme = Theme::of(QApplication::palette(this));
    QPalette colours = QApplication::palette(edit);
    if (!problem.isEmpty())
        colours.setColor(QPalette::Text, theme.error);
    edit->setPalette(colours);
    edit->setToolTip(problem);
    edit->setAccessibleDescription(problem);
}

void TableHeader::clearFilters()
{
    for (QLineEdit *edit : qAsConst(m_fields)) {
        edit->clear();
        edit->setToolTip(QString());
    }
}

void TableHeader::focusFilter(int section)
{
    field(section)->setFocus();
}

// Below the titles lie the fields: no sorting, no dragging there.
void TableHeader::mousePressEvent(QMouseEvent *event)
{
    if (event->pos().y() < titleHeight())
        QHeaderView::mousePressEvent(event);
}

void TableHeader::setSort(int section, Qt::SortOrder order)
{
    m_sorted = section;
    m_order = order;
    viewport()->update();
}

QSize TableHeader::sizeHint() const
{
    return QSize(0, wholeHeight());
}

QSize TableHeader::sectionSizeFromContents(int section) const
{
    QString text = model()->headerData(section, Qt::Horizontal).toString();
    QString zone = model()->headerData(section, Qt::Horizontal, ZoneRole).toString();
    if (!zone.isEmpty())
        text += QLatin1Char(' ') + zone;
    int width = QFontMetrics(smaller(font())).horizontalAdvance(text) + 2 * padding + arrowSide + unit;
    return QSize(width, wholeHeight());
}

void TableHeader::paintEvent(QPaintEvent *event)
{
    Theme theme = Theme::of(this);
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme.base);
    painter.setPen(theme.hairline);
    painter.drawLine(viewport()->rect().bottomLeft(), viewport()->rect().bottomRight());
    painter.end();
    QHeaderView::paintEvent(event);
    // What is beyond the last column looks like the rest.
    int end = length() - offset();
    if (end >= viewport()->width())
        return;
    QRect rest(end, 0, viewport()->width() - end, viewport()->height());
    rest = QStyle::visualRect(layoutDirection(), viewport()->rect(), rest);
    QPainter after(viewport());
    after.fillRect(rest, theme.base);
    after.setPen(theme.hairline);
    after.drawLine(rest.bottomLeft(), rest.bottomRight());
}

void TableHeader::paintSection(QPainter *painter, const QRect &whole, int section) const
{
    if (!model() || !whole.isValid())
        return;
    QRect rect(whole.left(), whole.top(), whole.width(), titleHeight());
    Theme theme = Theme::of(this);
    painter->save();
    painter->setClipRect(rect);
    painter->fillRect(rect, theme.base);
    bool under = isEnabled() && rect.contains(viewport()->mapFromGlobal(QCursor::pos())) && underMouse();
    if (under)
        painter->fillRect(rect, theme.hover);
    painter->setPen(theme.hairline);
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    painter->drawLine(rect.right(), rect.top() + 2 * unit, rect.right(), rect.bottom() - 2 * unit);

    QFont small = smaller(font());
    painter->setFont(small);
    QRect inner = rect.adjusted(padding, 0, -padding, -1);
    Qt::Alignment alignment = Qt::Alignment(model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
    alignment = QStyle::visualAlignment(layoutDirection(), alignment);
    bool sorted = section == m_sorted;
    if (sorted) {
        bool right = alignment & Qt::AlignRight;
        QRect arrow(right ? inner.left() : inner.right() - arrowSide + 1, inner.center().y() - arrowSide / 2, arrowSide, arrowSide);
        painter->drawPixmap(arrow.topLeft(), iconPixmap(m_order == Qt::AscendingOrder ? "sort-up" : "sort-down", theme.text,
                                                        arrowSide, painter->device()->devicePixelRatioF()));
        inner.adjust(right ? arrowSide + unit : 0, 0, right ? 0 : -arrowSide - unit, 0);
    }
    QString text = QFontMetrics(small).elidedText(model()->headerData(section, Qt::Horizontal).toString(), Qt::ElideRight,
                                                  inner.width());
    painter->setPen(sorted ? theme.text : theme.muted);
    QRect drawn;
    painter->drawText(inner, int(alignment) | Qt::TextSingleLine, text, &drawn);
    QString zone = model()->headerData(section, Qt::Horizontal, ZoneRole).toString();
    if (!zone.isEmpty()) {
        QRect rest = layoutDirection() == Qt::RightToLeft ? inner.adjusted(0, 0, -drawn.width() - unit, 0)
                                                          : inner.adjusted(drawn.width() + unit, 0, 0, 0);
        painter->setPen(theme.faint);
        painter->drawText(rest, int(alignment) | Qt::TextSingleLine, zone);
    }
    if (model()->headerData(section, Qt::Horizontal, GuessRole).toBool()) {
        painter->setPen(QPen(theme.muted, 1, Qt::DotLine));
        painter->drawLine(drawn.left(), drawn.bottom() + 2, drawn.right(), drawn.bottom() + 2);
    }
    painter->restore();
}

} // namespace entitylens
