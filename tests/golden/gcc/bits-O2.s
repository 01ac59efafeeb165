	.file	1 "bits.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=32
	.module	oddspreg
	.module	arch=mips32r2
	.text
	.rdata
	.align	2
$LC0:
	.ascii	"0123456789abcdef\000"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,48,$31		# vars= 40, regs= 2/0, args= 0, gp= 0
	.mask	0x00030000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	li	$2,305397760			# 0x12340000
	addiu	$sp,$sp,-48
	addiu	$2,$2,22136
	lui	$5,%hi($LC0)
	li	$12,-1640562688			# 0xffffffff9e370000
	sw	$2,36($sp)
	li	$7,-859045888			# 0xffffffffcccc0000
	sw	$17,44($sp)
	sw	$16,40($sp)
	li	$11,8			# 0x8
	lw	$6,36($sp)
	move	$8,$0
	move	$10,$0
	addiu	$5,$5,%lo($LC0)
	li	$9,32			# 0x20
	li	$14,45			# 0x2d
	addiu	$12,$12,31161
	li	$13,10			# 0xa
	ori	$7,$7,0xcccd
$L13:
	ror	$15,$6,27
	srl	$25,$6,3
	move	$16,$0
	xor	$6,$25,$15
	sll	$24,$6,19
	andi	$2,$6,0x7
	addu	$2,$10,$2
	xor	$8,$8,$6
	sra	$24,$24,23
	andi	$10,$2,0x7f
	andi	$8,$8,0x1fff
	move	$3,$6
$L2:
	andi	$2,$3,0xf
	addu	$2,$5,$2
	addiu	$16,$16,1
	sltu	$4,$3,16
	lbu	$17,0($2)
	addu	$2,$sp,$16
	srl	$3,$3,4
	beq	$4,$0,$L2
	sb	$17,-1($2)

$L3:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$sp,$2,$L3
	wsbh	$3,$6

	sw	$9,-208($0)
	move	$16,$0
	ror	$3,$3,16
$L4:
	andi	$2,$3,0xf
	addu	$2,$5,$2
	addiu	$16,$16,1
	sltu	$4,$3,16
	lbu	$17,0($2)
	addu	$2,$sp,$16
	srl	$3,$3,4
	beq	$4,$0,$L4
	sb	$17,-1($2)

$L5:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$sp,$2,$L5
	move	$3,$0

	sw	$9,-208($0)
	beq	$25,$15,$L6
	move	$2,$6

$L7:
	addiu	$4,$2,-1
	and	$2,$2,$4
	bne	$2,$0,$L7
	addiu	$3,$3,1

$L6:
	ori	$15,$6,0x1
	clz	$15,$15
	addu	$15,$15,$3
	addu	$15,$15,$10
	addu	$15,$15,$8
	addu	$15,$15,$24
	bltz	$15,$L27
	nop

	move	$25,$0
$L9:
	multu	$15,$7
	addiu	$25,$25,1
	sltu	$24,$15,10
	addu	$4,$sp,$25
	mfhi	$3
	srl	$3,$3,3
	sll	$2,$3,2
	addu	$2,$2,$3
	sll	$2,$2,1
	subu	$2,$15,$2
	move	$15,$3
	addu	$2,$5,$2
	lbu	$2,0($2)
	beq	$24,$0,$L9
	sb	$2,-1($4)

	move	$2,$4
$L10:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$sp,$2,$L10
	multu	$6,$12

	sw	$9,-208($0)
	move	$15,$0
	mfhi	$3
$L11:
	andi	$2,$3,0xf
	addu	$2,$5,$2
	addiu	$15,$15,1
	sltu	$4,$3,16
	lbu	$24,0($2)
	addu	$2,$sp,$15
	srl	$3,$3,4
	beq	$4,$0,$L11
	sb	$24,-1($2)

$L12:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$2,$sp,$L12
	nop

	addiu	$11,$11,-1
	sw	$13,-208($0)
	bne	$11,$0,$L13
	lw	$17,44($sp)

	move	$2,$0
	lw	$16,40($sp)
	jr	$31
	addiu	$sp,$sp,48

$L27:
	subu	$15,$0,$15
	sw	$14,-208($0)
	b	$L9
	move	$25,$0

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
