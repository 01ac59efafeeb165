# A loop of three instructions, a million times.
main:	li	$t0, 1000000
loop:	addiu	$t0, $t0, -1
	bne	$t0, $zero, loop
	nop
	jr	$ra
	nop
