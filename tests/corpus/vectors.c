// Vector types: arithmetic, comparison, shuffles, conversion, insertion and extraction, odd lengths, masks.
typedef float f4 __attribute__((vector_size(16)));
typedef float f8 __attribute__((vector_size(32)));
typedef double d2 __attribute__((ext_vector_type(2)));
typedef double d3 __attribute__((ext_vector_type(3)));
typedef double d4 __attribute__((ext_vector_type(4)));
typedef int i4 __attribute__((vector_size(16)));
typedef unsigned char u16 __attribute__((vector_size(16)));
typedef _Bool b8 __attribute__((ext_vector_type(8)));

f4 fused(f4 a, f4 b, f4 c) { return a * b + c / (f4){1, 2, 3, -0.0f}; }
i4 larger(f4 a, f4 b) { return (a > b) & ((i4){1, 2, 3, 4} << 2); }
f4 turned(f4 a, f4 b) { return __builtin_shufflevector(a, b, 3, 4, -1, 0); }
f8 joined(f4 a, f4 b) { return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7); }
d2 half(d4 v) { return v.xy + v.zw * 0.5; }
d3 cross(d3 a, d3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }
d4 widened(f4 v) { return __builtin_convertvector(v, d4); }
i4 truncated(f4 v) { return __builtin_convertvector(v, i4); }
float total(f8 v) {
  float s = 0;
  for (int i = 0; i < 8; i++) s += v[i];
  return s;
}
f4 changed(f4 v, int at, float x) {
  v[at] = x;
  v[2] = -v[2];
  return v;
}
f4 chosen(i4 mask, f4 a, f4 b) { return (f4)((mask & (i4)a) | (~mask & (i4)b)); }
u16 bytes(u16 a) { return (a ^ 0x5a) + (u16){255, 1}; }
b8 both(b8 a, b8 b) { return a & ~b; }
double reduced(d4 v) { return __builtin_reduce_max(v) + __builtin_elementwise_abs(v).x + __builtin_elementwise_fma(v, v, v).y; }
void streamed(f4 *p, f4 v) { __builtin_nontemporal_store(v, p); }
void unaligned(char *p, f4 v) { __builtin_memcpy(p + 1, &v, sizeof v); }
d4 table[2] = {{1, 2, 3, 4}, {0.1, 0.1, 0.1, 0.1}};
d4 looked_up(int i) { return table[i & 1]; }
