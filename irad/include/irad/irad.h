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
 *     irad_out        a float whose derivative is returned (reverse mode; floats are that without a marker)
 *     irad_dup        a value and its shadow: two arguments (pointers are that without a marker, floats in forward mode)
 *     irad_dupnoneed  as irad_dup; what is left in the value may be anything
 *     irad_const      no derivative (integers are that without a marker)
 *
 * Reverse mode ADDS into shadows, and sets the shadow of what the function overwrites to zero once it has been propagated: an
 * output's cotangent goes in, zeros come back.
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
extern int irad_out;
extern int irad_const;

#ifdef __cplusplus
}

template <class Return = double, class... Arguments> Return __irad_autodiff(Arguments...) noexcept;
template <class Return = double, class... Arguments> Return __irad_fwddiff(Arguments...) noexcept;
#else
double __irad_autodiff(void *function, ...);
double __irad_fwddiff(void *function, ...);
#endif

#endif
