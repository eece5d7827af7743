"""Pictures of what was measured: a bar for each program and version."""

import sys

from measure import Problem

from .measuring import PLAIN
from .results import geometric_mean, ratio, rows

KINDS = {
    "time": ("time / plain", lambda _, measured: measured["seconds"]),
    "memory": ("peak memory / plain", lambda _, measured: measured["peak_bytes"]),
    "compile": ("compile time / plain", lambda entry, _: entry["compile_seconds"]),
}
TICKS = [digit * 10.0 ** power for power in range(-3, 4) for digit in (1, 2, 5)]


def load_pyplot():
    try:
        import matplotlib
    except ImportError:
        raise Problem(f"plots need matplotlib, which {sys.executable} does not have;"
                      " Debian's python3 gets it from python3-matplotlib") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot
    return pyplot


def draw(pyplot, title, chosen, versions, values_of, path):
    """Bars from 1 to each ratio, a group a program, the mean of all at the bottom."""
    names = [name for name, *_ in chosen] + ["geometric mean"]
    figure, axes = pyplot.subplots(
        figsize=(8, 1.5 + 0.14 * len(names) * (len(versions) + 1)))
    height = 0.85 / len(versions)
    for number, version in enumerate(versions):
        ratios = [ratio(values_of(entry, measured), version)
                  for _, _, entry, measured in chosen]
        ratios.append(geometric_mean(ratios))
        places = [place + (number - (len(versions) - 1) / 2) * height
                  for place in range(len(names))]
        axes.barh(places, [(each or 1) - 1 for each in ratios], height, left=1,
                  label=version)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    ticks = [tick for tick in TICKS if low <= tick <= high]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.set_yticks(range(len(names)), names, fontsize=7)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(title)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=len(versions))
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


def plot(kernels, versions, folder):
    """Writes KIND-SIZE.png to the folder for each kind and size; returns them."""
    pyplot = load_pyplot()
    folder.mkdir(parents=True, exist_ok=True)
    others = [name for name in versions if name != PLAIN]
    written = []
    for size in dict.fromkeys(row[1] for row in rows(kernels)):
        chosen = [row for row in rows(kernels) if row[1] == size]
        for kind, (title, values_of) in KINDS.items():
            path = folder / (f"{kind}.png" if size == "-" else f"{kind}-{size}.png")
            draw(pyplot, title, chosen, others, values_of, path)
            written.append(path)
    return written
