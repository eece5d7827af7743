"""Tests utils/bench/real_builds with a package made here."""

import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

SOURCE, PLUGIN, WORK = (Path(argument).resolve() for argument in sys.argv[1:4])
sys.path.insert(0, str(SOURCE / "utils" / "bench"))

from real_builds import table  # noqa: E402
from real_builds.builder import Builder  # noqa: E402
from real_builds.packages import Package  # noqa: E402

PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  long n = 100000 * argc;
  double *a = malloc((n + 1) * sizeof(double));
  if (!a)
    return 1;
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5 + i;
  printf("PASS: %g\\n", a[n]);
  free(a);
}
"""


class FakeSources:
    """Has one package, and counts how often it was unpacked."""

    unpacked = 0

    def fetch(self, name):
        return "1.0", None

    def unpack(self, name, tree):
        self.unpacked += 1
        tree.mkdir(parents=True)
        (tree / "program.c").write_text(PROGRAM)


def run(sources, **changes):
    steps = dict(build="$CC -O2 -c program.c && $CC program.o -o program",
                 test="./program", passed=r"^PASS: (?P<test>.*)$")
    package = Package(name="fake", **{**steps, **changes})
    options = SimpleNamespace(work=WORK, plugin=PLUGIN, jobs=1, bench=SOURCE,
                              again=False, progress=lambda what: None)
    return package, Builder(package, options, sources).run()


def expect(wanted, found):
    if wanted != found:
        sys.exit(f"expected {wanted!r}, found {found!r}")


shutil.rmtree(WORK, ignore_errors=True)
WORK.mkdir(parents=True)
sources = FakeSources()

package, results = run(sources)
expect([], table.problems(results))
expect([1, 1], results["summary"]["tests"])
expect(1, results["summary"]["statistics"]["contracted"])
expect({"same": 0, "changed": 1, "unexplained": []}, results["summary"]["objects"])
expect("fake 1.0", table.row(package, results)[0])
expect(2, sources.unpacked)

# Nothing is done again; a changed command is.
run(sources)
expect(2, sources.unpacked)
_, results = run(sources, build="false")
expect(3, sources.unpacked)
expect(1, len(table.problems(results)))

# Differences that show: other tests, other objects, no tests.
_, results = run(sources, test="./program; echo PASS: ${PLUGIN:-none}")
expect(["passes only plain: none",
        f"passes only with the plugin: -fpass-plugin={PLUGIN}"],
       table.problems(results))
_, results = run(sources, build="$CC -O2 -c program.c && $CC program.o -o program"
                 " && echo $PLUGIN >other.o")
expect(["other.o differs although no array in it was changed"],
       table.problems(results))
_, results = run(sources, test="true")
expect(["no passed test was found in the log"], table.problems(results))

# A step that takes too long is ended.
_, results = run(sources, build="true", test="sleep 60", timeout=0.02)
expect(["no passed test was found in the log"], table.problems(results))
