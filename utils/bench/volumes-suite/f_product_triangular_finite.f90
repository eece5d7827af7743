! f_product_triangular.f90 for those who promise that no number is infinite or none,
! and that signs of zeros do not matter: what is multiplied with zero may be left out.
! category: Fortran
! by hand: by_hand/f_product_triangular_finite.f90
! benchmark: in 128 128 400; out 600 600 3
! sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1
! flags: -fno-honor-nans -fno-honor-infinities -fno-signed-zeros
include 'f_product_triangular.f90'
