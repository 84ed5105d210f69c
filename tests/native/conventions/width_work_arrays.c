/* Several directions at once through memory that lives in the function: work arrays of every kind. */
#include "near.h"
#include <string.h>

enum { N = 6, WIDTH = 3 };
typedef struct { double d[WIDTH]; } Slopes;
Slopes __enzyme_fwddiff_slopes(void *, ...);
typedef struct { float d[WIDTH]; } Floats;
Floats __enzyme_fwddiff_floats(void *, ...);

/* Heap and stack, cleared and copied, in part and as a whole. */
static double copies(const double *x, int n) {
  double *a = malloc(n * sizeof *a), *b = calloc(n, sizeof *b), c[N], s = 0;
  memset(c, 0, sizeof c);
  for (int i = 0; i < n; i++) a[i] = x[i] * x[n - 1 - i];
  memcpy(b + 1, a, (n - 1) * sizeof *b);
  memcpy(c, x, n * sizeof *c);
  memmove(b, b + 2, (n - 3) * sizeof *b);
  memset(a + 2, 0, 2 * sizeof *a);
  for (int i = 0; i < n; i++) s += a[i] * (i + 1) + b[i] * c[i] + c[n - 1 - i];
  free(a);
  free(b);
  return s;
}

/* Two buffers that change places. */
static double steps(const double *x, int n) {
  double u[N], v[N], *now = u, *next = v;
  for (int i = 0; i < n; i++) now[i] = x[i];
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < n; i++) next[i] = now[i] + 0.25 * now[(i + 1) % n] * now[i];
    double *t = now;
    now = next;
    next = t;
  }
  return now[1] * now[n - 1] + (x[0] > 0 ? u : v)[2];
}

/* Rows and columns, a pointer that runs, aligned memory. */
static double table(const double *x, int n) {
  double t[N][4] __attribute__((aligned(64))), s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++) t[i][j] = x[i] * (j + 1) + x[j];
  for (int j = 0; j < 4; j++)
    for (int i = 1; i < n; i++) t[i][j] *= t[i - 1][j];
  for (const double *p = &t[0][0]; p < &t[n][0]; p += 3) s += *p;
  return s;
}

/* Numbers that lie in a structure, one of which is not a number. */
typedef struct { double a, b; } pair;
typedef struct { double a; int k; } mixed;
static double records(const double *x, int n) {
  pair *p = malloc(n * sizeof *p);
  mixed m[N];
  double s = 0;
  for (int i = 0; i < n; i++) {
    p[i].a = x[i] * x[i];
    p[i].b = x[n - 1 - i];
    m[i].a = p[i].a * p[i].b;
    m[i].k = i;
  }
  pair q = p[1];
  p[2] = q;
  for (int i = 0; i < n; i++) s += p[i].a * p[i].b + m[i].a * m[i].k;
  free(p);
  return s;
}

/* Seen by another function, kept in a structure, cut into bytes, grown. */
__attribute__((noinline)) static double dot(const double *a, const double *b, int n) { return n ? *a * *b + dot(a + 1, b + 1, n - 1) : 0; }
typedef struct { double *data; int n; } span;
__attribute__((noinline)) static void fill(span *s, const double *x) {
  for (int i = 0; i < s->n; i++) s->data[i] = x[i] * x[i];
}
static double seen(const double *x, int n) {
  double a[N], b[N], *c = malloc(2 * sizeof *c);
  span s = {b, n};
  for (int i = 0; i < n; i++) a[i] = x[i] + 1;
  fill(&s, x);
  c[0] = a[0], c[1] = b[1];
  c = realloc(c, 4 * sizeof *c);
  c[2] = c[0] * c[1], c[3] = c[2] + a[2];
  double out = dot(a, b, n) + c[2] * c[3];
  free(c);
  return out;
}

static float floats(const float *x, int n) {
  float t[N], s = 0;
  for (int i = 0; i < n; i++) t[i] = x[i] * x[i];
  for (int i = 0; i < n; i++) s += t[i] * x[n - 1 - i];
  return s;
}

static void test(double (*f)(const double *, int), Slopes s, const double *x, double t[WIDTH][N], const char *name) {
  for (int k = 0; k < WIDTH; k++) {
    double a[N], b[N], h = 1e-5;
    for (int i = 0; i < N; i++) a[i] = x[i] + h * t[k][i], b[i] = x[i] - h * t[k][i];
    near_at(k, name, s.d[k], (f(a, N) - f(b, N)) / (2 * h), 1e-7);
  }
}

#define TEST(f) test(f, __enzyme_fwddiff_slopes((void *)f, enzyme_width, WIDTH, x, t[0], t[1], t[2], enzyme_const, N), x, t, #f)

int main(void) {
  double x[N] = {.3, .7, .9, -.4, 1.2, .5}, t[WIDTH][N] = {{1}, {0, 1, 0, 0, 2, 0}, {1, -1, .5, 2, 0, .25}};
  TEST(copies);
  TEST(steps);
  TEST(table);
  TEST(records);
  TEST(seen);
  float y[N] = {.3f, .7f, .9f, -.4f, 1.2f, .5f}, dy[WIDTH][N] = {{1}, {0, 1, 0, 0, 2, 0}, {1, -1, .5f, 2, 0, .25f}};
  Floats r = __enzyme_fwddiff_floats((void *)floats, enzyme_width, WIDTH, y, dy[0], dy[1], dy[2], enzyme_const, N);
  for (int k = 0; k < WIDTH; k++) {
    double want = 0; /* sum of x_i^2 x_{n-1-i} */
    for (int i = 0; i < N; i++) want += 2 * y[i] * dy[k][i] * y[N - 1 - i] + y[i] * y[i] * dy[k][N - 1 - i];
    near_at(__LINE__, "floats", r.d[k], want, 1e-6);
  }
  return 0;
}
