"""Checks what utils/compare --json measured of one program.

usage: goals.py RESULT.json [--ratio R] [--bytes N]

Fails unless the results are the same, a remark says that an array was changed,
the program with the plugin runs in an address space that is too small for the
plain one, and its peak memory is at most R times the plain program's, or at most
N bytes.
"""

import argparse
import json
import sys

parser = argparse.ArgumentParser()
parser.add_argument("result")
parser.add_argument("--ratio", type=float)
parser.add_argument("--bytes", type=float)
goals = parser.parse_args()
with open(goals.result) as file:
    (program,) = json.load(file)["programs"]
peak = program["smolly"]["peak_bytes"]
limit = program["limit"] or {"plain_runs": True, "smolly_runs": False}

problems = []
if not program["same_result"]:
    problems.append("the result is not the same: " + program["difference"])
if not any("[-Rpass=smolly]" in remark for remark in program["remarks"]):
    problems.append("no array was changed")
if goals.ratio is not None and program["memory_ratio"] > goals.ratio:
    problems.append(f"{program['memory_ratio']:.3f} times the memory")
if goals.bytes is not None and peak > goals.bytes:
    problems.append(f"{peak} bytes")
if limit["plain_runs"]:
    problems.append("the plain program runs in little address space too")
if not limit["smolly_runs"]:
    problems.append("with the plugin it does not run in little address space")
sys.exit("\n".join(problems + program["remarks"]) if problems else 0)
