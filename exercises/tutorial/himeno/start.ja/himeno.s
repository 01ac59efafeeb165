# 単精度の姫野ベンチマーク: ポアソン方程式を、19 点のステンシルを使ってヤコビ法で解きます。
#
# P は 10 x 10 点の面 18 枚で、3 方向とも最も外側の点は変わりません。1 回の反復で、内側の点はどれも、
# 自分と周りの 18 点から、点ごとの係数を使って新しい値になります。GOSA は、最後の反復の変化の
# 2 乗の和です。(ITERATIONS は、実行前に全ノードで置かれます。)
#
# すべてをランク 0 が行います。

        .include "mclib.s"

        .equ    PLANES, 18              # P の面の数
        .equ    LINES, 10               # 1 枚の面の線の数
        .equ    POINTS, 10              # 1 本の線の点の数
        .equ    LINE, 4 * POINTS        # 次の線までのバイト数
        .equ    PLANE, LINES * LINE     # 次の面までのバイト数
        .equ    ALL, PLANES * PLANE     # 配列のバイト数

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # ほかのランクの仕事はない

        li      $a0, 0                  # すべての面
        li      $a1, ALL
        jal     prepare
        li      $s2, PLANE              # $s2: 内側の最初の面の始まり
        li      $s3, ALL - PLANE        # $s3: 内側の面の終わり
        li      $s4, 0                  # $s4: 反復の回数
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

# prepare($a0 = 最初の面の始まり, $a1 = 面の終わり。単位はバイト): すべての配列の、この範囲の面に、ベンチマークの
# 値を入れます。面 i の P は i x i / (PLANES - 1)^2 です。係数はどこでも同じです。
prepare:
        la      $t0, arrays             # $t0: 配列
        la      $t1, values             # $t1: その値
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

# $f0 += 係数 x 点
        .macro  term coefficient, point
        lwc1    $f1, \coefficient
        lwc1    $f2, \point($t0)
        mul.s   $f1, $f1, $f2
        add.s   $f0, $f0, $f1
        .endm

# $f0 += 係数 x (one + two と - one - two の点の和から、one - two と two - one の点を引いたもの)
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

# jacobi($a0, $a1 は上と同じ): この範囲の面の内側の点の新しい値を `fresh` に入れます。$f20 は、変化の
# 2 乗の和になります。
jacobi: li.s    $f21, 0.8               # 変化のうち、反映する割合
        mtc1    $zero, $f20
        la      $t0, P + LINE + 4
        addu    $t9, $t0, $a1           # $t9: 面の終わり
        addu    $t0, $t0, $a0           # $t0: 点。面の内側の最初の点から進む
planes: addiu   $t8, $t0, (LINES - 2) * LINE    # $t8: 線の終わり
lines:  addiu   $t7, $t0, (POINTS - 2) * 4      # $t7: 点の終わり
        la      $t4, arrays - P
        addu    $t4, $t4, $t0           # 同じ点の、a0 での位置
        addiu   $t1, $t4, 4 * ALL       # $t1: b0 での位置
        addiu   $t2, $t1, 3 * ALL
        addiu   $t2, $t2, 3 * ALL       # $t2: wrk1 での位置
        addiu   $t3, $t0, ALL           # $t3: fresh での位置
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
        mul.s   $f0, $f0, $f3           # 変化
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
        addiu   $t0, $t0, 8             # この線の最後の点と、次の線の最初の点を飛ばす
        bne     $t0, $t8, lines
        addiu   $t0, $t0, 2 * LINE      # この面の最後の線と、次の面の最初の線を飛ばす
        bne     $t0, $t9, planes
        jr      $ra

# renew($a0, $a1 は上と同じ): P のこの範囲の面の内側の点に、`fresh` の値を入れます。
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
GOSA:   .float  0                       # ランク 0: 結果
values: .float  1, 1, 1, 0.16666667     # a0, a1, a2, a3 の値
        .float  0, 0, 0                 # b0, b1, b2 の値
        .float  1, 1, 1                 # c0, c1, c2 の値
        .float  0, 1                    # wrk1, bnd の値
arrays: .space  12 * ALL                # a0 から a3、b0 から b2、c0 から c2、wrk1、bnd の順に並ぶ
P:      .space  ALL
fresh:  .space  ALL                     # P のすぐ後ろ
