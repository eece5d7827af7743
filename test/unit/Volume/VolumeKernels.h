//===- VolumeKernels.h - Kernels of volumes and operations ------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels as lists of arrays and operations, for tests.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_UNITTEST_VOLUME_VOLUMEKERNELS_H
#define SMOLLY_UNITTEST_VOLUME_VOLUMEKERNELS_H

#include "TestSupport.h"

namespace smolly::test {

/// An array: its elements, and whether it is live in or out.
struct Volume {
  const char *Name, *Elements;
  bool In = false, Out = false;
};

/// A statement that computes each element of Result.
struct Operation {
  const char *Name, *Domain;
  std::vector<const char *> Reads;
  const char *Result;
};

/// Has kernels made of these. Later operations come later.
class VolumeKernelTest : public IslTest {
protected:
  /// In front of all sets and maps, such as "[N] -> ".
  std::string Parameters;

  Kernel kernel(const std::vector<Volume> &Volumes,
                const std::vector<Operation> &Operations,
                Domains Allowed = Domains::Bounded) {
    std::string Arrays, Statements;
    for (const Volume &V : Volumes) {
      std::string Set = "\"" + Parameters + "{ " + V.Elements + " }\"";
      Arrays += (Arrays.empty() ? "" : ", ") +
                (R"({ "name": ")" + std::string(V.Name)) + R"(", "extent": )" +
                Set;
      if (V.In)
        Arrays += R"(, "live_in": )" + Set;
      if (V.Out)
        Arrays += R"(, "live_out": )" + Set;
      Arrays += " }";
    }
    unsigned Time = 0;
    for (const Operation &O : Operations) {
      std::string Tuple = O.Domain;
      Tuple = Tuple.substr(0, Tuple.find(']') + 1);
      std::string Indices = Tuple.substr(Tuple.find('[') + 1);
      std::string Accesses;
      for (const char *Read : O.Reads)
        Accesses += R"({ "kind": "read", "relation": ")" + Parameters + "{ " +
                    Tuple + " -> " + Read + " }\" }, ";
      Statements +=
          (Time ? ", " : "") + (R"({ "name": ")" + std::string(O.Name)) +
          R"(", "domain": ")" + Parameters + "{ " + O.Domain +
          R"( }", "schedule": "{ )" + Tuple + " -> [" + std::to_string(Time) +
          (Indices == "]" ? "" : ", ") + Indices + R"( }", "accesses": [ )" +
          Accesses + R"({ "kind": "write", "relation": "{ )" + Tuple + " -> " +
          O.Result + " }\" } ] }";
      ++Time;
    }
    return parse(R"({ "arrays": [ )" + Arrays + R"( ], "statements": [ )" +
                     Statements + " ] }",
                 Allowed);
  }
};

} // namespace smolly::test

#endif // SMOLLY_UNITTEST_VOLUME_VOLUMEKERNELS_H
