"""Prints results as a table in Markdown, and what is wrong below it."""

HEADINGS = ("package", "built", "tests passed, plain", "with the plugin",
            "object files the same", "changed", "functions looked at",
            "with SCoPs", "arrays shrunk", "arrays removed",
            "statements with fewer iterations", "slowest function (s)",
            "build, plain (CPU s)", "ratio", "notes")


def slowest(statistics):
    """What the plugin took for the function that it took longest for."""
    times = [milliseconds for _, _, milliseconds in statistics["slowest"]]
    return f"{max(times, default=0) / 1000:.2f}"


def row(package, results):
    name = f"{package.name} {results.get('version', '')}"
    summary = results.get("summary")
    if not summary:
        return (name, "NO", *["-"] * 12, package.note)
    statistics, objects = summary["statistics"], summary["objects"]
    plain, smolly = summary["seconds"]["plain"], summary["seconds"]["smolly"]
    return (
        name, "yes", *(f"{count}" if ended == "ok" else f"{count} (some failed)"
                       for count, ended in zip(summary["tests"], summary["ended"])),
        objects["same"], objects["changed"], statistics["functions"],
        statistics["with_scops"], statistics["contracted"] - statistics["unread"],
        statistics["unread"], statistics["restricted"], slowest(statistics),
        f"{plain:.1f}", f"{smolly / plain:.2f}", package.note)


def problems(results):
    """What is wrong with a package, in words; empty if nothing is."""
    if "summary" not in results:
        return [results.get("problem", "not finished")]
    summary = results["summary"]
    return summary["test_problems"] + [
        f"{name} differs although no array in it was changed"
        for name in summary["objects"]["unexplained"]]


def text(rows):
    lines = [HEADINGS, ["---"] * len(HEADINGS), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)
