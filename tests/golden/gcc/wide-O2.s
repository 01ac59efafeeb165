	.file	1 "wide.c"
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
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	out_unsigned
	.type	out_unsigned, @function
out_unsigned:
	.frame	$sp,40,$31		# vars= 40, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	lui	$8,%hi($LC0)
	move	$6,$0
	addiu	$8,$8,%lo($LC0)
	addiu	$sp,$sp,-40
$L2:
	teq	$5,$0,7
	divu	$0,$4,$5
	addiu	$6,$6,1
	sltu	$7,$4,$5
	addu	$2,$sp,$6
	mfhi	$3
	mflo	$4
	addu	$3,$8,$3
	lbu	$3,0($3)
	beq	$7,$0,$L2
	sb	$3,-1($2)

$L3:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$sp,$2,$L3
	nop

	jr	$31
	addiu	$sp,$sp,40

	.set	macro
	.set	reorder
	.end	out_unsigned
	.size	out_unsigned, .-out_unsigned
	.rdata
	.align	2
$LC1:
	.ascii	"less\000"
	.align	2
$LC2:
	.ascii	" = \000"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,64,$31		# vars= 40, regs= 2/0, args= 16, gp= 0
	.mask	0x80010000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-64
	li	$6,90			# 0x5a
	move	$8,$0
	move	$3,$0
	sw	$31,60($sp)
	li	$4,1			# 0x1
	sw	$16,56($sp)
	b	$L9
	move	$2,$0

$L26:
	move	$4,$7
	move	$2,$5
$L9:
	addu	$7,$4,$8
	addu	$3,$2,$3
	addiu	$6,$6,-1
	sltu	$5,$7,$4
	addu	$5,$5,$3
	move	$8,$4
	bne	$6,$0,$L26
	move	$3,$2

	lui	$10,%hi($LC0)
	addiu	$9,$sp,16
	addiu	$10,$10,%lo($LC0)
$L10:
	andi	$3,$2,0xf
	addu	$3,$10,$3
	addiu	$6,$6,1
	sltu	$5,$2,16
	lbu	$7,0($3)
	addu	$3,$9,$6
	srl	$2,$2,4
	beq	$5,$0,$L10
	sb	$7,-1($3)

	move	$2,$3
$L11:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$9,$2,$L11
	li	$5,16			# 0x10

	li	$2,46			# 0x2e
	sw	$2,-208($0)
	jal	out_unsigned
	li	$13,1284833280			# 0x4c950000

	li	$2,10			# 0xa
	li	$8,1			# 0x1
	li	$15,1481703424			# 0x58510000
	sw	$2,-208($0)
	andi	$2,$8,0x20
	move	$14,$0
	li	$5,100			# 0x64
	li	$12,-1			# 0xffffffffffffffff
	li	$11,-1			# 0xffffffffffffffff
	addiu	$13,$13,32557
	li	$31,46			# 0x2e
	li	$25,10			# 0xa
	li	$24,16			# 0x10
	beq	$2,$0,$L12
	ori	$15,$15,0xf42d

$L40:
	sll	$2,$12,$8
	move	$3,$0
$L13:
	sll	$4,$11,25
	sb	$5,16($sp)
	srl	$12,$12,7
	sra	$11,$11,7
	or	$12,$4,$12
	xor	$3,$3,$12
	xor	$2,$2,$11
	mult	$3,$15
	madd	$2,$13
	mflo	$2
	multu	$3,$13
	mfhi	$5
	mflo	$4
	addu	$5,$2,$5
	addu	$7,$4,$8
	addu	$2,$5,$14
	sltu	$4,$7,$4
	addu	$4,$4,$2
	move	$12,$7
	sltu	$2,$4,16
	srl	$3,$4,4
	bne	$2,$0,$L27
	move	$11,$4

	li	$2,1			# 0x1
$L15:
	andi	$6,$3,0xf
	addu	$6,$10,$6
	addiu	$2,$2,1
	sltu	$5,$3,16
	lbu	$16,0($6)
	addu	$6,$9,$2
	srl	$3,$3,4
	beq	$5,$0,$L15
	sb	$16,-1($6)

$L14:
	addu	$2,$9,$2
$L16:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$9,$2,$L16
	nop

	move	$6,$0
	sw	$31,-208($0)
	move	$3,$7
$L17:
	andi	$2,$3,0xf
	addu	$2,$10,$2
	addiu	$6,$6,1
	sltu	$5,$3,16
	lbu	$16,0($2)
	addu	$2,$9,$6
	srl	$3,$3,4
	beq	$5,$0,$L17
	sb	$16,-1($2)

$L18:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$9,$2,$L18
	nop

	addiu	$2,$8,3
	sw	$25,-208($0)
	sltu	$3,$2,$8
	addu	$3,$3,$14
	move	$8,$2
	beq	$2,$24,$L39
	move	$14,$3

	andi	$5,$2,0x20
$L41:
	beq	$5,$0,$L21
	srl	$16,$7,1

	sll	$5,$7,$2
	move	$6,$0
$L22:
	sll	$16,$4,25
	srl	$7,$7,7
	sra	$4,$4,7
	or	$7,$16,$7
	xor	$7,$6,$7
	xor	$5,$5,$4
	mult	$7,$15
	madd	$5,$13
	mflo	$6
	multu	$7,$13
	mfhi	$5
	mflo	$4
	addu	$5,$6,$5
	addu	$2,$2,$4
	addu	$3,$3,$5
	sltu	$2,$2,$4
	addu	$2,$2,$3
	andi	$2,$2,0xf
	addu	$2,$10,$2
	lb	$5,0($2)
	andi	$2,$8,0x20
	bne	$2,$0,$L40
	nop

$L12:
	srl	$4,$12,1
	nor	$2,$0,$8
	srl	$4,$4,$2
	sll	$2,$11,$8
	sll	$3,$12,$8
	b	$L13
	or	$2,$4,$2

$L21:
	nor	$5,$0,$2
	srl	$16,$16,$5
	sll	$5,$4,$2
	sll	$6,$7,$2
	b	$L22
	or	$5,$16,$5

$L39:
	bne	$3,$0,$L41
	andi	$5,$2,0x20

	lui	$3,%hi($LC1)
	srl	$4,$4,31
	li	$2,108			# 0x6c
	addiu	$3,$3,%lo($LC1)
	addiu	$3,$3,1
$L42:
	andi	$2,$2,0x00ff
	sw	$2,-208($0)
	lb	$2,0($3)
	bne	$2,$0,$L42
	addiu	$3,$3,1

	lui	$3,%hi($LC2)
	li	$2,32			# 0x20
	addiu	$3,$3,%lo($LC2)
	addiu	$3,$3,1
$L43:
	andi	$2,$2,0x00ff
	sw	$2,-208($0)
	lb	$2,0($3)
	bne	$2,$0,$L43
	addiu	$3,$3,1

	jal	out_unsigned
	li	$5,10			# 0xa

	li	$3,10			# 0xa
	lw	$31,60($sp)
	move	$2,$0
	lw	$16,56($sp)
	sw	$3,-208($0)
	jr	$31
	addiu	$sp,$sp,64

$L27:
	b	$L14
	li	$2,1			# 0x1

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
