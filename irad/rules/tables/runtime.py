"""Functions of the C and C++ run-time libraries that have nothing to do with derivatives.

``writes`` names the pointer arguments through which data without a derivative is written: the shadow of that memory
becomes zero there.  errno is ignored.
"""

from __future__ import annotations

from irad.rules.model import Rule, inactive

_VARIADIC = 32  # more arguments than any scanf call has

RULES: tuple[Rule, ...] = (
    inactive("print", "puts putchar printf vprintf fprintf vfprintf dprintf fputs fputc putc putchar_unlocked perror"
             " fwrite fflush __printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk", reads=True),
    inactive("print into a string", "sprintf vsprintf snprintf vsnprintf __sprintf_chk __snprintf_chk __vsnprintf_chk"
             " strcpy strncpy strcat strncat stpcpy strftime asctime_r", reads=True, writes=(0,)),
    inactive("read", "fread fgets", reads=True, writes=(0,)),
    inactive("read (descriptor)", "read recv", reads=True, writes=(1,)),
    inactive("scanf", "scanf __isoc99_scanf __isoc23_scanf", reads=True, writes=tuple(range(1, _VARIADIC))),
    inactive("fscanf", "fscanf sscanf __isoc99_fscanf __isoc99_sscanf __isoc23_fscanf __isoc23_sscanf", reads=True,
             writes=tuple(range(2, _VARIADIC))),
    inactive("files", "fopen fopen64 fclose fseek ftell rewind feof ferror clearerr getc fgetc getchar ungetc open close"
             " write setvbuf setbuf remove rename access unlink isatty fileno", reads=True),
    inactive("strings", "strlen strnlen strcmp strncmp strcasecmp strncasecmp memcmp bcmp strdup strndup atoi atol atoll"
             " atof getenv strchr strrchr strstr strpbrk strspn strcspn strtok isalpha isdigit isspace toupper tolower __ctype_b_loc strerror setlocale", reads=True,
             note="strdup gives memory without a derivative"),
    inactive("strings to numbers", "strtod strtof strtold strtol strtoll strtoul strtoull __isoc23_strtol"
             " __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull", reads=True, writes=(1,)),
    inactive("end", "exit _exit _Exit quick_exit abort __assert_fail __assert_rtn __assert __stack_chk_fail"
             " __chk_fail __fortify_fail _ZSt9terminatev __cxa_pure_virtual __cxa_throw_bad_array_new_length"
             " _ZSt17__throw_bad_allocv _ZSt28__throw_bad_array_new_lengthv _ZSt20__throw_length_errorPKc"
             " _ZSt20__throw_out_of_rangePKc _ZSt24__throw_out_of_range_fmtPKcz _ZSt19__throw_logic_errorPKc"
             " _ZSt25__throw_bad_function_callv _ZSt24__throw_invalid_argumentPKc _ZSt16__throw_bad_castv"
             " _gfortran_runtime_error _gfortran_runtime_error_at _gfortran_os_error_at _gfortran_stop_string"
             " _gfortran_error_stop_string _gfortran_stop_numeric _FortranAStopStatement _FortranAStopStatementText"
             " _FortranAReportFatalUserError _FortranAProgramEndStatement", reads=True, noreturn=True),
    inactive("exceptions", "__cxa_allocate_exception __cxa_free_exception __cxa_begin_catch __cxa_end_catch"
             " __cxa_get_exception_ptr __cxa_guard_acquire __cxa_guard_release __cxa_guard_abort __cxa_atexit"
             " __cxa_thread_atexit __gxx_personality_v0 __gcc_personality_v0", reads=True),
    inactive("throw", "__cxa_throw __cxa_rethrow __clang_call_terminate _Unwind_Resume __cxa_call_unexpected"
             " __cxa_bad_cast __cxa_bad_typeid", reads=True, noreturn=True),
    inactive("random numbers", "rand srand random srandom drand48 lrand48 mrand48 srand48 arc4random"),
    inactive("random numbers (state)", "rand_r erand48 nrand48 jrand48", reads=True, writes=(0,)),
    inactive("clock", "clock sleep usleep sched_yield omp_get_wtime omp_get_wtick"),
    inactive("time", "time gettimeofday ftime", writes=(0,)),
    inactive("clock_gettime", "clock_gettime clock_getres nanosleep getrusage", reads=True, writes=(1,)),
    inactive("threads", "omp_get_thread_num omp_get_num_threads omp_get_max_threads omp_get_num_procs omp_in_parallel"
             " omp_set_num_threads pthread_self pthread_mutex_lock pthread_mutex_unlock pthread_mutex_init"
             " pthread_mutex_destroy getpid sysconf getpagesize sched_getcpu", reads=True),
    inactive("floating-point environment", "feclearexcept feraiseexcept fetestexcept fegetround fesetround fesetenv"
             " feenableexcept fedisableexcept", reads=True),
    inactive("floating-point environment (stored)", "fegetenv feholdexcept fegetexceptflag", writes=(0,)),
    inactive("kinds of floats", "{__,}isnan{,f,l} {__,}isinf{,f,l} {__,}finite{,f,l} __signbit{,f,l} __fpclassify{,f,l}"
             " __isnormal{,f,l} __issignaling{,f,l} _ZSt5isnand _ZSt5isinfd __unordtf2"),
    inactive("process", "__errno_location signal raise atexit system malloc_usable_size mallopt", reads=True),
    inactive("C++ stream input", "_ZNSirs*", reads=True, writes=(1,)),
    inactive("C++ streams", "_ZNSo* _ZNSi* _ZNSt8ios_base* _ZNKSt5ctype* _ZSt4endl* _ZSt5flush* _ZStlsISt11char_traits*"
             " _ZSt16__ostream_insert* _ZNSt3__113basic_ostream* _ZNSt3__1lsI* _ZNSt3__124__put_character_sequence*"
             " _ZNSt9basic_ios*", reads=True),
    inactive("Fortran output", "_gfortran_st_write* _gfortran_transfer_*write _gfortran_st_open _gfortran_st_close"
             " _FortranAioOutput* _FortranAioBegin* _FortranAioEnd* _FortranAioSet* _FortranAioEnable*", reads=True),
)  # fmt: skip
