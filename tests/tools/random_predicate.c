/* SPDX-License-Identifier: MIT */
#include "random_predicate.h"

#include "base/arena.h"

#include <stdio.h>
#include <string.h>

/* A variable of a SUBQUERY around: keys of the member are written behind it. */
typedef struct scope { const char *prefix; const el_entity *entity; const struct scope *outer; int depth; } scope;

static void condition(random_predicate *r, const scope *s, int depth);
static void number(random_predicate *r, const scope *s, int depth);

unsigned random_below(random_predicate *r, unsigned n)
{
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return (unsigned)((r->state * 0x2545F4914F6CDD1Du >> 33) % n);
}

static int one_in(random_predicate *r, unsigned n)
{
    return random_below(r, n) == 0;
}

static void put(random_predicate *r, const char *s)
{
    el_buf_puts(&r->text, s);
}

static const char *pick(random_predicate *r, const char *const *list, unsigned n)
{
    return list[random_below(r, n)];
}
#define PICK(r, list) pick(r, list, sizeof list / sizeof *list)

/* Takes back what was written since `at`. */
static void cut(random_predicate *r, size_t at)
{
    r->text.len = at;
    r->text.data[at] = '\0';
}

static void argument(random_predicate *r, el_value v)
{
    put(r, "%@");
    r->args[r->nargs++] = v;
}

static int room_for_arguments(const random_predicate *r)
{
    return r->nargs < sizeof r->args / sizeof *r->args - 4;
}

static int is_number(el_attribute_type type)
{
    return (type >= EL_TYPE_INT16 && type <= EL_TYPE_FLOAT) || type == EL_TYPE_BOOLEAN;
}

typedef int type_test(el_attribute_type type);

static int is_string(el_attribute_type type)
{
    return type == EL_TYPE_STRING;
}

static int is_date(el_attribute_type type)
{
    return type == EL_TYPE_DATE;
}

static int is_integer(el_attribute_type type)
{
    return type == EL_TYPE_INT16 || type == EL_TYPE_INT32 || type == EL_TYPE_INT64;
}

/* The scope that a path starts from: mostly the innermost. */
static const scope *some_scope(random_predicate *r, const scope *s)
{
    while (s->outer && one_in(r, 3))
        s = s->outer;
    return s;
}

static const el_relationship *some_relationship(random_predicate *r, const el_entity *e, int to_many)
{
    for (int tries = 0; e->nall_relationships && tries < 8; tries++) {
        const el_relationship *rel = e->all_relationships[random_below(r, (unsigned)e->nall_relationships)];
        if (rel->to_many == to_many && rel->destination)
            return rel;
    }
    return NULL;
}

static const el_attribute *some_attribute(random_predicate *r, const el_entity *e, type_test *test)
{
    for (int tries = 0; e->nall_attributes && tries < 12; tries++) {
        const el_attribute *a = e->all_attributes[random_below(r, (unsigned)e->nall_attributes)];
        if (test(a->type))
            return a;
    }
    return NULL;
}

static void start(random_predicate *r, const scope *s)
{
    put(r, s->prefix);
}

/* Zero to two to-one steps; each leaves a dot behind it. */
static const el_entity *to_one_steps(random_predicate *r, const el_entity *e)
{
    while (one_in(r, 3)) {
        const el_relationship *rel = some_relationship(r, e, 0);
        if (!rel)
            break;
        el_buf_printf(&r->text, "%s.", rel->name);
        e = rel->destination;
    }
    return e;
}

/* An attribute behind to-one steps; returns 0 and writes nothing when the entity has none. */
static const el_attribute *attribute_path(random_predicate *r, const scope *scope_at, type_test *test)
{
    const scope *s = some_scope(r, scope_at);
    size_t at = r->text.len;
    start(r, s);
    const el_entity *e = to_one_steps(r, s->entity);
    const el_attribute *a = some_attribute(r, e, test);
    if (a) {
        put(r, a->name);
        return a;
    }
    cut(r, at);
    return NULL;
}

static const el_entity *collection(random_predicate *r, const scope *scope_at, int further);

static const char *const words[] = {"\"12\"", "\"1.50\"", "\"a\"", "\"B\"", "\"ab\"", "\"Zo\u00eb\"", "\"zoe\"", "\"\"", "\"a%_b\"", "\"ABC\"", "\"b\""};

/* The first or last of the members' strings. */
static int string_extreme(random_predicate *r, const scope *s)
{
    size_t at = r->text.len;
    const el_entity *e = collection(r, s, 0);
    const el_attribute *a = e ? some_attribute(r, e, is_string) : NULL;
    if (!a) {
        cut(r, at);
        return 0;
    }
    el_buf_printf(&r->text, ".%s.%s", one_in(r, 2) ? "@min" : "@max", a->name);
    return 1;
}

static void string(random_predicate *r, const scope *s, int depth)
{
    unsigned kind = random_below(r, 10);
    if (kind < 5 && attribute_path(r, s, is_string))
        return;
    if (kind == 5 && depth > 0) {
        static const char *const functions[] = {"lowercase:(", "uppercase:(", "canonical:("};
        put(r, PICK(r, functions));
        string(r, s, depth - 1);
        put(r, ")");
        return;
    }
    if (kind == 6 && depth > 0) {
        put(r, "TERNARY(");
        condition(r, s, depth - 1);
        put(r, ", ");
        string(r, s, 0);
        put(r, ", ");
        string(r, s, 0);
        put(r, ")");
        return;
    }
    if (kind == 7) {
        size_t at = r->text.len;
        put(r, "CAST(");
        if (attribute_path(r, s, is_integer)) {
            put(r, ", \"NSString\")");
            return;
        }
        cut(r, at);
    }
    if (kind == 8 && string_extreme(r, s))
        return;
    put(r, PICK(r, words));
}

static void number_constant(random_predicate *r)
{
    static const char *const numbers[] = {"0", "1", "2", "3", "5", "-1", "2.5", "100", "-7", "0.5", "YES", "NO"};
    static const char *const decimals[] = {"1.10", "2.5", "0.1", "3", "1E2"};
    if (room_for_arguments(r) && one_in(r, 6))
        argument(r, el_value_text(EL_DECIMAL, PICK(r, decimals), (size_t)-1));
    else
        put(r, PICK(r, numbers));
}

/* Begins a to-many path from the scope; returns the destination with the path written, or NULL with nothing. */
static const el_entity *collection(random_predicate *r, const scope *scope_at, int further)
{
    const scope *s = some_scope(r, scope_at);
    size_t at = r->text.len;
    start(r, s);
    const el_entity *e = to_one_steps(r, s->entity);
    const el_relationship *rel = some_relationship(r, e, 1);
    if (!rel) {
        cut(r, at);
        return NULL;
    }
    put(r, rel->name);
    e = rel->destination;
    while (further && one_in(r, 3) && (rel = some_relationship(r, e, (int)random_below(r, 2)))) {
        el_buf_printf(&r->text, ".%s", rel->name);
        e = rel->destination;
    }
    return e;
}

static int counted(random_predicate *r, const scope *s, int depth)
{
    size_t at = r->text.len;
    if (depth > 0 && one_in(r, 2)) {
        put(r, "SUBQUERY(");
        const el_entity *e = collection(r, s, 0);
        if (!e) {
            cut(r, at);
            return 0;
        }
        char *prefix = el_arena_printf(r->arena, "$v%d.", s->depth + 1);
        scope inner = {prefix, e, s, s->depth + 1};
        el_buf_printf(&r->text, ", $v%d, ", s->depth + 1);
        condition(r, &inner, depth - 1);
        put(r, ").@count");
        return 1;
    }
    const el_entity *e = collection(r, s, 0);
    if (!e)
        return 0;
    static const char *const operators[] = {"@sum", "@avg", "@min", "@max"};
    const el_attribute *a = one_in(r, 2) ? some_attribute(r, e, is_number) : NULL;
    if (a && one_in(r, 4))
        el_buf_printf(&r->text, ".%s.%s.@count", one_in(r, 2) ? "@distinctUnionOfObjects" : "@unionOfObjects", a->name);
    else if (a)
        el_buf_printf(&r->text, ".%s.%s", PICK(r, operators), a->name);
    else
        put(r, one_in(r, 4) ? "[SIZE]" : ".@count");
    return 1;
}

/* sum:(rel.attribute) and the like, of rows or of a list. */
static void aggregate(random_predicate *r, const scope *s)
{
    static const char *const functions[] = {"sum:(", "count:(", "min:(", "max:(", "average:(", "median:(", "stddev:("};
    size_t at = r->text.len;
    put(r, PICK(r, functions));
    const el_entity *e = one_in(r, 2) ? collection(r, s, 0) : NULL;
    const el_attribute *a = e ? some_attribute(r, e, is_number) : NULL;
    if (a) {
        el_buf_printf(&r->text, ".%s)", a->name);
        return;
    }
    cut(r, at);
    put(r, PICK(r, functions));
    put(r, "{");
    for (unsigned n = 1 + random_below(r, 3), i = 0; i < n; i++) {
        put(r, i ? ", " : "");
        number(r, s, 0);
    }
    put(r, "})");
}

static void unary_function(random_predicate *r, const scope *s, int depth)
{
    static const char *const functions[] = {"abs:(", "floor:(", "ceiling:(", "trunc:(", "sqrt:(", "-(", "ln:(", "exp:("};
    put(r, PICK(r, functions));
    number(r, s, depth - 1);
    put(r, ")");
}

static void arithmetic(random_predicate *r, const scope *s, int depth)
{
    static const char *const operators[] = {" + ", " - ", " * ", " / "};
    put(r, "(");
    number(r, s, depth - 1);
    put(r, PICK(r, operators));
    number(r, s, depth - 1);
    put(r, ")");
}

static void bits(random_predicate *r, const scope *s)
{
    static const char *const operators[] = {" & ", " | ", " ^ ", " << ", " >> "};
    put(r, "(");
    if (!attribute_path(r, s, is_integer))
        put(r, "6");
    put(r, PICK(r, operators));
    el_buf_printf(&r->text, "%u)", random_below(r, 5));
}

static void number_cast(random_predicate *r, const scope *s, int depth)
{
    put(r, "CAST(");
    if (one_in(r, 3))
        string(r, s, depth > 0 ? depth - 1 : 0);
    else if (one_in(r, 2) || !attribute_path(r, s, is_date)) {
        number(r, s, depth > 0 ? depth - 1 : 0);
        put(r, one_in(r, 2) ? ", \"NSDecimalNumber\")" : ", \"NSNumber\")");
        return;
    }
    put(r, ", \"NSNumber\")");
}

static void number(random_predicate *r, const scope *s, int depth)
{
    unsigned kind = random_below(r, 14);
    if (kind < 6 && attribute_path(r, s, is_number))
        return;
    if (kind == 6 && counted(r, s, depth))
        return;
    if (kind == 7 && depth > 0) {
        arithmetic(r, s, depth);
    } else if (kind == 8 && depth > 0) {
        unary_function(r, s, depth);
    } else if (kind == 9) {
        put(r, "length:(");
        string(r, s, 0);
        put(r, ")");
    } else if (kind == 10 && depth > 0) {
        put(r, "TERNARY(");
        condition(r, s, depth - 1);
        put(r, ", ");
        number(r, s, 0);
        put(r, ", ");
        number(r, s, 0);
        put(r, ")");
    } else if (kind == 11) {
        if (one_in(r, 3))
            number_cast(r, s, depth);
        else if (one_in(r, 2))
            bits(r, s);
        else
            aggregate(r, s);
    } else if (kind == 12 && depth > 0) {
        put(r, one_in(r, 2) ? "modulus:by:(" : "raise:toPower:(");
        number(r, s, depth - 1);
        el_buf_printf(&r->text, ", %u)", random_below(r, 4));
    } else {
        number_constant(r);
    }
}

static const char *const orders[] = {" == ", " != ", " < ", " <= ", " > ", " >= "};

static void number_test(random_predicate *r, const scope *s, int depth)
{
    number(r, s, depth);
    if (one_in(r, 6)) {
        put(r, " BETWEEN {");
        number(r, s, 0);
        put(r, ", ");
        number(r, s, 0);
        put(r, "}");
    } else if (one_in(r, 6)) {
        put(r, " IN {");
        for (unsigned n = random_below(r, 4), i = 0; i < n; i++) {
            put(r, i ? ", " : "");
            if (one_in(r, 8))
                put(r, "nil");
            else
                number(r, s, 0);
        }
        put(r, "}");
    } else {
        put(r, PICK(r, orders));
        number(r, s, depth);
    }
}

static const char *const options[] = {"", "", "[c]", "[d]", "[cd]"};

/* Operator and right side behind a string. */
static void string_rest(random_predicate *r, const scope *s, int depth)
{
    static const char *const operators[] = {" CONTAINS", " BEGINSWITH", " ENDSWITH", " ==", " !=", " <", " >=", " IN"};
    static const char *const patterns[] = {"\"a*\"", "\"?\"", "\"*b*\"", "\"\"", "\"*\"", "\"a\\\\*\"", "\"Zo?\"", "\"%\"", "\"A_\""};
    static const char *const expressions[] = {"\"[a-c]+\"", "\".*o.*\"", "\"\"", "\"zo.\"", "\"(a|B)b?\""};
    unsigned kind = random_below(r, 10);
    if (kind == 0) {
        el_buf_printf(&r->text, " LIKE%s %s", PICK(r, options), PICK(r, patterns));
    } else if (kind == 1) {
        el_buf_printf(&r->text, " MATCHES%s %s", one_in(r, 2) ? "" : "[c]", PICK(r, expressions));
    } else if (kind == 2) {
        el_buf_printf(&r->text, " IN%s {%s, %s, %s}", PICK(r, options), PICK(r, words), PICK(r, words),
                      one_in(r, 4) ? "nil" : PICK(r, words));
    } else {
        el_buf_printf(&r->text, "%s%s ", PICK(r, operators), PICK(r, options));
        string(r, s, depth);
    }
}

static void string_test(random_predicate *r, const scope *s, int depth)
{
    string(r, s, depth);
    string_rest(r, s, depth);
}

static void date_test(random_predicate *r, const scope *s)
{
    size_t at = r->text.len;
    put(r, "CAST(CAST(");
    if (one_in(r, 4) && attribute_path(r, s, is_date)) {
        el_buf_printf(&r->text, ", \"NSNumber\") %s %u, \"NSDate\")", one_in(r, 2) ? "+" : "-", random_below(r, 3));
        put(r, PICK(r, orders));
        put(r, "CAST(3, \"NSDate\")");
        return;
    }
    cut(r, at);
    if (!attribute_path(r, s, is_date))
        put(r, "CAST(3, \"NSDate\")");
    put(r, PICK(r, orders));
    if (one_in(r, 4) && attribute_path(r, s, is_date))
        return;
    if (room_for_arguments(r) && one_in(r, 2))
        argument(r, el_value_date(978307200.0 + random_below(r, 6)));
    else
        el_buf_printf(&r->text, "CAST(%u, \"NSDate\")", random_below(r, 6));
}

static el_value some_object(random_predicate *r)
{
    const fixture_object *o = fixture_object_at(r->objects, random_below(r, (unsigned)fixture_count(r->objects)));
    el_value v = el_value_object(o->entity->name, o->key);
    return v;
}

/* A to-one, or the object itself, against nil or an object. */
static void object_test(random_predicate *r, const scope *scope_at)
{
    const scope *s = some_scope(r, scope_at);
    start(r, s);
    const el_entity *e = to_one_steps(r, s->entity);
    const el_relationship *rel = some_relationship(r, e, 0);
    put(r, rel ? rel->name : "objectID");
    put(r, one_in(r, 2) ? " == " : " != ");
    if (!room_for_arguments(r) || one_in(r, 2))
        put(r, "nil");
    else
        argument(r, some_object(r));
}

static void nil_test(random_predicate *r, const scope *s)
{
    static type_test *const tests[] = {is_number, is_string, is_date};
    if (!attribute_path(r, s, tests[random_below(r, 3)]))
        put(r, "nil");
    put(r, one_in(r, 2) ? " == nil" : " != nil");
}

static void modified_test(random_predicate *r, const scope *s)
{
    static const char *const modifiers[] = {"ANY ", "ALL ", "NONE ", "NOT ANY "};
    size_t at = r->text.len;
    put(r, PICK(r, modifiers));
    const el_entity *e = collection(r, s, 1);
    if (!e) {
        cut(r, at);
        nil_test(r, s);
        return;
    }
    const el_attribute *a;
    if (one_in(r, 2) && (a = some_attribute(r, e, is_string))) {
        el_buf_printf(&r->text, ".%s", a->name);
        if (one_in(r, 4))
            put(r, " == nil");
        else
            string_rest(r, s, 0);
    } else if ((a = some_attribute(r, e, is_number))) {
        el_buf_printf(&r->text, ".%s%s", a->name, PICK(r, orders));
        number(r, s, 0);
    } else {
        put(r, " != nil");
    }
}

static void membership_test(random_predicate *r, const scope *s)
{
    size_t at = r->text.len;
    if (!room_for_arguments(r)) {
        nil_test(r, s);
        return;
    }
    size_t nargs = r->nargs;
    el_value object = some_object(r);
    int contains = one_in(r, 2);
    if (!contains) {
        argument(r, object);
        put(r, " IN ");
    }
    if (!collection(r, s, 0)) {
        cut(r, at);
        r->nargs = nargs;
        nil_test(r, s);
    } else if (contains) {
        put(r, " CONTAINS ");
        argument(r, object);
    }
}

static int own_to_one(random_predicate *r, const scope *s)
{
    const el_relationship *rel = some_relationship(r, s->entity, 0);
    if (!rel)
        return 0;
    el_buf_printf(&r->text, "%s%s", s->prefix, rel->name);
    return 1;
}

/* An object among a subquery's members, among two relationships together, or among given objects. */
static void object_membership(random_predicate *r, const scope *s, int depth)
{
    if (!own_to_one(r, s))
        put(r, "SELF");
    put(r, " IN ");
    size_t at = r->text.len;
    if (depth > 0 && one_in(r, 2)) {
        put(r, "SUBQUERY(");
        const el_entity *e = collection(r, s, 0);
        if (e) {
            scope inner = {el_arena_printf(r->arena, "$v%d.", s->depth + 1), e, s, s->depth + 1};
            el_buf_printf(&r->text, ", $v%d, ", s->depth + 1);
            condition(r, &inner, depth - 1);
            put(r, ")");
            return;
        }
        cut(r, at);
    }
    el_value *objects = el_arena_array(r->arena, 3, sizeof *objects), list = el_value_null();
    list.kind = one_in(r, 2) ? EL_LIST : EL_SET;
    list.u.list.items = objects;
    list.u.list.n = random_below(r, 4);
    for (size_t i = 0; i < list.u.list.n; i++)
        objects[i] = one_in(r, 8) ? el_value_null() : some_object(r);
    argument(r, list);
}

static void entity_test(random_predicate *r, const scope *scope_at)
{
    static const char *const names[] = {"\"Person\"", "\"Lead\"", "\"Team\""};
    const scope *s = some_scope(r, scope_at);
    start(r, s);
    to_one_steps(r, s->entity);
    put(r, "entity");
    if (one_in(r, 2))
        el_buf_printf(&r->text, ".name %s %s", one_in(r, 2) ? "==" : "!=", PICK(r, names));
    else {
        put(r, one_in(r, 2) ? " == " : " != ");
        argument(r, el_value_text(EL_ENTITY, one_in(r, 2) ? "Lead" : "Person", (size_t)-1));
    }
}

/* Bounds that are strings or dates. */
static void range_test(random_predicate *r, const scope *s)
{
    if (one_in(r, 2) && attribute_path(r, s, is_date)) {
        put(r, " BETWEEN {CAST(1, \"NSDate\"), CAST(4.5, \"NSDate\")}");
        return;
    }
    string(r, s, 0);
    el_buf_printf(&r->text, " BETWEEN {%s, %s}", PICK(r, words), PICK(r, words));
}

static void compound(random_predicate *r, const scope *s, int depth)
{
    unsigned n = 2 + random_below(r, 2);
    const char *word = one_in(r, 2) ? " AND " : " OR ";
    for (unsigned i = 0; i < n; i++) {
        put(r, i ? word : "");
        put(r, "(");
        condition(r, s, depth - 1);
        put(r, ")");
    }
}

static void condition(random_predicate *r, const scope *s, int depth)
{
    unsigned kind = random_below(r, depth > 0 ? 16 : 12);
    if (one_in(r, 8) && room_for_arguments(r)) {
        unsigned other = random_below(r, 3);
        if (other == 0)
            object_membership(r, s, depth);
        else if (other == 1)
            entity_test(r, s);
        else
            range_test(r, s);
        return;
    }
    if (kind < 3)
        number_test(r, s, depth);
    else if (kind < 6)
        string_test(r, s, depth);
    else if (kind == 6)
        date_test(r, s);
    else if (kind == 7)
        object_test(r, s);
    else if (kind == 8)
        nil_test(r, s);
    else if (kind < 11)
        modified_test(r, s);
    else if (kind == 11)
        membership_test(r, s);
    else if (kind == 12) {
        put(r, "NOT (");
        condition(r, s, depth - 1);
        put(r, ")");
    } else {
        compound(r, s, depth);
    }
}

void random_predicate_make(random_predicate *r, const el_entity *entity)
{
    scope self = {"", entity, NULL, 0};
    el_buf_clear(&r->text);
    r->nargs = 0;
    condition(r, &self, 3);
}
