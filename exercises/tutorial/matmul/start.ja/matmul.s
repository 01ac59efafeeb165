# メモリノードの主記憶にある、32 x 32 の単精度の行列の積 C = A x B を計算します。
#
# すべてをランク 0 が行います。

        .include "mclib.s"

        .equ    N, 32                   # 行と列の数
        .equ    ROW, 4 * N              # 次の行までのバイト数
        .equ    MAIN_A, 0x10000         # 主記憶の中の行列の番地
        .equ    MAIN_B, 0x20000
        .equ    MAIN_C, 0x30000

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # ほかのランクの仕事はない

# mc_get には、64 ビットの番地を $a2 (下位) と $a3 (上位) で、バイト数をスタックで渡します。
        addiu   $sp, $sp, -24
        li      $t0, N * ROW
        sw      $t0, 16($sp)
        la      $a0, A
        li      $a2, MAIN_A
        li      $a3, 0
        jal     mc_get                  # データが届くと戻る
        la      $a0, B
        li      $a2, MAIN_B
        li      $a3, 0
        jal     mc_get

        li      $a0, N
        jal     multiply

        li      $a0, MAIN_C             # mc_store: 番地は $a0 と $a1
        li      $a1, 0
        la      $a2, C
        li      $a3, N * ROW
        jal     mc_store
        addiu   $sp, $sp, 24

finish: li      $a0, 0
        jal     mc_exit

# multiply($a0 = 行の数): C の指定された数の行を、A の同じ数の行と B の全体から計算します。
multiply:
        la      $t0, A                  # $t0: A の行
        la      $t1, C                  # $t1: C の要素
row:    la      $t2, B                  # $t2: B の列の先頭
        addiu   $t3, $t2, ROW           # $t3: 列の終わり
        addiu   $t4, $t0, ROW           # $t4: A の行の終わり
column: move    $t5, $t0                # $t5 は A の行を進む
        move    $t6, $t2                # $t6 は B の列を下る
        mtc1    $zero, $f0              # $f0: 和
product:
        lwc1    $f1, 0($t5)
        lwc1    $f2, 0($t6)
        mul.s   $f1, $f1, $f2
        add.s   $f0, $f0, $f1
        addiu   $t5, $t5, 4
        addiu   $t6, $t6, ROW
        bne     $t5, $t4, product
        swc1    $f0, 0($t1)
        addiu   $t1, $t1, 4
        addiu   $t2, $t2, 4
        bne     $t2, $t3, column
        move    $t0, $t4                # 次の行は、この行の終わりから始まる
        addiu   $a0, $a0, -1
        bnez    $a0, row
        jr      $ra

        .data
A:      .space  N * ROW                 # このノードに必要な A の行
B:      .space  N * ROW
C:      .space  N * ROW                 # このノードが計算する C の行
