"""Runs `smolly storage` and evaluates the sizes that it prints."""

import argparse
import json
import re
import subprocess
from pathlib import Path

BUILT = Path(__file__).resolve().parents[2] / "build" / "bin" / "smolly"


class ToolError(RuntimeError):
    """smolly did not print a plan."""


def program_from_command_line(description):
    """The smolly that the only argument names, or the one in build/."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("smolly", nargs="?", type=Path, default=BUILT)
    smolly = parser.parse_args().smolly
    if not smolly.is_file():
        raise ToolError(f"{smolly}: no such file; see utils/build")
    return str(smolly.resolve())


def plan(smolly, kernel, method="best", assume=None, check=None, timeout=None):
    """The JSON that `smolly storage` prints for `kernel`, within `timeout` seconds."""
    command = [smolly, "storage", "--json", f"--method={method}"]
    for option, values in (("assume", assume), ("check", check)):
        if values:
            text = ",".join(f"{name}={value}" for name, value in values.items())
            command.append(f"--{option}={text}")
    done = subprocess.run(
        [*command, str(kernel)], capture_output=True, text=True, check=False,
        timeout=timeout,
    )
    if done.returncode:
        raise ToolError(f"{' '.join(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


FUNCTIONS = {"max": max, "min": min, "floord": lambda n, d: n // d}


def to_python(text):
    """C's conditional expressions as Python's."""
    depth, question = 0, None
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and letter == "?" and question is None:
            question = at
    if question is not None:
        colon = text.index(":", question)
        while text[question:colon].count("(") != text[question:colon].count(")"):
            colon = text.index(":", colon + 1)
        condition, yes = text[:question], text[question + 1 : colon]
        parts = (to_python(part) for part in (yes, condition, text[colon + 1 :]))
        return "(({}) if ({}) else ({}))".format(*parts)
    result, at = "", 0
    while at < len(text):
        if text[at] == "(":
            end, depth = at + 1, 1
            while depth:
                depth += (text[end] == "(") - (text[end] == ")")
                end += 1
            arguments = split_arguments(text[at + 1 : end - 1])
            result += f"({', '.join(to_python(a) for a in arguments)})"
            at = end
        else:
            result += text[at]
            at += 1
    return result


def split_arguments(text):
    """The parts between commas outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def evaluate(expression, parameters):
    """The value of a size such as "(N + 2) * N", in C's notation."""
    for name in re.findall(r"[A-Za-z_]\w*", expression):
        if name not in parameters and name not in FUNCTIONS:
            raise ToolError(f"'{name}' is unknown in '{expression}'")
    text = expression.replace("&&", " and ").replace("||", " or ")
    return eval(to_python(text), {"__builtins__": {}, **FUNCTIONS}, parameters)
