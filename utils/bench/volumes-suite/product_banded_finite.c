// product_banded.c for those who promise that no number is infinite or none, and
// that signs of zeros do not matter: what is multiplied with zero may be left out.
// category: products
// by hand: by_hand/product_banded_finite.c
// benchmark: in 128 400; out 700 2
// sizes: 0,1 1,1 2,1 7,2 31,1
// flags: -ffinite-math-only -fno-signed-zeros

#include "product_banded.c"
