// SPDX-License-Identifier: GPL-3.0-or-later
#include "value_view.h"

#include "quiet_tree.h"
#include "small_widgets.h"
#include "theme.h"
#include "value_delegate.h"

#include "models/archive_tree_model.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace entitylens {

namespace {

constexpr int hexBytesShown = 64 * 1024;
constexpr int hexBytesInLine = 8;

} // namespace

// An image at its own size or smaller, on a ground that shows transparency.
class ImageView : public QWidget
{
public:
    using QWidget::QWidget;

    void setImage(const QImage &image)
    {
        m_image = image;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        Theme theme = Theme::of(this);
        if (m_image.isNull())
            return;
        QRect inner = rect().adjusted(2 * unit, 2 * unit, -2 * unit, -2 * unit);
        QSize size = m_image.size();
        if (size.width() > inner.width() || size.height() > inner.height())
            size.scale(inner.size(), Qt::KeepAspectRatio);
        QRect target(QPoint(0, 0), size);
        target.moveCenter(inner.center());
        painter.fillRect(target, QBrush(theme.hairline, Qt::Dense6Pattern));
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(target, m_image);
    }

private:
    QImage m_image;
};

ValueView::ValueView(QWidget *parent) : QWidget(parent), m_title(new QLabel(this)), m_facts(new QLabel(this)),
    m_modes(new QButtonGroup(this)), m_stack(new QStackedWidget(this)), m_text(new QPlainTextEdit(this)),
    m_hex(new QPlainTextEdit(this)),
    m_json(new QPlainTextEdit(this)), m_tree(new QuietTree(this)), m_archive(new ArchiveTreeModel(this)), m_image(new ImageView(this))
{
    setObjectName(QStringLiteral("valueView"));
    m_title->setObjectName(QStringLiteral("valueTitle"));
    m_facts->setObjectName(QStringLiteral("valueFacts"));
    m_facts->setWordWrap(true);
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setObjectName(QStringLiteral("valueText"));
    m_hex->setObjectName(QStringLiteral("valueHex"));
    m_image->setObjectName(QStringLiteral("valueImage"));
    m_text->setAccessibleName(tr("Value as text"));
    m_hex->setAccessibleName(tr("Value as hexadecimal digits"));
    m_image->setAccessibleName(tr("Value as an image"));
    m_json->setObjectName(QStringLiteral("valueJson"));
    m_json->setAccessibleName(tr("Value as JSON"));
    m_tree->setObjectName(QStringLiteral("valueTree"));
    m_tree->setAccessibleName(tr("Value as a tree"));
    m_tree->setModel(m_archive);
    m_tree->setItemDelegate(new ValueDelegate(m_tree));
    m_tree->setIndentation(3 * unit);
    for (QPlainTextEdit *edit : {m_text, m_hex, m_json}) {
        edit->setReadOnly(true);
        edit->setFrameShape(QFrame::NoFrame);
        edit->document()->setDocumentMargin(2 * unit);
    }
    m_hex->setFont(fixedFont(font()));
    m_hex->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_stack->addWidget(m_text);
    m_stack->addWidget(m_hex);
    m_stack->addWidget(m_image);
    m_stack->addWidget(m_tree);
    m_stack->addWidget(m_json);

    auto bar = new QHBoxLayout;
    bar->setContentsMargins(2 * unit, unit, unit, unit);
    bar->setSpacing(0);
    bar->addWidget(m_title, 1);
    bar->addWidget(addMode(QStringLiteral("text"), tr("Text")));
    bar->addWidget(addMode(QStringLiteral("hex"), tr("Hex")));
    bar->addWidget(addMode(QStringLiteral("tree"), tr("Tree")));
    bar->addWidget(addMode(QStringLiteral("json"), tr("JSON")));
    bar->addWidget(addMode(QStringLiteral("image"), tr("Image")));
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_stack, 1);
    m_facts->setContentsMargins(2 * unit, unit, 2 * unit, 2 * unit);
    layout->addWidget(m_facts);
    applyTheme();
    clear();
}

void ValueView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

void ValueView::applyTheme()
{
    Theme theme = Theme::of(palette());
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.muted);
    m_facts->setPalette(quiet);
    m_facts->setFont(smaller(font()));
    for (QPlainTextEdit *edit : {m_hex, m_json})
        edit->setFont(fixedFont(font()));
}

QToolButton *ValueView::addMode(const QString &mode, const QString &title)
{
    auto button = new ChoiceButton(title, this);
    button->setObjectName(QStringLiteral("valueMode_") + mode);
    button->setFont(smaller(font()));
    m_modes->addButton(button);
    connect(button, &QToolButton::clicked, this, [this, mode] { choose(mode); });
    return button;
}

void ValueView::setFormat(const Format &format)
{
    m_format = format;
    if (m_has)
        fill();
}

void ValueView::clear()
{
    m_has = false;
    m_cell = Cell();
    m_title->clear();
    m_facts->clear();
    m_text->clear();
    m_hex->clear();
    m_image->setImage(QImage());
    m_json->clear();
    m_archive->setTree(ArchiveTree());
    for (QAbstractButton *button : m_modes->buttons())
        button->hide();
}

void ValueView::show(const Cell &cell, const SchemaAttribute &attribute)
{
    m_has = true;
    m_cell = cell;
    m_attribute = attribute;
    bool mayHoldTree = cell.kind == EL_DATA || cell.kind == EL_ARCHIVE || cell.kind >= EL_LIST;
    bool looksLikeJson = cell.kind == EL_STRING && (cell.text.startsWith(QLatin1Char('{')) || cell.text.startsWith(QLatin1Char('[')));
    ArchiveTree tree;
    if ((mayHoldTree && !cell.bytes.isEmpty()) || looksLikeJson)
        tree = readArchive(looksLikeJson ? cell.text.toUtf8() : cell.bytes);
    m_archive->setTree(std::move(tree));
    m_tree->expandToDepth(1);
    const QStringList offered = modes();
    for (QAbstractButton *button : m_modes->buttons())
        button->setVisible(offered.contains(button->objectName().mid(10)));
    // The way that this attribute was looked at last time, where it can be.
    QString last = m_lastModes.value(attribute.name);
    choose(offered.contains(last) ? last : offered.first());
}

// Best first.
QStringList ValueView::modes() const
{
    QStringList offered;
    if (!m_cell.thumbnail.isNull())
        offered << QStringLiteral("image");
    if (m_archive->tree().root)
        offered << QStringLiteral("tree") << QStringLiteral("json");
    if (m_cell.kind != EL_DATA && m_cell.kind != EL_ARCHIVE)
        offered.insert(m_cell.kind == EL_STRING ? 0 : offered.size(), QStringLiteral("text"));
    if (m_cell.kind == EL_DATA || m_cell.kind == EL_ARCHIVE || m_cell.kind == EL_STRING)
        offered << QStringLiteral("hex");
    return offered;
}

void ValueView::choose(const QString &mode)
{
    m_mode = mode;
    m_lastModes.insert(m_attribute.name, mode);
    for (QAbstractButton *button : m_modes->buttons())
        button->setChecked(button->objectName() == QStringLiteral("valueMode_") + mode);
    const QHash<QString, QWidget *> pages{{QStringLiteral("image"), m_image}, {QStringLiteral("hex"), m_hex},
                                          {QStringLiteral("tree"), m_tree},   {QStringLiteral("json"), m_json}};
    m_stack->setCurrentWidget(pages.value(mode, m_text));
    fill();
}

void ValueView::fill()
{
    m_title->setText(m_attribute.name);
    m_facts->setText(facts());
    if (m_mode == QLatin1String("image"))
        m_image->setImage(QImage::fromData(m_cell.bytes));
    else if (m_mode == QLatin1String("hex"))
        m_hex->setPlainText(hexText());
    else if (m_mode == QLatin1String("json"))
        m_json->setPlainText(m_archive->tree().json);
    else if (m_mode == QLatin1String("text"))
        m_text->setPlainText(m_cell.isNull() ? QString() : m_format.exact(m_cell));
    m_text->setPlaceholderText(m_cell.isNull() ? tr("NULL") : tr("empty"));
}

QString ValueView::facts() const
{
    QString text = m_format.explanation(m_cell, &m_attribute).section(QLatin1Char('\n'), 1);
    if (m_cell.kind == EL_ARCHIVE && !m_archive->tree().root)
        text += QLatin1Char('\n') + m_archive->tree().problem;
    return text;
}

QString ValueView::hexText() const
{
    QByteArray bytes = m_cell.kind == EL_STRING ? m_cell.text.toUtf8() : m_cell.bytes;
    QString out;
    for (int at = 0; at < bytes.size() && at < hexBytesShown; at += hexBytesInLine) {
        QByteArray line = bytes.mid(at, hexBytesInLine);
        QString digits = QString::fromLatin1(line.toHex(' ')).leftJustified(hexBytesInLine * 3);
        QString letters;
        for (char c : line)
            letters += c >= 0x20 && c < 0x7f ? QLatin1Char(c) : QLatin1Char('.');
        out += QStringLiteral("%1  %2 %3\n").arg(at, 6, 16, QLatin1Char('0')).arg(digits, letters);
    }
    if (bytes.size() > hexBytesShown)
        out += tr("… and %1 more").arg(m_format.size(bytes.size() - hexBytesShown));
    return out;
}

} // namespace entitylens
