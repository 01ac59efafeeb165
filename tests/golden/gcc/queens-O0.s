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
	.local	solutions
	.comm	solutions,4,4
	.local	row
	.comm	row,32,4
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	free_place
	.type	free_place, @function
free_place:
	.frame	$fp,16,$31		# vars= 8, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-16
	sw	$fp,12($sp)
	move	$fp,$sp
	sw	$4,16($fp)
	sw	$5,20($fp)
	sw	$0,0($fp)
	b	$L13
	nop

$L17:
	lui	$2,%hi(row)
	lw	$3,0($fp)
	sll	$3,$3,2
	addiu	$2,$2,%lo(row)
	addu	$2,$3,$2
	lw	$2,0($2)
	lw	$3,20($fp)
	beq	$3,$2,$L14
	nop

	lui	$2,%hi(row)
	lw	$3,0($fp)
	sll	$3,$3,2
	addiu	$2,$2,%lo(row)
	addu	$2,$3,$2
	lw	$3,0($2)
	lw	$2,20($fp)
	subu	$3,$3,$2
	lw	$4,16($fp)
	lw	$2,0($fp)
	subu	$2,$4,$2
	beq	$3,$2,$L14
	nop

	lui	$2,%hi(row)
	lw	$3,0($fp)
	sll	$3,$3,2
	addiu	$2,$2,%lo(row)
	addu	$2,$3,$2
	lw	$2,0($2)
	lw	$3,20($fp)
	subu	$3,$3,$2
	lw	$4,16($fp)
	lw	$2,0($fp)
	subu	$2,$4,$2
	bne	$3,$2,$L15
	nop

$L14:
	move	$2,$0
	b	$L16
	nop

$L15:
	lw	$2,0($fp)
	addiu	$2,$2,1
	sw	$2,0($fp)
$L13:
	lw	$3,0($fp)
	lw	$2,16($fp)
	slt	$2,$3,$2
	bne	$2,$0,$L17
	nop

	li	$2,1			# 0x1
$L16:
	move	$sp,$fp
	lw	$fp,12($sp)
	addiu	$sp,$sp,16
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	free_place
	.size	free_place, .-free_place
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	place
	.type	place, @function
place:
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
	lw	$3,32($fp)
	li	$2,8			# 0x8
	bne	$3,$2,$L19
	nop

	lui	$2,%hi(solutions)
	lw	$2,%lo(solutions)($2)
	addiu	$4,$2,1
	lui	$3,%hi(solutions)
	sw	$4,%lo(solutions)($3)
	bne	$2,$0,$L27
	nop

	sw	$0,16($fp)
	b	$L21
	nop

$L22:
	lui	$2,%hi(row)
	lw	$3,16($fp)
	sll	$3,$3,2
	addiu	$2,$2,%lo(row)
	addu	$2,$3,$2
	lw	$2,0($2)
	andi	$2,$2,0x00ff
	addiu	$2,$2,49
	andi	$2,$2,0x00ff
	seb	$2,$2
	move	$4,$2
	jal	out_char
	nop

	lw	$2,16($fp)
	addiu	$2,$2,1
	sw	$2,16($fp)
$L21:
	lw	$2,16($fp)
	slt	$2,$2,8
	bne	$2,$0,$L22
	nop

	b	$L27
	nop

$L19:
	sw	$0,20($fp)
	b	$L24
	nop

$L26:
	lw	$5,20($fp)
	lw	$4,32($fp)
	jal	free_place
	nop

	beq	$2,$0,$L25
	nop

	lui	$2,%hi(row)
	lw	$3,32($fp)
	sll	$3,$3,2
	addiu	$2,$2,%lo(row)
	addu	$2,$3,$2
	lw	$3,20($fp)
	sw	$3,0($2)
	lw	$2,32($fp)
	addiu	$2,$2,1
	move	$4,$2
	jal	place
	nop

$L25:
	lw	$2,20($fp)
	addiu	$2,$2,1
	sw	$2,20($fp)
$L24:
	lw	$2,20($fp)
	slt	$2,$2,8
	bne	$2,$0,$L26
	nop

	b	$L18
	nop

$L27:
	nop
$L18:
	move	$sp,$fp
	lw	$31,28($sp)
	lw	$fp,24($sp)
	addiu	$sp,$sp,32
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	place
	.size	place, .-place
	.rdata
	.align	2
$LC2:
	.ascii	" queens\000"
	.text
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$fp,24,$31		# vars= 0, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-24
	sw	$31,20($sp)
	sw	$fp,16($sp)
	move	$fp,$sp
	move	$4,$0
	jal	place
	nop

	lui	$2,%hi(solutions)
	lw	$2,%lo(solutions)($2)
	move	$5,$2
	lui	$2,%hi($LC2)
	addiu	$4,$2,%lo($LC2)
	jal	out_line
	nop

	lui	$2,%hi(solutions)
	lw	$2,%lo(solutions)($2)
	move	$sp,$fp
	lw	$31,20($sp)
	lw	$fp,16($sp)
	addiu	$sp,$sp,24
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
