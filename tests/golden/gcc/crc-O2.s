	.file	1 "crc.c"
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
	.ascii	"0123456789abcdef\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	out_unsigned.constprop.0
	.type	out_unsigned.constprop.0, @function
out_unsigned.constprop.0:
	.frame	$sp,40,$31		# vars= 40, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	lui	$7,%hi($LC0)
	move	$5,$0
	addiu	$7,$7,%lo($LC0)
	addiu	$sp,$sp,-40
$L2:
	andi	$2,$4,0xf
	addu	$2,$7,$2
	addiu	$5,$5,1
	sltu	$3,$4,16
	lbu	$6,0($2)
	addu	$2,$sp,$5
	srl	$4,$4,4
	beq	$3,$0,$L2
	sb	$6,-1($2)

$L3:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$sp,$2,$L3
	nop

	jr	$31
	addiu	$sp,$sp,40

	.set	macro
	.set	reorder
	.end	out_unsigned.constprop.0
	.size	out_unsigned.constprop.0, .-out_unsigned.constprop.0
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
	lui	$10,%hi(table)
	addiu	$sp,$sp,-24
	addiu	$10,$10,%lo(table)
	li	$4,-306708480			# 0xffffffffedb80000
	move	$5,$0
	sw	$31,20($sp)
	li	$7,256			# 0x100
	move	$6,$10
	ori	$4,$4,0x8320
$L11:
	li	$8,8			# 0x8
	move	$2,$5
	andi	$3,$2,0x1
$L20:
	addiu	$8,$8,-1
	beq	$3,$0,$L9
	srl	$2,$2,1

	xor	$2,$2,$4
$L9:
	bne	$8,$0,$L20
	andi	$3,$2,0x1

	addiu	$5,$5,1
	sw	$2,0($6)
	bne	$5,$7,$L11
	addiu	$6,$6,4

	lui	$7,%hi(text)
	li	$12,-2147024896			# 0xffffffff80070000
	addiu	$7,$7,%lo(text)
	li	$9,1			# 0x1
	li	$4,-1			# 0xffffffffffffffff
	li	$11,84			# 0x54
	ori	$12,$12,0x8071
$L12:
	andi	$2,$11,0x00ff
	lb	$11,1($7)
	addu	$5,$2,$9
	xor	$2,$2,$4
	multu	$5,$12
	andi	$2,$2,0xff
	sll	$2,$2,2
	srl	$4,$4,8
	mfhi	$9
	addu	$2,$10,$2
	addiu	$7,$7,1
	lw	$6,0($2)
	srl	$9,$9,15
	xor	$4,$6,$4
	sll	$3,$9,12
	subu	$3,$3,$9
	sll	$2,$3,4
	addu	$2,$2,$9
	subu	$9,$5,$2
	addu	$3,$9,$8
	multu	$3,$12
	mfhi	$8
	srl	$8,$8,15
	sll	$2,$8,12
	subu	$2,$2,$8
	sll	$2,$2,4
	addu	$2,$2,$8
	bne	$11,$0,$L12
	subu	$8,$3,$2

	jal	out_unsigned.constprop.0
	nor	$4,$0,$4

	li	$10,10			# 0xa
	sll	$4,$8,16
	sw	$10,-208($0)
	jal	out_unsigned.constprop.0
	or	$4,$4,$9

	move	$2,$0
	lw	$31,20($sp)
	sw	$10,-208($0)
	jr	$31
	addiu	$sp,$sp,24

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.rdata
	.align	2
	.type	text, @object
	.size	text, 44
text:
	.ascii	"The quick brown fox jumps over the lazy dog\000"
	.local	table
	.comm	table,1024,4
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
