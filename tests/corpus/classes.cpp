// Virtual calls, multiple and virtual inheritance, RTTI, member pointers, constructors of statics, templates, operators.
namespace shapes {
struct Shape {
  virtual ~Shape() {}
  virtual double area() const = 0;
  virtual int sides() const { return 0; }
};
struct Named { const char *name; virtual const char *label() { return name; } };
struct Square : Shape, Named {
  double a;
  explicit Square(double a) : a(a) { name = "square"; }
  double area() const override { return a * a; }
  int sides() const override { return 4; }
};
struct Base { int b = 1; virtual int get() { return b; } };
struct Left : virtual Base { int l = 2; };
struct Right : virtual Base { int r = 3; int get() override { return r; } };
struct Both : Left, Right { int own = 4; };
}  // namespace shapes
using namespace shapes;

double area(const Shape *s) { return s->area() * s->sides(); }
const char *label(Named *n) { return n->label(); }
Square *down(Shape *s) { return dynamic_cast<Square *>(s); }
int both() { Both x; Base *b = &x; return b->get() + x.own; }
Square unit(1.0);
static int counted = [] { return 41; }() + 1;

template <class T, int N> struct Vec {
  T v[N];
  T &operator[](int i) { return v[i]; }
  Vec operator+(const Vec &o) const { Vec r; for (int i = 0; i < N; i++) r.v[i] = v[i] + o.v[i]; return r; }
  template <class F> T fold(F f, T s) const { for (T x : v) s = f(s, x); return s; }
};
template struct Vec<float, 3>;
double folded(const Vec<double, 5> &a, double k) { return (a + a).fold([k](double s, double x) { return s * k + x; }, 0.0); }

struct Handler { int calls = 0; int on(int x) { return calls += x; } virtual int off(int x) { return x; } };
int member(Handler &h, int (Handler::*f)(int), int x) { return (h.*f)(x); }
int either(Handler &h, bool on) { return member(h, on ? &Handler::on : &Handler::off, 3); }
int &&moved(int &x) { return static_cast<int &&>(x); }
int local() { static Handler h; return h.on(counted); }
struct Tree { Tree *left, *right; double v; ~Tree(); double sum() const { return v + (left ? left->sum() : 0) + (right ? right->sum() : 0); } };
Tree::~Tree() { delete left; delete right; }
Tree *grow(double v, int depth) { return depth ? new Tree{grow(v / 2, depth - 1), nullptr, v} : nullptr; }
enum class Kind : unsigned char { a, b = 200 };
int kind(Kind k) { return k == Kind::b ? 1 : static_cast<int>(k); }
thread_local Square per_thread(2.0);
double threaded() { return per_thread.area(); }
