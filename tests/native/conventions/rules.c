/* What a program says of its functions: rules of its own, names of known ones, inactive ones, an allocator. */
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void __enzyme_call_inactive(void *, ...);
unsigned long __enzyme_iter(unsigned long, unsigned long);

static double like(double a) { return 2 * a; }
static double uses_like(double a) { return like(a) * a; }
void *__enzyme_function_like_like[2] = {(void *)like, "log1p"};

static double silent(double a) { return 5 * a; }
static double uses_silent(double a) { return silent(a) * a; }
void *__enzyme_inactivefn_silent[1] = {(void *)silent};

/* The rules are wrong on purpose: they must be what is called. */
static void square(const double *from, double *to) { *to = *from * *from; }
static int augmented_calls, gradient_calls, forward_calls;
static void *square_augmented(const double *from, const double *dfrom, double *to, double *dto) {
  augmented_calls++;
  *to = 7;
  return 0;
}
static void square_gradient(const double *from, double *dfrom, const double *to, double *dto, void *tape) {
  gradient_calls++;
  *dfrom += 13 * *dto;
  *dto = 0;
}
static void square_forward(const double *from, const double *dfrom, double *to, double *dto) {
  forward_calls++;
  *to = 7;
  *dto = 100 * *dfrom;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented, (void *)square_gradient};
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)square_forward};
static double uses_square(double x) {
  double y;
  square(&x, &y);
  return y * y;
}

typedef struct {
  double *tape;
  double result;
} Augmented;
typedef struct {
  double a, b;
} Pair;
static double product(double x, double y) { return x * y; }
static Augmented product_augmented(double x, double y) {
  Augmented out = {malloc(2 * sizeof(double)), x * y};
  out.tape[0] = x;
  out.tape[1] = y;
  return out;
}
static Pair product_gradient(double x, double y, double seed, double *tape) {
  Pair out = {10 * seed * tape[1], 100 * seed * tape[0]};
  free(tape);
  return out;
}
void *__enzyme_register_gradient_product[] = {(void *)product, (void *)product_augmented, (void *)product_gradient};
static double uses_product(double x) { return product(x, x + 1); }

static char memory[1024];
static int used = 0, freed = 0;
static void *from_pool(void *pool, int size, int *count) {
  char *p = (char *)pool + *count;
  *count += size;
  return p;
}
static void to_pool(int *count, void *p) { freed++; }
void *__enzyme_allocation_like_pool[4] = {(void *)from_pool, (void *)1, (void *)"2,-1", (void *)to_pool};
__attribute__((noinline)) static double *boxed(double x) {
  double *p = (double *)from_pool(memory, sizeof(double), &used);
  *p = x;
  return p;
}
static double uses_pool(double a) {
  double *t = boxed(a), *u = boxed(3 * a);
  double r = *t * *u;
  to_pool(&used, t);
  return r;
}

static double tell(const char *text) {
  puts(text);
  return 1;
}
static double tells(double x) {
  __enzyme_call_inactive((void *)tell, "called");
  return x * x;
}

static double series(double x) { /* a term more in the derivative */
  double s = 0, p = 1;
  unsigned long n = __enzyme_iter(3, 1);
  for (unsigned long i = 1; i <= n; i++) {
    p *= x;
    s += p;
  }
  return s;
}

__attribute__((annotate("enzyme_inactive"))) static double silent_too(double a) { return 5 * a; }
__attribute__((annotate("enzyme_function_like=sin"))) static double like_sine(double a) { return 5 * a; }
static double annotated(double a) { return silent_too(a) * a + like_sine(a); }

static double state;
void *__enzyme_inactive_global_state[1] = {&state};
__attribute__((noinline)) static void keep(double x) { state = x; }
static double remembers(double x) {
  keep(x * x);
  return state * x;
}
// The same where the compiler would see what is stored: directly, through a pointer, in a structure, an array, a loop.
static struct Work {
  double number;
  float parts[3];
} work;
static __attribute__((annotate("enzyme_inactive"))) double table[8];
void *__enzyme_inactive_global_work[1] = {&work};
static double keeps_directly(double x) {
  struct Work before = {x, {x}}, after;
  double *p = &work.number, sum = 0;
  work = before;
  after = work;
  sum += after.number * x;
  *p = x + 1;
  sum += *p * x;
  work.parts[1] = x;
  sum += work.parts[1] * x;
  for (int i = 0; i < 8; i++) table[i] = x * i;
  for (int i = 0; i < 8; i++) sum += table[i] * x;
  for (int i = 0; i < 2; i++) state += x;
  return sum + state * x;
}

int main(void) {
  state = 3;
  NEAR(__enzyme_autodiff((void *)keeps_directly, 2.0), 2 + 3 + 2 + 56 + 7);
  state = 3;
  NEAR(__enzyme_fwddiff((void *)keeps_directly, 2.0, 1.0), 2 + 3 + 2 + 56 + 7);
  NEAR(__enzyme_autodiff((void *)uses_like, 2.0), 2 / 3.0 + 4);
  NEAR(__enzyme_fwddiff((void *)uses_like, 2.0, 1.0), 2 / 3.0 + 4);
  NEAR(__enzyme_autodiff((void *)like, 2.0), 1 / 3.0);
  NEAR(__enzyme_autodiff((void *)uses_silent, 2.0), 10);
  NEAR(__enzyme_autodiff((void *)uses_square, 2.0), 2 * 7 * 13);
  NEAR(augmented_calls + 10 * gradient_calls, 11);
  NEAR(__enzyme_fwddiff((void *)uses_square, 2.0, 1.0), 2 * 7 * 100);
  NEAR(forward_calls, 1);
  NEAR(__enzyme_autodiff((void *)uses_product, 2.0), 30 + 200);
  NEAR(__enzyme_fwddiff((void *)uses_product, 2.0, 1.0), 5); /* no forward rule: as it stands */
  NEAR(__enzyme_autodiff((void *)uses_pool, 2.0), 12);
  NEAR(used, 4 * sizeof(double)); /* two objects, two shadows */
  NEAR(__enzyme_autodiff((void *)tells, 2.0), 4);
  NEAR(series(2), 14);
  NEAR(__enzyme_autodiff((void *)series, 2.0), 1 + 4 + 12 + 32);
  NEAR(__enzyme_autodiff((void *)annotated, 2.0), 10 + cos(2.0));
  NEAR(__enzyme_autodiff((void *)remembers, 3.0), 9); /* not 27: the variable is declared inactive */
  NEAR(__enzyme_fwddiff((void *)remembers, 3.0, 1.0), 9);
  return 0;
}
