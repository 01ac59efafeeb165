	.file	1 "list.c"
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
	.ascii	"small\000"
	.align	2
$LC3:
	.ascii	"middle\000"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,56,$31		# vars= 32, regs= 1/0, args= 16, gp= 0
	.mask	0x80000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	lui	$13,%hi(free_list)
	lui	$2,%hi(pool)
	addiu	$sp,$sp,-56
	addiu	$2,$2,%lo(pool)
	lw	$3,%lo(free_list)($13)
	addiu	$4,$2,160
	sw	$31,52($sp)
$L20:
	sw	$3,4($2)
	move	$3,$2
	addiu	$2,$2,16
	bne	$4,$2,$L20
	lui	$15,%hi(list)

	lui	$3,%hi(pool+144)
	li	$11,1684209664			# 0x64630000
	lw	$4,%lo(list)($15)
	move	$5,$0
	move	$2,$0
	addiu	$3,$3,%lo(pool+144)
	move	$6,$0
	addiu	$11,$11,25185
	li	$14,88			# 0x58
	b	$L21
	li	$12,7			# 0x7

$L27:
	move	$4,$3
	move	$3,$10
$L21:
	addiu	$8,$sp,16
	sw	$11,24($sp)
	andi	$7,$6,0x3
	sb	$0,28($sp)
	addu	$7,$8,$7
	sb	$0,12($3)
	seh	$8,$5
	sw	$0,20($sp)
	seb	$9,$2
	sh	$8,18($sp)
	sb	$14,8($7)
	addiu	$2,$2,50
	sb	$9,16($sp)
	addiu	$5,$5,-5000
	sh	$8,2($3)
	addiu	$6,$6,1
	lw	$7,24($sp)
	andi	$2,$2,0x00ff
	lw	$8,16($sp)
	andi	$5,$5,0xffff
	lw	$10,4($3)
	sw	$7,8($3)
	sw	$7,40($sp)
	sw	$4,4($3)
	sb	$9,0($3)
	sw	$0,36($sp)
	sw	$8,32($sp)
	lw	$7,28($sp)
	bne	$6,$12,$L27
	sw	$7,44($sp)

	sw	$10,%lo(free_list)($13)
	li	$7,-30000			# 0xffffffffffff8ad0
	li	$6,44			# 0x2c
	sw	$3,%lo(list)($15)
	move	$10,$0
	move	$5,$0
	li	$8,32			# 0x20
$L26:
	lb	$2,8($3)
	addu	$5,$5,$6
	addu	$10,$10,$7
	beq	$2,$0,$L25
	addiu	$3,$3,8

$L22:
	addiu	$3,$3,1
	andi	$2,$2,0x00ff
	sw	$2,-208($0)
	lb	$2,0($3)
	bne	$2,$0,$L22
	nop

$L25:
	sw	$8,-208($0)
	beq	$4,$0,$L33
	move	$3,$4

	lb	$6,0($4)
	lh	$7,2($4)
	b	$L26
	lw	$4,4($4)

$L33:
	lui	$4,%hi($LC2)
	jal	out_line
	addiu	$4,$4,%lo($LC2)

	lui	$4,%hi($LC3)
	move	$5,$10
	jal	out_line
	addiu	$4,$4,%lo($LC3)

	move	$2,$0
	lw	$31,52($sp)
	jr	$31
	addiu	$sp,$sp,56

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.local	list
	.comm	list,4,4
	.local	free_list
	.comm	free_list,4,4
	.local	pool
	.comm	pool,160,4
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
