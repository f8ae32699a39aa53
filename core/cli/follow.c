/* SPDX-License-Identifier: MIT */
/* `fetch --follow`: the result, then what becomes of it, until interrupted. */
#include "follow.h"

#include <string.h>
#include <time.h>

enum { LOOK_EVERY_MS = 200, QUIET_MS = 250 };

static const char *const kinds[] = {"present", "added", "changed", "removed"};
static const char signs[] = " +~-";

static void text_line(el_follow_kind kind, const char *id, const el_object *o)
{
    el_buf line = {0};
    el_buf_printf(&line, "%c %s", signs[kind], id);
    for (size_t i = 0; o && i < o->entity->nall_attributes; i++) {
        const el_attribute *a = o->entity->all_attributes[i];
        if (a->transient || o->attributes[i].value.kind == EL_NULL)
            continue;
        el_buf_printf(&line, "  %s: ", a->name);
        el_cell_text(&line, &o->attributes[i]);
    }
    for (size_t i = 0; o && i < o->entity->nall_relationships; i++) {
        const el_ref *ref = &o->to_one[i];
        const el_relationship *r = o->entity->all_relationships[i];
        if (!r->to_many && !r->transient && ref->present)
            el_buf_printf(&line, "  %s: %s/%lld", r->name, ref->entity ? ref->entity->name : "?", (long long)ref->key);
    }
    el_buf_putc(&line, '\n');
    cli_write_buf(&line);
    el_buf_free(&line);
}

static void json_line(el_follow_kind kind, const char *id, const el_object *o)
{
    el_buf line = {0};
    el_buf_printf(&line, "{\"change\":\"%s\",\"id\":", kinds[kind]);
    el_buf_json_string(&line, id, (size_t)-1);
    if (o) {
        el_buf_puts(&line, ",\"object\":");
        el_object_json(&line, o);
    }
    el_buf_puts(&line, "}\n");
    cli_write_buf(&line);
    el_buf_free(&line);
}

static int tell(void *ctx, el_follow_kind kind, const char *id, const el_object *o)
{
    const cli *c = ctx;
    if (c->format == CLI_JSONL)
        json_line(kind, id, o);
    else
        text_line(kind, id, o);
    return cli_interrupted();
}

/* What happened to the file itself goes to standard error for a person, and into the stream for a program. */
static void tell_file(const cli *c, unsigned changes)
{
    static const struct { unsigned bit; const char *word, *sentence; } events[] = {
        {EL_CHANGE_FILE, "file", "the file was replaced"},
        {EL_CHANGE_SCHEMA, "schema", "the tables changed and were read again"},
        {EL_CHANGE_GONE, "gone", "the file is gone; waiting for another one"},
    };
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        if (!(changes & events[i].bit))
            continue;
        el_buf line = {0};
        if (c->format == CLI_JSONL) {
            el_buf_printf(&line, "{\"change\":\"%s\"}\n", events[i].word);
            cli_write_buf(&line);
        } else if (!c->quiet) {
            fprintf(stderr, "entitylens: %s\n", events[i].sentence);
        }
        el_buf_free(&line);
    }
}

static void pause_a_little(void)
{
    struct timespec t = {0, LOOK_EVERY_MS * 1000000L};
    nanosleep(&t, NULL); /* a signal ends it early, which is what it is for */
}

/* A writer that holds its lock now will let go of it. */
static int transient(int status)
{
    return status == EL_EBUSY;
}

static int follow(cli *c, el_watch *watch, el_follow *f)
{
    int unread = 1;
    while (!cli_interrupted()) {
        int status = unread ? el_follow_read(f, tell, c, &c->error) : EL_OK;
        cli_flush();
        if (status && !transient(status))
            return status;
        unread = status != EL_OK;
        pause_a_little();
        unsigned changes;
        status = cli_interrupted() ? EL_OK : el_watch_look(watch, &changes, &c->error);
        if (status && !transient(status))
            return status;
        if (!status && !cli_interrupted()) {
            tell_file(c, changes);
            unread |= (changes & (EL_CHANGE_DATA | EL_CHANGE_SCHEMA | EL_CHANGE_FILE)) != 0;
        }
    }
    return el_error_set(&c->error, EL_ECANCELLED, "cancelled", "interrupted");
}

int cli_follow(cli *c, el_store *store, const el_key *key, const el_fetch_request *request)
{
    if (c->format != CLI_TEXT && c->format != CLI_JSONL)
        return el_error_set(&c->error, EL_EUSAGE, "usage", "--follow prints text or jsonl: the other formats need an end");
    el_watch *watch = NULL;
    el_follow *f = NULL;
    el_fetch_request whole = *request;
    whole.read_flags = EL_READ_TO_MANY | EL_READ_IDS; /* so that a changed relationship is a change */
    int status = el_watch_open(&watch, store, key, QUIET_MS, &c->error);
    if (!status)
        status = el_follow_open(&f, store, &whole, &c->error);
    if (!status)
        status = follow(c, watch, f);
    el_follow_close(f);
    el_watch_close(watch);
    return status;
}
