	.file	1 "product.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=32
	.module	oddspreg
	.module	arch=mips32r2
	.text
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	lui	$11,%hi(a)
	lui	$8,%hi(b)
	addiu	$11,$11,%lo(a)
	addiu	$8,$8,%lo(b)
	li	$6,48			# 0x30
	move	$7,$0
	li	$10,96			# 0x60
	move	$9,$11
$L2:
	addiu	$2,$6,-48
	move	$4,$8
	move	$3,$9
$L3:
	subu	$5,$7,$2
	sw	$2,0($3)
	addiu	$2,$2,1
	sw	$5,0($4)
	addiu	$3,$3,4
	bne	$2,$6,$L3
	addiu	$4,$4,4

	addiu	$6,$2,1
	addiu	$9,$9,192
	addiu	$8,$8,192
	bne	$6,$10,$L2
	addiu	$7,$7,2

	lui	$10,%hi(c)
	lui	$14,%hi(b+9216)
	addiu	$10,$10,%lo(c)
	lui	$9,%hi(b+9408)
	addiu	$15,$10,9216
	move	$13,$0
	addiu	$14,$14,%lo(b+9216)
	addiu	$9,$9,%lo(b+9408)
	move	$12,$10
$L4:
	sll	$8,$13,1
	move	$6,$14
	addu	$8,$8,$13
	move	$7,$12
	sll	$8,$8,6
	addu	$8,$8,$11
$L8:
	mtlo	$0
	addiu	$2,$6,-9216
	move	$3,$8
$L5:
	lw	$5,0($3)
	addiu	$2,$2,192
	lw	$4,-192($2)
	addiu	$3,$3,4
	bne	$2,$6,$L5
	madd	$5,$4

	addiu	$6,$2,4
	mflo	$2
	addiu	$7,$7,4
	bne	$9,$6,$L8
	sw	$2,-4($7)

	addiu	$12,$12,192
	bne	$12,$15,$L4
	addiu	$13,$13,1

	lw	$2,592($10)
	xori	$2,$2,0x84e0
	jr	$31
	sltu	$2,$0,$2

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.local	c
	.comm	c,9216,4
	.local	b
	.comm	b,9216,4
	.local	a
	.comm	a,9216,4
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
