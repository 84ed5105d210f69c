"""The C++ standard library's functions without a body: exceptions, streams, strings and their helpers.

A function marked ``whole`` stays opaque even where the headers have its body: strings point into themselves and are grown by
functions that only the library defines, so an analysis of the body would confuse characters with the fields beside them.

Names are qualified names (`irad.rules.itanium`), so a row holds for libstdc++ and libc++ and for all template arguments.  Rows
are for classes that handle characters, not numbers: a derivative ends there.
"""

from __future__ import annotations

from irad.rules.formulas.base import Rule
from irad.rules.formulas.model import InactiveRule, inactive

_RUNTIME = """
    __cxa_guard_acquire __cxa_guard_release __cxa_guard_abort __cxa_atexit __cxa_thread_atexit
    __gxx_personality_v0 __gcc_personality_v0 __cxa_uncaught_exceptions std::uncaught_exception std::uncaught_exceptions
    std::type_info::* std::set_terminate std::get_terminate std::_Sp_make_shared_tag::*
    irad.match.* irad.current irad.note irad.noted __cxa_init_primary_exception std::__exception_ptr::exception_ptr::_M_addref
"""
_RELEASE = "std::__exception_ptr::exception_ptr::{_M_release,D}"
_CAUGHT = "__cxa_begin_catch __cxa_get_exception_ptr irad.foreign irad.unknown"
_HELD = "std::current_exception std::__exception_ptr::exception_ptr::C"  # caught_exceptions.py stores what they do
_CAST = "__dynamic_cast"
_THROW = """
    __cxa_throw __cxa_rethrow _Unwind_Resume __cxa_call_unexpected __cxa_bad_cast __cxa_bad_typeid irad.raise
    __cxa_throw_bad_array_new_length __cxa_throw_bad_array_length std::__throw_* std::rethrow_exception
"""
_END = """
    std::terminate __cxa_pure_virtual __cxa_deleted_virtual __clang_call_terminate std::__libcpp_verbose_abort
    std::__glibcxx_assert_fail
"""
_EXCEPTIONS = """
    std::{exception,bad_alloc,bad_array_new_length,bad_cast,bad_typeid,bad_exception,bad_function_call}::*
    std::{runtime_error,range_error,overflow_error,underflow_error,system_error}::*
    std::{logic_error,domain_error,invalid_argument,length_error,out_of_range}::*
    std::{bad_optional_access,bad_variant_access,bad_any_cast,bad_weak_ptr}::* std::nested_exception::D
"""
_STREAMS = """
    std::{basic_ostream,basic_iostream,basic_ios,ios_base,basic_streambuf,basic_filebuf,basic_stringbuf}::*
    std::{basic_ofstream,basic_ifstream,basic_fstream,basic_stringstream,basic_ostringstream,basic_istringstream}::*
    std::{locale,ctype,num_put,num_get,numpunct,codecvt,collate}::* std::use_facet std::has_facet
    std::filebuf::* std::__basic_file::*
"""
_STRINGS = """
    std::basic_string::* std::__cxx11_basic_string::* std::char_traits::* std::to_chars std::from_chars
"""
_NUMBERS = "std::sto{i,l,ll,ul,ull,f,d,ld} std::_Hash_bytes std::_Fnv_hash_bytes std::__hash_memory"
_TIME = "std::chrono::{system_clock,steady_clock,high_resolution_clock}::now std::random_device::*"
_THREADS = "std::{mutex,recursive_mutex,condition_variable,this_thread}::* std::thread::hardware_concurrency"
_SIZES = "std::__detail::_Prime_rehash_policy::* std::__next_prime std::__detail::_List_node_base::_M_distance"


def _row(name: str, names: str, *writes: int, throws: bool = False, whole: bool = False) -> InactiveRule:
    return inactive(name, names, reads=True, writes=writes, throws=throws, whole=whole)


RULES: tuple[Rule, ...] = (
    _row("C++ runtime", _RUNTIME),
    inactive("pointers to exceptions", _HELD, reads=True, writes=(0,)),
    inactive("end of a handler", "__cxa_end_catch", reads=True, ends=True),
    inactive("end of a pointer to an exception", _RELEASE, reads=True, writes=(0,), ends=True),
    inactive("caught exceptions", _CAUGHT, reads=True, foreign=True),
    inactive("casts of classes", _CAST, reads=True, foreign=True),
    inactive("throw", _THROW, reads=True, noreturn=True, throws=True),
    inactive("end of a C++ program", _END, reads=True, noreturn=True),
    inactive("C++ exception classes", _EXCEPTIONS, reads=True, throws=True, foreign=True),
    _row("C++ streams", _STREAMS, throws=True, whole=True),
    _row("C++ stream input", "std::basic_istream::*", 1, throws=True),
    _row("C++ strings", _STRINGS, 0, throws=True, whole=True),
    _row("C++ functions of characters", '"char std::*"', 0, 1, throws=True, whole=True),
    _row("C++ numbers as strings", "std::to_string", 0, throws=True, whole=True),
    _row("C++ strings and numbers", _NUMBERS, throws=True),
    _row("C++ sizes of hash tables", _SIZES, 0),
    _row("C++ clocks", _TIME),
    _row("C++ threads", _THREADS, throws=True),
)
