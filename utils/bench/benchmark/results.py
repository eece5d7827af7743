"""What was measured, read from and written to a file of JSON, and ratios of it.

  {"kernels": {NAME: {
     "category": ..., "compile_seconds": {VERSION: ...},
     "remarks": {VERSION: [...]}, "problems": {VERSION: ...},
     "object_bytes": {VERSION: ...}, "layouts": ...,
     "unchanged": [VERSION, ...],
     "sizes": {SIZE: {"arguments": [...], "seconds": {VERSION: ...},
                      "peak_bytes": {VERSION: ...}, "different": [VERSION, ...]}}}}}
"""

import json
import math

from measure import Problem

from .measuring import PLAIN


def read(path):
    try:
        return json.loads(path.read_text())["kernels"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Problem(f"{path}: {error or 'nothing measured'}") from None


def write(path, kernels):
    # In one step: an interrupted run leaves the file as it was.
    new = path.with_name(path.name + ".new")
    new.write_text(json.dumps({"kernels": kernels}, indent=1) + "\n")
    new.replace(path)


def is_measured(entry, versions, sizes, objects=False, layouts=1):
    """Whether the entry has all the versions at the same sizes, with so many layouts
    of their code, and the sizes of their object files if OBJECTS are wanted."""
    if not entry or entry.get("layouts", 1) != layouts:
        return False
    names = set(versions)
    if not names <= entry["compile_seconds"].keys():
        return False
    if objects and not names <= entry.get("object_bytes", {}).keys():
        return False
    return all(entry["sizes"].get(size, {}).get("arguments") == arguments
               for size, arguments in sizes.items())


def ratio(values, name, base=PLAIN):
    """None where one of the two is not there."""
    if name not in values or base not in values:
        return None
    return values[name] / max(values[base], 1e-6)


def at(name, size):
    """How a kernel at a size is called in sentences."""
    return name if size == "-" else f"{name} ({size})"


def rows(kernels):
    """Each kernel at each size: its name, size, entry, and what was measured."""
    for name, entry in kernels.items():
        for size, measured in entry["sizes"].items():
            yield name, size, entry, measured


def geometric_mean(ratios):
    logs = [math.log(max(each, 1e-6)) for each in ratios if each is not None]
    return math.exp(sum(logs) / len(logs)) if logs else None
