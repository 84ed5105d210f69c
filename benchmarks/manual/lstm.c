/* The gradient of lstm by hand.  Of each cell and step the gates, the tanh of the cell, the old cell and the hidden value are kept;
   the reverse sweep computes no exponential. */
#include "../programs/program.h"

/* Parts of what is kept for one layer and step, each b numbers; HIDDEN is the new hidden value. */
enum { FORGET, IN, OUT, CHANGE, TANH, CELL, HIDDEN, PARTS };

typedef struct {
  int l, c, b;
  double *main, *extra, *start, *sequence, *dmain, *dextra, *state, *dstate, *x, *dx, *shares, *kept;
} state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->l = take(&input), s->c = take(&input), s->b = take(&input);
  int l = s->l, b = s->b;
  s->main = take_many(&input, 8 * l * b), s->extra = take_many(&input, 3 * b);
  s->start = take_many(&input, 2 * l * b), s->sequence = take_many(&input, s->c * b);
  s->dmain = room(8 * l * b), s->dextra = room(3 * b);
  s->state = room(2 * l * b), s->dstate = room(2 * l * b), s->x = room(b), s->dx = room(b);
  s->shares = NULL, s->kept = NULL;
  return s;
}

static double sigmoid(double t) { return 1 / (1 + exp(-t)); }

/* One step of a layer; keeps what the reverse sweep needs. */
static void layer(int b, const double *restrict weights, double *restrict hidden, double *restrict cell, double *restrict x,
                  double *restrict kept) {
  const double *biases = weights + 4 * b;
  for (int j = 0; j < b; j++) {
    double forget = sigmoid(x[j] * weights[j] + biases[j]), in = sigmoid(hidden[j] * weights[b + j] + biases[b + j]);
    double out = sigmoid(x[j] * weights[2 * b + j] + biases[2 * b + j]);
    double change = tanh(hidden[j] * weights[3 * b + j] + biases[3 * b + j]);
    kept[FORGET * b + j] = forget;
    kept[IN * b + j] = in;
    kept[OUT * b + j] = out;
    kept[CHANGE * b + j] = change;
    kept[CELL * b + j] = cell[j];
    cell[j] = cell[j] * forget + in * change;
    double bent = tanh(cell[j]);
    kept[TANH * b + j] = bent;
    kept[HIDDEN * b + j] = x[j] = hidden[j] = out * bent;
  }
}

/* The adjoint of a step of a layer.  dx: of its output, then of its input x; dhidden and dcell: of the state after, then before. */
static void layer_back(int b, const double *restrict weights, const double *restrict kept, const double *restrict x,
                       const double *restrict hidden, double *restrict dweights, double *restrict dhidden, double *restrict dcell,
                       double *restrict dx) {
  double *dbiases = dweights + 4 * b;
  for (int j = 0; j < b; j++) {
    double forget = kept[FORGET * b + j], in = kept[IN * b + j], out = kept[OUT * b + j], change = kept[CHANGE * b + j];
    double bent = kept[TANH * b + j], dh = dhidden[j] + dx[j], dc = dcell[j] + dh * out * (1 - bent * bent);
    double dforget = dc * kept[CELL * b + j] * forget * (1 - forget), din = dc * change * in * (1 - in);
    double dout = dh * bent * out * (1 - out), dchange = dc * in * (1 - change * change);
    dweights[j] += dforget * x[j];
    dweights[b + j] += din * hidden[j];
    dweights[2 * b + j] += dout * x[j];
    dweights[3 * b + j] += dchange * hidden[j];
    dbiases[j] += dforget;
    dbiases[b + j] += din;
    dbiases[2 * b + j] += dout;
    dbiases[3 * b + j] += dchange;
    dhidden[j] = din * weights[b + j] + dchange * weights[3 * b + j];
    dcell[j] = dc * forget;
    dx[j] = dforget * weights[j] + dout * weights[2 * b + j];
  }
}

/* The forward sweep.  shares: of each step the adjoints of y, but for the factor in front. */
static double forward(state *s) {
  int l = s->l, b = s->b;
  double total = 0, *x = s->x;
  if (!s->kept) {
    s->kept = room((size_t)(s->c - 1) * l * PARTS * b);
    s->shares = room((size_t)(s->c - 1) * b);
  }
  memcpy(s->state, s->start, 2 * l * b * sizeof *s->state);
  for (int t = 0; t + 1 < s->c; t++) {
    const double *restrict next = s->sequence + (t + 1) * b;
    double sum = 2, count = 0, *restrict share = s->shares + (size_t)t * b;
    for (int j = 0; j < b; j++) x[j] = s->sequence[t * b + j] * s->extra[j];
    for (int i = 0; i < l; i++)
      layer(b, s->main + 8 * i * b, s->state + 2 * i * b, s->state + (2 * i + 1) * b, x, s->kept + ((size_t)t * l + i) * PARTS * b);
    for (int j = 0; j < b; j++) {
      double y = x[j] * s->extra[b + j] + s->extra[2 * b + j];
      sum += share[j] = exp(y);
      total += next[j] * y;
      count += next[j];
    }
    total -= count * log(sum);
    count /= sum;
    for (int j = 0; j < b; j++) share[j] = next[j] - count * share[j];
  }
  return -total / ((s->c - 1) * b);
}

double primal(void *state_) { return forward(state_); }

double derivative(void *state_) {
  state *s = state_;
  int l = s->l, b = s->b;
  double scale = -1.0 / ((s->c - 1) * b), *dx = s->dx;
  forward(s);
  clear(s->dmain, 8 * l * b);
  clear(s->dextra, 3 * b);
  clear(s->dstate, 2 * l * b);
  for (int t = s->c - 2; t >= 0; t--) {
    const double *restrict share = s->shares + (size_t)t * b, *kept = s->kept + (size_t)t * l * PARTS * b;
    const double *before = kept - l * PARTS * b, *restrict last = kept + ((l - 1) * PARTS + HIDDEN) * b;
    for (int j = 0; j < b; j++) {
      double dy = scale * share[j];
      s->dextra[b + j] += dy * last[j];
      s->dextra[2 * b + j] += dy;
      dx[j] = dy * s->extra[b + j];
      s->x[j] = s->sequence[t * b + j] * s->extra[j];
    }
    for (int i = l - 1; i >= 0; i--) {
      const double *x = i ? kept + ((i - 1) * PARTS + HIDDEN) * b : s->x;
      const double *hidden = t ? before + (i * PARTS + HIDDEN) * b : s->start + 2 * i * b;
      layer_back(b, s->main + 8 * i * b, kept + i * PARTS * b, x, hidden, s->dmain + 8 * i * b, s->dstate + 2 * i * b,
                 s->dstate + (2 * i + 1) * b, dx);
    }
    for (int j = 0; j < b; j++) s->dextra[j] += dx[j] * s->sequence[t * b + j];
  }
  return s->dextra[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  double value = primal(s);
  derivative(s);
  long n = put(out, 0, &value, 1);
  n = put(out, n, s->dmain, 8 * s->l * s->b);
  return put(out, n, s->dextra, 3 * s->b);
}

MEASURED(primal, derivative)
