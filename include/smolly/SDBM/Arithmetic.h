//===- Arithmetic.h - Checked integers and congruences ----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The numbers of "Strided Difference Bound Matrices" (section 2): bounds with
/// an infinity, and the congruences of single variables. Finite numbers are at
/// most 2^61 in absolute value, so that the sum of two of them is exact in 64
/// bits and need only be compared with that limit afterwards. Whoever exceeds
/// it answers "unknown".
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SDBM_ARITHMETIC_H
#define SMOLLY_SDBM_ARITHMETIC_H

#include <cstdint>
#include <limits>
#include <optional>

namespace smolly::sdbm {

using Integer = std::int64_t;

/// The bound of a difference that has none.
constexpr Integer Infinity = std::numeric_limits<Integer>::max();
/// Of a finite number's absolute value.
constexpr Integer Largest = Integer(1) << 61;

/// Whether a set has elements. Unknown: a number was too large, or the limit of
/// steps was reached.
enum class Emptiness { Empty, NonEmpty, Unknown };

/// The answer to a question about sets.
enum class Truth { No, Yes, Unknown };

/// Whether a set of which this is known is empty.
inline Truth isEmpty(Emptiness Known) {
  switch (Known) {
  case Emptiness::Empty:
    return Truth::Yes;
  case Emptiness::NonEmpty:
    return Truth::No;
  case Emptiness::Unknown:
    break;
  }
  return Truth::Unknown;
}

inline bool inRange(Integer Value) {
  return Value >= -Largest && Value <= Largest;
}

/// Rounds towards minus infinity; \p Divisor is positive.
inline Integer floorDiv(Integer Value, Integer Divisor) {
  Integer Quotient = Value / Divisor;
  return Quotient - (Value % Divisor < 0);
}

/// Rounds towards infinity; \p Divisor is positive.
inline Integer ceilDiv(Integer Value, Integer Divisor) {
  return -floorDiv(-Value, Divisor);
}

/// From 0 to \p Divisor - 1; \p Divisor is positive.
inline Integer floorMod(Integer Value, Integer Divisor) {
  Integer Rest = Value % Divisor;
  return Rest < 0 ? Rest + Divisor : Rest;
}

/// Not negative; gcd(0, A) is |A|. Complexity: O(log min(|A|, |B|)).
inline Integer gcd(Integer A, Integer B) {
  A = A < 0 ? -A : A;
  B = B < 0 ? -B : B;
  while (B != 0) {
    Integer Rest = A % B;
    A = B;
    B = Rest;
  }
  return A;
}

/// Of positive numbers; none if it is too large.
inline std::optional<Integer> lcm(Integer A, Integer B) {
  Integer Result;
  if (__builtin_mul_overflow(A / gcd(A, B), B, &Result) || !inRange(Result))
    return std::nullopt;
  return Result;
}

/// x ≡ Remainder (mod Divisor). Divisor 1 says nothing, divisor 0 that x is
/// Remainder. Invariant: 0 <= Remainder < Divisor if that is positive.
struct Congruence {
  Integer Divisor = 1;
  Integer Remainder = 0;

  Congruence() = default;
  Congruence(Integer AnyRemainder, Integer Divisor)
      : Divisor(Divisor),
        Remainder(Divisor > 0 ? floorMod(AnyRemainder, Divisor)
                              : AnyRemainder) {}

  bool operator==(const Congruence &Other) const {
    return Divisor == Other.Divisor && Remainder == Other.Remainder;
  }
  bool operator!=(const Congruence &Other) const { return !(*this == Other); }

  bool contains(Integer Value) const {
    return Divisor == 0 ? Value == Remainder
                        : (Value - Remainder) % Divisor == 0;
  }
  /// Every x of \p Other is one of this.
  bool includes(const Congruence &Other) const {
    if (Divisor == 0)
      return *this == Other;
    return Other.Divisor % Divisor == 0 && contains(Other.Remainder);
  }
  /// The greatest x up to \p Value and the least from it on; the divisor is
  /// positive.
  Integer roundDown(Integer Value) const {
    return Value - floorMod(Value - Remainder, Divisor);
  }
  Integer roundUp(Integer Value) const {
    return Value + floorMod(Remainder - Value, Divisor);
  }
};

/// The least congruence above both. Remainders A and A' of one set differ by a
/// multiple of its divisor; those of the union therefore by multiples of gcd(d,
/// d', r - r'), and no larger number divides d, d' and r - r'.
inline Congruence join(const Congruence &A, const Congruence &B) {
  return {A.Remainder,
          gcd(gcd(A.Divisor, B.Divisor), A.Remainder - B.Remainder)};
}

/// What two congruences of one variable say together.
struct Intersection {
  enum class Kind { Congruence, Conflict, TooLarge } What;
  Congruence Both;
};

/// By the Chinese remainder theorem. Complexity: O(log of the divisors).
Intersection intersect(const Congruence &A, const Congruence &B);

/// The x with Factor x ≡ Value (mod Divisor). Divisor is positive and has no
/// divisor in common with Factor. Complexity: O(log Divisor).
Congruence divided(Integer Value, Integer Factor, Integer Divisor);

} // namespace smolly::sdbm

#endif // SMOLLY_SDBM_ARITHMETIC_H
