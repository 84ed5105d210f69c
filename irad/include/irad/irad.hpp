// A typed layer over marked calls, for C++17: included by <irad/irad.h>.
//
//     double f(double x, const std::vector<double> &v, double *out);
//
//     auto [dx] = irad::autodiff<irad::Reverse>(f, irad::Active(x), irad::Duplicated(v, dv), irad::Duplicated(&out, &dout));
//     double t  = irad::autodiff<irad::Forward>(f, irad::Duplicated(x, 1.0), irad::Duplicated(v, dv), irad::Duplicated(&out, &dout));
//     double s  = irad::grad(g)(x);                   // g: double -> double
//     auto [a, b] = irad::grad(h)(x, y);              // h: double, double -> double
//
// Modes: Reverse returns a tuple of the derivatives by the Active arguments, ReverseWithPrimal a pair of the function's result
// and that tuple; Forward returns the tangent of the result (nothing for a function without one), ForwardWithPrimal a pair
// of result and tangent.  Arguments: Active(x) a number passed by value, Duplicated(x, dx) a number in forward mode, a pointer or
// an object with its shadow, DuplicatedNoNeed(x, dx) the same, Const(x) anything else.  An object passed by reference stands there
// itself, not its address.  Functions, and objects with a call operator (lambdas: their captures are constant).
//
// Arguments convert to parameters as in a call of the function; what cannot be right does not compile, and the message says what
// to write (<irad/arguments.hpp>).
#ifndef IRAD_HPP
#define IRAD_HPP

#include <irad/arguments.hpp>

namespace irad {
namespace detail {

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

// The types of the derivatives that the arguments return: those of the parameters.
template <class P, class A> struct Returned {
  using type = std::tuple<>;
};
template <class P, class T> struct Returned<P, Active<T>> {
  using type = std::tuple<P>;
};
template <class Tuple> struct AsNumbers;
template <class... T> struct AsNumbers<std::tuple<T...>> {
  using type = Numbers<T...>;
};
template <class First, class Signature, class... A> struct Derivatives;
template <class... First, class Result, class... P, class... A> struct Derivatives<std::tuple<First...>, Tag<Result(P...)>, A...> {
  using type = typename AsNumbers<decltype(std::tuple_cat(
      std::declval<std::tuple<First...>>(), std::declval<typename Returned<P, A>::type>()...))>::type;
};

// Addresses lose their types: those of lambdas and local classes have no linkage, and could not be arguments of a function that
// is only declared.
template <class T> IRAD_INLINE void *untyped(T *p) {
  if constexpr (std::is_function<T>::value)
    return reinterpret_cast<void *>(p);
  else
    return const_cast<void *>(static_cast<const volatile void *>(p));
}

// A value as the parameter P gets it: an object by its address, of the part that P is about, and if need be of what it converts to.
template <class P, class T> struct Passed {
  P value;
  explicit IRAD_INLINE Passed(T &v) : value(static_cast<P>(v)) {}
  IRAD_INLINE auto get() {
    if constexpr (std::is_pointer<P>::value)
      return untyped(value);
    else
      return value;
  }
};
template <class R, class T> struct Passed<R &, T> {
  static constexpr bool binds = std::is_convertible<std::add_pointer_t<T>, std::add_pointer_t<R>>::value;
  std::conditional_t<binds, R &, std::remove_const_t<R>> value;
  explicit IRAD_INLINE Passed(T &v) : value(v) {}
  IRAD_INLINE void *get() { return untyped(std::addressof(value)); }
};

// A shadow is passed as its value is, but may be written to where that is not.
template <class P> struct Mutable {
  using type = P;
};
template <class T> struct Mutable<T *> {
  using type = std::conditional_t<std::is_function<T>::value, T, std::remove_const_t<T>> *;
};
template <class T> struct Mutable<T &> {
  using type = std::remove_const_t<T> &;
};
template <class P, class U>
using ShadowPassed = Passed<std::conditional_t<shadow_is_const<P, U>, P, typename Mutable<P>::type>, std::remove_reference_t<U>>;

struct ReverseCall {
  template <class R, class... D> static IRAD_INLINE R call(D... d) { return __irad_autodiff<R>(d...); }
};
struct ReverseConstCall {
  template <class R, class F, class... D> static IRAD_INLINE R call(F f, D... d) {
    return __irad_autodiff<R>(f, irad_const_return, d...);
  }
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
  template <class... D> static IRAD_INLINE R run(void *f, D &&...d) { return How::template call<R>(f, d...); }
};
template <class How, class R, class P, class... Ps> struct Gather<How, R, P, Ps...> {
  using Next = Gather<How, R, Ps...>;
  template <class T, class... D> static IRAD_INLINE R run(void *f, Active<T> &a, D &&...d) {
    return Next::run(f, static_cast<D &&>(d)..., irad_out, static_cast<P>(a.value));
  }
  template <class T, class... D> static IRAD_INLINE R run(void *f, Const<T> &a, D &&...d) {
    Passed<P, std::remove_reference_t<T>> value(a.value);
    return Next::run(f, static_cast<D &&>(d)..., irad_const, value.get());
  }
  template <class T, class U, class... D> static IRAD_INLINE R run(void *f, Duplicated<T, U> &a, D &&...d) {
    Passed<P, std::remove_reference_t<T>> value(a.value);
    ShadowPassed<P, U> shadow(a.shadow);
    return Next::run(f, static_cast<D &&>(d)..., irad_dup, value.get(), shadow.get());
  }
  template <class T, class U, class... D> static IRAD_INLINE R run(void *f, DuplicatedNoNeed<T, U> &a, D &&...d) {
    Passed<P, std::remove_reference_t<T>> value(a.value);
    ShadowPassed<P, U> shadow(a.shadow);
    return Next::run(f, static_cast<D &&>(d)..., irad_dupnoneed, value.get(), shadow.get());
  }
};

template <class Result, class... P, class... A> IRAD_INLINE auto run(Tag<Reverse>, void *f, Tag<Result(P...)> s, A &...a) {
  using N = typename Derivatives<std::tuple<>, decltype(s), A...>::type;
  if constexpr (std::is_same<N, Numbers<>>::value)
    Gather<ReverseCall, void, P...>::run(f, a...);
  else
    return tuple_of(Gather<ReverseCall, N, P...>::run(f, a...));
}

template <class Result, class... P, class... A> IRAD_INLINE auto run(Tag<ReverseConst>, void *f, Tag<Result(P...)> s, A &...a) {
  using N = typename Derivatives<std::tuple<>, decltype(s), A...>::type;
  if constexpr (std::is_same<N, Numbers<>>::value)
    Gather<ReverseConstCall, void, P...>::run(f, a...);
  else
    return tuple_of(Gather<ReverseConstCall, N, P...>::run(f, a...));
}

template <class Result, class... P, class... A>
IRAD_INLINE auto run(Tag<ReverseWithPrimal>, void *f, Tag<Result(P...)> s, A &...a) {
  using N = typename Derivatives<std::tuple<Result>, decltype(s), A...>::type;
  auto all = tuple_of(Gather<ReversePrimalCall, N, P...>::run(f, a...));
  return std::apply(
      [](Result result, auto... derivatives) {
        return std::pair<Result, std::tuple<decltype(derivatives)...>>(result, {derivatives...});
      },
      all);
}

template <class Result, class... P, class... A> IRAD_INLINE auto run(Tag<Forward>, void *f, Tag<Result(P...)>, A &...a) {
  if constexpr (std::is_floating_point<Result>::value || std::is_pointer<Result>::value)
    return Gather<ForwardCall, Result, P...>::run(f, a...);
  else
    Gather<ForwardCall, void, P...>::run(f, a...);
}

template <class Result, class... P, class... A>
IRAD_INLINE auto run(Tag<ForwardWithPrimal>, void *f, Tag<Result(P...)>, A &...a) {
  if constexpr (std::is_floating_point<Result>::value || std::is_pointer<Result>::value) {
    auto both = Gather<ForwardPrimalCall, Numbers<Result, Result>, P...>::run(f, a...);
    return std::pair<Result, Result>(both.head, both.tail.head);
  } else
    return std::pair<Result, std::tuple<>>(Gather<ForwardPrimalCall, Result, P...>::run(f, a...), {});
}

// Functions in a form that has numbers, pointers and references only: the callable comes first, objects are copied in the function,
// as a call of it would copy them, and a result that is an object is put into memory that is given.
template <class Callable, class Result, class... P> struct Plain {
  using Number = std::remove_cv_t<std::remove_reference_t<Result>>;
  static Number function(Callable f, Lowered<P>... p) {
    return static_cast<Number>(static_cast<Called<Callable>>(*f)(copied<P>(p)...));
  }
  static void store(Callable f, Number *result, Lowered<P>... p) {
    ::new (static_cast<void *>(result)) Number(static_cast<Called<Callable>>(*f)(copied<P>(p)...));
  }
};

// Memory for the result of a function, an object, and for its tangent.
template <class T> struct Memory {
  alignas(T) unsigned char bytes[sizeof(T)] = {};
  T *at() { return reinterpret_cast<T *>(bytes); }
  ~Memory() { at()->~T(); }
};

template <class Mode, class Callable, class Result, class... P, class... A>
IRAD_INLINE auto run_plain(Callable f, Tag<Result(P...)>, A &...a) {
  using Form = Plain<Callable, Result, P...>;
  using Number = typename Form::Number;
  Const<Callable> callable(static_cast<Callable &&>(f));
  if constexpr (std::is_void<Number>::value || std::is_scalar<Number>::value)
    return run(Tag<Mode>(), untyped(&Form::function), Tag<Number(Callable, Lowered<P>...)>(), callable, a...);
  else {
    Memory<Number> result, tangent;
    Duplicated<Number *, Number *> both(result.at(), tangent.at());
    run(Tag<Forward>(), untyped(&Form::store), Tag<void(Callable, Number *, Lowered<P>...)>(), callable, both, a...);
    if constexpr (std::is_same<Mode, Forward>::value)
      return Number(std::move(*tangent.at()));
    else
      return std::pair<Number, Number>(std::move(*result.at()), std::move(*tangent.at()));
  }
}

template <class Mode, class Result, class... P, class... A>
IRAD_INLINE auto differentiate(Result (*f)(P...), Tag<Result(P...)> s, A &...a) {
  if constexpr (needs_plain<Result, P...>)
    return run_plain<Mode>(f, s, a...);
  else
    return run(Tag<Mode>(), untyped(f), s, a...);
}

template <class Mode, class F, class Result, class... P, class... A>
IRAD_INLINE auto differentiate(F *f, Tag<Result(P...)> s, A &...a) {
  return run_plain<Mode>(f, s, a...);
}

// A call with its types checked.
template <class Mode, class F, class Result, class... P, class... A> IRAD_INLINE auto checked(F *f, Tag<Result(P...)> s, A &...a) {
  constexpr bool right = mode_fits<Mode, Result> && counts_fit<sizeof...(P), sizeof...(A)>();
  if constexpr (right) {
    if constexpr ((Fit<Mode, P, A>::check() & ... & true))
      return differentiate<Mode>(f, s, a...);
  }
}

} // namespace detail

template <class Mode, class F, class... A> IRAD_INLINE auto autodiff(F f, A... a) {
  using Bare = std::remove_pointer_t<F>;
  static_assert(!std::is_member_pointer<F>::value,
                "irad: a pointer to a member is no function to call: write a lambda, [](const T &t, double x) { return t.f(x); }");
  static_assert((detail::is_annotated<A> && ...),
                "irad: an argument without annotation: write Active(x), Duplicated(x, dx) or Const(x) for each parameter");
  if constexpr (!std::is_member_pointer<F>::value && (detail::is_annotated<A> && ...)) {
    if constexpr (std::is_function<Bare>::value)
      return detail::checked<Mode>(f, detail::function_signature(f), a...);
    else if constexpr (detail::has_signature<F>::value)
      return detail::checked<Mode>(std::addressof(f), detail::signature(&F::operator()), a...);
    else {
      using Deduced = detail::Deduced<F, A...>;
      static_assert(Deduced::callable, "irad: what is to be differentiated cannot be called with arguments of these types");
      if constexpr (Deduced::callable)
        return detail::checked<Mode>(std::addressof(f), typename Deduced::Signature(), a...);
    }
  }
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
