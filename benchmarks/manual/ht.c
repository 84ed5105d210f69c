/* The Jacobian of ht by hand.  An angle of a finger moves the bones behind its joint alone, and a vertex hangs on few bones: only
   those products are formed, and only for vertices that are asked for.  The global rotation is a factor of every transform. */
#include "../programs/program.h"

enum { THETA = 26, GLOBAL = 6, ANGLES = 4 };

typedef double vector __attribute__((vector_size(32))); /* three components and one that is not used */

typedef struct {
  int bones, vertices, points, mirrored, extra, rows, columns;
  int *parents, *corners, *correspondences, *wanted;
  double *relatives, *inverses, *positions, *weights, *places, *theta, *u, *out, *jacobian;
  double *absolutes, *transforms, *turned, *dtransforms, *posed, *dposed;
  vector *moves; /* the columns of the global rotation times dtransforms */
} state;

static int *take_integers(const double **input, int n) {
  int *out = malloc((n ? n : 1) * sizeof *out);
  for (int i = 0; i < n; i++) out[i] = take(input);
  return out;
}

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->bones = take(&input), s->vertices = take(&input);
  int triangles = take(&input);
  s->points = take(&input), s->extra = take(&input) ? 2 : 0;
  s->parents = take_integers(&input, s->bones);
  s->relatives = take_many(&input, 16 * s->bones), s->inverses = take_many(&input, 16 * s->bones);
  s->positions = take_many(&input, 4 * s->vertices), s->weights = take_many(&input, s->vertices * s->bones);
  s->corners = take_integers(&input, 3 * triangles), s->mirrored = take(&input);
  s->correspondences = take_integers(&input, s->points), s->places = take_many(&input, 3 * s->points);
  s->theta = take_many(&input, THETA), s->u = s->extra ? take_many(&input, 2 * s->points) : NULL;
  s->rows = 3 * s->points, s->columns = s->extra + THETA;
  s->out = room(s->rows), s->jacobian = room((size_t)s->rows * s->columns);
  s->wanted = malloc(s->vertices * sizeof *s->wanted);
  s->absolutes = room(16 * s->bones), s->transforms = room(16 * s->bones), s->turned = room(16 * s->bones);
  s->moves = aligned_alloc(64, 4 * ANGLES * s->bones * sizeof *s->moves);
  s->dtransforms = room(16 * ANGLES * s->bones), s->posed = room(3 * s->vertices), s->dposed = room(3 * THETA * s->vertices);
  return s;
}

static void multiply(const double *restrict a, const double *restrict b, double *restrict out) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      double sum = 0;
      for (int k = 0; k < 4; k++) sum += a[4 * i + k] * b[4 * k + j];
      out[4 * i + j] = sum;
    }
}

/* Rz(tz) Rx(tx); with `by` 1 its derivative by tx, with 2 by tz. */
static void bend(double tx, double tz, int by, double *out) {
  double cx = cos(tx), sx = sin(tx), cz = cos(tz), sz = sin(tz);
  double value[16] = {cz, -sz * cx, sz * sx, 0, sz, cz * cx, -cz * sx, 0, 0, sx, cx, 0, 0, 0, 0, 1};
  double by_x[16] = {0, sz * sx, sz * cx, 0, 0, -cz * sx, -cz * cx, 0, 0, cx, -sx};
  double by_z[16] = {-sz, -cz * cx, cz * sx, 0, cz, -sz * cx, sz * sx};
  memcpy(out, by == 0 ? value : by == 1 ? by_x : by_z, sizeof value);
}

/* Where the angles of a bone stand in theta; -1 if it has none.  Only a first joint has a second angle, behind the first. */
static int angles_of(int bone) {
  int joint = bone - 2, place = joint % 4;
  if (joint < 0 || joint >= 20 || place == 3) return -1;
  return GLOBAL + joint / 4 * ANGLES + (place ? place + 1 : 0);
}

static int finger_of(int bone) { return angles_of(bone) < 0 ? -1 : (bone - 2) / 4; }

/* The derivative of the transform of `bone` by angle `which` of its finger, given that of its absolute matrix; goes on with the
   bones behind it in the same finger. */
static void spread(state *s, int bone, int which, const double *dabsolute) {
  multiply(dabsolute, s->inverses + 16 * bone, s->dtransforms + 16 * (ANGLES * bone + which));
  for (int b = bone + 1; b < s->bones; b++) {
    if (s->parents[b] != bone || finger_of(b) != finger_of(bone)) continue;
    double next[16];
    multiply(dabsolute, s->turned + 16 * b, next);
    spread(s, b, which, next);
  }
}

/* The transforms of all bones and their derivatives by the angles of their fingers. */
static void pose(state *s, int derivatives) {
  const double *theta = s->theta;
  for (int b = 0; b < s->bones; b++) {
    int at = angles_of(b), first = at >= 0 && (b - 2) % 4 == 0, parent = s->parents[b];
    double bent[16];
    bend(at >= 0 ? theta[at] : 0, first ? theta[at + 1] : 0, 0, bent);
    multiply(s->relatives + 16 * b, bent, s->turned + 16 * b);
    if (parent < 0) memcpy(s->absolutes + 16 * b, s->turned + 16 * b, sizeof bent);
    else multiply(s->absolutes + 16 * parent, s->turned + 16 * b, s->absolutes + 16 * b);
    multiply(s->absolutes + 16 * b, s->inverses + 16 * b, s->transforms + 16 * b);
  }
  if (!derivatives) return;
  clear(s->dtransforms, 16 * ANGLES * s->bones);
  for (int b = 0; b < s->bones; b++) {
    int at = angles_of(b), first = at >= 0 && (b - 2) % 4 == 0, parent = s->parents[b];
    for (int by = 1; at >= 0 && by <= 1 + first; by++) {
      double bent[16], turned[16], dabsolute[16];
      bend(theta[at], first ? theta[at + 1] : 0, by, bent);
      multiply(s->relatives + 16 * b, bent, turned);
      if (parent < 0) memcpy(dabsolute, turned, sizeof turned);
      else multiply(s->absolutes + 16 * parent, turned, dabsolute);
      spread(s, b, (at - GLOBAL) % ANGLES + by - 1, dabsolute);
    }
  }
}

/* The matrix of the global rotation, and its derivatives. */
static void rotation(const double *w, double *R, double dR[3][9]) {
  double angle = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  for (int i = 0; i < 9; i++) R[i] = i % 4 == 0;
  memset(dR, 0, 3 * sizeof *dR);
  if (angle < 1e-4) return;
  double u[3] = {w[0] / angle, w[1] / angle, w[2] / angle}, c = cos(angle), s = sin(angle);
  double turn[9] = {0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) R[3 * i + j] = (i == j) * c + (1 - c) * u[i] * u[j] + s * turn[3 * i + j];
  for (int k = 0; k < 3; k++) {
    double du[3];
    for (int i = 0; i < 3; i++) du[i] = ((i == k) - u[i] * u[k]) / angle;
    double dturn[9] = {0, -du[2], du[1], du[2], 0, -du[0], -du[1], du[0], 0};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        dR[k][3 * i + j] = -s * u[k] * (i == j) + s * u[k] * u[i] * u[j] + (1 - c) * (du[i] * u[j] + u[i] * du[j])
                           + c * u[k] * turn[3 * i + j] + s * dturn[3 * i + j];
  }
}

/* out += weight * upper three rows of T times position */
static void blend(const double *restrict T, const double *restrict position, double weight, double *restrict out) {
  for (int i = 0; i < 3; i++) {
    double sum = 0;
    for (int k = 0; k < 4; k++) sum += T[4 * i + k] * position[k];
    out[i] += weight * sum;
  }
}

static void turn(const double *restrict R, const double *restrict at, double *restrict out) {
  for (int i = 0; i < 3; i++) out[i] = R[3 * i] * at[0] + R[3 * i + 1] * at[1] + R[3 * i + 2] * at[2];
}

/* Where vertex v is: in front of the global rotation in at, behind it in posed. */
static void place(state *s, int v, const double *R, double *at) {
  at[0] = at[1] = at[2] = 0;
  for (int b = 0; b < s->bones; b++) {
    double weight = s->weights[v * s->bones + b];
    if (weight != 0) blend(s->transforms + 16 * b, s->positions + 4 * v, weight, at);
  }
  if (s->mirrored) at[0] = -at[0];
  turn(R, at, s->posed + 3 * v);
  for (int i = 0; i < 3; i++) s->posed[3 * v + i] += s->theta[3 + i];
}

/* The columns of the derivatives of the bones' transforms, behind the global rotation. */
static void turn_moves(state *s, const double *R) {
  for (int m = 0; m < ANGLES * s->bones; m++)
    for (int k = 0; k < 4; k++) {
      const double *T = s->dtransforms + 16 * m + k;
      double at[3] = {s->mirrored ? -T[0] : T[0], T[4], T[8]}, turned[4] = {0};
      turn(R, at, turned);
      memcpy(s->moves + 4 * m + k, turned, sizeof turned);
    }
}

/* The derivatives of a vertex by theta, in three rows. */
static void move(state *s, int v, double dR[3][9], const double *at) {
  double *rows = s->dposed + 3 * THETA * v, column[3];
  const double *position = s->positions + 4 * v;
  vector shifts[5 * ANGLES] = {0};
  for (int b = 0; b < s->bones; b++) {
    double weight = s->weights[v * s->bones + b];
    int finger = finger_of(b);
    if (weight == 0 || finger < 0) continue;
    const vector *columns = s->moves + 4 * ANGLES * b;
    for (int q = 0; q < ANGLES; q++, columns += 4)
      shifts[finger * ANGLES + q] +=
        weight * (columns[0] * position[0] + columns[1] * position[1] + columns[2] * position[2] + columns[3] * position[3]);
  }
  for (int k = 0; k < 3; k++) {
    turn(dR[k], at, column);
    for (int i = 0; i < 3; i++) rows[THETA * i + k] = column[i];
    for (int i = 0; i < 3; i++) rows[THETA * i + 3 + k] = i == k;
  }
  for (int i = 0; i < 3; i++)
    for (int q = 0; q < 5 * ANGLES; q++) rows[THETA * i + GLOBAL + q] = shifts[q][i];
}

/* The corners of a point's triangle with their shares; only the first one counts if there is no u. */
static int corners(const state *s, int p, const int **out, double *shares) {
  static const double alone[3] = {1, 0, 0};
  int at = s->correspondences[p];
  memcpy(shares, alone, sizeof alone);
  *out = s->extra ? s->corners + 3 * at : s->correspondences + p;
  if (!s->extra) return 1;
  shares[0] = s->u[2 * p], shares[1] = s->u[2 * p + 1], shares[2] = 1 - shares[0] - shares[1];
  return 3;
}

double primal(void *state_) {
  state *s = state_;
  double R[9], dR[3][9], at[3], shares[3];
  const int *corner;
  pose(s, 0);
  rotation(s->theta, R, dR);
  for (int v = 0; v < s->vertices; v++) place(s, v, R, at);
  for (int p = 0; p < s->points; p++) {
    int n = corners(s, p, &corner, shares);
    for (int i = 0; i < 3; i++) {
      double on = 0;
      for (int c = 0; c < n; c++) on += shares[c] * s->posed[3 * corner[c] + i];
      s->out[3 * p + i] = s->places[3 * p + i] - on;
    }
  }
  return s->out[0];
}

/* The three rows of a point. */
static void rows_of(state *s, int p) {
  double shares[3];
  const int *corner;
  int n = corners(s, p, &corner, shares);
  for (int i = 0; i < 3; i++) {
    double *restrict row = s->jacobian + (size_t)(3 * p + i) * s->columns;
    const double *restrict a = s->dposed + 3 * THETA * corner[0] + THETA * i;
    if (n == 1) {
      for (int q = 0; q < THETA; q++) row[q] = -a[q];
      continue;
    }
    const double *restrict b = s->dposed + 3 * THETA * corner[1] + THETA * i;
    const double *restrict c = s->dposed + 3 * THETA * corner[2] + THETA * i;
    for (int q = 0; q < 2; q++) row[q] = s->posed[3 * corner[2] + i] - s->posed[3 * corner[q] + i];
    for (int q = 0; q < THETA; q++) row[2 + q] = -(shares[0] * a[q] + shares[1] * b[q] + shares[2] * c[q]);
  }
}

double derivative(void *state_) {
  state *s = state_;
  double R[9], dR[3][9], at[3], shares[3];
  const int *corner;
  pose(s, 1);
  rotation(s->theta, R, dR);
  turn_moves(s, R);
  memset(s->wanted, 0, s->vertices * sizeof *s->wanted);
  for (int p = 0; p < s->points; p++) {
    int n = corners(s, p, &corner, shares);
    for (int c = 0; c < n; c++) s->wanted[corner[c]] = 1;
  }
  for (int v = 0; v < s->vertices; v++) {
    if (!s->wanted[v]) continue;
    place(s, v, R, at);
    move(s, v, dR, at);
  }
  for (int p = 0; p < s->points; p++) rows_of(s, p);
  return s->jacobian[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  primal(s);
  long n = put(out, 0, s->out, s->rows);
  derivative(s);
  return put(out, n, s->jacobian, (long)s->rows * s->columns);
}

MEASURED(primal, derivative)
