#pragma once
extern "C" int printf(const char *, ...);
double __enzyme_autodiff(void *, ...);

struct Point { double x; Point(double v); ~Point(); double square() const; };  // its constructor is out of line

template <class T> struct Box {
  T value; explicit Box(T v); virtual ~Box(); virtual T get() const;
};
template <class T> Box<T>::Box(T v) : value(v) {}
template <class T> Box<T>::~Box() { value = 0; }
template <class T> T Box<T>::get() const { static int calls = 0; calls++; return value * value + 0 * calls; }
extern template struct Box<float>;

inline double twice(double x) { static const double two = 2; return two * x; }
inline int counter(int step) { static int count = 0; return count += step; }
inline int total = counter(1);
struct Noisy { int id; Noisy(int n); ~Noisy(); };
