	.file	1 "sieve.c"
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
	.ascii	" = \000"
	.align	2
$LC1:
	.ascii	"0123456789abcdef\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	out_line
	.type	out_line, @function
out_line:
	.frame	$sp,40,$31		# vars= 40, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	lb	$2,0($4)
	beq	$2,$0,$L2
	addiu	$sp,$sp,-40

$L3:
	addiu	$4,$4,1
	andi	$2,$2,0x00ff
	sw	$2,-208($0)
	lb	$2,0($4)
	bne	$2,$0,$L3
	nop

$L2:
	lui	$3,%hi($LC0)
	li	$2,32			# 0x20
	addiu	$3,$3,%lo($LC0)
	addiu	$3,$3,1
$L17:
	andi	$2,$2,0x00ff
	sw	$2,-208($0)
	lb	$2,0($3)
	bne	$2,$0,$L17
	addiu	$3,$3,1

	bgez	$5,$L18
	lui	$9,%hi($LC1)

	li	$2,45			# 0x2d
	subu	$5,$0,$5
	sw	$2,-208($0)
	lui	$9,%hi($LC1)
$L18:
	li	$8,-859045888			# 0xffffffffcccc0000
	move	$7,$0
	addiu	$9,$9,%lo($LC1)
	ori	$8,$8,0xcccd
$L6:
	multu	$5,$8
	addiu	$7,$7,1
	sltu	$6,$5,10
	addu	$4,$sp,$7
	mfhi	$3
	srl	$3,$3,3
	sll	$2,$3,2
	addu	$2,$2,$3
	sll	$2,$2,1
	subu	$2,$5,$2
	move	$5,$3
	addu	$2,$9,$2
	lbu	$2,0($2)
	beq	$6,$0,$L6
	sb	$2,-1($4)

	move	$2,$4
$L7:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$sp,$2,$L7
	nop

	li	$2,10			# 0xa
	sw	$2,-208($0)
	jr	$31
	addiu	$sp,$sp,40

	.set	macro
	.set	reorder
	.end	out_line
	.size	out_line, .-out_line
	.rdata
	.align	2
$LC2:
	.ascii	"primes\000"
	.align	2
$LC3:
	.ascii	"last\000"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,24,$31		# vars= 0, regs= 1/0, args= 16, gp= 0
	.mask	0x80000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-24
	lui	$8,%hi(composite+2)
	lui	$11,%hi(composite)
	addiu	$8,$8,%lo(composite+2)
	sw	$31,20($sp)
	li	$4,2			# 0x2
	move	$12,$0
	move	$10,$0
	addiu	$11,$11,%lo(composite)
	li	$7,1			# 0x1
	b	$L23
	li	$9,1000			# 0x3e8

$L20:
	addiu	$4,$4,1
	beq	$4,$9,$L27
	addiu	$8,$8,1

$L23:
	lbu	$3,0($8)
	bne	$3,$0,$L20
	mul	$3,$4,$4

	slt	$2,$3,1000
	beq	$2,$0,$L21
	addiu	$10,$10,1

	addu	$5,$11,$3
$L22:
	addu	$3,$3,$4
	sb	$7,0($5)
	slt	$6,$3,1000
	bne	$6,$0,$L22
	addu	$5,$5,$4

$L21:
	move	$12,$4
	addiu	$4,$4,1
	bne	$4,$9,$L23
	addiu	$8,$8,1

$L27:
	lui	$4,%hi($LC2)
	move	$5,$10
	jal	out_line
	addiu	$4,$4,%lo($LC2)

	lui	$4,%hi($LC3)
	move	$5,$12
	jal	out_line
	addiu	$4,$4,%lo($LC3)

	andi	$2,$10,0x00ff
	lw	$31,20($sp)
	jr	$31
	addiu	$sp,$sp,24

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.local	composite
	.comm	composite,1000,4
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
