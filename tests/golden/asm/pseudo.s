.globl main
main:
li $t0, 0
li $t0, 1
li $t0, -1
li $t0, 32767
li $t0, -32768
li $t0, 32768
li $t0, 65535
li $t0, 65536
li $t0, -32769
li $t0, 305419896
li $t0, 2147418112
li $t0, 2147483648
li $t0, 4294967295
la $t0, 0
la $t0, 1
la $t0, -1
la $t0, 32767
la $t0, -32768
la $t0, 32768
la $t0, 65535
la $t0, 65536
la $t0, -32769
la $t0, 305419896
la $t0, 2147418112
la $t0, 2147483648
la $t0, 4294967295
move $t0, $t1
neg $t0, $t1
neg $t0
negu $t0, $t1
not $t0, $t1
not $t0
la $t0, main
la $t0, word
la $t0, word+4
la $t0, 8($t1)
la $t0, word($t1)
la $t0, word($t0)
add $t0, $t1, 5
add $t0, 5
add $t0, $t1
add $t0, $t1, 0x12345
add $t0, $t1, 0x10000
addu $t0, $t1, 5
addu $t0, 5
addu $t0, $t1
addu $t0, $t1, 0x12345
addu $t0, $t1, 0x10000
and $t0, $t1, 5
and $t0, 5
and $t0, $t1
and $t0, $t1, 0x12345
and $t0, $t1, 0x10000
or $t0, $t1, 5
or $t0, 5
or $t0, $t1
or $t0, $t1, 0x12345
or $t0, $t1, 0x10000
xor $t0, $t1, 5
xor $t0, 5
xor $t0, $t1
xor $t0, $t1, 0x12345
xor $t0, $t1, 0x10000
sub $t0, $t1, 5
sub $t0, 5
sub $t0, $t1
sub $t0, $t1, 0x12345
sub $t0, $t1, 0x10000
subu $t0, $t1, 5
subu $t0, 5
subu $t0, $t1
subu $t0, $t1, 0x12345
subu $t0, $t1, 0x10000
slt $t0, $t1, 5
slt $t0, 5
slt $t0, $t1
slt $t0, $t1, 0x12345
slt $t0, $t1, 0x10000
sltu $t0, $t1, 5
sltu $t0, 5
sltu $t0, $t1
sltu $t0, $t1, 0x12345
sltu $t0, $t1, 0x10000
add $t0, $t1, -5
addu $t0, $t1, -5
slt $t0, $t1, -5
sltu $t0, $t1, -5
sub $t0, $t1, -5
subu $t0, $t1, -5
nor $t0, $t1, 5
addiu $t0, 7
andi $t0, 0xff
sll $t0, $t1, $t2
sll $t0, 3
sll $t0, $t2
srl $t0, $t1, $t2
srl $t0, 3
srl $t0, $t2
sra $t0, $t1, $t2
sra $t0, 3
sra $t0, $t2
lb $t0, word
lb $t0, word+4
lb $t0, word($t1)
lb $t0, word+8($t0)
lb $t0, 0x12345678($t1)
lb $t0, 0x12345678($t0)
lb $t0, 0x12348678($t1)
lb $t0, 100
lb $t0, 0xffffff20
lb $t0, 0x12345678
lbu $t0, word
lbu $t0, word+4
lbu $t0, word($t1)
lbu $t0, word+8($t0)
lbu $t0, 0x12345678($t1)
lbu $t0, 0x12345678($t0)
lbu $t0, 0x12348678($t1)
lbu $t0, 100
lbu $t0, 0xffffff20
lbu $t0, 0x12345678
lh $t0, word
lh $t0, word+4
lh $t0, word($t1)
lh $t0, word+8($t0)
lh $t0, 0x12345678($t1)
lh $t0, 0x12345678($t0)
lh $t0, 0x12348678($t1)
lh $t0, 100
lh $t0, 0xffffff20
lh $t0, 0x12345678
lhu $t0, word
lhu $t0, word+4
lhu $t0, word($t1)
lhu $t0, word+8($t0)
lhu $t0, 0x12345678($t1)
lhu $t0, 0x12345678($t0)
lhu $t0, 0x12348678($t1)
lhu $t0, 100
lhu $t0, 0xffffff20
lhu $t0, 0x12345678
lw $t0, word
lw $t0, word+4
lw $t0, word($t1)
lw $t0, word+8($t0)
lw $t0, 0x12345678($t1)
lw $t0, 0x12345678($t0)
lw $t0, 0x12348678($t1)
lw $t0, 100
lw $t0, 0xffffff20
lw $t0, 0x12345678
ll $t0, word
ll $t0, word+4
ll $t0, word($t1)
ll $t0, word+8($t0)
ll $t0, 0x12345678($t1)
ll $t0, 0x12345678($t0)
ll $t0, 0x12348678($t1)
ll $t0, 100
ll $t0, 0xffffff20
ll $t0, 0x12345678
sb $t0, word
sb $t0, word+4
sb $t0, word($t1)
sb $t0, 0x12345678($t1)
sb $t0, 0x12348678($t1)
sb $t0, 100
sb $t0, 0xffffff20
sb $t0, 0x12345678
sh $t0, word
sh $t0, word+4
sh $t0, word($t1)
sh $t0, 0x12345678($t1)
sh $t0, 0x12348678($t1)
sh $t0, 100
sh $t0, 0xffffff20
sh $t0, 0x12345678
sw $t0, word
sw $t0, word+4
sw $t0, word($t1)
sw $t0, 0x12345678($t1)
sw $t0, 0x12348678($t1)
sw $t0, 100
sw $t0, 0xffffff20
sw $t0, 0x12345678
sc $t0, word
sc $t0, word+4
sc $t0, word($t1)
sc $t0, 0x12345678($t1)
sc $t0, 0x12348678($t1)
sc $t0, 100
sc $t0, 0xffffff20
sc $t0, 0x12345678
lwl $t0, 3($t1)
usw $t0, 5($t1)
ulw $t0, 5($t1)
ulh $t0, 5($t1)
ulhu $t0, 5($t1)
ulh $t0, 5($t0)
ush $t0, 5($t1)
b main
bal main
beqz $t0, main
bnez $t0, main
beqzl $t0, main
bnezl $t0, main
blt $t0, $t1, main
blt $t0, 5, main
bge $t0, $t1, main
bge $t0, 5, main
ble $t0, $t1, main
ble $t0, 5, main
bgt $t0, $t1, main
bgt $t0, 5, main
bltu $t0, $t1, main
bltu $t0, 5, main
bgeu $t0, $t1, main
bgeu $t0, 5, main
bleu $t0, $t1, main
bleu $t0, 5, main
bgtu $t0, $t1, main
bgtu $t0, 5, main
blt $t0, 0, main
blt $t0, $zero, main
blt $t0, -7, main
bge $t0, 0, main
bge $t0, $zero, main
bge $t0, -7, main
ble $t0, 0, main
ble $t0, $zero, main
ble $t0, -7, main
bgt $t0, 0, main
bgt $t0, $zero, main
bgt $t0, -7, main
blt $t0, 0x12345, main
bge $t0, 0x12345, main
bltu $t0, 0x12345, main
bgeu $t0, 0x12345, main
beq $t0, 5, main
beq $t0, 0, main
beq $t0, 0x12345678, main
beq $t0, 0x8000, main
bne $t0, 5, main
bne $t0, 0, main
bne $t0, 0x12345678, main
bne $t0, 0x8000, main
seq $t0, $t1, $t2
sne $t0, $t1, $t2
sge $t0, $t1, $t2
sgeu $t0, $t1, $t2
sgt $t0, $t1, $t2
sgtu $t0, $t1, $t2
sle $t0, $t1, $t2
sleu $t0, $t1, $t2
seq $t0, $t1, 0
seq $t0, $t1, 6
seq $t0, $t1, 65535
seq $t0, $t1, -6
sne $t0, $t1, 0
sne $t0, $t1, 6
sne $t0, $t1, 65535
sne $t0, $t1, -6
sge $t0, $t1, 6
sgt $t0, $t1, 6
sle $t0, $t1, 6
sgtu $t0, $t1, 6
sleu $t0, $t1, 6
rol $t0, $t1, $t2
rol $t0, $t1, 0
rol $t0, $t1, 1
rol $t0, $t1, 8
rol $t0, $t1, 31
ror $t0, $t1, $t2
ror $t0, $t1, 0
ror $t0, $t1, 1
ror $t0, $t1, 8
ror $t0, $t1, 31
rotl $t0, $t1, 3
rotr $t0, $t1, $t2
rol $t0, $t0, $t2
jalr.hb $t9
sync_wmb
sync_mb
sync_acquire
sync_release
sync_rmb
bltl $t0, $t1, main
bltl $t0, 5, main
bgel $t0, $t1, main
bgel $t0, 5, main
blel $t0, $t1, main
blel $t0, 5, main
bgtl $t0, $t1, main
bgtl $t0, 5, main
bltul $t0, $t1, main
bltul $t0, 5, main
bgeul $t0, $t1, main
bgeul $t0, 5, main
bleul $t0, $t1, main
bleul $t0, 5, main
bgtul $t0, $t1, main
bgtul $t0, 5, main
bltl $t0, 0, main
bltl $t0, -7, main
bgel $t0, 0, main
bgel $t0, -7, main
blel $t0, 0, main
blel $t0, -7, main
bgtl $t0, 0, main
bgtl $t0, -7, main
ld $a0, 8($sp)
ld $a0, 8($a0)
sd $a0, 8($sp)
l.s $f3, 8($sp)
l.s $f3, word
l.s $f3, word+4
l.s $f3, word($t1)
l.s $f3, 0x12345678($t1)
l.s $f3, 0x12348678($t1)
l.s $f3, 100
s.s $f3, 8($sp)
s.s $f3, word
s.s $f3, word+4
s.s $f3, word($t1)
s.s $f3, 0x12345678($t1)
s.s $f3, 0x12348678($t1)
s.s $f3, 100
l.d $f4, 8($sp)
l.d $f4, word
l.d $f4, word+4
l.d $f4, word($t1)
l.d $f4, 0x12345678($t1)
l.d $f4, 0x12348678($t1)
l.d $f4, 100
s.d $f4, 8($sp)
s.d $f4, word
s.d $f4, word+4
s.d $f4, word($t1)
s.d $f4, 0x12345678($t1)
s.d $f4, 0x12348678($t1)
s.d $f4, 100
lwc1 $f3, 8($sp)
lwc1 $f3, word
lwc1 $f3, word+4
lwc1 $f3, word($t1)
lwc1 $f3, 0x12345678($t1)
lwc1 $f3, 0x12348678($t1)
lwc1 $f3, 100
swc1 $f3, 8($sp)
swc1 $f3, word
swc1 $f3, word+4
swc1 $f3, word($t1)
swc1 $f3, 0x12345678($t1)
swc1 $f3, 0x12348678($t1)
swc1 $f3, 100
ldc1 $f4, 8($sp)
ldc1 $f4, word
ldc1 $f4, word+4
ldc1 $f4, word($t1)
ldc1 $f4, 0x12345678($t1)
ldc1 $f4, 0x12348678($t1)
ldc1 $f4, 100
sdc1 $f4, 8($sp)
sdc1 $f4, word
sdc1 $f4, word+4
sdc1 $f4, word($t1)
sdc1 $f4, 0x12345678($t1)
sdc1 $f4, 0x12348678($t1)
sdc1 $f4, 100
li.s $f1, 1.5
li.s $f1, -0.1
li.s $f1, 3
li.s $t0, 1.5
li.d $f2, 1.5
li.d $f2, -8
trunc.w.s $f0, $f1, $t0
trunc.w.d $f0, $f2, $t0
bc1t main
bc1f $fcc3, main
bc1tl main
c.eq.s $f1, $f2
c.lt.d $fcc2, $f2, $f4
movt $t0, $t1, $fcc1
ext $t0, $t1, 3, 5
ins $t0, $t1, 0, 32
lwxc1 $f1, $t0($t1)
ush $t0, word
ulw $t0, word
usw $t0, word
ulhu $t0, word
j main
j $ra
jal main
jal $t9
jal $s0, $t9
jalr $t9
jr $ra
teq $t0, 5
teq $t0, 0x12345
tne $t0, 5
tne $t0, 0x12345
tge $t0, 5
tge $t0, 0x12345
tgeu $t0, 5
tgeu $t0, 0x12345
tlt $t0, 5
tlt $t0, 0x12345
tltu $t0, 5
tltu $t0, 0x12345
div $t0, $t1, 7
divu $t0, $t1, 7
rem $t0, $t1, 7
remu $t0, $t1, 7
divu $t0, $t1, 0x12345
lui $t0, %hi(word)
addiu $t0, $t0, %lo(word)
lw $t0, %lo(word+4)($t1)
sw $t0, %lo(word)($at)
.set noreorder
beq $t0, $t1, main
addu $t2, $t2, $t3
.set reorder
beq $t0, $t1, main
.data
.space 0x9000
word: .word 1, 2, 3
