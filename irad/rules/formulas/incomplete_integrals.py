"""Derivatives of the incomplete gamma and beta functions by their first parameters, as helpers of formulas.

    gammainc_slope(a, x) = integral of (log t - psi(a)) t^(a-1) e^-t / Gamma(a) from 0 to x
    betainc_slope(a, b, x) = integral of (log t - psi(a) + psi(a+b)) t^(a-1) (1-t)^(b-1) / B(a, b) from 0 to x

Both are integrated from the end that is nearer, in u with t = x e^-u (or 1 - t = (1 - x) e^-u, or t = x + u), by the rule of
double exponentials for the half line, u = exp(pi/2 sinh s) (Takahasi and Mori, "Double exponential formulas for numerical
integration", 1974): whatever the scale of the integrand is, there are enough points.
"""

from __future__ import annotations

import math
from struct import pack, unpack

_STEP = 1.0 / 32.0
_FIRST, _LAST = -124, 116
_COUNT = _LAST - _FIRST + 1
_ATTRIBUTES = "nounwind willreturn memory(none)"


def _hex(x: float) -> str:
    return f"0x{unpack('<Q', pack('<d', x))[0]:016X}"


def _table() -> str:
    """Places and weights, by turns."""
    numbers = []
    for k in range(_FIRST, _LAST + 1):
        s = k * _STEP
        u = math.exp(0.5 * math.pi * math.sinh(s))
        numbers += [u, _STEP * 0.5 * math.pi * math.cosh(s) * u]
    return ", ".join(f"double {_hex(v)}" for v in numbers)


_NODES = f"@irad.halfline.nodes = linkonce_odr hidden constant [{2 * _COUNT} x double] [{_table()}]"
_LOOP_HEAD = f"""loop:
  %k = phi i64 [ 0, %begin ], [ %k1, %next ]
  %sum = phi double [ 0.0, %begin ], [ %sum1, %next ]
  %twice = shl i64 %k, 1
  %at = getelementptr [{2 * _COUNT} x double], ptr @irad.halfline.nodes, i64 0, i64 %twice
  %u = load double, ptr %at
  %after = or i64 %twice, 1
  %wat = getelementptr [{2 * _COUNT} x double], ptr @irad.halfline.nodes, i64 0, i64 %after
  %w = load double, ptr %wat
  %fall = fneg double %u
  %shrink = call double @llvm.exp.f64(double %fall)
  br i1 %lower, label %low, label %high"""
_LOOP_TAIL = f"""next:
  %log = phi double [ %llog, %low ], [ %hlog, %high ]
  %power = phi double [ %lpower, %low ], [ %hpower, %high ]
  %centred = fsub double %log, %centre
  %density = call double @llvm.exp.f64(double %power)
  %value = fmul double %centred, %density
  %part = fmul double %w, %value
  %none = fcmp oeq double %density, 0.0
  %kept = select i1 %none, double 0.0, double %part
  %sum1 = fadd double %sum, %kept
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, {_COUNT}
  br i1 %more, label %loop, label %done
done:
  %minus = fneg double %sum1
  %out = select i1 %lower, double %sum1, double %minus
  ret double %out
outside:
  ret double 0.0
}}"""
_GAMMA = f"""define linkonce_odr hidden double @irad.gammainc_slope.f64(double %a, double %x) {_ATTRIBUTES} {{
entry:
  %positive = fcmp ugt double %x, 0.0
  %finite = fcmp une double %x, 0x7FF0000000000000
  %inside = and i1 %positive, %finite
  br i1 %inside, label %begin, label %outside
begin:
  %centre = call double @irad.digamma.f64(double %a)
  %lg = call double @lgamma(double %a)
  %logx = call double @llvm.log.f64(double %x)
  %lower = fcmp ole double %x, %a
  %a1 = fsub double %a, 1.0
  br label %loop
{_LOOP_HEAD}
low:
  %llog = fsub double %logx, %u
  %lt = fmul double %x, %shrink
  %lp = fmul double %a, %llog
  %lq = fsub double %lp, %lt
  %lpower = fsub double %lq, %lg
  br label %next
high:
  %t = fadd double %x, %u
  %hlog = call double @llvm.log.f64(double %t)
  %hp = fmul double %a1, %hlog
  %hq = fsub double %hp, %t
  %hpower = fsub double %hq, %lg
  br label %next
{_LOOP_TAIL}"""
_BETA = f"""define linkonce_odr hidden double @irad.betainc_slope.f64(double %a, double %b, double %x) {_ATTRIBUTES} {{
entry:
  %positive = fcmp ugt double %x, 0.0
  %below = fcmp ult double %x, 1.0
  %inside = and i1 %positive, %below
  br i1 %inside, label %begin, label %outside
begin:
  %both = fadd double %a, %b
  %psi = call double @irad.digamma.f64(double %a)
  %psis = call double @irad.digamma.f64(double %both)
  %centre = fsub double %psi, %psis
  %lga = call double @lgamma(double %a)
  %lgb = call double @lgamma(double %b)
  %lgs = call double @lgamma(double %both)
  %lgab = fadd double %lga, %lgb
  %lbeta = fsub double %lgab, %lgs
  %y = fsub double 1.0, %x
  %logx = call double @llvm.log.f64(double %x)
  %negx = fneg double %x
  %logy = call double @log1p(double %negx)
  %mean = fdiv double %a, %both
  %lower = fcmp ole double %x, %mean
  %a1 = fsub double %a, 1.0
  %b1 = fsub double %b, 1.0
  br label %loop
{_LOOP_HEAD}
low:
  %llog = fsub double %logx, %u
  %lt = fmul double %negx, %shrink
  %lrest = call double @log1p(double %lt)
  %lp = fmul double %a, %llog
  %lq = fmul double %b1, %lrest
  %lr = fadd double %lp, %lq
  %lpower = fsub double %lr, %lbeta
  br label %next
high:
  %ht = fmul double %y, %shrink
  %hnt = fneg double %ht
  %hlog = call double @log1p(double %hnt)
  %hrest = fsub double %logy, %u
  %hp = fmul double %a1, %hlog
  %hq = fmul double %b, %hrest
  %hr = fadd double %hp, %hq
  %hpower = fsub double %hr, %lbeta
  br label %next
{_LOOP_TAIL}"""
BODIES = {"irad.halfline.nodes": _NODES, "irad.gammainc_slope.f64": _GAMMA, "irad.betainc_slope.f64": _BETA}
NEEDS = dict.fromkeys(("irad.gammainc_slope.f64", "irad.betainc_slope.f64"), ("irad.digamma.f64", "irad.halfline.nodes"))
_LOGS = tuple(f"declare double @{f}(double)" for f in ("llvm.exp.f64", "llvm.log.f64", "lgamma", "log1p"))
DECLARED: dict[str, tuple[str, ...]] = {"irad.halfline.nodes": (), **dict.fromkeys(NEEDS, _LOGS)}
