# The version beside this file's package, in a checkout or an installed Python package.

foreach(_irad_file "${CMAKE_CURRENT_LIST_DIR}/../irad/_version.py" "${CMAKE_CURRENT_LIST_DIR}/../_version.py")
  if(EXISTS "${_irad_file}")
    file(STRINGS "${_irad_file}" _irad_line REGEX "__version__ = ")
    string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" PACKAGE_VERSION "${_irad_line}")
  endif()
endforeach()

if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
