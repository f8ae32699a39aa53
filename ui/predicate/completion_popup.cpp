// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion_popup.h"

#include "widgets/icons.h"
#include "widgets/theme.h"

#include <QEvent>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QScreen>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace entitylens {

namespace {

constexpr int mostRows = 8;
constexpr int padding = 2 * unit;
constexpr int iconSide = 16;
enum { DetailRole = Qt::UserRole + 1, KindRole };

const char *iconOf(int kind)
{
    switch (kind) {
    case EL_COMPLETE_ATTRIBUTE: return "list";
    case EL_COMPLETE_TO_ONE: return "to-one";
    case EL_COMPLETE_TO_MANY: return "to-many";
    case EL_COMPLETE_COLLECTION_OPERATOR: return "sigma";
    case EL_COMPLETE_FUNCTION: return "sql";
    case EL_COMPLETE_VALUE: return "text";
    default: return "chevron-right";
    }
}

class Delegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QFontMetrics metrics(option.font);
        int width = metrics.horizontalAdvance(index.data().toString()) +
                    QFontMetrics(smaller(option.font)).horizontalAdvance(index.data(DetailRole).toString());
        return QSize(width + iconSide + 5 * padding, rowHeight(option.font));
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        Theme theme = Theme::of(option.palette);
        painter->save();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, theme.selection);
        QRect inner = option.rect.adjusted(padding, 0, -padding, 0);
        painter->drawPixmap(inner.left(), inner.center().y() - iconSide / 2 + 1,
                            iconPixmap(iconOf(index.data(KindRole).toInt()), theme.muted, iconSide,
                                       painter->device()->devicePixelRatioF()));
        inner.adjust(iconSide + padding, 0, 0, 0);
        painter->setPen(theme.text);
        painter->setFont(option.font);
        painter->drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
        painter->setPen(theme.muted);
        painter->setFont(smaller(option.font));
        painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, index.data(DetailRole).toString());
        painter->restore();
    }
};

} // namespace

CompletionPopup::CompletionPopup(QWidget *editor) : QFrame(editor, Qt::ToolTip | Qt::FramelessWindowHint),
    m_list(new QListView(this)), m_model(new QStandardItemModel(this)), m_help(new QLabel(this))
{
    setObjectName(QStringLiteral("predicateCompletions"));
    setAccessibleName(tr("Completions"));
    setFrameShape(QFrame::Box);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFocusPolicy(Qt::NoFocus);
    m_list->setObjectName(QStringLiteral("predicateCompletionList"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new Delegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_help->setObjectName(QStringLiteral("predicateCompletionHelp"));
    m_help->setContentsMargins(padding, unit, padding, unit);
    m_help->setTextFormat(Qt::PlainText);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_list);
    layout->addWidget(m_help);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex &index) { emit picked(index.data().toString()); });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] { showHelp(); });
    changeEvent(nullptr);
}

void CompletionPopup::changeEvent(QEvent *event)
{
    if (event)
        QFrame::changeEvent(event);
    if (event && event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    Theme theme = Theme::of(palette());
    QPalette help = palette();
    if (help.color(QPalette::WindowText) != theme.muted) {
        help.setColor(QPalette::WindowText, theme.muted);
        m_help->setPalette(help);
        m_help->setFont(smaller(font()));
    }
}

void CompletionPopup::offer(const QVector<Completion> &completions, const QPoint &corner, int lineHeight)
{
    m_items = completions;
    m_chosen = false;
    if (completions.isEmpty()) {
        hide();
        return;
    }
    m_model->clear();
    for (const Completion &c : completions) {
        auto item = new QStandardItem(c.text);
        item->setData(c.detail, DetailRole);
        item->setData(int(c.kind), KindRole);
        item->setData(c.detail.isEmpty() ? c.text : c.text + QStringLiteral(", ") + c.detail, Qt::AccessibleTextRole);
        m_model->appendRow(item);
    }
    m_list->setCurrentIndex(m_model->index(0, 0));
    int rows = std::min(mostRows, completions.size());
    int width = std::max(60 * unit, m_list->sizeHintForColumn(0) + 6 * unit);
    m_list->setFixedHeight(rows * rowHeight(font()));
    resize(std::min(width, 120 * unit), rows * rowHeight(font()) + m_help->sizeHint().height() + 2);
    QRect screen = parentWidget()->screen() ? parentWidget()->screen()->availableGeometry() : QRect();
    QPoint at = corner;
    if (screen.isValid() && at.y() + height() > screen.bottom())
        at.setY(corner.y() - lineHeight - height());
    if (screen.isValid() && at.x() + this->width() > screen.right())
        at.setX(screen.right() - this->width());
    move(at);
    show();
    showHelp();
}

void CompletionPopup::step(int by)
{
    if (m_items.isEmpty())
        return;
    int n = m_items.size();
    int row = (m_list->currentIndex().row() + by % n + n) % n;
    m_list->setCurrentIndex(m_model->index(row, 0));
    m_chosen = true;
}

QString CompletionPopup::currentText() const
{
    return m_items.value(m_list->currentIndex().row()).text;
}

void CompletionPopup::showHelp()
{
    m_help->setText(m_items.value(m_list->currentIndex().row()).help);
}

} // namespace entitylens
