	.file	1 "matrix.c"
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
$LC5:
	.ascii	"trace\000"
	.align	2
$LC6:
	.ascii	"corner\000"
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
	lui	$2,%hi($LC3)
	lui	$8,%hi(a)
	ldc1	$f2,%lo($LC3)($2)
	lui	$2,%hi($LC2)
	addiu	$sp,$sp,-24
	ldc1	$f6,%lo($LC2)($2)
	lui	$2,%hi($LC4)
	lui	$10,%hi(b)
	ldc1	$f4,%lo($LC4)($2)
	addiu	$8,$8,%lo(a)
	addiu	$10,$10,%lo(b)
	sw	$31,20($sp)
	move	$9,$0
	move	$6,$0
	li	$12,6			# 0x6
	move	$11,$8
$L20:
	move	$3,$0
	move	$5,$10
	move	$4,$11
$L25:
	addu	$2,$3,$9
	slt	$7,$3,$6
	mtc1	$2,$f0
	cvt.d.w	$f0,$f0
	add.d	$f0,$f0,$f2
	beq	$6,$3,$L32
	sdc1	$f0,0($4)

$L39:
	beq	$7,$0,$L33
	nop

	addiu	$3,$3,1
	sdc1	$f4,0($5)
	addiu	$4,$4,8
	addu	$2,$3,$9
	addiu	$5,$5,8
	mtc1	$2,$f0
	slt	$7,$3,$6
	cvt.d.w	$f0,$f0
	add.d	$f0,$f0,$f2
	bne	$6,$3,$L39
	sdc1	$f0,0($4)

$L32:
	mov.d	$f0,$f6
$L22:
	addiu	$3,$3,1
	sdc1	$f0,0($5)
	addiu	$5,$5,8
	bne	$3,$12,$L25
	addiu	$4,$4,8

	addiu	$6,$6,1
	addiu	$11,$11,48
	addiu	$10,$10,48
	bne	$6,$3,$L20
	addiu	$9,$9,6

	lui	$11,%hi(c)
	lui	$10,%hi(b+288)
	lui	$6,%hi(b+336)
	addiu	$11,$11,%lo(c)
	addiu	$12,$8,288
	addiu	$10,$10,%lo(b+288)
	addiu	$6,$6,%lo(b+336)
	move	$7,$11
	move	$9,$11
$L21:
	move	$4,$10
	move	$5,$9
$L30:
	mtc1	$0,$f2
	addiu	$2,$4,-288
	move	$3,$8
	mtc1	$0,$f3
$L27:
	ldc1	$f0,0($3)
	addiu	$2,$2,48
	addiu	$3,$3,8
	ldc1	$f4,-48($2)
	mul.d	$f0,$f0,$f4
	bne	$4,$2,$L27
	add.d	$f2,$f2,$f0

	addiu	$4,$4,8
	sdc1	$f2,0($5)
	bne	$6,$4,$L30
	addiu	$5,$5,8

	addiu	$8,$8,48
	bne	$8,$12,$L21
	addiu	$9,$9,48

	mtc1	$0,$f0
	addiu	$2,$11,336
	mtc1	$0,$f1
$L31:
	ldc1	$f2,0($7)
	addiu	$7,$7,56
	bne	$2,$7,$L31
	add.d	$f0,$f0,$f2

	lui	$4,%hi($LC5)
	add.d	$f0,$f0,$f0
	addiu	$4,$4,%lo($LC5)
	trunc.w.d $f0,$f0
	jal	out_line
	mfc1	$5,$f0

	lui	$4,%hi($LC6)
	ldc1	$f0,240($11)
	addiu	$4,$4,%lo($LC6)
	add.d	$f0,$f0,$f0
	trunc.w.d $f0,$f0
	jal	out_line
	mfc1	$5,$f0

	move	$2,$0
	lw	$31,20($sp)
	jr	$31
	addiu	$sp,$sp,24

$L33:
	mtc1	$0,$f0
	b	$L22
	mtc1	$0,$f1

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.local	c
	.comm	c,288,8
	.local	b
	.comm	b,288,8
	.local	a
	.comm	a,288,8
	.rdata
	.align	3
$LC2:
	.word	0
	.word	1073741824
	.align	3
$LC3:
	.word	0
	.word	1071644672
	.align	3
$LC4:
	.word	0
	.word	-1074790400
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
