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
	lui	$2,%hi($LC0)
	lui	$9,%hi(a)
	ldc1	$f8,%lo($LC0)($2)
	lui	$4,%hi(b)
	lui	$2,%hi($LC1)
	addiu	$9,$9,%lo(a)
	ldc1	$f6,%lo($LC1)($2)
	addiu	$4,$4,%lo(b)
	move	$2,$0
	li	$8,32			# 0x20
$L2:
	mtc1	$2,$f0
	move	$3,$0
	addiu	$2,$2,1
	move	$7,$4
	move	$6,$9
	cvt.d.w	$f2,$f0
	mul.d	$f2,$f2,$f6
$L3:
	addu	$5,$2,$3
	addiu	$6,$6,8
	addiu	$7,$7,8
	mtc1	$3,$f0
	addiu	$3,$3,1
	cvt.d.w	$f4,$f0
	mtc1	$5,$f0
	sub.d	$f4,$f2,$f4
	cvt.d.w	$f0,$f0
	sdc1	$f4,-8($7)
	div.d	$f0,$f8,$f0
	bne	$3,$8,$L3
	sdc1	$f0,-8($6)

	addiu	$9,$9,256
	bne	$2,$3,$L2
	addiu	$4,$4,256

	jr	$31
	move	$2,$0

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
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
