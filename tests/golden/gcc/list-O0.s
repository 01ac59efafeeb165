	.file	1 "list.c"
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
	.local	pool
	.comm	pool,160,4
	.local	free_list
	.comm	free_list,4,4
	.local	list
	.comm	list,4,4
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	take
	.type	take, @function
take:
	.frame	$fp,16,$31		# vars= 8, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-16
	sw	$fp,12($sp)
	move	$fp,$sp
	lui	$2,%hi(free_list)
	lw	$2,%lo(free_list)($2)
	sw	$2,0($fp)
	lw	$2,0($fp)
	lw	$3,4($2)
	lui	$2,%hi(free_list)
	sw	$3,%lo(free_list)($2)
	lw	$2,0($fp)
	move	$sp,$fp
	lw	$fp,12($sp)
	addiu	$sp,$sp,16
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	take
	.size	take, .-take
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	made
	.type	made, @function
made:
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
	lw	$2,28($fp)
	andi	$3,$2,0x00ff
	li	$2,50			# 0x32
	mul	$2,$3,$2
	andi	$2,$2,0x00ff
	seb	$2,$2
	sb	$2,0($fp)
	lw	$2,28($fp)
	andi	$3,$2,0xffff
	li	$2,-5000			# 0xffffffffffffec78
	mul	$2,$3,$2
	andi	$2,$2,0xffff
	seh	$2,$2
	sh	$2,2($fp)
	sw	$0,4($fp)
	li	$2,1684209664			# 0x64630000
	ori	$2,$2,0x6261
	sw	$2,8($fp)
	sb	$0,12($fp)
	lw	$3,28($fp)
	li	$2,-2147483648			# 0xffffffff80000000
	ori	$2,$2,0x3
	and	$2,$3,$2
	bgez	$2,$L15
	nop

	addiu	$2,$2,-1
	li	$3,-4			# 0xfffffffffffffffc
	or	$2,$2,$3
	addiu	$2,$2,1
$L15:
	addu	$3,$fp,$2
	li	$2,88			# 0x58
	sb	$2,8($3)
	lw	$2,24($fp)
	lw	$6,0($fp)
	lw	$5,4($fp)
	lw	$4,8($fp)
	lw	$3,12($fp)
	sw	$6,0($2)
	sw	$5,4($2)
	sw	$4,8($2)
	sw	$3,12($2)
	lw	$2,24($fp)
	move	$sp,$fp
	lw	$fp,20($sp)
	addiu	$sp,$sp,24
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	made
	.size	made, .-made
	.rdata
	.align	2
$LC2:
	.ascii	"small\000"
	.align	2
$LC3:
	.ascii	"middle\000"
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
	b	$L18
	nop

$L19:
	lui	$2,%hi(free_list)
	lw	$3,%lo(free_list)($2)
	lui	$4,%hi(pool)
	lw	$2,16($fp)
	addiu	$4,$4,%lo(pool)
	sll	$2,$2,4
	addu	$2,$4,$2
	sw	$3,4($2)
	lw	$2,16($fp)
	sll	$3,$2,4
	lui	$2,%hi(pool)
	addiu	$2,$2,%lo(pool)
	addu	$3,$3,$2
	lui	$2,%hi(free_list)
	sw	$3,%lo(free_list)($2)
	lw	$2,16($fp)
	addiu	$2,$2,1
	sw	$2,16($fp)
$L18:
	lw	$2,16($fp)
	slt	$2,$2,10
	bne	$2,$0,$L19
	nop

	sw	$0,20($fp)
	b	$L20
	nop

$L23:
	jal	take
	nop

	sw	$2,40($fp)
	addiu	$2,$fp,44
	lw	$5,20($fp)
	move	$4,$2
	jal	made
	nop

	lb	$3,44($fp)
	lw	$2,40($fp)
	sb	$3,0($2)
	lh	$3,46($fp)
	lw	$2,40($fp)
	sh	$3,2($2)
	sw	$0,24($fp)
	b	$L21
	nop

$L22:
	lw	$2,24($fp)
	addiu	$3,$fp,16
	addu	$2,$3,$2
	lbu	$3,36($2)
	lw	$4,40($fp)
	lw	$2,24($fp)
	addu	$2,$4,$2
	sb	$3,8($2)
	lw	$2,24($fp)
	addiu	$2,$2,1
	sw	$2,24($fp)
$L21:
	lw	$2,24($fp)
	slt	$2,$2,5
	bne	$2,$0,$L22
	nop

	lui	$2,%hi(list)
	lw	$3,%lo(list)($2)
	lw	$2,40($fp)
	sw	$3,4($2)
	lui	$2,%hi(list)
	lw	$3,40($fp)
	sw	$3,%lo(list)($2)
	lw	$2,20($fp)
	addiu	$2,$2,1
	sw	$2,20($fp)
$L20:
	lw	$2,20($fp)
	slt	$2,$2,7
	bne	$2,$0,$L23
	nop

	sw	$0,28($fp)
	sw	$0,32($fp)
	lui	$2,%hi(list)
	lw	$2,%lo(list)($2)
	sw	$2,36($fp)
	b	$L24
	nop

$L25:
	lw	$2,36($fp)
	lb	$2,0($2)
	move	$3,$2
	lw	$2,28($fp)
	addu	$2,$2,$3
	sw	$2,28($fp)
	lw	$2,36($fp)
	lh	$2,2($2)
	move	$3,$2
	lw	$2,32($fp)
	addu	$2,$2,$3
	sw	$2,32($fp)
	lw	$2,36($fp)
	addiu	$2,$2,8
	move	$4,$2
	jal	out_str
	nop

	li	$4,32			# 0x20
	jal	out_char
	nop

	lw	$2,36($fp)
	lw	$2,4($2)
	sw	$2,36($fp)
$L24:
	lw	$2,36($fp)
	bne	$2,$0,$L25
	nop

	lw	$5,28($fp)
	lui	$2,%hi($LC2)
	addiu	$4,$2,%lo($LC2)
	jal	out_line
	nop

	lw	$5,32($fp)
	lui	$2,%hi($LC3)
	addiu	$4,$2,%lo($LC3)
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
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
