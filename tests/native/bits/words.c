/* Words that are moved as what they are not: doubles as pointers or integers, pointers as integers.  Each function computes
   3 y + z * z from x = (y, z). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef union {
    double number;
    void *pointer;
} Box;

struct Mixed {
    double *first;
    double a, two;
    double *second;
    double b;
};

#define OWN __attribute__((noinline)) static

OWN void move(Box *to, const Box *from) { to->pointer = from->pointer; }

double by_pointer_member(const double *x)
{
    Box a, b;
    a.number = x[0];
    move(&b, &a);
    return 3 * b.number + x[1] * x[1];
}

OWN double of(const struct Mixed *m) { return 0.5 * m->a * m->two + 2 * *m->first + *m->second * m->b; }

double word_by_word(double *x)
{
    struct Mixed from = {x, x[0], 2, x + 1, x[1]}, to;
    for (int i = 0; i < 5; i++)
        memcpy((char *)&to + 8 * i, (char *)&from + 8 * i, 8);
    return of(&to);
}

OWN void move_words(uint64_t *to, const uint64_t *from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i];
}

double as_integers(double *x)
{
    struct Mixed from = {x, x[0], 2, x + 1, x[1]}, to;
    move_words((uint64_t *)&to, (const uint64_t *)&from, 5);
    return of(&to);
}

OWN void move_word(uint64_t *to, const uint64_t *from) { *to = *from; }

double as_one_integer(double *x)
{
    double *p = x, *q, y = x[1], z;
    move_word((uint64_t *)&q, (const uint64_t *)&p);
    move_word((uint64_t *)&z, (const uint64_t *)&y);
    return 3 * *q + z * z;
}

OWN void *grown(void *memory, int words) { return realloc(memory, words * 8); }

double resized(double *x)
{
    double *numbers = 0, **pointers = 0, s = 0;
    for (int i = 0; i < 3; i++) {
        numbers = grown(numbers, i + 1);
        numbers[i] = x[0];
        pointers = grown(pointers, i + 1);
        pointers[i] = x + 1;
    }
    for (int i = 0; i < 3; i++)
        s += numbers[i] + *pointers[i] * *pointers[i] / 3;
    free(numbers);
    free(pointers);
    return s;
}
