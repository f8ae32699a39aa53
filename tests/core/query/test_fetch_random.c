/* SPDX-License-Identifier: MIT */
/* Random predicates: what is fetched from a store must be what evaluating every object gives.  Translation and
 * evaluation share the tree and the rules of comparing, but no code that walks or quantifies. */
#include "corpus_graph.h"
#include "fixture.h"
#include "sqlite_library.h"

#include "base/arena.h"
#include "base/buf.h"
#include "entitylens/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <cmocka.h>

enum { PREDICATES = 1500, PEOPLE = 60, TEAMS = 6, TAGS = 9, ARGS = 64 };

static const char model_text[] =
    "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
    "<entity name=\"Person\">"
    "<attribute name=\"name\" optional=\"YES\" attributeType=\"String\" indexed=\"YES\"/><attribute name=\"nick\" optional=\"YES\" attributeType=\"String\"/>"
    "<attribute name=\"age\" optional=\"YES\" attributeType=\"Integer 16\"/><attribute name=\"big\" optional=\"YES\" attributeType=\"Integer 64\"/>"
    "<attribute name=\"height\" optional=\"YES\" attributeType=\"Double\"/><attribute name=\"money\" optional=\"YES\" attributeType=\"Decimal\"/>"
    "<attribute name=\"active\" optional=\"YES\" attributeType=\"Boolean\"/><attribute name=\"born\" optional=\"YES\" attributeType=\"Date\"/>"
    "<attribute name=\"order\" optional=\"YES\" attributeType=\"Integer 32\"/><attribute name=\"blob\" optional=\"YES\" attributeType=\"Binary\"/>"
    "<relationship name=\"team\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Team\" inverseName=\"members\" inverseEntity=\"Team\"/>"
    "<relationship name=\"boss\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Person\" inverseName=\"reports\" inverseEntity=\"Person\"/>"
    "<relationship name=\"reports\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" inverseName=\"boss\" inverseEntity=\"Person\"/>"
    "<relationship name=\"tags\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Tag\" inverseName=\"people\" inverseEntity=\"Tag\"/></entity>"
    "<entity name=\"Manager\" parentEntity=\"Person\"><attribute name=\"budget\" optional=\"YES\" attributeType=\"Integer 32\"/></entity>"
    "<entity name=\"Team\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"size\" optional=\"YES\" attributeType=\"Integer 32\"/>"
    "<relationship name=\"members\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" inverseName=\"team\" inverseEntity=\"Person\"/>"
    "<relationship name=\"chief\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Manager\"/></entity>"
    "<entity name=\"Tag\"><attribute name=\"word\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"weight\" optional=\"YES\" attributeType=\"Double\"/>"
    "<relationship name=\"people\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" inverseName=\"tags\" inverseEntity=\"Person\"/>"
    "<relationship name=\"wider\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Tag\" inverseName=\"narrower\" inverseEntity=\"Tag\"/>"
    "<relationship name=\"narrower\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Tag\" inverseName=\"wider\" inverseEntity=\"Tag\"/></entity>"
    "</model>";

static el_model *model;
static fixture *objects;
static el_store *store;
static corpus_graph graph;
static char path[64];

static uint64_t state = 88172645463325252u;
static unsigned below(unsigned n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 33) % n);
}
#define PICK(array) ((array)[below(sizeof(array) / sizeof *(array))])

/* --- data --- */

static const char *const words[] = {"ada", "Ada", "ADA", "éva", "Eva", "zoë", "Zoe", "", "a%b", "a_b", "x*y", "Straße", "strasse", "bo", "10", "ﬁn"};
static const char *const decimals[] = {"0.1", "1.10", "10", "9", "-3", "1E2", "0.30"};

static el_value text(el_value_kind kind, const char *s)
{
    return el_value_text(kind, s, strlen(s));
}

static void maybe(fixture_object *o, const char *attribute, el_value v)
{
    if (below(5))
        fixture_set(objects, o, attribute, v);
}

static void fill_person(fixture_object *p)
{
    maybe(p, "name", text(EL_STRING, PICK(words)));
    maybe(p, "nick", text(EL_STRING, PICK(words)));
    maybe(p, "age", el_value_int((int)below(8) - 2));
    maybe(p, "big", el_value_int(below(2) ? INT64_C(9007199254740993) - below(3) : (int)below(3)));
    maybe(p, "height", el_value_double((double)below(12) / 4 - 1));
    maybe(p, "money", text(EL_DECIMAL, PICK(decimals)));
    maybe(p, "active", el_value_bool((int)below(2)));
    maybe(p, "born", el_value_date(978307200.0 + below(5) * 100.5));
    maybe(p, "order", el_value_int(below(4)));
    maybe(p, "blob", el_value_text(EL_DATA, below(2) ? "\1\2" : "\3", below(2) ? 2 : 1));
}

static void fill(void)
{
    fixture_object *people[PEOPLE], *teams[TEAMS], *tags[TAGS];
    for (int i = 0; i < TEAMS; i++) {
        teams[i] = fixture_add(objects, "Team", 0);
        maybe(teams[i], "name", text(EL_STRING, PICK(words)));
        maybe(teams[i], "size", el_value_int(below(6)));
    }
    for (int i = 0; i < TAGS; i++) {
        tags[i] = fixture_add(objects, "Tag", 0);
        maybe(tags[i], "word", text(EL_STRING, PICK(words)));
        maybe(tags[i], "weight", el_value_double((double)below(8) / 2));
        for (int k = 0; k < i; k++)
            if (!below(4))
                fixture_link(objects, tags[i], "wider", tags[k]);
    }
    for (int i = 0; i < PEOPLE; i++) {
        int manager = !below(4);
        people[i] = fixture_add(objects, manager ? "Manager" : "Person", 0);
        fill_person(people[i]);
        if (manager)
            maybe(people[i], "budget", el_value_int(below(5) * 10));
        if (below(4))
            fixture_link(objects, people[i], "team", teams[below(TEAMS)]);
        if (i && below(3))
            fixture_link(objects, people[i], "boss", people[below((unsigned)i)]);
        for (int k = 0; k < TAGS; k++)
            if (!below(4))
                fixture_link(objects, people[i], "tags", tags[k]);
        if (manager && below(2))
            fixture_link(objects, teams[below(TEAMS)], "chief", people[i]);
    }
}

/* --- predicates --- */

/* What a name may begin with: SELF, or a variable of a SUBQUERY. */
typedef struct base { char prefix[16]; const el_entity *entity; } base;
typedef struct writer {
    el_buf out;
    base bases[8]; size_t nbases;
    el_value args[ARGS]; size_t nargs;
    unsigned variables;
} writer;

static void put(writer *w, const char *s)
{
    el_buf_puts(&w->out, s);
}

static void argument(writer *w, el_value v)
{
    if (w->nargs < ARGS) {
        put(w, "%@");
        w->args[w->nargs++] = v;
    } else {
        put(w, "nil");
    }
}

typedef enum kind { NUMBER, INTEGER, STRING, DATE, DECIMAL, BOOLEAN } kind;

static int fits(const el_attribute *a, kind k)
{
    switch (k) {
    case INTEGER: return a->type == EL_TYPE_INT16 || a->type == EL_TYPE_INT32 || (a->type == EL_TYPE_INT64 && !below(4));
    case NUMBER: return a->type == EL_TYPE_INT16 || a->type == EL_TYPE_INT32 || a->type == EL_TYPE_DOUBLE;
    case STRING: return a->type == EL_TYPE_STRING;
    case DATE: return a->type == EL_TYPE_DATE;
    case DECIMAL: return a->type == EL_TYPE_DECIMAL;
    default: return a->type == EL_TYPE_BOOLEAN;
    }
}

static const el_attribute *attribute_of(const el_entity *e, kind k)
{
    for (int tries = 0; tries < 30; tries++) {
        const el_attribute *a = e->all_attributes[below((unsigned)e->nall_attributes)];
        if (fits(a, k))
            return a;
    }
    return NULL;
}

static const el_relationship *relationship_of(const el_entity *e, int to_many)
{
    for (int tries = 0; tries < 20; tries++) {
        const el_relationship *r = e->all_relationships[below((unsigned)e->nall_relationships)];
        if (r->to_many == to_many)
            return r;
    }
    return NULL;
}

/* A base and some to-one steps; writes them and says where they lead. */
static const el_entity *to_one_path(writer *w)
{
    base *b = &w->bases[below((unsigned)w->nbases)];
    const el_entity *e = b->entity;
    put(w, b->prefix);
    for (unsigned n = below(3); n; n--) {
        const el_relationship *r = relationship_of(e, 0);
        if (!r)
            break;
        el_buf_printf(&w->out, "%s.", r->name);
        e = r->destination;
    }
    return e;
}

static void key(writer *w, const char *name)
{
    el_buf_printf(&w->out, "%s%s", !strcmp(name, "order") ? "" : "", name);
}

static int attribute_path(writer *w, kind k)
{
    size_t before = w->out.len;
    for (int tries = 0; tries < 10; tries++) {
        const el_attribute *a = attribute_of(to_one_path(w), k);
        if (a) {
            key(w, a->name);
            return 1;
        }
        w->out.len = before;
        w->out.data[before] = '\0';
    }
    return 0;
}

static void predicate(writer *w, unsigned depth);
static void number(writer *w, unsigned depth);

/* "….rel" over one or two to-many steps; NULL when there is none from here. */
static const el_entity *to_many_path(writer *w, int deep)
{
    size_t before = w->out.len;
    for (int tries = 0; tries < 10; tries++) {
        const el_entity *e = to_one_path(w);
        const el_relationship *r = relationship_of(e, 1);
        if (r) {
            put(w, r->name);
            e = r->destination;
            if (deep && !below(3) && (r = relationship_of(e, (int)below(2)))) {
                el_buf_printf(&w->out, ".%s", r->name);
                e = r->destination;
            }
            return e;
        }
        w->out.len = before;
        w->out.data[before] = '\0';
    }
    return NULL;
}

static void subquery(writer *w, unsigned depth)
{
    put(w, "SUBQUERY(");
    size_t before = w->out.len;
    const el_entity *e = to_many_path(w, 0);
    if (!e) {
        w->out.len = before;
        put(w, "SELF.nothing"); /* cannot happen: every entity has a to-many */
        return;
    }
    base *b = &w->bases[w->nbases++];
    b->entity = e;
    snprintf(b->prefix, sizeof b->prefix, "$v%u.", ++w->variables);
    el_buf_printf(&w->out, ", $v%u, ", w->variables);
    predicate(w, depth ? depth - 1 : 0);
    w->nbases--;
    put(w, ")");
}

static void integer(writer *w, unsigned depth)
{
    size_t before = w->out.len;
    switch (below(depth && w->nbases < 6 ? 8 : 5)) {
    case 0: el_buf_printf(&w->out, "%d", (int)below(9) - 3); return;
    case 5:
        put(w, "(");
        integer(w, depth - 1);
        put(w, PICK(((const char *[]){" + ", " - ", " * ", " / "})));
        integer(w, depth - 1);
        put(w, ")");
        return;
    case 6:
        if (to_many_path(w, 1)) {
            put(w, ".@count");
            return;
        }
        break;
    case 7:
        subquery(w, depth);
        put(w, ".@count");
        return;
    case 4:
        if (attribute_path(w, STRING)) {
            put(w, ".length");
            return;
        }
        break;
    default:
        if (attribute_path(w, INTEGER))
            return;
    }
    w->out.len = before;
    put(w, "2");
}

static void collection_number(writer *w)
{
    size_t before = w->out.len;
    const el_entity *e = to_many_path(w, 1);
    const el_attribute *a = e ? attribute_of(e, NUMBER) : NULL;
    if (a) {
        el_buf_printf(&w->out, ".%s.%s", PICK(((const char *[]){"@sum", "@min", "@max", "@avg"})), a->name);
        return;
    }
    w->out.len = before;
    put(w, "1.5");
}

static void number(writer *w, unsigned depth)
{
    switch (below(depth ? 8 : 3)) {
    case 0: el_buf_printf(&w->out, "%d.%s", (int)below(5) - 1, below(2) ? "25" : "5"); return;
    case 1:
        if (attribute_path(w, NUMBER))
            return;
        put(w, "0.5");
        return;
    case 3: collection_number(w); return;
    case 4:
        put(w, "TERNARY(");
        predicate(w, 0);
        put(w, ", ");
        integer(w, 0);
        put(w, ", ");
        integer(w, 0);
        put(w, ")");
        return;
    case 5:
        put(w, PICK(((const char *[]){"abs:(", "floor:(", "ceiling:(", "trunc:("})));
        number(w, depth - 1);
        put(w, ")");
        return;
    case 6:
        put(w, "(");
        number(w, depth - 1);
        put(w, PICK(((const char *[]){" + ", " - ", " * "})));
        number(w, depth - 1);
        put(w, ")");
        return;
    default: integer(w, depth);
    }
}

static void quoted(writer *w, const char *s)
{
    put(w, "\"");
    for (; *s; s++)
        el_buf_printf(&w->out, "%s%c", *s == '\\' || *s == '"' ? "\\" : "", *s);
    put(w, "\"");
}

static void string(writer *w, unsigned depth)
{
    switch (below(depth ? 5 : 2)) {
    case 0: quoted(w, PICK(words)); return;
    case 3:
        put(w, PICK(((const char *[]){"uppercase:(", "lowercase:(", "canonical:("})));
        string(w, depth - 1);
        put(w, ")");
        return;
    default:
        if (!attribute_path(w, STRING))
            quoted(w, "ada");
    }
}

static const char *options(void)
{
    static const char *const all[] = {"", "", "", "[c]", "[d]", "[cd]", "[n]"};
    return PICK(all);
}

static void text_test(writer *w, unsigned depth)
{
    static const char *const patterns[] = {"a*", "*a", "*a*", "?da", "*", "", "ada", "a\\\\*", "A?A", "*é*", "*_*", "a%*", "*S*E"};
    static const char *const expressions[] = {"[a-z]+", ".*a.*", "ada", "(?i)ada", "a.b", "\\\\d+", "É.*", "str.*"};
    string(w, depth);
    switch (below(3)) {
    case 0:
        el_buf_printf(&w->out, " %s%s ", PICK(((const char *[]){"CONTAINS", "BEGINSWITH", "ENDSWITH", "==", "!=", "<", ">="})), options());
        string(w, depth);
        return;
    case 1:
        el_buf_printf(&w->out, " LIKE%s ", options());
        el_buf_printf(&w->out, "\"%s\"", PICK(patterns));
        return;
    default:
        el_buf_printf(&w->out, " MATCHES%s ", PICK(((const char *[]){"", "[c]", "[d]", "[cd]"})));
        el_buf_printf(&w->out, "\"%s\"", PICK(expressions));
    }
}

static const char *comparison(void)
{
    static const char *const all[] = {"==", "!=", "<", "<=", ">", ">="};
    return PICK(all);
}

static el_value some_object(const el_entity *e)
{
    fixture_object *o = fixture_object_at(objects, below((unsigned)fixture_count(objects)));
    for (int tries = 0; tries < 20 && o->entity->root != e->root; tries++)
        o = fixture_object_at(objects, below((unsigned)fixture_count(objects)));
    return corpus_graph_object(o);
}

static void member_test(writer *w, unsigned depth, const el_entity *e)
{
    kind k = below(2) ? NUMBER : STRING;
    const el_attribute *a = attribute_of(e, k);
    if (!a || !below(5)) {
        el_buf_printf(&w->out, " %s ", below(3) ? "==" : "!=");
        if (below(4))
            argument(w, some_object(e));
        else
            put(w, "nil");
        return;
    }
    el_buf_printf(&w->out, ".%s ", a->name);
    if (!below(5)) {
        el_buf_printf(&w->out, "%s nil", below(2) ? "==" : "!=");
    } else if (k == STRING) {
        el_buf_printf(&w->out, "%s%s ", PICK(((const char *[]){"==", "!=", "CONTAINS", "BEGINSWITH", "LIKE"})), options());
        string(w, 0);
    } else if (!below(4)) {
        put(w, "BETWEEN {0, 2}");
    } else {
        el_buf_printf(&w->out, "%s ", comparison());
        number(w, depth);
    }
}

static void quantified(writer *w, unsigned depth)
{
    put(w, PICK(((const char *[]){"ANY ", "ALL ", "NONE ", "SOME "})));
    size_t before = w->out.len;
    const el_entity *e = to_many_path(w, 1);
    if (e)
        member_test(w, depth, e);
    else {
        w->out.len = before;
        put(w, "tags.word == nil");
    }
}

static void object_test(writer *w)
{
    const el_entity *e = to_one_path(w);
    const el_relationship *r = relationship_of(e, 0);
    if (w->out.len && w->out.data[w->out.len - 1] == '.' && !r) {
        w->out.data[--w->out.len] = '\0';
    } else if (r) {
        put(w, r->name);
        e = r->destination;
    } else {
        put(w, "SELF");
        e = w->bases[0].entity;
    }
    switch (below(4)) {
    case 0: el_buf_printf(&w->out, " %s nil", below(2) ? "==" : "!="); return;
    case 1:
        put(w, " IN {");
        argument(w, some_object(e));
        put(w, ", ");
        argument(w, some_object(e));
        put(w, "}");
        return;
    default:
        el_buf_printf(&w->out, " %s ", below(3) ? "==" : "!=");
        argument(w, some_object(e));
    }
}

static void list_test(writer *w, unsigned depth)
{
    if (below(2)) {
        number(w, depth);
        put(w, " IN {0, 1.5, ");
        number(w, 0);
        put(w, below(2) ? ", nil}" : "}");
    } else {
        string(w, depth);
        el_buf_printf(&w->out, " IN%s {\"ada\", \"Éva\", ", PICK(((const char *[]){"", "[c]", "[cd]"})));
        string(w, 0);
        put(w, "}");
    }
}

static void typed_test(writer *w)
{
    switch (below(4)) {
    case 0:
        if (attribute_path(w, DATE)) {
            el_buf_printf(&w->out, " %s ", comparison());
            if (below(2))
                argument(w, el_value_date(978307200.0 + below(5) * 100.5));
            else
                el_buf_printf(&w->out, "CAST(%u, \"NSDate\")", below(3) * 201);
            return;
        }
        break;
    case 1:
        if (attribute_path(w, DECIMAL)) {
            el_buf_printf(&w->out, " %s ", comparison());
            if (below(2))
                argument(w, text(EL_DECIMAL, PICK(decimals)));
            else
                el_buf_printf(&w->out, "%s", PICK(((const char *[]){"0.1", "10", "1.1", "100.0", "-3"})));
            return;
        }
        break;
    case 2:
        if (attribute_path(w, BOOLEAN)) {
            el_buf_printf(&w->out, " %s %s", below(2) ? "==" : "!=", PICK(((const char *[]){"YES", "NO", "1", "nil"})));
            return;
        }
        break;
    default: {
        const base *b = &w->bases[below((unsigned)w->nbases)];
        static const char *const names[] = {"Person", "Manager", "Team"};
        el_buf_printf(&w->out, "%sentity.name %s \"%s\"", b->prefix, below(2) ? "==" : "!=", PICK(names));
        return;
    }
    }
    put(w, "TRUEPREDICATE");
}

static void predicate(writer *w, unsigned depth)
{
    switch (below(depth ? 12 : 8)) {
    case 0:
    case 1:
        number(w, depth);
        el_buf_printf(&w->out, " %s ", comparison());
        number(w, depth);
        return;
    case 2: text_test(w, depth); return;
    case 3: quantified(w, depth); return;
    case 4: object_test(w); return;
    case 5: list_test(w, depth); return;
    case 6: typed_test(w); return;
    case 7:
        number(w, 0);
        put(w, " BETWEEN {");
        number(w, 0);
        put(w, ", ");
        number(w, 0);
        put(w, "}");
        return;
    case 8:
        put(w, "NOT (");
        predicate(w, depth - 1);
        put(w, ")");
        return;
    default:
        put(w, "(");
        predicate(w, depth - 1);
        put(w, below(2) ? " AND " : " OR ");
        predicate(w, depth - 1);
        put(w, ")");
    }
}

/* --- comparing --- */

static size_t fetch(const el_fetch_request *q, int64_t *keys, el_buf *sql, el_error *err)
{
    el_fetch *f;
    const el_object *o;
    size_t n = 0;
    int rc = el_fetch_open(&f, store, q, err);
    if (rc)
        return (size_t)-1;
    el_buf_puts(sql, el_fetch_sql(f));
    while ((rc = el_fetch_next(f, &o, err)) > 0)
        keys[n++] = o->key;
    el_fetch_close(f);
    return rc ? (size_t)-1 : n;
}

static size_t evaluate(const el_fetch_request *q, int64_t *keys, el_error *err)
{
    el_predicate *p;
    size_t n = 0, nerrs;
    if (el_predicate_parse(&p, q->where, strlen(q->where), q->args, q->nargs, err, 1, &nerrs))
        fail_msg("%s: %s", q->where, err->message);
    const el_entity *e = el_model_entity(model, q->entity);
    for (size_t i = 0; i < fixture_count(objects); i++) {
        fixture_object *o = fixture_object_at(objects, i);
        el_truth truth;
        el_value self = corpus_graph_object(o);
        if (!el_entity_is_kind_of(o->entity, e))
            continue;
        if (el_predicate_evaluate(&truth, p, &self, &graph.source, EL_EVAL_STORE, err)) {
            n = (size_t)-1;
            break;
        }
        if (truth == EL_TRUE)
            keys[n++] = o->key;
    }
    el_predicate_free(p);
    return n;
}

typedef struct tally { int same, different, refused, both_refused; } tally;

static void run_one(tally *t)
{
    static const char *const entities[] = {"Person", "Person", "Manager", "Team", "Tag"};
    writer w = {.nbases = 1};
    const char *entity = PICK(entities);
    w.bases[0].entity = el_model_entity(model, entity);
    predicate(&w, 3);
    el_fetch_request q = {.entity = entity, .where = el_buf_str(&w.out), .args = w.args, .nargs = w.nargs};
    int64_t ours[PEOPLE + 1], theirs[PEOPLE + 1];
    el_buf sql = {0};
    el_error failed, unevaluated;
    el_error_clear(&failed);
    el_error_clear(&unevaluated);
    size_t n = fetch(&q, ours, &sql, &failed), m = evaluate(&q, theirs, &unevaluated);
    if (n == (size_t)-1 && m == (size_t)-1) {
        t->both_refused++;
    } else if (n == (size_t)-1 || m == (size_t)-1) {
        t->refused++;
        print_error("%s: %s\n  fetch: %s %s\n  evaluation: %s %s\n", entity, q.where, failed.code, failed.message, unevaluated.code, unevaluated.message);
    } else if (n != m || memcmp(ours, theirs, n * sizeof *ours)) {
        t->different++;
        print_error("%s: %s\n  %zu fetched, %zu evaluated\n  %s\n", entity, q.where, n, m, el_buf_str(&sql));
    } else {
        t->same++;
    }
    el_buf_free(&sql);
    el_buf_free(&w.out);
}

static void random_predicates(void **unused)
{
    (void)unused;
    tally t = {0, 0, 0, 0};
    const char *rounds = getenv("ENTITYLENS_RANDOM_PREDICATES");
    for (int i = rounds ? atoi(rounds) : PREDICATES; i > 0; i--)
        run_one(&t);
    print_message("%d the same, %d different, %d refused by one side, %d by both\n", t.same, t.different, t.refused, t.both_refused);
    assert_int_equal(t.different, 0);
    assert_int_equal(t.refused, 0);
    assert_true(t.same > t.both_refused * 4);
}

static int set_up(void **unused)
{
    (void)unused;
    test_use_linked_sqlite();
    el_error err;
    const char *seed = getenv("ENTITYLENS_RANDOM_SEED");
    if (seed)
        state += strtoull(seed, NULL, 10) * 7919;
    if (el_model_load_xml(&model, model_text, strlen(model_text), "people", "people", &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    objects = fixture_new(model);
    fill();
    corpus_graph_init(&graph, objects);
    snprintf(path, sizeof path, "/tmp/entitylens-random-%d.sqlite", (int)getpid());
    fixture_options write = {0};
    el_open_options open = {.model = model};
    if (fixture_write(objects, path, &write, &err) || el_store_open(&store, path, &open, &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    el_store_close(store);
    corpus_graph_clear(&graph);
    fixture_free(objects);
    el_model_free(model);
    unlink(path);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_predicates)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
