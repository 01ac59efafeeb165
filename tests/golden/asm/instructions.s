.set noreorder
.set noat
.globl main
main:
add $zero, $zero, $zero
add $ra, $ra, $ra
add $v0, $a1, $t2
add $s8, $sp, $gp
addu $zero, $zero, $zero
addu $ra, $ra, $ra
addu $v0, $a1, $t2
addu $s8, $sp, $gp
sub $zero, $zero, $zero
sub $ra, $ra, $ra
sub $v0, $a1, $t2
sub $s8, $sp, $gp
subu $zero, $zero, $zero
subu $ra, $ra, $ra
subu $v0, $a1, $t2
subu $s8, $sp, $gp
and $zero, $zero, $zero
and $ra, $ra, $ra
and $v0, $a1, $t2
and $s8, $sp, $gp
or $zero, $zero, $zero
or $ra, $ra, $ra
or $v0, $a1, $t2
or $s8, $sp, $gp
xor $zero, $zero, $zero
xor $ra, $ra, $ra
xor $v0, $a1, $t2
xor $s8, $sp, $gp
nor $zero, $zero, $zero
nor $ra, $ra, $ra
nor $v0, $a1, $t2
nor $s8, $sp, $gp
slt $zero, $zero, $zero
slt $ra, $ra, $ra
slt $v0, $a1, $t2
slt $s8, $sp, $gp
sltu $zero, $zero, $zero
sltu $ra, $ra, $ra
sltu $v0, $a1, $t2
sltu $s8, $sp, $gp
movn $zero, $zero, $zero
movn $ra, $ra, $ra
movn $v0, $a1, $t2
movn $s8, $sp, $gp
movz $zero, $zero, $zero
movz $ra, $ra, $ra
movz $v0, $a1, $t2
movz $s8, $sp, $gp
mul $zero, $zero, $zero
mul $ra, $ra, $ra
mul $v0, $a1, $t2
mul $s8, $sp, $gp
sllv $zero, $zero, $zero
sllv $ra, $ra, $ra
sllv $v0, $a1, $t2
sllv $s8, $sp, $gp
srlv $zero, $zero, $zero
srlv $ra, $ra, $ra
srlv $v0, $a1, $t2
srlv $s8, $sp, $gp
srav $zero, $zero, $zero
srav $ra, $ra, $ra
srav $v0, $a1, $t2
srav $s8, $sp, $gp
sll $v0, $t7, 0
sll $v0, $t7, 1
sll $v0, $t7, 31
srl $v0, $t7, 0
srl $v0, $t7, 1
srl $v0, $t7, 31
sra $v0, $t7, 0
sra $v0, $t7, 1
sra $v0, $t7, 31
addi $t7, $ra, -32768
addi $t7, $ra, -1
addi $t7, $ra, 0
addi $t7, $ra, 1
addi $t7, $ra, 32767
addiu $t7, $ra, -32768
addiu $t7, $ra, -1
addiu $t7, $ra, 0
addiu $t7, $ra, 1
addiu $t7, $ra, 32767
slti $t7, $ra, -32768
slti $t7, $ra, -1
slti $t7, $ra, 0
slti $t7, $ra, 1
slti $t7, $ra, 32767
sltiu $t7, $ra, -32768
sltiu $t7, $ra, -1
sltiu $t7, $ra, 0
sltiu $t7, $ra, 1
sltiu $t7, $ra, 32767
andi $t7, $ra, 0
andi $t7, $ra, 1
andi $t7, $ra, 32768
andi $t7, $ra, 65535
ori $t7, $ra, 0
ori $t7, $ra, 1
ori $t7, $ra, 32768
ori $t7, $ra, 65535
xori $t7, $ra, 0
xori $t7, $ra, 1
xori $t7, $ra, 32768
xori $t7, $ra, 65535
lui $t7, 0
lui $t7, 1
lui $t7, 32768
lui $t7, 65535
clo $zero, $zero
clo $zero, $v0
clo $zero, $t7
clo $zero, $ra
clo $v0, $zero
clo $v0, $v0
clo $v0, $t7
clo $v0, $ra
clo $t7, $zero
clo $t7, $v0
clo $t7, $t7
clo $t7, $ra
clo $ra, $zero
clo $ra, $v0
clo $ra, $t7
clo $ra, $ra
clz $zero, $zero
clz $zero, $v0
clz $zero, $t7
clz $zero, $ra
clz $v0, $zero
clz $v0, $v0
clz $v0, $t7
clz $v0, $ra
clz $t7, $zero
clz $t7, $v0
clz $t7, $t7
clz $t7, $ra
clz $ra, $zero
clz $ra, $v0
clz $ra, $t7
clz $ra, $ra
mult $zero, $ra
mult $t0, $zero
mult $s1, $s2
multu $zero, $ra
multu $t0, $zero
multu $s1, $s2
madd $zero, $ra
madd $t0, $zero
madd $s1, $s2
maddu $zero, $ra
maddu $t0, $zero
maddu $s1, $s2
msub $zero, $ra
msub $t0, $zero
msub $s1, $s2
msubu $zero, $ra
msubu $t0, $zero
msubu $s1, $s2
div $zero, $t0, $ra
div $zero, $s1, $s2
divu $zero, $t0, $ra
divu $zero, $s1, $s2
mfhi $zero
mfhi $v0
mfhi $t7
mfhi $ra
mflo $zero
mflo $v0
mflo $t7
mflo $ra
mthi $zero
mthi $v0
mthi $t7
mthi $ra
mtlo $zero
mtlo $v0
mtlo $t7
mtlo $ra
lb $t7, -32768($sp)
lb $t7, -1($sp)
lb $t7, 0($sp)
lb $t7, 1($sp)
lb $t7, 32767($sp)
lb $t7, ($zero)
lbu $t7, -32768($sp)
lbu $t7, -1($sp)
lbu $t7, 0($sp)
lbu $t7, 1($sp)
lbu $t7, 32767($sp)
lbu $t7, ($zero)
lh $t7, -32768($sp)
lh $t7, -1($sp)
lh $t7, 0($sp)
lh $t7, 1($sp)
lh $t7, 32767($sp)
lh $t7, ($zero)
lhu $t7, -32768($sp)
lhu $t7, -1($sp)
lhu $t7, 0($sp)
lhu $t7, 1($sp)
lhu $t7, 32767($sp)
lhu $t7, ($zero)
lw $t7, -32768($sp)
lw $t7, -1($sp)
lw $t7, 0($sp)
lw $t7, 1($sp)
lw $t7, 32767($sp)
lw $t7, ($zero)
lwl $t7, -32768($sp)
lwl $t7, -1($sp)
lwl $t7, 0($sp)
lwl $t7, 1($sp)
lwl $t7, 32767($sp)
lwl $t7, ($zero)
lwr $t7, -32768($sp)
lwr $t7, -1($sp)
lwr $t7, 0($sp)
lwr $t7, 1($sp)
lwr $t7, 32767($sp)
lwr $t7, ($zero)
ll $t7, -32768($sp)
ll $t7, -1($sp)
ll $t7, 0($sp)
ll $t7, 1($sp)
ll $t7, 32767($sp)
ll $t7, ($zero)
sb $t7, -32768($sp)
sb $t7, -1($sp)
sb $t7, 0($sp)
sb $t7, 1($sp)
sb $t7, 32767($sp)
sb $t7, ($zero)
sh $t7, -32768($sp)
sh $t7, -1($sp)
sh $t7, 0($sp)
sh $t7, 1($sp)
sh $t7, 32767($sp)
sh $t7, ($zero)
sw $t7, -32768($sp)
sw $t7, -1($sp)
sw $t7, 0($sp)
sw $t7, 1($sp)
sw $t7, 32767($sp)
sw $t7, ($zero)
swl $t7, -32768($sp)
swl $t7, -1($sp)
swl $t7, 0($sp)
swl $t7, 1($sp)
swl $t7, 32767($sp)
swl $t7, ($zero)
swr $t7, -32768($sp)
swr $t7, -1($sp)
swr $t7, 0($sp)
swr $t7, 1($sp)
swr $t7, 32767($sp)
swr $t7, ($zero)
sc $t7, -32768($sp)
sc $t7, -1($sp)
sc $t7, 0($sp)
sc $t7, 1($sp)
sc $t7, 32767($sp)
sc $t7, ($zero)
pref 0, -32768($sp)
pref 0, -1($sp)
pref 0, 0($sp)
pref 0, 1($sp)
pref 0, 32767($sp)
pref 31, -32768($sp)
pref 31, -1($sp)
pref 31, 0($sp)
pref 31, 1($sp)
pref 31, 32767($sp)
beq $t7, $ra, main
nop
beq $zero, $s0, 1f
nop
1:
bne $t7, $ra, main
nop
bne $zero, $s0, 1f
nop
1:
beql $t7, $ra, main
nop
beql $zero, $s0, 1f
nop
1:
bnel $t7, $ra, main
nop
bnel $zero, $s0, 1f
nop
1:
blez $t7, main
nop
blez $zero, 1f
nop
1:
bgtz $t7, main
nop
bgtz $zero, 1f
nop
1:
bltz $t7, main
nop
bltz $zero, 1f
nop
1:
bgez $t7, main
nop
bgez $zero, 1f
nop
1:
bltzal $t7, main
nop
bltzal $zero, 1f
nop
1:
bgezal $t7, main
nop
bgezal $zero, 1f
nop
1:
blezl $t7, main
nop
blezl $zero, 1f
nop
1:
bgtzl $t7, main
nop
bgtzl $zero, 1f
nop
1:
bltzl $t7, main
nop
bltzl $zero, 1f
nop
1:
bgezl $t7, main
nop
bgezl $zero, 1f
nop
1:
bltzall $t7, main
nop
bltzall $zero, 1f
nop
1:
bgezall $t7, main
nop
bgezall $zero, 1f
nop
1:
j main
nop
jal end
nop
jr $t9
nop
jr $zero
nop
jalr $t9
nop
jalr $v0, $t9
nop
teq $t7, $ra
teq $t7, $ra, 1
teq $t7, $ra, 1023
tne $t7, $ra
tne $t7, $ra, 1
tne $t7, $ra, 1023
tge $t7, $ra
tge $t7, $ra, 1
tge $t7, $ra, 1023
tgeu $t7, $ra
tgeu $t7, $ra, 1
tgeu $t7, $ra, 1023
tlt $t7, $ra
tlt $t7, $ra, 1
tlt $t7, $ra, 1023
tltu $t7, $ra
tltu $t7, $ra, 1
tltu $t7, $ra, 1023
teqi $t7, -32768
teqi $t7, -1
teqi $t7, 0
teqi $t7, 1
teqi $t7, 32767
tnei $t7, -32768
tnei $t7, -1
tnei $t7, 0
tnei $t7, 1
tnei $t7, 32767
tgei $t7, -32768
tgei $t7, -1
tgei $t7, 0
tgei $t7, 1
tgei $t7, 32767
tgeiu $t7, -32768
tgeiu $t7, -1
tgeiu $t7, 0
tgeiu $t7, 1
tgeiu $t7, 32767
tlti $t7, -32768
tlti $t7, -1
tlti $t7, 0
tlti $t7, 1
tlti $t7, 32767
tltiu $t7, -32768
tltiu $t7, -1
tltiu $t7, 0
tltiu $t7, 1
tltiu $t7, 32767
break
break 7
break 1023
break 7, 3
break 1023, 1023
syscall
syscall 1
syscall 1048575
sync
sync 31
nop
rdhwr $v0, $0
rdhwr $v0, $2
rdhwr $v0, $3
rdhwr $v0, $29
end: nop
