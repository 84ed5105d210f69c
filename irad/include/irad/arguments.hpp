// The annotations of <irad/irad.hpp>, and which of them fit which parameter.
#ifndef IRAD_ARGUMENTS_HPP
#define IRAD_ARGUMENTS_HPP

#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#define IRAD_INLINE __attribute__((always_inline)) inline

namespace irad {

struct Reverse {};
struct ReverseWithPrimal {};
struct Forward {};
struct ForwardWithPrimal {};

template <class T> struct Active {
  static_assert(std::is_floating_point<T>::value,
                "irad: Active is for floating-point numbers: write Duplicated(p, dp) for pointers and objects, Const(n) for integers");
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

template <class T> struct Tag {};
struct ReverseConst {};  // the result takes no part

template <class Mode>
inline constexpr bool is_reverse =
    std::is_same<Mode, Reverse>::value || std::is_same<Mode, ReverseWithPrimal>::value || std::is_same<Mode, ReverseConst>::value;
template <class Mode>
inline constexpr bool is_forward = std::is_same<Mode, Forward>::value || std::is_same<Mode, ForwardWithPrimal>::value;

// ---- parameters

// Numbers and pointers are passed as they are, all else by address.
template <class P> inline constexpr bool by_value = std::is_scalar<P>::value && !std::is_member_pointer<P>::value;
template <class P>
using Lowered = std::conditional_t<by_value<P>, P,
                                   std::conditional_t<std::is_reference<P>::value, std::remove_reference_t<P> &, const P &>>;

template <class P, class T> IRAD_INLINE decltype(auto) copied(T &p) {
  if constexpr (std::is_reference<P>::value)
    return static_cast<P>(p);
  else if constexpr (by_value<P>)
    return P(p);
  else if constexpr (std::is_copy_constructible<P>::value)
    return P(p);
  else
    return P(std::move(const_cast<P &>(p)));
}

// Is the function, as it stands, one of numbers, pointers and references?
template <class Result, class... P>
inline constexpr bool needs_plain = !((std::is_void<Result>::value || by_value<Result>) &&
                                      ((by_value<P> || std::is_lvalue_reference<P>::value) && ...));

// ---- functions

template <class Callable> using Called = std::remove_pointer_t<Callable> &;

template <class Result, class... P> constexpr Tag<Result(P...)> function_signature(Result (*)(P...)) { return {}; }

template <class F, class Result, class... P> constexpr Tag<Result(P...)> signature(Result (F::*)(P...)) { return {}; }
template <class F, class Result, class... P> constexpr Tag<Result(P...)> signature(Result (F::*)(P...) const) { return {}; }
template <class F, class Result, class... P> constexpr Tag<Result(P...)> signature(Result (F::*)(P...) &) { return {}; }
template <class F, class Result, class... P> constexpr Tag<Result(P...)> signature(Result (F::*)(P...) const &) { return {}; }
template <class F, class Result, class... P> constexpr Tag<Result(P...)> signature(Result (F::*)(P...) noexcept) { return {}; }
template <class F, class Result, class... P> constexpr Tag<Result(P...)> signature(Result (F::*)(P...) const noexcept) { return {}; }

template <class F, class = void> struct has_signature : std::false_type {};
template <class F> struct has_signature<F, std::void_t<decltype(signature(&F::operator()))>> : std::true_type {};

// ---- annotations

enum class Kind { none, active, constant, duplicated };

template <class A> struct Annotation {
  static constexpr Kind kind = Kind::none;
};
template <class T> struct Annotation<Active<T>> {
  static constexpr Kind kind = Kind::active;
  using Value = T;
  using Shadow = void;
};
template <class T> struct Annotation<Const<T>> {
  static constexpr Kind kind = Kind::constant;
  using Value = T;
  using Shadow = void;
};
template <class T, class U> struct Annotation<Duplicated<T, U>> {
  static constexpr Kind kind = Kind::duplicated;
  using Value = T;
  using Shadow = U;
};
template <class T, class U> struct Annotation<DuplicatedNoNeed<T, U>> : Annotation<Duplicated<T, U>> {};

template <class A> inline constexpr bool is_annotated = Annotation<A>::kind != Kind::none;

// What can be called in several ways has no parameters of its own: those that its arguments would have.
template <class A, class T = typename Annotation<A>::Value, class V = std::decay_t<T>>
using DeducedParameter =
    std::conditional_t<by_value<V> && !(Annotation<A>::kind == Kind::duplicated && std::is_lvalue_reference<T>::value &&
                                        !std::is_pointer<V>::value),
                       V, std::conditional_t<std::is_reference<T>::value, T, const T &>>;
template <class F, class... A> struct Deduced {
  static constexpr bool callable = std::is_invocable<F &, DeducedParameter<A>...>::value;
  template <class... P> static auto find(std::true_type) -> Tag<std::invoke_result_t<F &, P...>(P...)>;
  template <class... P> static auto find(std::false_type) -> void;
  using Signature = decltype(find<DeducedParameter<A>...>(std::integral_constant<bool, callable>()));
};

// ---- which annotation fits which parameter

template <class T> using Bare = std::remove_cv_t<std::remove_reference_t<T>>;
// What an array or a pointer leads to.
template <class T> using Pointee = std::remove_cv_t<std::remove_pointer_t<std::decay_t<T>>>;
template <class T> inline constexpr bool is_address = std::is_pointer<std::decay_t<T>>::value;
template <class T> inline constexpr bool is_null = std::is_same<Bare<T>, std::nullptr_t>::value;

// Is a shadow constant, the object or what the pointer leads to?
template <class P, class U> inline constexpr bool shadow_is_const = std::is_const<std::remove_reference_t<U>>::value;
template <class T, class U>
inline constexpr bool shadow_is_const<T *, U> = std::is_const<std::remove_pointer_t<std::decay_t<U>>>::value;

template <class V, class U> constexpr bool shadow_is_shorter() {
  using A = std::remove_reference_t<V>;
  using B = std::remove_reference_t<U>;
  if constexpr (std::is_array<A>::value && std::is_array<B>::value)
    return std::extent<B>::value != 0 && std::extent<B>::value < std::extent<A>::value;
  else
    return false;
}

template <class Mode, class P, class A> struct Fit {
  using Note = Annotation<A>;
  using Value = typename Note::Value;  // as it is in an expression: an lvalue if it is a reference
  using Shadow = typename Note::Shadow;
  static constexpr bool duplicated = Note::kind == Kind::duplicated;
  static constexpr bool reverse = is_reverse<Mode>;

  static constexpr bool check() {
    if constexpr (Note::kind == Kind::active && !reverse) {
      static_assert(reverse, "irad: Active is for reverse mode: write Duplicated(x, dx), with a tangent dx, in forward mode");
      return false;
    } else if constexpr (!by_value<P>)
      return object();
    else if constexpr (std::is_pointer<P>::value)
      return pointer();
    else
      return number();
  }

  // A number by value.
  static constexpr bool number() {
    constexpr bool real = std::is_floating_point<P>::value;
    constexpr bool converts = std::is_convertible<Value, P>::value;
    static_assert(!is_address<Value> || converts, "irad: this parameter is a number: write the number, not its address");
    static_assert(is_address<Value> || converts, "irad: the argument does not convert to the type of this parameter, a number");
    static_assert(real || Note::kind == Kind::constant, "irad: this parameter is no floating-point number: write Const(n)");
    static_assert(!real || !duplicated || !reverse,
                  "irad: this parameter is a number passed by value: write Active(x) in reverse mode, its derivative is returned");
    constexpr bool shadow = !duplicated || !converts || std::is_convertible<Shadow, P>::value;
    static_assert(shadow, "irad: the tangent of a number is a number: write Duplicated(x, dx)");
    return converts && shadow && (Note::kind == Kind::constant || (real && (!duplicated || !reverse)));
  }

  static constexpr bool pointer() {
    using Target = std::remove_pointer_t<P>;
    constexpr bool active = Note::kind == Kind::active;
    static_assert(!active, "irad: this parameter is a pointer: write Duplicated(&x, &dx), not Active(x)");
    constexpr bool converts = std::is_convertible<Value, P>::value;
    constexpr bool pointed = std::is_convertible<std::add_pointer_t<Value>, P>::value && !is_address<Value>;
    static_assert(active || converts || !pointed, "irad: this parameter is a pointer: write Duplicated(&x, &dx) or Const(&x)");
    static_assert(active || converts || pointed, "irad: the argument does not convert to the type of this parameter, a pointer");
    if constexpr (duplicated && converts)
      return pointer_shadow<Target>();
    else
      return !active && converts;
  }

  template <class Target> static constexpr bool pointer_shadow() {
    static_assert(!is_null<Shadow>, "irad: a null pointer is no shadow: write Const(p) for what needs no derivative");
    constexpr bool address = is_null<Shadow> || is_address<Shadow>;
    static_assert(address, "irad: the shadow of a pointer is a pointer: write Duplicated(&x, &dx)");
    constexpr bool same = is_null<Value> || std::is_same<Pointee<Value>, Pointee<Shadow>>::value;
    static_assert(!address || is_null<Shadow> || same, "irad: a shadow has the type of its value: these are addresses of different types");
    return address && !is_null<Shadow> && same && writable<std::is_const<Target>::value>();
  }

  // A shadow is written to in reverse mode, and in forward mode where the value may be.
  template <bool read_only> static constexpr bool writable() {
    constexpr bool wrong = shadow_is_const<P, Shadow> && (reverse || !read_only);
    static_assert(!wrong || !reverse, "irad: the shadow is const: reverse mode adds the derivative to it");
    static_assert(!wrong || reverse, "irad: the shadow is const, but the function may change its value, and so the tangent");
    constexpr bool shorter = shadow_is_shorter<Value, Shadow>();
    static_assert(!shorter, "irad: the shadow has fewer elements than its value");
    return !wrong && !shorter;
  }

  // A reference, or an object by value.
  static constexpr bool object() {
    using Target = std::remove_reference_t<P>;
    constexpr bool active = Note::kind == Kind::active;
    static_assert(!active || !std::is_reference<P>::value,
                  "irad: this parameter is a reference: write Duplicated(x, dx), with a variable dx, not Active(x)");
    static_assert(!active || std::is_reference<P>::value, "irad: this parameter is an object: write Duplicated(x, dx), not Active(x)");
    if constexpr (active)
      return false;
    else {
      using Given = std::remove_reference_t<Value>;
      using Parameter = std::conditional_t<std::is_reference<P>::value, Target, const P>;
      constexpr bool binds = std::is_convertible<Given *, Parameter *>::value;
      constexpr bool converts = std::is_convertible<Value, P>::value && (binds || !duplicated);
      constexpr bool address = !converts && is_address<Value> && std::is_convertible<std::remove_pointer_t<std::decay_t<Value>> *, const Target *>::value;
      constexpr bool constant = !converts && std::is_convertible<Given *, const Target *>::value && std::is_const<Given>::value;
      constexpr bool variable = !converts && !constant && std::is_convertible<Given *, const Target *>::value;
      static_assert(!address, "irad: this parameter is a reference: write Duplicated(x, dx) or Const(x) with the object, not its address");
      static_assert(!constant, "irad: the function may change this parameter, a reference: its argument must not be const");
      static_assert(!variable, "irad: the reference does not bind to this argument, as in a call of the function (a variable? std::move?)");
      static_assert(converts || address || constant || variable, "irad: the argument is not of the type of this parameter");
      if constexpr (duplicated && converts)
        return object_shadow<Target>();
      else
        return converts;
    }
  }

  template <class Target> static constexpr bool object_shadow() {
    constexpr bool same = std::is_same<Bare<Value>, Bare<Shadow>>::value ||
                          (std::is_array<Bare<Value>>::value && std::is_same<Pointee<Value>, Pointee<Shadow>>::value);
    constexpr bool address = !same && is_address<Shadow> && std::is_same<Bare<Value>, Pointee<Shadow>>::value;
    static_assert(!address, "irad: the shadow of an object passed by reference is an object: write Duplicated(x, dx), not &dx");
    static_assert(same || address, "irad: a shadow has the type of its value: these are objects of different types");
    constexpr bool lost = reverse && same && !std::is_reference<Shadow>::value;
    static_assert(!lost, "irad: the derivative is added to the shadow, which must be a variable: write Duplicated(x, dx)");
    constexpr bool read_only = std::is_const<Target>::value || !std::is_reference<P>::value;
    return same && !lost && writable<read_only>();
  }
};

template <std::size_t parameters, std::size_t arguments> constexpr bool counts_fit() {
  static_assert(arguments >= parameters, "irad: too few arguments: one for each parameter of the function");
  static_assert(arguments <= parameters, "irad: too many arguments: one for each parameter of the function");
  return arguments == parameters;
}

template <class Mode, class Result> constexpr bool find_mode_fits() {
  constexpr bool known = is_reverse<Mode> || is_forward<Mode>;
  static_assert(known, "irad: the mode is one of Reverse, ReverseWithPrimal, Forward and ForwardWithPrimal");
  constexpr bool primal = std::is_same<Mode, ReverseWithPrimal>::value || std::is_same<Mode, ForwardWithPrimal>::value;
  constexpr bool nothing = primal && std::is_void<Result>::value;
  static_assert(!nothing, "irad: the function returns nothing: write Reverse or Forward, without WithPrimal");
  using Number = std::remove_cv_t<std::remove_reference_t<Result>>;
  constexpr bool whole = is_reverse<Mode> && !std::is_void<Number>::value && !by_value<Number>;
  static_assert(!whole, "irad: the function returns an object, of which reverse mode does not know what to differentiate: "
                        "write a lambda that returns one number, or stores the result by a reference that is Duplicated");
  return known && !nothing && !whole;
}
template <class Mode, class Result> inline constexpr bool mode_fits = find_mode_fits<Mode, Result>();

} // namespace detail
} // namespace irad

#endif
