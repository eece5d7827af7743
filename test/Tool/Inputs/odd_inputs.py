"""Runs a command of the tool on input that nobody writes on purpose.

usage: odd_inputs.py SMOLLY COMMAND

Each must end with the exit status given here, without a crash: with a plan (0),
or with one line that says what is wrong (1) or which limit was hit (3). A
sanitizer's report would be more than one line and another status."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

LARGE = 10**40
LONG = 2**63 - 1
TIMEOUT = 300


def kernel(domain="{ S[i] : 0 <= i < 8 }", schedule="{ S[i] -> [i] }",
           write="{ S[i] -> A[i] }", read=None, extent="{ A[i] }", array=None,
           **more):
    """A kernel of one statement and one array."""
    accesses = []
    if read:
        accesses.append({"kind": "read", "relation": read})
    if write:
        accesses.append({"kind": "write", "relation": write})
    statement = {"name": "S", "domain": domain, "schedule": schedule,
                 "accesses": accesses}
    arrays = [{"name": "A", "extent": extent, **(array or {})}]
    return {"arrays": arrays, "statements": [statement], **more}


def many(count, piece):
    return "; ".join(piece(3 * i) for i in range(count))


def deep(count, before, middle, after):
    return f"{{ S[i] : 0 <= i < 8 and {before * count}{middle}{after * count} }}"


def dimensions(count):
    names = [f"i{d}" for d in range(count)]
    index = ", ".join(names)
    bounds = " and ".join(f"0 <= {name} < 3" for name in names)
    last = ", ".join(f"{name} - 1" for name in names)
    return kernel(f"{{ S[{index}] : {bounds} }}", f"{{ S[{index}] -> [{index}] }}",
                  f"{{ S[{index}] -> A[{index}] }}", f"{{ S[{index}] -> A[{last}] }}",
                  f"{{ A[{index}] }}")


LAST = "{ S[i] -> A[i - 1] }"
ANY = "[n] -> { S[i] : 0 <= i < n }"
SQUARE = "[n] -> { S[i, j] : 0 <= i, j < n }"

# Name: text or kernel, exit status, part of the message.
CASES = {
    "nothing in the file": ("", 1, "not JSON"),
    "no object": ("null", 1, "must be a JSON object"),
    "cut off": ('{ "arrays": [', 1, "not JSON"),
    "control characters": ('{ "name": "\x01" }', 1, "not JSON"),
    "no end of brackets": ("[" * 1000000, 1, "nested more than"),
    "no end of objects": ('{"a":' * 1000000, 1, "nested more than"),
    "brackets in a name": ({"name": "[" * 1000000}, 1, "nested more than"),
    "a quote at the end": ('{ "name": "\\', 1, "not JSON"),
    "deep condition": (kernel(deep(100000, "(", "i = 0", ")")), 1, "nested"),
    "deep term": (kernel(deep(100000, "(", "i", ")") ), 1, "nested"),
    "deep division": (kernel(deep(100000, "floor(", "i", "/2)")), 1, "nested"),
    "deep tuple": (kernel("{ S" + "[" * 100000), 1, "nested"),
    "many quantifiers": (kernel(deep(100000, "exists a : ", "i = 0", "")), 1, "nested"),
    "a long number": (kernel(deep(100000, "2", "", "")), 1, "digits"),
    "deep, but not too deep": (kernel(deep(400, "(", "i >= 1", ")")), 0, ""),
    "many signs": (kernel(deep(100000, "-", "i <= 0", "")), 0, ""),
    "many times not": (kernel(deep(1001, "not ", "i = 0", "")), 1, "cannot read"),
    "no bound above": (kernel("{ S[i] : 0 <= i }"), 1, "no finite bound"),
    "no bounds": (kernel("{ S[i] }"), 1, "no finite bound"),
    "no write": (kernel(write=None, read="{ S[i] -> A[i] }"), 0, ""),
    "no access": (kernel(write=None), 0, ""),
    "no statement": ({"arrays": [], "statements": []}, 0, ""),
    "empty domain": (kernel("{ S[i] : 1 = 0 }", read=LAST), 0, ""),
    "contradictory context":
        (kernel(ANY, read=LAST, context="[n] -> { : n > 3 and n < 2 }"), 0, ""),
    "thousands of pieces":
        (kernel(f"{{ {many(4000, lambda i: f'S[{i}]')} }}",
                read="{ S[i] -> A[i - 3] }"), 3, "too hard to check"),
    "hundreds of pieces":
        (kernel(f"[n] -> {{ {many(150, lambda i: f'S[i] : n = {i} and 0 <= i < n')} }}",
                read=LAST), None, ""),
    "an array of no dimension":
        (kernel(write="{ S[i] -> A[] }", read="{ S[i] -> A[] }", extent="{ A[] }"),
         0, ""),
    "no dimension anywhere":
        (kernel("{ S[] }", "{ S[] -> [] }", "{ S[] -> A[] }", extent="{ A[] }",
                array={"live_out": "{ A[] }"}), 0, ""),
    "twenty dimensions": (dimensions(20), None, ""),
    "a huge bound": (kernel(f"{{ S[i] : 0 <= i < {LARGE} }}", read=LAST), 0, ""),
    "a huge stride":
        (kernel(ANY, write=f"{{ S[i] -> A[{LARGE} i] }}",
                read=f"{{ S[i] -> A[{LARGE} i - {LARGE}] }}"), 0, ""),
    "a huge context":
        (kernel(ANY, read=LAST, context=f"[n] -> {{ : n > {LARGE} }}"), 0, ""),
    "the largest integers":
        (kernel(f"{{ S[i] : -{LONG + 1} <= i <= {LONG} }}", read=LAST), 0, ""),
    "a huge distance":
        (kernel(SQUARE, "{ S[i, j] -> [i, j] }", "{ S[i, j] -> A[i, j] }",
                f"{{ S[i, j] -> A[i - {LONG}, j - {LONG // 2}] }}",
                "{ A[i, j] }"), 0, ""),
    "a huge modulus":
        (kernel(ANY, write="{ S[i] -> A[i mod 1000000007] }",
                read="{ S[i] -> A[(i - 1) mod 1000000007] }"), 0, ""),
    "elements of no size": (kernel(array={"element_bytes": 0}), 1, "whole number"),
    "elements of huge size": (kernel(array={"element_bytes": LONG}), 1, "whole"),
    "all at one time": (kernel(schedule="{ S[i] -> [0] }"), 1, "the same time"),
    "many elements written":
        (kernel(write="{ S[i] -> A[j] : 0 <= j < 5 }"), 1, "one element"),
    "conflicts of nobody": (kernel(conflicts="{ T[i] -> T[i] }"), 1, "'T'"),
    "conflicts with itself": (kernel(conflicts="{ S[i] -> S[i] }"), 0, ""),
    "conflicts without end": (kernel(conflicts="{ S[i] -> S[j] }"), 0, ""),
}


def check(command, text, status, message):
    """What is wrong with the outcome, or nothing."""
    with tempfile.TemporaryDirectory(prefix="smolly-") as folder:
        file = Path(folder) / "kernel.json"
        file.write_text(text if isinstance(text, str) else json.dumps(text))
        done = subprocess.run([*command, str(file)], timeout=TIMEOUT,
                              capture_output=True, text=True, check=False)
    allowed = (0, 3) if status is None else (status,)
    lines = done.stderr.count("\n")
    if done.returncode not in allowed:
        return f"exit status {done.returncode}: {done.stderr[:1000]}"
    if lines != (done.returncode != 0):
        return f"{lines} lines on standard error: {done.stderr[:1000]}"
    if message not in done.stderr:
        return f"says {done.stderr[:1000]}"
    return ""


def main(command):
    failed = 0
    for name, case in CASES.items():
        wrong = check(command, *case)
        failed += bool(wrong)
        print(f"{name}: {wrong or 'ok'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
