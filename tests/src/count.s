main:	li	$s0, 0
	li	$s1, 10
	# Nothing stands here.
loop:	addiu	$s0, $s0, 1
	sw	$s0, total
	bne	$s0, $s1, loop
	nop
	li	$v0, 10
	syscall
	nop
	.data
total:	.word	0
