/* printf, snprintf, fputs and files inside the differentiated function: they take part in nothing. */
#include "check.h"

OWN double f(const double *x, int n) {
  double r = 1;
  char text[64];
  FILE *file = tmpfile();
  for (int i = 0; i < n; i++) {
    r *= x[i];
    snprintf(text, sizeof text, "%d: %.3f\n", i, r);
    printf("%s", text);
    if (file) fprintf(file, "%g %g\n", x[i], r);
  }
  if (file) {
    fputs("done\n", file);
    rewind(file);
    while (fgets(text, sizeof text, file)) fputs(text, stdout);
    fclose(file);
  }
  if (strlen(text) != 5 || strncmp(text, "done", 4)) r = -1;
  puts("end");
  return r;
}

int main(void) {
  double x[3] = {2, 3, 5}, d[3] = {0}, t[3] = {1, 0, 0};
  __enzyme_autodiff((void *)f, x, d, 3);
  for (int i = 0; i < 3; i++) CHECK(d[i], 30 / x[i]);
  CHECK(__enzyme_fwddiff((void *)f, x, t, 3), 15);
  return wrong;
}
