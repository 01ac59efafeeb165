	.file	1 "matrix.c"
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
	.local	a
	.comm	a,288,8
	.local	b
	.comm	b,288,8
	.local	c
	.comm	c,288,8
	.rdata
	.align	2
$LC4:
	.ascii	"trace\000"
	.align	2
$LC5:
	.ascii	"corner\000"
	.text
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$fp,72,$31		# vars= 48, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-72
	sw	$31,68($sp)
	sw	$fp,64($sp)
	move	$fp,$sp
	sw	$0,16($fp)
	b	$L13
	nop

$L20:
	sw	$0,20($fp)
	b	$L14
	nop

$L19:
	lw	$3,16($fp)
	move	$2,$3
	sll	$2,$2,1
	addu	$2,$2,$3
	sll	$2,$2,1
	move	$3,$2
	lw	$2,20($fp)
	addu	$2,$3,$2
	mtc1	$2,$f0
	cvt.d.w	$f2,$f0
	lui	$2,%hi($LC2)
	ldc1	$f0,%lo($LC2)($2)
	add.d	$f0,$f2,$f0
	lui	$4,%hi(a)
	lw	$3,16($fp)
	move	$2,$3
	sll	$2,$2,1
	addu	$2,$2,$3
	sll	$2,$2,1
	lw	$3,20($fp)
	addu	$2,$2,$3
	sll	$3,$2,3
	addiu	$2,$4,%lo(a)
	addu	$2,$3,$2
	sdc1	$f0,0($2)
	lw	$3,16($fp)
	lw	$2,20($fp)
	bne	$3,$2,$L15
	nop

	lui	$2,%hi($LC3)
	ldc1	$f0,%lo($LC3)($2)
	b	$L16
	nop

$L15:
	mtc1	$0,$f0
	mtc1	$0,$f1
$L16:
	add.d	$f2,$f0,$f0
	lw	$3,16($fp)
	lw	$2,20($fp)
	slt	$2,$2,$3
	beq	$2,$0,$L17
	nop

	lui	$2,%hi($LC3)
	ldc1	$f0,%lo($LC3)($2)
	b	$L18
	nop

$L17:
	mtc1	$0,$f0
	mtc1	$0,$f1
$L18:
	sub.d	$f0,$f2,$f0
	lui	$4,%hi(b)
	lw	$3,16($fp)
	move	$2,$3
	sll	$2,$2,1
	addu	$2,$2,$3
	sll	$2,$2,1
	lw	$3,20($fp)
	addu	$2,$2,$3
	sll	$3,$2,3
	addiu	$2,$4,%lo(b)
	addu	$2,$3,$2
	sdc1	$f0,0($2)
	lw	$2,20($fp)
	addiu	$2,$2,1
	sw	$2,20($fp)
$L14:
	lw	$2,20($fp)
	slt	$2,$2,6
	bne	$2,$0,$L19
	nop

	lw	$2,16($fp)
	addiu	$2,$2,1
	sw	$2,16($fp)
$L13:
	lw	$2,16($fp)
	slt	$2,$2,6
	bne	$2,$0,$L20
	nop

	sw	$0,24($fp)
	b	$L21
	nop

$L26:
	sw	$0,28($fp)
	b	$L22
	nop

$L25:
	sw	$0,32($fp)
	sw	$0,36($fp)
	sw	$0,40($fp)
	b	$L23
	nop

$L24:
	lui	$4,%hi(a)
	lw	$3,24($fp)
	move	$2,$3
	sll	$2,$2,1
	addu	$2,$2,$3
	sll	$2,$2,1
	lw	$3,40($fp)
	addu	$2,$2,$3
	sll	$3,$2,3
	addiu	$2,$4,%lo(a)
	addu	$2,$3,$2
	ldc1	$f2,0($2)
	lui	$4,%hi(b)
	lw	$3,40($fp)
	move	$2,$3
	sll	$2,$2,1
	addu	$2,$2,$3
	sll	$2,$2,1
	lw	$3,28($fp)
	addu	$2,$2,$3
	sll	$3,$2,3
	addiu	$2,$4,%lo(b)
	addu	$2,$3,$2
	ldc1	$f0,0($2)
	mul.d	$f0,$f2,$f0
	ldc1	$f2,32($fp)
	add.d	$f0,$f2,$f0
	sdc1	$f0,32($fp)
	lw	$2,40($fp)
	addiu	$2,$2,1
	sw	$2,40($fp)
$L23:
	lw	$2,40($fp)
	slt	$2,$2,6
	bne	$2,$0,$L24
	nop

	lui	$4,%hi(c)
	lw	$3,24($fp)
	move	$2,$3
	sll	$2,$2,1
	addu	$2,$2,$3
	sll	$2,$2,1
	lw	$3,28($fp)
	addu	$2,$2,$3
	sll	$3,$2,3
	addiu	$2,$4,%lo(c)
	addu	$2,$3,$2
	ldc1	$f0,32($fp)
	sdc1	$f0,0($2)
	lw	$2,28($fp)
	addiu	$2,$2,1
	sw	$2,28($fp)
$L22:
	lw	$2,28($fp)
	slt	$2,$2,6
	bne	$2,$0,$L25
	nop

	lw	$2,24($fp)
	addiu	$2,$2,1
	sw	$2,24($fp)
$L21:
	lw	$2,24($fp)
	slt	$2,$2,6
	bne	$2,$0,$L26
	nop

	sw	$0,48($fp)
	sw	$0,52($fp)
	sw	$0,56($fp)
	b	$L27
	nop

$L28:
	lui	$4,%hi(c)
	lw	$3,56($fp)
	move	$2,$3
	sll	$2,$2,3
	subu	$2,$2,$3
	sll	$2,$2,3
	addiu	$3,$4,%lo(c)
	addu	$2,$2,$3
	ldc1	$f0,0($2)
	ldc1	$f2,48($fp)
	add.d	$f0,$f2,$f0
	sdc1	$f0,48($fp)
	lw	$2,56($fp)
	addiu	$2,$2,1
	sw	$2,56($fp)
$L27:
	lw	$2,56($fp)
	slt	$2,$2,6
	bne	$2,$0,$L28
	nop

	ldc1	$f0,48($fp)
	add.d	$f0,$f0,$f0
	trunc.w.d $f0,$f0
	mfc1	$5,$f0
	lui	$2,%hi($LC4)
	addiu	$4,$2,%lo($LC4)
	jal	out_line
	nop

	lui	$2,%hi(c)
	addiu	$2,$2,%lo(c)
	ldc1	$f0,240($2)
	add.d	$f0,$f0,$f0
	trunc.w.d $f0,$f0
	mfc1	$5,$f0
	lui	$2,%hi($LC5)
	addiu	$4,$2,%lo($LC5)
	jal	out_line
	nop

	move	$2,$0
	move	$sp,$fp
	lw	$31,68($sp)
	lw	$fp,64($sp)
	addiu	$sp,$sp,72
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.rdata
	.align	3
$LC2:
	.word	0
	.word	1071644672
	.align	3
$LC3:
	.word	0
	.word	1072693248
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
