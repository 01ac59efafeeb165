	.file	1 "print.c"
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
	.ent	print
	.type	print, @function
print:
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
	sw	$5,36($fp)
	sw	$6,40($fp)
	sw	$7,44($fp)
	addiu	$2,$fp,36
	sw	$2,16($fp)
	b	$L13
	nop

$L23:
	lw	$2,32($fp)
	lb	$3,0($2)
	li	$2,37			# 0x25
	beq	$3,$2,$L14
	nop

	lw	$2,32($fp)
	lb	$2,0($2)
	move	$4,$2
	jal	out_char
	nop

	b	$L15
	nop

$L14:
	lw	$2,32($fp)
	addiu	$2,$2,1
	sw	$2,32($fp)
	lw	$2,32($fp)
	lb	$2,0($2)
	addiu	$2,$2,-99
	sltu	$3,$2,22
	beq	$3,$0,$L16
	nop

	sll	$3,$2,2
	lui	$2,%hi($L18)
	addiu	$2,$2,%lo($L18)
	addu	$2,$3,$2
	lw	$2,0($2)
	jr	$2
	nop

	.rdata
	.align	2
	.align	2
$L18:
	.word	$L22
	.word	$L21
	.word	$L16
	.word	$L20
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L19
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L16
	.word	$L17
	.text
$L21:
	lw	$2,16($fp)
	addiu	$3,$2,4
	sw	$3,16($fp)
	lw	$2,0($2)
	move	$4,$2
	jal	out_int
	nop

	b	$L15
	nop

$L17:
	lw	$2,16($fp)
	addiu	$3,$2,4
	sw	$3,16($fp)
	lw	$2,0($2)
	li	$5,16			# 0x10
	move	$4,$2
	jal	out_unsigned
	nop

	b	$L15
	nop

$L22:
	lw	$2,16($fp)
	addiu	$3,$2,4
	sw	$3,16($fp)
	lw	$2,0($2)
	seb	$2,$2
	move	$4,$2
	jal	out_char
	nop

	b	$L15
	nop

$L19:
	lw	$2,16($fp)
	addiu	$3,$2,4
	sw	$3,16($fp)
	lw	$2,0($2)
	move	$4,$2
	jal	out_str
	nop

	b	$L15
	nop

$L20:
	lw	$2,16($fp)
	addiu	$3,$2,7
	li	$2,-8			# 0xfffffffffffffff8
	and	$2,$3,$2
	addiu	$3,$2,8
	sw	$3,16($fp)
	ldc1	$f2,0($2)
	lui	$2,%hi($LC2)
	ldc1	$f0,%lo($LC2)($2)
	mul.d	$f0,$f2,$f0
	trunc.w.d $f0,$f0
	mfc1	$4,$f0
	jal	out_int
	nop

	b	$L15
	nop

$L16:
	lw	$2,32($fp)
	lb	$2,0($2)
	move	$4,$2
	jal	out_char
	nop

$L15:
	lw	$2,32($fp)
	addiu	$2,$2,1
	sw	$2,32($fp)
$L13:
	lw	$2,32($fp)
	lb	$2,0($2)
	bne	$2,$0,$L23
	nop

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
	.end	print
	.size	print, .-print
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	squares
	.type	squares, @function
squares:
	.frame	$fp,24,$31		# vars= 16, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-24
	sw	$fp,20($sp)
	move	$fp,$sp
	sw	$4,24($fp)
	sw	$5,28($fp)
	sw	$6,32($fp)
	sw	$7,36($fp)
	sw	$0,0($fp)
	addiu	$2,$fp,28
	sw	$2,8($fp)
	b	$L25
	nop

$L26:
	lw	$2,8($fp)
	addiu	$3,$2,4
	sw	$3,8($fp)
	lw	$2,0($2)
	sw	$2,4($fp)
	lw	$2,4($fp)
	mul	$2,$2,$2
	lw	$3,0($fp)
	addu	$2,$3,$2
	sw	$2,0($fp)
$L25:
	lw	$2,24($fp)
	addiu	$3,$2,-1
	sw	$3,24($fp)
	bne	$2,$0,$L26
	nop

	lw	$2,0($fp)
	move	$sp,$fp
	lw	$fp,20($sp)
	addiu	$sp,$sp,24
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	squares
	.size	squares, .-squares
	.rdata
	.align	2
$LC3:
	.ascii	"%d %x %c %s 100%%\012\000"
	.align	2
$LC4:
	.ascii	"text\000"
	.align	2
$LC6:
	.ascii	"%f %d\012\000"
	.text
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$fp,40,$31		# vars= 0, regs= 2/0, args= 32, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-40
	sw	$31,36($sp)
	sw	$fp,32($sp)
	move	$fp,$sp
	lui	$2,%hi($LC4)
	addiu	$2,$2,%lo($LC4)
	sw	$2,16($sp)
	li	$7,122			# 0x7a
	li	$6,48879			# 0xbeef
	li	$5,-42			# 0xffffffffffffffd6
	lui	$2,%hi($LC3)
	addiu	$4,$2,%lo($LC3)
	jal	print
	nop

	li	$2,6			# 0x6
	sw	$2,24($sp)
	li	$2,5			# 0x5
	sw	$2,20($sp)
	li	$2,4			# 0x4
	sw	$2,16($sp)
	li	$7,3			# 0x3
	li	$6,2			# 0x2
	li	$5,1			# 0x1
	li	$4,6			# 0x6
	jal	squares
	nop

	move	$3,$2
	lui	$2,%hi($LC5)
	ldc1	$f0,%lo($LC5)($2)
	sw	$3,16($sp)
	mfc1	$6,$f0
	mfc1	$7,$f1
	lui	$2,%hi($LC6)
	addiu	$4,$2,%lo($LC6)
	jal	print
	nop

	li	$6,4			# 0x4
	li	$5,3			# 0x3
	li	$4,2			# 0x2
	jal	squares
	nop

	move	$sp,$fp
	lw	$31,36($sp)
	lw	$fp,32($sp)
	addiu	$sp,$sp,40
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
	.word	1079574528
	.align	3
$LC5:
	.word	0
	.word	1074135040
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
