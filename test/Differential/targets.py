"""Compiling C for another processor and running it here, in an emulator.

Needs qemu-user, lld and the C library of the other processor, as Debian's
libc6-dev-...-cross packages have it.
"""

import os
import shutil

TRIPLES = ("aarch64-linux-gnu", "riscv64-linux-gnu")


def emulator(triple):
    processor = triple.split("-")[0]
    return shutil.which(f"qemu-{processor}") or shutil.which(f"qemu-{processor}-static")


def available(tools):
    """Those of TRIPLES that programs can be compiled for and run on. `tools` is
    the folder of clang and lld."""
    return [triple for triple in TRIPLES
            if emulator(triple) and os.path.exists(f"{tools}/ld.lld")
            and os.path.exists(f"/usr/{triple}/lib/libc.a")]


def flags(triple):
    """For clang, when it compiles and links; none for the own processor."""
    return [f"--target={triple}", "-fuse-ld=lld", "-static"] if triple else []


def command(triple):
    """What a program's command line begins with."""
    return [emulator(triple)] if triple else []
