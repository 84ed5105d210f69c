/* Bundle adjustment: the errors of all observations and their Jacobian.  Input: n, m, p, camera (11), point (3), weight, feature
   (2); each stands for all n, m or p.  Observation i sees point i mod m with camera i mod n.  Results: errors (2 p), errors of the
   weights (p), rows of the Jacobian without its zeros: by camera (11), point (3), weight (2 p rows of 15), then the derivatives of
   the weights' errors (p). */
#include "program.h"

enum { CAMERA = 11, POINT = 3, ROW = CAMERA + POINT + 1 };

static void cross(const double *restrict a, const double *restrict b, double *restrict out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void rotate(const double *restrict r, const double *restrict P, double *restrict out) {
  double square = dot(r, r), product[3];
  if (square == 0) {
    cross(r, P, product);
    for (int i = 0; i < 3; i++) out[i] = P[i] + product[i];
    return;
  }
  double angle = sqrt(square), u[3], c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++) u[i] = r[i] / angle;
  cross(u, P, product);
  double along = dot(u, P) * (1 - c);
  for (int i = 0; i < 3; i++) out[i] = P[i] * c + product[i] * s + u[i] * along;
}

static void project(const double *restrict camera, const double *restrict X, const double *restrict weight,
                    const double *restrict feature, double *restrict error) {
  double P[3], Y[3];
  for (int i = 0; i < 3; i++) P[i] = X[i] - camera[3 + i];
  rotate(camera, P, Y);
  double x = Y[0] / Y[2], y = Y[1] / Y[2], rho = x * x + y * y;
  double scale = camera[6] * (1 + camera[9] * rho + camera[10] * rho * rho);
  error[0] = *weight * (x * scale + camera[7] - feature[0]);
  error[1] = *weight * (y * scale + camera[8] - feature[1]);
}

static double weight_error(double w) { return 1 - w * w; }

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

double primal(void *state_) {
  state *s = state_;
  for (int i = 0; i < s->p; i++)
    project(s->cameras + CAMERA * s->camera[i], s->X + POINT * s->point[i], s->w + i, s->features + 2 * i, s->errors + 2 * i);
  for (int i = 0; i < s->p; i++) s->weight_errors[i] = weight_error(s->w[i]);
  return s->errors[0];
}

double derivative(void *state_) {
  state *s = state_;
  for (int i = 0; i < s->p; i++) {
    const double *camera = s->cameras + CAMERA * s->camera[i], *X = s->X + POINT * s->point[i];
    for (int j = 0; j < 2; j++) {
      double *row = s->J + ROW * (2 * (size_t)i + j), error[2], derror[2] = {j == 0, j == 1};
      clear(row, ROW);
      __enzyme_autodiff((void *)project, enzyme_dup, camera, row, enzyme_dup, X, row + CAMERA, enzyme_dup, s->w + i,
                        row + CAMERA + POINT, enzyme_const, s->features + 2 * i, enzyme_dupnoneed, error, derror);
    }
  }
  for (int i = 0; i < s->p; i++) s->dweights[i] = __enzyme_autodiff((void *)weight_error, s->w[i]);
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
