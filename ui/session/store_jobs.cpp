// SPDX-License-Identifier: GPL-3.0-or-later
#include "store_jobs.h"

#include "text_buffer.h"

#include <entitylens/check.h>
#include <entitylens/compare.h>
#include <entitylens/object.h>

#include <QFile>

namespace entitylens {

namespace {

// Differences listed one by one; the totals count all of them.
constexpr int mostDifferences = 5000;

QVector<CheckFinding> copyOf(const el_check_report &report)
{
    QVector<CheckFinding> findings;
    for (size_t i = 0; i < report.nfindings; i++) {
        const el_check_finding &f = report.findings[i];
        CheckFinding copy;
        copy.area = QString::fromUtf8(f.area);
        copy.code = QString::fromUtf8(f.code);
        copy.severity = QString::fromUtf8(f.severity);
        copy.where = QString::fromUtf8(f.where);
        copy.text = QString::fromUtf8(f.text);
        copy.sql = QString::fromUtf8(f.sql);
        copy.count = f.count;
        for (size_t s = 0; s < f.nsamples; s++)
            copy.samples << QString::fromUtf8(f.samples[s]);
        findings << copy;
    }
    return findings;
}

ObjectDifference copyOf(const el_object_change &change)
{
    ObjectDifference copy;
    copy.kind = change.kind == EL_OBJECT_ADDED ? ObjectDifference::Added
              : change.kind == EL_OBJECT_REMOVED ? ObjectDifference::Removed : ObjectDifference::Changed;
    copy.entity = QString::fromUtf8(change.entity);
    copy.key = change.key;
    copy.label = change.object ? QString::fromUtf8(change.object->label) : QString();
    for (size_t i = 0; i < change.nproperties; i++)
        copy.properties << PropertyDifference{QString::fromUtf8(change.properties[i].name),
                                              QString::fromUtf8(change.properties[i].before),
                                              QString::fromUtf8(change.properties[i].after)};
    return copy;
}

int compare(el_store *now, el_store *before, Job &job, StoreComparison *result, el_error *error)
{
    el_comparison *raw = nullptr;
    int status = el_comparison_open(&raw, before, now, error);
    std::unique_ptr<el_comparison, decltype(&el_comparison_close)> comparison(raw, el_comparison_close);
    const el_object_change *change = nullptr;
    qint64 seen = 0;
    while (status >= 0 && (status = el_comparison_next(comparison.get(), &change, error)) > 0) {
        if (result->objects.size() < mostDifferences)
            result->objects << copyOf(*change);
        else
            result->cut = true;
        job.setProgress(++seen, 0);
        if (job.isCancelled())
            return el_error_set(error, EL_ECANCELLED, "cancelled", "cancelled");
    }
    if (status < 0)
        return status;
    const el_entity_comparison *entities = nullptr;
    size_t n = el_comparison_entities(comparison.get(), &entities);
    for (size_t i = 0; i < n; i++)
        result->entities << EntityDifference{QString::fromUtf8(entities[i].entity), entities[i].added, entities[i].removed,
                                             entities[i].changed, entities[i].equal};
    return EL_OK;
}

} // namespace

JobPtr checkStore(Session *session, QObject *context, std::function<void(const QVector<CheckFinding> &, const Failure &)> done)
{
    auto findings = std::make_shared<QVector<CheckFinding>>();
    return session->run(
        Session::LaneKind::Background, Priority::Long,
        [findings](el_store *store, Job &job, el_error *error) {
            el_check_report *report = nullptr;
            int status = el_store_lint(&report, store, Job::coreProgress, &job, error);
            if (status == EL_OK)
                *findings = copyOf(*report);
            el_check_report_free(report);
            return status;
        },
        context, [findings, done](const Failure &failure) { done(*findings, failure); });
}

JobPtr exportStore(Session *session, const QString &folder, const el_export_options &options, QObject *context,
                   std::function<void(const Failure &)> done)
{
    QByteArray path = QFile::encodeName(folder);
    return session->run(
        Session::LaneKind::Background, Priority::Long,
        [path, options](el_store *store, Job &job, el_error *error) {
            return el_export_store(store, path.constData(), &options, nullptr, 0, Job::coreProgress, &job, error);
        },
        context, done);
}

JobPtr copyStore(Session *session, const CopyWish &wish, QObject *context, std::function<void(const QString &, const Failure &)> done)
{
    QByteArray from = QFile::encodeName(session->path()), to = QFile::encodeName(wish.to);
    KeyPtr key = session->key();
    auto text = std::make_shared<QString>();
    return session->run(
        Session::LaneKind::Background, Priority::Long,
        [from, to, key, wish, text](el_store *, Job &job, el_error *error) {
            el_copy_options options = el_copy_options();
            options.kind = wish.kind;
            options.key = key.get();
            options.new_key = wish.newKey.get();
            options.progress = Job::coreProgress;
            options.progress_ctx = &job;
            el_copy_report *report = nullptr;
            int status = el_copy_run(&report, from.constData(), to.constData(), &options, error);
            if (status == EL_OK) {
                TextBuffer buffer;
                el_copy_report_text(buffer.get(), report);
                *text = buffer.text();
            }
            el_copy_report_free(report);
            return status;
        },
        context, [text, done](const Failure &failure) { done(*text, failure); });
}

JobPtr compareStores(Session *session, const OpenRequest &before, QObject *context,
                     std::function<void(const StoreComparison &, const Failure &)> done)
{
    auto result = std::make_shared<StoreComparison>();
    return session->run(
        Session::LaneKind::Background, Priority::Long,
        [before, result](el_store *store, Job &job, el_error *error) {
            *result = StoreComparison();
            el_store *other = nullptr;
            int status = openStore(before, &other, job, error);
            if (status == EL_OK)
                status = compare(store, other, job, result.get(), error);
            el_store_close(other);
            return status;
        },
        context, [result, done](const Failure &failure) { done(*result, failure); });
}

} // namespace entitylens
