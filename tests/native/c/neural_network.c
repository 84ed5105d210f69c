/* A small network with layers in a structure, softmax and cross entropy; the gradient by back propagation, by hand. */
#include "check.h"

enum { IN = 3, HIDDEN = 4, OUT = 3 };

struct network { double w1[HIDDEN][IN], b1[HIDDEN], w2[OUT][HIDDEN], b2[OUT]; };

OWN void dense(const double *w, const double *b, const double *x, double *y, int rows, int columns) {
  for (int i = 0; i < rows; i++) {
    y[i] = b[i];
    for (int j = 0; j < columns; j++) y[i] += w[i * columns + j] * x[j];
  }
}

OWN double loss(const struct network *net, const double *x, int label) {
  double h[HIDDEN], y[OUT], top, sum = 0;
  dense(&net->w1[0][0], net->b1, x, h, HIDDEN, IN);
  for (int i = 0; i < HIDDEN; i++) h[i] = h[i] > 0 ? h[i] : 0.1 * h[i];
  dense(&net->w2[0][0], net->b2, h, y, OUT, HIDDEN);
  top = y[0];
  for (int i = 1; i < OUT; i++) top = fmax(top, y[i]);
  for (int i = 0; i < OUT; i++) sum += exp(y[i] - top);
  return log(sum) + top - y[label];
}

int main(void) {
  struct network net, grad = {{{0}}};
  double x[IN] = {0.5, -1, 2}, *p = (double *)&net;
  for (size_t i = 0; i < sizeof net / sizeof *p; i++) p[i] = sin(1 + 2.0 * i);
  __enzyme_autodiff((void *)loss, &net, &grad, enzyme_const, x, 1);
  double h[HIDDEN], slope[HIDDEN], y[OUT], dy[OUT], sum = 0;
  for (int i = 0; i < HIDDEN; i++) {
    h[i] = net.b1[i];
    for (int j = 0; j < IN; j++) h[i] += net.w1[i][j] * x[j];
    slope[i] = h[i] > 0 ? 1 : 0.1;
    h[i] *= slope[i];
  }
  for (int i = 0; i < OUT; i++) {
    y[i] = net.b2[i];
    for (int j = 0; j < HIDDEN; j++) y[i] += net.w2[i][j] * h[j];
    sum += exp(y[i]);
  }
  for (int i = 0; i < OUT; i++) {
    dy[i] = exp(y[i]) / sum - (i == 1);
    CHECK(grad.b2[i], dy[i]);
    for (int j = 0; j < HIDDEN; j++) CHECK(grad.w2[i][j], dy[i] * h[j]);
  }
  for (int j = 0; j < HIDDEN; j++) {
    double dh = 0;
    for (int i = 0; i < OUT; i++) dh += dy[i] * net.w2[i][j];
    CHECK(grad.b1[j], dh * slope[j]);
    for (int k = 0; k < IN; k++) CHECK(grad.w1[j][k], dh * slope[j] * x[k]);
  }
  return wrong;
}
