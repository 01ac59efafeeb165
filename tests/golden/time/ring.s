# Each node computes, sends what it has to the node with the next rank, and so on until the limit of cycles.
	.include "mclib.s"
	.text
main:	jal	mc_rank
	move	$s0, $v0
	jal	mc_nodes
	addiu	$s1, $s0, 1
	bne	$s1, $v0, named
	move	$s1, $zero
named:	move	$a0, $s1
	jal	mc_id
	move	$s2, $v0
	li	$s3, 0
round:	li	$t0, 4000
	addu	$t0, $t0, $s0
work:	addu	$s3, $s3, $t0
	xor	$s3, $s3, $s0
	sll	$t1, $s3, 3
	addu	$s3, $s3, $t1
	addiu	$t0, $t0, -1
	bgtz	$t0, work
	la	$t2, mine
	lw	$t3, 0($t2)
	addu	$s3, $s3, $t3
	sw	$s3, 64($t2)
	move	$a0, $s2
	la	$a1, mine
	addiu	$a2, $a1, 64
	li	$a3, 64
	jal	mc_put
	b	round
	.data
	.balign	64
mine:	.space	128
