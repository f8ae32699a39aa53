// SPDX-License-Identifier: GPL-3.0-or-later
// Bars for numbers and dates: round limits, and far-off values apart so that they do not flatten the rest.
#pragma once

#include "chart_data.h"

#include <vector>

namespace entitylens {

// The values may be reordered.
QVector<ChartBar> numberBins(std::vector<double> &values, bool integers, const QString &key, const QLocale &locale);
QVector<ChartBar> dateBins(std::vector<double> &values, const QString &key, const Format &format);

} // namespace entitylens
