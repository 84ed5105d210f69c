/* The Jacobian of ba by hand: both rows of an observation at once, from the derivatives of its projection. */
#include "../programs/program.h"

enum { CAMERA = 11, POINT = 3, ROW = CAMERA + POINT + 1 };

typedef struct { int n, m, p, *camera, *point; double *cameras, *X, *w, *features, *errors, *weight_errors, *J, *dweights; } state;

/* n copies of the next `size` numbers. */
static double *copies(const double **input, int n, int size) {
  double *one = take_many(input, size), *out = room((size_t)n * size);
  for (int i = 0; i < n; i++) memcpy(out + (size_t)i * size, one, size * sizeof *one);
  free(one);
  return out;
}

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->n = take(&input), s->m = take(&input);
  size_t p = s->p = take(&input);
  s->cameras = copies(&input, s->n, CAMERA), s->X = copies(&input, s->m, POINT);
  s->w = copies(&input, s->p, 1), s->features = copies(&input, s->p, 2);
  s->camera = malloc(p * sizeof *s->camera), s->point = malloc(p * sizeof *s->point);
  for (int i = 0; i < s->p; i++) s->camera[i] = i % s->n, s->point[i] = i % s->m;
  s->errors = room(2 * p), s->weight_errors = room(p), s->J = room(2 * ROW * p), s->dweights = room(p);
  return s;
}

static void cross(const double *restrict a, const double *restrict b, double *restrict out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* A rotation of P by r: u is r / angle, unless the angle is 0. */
typedef struct { double P[3], Y[3], u[3], product[3], angle, c, s, along; } turn;

static void rotate(const double *restrict r, turn *restrict t) {
  double square = dot(r, r);
  t->angle = sqrt(square);
  if (square == 0) {
    cross(r, t->P, t->product);
    for (int i = 0; i < 3; i++) t->Y[i] = t->P[i] + t->product[i];
    return;
  }
  double inverse = 1 / t->angle;
  t->c = cos(t->angle), t->s = sin(t->angle);
  for (int i = 0; i < 3; i++) t->u[i] = r[i] * inverse;
  cross(t->u, t->P, t->product);
  t->along = dot(t->u, t->P);
  for (int i = 0; i < 3; i++) t->Y[i] = t->P[i] * t->c + t->product[i] * t->s + t->u[i] * (t->along * (1 - t->c));
}

/* From the derivative g by Y those by r and P. */
static void rotate_back(const double *restrict r, const turn *restrict t, const double *restrict g, double *restrict gr,
                        double *restrict gP) {
  double by_u[3], back[3];
  cross(t->P, g, by_u);
  if (t->angle == 0) {
    cross(g, r, back);
    for (int i = 0; i < 3; i++) gr[i] = by_u[i], gP[i] = g[i] + back[i];
    return;
  }
  cross(g, t->u, back);
  double rest = 1 - t->c, share = dot(t->u, g), inverse = 1 / t->angle;
  double by_angle = t->c * dot(g, t->product) + t->s * (share * t->along - dot(g, t->P));
  for (int i = 0; i < 3; i++) {
    by_u[i] = t->s * by_u[i] + rest * (t->along * g[i] + share * t->P[i]);
    gP[i] = t->c * g[i] + t->s * back[i] + rest * share * t->u[i];
  }
  double radial = dot(t->u, by_u);
  for (int i = 0; i < 3; i++) gr[i] = (by_u[i] - t->u[i] * radial) * inverse + t->u[i] * by_angle;
}

/* The errors of an observation, and if J is given its two rows. */
static inline void project(const double *restrict camera, const double *restrict X, double w, const double *restrict feature,
                           double *restrict error, double *restrict J) {
  turn t;
  for (int i = 0; i < 3; i++) t.P[i] = X[i] - camera[3 + i];
  rotate(camera, &t);
  double inverse = 1 / t.Y[2], p[2] = {t.Y[0] * inverse, t.Y[1] * inverse}, rho = p[0] * p[0] + p[1] * p[1], f = camera[6];
  double radial = 1 + camera[9] * rho + camera[10] * rho * rho, scale = f * radial;
  if (error)
    for (int j = 0; j < 2; j++) error[j] = w * (p[j] * scale + camera[7 + j] - feature[j]);
  if (!J) return;
  double by_rho = 2 * f * (camera[9] + 2 * camera[10] * rho);
  for (int j = 0; j < 2; j++) {
    double *row = J + j * ROW, step = w * inverse, bend = step * by_rho * p[j], g[3], gP[3];
    g[0] = bend * p[0] + (j == 0) * step * scale;
    g[1] = bend * p[1] + (j == 1) * step * scale;
    g[2] = -(g[0] * p[0] + g[1] * p[1]);
    rotate_back(camera, &t, g, row, gP);
    for (int i = 0; i < 3; i++) row[3 + i] = -gP[i], row[CAMERA + i] = gP[i];
    row[6] = w * p[j] * radial;
    row[7] = (j == 0) * w;
    row[8] = (j == 1) * w;
    row[9] = w * f * p[j] * rho;
    row[10] = row[9] * rho;
    row[CAMERA + POINT] = p[j] * scale + camera[7 + j] - feature[j];
  }
}

double primal(void *state_) {
  state *s = state_;
  for (int i = 0; i < s->p; i++)
    project(s->cameras + CAMERA * s->camera[i], s->X + POINT * s->point[i], s->w[i], s->features + 2 * i, s->errors + 2 * i, NULL);
  for (int i = 0; i < s->p; i++) s->weight_errors[i] = 1 - s->w[i] * s->w[i];
  return s->errors[0];
}

double derivative(void *state_) {
  state *s = state_;
  for (int i = 0; i < s->p; i++)
    project(s->cameras + CAMERA * s->camera[i], s->X + POINT * s->point[i], s->w[i], s->features + 2 * i, NULL,
            s->J + 2 * ROW * (size_t)i);
  for (int i = 0; i < s->p; i++) s->dweights[i] = -2 * s->w[i];
  return s->J[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  if (out) primal(s), derivative(s);
  long n = put(out, 0, s->errors, 2 * (long)s->p);
  n = put(out, n, s->weight_errors, s->p);
  n = put(out, n, s->J, 2 * ROW * (long)s->p);
  return put(out, n, s->dweights, s->p);
}

MEASURED(primal, derivative)
