//===- StoragePlan.h - Where each value is stored ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The storage part of a Plan: value sets, the arrays they are mapped to, and
/// the modulo mapping of each (Bhaskaracharya's thesis, definitions of sections
/// 2.4, 3.3 and 4.4, over value sets instead of statements).
///
/// A *value set* is a statement, one of its write accesses and a piece of the
/// statement's domain. Value (instance) v of value set V is stored in cell
///
///     ((Index_V(v) - Base) mod Size)     component by component
///
/// of storage array Target_V. Base is a lower bound of Index over all value
/// sets of the array, hence the dividend is never negative. Where NeedsModulo
/// is false in a component, Index - Base is always below Size and the modulo
/// can be left out.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_STORAGEPLAN_H
#define SMOLLY_STORAGE_STORAGEPLAN_H

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/Kernel.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace smolly {

class LiveRanges;
class ParameterPoint;

/// One dimension of a storage array.
struct StorageDim {
  /// { [params] -> Z }, at least 1 in the kernel's context.
  isl::pw_aff Size;
  /// { [params] -> Z }
  isl::pw_aff Base;
  bool NeedsModulo = true;
};

/// One new array. No dimensions: a single cell.
struct StorageArray {
  /// Index into Kernel::Arrays of the array it replaces (the first of them).
  unsigned Array = 0;
  /// All arrays whose values it holds, ascending.
  std::vector<unsigned> Sharing;
  unsigned ElementBytes = 8;
  std::string Name;
  std::vector<StorageDim> Dims;
};

/// One value set and its mapping.
struct ValueSet {
  AccessRef Write;
  /// { Domain[] }
  isl::set Piece;
  /// Index into Kernel::Arrays of the array that the program writes.
  unsigned Array = 0;
  enum class Place {
    /// In the original array, at the original element.
    Original,
    /// In StoragePlan::Arrays[Target].
    Mapped,
    /// Nobody reads these values: the store is left out.
    Nowhere,
  };
  Place Where = Place::Original;
  unsigned Target = 0;
  /// { Domain[] -> Cell[] }, total on Piece, before base and modulo.
  isl::pw_multi_aff Index;
};

/// Why an array was left as it was, for a remark.
struct StorageRefusal {
  unsigned Array = 0;
  std::string Reason;
};

/// Where every value of a kernel goes. The value sets partition the writes: for
/// each write access, the pieces of its value sets are disjoint and cover the
/// statement's domain.
struct StoragePlan {
  std::vector<ValueSet> Values;
  std::vector<StorageArray> Arrays;
  std::vector<StorageRefusal> Refusals;
  /// How often the ILP solver or enumerator tried, for statistics.
  unsigned Alternatives = 0;

  /// True when some array of the kernel has left its original place.
  bool changesAnything() const;
};

enum class StorageMethod {
  /// The smallest of all that follow and of enumerated rows.
  Best,
  /// Storage hyperplanes by integer linear programming (Algorithms 1 and 3 of
  /// the thesis).
  Smo,
  /// The smallest of the alternatives to those (Algorithms 2 and 4).
  SmoEnumerate,
  /// One modulus for each loop (section 2.4).
  SuccessiveModulo,
  /// The same, and arrays that do not interfere share their rectangular hull
  /// (section 2.5).
  RectangularHull,
  Off
};

struct StorageOptions {
  StorageMethod Method = StorageMethod::Best;
  /// The compiler's choice: among the mappings that keep everything the kernel
  /// touches within 1/16 of the smallest, the cheapest to index. False: the
  /// smallest.
  bool PreferCheapIndex = false;
  /// Somebody has counted the values that are alive at once, and there are
  /// fewer than arrays have elements: not to be counted again.
  bool KnownToShrink = false;
  /// Lets the values of different arrays share storage.
  bool InterArray = true;
  /// Alternatives that SmoEnumerate looks at.
  unsigned MaxMappings = 16;
  /// Assumed values of parameters by name; others get their known bounds or
  /// 1000.
  std::map<std::string, long> Assumed;
  unsigned long MaxIslOperations = 50'000'000;
  unsigned long MaxIlpIterations = 200'000;
  unsigned MaxDisjuncts = 400;
};

/// Decides where the values of every array of \p K that is not fixed go. Arrays
/// for which nothing smaller than the original was found are Place::Original
/// with a refusal that says so. Fails only when the budget is used up before
/// anything was found.
llvm::Expected<StoragePlan> planStorage(const Kernel &K, const Dataflow &D,
                                        const StorageOptions &Options);

/// The same for who has asked for live ranges already.
llvm::Expected<StoragePlan> planStorage(const LiveRanges &Ranges,
                                        const StorageOptions &Options);

/// The same within an allowance of \p MaxOperations isl operations. Where these
/// are not enough, all arrays stay, without a refusal.
llvm::Expected<StoragePlan> planStorageSoon(const Kernel &K, const Dataflow &D,
                                            const StorageOptions &Options,
                                            unsigned long MaxOperations);

/// The array number \p Array of \p K as it is in the program: the bounding box
/// of its extent, or of the elements that are written where the extent has no
/// bound. Null sizes on failure.
StorageArray describeOriginal(const Kernel &K, unsigned Array,
                              const StorageOptions &Options);

/// The cells of the array number \p Array at \p Point, at least 1, as far as
/// they are known. The sets of \p K have the same parameters. Complexity: two
/// integer programs for each dimension.
double originalCells(const Kernel &K, unsigned Array,
                     const ParameterPoint &Point);

/// Number of cells of a storage array at the assumed parameters; none where isl
/// has no operations left to say so, which is not to be taken for nothing.
std::optional<double> cellsAtAssumed(const Kernel &K, const StorageArray &A,
                                     const StorageOptions &Options);

/// A parameter expression for people: "2 * N - 1", "max(1, N - 1)".
std::string expressionAsString(const isl::pw_aff &Expression);

/// Number of cells of a storage array, as a parameter expression for people:
/// "3 * (N + 2)".
std::string cellsAsString(const StorageArray &A);

} // namespace smolly

#endif // SMOLLY_STORAGE_STORAGEPLAN_H
