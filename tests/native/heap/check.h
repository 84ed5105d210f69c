#include <stdio.h>
#ifdef __cplusplus
extern "C" {
#endif
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
struct augmented { void *tape; double result; };
extern struct augmented __enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
extern int enzyme_dup, enzyme_const;
extern long live_blocks(void);
#ifdef __cplusplus
}
#endif
#define N __attribute__((noinline))

static int same(double a, double b) { return (a - b) * (a - b) <= 1e-10 * (1 + b * b); }

#ifdef SPLIT
#define HALVES(f, x, s, n) do { struct augmented a = __enzyme_augmentfwd((void *)f, enzyme_dup, x, s, enzyme_const, n); \
    __enzyme_reverse((void *)f, enzyme_dup, x, s, enzyme_const, n, 1.0, a.tape); } while (0)
#else
#define HALVES(f, x, s, n) __enzyme_autodiff((void *)f, enzyme_dup, x, s, enzyme_const, n)
#endif

/* "name derivatives-right blocks-left(reverse) blocks-left(forward)" of 10 calls; those of the first are not counted. */
#define R(f, n) do { double e = 1e-6, x[2] = {0.7, 1.3}, d[2], want[2], one[2] = {1, 0}, w = 0; long b[3] = {0}; \
    for (int k = 0; k < 2; k++) { x[k] += e; want[k] = f(x, n); x[k] -= 2 * e; want[k] = (want[k] - f(x, n)) / (2 * e); x[k] += e; } \
    for (int k = 0; k < 11; k++) { if (k == 1) b[0] = live_blocks(); d[0] = d[1] = 0; HALVES(f, x, d, n); } \
    b[1] = live_blocks() - b[0]; \
    for (int k = 0; k < 11; k++) { if (k == 1) b[0] = live_blocks(); w = __enzyme_fwddiff((void *)f, enzyme_dup, x, one, enzyme_const, n); } \
    b[2] = live_blocks() - b[0]; \
    printf("%s %d %ld %ld\n", #f, same(d[0], want[0]) && same(d[1], want[1]) && same(w, want[0]), b[1], b[2]); } while (0)
