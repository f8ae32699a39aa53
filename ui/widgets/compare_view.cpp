// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare_view.h"

#include "empty_state.h"
#include "passphrase_dialog.h"
#include "quiet_tree.h"
#include "small_widgets.h"
#include "theme.h"
#include "value_delegate.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace entitylens {

CompareView::CompareView(QWidget *parent) : QWidget(parent), m_model(new ComparisonModel(this)), m_title(new ElidedLabel(this)),
    m_progress(new ProgressLine(this)), m_stack(new QStackedWidget(this)), m_tree(new QuietTree(this)), m_empty(new EmptyState(this))
{
    setObjectName(QStringLiteral("compareView"));
    setAccessibleName(tr("Comparison"));
    m_title->setObjectName(QStringLiteral("compareTitle"));
    m_empty->setObjectName(QStringLiteral("compareEmpty"));
    m_tree->setObjectName(QStringLiteral("compareTree"));
    m_tree->setAccessibleName(tr("Differences"));
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new ValueDelegate(m_tree));
    m_tree->setHeaderHidden(false);
    m_tree->setIndentation(4 * unit);
    setFocusProxy(m_tree);
    auto other = new QPushButton(tr("Another store…"), this);
    other->setObjectName(QStringLiteral("compareChoose"));
    other->setAutoDefault(false);
    auto bar = new QHBoxLayout;
    bar->setContentsMargins(2 * unit, unit, 2 * unit, unit);
    bar->addWidget(m_title, 1);
    bar->addWidget(other);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_tree);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_progress);
    layout->addWidget(m_stack, 1);
    connect(other, &QPushButton::clicked, this, &CompareView::chooseOther);
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex &index) {
        const ObjectDifference *object = m_model->object(index);
        if (object && object->kind != ObjectDifference::Removed)
            emit objectChosen(object->entity, object->key);
    });
    sayNothingChosen();
}

void CompareView::sayNothingChosen()
{
    m_empty->say("compare", tr("Compare this store with another one, such as an older copy of it."),
                 tr("Objects are the same when their entity and number are. Ciphers, layouts and models may differ."));
    m_empty->offer(tr("Choose the other store…"), QStringLiteral("compareFirst"), [this] { chooseOther(); });
    m_stack->setCurrentWidget(m_empty);
    m_title->clear();
}

void CompareView::setSession(Session *session)
{
    if (m_job)
        m_job->cancel();
    m_job.reset();
    m_progress->setBusy(false);
    m_session = session;
    m_model->setComparison(StoreComparison());
    sayNothingChosen();
}

void CompareView::chooseOther()
{
    if (!m_session)
        return;
    OpenRequest before;
    before.path = QFileDialog::getOpenFileName(this, tr("Compare with"), QFileInfo(m_session->path()).path());
    if (before.path.isEmpty())
        return;
    before.key = m_session->key(); // most often the same
    compareWith(before);
}

void CompareView::compareWith(const OpenRequest &before)
{
    if (!m_session || m_session->state() != Session::State::Open)
        return;
    if (m_job)
        m_job->cancel();
    m_before = before;
    m_title->setText(tr("Comparing with %1…").arg(QFileInfo(before.path).fileName()));
    m_progress->setBusy(true);
    m_job = compareStores(m_session, before, this, [this](const StoreComparison &comparison, const Failure &failure) {
        m_job.reset();
        m_progress->setBusy(false);
        arrived(comparison, failure);
    });
}

void CompareView::arrived(const StoreComparison &comparison, const Failure &failure)
{
    if (failure.status == EL_EWRONGKEY || failure.status == EL_EKEYNEEDED) {
        askKey(failure);
        return;
    }
    QString name = QFileInfo(m_before.path).fileName();
    if (failure) {
        m_empty->say("error", failure.sentence(), failure.nextStep());
        m_stack->setCurrentWidget(m_empty);
        m_title->clear();
        return;
    }
    m_model->setComparison(comparison);
    m_title->setText(tr("Since %1: %2").arg(name, m_model->summary()));
    if (m_model->isEqual()) {
        m_empty->say("check", tr("Both stores hold the same objects."));
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    m_stack->setCurrentWidget(m_tree);
    m_tree->expandToDepth(0);
    m_tree->header()->resizeSection(ComparisonModel::NameColumn, std::max(70 * unit, width() * 2 / 5));
    m_tree->header()->resizeSection(ComparisonModel::BeforeColumn, std::max(50 * unit, width() / 4));
}

void CompareView::askKey(const Failure &why)
{
    auto dialog = new PassphraseDialog(QFileInfo(m_before.path).fileName(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFailure(why);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        OpenRequest before = m_before;
        before.key = dialog->key();
        compareWith(before);
    });
    connect(dialog, &QDialog::rejected, this, &CompareView::sayNothingChosen);
    dialog->open();
}

} // namespace entitylens
