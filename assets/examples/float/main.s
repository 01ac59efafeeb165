# Floating point: the square root of 2 by Newton's method. Each turn doubles the number of right digits; watch $f0 among
# the floating-point registers.

        .text
        .globl  main
main:   l.d     $f2, two                # the number whose root is wanted
        l.d     $f4, half
        mov.d   $f0, $f2                # a first guess
        li      $t0, 6
newton: div.d   $f6, $f2, $f0           # x = (x + 2 / x) / 2
        add.d   $f0, $f0, $f6
        mul.d   $f0, $f0, $f4
        addiu   $t0, $t0, -1
        bnez    $t0, newton

        mov.d   $f12, $f0
        li      $v0, 3                  # print a double
        syscall
        li      $v0, 10                 # end
        syscall

        .data
        .align  3
two:    .double 2.0
half:   .double 0.5
