// SPDX-License-Identifier: GPL-3.0-or-later
// The launcher's variables did their work once the plugin is loaded; programs that the host starts must not inherit them.
#pragma once

#include <string>

namespace entitylens {

// Takes every part of a colon-separated list away that is `part`, or whose file name begins with `namePrefix` (either may
// be empty).
std::string withoutParts(const std::string &list, const std::string &part, const std::string &namePrefix);

// `pluginDir` is what the launcher put before QT_PLUGIN_PATH.
void cleanEnvironment(const std::string &pluginDir);

} // namespace entitylens
