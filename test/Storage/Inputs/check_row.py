#!/usr/bin/env python3
"""Compares what `smolly storage` finds with a row of the thesis' tables.

  check_row.py SMOLLY TABLE/KERNEL [--search]

The mapping must need at most the thesis' number of cells at the row's small and
large sizes, no fewer than are alive at once, and keep every value. With --search
it must be as small as the best of all mappings with small coefficients, at the
size that the row gives for that."""

import argparse
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "utils" / "optimum"))
sys.dont_write_bytecode = True

import kernel_model  # noqa: E402
import modulo_search  # noqa: E402
from storage_tool import evaluate, plan  # noqa: E402


def cells(smolly, kernel, sizes, check):
    result = plan(smolly, kernel, assume=sizes, check=sizes if check else None)
    return evaluate(result["elements_after"], sizes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("smolly")
    parser.add_argument("row")
    parser.add_argument("--search", action="store_true")
    options = parser.parse_args()
    table, _, name = options.row.partition("/")
    rows = json.loads((HERE / "rows.json").read_text(encoding="utf-8"))
    (row,) = [r for r in rows if (r["table"], r["kernel"]) == (table, name)]
    kernel = HERE.parents[1] / "kernels" / f"{name}.json"

    failed = False
    bounds = []  # (sizes, at most, whose number that is)
    if options.search:
        sizes = row["search"]
        pairs, values = kernel_model.conflicts(kernel_model.load(kernel, sizes))
        alive = kernel_model.most_alive(pairs, values)
        found, _ = modulo_search.smallest(pairs, values, 4, alive)
        bounds.append((sizes, found, "search"))
    else:
        for sizes in (row["small"], row["large"]):
            bounds.append((sizes, evaluate(row["cells"], sizes), "thesis"))
    for sizes, most, whose in bounds:
        small = sizes is not row["large"]
        ours = cells(options.smolly, kernel, sizes, check=small)
        print(f"{name} at {sizes}: {ours} cells, {whose} {most}")
        failed |= ours > most
        if small:
            pairs, values = kernel_model.conflicts(kernel_model.load(kernel, sizes))
            alive = kernel_model.most_alive(pairs, values)
            print(f"  alive at once: {alive}")
            failed |= ours < alive
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
