"""Reduces a program to a statement that takes a maximum or minimum."""

import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import defined  # noqa: E402
import generate  # noqa: E402
import program  # noqa: E402
import reduce  # noqa: E402


def has_extreme(candidate):
    return any(node.form == "max" or node.form == "min"
               for node in program.assigns(candidate))


seed = 0
while not has_extreme(generate.make(seed, "c")):
    seed += 1
small = reduce.reduce(generate.make(seed, "c"), "c", has_extreme)
print("statements left:", len(program.assigns(small)))
_, outside, unset = defined.findings(small)
print("undefined reads:", len(outside) + len(unset))
