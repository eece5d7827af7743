"""Compares the two builds of a package: tests, object files, statistics."""

import json
import re
from collections import Counter
from pathlib import Path

OBJECTS = ("*.o", "*.lo", "*.obj")


def passed_tests(pattern, log):
    """The tests that passed according to a log (see Package.passed): their names,
    with the count where a line stands for many, and how many they are."""
    found = [m.groupdict() for m in re.finditer(pattern, log, re.M)]
    names = [" ".join(filter(None, (groups.get("count"), groups["test"].strip())))
             for groups in found]
    return names, sum(int(groups.get("count") or 1) for groups in found)


def compare_tests(plain, smolly):
    """What the two test steps say differently, in words."""
    problems = []
    if plain["ended"] != smolly["ended"]:
        problems.append(f"plain: {plain['ended']}; with the plugin: {smolly['ended']}")
    before, after = Counter(plain["passed"]), Counter(smolly["passed"])
    problems += [f"passes only plain: {test}" for test in before - after]
    problems += [f"passes only with the plugin: {test}" for test in after - before]
    if plain["count"] == 0:
        problems.append("no passed test was found in the log")
    return problems


def read_statistics(path):
    """Sums up what the plugin's option `statistics` wrote; a function that was
    compiled several times (for two libraries, say) counts once."""
    functions = {}
    if path.is_file():
        for line in path.read_text().splitlines():
            entry = json.loads(line)
            key = (entry["file"], entry["function"])
            if key not in functions or functions[key]["scops"] <= entry["scops"]:
                functions[key] = entry
    entries = functions.values()
    slowest = sorted(entries, key=lambda entry: -entry["milliseconds"])[:10]
    return {
        "functions": len(functions),
        "with_scops": sum(entry["scops"] > 0 for entry in entries),
        "contracted": sum(entry["contracted"] for entry in entries),
        "unread": sum(entry["unread"] for entry in entries),
        "restricted": sum(entry["restricted"] for entry in entries),
        "changed_files": sorted({entry["file"] for entry in entries
                                 if entry["contracted"]}),
        "slowest": [[entry["file"], entry["function"], round(entry["milliseconds"])]
                    for entry in slowest],
    }


def compare_objects(plain, smolly, changed_files, hold_command):
    """Counts object files that are the same byte for byte and those that differ
    because an array was changed; names those that differ without a reason. What
    holds the compiler's command line does differ."""
    changed = {Path(name).stem for name in changed_files}
    result = {"same": 0, "changed": 0, "unexplained": []}
    paths = {path for kind in OBJECTS for path in plain.rglob(kind)}
    for path in sorted(paths):
        if str(path.relative_to(plain)) in hold_command:
            continue
        other = smolly / path.relative_to(plain)
        if other.is_file() and other.read_bytes() == path.read_bytes():
            result["same"] += 1
        elif stem(path) in changed:
            result["changed"] += 1
        else:
            result["unexplained"].append(str(path.relative_to(plain)))
    return result


def stem(path):
    """The source's name without its suffix: "a" of a.o, a.c.o and liba_la-a.o."""
    name = path.name.split(".")[0]
    return name.split("-")[-1]
