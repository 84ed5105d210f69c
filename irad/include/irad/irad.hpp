// A typed layer over marked calls, for C++17: included by <irad/irad.h>.
//
//     double f(double x, const std::vector<double> &v, double *out);
//
//     auto [dx] = irad::autodiff<irad::Reverse>(f, irad::Active(x), irad::Duplicated(v, dv), irad::Duplicated(out, dout));
//     double t  = irad::autodiff<irad::Forward>(f, irad::Duplicated(x, 1.0), irad::Duplicated(v, dv), irad::Duplicated(out, dout));
//     double s  = irad::grad(g)(x);                   // g: double -> double
//     auto [a, b] = irad::grad(h)(x, y);              // h: double, double -> double
//
// Modes: Reverse returns a tuple of the derivatives by the Active arguments, ReverseWithPrimal a pair of the function's result
// and that tuple; Forward returns the tangent of the result (nothing for a function without one), ForwardWithPrimal a pair
// of result and tangent.  Arguments: Active(x) a number, Duplicated(x, dx) a number, a pointer or an object passed by reference
// with its shadow, DuplicatedNoNeed(x, dx) the same, Const(x) anything else.  Functions, and lambdas whose captures are constant.
// What cannot be right does not compile: an Active that is no number, arguments of another number.
#ifndef IRAD_HPP
#define IRAD_HPP

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace irad {

struct Reverse {};
struct ReverseWithPrimal {};
struct Forward {};
struct ForwardWithPrimal {};

template <class T> struct Active {
  static_assert(std::is_floating_point<T>::value, "irad::Active is for numbers; pointers and objects are irad::Duplicated");
  T value;
  explicit Active(T v) : value(v) {}
};

template <class T> struct Const {
  T value;
  explicit Const(T &&v) : value(static_cast<T &&>(v)) {}
};
template <class T> Const(T &&) -> Const<T>;

template <class T, class U> struct Duplicated {
  T value;
  U shadow;
  Duplicated(T &&v, U &&d) : value(static_cast<T &&>(v)), shadow(static_cast<U &&>(d)) {}
};
template <class T, class U> Duplicated(T &&, U &&) -> Duplicated<T, U>;

template <class T, class U> struct DuplicatedNoNeed {
  T value;
  U shadow;
  DuplicatedNoNeed(T &&v, U &&d) : value(static_cast<T &&>(v)), shadow(static_cast<U &&>(d)) {}
};
template <class T, class U> DuplicatedNoNeed(T &&, U &&) -> DuplicatedNoNeed<T, U>;

namespace detail {

#define IRAD_INLINE __attribute__((always_inline)) inline

// What a marked call returns: numbers one behind the other.
template <class... T> struct Numbers;
template <> struct Numbers<> {};
template <class T> struct Numbers<T> {
  T head;
};
template <class T, class... Rest> struct Numbers<T, Rest...> {
  T head;
  Numbers<Rest...> tail;
};

IRAD_INLINE std::tuple<> tuple_of(Numbers<>) { return {}; }
template <class T> IRAD_INLINE std::tuple<T> tuple_of(Numbers<T> n) { return {n.head}; }
template <class T, class U, class... Rest> IRAD_INLINE std::tuple<T, U, Rest...> tuple_of(Numbers<T, U, Rest...> n) {
  return std::tuple_cat(std::tuple<T>(n.head), tuple_of(n.tail));
}

// The types of the derivatives that the arguments return.
template <class... A> struct Derivatives;
template <> struct Derivatives<> {
  template <class... T> using numbers = Numbers<T...>;
};
template <class T, class... A> struct Derivatives<Active<T>, A...> {
  template <class... Before> using numbers = typename Derivatives<A...>::template numbers<Before..., T>;
};
template <class First, class... A> struct Derivatives<First, A...> {
  template <class... Before> using numbers = typename Derivatives<A...>::template numbers<Before...>;
};

// A parameter that is a reference is passed as an address.  Addresses lose their types: those of lambdas and local classes have no
// linkage, and could not be arguments of a function that is only declared.
template <class P, class T> IRAD_INLINE auto pass(T &&v) {
  static_assert(std::is_reference<P>::value || std::is_scalar<P>::value,
                "irad::autodiff takes functions of numbers, pointers and references");
  if constexpr (std::is_reference<P>::value)
    return const_cast<void *>(static_cast<const volatile void *>(std::addressof(v)));
  else if constexpr (std::is_pointer<P>::value)
    return const_cast<void *>(static_cast<const volatile void *>(static_cast<P>(v)));
  else
    return static_cast<P>(v);
}

struct ReverseCall {
  template <class R, class... D> static IRAD_INLINE R call(D... d) { return __irad_autodiff<R>(d...); }
};
struct ReversePrimalCall {
  template <class R, class F, class... D> static IRAD_INLINE R call(F f, D... d) {
    return __irad_autodiff<R>(f, irad_primal_return, d...);
  }
};
struct ForwardCall {
  template <class R, class... D> static IRAD_INLINE R call(D... d) { return __irad_fwddiff<R>(d...); }
};
struct ForwardPrimalCall {
  template <class R, class F, class... D> static IRAD_INLINE R call(F f, D... d) {
    return __irad_fwddiff<R>(f, irad_primal_return, d...);
  }
};

// Takes one argument after the other from the front, and puts what the marked call wants of it at the end.
template <class How, class R, class... P> struct Gather;
template <class How, class R> struct Gather<How, R> {
  template <class... D> static IRAD_INLINE R run(void *f, D... d) { return How::template call<R>(f, d...); }
};
template <class How, class R, class P, class... Ps> struct Gather<How, R, P, Ps...> {
  using Next = Gather<How, R, Ps...>;
  template <class T, class... D> static IRAD_INLINE R run(void *f, Active<T> a, D... d) {
    static_assert(!std::is_reference<P>::value, "an argument that is passed by reference is irad::Duplicated");
    return Next::run(f, d..., irad_out, static_cast<P>(a.value));
  }
  template <class T, class... D> static IRAD_INLINE R run(void *f, Const<T> a, D... d) {
    return Next::run(f, d..., irad_const, pass<P>(a.value));
  }
  template <class T, class U, class... D> static IRAD_INLINE R run(void *f, Duplicated<T, U> a, D... d) {
    return Next::run(f, d..., irad_dup, pass<P>(a.value), pass<P>(a.shadow));
  }
  template <class T, class U, class... D> static IRAD_INLINE R run(void *f, DuplicatedNoNeed<T, U> a, D... d) {
    return Next::run(f, d..., irad_dupnoneed, pass<P>(a.value), pass<P>(a.shadow));
  }
};

template <class T> struct Tag {};

template <class Result, class... P, class... A> IRAD_INLINE auto run(Tag<Reverse>, void *f, Tag<Result(P...)>, A... a) {
  using N = typename Derivatives<A...>::template numbers<>;
  if constexpr (std::is_same<N, Numbers<>>::value)
    Gather<ReverseCall, void, P...>::run(f, a...);
  else
    return tuple_of(Gather<ReverseCall, N, P...>::run(f, a...));
}

template <class Result, class... P, class... A>
IRAD_INLINE auto run(Tag<ReverseWithPrimal>, void *f, Tag<Result(P...)>, A... a) {
  using N = typename Derivatives<A...>::template numbers<Result>;
  auto all = tuple_of(Gather<ReversePrimalCall, N, P...>::run(f, a...));
  return std::apply(
      [](Result result, auto... derivatives) {
        return std::pair<Result, std::tuple<decltype(derivatives)...>>(result, {derivatives...});
      },
      all);
}

template <class Result, class... P, class... A> IRAD_INLINE auto run(Tag<Forward>, void *f, Tag<Result(P...)>, A... a) {
  return Gather<ForwardCall, Result, P...>::run(f, a...);
}

template <class Result, class... P, class... A>
IRAD_INLINE auto run(Tag<ForwardWithPrimal>, void *f, Tag<Result(P...)>, A... a) {
  auto both = Gather<ForwardPrimalCall, Numbers<Result, Result>, P...>::run(f, a...);
  return std::pair<Result, Result>(both.head, both.tail.head);
}

// A lambda is a function with its captures as first argument.
template <class F, class Result, class... P> struct Invoke {
  static Result function(F *f, P... p) { return (*f)(std::forward<P>(p)...); }
};
template <class F, class Result, class... P> constexpr Tag<Result(P...)> signature(Result (F::*)(P...)) { return {}; }
template <class F, class Result, class... P> constexpr Tag<Result(P...)> signature(Result (F::*)(P...) const) { return {}; }
template <class F, class Result, class... P> constexpr Tag<Result(P...)> signature(Result (F::*)(P...) noexcept) { return {}; }
template <class F, class Result, class... P> constexpr Tag<Result(P...)> signature(Result (F::*)(P...) const noexcept) { return {}; }

template <class Mode, class F, class Result, class... P, class... A>
IRAD_INLINE auto invoke(F &f, Tag<Result(P...)>, A... a) {
  void *function = reinterpret_cast<void *>(&Invoke<F, Result, P...>::function);
  return run(Tag<Mode>(), function, Tag<Result(F *, P...)>(), Const<F *>(std::addressof(f)), a...);
}

} // namespace detail

template <class Mode, class Result, class... P, class... A> IRAD_INLINE auto autodiff(Result (*f)(P...), A... a) {
  static_assert(sizeof...(P) == sizeof...(A), "one argument for each parameter of the function");
  return detail::run(detail::Tag<Mode>(), reinterpret_cast<void *>(f), detail::Tag<Result(P...)>(), a...);
}

template <class Mode, class F, class... A>
IRAD_INLINE auto autodiff(F f, A... a) -> decltype(detail::invoke<Mode>(f, detail::signature(&F::operator()), a...)) {
  return detail::invoke<Mode>(f, detail::signature(&F::operator()), a...);
}

namespace detail {
template <class F> struct Gradient {
  F f;
  template <class... T> IRAD_INLINE auto operator()(T... x) const {
    auto all = autodiff<Reverse>(f, Active(static_cast<std::conditional_t<std::is_integral<T>::value, double, T>>(x))...);
    if constexpr (sizeof...(T) == 1)
      return std::get<0>(all);
    else
      return all;
  }
};
} // namespace detail

// The number that it is given; where it is differentiated, it is kept for the reverse sweep and never computed again.
IRAD_INLINE float cache(float x) { return __irad_cachef(x); }
IRAD_INLINE double cache(double x) { return __irad_cache(x); }
IRAD_INLINE long double cache(long double x) { return __irad_cachel(x); }

// The derivative of a function of numbers: a number for one of one number, else a tuple.
template <class F> IRAD_INLINE detail::Gradient<F> grad(F f) { return {f}; }

} // namespace irad

#endif
