/* Runs one derivative twice, so that callgrind can count the second run: `counted LIBRARY NUMBERS WHICH`.

   NUMBERS is a file with the doubles of an instance, WHICH counts in what the program lists as MEASURED.  The first run is not
   counted: it takes memory from the system that is kept for the second. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef void measured(void *state, int which, long repetitions, double *seconds);

/* callgrind counts while this function runs (--toggle-collect). */
__attribute__((noinline)) void counted(measured *measure, void *state, int which) {
  double seconds;
  measure(state, which, 1, &seconds);
}

static double *numbers(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  size_t size = ftell(file);
  rewind(file);
  double *out = malloc(size);
  if (fread(out, 1, size, file) != size) return NULL;
  fclose(file);
  return out;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  void *library = dlopen(arguments[1], RTLD_NOW);
  double *given = numbers(arguments[2]), seconds;
  if (!library || !given) {
    fprintf(stderr, "%s\n", library ? "the numbers cannot be read" : dlerror());
    return 1;
  }
  void *(*setup)(const double *) = (void *(*)(const double *))dlsym(library, "setup");
  measured *measure = (measured *)dlsym(library, "measure");
  int which = atoi(arguments[3]);
  void *state = setup(given);
  measure(state, which, 1, &seconds);
  counted(measure, state, which);
  return 0;
}
