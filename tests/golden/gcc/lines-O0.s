	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=32
	.module	oddspreg
	.module	arch=mips32r2
	.text
$Ltext0:
	.cfi_sections	.debug_frame
	.file 1 "lines.c"
	.align	2
$LFB0 = .
	.file 2 "io.h"
	.loc 2 20 30
	.cfi_startproc
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
	.cfi_def_cfa_offset 8
	sw	$fp,4($sp)
	.cfi_offset 30, -4
	move	$fp,$sp
	.cfi_def_cfa_register 30
	move	$2,$4
	sb	$2,8($fp)
	.loc 2 20 68
	lbu	$3,8($fp)
	.loc 2 20 32
	li	$2,-208			# 0xffffffffffffff30
	.loc 2 20 66
	sw	$3,0($2)
	.loc 2 20 86
	nop
	move	$sp,$fp
	.cfi_def_cfa_register 29
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	.cfi_restore 30
	.cfi_def_cfa_offset 0
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	out_char
	.cfi_endproc
$LFE0:
	.size	out_char, .-out_char
	.align	2
$LFB1 = .
	.loc 2 24 1
	.cfi_startproc
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
	.cfi_def_cfa_offset 24
	sw	$31,20($sp)
	sw	$fp,16($sp)
	.cfi_offset 31, -4
	.cfi_offset 30, -8
	move	$fp,$sp
	.cfi_def_cfa_register 30
	sw	$4,24($fp)
	.loc 2 25 11
	b	$L3
	nop

$L4:
	.loc 2 26 20
	lw	$2,24($fp)
	addiu	$3,$2,1
	sw	$3,24($fp)
	.loc 2 26 9
	lb	$2,0($2)
	move	$4,$2
	jal	out_char
	nop

$L3:
	.loc 2 25 12
	lw	$2,24($fp)
	lb	$2,0($2)
	bne	$2,$0,$L4
	nop

	.loc 2 27 1
	nop
	nop
	move	$sp,$fp
	.cfi_def_cfa_register 29
	lw	$31,20($sp)
	lw	$fp,16($sp)
	addiu	$sp,$sp,24
	.cfi_restore 30
	.cfi_restore 31
	.cfi_def_cfa_offset 0
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	out_str
	.cfi_endproc
$LFE1:
	.size	out_str, .-out_str
	.rdata
	.align	2
$LC0:
	.ascii	"0123456789abcdef\000"
	.text
	.align	2
$LFB2 = .
	.loc 2 30 1
	.cfi_startproc
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
	.cfi_def_cfa_offset 64
	sw	$31,60($sp)
	sw	$fp,56($sp)
	.cfi_offset 31, -4
	.cfi_offset 30, -8
	move	$fp,$sp
	.cfi_def_cfa_register 30
	sw	$4,64($fp)
	sw	$5,68($fp)
	.loc 2 32 9
	sw	$0,16($fp)
$L6:
	.loc 2 34 44 discriminator 1
	lw	$3,64($fp)
	lw	$2,68($fp)
	teq	$2,$0,7
	divu	$0,$3,$2
	mfhi	$2
	move	$4,$2
	.loc 2 34 17 discriminator 1
	lw	$2,16($fp)
	addiu	$3,$2,1
	sw	$3,16($fp)
	.loc 2 34 41 discriminator 1
	lui	$3,%hi($LC0)
	addiu	$3,$3,%lo($LC0)
	addu	$3,$4,$3
	lb	$3,0($3)
	.loc 2 34 21 discriminator 1
	addiu	$4,$fp,16
	addu	$2,$4,$2
	sb	$3,4($2)
	.loc 2 35 14 discriminator 1
	lw	$3,64($fp)
	lw	$2,68($fp)
	teq	$2,$0,7
	divu	$0,$3,$2
	mfhi	$2
	mflo	$2
	sw	$2,64($fp)
	.loc 2 35 12 discriminator 1
	lw	$2,64($fp)
	bne	$2,$0,$L6
	nop

	.loc 2 36 11
	b	$L7
	nop

$L8:
	.loc 2 37 9
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
	.loc 2 36 12
	lw	$2,16($fp)
	bne	$2,$0,$L8
	nop

	.loc 2 38 1
	nop
	nop
	move	$sp,$fp
	.cfi_def_cfa_register 29
	lw	$31,60($sp)
	lw	$fp,56($sp)
	addiu	$sp,$sp,64
	.cfi_restore 30
	.cfi_restore 31
	.cfi_def_cfa_offset 0
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	out_unsigned
	.cfi_endproc
$LFE2:
	.size	out_unsigned, .-out_unsigned
	.align	2
$LFB3 = .
	.loc 2 41 1
	.cfi_startproc
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
	.cfi_def_cfa_offset 32
	sw	$31,28($sp)
	sw	$fp,24($sp)
	.cfi_offset 31, -4
	.cfi_offset 30, -8
	move	$fp,$sp
	.cfi_def_cfa_register 30
	sw	$4,32($fp)
	.loc 2 42 14
	lw	$2,32($fp)
	sw	$2,16($fp)
	.loc 2 43 8
	lw	$2,32($fp)
	bgez	$2,$L10
	nop

	.loc 2 44 9
	li	$4,45			# 0x2d
	jal	out_char
	nop

	.loc 2 45 19
	lw	$2,16($fp)
	subu	$2,$0,$2
	sw	$2,16($fp)
$L10:
	.loc 2 47 5
	li	$5,10			# 0xa
	lw	$4,16($fp)
	jal	out_unsigned
	nop

	.loc 2 48 1
	nop
	move	$sp,$fp
	.cfi_def_cfa_register 29
	lw	$31,28($sp)
	lw	$fp,24($sp)
	addiu	$sp,$sp,32
	.cfi_restore 30
	.cfi_restore 31
	.cfi_def_cfa_offset 0
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	out_int
	.cfi_endproc
$LFE3:
	.size	out_int, .-out_int
	.rdata
	.align	2
$LC1:
	.ascii	" = \000"
	.text
	.align	2
$LFB4 = .
	.loc 2 51 1
	.cfi_startproc
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
	.cfi_def_cfa_offset 24
	sw	$31,20($sp)
	sw	$fp,16($sp)
	.cfi_offset 31, -4
	.cfi_offset 30, -8
	move	$fp,$sp
	.cfi_def_cfa_register 30
	sw	$4,24($fp)
	sw	$5,28($fp)
	.loc 2 52 5
	lw	$4,24($fp)
	jal	out_str
	nop

	.loc 2 53 5
	lui	$2,%hi($LC1)
	addiu	$4,$2,%lo($LC1)
	jal	out_str
	nop

	.loc 2 54 5
	lw	$4,28($fp)
	jal	out_int
	nop

	.loc 2 55 5
	li	$4,10			# 0xa
	jal	out_char
	nop

	.loc 2 56 1
	nop
	move	$sp,$fp
	.cfi_def_cfa_register 29
	lw	$31,20($sp)
	lw	$fp,16($sp)
	addiu	$sp,$sp,24
	.cfi_restore 30
	.cfi_restore 31
	.cfi_def_cfa_offset 0
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	out_line
	.cfi_endproc
$LFE4:
	.size	out_line, .-out_line
	.align	2
$LFB5 = .
	.loc 1 4 1
	.cfi_startproc
	.set	nomips16
	.set	nomicromips
	.ent	square
	.type	square, @function
square:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-8
	.cfi_def_cfa_offset 8
	sw	$fp,4($sp)
	.cfi_offset 30, -4
	move	$fp,$sp
	.cfi_def_cfa_register 30
	sw	$4,8($fp)
	.loc 1 5 14
	lw	$2,8($fp)
	mul	$2,$2,$2
	.loc 1 6 1
	move	$sp,$fp
	.cfi_def_cfa_register 29
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	.cfi_restore 30
	.cfi_def_cfa_offset 0
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	square
	.cfi_endproc
$LFE5:
	.size	square, .-square
	.rdata
	.align	2
$LC2:
	.ascii	"sum\000"
	.text
	.align	2
	.globl	main
$LFB6 = .
	.loc 1 8 1
	.cfi_startproc
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$fp,32,$31		# vars= 8, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-32
	.cfi_def_cfa_offset 32
	sw	$31,28($sp)
	sw	$fp,24($sp)
	.cfi_offset 31, -4
	.cfi_offset 30, -8
	move	$fp,$sp
	.cfi_def_cfa_register 30
	.loc 1 9 9
	sw	$0,16($fp)
$LBB2 = .
	.loc 1 10 14
	li	$2,1			# 0x1
	sw	$2,20($fp)
	.loc 1 10 5
	b	$L15
	nop

$L16:
	.loc 1 11 16 discriminator 3
	lw	$4,20($fp)
	jal	square
	nop

	move	$3,$2
	.loc 1 11 13 discriminator 3
	lw	$2,16($fp)
	addu	$2,$2,$3
	sw	$2,16($fp)
	.loc 1 10 30 discriminator 3
	lw	$2,20($fp)
	addiu	$2,$2,1
	sw	$2,20($fp)
$L15:
	.loc 1 10 23 discriminator 1
	lw	$2,20($fp)
	slt	$2,$2,5
	bne	$2,$0,$L16
	nop

$LBE2 = .
	.loc 1 12 5
	lw	$5,16($fp)
	lui	$2,%hi($LC2)
	addiu	$4,$2,%lo($LC2)
	jal	out_line
	nop

	.loc 1 13 12
	lw	$2,16($fp)
	.loc 1 14 1
	move	$sp,$fp
	.cfi_def_cfa_register 29
	lw	$31,28($sp)
	lw	$fp,24($sp)
	addiu	$sp,$sp,32
	.cfi_restore 30
	.cfi_restore 31
	.cfi_def_cfa_offset 0
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	main
	.cfi_endproc
$LFE6:
	.size	main, .-main
$Letext0:
	.section	.debug_info,"",@progbits
$Ldebug_info0:
	.4byte	0x1a7
	.2byte	0x5
	.byte	0x1
	.byte	0x4
	.4byte	$Ldebug_abbrev0
	.uleb128 0x7
	.4byte	$LASF10
	.byte	0x1d
	.4byte	$LASF11
	.ascii	".\000"
	.4byte	$Ltext0
	.4byte	$Letext0-$Ltext0
	.4byte	$Ldebug_line0
	.uleb128 0x8
	.4byte	$LASF12
	.byte	0x1
	.byte	0x7
	.byte	0x5
	.4byte	0x65
	.4byte	$LFB6
	.4byte	$LFE6-$LFB6
	.uleb128 0x1
	.byte	0x9c
	.4byte	0x65
	.uleb128 0x3
	.ascii	"sum\000"
	.byte	0x1
	.byte	0x9
	.byte	0x9
	.4byte	0x65
	.uleb128 0x2
	.byte	0x91
	.sleb128 -16
	.uleb128 0x9
	.4byte	$LBB2
	.4byte	$LBE2-$LBB2
	.uleb128 0x3
	.ascii	"i\000"
	.byte	0x1
	.byte	0xa
	.byte	0xe
	.4byte	0x65
	.uleb128 0x2
	.byte	0x91
	.sleb128 -12
	.byte	0
	.byte	0
	.uleb128 0xa
	.byte	0x4
	.byte	0x5
	.ascii	"int\000"
	.uleb128 0xb
	.4byte	$LASF13
	.byte	0x1
	.byte	0x3
	.byte	0xc
	.4byte	0x65
	.4byte	$LFB5
	.4byte	$LFE5-$LFB5
	.uleb128 0x1
	.byte	0x9c
	.4byte	0x94
	.uleb128 0x1
	.ascii	"x\000"
	.byte	0x1
	.byte	0x3
	.byte	0x17
	.4byte	0x65
	.uleb128 0x2
	.byte	0x91
	.sleb128 0
	.byte	0
	.uleb128 0x2
	.4byte	$LASF2
	.byte	0x32
	.4byte	$LFB4
	.4byte	$LFE4-$LFB4
	.uleb128 0x1
	.byte	0x9c
	.4byte	0xc4
	.uleb128 0x4
	.4byte	$LASF0
	.byte	0x32
	.byte	0x22
	.4byte	0xc4
	.uleb128 0x2
	.byte	0x91
	.sleb128 0
	.uleb128 0x1
	.ascii	"n\000"
	.byte	0x2
	.byte	0x32
	.byte	0x2c
	.4byte	0x65
	.uleb128 0x2
	.byte	0x91
	.sleb128 4
	.byte	0
	.uleb128 0xc
	.byte	0x4
	.4byte	0xd1
	.uleb128 0x5
	.byte	0x1
	.byte	0x6
	.4byte	$LASF1
	.uleb128 0xd
	.4byte	0xca
	.uleb128 0x2
	.4byte	$LASF3
	.byte	0x28
	.4byte	$LFB3
	.4byte	$LFE3-$LFB3
	.uleb128 0x1
	.byte	0x9c
	.4byte	0x106
	.uleb128 0x1
	.ascii	"n\000"
	.byte	0x2
	.byte	0x28
	.byte	0x19
	.4byte	0x65
	.uleb128 0x2
	.byte	0x91
	.sleb128 0
	.uleb128 0x6
	.4byte	$LASF4
	.byte	0x2a
	.byte	0xe
	.4byte	0x106
	.uleb128 0x2
	.byte	0x91
	.sleb128 -16
	.byte	0
	.uleb128 0x5
	.byte	0x4
	.byte	0x7
	.4byte	$LASF5
	.uleb128 0x2
	.4byte	$LASF6
	.byte	0x1d
	.4byte	$LFB2
	.4byte	$LFE2-$LFB2
	.uleb128 0x1
	.byte	0x9c
	.4byte	0x158
	.uleb128 0x1
	.ascii	"n\000"
	.byte	0x2
	.byte	0x1d
	.byte	0x23
	.4byte	0x106
	.uleb128 0x2
	.byte	0x91
	.sleb128 0
	.uleb128 0x4
	.4byte	$LASF7
	.byte	0x1d
	.byte	0x2f
	.4byte	0x106
	.uleb128 0x2
	.byte	0x91
	.sleb128 4
	.uleb128 0x6
	.4byte	$LASF8
	.byte	0x1f
	.byte	0xa
	.4byte	0x158
	.uleb128 0x2
	.byte	0x91
	.sleb128 -44
	.uleb128 0x3
	.ascii	"i\000"
	.byte	0x2
	.byte	0x20
	.byte	0x9
	.4byte	0x65
	.uleb128 0x2
	.byte	0x91
	.sleb128 -48
	.byte	0
	.uleb128 0xe
	.4byte	0xca
	.4byte	0x168
	.uleb128 0xf
	.4byte	0x106
	.byte	0x20
	.byte	0
	.uleb128 0x2
	.4byte	$LASF9
	.byte	0x17
	.4byte	$LFB1
	.4byte	$LFE1-$LFB1
	.uleb128 0x1
	.byte	0x9c
	.4byte	0x18a
	.uleb128 0x1
	.ascii	"s\000"
	.byte	0x2
	.byte	0x17
	.byte	0x21
	.4byte	0xc4
	.uleb128 0x2
	.byte	0x91
	.sleb128 0
	.byte	0
	.uleb128 0x10
	.4byte	$LASF14
	.byte	0x2
	.byte	0x14
	.byte	0xd
	.4byte	$LFB0
	.4byte	$LFE0-$LFB0
	.uleb128 0x1
	.byte	0x9c
	.uleb128 0x1
	.ascii	"c\000"
	.byte	0x2
	.byte	0x14
	.byte	0x1b
	.4byte	0xca
	.uleb128 0x2
	.byte	0x91
	.sleb128 0
	.byte	0
	.byte	0
	.section	.debug_abbrev,"",@progbits
$Ldebug_abbrev0:
	.uleb128 0x1
	.uleb128 0x5
	.byte	0
	.uleb128 0x3
	.uleb128 0x8
	.uleb128 0x3a
	.uleb128 0xb
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x2
	.uleb128 0x18
	.byte	0
	.byte	0
	.uleb128 0x2
	.uleb128 0x2e
	.byte	0x1
	.uleb128 0x3
	.uleb128 0xe
	.uleb128 0x3a
	.uleb128 0x21
	.sleb128 2
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0x21
	.sleb128 13
	.uleb128 0x27
	.uleb128 0x19
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x12
	.uleb128 0x6
	.uleb128 0x40
	.uleb128 0x18
	.uleb128 0x7c
	.uleb128 0x19
	.uleb128 0x1
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x3
	.uleb128 0x34
	.byte	0
	.uleb128 0x3
	.uleb128 0x8
	.uleb128 0x3a
	.uleb128 0xb
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x2
	.uleb128 0x18
	.byte	0
	.byte	0
	.uleb128 0x4
	.uleb128 0x5
	.byte	0
	.uleb128 0x3
	.uleb128 0xe
	.uleb128 0x3a
	.uleb128 0x21
	.sleb128 2
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x2
	.uleb128 0x18
	.byte	0
	.byte	0
	.uleb128 0x5
	.uleb128 0x24
	.byte	0
	.uleb128 0xb
	.uleb128 0xb
	.uleb128 0x3e
	.uleb128 0xb
	.uleb128 0x3
	.uleb128 0xe
	.byte	0
	.byte	0
	.uleb128 0x6
	.uleb128 0x34
	.byte	0
	.uleb128 0x3
	.uleb128 0xe
	.uleb128 0x3a
	.uleb128 0x21
	.sleb128 2
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x2
	.uleb128 0x18
	.byte	0
	.byte	0
	.uleb128 0x7
	.uleb128 0x11
	.byte	0x1
	.uleb128 0x25
	.uleb128 0xe
	.uleb128 0x13
	.uleb128 0xb
	.uleb128 0x3
	.uleb128 0xe
	.uleb128 0x1b
	.uleb128 0x8
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x12
	.uleb128 0x6
	.uleb128 0x10
	.uleb128 0x17
	.byte	0
	.byte	0
	.uleb128 0x8
	.uleb128 0x2e
	.byte	0x1
	.uleb128 0x3f
	.uleb128 0x19
	.uleb128 0x3
	.uleb128 0xe
	.uleb128 0x3a
	.uleb128 0xb
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x27
	.uleb128 0x19
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x12
	.uleb128 0x6
	.uleb128 0x40
	.uleb128 0x18
	.uleb128 0x7c
	.uleb128 0x19
	.uleb128 0x1
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x9
	.uleb128 0xb
	.byte	0x1
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x12
	.uleb128 0x6
	.byte	0
	.byte	0
	.uleb128 0xa
	.uleb128 0x24
	.byte	0
	.uleb128 0xb
	.uleb128 0xb
	.uleb128 0x3e
	.uleb128 0xb
	.uleb128 0x3
	.uleb128 0x8
	.byte	0
	.byte	0
	.uleb128 0xb
	.uleb128 0x2e
	.byte	0x1
	.uleb128 0x3
	.uleb128 0xe
	.uleb128 0x3a
	.uleb128 0xb
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x27
	.uleb128 0x19
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x12
	.uleb128 0x6
	.uleb128 0x40
	.uleb128 0x18
	.uleb128 0x7a
	.uleb128 0x19
	.uleb128 0x1
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0xc
	.uleb128 0xf
	.byte	0
	.uleb128 0xb
	.uleb128 0xb
	.uleb128 0x49
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0xd
	.uleb128 0x26
	.byte	0
	.uleb128 0x49
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0xe
	.uleb128 0x1
	.byte	0x1
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x1
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0xf
	.uleb128 0x21
	.byte	0
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x2f
	.uleb128 0xb
	.byte	0
	.byte	0
	.uleb128 0x10
	.uleb128 0x2e
	.byte	0x1
	.uleb128 0x3
	.uleb128 0xe
	.uleb128 0x3a
	.uleb128 0xb
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x27
	.uleb128 0x19
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x12
	.uleb128 0x6
	.uleb128 0x40
	.uleb128 0x18
	.uleb128 0x7a
	.uleb128 0x19
	.byte	0
	.byte	0
	.byte	0
	.section	.debug_aranges,"",@progbits
	.4byte	0x1c
	.2byte	0x2
	.4byte	$Ldebug_info0
	.byte	0x4
	.byte	0
	.2byte	0
	.2byte	0
	.4byte	$Ltext0
	.4byte	$Letext0-$Ltext0
	.4byte	0
	.4byte	0
	.section	.debug_line,"",@progbits
$Ldebug_line0:
	.section	.debug_str,"MS",@progbits,1
$LASF4:
	.ascii	"magnitude\000"
$LASF0:
	.ascii	"name\000"
$LASF10:
	.ascii	"GNU C17 12.2.0 -G 0 -mel -march=mips32r2 -mfp32 -mhard-f"
	.ascii	"loat -mno-abicalls -mllsc -mno-lxc1-sxc1 -mno-madd4 -mip"
	.ascii	"s32r2 -mno-shared -mabi=32 -g -O0 -fno-pic -ffreestandin"
	.ascii	"g -fno-merge-constants -fno-tree-loop-distribute-pattern"
	.ascii	"s\000"
$LASF2:
	.ascii	"out_line\000"
$LASF5:
	.ascii	"unsigned int\000"
$LASF14:
	.ascii	"out_char\000"
$LASF1:
	.ascii	"char\000"
$LASF3:
	.ascii	"out_int\000"
$LASF9:
	.ascii	"out_str\000"
$LASF13:
	.ascii	"square\000"
$LASF8:
	.ascii	"digits\000"
$LASF6:
	.ascii	"out_unsigned\000"
$LASF12:
	.ascii	"main\000"
$LASF7:
	.ascii	"base\000"
$LASF11:
	.ascii	"lines.c\000"
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
