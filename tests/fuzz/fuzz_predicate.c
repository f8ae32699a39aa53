/* SPDX-License-Identifier: MIT */
/* Any bytes as a predicate: parse, print and read back, evaluate, check, remark, complete, colour. */
#include "entitylens/predicate.h"

#include "base/buf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../core/predicate/predicate_model.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static el_value arguments[6];

static const el_entity *entity(void)
{
    static el_model *model;
    static el_value members[2];
    if (!model) {
        model = predicate_model();
        members[0] = el_value_int(-3);
        members[1] = el_value_text(EL_STRING, "a*\\?(", 5);
        arguments[0] = el_value_text(EL_STRING, "name", 4);
        arguments[1] = el_value_date(978307200.5);
        arguments[2] = el_value_text(EL_DECIMAL, "1.10E3", 6);
        arguments[3].kind = EL_LIST;
        arguments[3].u.list.items = members;
        arguments[3].u.list.n = 2;
        arguments[4] = el_value_null();
        arguments[5] = el_value_object("User", 3);
    }
    return el_model_entity(model, "User");
}

static void evaluate(const el_predicate *p)
{
    el_value keys[2] = {el_value_text(EL_STRING, "a", 1), el_value_text(EL_STRING, "b", 1)};
    el_value values[2] = {arguments[3], el_value_text(EL_STRING, "Zo\xC3\xAB", 4)};
    el_value self = el_value_null();
    self.kind = EL_DICT;
    self.u.dict.keys = keys;
    self.u.dict.values = values;
    self.u.dict.n = 2;
    for (int mode = EL_EVAL_MEMORY; mode <= EL_EVAL_STORE; mode++) {
        el_truth truth;
        el_error err;
        if (el_predicate_evaluate(&truth, p, &self, NULL, (el_eval_mode)mode, &err) && (!err.code[0] || err.start > err.end))
            abort();
    }
}

/* What is printed must read back as the same tree (unless the added parentheses pass the limit of levels). */
static void round_trip(const el_predicate *p)
{
    el_buf text = {0}, before = {0}, after = {0};
    const el_value *args;
    size_t nargs;
    el_predicate *again;
    el_predicate_print(&text, p, &args, &nargs);
    el_predicate_normal_form(&before, p);
    int status = el_predicate_parse(&again, el_buf_str(&text), text.len, args, nargs, NULL, 0, NULL);
    if (status == EL_OK)
        el_predicate_normal_form(&after, again);
    if (status != EL_ELIMIT && (status != EL_OK || strcmp(el_buf_str(&before), el_buf_str(&after)))) {
        fprintf(stderr, "%s\nprints as %s\nreads as %s\n", el_buf_str(&before), el_buf_str(&text), el_buf_str(&after));
        abort();
    }
    el_predicate_free(again);
    el_buf_free(&text);
    el_buf_free(&before);
    el_buf_free(&after);
}

static void check_errors(const el_error *errs, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++)
        if (!errs[i].message[0] || errs[i].start > errs[i].end || errs[i].end > size)
            abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    enum { MOST = 8 };
    const char *text = (const char *)data;
    const el_entity *e = entity();
    el_error errs[MOST];
    size_t n;
    el_predicate *p;
    el_completions *completions;
    el_token *tokens;
    if (size > 65536)
        return 0;
    el_predicate_argument_count(text, size);
    el_predicate_tokens(&tokens, text, size);
    el_tokens_free(tokens);
    el_predicate_complete(&completions, text, size, size ? size - data[size - 1] % size : 0, e);
    el_completions_free(completions);
    int status = el_predicate_parse(&p, text, size, arguments, 6, errs, MOST, &n);
    check_errors(errs, n, size);
    if (status != EL_OK)
        return 0;
    round_trip(p);
    evaluate(p);
    el_predicate_check(p, e, errs, MOST, &n);
    check_errors(errs, n, size);
    check_errors(errs, el_predicate_remarks(p, e, errs, MOST), size);
    el_predicate_free(p);
    return 0;
}
