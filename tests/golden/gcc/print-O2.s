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
	.ent	squares
	.type	squares, @function
squares:
	.frame	$sp,8,$31		# vars= 8, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	mtlo	$0
	addiu	$sp,$sp,-8
	sll	$4,$4,2
	addiu	$2,$sp,12
	sw	$5,12($sp)
	addu	$4,$2,$4
	sw	$6,16($sp)
	sw	$7,20($sp)
	move	$3,$2
	sw	$2,0($sp)
$L2:
	lw	$5,0($3)
	addiu	$3,$3,4
	bne	$3,$4,$L2
	madd	$5,$5

	mflo	$2
	jr	$31
	addiu	$sp,$sp,8

	.set	macro
	.set	reorder
	.end	squares
	.size	squares, .-squares
	.rdata
	.align	2
$LC0:
	.ascii	"0123456789abcdef\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	out_int
	.type	out_int, @function
out_int:
	.frame	$sp,40,$31		# vars= 40, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	bgez	$4,$L7
	addiu	$sp,$sp,-40

	li	$2,45			# 0x2d
	subu	$4,$0,$4
	sw	$2,-208($0)
$L7:
	lui	$9,%hi($LC0)
	li	$8,-859045888			# 0xffffffffcccc0000
	move	$7,$0
	addiu	$9,$9,%lo($LC0)
	ori	$8,$8,0xcccd
$L8:
	multu	$4,$8
	addiu	$7,$7,1
	sltu	$6,$4,10
	addu	$5,$sp,$7
	mfhi	$3
	srl	$3,$3,3
	sll	$2,$3,2
	addu	$2,$2,$3
	sll	$2,$2,1
	subu	$2,$4,$2
	move	$4,$3
	addu	$2,$9,$2
	lbu	$2,0($2)
	beq	$6,$0,$L8
	sb	$2,-1($5)

	move	$2,$5
$L9:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$sp,$2,$L9
	nop

	jr	$31
	addiu	$sp,$sp,40

	.set	macro
	.set	reorder
	.end	out_int
	.size	out_int, .-out_int
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	print
	.type	print, @function
print:
	.frame	$sp,64,$31		# vars= 40, regs= 1/0, args= 16, gp= 0
	.mask	0x80000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-64
	addiu	$3,$sp,68
	sw	$31,60($sp)
	sw	$5,68($sp)
	sw	$6,72($sp)
	sw	$7,76($sp)
	sw	$3,52($sp)
	lb	$2,0($4)
	beq	$2,$0,$L42
	lw	$31,60($sp)

	lui	$12,%hi($L19)
	li	$11,37			# 0x25
	addiu	$12,$12,%lo($L19)
	b	$L14
	move	$10,$4

$L39:
	move	$4,$10
	sw	$2,-208($0)
	lb	$2,1($4)
	beq	$2,$0,$L13
	addiu	$10,$4,1

$L14:
	bne	$2,$11,$L39
	andi	$2,$2,0x00ff

	lb	$3,1($10)
	addiu	$2,$3,-99
	andi	$2,$2,0x00ff
	sltu	$4,$2,22
	beq	$4,$0,$L17
	sll	$2,$2,2

	addu	$2,$12,$2
	lw	$2,0($2)
	jr	$2
	nop

	.rdata
	.align	2
	.align	2
$L19:
	.word	$L23
	.word	$L22
	.word	$L17
	.word	$L21
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L20
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L17
	.word	$L18
	.text
$L17:
	andi	$3,$3,0x00ff
	sw	$3,-208($0)
$L24:
	addiu	$4,$10,1
$L40:
	lb	$2,1($4)
$L41:
	bne	$2,$0,$L14
	addiu	$10,$4,1

$L13:
	lw	$31,60($sp)
$L42:
	jr	$31
	addiu	$sp,$sp,64

$L18:
	lw	$2,52($sp)
	lui	$8,%hi($LC0)
	move	$4,$0
	addiu	$7,$sp,16
	addiu	$5,$2,4
	lw	$3,0($2)
	addiu	$8,$8,%lo($LC0)
	sw	$5,52($sp)
$L25:
	andi	$2,$3,0xf
	addu	$2,$8,$2
	addiu	$4,$4,1
	sltu	$5,$3,16
	lbu	$6,0($2)
	addu	$2,$7,$4
	srl	$3,$3,4
	beq	$5,$0,$L25
	sb	$6,-1($2)

$L26:
	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	beq	$7,$2,$L24
	nop

	lbu	$3,-1($2)
	addiu	$2,$2,-1
	sw	$3,-208($0)
	bne	$7,$2,$L26
	nop

	b	$L40
	addiu	$4,$10,1

$L20:
	lw	$2,52($sp)
	addiu	$4,$2,4
	lw	$3,0($2)
	sw	$4,52($sp)
	lb	$2,0($3)
	beq	$2,$0,$L40
	addiu	$4,$10,1

$L27:
	addiu	$3,$3,1
	andi	$2,$2,0x00ff
	sw	$2,-208($0)
	lb	$2,0($3)
	bne	$2,$0,$L27
	addiu	$4,$10,1

	b	$L41
	lb	$2,1($4)

$L21:
	lw	$2,52($sp)
	li	$3,-8			# 0xfffffffffffffff8
	addiu	$2,$2,7
	and	$2,$2,$3
	ldc1	$f0,0($2)
	addiu	$2,$2,8
	sw	$2,52($sp)
	lui	$2,%hi($LC1)
	ldc1	$f2,%lo($LC1)($2)
	mul.d	$f0,$f0,$f2
	trunc.w.d $f0,$f0
	jal	out_int
	mfc1	$4,$f0

	b	$L40
	addiu	$4,$10,1

$L22:
	lw	$2,52($sp)
	addiu	$3,$2,4
	lw	$4,0($2)
	jal	out_int
	sw	$3,52($sp)

	b	$L40
	addiu	$4,$10,1

$L23:
	lw	$2,52($sp)
	addiu	$4,$10,1
	addiu	$3,$2,4
	lbu	$2,0($2)
	sw	$3,52($sp)
	sw	$2,-208($0)
	b	$L41
	lb	$2,1($4)

	.set	macro
	.set	reorder
	.end	print
	.size	print, .-print
	.rdata
	.align	2
$LC2:
	.ascii	"%d %x %c %s 100%%\012\000"
	.align	2
$LC3:
	.ascii	"text\000"
	.align	2
$LC5:
	.ascii	"%f %d\012\000"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,40,$31		# vars= 0, regs= 1/0, args= 32, gp= 0
	.mask	0x80000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	lui	$2,%hi($LC3)
	addiu	$sp,$sp,-40
	lui	$4,%hi($LC2)
	addiu	$2,$2,%lo($LC3)
	li	$7,122			# 0x7a
	sw	$31,36($sp)
	li	$6,48879			# 0xbeef
	sw	$2,16($sp)
	li	$5,-42			# 0xffffffffffffffd6
	jal	print
	addiu	$4,$4,%lo($LC2)

	li	$2,6			# 0x6
	li	$5,1			# 0x1
	sw	$2,24($sp)
	li	$2,5			# 0x5
	li	$7,3			# 0x3
	sw	$2,20($sp)
	li	$2,4			# 0x4
	li	$6,2			# 0x2
	li	$4,6			# 0x6
	jal	squares
	sw	$2,16($sp)

	lui	$4,%hi($LC5)
	sw	$2,16($sp)
	lui	$2,%hi($LC4)
	addiu	$4,$4,%lo($LC5)
	lw	$6,%lo($LC4)($2)
	jal	print
	lw	$7,%lo($LC4+4)($2)

	li	$6,4			# 0x4
	lw	$31,36($sp)
	li	$5,3			# 0x3
	li	$4,2			# 0x2
	j	squares
	addiu	$sp,$sp,40

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.rdata
	.align	3
$LC1:
	.word	0
	.word	1079574528
	.align	3
$LC4:
	.word	0
	.word	1074135040
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
