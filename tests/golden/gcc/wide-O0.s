	.file	1 "wide.c"
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
	.ent	fibonacci
	.type	fibonacci, @function
fibonacci:
	.frame	$fp,32,$31		# vars= 24, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-32
	sw	$fp,28($sp)
	move	$fp,$sp
	sw	$4,32($fp)
	move	$2,$0
	move	$3,$0
	sw	$2,0($fp)
	sw	$3,4($fp)
	li	$2,1			# 0x1
	move	$3,$0
	sw	$2,8($fp)
	sw	$3,12($fp)
	b	$L13
	nop

$L14:
	lw	$4,0($fp)
	lw	$5,4($fp)
	lw	$6,8($fp)
	lw	$7,12($fp)
	addu	$2,$4,$6
	sltu	$8,$2,$4
	addu	$3,$5,$7
	addu	$4,$8,$3
	move	$3,$4
	sw	$2,16($fp)
	sw	$3,20($fp)
	lw	$2,8($fp)
	lw	$3,12($fp)
	sw	$2,0($fp)
	sw	$3,4($fp)
	lw	$2,16($fp)
	lw	$3,20($fp)
	sw	$2,8($fp)
	sw	$3,12($fp)
$L13:
	lw	$2,32($fp)
	addiu	$3,$2,-1
	sw	$3,32($fp)
	bne	$2,$0,$L14
	nop

	lw	$2,0($fp)
	lw	$3,4($fp)
	move	$sp,$fp
	lw	$fp,28($sp)
	addiu	$sp,$sp,32
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	fibonacci
	.size	fibonacci, .-fibonacci
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	mix
	.type	mix, @function
mix:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	sw	$4,8($fp)
	sw	$5,12($fp)
	sw	$6,16($fp)
	lw	$4,16($fp)
	andi	$4,$4,0x1f
	andi	$5,$4,0x20
	move	$14,$0
	lw	$6,8($fp)
	srl	$7,$6,1
	li	$6,-1			# 0xffffffffffffffff
	xor	$6,$4,$6
	srl	$6,$7,$6
	lw	$7,12($fp)
	sll	$3,$7,$4
	or	$3,$6,$3
	lw	$6,8($fp)
	sll	$2,$6,$4
	movn	$3,$2,$5
	movn	$2,$14,$5
	lw	$4,12($fp)
	sll	$4,$4,25
	lw	$5,8($fp)
	srl	$8,$5,7
	or	$8,$4,$8
	lw	$4,12($fp)
	sra	$9,$4,7
	xor	$10,$2,$8
	xor	$11,$3,$9
	li	$2,1284833280			# 0x4c950000
	ori	$2,$2,0x7f2d
	mul	$3,$11,$2
	li	$2,1481703424			# 0x58510000
	ori	$2,$2,0xf42d
	mul	$2,$10,$2
	addu	$4,$3,$2
	li	$2,1284833280			# 0x4c950000
	ori	$2,$2,0x7f2d
	multu	$10,$2
	mflo	$2
	mfhi	$3
	addu	$4,$4,$3
	move	$3,$4
	lw	$4,16($fp)
	move	$12,$4
	sra	$4,$4,31
	move	$13,$4
	addu	$4,$2,$12
	sltu	$6,$4,$2
	addu	$5,$3,$13
	addu	$2,$6,$5
	move	$5,$2
	move	$2,$4
	move	$3,$5
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	mix
	.size	mix, .-mix
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	print
	.type	print, @function
print:
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
	lw	$4,28($fp)
	srl	$2,$4,0
	move	$3,$0
	li	$5,16			# 0x10
	move	$4,$2
	jal	out_unsigned
	nop

	li	$4,46			# 0x2e
	jal	out_char
	nop

	lw	$2,24($fp)
	li	$5,16			# 0x10
	move	$4,$2
	jal	out_unsigned
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
	.end	print
	.size	print, .-print
	.rdata
	.align	2
$LC2:
	.ascii	"less\000"
	.text
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$fp,40,$31		# vars= 16, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-40
	sw	$31,36($sp)
	sw	$fp,32($sp)
	move	$fp,$sp
	li	$4,90			# 0x5a
	jal	fibonacci
	nop

	move	$4,$2
	move	$5,$3
	jal	print
	nop

	li	$2,-1			# 0xffffffffffffffff
	li	$3,-1			# 0xffffffffffffffff
	sw	$2,16($fp)
	sw	$3,20($fp)
	sw	$0,24($fp)
	b	$L20
	nop

$L21:
	lw	$3,24($fp)
	move	$2,$3
	sll	$2,$2,1
	addu	$2,$2,$3
	addiu	$2,$2,1
	move	$6,$2
	lw	$4,16($fp)
	lw	$5,20($fp)
	jal	mix
	nop

	sw	$2,16($fp)
	sw	$3,20($fp)
	lw	$2,16($fp)
	lw	$3,20($fp)
	lw	$4,16($fp)
	lw	$5,20($fp)
	jal	print
	nop

	lw	$2,24($fp)
	addiu	$2,$2,1
	sw	$2,24($fp)
$L20:
	lw	$2,24($fp)
	slt	$2,$2,5
	bne	$2,$0,$L21
	nop

	lw	$2,20($fp)
	srl	$2,$2,31
	andi	$2,$2,0x00ff
	move	$5,$2
	lui	$2,%hi($LC2)
	addiu	$4,$2,%lo($LC2)
	jal	out_line
	nop

	move	$2,$0
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
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
