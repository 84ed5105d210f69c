// Structs, unions, bit-fields, packed and aligned layouts, by-value passing, initialisers, memcpy and its like.
struct point { double x, y; };
struct big { long a[6]; struct point p; char name[7]; };
struct __attribute__((packed)) wire { char kind; int length; double value; };
struct __attribute__((aligned(32))) lane { float v[8]; };
struct bits { unsigned a : 3, b : 7; signed c : 11; unsigned long d : 40; };
union number { double d; unsigned long bits; struct { float lo, hi; } halves; };
struct node { struct node *next; union number value; int (*compare)(const struct node *, const struct node *); };
struct empty {};
struct tail { int n; double data[]; };

static int smaller(const struct node *a, const struct node *b) { return a->value.d < b->value.d; }
struct node second = {0, {.bits = 0x7ff8000000000001}, smaller};
struct node first = {&second, {2.5}, 0};
const struct big defaults = {{1, 2, 3}, {-0.0, 1e300}, "a\"b\\\n"};
struct wire wires[2] = {{1, 2, 3.0}, {'x', -1, 0.1f}};
static const char *const names[] = {"one", "two", "\x80\xff"};
const char *const *const all = &names[1];
long offset = (long)&((struct big *)0)->p;
char *inside = (char *)&first + 8;

struct point middle(struct point a, struct point b) { return (struct point){(a.x + b.x) / 2, (a.y + b.y) / 2}; }
struct big shift(struct big v, int k) {
  for (int i = 0; i < 6; i++) v.a[i] += k;
  v.p.x += v.name[k % 7];
  return v;
}
int wire_length(const struct wire *w) { return w->length + (int)w->value; }
void lanes(struct lane *a, const struct lane *b) {
  for (int i = 0; i < 8; i++) a->v[i] *= b->v[i];
}
int fields(struct bits *b) {
  b->a++;
  b->c -= b->b;
  b->d ^= 12345;
  return b->c + (int)b->d;
}
unsigned long punned(double d) { return ((union number){.d = d}).bits; }
float high(union number u) { return u.halves.hi; }
struct node *sort_step(struct node *n) {
  while (n && n->next && n->compare && n->compare(n, n->next)) n = n->next;
  return n;
}
void copies(struct big *to, const struct big *from, unsigned long n) {
  __builtin_memcpy(to, from, sizeof *to);
  __builtin_memmove(to->name, to->name + 1, 6);
  __builtin_memset(to->a, 0xff, n);
}
struct empty nothing(struct empty e) { return e; }
double last(const struct tail *t) { return t->data[t->n - 1]; }
double local_array(int n, double x) {
  double t[n];
  for (int i = 0; i < n; i++) t[i] = x * i;
  return t[n / 2];
}
const char *name(int i) { return all[i]; }
