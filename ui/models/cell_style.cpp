// SPDX-License-Identifier: GPL-3.0-or-later
#include "cell_style.h"

#include "format.h"

namespace entitylens {

CellStyle styleOf(const Cell &cell)
{
    if (cell.isMismatch() || (cell.flags & EL_CELL_NOT_UTF8))
        return CellStyle::Odd;
    switch (cell.kind) {
    case EL_NULL: return CellStyle::Null;
    case EL_BOOL: return cell.integer ? CellStyle::True : CellStyle::False;
    case EL_INT:
    case EL_DOUBLE:
    case EL_DECIMAL: return CellStyle::Number;
    case EL_DATE: return Format::isPlausibleDate(cell.real) ? CellStyle::Date : CellStyle::Odd;
    case EL_DATA: return CellStyle::Binary;
    case EL_ARCHIVE: return CellStyle::Archive;
    default: return cell.text.isEmpty() ? CellStyle::EmptyText : CellStyle::Text;
    }
}

QString spokenText(const Cell &cell, const QString &shown)
{
    switch (styleOf(cell)) {
    case CellStyle::Null: return Format::tr("NULL");
    case CellStyle::EmptyText: return Format::tr("empty text");
    case CellStyle::True: return Format::tr("yes");
    case CellStyle::False: return Format::tr("no");
    default: return shown;
    }
}

} // namespace entitylens
