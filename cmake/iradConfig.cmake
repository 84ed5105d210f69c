# CMake package of irad: derivatives for C and C++ targets, and libraries made from Python functions.
#
#   find_package(irad REQUIRED)
#   add_executable(fit fit.c)
#   irad_differentiate(fit)                      # its sources may contain marked calls (<irad/irad.h>)
#
#   irad_add_library(model PYTHON model.py FUNCTIONS energy force SIGNATURES "float64(float64[::1])" ...)
#   target_link_libraries(fit PRIVATE model)     # energy(), energy_grad() ...
#
# IRAD_PYTHON: the Python that has irad; otherwise the first one that CMake finds.

cmake_minimum_required(VERSION 3.18)
if(POLICY CMP0116)
  cmake_policy(SET CMP0116 NEW) # paths in depfiles
endif()

if(NOT IRAD_PYTHON)
  find_package(Python3 COMPONENTS Interpreter REQUIRED)
  set(IRAD_PYTHON "${Python3_EXECUTABLE}")
endif()

# In a checkout Python finds irad in the directory above this file.
get_filename_component(_irad_root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
if(EXISTS "${_irad_root}/irad/include/irad/irad.h")
  set(IRAD_COMMAND "${CMAKE_COMMAND}" -E env "PYTHONPATH=${_irad_root}" "${IRAD_PYTHON}" -m irad)
else()
  set(IRAD_COMMAND "${IRAD_PYTHON}" -m irad)
endif()

execute_process(
  COMMAND ${IRAD_COMMAND} --version
  RESULT_VARIABLE _irad_result
  OUTPUT_VARIABLE _irad_version
  ERROR_VARIABLE _irad_error
)
if(NOT _irad_result EQUAL 0)
  set(irad_FOUND FALSE)
  set(irad_NOT_FOUND_MESSAGE "${IRAD_PYTHON} cannot run irad: ${_irad_error}")
  return()
endif()
string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" irad_VERSION "${_irad_version}")

foreach(_irad_include "${_irad_root}/irad/include" "${_irad_root}/include" "${_irad_root}/../../../include")
  if(EXISTS "${_irad_include}/irad/irad.h" AND NOT IRAD_INCLUDE_DIR)
    get_filename_component(IRAD_INCLUDE_DIR "${_irad_include}" ABSOLUTE)
  endif()
endforeach()

if(NOT TARGET irad::headers)
  add_library(irad::headers INTERFACE IMPORTED)
  set_target_properties(irad::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${IRAD_INCLUDE_DIR}")
endif()

# irad_differentiate(TARGET): compile the sources of TARGET with `irad cc`, which replaces the marked calls in them.
# A marked call can differentiate functions that its own source file defines.
function(irad_differentiate target)
  foreach(language C CXX)
    set_property(TARGET ${target} PROPERTY ${language}_COMPILER_LAUNCHER ${IRAD_COMMAND} cc --in-place-of)
  endforeach()
  target_link_libraries(${target} PRIVATE irad::headers)
endfunction()

# irad_add_library(NAME PYTHON file.py FUNCTIONS f... [SIGNATURES s...] [DERIVATIVES grad|jvp|vjp...]): a shared library of compiled
# Python functions and their derivatives, with a C header NAME.h.  One signature for each function, in their order.
function(irad_add_library name)
  cmake_parse_arguments(ARG "" "PYTHON" "FUNCTIONS;SIGNATURES;DERIVATIVES" ${ARGN})
  if(NOT ARG_PYTHON OR NOT ARG_FUNCTIONS)
    message(FATAL_ERROR "irad_add_library(${name}): PYTHON and FUNCTIONS are needed")
  endif()
  get_filename_component(source "${ARG_PYTHON}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  set(words "")
  foreach(function IN LISTS ARG_FUNCTIONS)
    list(APPEND words "${source}:${function}")
  endforeach()
  foreach(signature IN LISTS ARG_SIGNATURES)
    list(APPEND words --signature "${signature}")
  endforeach()
  foreach(derivative IN LISTS ARG_DERIVATIVES)
    list(APPEND words --derivative "${derivative}")
  endforeach()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${name}.irad")
  set(library "${folder}/${CMAKE_SHARED_LIBRARY_PREFIX}${name}${CMAKE_SHARED_LIBRARY_SUFFIX}")
  file(MAKE_DIRECTORY "${folder}")
  # What the file imports counts as well, where CMake can read it (Makefiles: since 3.20).
  set(depfile "")
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.20 OR CMAKE_GENERATOR MATCHES "Ninja")
    set(depfile DEPFILE "${folder}/${name}.d")
  endif()
  add_custom_command(
    OUTPUT "${library}" "${folder}/${name}.h"
    COMMAND ${IRAD_COMMAND} build ${words} -o "${library}" -MD -MF "${folder}/${name}.d" -MT "${library}"
    DEPENDS "${source}"
    ${depfile}
    COMMENT "Differentiating ${ARG_PYTHON}"
    VERBATIM
  )
  add_custom_target(${name}_irad DEPENDS "${library}")
  add_library(${name} SHARED IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION "${library}" INTERFACE_INCLUDE_DIRECTORIES "${folder}")
  add_dependencies(${name} ${name}_irad)
endfunction()
