/* Doubles that are handed on as pointers, by the member of a union: nobody can tell that they are doubles.  And pointers that
   are handed on in this way and are pointers: `kinds` is 3 y + z * z of x = (y, z). */
#include <stdint.h>

typedef union {
    double number;
    void *pointer;
    uint64_t bits;
} Box;

#define OWN __attribute__((noinline)) static

OWN void *get(const Box *b) { return b->pointer; }
OWN void put(Box *b, void *p) { b->pointer = p; }

double passed(const double *x)
{
    Box a, b;
    a.number = x[0];
    put(&b, get(&a));
    return 3 * b.number;
}

double chosen(const double *x)
{
    Box a, b, c;
    a.number = x[0];
    c.number = x[1];
    put(&b, x[1] > 0 ? get(&a) : get(&c));
    return 3 * b.number;
}

OWN double number(void *p)
{
    Box b;
    b.pointer = p;
    return b.number;
}

double made(const double *x)
{
    Box a;
    a.number = x[0];
    return 3 * number(get(&a));
}

OWN uint64_t bits(const Box *b) { return (uint64_t)b->pointer; }
OWN void put_bits(Box *b, uint64_t p) { b->pointer = (void *)p; }

double by_bits(const double *x)
{
    Box a, b;
    a.number = x[0];
    put_bits(&b, bits(&a));
    return 3 * b.number;
}

OWN void *pointer_of(double d)
{
    Box b;
    b.number = d;
    return b.pointer;
}

double given(const double *x)
{
    Box b;
    b.pointer = pointer_of(x[0]);
    return 3 * b.number;
}

typedef struct {
    int is_pointer;
    Box box;
} Variant;

OWN double value(const Variant *v) { return v->is_pointer ? *(double *)get(&v->box) : v->box.number; }

double kinds(double *x)
{
    Variant v[2] = {{0}, {1}};
    v[0].box.number = 3 * x[0];
    double square = x[1] * x[1];
    put(&v[1].box, &square);
    return value(v) + value(v + 1);
}

/* What the calling convention makes of small structures and unions: integers and pointers. */
typedef union {
    void *pointer;
    double number;
} Reversed;

OWN Reversed boxed(double d)
{
    Reversed u;
    u.number = d;
    return u;
}

OWN double unboxed(Reversed u) { return u.number * u.number; }

double by_value(const double *x) { return unboxed(boxed(x[0] * x[1])); }

typedef struct {
    float f;
    int k;
} Small;

OWN Small small(double d)
{
    Small s = {d, 2};
    return s;
}

double returned(const double *x)
{
    Small s = small(x[0]);
    return (double)s.f * s.f * s.k;
}

OWN double used(Small s) { return (double)s.f * s.f * s.k; }

double passed_on(const double *x)
{
    Small s = {x[0], 2};
    return used(s);
}
