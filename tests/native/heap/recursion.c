/* Functions that allocate, recursive ones above all: derivatives against differences, and no block is left over. */
#include "check.h"
#include <stdlib.h>
#include <string.h>

N double p1(double *x, int n) { if (n == 0) return x[0] * x[1]; double *t = (double *)malloc(16); t[0] = x[0] * x[1]; t[1] = x[0] + x[1]; double r = p1(t, n - 1) * t[0]; free(t); return r; }
/* returns memory from recursion */
N double *q(double *x, int n) { double *r = (double *)malloc(24); if (n == 0) { r[0] = x[0] * x[0]; r[1] = x[1]; r[2] = 1; return r; } double *t = q(x, n - 1); r[0] = t[0] * t[1]; r[1] = t[1] + t[0] * t[2]; r[2] = t[0]; free(t); return r; }
N double p2(double *x, int n) { double *r = q(x, n); double s = r[0] + r[1]; free(r); return s; }
/* mergesort with temporary */
N void ms(double *a, int n) { if (n < 2) return; int m = n / 2; double *t = (double *)malloc(n * 8); ms(a, m); ms(a + m, n - m); int i = 0, j = m, k = 0; while (i < m && j < n) t[k++] = a[i] < a[j] ? a[i++] : a[j++]; while (i < m) t[k++] = a[i++]; while (j < n) t[k++] = a[j++]; memcpy(a, t, n * 8); free(t); }
N double p3(double *x, int n) { double *c = (double *)malloc(n * 8); for (int i = 0; i < n; i++) c[i] = x[i % 2] * (i * 7 % 5 + 1); ms(c, n); double s = 0; for (int i = 0; i < n; i++) s += c[i] * c[i] * i; free(c); return s; }
/* determinant by minors */
N double det(double **a, int n) { if (n == 1) return a[0][0]; double s = 0; for (int c = 0; c < n; c++) { double **m = (double **)malloc((n - 1) * sizeof *m); for (int i = 1; i < n; i++) { m[i - 1] = (double *)malloc((n - 1) * 8); for (int j = 0, k = 0; j < n; j++) if (j != c) m[i - 1][k++] = a[i][j]; } s += (c % 2 ? -1 : 1) * a[0][c] * det(m, n - 1); for (int i = 0; i < n - 1; i++) free(m[i]); free(m); } return s; }
N double p4(double *x, int n) { double **a = (double **)malloc(n * sizeof *a); for (int i = 0; i < n; i++) { a[i] = (double *)malloc(n * 8); for (int j = 0; j < n; j++) a[i][j] = i == j ? x[0] : x[1] * (i + 2 * j); } double d = det(a, n); for (int i = 0; i < n; i++) free(a[i]); free(a); return d; }
/* early return inside recursion */
N double p5(double *x, int n) { double *t = (double *)malloc(n * 8 + 8); t[0] = x[0] * 1.1; t[n] = x[1] * x[0]; if (t[n] > 3 || n < 2) { double r = t[n] * t[0]; free(t); return r; } double y[2] = {t[0], t[n] * 1.5}; double r = p5(y, n - 1) + t[n]; free(t); return r; }
/* realloc in recursion */
N double p6(double *x, int n) { if (!n) return x[0]; double *t = (double *)malloc(8); t[0] = x[0]; t = (double *)realloc(t, 32); t[1] = x[1]; t[2] = t[0] * t[1]; t[3] = t[2] * t[0]; double r = p6(t + 2, n - 1) * t[1]; free(t); return r; }
/* list built by recursion, freed by recursion */
struct nd { double v; struct nd *next; };
N struct nd *mkl(double *x, int n) { if (!n) return NULL; struct nd *p = (struct nd *)malloc(sizeof *p); p->v = x[0] * n + x[1]; p->next = mkl(x, n - 1); return p; }
N double suml(struct nd *p) { return p ? p->v * p->v + suml(p->next) : 0; }
N void fre(struct nd *p) { if (p) { fre(p->next); free(p); } }
N double p7(double *x, int n) { struct nd *p = mkl(x, n); double s = suml(p); fre(p); return s; }
/* consume: recursion frees what it was given */
N double eat(double *b, int n) { double r = b[0] * b[1]; if (n) { double *c = (double *)malloc(16); c[0] = b[1]; c[1] = r; free(b); return r + eat(c, n - 1); } free(b); return r; }
N double p8(double *x, int n) { double *b = (double *)malloc(16); b[0] = x[0]; b[1] = x[1]; return eat(b, n); }
/* mutual with out-parameters */
N void od(double *x, int n, double **out);
N void ev(double *x, int n, double **out) { *out = (double *)malloc(16); if (!n) { (*out)[0] = x[0]; (*out)[1] = x[1]; return; } double *t; od(x, n - 1, &t); (*out)[0] = t[0] * t[1]; (*out)[1] = t[1]; free(t); }
N void od(double *x, int n, double **out) { *out = (double *)malloc(16); if (!n) { (*out)[0] = x[1]; (*out)[1] = x[0]; return; } double *t; ev(x, n - 1, &t); (*out)[1] = t[0] + t[1]; (*out)[0] = t[1]; free(t); }
N double p9(double *x, int n) { double *t; ev(x, n, &t); double r = t[0] * t[1]; free(t); return r; }
/* conditional allocation, large */
N double p10(double *x, int n) { double s[4]; double *t = n > 2 ? (double *)malloc(n * 8) : s; for (int i = 0; i < n; i++) t[i] = x[0] * i + x[1]; double y[2] = {t[n - 1] * .1, x[1]}; double r = n ? p10(y, n - 1) + t[0] * t[n - 1] : x[0]; if (t != s) free(t); return r; }
/* calloc; int arrays; */
N double p11(double *x, int n) { if (!n) return x[0]; int *k = (int *)calloc(n, 4); double *t = (double *)calloc(n, 8); for (int i = 0; i < n; i++) { k[i] = (i * 3) % n; t[k[i]] += x[0] * x[1] * i; } double y[2] = {t[k[n - 1]] * .1 + x[0], x[1]}; double r = p11(y, n - 1) * t[n - 1] + x[0]; free(k); free(t); return r; }
/* null checks, matrices of the user */
N double n1(double *x, int n) { if (n == 0) return x[0] * x[1]; double *t = (double *)malloc(16); if (!t) return -1; t[0] = x[0] * x[1]; t[1] = x[0] + x[1]; double r = n1(t, n - 1) * t[0]; if (t) free(t); return r; }
N double n2(double *x, int n) { if (n == 0) return x[0] * x[1]; double s = 0; for (int i = 0; i < 3; i++) { double *t = (double *)malloc(16); t[0] = x[0] * .5; t[1] = x[1] * i + x[0]; s += n2(t, n - 1) * t[1]; free(t); } return s; }
N double n3(double *x, int n) { if (n == 0) return x[0] * x[1]; double *t = (double *)malloc(16), *u = (double *)calloc(2, 8); t[0] = x[0] * .5; t[1] = x[1]; u[0] = t[0] * t[1]; u[1] = x[1]; double s = n3(t, n - 1) * t[1] + n3(u, n - 1) + n3(x, n - 1); free(t); free(u); return s; }
/* written to the caller's memory, which is looked at afterwards */
N void n5h(double *x, int n) { double *t = (double *)malloc(16); t[0] = x[0] * x[1]; t[1] = x[1]; if (n) n5h(t, n - 1); x[0] = t[0] * .5; x[1] *= t[1]; free(t); }
N double n5(double *x, int n) { double c[2] = {x[0], x[1]}; n5h(c, n); return c[0] * c[1]; }
N double n6(double *x, int n) { double *t = (double *)malloc(16); t[0] = x[0]; t[1] = x[1] * x[0]; while (n--) { double *u = (double *)malloc(16); u[0] = t[0] * t[1]; u[1] = t[0] + x[1]; free(t); t = u; } double r = t[0] * t[1]; free(t); return r; }

int main(void) {
  R(p1, 4);
  R(p2, 4);
  R(p3, 9);
  R(p4, 4);
  R(p5, 4);
  R(p6, 3);
  R(p7, 4);
  R(p8, 4);
  R(p9, 5);
  R(p10, 5);
  R(p11, 4);
  R(n1, 4);
  R(n2, 2);
  R(n3, 3);
  R(n5, 3);
  R(n6, 3);
}
