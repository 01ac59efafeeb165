# 方程式ソルバのカーネル: 縁の温度を一定に保った板の温度を計算します。
#
# 格子は N x N 個の内部の点と、その周りの縁からなります。1 回のスイープで、内部の点はどれも、スイープの前の
# 周りの 4 点の平均になります (ヤコビ法)。そのため格子は 2 つあり、スイープごとに一方からもう一方へ書きます。
# どの点の変化も EPSILON 以下になるか、MOST_SWEEPS 回スイープすると終わりです。
#
# すべてをランク 0 が行います。

        .include "mclib.s"

        .equ    N, 32                   # 1 行の内部の点の数、内部の行の数
        .equ    ROW, 4 * (N + 2)        # 次の行までのバイト数
        .equ    ALL, ROW * (N + 2)      # 格子のバイト数
        .equ    MOST_SWEEPS, 200

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # ほかのランクの仕事はない

# 2 つ目の格子の縁も同じにします。
        la      $t0, GRID
        la      $t1, other
        addiu   $t2, $t0, ALL
copy:   lw      $t3, 0($t0)
        sw      $t3, 0($t1)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 4
        bne     $t0, $t2, copy

        la      $s4, GRID               # $s4: 読む格子
        li      $s5, ALL                # $s5: 読む格子から書く格子までの距離
        li      $s6, 0                  # $s6: スイープの回数
again:  addiu   $a0, $s4, ROW
        addiu   $a1, $s4, ROW + N * ROW
        move    $a2, $s5
        jal     sweep
        addu    $s4, $s4, $s5           # 2 つの格子を入れ替える
        negu    $s5, $s5
        addiu   $s6, $s6, 1
        li      $t0, MOST_SWEEPS
        beq     $s6, $t0, solved
        lwc1    $f0, EPSILON
        c.le.s  $f20, $f0
        bc1f    again

solved: la      $t0, SWEEPS
        sw      $s6, 0($t0)
        addiu   $t0, $s4, ROW           # 最後の格子の内部の行が結果になる
        addiu   $t1, $s4, ROW + N * ROW
        la      $t2, RESULT
result: lw      $t3, 0($t0)
        sw      $t3, 0($t2)
        addiu   $t0, $t0, 4
        addiu   $t2, $t2, 4
        bne     $t0, $t1, result

finish: li      $a0, 0
        jal     mc_exit

# sweep($a0 = 最初の行の番地, $a1 = 最後の行の次の番地, $a2 = もう一方の格子までのバイト数):
# もう一方の格子の、この範囲の行の内部の点に、こちらの格子の周りの 4 点の平均を入れます。$f20 は、
# 点の変化の最大になります。
sweep:  li.s    $f4, 0.25
        mtc1    $zero, $f20
row:    addiu   $t0, $a0, 4             # $t0: 点
        addiu   $t1, $a0, ROW - 4       # $t1: 行の内部の最後の点の次
        addu    $t2, $t0, $a2           # $t2: もう一方の格子の同じ点
point:  lwc1    $f0, -ROW($t0)
        lwc1    $f1, ROW($t0)
        lwc1    $f2, -4($t0)
        lwc1    $f3, 4($t0)
        add.s   $f0, $f0, $f1
        add.s   $f2, $f2, $f3
        add.s   $f0, $f0, $f2
        mul.s   $f0, $f0, $f4
        lwc1    $f1, 0($t0)
        swc1    $f0, 0($t2)
        sub.s   $f1, $f0, $f1
        abs.s   $f1, $f1
        c.lt.s  $f20, $f1
        movt.s  $f20, $f1, $fcc0
        addiu   $t0, $t0, 4
        addiu   $t2, $t2, 4
        bne     $t0, $t1, point
        addiu   $a0, $a0, ROW
        bne     $a0, $a1, row
        jr      $ra

        .data
EPSILON:
        .float  0.5
GRID:   .space  ALL                     # ランク 0: 縁とはじめの値がここに置かれる
other:  .space  ALL                     # 2 つ目の格子。すぐ後ろにある
RESULT: .space  N * ROW                 # ランク 0: 内部の行。左右の縁を含む
SWEEPS: .word   0                       # ランク 0: スイープの回数
