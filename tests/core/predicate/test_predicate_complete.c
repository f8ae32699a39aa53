/* SPDX-License-Identifier: MIT */
/* Completion at a place marked by "|", and the highlighter's tokens. */
#include "base/buf.h"
#include "entitylens/predicate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "predicate_model.h"

static el_model *model;

static el_completions *complete(const char *entity, const char *marked)
{
    const char *bar = strchr(marked, '|');
    char text[512];
    assert_non_null(bar);
    snprintf(text, sizeof text, "%.*s%s", (int)(bar - marked), marked, bar + 1);
    el_completions *c;
    assert_int_equal(el_predicate_complete(&c, text, strlen(text), (size_t)(bar - marked), el_model_entity(model, entity)), EL_OK);
    return c;
}

static const el_completion *find(const el_completions *c, const char *text)
{
    for (size_t i = 0; i < c->n; i++)
        if (!strcmp(c->items[i].text, text))
            return &c->items[i];
    return NULL;
}

/* `offered` and `not_offered` are lists of texts separated by blanks. */
static void check(const char *entity, const char *marked, const char *offered, const char *not_offered)
{
    el_completions *c = complete(entity, marked);
    char words[512], *rest = words;
    snprintf(words, sizeof words, "%s", offered);
    for (char *word; (word = strsep(&rest, " "));)
        if (*word && !find(c, word))
            fail_msg("%s: %s is not offered (%zu are)", marked, word, c->n);
    rest = words;
    snprintf(words, sizeof words, "%s", not_offered);
    for (char *word; (word = strsep(&rest, " "));)
        if (*word && find(c, word))
            fail_msg("%s: %s is offered", marked, word);
    for (size_t i = 0; i < c->n; i++)
        assert_true(c->items[i].text[0] && c->items[i].detail && c->items[i].help && c->items[i].help[0]);
    el_completions_free(c);
}

static void places(void **state)
{
    (void)state;
    check("User", "|", "name posts level NOT ANY SUBQUERY( TRUEPREDICATE #in size", "draft == AND nil @count");
    check("User", "na|", "name", "posts age");
    check("User", "(age == 1 AND |", "name NOT", "AND");
    check("User", "NOT |", "name ANY", "==");
    check("User", "name |", "== CONTAINS[cd] LIKE IN", "AND name");
    check("User", "age |", "== < BETWEEN IN", "CONTAINS LIKE");
    check("User", "avatar |", "== !=", "< LIKE");
    check("User", "posts |", "CONTAINS", "== <");
    check("User", "ANY |", "posts", "NOT AND");
    check("User", "ANY posts.title |", "== CONTAINS[cd]", "AND");
    check("User", "ANY posts.views |", "== <", "LIKE");
    check("User", "name == |", "nil name lowercase:(", "AND == YES NOT");
    check("User", "active == |", "YES NO nil", "AND");
    check("User", "born > |", "now() CAST( nil", "YES");
    check("User", "age IN |", "{ posts", "AND");
    check("User", "name == 'x' |", "AND OR", "name ==");
    check("User", "(name == 'x') |", "AND OR", "==");
    check("User", "(age + 1) |", "== <", "AND");
    check("User", "name ==[|", "cd c d", "name");
    check("User", "name ==[c] |", "nil", "cd AND");
    check("User", "name == '|", "", "name nil");
    check("User", "age == 1|", "", "name nil");
    check("User", "name == %|", "", "name nil");
    check("User", "posts[|", "SIZE FIRST", "name");
    check("User", "posts[SIZE] |", "== <", "AND");
    check("User", "sum:(|", "posts nil", "NOT AND");
    check("User", "CAST(age, |", "\"NSDate\"", "name");
    check("User", "TERNARY(|", "name NOT", "AND");
    check("User", "TERNARY(age == 1, |", "name nil", "NOT");
    check("User", "age BETWEEN {1, |", "age", "NOT");
}

static void key_paths(void **state)
{
    (void)state;
    check("User", "posts.|", "title views author tags @count @sum", "name NOT");
    check("User", "posts.ti|", "title", "views");
    check("User", "posts.@|", "@count @sum @distinctUnionOfObjects", "title");
    check("User", "posts.@co|", "@count", "@sum");
    check("User", "posts.@count |", "== <", "AND LIKE");
    check("Post", "author.|", "name level posts", "@count title");
    check("Post", "author.posts.tags.|", "word @count", "name");
    check("Post", "title.|", "length", "title lowercaseString");
    check("Post", "author.entity.|", "name", "age");
    check("User", "#i|", "#in", "in");
    check("User", "SUBQUERY(|", "posts", "NOT");
    check("User", "SUBQUERY(posts, |", "$p", "posts");
    check("User", "SUBQUERY(posts, $p, |", "$p name NOT", "title");
    check("User", "SUBQUERY(posts, $p, $p.|", "title views", "name");
    check("User", "SUBQUERY(posts, $p, $p.views |", "== <", "LIKE AND");
    check("User", "SUBQUERY(posts, $p, $p.views > 3 |", "AND OR", "==");
    check("User", "SUBQUERY(posts, $p, SUBQUERY($p.tags, $t, $t.|", "word", "title name");
    check("User", "SUBQUERY(posts, $p, SUBQUERY($p.tags, $t, $|", "$t $p", "word");
    check("User", "SUBQUERY(posts, $p, $p.views > 3).|", "@count title", "name");
    check("User", "age > 3 AND posts.author.|", "name age", "title");
    check("User", "zzz.|", "", "name");
}

static void replaced_range(void **state)
{
    (void)state;
    el_completions *c = complete("User", "age > 1 AND na|me == 'x'");
    assert_int_equal(c->replace_start, 12);
    assert_int_equal(c->replace_end, 16);
    assert_string_equal(c->items[0].text, "name");
    assert_int_equal(c->items[0].kind, EL_COMPLETE_ATTRIBUTE);
    assert_string_equal(c->items[0].detail, "String");
    el_completions_free(c);
    c = complete("User", "age > |");
    assert_int_equal(c->replace_start, 6);
    assert_int_equal(c->replace_end, 6);
    el_completions_free(c);
    c = complete("User", "ti|"); /* names that only hold what was typed come behind */
    assert_null(find(c, "posts"));
    assert_non_null(find(c, "active"));
    el_completions_free(c);
}

static void without_an_entity(void **state)
{
    (void)state;
    el_completions *c;
    assert_int_equal(el_predicate_complete(&c, "a.", 2, 2, NULL), EL_OK);
    el_completions_free(c);
    assert_int_equal(el_predicate_complete(&c, NULL, 0, 10, NULL), EL_OK);
    assert_non_null(find(c, "NOT"));
    el_completions_free(c);
}

static void tokens(void **state)
{
    (void)state;
    static const char letters[] = "KONSkFV%@.oE"; /* one for each kind, in its order */
    static const struct { const char *text, *kinds; } rows[] = {
        {"name ==[cd] 'x' AND $v > 1.5", "kO.o.SKVON"},
        {"posts.@count >= %d", "k.@O%"},
        {"SUBQUERY(a, $x, $x.b LIKE 'c')[SIZE]", "F.k.V.V.kKS..K."},
        {"sum(a) + nosuch(b) ?", "F.k.OE.k.E"},
        {"SELF isKindOfClass: #in", "KOk"},
        {"list[first] == list[a] ! \"open", "k.K.Ok.k.OE"},
        {"add:to:(1, 2) && 12ab", "F.N.N.OE"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        el_token *list;
        size_t n = el_predicate_tokens(&list, rows[i].text, strlen(rows[i].text)), end = 0;
        el_buf kinds = {0};
        for (size_t k = 0; k < n; k++) {
            assert_true(list[k].start >= end && list[k].end > list[k].start);
            end = list[k].end;
            el_buf_putc(&kinds, letters[list[k].kind]);
        }
        assert_string_equal(el_buf_str(&kinds), rows[i].kinds);
        el_buf_free(&kinds);
        el_tokens_free(list);
    }
}

/* Every prefix and every place of a text: nothing may go wrong, whatever is unfinished. */
static void every_place(void **state)
{
    (void)state;
    static const char text[] = "NOT (ANY posts.title ==[cd] 'x' || SUBQUERY(posts, $p, $p.tags.@count > {1, 2}[SIZE]).@count > 0) "
                               "AND TERNARY(a == #in, CAST(b, \"NSDate\"), %@) BETWEEN {-1, ~2 ** 3}]})";
    const el_entity *entity = el_model_entity(model, "User");
    for (size_t n = 0; n < sizeof text; n++)
        for (size_t at = 0; at <= n; at++) {
            el_completions *c;
            assert_int_equal(el_predicate_complete(&c, text, n, at, entity), EL_OK);
            assert_true(c->replace_start <= at && at <= c->replace_end && c->replace_end <= n);
            el_completions_free(c);
        }
}

static int set_up(void **state)
{
    (void)state;
    model = predicate_model();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    el_model_free(model);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),            cmocka_unit_test(key_paths), cmocka_unit_test(replaced_range),
        cmocka_unit_test(without_an_entity), cmocka_unit_test(tokens),    cmocka_unit_test(every_place),
    };
    return cmocka_run_group_tests_name("predicate_complete", tests, set_up, tear_down);
}
