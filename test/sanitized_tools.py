"""Compilers that can load a plugin built with sanitizers.

The sanitizers' libraries have to be in a process before anything else is. What
the compilers make is run without them."""

import os
import platform
import re
import subprocess
from pathlib import Path

VERSION = 22
LOADERS = ("clang", "clang++", "flang", "opt", "lld", "ld.lld")
# That of Clang, which is one for both sanitizers and which GCC does not find, and
# those of GCC, which Clang finds, too.
RUNTIMES = ((f"libclang_rt.asan-{platform.machine()}.so",),
            ("libasan.so", "libubsan.so"))
# Compilers do not free everything when they end. LLVM's own containers are
# changed by code that does not tell the sanitizer, and our copies of its inline
# variables look like second definitions.
ASAN_OPTIONS = ":".join(("detect_leaks=0", "detect_container_overflow=0",
                         "detect_odr_violation=0"))


def runtimes(compiler):
    """The libraries of `compiler`, by their paths; nothing if it has none."""
    for names in RUNTIMES:
        found = [subprocess.run([compiler, f"-print-file-name={name}"],
                                capture_output=True, text=True,
                                check=True).stdout.strip() for name in names]
        if all(map(os.path.isabs, found)):
            return found
    return []


def make(folder, tools, compiler):
    """Fills `folder` with the programs of `tools`; those that load the plugin
    start behind the libraries of `compiler`. Returns the folder, or `tools` where
    the compiler has no such libraries."""
    libraries = runtimes(compiler)
    if not libraries:
        return tools
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    preload = " ".join(libraries)
    found = {tool.name: tool for tool in Path(tools).iterdir()}
    # By these names they are on the path of a machine that has them.
    versioned = {f"{name}-{VERSION}": found[name] for name in LOADERS if name in found}
    for name, tool in {**versioned, **found}.items():
        here = folder / name
        here.unlink(missing_ok=True)
        if re.sub(r"-\d+$", "", name) not in LOADERS:
            here.symlink_to(tool)
            continue
        here.write_text(f'#!/bin/sh\nLD_PRELOAD="{preload}" '
                        f'ASAN_OPTIONS={ASAN_OPTIONS} exec {tool} "$@"\n')
        here.chmod(0o755)
    return str(folder)
