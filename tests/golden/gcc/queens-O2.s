	.file	1 "queens.c"
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
	.ent	place
	.type	place, @function
place:
	.frame	$sp,48,$31		# vars= 0, regs= 7/0, args= 16, gp= 0
	.mask	0x803f0000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	li	$2,8			# 0x8
	beq	$4,$2,$L18
	lui	$3,%hi(solutions)

	addiu	$sp,$sp,-48
	sw	$20,36($sp)
	lui	$20,%hi(row)
	sw	$18,28($sp)
	sll	$18,$4,2
	addiu	$20,$20,%lo(row)
	sw	$21,40($sp)
	sw	$19,32($sp)
	li	$21,8			# 0x8
	sw	$16,20($sp)
	addu	$18,$20,$18
	move	$16,$0
	sw	$17,24($sp)
	addiu	$19,$4,1
	sw	$31,44($sp)
	move	$17,$4
$L2:
	blez	$17,$L8
	nop

$L7:
	move	$5,$20
	b	$L6
	move	$3,$17

$L19:
	beq	$6,$3,$L5
	subu	$2,$16,$2

	beq	$2,$3,$L5
	nop

	addiu	$3,$3,-1
	beq	$3,$0,$L8
	nop

$L6:
	lw	$2,0($5)
	addiu	$5,$5,4
	bne	$16,$2,$L19
	subu	$6,$2,$16

$L5:
	addiu	$16,$16,1
	bne	$16,$21,$L7
	lw	$31,44($sp)

	lw	$21,40($sp)
	lw	$20,36($sp)
	lw	$19,32($sp)
	lw	$18,28($sp)
	lw	$17,24($sp)
	lw	$16,20($sp)
	jr	$31
	addiu	$sp,$sp,48

$L8:
	sw	$16,0($18)
	addiu	$16,$16,1
	jal	place
	move	$4,$19

	bne	$16,$21,$L2
	lw	$31,44($sp)

	lw	$21,40($sp)
	lw	$20,36($sp)
	lw	$19,32($sp)
	lw	$18,28($sp)
	lw	$17,24($sp)
	lw	$16,20($sp)
	jr	$31
	addiu	$sp,$sp,48

$L18:
	lw	$2,%lo(solutions)($3)
	addiu	$4,$2,1
	bne	$2,$0,$L21
	sw	$4,%lo(solutions)($3)

	lui	$3,%hi(row)
	addiu	$3,$3,%lo(row)
	addiu	$4,$3,32
$L4:
	lw	$2,0($3)
	addiu	$3,$3,4
	addiu	$2,$2,49
	andi	$2,$2,0x00ff
	sw	$2,-208($0)
	bne	$3,$4,$L4
	nop

$L21:
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	place
	.size	place, .-place
	.rdata
	.align	2
$LC0:
	.ascii	" queens\000"
	.align	2
$LC1:
	.ascii	" = \000"
	.align	2
$LC2:
	.ascii	"0123456789abcdef\000"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,64,$31		# vars= 40, regs= 1/0, args= 16, gp= 0
	.mask	0x80000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-64
	move	$4,$0
	sw	$31,60($sp)
	jal	place
	lui	$9,%hi(solutions)

	lui	$3,%hi($LC0)
	lw	$5,%lo(solutions)($9)
	li	$2,32			# 0x20
	addiu	$3,$3,%lo($LC0)
	addiu	$3,$3,1
$L33:
	andi	$2,$2,0x00ff
	sw	$2,-208($0)
	lb	$2,0($3)
	bne	$2,$0,$L33
	addiu	$3,$3,1

	lui	$3,%hi($LC1)
	li	$2,32			# 0x20
	addiu	$3,$3,%lo($LC1)
	addiu	$3,$3,1
$L34:
	andi	$2,$2,0x00ff
	sw	$2,-208($0)
	lb	$2,0($3)
	bne	$2,$0,$L34
	addiu	$3,$3,1

	bgez	$5,$L35
	lui	$11,%hi($LC2)

	li	$2,45			# 0x2d
	subu	$5,$0,$5
	sw	$2,-208($0)
	lui	$11,%hi($LC2)
$L35:
	li	$10,-859045888			# 0xffffffffcccc0000
	move	$7,$0
	addiu	$8,$sp,16
	addiu	$11,$11,%lo($LC2)
	ori	$10,$10,0xcccd
$L26:
	multu	$5,$10
	addiu	$7,$7,1
	sltu	$6,$5,10
	addu	$4,$8,$7
	mfhi	$3
	srl	$3,$3,3
	sll	$2,$3,2
	addu	$2,$2,$3
	sll	$2,$2,1
	subu	$2,$5,$2
	move	$5,$3
	addu	$2,$11,$2
	lbu	$2,0($2)
	beq	$6,$0,$L26
	sb	$2,-1($4)

	move	$2,$4
$L27:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$8,$2,$L27
	lw	$31,60($sp)

	li	$2,10			# 0xa
	sw	$2,-208($0)
	addiu	$sp,$sp,64
	jr	$31
	lw	$2,%lo(solutions)($9)

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.local	row
	.comm	row,32,4
	.local	solutions
	.comm	solutions,4,4
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
