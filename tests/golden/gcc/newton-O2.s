	.file	1 "newton.c"
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
	.ascii	"below\000"
	.align	2
$LC6:
	.ascii	"above\000"
	.align	2
$LC9:
	.ascii	"root\000"
	.align	2
$LC16:
	.ascii	"worst\000"
	.align	2
$LC17:
	.ascii	"third\000"
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
	lui	$2,%hi($LC2)
	lui	$10,%hi(inputs.0)
	lwc1	$f2,%lo($LC2)($2)
	lui	$2,%hi($LC3)
	addiu	$sp,$sp,-24
	lwc1	$f4,%lo($LC3)($2)
	lui	$2,%hi($LC7)
	addiu	$10,$10,%lo(inputs.0)
	lwc1	$f3,%lo($LC7)($2)
	lui	$2,%hi($LC8)
	lui	$12,%hi($LC9)
	sw	$31,20($sp)
	lwc1	$f5,%lo($LC8)($2)
	c.lt.s	$fcc0,$f4,$f2
	bc1f	$fcc0,$L36
	addiu	$11,$10,16

$L39:
	mul.s	$f0,$f2,$f3
$L20:
	li	$2,20			# 0x14
$L22:
	div.s	$f1,$f2,$f0
	addiu	$2,$2,-1
	add.s	$f0,$f1,$f0
	bne	$2,$0,$L22
	mul.s	$f0,$f0,$f3

	mul.s	$f0,$f0,$f5
	addiu	$10,$10,4
	addiu	$4,$12,%lo($LC9)
	trunc.w.s $f0,$f0
	jal	out_line
	mfc1	$5,$f0

	beq	$10,$11,$L29
	lui	$2,%hi($LC4)

	lwc1	$f2,0($10)
	c.lt.s	$fcc0,$f4,$f2
	bc1t	$fcc0,$L39
	nop

$L36:
	b	$L20
	mov.s	$f0,$f4

$L29:
	lui	$11,%hi($LC6)
	ldc1	$f2,%lo($LC4)($2)
	lui	$2,%hi($LC10)
	lui	$14,%hi($LC5)
	ldc1	$f10,%lo($LC10)($2)
	lui	$2,%hi($LC11)
	li	$10,-5			# 0xfffffffffffffffb
	ldc1	$f8,%lo($LC11)($2)
	lui	$2,%hi($LC12)
	lui	$13,%hi($LC14)
	ldc1	$f6,%lo($LC12)($2)
	lui	$2,%hi($LC13)
	lui	$12,%hi($LC15)
	ldc1	$f4,%lo($LC13)($2)
	addiu	$11,$11,%lo($LC6)
	addiu	$14,$14,%lo($LC5)
	mtc1	$10,$f0
$L41:
	ldc1	$f12,%lo($LC14)($13)
	move	$4,$11
	cvt.d.w	$f14,$f0
	mul.d	$f14,$f14,$f10
	mul.d	$f0,$f14,$f8
	sub.d	$f0,$f0,$f6
	mul.d	$f0,$f0,$f14
	add.d	$f0,$f0,$f4
	mul.d	$f0,$f0,$f14
	sub.d	$f0,$f0,$f12
	mtc1	$0,$f12
	c.lt.d	$fcc1,$f2,$f0
	mtc1	$0,$f13
	bc1f	$fcc1,$L25
	c.lt.d	$fcc2,$f0,$f12

	mov.d	$f2,$f0
$L25:
	bc1f	$fcc2,$L40
	ldc1	$f12,%lo($LC15)($12)

	move	$4,$14
$L40:
	addiu	$10,$10,1
	mul.d	$f0,$f0,$f12
	trunc.w.d $f0,$f0
	jal	out_line
	mfc1	$5,$f0

	li	$2,6			# 0x6
	bne	$10,$2,$L41
	mtc1	$10,$f0

	trunc.w.d $f0,$f2
	lui	$4,%hi($LC16)
	addiu	$4,$4,%lo($LC16)
	jal	out_line
	mfc1	$5,$f0

	lui	$4,%hi($LC17)
	li	$5,999948288			# 0x3b9a0000
	addiu	$4,$4,%lo($LC17)
	jal	out_line
	ori	$5,$5,0xca00

	move	$2,$0
	lw	$31,20($sp)
	jr	$31
	addiu	$sp,$sp,24

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.rdata
	.align	2
	.type	inputs.0, @object
	.size	inputs.0, 16
inputs.0:
	.word	1073741824
	.word	1092616192
	.word	1048576000
	.word	1178657792
	.align	2
$LC2:
	.word	1073741824
	.align	2
$LC3:
	.word	1065353216
	.align	3
$LC4:
	.word	-2013235812
	.word	-29891524
	.align	2
$LC7:
	.word	1056964608
	.align	2
$LC8:
	.word	1148846080
	.align	3
$LC10:
	.word	0
	.word	1071644672
	.align	3
$LC11:
	.word	0
	.word	1074003968
	.align	3
$LC12:
	.word	0
	.word	1074266112
	.align	3
$LC13:
	.word	0
	.word	1069547520
	.align	3
$LC14:
	.word	0
	.word	1075576832
	.align	3
$LC15:
	.word	0
	.word	1078984704
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
