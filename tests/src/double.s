	.file	1 "double.c"
	.text
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	lui	$3,%hi($LC1)
	lui	$11,%hi(a)
	ldc1	$f6,%lo($LC1)($3)
	lui	$12,%hi(b)
	lui	$2,%hi($LC0)
	addiu	$11,$11,%lo(a)
	addiu	$12,$12,%lo(b)
	ldc1	$f8,%lo($LC0)($2)
	li	$9,32			# 0x20
	move	$2,$0
	move	$6,$12
	move	$5,$11
$L2:
	mtc1	$2,$f0
	move	$3,$0
	addiu	$2,$2,1
	move	$8,$6
	move	$7,$5
	cvt.d.w	$f2,$f0
	mul.d	$f2,$f2,$f6
$L3:
	addu	$4,$2,$3
	addiu	$7,$7,8
	addiu	$8,$8,8
	mtc1	$3,$f0
	addiu	$3,$3,1
	cvt.d.w	$f4,$f0
	mtc1	$4,$f0
	sub.d	$f4,$f2,$f4
	cvt.d.w	$f0,$f0
	sdc1	$f4,-8($8)
	div.d	$f0,$f8,$f0
	bne	$3,$9,$L3
	sdc1	$f0,-8($7)

	addiu	$5,$5,256
	bne	$2,$3,$L2
	addiu	$6,$6,256

	lui	$8,%hi(c)
	lui	$14,%hi(a+256)
	li	$15,100			# 0x64
	addiu	$8,$8,%lo(c)
	addiu	$14,$14,%lo(a+256)
	li	$9,32			# 0x20
	move	$13,$0
$L15:
	move	$4,$14
$L10:
	sll	$7,$13,8
	move	$5,$0
	addu	$7,$7,$11
	sll	$10,$13,5
	move	$6,$12
$L8:
	mtc1	$0,$f2
	move	$3,$6
	move	$2,$7
	mtc1	$0,$f3
$L5:
	ldc1	$f0,0($2)
	addiu	$2,$2,8
	addiu	$3,$3,256
	ldc1	$f4,-256($3)
	mul.d	$f0,$f0,$f4
	bne	$2,$4,$L5
	add.d	$f2,$f2,$f0

	addu	$3,$10,$5
	addiu	$5,$5,1
	sll	$3,$3,3
	addiu	$6,$6,8
	addu	$3,$8,$3
	sdc1	$f2,0($3)
	bne	$5,$9,$L8
	nop

	addiu	$13,$13,1
	bne	$13,$5,$L10
	addiu	$4,$2,256

	addiu	$15,$15,-1
	bne	$15,$0,$L15
	move	$13,$0

	jr	$31
	move	$2,$0

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.local	c
	.comm	c,8192,8
	.local	b
	.comm	b,8192,8
	.local	a
	.comm	a,8192,8
	.section	.rodata.cst8,"aM",@progbits,8
	.align	3
$LC0:
	.word	0
	.word	1072693248
	.align	3
$LC1:
	.word	2061584302
	.word	1071099412
