/* The gradient of ode's last component by hand.  y is kept before each step; the stages of a step are computed again.

   All four slopes are x_i times the component before: of y, a1 = y + h/2 k1, a2 = y + h/2 k2, a3 = y + h k3.  In the reverse sweep
   b1, b2, b3 are the adjoints of a1, a2, a3, and b0 is what the first slope adds to that of y.  A component needs its neighbour
   alone, so that a step goes through TILE components after the other, which stay in the first cache. */
#include "../programs/program.h"

enum { TILE = 512 };

typedef struct { int n, steps; double *x, *dx, *y, *dy, *a1, *a2, *a3, *b0, *b1, *b2, *b3, *kept; } state;

/* Room for n numbers.  Arrays that are used together begin at different places of their pages: a load that follows a store to the
   same place of another page has to wait. */
static double *apart(int n, int number) {
  double *out = aligned_alloc(4096, (n * sizeof *out + 8192) / 4096 * 4096);
  memset(out, 0, n * sizeof *out);
  return out + 40 * number;
}

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  int n = s->n = take(&input);
  s->steps = take(&input);
  s->x = apart(n, 0), s->y = apart(n, 1), s->dy = apart(n, 2), s->dx = apart(n, 3);
  s->a1 = apart(n, 4), s->a2 = apart(n, 5), s->a3 = apart(n, 6);
  s->b0 = apart(n, 7), s->b1 = apart(n, 8), s->b2 = apart(n, 9), s->b3 = apart(n, 10), s->kept = NULL;
  memcpy(s->x, input, n * sizeof *s->x);
  return s;
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* out = y + step * slope(from) from low to high. */
static void stage(int low, int high, double step, const double *restrict x, const double *restrict y, const double *from,
                  double *restrict out) {
  if (low == 0) out[0] = y[0] + step * x[0];
  for (int i = most(low, 1); i < high; i++) out[i] = y[i] + step * (x[i] * from[i - 1]);
}

/* The stages that the slopes from low to high are computed from. */
static void stages(state *s, int low, int high, const double *y) {
  double h = 2.0 / s->steps;
  stage(most(low - 3, 0), high, h / 2, s->x, y, y, s->a1);
  stage(most(low - 2, 0), high, h / 2, s->x, y, s->a1, s->a2);
  stage(most(low - 1, 0), high, h, s->x, y, s->a2, s->a3);
}

static void sum(int low, int high, double h, const double *restrict x, const double *restrict y, const double *restrict a1,
                const double *restrict a2, const double *restrict a3, double *restrict next) {
  if (low == 0) next[0] = y[0] + h * x[0];
  for (int i = most(low, 1); i < high; i++)
    next[i] = y[i] + h / 6 * (x[i] * (y[i - 1] + 2 * a1[i - 1] + 2 * a2[i - 1] + a3[i - 1]));
}

/* One step from y to next. */
static void advance(state *s, const double *y, double *next) {
  for (int low = 0; low < s->n; low += TILE) {
    int high = least(low + TILE, s->n);
    stages(s, low, high, y);
    sum(low, high, 2.0 / s->steps, s->x, y, s->a1, s->a2, s->a3, next);
  }
}

double primal(void *state_) {
  state *s = state_;
  double *y = s->y, *next = s->dy;
  clear(y, s->n);
  for (int step = 0; step < s->steps; step++) {
    advance(s, y, next);
    double *last = y;
    y = next;
    next = last;
  }
  s->y = y;
  s->dy = next;
  return y[s->n - 1];
}

/* Adds to dx what a stage gives, where c = outer * dy + inner * b is the adjoint of its slope, computed from `from`, whose adjoint
   goes to out. */
static void stage_back(int low, int high, double outer, double inner, const double *restrict x, const double *restrict dy,
                       const double *restrict b, const double *restrict from, double *restrict dx, double *restrict out) {
  if (low == 0) dx[0] += outer * dy[0] + inner * b[0];
  for (int i = most(low, 1); i < high; i++) {
    double c = outer * dy[i] + inner * b[i];
    dx[i] += c * from[i - 1];
    out[i - 1] = c * x[i];
  }
}

/* The first stage of the reverse sweep: there is no b. */
static void last_stage_back(int low, int high, double outer, const double *restrict x, const double *restrict dy,
                            const double *restrict from, double *restrict dx, double *restrict out) {
  if (low == 0) dx[0] += outer * dy[0];
  for (int i = most(low, 1); i < high; i++) {
    double c = outer * dy[i];
    dx[i] += c * from[i - 1];
    out[i - 1] = c * x[i];
  }
}

static void add(int low, int high, const double *restrict a, const double *restrict b, const double *restrict c,
                const double *restrict d, double *restrict out) {
  for (int i = low; i < high; i++) out[i] += a[i] + b[i] + c[i] + d[i];
}

/* The adjoint of the step from y. */
static void retreat(state *s, const double *y) {
  double h = 2.0 / s->steps;
  for (int high = s->n; high > 0; high -= TILE) {
    int low = most(high - TILE, 0);
    stages(s, low, high, y);
    last_stage_back(low, high, h / 6, s->x, s->dy, s->a3, s->dx, s->b3);
    stage_back(low, high, h / 3, h, s->x, s->dy, s->b3, s->a2, s->dx, s->b2);
    stage_back(low, high, h / 3, h / 2, s->x, s->dy, s->b2, s->a1, s->dx, s->b1);
    stage_back(low, high, h / 6, h / 2, s->x, s->dy, s->b1, y, s->dx, s->b0);
    add(low, high, s->b0, s->b1, s->b2, s->b3, s->dy);
  }
}

double derivative(void *state_) {
  state *s = state_;
  size_t n = s->n;
  if (!s->kept) s->kept = room(n * s->steps);
  clear(s->kept, n);
  for (int step = 0; step + 1 < s->steps; step++) advance(s, s->kept + step * n, s->kept + (step + 1) * n);
  clear(s->dx, n);
  clear(s->dy, n);
  s->dy[n - 1] = 1;
  s->b0[n - 1] = s->b1[n - 1] = s->b2[n - 1] = s->b3[n - 1] = 0;
  for (int step = s->steps - 1; step >= 0; step--) retreat(s, s->kept + step * n);
  return s->dx[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  primal(s);
  long n = put(out, 0, s->y, s->n);
  derivative(s);
  return put(out, n, s->dx, s->n);
}

MEASURED(primal, derivative)
