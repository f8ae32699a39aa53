/* SPDX-License-Identifier: MIT */
/* A report while it is written. */
#ifndef EL_CHECK_REPORT_H
#define EL_CHECK_REPORT_H

#include "entitylens/check.h"

#include <stdarg.h>

el_check_report *el__check_report_new(void);
/* Adds a finding; code, severity and area are constants.  The pointer is good until the next one is added. */
el_check_finding *el__check_add(el_check_report *report, const char *area, const char *code, const char *severity,
                                const char *where, const char *fmt, ...) EL_PRINTF(6, 7);
el_check_finding *el__check_addv(el_check_report *report, const char *area, const char *code, const char *severity,
                                 const char *where, const char *fmt, va_list ap);
/* Worst first, else in the order in which they were added. */
void el__check_sort(el_check_report *report);

#endif
