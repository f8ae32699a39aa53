/* SPDX-License-Identifier: MIT */
/* Recorded migrations, replayed by the planner and compared. */
#ifndef TEST_TRUTH_MIGRATIONS_H
#define TEST_TRUTH_MIGRATIONS_H

/* Checks one folder that holds migration.json: the plan equals the recorded statements, the predicted refusal the recorded
 * one, the predicted end state after.sqlite. Prints each failure. @return 0 passed, 1 failed, -1 not a migration folder. */
int truth_check_migration(const char *folder);

#endif
