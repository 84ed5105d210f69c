/* Marked calls for irad: derivatives of C and C++ functions.
 *
 *     #include <irad/irad.h>
 *
 *     double square(double x) { return x * x; }
 *     double slope = __irad_autodiff((void *)square, 3.0);                       // 6
 *
 *     double norm(const double *x, int n);
 *     __irad_autodiff((void *)norm, irad_dup, x, dx, irad_const, n);             // adds to dx
 *     double change = __irad_fwddiff((void *)norm, irad_dup, x, dx, irad_const, n);
 *
 * Each argument of the function follows, and may have a marker before it:
 *
 *     irad_out         a float whose derivative is returned (reverse mode; floats are that without a marker)
 *     irad_dup         a value and its shadow: two arguments (pointers are that without a marker, floats in forward mode)
 *     irad_dupnoneed   as irad_dup; what is left in the value may be anything
 *     irad_dupv, n     as irad_dup, with irad_width: the shadows lie n bytes apart, the first one is given
 *     irad_const       no derivative (integers are that without a marker)
 *
 * and about the whole call, anywhere behind the function:
 *
 *     irad_width, n          n directions at once: n shadows behind each value, n results (n is a constant)
 *     irad_primal_return     the result of the function as well, first
 *     irad_const_return      no derivative of the result
 *
 * Reverse mode ADDS into shadows, and sets the shadow of what the function overwrites to zero once it has been propagated: an
 * output's cotangent goes in, zeros come back.
 *
 * In two halves:
 *
 *     void *tape = __irad_augmentfwd((void *)f, ...);        // the arguments as above; shadows may be null
 *     __irad_reverse((void *)f, ..., seed, tape);            // the same arguments; seed: for a function with a float result
 *
 * The tape is given back by the reverse call, or with irad_nofree kept for another one.  "irad_allocated, size, irad_tape,
 * buffer" puts it into memory of the program's: __irad_augmentsize((void *)f, markers ...) bytes.
 *
 * Rules of one's own, and what else there is to say of functions:
 *
 *     IRAD_GRADIENT(f, augmented, gradient)    IRAD_DERIVATIVE(f, derivative)    IRAD_LIKE(f, "log1p")
 *     IRAD_ALLOCATOR(allocate, 0, "-1", release)
 *     IRAD_INACTIVE double f(double);          IRAD_SHADOW(x, dx)      derivatives by the variable x go to dx
 *
 * (docs/native.md says what these functions take.)  In a function that is differentiated,
 *
 *     double y = __irad_cache(exp(x));                      // kept for the reverse sweep, never computed again
 *
 * has the value that it is given, and calls of
 *
 *     IRAD_RECOMPUTE double f(const double *x, int n)       // keep nothing, and are run again in the reverse sweep
 *
 * __irad_virtualreverse(p): the shadow of a function pointer p.
 *
 * A file with marked calls is compiled by `irad cc`, which replaces them; nothing declared here is ever linked.  The names of
 * Enzyme (`__enzyme_autodiff`, `enzyme_dup` ...) mean the same.  Other return types and more marked functions are declared
 * as needed: any function whose name begins with `__irad_autodiff` or `__irad_fwddiff` is one.
 */
#ifndef IRAD_H
#define IRAD_H

#ifdef __cplusplus
extern "C" {
#endif

extern int irad_dup;
extern int irad_dupnoneed;
extern int irad_dupv;
extern int irad_dupnoneedv;
extern int irad_out;
extern int irad_const;
extern int irad_width;
extern int irad_primal_return;
extern int irad_const_return;
extern int irad_tape;
extern int irad_allocated;
extern int irad_nofree;
extern int irad_vector;
extern int irad_scalar;
extern int irad_buffer;

/* the loop in whose body it stands is reversed with so many snapshots of its state (0: about the root of the number of steps) */
__attribute__((nothrow)) void __irad_checkpoint(long long snapshots);
/* in the same body: the snapshots lie in a file in a directory of their own there (NULL: where temporary files are, TMPDIR or /tmp) */
__attribute__((nothrow)) void __irad_checkpoint_disk(const char *directory);
/* x itself: the reverse sweep takes it from the tape and does not compute it again */
__attribute__((const, nothrow)) double __irad_cache(double x);
__attribute__((const, nothrow)) float __irad_cachef(float x);
__attribute__((const, nothrow)) long double __irad_cachel(long double x);

#ifdef __cplusplus
}
#endif

#define IRAD_INACTIVE __attribute__((annotate("irad_inactive")))
#define IRAD_RECOMPUTE __attribute__((noinline, annotate("irad_recompute")))
#define IRAD_REGISTER __attribute__((used)) static void *
#define IRAD_GRADIENT(f, augmented, gradient) \
  IRAD_REGISTER __irad_register_gradient_##f[] = {(void *)f, (void *)augmented, (void *)gradient};
#define IRAD_DERIVATIVE(f, derivative) IRAD_REGISTER __irad_register_derivative_##f[] = {(void *)f, (void *)derivative};
#define IRAD_LIKE(f, name) IRAD_REGISTER __irad_function_like_##f[] = {(void *)f, (void *)name};
#define IRAD_SHADOW(x, dx) IRAD_REGISTER __irad_shadow_of_##x[] = {(void *)&x, (void *)&dx};
#define IRAD_ALLOCATOR(allocate, size, arguments, release) \
  IRAD_REGISTER __irad_allocation_like_##allocate[] = {(void *)allocate, (void *)size, (void *)arguments, (void *)release};

#ifndef __cplusplus

double __irad_autodiff(void *function, ...);
double __irad_fwddiff(void *function, ...);
void *__irad_augmentfwd(void *function, ...);
double __irad_reverse(void *function, ...);
long __irad_augmentsize(void *function, ...);
void *__irad_virtualreverse(void *function);

#else

template <class Return = double, class... Arguments> Return __irad_autodiff(Arguments...);
template <class Return = double, class... Arguments> Return __irad_fwddiff(Arguments...);
template <class Return = void *, class... Arguments> Return __irad_augmentfwd(Arguments...);
template <class Return = double, class... Arguments> Return __irad_reverse(Arguments...);
template <class... Arguments> long __irad_augmentsize(Arguments...);
template <class Pointer> Pointer __irad_virtualreverse(Pointer);

#if __cplusplus >= 201703L
#include <irad/irad.hpp>
#endif
#endif

#endif
