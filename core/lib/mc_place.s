# MClib: places. Who am I, and how many are we?

        .text

# int mc_rank(void): own rank. Ranks count row by row from 0, so rank = (y - 1) * width + (x - 1).
# Cost: 11 cycles.
        .globl  mc_rank
mc_rank:
        lw      $t0, NODE_ID($zero)
        lw      $t1, NODE_ARRAY($zero)
        andi    $v0, $t0, 0xff          # y
        addiu   $v0, $v0, -1
        srl     $t1, $t1, 8             # width
        mul     $v0, $v0, $t1
        srl     $t0, $t0, 8             # x
        addu    $v0, $v0, $t0
        addiu   $v0, $v0, -1
        jr      $ra

# int mc_nodes(void): number of compute nodes.
# Cost: 6 cycles.
        .globl  mc_nodes
mc_nodes:
        lw      $t0, NODE_ARRAY($zero)
        andi    $v0, $t0, 0xff          # height
        srl     $t0, $t0, 8             # width
        mul     $v0, $v0, $t0
        jr      $ra

# int mc_x(void): own column, from 1 in the west.
# Cost: 4 cycles.
        .globl  mc_x
mc_x:   lw      $v0, NODE_ID($zero)
        srl     $v0, $v0, 8
        jr      $ra

# int mc_y(void): own row, from 1 in the north.
# Cost: 4 cycles.
        .globl  mc_y
mc_y:   lw      $v0, NODE_ID($zero)
        andi    $v0, $v0, 0xff
        jr      $ra

# int mc_width(void): columns of compute nodes.
# Cost: 4 cycles.
        .globl  mc_width
mc_width:
        lw      $v0, NODE_ARRAY($zero)
        srl     $v0, $v0, 8
        jr      $ra

# int mc_height(void): rows of compute nodes.
# Cost: 4 cycles.
        .globl  mc_height
mc_height:
        lw      $v0, NODE_ARRAY($zero)
        andi    $v0, $v0, 0xff
        jr      $ra

# unsigned mc_id(int rank): node ID of a rank, as mc_put and mc_signal want it. mc_id(-1) is the memory node.
# Cost: 13 cycles; for the memory node 5.
        .globl  mc_id
mc_id:  li      $v0, 0                  # the memory node stands at (0,0)
        bltz    $a0, 1f
        lw      $t0, NODE_ARRAY($zero)
        srl     $t0, $t0, 8             # width
        divu    $zero, $a0, $t0
        mfhi    $v0                     # x - 1 = rank mod width
        mflo    $t0                     # y - 1 = rank / width
        sll     $v0, $v0, 8
        addu    $v0, $v0, $t0
        addiu   $v0, $v0, 0x101         # both count from 1
1:      jr      $ra
