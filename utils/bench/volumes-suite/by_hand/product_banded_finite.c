// ../product_banded_finite.c with the zeros left out.
// sizes: 0,1 1,1 2,1 7,2 31,1
// flags: -ffinite-math-only -fno-signed-zeros

#include "product_banded.c"
