	.file	1 "sort.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=32
	.module	oddspreg
	.module	arch=mips32r2
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	ascending
	.type	ascending, @function
ascending:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	jr	$31
	slt	$2,$4,$5

	.set	macro
	.set	reorder
	.end	ascending
	.size	ascending, .-ascending
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	descending
	.type	descending, @function
descending:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	jr	$31
	slt	$2,$5,$4

	.set	macro
	.set	reorder
	.end	descending
	.size	descending, .-descending
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	sort
	.type	sort, @function
sort:
	.frame	$sp,56,$31		# vars= 0, regs= 10/0, args= 16, gp= 0
	.mask	0xc0ff0000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	slt	$2,$5,2
	bne	$2,$0,$L21
	nop

	addiu	$sp,$sp,-56
	sw	$23,44($sp)
	move	$23,$5
	sw	$22,40($sp)
	move	$22,$4
	sw	$20,32($sp)
	move	$20,$6
	sw	$31,52($sp)
	sw	$fp,48($sp)
	sw	$21,36($sp)
	sw	$19,28($sp)
	sw	$18,24($sp)
	sw	$17,20($sp)
	sw	$16,16($sp)
$L5:
	sra	$2,$23,1
	addiu	$18,$23,-1
	sll	$2,$2,2
	move	$17,$0
	addu	$2,$22,$2
	lw	$21,0($2)
$L6:
	slt	$2,$18,$17
	bne	$2,$0,$L11
	sll	$3,$17,2

	b	$L12
	addu	$3,$22,$3

$L7:
	addiu	$17,$17,1
$L12:
	lw	$4,0($3)
	move	$5,$21
	jalr	$20
	move	$19,$3

	bne	$2,$0,$L7
	addiu	$3,$19,4

	sll	$16,$18,2
	b	$L8
	addu	$16,$22,$16

$L9:
	addiu	$18,$18,-1
$L8:
	lw	$5,0($16)
	move	$4,$21
	move	$fp,$16
	jalr	$20
	addiu	$16,$16,-4

	bne	$2,$0,$L9
	slt	$2,$18,$17

	beq	$2,$0,$L20
	nop

$L11:
	subu	$23,$23,$17
	addiu	$5,$18,1
	move	$4,$22
	sll	$17,$17,2
	jal	sort
	move	$6,$20

	slt	$2,$23,2
	beq	$2,$0,$L5
	addu	$22,$22,$17

	lw	$31,52($sp)
	lw	$fp,48($sp)
	lw	$23,44($sp)
	lw	$22,40($sp)
	lw	$21,36($sp)
	lw	$20,32($sp)
	lw	$19,28($sp)
	lw	$18,24($sp)
	lw	$17,20($sp)
	lw	$16,16($sp)
	jr	$31
	addiu	$sp,$sp,56

$L20:
	lw	$2,0($19)
	addiu	$17,$17,1
	lw	$3,0($fp)
	addiu	$18,$18,-1
	sw	$3,0($19)
	b	$L6
	sw	$2,0($fp)

$L21:
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	sort
	.size	sort, .-sort
	.rdata
	.align	2
$LC0:
	.ascii	"0123456789abcdef\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	print
	.type	print, @function
print:
	.frame	$sp,40,$31		# vars= 40, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	lui	$10,%hi(numbers)
	lui	$9,%hi($LC0)
	addiu	$10,$10,%lo(numbers)
	li	$8,-859045888			# 0xffffffffcccc0000
	addiu	$13,$10,48
	addiu	$11,$10,44
	addiu	$9,$9,%lo($LC0)
	li	$14,45			# 0x2d
	li	$12,32			# 0x20
	ori	$8,$8,0xcccd
	addiu	$sp,$sp,-40
$L28:
	lw	$5,0($10)
	bltz	$5,$L33
	nop

	move	$7,$0
$L24:
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
	beq	$6,$0,$L24
	sb	$2,-1($4)

	move	$2,$4
$L25:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$sp,$2,$L25
	nop

	beq	$10,$11,$L34
	addiu	$10,$10,4

	sw	$12,-208($0)
	bne	$10,$13,$L28
	nop

	jr	$31
	addiu	$sp,$sp,40

$L33:
	subu	$5,$0,$5
	sw	$14,-208($0)
	b	$L24
	move	$7,$0

$L34:
	li	$2,10			# 0xa
	sw	$2,-208($0)
	jr	$31
	addiu	$sp,$sp,40

	.set	macro
	.set	reorder
	.end	print
	.size	print, .-print
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,24,$31		# vars= 0, regs= 2/0, args= 16, gp= 0
	.mask	0x80010000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-24
	lui	$6,%hi(ascending)
	li	$5,12			# 0xc
	sw	$16,16($sp)
	lui	$16,%hi(numbers)
	addiu	$6,$6,%lo(ascending)
	sw	$31,20($sp)
	jal	sort
	addiu	$4,$16,%lo(numbers)

	jal	print
	nop

	lui	$6,%hi(descending)
	addiu	$4,$16,%lo(numbers)
	li	$5,12			# 0xc
	jal	sort
	addiu	$6,$6,%lo(descending)

	jal	print
	nop

	move	$2,$0
	lw	$31,20($sp)
	lw	$16,16($sp)
	jr	$31
	addiu	$sp,$sp,24

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.data
	.align	2
	.type	numbers, @object
	.size	numbers, 48
numbers:
	.word	42
	.word	-7
	.word	19
	.word	0
	.word	3
	.word	100
	.word	-100
	.word	8
	.word	8
	.word	56
	.word	23
	.word	-1
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
