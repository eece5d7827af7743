"""Kernel files, executed instance by instance at fixed parameters.

A value is (statement, access, instance), with access the position of the write
among the statement's accesses. It lives from its write to its last read, or to
the end. Reads of an instance come before its writes, unless the kernel says
otherwise. Values of fixed arrays and values that existed before do not count,
nor do values that nobody reads.
"""

import json
from dataclasses import dataclass

from isl_notation import parse

END = (float("inf"),)


@dataclass
class Statement:
    name: str
    instances: dict  # instance -> schedule
    accesses: list  # (kind, {instance: [(array, element), ...]})
    reads_first: bool


@dataclass
class KernelModel:
    statements: list
    fixed: set
    live_out: set
    stated: list = None  # the pieces of "conflicts", if the kernel has it


def points(text, parameters):
    """{name: [point, ...]} of a union set."""
    result = {}
    for piece in parse(text, parameters):
        (only,) = piece.tuples
        found = result.setdefault(only.name, set())
        for solution in piece.solutions({}):
            found.add(tuple(solution[v] for v in only.variables))
    return result


def images(pieces, name, instance):
    """The points that `instance` of the tuple `name` is mapped to."""
    found = {}
    for piece in pieces:
        source, target = piece.tuples
        if source.name != name:
            continue
        values = dict(zip(source.variables, instance))
        for solution in piece.solutions(values):
            found[(target.name, tuple(solution[v] for v in target.variables))] = True
    return list(found)


def load(path, parameters):
    with open(path, encoding="utf-8") as file:
        kernel = json.load(file)
    context = parse(kernel.get("context", "{ : }"), parameters)
    if not any(piece.contains({}) for piece in context):
        raise ValueError(f"{path}: {parameters} is outside the context")
    statements = []
    for entry in kernel["statements"]:
        domain = points(entry["domain"], parameters).get(entry["name"], ())
        schedule = parse(entry["schedule"], parameters)
        instances = {}
        for instance in domain:
            ((_, time),) = images(schedule, entry["name"], instance)
            instances[instance] = time
        accesses = []
        for access in entry["accesses"]:
            pieces = parse(access["relation"], parameters)
            table = {i: images(pieces, entry["name"], i) for i in instances}
            accesses.append((access["kind"], table))
        first = entry.get("reads_first", True)
        statements.append(Statement(entry["name"], instances, accesses, first))
    stated = kernel.get("conflicts")
    return KernelModel(
        statements,
        fixed_arrays(kernel),
        live_out_elements(kernel, parameters),
        parse(stated, parameters) if stated else None,
    )


def fixed_arrays(kernel):
    fixed = {a["name"] for a in kernel["arrays"] if a.get("fixed")}
    for statement in kernel["statements"]:
        for access in statement["accesses"]:
            if access["kind"] == "may_write":
                fixed.add(parse_target(access["relation"]))
    return fixed


def parse_target(relation):
    return relation.split("->")[-1].split("[")[0].strip()


def live_out_elements(kernel, parameters):
    """All elements of the arrays' extents whose last value is still wanted."""
    elements = set()
    for array in kernel["arrays"]:
        inside = parse(array.get("live_out", "{ }"), parameters)
        for point in points(array["extent"], parameters).get(array["name"], ()):
            for piece in inside:
                known = dict(zip(piece.tuples[0].variables, point))
                if any(True for _ in piece.solutions(known)):
                    elements.add((array["name"], point))
    return elements


def live_ranges(model):
    """{value: (definition, last use)} of all values that need a cell."""
    events = []
    width = max(len(t) for s in model.statements for t in s.instances.values())
    for number, statement in enumerate(model.statements):
        for instance, time in statement.instances.items():
            padded = time + (0,) * (width - len(time))
            events.append((padded, number, instance))
    events.sort()
    for (one, *_), (other, *_) in zip(events, events[1:]):
        if one == other:
            raise ValueError(f"two instances at {one}")

    memory, born, last = {}, {}, {}
    for time, number, instance in events:
        statement = model.statements[number]
        reads = [a[1][instance] for a in statement.accesses if a[0] == "read"]
        written = []
        for position, (kind, table) in enumerate(statement.accesses):
            if kind != "read":
                written.append((position, table[instance]))
        if statement.reads_first:
            note_reads(memory, last, reads, time + (0,))
        for order, (position, elements) in enumerate(written):
            for element in elements:
                value = (number, position, instance)
                memory[element] = value
                if element[0] not in model.fixed:
                    born[value] = time + (order + 1,)
        if not statement.reads_first:
            note_reads(memory, last, reads, time + (len(statement.accesses) + 1,))
    for element in model.live_out:
        if element in memory:
            last[memory[element]] = END
    return {v: (born[v], last[v]) for v in born if v in last}


def note_reads(memory, last, reads, time):
    for elements in reads:
        for element in elements:
            if element in memory:
                last[memory[element]] = time


def computed_conflicts(model):
    """Pairs of values, the earlier one first, that are alive together."""
    ranges = sorted(live_ranges(model).items(), key=lambda item: item[1][0])
    pairs = set()
    for index, (earlier, (_, last)) in enumerate(ranges):
        for later, (definition, _) in ranges[index + 1 :]:
            if definition >= last:
                break
            pairs.add((earlier, later))
    return pairs, [value for value, _ in ranges]


def stated_conflicts(model, pieces):
    """The pairs that a map between statements names, and all values."""
    values = {}
    for number, statement in enumerate(model.statements):
        for position, (kind, table) in enumerate(statement.accesses):
            if kind == "write":
                for instance in statement.instances:
                    if table[instance][0][0] not in model.fixed:
                        key = (number, position, instance)
                        values.setdefault(statement.name, []).append(key)
    pairs = set()
    for piece in pieces:
        source, target = piece.tuples
        for earlier in values.get(source.name, ()):
            conjunctions = dict(zip(source.variables, earlier[2]))
            for later in values.get(target.name, ()):
                assignment = {**conjunctions, **dict(zip(target.variables, later[2]))}
                if piece.contains(assignment):
                    pairs.add((earlier, later))
    return pairs, [v for group in values.values() for v in group]


def conflicts(model):
    """The kernel's conflicts: those that it states, else those computed."""
    if model.stated is not None:
        return stated_conflicts(model, model.stated)
    return computed_conflicts(model)


def most_alive(pairs, values):
    """The largest number of values alive at once: those that conflict with one
    that is just written, and itself."""
    alive = {value: 1 for value in values}
    for _, later in pairs:
        alive[later] += 1
    return max(alive.values(), default=0)
