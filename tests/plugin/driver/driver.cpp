// SPDX-License-Identifier: GPL-3.0-or-later
// A generic plugin for tests: plays a script in whatever Qt program loads it.
//
// Every step runs from a timer of its own that is armed before the step acts: a step that opens a dialog does not return
// until the dialog closes, and the steps after it run inside the dialog's event loop.
#include "commands.h"
#include "threads.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QGenericPlugin>
#include <QTimer>

#include <cstdio>
#include <unistd.h>

namespace driver {

namespace {

constexpr int stepLimitMs = 30000;

class Driver : public QObject
{
public:
    Driver()
    {
        waitForThreadsAtExit();
        QString mistake;
        m_steps = readScript(QString::fromLocal8Bit(qgetenv("DRIVER_SCRIPT")), &mistake);
        if (m_steps.isEmpty())
            giveUp(mistake.isEmpty() ? QStringLiteral("the script is empty") : mistake);
        QTimer::singleShot(0, this, &Driver::tick);
    }

private:
    void tick()
    {
        if (m_at >= m_steps.size())
            return;
        const Step step = m_steps[m_at];
        const CommandEntry *entry = commandNamed(step.command);
        if (!entry)
            giveUp(QStringLiteral("no such command"));
        if (step.words.size() < entry->least || step.words.size() > entry->most)
            giveUp(QStringLiteral("takes %1 to %2 words").arg(entry->least).arg(entry->most));
        if (entry->waits)
            check(step, *entry);
        else
            act(step, *entry);
    }

    void check(const Step &step, const CommandEntry &entry)
    {
        if (!m_clock.isValid())
            m_clock.start();
        const Outcome outcome = entry.run(step.words);
        if (outcome.kind == Outcome::Failed || (outcome.kind == Outcome::NotYet && m_clock.elapsed() > stepLimitMs))
            giveUp(outcome.why);
        if (outcome.kind == Outcome::NotYet) {
            QTimer::singleShot(10, this, &Driver::tick);
            return;
        }
        passed();
        QTimer::singleShot(0, this, &Driver::tick);
    }

    void act(const Step &step, const CommandEntry &entry)
    {
        passed();
        QTimer::singleShot(0, this, &Driver::tick);
        const int at = m_at - 1;
        const Outcome outcome = entry.run(step.words);
        if (outcome.kind != Outcome::Done) {
            m_at = at;
            giveUp(outcome.why);
        }
    }

    void passed()
    {
        m_clock.invalidate();
        m_at++;
        if (m_at == m_steps.size())
            report(QStringLiteral("passed %1 steps\n").arg(m_steps.size()));
    }

    [[noreturn]] void giveUp(const QString &why)
    {
        const Step step = m_at < m_steps.size() ? m_steps[m_at] : Step();
        const QString text = QStringLiteral("line %1: %2: %3\n").arg(step.line).arg(step.text, why);
        fprintf(stderr, "driver: %s", qPrintable(text));
        report(QStringLiteral("failed ") + text);
        commandNamed(QStringLiteral("grab"))->run({QStringLiteral("failure.png")});
        _exit(3);
    }

    static void report(const QString &text)
    {
        QFile file(QString::fromLocal8Bit(qgetenv("DRIVER_OUT")) + QStringLiteral("/result"));
        if (file.open(QIODevice::WriteOnly))
            file.write(text.toUtf8());
    }

    QVector<Step> m_steps;
    int m_at = 0;
    QElapsedTimer m_clock;
};

} // namespace

const CommandEntry *commandNamed(const QString &name)
{
    static const QVector<CommandEntry> all = actionCommands() + conditionCommands() + systemCommands();
    for (const CommandEntry &entry : all)
        if (name == QLatin1String(entry.name))
            return &entry;
    return nullptr;
}

class DriverPlugin : public QGenericPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "driver.json")
public:
    using QGenericPlugin::QGenericPlugin;

    QObject *create(const QString &name, const QString &) override
    {
        return name == QLatin1String("entitylens_driver") ? new Driver : nullptr;
    }
};

} // namespace driver

#include "driver.moc"
