"""Tables of what was measured, in Markdown."""

from measure import MIB

from .measuring import BY_HAND, PLAIN, POLLY
from .results import at, geometric_mean, ratio, rows

SLOWER = 1.03


def line(cells):
    return "| " + " | ".join(cells) + " |"


def number(value):
    return "-" if value is None else f"{value:.2f}"


class Columns:
    """The ratios that are shown of some versions: pairs of a heading and a function
    of an entry and what was measured at one size. Where headings of one kind follow
    each other, only the first says what they are."""

    def __init__(self, versions):
        self.versions = versions
        self.others = [name for name in versions if name != PLAIN]
        self.ours = [name for name in self.others if name != POLLY]
        compared = self.ours if POLLY in versions else []
        self.time = self.group("time / plain", self.others,
                               lambda _, m, v: ratio(m["seconds"], v))
        self.polly = self.group("time / Polly", compared,
                                lambda _, m, v: ratio(m["seconds"], v, POLLY))
        self.memory = self.group("memory / plain", self.others,
                                 lambda _, m, v: ratio(m["peak_bytes"], v))
        self.compile = self.group("compile / plain", self.others,
                                  lambda e, _, v: ratio(e["compile_seconds"], v))

    @staticmethod
    def group(what, names, function):
        return [(f"{what}: {name}" if place == 0 else name,
                 lambda entry, measured, name=name: function(entry, measured, name))
                for place, name in enumerate(names)]

    def headings(self):
        return ["program", "size", "plain, s", *(h for h, _ in self.time + self.polly),
                "plain, MiB", *(h for h, _ in self.memory),
                "compile, s", *(h for h, _ in self.compile), "results"]

    def row(self, name, size, entry, measured):
        def values(group):
            return [number(function(entry, measured)) for _, function in group]

        different = ", ".join(measured["different"])
        failed = ", ".join(v for v in self.versions if v in entry["problems"])
        return line([
            name, size, f"{measured['seconds'][PLAIN]:.3f}",
            *values(self.time + self.polly),
            f"{measured['peak_bytes'][PLAIN] / MIB:.1f}", *values(self.memory),
            f"{entry['compile_seconds'][PLAIN]:.2f}", *values(self.compile),
            f"not compiled: {failed}" if failed
            else f"different: {different}" if different else "same"])


def print_means(kernels, columns):
    """Geometric means of each category, and of all."""
    groups = columns.time + columns.polly + columns.memory + columns.compile
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


def ranked(kernels, name):
    """Ratios to plain -O3 of one version, the slowest first, without programs that
    are the same as plain."""
    found = [(ratio(measured["seconds"], name), at(kernel, size))
             for kernel, size, entry, measured in rows(kernels)
             if name not in entry["unchanged"]]
    return sorted((pair for pair in found if pair[0] is not None), reverse=True)


def print_worst(kernels, columns):
    print()
    for name in columns.others:
        order = ranked(kernels, name)
        if not order:
            continue
        print(f"- {name}: the worst is {order[0][1]}, {order[0][0]:.2f} times plain's"
              " time.", end="")
        slower = [f"{kernel} {value:.2f}" for value, kernel in order if value > SLOWER]
        if slower:
            print(f" More than {SLOWER}: {', '.join(slower)}.", end="")
        print()


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
                if not any("contracted from" in remark
                           for remark in kernels[kernel]["remarks"][name])]
        if known:
            print(f"- {name}: arrays became smaller in {len(known) - len(left)} of"
                  f" {len(known)} programs"
                  + (f", not in {', '.join(left)}." if left else "."))


def print_summary(kernels, versions):
    columns = Columns(versions)
    print_means(kernels, columns)
    print_worst(kernels, columns)
    print_by_hand(kernels, columns)
    print_untouched(kernels, columns)
