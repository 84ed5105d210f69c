/* Floats and pointers that functions pass in integers and pointers, as the calling convention has it: {float, int} is an i64, a
   union of a pointer and a double is a pointer.  Each kind has `make` and `use`, which computes the square; all functions
   compute y * y + 3 z * z of x = (y, z): called as they are (`plain`), with what they pass kept in memory (`kept`), recursively
   (`again`), and through pointers (`chosen`). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define OWN __attribute__((noinline, unused)) static

#define FUNCTIONS(kind, T)                                                                                                          \
    OWN T kind##_make_again(double *p, int n)                                                                                       \
    {                                                                                                                               \
        if (n == 0)                                                                                                                 \
            return kind##_make(p);                                                                                                  \
        double copy = *p + n;                                                                                                       \
        T made = kind##_make_again(&copy, n - 1);                                                                                   \
        return kind##_use(made) > -1 ? kind##_make_again(p, n - 1) : made;                                                          \
    }                                                                                                                               \
    OWN double kind##_use_again(T t, int n)                                                                                         \
    {                                                                                                                               \
        return n == 0 ? kind##_use(t) : kind##_use_again(t, n - 1) / 2 + kind##_use_again(t, 0) / 2;                                \
    }                                                                                                                               \
    OWN double kind##_use_thrice(T t) { return 3 * kind##_use(t); }                                                                 \
    OWN T kind##_pick(const T *at, int i) { return at[i]; }                                                                         \
    OWN void kind##_put(T *at, int i, T t) { at[i] = t; }                                                                           \
    T (*kind##_makers[])(double *) = {kind##_make, kind##_make};                                                                    \
    double (*kind##_users[])(T) = {kind##_use, kind##_use_thrice};                                                                  \
    double plain_##kind(double *x) { return kind##_use(kind##_make(x)) + 3 * kind##_use(kind##_make(x + 1)); }                      \
    double kept_##kind(double *x)                                                                                                   \
    {                                                                                                                               \
        T here[2], *there = malloc(2 * sizeof *there);                                                                              \
        for (int i = 0; i < 2; i++)                                                                                                 \
            kind##_put(here, i, kind##_make(x + i));                                                                                \
        for (int i = 0; i < 2; i++)                                                                                                 \
            kind##_put(there, 1 - i, kind##_pick(here, i));                                                                         \
        double r = kind##_use(kind##_pick(there, 1)) + 3 * kind##_use(kind##_pick(there, 0));                                       \
        free(there);                                                                                                                \
        return r;                                                                                                                   \
    }                                                                                                                               \
    double again_##kind(double *x)                                                                                                  \
    {                                                                                                                               \
        return kind##_use_again(kind##_make_again(x, 2), 2) + 3 * kind##_use_again(kind##_make_again(x + 1, 1), 1);                 \
    }                                                                                                                               \
    double chosen_##kind(double *x)                                                                                                 \
    {                                                                                                                               \
        double r = 0;                                                                                                               \
        for (int i = 0; i < 2; i++)                                                                                                 \
            r += kind##_users[i](kind##_makers[x[0] > i](x + i));                                                                   \
        return r;                                                                                                                   \
    }

typedef struct {
    union {
        void *pointer;
        double number;
    } box;
    int is_number;
} Variant;

OWN Variant variant_make(double *p)
{
    Variant v = {.is_number = *p > 2};
    if (v.is_number)
        v.box.number = *p;
    else
        v.box.pointer = p;
    return v;
}

OWN double variant_use(Variant v)
{
    double d = v.is_number ? v.box.number : *(double *)v.box.pointer;
    return d * d;
}

typedef struct {
    float number;
    int kind;
} Tagged;

OWN Tagged tagged_make(double *p) { return (Tagged){(float)*p, *p > 2}; }
OWN double tagged_use(Tagged t) { return (double)t.number * t.number * (t.kind < 2); }

OWN uint64_t pair_make(double *p)
{
    float f[2] = {(float)*p, 2 * (float)*p};
    uint64_t u;
    memcpy(&u, f, 8);
    return u;
}

OWN double pair_use(uint64_t u)
{
    uint32_t low = (uint32_t)u, high = u >> 32;
    float f, g;
    memcpy(&f, &low, 4);
    memcpy(&g, &high, 4);
    return (double)f * g / 2;
}

OWN uint64_t bits_make(double *p)
{
    uint64_t u;
    memcpy(&u, p, 8);
    return u;
}

OWN double bits_use(uint64_t u)
{
    double d;
    memcpy(&d, &u, 8);
    return d * d;
}

OWN void *pointer_make(double *p)
{
    void *v;
    memcpy(&v, p, 8);
    return v;
}

OWN double pointer_use(void *v)
{
    double d;
    memcpy(&d, &v, 8);
    return d * d;
}

OWN uintptr_t address_make(double *p) { return (uintptr_t)p | (*p > 2); }

OWN double address_use(uintptr_t u)
{
    double *p = (double *)(u & ~(uintptr_t)7);
    return *p * *p;
}

#ifdef VARIANT
FUNCTIONS(variant, Variant)
#endif
#ifdef TAGGED
FUNCTIONS(tagged, Tagged)
#endif
#ifdef PAIR
FUNCTIONS(pair, uint64_t)
#endif
#ifdef BITS
FUNCTIONS(bits, uint64_t)
#endif
#ifdef POINTER
FUNCTIONS(pointer, void *)
#endif
#ifdef ADDRESS
FUNCTIONS(address, uintptr_t)
#endif
