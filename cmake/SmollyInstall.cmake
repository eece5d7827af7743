# What "cmake --install" puts where: the plugin, and a package that find_package
# finds. tools/smolly installs the tool; the libraries are not installed.
include(CMakePackageConfigHelpers)

set(SMOLLY_PLUGIN_FILE ${CMAKE_INSTALL_LIBDIR}/Smolly.so)
set(SMOLLY_TOOL_FILE ${CMAKE_INSTALL_BINDIR}/smolly)
set(SMOLLY_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Smolly)

install(TARGETS Smolly LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/smolly.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(cmake/SmollyConfig.cmake.in
  ${CMAKE_BINARY_DIR}/SmollyConfig.cmake
  INSTALL_DESTINATION ${SMOLLY_PACKAGE_DIR}
  PATH_VARS SMOLLY_PLUGIN_FILE SMOLLY_TOOL_FILE)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/SmollyConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_BINARY_DIR}/SmollyConfig.cmake
  ${CMAKE_BINARY_DIR}/SmollyConfigVersion.cmake
  DESTINATION ${SMOLLY_PACKAGE_DIR})
