# A character on the console of this node, which is also the result.

        .text

# int putchar(int character): a character.
# Cost: 4 cycles.
        .globl  putchar
putchar:
        sw      $a0, -0xd0($zero)
        andi    $v0, $a0, 0xff
        jr      $ra
