/* A layer of a network: 3 by 3 convolutions of several channels, and what is positive of them; the square sum. */
#include <stdlib.h>
#include <string.h>

static double kernel(int channels, int outputs, int height, int width, double *image, double *weights, double *offsets) {
  int h = height - 2, w = width - 2;
  double *out = malloc((size_t)outputs * h * w * sizeof *out), total = 0;
  for (int o = 0; o < outputs; o++)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        double sum = offsets[o];
        for (int c = 0; c < channels; c++)
          for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
              sum += weights[((o * channels + c) * 3 + i) * 3 + j] * image[(c * height + y + i) * width + x + j];
        out[(o * h + y) * w + x] = sum > 0 ? sum : 0;
      }
  for (int k = 0; k < outputs * h * w; k++) total += out[k] * out[k];
  free(out);
  return total;
}

/* Row by row, so that the inner loops are vectors; what the layer gives is kept, as the kernel does. */
static void by_hand(int channels, int outputs, int height, int width, double *image, double *weights, double *offsets, double *dimage,
                    double *dweights, double *doffsets, double *out) {
  int h = height - 2, w = width - 2;
  for (int o = 0; o < outputs; o++)
    for (int y = 0; y < h; y++) {
      double *row = out + (o * h + y) * w;
      for (int x = 0; x < w; x++) row[x] = offsets[o];
      for (int c = 0; c < channels; c++)
        for (int i = 0; i < 3; i++)
          for (int j = 0; j < 3; j++) {
            double factor = weights[((o * channels + c) * 3 + i) * 3 + j], *from = image + (c * height + y + i) * width + j;
            for (int x = 0; x < w; x++) row[x] += factor * from[x];
          }
      for (int x = 0; x < w; x++) row[x] = row[x] > 0 ? row[x] : 0;
    }
  for (int o = 0; o < outputs; o++)
    for (int y = 0; y < h; y++) {
      double *row = out + (o * h + y) * w, all = 0;
      for (int x = 0; x < w; x++) row[x] *= 2, all += row[x];
      doffsets[o] += all;
      for (int c = 0; c < channels; c++)
        for (int i = 0; i < 3; i++)
          for (int j = 0; j < 3; j++) {
            int at = ((o * channels + c) * 3 + i) * 3 + j, first = (c * height + y + i) * width + j;
            double factor = weights[at], sum = 0;
            for (int x = 0; x < w; x++) sum += row[x] * image[first + x], dimage[first + x] += factor * row[x];
            dweights[at] += sum;
          }
    }
}

#define RUN(n, x) kernel(n[0], n[1], n[2], n[3], x[0], x[1], x[2])
#define GRADIENT(n, x, dx)                                                                                                             \
  (void *)kernel, n[0], n[1], n[2], n[3], enzyme_dup, x[0], dx[0], enzyme_dup, x[1], dx[1], enzyme_dup, x[2], dx[2]
#define HAND(n, x, dx, kept) by_hand(n[0], n[1], n[2], n[3], x[0], x[1], x[2], dx[0], dx[1], dx[2], kept)
#include "c_kernel.h"
