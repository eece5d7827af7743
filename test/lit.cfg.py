# -*- Python -*-
"""The tests that run commands and compare what they print (FileCheck).

In a test's RUN lines:
  %smolly_plugin   the plugin, Smolly.so
  %smolly          the command-line tool
  %clang %clangxx %flang %opt %FileCheck %not %split_file   LLVM's own tools
  %c_and_plugin    clang, loading the plugin (likewise %cxx_, %flang_, %opt_)
  %python %cmake %ninja
  %smolly_src %smolly_build %llvm_tools   folders
LLVM's tools are on the path too, so plain "FileCheck" and "opt" also work.
"""

import os
import shutil
import sys

import lit.formats

config.name = "Smolly"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".c", ".cpp", ".f90", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.smolly_build, "test")

if config.sanitized:
    # A compiler takes three times as long then.
    config.available_features.add("sanitized")
    config.environment["SMOLLY_TEST_STRIDE"] = "3"
    sys.path.insert(0, config.test_source_root)
    import sanitized_tools

    config.llvm_tools = sanitized_tools.make(
        os.path.join(config.test_exec_root, "tools"), config.llvm_tools,
        config.compiler)

build_bin = os.path.join(config.smolly_build, "bin")
config.environment["PATH"] = os.pathsep.join(
    [build_bin, config.llvm_tools, config.environment["PATH"]]
)
# A user's own settings must not reach the tests. Every mapping that the plugin
# makes in a test is executed by the mapping checker.
config.environment["SMOLLY_OPTIONS"] = "verify"
config.environment["LC_ALL"] = "C.UTF-8"

# A test that hangs fails instead of stopping the run.
if lit_config.maxIndividualTestTimeIsSupported[0]:
    lit_config.maxIndividualTestTime = 1800


def llvm_tool(name):
    return shutil.which(name, path=config.llvm_tools)


plugin = os.path.join(config.smolly_build, "lib", "Smolly.so")
tools = {
    "%smolly": os.path.join(build_bin, "smolly"),
    "%smolly_plugin": plugin,
    "%smolly_src": config.smolly_source,
    "%smolly_build": config.smolly_build,
    "%llvm_tools": config.llvm_tools,
    "%clang": llvm_tool("clang"),
    "%clangxx": llvm_tool("clang++"),
    "%flang": llvm_tool("flang"),
    "%opt": llvm_tool("opt"),
    "%FileCheck": llvm_tool("FileCheck"),
    "%not": llvm_tool("not"),
    "%split_file": llvm_tool("split-file"),
    "%python": config.python,
    "%cmake": config.cmake,
    "%ninja": shutil.which("ninja"),
}
# LLVM checks the code after each pass. (flang has no option for that.)
for language, compiler in (("c", "%clang"), ("cxx", "%clangxx")):
    tools[f"%{language}_and_plugin"] = (
        f"{tools[compiler]} -Xclang -llvm-verify-each -fpass-plugin={plugin}")
tools["%flang_and_plugin"] = f"{tools['%flang']} -fpass-plugin={plugin}"
tools["%opt_and_plugin"] = (
    f"{tools['%opt']} -verify-each -load-pass-plugin={plugin}")

# "%clang" must not match the beginning of "%clangxx".
for name, command in tools.items():
    if command and not command.startswith("None "):
        config.substitutions.append((name + r"\b", command))

if tools["%flang"]:
    config.available_features.add("flang")
if llvm_tool("ld.lld"):
    config.available_features.add("lld")
if tools["%ninja"]:
    config.available_features.add("ninja")
config.available_features.add(os.uname().machine)
