// SPDX-License-Identifier: GPL-3.0-or-later
#include "panel.h"

namespace entitylens {

class Panel::Private
{
};

Panel::Panel(Session *session, QWidget *parent) : QWidget(parent), d(new Private)
{
    setObjectName(QStringLiteral("entitylensPanel"));
    setSession(session);
}

Panel::~Panel() = default;

void Panel::setSession(Session *session)
{
    m_session = session;
}

void Panel::setHostAbilities(HostAbilities)
{
}

void Panel::setReservedShortcuts(const QStringList &)
{
}

QString Panel::currentEntity() const
{
    return QString();
}

QString Panel::currentPredicate() const
{
    return QString();
}

QString Panel::currentObject() const
{
    return QString();
}

bool Panel::isBusy() const
{
    return false;
}

void Panel::showEntity(const QString &)
{
}

void Panel::showObject(const QString &, qint64)
{
}

void Panel::showQuery(const QString &, const QString &)
{
}

void Panel::goBack()
{
}

void Panel::goForward()
{
}

void Panel::reload()
{
}

} // namespace entitylens
