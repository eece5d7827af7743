"""Bugs to put into Smolly, for the fuzzer to find (mutants)."""

from collections import namedtuple

Bug = namedtuple("Bug", "name file what old new")

BUGS = [
    Bug("first-use", "lib/Storage/LiveRanges.cpp",
        "a value's life ends with its first use",
        "Uses.intersect_domain(Lives.Piece).lexmax()",
        "Uses.intersect_domain(Lives.Piece).lexmin()"),
    Bug("conflict-piece", "lib/Storage/Conflicts.cpp",
        "one piece of a conflict set is dropped",
        "  return countPolyhedra(Result) > MaxToCoalesce ?",
        "  auto Pieces = Result.get_basic_map_list();\n"
        "  if (Pieces.size().release() > 1)\n"
        "    Result = Result.subtract(isl::map(Pieces.at(0)));\n"
        "  return countPolyhedra(Result) > MaxToCoalesce ?"),
    Bug("conflict-pair", "lib/Storage/Conflicts.cpp",
        "values of different statements never conflict",
        "isl::map Result = intersection(Ordered, definedInTime(Earlier, Later));",
        "isl::map Result = intersection(Ordered, definedInTime(Earlier, Later));\n"
        "  if (!(Earlier.Write == Later.Write))\n"
        "    Result = Result.subtract(Result);"),
    Bug("offsets", "lib/Storage/GroupMapping.cpp",
        "the values of one write are not shifted against those of another",
        "linearFunction(Space, Gamma, Offsets[I])",
        "linearFunction(Space, Gamma, 0)"),
    Bug("smaller-modulus", "lib/Scop/NodeBuilder.cpp",
        "a modulus is too small by one",
        "? emitModulus(E.Sizes[I], Name",
        "? emitModulus(emitParameter(A.Dims[I].Size.add_constant(-1).max(\n"
        "A.Dims[I].Size.sub(A.Dims[I].Size).add_constant(1)),\n"
        'Name + "less" + Suffix), Name'),
    Bug("merged-flows", "lib/Kernel/Dataflow.cpp",
        "two writes of an element are taken for one",
        "if (!isDisjoint(Other.range(), A.Relation.range()).is_true())",
        "if (Other.is_null())"),
    Bug("reads-first", "lib/Scop/StatementFacts.cpp",
        "a cell is reused though the statement reads after writing",
        "if (isa<LoadInst>(I) && SeenStore)",
        "if (false)"),
    Bug("read-behind", "lib/Scop/Import.cpp",
        "a live-out is forgotten: accesses behind the loops are not seen",
        "if (isReachedBehind(S, *I, Object)) {",
        "if (false) {"),
    Bug("earlier-call", "lib/Scop/OutsideElements.cpp",
        "a static array is taken for empty in each call",
        "if (Object.Kind == ObjectKind::Global)\n    return true;",
        "if (Object.Kind == ObjectKind::Global)\n    return false;"),
    Bug("escape", "lib/Scop/ObjectFacts.cpp",
        "a function that is given an array does not matter",
        'blame(CB, Callee ? "is passed to',
        'if (false) blame(CB, Callee ? "is passed to'),
    Bug("calloc", "lib/Scop/NodeBuilder.cpp",
        "calloc's zeros are not zero",
        'Constant::getNullValue(T), "smolly.zero"',
        'Constant::getAllOnesValue(T), "smolly.zero"'),
    Bug("merged-places", "lib/Scop/Placement.cpp",
        "places with different indices are merged",
        "if (Function.is_null() ||\n"
        "        !isSubset(Other->as_map(), Function.as_map()).is_true())",
        "if (Function.is_null())"),
    Bug("idle-copies", "lib/Scop/Copies.cpp",
        "a copy is left out where only the last index differs",
        "if (!isSubset(Part, Same).is_true())",
        "if (I + 1 < A.Dims.size() && !isSubset(Part, Same).is_true())"),
    Bug("strides", "lib/Scop/NodeBuilder.cpp",
        "rows of a new array are as long as the array is high",
        "Linear.mul(E.Sizes[I])",
        "Linear.mul(E.Sizes[0])"),
    Bug("modulo", "lib/Scop/NodeBuilder.cpp",
        "the modulo of the last dimension is forgotten",
        "if (A.Dims[I].NeedsModulo)\n      Term =",
        "if (A.Dims[I].NeedsModulo && (I == 0 || I + 1 < A.Dims.size()))\n"
        "      Term ="),
    Bug("base", "lib/Scop/NodeBuilder.cpp",
        "indices that begin below or above zero are not shifted",
        "if (SimpleBase)\n      Row = ",
        "if (SimpleBase && I > 0)\n      Row = "),
    Bug("chunks", "lib/Scop/SplitWraps.cpp",
        "a loop runs on behind the point where an index wraps",
        "B.CreateUDiv(B.CreateSub(Last, Highest), Stride)",
        "B.CreateUDiv(B.CreateSub(Last, State.Lowest), Stride)"),
    Bug("run-time-check", "lib/Scop/Guard.cpp",
        "the run-time check is ignored",
        "B.CreateAnd(G.Branch->getCondition(), B.CreateNot(G.Overflow),\n"
        '                              "smolly.wanted")',
        'B.CreateNot(G.Overflow, "smolly.wanted")'),
    Bug("later-part", "lib/Scop/AffineValues.cpp",
        "the last iteration of a later loop reads nothing",
        "Iterator.le_set(Bound)", "Iterator.lt_set(Bound)"),
    Bug("later-part-forgotten", "lib/Scop/Import.cpp",
        "only the first later load reads anything",
        "    All.Elements = All.Elements.unite(Elements);",
        "    if (All.Elements.is_empty().is_true())\n"
        "      All.Elements = All.Elements.unite(Elements);"),
    Bug("later-reads", "lib/Scop/LaterReads.cpp",
        "of what rewritten loops read, only the last access counts",
        "Elements =\n            Elements.unite(A.Relation.intersect_domain(S.Domain).range());",
        "Elements =\n            A.Relation.intersect_domain(S.Domain).range();"),
    Bug("later-version", "lib/Plugin/FunctionDriver.cpp",
        "loops rely on later ones whichever version of these runs",
        "for (LaterScop *L : Reliant) {",
        "for (LaterScop *L : ArrayRef<LaterScop *>()) {"),
    Bug("dead-effects", "lib/Scop/Copies.cpp",
        "what a statement does beside storing in arrays does not matter",
        "  if (!S.OnlyWrites)\n    return",
        "  bool Stores = false;\n"
        "  for (const Access &A : S.Accesses)\n"
        "    Stores |= A.isWrite();\n"
        "  if (!Stores && !S.OnlyWrites)\n    return"),
    Bug("unread", "lib/Plugin/UnreadArrays.cpp",
        "a value that is used twice comes from nowhere",
        "      if (const Value *Base = ObjectOf.lookup(I))\n"
        "        markObject(Base);",
        "      if (const Value *Base = ObjectOf.lookup(I); Base && I->hasOneUse())\n"
        "        markObject(Base);"),
]
