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
	.rdata
	.align	2
$LC0:
	.ascii	"sum\000"
	.align	2
$LC1:
	.ascii	" = \000"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
$LFB6 = .
	.loc 1 8 1 view -0
	.cfi_startproc
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,40,$31		# vars= 40, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	.loc 1 9 5 view $LVU1
$LVL0 = .
	.loc 1 10 5 view $LVU2
	.loc 1 10 10 view $LVU3
	.loc 1 10 23 view $LVU4
	.loc 1 11 9 view $LVU5
	.loc 1 10 30 view $LVU6
	.loc 1 10 23 view $LVU7
	.loc 1 11 9 view $LVU8
	.loc 1 10 30 view $LVU9
	.loc 1 10 23 view $LVU10
	.loc 1 11 9 view $LVU11
	.loc 1 10 30 view $LVU12
	.loc 1 10 23 view $LVU13
	.loc 1 11 9 view $LVU14
	.loc 1 10 30 view $LVU15
	.loc 1 10 23 view $LVU16
	.loc 1 12 5 view $LVU17
$LBB56 = .
$LBI56 = .
	.file 2 "io.h"
	.loc 2 50 13 view $LVU18
$LBB57 = .
$LBB58 = .
$LBB59 = .
	.loc 2 25 12 view $LVU19
	lui	$3,%hi($LC0)
	li	$2,115			# 0x73
	addiu	$3,$3,%lo($LC0)
$LBE59 = .
$LBE58 = .
$LBE57 = .
$LBE56 = .
	.loc 1 8 1 is_stmt 0 view $LVU20
	addiu	$sp,$sp,-40
	.cfi_def_cfa_offset 40
$LVL1 = .
$LBB90 = .
$LBB88 = .
$LBB64 = .
$LBB62 = .
	.loc 2 26 9 is_stmt 1 view $LVU21
	.loc 2 26 20 is_stmt 0 view $LVU22
	addiu	$3,$3,1
$LVL2 = .
$LBB60 = .
$LBI60 = .
	.loc 2 20 13 is_stmt 1 view $LVU23
$LBB61 = .
	.loc 2 20 32 view $LVU24
$L8:
	.loc 2 20 68 is_stmt 0 view $LVU25
	andi	$2,$2,0x00ff
	.loc 2 20 66 view $LVU26
	sw	$2,-208($0)
$LVL3 = .
	.loc 2 20 66 view $LVU27
$LBE61 = .
$LBE60 = .
	.loc 2 25 12 is_stmt 1 view $LVU28
	lb	$2,0($3)
	bne	$2,$0,$L8
	addiu	$3,$3,1

	lui	$3,%hi($LC1)
$LVL4 = .
	.loc 2 25 12 is_stmt 0 view $LVU29
$LBE62 = .
$LBE64 = .
$LBB65 = .
$LBB66 = .
	li	$2,32			# 0x20
$LBE66 = .
$LBE65 = .
$LBB70 = .
$LBB63 = .
	addiu	$3,$3,%lo($LC1)
$LVL5 = .
	.loc 2 25 12 view $LVU30
$LBE63 = .
$LBE70 = .
$LBB71 = .
$LBB69 = .
	.loc 2 26 9 is_stmt 1 view $LVU31
	.loc 2 26 20 is_stmt 0 view $LVU32
	addiu	$3,$3,1
$LVL6 = .
$LBB67 = .
$LBI67 = .
	.loc 2 20 13 is_stmt 1 view $LVU33
$LBB68 = .
	.loc 2 20 32 view $LVU34
$L9:
	.loc 2 20 68 is_stmt 0 view $LVU35
	andi	$2,$2,0x00ff
	.loc 2 20 66 view $LVU36
	sw	$2,-208($0)
$LVL7 = .
	.loc 2 20 66 view $LVU37
$LBE68 = .
$LBE67 = .
	.loc 2 25 12 is_stmt 1 view $LVU38
	lb	$2,0($3)
	bne	$2,$0,$L9
	addiu	$3,$3,1

$LVL8 = .
	.loc 2 25 12 is_stmt 0 view $LVU39
$LBE69 = .
$LBE71 = .
$LBB72 = .
$LBB73 = .
$LBB74 = .
$LBB75 = .
	.loc 2 33 5 is_stmt 1 view $LVU40
	.loc 2 34 9 view $LVU41
	.loc 2 34 21 is_stmt 0 view $LVU42
	li	$2,48			# 0x30
	sb	$2,0($sp)
	.loc 2 35 12 is_stmt 1 view $LVU43
$LVL9 = .
	.loc 2 33 5 view $LVU44
	.loc 2 34 9 view $LVU45
	.loc 2 35 12 view $LVU46
	.loc 2 37 9 view $LVU47
$LBB76 = .
$LBI76 = .
	.loc 2 20 13 view $LVU48
$LBB77 = .
	.loc 2 20 32 view $LVU49
	.loc 2 20 66 is_stmt 0 view $LVU50
	li	$2,51			# 0x33
	sw	$2,-208($0)
$LVL10 = .
	.loc 2 20 66 view $LVU51
$LBE77 = .
$LBE76 = .
	.loc 2 36 12 is_stmt 1 view $LVU52
	.loc 2 37 9 view $LVU53
$LBB80 = .
	.loc 2 20 13 view $LVU54
$LBB78 = .
	.loc 2 20 32 view $LVU55
$LBE78 = .
$LBE80 = .
$LBE75 = .
$LBE74 = .
$LBE73 = .
$LBE72 = .
$LBE88 = .
$LBE90 = .
	.loc 1 14 1 is_stmt 0 view $LVU56
	li	$2,30			# 0x1e
$LBB91 = .
$LBB89 = .
$LBB85 = .
$LBB84 = .
$LBB83 = .
$LBB82 = .
$LBB81 = .
$LBB79 = .
	.loc 2 20 68 view $LVU57
	lbu	$3,0($sp)
	.loc 2 20 66 view $LVU58
	sw	$3,-208($0)
$LVL11 = .
	.loc 2 20 66 view $LVU59
$LBE79 = .
$LBE81 = .
	.loc 2 36 12 is_stmt 1 view $LVU60
	.loc 2 36 12 is_stmt 0 view $LVU61
$LBE82 = .
$LBE83 = .
$LBE84 = .
$LBE85 = .
	.loc 2 55 5 is_stmt 1 view $LVU62
$LBB86 = .
$LBI86 = .
	.loc 2 20 13 view $LVU63
$LBB87 = .
	.loc 2 20 32 view $LVU64
	.loc 2 20 66 is_stmt 0 view $LVU65
	li	$3,10			# 0xa
	sw	$3,-208($0)
$LVL12 = .
	.loc 2 20 66 view $LVU66
$LBE87 = .
$LBE86 = .
$LBE89 = .
$LBE91 = .
	.loc 1 13 5 is_stmt 1 view $LVU67
	.loc 1 14 1 is_stmt 0 view $LVU68
	jr	$31
	addiu	$sp,$sp,40

	.cfi_def_cfa_offset 0
	.set	macro
	.set	reorder
	.end	main
	.cfi_endproc
$LFE6:
	.size	main, .-main
	.text
$Letext0:
	.section	.debug_info,"",@progbits
$Ldebug_info0:
	.4byte	0x28c
	.2byte	0x5
	.byte	0x1
	.byte	0x4
	.4byte	$Ldebug_abbrev0
	.uleb128 0xd
	.4byte	$LASF10
	.byte	0x1d
	.4byte	$LASF11
	.ascii	".\000"
	.4byte	$LLRL16
	.4byte	0
	.4byte	$Ldebug_line0
	.uleb128 0xe
	.4byte	$LASF12
	.byte	0x1
	.byte	0x7
	.byte	0x5
	.4byte	0x1a5
	.4byte	$LFB6
	.4byte	$LFE6-$LFB6
	.uleb128 0x1
	.byte	0x9c
	.4byte	0x1a5
	.uleb128 0xf
	.ascii	"sum\000"
	.byte	0x1
	.byte	0x9
	.byte	0x9
	.4byte	0x1a5
	.4byte	$LLST0
	.4byte	$LVUS0
	.uleb128 0x10
	.4byte	0x62
	.uleb128 0x6
	.ascii	"i\000"
	.byte	0x1
	.byte	0xa
	.byte	0xe
	.4byte	0x1a5
	.byte	0
	.uleb128 0x7
	.4byte	0x1c8
	.4byte	$LBI56
	.byte	$LVU18
	.4byte	$LLRL1
	.byte	0x1
	.byte	0xc
	.byte	0x5
	.uleb128 0x1
	.4byte	0x1d2
	.4byte	$LLST2
	.4byte	$LVUS2
	.uleb128 0x1
	.4byte	0x1dd
	.4byte	$LLST3
	.4byte	$LVUS3
	.uleb128 0x4
	.4byte	0x266
	.4byte	$LLRL4
	.byte	0x34
	.4byte	0xcb
	.uleb128 0x1
	.4byte	0x270
	.4byte	$LLST5
	.4byte	$LVUS5
	.uleb128 0x5
	.4byte	0x27b
	.4byte	$LBI60
	.byte	$LVU23
	.4byte	$LBB60
	.4byte	$LBE60-$LBB60
	.byte	0x1a
	.byte	0x9
	.uleb128 0x1
	.4byte	0x284
	.4byte	$LLST6
	.4byte	$LVUS6
	.byte	0
	.byte	0
	.uleb128 0x4
	.4byte	0x266
	.4byte	$LLRL7
	.byte	0x35
	.4byte	0x109
	.uleb128 0x1
	.4byte	0x270
	.4byte	$LLST8
	.4byte	$LVUS8
	.uleb128 0x5
	.4byte	0x27b
	.4byte	$LBI67
	.byte	$LVU33
	.4byte	$LBB67
	.4byte	$LBE67-$LBB67
	.byte	0x1a
	.byte	0x9
	.uleb128 0x1
	.4byte	0x284
	.4byte	$LLST9
	.4byte	$LVUS9
	.byte	0
	.byte	0
	.uleb128 0x4
	.4byte	0x1fa
	.4byte	$LLRL10
	.byte	0x36
	.4byte	0x181
	.uleb128 0x8
	.4byte	0x204
	.uleb128 0x9
	.4byte	$LLRL10
	.uleb128 0x11
	.4byte	0x20e
	.uleb128 0x12
	.4byte	0x221
	.4byte	$LLRL10
	.byte	0x2
	.byte	0x2f
	.byte	0x5
	.uleb128 0x8
	.4byte	0x235
	.uleb128 0x1
	.4byte	0x22b
	.4byte	$LLST11
	.4byte	$LVUS11
	.uleb128 0x9
	.4byte	$LLRL10
	.uleb128 0x13
	.4byte	0x240
	.uleb128 0x2
	.byte	0x91
	.sleb128 -40
	.uleb128 0x14
	.4byte	0x24b
	.4byte	$LLST12
	.4byte	$LVUS12
	.uleb128 0x7
	.4byte	0x27b
	.4byte	$LBI76
	.byte	$LVU48
	.4byte	$LLRL13
	.byte	0x2
	.byte	0x25
	.byte	0x9
	.uleb128 0x1
	.4byte	0x284
	.4byte	$LLST14
	.4byte	$LVUS14
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.uleb128 0x5
	.4byte	0x27b
	.4byte	$LBI86
	.byte	$LVU63
	.4byte	$LBB86
	.4byte	$LBE86-$LBB86
	.byte	0x37
	.byte	0x5
	.uleb128 0x1
	.4byte	0x284
	.4byte	$LLST15
	.4byte	$LVUS15
	.byte	0
	.byte	0
	.byte	0
	.uleb128 0x15
	.byte	0x4
	.byte	0x5
	.ascii	"int\000"
	.uleb128 0x16
	.4byte	$LASF13
	.byte	0x1
	.byte	0x3
	.byte	0xc
	.4byte	0x1a5
	.byte	0x1
	.4byte	0x1c8
	.uleb128 0x2
	.ascii	"x\000"
	.byte	0x1
	.byte	0x3
	.byte	0x17
	.4byte	0x1a5
	.byte	0
	.uleb128 0x3
	.4byte	$LASF2
	.byte	0x32
	.4byte	0x1e8
	.uleb128 0xa
	.4byte	$LASF0
	.byte	0x32
	.byte	0x22
	.4byte	0x1e8
	.uleb128 0x2
	.ascii	"n\000"
	.byte	0x2
	.byte	0x32
	.byte	0x2c
	.4byte	0x1a5
	.byte	0
	.uleb128 0x17
	.byte	0x4
	.4byte	0x1f5
	.uleb128 0xb
	.byte	0x1
	.byte	0x6
	.4byte	$LASF1
	.uleb128 0x18
	.4byte	0x1ee
	.uleb128 0x3
	.4byte	$LASF3
	.byte	0x28
	.4byte	0x21a
	.uleb128 0x2
	.ascii	"n\000"
	.byte	0x2
	.byte	0x28
	.byte	0x19
	.4byte	0x1a5
	.uleb128 0xc
	.4byte	$LASF4
	.byte	0x2a
	.byte	0xe
	.4byte	0x21a
	.byte	0
	.uleb128 0xb
	.byte	0x4
	.byte	0x7
	.4byte	$LASF5
	.uleb128 0x3
	.4byte	$LASF6
	.byte	0x1d
	.4byte	0x256
	.uleb128 0x2
	.ascii	"n\000"
	.byte	0x2
	.byte	0x1d
	.byte	0x23
	.4byte	0x21a
	.uleb128 0xa
	.4byte	$LASF7
	.byte	0x1d
	.byte	0x2f
	.4byte	0x21a
	.uleb128 0xc
	.4byte	$LASF8
	.byte	0x1f
	.byte	0xa
	.4byte	0x256
	.uleb128 0x6
	.ascii	"i\000"
	.byte	0x2
	.byte	0x20
	.byte	0x9
	.4byte	0x1a5
	.byte	0
	.uleb128 0x19
	.4byte	0x1ee
	.4byte	0x266
	.uleb128 0x1a
	.4byte	0x21a
	.byte	0x20
	.byte	0
	.uleb128 0x3
	.4byte	$LASF9
	.byte	0x17
	.4byte	0x27b
	.uleb128 0x2
	.ascii	"s\000"
	.byte	0x2
	.byte	0x17
	.byte	0x21
	.4byte	0x1e8
	.byte	0
	.uleb128 0x1b
	.4byte	$LASF14
	.byte	0x2
	.byte	0x14
	.byte	0xd
	.byte	0x1
	.uleb128 0x2
	.ascii	"c\000"
	.byte	0x2
	.byte	0x14
	.byte	0x1b
	.4byte	0x1ee
	.byte	0
	.byte	0
	.section	.debug_abbrev,"",@progbits
$Ldebug_abbrev0:
	.uleb128 0x1
	.uleb128 0x5
	.byte	0
	.uleb128 0x31
	.uleb128 0x13
	.uleb128 0x2
	.uleb128 0x17
	.uleb128 0x2137
	.uleb128 0x17
	.byte	0
	.byte	0
	.uleb128 0x2
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
	.byte	0
	.byte	0
	.uleb128 0x3
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
	.uleb128 0x20
	.uleb128 0x21
	.sleb128 1
	.uleb128 0x1
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x4
	.uleb128 0x1d
	.byte	0x1
	.uleb128 0x31
	.uleb128 0x13
	.uleb128 0x55
	.uleb128 0x17
	.uleb128 0x58
	.uleb128 0x21
	.sleb128 2
	.uleb128 0x59
	.uleb128 0xb
	.uleb128 0x57
	.uleb128 0x21
	.sleb128 5
	.uleb128 0x1
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x5
	.uleb128 0x1d
	.byte	0x1
	.uleb128 0x31
	.uleb128 0x13
	.uleb128 0x52
	.uleb128 0x1
	.uleb128 0x2138
	.uleb128 0xb
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x12
	.uleb128 0x6
	.uleb128 0x58
	.uleb128 0x21
	.sleb128 2
	.uleb128 0x59
	.uleb128 0xb
	.uleb128 0x57
	.uleb128 0xb
	.byte	0
	.byte	0
	.uleb128 0x6
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
	.byte	0
	.byte	0
	.uleb128 0x7
	.uleb128 0x1d
	.byte	0x1
	.uleb128 0x31
	.uleb128 0x13
	.uleb128 0x52
	.uleb128 0x1
	.uleb128 0x2138
	.uleb128 0xb
	.uleb128 0x55
	.uleb128 0x17
	.uleb128 0x58
	.uleb128 0xb
	.uleb128 0x59
	.uleb128 0xb
	.uleb128 0x57
	.uleb128 0xb
	.byte	0
	.byte	0
	.uleb128 0x8
	.uleb128 0x5
	.byte	0
	.uleb128 0x31
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x9
	.uleb128 0xb
	.byte	0x1
	.uleb128 0x55
	.uleb128 0x17
	.byte	0
	.byte	0
	.uleb128 0xa
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
	.byte	0
	.byte	0
	.uleb128 0xb
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
	.uleb128 0xc
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
	.byte	0
	.byte	0
	.uleb128 0xd
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
	.uleb128 0x55
	.uleb128 0x17
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x10
	.uleb128 0x17
	.byte	0
	.byte	0
	.uleb128 0xe
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
	.uleb128 0x7a
	.uleb128 0x19
	.uleb128 0x1
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0xf
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
	.uleb128 0x17
	.uleb128 0x2137
	.uleb128 0x17
	.byte	0
	.byte	0
	.uleb128 0x10
	.uleb128 0xb
	.byte	0x1
	.uleb128 0x1
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x11
	.uleb128 0x34
	.byte	0
	.uleb128 0x31
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x12
	.uleb128 0x1d
	.byte	0x1
	.uleb128 0x31
	.uleb128 0x13
	.uleb128 0x55
	.uleb128 0x17
	.uleb128 0x58
	.uleb128 0xb
	.uleb128 0x59
	.uleb128 0xb
	.uleb128 0x57
	.uleb128 0xb
	.byte	0
	.byte	0
	.uleb128 0x13
	.uleb128 0x34
	.byte	0
	.uleb128 0x31
	.uleb128 0x13
	.uleb128 0x2
	.uleb128 0x18
	.byte	0
	.byte	0
	.uleb128 0x14
	.uleb128 0x34
	.byte	0
	.uleb128 0x31
	.uleb128 0x13
	.uleb128 0x2
	.uleb128 0x17
	.uleb128 0x2137
	.uleb128 0x17
	.byte	0
	.byte	0
	.uleb128 0x15
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
	.uleb128 0x16
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
	.uleb128 0x20
	.uleb128 0xb
	.uleb128 0x1
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x17
	.uleb128 0xf
	.byte	0
	.uleb128 0xb
	.uleb128 0xb
	.uleb128 0x49
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x18
	.uleb128 0x26
	.byte	0
	.uleb128 0x49
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x19
	.uleb128 0x1
	.byte	0x1
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x1
	.uleb128 0x13
	.byte	0
	.byte	0
	.uleb128 0x1a
	.uleb128 0x21
	.byte	0
	.uleb128 0x49
	.uleb128 0x13
	.uleb128 0x2f
	.uleb128 0xb
	.byte	0
	.byte	0
	.uleb128 0x1b
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
	.uleb128 0x20
	.uleb128 0xb
	.byte	0
	.byte	0
	.byte	0
	.section	.debug_loclists,"",@progbits
	.4byte	$Ldebug_loc3-$Ldebug_loc2
$Ldebug_loc2:
	.2byte	0x5
	.byte	0x4
	.byte	0
	.4byte	0
$Ldebug_loc0:
$LVUS0:
	.uleb128 $LVU2
	.uleb128 $LVU6
	.uleb128 $LVU6
	.uleb128 $LVU9
	.uleb128 $LVU9
	.uleb128 $LVU12
	.uleb128 $LVU12
	.uleb128 $LVU15
	.uleb128 $LVU15
	.uleb128 0
$LLST0:
	.byte	0x6
	.4byte	$LVL0
	.byte	0x4
	.uleb128 $LVL0-$LVL0
	.uleb128 $LVL0-$LVL0
	.uleb128 0x2
	.byte	0x30
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL0-$LVL0
	.uleb128 $LVL0-$LVL0
	.uleb128 0x2
	.byte	0x31
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL0-$LVL0
	.uleb128 $LVL0-$LVL0
	.uleb128 0x2
	.byte	0x35
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL0-$LVL0
	.uleb128 $LVL0-$LVL0
	.uleb128 0x2
	.byte	0x3e
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL0-$LVL0
	.uleb128 $LFE6-$LVL0
	.uleb128 0x2
	.byte	0x4e
	.byte	0x9f
	.byte	0
$LVUS2:
	.uleb128 $LVU19
	.uleb128 $LVU66
$LLST2:
	.byte	0x8
	.4byte	$LVL0
	.uleb128 $LVL12-$LVL0
	.uleb128 0x6
	.byte	0x3
	.4byte	$LC0
	.byte	0x9f
	.byte	0
$LVUS3:
	.uleb128 $LVU18
	.uleb128 $LVU66
$LLST3:
	.byte	0x8
	.4byte	$LVL0
	.uleb128 $LVL12-$LVL0
	.uleb128 0x2
	.byte	0x4e
	.byte	0x9f
	.byte	0
$LVUS5:
	.uleb128 $LVU19
	.uleb128 $LVU21
	.uleb128 $LVU21
	.uleb128 $LVU29
$LLST5:
	.byte	0x6
	.4byte	$LVL0
	.byte	0x4
	.uleb128 $LVL0-$LVL0
	.uleb128 $LVL1-$LVL0
	.uleb128 0x6
	.byte	0x3
	.4byte	$LC0
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL1-$LVL0
	.uleb128 $LVL4-$LVL0
	.uleb128 0x1
	.byte	0x53
	.byte	0
$LVUS6:
	.uleb128 $LVU23
	.uleb128 $LVU27
$LLST6:
	.byte	0x8
	.4byte	$LVL2
	.uleb128 $LVL3-$LVL2
	.uleb128 0x1
	.byte	0x52
	.byte	0
$LVUS8:
	.uleb128 $LVU30
	.uleb128 $LVU39
$LLST8:
	.byte	0x8
	.4byte	$LVL5
	.uleb128 $LVL8-$LVL5
	.uleb128 0x1
	.byte	0x53
	.byte	0
$LVUS9:
	.uleb128 $LVU33
	.uleb128 $LVU37
$LLST9:
	.byte	0x8
	.4byte	$LVL6
	.uleb128 $LVL7-$LVL6
	.uleb128 0x1
	.byte	0x52
	.byte	0
$LVUS11:
	.uleb128 $LVU39
	.uleb128 $LVU44
	.uleb128 $LVU44
	.uleb128 $LVU47
	.uleb128 $LVU47
	.uleb128 $LVU61
$LLST11:
	.byte	0x6
	.4byte	$LVL8
	.byte	0x4
	.uleb128 $LVL8-$LVL8
	.uleb128 $LVL9-$LVL8
	.uleb128 0x2
	.byte	0x4e
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL9-$LVL8
	.uleb128 $LVL9-$LVL8
	.uleb128 0x2
	.byte	0x33
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL9-$LVL8
	.uleb128 $LVL11-$LVL8
	.uleb128 0x2
	.byte	0x30
	.byte	0x9f
	.byte	0
$LVUS12:
	.uleb128 $LVU39
	.uleb128 $LVU42
	.uleb128 $LVU42
	.uleb128 $LVU46
	.uleb128 $LVU46
	.uleb128 $LVU48
	.uleb128 $LVU48
	.uleb128 $LVU54
	.uleb128 $LVU54
	.uleb128 $LVU61
$LLST12:
	.byte	0x6
	.4byte	$LVL8
	.byte	0x4
	.uleb128 $LVL8-$LVL8
	.uleb128 $LVL8-$LVL8
	.uleb128 0x2
	.byte	0x30
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL8-$LVL8
	.uleb128 $LVL9-$LVL8
	.uleb128 0x2
	.byte	0x31
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL9-$LVL8
	.uleb128 $LVL9-$LVL8
	.uleb128 0x2
	.byte	0x32
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL9-$LVL8
	.uleb128 $LVL10-$LVL8
	.uleb128 0x2
	.byte	0x31
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL10-$LVL8
	.uleb128 $LVL11-$LVL8
	.uleb128 0x2
	.byte	0x30
	.byte	0x9f
	.byte	0
$LVUS14:
	.uleb128 $LVU48
	.uleb128 $LVU51
	.uleb128 $LVU54
	.uleb128 $LVU59
$LLST14:
	.byte	0x6
	.4byte	$LVL9
	.byte	0x4
	.uleb128 $LVL9-$LVL9
	.uleb128 $LVL10-$LVL9
	.uleb128 0x3
	.byte	0x8
	.byte	0x33
	.byte	0x9f
	.byte	0x4
	.uleb128 $LVL10-$LVL9
	.uleb128 $LVL11-$LVL9
	.uleb128 0x2
	.byte	0x8d
	.sleb128 0
	.byte	0
$LVUS15:
	.uleb128 $LVU63
	.uleb128 $LVU66
$LLST15:
	.byte	0x8
	.4byte	$LVL11
	.uleb128 $LVL12-$LVL11
	.uleb128 0x2
	.byte	0x3a
	.byte	0x9f
	.byte	0
$Ldebug_loc3:
	.section	.debug_aranges,"",@progbits
	.4byte	0x1c
	.2byte	0x2
	.4byte	$Ldebug_info0
	.byte	0x4
	.byte	0
	.2byte	0
	.2byte	0
	.4byte	$LFB6
	.4byte	$LFE6-$LFB6
	.4byte	0
	.4byte	0
	.section	.debug_rnglists,"",@progbits
$Ldebug_ranges0:
	.4byte	$Ldebug_ranges3-$Ldebug_ranges2
$Ldebug_ranges2:
	.2byte	0x5
	.byte	0x4
	.byte	0
	.4byte	0
$LLRL1:
	.byte	0x5
	.4byte	$LBB56
	.byte	0x4
	.uleb128 $LBB56-$LBB56
	.uleb128 $LBE56-$LBB56
	.byte	0x4
	.uleb128 $LBB90-$LBB56
	.uleb128 $LBE90-$LBB56
	.byte	0x4
	.uleb128 $LBB91-$LBB56
	.uleb128 $LBE91-$LBB56
	.byte	0
$LLRL4:
	.byte	0x5
	.4byte	$LBB58
	.byte	0x4
	.uleb128 $LBB58-$LBB58
	.uleb128 $LBE58-$LBB58
	.byte	0x4
	.uleb128 $LBB64-$LBB58
	.uleb128 $LBE64-$LBB58
	.byte	0x4
	.uleb128 $LBB70-$LBB58
	.uleb128 $LBE70-$LBB58
	.byte	0
$LLRL7:
	.byte	0x5
	.4byte	$LBB65
	.byte	0x4
	.uleb128 $LBB65-$LBB65
	.uleb128 $LBE65-$LBB65
	.byte	0x4
	.uleb128 $LBB71-$LBB65
	.uleb128 $LBE71-$LBB65
	.byte	0
$LLRL10:
	.byte	0x5
	.4byte	$LBB72
	.byte	0x4
	.uleb128 $LBB72-$LBB72
	.uleb128 $LBE72-$LBB72
	.byte	0x4
	.uleb128 $LBB85-$LBB72
	.uleb128 $LBE85-$LBB72
	.byte	0
$LLRL13:
	.byte	0x5
	.4byte	$LBB76
	.byte	0x4
	.uleb128 $LBB76-$LBB76
	.uleb128 $LBE76-$LBB76
	.byte	0x4
	.uleb128 $LBB80-$LBB76
	.uleb128 $LBE80-$LBB76
	.byte	0x4
	.uleb128 $LBB81-$LBB76
	.uleb128 $LBE81-$LBB76
	.byte	0
$LLRL16:
	.byte	0x7
	.4byte	$LFB6
	.uleb128 $LFE6-$LFB6
	.byte	0
$Ldebug_ranges3:
	.section	.debug_line,"",@progbits
$Ldebug_line0:
	.section	.debug_str,"MS",@progbits,1
$LASF4:
	.ascii	"magnitude\000"
$LASF0:
	.ascii	"name\000"
$LASF5:
	.ascii	"unsigned int\000"
$LASF10:
	.ascii	"GNU C17 12.2.0 -G 0 -mel -march=mips32r2 -mfp32 -mhard-f"
	.ascii	"loat -mno-abicalls -mllsc -mno-lxc1-sxc1 -mno-madd4 -mip"
	.ascii	"s32r2 -mno-shared -mabi=32 -g -O2 -fno-pic -ffreestandin"
	.ascii	"g -fno-merge-constants -fno-tree-loop-distribute-pattern"
	.ascii	"s\000"
$LASF14:
	.ascii	"out_char\000"
$LASF1:
	.ascii	"char\000"
$LASF2:
	.ascii	"out_line\000"
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
