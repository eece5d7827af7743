"""Counts programs with unsigned indices of 32 bits, and those among them with a
difference of such an index and a size of 64 bits in a subscript, which is wrong."""

import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import generate  # noqa: E402
import source  # noqa: E402

narrow = wrong = 0
for seed in range(1000, 1200):
    program = generate.make(seed, "c")
    if program.index == "unsigned":
        narrow += 1
        wrong += (program.parameters == "long"
                  and bool(re.search(r"\[[^]]*-", source.text([program], "c"))))
print("unsigned:", narrow)
print("wrong:", wrong)
