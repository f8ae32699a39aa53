// SPDX-License-Identifier: GPL-3.0-or-later
#include "migration.h"

#include "text_buffer.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QLocale>

namespace entitylens {

namespace {

using ModelPtr = std::unique_ptr<el_model, decltype(&el_model_free)>;

QString text(const char *s)
{
    return QString::fromUtf8(s);
}

int loadModel(ModelPtr *model, const QByteArray &path, el_error *error)
{
    el_model *raw = nullptr;
    int status = el_model_load(&raw, path.constData(), error);
    model->reset(raw);
    return status;
}

MigrationFinding copyOf(const el_migration_finding &f)
{
    MigrationFinding copy;
    copy.code = text(f.code);
    copy.severity = text(el_severity_name(f.severity));
    copy.entity = text(f.entity);
    copy.property = text(f.property);
    copy.text = text(f.text);
    copy.hint = text(f.hint);
    copy.count = f.count;
    copy.total = f.total;
    copy.byCoreData = f.by_core_data;
    for (size_t i = 0; i < f.nsamples; i++)
        copy.samples << MigrationSample{text(f.samples[i].object), text(f.samples[i].before), text(f.samples[i].after)};
    return copy;
}

void copyDiff(MigrationReport *report, const el_model_diff &diff)
{
    report->from = text(diff.from->name);
    report->to = text(diff.to->name);
    report->needed = diff.migration_needed != EL_NO;
    report->inferable = diff.inferable != EL_INFER_NO;
    for (size_t i = 0; i < diff.nchanges; i++) {
        const el_change &c = diff.changes[i];
        report->changes << MigrationChange{text(c.kind), text(c.entity), text(c.property), text(el_severity_name(c.severity)),
                                           text(c.sentence), text(c.hint)};
    }
}

void copyPlan(MigrationReport *report, const el_ecd_plan &plan)
{
    report->opens = plan.opens;
    report->problem = plan.exception ? text(plan.exception) : text(plan.error_text);
    report->doubt = text(plan.doubt);
    for (size_t i = 0; i < plan.nstatements; i++) {
        const el_plan_statement &s = plan.statements[i];
        report->statements << MigrationStatement{text(s.step), text(s.entity), text(s.sql), text(s.error)};
    }
}

MigrationReport copyOf(const el_migration_preview &preview, const QString &title)
{
    MigrationReport report;
    copyDiff(&report, *preview.diff);
    copyPlan(&report, *preview.plan);
    for (size_t i = 0; i < preview.nfindings; i++)
        report.findings << copyOf(preview.findings[i]);
    for (size_t i = 0; i < preview.neffects; i++) {
        const el_entity_effect &e = preview.effects[i];
        report.effects << MigrationEffect{text(e.entity), text(e.from), e.rows_before, e.rows_expected, e.rows_after};
    }
    report.rowsRewritten = preview.rows_rewritten;
    report.seconds = preview.seconds;
    report.alarms = el_migration_preview_alarms(&preview, nullptr, 0);
    TextBuffer html, json, plain;
    el_migration_preview_html(html.get(), &preview, title.toUtf8().constData());
    el_migration_preview_json(json.get(), &preview);
    el_migration_preview_text(plain.get(), &preview);
    report.html = html.text();
    report.json = json.text();
    report.text = plain.text();
    return report;
}

} // namespace

JobPtr previewMigration(Session *session, const MigrationWish &wish, QObject *context,
                        std::function<void(const MigrationReport &, const Failure &)> done)
{
    QByteArray path = QFile::encodeName(wish.modelPath);
    QString title = QFileInfo(session->path()).fileName();
    el_ecd_version version = wish.version;
    auto report = std::make_shared<MigrationReport>();
    return session->run(
        Session::LaneKind::Background, Priority::Long,
        [path, title, version, report](el_store *store, Job &job, el_error *error) {
            ModelPtr to(nullptr, el_model_free);
            int status = loadModel(&to, path, error);
            if (status != EL_OK)
                return status;
            el_migration_preview *preview = nullptr;
            status = el_migration_preview_new(&preview, store, to.get(), version, Job::coreProgress, &job, error);
            if (status == EL_OK)
                *report = copyOf(*preview, title);
            el_migration_preview_free(preview);
            return status;
        },
        context, [report, done](const Failure &failure) { done(*report, failure); });
}

JobPtr tryMigration(Session *session, const MigrationWish &wish, bool asEcd, QObject *context,
                    std::function<void(const QString &, const Failure &)> done)
{
    QByteArray store = QFile::encodeName(session->path()), model = QFile::encodeName(wish.modelPath);
    KeyPtr key = session->key();
    el_ecd_version version = wish.version;
    auto result = std::make_shared<QString>();
    return session->run(
        Session::LaneKind::Background, Priority::Long,
        [store, model, key, version, asEcd, result](el_store *open, Job &job, el_error *error) {
            ModelPtr to(nullptr, el_model_free);
            int status = loadModel(&to, model, error);
            if (status != EL_OK)
                return status;
            el_migration_run_options options = el_migration_run_options();
            options.key = key.get();
            options.from = el_store_model(open);
            options.to = to.get();
            options.as_ecd = asEcd;
            options.version = version;
            options.dry = 1;
            options.progress = Job::coreProgress;
            options.progress_ctx = &job;
            el_migration_result *raw = nullptr;
            QByteArray target = store + ".dry-run";
            status = el_migration_run(&raw, store.constData(), target.constData(), &options, error);
            if (status == EL_OK)
                *result = QCoreApplication::translate("Migration", "%1 statements ran in %2 s; every entity has the objects that were predicted")
                              .arg(raw->nstatements).arg(QLocale().toString(raw->seconds, 'f', 2));
            el_migration_result_free(raw);
            return status;
        },
        context, [result, done](const Failure &failure) { done(*result, failure); });
}

} // namespace entitylens
