/* SPDX-License-Identifier: MIT */
#include "cipher/derive.h"

#include <openssl/crypto.h>

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

typedef struct crew {
    pthread_mutex_t lock;
    pthread_cond_t finished;
    el__job *jobs;
    size_t n, next;
    const unsigned char *salt;
    el__job_check check;
    void *check_ctx;
    el__progress progress;
    void *progress_ctx;
    int64_t total;
    atomic_int stop;            /* found or cancelled: running derivations end at their next poll */
    atomic_int_least64_t done;  /* rounds of finished derivations */
    int found, cancelled, helper_running;
} crew;

static int ask(crew *c, int64_t done)
{
    if (c->progress && !c->cancelled && c->progress(c->progress_ctx, done < c->total ? done : c->total, c->total)) {
        c->cancelled = 1;
        atomic_store(&c->stop, 1);
    }
    return atomic_load(&c->stop);
}

/* Only the calling thread talks to the caller. */
static int poll_calling(void *ctx, int64_t rounds)
{
    crew *c = ctx;
    return ask(c, atomic_load(&c->done) + rounds);
}

static int poll_helping(void *ctx, int64_t rounds)
{
    (void)rounds;
    return atomic_load(&((crew *)ctx)->stop);
}

static el__job *take(crew *c)
{
    pthread_mutex_lock(&c->lock);
    el__job *job = c->next < c->n && !atomic_load(&c->stop) ? &c->jobs[c->next++] : NULL;
    pthread_mutex_unlock(&c->lock);
    return job;
}

static void work(crew *c, el__kdf_poll poll)
{
    for (el__job *job; (job = take(c));) {
        if (el__pbkdf2(job->key, sizeof job->key, job->hash, job->password, job->npassword, c->salt, EL__SALT_BYTES, job->rounds,
                       poll, c))
            return;
        pthread_mutex_lock(&c->lock);
        job->done = 1;
        if (!c->found && c->check(c->check_ctx, job)) {
            c->found = 1;
            atomic_store(&c->stop, 1);
        }
        pthread_mutex_unlock(&c->lock);
        atomic_fetch_add(&c->done, job->rounds);
    }
}

static void *help(void *ctx)
{
    crew *c = ctx;
    work(c, poll_helping);
    pthread_mutex_lock(&c->lock);
    c->helper_running = 0;
    pthread_cond_signal(&c->finished);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* Waiting must not deafen us to a wish to cancel. */
static void wait_for_helper(crew *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->helper_running) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        t.tv_nsec += 10 * 1000 * 1000;
        if (t.tv_nsec >= 1000000000) {
            t.tv_nsec -= 1000000000;
            t.tv_sec++;
        }
        pthread_cond_timedwait(&c->finished, &c->lock, &t);
        pthread_mutex_unlock(&c->lock);
        ask(c, atomic_load(&c->done));
        pthread_mutex_lock(&c->lock);
    }
    pthread_mutex_unlock(&c->lock);
}

int el__derive(el__job *jobs, size_t n, const unsigned char salt[EL__SALT_BYTES], el__job_check check, void *check_ctx,
               el__progress progress, void *progress_ctx)
{
    crew c = {.jobs = jobs, .n = n, .salt = salt, .check = check, .check_ctx = check_ctx, .progress = progress,
              .progress_ctx = progress_ctx};
    for (size_t i = 0; i < n; i++)
        c.total += jobs[i].rounds;
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.finished, NULL);
    pthread_t helper;
    c.helper_running = n > 1;
    int helped = n > 1 && pthread_create(&helper, NULL, help, &c) == 0;
    if (!helped)
        c.helper_running = 0;
    work(&c, poll_calling);
    if (helped) {
        wait_for_helper(&c);
        pthread_join(helper, NULL);
    }
    pthread_cond_destroy(&c.finished);
    pthread_mutex_destroy(&c.lock);
    return c.found ? 1 : c.cancelled ? -1 : 0;
}

void el_cipher_thread_end(void)
{
    OPENSSL_thread_stop();
}
