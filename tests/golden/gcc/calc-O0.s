	.file	1 "calc.c"
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
	.local	stack
	.comm	stack,64,4
	.local	depth
	.comm	depth,4,4
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	push
	.type	push, @function
push:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	sw	$4,8($fp)
	lui	$2,%hi(depth)
	lw	$2,%lo(depth)($2)
	addiu	$4,$2,1
	lui	$3,%hi(depth)
	sw	$4,%lo(depth)($3)
	lui	$4,%hi(stack)
	sll	$3,$2,2
	addiu	$2,$4,%lo(stack)
	addu	$2,$3,$2
	lw	$3,8($fp)
	sw	$3,0($2)
	nop
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	push
	.size	push, .-push
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	pop
	.type	pop, @function
pop:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	lui	$2,%hi(depth)
	lw	$2,%lo(depth)($2)
	addiu	$3,$2,-1
	lui	$2,%hi(depth)
	sw	$3,%lo(depth)($2)
	lui	$2,%hi(depth)
	lw	$3,%lo(depth)($2)
	lui	$2,%hi(stack)
	sll	$3,$3,2
	addiu	$2,$2,%lo(stack)
	addu	$2,$3,$2
	lw	$2,0($2)
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	pop
	.size	pop, .-pop
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	calc
	.type	calc, @function
calc:
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
	lui	$2,%hi(depth)
	sw	$0,%lo(depth)($2)
	b	$L16
	nop

$L31:
	lw	$2,32($fp)
	lb	$2,0($2)
	addiu	$2,$2,-37
	sltu	$3,$2,21
	beq	$3,$0,$L33
	nop

	sll	$3,$2,2
	lui	$2,%hi($L19)
	addiu	$2,$2,%lo($L19)
	addu	$2,$3,$2
	lw	$2,0($2)
	jr	$2
	nop

	.rdata
	.align	2
	.align	2
$L19:
	.word	$L25
	.word	$L33
	.word	$L33
	.word	$L33
	.word	$L33
	.word	$L24
	.word	$L23
	.word	$L22
	.word	$L21
	.word	$L33
	.word	$L20
	.word	$L18
	.word	$L18
	.word	$L18
	.word	$L18
	.word	$L18
	.word	$L18
	.word	$L18
	.word	$L18
	.word	$L18
	.word	$L18
	.text
$L18:
	lw	$2,32($fp)
	lb	$2,0($2)
	addiu	$2,$2,-48
	move	$4,$2
	jal	push
	nop

	b	$L26
	nop

$L23:
	jal	pop
	nop

	sw	$2,16($fp)
	jal	pop
	nop

	move	$3,$2
	lw	$2,16($fp)
	addu	$2,$3,$2
	move	$4,$2
	jal	push
	nop

	b	$L26
	nop

$L21:
	jal	pop
	nop

	sw	$2,16($fp)
	jal	pop
	nop

	move	$3,$2
	lw	$2,16($fp)
	subu	$2,$3,$2
	move	$4,$2
	jal	push
	nop

	b	$L26
	nop

$L24:
	jal	pop
	nop

	sw	$2,16($fp)
	jal	pop
	nop

	move	$3,$2
	lw	$2,16($fp)
	mul	$2,$3,$2
	move	$4,$2
	jal	push
	nop

	b	$L26
	nop

$L20:
	jal	pop
	nop

	sw	$2,16($fp)
	lw	$2,16($fp)
	beq	$2,$0,$L27
	nop

	jal	pop
	nop

	move	$3,$2
	lw	$2,16($fp)
	teq	$2,$0,7
	div	$0,$3,$2
	mfhi	$2
	mflo	$2
	b	$L28
	nop

$L27:
	li	$2,-1			# 0xffffffffffffffff
$L28:
	move	$4,$2
	jal	push
	nop

	b	$L26
	nop

$L25:
	jal	pop
	nop

	sw	$2,16($fp)
	lw	$2,16($fp)
	beq	$2,$0,$L29
	nop

	jal	pop
	nop

	move	$3,$2
	lw	$2,16($fp)
	teq	$2,$0,7
	div	$0,$3,$2
	mfhi	$2
	b	$L30
	nop

$L29:
	li	$2,-1			# 0xffffffffffffffff
$L30:
	move	$4,$2
	jal	push
	nop

	b	$L26
	nop

$L22:
	jal	pop
	nop

	sw	$2,16($fp)
	jal	pop
	nop

	move	$3,$2
	lw	$2,16($fp)
	sll	$2,$3,$2
	move	$4,$2
	jal	push
	nop

	b	$L26
	nop

$L33:
	nop
$L26:
	lw	$2,32($fp)
	addiu	$2,$2,1
	sw	$2,32($fp)
$L16:
	lw	$2,32($fp)
	lb	$2,0($2)
	bne	$2,$0,$L31
	nop

	jal	pop
	nop

	move	$sp,$fp
	lw	$31,28($sp)
	lw	$fp,24($sp)
	addiu	$sp,$sp,32
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	calc
	.size	calc, .-calc
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$fp,40,$31		# vars= 8, regs= 3/0, args= 16, gp= 0
	.mask	0xc0010000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-40
	sw	$31,36($sp)
	sw	$fp,32($sp)
	sw	$16,28($sp)
	move	$fp,$sp
	sw	$0,16($fp)
	b	$L35
	nop

$L36:
	lui	$2,%hi(texts.0)
	lw	$3,16($fp)
	sll	$3,$3,2
	addiu	$2,$2,%lo(texts.0)
	addu	$2,$3,$2
	lw	$16,0($2)
	lui	$2,%hi(texts.0)
	lw	$3,16($fp)
	sll	$3,$3,2
	addiu	$2,$2,%lo(texts.0)
	addu	$2,$3,$2
	lw	$2,0($2)
	move	$4,$2
	jal	calc
	nop

	move	$5,$2
	move	$4,$16
	jal	out_line
	nop

	lw	$2,16($fp)
	addiu	$2,$2,1
	sw	$2,16($fp)
$L35:
	lw	$2,16($fp)
	sltu	$2,$2,5
	bne	$2,$0,$L36
	nop

	move	$2,$0
	move	$sp,$fp
	lw	$31,36($sp)
	lw	$fp,32($sp)
	lw	$16,28($sp)
	addiu	$sp,$sp,40
	jr	$31
	nop

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
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
