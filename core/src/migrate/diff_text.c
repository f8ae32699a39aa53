/* SPDX-License-Identifier: MIT */
/* The diff for people and for programs. */
#include "migrate/diff.h"

#include "base/buf.h"

#include <stdarg.h>
#include <string.h>

/* A sentence for each kind.  %1 entity, %2 property, %3 from, %4 to, %5 names, %6 other or renaming identifier. */
static const struct {
    const char *kind, *sentence, *hint;
} sentences[] = {
    {"entity.added", "%1 is new.", NULL},
    {"entity.removed", "%1 is gone: its objects are dropped.", "Give the entity that takes its place the renaming identifier %1, if one does."},
    {"entity.renamed", "%3 is now called %1.", NULL},
    {"entity.renameDangling", "%1 names %6 as what it was called before, but the old model knows no such identifier.",
     "The renaming identifier must be the one that the old model's entity carries, or its name if it carries none."},
    {"entity.renameAmbiguous", "%1 and %6 both claim to come from the same entity.", "Only one of them can keep the renaming identifier."},
    {"entity.parentChanged", "The parent of %1 changes from %3 to %4.", NULL},
    {"entity.hierarchiesMerged", "The hierarchy of %1 would be made of those of %5.", "Two hierarchies cannot be merged by an inferred mapping; write a mapping model."},
    {"entity.becameAbstract", "%1 becomes abstract: objects of exactly this entity have no home.", NULL},
    {"entity.becameConcrete", "%1 is no longer abstract.", NULL},
    {"entity.classChanged", "The class of %1 changes; the store does not.", NULL},
    {"entity.userInfoChanged", "The user info of %1 changes; the store does not.", NULL},
    {"entity.hashModifierChanged", "The version hash modifier of %1 changes, which forces a migration.", NULL},
    {"index.changed", "The indexes of %1 change, which alone migrates nothing.", NULL},
    {"constraint.added", "%1 must be unique by %5.", "Duplicates make the migration fail; look for them first."},
    {"constraint.removed", "%1 need no longer be unique by %5.", NULL},
    {"fetchedProperty.changed", "The fetched properties of %1 change; the store does not.", NULL},
    {"attribute.added", "%1.%2 is new.", NULL},
    {"attribute.removed", "%1.%2 is gone: its values are dropped.", "If it was renamed, give the new attribute the renaming identifier %2."},
    {"attribute.movedUp", "%2 moves up to %1 from %5.", NULL},
    {"attribute.movedDown", "%2 moves down to %1 from %6.", NULL},
    {"attribute.removedFromParent", "%1.%2 stays only in %5: objects of the other entities lose it.", NULL},
    {"attribute.renamed", "%1.%3 is now called %2.", NULL},
    {"attribute.renameDangling", "%1.%2 names %6 as what it was called before, but the old model knows no such identifier.",
     "The renaming identifier must be the one that the old attribute carries, or its name if it carries none."},
    {"attribute.renameAmbiguous", "%1.%2 and %6 both claim to come from the same attribute.", "Only one of them can keep the renaming identifier."},
    {"attribute.typeChanged", "%1.%2 changes from %3 to %4.", NULL},
    {"attribute.becameRequired", "%1.%2 must now have a value.", NULL},
    {"attribute.becameOptional", "%1.%2 may now be empty.", NULL},
    {"attribute.defaultChanged", "The default of %1.%2 changes; stored values do not.", NULL},
    {"attribute.validationChanged", "The validation of %1.%2 changes; stored values are not looked at again.", NULL},
    {"attribute.codeOnlyChanged", "%1.%2 changes in code only.", NULL},
    {"attribute.transformerChanged", "%1.%2 has another transformer, which may not read the bytes already stored.", NULL},
    {"attribute.externalStorageChanged", "External storage of %1.%2 changes.", NULL},
    {"attribute.compositeChanged", "%1.%2 is of another composite.", NULL},
    {"attribute.becameTransient", "%1.%2 is no longer stored: its values are dropped.", NULL},
    {"attribute.becamePersistent", "%1.%2 is now stored.", NULL},
    {"attribute.becameDerived", "%1.%2 is now derived: its values are computed anew.", NULL},
    {"attribute.becameStored", "%1.%2 is no longer derived; the last values stay.", NULL},
    {"attribute.derivationChanged", "%1.%2 is derived in another way.", NULL},
    {"attribute.hashModifierChanged", "The version hash modifier of %1.%2 changes, which forces a migration.", NULL},
    {"relationship.added", "%1.%2 is new.", NULL},
    {"relationship.removed", "%1.%2 is gone: its links are dropped.", NULL},
    {"relationship.movedUp", "%2 moves up to %1 from %5.", NULL},
    {"relationship.movedDown", "%2 moves down to %1 from %6.", NULL},
    {"relationship.removedFromParent", "%1.%2 stays only in %5: objects of the other entities lose it.", NULL},
    {"relationship.renamed", "%1.%3 is now called %2.", NULL},
    {"relationship.renameDangling", "%1.%2 names %6 as what it was called before, but the old model knows no such identifier.", NULL},
    {"relationship.renameAmbiguous", "%1.%2 and %6 both claim to come from the same relationship.", NULL},
    {"relationship.becameToMany", "%1.%2 may now hold many objects.", NULL},
    {"relationship.becameToOne", "%1.%2 may now hold one object at most; which of several stays is not defined.", NULL},
    {"relationship.becameOrdered", "%1.%2 is now ordered; the order of the present members is arbitrary.", NULL},
    {"relationship.becameUnordered", "%1.%2 is no longer ordered: the order is lost.", NULL},
    {"relationship.destinationChanged", "%1.%2 points to %4 instead of %3.", NULL},
    {"relationship.inverseChanged", "The inverse of %1.%2 changes.", NULL},
    {"relationship.becameRequired", "%1.%2 must now point to an object.", NULL},
    {"relationship.becameOptional", "%1.%2 may now be empty.", NULL},
    {"relationship.deleteRuleChanged", "The delete rule of %1.%2 changes from %3 to %4.", NULL},
    {"relationship.countChanged", "How many objects %1.%2 may hold changes.", NULL},
    {"composite.changed", "The composite %1 changes.", NULL},
    {"configuration.changed", "The configurations change.", NULL},
    {"fetchRequest.changed", "The fetch requests change.", NULL},
    {"model.identifierChanged", "The model's version identifier changes.", NULL},
};

static const char *what_happens(const el_change *c)
{
    static const struct { const char *data, *text; } texts[] = {
        {"default", " Old objects get the default."}, {"null", " Old objects have no value."},
        {"fails-if-rows", " It has neither default nor permission to be empty, so the migration fails if there are objects."},
        {"fails-if-nulls", " The migration fails if one is empty."}, {"nulls-become-default", " Empty ones get the default."},
        {"converted", " Values are converted without loss."}, {"converted-may-lose", " Values are converted; some may not fit."},
        {"not-migrated", " No mapping can be inferred."}, {"fails-if-duplicates", " Duplicates make the migration fail."},
        {"computed", " Its values are computed."},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(texts[i].data, c->data))
            return texts[i].text;
    return "";
}

static void list(el_buf *b, const el_change *c)
{
    for (size_t i = 0; i < c->nnames; i++) {
        if (i)
            el_buf_puts(b, i + 1 == c->nnames ? " and " : ", ");
        el_buf_puts(b, c->names[i]);
    }
}

static char *fill(el_diff_builder *d, const char *pattern, const el_change *c)
{
    el_buf b = {0};
    for (const char *p = pattern; *p; p++) {
        const char *text = NULL;
        if (*p != '%' || !p[1]) {
            el_buf_putc(&b, *p);
            continue;
        }
        switch (*++p) {
        case '1': text = c->entity; break;
        case '2': text = c->property; break;
        case '3': text = c->from ? c->from : "none"; break;
        case '4': text = c->to ? c->to : "none"; break;
        case '5': list(&b, c); continue;
        default: text = c->other ? c->other : c->renaming_id ? c->renaming_id : c->from_entity;
        }
        el_buf_puts(&b, text ? text : "");
    }
    char *s = el_arena_strdup(d->arena, el_buf_str(&b));
    el_buf_free(&b);
    return s;
}

void el__diff_explain(el_diff_builder *b, el_change *c)
{
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        if (strcmp(sentences[i].kind, c->kind) != 0)
            continue;
        c->sentence = el_arena_printf(b->arena, "%s%s", fill(b, sentences[i].sentence, c), what_happens(c));
        c->hint = sentences[i].hint ? fill(b, sentences[i].hint, c) : NULL;
        return;
    }
    c->sentence = c->kind;
}

static void member(el_buf *b, const char *key, const char *text)
{
    el_buf_printf(b, ",\"%s\":", key);
    if (text)
        el_buf_json_string(b, text, (size_t)-1);
    else
        el_buf_puts(b, "null");
}

static void change_json(el_buf *b, const el_change *c)
{
    static const char *const tristates[] = {"false", "true", "null"};
    el_buf_printf(b, "{\"kind\":\"%s\"", c->kind);
    if (c->entity)
        member(b, "entity", c->entity);
    if (c->property)
        member(b, "property", c->property);
    if (c->has_from_to) {
        member(b, "from", c->from);
        if (!c->only_from)
            member(b, "to", c->to);
    }
    if (c->renaming_id)
        member(b, "renamingId", c->renaming_id);
    if (c->other)
        member(b, "other", c->other);
    if (c->from_entity)
        member(b, "fromEntity", c->from_entity);
    if (c->derived)
        member(b, "derived", c->derived);
    if (c->required)
        el_buf_puts(b, ",\"required\":true");
    if (c->transient)
        el_buf_puts(b, ",\"transient\":true");
    if (c->names_key) {
        el_buf_printf(b, ",\"%s\":[", c->names_key);
        for (size_t i = 0; i < c->nnames; i++) {
            if (i)
                el_buf_putc(b, ',');
            el_buf_json_string(b, c->names[i], (size_t)-1);
        }
        el_buf_putc(b, ']');
    }
    el_buf_printf(b, ",\"inferable\":\"%s\",\"severity\":\"%s\",\"data\":\"%s\",\"changesHash\":%s", el_inferable_name(c->inferable),
                  el_severity_name(c->severity), c->data, tristates[c->changes_hash]);
    if (c->error)
        el_buf_printf(b, ",\"error\":%d", c->error);
    member(b, "text", c->sentence);
    if (c->hint)
        member(b, "hint", c->hint);
    el_buf_putc(b, '}');
}

void el_model_diff_json(el_buf *b, const el_model_diff *d)
{
    static const char *const tristates[] = {"false", "true", "null"};
    el_buf_puts(b, "{\"from\":");
    el_buf_json_string(b, d->from->name ? d->from->name : "", (size_t)-1);
    member(b, "to", d->to->name ? d->to->name : "");
    el_buf_printf(b, ",\"migrationNeeded\":%s,\"inferable\":\"%s\",\"worstSeverity\":\"%s\",\"changes\":[", tristates[d->migration_needed],
                  el_inferable_name(d->inferable), el_severity_name(d->worst));
    for (size_t i = 0; i < d->nchanges; i++) {
        if (i)
            el_buf_putc(b, ',');
        change_json(b, &d->changes[i]);
    }
    el_buf_puts(b, "]}");
}

void el_model_diff_text(el_buf *b, const el_model_diff *d)
{
    if (!d->nchanges) {
        el_buf_puts(b, "The two models are equal.\n");
        return;
    }
    static const char *const marks[] = {"  ", "· ", "! ", "✗ "};
    for (int severity = EL_SEVERITY_ERROR; severity >= EL_SEVERITY_INFO; severity--)
        for (size_t i = 0; i < d->nchanges; i++)
            if ((int)d->changes[i].severity == severity) {
                el_buf_printf(b, "%s%s\n", marks[severity], d->changes[i].sentence);
                if (d->changes[i].hint)
                    el_buf_printf(b, "    %s\n", d->changes[i].hint);
            }
    static const char *const verdicts[] = {"A lightweight mapping can be inferred.",
                                           "A lightweight mapping can be inferred; whether it succeeds depends on the data.",
                                           "Whether a lightweight mapping can be inferred is not known.",
                                           "No lightweight mapping can be inferred."};
    el_buf_printf(b, "\n%s%s\n", d->migration_needed == EL_NO ? "No version hash changes, so nothing is migrated. " : "", verdicts[d->inferable]);
}
