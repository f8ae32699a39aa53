// SPDX-License-Identifier: GPL-3.0-or-later
// What is inside of an archive, a property list or a JSON document, as a tree of plain texts.
#pragma once

#include <QByteArray>
#include <QString>

#include <memory>
#include <vector>

namespace entitylens {

struct ArchiveNode {
    enum Kind { Text, Number, Boolean, Null, List, Dictionary, Object, Tagged };
    Kind kind = Null;
    QString key;   // its name or number within the parent
    QString text;  // the value; for objects the class
    ArchiveNode *parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<ArchiveNode>> children;
};

struct ArchiveTree {
    std::unique_ptr<ArchiveNode> root; // null when the bytes do not decode
    QString json;    // indented
    QString problem; // why there is no tree
};

// Keyed archives and property lists through the core's decoder; anything that is JSON already as it is.
ArchiveTree readArchive(const QByteArray &bytes);

} // namespace entitylens
