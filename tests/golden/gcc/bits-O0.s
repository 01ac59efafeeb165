	.file	1 "bits.c"
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
	.ent	rotate
	.type	rotate, @function
rotate:
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
	lw	$2,12($fp)
	subu	$2,$0,$2
	lw	$3,8($fp)
	ror	$2,$3,$2
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	rotate
	.size	rotate, .-rotate
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	swap
	.type	swap, @function
swap:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	sw	$4,8($fp)
	lw	$2,8($fp)
	srl	$3,$2,24
	lw	$2,8($fp)
	srl	$2,$2,8
	andi	$2,$2,0xff00
	or	$3,$3,$2
	lw	$2,8($fp)
	sll	$4,$2,8
	li	$2,16711680			# 0xff0000
	and	$2,$4,$2
	or	$3,$3,$2
	lw	$2,8($fp)
	sll	$2,$2,24
	or	$2,$3,$2
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	swap
	.size	swap, .-swap
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	ones
	.type	ones, @function
ones:
	.frame	$fp,16,$31		# vars= 8, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-16
	sw	$fp,12($sp)
	move	$fp,$sp
	sw	$4,16($fp)
	sw	$0,0($fp)
	b	$L17
	nop

$L18:
	lw	$2,16($fp)
	addiu	$2,$2,-1
	lw	$3,16($fp)
	and	$2,$3,$2
	sw	$2,16($fp)
	lw	$2,0($fp)
	addiu	$2,$2,1
	sw	$2,0($fp)
$L17:
	lw	$2,16($fp)
	bne	$2,$0,$L18
	nop

	lw	$2,0($fp)
	move	$sp,$fp
	lw	$fp,12($sp)
	addiu	$sp,$sp,16
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	ones
	.size	ones, .-ones
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	high
	.type	high, @function
high:
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
	lw	$4,8($fp)
	move	$6,$4
	move	$7,$0
	lw	$4,12($fp)
	move	$2,$4
	move	$3,$0
	mul	$5,$7,$2
	mul	$4,$3,$6
	addu	$4,$5,$4
	multu	$6,$2
	mflo	$2
	mfhi	$3
	addu	$4,$4,$3
	move	$3,$4
	srl	$8,$3,0
	move	$9,$0
	move	$2,$8
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	high
	.size	high, .-high
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
	li	$2,305397760			# 0x12340000
	ori	$2,$2,0x5678
	sw	$2,24($fp)
	lw	$2,24($fp)
	sw	$2,16($fp)
	lw	$2,28($fp)
	ins	$2,$0,0,3
	sw	$2,28($fp)
	lw	$2,28($fp)
	ins	$2,$0,3,7
	sw	$2,28($fp)
	lw	$2,28($fp)
	ins	$2,$0,10,13
	sw	$2,28($fp)
	lw	$2,28($fp)
	ins	$2,$0,23,9
	sw	$2,28($fp)
	sw	$0,20($fp)
	b	$L23
	nop

$L24:
	li	$5,5			# 0x5
	lw	$4,16($fp)
	jal	rotate
	nop

	move	$3,$2
	lw	$2,16($fp)
	srl	$2,$2,3
	xor	$2,$3,$2
	sw	$2,16($fp)
	lw	$2,16($fp)
	andi	$2,$2,0x7
	andi	$3,$2,0x00ff
	lw	$2,28($fp)
	ins	$2,$3,0,3
	sw	$2,28($fp)
	lw	$2,28($fp)
	ext	$2,$2,3,7
	andi	$2,$2,0x00ff
	move	$3,$2
	lw	$2,28($fp)
	ext	$2,$2,0,3
	andi	$2,$2,0x00ff
	addu	$2,$3,$2
	andi	$2,$2,0x00ff
	andi	$2,$2,0x7f
	andi	$3,$2,0x00ff
	lw	$2,28($fp)
	ins	$2,$3,3,7
	sw	$2,28($fp)
	lw	$2,28($fp)
	ext	$2,$2,10,13
	andi	$2,$2,0xffff
	move	$3,$2
	lw	$2,16($fp)
	andi	$2,$2,0xffff
	xor	$2,$3,$2
	andi	$2,$2,0xffff
	andi	$2,$2,0x1fff
	andi	$3,$2,0xffff
	lw	$2,28($fp)
	ins	$2,$3,10,13
	sw	$2,28($fp)
	lw	$2,16($fp)
	sra	$2,$2,4
	sll	$2,$2,7
	seh	$2,$2
	sra	$2,$2,7
	seh	$3,$2
	lw	$2,28($fp)
	ins	$2,$3,23,9
	sw	$2,28($fp)
	li	$5,16			# 0x10
	lw	$4,16($fp)
	jal	out_unsigned
	nop

	li	$4,32			# 0x20
	jal	out_char
	nop

	lw	$4,16($fp)
	jal	swap
	nop

	li	$5,16			# 0x10
	move	$4,$2
	jal	out_unsigned
	nop

	li	$4,32			# 0x20
	jal	out_char
	nop

	lw	$4,16($fp)
	jal	ones
	nop

	move	$3,$2
	lw	$2,16($fp)
	ori	$2,$2,0x1
	clz	$2,$2
	addu	$2,$3,$2
	lw	$3,28($fp)
	ext	$3,$3,3,7
	andi	$3,$3,0x00ff
	addu	$2,$2,$3
	lw	$3,28($fp)
	ext	$3,$3,10,13
	andi	$3,$3,0xffff
	addu	$2,$2,$3
	lw	$3,28($fp)
	sra	$3,$3,23
	seh	$3,$3
	addu	$2,$2,$3
	move	$4,$2
	jal	out_int
	nop

	li	$4,32			# 0x20
	jal	out_char
	nop

	li	$2,-1640562688			# 0xffffffff9e370000
	ori	$5,$2,0x79b9
	lw	$4,16($fp)
	jal	high
	nop

	li	$5,16			# 0x10
	move	$4,$2
	jal	out_unsigned
	nop

	li	$4,10			# 0xa
	jal	out_char
	nop

	lw	$2,20($fp)
	addiu	$2,$2,1
	sw	$2,20($fp)
$L23:
	lw	$2,20($fp)
	slt	$2,$2,8
	bne	$2,$0,$L24
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
