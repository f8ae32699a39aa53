// SPDX-License-Identifier: GPL-3.0-or-later
#include "clipboard_copy.h"

#include "models/filter_condition.h"
#include "session/text_buffer.h"

#include <entitylens/export.h>

#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace entitylens {

namespace {

QVector<int> selectedRows(const QTableView &table)
{
    QVector<int> rows;
    for (const QItemSelectionRange &range : table.selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom() && rows.size() < mostCopiedRows; row++)
            rows << row;
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

QVector<int> shownColumns(const QTableView &table)
{
    QVector<int> columns;
    QHeaderView *header = table.horizontalHeader();
    for (int visual = 0; visual < header->count(); visual++)
        if (!header->isSectionHidden(header->logicalIndex(visual)))
            columns << header->logicalIndex(visual);
    return columns;
}

struct ObjectName {
    QByteArray entity;
    qint64 key;
};

int append(void *ctx, const void *bytes, size_t n)
{
    static_cast<QByteArray *>(ctx)->append(static_cast<const char *>(bytes), int(n));
    return 0;
}

int writeObjects(el_store *store, Job &job, const QVector<ObjectName> &names, const QByteArray &entity, CopyFormat format,
                 QByteArray *out, el_error *error)
{
    el_export_options options = el_export_options();
    options.format = format == CopyFormat::Csv ? EL_EXPORT_CSV : EL_EXPORT_JSON;
    const el_model *model = el_store_model(store);
    el_writer *raw = nullptr;
    int status = el_writer_open(&raw, &options, store, el_model_entity(model, entity.constData()), 1, append, out, error);
    std::unique_ptr<el_writer, decltype(&el_writer_free)> writer(raw, el_writer_free);
    for (int i = 0; status == EL_OK && i < names.size(); i++) {
        if (job.isCancelled())
            return el_error_set(error, EL_ECANCELLED, "cancelled", "cancelled");
        job.setProgress(i, names.size());
        el_object *object = nullptr;
        const el_entity *e = el_model_entity(model, names[i].entity.constData());
        status = e ? el_object_read(&object, store, e, names[i].key, EL_READ_TO_MANY, error) : int(EL_ENOTFOUND);
        if (status == EL_OK)
            status = el_writer_object(writer.get(), store, object, error);
        el_object_free(object);
    }
    return status == EL_OK ? el_writer_finish(writer.get(), error) : status;
}

} // namespace

QString selectedText(const QTableView &table, const ObjectTableModel &model)
{
    const QVector<int> columns = shownColumns(table);
    QString text;
    for (int row : selectedRows(table)) {
        if (!model.rowAt(row))
            continue;
        QStringList cells;
        for (int column : columns) {
            QString cell = model.index(row, column).data(ExactRole).toString();
            cells << cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
        }
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

QString selectedPredicate(const QTableView &table, const ObjectTableModel &model)
{
    int column = table.currentIndex().column();
    if (column < 0 || model.columns().value(column).kind != TableColumn::Attribute)
        return QString();
    QString key = predicateKey(model.columns()[column].name);
    QStringList literals;
    bool nil = false;
    for (int row : selectedRows(table)) {
        Cell cell = model.index(row, column).data(CellRole).value<Cell>();
        QString literal = predicateLiteral(cell);
        if (cell.isNull())
            nil = true;
        else if (!literal.isEmpty() && !literals.contains(literal))
            literals << literal;
    }
    QStringList parts;
    if (literals.size() == 1)
        parts << QStringLiteral("%1 == %2").arg(key, literals.first());
    else if (!literals.isEmpty())
        parts << QStringLiteral("%1 IN {%2}").arg(key, literals.join(QStringLiteral(", ")));
    if (nil)
        parts << QStringLiteral("%1 == nil").arg(key);
    return parts.join(QStringLiteral(" OR "));
}

QString selectionSummary(const QTableView &table, const ObjectTableModel &model)
{
    int column = table.currentIndex().column();
    const QVector<int> rows = selectedRows(table);
    if (rows.size() < 2)
        return QString();
    QString counted = ObjectTableModel::tr("%1 selected").arg(model.format().number(rows.size()));
    double sum = 0;
    int numbers = 0;
    for (int row : rows) {
        Cell cell = model.index(row, column).data(CellRole).value<Cell>();
        double value = cell.kind == EL_INT ? double(cell.integer) : cell.kind == EL_DECIMAL ? cell.text.toDouble() : cell.real;
        if (cell.isNumber() && !cell.isMismatch() && std::isfinite(value)) {
            sum += value;
            numbers++;
        }
    }
    if (numbers == 0)
        return counted;
    const QLocale &locale = model.format().locale;
    return ObjectTableModel::tr("%1, sum %2, mean %3").arg(counted, locale.toString(sum, 'g', 12),
                                                            locale.toString(sum / numbers, 'g', 6));
}

JobPtr copyObjects(Session *session, const QTableView &table, const ObjectTableModel &model, CopyFormat format,
                   QObject *context, std::function<void(const QString &, const Failure &)> done)
{
    QVector<ObjectName> names;
    for (int row : selectedRows(table))
        if (const Row *object = model.rowAt(row))
            names << ObjectName{object->entity.toUtf8(), object->key};
    QByteArray entity = model.shownQuery().entity.toUtf8();
    auto bytes = std::make_shared<QByteArray>();
    return session->run(
        Session::LaneKind::Background, Priority::Visible,
        [names, entity, format, bytes](el_store *store, Job &job, el_error *error) {
            bytes->clear();
            return writeObjects(store, job, names, entity, format, bytes.get(), error);
        },
        context, [bytes, done](const Failure &failure) { done(QString::fromUtf8(*bytes), failure); });
}

} // namespace entitylens
