/* Memory that is seen from outside on some ways and freed on others: each block goes with its shadow, and no other does. */
#include "check.h"
#include <stdlib.h>
#include <string.h>

#ifdef SPLIT
#define HALVES3(f, v, dv, x, d, n) do { struct augmented a = __enzyme_augmentfwd((void *)f, enzyme_dup, v, dv, enzyme_dup, x, d, enzyme_const, n); \
    __enzyme_reverse((void *)f, enzyme_dup, v, dv, enzyme_dup, x, d, enzyme_const, n, 1.0, a.tape); } while (0)
#else
#define HALVES3(f, v, dv, x, d, n) __enzyme_autodiff((void *)f, enzyme_dup, v, dv, enzyme_dup, x, d, enzyme_const, n)
#endif

/* the user's matrix and minors of it in one recursion */
N double det(double **a, int n) { if (n == 1) return a[0][0]; double s = 0; for (int c = 0; c < n; c++) { double **m = malloc((n - 1) * sizeof *m); for (int i = 1; i < n; i++) { m[i - 1] = malloc((n - 1) * 8); for (int j = 0, k = 0; j < n; j++) if (j != c) m[i - 1][k++] = a[i][j]; } s += (c % 2 ? -1 : 1) * a[0][c] * det(m, n - 1); for (int i = 0; i < n - 1; i++) free(m[i]); free(m); } return s; }
/* the same with helpers that are not inlined */
N double **make(int n) { double **m = malloc(n * sizeof *m); for (int i = 0; i < n; i++) m[i] = malloc(n * 8); return m; }
N void drop(double **m, int n) { for (int i = 0; i < n; i++) free(m[i]); free(m); }
N double det2(double **a, int n) { if (n == 1) return a[0][0]; double s = 0; for (int c = 0; c < n; c++) { double **m = make(n - 1); for (int i = 1; i < n; i++) for (int j = 0, k = 0; j < n; j++) if (j != c) m[i - 1][k++] = a[i][j]; s += (c % 2 ? -1 : 1) * a[0][c] * det2(m, n - 1); drop(m, n - 1); } return s; }
/* returned on one way, freed on the other */
static double spare[2];
N double *way(double *x, int n) { double *t = malloc(16); t[0] = x[0] * x[1]; t[1] = x[1]; if (n % 2) return t; double s = t[0] * t[0]; free(t); spare[0] = s; spare[1] = s * x[0]; return spare; }
double w1(double *x, int n) { double s = 0; for (int i = 0; i < n; i++) { double *t = way(x, i); s += t[0] * t[1]; if (i % 2) free(t); } return s; }
/* replaced by a larger one, when it is needed */
N double *grown(double *t, int n, int room) { if (n < room) return t; double *u = malloc(2 * room * 8); memcpy(u, t, room * 8); free(t); return u; }
double w2(double *x, int n) { int room = 1; double *t = malloc(8); for (int i = 0; i < n; i++) { t = grown(t, i, room); if (i >= room) room *= 2; t[i] = x[i % 2] * x[0]; } double s = 0; for (int i = 0; i < n; i++) s += t[i] * t[i] * (i + 1); free(t); return s; }
/* a variable still leads to what has been freed */
static double *left;
double w3(double *x, int n) { double s = 0; for (int i = 0; i < n; i++) { left = malloc(16); left[0] = x[0] * x[1]; left[1] = x[i % 2]; s += left[0] * left[1]; free(left); } return s; }
/* kept from one iteration to the next by a variable */
static double *cache; static int cached;
N double *cache_of(int n) { if (n > cached) { free(cache); cache = malloc(n * 8); cached = n; } return cache; }
double w4(double *x, int n) { double s = 0; for (int i = 1; i <= n; i++) { double *t = cache_of(i); for (int k = 0; k < i; k++) t[k] = x[k % 2] * x[0]; for (int k = 0; k < i; k++) s += t[k] * t[k]; } free(cache); cache = 0; cached = 0; return s; }
/* reallocated, and the user's matrix in the same recursion */
N double sums(double **a, int n) { double *t = malloc(8); t[0] = a[0][0]; t = realloc(t, 8 * (n + 1)); for (int i = 0; i < n; i++) t[i + 1] = t[i] * a[i][0] + a[0][i]; double s = t[n]; if (n > 1) { double **b = malloc(2 * sizeof *b); b[0] = t; b[1] = t + 1; s += sums(b, n < 3 ? n - 1 : 2); free(b); } free(t); return s; }
/* a list of which nodes go, and nodes stay until the end */
struct node { double v; struct node *next; };
N struct node *without(struct node *p, double least) { if (!p) return p; struct node *rest = without(p->next, least); if (p->v < least) { free(p); return rest; } p->next = rest; return p; }
double w5(double *x, int n) { struct node *p = 0; for (int i = 0; i < n; i++) { struct node *q = malloc(sizeof *q); q->v = x[i % 2] * (i + 1); q->next = p; p = q; } p = without(p, 2.5); double s = 0; while (p) { struct node *q = p->next; s += p->v * p->v * x[0]; free(p); p = q; } return s; }

/* the user's memory or new memory in one pointer */
N double part(double *x, int n) { double *t = n % 3 ? malloc(16) : x; if (t != x) { t[0] = x[0] * x[1]; t[1] = x[0] + n; } double r = n ? part(t, n - 1) * t[1] : t[0] * t[1]; if (t != x) free(t); return r; }
double w7(double *x, int n) { return part(x, n) + part(x, n + 1); }
/* the user's array, made larger: the user gives back what it is then, and its shadow */
struct array { double *p; int n, room; };
N double more(struct array *v, double *x, int n) { for (int i = 0; i < n; i++) { if (v->n == v->room) v->p = realloc(v->p, 8 * (v->room *= 2)); v->p[v->n++] = x[i % 2] * x[0]; } double s = 0; for (int i = 0; i < v->n; i++) s += v->p[i] * v->p[i]; return s; }
static struct array given(void) { struct array v = {malloc(16), 1, 2}; v.p[0] = v.p[1] = 0; return v; }
static double w6(double *x, int n) { struct array v = given(); double s = more(&v, x, n); free(v.p); return s; }
static double w6_reverse(double *x, double *d, int n) { struct array v = given(), dv = given(); double *first = dv.p; HALVES3(more, &v, &dv, x, d, n); free(v.p); if (dv.p != first) free(first); free(dv.p); return 0; }
static double w6_forward(double *x, double *d, int n) { struct array v = given(), dv = given(); double w = __enzyme_fwddiff((void *)more, enzyme_dup, &v, &dv, enzyme_dup, x, d, enzyme_const, n); free(v.p); free(dv.p); return w; }

/* The same of functions of a matrix: the user's rows have shadows that stay. */
static double rows[9], shadows[9], *user[3] = {rows, rows + 3, rows + 6}, *theirs[3] = {shadows, shadows + 3, shadows + 6};
static void start(void) { for (int k = 0; k < 9; k++) { rows[k] = 0.5 + k * k % 7; shadows[k] = 0; } }
#define M(f) do { double e = 1e-6, w = 0, want[9]; long b[3] = {0}; int fine = 1; start(); \
    for (int k = 0; k < 9; k++) { rows[k] += e; want[k] = f(user, 3); rows[k] -= 2 * e; want[k] = (want[k] - f(user, 3)) / (2 * e); rows[k] += e; } \
    for (int k = 0; k < 11; k++) { if (k == 1) b[0] = live_blocks(); start(); HALVES(f, user, theirs, 3); } \
    b[1] = live_blocks() - b[0]; \
    for (int k = 0; k < 9; k++) fine &= same(shadows[k], want[k]); \
    for (int k = 0; k < 11; k++) { if (k == 1) b[0] = live_blocks(); start(); shadows[4] = 1; w = __enzyme_fwddiff((void *)f, enzyme_dup, user, theirs, enzyme_const, 3); } \
    b[2] = live_blocks() - b[0]; \
    printf("%s %d %ld %ld\n", #f, fine && same(w, want[4]), b[1], b[2]); } while (0)

int main(void) {
  M(det);
  M(det2);
  M(sums);
  R(w1, 5);
  R(w2, 9);
  R(w3, 4);
  R(w4, 4);
  R(w5, 6);
  R(w7, 4);
  { double e = 1e-6, x[2] = {0.7, 1.3}, d[2], want[2], one[2] = {1, 0}, w = 0; long b[3] = {0};
    for (int k = 0; k < 2; k++) { x[k] += e; want[k] = w6(x, 9); x[k] -= 2 * e; want[k] = (want[k] - w6(x, 9)) / (2 * e); x[k] += e; }
    for (int k = 0; k < 11; k++) { if (k == 1) b[0] = live_blocks(); d[0] = d[1] = 0; w6_reverse(x, d, 9); }
    b[1] = live_blocks() - b[0];
    for (int k = 0; k < 11; k++) { if (k == 1) b[0] = live_blocks(); w = w6_forward(x, one, 9); }
    b[2] = live_blocks() - b[0];
    printf("w6 %d %ld %ld\n", same(d[0], want[0]) && same(d[1], want[1]) && same(w, want[0]), b[1], b[2]); }
}
