// Loops that vectorise, reductions, nests, a loop with several exits, and a computed goto.
double dot(const double *restrict x, const double *restrict y, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += x[i] * y[i];
  return s;
}
void saxpy(float *restrict y, const float *restrict x, float a, int n) {
  for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}
void clamp(float *x, int n) {
  for (int i = 0; i < n; i++) x[i] = x[i] < 0 ? 0 : x[i] > 1 ? 1 : x[i];
}
void matmul(double *restrict c, const double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) c[i * n + j] += a[i * n + k] * b[k * n + j];
}
int find(const int *x, int n, int key) {
  for (int i = 0; i < n; i++) {
    if (x[i] == key) return i;
    if (x[i] < 0) break;
  }
  return -1;
}
void gather(double *restrict out, const double *restrict x, const int *restrict at, int n) {
  for (int i = 0; i < n; i++)
    if (at[i] >= 0) out[i] = x[at[i]];
}
unsigned checksum(const unsigned char *p, unsigned n) {
  unsigned a = 1, b = 0;
  while (n--) {
    a = (a + *p++) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}
int interpret(const unsigned char *code, int x) {
  static void *const table[] = {&&increment, &&twice, &&stop};
  goto *table[*code++];
increment:
  x++;
  goto *table[*code++];
twice:
  x *= 2;
  goto *table[*code++];
stop:
  return x;
}
double strided(const double *x, long n, long step) {
  double m = -__builtin_inf();
#pragma clang loop unroll_count(4)
  for (long i = 0; i < n; i += step) m = x[i] > m ? x[i] : m;
  return m;
}
