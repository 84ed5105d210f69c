"""C headers of exported functions: with names that C and C++ accept, and comments that cannot end early."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Protocol

import irad.blas_rules  # noqa: F401  (registers its routines)
from irad.errors import IradError
from irad.rules import lookup

MADE = "made by irad from Python"  # in the first lines of every file, by which a later run knows its own
RAISED, MEMORY, DEEP, ALIASED, BAD_ARGUMENT, NOT_STORED = range(1, 7)

_KEYWORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int long register restrict
return short signed sizeof static struct switch typedef union unsigned void volatile while alignas alignof bool constexpr false
nullptr static_assert thread_local true typeof typeof_unqual asm and and_eq bitand bitor catch char8_t char16_t char32_t class
co_await co_return co_yield compl concept const_cast consteval constinit decltype delete dynamic_cast explicit export friend
mutable namespace new noexcept not not_eq operator or or_eq private protected public reflexpr reinterpret_cast requires
static_cast template this throw try typeid typename using virtual wchar_t xor xor_eq
"""
# Names that compilers or the common headers define as macros.
_MACROS = """
linux unix i386 arm mips sparc vax sun NULL EOF errno stdin stdout stderr I complex imaginary noreturn thread_local INFINITY NAN
HUGE_VAL HUGE_VALF HUGE_VALL RAND_MAX BUFSIZ CLOCKS_PER_SEC EXIT_SUCCESS EXIT_FAILURE CHAR_BIT
int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t size_t ptrdiff_t
"""
# Functions of the C library without a derivative, and those that compilers know by name: a library that has its own of these
# would be called in their place, by the program and by itself.
_FUNCTIONS = """
abort abs aligned_alloc alloca asctime at_quick_exit atexit atof atoi atol atoll bcmp bcopy bsearch bzero calloc clearerr clock
close ctime difftime div dprintf dup error execl execle execlp execv execve execvp exit fclose fdopen feof ferror ffs fflush
fgetc fgetpos fgets fileno fopen fork fprintf fputc fputs fread free freopen fscanf fseek fsetpos ftell fwrite getc getchar
getenv gets gmtime index ioctl isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper
isxdigit kill labs ldiv link listen llabs lldiv localeconv localtime longjmp malloc mblen mbstowcs mbtowc memchr memcmp memcpy
memmove mempcpy memset mktime mmap munmap nanosleep open pause perror pipe poll printf putc putchar puts qsort quick_exit raise
rand random read realloc remove rename rewind rindex sbrk scanf select send setbuf setenv setlocale setvbuf signal sleep
snprintf socket sprintf srand srandom sscanf stat stpcpy stpncpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup
strerror strftime strlen strncasecmp strncat strncmp strncpy strndup strpbrk strrchr strspn strstr strtod strtof strtok strtol
strtold strtoll strtoul strtoull strxfrm sync system time times tmpfile tmpnam toascii tolower toupper truncate umask ungetc
unlink usleep vfprintf vprintf vscanf vsnprintf vsprintf vsscanf wait wcslen wcstombs wctomb write
main isnan isinf isfinite isnormal signbit fpclassify isgreater isgreaterequal isless islessequal islessgreater isunordered
assert offsetof setjmp sigsetjmp va_arg va_start va_end va_copy
_exit _Exit gamma gammaf gammal gamma_r gammaf_r gammal_r lgamma_r lgammaf_r lgammal_r signgam nan nanf nanl j0l j1l jnl y0l y1l
ynl pow10 pow10f pow10l exp10l exp2l expl logl sinl cosl tanl powl sqrtl cbrtl fabsl floorl ceill drem dreml dremf
significand significandf significandl scalb scalbf scalbl nextafterl nexttowardl nexttoward nexttowardf fmal fmaxl fminl
feraiseexcept fegetround fesetround fetestexcept feclearexcept feholdexcept fegetenv fesetenv feupdateenv
clog10 clog10f clog10l iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper
iswxdigit towlower towupper lrintl llrintl lroundl llroundl
"""
_RESERVED = frozenset((_KEYWORDS + _MACROS).split())
_LIBRARY = frozenset(_FUNCTIONS.split())
_LIMIT = re.compile(r"[A-Z]+\d*_(?:LEAST\d+_|FAST\d+_)?(?:MAX|MIN|C|WIDTH|EPSILON|DIG)\Z|M_\w+\Z")
_PRIVATE = re.compile(r"_[A-Z_]|irad_|IRAD_")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*\Z", re.A)


class Prototype(Protocol):
    """The declaration of an exported function in a header."""

    def comment(self) -> str: ...
    def prototype(self) -> str: ...


class Names:
    """Names of C parameters: unique (a function of x and dx has a derivative with ``dx`` and ``dx_``), and without any other
    meaning in C, C++ or their headers.
    """

    def __init__(self) -> None:
        self.used: set[str] = set()

    def take(self, wish: str) -> str:
        wish = re.sub(r"[^A-Za-z0-9_]", lambda m: f"u{ord(m[0]):04x}", wish)
        if _PRIVATE.match(wish):
            wish = f"p{wish}"
        while wish in self.used or wish in _RESERVED or _LIMIT.match(wish):
            wish += "_"
        self.used.add(wish)
        return wish


def check_function_name(name: str) -> None:
    """Refuse what cannot be the name of an exported function."""
    why = ""
    if not _IDENTIFIER.match(name):
        why = "not a name in C"
    elif name in _RESERVED or _LIMIT.match(name):
        why = "a name with another meaning in C or C++"
    elif _PRIVATE.match(name):
        why = "reserved"
    elif name in _LIBRARY or lookup(name) is not None:
        why = "that of a function of the C library or of BLAS, which would be replaced by it"
    if why:
        raise IradError(
            f"a function of a library cannot be called {name!r}: the name is {why}", hint="rename it in Python", code="usage"
        )


def check_library_name(name: str) -> None:
    """Refuse what cannot be the name of a library: it becomes that of a header, a package and a CMake target."""
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*", name):
        raise IradError(
            f"{name!r} cannot be the name of a library", hint="letters, digits, and _ . + - behind them: libNAME.so", code="usage"
        )


def comment(lines: Iterable[str]) -> str:
    """A C comment of some lines, whatever they contain."""
    text = "\n".join(lines).replace("*/", "* /").replace("/*", "/ *")
    shown = "".join(c if c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp") else " " for c in text)
    return "/* " + "\n * ".join(shown.split("\n")).rstrip(" /\\") + " */"


def header(name: str, exports: Iterable[Prototype]) -> str:
    """The C header of a library."""
    guard = f"IRAD_{re.sub(r'[^A-Za-z0-9_]', '_', name).upper()}_H"
    lines = [
        f"/* {name}: {MADE}. Needs neither Python nor irad to run. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        "#include <stdbool.h>",
        "#include <stdint.h>",
        "",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
        "",
        "/* Every function returns one of these; on an error no shadow has been touched (but IRAD_NOT_STORED). Arrays are",
        " * row-major, sizes count elements, strides too. A shadow may be NULL: that derivative is not wanted. Functions may be",
        " * called from several threads at once. */",
        "#ifndef IRAD_OK",
        "#define IRAD_OK 0",
        f"#define IRAD_RAISED {RAISED}         /* the function raised an exception: irad_last_error() has its text */",
        f"#define IRAD_OUT_OF_MEMORY {MEMORY}",
        f"#define IRAD_TOO_DEEP {DEEP}       /* a recursion needs more stack than this thread has */",
        "#endif",
        "#ifndef IRAD_ALIASED",
        f"#define IRAD_ALIASED {ALIASED}        /* arrays share memory, shadows do not share theirs in the same way */",
        f"#define IRAD_BAD_ARGUMENT {BAD_ARGUMENT}   /* NULL for an array that is not empty, or a negative size */",
        "#endif",
        "#ifndef IRAD_NOT_STORED",
        f"#define IRAD_NOT_STORED {NOT_STORED}     /* snapshots of a checkpointed loop: the disk is full, or the like */",
        "#endif",
        "",
        "/* The text of the last error of this thread. */",
        "const char *irad_last_error(void);",
        "",
        "/* How many bytes of memory for tapes all threads together keep between calls: 512 MiB, unless it is set here. */",
        "void irad_keep_memory(int64_t bytes);",
        "",
    ]
    for e in exports:
        lines += [e.comment(), e.prototype() + ";", ""]
    lines += ["#ifdef __cplusplus", "}", "#endif", "", "#endif", ""]
    return "\n".join(lines)
