// SPDX-License-Identifier: GPL-3.0-or-later
#include "archive.h"

#include "failure.h"
#include "text_buffer.h"

extern "C" {
#include "value/archive.h"
}

#include <jansson.h>

namespace entitylens {

namespace {

using Json = std::unique_ptr<json_t, decltype(&json_decref)>;

Json parse(const QByteArray &text)
{
    return Json(json_loadb(text.constData(), size_t(text.size()), JSON_DECODE_ANY | JSON_ALLOW_NUL, nullptr), json_decref);
}

std::unique_ptr<ArchiveNode> nodeOf(const json_t *json, const QString &key);

void addChild(ArchiveNode *parent, std::unique_ptr<ArchiveNode> child)
{
    child->parent = parent;
    child->row = int(parent->children.size());
    parent->children.push_back(std::move(child));
}

// {"date":…} and its like: a value that JSON has no word for.
bool isTag(const char *key, const json_t *value)
{
    static const char *const tags[] = {"date", "base64", "decimal", "uuid", "url", "double", "$broken", "$object", "$more"};
    bool plain = !json_is_object(value) && !json_is_array(value);
    for (const char *tag : tags)
        if (plain && qstrcmp(key, tag) == 0)
            return true;
    return false;
}

QString plainText(const json_t *json)
{
    switch (json_typeof(json)) {
    case JSON_STRING: return QString::fromUtf8(json_string_value(json), int(json_string_length(json)));
    case JSON_INTEGER: return QString::number(qint64(json_integer_value(json)));
    case JSON_REAL: {
        char text[32];
        el_double_text(text, json_real_value(json));
        return QString::fromLatin1(text);
    }
    case JSON_TRUE: return QStringLiteral("YES");
    case JSON_FALSE: return QStringLiteral("NO");
    default: return QString();
    }
}

void fillObject(ArchiveNode *node, const json_t *json)
{
    json_t *object = const_cast<json_t *>(json);
    void *first = json_object_iter(object);
    if (json_object_size(json) == 1 && isTag(json_object_iter_key(first), json_object_iter_value(first))) {
        node->kind = ArchiveNode::Tagged;
        node->text = QLatin1String(json_object_iter_key(first)) + QLatin1Char(' ') + plainText(json_object_iter_value(first));
        return;
    }
    const json_t *fields = json_object_get(json, "$fields");
    const json_t *className = json_object_get(json, "$class");
    bool isObject = json_is_string(className) && json_is_object(fields);
    node->kind = isObject ? ArchiveNode::Object : ArchiveNode::Dictionary;
    if (isObject) {
        node->text = plainText(className);
        object = const_cast<json_t *>(fields);
    }
    for (void *it = json_object_iter(object); it; it = json_object_iter_next(object, it))
        addChild(node, nodeOf(json_object_iter_value(it), QString::fromUtf8(json_object_iter_key(it))));
}

std::unique_ptr<ArchiveNode> nodeOf(const json_t *json, const QString &key)
{
    std::unique_ptr<ArchiveNode> node(new ArchiveNode);
    node->key = key;
    node->text = plainText(json);
    switch (json_typeof(json)) {
    case JSON_STRING: node->kind = ArchiveNode::Text; break;
    case JSON_INTEGER:
    case JSON_REAL: node->kind = ArchiveNode::Number; break;
    case JSON_TRUE:
    case JSON_FALSE: node->kind = ArchiveNode::Boolean; break;
    case JSON_NULL: node->kind = ArchiveNode::Null; break;
    case JSON_ARRAY:
        node->kind = ArchiveNode::List;
        for (size_t i = 0; i < json_array_size(json); i++)
            addChild(node.get(), nodeOf(json_array_get(json, i), QString::number(i)));
        break;
    case JSON_OBJECT: fillObject(node.get(), json); break;
    }
    return node;
}

} // namespace

ArchiveTree readArchive(const QByteArray &bytes)
{
    ArchiveTree tree;
    Json json(nullptr, json_decref);
    if (bytes.startsWith('{') || bytes.startsWith('['))
        json = parse(bytes);
    if (!json) {
        TextBuffer text;
        el_error error;
        el_error_clear(&error);
        int status = el_archive_json(text.get(), bytes.constData(), size_t(bytes.size()), &error);
        if (status != EL_OK) {
            tree.problem = Failure(status, error).sentence();
            return tree;
        }
        json = parse(text.bytes());
    }
    if (!json)
        return tree;
    tree.root = nodeOf(json.get(), QString());
    char *indented = json_dumps(json.get(), JSON_INDENT(2) | JSON_ENCODE_ANY);
    tree.json = QString::fromUtf8(indented);
    free(indented);
    return tree;
}

} // namespace entitylens
