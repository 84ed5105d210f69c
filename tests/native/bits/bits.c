// What integer operations do to floats.  Each f_NAME is f(x) = y*y*y + z, with y and z from x[0] and x[1] by way of integers:
// U and V are integers of 64 and 32 bits, of which the caller says whether they may alias floats.
#include <stdint.h>
#include <string.h>

typedef uint64_t ALIAS U;
typedef uint32_t ALIAS V;
#define OWN static __attribute__((noinline))
OWN void neg(U *p, int n) { for (int i = 0; i < n; i++) p[i] ^= 0x8000000000000000ull; }
OWN void swp(U *a, U *b) { *a ^= *b; *b ^= *a; *a ^= *b; }
OWN void ab(U *p, int n) { for (int i = 0; i < n; i++) p[i] &= 0x7fffffffffffffffull; }
OWN void cpy(U *q, const U *p, int n) { for (int i = 0; i < n; i++) q[i] = p[i]; }
OWN void csgn(U *q, const U *p) { *q = (*q & 0x7fffffffffffffffull) | (*p & 0x8000000000000000ull); }
OWN void add1(U *q) { *q += 1ull << 52; }
OWN void half(V *q, const V *p) { q[0] = p[0]; q[1] = p[1]; }
OWN void negh(V *q) { q[1] ^= 0x80000000u; }
OWN void bytes(char *q, const char *p) { for (int i = 0; i < 8; i++) q[i] = p[i]; }
OWN void negf(V *q) { *q ^= 0x80000000u; }
OWN void round_(U *q) { *q &= ~0xffffffffull; }
OWN void tswp(U *a, U *b) { U t = *a; *a = *b; *b = t; }
double f_neg(double *x) { double y[2] = {x[0], x[1]}; neg((U *)y, 2); return y[0]*y[0]*y[0] + y[1]; }
double f_negx(double *x) { neg((U *)x, 2); return x[0]*x[0]*x[0] + x[1]; }
double f_swp(double *x) { swp((U *)x, (U *)(x+1)); return x[0]*x[0]*x[0] + x[1]; }
double f_tswp(double *x) { tswp((U *)x, (U *)(x+1)); return x[0]*x[0]*x[0] + x[1]; }
double f_ab(double *x) { double y[2] = {-x[0], x[1]}; ab((U *)y, 2); return y[0]*y[0]*y[0] + y[1]; }
double f_cpy(double *x) { double y[2]; cpy((U *)y, (U *)x, 2); return y[0]*y[0]*y[0] + y[1]; }
double f_csgn(double *x) { csgn((U *)x, (U *)(x+1)); return x[0]*x[0]*x[0] + x[1]; }
double f_add(double *x) { add1((U *)x); return x[0]*x[0]*x[0] + x[1]; }
double f_half(double *x) { double y; half((V *)&y, (V *)x); return y*y*y + x[1]; }
double f_negh(double *x) { negh((V *)x); return x[0]*x[0]*x[0] + x[1]; }
double f_bytes(double *x) { double y; bytes((char *)&y, (char *)x); return y*y*y + x[1]; }
double f_negf(double *x) { float y = x[0]; negf((V *)&y); return y*y*y + x[1]; }
double f_round(double *x) { round_((U *)x); return x[0]*x[0]*x[0] + x[1]; }
double f_atom(double *x) { __atomic_fetch_xor((U *)x, 1ull<<63, __ATOMIC_SEQ_CST); return x[0]*x[0]*x[0] + x[1]; }
double f_atl(double *x) { U v = __atomic_load_n((U *)x, __ATOMIC_SEQ_CST); double y; __atomic_store_n((U *)&y, v, __ATOMIC_SEQ_CST); return y*y*y + x[1]; }
double f_xchg(double *x) { U v = __atomic_exchange_n((U *)x, *(U *)(x+1), __ATOMIC_SEQ_CST); *(U *)(x+1) = v; return x[0]*x[0]*x[0] + x[1]; }
typedef U v2 __attribute__((vector_size(16)));
double f_vec(double *x) { v2 a; memcpy(&a, x, 16); a ^= (v2){1ull<<63, 1ull<<63}; memcpy(x, &a, 16); return x[0]*x[0]*x[0] + x[1]; }
double f_vcp(double *x) { v2 a; double y[2]; memcpy(&a, x, 16); memcpy(y, &a, 16); return y[0]*y[0]*y[0] + y[1]; }
double f_pcs(double *x) { double y[2]; memcpy(y, x, 4); memcpy((char *)y+4, (char *)x+4, 12); return y[0]*y[0]*y[0] + y[1]; }
union u { double d; U i; uint32_t h[2]; };
double f_un(double *x) { union u a; a.d = x[0]; a.i ^= 1ull << 63; return a.d*a.d*a.d + x[1]; }
double f_unh(double *x) { union u a; a.d = x[0]; a.h[1] ^= 1u << 31; return a.d*a.d*a.d + x[1]; }
double f_sel(double *x) { U *p = (U *)x; U t = p[0] > p[1] ? p[0] : p[1]; double y; memcpy(&y, &t, 8); return y*y*y + x[0]; }
double f_sh(double *x) { U *p = (U *)x; p[0] = (p[0] << 1) >> 1; return x[0]*x[0]*x[0] + x[1]; }
double f_or(double *x) { U *p = (U *)x; p[0] = p[0] | 1ull<<63; return x[0]*x[0]*x[0] + x[1]; }
double f_inv(double *x) { U *p = (U *)x; p[0] = ~p[0]; p[0] = ~p[0]; return x[0]*x[0]*x[0] + x[1]; }
double f_sort(double *x) { U *p = (U *)x; if (p[0] < p[1]) { U t = p[0]; p[0] = p[1]; p[1] = t; } return x[0]*x[0]*x[0] + x[1]; }
struct S { double a; float b, c; };
double f_st2(double *x) { struct S s = {x[0], x[1], 1}; cpy((U *)&s, (U *)&s + 1, 0); U *p = (U *)&s; U t = p[1]; struct S r = {x[0], 0, 0}; ((U *)&r)[1] = t; return r.a*r.a*r.a + r.b; }
OWN U tob(double x) { U u; memcpy(&u, &x, 8); return u; }
OWN double fromb(U u) { double x; memcpy(&x, &u, 8); return x; }
OWN U idu(U u) { return u; }
struct L { long a; }; struct P { double a; };
OWN struct L ptol(struct P p) { struct L l; memcpy(&l, &p, 8); return l; }
OWN double ltod(struct L l) { double d; memcpy(&d, &l, 8); return d; }
double f_tob(double *x) { double y = fromb(tob(x[0])); return y*y*y + x[1]; }
double f_tobn(double *x) { double y = fromb(tob(x[0]) ^ (1ull<<63)); return y*y*y + x[1]; }
double f_tobs(double *x) { double y = fromb(tob(x[0]) + (1ull<<52)); return y*y*y + x[1]; }
double f_idu(double *x) { U u = idu(*(U *)x); double y = fromb(u); return y*y*y + x[1]; }
double f_stl(double *x) { struct P p = {x[0]}; double y = ltod(ptol(p)); return y*y*y + x[1]; }
double f_cnd(double *x) { U m = x[1] > 0 ? 1ull << 63 : 0; double y = fromb(tob(x[0]) ^ m); return y*y*y + x[1]; }
double f_bsw(double *x) { U u = __builtin_bswap64(tob(x[0])); double y = fromb(__builtin_bswap64(u)); return y*y*y + x[1]; }
OWN void bsm(U *p) { *p = __builtin_bswap64(*p); }
double f_bsm(double *x) { bsm((U *)x); bsm((U *)x); return x[0]*x[0]*x[0] + x[1]; }
OWN void addd(U *p, double v) { U o, n; do { o = __atomic_load_n(p, 5); double d; memcpy(&d, &o, 8); d += v; memcpy(&n, &d, 8); } while (!__atomic_compare_exchange_n(p, &o, n, 0, 5, 5)); }
double f_cas(double *x) { double s = 0; addd((U *)&s, x[0]*x[0]*x[0]); addd((U *)&s, x[1]); return s; }
OWN void cp3(unsigned char *d, const unsigned char *s, int n) { for (int i = 0; i < n; i++) d[i] = s[i]; }
double f_cp3(double *x) { double y[2]; cp3((unsigned char*)y, (unsigned char*)x, 3); cp3((unsigned char*)y+3, (unsigned char*)x+3, 13); return y[0]*y[0]*y[0] + y[1]; }
OWN void cp16(uint16_t ALIAS *d, const uint16_t ALIAS *s, int n) { for (int i = 0; i < n; i++) d[i] = s[i]; }
double f_c16(double *x) { double y[2]; cp16((void *)y, (void *)x, 8); return y[0]*y[0]*y[0] + y[1]; }
double f_rev(double *x) { U *p = (U *)x; U t = p[0]; p[0] = p[1]; p[1] = t; return x[0]*x[0]*x[0] + x[1]; }
OWN void swb(char *a, char *b, int n) { while (n--) { char t = *a; *a++ = *b; *b++ = t; } }
double f_swb(double *x) { swb((char *)x, (char *)(x+1), 8); return x[0]*x[0]*x[0] + x[1]; }
OWN void swl(long *a, long *b, int n) { n /= 8; while (n--) { long t = *a; *a++ = *b; *b++ = t; } }
double f_swl(double *x) { swl((long*)x, (long*)(x+1), 8); return x[0]*x[0]*x[0] + x[1]; }
double f_cmov(double *x) { U a = tob(x[0]), b = tob(x[1]), m = -(U)(x[0] < x[1]); double y = fromb((a & m) | (b & ~m)); return y*y*y + x[1]; }
double f_lds(double *x) { U big[4]; for (int i = 0; i < 4; i++) big[i] = ((U *)x)[i & 1]; double y; memcpy(&y, big + 2, 8); return y*y*y + x[1]; }
OWN void s128(unsigned __int128 ALIAS *d) { *d ^= (unsigned __int128)1 << 127; }
double f_s128(double *x) { double z[2] __attribute__((aligned(16))) = {x[0], x[1]}; s128((void *)z); return z[0]*z[0]*z[0] + z[1]; }
struct T { int kind; union { double d; long i; } v; };
OWN void sett(struct T *t, double x) { t->kind = 1; t->v.d = x; }
OWN void seti(struct T *t, long i) { t->kind = 0; t->v.i = i; }
double f_tag(double *x) { struct T a[3]; for (int i = 0; i < 3; i++) if (i == 1) seti(a+i, i); else sett(a+i, x[i/2]); double s = 0; for (int i = 0; i < 3; i++) s += a[i].kind ? a[i].v.d*a[i].v.d*a[i].v.d : (double)a[i].v.i; return s; }
