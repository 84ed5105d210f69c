// Exceptions: try/catch of several types, catch-all, rethrow, cleanups, noexcept, exception specifications, nested handlers.
struct Error { int code; virtual ~Error(); };
struct Worse : Error { double detail; };
Error::~Error() {}
struct Guard { int *p; explicit Guard(int *p) : p(p) { ++*p; } ~Guard() { --*p; } };
int risky(int);
void quiet() noexcept;

int handled(int x) {
  try {
    return risky(x);
  } catch (const Worse &e) {
    return e.code + static_cast<int>(e.detail);
  } catch (const Error &e) {
    return e.code;
  } catch (int i) {
    return i;
  } catch (...) {
    return -1;
  }
}
int cleaned(int *p, int x) {
  Guard a(p);
  int r = risky(x);
  Guard b(p);
  return r + risky(r);
}
int again(int x) {
  try {
    Guard g(&x);
    if (x > 3) throw Worse();
    return risky(x);
  } catch (Error &) {
    if (x > 5) throw;
    throw 2.5;
  }
}
int nested(int x) {
  for (int i = 0; i < x; i++) {
    try {
      try {
        risky(i);
      } catch (long l) {
        risky(static_cast<int>(l));
      }
    } catch (const char *) {
      continue;
    }
  }
  return x;
}
void strict(int x) noexcept { risky(x); quiet(); }
int pointers(int (*f)(int), int x) {
  try { return f(x); } catch (Error *e) { return e->code; }
}
int *array(int n) {
  struct Item { int v; Item() : v(risky(1)) {} ~Item() { risky(v); } };
  Item *items = new Item[n];
  int *out = &items[n - 1].v;
  return out;
}
Error *made(int n) { return n ? new Worse : new Error; }
int function_try(int x) try { return risky(x); } catch (...) { return 0; }
