# Square roots, where the compiler does not put the instruction in place of the call.

        .text

# double sqrt(double x): rounded exactly.
# Cost: 3 cycles.
        .globl  sqrt
sqrt:   sqrt.d  $f0, $f12
        jr      $ra

# float sqrtf(float x): rounded exactly.
# Cost: 3 cycles.
        .globl  sqrtf
sqrtf:  sqrt.s  $f0, $f12
        jr      $ra
