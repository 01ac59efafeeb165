// Prints what a MIPS32 processor computes for edge operands: one line a case, `op inputs... = outputs...`, in hexadecimal.
// Built for mipsel and run by qemu; see ../make.py.
#include <stdint.h>
#include <stdio.h>

static const uint32_t values[] = {0,          1,          2,          31,         32,         0x7fff,
                                  0x8000,     0xffff,     0x10000,    0x12345678, 0x7fffffff, 0x80000000,
                                  0x80000001, 0x87654321, 0xffff8000, 0xfffffffe, 0xffffffff};
#define COUNT (sizeof values / sizeof *values)
#define EACH(x) for (unsigned x = 0; x < COUNT; x++)

#define BINARY(op)                                                                                                     \
    EACH(i) EACH(j) {                                                                                                  \
        uint32_t a = values[i], b = values[j], r;                                                                      \
        __asm__(".set push; .set noreorder; .set noat; " #op " %0, %1, %2; .set pop" : "=r"(r) : "r"(a), "r"(b) : "hi", "lo");                   \
        printf(#op " %08x %08x = %08x\n", a, b, r);                                                                    \
    }
// The value to be shifted is `b` (rt), the amount `a` (rs).
#define SHIFT_BY_REGISTER(op)                                                                                          \
    EACH(i) EACH(j) {                                                                                                  \
        uint32_t a = values[i], b = values[j], r;                                                                      \
        __asm__(#op " %0, %2, %1" : "=r"(r) : "r"(a), "r"(b));                                                         \
        printf(#op " %08x %08x = %08x\n", a, b, r);                                                                    \
    }
#define IMMEDIATE(op, imm, seen)                                                                                       \
    EACH(i) {                                                                                                          \
        uint32_t a = values[i], r;                                                                                     \
        __asm__(#op " %0, %1, " #imm : "=r"(r) : "r"(a));                                                              \
        printf(#op " %08x %08x = %08x\n", a, (uint32_t)(seen), r);                                                     \
    }
#define SHIFT(op, amount)                                                                                              \
    EACH(i) {                                                                                                          \
        uint32_t b = values[i], r;                                                                                     \
        __asm__(#op " %0, %1, " #amount : "=r"(r) : "r"(b));                                                           \
        printf(#op " %08x %08x = %08x\n", (uint32_t)(amount), b, r);                                                   \
    }
#define UNARY(op)                                                                                                      \
    EACH(i) {                                                                                                          \
        uint32_t a = values[i], r;                                                                                     \
        __asm__(#op " %0, %1" : "=r"(r) : "r"(a));                                                                     \
        printf(#op " %08x 00000000 = %08x\n", a, r);                                                                   \
    }
#define MULDIV(op, text)                                                                                               \
    EACH(i) EACH(j) {                                                                                                  \
        uint32_t a = values[i], b = values[j], hi = 0x01234567, lo = 0x89abcdef;                                       \
        __asm__("mthi %0; mtlo %1; .set push; .set noreorder; " text "; .set pop; mfhi %0; mflo %1"                    \
                : "+&r"(hi), "+&r"(lo)                                                                                 \
                : "r"(a), "r"(b)                                                                                       \
                : "hi", "lo");                                                                                         \
        printf(#op " %08x %08x 01234567 89abcdef = %08x %08x\n", a, b, hi, lo);                                        \
    }
#define LOAD(op, step)                                                                                                 \
    for (unsigned k = 0; k < 4; k += step) EACH(i) {                                                                   \
        uint32_t word = values[i] ^ 0x84c3a2e1, r = 0x11223344;                                                        \
        __asm__(#op " %0, 0(%1)" : "+r"(r) : "r"((char *)&word + k), "m"(word));                                       \
        printf(#op " %08x %08x 11223344 = %08x\n", word, k, r);                                                        \
    }
#define STORE(op, step)                                                                                                \
    for (unsigned k = 0; k < 4; k += step) EACH(i) {                                                                   \
        uint32_t word = 0x84c3a2e1;                                                                                    \
        __asm__(#op " %1, 0(%2)" : "+m"(word) : "r"(values[i]), "r"((char *)&word + k));                               \
        printf(#op " 84c3a2e1 %08x %08x = %08x\n", k, values[i], word);                                                \
    }
#define BRANCH(op)                                                                                                     \
    EACH(i) EACH(j) {                                                                                                  \
        uint32_t a = values[i], b = values[j], r = 1;                                                                  \
        __asm__(".set push; .set noreorder; " #op " %1, %2, 1f; nop; move %0, $0; 1: .set pop"                         \
                : "+&r"(r) : "r"(a), "r"(b));                                                                          \
        printf(#op " %08x %08x = %08x\n", a, b, r);                                                                    \
    }
#define BRANCH_ZERO(op)                                                                                                \
    EACH(i) {                                                                                                          \
        uint32_t a = values[i], r = 1;                                                                                 \
        __asm__(".set push; .set noreorder; " #op " %1, 1f; nop; move %0, $0; 1: .set pop"                             \
                : "+&r"(r) : "r"(a) : "$31");                                                                          \
        printf(#op " %08x 00000000 = %08x\n", a, r);                                                                   \
    }

int main(void) {
    BINARY(addu) BINARY(subu) BINARY(and) BINARY(or) BINARY(xor) BINARY(nor) BINARY(slt) BINARY(sltu) BINARY(mul)
    SHIFT_BY_REGISTER(sllv) SHIFT_BY_REGISTER(srlv) SHIFT_BY_REGISTER(srav)
    IMMEDIATE(addiu, -32768, -32768) IMMEDIATE(addiu, -1, -1) IMMEDIATE(addiu, 32767, 32767)
    IMMEDIATE(slti, -32768, -32768) IMMEDIATE(slti, -1, -1) IMMEDIATE(slti, 0, 0) IMMEDIATE(slti, 32767, 32767)
    IMMEDIATE(sltiu, -32768, -32768) IMMEDIATE(sltiu, -1, -1) IMMEDIATE(sltiu, 0, 0) IMMEDIATE(sltiu, 32767, 32767)
    IMMEDIATE(andi, 0xffff, 0xffff) IMMEDIATE(andi, 0x8000, 0x8000)
    IMMEDIATE(ori, 0xffff, 0xffff) IMMEDIATE(ori, 0x8000, 0x8000)
    IMMEDIATE(xori, 0xffff, 0xffff) IMMEDIATE(xori, 0x8000, 0x8000)
    SHIFT(sll, 0) SHIFT(sll, 1) SHIFT(sll, 31) SHIFT(srl, 0) SHIFT(srl, 1) SHIFT(srl, 31)
    SHIFT(sra, 0) SHIFT(sra, 1) SHIFT(sra, 31)
    UNARY(clz) UNARY(clo)
    MULDIV(mult, "mult %2, %3") MULDIV(multu, "multu %2, %3")
    MULDIV(div, "div $0, %2, %3") MULDIV(divu, "divu $0, %2, %3")
    MULDIV(madd, "madd %2, %3") MULDIV(maddu, "maddu %2, %3")
    MULDIV(msub, "msub %2, %3") MULDIV(msubu, "msubu %2, %3")
    LOAD(lb, 1) LOAD(lbu, 1) LOAD(lh, 2) LOAD(lhu, 2) LOAD(lw, 4) LOAD(ll, 4) LOAD(lwl, 1) LOAD(lwr, 1)
    STORE(sb, 1) STORE(sh, 2) STORE(sw, 4) STORE(swl, 1) STORE(swr, 1)
    BRANCH(beq) BRANCH(bne) BRANCH(beql) BRANCH(bnel)
    BRANCH_ZERO(blez) BRANCH_ZERO(bgtz) BRANCH_ZERO(bltz) BRANCH_ZERO(bgez) BRANCH_ZERO(bltzal) BRANCH_ZERO(bgezal)
    BRANCH_ZERO(blezl) BRANCH_ZERO(bgtzl) BRANCH_ZERO(bltzl) BRANCH_ZERO(bgezl)
    BRANCH_ZERO(bltzall) BRANCH_ZERO(bgezall)
    return 0;
}
