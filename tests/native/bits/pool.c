/* A pool of memory with a double, a pointer and a float at places that are only known at run time: y * z * factor of x = (y, z).
   A word of it may be a pointer or a double, and its bits tell, as long as no float has a derivative. */
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static void grow(double **pool, size_t used, size_t more)
{
    double *bigger = malloc(used + more);
    memcpy(bigger, *pool, used);
    free(*pool);
    *pool = bigger;
}
static double mixed(double *x, int *places, float factor)
{
    double *pool = malloc(24);
    size_t used = 24;
    double *p = x + 1;
    *(double *)(pool + places[0]) = x[0];
    *(double **)(pool + places[1]) = p;
    *(float *)(pool + places[2]) = factor;
    for (int i = 0; i < 3; i++) { grow(&pool, used, 8 * (i + 1)); used += 8 * (i + 1); }
    double **q = (double **)(pool + places[1]);
    double r = *(double *)(pool + places[0]) * **q * *(float *)(pool + places[2]);
    free(pool);
    return r;
}

double constant(double *x, int *places, float *factor) { return mixed(x, places, *factor); }

#ifdef MADE
double made(double *x, int *places, float *factor) { return mixed(x, places, (float)x[0]); }
#endif
