	.file	1 "calc.c"
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
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,56,$31		# vars= 40, regs= 3/0, args= 0, gp= 0
	.mask	0x00070000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	lui	$9,%hi(texts.0)
	addiu	$sp,$sp,-56
	addiu	$9,$9,%lo(texts.0)
	lui	$5,%hi(stack)
	lui	$10,%hi($LC0)
	sw	$18,52($sp)
	lui	$7,%hi($LC1)
	sw	$17,48($sp)
	lui	$8,%hi($L5)
	sw	$16,44($sp)
	li	$6,-859045888			# 0xffffffffcccc0000
	lw	$25,0($9)
	li	$3,49			# 0x31
	addiu	$12,$9,20
	addiu	$5,$5,%lo(stack)
	lui	$13,%hi(depth)
	addiu	$10,$10,%lo($LC0)
	addiu	$7,$7,%lo($LC1)
	addiu	$8,$8,%lo($L5)
	li	$14,45			# 0x2d
	li	$11,10			# 0xa
	beq	$3,$0,$L2
	ori	$6,$6,0xcccd

$L36:
	move	$17,$0
	move	$24,$0
	move	$15,$25
	move	$4,$3
$L14:
	addiu	$2,$4,-37
	andi	$2,$2,0x00ff
	sltu	$16,$2,21
	beq	$16,$0,$L3
	sll	$2,$2,2

	addu	$2,$8,$2
	lw	$2,0($2)
	jr	$2
	nop

	.rdata
	.align	2
	.align	2
$L5:
	.word	$L11
	.word	$L3
	.word	$L3
	.word	$L3
	.word	$L3
	.word	$L10
	.word	$L9
	.word	$L8
	.word	$L7
	.word	$L3
	.word	$L6
	.word	$L4
	.word	$L4
	.word	$L4
	.word	$L4
	.word	$L4
	.word	$L4
	.word	$L4
	.word	$L4
	.word	$L4
	.word	$L4
	.section	.text.startup
$L4:
	sll	$2,$24,2
	addiu	$4,$4,-48
	addu	$2,$5,$2
	addiu	$24,$24,1
	li	$17,1			# 0x1
	sw	$4,0($2)
$L3:
	lb	$4,1($15)
	bne	$4,$0,$L14
	addiu	$15,$15,1

	beq	$17,$0,$L26
	nop

	addiu	$24,$24,-1
$L15:
	sll	$2,$24,2
	sw	$24,%lo(depth)($13)
	addu	$2,$5,$2
	lw	$15,0($2)
$L16:
	addiu	$25,$25,1
	andi	$3,$3,0x00ff
	sw	$3,-208($0)
	lb	$3,0($25)
	bne	$3,$0,$L16
	nop

$L23:
	li	$2,32			# 0x20
	move	$3,$10
	addiu	$3,$3,1
$L37:
	andi	$2,$2,0x00ff
	sw	$2,-208($0)
	lb	$2,0($3)
	bne	$2,$0,$L37
	addiu	$3,$3,1

	bltz	$15,$L35
	nop

	move	$25,$0
$L19:
	multu	$15,$6
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
	addu	$2,$7,$2
	lbu	$2,0($2)
	beq	$24,$0,$L19
	sb	$2,-1($4)

	move	$2,$4
$L20:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$sp,$2,$L20
	nop

	addiu	$9,$9,4
	sw	$11,-208($0)
	beq	$12,$9,$L27
	lw	$18,52($sp)

	lw	$2,0($9)
	lb	$3,0($2)
	bne	$3,$0,$L36
	lw	$25,0($9)

$L2:
	li	$2,-1			# 0xffffffffffffffff
	lw	$15,-4($5)
	b	$L23
	sw	$2,%lo(depth)($13)

$L35:
	subu	$15,$0,$15
	sw	$14,-208($0)
	b	$L19
	move	$25,$0

$L10:
	addiu	$16,$24,-1
	addiu	$2,$24,-2
	sll	$4,$16,2
	sll	$2,$2,2
	addu	$4,$5,$4
	addu	$2,$5,$2
	move	$24,$16
	lw	$4,0($4)
	li	$17,1			# 0x1
	lw	$16,0($2)
	mul	$4,$4,$16
	b	$L3
	sw	$4,0($2)

$L11:
	addiu	$4,$24,-1
	sll	$2,$4,2
	addu	$16,$5,$2
	lw	$17,0($16)
	beq	$17,$0,$L13
	li	$16,-1			# 0xffffffffffffffff

	addiu	$4,$24,-2
	sll	$2,$4,2
	addu	$24,$5,$2
	lw	$16,0($24)
	teq	$17,$0,7
	div	$0,$16,$17
	mfhi	$16
$L13:
	addu	$2,$5,$2
	addiu	$24,$4,1
	li	$17,1			# 0x1
	b	$L3
	sw	$16,0($2)

$L6:
	addiu	$16,$24,-1
	sll	$2,$16,2
	addu	$4,$5,$2
	lw	$4,0($4)
	beq	$4,$0,$L24
	nop

	addiu	$2,$24,-2
	move	$24,$16
	sll	$2,$2,2
	addu	$16,$5,$2
	lw	$16,0($16)
	teq	$4,$0,7
	div	$0,$16,$4
	mflo	$4
$L12:
	addu	$2,$5,$2
	li	$17,1			# 0x1
	b	$L3
	sw	$4,0($2)

$L8:
	addiu	$16,$24,-1
	addiu	$2,$24,-2
	sll	$4,$16,2
	sll	$2,$2,2
	addu	$4,$5,$4
	addu	$2,$5,$2
	li	$17,1			# 0x1
	lw	$18,0($4)
	move	$24,$16
	lw	$4,0($2)
	sll	$4,$4,$18
	b	$L3
	sw	$4,0($2)

$L7:
	addiu	$16,$24,-1
	addiu	$2,$24,-2
	sll	$4,$16,2
	sll	$2,$2,2
	addu	$4,$5,$4
	addu	$2,$5,$2
	li	$17,1			# 0x1
	lw	$18,0($4)
	move	$24,$16
	lw	$4,0($2)
	subu	$4,$4,$18
	b	$L3
	sw	$4,0($2)

$L9:
	addiu	$16,$24,-1
	addiu	$2,$24,-2
	sll	$4,$16,2
	sll	$2,$2,2
	addu	$4,$5,$4
	addu	$2,$5,$2
	move	$24,$16
	lw	$4,0($4)
	li	$17,1			# 0x1
	lw	$16,0($2)
	addu	$4,$4,$16
	b	$L3
	sw	$4,0($2)

$L24:
	b	$L12
	li	$4,-1			# 0xffffffffffffffff

$L26:
	b	$L15
	li	$24,-1			# 0xffffffffffffffff

$L27:
	move	$2,$0
	lw	$17,48($sp)
	lw	$16,44($sp)
	jr	$31
	addiu	$sp,$sp,56

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.rdata
	.align	2
$LC2:
	.ascii	"12+\000"
	.align	2
$LC3:
	.ascii	"34*5-\000"
	.align	2
$LC4:
	.ascii	"93/2%\000"
	.align	2
$LC5:
	.ascii	"12,3,\000"
	.align	2
$LC6:
	.ascii	"87*6-5/\000"
	.align	2
	.type	texts.0, @object
	.size	texts.0, 20
texts.0:
	.word	$LC2
	.word	$LC3
	.word	$LC4
	.word	$LC5
	.word	$LC6
	.local	depth
	.comm	depth,4,4
	.local	stack
	.comm	stack,64,4
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
