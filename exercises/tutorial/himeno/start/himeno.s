# The Himeno benchmark in single precision: Poisson's equation by Jacobi's method, with a stencil of 19 points.
#
# P has 18 planes of 10 x 10 points; the outermost points of all three directions stay as they are. In each iteration every
# inner point gets a new value from itself and 18 points round it, with coefficients for each point. GOSA is the sum of the
# squares of the last changes. (ITERATIONS is placed here before the run, on every node.)
#
# Rank 0 does all of it.

        .include "mclib.s"

        .equ    PLANES, 18              # planes of P
        .equ    LINES, 10               # lines of a plane
        .equ    POINTS, 10              # points of a line
        .equ    LINE, 4 * POINTS        # bytes from one line to the next
        .equ    PLANE, LINES * LINE     # bytes from one plane to the next
        .equ    ALL, PLANES * PLANE     # bytes of an array

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # the others have nothing to do

        li      $a0, 0                  # all planes
        li      $a1, ALL
        jal     prepare
        li      $s2, PLANE              # $s2: where the first inner plane begins
        li      $s3, ALL - PLANE        # $s3: where the inner planes end
        li      $s4, 0                  # $s4: number of iterations
again:  move    $a0, $s2
        move    $a1, $s3
        jal     jacobi
        move    $a0, $s2
        move    $a1, $s3
        jal     renew
        addiu   $s4, $s4, 1
        lw      $t0, ITERATIONS
        bne     $s4, $t0, again
        la      $t0, GOSA
        swc1    $f20, 0($t0)

finish: li      $a0, 0
        jal     mc_exit

# prepare($a0 = where the first plane begins, $a1 = where the planes end, in bytes): gives these planes of all arrays the
# values of the benchmark. In plane i, P is i x i / (PLANES - 1)^2; the coefficients are the same everywhere.
prepare:
        la      $t0, arrays             # $t0: the array
        la      $t1, values             # $t1: its value
        la      $t2, P
array:  lwc1    $f0, 0($t1)
        addu    $t3, $t0, $a0
        addu    $t4, $t0, $a1
fill:   swc1    $f0, 0($t3)
        addiu   $t3, $t3, 4
        bne     $t3, $t4, fill
        addiu   $t0, $t0, ALL
        addiu   $t1, $t1, 4
        bne     $t0, $t2, array
        li.s    $f1, 289.0              # (PLANES - 1)^2
        addu    $t3, $t2, $a0
        addu    $t4, $t2, $a1
        li      $t5, PLANE
        divu    $zero, $a0, $t5
        mflo    $t6                     # $t6: i
plane:  mul     $t7, $t6, $t6
        mtc1    $t7, $f0
        cvt.s.w $f0, $f0
        div.s   $f0, $f0, $f1
        addiu   $t7, $t3, PLANE
point:  swc1    $f0, 0($t3)
        addiu   $t3, $t3, 4
        bne     $t3, $t7, point
        addiu   $t6, $t6, 1
        bne     $t3, $t4, plane
        jr      $ra

# $f0 += coefficient x point
        .macro  term coefficient, point
        lwc1    $f1, \coefficient
        lwc1    $f2, \point($t0)
        mul.s   $f1, $f1, $f2
        add.s   $f0, $f0, $f1
        .endm

# $f0 += coefficient x (the points at one + two and - one - two, less those at one - two and two - one)
        .macro  cross coefficient, one, two
        lwc1    $f2, \one + \two($t0)
        lwc1    $f3, \one - \two($t0)
        lwc1    $f4, \two - \one($t0)
        lwc1    $f5, - \one - \two($t0)
        lwc1    $f1, \coefficient
        sub.s   $f2, $f2, $f3
        sub.s   $f2, $f2, $f4
        add.s   $f2, $f2, $f5
        mul.s   $f1, $f1, $f2
        add.s   $f0, $f0, $f1
        .endm

# jacobi($a0, $a1 as above): the new values of the inner points of these planes go to `fresh`; $f20 becomes the sum of the
# squares of their changes.
jacobi: li.s    $f21, 0.8               # how much of the change is made
        mtc1    $zero, $f20
        la      $t0, P + LINE + 4
        addu    $t9, $t0, $a1           # $t9: end of the planes
        addu    $t0, $t0, $a0           # $t0: the point, from the first inner one of the plane on
planes: addiu   $t8, $t0, (LINES - 2) * LINE    # $t8: end of the lines
lines:  addiu   $t7, $t0, (POINTS - 2) * 4      # $t7: end of the points
        la      $t4, arrays - P
        addu    $t4, $t4, $t0           # the same point in a0,
        addiu   $t1, $t4, 4 * ALL       # $t1: in b0,
        addiu   $t2, $t1, 3 * ALL
        addiu   $t2, $t2, 3 * ALL       # $t2: in wrk1,
        addiu   $t3, $t0, ALL           # $t3: in fresh
points: lwc1    $f0, 0($t2)             # wrk1
        term    -4 * ALL($t1), PLANE    # a0
        term    -3 * ALL($t1), LINE     # a1
        term    -2 * ALL($t1), 4        # a2
        cross   0($t1), PLANE, LINE     # b0
        cross   ALL($t1), LINE, 4       # b1
        cross   2 * ALL($t1), PLANE, 4  # b2
        term    3 * ALL($t1), -PLANE    # c0
        term    4 * ALL($t1), -LINE     # c1
        term    -ALL($t2), -4           # c2
        lwc1    $f1, -ALL($t1)          # a3
        lwc1    $f2, 0($t0)
        lwc1    $f3, ALL($t2)           # bnd
        mul.s   $f0, $f0, $f1
        sub.s   $f0, $f0, $f2
        mul.s   $f0, $f0, $f3           # the change
        mul.s   $f1, $f0, $f0
        add.s   $f20, $f20, $f1
        mul.s   $f0, $f0, $f21
        add.s   $f0, $f0, $f2
        swc1    $f0, 0($t3)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 4
        addiu   $t2, $t2, 4
        addiu   $t3, $t3, 4
        bne     $t0, $t7, points
        addiu   $t0, $t0, 8             # over the last point of this line and the first one of the next
        bne     $t0, $t8, lines
        addiu   $t0, $t0, 2 * LINE      # over the last line of this plane and the first one of the next
        bne     $t0, $t9, planes
        jr      $ra

# renew($a0, $a1 as above): the inner points of these planes of P get their values from `fresh`.
renew:  la      $t0, P + LINE + 4
        addu    $t9, $t0, $a1
        addu    $t0, $t0, $a0
planes_renewed:
        addiu   $t8, $t0, (LINES - 2) * LINE
lines_renewed:
        addiu   $t7, $t0, (POINTS - 2) * 4
renewed:
        lw      $t1, ALL($t0)
        sw      $t1, 0($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t7, renewed
        addiu   $t0, $t0, 8
        bne     $t0, $t8, lines_renewed
        addiu   $t0, $t0, 2 * LINE
        bne     $t0, $t9, planes_renewed
        jr      $ra

        .data
ITERATIONS:
        .word   4
GOSA:   .float  0                       # on rank 0: the result
values: .float  1, 1, 1, 0.16666667     # of a0, a1, a2, a3,
        .float  0, 0, 0                 # b0, b1, b2,
        .float  1, 1, 1                 # c0, c1, c2,
        .float  0, 1                    # wrk1, bnd
arrays: .space  12 * ALL                # a0 to a3, b0 to b2, c0 to c2, wrk1, bnd, one after the other
P:      .space  ALL
fresh:  .space  ALL                     # right after P
