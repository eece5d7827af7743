"""Many random programs, recorded so that a stopped run can go on.

The record has one line of JSON for each file of programs: its number, the seeds,
the language, how it was compiled, the seconds it took (of the processor), the
seeds whose rewritten loops ran, and problems.
"""

import json
import multiprocessing
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

import build
import compare
import generate

OURS = ("difference", "compiler", "hang", "sanitizer")
BAD = (*OURS, "undefined")
REMARKS = ("polly", "slow", "long")


def read_record(path):
    if not path or not Path(path).exists():
        return []
    lines = Path(path).read_text().splitlines()
    return [json.loads(line) for line in lines if line.endswith("}")]


def work(task):
    """Executes one file's programs; returns its line of the record."""
    file, options = task
    folder = Path(tempfile.mkdtemp(prefix="smolly-fuzz-"))
    start = build.seconds_used()
    try:
        comparer = compare.Comparer(
            build.Builder(options.tools, options.plugin, folder, options.target))
        language, mode, outcome = compare.compare_file(
            comparer, file, options.language, options.options)
    except build.Failure as failure:
        # Plain clang refuses the file: a mistake of the generator.
        return {"file": file, "programs": 0, "problems": [
            {"seed": file * generate.PER_FILE, "kind": "undefined",
             "text": str(failure)[-3000:]}], "fast": [], "seconds": 0}
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {"file": file, "programs": generate.PER_FILE, "mode": str(mode),
            "language": language,
            "seconds": round(build.seconds_used() - start, 2),
            "spent": {purpose: round(seconds, 3)
                      for purpose, seconds in comparer.clock.spent.items()},
            "fast": outcome.fast, "problems": outcome.problems}


class Summary:
    def __init__(self):
        self.programs = self.fast = 0
        self.seconds, self.kinds, self.spent = 0.0, {}, {}

    def add(self, line):
        self.programs += line["programs"]
        self.fast += len(line["fast"])
        self.seconds += line["seconds"]
        for purpose, seconds in line.get("spent", {}).items():
            self.spent[purpose] = self.spent.get(purpose, 0) + seconds
        for problem in line["problems"]:
            seeds = self.kinds.setdefault(problem["kind"], [])
            seeds.append(problem["seed"])

    def few_are_fast(self):
        """Whether the programs hardly try what they are meant to try."""
        return self.programs >= 20 and 5 * self.fast < self.programs

    def bad(self, kinds=BAD):
        return sum(len(self.kinds.get(kind, [])) for kind in kinds)

    def __str__(self):
        share = 100 * self.fast / max(self.programs, 1)
        text = (f"{self.programs} programs in {self.seconds:.0f} s of the processor, "
                f"{self.fast} ({share:.0f} %) executed loops with contracted arrays")
        for kind in (*BAD, *REMARKS):
            text += f", {len(self.kinds.get(kind, []))} {kind}"
        return text

    def costs(self):
        """What the time was spent on."""
        parts = [f"{purpose} {1000 * seconds / max(self.programs, 1):.0f} ms"
                 for purpose, seconds in sorted(self.spent.items(),
                                                key=lambda item: -item[1])]
        return f"a program takes {', '.join(parts)}"


def ignore_interrupts():
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run(options, report=print):
    """Runs all that is not in the record; returns a Summary of everything."""
    first = options.seed // generate.PER_FILE
    files = range(first, first + -(-options.count // generate.PER_FILE))
    summary, done = Summary(), set()
    for line in read_record(options.record):
        if line["file"] in files:
            summary.add(line)
            done.add(line["file"])
    tasks = [(file, options) for file in files if file not in done]
    record = open(options.record, "a") if options.record else open(os.devnull, "w")
    start = time.time()
    with record, multiprocessing.Pool(options.jobs, ignore_interrupts) as pool:
        try:
            for line in pool.imap_unordered(work, tasks):
                record.write(json.dumps(line) + "\n")
                record.flush()
                summary.add(line)
                for problem in line["problems"]:
                    report(f"seed {problem['seed']}: {problem['kind']} "
                           f"({line.get('mode', '')})\n{problem['text'][:400]}")
                if options.stop and summary.bad(OURS):
                    pool.terminate()
                    break
                if time.time() - start > options.every:
                    report(str(summary))
                    start = time.time()
        except KeyboardInterrupt:
            pool.terminate()
            report("stopped; the same command goes on")
    return summary
