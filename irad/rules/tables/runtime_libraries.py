"""Inactive functions of the C and Fortran run-time libraries.

``writes`` names the pointer arguments through which data without a derivative is written: the shadow of that memory
becomes zero there.  errno is ignored.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from irad.rules.formulas.base import Rule
from irad.rules.formulas.model import InactiveRule, inactive
from irad.rules.formulas.numpy_symbols import ARGSORT, IN_PROCESS, KINDS, VALUES_ONLY

_VARIADIC = 32  # more arguments than any scanf call has

_PRINT = """
    puts putchar printf vprintf fprintf vfprintf dprintf fputs fputc putc putchar_unlocked perror fflush
    __printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk
"""
_PRINT_TO_STRING = """
    sprintf vsprintf snprintf vsnprintf __sprintf_chk __snprintf_chk __vsprintf_chk __vsnprintf_chk strftime
"""
_STRINGS_COPIED = "{,__}{strcpy,strncpy,strcat,strncat,stpcpy,stpncpy}{,_chk}"
_SCANF = "scanf __isoc99_scanf __isoc23_scanf"
_FSCANF = "{fscanf,sscanf} __isoc99_{fscanf,sscanf} __isoc23_{fscanf,sscanf}"
_FILES = """
    fopen fopen64 fclose fseek ftell rewind feof ferror clearerr getc fgetc getchar ungetc open close setvbuf
    setbuf remove rename access unlink isatty fileno
"""
_STRINGS = """
    strlen strnlen strcmp strncmp strcasecmp strncasecmp memcmp bcmp strspn strcspn
    atoi atol atoll getenv setlocale strerror isalpha isdigit isspace toupper tolower __ctype_b_loc
"""
_FOUND = "strchr strrchr strchrnul strstr strcasestr strpbrk memchr memrchr rawmemchr memmem"
_NUMBERS = "strto{l,ll,ul,ull} __isoc23_strto{l,ll,ul,ull}"
_END = """
    exit _exit _Exit quick_exit abort __assert_fail __assert_rtn __assert __stack_chk_fail __chk_fail __fortify_fail
    _gfortran_runtime_error _gfortran_runtime_error_at
    _gfortran_os_error_at _gfortran_stop_string _gfortran_error_stop_string _gfortran_stop_numeric
    _FortranAStopStatement _FortranAStopStatementText _FortranAReportFatalUserError _FortranAProgramEndStatement
"""
_RANDOM = "rand srand random srandom lrand48 mrand48 srand48 arc4random"
_RANDOM_STATE = "rand_r nrand48 jrand48"
_THREADS = """
    omp_get_thread_num omp_get_num_threads omp_get_max_threads omp_get_num_procs omp_in_parallel omp_set_num_threads
    pthread_self pthread_mutex_{lock,unlock,init,destroy} getpid sysconf getpagesize sched_getcpu
"""
_ENVIRONMENT = "feclearexcept feraiseexcept fetestexcept fegetround fesetround fesetenv feenableexcept fedisableexcept"
_KINDS = """
    {__,}isnan{,f,l} {__,}isinf{,f,l} {__,}finite{,f,l} __signbit{,f,l} __fpclassify{,f,l} __isnormal{,f,l}
    __issignaling{,f,l}
"""
_PROCESS = "__errno_location atexit system malloc_usable_size mallopt"
_SANITIZERS = "__ubsan_handle_* __asan_* __lsan_* __msan_* __tsan_* __sanitizer_*"
_FORTRAN_OUTPUT = """
    _gfortran_st_write* _gfortran_transfer_{integer,real,character,logical,complex,array}_write _gfortran_st_open
    _gfortran_st_close _FortranAioOutput* _FortranAioBegin* _FortranAioEnd* _FortranAioSet* _FortranAioEnable*
"""


def _reader(name: str, names: str, *writes: int, many: bool = False, **more: Any) -> InactiveRule:
    """A function that reads input; ``many``: it writes as many numbers as an argument says."""
    return replace(inactive(name, names, reads=True, writes=writes), guarded=writes if many else (), **more)


RULES: tuple[Rule, ...] = (
    _reader("print", _PRINT),
    _reader("print to a string", _PRINT_TO_STRING, 0),
    _reader("write", "fwrite fwrite_unlocked", sends=(0,)),
    _reader("write to a descriptor", "write pwrite pwrite64", sends=(1,)),
    _reader("read", "fread fread_unlocked", 0, many=True, receives=(0,)),
    _reader("read a line", "fgets", 0, many=True, within=0),
    _reader("read from a descriptor", "read recv pread pread64", 1, many=True, receives=(1,)),
    _reader("scanf", _SCANF, *range(1, _VARIADIC)),
    _reader("fscanf", _FSCANF, *range(2, _VARIADIC)),
    _reader("files", _FILES),
    _reader("strings", _STRINGS),
    _reader("strings that are copied", _STRINGS_COPIED, 0, within=0, copies=(1,)),
    _reader("strings that are copied to new memory", "strdup strndup __strdup __strndup", copies=(0,)),
    _reader("places in strings", _FOUND, within=0),
    _reader("strings to numbers", _NUMBERS, 1, leaves=(0, 1)),
    replace(inactive("strtod", "strto{d,f,ld}", params="s: ptr, end: ptr", reads=True, writes=(1,), floats=True), leaves=(0, 1)),
    inactive("atof", params="s: ptr", reads=True, floats=True),
    inactive("end of the program", _END, reads=True, noreturn=True),
    inactive("random numbers", _RANDOM),
    inactive("drand48", floats=True),
    inactive("erand48", params="state: ptr", reads=True, writes=(0,), floats=True),
    _reader("order of elements by NumPy", " ".join(f"{ARGSORT}{kind}" for kind in KINDS), 1),
    inactive("where code runs", f"{IN_PROCESS} {VALUES_ONLY}"),
    inactive("irad_used", reads=True, note="how many bytes of a stack are in use"),
    inactive("irad_is_newer", note="whether memory was reserved after a mark"),
    inactive("irad_check_depth", note="ends the call with an error where a recursion is too deep to be run again"),
    inactive("irad_rule_failed", note="ends the call with the error of a reverse rule"),
    inactive("irad_no_derivative", note="ends the call with an error where a result has no derivative"),
    inactive("irad_check_shadow", note="ends the call with an error where a pointer has no shadow"),
    inactive("shadows of heap memory", "irad_shadow_{begin,freed,end}", note="which shadows end with their allocation"),
    inactive("irad_find_shadow", writes=(2,), note="gives a pointer to what a variable owned before a shadow, or ends the call"),
    inactive("irad_given irad_forget_twins", note="begin of a call with shadows of what variables owned before"),
    inactive("irad_is_twin irad_refuse_twin", note="whether a shadow is of what a variable owned before"),
    _reader("random numbers with state", _RANDOM_STATE, 0),
    inactive("clock", "clock sleep usleep sched_yield"),
    inactive("clock of OpenMP", "omp_get_wtime omp_get_wtick", floats=True),
    inactive("time", "time gettimeofday ftime", writes=(0,)),
    _reader("clock_gettime", "clock_gettime clock_getres nanosleep getrusage", 1),
    _reader("threads", _THREADS),
    _reader("floating-point environment", _ENVIRONMENT),
    inactive("floating-point environment, stored", "fegetenv feholdexcept fegetexceptflag", writes=(0,)),
    inactive("kinds of floats", _KINDS, params="x"),
    inactive("__unordtf2", params="x, y"),
    _reader("process", _PROCESS),
    _reader("sanitizers", _SANITIZERS),
    _reader("Fortran output", _FORTRAN_OUTPUT),
)
