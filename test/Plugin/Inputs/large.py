#!/usr/bin/env python3
"""Prints a C function that is large in one way.

usage: large.py KIND N

  nest        a loop nest N deep
  triangle    the same, each bound being the loop variable around it
  statements  N statements in one nest, each reading the one before
  nests       N nests, each reading the one before
  parameters  a nest whose bounds and subscripts take N parameters
  arrays      N arrays, each filled and read
  conditions  N conditions on loop variables around statements
  window      a sum of N neighbours
  dimensions  an array of N dimensions
"""

import sys


def function(parameters, body):
    arguments = ", ".join(f"long {p}" for p in parameters)
    return "\n".join(["#include <stdlib.h>", f"double f({arguments}) {{",
                      "  double sum = 0;", *body, "  return sum;", "}", ""])


def temporary(name, size):
    return f"  double *{name} = malloc(({size}) * sizeof(double));"


def loops(variables, bound):
    return "".join(f"for (long {v} = 0; {v} < {bound(i)}; {v}++) "
                   for i, v in enumerate(variables))


def nest(n, triangle=False):
    names = [f"i{d}" for d in range(n)]
    bound = (lambda i: names[i - 1] if triangle and i else "n")
    index = " + ".join(names)
    return function(["n"], [
        temporary("a", f"{n} * n + 1"),
        f"  {loops(names, bound)}", f"    a[{index}] = sum + i0;",
        f"  {loops(names, bound)}", f"    sum += a[{index}];", "  free(a);"])


def statements(n):
    body = [temporary(f"a{s}", "n + 1") for s in range(n)]
    body += ["  for (long i = 0; i < n; i++) {", "    a0[i] = i;"]
    body += [f"    a{s}[i] = a{s - 1}[i] + {s};" for s in range(1, n)]
    body += [f"    sum += a{n - 1}[i];", "  }"]
    return function(["n"], body + [f"  free(a{s});" for s in range(n)])


def nests(n):
    body = [temporary(f"a{s}", "n + 2") for s in range(2)]
    body += ["  for (long i = 0; i < n + 2; i++)", "    a0[i] = a1[i] = i;"]
    for s in range(n):
        body += ["  for (long i = 1; i <= n; i++)",
                 f"    a{(s + 1) % 2}[i] = a{s % 2}[i - 1] + a{s % 2}[i + 1];"]
    body += ["  for (long i = 1; i <= n; i++)", f"    sum += a{n % 2}[i];"]
    return function(["n"], body + ["  free(a0);", "  free(a1);"])


def parameters(n):
    names = [f"p{d}" for d in range(n)]
    total = " + ".join(names)
    body = [temporary("a", f"4 * ({total}) + 4")]
    for d, p in enumerate(names):
        begin = " + ".join(names[:d]) or "0"
        body += [f"  for (long i = 0; i < {p}; i++)", f"    a[{begin} + i] = i;"]
    body += [f"  for (long i = 0; i < {total}; i++)", "    sum += a[i];"]
    return function(names, body + ["  free(a);"])


def arrays(n):
    body = []
    for s in range(n):
        body += [f"  double a{s}[64];", "  for (long i = 0; i < 64; i++)",
                 f"    a{s}[i] = i * sum;", "  for (long i = 0; i < 64; i++)",
                 f"    sum += a{s}[i];"]
    return function(["n"], body)


def conditions(n):
    body = [temporary("a", "(n + 1) * (n + 1)"),
            "  for (long i = 0; i < n; i++) for (long j = 0; j < n; j++) {",
            "    a[i * n + j] = i;"]
    body += [f"    if (i > {c} && j < n - {3 * c} + i) a[i * n + j] = j + {c};"
             for c in range(n)]
    body += ["  }", "  for (long i = 0; i < n; i++)",
             "    for (long j = 0; j < n; j++) sum += a[i * n + j];"]
    return function(["n"], body + ["  free(a);"])


def window(n):
    terms = " + ".join(f"a[t - 1][i + {d}]" for d in range(n))
    return function(["n", "steps"], [
        f"  double (*a)[n + {n}] = malloc((steps + 1) * sizeof(*a));",
        f"  for (long i = 0; i < n + {n}; i++) a[0][i] = i;",
        "  for (long t = 1; t <= steps; t++) {",
        f"    for (long i = n; i < n + {n}; i++) a[t][i] = t;",
        "    for (long i = 0; i < n; i++)", f"      a[t][i] = {terms};", "  }",
        "  for (long i = 0; i < n; i++) sum += a[steps][i];", "  free(a);"])


def dimensions(n):
    names = [f"i{d}" for d in range(n)]
    index = "".join(f"[{v}]" for v in names)
    return function(["n"], [
        f"  double (*a){'[n]' * (n - 1)} = malloc(n * sizeof(*a));",
        f"  {loops(names, lambda i: 'n')}", f"    a{index} = i0;",
        f"  {loops(names, lambda i: 'n')}", f"    sum += a{index};",
        "  free(a);"])


KINDS = {"nest": nest, "triangle": lambda n: nest(n, triangle=True),
         "statements": statements, "nests": nests, "parameters": parameters,
         "arrays": arrays, "conditions": conditions, "window": window,
         "dimensions": dimensions}

if __name__ == "__main__":
    print(KINDS[sys.argv[1]](int(sys.argv[2])))
