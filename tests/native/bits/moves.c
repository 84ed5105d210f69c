/* Structures, pointers and nodes that functions of their own move, exchange and hand out. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define OWN __attribute__((noinline)) static

struct Counted {
    double k;
    int times;
};

double shifted_structures(const double *x)
{
    struct Counted v[3];
    for (int i = 0; i < 3; i++)
        v[i] = (struct Counted){x[i], i + 1};
    for (int i = 0; i < 2; i++)
        v[i] = v[i + 1];
    return v[0].k * v[0].times + 10 * v[1].k * v[1].times + 100 * v[2].k * v[2].times;
}

struct Pair {
    double k;
    double *p;
};

static double weighted(const struct Pair *v) { return v[0].k * *v[0].p + 3 * v[1].k * *v[1].p + 7 * v[2].k * *v[2].p; }

OWN void shift_left(struct Pair *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = v[i + 1];
}

double shifted_left(double *x)
{
    struct Pair v[3] = {{x[0], x}, {x[1], x + 1}, {x[2], x + 2}};
    shift_left(v, 2);
    return weighted(v);
}

double shifted_right(double *x)
{
    struct Pair v[3] = {{x[0], x}, {x[1], x + 1}, {x[2], x + 2}};
    memmove(v + 1, v, 2 * sizeof *v);
    return weighted(v);
}

OWN void exchange(void *a, void *b, size_t n)
{
    char t[64];
    memcpy(t, a, n);
    memcpy(a, b, n);
    memcpy(b, t, n);
}

double exchanged_pointers(double *x)
{
    double *v[2] = {x, x + 1};
    exchange(v, v + 1, sizeof *v);
    return *v[0] * *v[0] * 3 + *v[1];
}

struct Place {
    double *p;
    int times;
};

OWN void exchange_places(struct Place *a, struct Place *b)
{
    struct Place t = *a;
    *a = *b;
    *b = t;
}

double exchanged_structures(double *x)
{
    struct Place v[2] = {{x, 1}, {x + 1, 2}};
    exchange_places(v, v + 1);
    return *v[0].p * *v[0].p * 3 + *v[1].p * v[1].times;
}

struct Mixed {
    double a;
    int k;
    double b;
    double *p;
};

OWN void copy_words(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        uint64_t t;
        memcpy(&t, (const char *)from + i, 8);
        memcpy((char *)to + i, &t, 8);
    }
}

double copied_words(double *x)
{
    struct Mixed a = {x[0], 2, x[1], x + 2}, b;
    copy_words(&b, &a, sizeof a);
    return b.a * b.b * *b.p * b.k;
}

struct Node {
    double *v;
    struct Node *next;
};

OWN void put(struct Node **list, double *v)
{
    struct Node *made = malloc(sizeof *made);
    made->v = v;
    made->next = *list;
    *list = made;
}

double handed_out(double *x)
{
    struct Node *list = 0;
    double product = 1;
    for (int i = 0; i < 3; i++)
        put(&list, x + i);
    while (list) {
        struct Node *gone = list;
        product *= *list->v;
        list = list->next;
        free(gone);
    }
    return product;
}

struct Wide {
    double a, b;
    int k;
};
enum { MANY = 500000 };

double shifted_many(const double *x)
{
    struct Wide *v = calloc(MANY, sizeof *v);
    for (int i = 0; i < 3; i++)
        v[MANY - 3 + i] = (struct Wide){x[i], 2 * x[i], i + 1};
    memmove(v, v + 1, (MANY - 1) * sizeof *v);
    double s = v[MANY - 4].b * v[MANY - 4].k + 10 * v[MANY - 3].a * v[MANY - 3].k + 100 * v[MANY - 1].a * v[MANY - 1].k;
    free(v);
    return s;
}

/* The same without loops, by a constant and by an unknown size, to the left and to the right. */
static volatile int many = MANY;

static double placed(const double *x, int size, int left)
{
    struct Wide *v = calloc(MANY + 1, sizeof *v);
    v[MANY - 3] = (struct Wide){x[0], 2 * x[0], 1};
    v[MANY - 2] = (struct Wide){x[1], 2 * x[1], 2};
    v[MANY - 1] = (struct Wide){x[2], 2 * x[2], 3};
    double s;
    if (left) {
        memmove(v, v + 1, (size - 1) * sizeof *v);
        s = v[MANY - 4].b * v[MANY - 4].k + 10 * v[MANY - 3].a * v[MANY - 3].k + 100 * v[MANY - 1].a * v[MANY - 1].k;
    } else {
        memmove(v + 1, v, size * sizeof *v);
        s = v[MANY - 2].b * v[MANY - 2].k + 10 * v[MANY - 1].a * v[MANY - 1].k + 100 * v[MANY - 3].a + 1000 * v[MANY].b;
    }
    free(v);
    return s;
}

double placed_left(const double *x) { return placed(x, MANY, 1); }
double placed_left_by_size(const double *x) { return placed(x, many, 1); }
double placed_right(const double *x) { return placed(x, MANY, 0); }
double placed_right_by_size(const double *x) { return placed(x, many, 0); }
