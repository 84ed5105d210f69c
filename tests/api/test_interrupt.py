"""Ctrl-C while compiled code runs: programs that send themselves the signal."""

import subprocess
import sys

import pytest

from irad.llvm.interrupt import SUPPORTED

HEAD = '''
import faulthandler, math, os, signal, sys, threading, time
import numpy as np
import irad
faulthandler.enable()
signal.signal(signal.SIGINT, signal.default_int_handler)

def interrupt_after(seconds):
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()

def interrupted(call, after=0.02):
    start = time.thread_time()  # of the processor: the machine may be busy
    try:
        interrupt_after(after)
        call()
    except KeyboardInterrupt:
        assert time.thread_time() - start < 0.9, time.thread_time() - start
        return
    raise SystemExit("the call came to its end")

@irad.jit
def forever(x, n):
    while x < n:
        x = x * 0.5 + 1.0
    return x

@irad.jit
def library(x, n):
    s = x[0]
    for k in range(n):
        s = math.sin(s + 1.0)
    return s

def check():
    assert forever(0.0, 1.9) == 1.9375
    np.testing.assert_allclose(library(np.array([0.3]), 2), math.sin(1 + math.sin(1.3)), rtol=1e-14)

N = 10**12
'''


CALLS = '''
@irad.jit
def products(a, n):
    b = a @ a
    for k in range(n - 1):
        b = a @ a
    return b

def taped(x, n):
    s = x[0]
    for k in range(n):
        t = np.zeros(3)
        t[0] = s
        s = np.sin(t[0]) * x[1]
    return s

def linear(x, n):
    y = x * x
    for k in range(n):
        y = y + x * math.cos(k * 1.0)
    return y

check()
a = np.random.default_rng(1).normal(size=(150, 150))
products(a, 2)
for _ in range(2):
    interrupted(lambda: forever(0.0, 3.0))
    interrupted(lambda: library(np.ones(1), N))
    interrupted(lambda: products(a, N))
check()
np.testing.assert_allclose(products(a, 2), a @ a, rtol=1e-11, atol=1e-11)

gradient, x = irad.grad(taped), np.array([0.3, 0.9])
want = [math.cos(0.3) * 0.9, math.sin(0.3)]
np.testing.assert_allclose(gradient(x, 1), want, rtol=1e-14)
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096
sizes = []
for _ in range(12):
    interrupted(lambda: [gradient(x, 10**4) for _ in range(10**6)], 0.01)
    np.testing.assert_allclose(gradient(x, 1), want, rtol=1e-14)
    sizes.append(resident())
assert sizes[-1] - sizes[4] < 2**19, sizes
interrupted(lambda: [gradient(x, 10**7) for _ in range(100)])

value, pullback = irad.vjp(lambda x: taped(x, 1), x)
np.testing.assert_allclose(pullback(1.0)[0], want, rtol=1e-14)
interrupted(lambda: irad.value_and_grad(linear)(2.0, N))
for mode in (irad.Forward, irad.Reverse):
    for _ in range(4):  # the last two take the short way
        seeds = (irad.Duplicated(2.0, 1.0),) if mode is irad.Forward else (irad.Active(2.0),)
        found = irad.autodiff(linear, *seeds, irad.Const(2), mode=mode)
        assert abs(np.ravel(found[0])[0] - (5 + math.cos(1.0))) < 1e-14, found
        interrupted(lambda: irad.autodiff(linear, *seeds, irad.Const(N if mode is irad.Forward else 10**9), mode=mode))

child = os.fork()
if child == 0:
    try:
        interrupted(lambda: library(np.ones(1), N))
        check()
    except BaseException as error:
        print(error)
        os._exit(1)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
interrupted(lambda: library(np.ones(1), N))
check()
print("calls: right", flush=True)
'''


PYTHON_IN_BETWEEN = '''
import scipy.integrate
seen, hold = [], [0.0]

@irad.host_rule(returns="float64")
def host(x):
    seen.append(x)
    if hold[0] == 1.0:
        return forever(0.0, 3.0)
    if hold[0] == 2.0:
        hold[0] = 0.0
        interrupted(lambda: forever(0.0, 3.0))
        interrupted(lambda: time.sleep(5))
    return x + 1.0

@irad.jit
def through(x, n):
    s = 0.0
    for k in range(n):
        s += host(x)
    return s + x

check()
assert through(2.0, 3) == 11.0
for _ in range(12):
    interrupted(lambda: through(2.0, N), 0.01)
hold[0] = 1.0
interrupted(lambda: through(2.0, 1))
hold[0] = 2.0  # the function has dealt with two interrupts: the call goes on
assert through(2.0, 3) == 11.0
hold[0] = 0.0

@irad.jit
def slow(x):
    for k in range(1000):
        x = math.sin(x) + 1.0
    return x

integrand = slow.low_level_callable("double (double)")
interrupted(lambda: [scipy.integrate.quad(integrand, 0.0, 1.0) for _ in range(10**6)])
want = slow(0.5)
assert abs(scipy.integrate.quad(integrand, 0.0, 1.0)[0] - want) < 1e-9 * abs(want)  # nothing is left of where it began
check()
print("between: right", flush=True)
'''


OWNERS = '''
module = irad.Module.from_c("""
double total;
double f(double x, long n) { double y = x; for (long k = 0; k < n; k++) y = y * 0.5 + 1.0; total = y; return y; }
""")
check()

def lasts(call, seconds):
    """An n for which it takes so long."""
    n = 1000
    while True:
        start = time.monotonic()
        call(n)
        if time.monotonic() - start > seconds:
            return n
        n *= 2

x = np.array([0.3])
n = lasts(lambda n: library(x, n), 0.1)
expected = library(x, n)

found = []
thread = threading.Thread(target=lambda: found.append(library(x, n)))
thread.start()
interrupted(lambda: forever(0.0, 3.0))
thread.join()
assert found == [expected]

handled = []
old = signal.signal(signal.SIGINT, lambda *_: handled.append(True))
assert old is signal.default_int_handler
for k in range(2):
    interrupt_after(0.03)
    assert library(x, n) == expected
    while len(handled) == k:
        time.sleep(0.001)
    assert irad.grad(lambda x: library(x, 3))(x).shape == (1,)  # loads code
signal.signal(signal.SIGINT, old)
try:  # nobody has told irad of it
    interrupt_after(0.01)
    library(x, n)
    time.sleep(30)
except KeyboardInterrupt:
    print("raised", flush=True)
irad.jit(lambda x: x + 1.0)(2.0)
interrupted(lambda: forever(0.0, 3.0))

class Shell:  # IPython's, as far as it matters
    def __init__(self):
        self.callbacks, self.events = {}, self
    def register(self, event, function):
        self.callbacks.setdefault(event, []).append(function)
    def cell(self, call):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for function in self.callbacks.get("pre_execute", ()):
            function()
        call()
shell = Shell()
sys.modules["IPython"] = type(sys)("IPython")
sys.modules["IPython"].get_ipython = lambda: shell
shell.cell(lambda: irad.jit(lambda x: x + 2.0)(2.0))
for _ in range(3):
    shell.cell(lambda: irad.jit(lambda x: x + 3.0)(2.0))
    shell.cell(lambda: interrupted(lambda: forever(0.0, 3.0)))
assert len(shell.callbacks["pre_execute"]) == 1

m = lasts(lambda n: module["f"](0.0, n), 0.1)
try:
    interrupt_after(0.03)
    module["f"](0.0, m)
    time.sleep(30)
except KeyboardInterrupt:
    print("C", module["f"](0.0, 2))
check()
print("owners: right", flush=True)
'''


@pytest.fixture(scope="module")
def told(tmp_path_factory) -> str:
    """What one process says that goes through all parts."""
    if not SUPPORTED:
        pytest.skip("there Ctrl-C waits for the end of the call")
    file = tmp_path_factory.mktemp("interrupt") / "program.py"
    file.write_text(HEAD + CALLS + PYTHON_IN_BETWEEN + OWNERS)
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, timeout=100, check=False)
    return done.stdout + done.stderr


def test_calls_end_and_what_follows_is_right(told):
    assert "calls: right" in told, told


def test_python_functions_in_between_see_it_and_are_not_jumped_over(told):
    assert "between: right" in told, told


def test_handlers_of_the_user_other_threads_and_c_are_left_alone(told):
    assert "raised\nC 1.5\nowners: right" in told, told
