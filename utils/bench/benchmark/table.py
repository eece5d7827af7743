"""Tables of what was measured, in Markdown."""

import re

from measure import MIB

from .measuring import BY_HAND, PLAIN, POLLY
from .results import at, geometric_mean, ratio, rows

# Remarks about an array.
SMALLER = re.compile("array.* (contracted from|removed:) ")
SLOWER, SLOWER_THAN_BY_HAND, LARGER = 1.03, 1.1, 2.0


def line(cells):
    return "| " + " | ".join(cells) + " |"


def number(value):
    return "-" if value is None else f"{value:.2f}"


class Columns:
    """The ratios that are shown of some versions: pairs of a heading and a function
    of an entry and what was measured at one size. Where headings of one kind follow
    each other, only the first says what they are. BY_HAND says whether each program
    has a version by hand, which it is compared with then, and sizes of object files.
    """

    def __init__(self, versions, by_hand=False):
        self.versions, self.by_hand = versions, by_hand
        self.others = [name for name in versions if name != PLAIN]
        self.ours = [name for name in self.others if name != POLLY]
        compared = self.ours if POLLY in versions else []
        shown = self.others + [BY_HAND] * by_hand
        self.time = self.group("time / plain", shown,
                               lambda _, m, v: ratio(m["seconds"], v))
        self.time += self.group("time / Polly", compared,
                                lambda _, m, v: ratio(m["seconds"], v, POLLY))
        self.time += self.group("time / by hand", self.ours if by_hand else [],
                                lambda _, m, v: ratio(m["seconds"], v, BY_HAND))
        self.memory = self.group("memory / plain", shown,
                                 lambda _, m, v: ratio(m["peak_bytes"], v))
        self.compile = self.group("compile / plain", self.others,
                                  lambda e, _, v: ratio(e["compile_seconds"], v))
        self.object = self.group("object / plain", shown if by_hand else [],
                                 lambda e, _, v: ratio(e["object_bytes"], v))

    @staticmethod
    def group(what, names, function):
        return [(f"{what}: {name}" if place == 0 else name,
                 lambda entry, measured, name=name: function(entry, measured, name))
                for place, name in enumerate(names)]

    def headings(self):
        return ["program", "size", "plain, s", *(h for h, _ in self.time),
                "plain, MiB", *(h for h, _ in self.memory),
                "compile, s", *(h for h, _ in self.compile + self.object), "results"]

    def row(self, name, size, entry, measured):
        def values(group):
            return [number(function(entry, measured)) for _, function in group]

        different = ", ".join(measured["different"])
        failed = ", ".join(v for v in self.versions if v in entry["problems"])
        return line([
            name, size, f"{measured['seconds'][PLAIN]:.3f}",
            *values(self.time),
            f"{measured['peak_bytes'][PLAIN] / MIB:.1f}", *values(self.memory),
            f"{entry['compile_seconds'][PLAIN]:.2f}",
            *values(self.compile + self.object),
            f"not compiled: {failed}" if failed
            else f"different: {different}" if different else "same"])


def print_means(kernels, columns):
    """Geometric means of each category, and of all."""
    groups = columns.time + columns.memory + columns.compile + columns.object
    print("\nGeometric means:\n")
    print(line(["category", "size", "programs", *(heading for heading, _ in groups)]))
    print("| --- " * (3 + len(groups)) + "|")
    categories = list(dict.fromkeys(entry["category"] for entry in kernels.values()))
    for category in [*categories, None]:
        chosen = [row for row in rows(kernels)
                  if category is None or row[2]["category"] == category]
        for size in dict.fromkeys(row[1] for row in chosen):
            here = [row[2:] for row in chosen if row[1] == size]
            means = [geometric_mean(function(*row) for row in here)
                     for _, function in groups]
            print(line([category or "**all**", size, str(len(here)),
                        *map(number, means)]))


def ranked(pairs):
    """The largest of pairs of a ratio and a name first."""
    return sorted((pair for pair in pairs if pair[0] is not None), reverse=True)


def more_than(order, limit):
    """A sentence about those in order that are above the limit."""
    above = [f"{name} {value:.2f}" for value, name in order if value > limit]
    return f" More than {limit}: {', '.join(above)}." if above else ""


def print_worst(kernels, columns):
    """The slowest programs of those that are not the same as plain."""
    print()
    for name in columns.others:
        order = ranked((ratio(measured["seconds"], name), at(kernel, size))
                       for kernel, size, entry, measured in rows(kernels)
                       if name not in entry["unchanged"])
        if order:
            print(f"- {name}: the worst is {order[0][1]}, {order[0][0]:.2f} times"
                  f" plain's time.{more_than(order, SLOWER)}")


def print_compared(kernels, columns):
    """Means of all sizes, and the worst against versions by hand."""
    for name in columns.ours:
        times = [(ratio(measured["seconds"], name, BY_HAND), at(kernel, size))
                 for kernel, size, _, measured in rows(kernels)]
        objects = [(ratio(entry["object_bytes"], name), kernel)
                   for kernel, entry in kernels.items()]
        plain = geometric_mean(ratio(measured["seconds"], name)
                               for *_, measured in rows(kernels))
        by_hand = geometric_mean(value for value, _ in times)
        larger = geometric_mean(value for value, _ in objects)
        times, objects = ranked(times), ranked(objects)
        if not times or not objects:
            continue
        print(f"- {name}: in the mean of all {plain:.2f} times plain's time and"
              f" {by_hand:.2f} times that by hand. By hand the worst is {times[0][1]},"
              f" {times[0][0]:.2f} times.{more_than(times, SLOWER_THAN_BY_HAND)}")
        print(f"- {name}: object files are {larger:.2f} times as large as plain's in the"
              f" mean. The worst is {objects[0][1]}, {objects[0][0]:.2f} times."
              f"{more_than(objects, LARGER)}")


def print_by_hand(kernels, columns):
    for kernel, size, _, measured in rows(kernels):
        by_hand = ratio(measured["seconds"], BY_HAND)
        if by_hand is None:
            continue
        against = [f"{name} {ratio(measured['seconds'], name, BY_HAND):.2f}"
                   for name in columns.versions if name in measured["seconds"]]
        print(f"- {at(kernel, size)} by hand: {by_hand:.2f} times plain's time; times"
              f" compared with that: {', '.join(against)}.")


def print_untouched(kernels, columns):
    """Which programs a version left alone, or without an array that is smaller."""
    for name in columns.ours:
        same = [kernel for kernel, entry in kernels.items()
                if name in entry["unchanged"]]
        if same:
            print(f"- {name}: the same as plain byte for byte, so that other ratios are"
                  f" noise: {', '.join(same)}.")
        known = [kernel for kernel, entry in kernels.items()
                 if name in entry["remarks"]]
        left = [kernel for kernel in known
                if not any(SMALLER.search(remark)
                           for remark in kernels[kernel]["remarks"][name])]
        if known:
            print(f"- {name}: arrays became smaller in {len(known) - len(left)} of"
                  f" {len(known)} programs"
                  + (f", not in {', '.join(left)}." if left else "."))


def print_summary(kernels, columns):
    print_means(kernels, columns)
    print_worst(kernels, columns)
    (print_compared if columns.by_hand else print_by_hand)(kernels, columns)
    print_untouched(kernels, columns)
