"""Functions of the C, C++ and Fortran run-time libraries that have nothing to do with derivatives.

``writes`` names the pointer arguments through which data without a derivative is written: the shadow of that memory
becomes zero there.  errno is ignored.
"""

from __future__ import annotations

from irad.rules.model import InactiveRule, Rule, inactive

_VARIADIC = 32  # more arguments than any scanf call has

_PRINT = """
    puts putchar printf vprintf fprintf vfprintf dprintf fputs fputc putc putchar_unlocked perror fwrite fflush
    __printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk
"""
_PRINT_TO_STRING = """
    sprintf vsprintf snprintf vsnprintf __sprintf_chk __snprintf_chk __vsprintf_chk __vsnprintf_chk
    strcpy strncpy strcat strncat stpcpy strftime asctime_r
"""
_SCANF = "scanf __isoc99_scanf __isoc23_scanf"
_FSCANF = "{fscanf,sscanf} __isoc99_{fscanf,sscanf} __isoc23_{fscanf,sscanf}"
_FILES = """
    fopen fopen64 fclose fseek ftell rewind feof ferror clearerr getc fgetc getchar ungetc open close write setvbuf
    setbuf remove rename access unlink isatty fileno
"""
_STRINGS = """
    strlen strnlen strcmp strncmp strcasecmp strncasecmp memcmp bcmp strdup strndup strchr strrchr strstr strpbrk strspn
    strcspn strtok atoi atol atoll atof getenv setlocale strerror isalpha isdigit isspace toupper tolower __ctype_b_loc
"""
_NUMBERS = "strto{d,f,ld} strto{l,ll,ul,ull} __isoc23_strto{l,ll,ul,ull}"
_END = """
    exit _exit _Exit quick_exit abort __assert_fail __assert_rtn __assert __stack_chk_fail __chk_fail __fortify_fail
    _ZSt9terminatev __cxa_pure_virtual __cxa_throw_bad_array_new_length _ZSt17__throw_bad_allocv
    _ZSt28__throw_bad_array_new_lengthv _ZSt20__throw_length_errorPKc _ZSt20__throw_out_of_rangePKc
    _ZSt24__throw_out_of_range_fmtPKcz _ZSt19__throw_logic_errorPKc _ZSt25__throw_bad_function_callv
    _ZSt24__throw_invalid_argumentPKc _ZSt16__throw_bad_castv _gfortran_runtime_error _gfortran_runtime_error_at
    _gfortran_os_error_at _gfortran_stop_string _gfortran_error_stop_string _gfortran_stop_numeric
    _FortranAStopStatement _FortranAStopStatementText _FortranAReportFatalUserError _FortranAProgramEndStatement
"""
_EXCEPTIONS = """
    __cxa_allocate_exception __cxa_free_exception __cxa_begin_catch __cxa_end_catch __cxa_get_exception_ptr
    __cxa_guard_acquire __cxa_guard_release __cxa_guard_abort __cxa_atexit __cxa_thread_atexit
    __gxx_personality_v0 __gcc_personality_v0
"""
_THROW = """
    __cxa_throw __cxa_rethrow __clang_call_terminate _Unwind_Resume __cxa_call_unexpected __cxa_bad_cast
    __cxa_bad_typeid
"""
_RANDOM = "rand srand random srandom drand48 lrand48 mrand48 srand48 arc4random"
_RANDOM_STATE = "rand_r erand48 nrand48 jrand48"
_THREADS = """
    omp_get_thread_num omp_get_num_threads omp_get_max_threads omp_get_num_procs omp_in_parallel omp_set_num_threads
    pthread_self pthread_mutex_{lock,unlock,init,destroy} getpid sysconf getpagesize sched_getcpu
"""
_ENVIRONMENT = "feclearexcept feraiseexcept fetestexcept fegetround fesetround fesetenv feenableexcept fedisableexcept"
_KINDS = """
    {__,}isnan{,f,l} {__,}isinf{,f,l} {__,}finite{,f,l} __signbit{,f,l} __fpclassify{,f,l} __isnormal{,f,l}
    __issignaling{,f,l} __unordtf2
"""
_PROCESS = "__errno_location signal raise atexit system malloc_usable_size mallopt"
_STREAMS = """
    _ZNSo* _ZNSi* _ZNSt8ios_base* _ZNKSt5ctype* _ZSt4endl* _ZSt5flush* _ZStlsISt11char_traits* _ZSt16__ostream_insert*
    _ZNSt9basic_ios* _ZNSt3__113basic_ostream* _ZNSt3__1lsI* _ZNSt3__124__put_character_sequence*
"""
_STD_EXCEPTIONS = """
    _ZNSt13runtime_error* _ZNSt11logic_error* _ZNSt12length_error* _ZNSt12out_of_range* _ZNSt16invalid_argument*
    _ZNSt12domain_error* _ZNSt11range_error* _ZNSt14overflow_error* _ZNSt15underflow_error* _ZNSt9exception*
    _ZNSt9bad_alloc* _ZNSt20bad_array_new_length*
"""
_STD_STRINGS = """
    _ZN{,K}St7__cxx1112basic_string* _ZN{,K}St3__112basic_string* _ZNSt7__cxx1118basic_stringstream*
    _ZNSt7__cxx1119basic_ostringstream* _ZNSt14basic_ofstream*
"""
_FORTRAN_OUTPUT = """
    _gfortran_st_write* _gfortran_transfer_{integer,real,character,logical,complex,array}_write _gfortran_st_open
    _gfortran_st_close _FortranAioOutput* _FortranAioBegin* _FortranAioEnd* _FortranAioSet* _FortranAioEnable*
"""


def _reader(name: str, names: str, *writes: int) -> InactiveRule:
    return inactive(name, names, reads=True, writes=writes)


RULES: tuple[Rule, ...] = (
    _reader("print", _PRINT),
    _reader("print to a string", _PRINT_TO_STRING, 0),
    _reader("read", "fread fgets", 0),
    _reader("read from a descriptor", "read recv", 1),
    _reader("scanf", _SCANF, *range(1, _VARIADIC)),
    _reader("fscanf", _FSCANF, *range(2, _VARIADIC)),
    _reader("files", _FILES),
    inactive("strings", _STRINGS, reads=True, note="strdup gives memory without a derivative"),
    _reader("strings to numbers", _NUMBERS, 1),
    inactive("end of the program", _END, reads=True, noreturn=True),
    _reader("exceptions", _EXCEPTIONS),
    inactive("throw", _THROW, reads=True, noreturn=True),
    inactive("random numbers", _RANDOM),
    inactive("irad_check_shadow", note="ends the call with an error where a pointer has no shadow"),
    _reader("random numbers with state", _RANDOM_STATE, 0),
    inactive("clock", "clock sleep usleep sched_yield omp_get_wtime omp_get_wtick"),
    inactive("time", "time gettimeofday ftime", writes=(0,)),
    _reader("clock_gettime", "clock_gettime clock_getres nanosleep getrusage", 1),
    _reader("threads", _THREADS),
    _reader("floating-point environment", _ENVIRONMENT),
    inactive("floating-point environment, stored", "fegetenv feholdexcept fegetexceptflag", writes=(0,)),
    inactive("kinds of floats", _KINDS),
    _reader("process", _PROCESS),
    _reader("C++ exception classes", _STD_EXCEPTIONS),
    _reader("C++ strings", _STD_STRINGS, 0),
    _reader("C++ stream input", "_ZNSirs*", 1),
    _reader("C++ streams", _STREAMS),
    _reader("Fortran output", _FORTRAN_OUTPUT),
)
