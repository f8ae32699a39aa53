// SPDX-License-Identifier: GPL-3.0-or-later
#include "environment.h"

#include <cstdlib>

namespace entitylens {

namespace {

std::string fileName(const std::string &path)
{
    size_t slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

bool isUnwanted(const std::string &item, const std::string &part, const std::string &namePrefix)
{
    if (!part.empty() && item == part)
        return true;
    return !namePrefix.empty() && fileName(item).compare(0, namePrefix.size(), namePrefix) == 0;
}

void clean(const char *variable, char separator, const std::string &part, const std::string &namePrefix)
{
    const char *value = getenv(variable);
    if (!value)
        return;
    std::string text(value);
    if (separator != ':')
        for (char &c : text)
            if (c == separator)
                c = ':';
    std::string rest = withoutParts(text, part, namePrefix);
    if (rest.empty()) {
        unsetenv(variable);
        return;
    }
    if (separator != ':')
        for (char &c : rest)
            if (c == ':')
                c = separator;
    setenv(variable, rest.c_str(), 1);
}

} // namespace

std::string withoutParts(const std::string &list, const std::string &part, const std::string &namePrefix)
{
    std::string rest;
    for (size_t start = 0; start <= list.size();) {
        size_t end = list.find(':', start);
        if (end == std::string::npos)
            end = list.size();
        std::string item = list.substr(start, end - start);
        if (!item.empty() && !isUnwanted(item, part, namePrefix))
            rest += (rest.empty() ? "" : ":") + item;
        start = end + 1;
    }
    return rest;
}

void cleanEnvironment(const std::string &pluginDir)
{
    unsetenv("ENTITYLENS_HANDOVER");
    clean("QT_QPA_GENERIC_PLUGINS", ',', "entitylens", "");
    clean("QT_PLUGIN_PATH", ':', pluginDir, "");
    clean("LD_PRELOAD", ':', "", "libsqlcipher.so");
}

} // namespace entitylens
