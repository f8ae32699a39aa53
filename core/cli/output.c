/* SPDX-License-Identifier: MIT */
/* Results to standard output, everything else to standard error. */
#include "cli.h"

#include "base/utf8.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <unicode/uchar.h>

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* Installed before main, so that a Ctrl-C at any time is seen. */
__attribute__((constructor)) static void watch_interrupts(void)
{
    struct sigaction action = {0};
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

int cli_interrupted(void)
{
    return interrupted;
}

int cli_progress(void *ctx, int64_t done, int64_t total)
{
    const cli *c = ctx;
    static time_t last;
    time_t now = time(NULL);
    if (c && !c->quiet && now != last && isatty(STDERR_FILENO)) {
        if (last) { /* nothing in the first second: most work is over by then */
            if (total > 0)
                fprintf(stderr, "\r%3d %% ", (int)(done * 100 / total));
            else
                fprintf(stderr, "\r%lld ", (long long)done);
            fflush(stderr);
        }
        last = now;
    }
    return interrupted;
}

void cli_label(el_buf *b, const char *before, const char *label)
{
    el_cell cell = {.value = el_value_text(EL_STRING, label, (size_t)-1), .storage = EL_STORAGE_TEXT};
    el_buf_puts(b, before);
    el_cell_text(b, &cell);
}

static void write_failed(void)
{
    if (errno == EPIPE) /* whoever read our output has seen enough */
        _exit(0);
    fprintf(stderr, "entitylens: writing the result failed: %s\n", strerror(errno));
    _exit(6);
}

void cli_write(const void *bytes, size_t n)
{
    if (n && fwrite(bytes, 1, n, stdout) != n)
        write_failed();
}

void cli_write_buf(const el_buf *b)
{
    cli_write(el_buf_str(b), b->len);
}

void cli_flush(void)
{
    if (fflush(stdout) != 0)
        write_failed();
}

static void json_error(const el_error *e)
{
    el_buf b = {0};
    el_buf_puts(&b, "{\"error\":{\"code\":");
    el_buf_json_string(&b, e->code, (size_t)-1);
    el_buf_puts(&b, ",\"message\":");
    el_buf_json_string(&b, e->message, (size_t)-1);
    if (e->has_range)
        el_buf_printf(&b, ",\"range\":[%zu,%zu]", e->start, e->end);
    else
        el_buf_puts(&b, ",\"range\":null");
    el_buf_puts(&b, ",\"hint\":");
    if (e->hint[0])
        el_buf_json_string(&b, e->hint, (size_t)-1);
    else
        el_buf_puts(&b, "null");
    if (e->repair[0]) {
        el_buf_puts(&b, ",\"repair\":");
        el_buf_json_string(&b, e->repair, (size_t)-1);
    }
    if (e->offset >= 0)
        el_buf_printf(&b, ",\"offset\":%lld", (long long)e->offset);
    if (e->sqlite_code)
        el_buf_printf(&b, ",\"sqlite\":%d", e->sqlite_code);
    el_buf_puts(&b, "}}\n");
    fputs(el_buf_str(&b), stderr);
    el_buf_free(&b);
}

static int display_width(uint32_t c)
{
    int type = u_charType((UChar32)c);
    if (type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK || type == U_FORMAT_CHAR)
        return 0;
    int wide = u_getIntPropertyValue((UChar32)c, UCHAR_EAST_ASIAN_WIDTH);
    return wide == U_EA_WIDE || wide == U_EA_FULLWIDTH ? 2 : 1;
}

static size_t text_width(const char *s, size_t n)
{
    size_t width = 0;
    for (size_t i = 0; i < n;)
        width += (size_t)display_width(el_utf8_next(s, n, &i));
    return width;
}

/* The line of `text` that the range starts in, and carets below it. */
static void print_caret(const el_error *e, const char *text)
{
    size_t n = strlen(text), start = e->start < n ? e->start : n, end = e->end < n ? e->end : n;
    size_t line = start;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    size_t line_end = start + strcspn(text + start, "\n");
    if (end > line_end)
        end = line_end;
    fprintf(stderr, "  %.*s\n  %*s", (int)(line_end - line), text + line, (int)text_width(text + line, start - line), "");
    size_t carets = end > start ? text_width(text + start, end - start) : 1;
    while (carets--)
        fputc('^', stderr);
    fputc('\n', stderr);
}

int cli_fail(cli *cli, const char *text)
{
    const el_error *e = &cli->error;
    fflush(stdout);
    if (cli->format == CLI_JSON || cli->format == CLI_JSONL) {
        json_error(e);
        return el_error_exit_status(e->status);
    }
    if (isatty(STDERR_FILENO))
        fputs("\r", stderr);
    fprintf(stderr, "entitylens: %s\n", e->message);
    if (text && e->has_range)
        print_caret(e, text);
    if (e->repair[0])
        fprintf(stderr, "  Instead: %s\n", e->repair);
    if (e->hint[0] && !cli->quiet)
        fprintf(stderr, "  %s\n", e->hint);
    return el_error_exit_status(e->status);
}

enum { SAMPLE_ROWS = 200, WIDEST = 48 };

struct cli_table {
    size_t ncolumns;
    size_t *widths;
    int *right;
    char **headers;
    char ***first; /* the first rows, kept until the widths are known */
    size_t nfirst;
    int streaming;
};

cli_table *cli_table_new(const char *const *headers, const int *right, size_t ncolumns)
{
    cli_table *t = el_xmalloc(sizeof *t);
    t->ncolumns = ncolumns;
    t->widths = el_xmalloc(ncolumns * sizeof *t->widths);
    t->right = el_xmalloc(ncolumns * sizeof *t->right);
    t->headers = el_xmalloc(ncolumns * sizeof *t->headers);
    t->first = el_xmalloc(SAMPLE_ROWS * sizeof *t->first);
    for (size_t i = 0; i < ncolumns; i++) {
        t->headers[i] = el_xstrdup(headers[i]);
        t->right[i] = right ? right[i] : 0;
        t->widths[i] = text_width(headers[i], strlen(headers[i]));
    }
    return t;
}

/* A cell on one line: controls become blanks, long text is cut with an ellipsis. */
static char *one_line(const char *cell)
{
    el_buf b = {0};
    size_t n = strlen(cell), width = 0;
    for (size_t i = 0; i < n;) {
        uint32_t c = el_utf8_next(cell, n, &i);
        if (c < 0x20 || (c >= 0x7F && c < 0xA0))
            c = ' ';
        width += (size_t)display_width(c);
        if (width > WIDEST - 1 && i < n) {
            el_buf_puts(&b, "…");
            break;
        }
        el_buf_utf8(&b, c);
    }
    return el_buf_take(&b);
}

static void print_row(const cli_table *t, char *const *cells)
{
    el_buf b = {0};
    for (size_t i = 0; i < t->ncolumns; i++) {
        size_t width = text_width(cells[i], strlen(cells[i]));
        int pad = (int)(t->widths[i] > width ? t->widths[i] - width : 0);
        if (i)
            el_buf_puts(&b, "  ");
        if (t->right[i])
            el_buf_printf(&b, "%*s%s", pad, "", cells[i]);
        else if (i + 1 == t->ncolumns)
            el_buf_puts(&b, cells[i]);
        else
            el_buf_printf(&b, "%s%*s", cells[i], pad, "");
    }
    while (b.len && b.data[b.len - 1] == ' ')
        b.len--;
    el_buf_putc(&b, '\n');
    cli_write_buf(&b);
    el_buf_free(&b);
}

static void release(const cli_table *t, char **cells)
{
    for (size_t i = 0; i < t->ncolumns; i++)
        free(cells[i]);
    free(cells);
}

static void print_first(cli_table *t)
{
    print_row(t, t->headers);
    el_buf rule = {0};
    for (size_t i = 0; i < t->ncolumns; i++) {
        if (i)
            el_buf_puts(&rule, "  ");
        for (size_t k = 0; k < t->widths[i]; k++)
            el_buf_puts(&rule, "─");
    }
    el_buf_putc(&rule, '\n');
    cli_write_buf(&rule);
    el_buf_free(&rule);
    for (size_t r = 0; r < t->nfirst; r++) {
        print_row(t, t->first[r]);
        release(t, t->first[r]);
    }
    t->nfirst = 0;
    t->streaming = 1;
}

void cli_table_row(cli_table *t, const char *const *cells)
{
    char **copy = el_xmalloc(t->ncolumns * sizeof *copy);
    for (size_t i = 0; i < t->ncolumns; i++)
        copy[i] = one_line(cells[i] ? cells[i] : "");
    if (t->streaming) {
        print_row(t, copy);
        release(t, copy);
        return;
    }
    for (size_t i = 0; i < t->ncolumns; i++) {
        size_t width = text_width(copy[i], strlen(copy[i]));
        if (width > t->widths[i])
            t->widths[i] = width;
    }
    t->first[t->nfirst++] = copy;
    if (t->nfirst == SAMPLE_ROWS)
        print_first(t);
}

void cli_table_end(cli_table *t)
{
    if (!t->streaming)
        print_first(t);
    for (size_t i = 0; i < t->ncolumns; i++)
        free(t->headers[i]);
    free(t->headers);
    free(t->widths);
    free(t->right);
    free(t->first);
    free(t);
}
