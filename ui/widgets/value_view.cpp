// SPDX-License-Identifier: GPL-3.0-or-later
#include "value_view.h"

#include "small_widgets.h"
#include "theme.h"

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
    m_hex(new QPlainTextEdit(this)), m_image(new ImageView(this))
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
    for (QPlainTextEdit *edit : {m_text, m_hex}) {
        edit->setReadOnly(true);
        edit->setFrameShape(QFrame::NoFrame);
        edit->document()->setDocumentMargin(2 * unit);
    }
    m_hex->setFont(fixedFont(font()));
    m_hex->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_stack->addWidget(m_text);
    m_stack->addWidget(m_hex);
    m_stack->addWidget(m_image);

    auto bar = new QHBoxLayout;
    bar->setContentsMargins(2 * unit, unit, unit, unit);
    bar->setSpacing(0);
    bar->addWidget(m_title, 1);
    bar->addWidget(addMode(QStringLiteral("text"), tr("Text")));
    bar->addWidget(addMode(QStringLiteral("hex"), tr("Hex")));
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
    m_hex->setFont(fixedFont(font()));
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
    for (QAbstractButton *button : m_modes->buttons())
        button->hide();
}

void ValueView::show(const Cell &cell, const SchemaAttribute &attribute)
{
    m_has = true;
    m_cell = cell;
    m_attribute = attribute;
    bool isData = cell.kind == EL_DATA || cell.kind == EL_ARCHIVE;
    bool isImage = !cell.thumbnail.isNull();
    for (QAbstractButton *button : m_modes->buttons()) {
        QString mode = button->objectName().mid(10);
        button->setVisible(mode == QLatin1String("image") ? isImage : mode == QLatin1String("text") ? cell.kind != EL_DATA
                                                                                                     : isData || cell.kind == EL_STRING);
    }
    choose(isImage ? QStringLiteral("image") : cell.kind == EL_DATA ? QStringLiteral("hex") : QStringLiteral("text"));
}

void ValueView::choose(const QString &mode)
{
    m_mode = mode;
    for (QAbstractButton *button : m_modes->buttons())
        button->setChecked(button->objectName() == QStringLiteral("valueMode_") + mode);
    m_stack->setCurrentWidget(mode == QLatin1String("image") ? static_cast<QWidget *>(m_image)
                              : mode == QLatin1String("hex") ? m_hex
                                                             : m_text);
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
    else
        m_text->setPlainText(m_cell.isNull() ? QString() : m_format.exact(m_cell));
    m_text->setPlaceholderText(m_cell.isNull() ? tr("NULL") : tr("empty"));
}

QString ValueView::facts() const
{
    return m_format.explanation(m_cell, &m_attribute).section(QLatin1Char('\n'), 1);
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
