	.file	1 "himeno.c"
	.text
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,96,$31		# vars= 32, regs= 9/6, args= 0, gp= 0
	.mask	0x40ff0000,-28
	.fmask	0x03f00000,-8
	.set	noreorder
	.set	nomacro
	lui	$2,%hi($LC0)
	lui	$11,%hi(a)
	lwc1	$f0,%lo($LC0)($2)
	lui	$2,%hi($LC2)
	lui	$10,%hi(c)
	lwc1	$f3,%lo($LC2)($2)
	lui	$2,%hi($LC1)
	addiu	$sp,$sp,-96
	lwc1	$f2,%lo($LC1)($2)
	lui	$25,%hi(p+64)
	lui	$9,%hi(bnd)
	addiu	$11,$11,%lo(a)
	sdc1	$f24,88($sp)
	addiu	$10,$10,%lo(c)
	sw	$fp,68($sp)
	sdc1	$f22,80($sp)
	addiu	$25,$25,%lo(p+64)
	addiu	$9,$9,%lo(bnd)
	sw	$23,64($sp)
	sdc1	$f20,72($sp)
	move	$8,$0
	li	$14,32768			# 0x8000
	sw	$22,60($sp)
	li	$24,1024			# 0x400
	sw	$21,56($sp)
	li	$15,16			# 0x10
	sw	$20,52($sp)
	sw	$19,48($sp)
	move	$13,$10
	sw	$18,44($sp)
	move	$12,$11
	sw	$17,40($sp)
	sw	$16,36($sp)
$L2:
	mul	$2,$8,$8
	move	$7,$0
	addu	$17,$12,$14
	addu	$16,$13,$14
	move	$6,$25
	mtc1	$2,$f1
	cvt.s.w	$f1,$f1
	div.s	$f1,$f1,$f3
$L6:
	addiu	$4,$6,-64
	addu	$5,$7,$9
	addu	$2,$17,$7
	addu	$3,$16,$7
$L3:
	swc1	$f0,0($2)
	addiu	$4,$4,4
	addiu	$5,$5,4
	swc1	$f0,-16384($2)
	swc1	$f0,-32768($2)
	addiu	$2,$2,4
	swc1	$f0,0($3)
	swc1	$f0,-16384($3)
	swc1	$f0,-32768($3)
	addiu	$3,$3,4
	swc1	$f1,-4($4)
	swc1	$f2,16380($2)
	bne	$6,$4,$L3
	swc1	$f0,-4($5)

	addiu	$7,$7,64
	bne	$7,$24,$L6
	addiu	$6,$6,64

	addiu	$8,$8,1
	addiu	$25,$25,1024
	addiu	$9,$9,1024
	addiu	$12,$12,1024
	bne	$8,$15,$L2
	addiu	$13,$13,1024

	lui	$4,%hi(w+2044)
	mtc1	$0,$f9
	li	$2,33732			# 0x83c4
	addiu	$4,$4,%lo(w+2044)
	lui	$3,%hi($LC3)
	sw	$4,20($sp)
	lui	$4,%hi(p+1092)
	lui	$22,%hi(bnd+964)
	lwc1	$f12,%lo($LC3)($3)
	addiu	$4,$4,%lo(p+1092)
	lui	$21,%hi(w+964)
	lui	$20,%hi(p+1152)
	sw	$4,16($sp)
	addu	$4,$11,$2
	li	$3,100			# 0x64
	addiu	$22,$22,%lo(bnd+964)
	addiu	$21,$21,%lo(w+964)
	addiu	$20,$20,%lo(p+1152)
	addu	$5,$10,$2
	li	$19,-1024			# 0xfffffffffffffc00
	li	$23,224			# 0xe0
	li	$fp,240			# 0xf0
	move	$6,$4
$L5:
	mtc1	$0,$f11
	move	$2,$0
	sw	$3,24($sp)
	li	$4,16			# 0x10
$L17:
	addu	$18,$22,$2
	sw	$2,8($sp)
	addu	$17,$21,$2
	sw	$4,12($sp)
	addu	$15,$20,$2
	sw	$18,0($sp)
	li	$14,64			# 0x40
	sw	$17,4($sp)
	move	$11,$0
	li	$10,-128			# 0xffffffffffffff80
	addu	$16,$6,$2
	addu	$25,$5,$2
	move	$24,$6
$L11:
	lw	$2,0($sp)
	addiu	$9,$15,-56
	lwc1	$f16,960($15)
	addiu	$8,$15,1028
	addiu	$7,$15,-1020
	lwc1	$f8,964($15)
	subu	$13,$2,$10
	lw	$2,4($sp)
	addiu	$6,$15,8
	lwc1	$f3,0($15)
	subu	$3,$25,$10
	lwc1	$f7,4($15)
	subu	$12,$2,$10
	subu	$2,$16,$10
	lwc1	$f13,-64($15)
	lwc1	$f4,-60($15)
	lwc1	$f2,-128($15)
	lwc1	$f6,-124($15)
	lwc1	$f1,-1088($15)
	lwc1	$f5,-1084($15)
$L7:
	addu	$17,$10,$8
	lwc1	$f0,0($8)
	addu	$18,$10,$6
	addu	$4,$17,$11
	addu	$18,$18,$11
	lwc1	$f22,-32768($2)
	addu	$17,$17,$14
	lwc1	$f10,0($4)
	addu	$4,$10,$7
	addiu	$2,$2,4
	lwc1	$f17,-16388($2)
	addiu	$9,$9,4
	addiu	$13,$13,4
	lwc1	$f18,0($6)
	addiu	$12,$12,4
	addiu	$8,$8,4
	lwc1	$f15,0($18)
	addu	$18,$4,$14
	mul.s	$f22,$f8,$f22
	addu	$4,$4,$11
	lwc1	$f19,0($7)
	sub.s	$f0,$f0,$f10
	addiu	$7,$7,4
	addiu	$6,$6,4
	lwc1	$f14,4($18)
	mul.s	$f17,$f7,$f17
	lwc1	$f10,-4($9)
	lwc1	$f20,4($17)
	sub.s	$f21,$f18,$f15
	sub.s	$f0,$f0,$f19
	lwc1	$f24,-4($2)
	lwc1	$f19,0($4)
	add.s	$f22,$f22,$f17
	lwc1	$f23,-32768($3)
	addiu	$3,$3,4
	sub.s	$f21,$f21,$f3
	lwc1	$f17,-4($13)
	sub.s	$f3,$f20,$f14
	add.s	$f0,$f0,$f19
	lwc1	$f19,16380($2)
	mul.s	$f24,$f10,$f24
	add.s	$f2,$f21,$f2
	sub.s	$f3,$f3,$f16
	mul.s	$f0,$f0,$f9
	add.s	$f22,$f22,$f24
	mul.s	$f2,$f2,$f9
	add.s	$f1,$f3,$f1
	lwc1	$f3,-16388($3)
	mul.s	$f23,$f5,$f23
	add.s	$f0,$f0,$f22
	mov.s	$f16,$f8
	mul.s	$f1,$f1,$f9
	mul.s	$f22,$f6,$f3
	lwc1	$f3,-4($3)
	add.s	$f0,$f0,$f2
	mov.s	$f8,$f20
	mov.s	$f2,$f6
	mul.s	$f21,$f13,$f3
	add.s	$f0,$f0,$f1
	mov.s	$f1,$f5
	mov.s	$f5,$f14
	mov.s	$f3,$f7
	add.s	$f0,$f0,$f23
	mov.s	$f13,$f4
	mov.s	$f7,$f18
	mov.s	$f6,$f15
	add.s	$f0,$f0,$f22
	add.s	$f0,$f0,$f21
	mul.s	$f0,$f0,$f19
	sub.s	$f0,$f0,$f4
	mul.s	$f0,$f0,$f17
	mul.s	$f14,$f0,$f12
	mul.s	$f0,$f0,$f0
	add.s	$f14,$f14,$f4
	add.s	$f11,$f11,$f0
	mov.s	$f4,$f10
	bne	$15,$9,$L7
	swc1	$f14,-4($12)

	addiu	$10,$10,-64
	addiu	$11,$11,64
	addiu	$14,$14,64
	bne	$10,$19,$L11
	addiu	$15,$15,64

	lw	$2,8($sp)
	move	$6,$24
	lw	$4,12($sp)
	beq	$4,$23,$L25
	addiu	$2,$2,1024

	b	$L17
	addiu	$4,$4,16

$L25:
	lw	$3,24($sp)
	li	$11,16			# 0x10
	lw	$9,20($sp)
	lw	$10,16($sp)
$L10:
	addiu	$7,$9,-896
	move	$8,$10
$L15:
	addiu	$2,$7,-56
	move	$4,$8
$L12:
	lwc1	$f0,0($2)
	addiu	$2,$2,4
	addiu	$4,$4,4
	bne	$7,$2,$L12
	swc1	$f0,-4($4)

	addiu	$7,$7,64
	bne	$9,$7,$L15
	addiu	$8,$8,64

	addiu	$11,$11,16
	addiu	$9,$9,1024
	bne	$11,$fp,$L10
	addiu	$10,$10,1024

	addiu	$3,$3,-1
	bne	$3,$0,$L5
	lui	$2,%hi($LC4)

	ldc1	$f24,88($sp)
	lw	$fp,68($sp)
	lwc1	$f0,%lo($LC4)($2)
	li	$2,1			# 0x1
	lw	$23,64($sp)
	ldc1	$f22,80($sp)
	lw	$22,60($sp)
	ldc1	$f20,72($sp)
	lw	$21,56($sp)
	lw	$20,52($sp)
	lw	$19,48($sp)
	c.lt.s	$fcc5,$f0,$f11
	lw	$18,44($sp)
	lw	$17,40($sp)
	lw	$16,36($sp)
	addiu	$sp,$sp,96
	jr	$31
	movf	$2,$0,$fcc5

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.local	bnd
	.comm	bnd,16384,4
	.local	w
	.comm	w,16384,4
	.local	p
	.comm	p,16384,4
	.local	c
	.comm	c,49152,4
	.local	a
	.comm	a,65536,4
	.section	.rodata.cst4,"aM",@progbits,4
	.align	2
$LC0:
	.word	1065353216
	.align	2
$LC1:
	.word	1042983595
	.align	2
$LC2:
	.word	1130430464
	.align	2
$LC3:
	.word	1061997773
	.align	2
$LC4:
	.word	1148846080
