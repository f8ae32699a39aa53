// SPDX-License-Identifier: GPL-3.0-or-later
#include "explainer.h"

#include "session/text_buffer.h"

#include <entitylens/query.h>

namespace entitylens {

namespace {

QStringList listOf(const char *const *texts, size_t n)
{
    QStringList list;
    for (size_t i = 0; i < n; i++)
        list << QString::fromUtf8(texts[i]);
    return list;
}

ExplanationFacts copyOf(const el_explanation &e)
{
    ExplanationFacts facts;
    facts.normalForm = QString::fromUtf8(e.normal_form);
    facts.sql = QString::fromUtf8(e.sql);
    for (size_t i = 0; i < e.nbindings; i++) {
        TextBuffer text;
        el_value_json(text.get(), &e.bindings[i]);
        facts.bindings << text.text();
    }
    facts.plan = listOf(e.plan, e.nplan);
    facts.ecdSql = QString::fromUtf8(e.ecd_sql);
    facts.ecdAnswer = QString::fromUtf8(e.ecd_answer);
    for (size_t i = 0; i < e.ndifferences; i++) {
        const el_difference &d = e.differences[i];
        facts.differences << ExplanationFacts::Difference{QString::fromUtf8(d.code), QString::fromUtf8(d.text),
                                                          listOf(d.only_here, d.nonly_here), listOf(d.only_ecd, d.nonly_ecd)};
    }
    return facts;
}

} // namespace

JobPtr explainQuery(Session *session, const Query &query, QObject *context,
                    std::function<void(const ExplanationFacts &, const Failure &)> done)
{
    auto facts = std::make_shared<ExplanationFacts>();
    return session->run(
        Session::LaneKind::Background, Priority::Long,
        [query, facts](el_store *store, Job &, el_error *error) {
            FetchRequest request(query, 0);
            const el_fetch_request *fetch = request.get(error);
            if (!fetch)
                return int(EL_EUSAGE);
            el_explanation *raw = nullptr;
            int status = el_fetch_explain(&raw, store, fetch, error);
            if (status == EL_OK)
                *facts = copyOf(*raw);
            el_explanation_free(raw);
            return status;
        },
        context, [facts, done](const Failure &failure) { done(*facts, failure); });
}

} // namespace entitylens
