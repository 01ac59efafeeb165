# ランク 0 だけで、512 個の数の和を計算します。
        .include "mclib.s"
        .eqv    N, 512

        .data
X:      .space  2048            # 数
SUM:    .word   0

        .text
main:   jal     mc_rank
        bnez    $v0, end        # ほかのランクは何もしない
        li      $a0, 0          # 最初の数
        li      $a1, N          # 個数
        jal     add
        sw      $v0, SUM
end:    li      $a0, 0
        jal     mc_exit

# add(first, count): X の `count` 個の数の和を $v0 に返します。
add:    la      $t0, X
        sll     $t1, $a0, 2
        addu    $t0, $t0, $t1   # 次の数の番地
        sll     $t1, $a1, 2
        addu    $t1, $t0, $t1   # 最後の数の次の番地
        li      $v0, 0
loop:   lw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        addu    $v0, $v0, $t2
        bne     $t0, $t1, loop
        jr      $ra
