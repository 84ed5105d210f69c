/* Strings: parsed, compared, built; formulas chosen by name. */
#include <ctype.h>
#include "check.h"

OWN double term(const char *name, double x) {
  if (!strcmp(name, "square")) return x * x;
  if (!strncmp(name, "cube", 4)) return x * x * x;
  return strlen(name) * x;
}

OWN double f(const char *text, double x) {
  char copy[64], *save, *word;
  strncpy(copy, text, sizeof copy - 1);
  copy[63] = 0;
  double s = 0, factor = 1;
  for (word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
    if (isdigit((unsigned char)*word)) factor = atof(word);
    else if (strchr(word, '-')) factor = -factor;
    else s += factor * term(word, x), factor = 1;
  }
  return s;
}

int main(void) {
  double x = 1.5;
  CHECK(f("2.5 square cube", x), 2.5 * x * x + x * x * x);
  CHECK(__enzyme_autodiff((void *)f, enzyme_const, "2.5 square cube", x), 5 * x + 3 * x * x);
  CHECK(__enzyme_autodiff((void *)f, enzyme_const, "3 - other square", x), -15 + 2 * x);
  CHECK(__enzyme_fwddiff((void *)f, enzyme_const, "3 - other square", x, 1.0), -15 + 2 * x);
  return wrong;
}
