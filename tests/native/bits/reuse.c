/* Memory that is used again for data of another kind: x0 x1 + x3. */
#include <stdlib.h>
#define OWN static __attribute__((noinline))

OWN double behind(double **p) { return **p; }
OWN void point(double **p, double *q) { *p = q; }

#define AGAIN(name, T)                                                                                                                     \
    OWN void fill_##name(T *f, const double *x)                                                                                            \
    {                                                                                                                                      \
        f[0] = (T)x[2];                                                                                                                    \
        f[1] = (T)x[3];                                                                                                                    \
    }                                                                                                                                      \
    OWN double last_##name(T *f) { return (double)f[1]; }                                                                                  \
    double name(const double *x)                                                                                                           \
    {                                                                                                                                      \
        void *memory = malloc(64);                                                                                                         \
        double y = x[0] * x[1];                                                                                                            \
        point(memory, &y);                                                                                                                 \
        double r = behind(memory);                                                                                                         \
        fill_##name(memory, x);                                                                                                            \
        r += last_##name(memory);                                                                                                          \
        free(memory);                                                                                                                      \
        return r;                                                                                                                          \
    }

AGAIN(floats, float)
AGAIN(doubles, double)
AGAIN(longer, long double)

typedef struct {
    float f[2];
    double *p;
} Apart;

double beside(const double *x)
{
    Apart *a = malloc(sizeof(Apart));
    double y = x[0] * x[1];
    point(&a->p, &y);
    fill_floats(a->f, x);
    double r = behind(&a->p) + last_floats(a->f);
    free(a);
    return r;
}

typedef struct Item {
    struct Item *other, *next;
    float weight;
    double value;
} Item;

OWN Item *before(Item *next, float weight, double value)
{
    Item *i = malloc(sizeof(Item));
    *i = (Item){0, next, weight, value};
    return i;
}

/* Where a pointer goes from the list's head to members of its items nobody can tell one member from another. */
double removed(const double *x)
{
    Item *list = before(before(before(0, 5, x[2]), 1, x[3]), (float)x[0], x[1]);
    for (Item **at = &list; *at;)
        if ((*at)->value > 2) {
            Item *gone = *at;
            *at = gone->next;
            free(gone);
        } else
            at = &(*at)->next;
    double r = 0;
    while (list) {
        Item *next = list->next;
        r += list->weight * list->value;
        free(list);
        list = next;
    }
    return r;
}
