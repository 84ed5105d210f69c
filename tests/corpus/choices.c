// Switches, conditional expressions, integer arithmetic with and without wrapping, rotations, overflow checks, i128.
int category(int c) {
  switch (c) {
  case 'a' ... 'z': return 1;
  case '0': case '1': case '2': return 2;
  case -1: return -5;
  case 1000000: c++;
  case 1000001: return c;
  default: return 0;
  }
}
const char *label(unsigned x) {
  switch (x) {
  case 0: return "zero";
  case 1: return "one";
  case 2: return "two";
  case 3: return "three";
  case 4: return "four";
  }
  __builtin_unreachable();
}
long nested(long x, int k) {
  switch (k & 7) {
  case 0: do { x -= 3; case 1: x += 7; case 2: x ^= k; } while (x < 100);
  }
  return x;
}
int saturated(int a, int b) {
  int r;
  if (__builtin_add_overflow(a, b, &r)) return a < 0 ? -2147483647 - 1 : 2147483647;
  return r;
}
unsigned rotated(unsigned x, int k) { return x << (k & 31) | x >> (-k & 31); }
unsigned long counted(unsigned long x) { return __builtin_popcountl(x) * 100 + __builtin_clzl(x | 1) + __builtin_bswap64(x) % 7; }
__int128 wide(__int128 a, __int128 b) { return a * b + ((__int128)1 << 100) - 12345678901234567; }
unsigned __int128 huge(void) { return ~(unsigned __int128)0 / 3; }
_BitInt(37) odd(_BitInt(37) a, _BitInt(37) b) { return a / b - 1; }
signed char narrow(short s, _Bool b) { return b ? s >> 3 : -s; }
int division(int a, int b, unsigned c) { return a / b + a % b + (int)(c / 10) - (int)(c % 16); }
int likely(int x) {
  if (__builtin_expect(x == 3, 0)) __builtin_trap();
  return x > 0 && x < 10 || x == 42;
}
long distance(const int *a, const int *b) { return a - b; }
void *tagged(void *p) { return (void *)((unsigned long)p | 1); }
int chain(int a, int b, int c) { return a < b ? b < c ? 1 : a < c ? 2 : 3 : a < c ? 4 : b < c ? 5 : 6; }
