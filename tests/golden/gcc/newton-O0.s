	.file	1 "newton.c"
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
	.ent	out_char
	.type	out_char, @function
out_char:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	move	$2,$4
	sb	$2,8($fp)
	lbu	$3,8($fp)
	li	$2,-208			# 0xffffffffffffff30
	sw	$3,0($2)
	nop
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	out_char
	.size	out_char, .-out_char
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	out_str
	.type	out_str, @function
out_str:
	.frame	$fp,24,$31		# vars= 0, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-24
	sw	$31,20($sp)
	sw	$fp,16($sp)
	move	$fp,$sp
	sw	$4,24($fp)
	b	$L3
	nop

$L4:
	lw	$2,24($fp)
	addiu	$3,$2,1
	sw	$3,24($fp)
	lb	$2,0($2)
	move	$4,$2
	jal	out_char
	nop

$L3:
	lw	$2,24($fp)
	lb	$2,0($2)
	bne	$2,$0,$L4
	nop

	nop
	nop
	move	$sp,$fp
	lw	$31,20($sp)
	lw	$fp,16($sp)
	addiu	$sp,$sp,24
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	out_str
	.size	out_str, .-out_str
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
	.frame	$fp,64,$31		# vars= 40, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-64
	sw	$31,60($sp)
	sw	$fp,56($sp)
	move	$fp,$sp
	sw	$4,64($fp)
	sw	$5,68($fp)
	sw	$0,16($fp)
$L6:
	lw	$3,64($fp)
	lw	$2,68($fp)
	teq	$2,$0,7
	divu	$0,$3,$2
	mfhi	$2
	move	$4,$2
	lw	$2,16($fp)
	addiu	$3,$2,1
	sw	$3,16($fp)
	lui	$3,%hi($LC0)
	addiu	$3,$3,%lo($LC0)
	addu	$3,$4,$3
	lb	$3,0($3)
	addiu	$4,$fp,16
	addu	$2,$4,$2
	sb	$3,4($2)
	lw	$3,64($fp)
	lw	$2,68($fp)
	teq	$2,$0,7
	divu	$0,$3,$2
	mfhi	$2
	mflo	$2
	sw	$2,64($fp)
	lw	$2,64($fp)
	bne	$2,$0,$L6
	nop

	b	$L7
	nop

$L8:
	lw	$2,16($fp)
	addiu	$2,$2,-1
	sw	$2,16($fp)
	lw	$2,16($fp)
	addiu	$3,$fp,16
	addu	$2,$3,$2
	lb	$2,4($2)
	move	$4,$2
	jal	out_char
	nop

$L7:
	lw	$2,16($fp)
	bne	$2,$0,$L8
	nop

	nop
	nop
	move	$sp,$fp
	lw	$31,60($sp)
	lw	$fp,56($sp)
	addiu	$sp,$sp,64
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	out_unsigned
	.size	out_unsigned, .-out_unsigned
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	out_int
	.type	out_int, @function
out_int:
	.frame	$fp,32,$31		# vars= 8, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-32
	sw	$31,28($sp)
	sw	$fp,24($sp)
	move	$fp,$sp
	sw	$4,32($fp)
	lw	$2,32($fp)
	sw	$2,16($fp)
	lw	$2,32($fp)
	bgez	$2,$L10
	nop

	li	$4,45			# 0x2d
	jal	out_char
	nop

	lw	$2,16($fp)
	subu	$2,$0,$2
	sw	$2,16($fp)
$L10:
	li	$5,10			# 0xa
	lw	$4,16($fp)
	jal	out_unsigned
	nop

	nop
	move	$sp,$fp
	lw	$31,28($sp)
	lw	$fp,24($sp)
	addiu	$sp,$sp,32
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	out_int
	.size	out_int, .-out_int
	.rdata
	.align	2
$LC1:
	.ascii	" = \000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	out_line
	.type	out_line, @function
out_line:
	.frame	$fp,24,$31		# vars= 0, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-24
	sw	$31,20($sp)
	sw	$fp,16($sp)
	move	$fp,$sp
	sw	$4,24($fp)
	sw	$5,28($fp)
	lw	$4,24($fp)
	jal	out_str
	nop

	lui	$2,%hi($LC1)
	addiu	$4,$2,%lo($LC1)
	jal	out_str
	nop

	lw	$4,28($fp)
	jal	out_int
	nop

	li	$4,10			# 0xa
	jal	out_char
	nop

	nop
	move	$sp,$fp
	lw	$31,20($sp)
	lw	$fp,16($sp)
	addiu	$sp,$sp,24
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	out_line
	.size	out_line, .-out_line
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	root
	.type	root, @function
root:
	.frame	$fp,16,$31		# vars= 8, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-16
	sw	$fp,12($sp)
	move	$fp,$sp
	swc1	$f12,16($fp)
	lwc1	$f1,16($fp)
	lui	$2,%hi($LC2)
	lwc1	$f0,%lo($LC2)($2)
	c.lt.s	$fcc0,$f0,$f1
	bc1f	$fcc0,$L20
	nop

	lwc1	$f1,16($fp)
	lui	$2,%hi($LC3)
	lwc1	$f0,%lo($LC3)($2)
	div.s	$f0,$f1,$f0
	b	$L15
	nop

$L20:
	lui	$2,%hi($LC2)
	lwc1	$f0,%lo($LC2)($2)
$L15:
	swc1	$f0,0($fp)
	sw	$0,4($fp)
	b	$L16
	nop

$L17:
	lwc1	$f1,16($fp)
	lwc1	$f0,0($fp)
	div.s	$f1,$f1,$f0
	lwc1	$f0,0($fp)
	add.s	$f1,$f1,$f0
	lui	$2,%hi($LC4)
	lwc1	$f0,%lo($LC4)($2)
	mul.s	$f0,$f1,$f0
	swc1	$f0,0($fp)
	lw	$2,4($fp)
	addiu	$2,$2,1
	sw	$2,4($fp)
$L16:
	lw	$2,4($fp)
	slt	$2,$2,20
	bne	$2,$0,$L17
	nop

	lwc1	$f0,0($fp)
	move	$sp,$fp
	lw	$fp,12($sp)
	addiu	$sp,$sp,16
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	root
	.size	root, .-root
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	polynomial
	.type	polynomial, @function
polynomial:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	sdc1	$f12,8($fp)
	ldc1	$f2,8($fp)
	lui	$2,%hi($LC5)
	ldc1	$f0,%lo($LC5)($2)
	mul.d	$f2,$f2,$f0
	lui	$2,%hi($LC6)
	ldc1	$f0,%lo($LC6)($2)
	sub.d	$f2,$f2,$f0
	ldc1	$f0,8($fp)
	mul.d	$f2,$f2,$f0
	lui	$2,%hi($LC7)
	ldc1	$f0,%lo($LC7)($2)
	add.d	$f2,$f2,$f0
	ldc1	$f0,8($fp)
	mul.d	$f2,$f2,$f0
	lui	$2,%hi($LC8)
	ldc1	$f0,%lo($LC8)($2)
	sub.d	$f0,$f2,$f0
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	polynomial
	.size	polynomial, .-polynomial
	.rdata
	.align	2
$LC10:
	.ascii	"root\000"
	.align	2
$LC13:
	.ascii	"below\000"
	.align	2
$LC14:
	.ascii	"above\000"
	.align	2
$LC16:
	.ascii	"worst\000"
	.align	2
$LC18:
	.ascii	"third\000"
	.text
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$fp,56,$31		# vars= 32, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-56
	sw	$31,52($sp)
	sw	$fp,48($sp)
	move	$fp,$sp
	sw	$0,16($fp)
	b	$L24
	nop

$L25:
	lui	$2,%hi(inputs.0)
	lw	$3,16($fp)
	sll	$3,$3,2
	addiu	$2,$2,%lo(inputs.0)
	addu	$2,$3,$2
	lwc1	$f0,0($2)
	mov.s	$f12,$f0
	jal	root
	nop

	mov.s	$f1,$f0
	lui	$2,%hi($LC9)
	lwc1	$f0,%lo($LC9)($2)
	mul.s	$f0,$f1,$f0
	trunc.w.s $f0,$f0
	mfc1	$5,$f0
	lui	$2,%hi($LC10)
	addiu	$4,$2,%lo($LC10)
	jal	out_line
	nop

	lw	$2,16($fp)
	addiu	$2,$2,1
	sw	$2,16($fp)
$L24:
	lw	$2,16($fp)
	slt	$2,$2,4
	bne	$2,$0,$L25
	nop

	lui	$2,%hi($LC11)
	ldc1	$f0,%lo($LC11)($2)
	sdc1	$f0,24($fp)
	li	$2,-5			# 0xfffffffffffffffb
	sw	$2,32($fp)
	b	$L26
	nop

$L32:
	lw	$2,32($fp)
	mtc1	$2,$f0
	cvt.d.w	$f2,$f0
	lui	$2,%hi($LC12)
	ldc1	$f0,%lo($LC12)($2)
	mul.d	$f0,$f2,$f0
	mov.d	$f12,$f0
	jal	polynomial
	nop

	sdc1	$f0,40($fp)
	ldc1	$f2,40($fp)
	ldc1	$f0,24($fp)
	c.lt.d	$fcc0,$f0,$f2
	bc1f	$fcc0,$L27
	nop

	ldc1	$f0,40($fp)
	sdc1	$f0,24($fp)
$L27:
	ldc1	$f0,40($fp)
	mtc1	$0,$f2
	mtc1	$0,$f3
	c.lt.d	$fcc1,$f0,$f2
	bc1f	$fcc1,$L37
	nop

	lui	$2,%hi($LC13)
	addiu	$2,$2,%lo($LC13)
	b	$L31
	nop

$L37:
	lui	$2,%hi($LC14)
	addiu	$2,$2,%lo($LC14)
$L31:
	ldc1	$f2,40($fp)
	lui	$3,%hi($LC15)
	ldc1	$f0,%lo($LC15)($3)
	mul.d	$f0,$f2,$f0
	trunc.w.d $f0,$f0
	mfc1	$5,$f0
	move	$4,$2
	jal	out_line
	nop

	lw	$2,32($fp)
	addiu	$2,$2,1
	sw	$2,32($fp)
$L26:
	lw	$2,32($fp)
	slt	$2,$2,6
	bne	$2,$0,$L32
	nop

	li	$2,-1294991360			# 0xffffffffb2d00000
	ori	$2,$2,0x5e00
	sw	$2,36($fp)
	ldc1	$f0,24($fp)
	trunc.w.d $f0,$f0
	mfc1	$5,$f0
	lui	$2,%hi($LC16)
	addiu	$4,$2,%lo($LC16)
	jal	out_line
	nop

	lw	$2,36($fp)
	mtc1	$2,$f0
	cvt.d.w	$f0,$f0
	lw	$2,36($fp)
	bgez	$2,$L33
	nop

	lui	$2,%hi($LC17)
	ldc1	$f2,%lo($LC17)($2)
	add.d	$f0,$f0,$f2
$L33:
	lui	$2,%hi($LC6)
	ldc1	$f2,%lo($LC6)($2)
	div.d	$f0,$f0,$f2
	trunc.w.d $f0,$f0
	mfc1	$5,$f0
	lui	$2,%hi($LC18)
	addiu	$4,$2,%lo($LC18)
	jal	out_line
	nop

	move	$2,$0
	move	$sp,$fp
	lw	$31,52($sp)
	lw	$fp,48($sp)
	addiu	$sp,$sp,56
	jr	$31
	nop

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
	.word	1065353216
	.align	2
$LC3:
	.word	1073741824
	.align	2
$LC4:
	.word	1056964608
	.align	3
$LC5:
	.word	0
	.word	1074003968
	.align	3
$LC6:
	.word	0
	.word	1074266112
	.align	3
$LC7:
	.word	0
	.word	1069547520
	.align	3
$LC8:
	.word	0
	.word	1075576832
	.align	2
$LC9:
	.word	1148846080
	.align	3
$LC11:
	.word	-2013235812
	.word	-29891524
	.align	3
$LC12:
	.word	0
	.word	1071644672
	.align	3
$LC15:
	.word	0
	.word	1078984704
	.align	3
$LC17:
	.word	0
	.word	1106247680
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
