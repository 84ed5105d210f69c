/* The product of `c_gemm.c` in float. */
#define REAL float
#include "c_gemm.c"
