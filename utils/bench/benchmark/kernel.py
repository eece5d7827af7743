"""The programs that are measured, and what they say about themselves.

Comments at the beginning of a line:

  category: NAME              what it is one of
  benchmark: NAME ARG...; NAME ARG...   its arguments for each size by name
  by hand: FILE               another program that gives the same results
  flags: FLAG...              more flags for the compiler, in all versions

A program without the second is run without arguments, as size "-"."""

import re

from measure import Problem


class Kernel:
    def __init__(self, path):
        self.path = path.resolve()
        if not self.path.is_file():
            raise Problem(f"{path}: no such file")
        self.name = path.stem
        text = self.path.read_text()
        self.category = self.header(text, "category") or "programs"
        self.sizes = {}
        for size in (self.header(text, "benchmark") or "-").split(";"):
            name, *arguments = size.split()
            self.sizes[name] = arguments
        by_hand = self.header(text, "by hand")
        self.by_hand = self.path.parent / by_hand if by_hand else None
        self.flags = (self.header(text, "flags") or "").split()

    @staticmethod
    def header(text, key):
        found = re.search(rf"^(?://|!) {key}: (.*)$", text, re.MULTILINE)
        return found and found.group(1)

    def chosen_sizes(self, names):
        """Those sizes that have one of the names; the only one in any case."""
        return {name: arguments for name, arguments in self.sizes.items()
                if name in names or len(self.sizes) == 1}
