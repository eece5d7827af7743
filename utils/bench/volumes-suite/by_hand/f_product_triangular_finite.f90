! ../f_product_triangular_finite.f90 with the zeros left out.
! sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1
! flags: -fno-honor-nans -fno-honor-infinities -fno-signed-zeros
include 'f_product_triangular.f90'
