/* Memory that a function allocates, fills and hands to its caller, who reads it. */
#include "check.h"
#include <stdlib.h>

N double *mk(double x, int n) { double *t = malloc(n * 8); for (int i = 0; i < n; i++) t[i] = x + i; return t; }
double once(double *v, int n) { double x = v[0] * v[1]; double *t = mk(x, n); double s = t[1] * t[2]; free(t); return s; }
/* caller changes what the callee has read */
N double *mk2(double x, int n, double *o) { double *t = malloc(n * 8); double s = 0; for (int i = 0; i < n; i++) t[i] = x + i; for (int i = 0; i < n; i++) s += t[i] * t[i]; *o = s; return t; }
double chg(double *v, int n) { double x = v[0] * v[1]; double s; double *t = mk2(x, n, &s); for (int i = 0; i < n; i++) t[i] = 3; s += t[0]; free(t); return s; }
/* in a struct */
struct vec { int n; double *p; };
N struct vec mk3(double x, int n) { struct vec r = {n, malloc(n * 8)}; for (int i = 0; i < n; i++) r.p[i] = x + i; return r; }
double st(double *v, int n) { double x = v[0] * v[1]; struct vec a = mk3(x, n); double s = 0; for (int i = 0; i < a.n; i++) s += a.p[i] * a.p[i]; free(a.p); return s; }
/* through a parameter */
N void mk4(double x, int n, double **o) { double *p = malloc(n * 8); for (int i = 0; i < n; i++) p[i] = x + i; *o = p; }
double pa(double *v, int n) { double x = v[0] * v[1]; double *p; mk4(x, n, &p); double s = 0; for (int i = 0; i < n; i++) s += p[i] * p[i]; free(p); return s; }
/* global */
static double *G;
N void mk5(double x, int n) { double *p = malloc(n * 8); for (int i = 0; i < n; i++) p[i] = x + i; G = p; }
double gl(double *v, int n) { double x = v[0] * v[1]; mk5(x, n); double s = 0; for (int i = 0; i < n; i++) s += G[i] * G[i]; free(G); return s; }
/* rows behind a returned pointer */
N double **mk6(double x, int n) { double **r = malloc(n * sizeof *r); for (int k = 0; k < n; k++) { double *p = malloc(n * 8); for (int i = 0; i < n; i++) p[i] = x * k + i; r[k] = p; } return r; }
double rw(double *v, int n) { double x = v[0] * v[1]; double **r = mk6(x, n); double s = 0; for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) s += r[k][i] * r[k][i]; for (int k = 0; k < n; k++) free(r[k]); free(r); return s; }
/* interior pointer */
N double *mk7(double x, int n) { double *t = malloc((n + 1) * 8); for (int i = 0; i <= n; i++) t[i] = x + i; return t + 1; }
double in(double *v, int n) { double x = v[0] * v[1]; double *t = mk7(x, n); double s = 0; for (int i = 0; i < n; i++) s += t[i] * t[i]; free(t - 1); return s; }
/* one further function between; the caller gives it on */
N double *mk8(double x, int n) { return mk(x * x, n); }
double tw(double *v, int n) { double x = v[0] * v[1]; double *t = mk8(x, n); double s = 0; for (int i = 0; i < n; i++) s += t[i] * t[i]; free(t); return s; }
/* a function that returns which of two it got, or new */
N double *sel(double *a, double x, int n) { double *t = malloc(n * 8); for (int i = 0; i < n; i++) t[i] = a[i] * x; return n > 100 ? a : t; }
double se(double *v, int n) { double x = v[0] * v[1]; double *a = mk(x, n); double *t = sel(a, x, n); double s = 0; for (int i = 0; i < n; i++) s += t[i] * t[i]; free(t); free(a); return s; }
/* static buffer */
N double *mk9(double x, int n) { static double b[8]; for (int i = 0; i < n; i++) b[i] = x + i; return b; }
double sb(double *v, int n) { double x = v[0] * v[1]; double *t = mk9(x, n); double s = 0; for (int i = 0; i < n; i++) s += t[i] * t[i]; return s; }
/* memset/copy filled */
#include <string.h>
N double *cp(const double *a, int n) { double *t = malloc(n * 8); memcpy(t, a, n * 8); for (int i = 0; i < n; i++) t[i] *= t[i]; return t; }
double cc(double *v, int n) { double x = v[0] * v[1]; double *a = mk(x, n), *t = cp(a, n); double s = 0; for (int i = 0; i < n; i++) s += t[i] * t[i] * a[i]; free(t); free(a); return s; }
/* 2d: fill in a nested loop */
N double *mk10(double x, int n) { double *t = malloc(n * n * 8); for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) t[i * n + j] = x * i + j; return t; }
double nn(double *v, int n) { double x = v[0] * v[1]; double *t = mk10(x, n); double s = 0; for (int i = 0; i < n * n; i++) s += t[i] * t[i]; free(t); return s; }
/* linked */
struct node { double v; struct node *next; };
N struct node *mkl(double x, int n) { struct node *h = NULL; for (int i = 0; i < n; i++) { struct node *p = malloc(sizeof *p); p->v = x * i; p->next = h; h = p; } return h; }
double li(double *v, int n) { double x = v[0] * v[1]; struct node *h = mkl(x, n); double s = 0; for (struct node *p = h; p; p = p->next) s += p->v * p->v; while (h) { struct node *p = h->next; free(h); h = p; } return s; }

int main(void) {
  R(once, 4);
  R(chg, 4);
  R(st, 4);
  R(pa, 4);
  R(gl, 4);
  R(rw, 4);
  R(in, 4);
  R(tw, 4);
  R(se, 4);
  R(sb, 4);
  R(cc, 4);
  R(nn, 4);
  R(li, 4);
}
