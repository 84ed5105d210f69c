/* Two arrays that are filled from the same tables of floats: that one of them lies beside pointers says nothing of the other. */
#include "check.h"

enum { SIZE = 90 };
static const double table[] = {
  0.0, 0.199, 0.028, 0.228, 0.057, 0.256, 0.085, 0.285, 0.114, 0.313, 0.142, 0.342, 0.171, 0.0, 0.199, 0.028, 0.228, 0.057,
  0.256, 0.085, 0.285, 0.114, 0.313, 0.142, 0.342, 0.171, 0.0, 0.199, 0.028, 0.228, 0.057, 0.256, 0.085, 0.285, 0.114, 0.313,
  0.142, 0.342, 0.171, 0.0, 0.199, 0.028, 0.228, 0.057, 0.256, 0.085, 0.285, 0.114, 0.313, 0.142, 0.342, 0.171, 0.0, 0.199,
  0.028, 0.228, 0.057, 0.256, 0.085, 0.285, 0.114, 0.313, 0.142, 0.342, 0.171, 0.0, 0.199, 0.028, 0.228, 0.057, 0.256, 0.085,
  0.285, 0.114, 0.313, 0.142, 0.342, 0.171, 0.0, 0.199, 0.028, 0.228, 0.057, 0.256, 0.085, 0.285, 0.114, 0.313, 0.142, 0.342};
static const double seeds[] = {
  0.0, 0.199, 0.028, 0.228, 0.057, 0.256, 0.085, 0.285, 0.114, 0.213, 0.142, 0.242, 0.171, 0.0, 0.199, 0.028, 0.228, 0.057,
  0.256, 0.085, 0.285, 0.114, 0.213, 0.142, 0.242, 0.171, 0.0, 0.199, 0.028, 0.228, 0.057, 0.256, 0.085, 0.285, 0.114, 0.213,
  0.142, 0.242, 0.171, 0.0, 0.199, 0.028, 0.228, 0.057, 0.256, 0.085, 0.285, 0.114, 0.213, 0.142, 0.242, 0.171, 0.0, 0.199,
  0.028, 0.228, 0.057, 0.256, 0.085, 0.285, 0.114, 0.213, 0.142, 0.242, 0.171, 0.0, 0.199, 0.028, 0.228, 0.057, 0.256, 0.085,
  0.285, 0.114, 0.213, 0.142, 0.242, 0.171, 0.0, 0.199, 0.028, 0.228, 0.057, 0.256, 0.085, 0.285, 0.114, 0.213, 0.142, 0.242};
typedef struct { double w[3]; short id; float pad; double *link; } node;

/* Nodes that point into each other and into y. */
static double nodes(double *x, double *y, int n) {
  node a[8];
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 3; j++) a[i].w[j] = x[(i * 3 + j) % n];
    a[i].id = (short)((i * 3 + 1) % 8);
    a[i].link = (i & 1) ? &a[a[i].id].w[1] : y + i;
    a[i].pad = 0;
  }
  double s = 0;
  for (int t = 0; t < 17; t++) {
    node *p = &a[t % 8];
    p->w[t % 3] = sin(*p->link * p->w[(t + 1) % 3]);
    *p->link += 0.2 * p->w[0];
    s += a[p->id].w[2] * p->w[1];
    if (p->w[1] < 0) p->link = &p->w[2];
  }
  for (int i = 0; i < n; i++) s += x[i] * y[i];
  return s;
}

/* No pointers in memory. */
static double matrices(double *x, double *y, int n) {
  double r[3][3], u[3][3];
  (void)n;
  for (int i = 0; i < 9; i++) (&r[0][0])[i] = x[i];
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        u[i][j] = 0;
        for (int k = 0; k < 3; k++) u[i][j] += r[i][k] * r[k][j];
      }
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) r[j][i] = 0.5 * tanh(u[i][j]) + y[t] * r[i][j];
  }
  return r[0][0] * r[1][2] + r[2][0];
}

static volatile int count = 24, offset = 40;

/* Beside central differences of the result and of what is left in memory, weighted with the seeds (h = 1e-6, by clang -O0). */
#define PART(name, value, want)                                                                       \
  static void part_##name(void) {                                                                     \
    double b[SIZE], db[SIZE];                                                                         \
    int n = count, o = offset;                                                                        \
    for (int i = 0; i < SIZE; i++) b[i] = table[i], db[i] = seeds[i];                                 \
    compare("value", name(b, b + o, n), value, 1e-5, __LINE__);                                       \
    for (int i = 0; i < SIZE; i++) b[i] = table[i];                                                   \
    __enzyme_autodiff((void *)name, enzyme_dup, b, db, enzyme_dup, b + o, db + o, enzyme_const, n);   \
    compare("slope", db[1], want, 1e-6, __LINE__);                                                    \
  }
PART(nodes, 0.748412268, 0.766825213)
PART(matrices, 1.24255697e-05, 0.199058905)

int main(void) {
  part_nodes();
  part_matrices();
  return wrong;
}
