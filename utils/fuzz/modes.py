"""How programs are compiled. A new option of the plugin needs a line in OPTIONS."""

import random

# (how often, options of the plugin)
OPTIONS = [
    (32, ""),
    (2, "storage=smo"),
    (1, "storage=smo-enumerate"),
    (6, "storage=successive-modulo"),
    (6, "storage=rectangular-hull"),
    (4, "max-copies=1"),
    (4, "max-copies=4"),
    (2, "limit=1"),
    (4, "no-die"),
    (4, "no-forward"),
    (2, "no-split"),
    (2, "no-idle"),
    (2, "no-interleave"),
    (2, "growth=2"),
    (4, "schedule=keep"),
    (4, "schedule=tile"),
    (1, "schedule=tile,no-pack"),
    (1, "schedule=tile,max-tile-versions=1"),
    (3, "schedule=tile,mars"),
    (4, "schedule=overlap"),
]
# The plugin gives up after so many steps of an analysis. Few programs need many, and
# most of the time would be theirs.
OPERATIONS = [
    (3, ""),
    (10, "max-operations=1000000"),
    (2, "max-operations=200000"),
    (1, "max-function-operations=100000"),
]
LEVELS = [(2, "O1"), (4, "O2"), (4, "O3")]
# (how often, flags for both builds)
FLAGS = [(7, ""), (1, "-march=native"), (1, "-g"), (1, "-fno-strict-aliasing"),
         (2, "-ffinite-math-only -fno-signed-zeros -fno-math-errno -DANY_ZERO")]
# How often functions set no errno.
NO_ERRNO = 0.2
# How often the original loops run instead, as programs are small.
ORIGINAL = 0.08
# How often plans are executed while compiling.
VERIFY = 0.15
# How often the program checks the values that it reads.
SHADOW = 0.1
# How often Polly alone is tried, and a difference of its own recorded.
POLLY = 0.02
# How often a build is run with a sanitizer.
SANITIZERS = [(88, ""), (3, "plain address"), (3, "plain memory"),
              (3, "plugin address"), (3, "plugin memory")]


class Mode:
    """Of one file of programs."""

    def __init__(self, level, options, flags, sanitizer="", polly=False):
        self.level, self.options, self.polly = level, options, polly
        self.flags, self.sanitizer = flags, sanitizer

    def add(self, options):
        """More options for the plugin, which win over those there are."""
        self.options = ",".join(o for o in (self.options, options) if o)

    def move(self):
        """To another processor than this one."""
        self.flags = self.flags.replace("-march=native", "")
        self.sanitizer = ""

    def __str__(self):
        parts = [f"-{self.level}", self.flags, self.options, self.sanitizer,
                 "polly" if self.polly else ""]
        return " ".join(part for part in parts if part)


def choose(r, table):
    return r.choices([entry[1] for entry in table], [entry[0] for entry in table])[0]


def mode_of(file, language):
    r = random.Random(f"mode {file}")
    options = ["count-runs"]
    if r.random() >= ORIGINAL:
        options.append("always")
    if r.random() < VERIFY:
        options.append("verify")
    options += [choose(r, OPTIONS), choose(r, OPERATIONS)]
    if r.random() < SHADOW:
        options.append("shadow")
    flags = choose(r, FLAGS)
    level, sanitizer = choose(r, LEVELS), choose(r, SANITIZERS)
    if language == "fortran":
        sanitizer = ""
        flags = flags if flags == "-g" else ""
    elif random.Random(f"errno {file}").random() < NO_ERRNO:
        flags = f"{flags} -fno-math-errno".strip()
    return Mode(level, ",".join(o for o in options if o), flags, sanitizer,
                r.random() < POLLY)
