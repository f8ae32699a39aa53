/* SPDX-License-Identifier: MIT */
/** @file error.h
 *  Results and errors.
 *
 *  Every fallible function returns an `int`: EL_OK (0) or one of the negative
 *  statuses below.  What a person needs to know lies in the el_error that the
 *  caller passes; it may be NULL where only the status matters. */
#ifndef ENTITYLENS_ERROR_H
#define ENTITYLENS_ERROR_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define EL_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define EL_PRINTF(fmt, args)
#endif

/** What a caller branches on.  The finer distinction is el_error.code. */
typedef enum el_status {
    EL_OK = 0,
    EL_EUSAGE = -1,     /**< the caller's or the user's arguments make no sense */
    EL_EPARSE = -2,     /**< predicate text does not parse; range set */
    EL_EPREDICATE = -3, /**< predicate parses but means nothing here; range set */
    EL_EMODEL = -4,     /**< a model cannot be read */
    EL_ENOTFOUND = -5,  /**< no such entity, object, property or saved query */
    EL_EKEYNEEDED = -6, /**< the file is encrypted and no key was given */
    EL_EWRONGKEY = -7,  /**< the key fits no tried set of parameters */
    EL_ENOTSTORE = -8,  /**< readable, but not an ECD store (not-ecd, empty-file, …) */
    EL_ECORRUPT = -9,   /**< damaged bytes */
    EL_EBUSY = -10,     /**< locked by another process */
    EL_EIO = -11,       /**< missing file, permission, disk full, I/O */
    EL_ECANCELLED = -12,/**< the caller cancelled */
    EL_ELIMIT = -13,    /**< too deep, too large, too complex */
    EL_ESQL = -14,      /**< the engine refused a statement of ours */
    EL_EUNSUPPORTED = -15, /**< recognised, and not something we handle */
    EL_EEXISTS = -16    /**< a target that must not exist does */
} el_status;

enum { EL_ERROR_ARGS = 4 };

/** A failure, complete enough to be shown and acted upon.  A plain struct: no
 *  allocation, may live on the stack, copied by assignment.  No field ever
 *  holds a key, a passphrase or a machine address. */
typedef struct el_error {
    int status;          /**< el_status */
    char code[40];       /**< stable word, e.g. "wrong-key"; translations key on it */
    char args[EL_ERROR_ARGS][160]; /**< arguments of the sentence, in its order */
    int nargs;
    char message[640];   /**< English sentence: what is wrong and where */
    char hint[400];      /**< what to do next; may be empty */
    char repair[256];    /**< replacement text for [start,end) where one is known; may be empty */
    int has_range;       /**< start and end are meaningful */
    size_t start, end;   /**< byte range in the user's text */
    int sqlite_code;     /**< extended SQLite result code or 0 */
    int64_t offset;      /**< byte offset in the file or -1 */
} el_error;

/** Forgets whatever @p e holds.  NULL is fine. */
void el_error_clear(el_error *e);

/** Fills @p e (may be NULL) and returns @p status, so that a failure is one statement. */
int el_error_set(el_error *e, int status, const char *code, const char *fmt, ...) EL_PRINTF(4, 5);
int el_error_setv(el_error *e, int status, const char *code, const char *fmt, va_list ap);

/** Adds what to do next. */
void el_error_hint(el_error *e, const char *fmt, ...) EL_PRINTF(2, 3);
/** Adds the next argument of the sentence (for translation). */
void el_error_arg(el_error *e, const char *fmt, ...) EL_PRINTF(2, 3);
/** Sets the byte range in the user's text. */
void el_error_range(el_error *e, size_t start, size_t end);

/** The exit status of the command line for @p status (see the man page): 2, 3, 4, 5, 6 or 130. */
int el_error_exit_status(int status);

#ifdef __cplusplus
}
#endif
#endif
