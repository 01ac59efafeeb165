// Prints what the floating-point unit of a MIPS32 processor (FR=0) computes. Built for mipsel and run by qemu; see
// ../make_isa.py. Numbers are hexadecimal.
//
//   op fs [ft [fr]] = value fcsr | value fcsr | ...   edge operands; rounding modes 0 to 3 (which FCSR here does not
//                                                     show), or one result that all have
//   flush op fs ft = ...                              the same with FS set
//   trap op enables fs ft = trapped value fcsr        exceptions enabled; `value` starts as 5555555555555555
//   random op mode = digest                           many random operands, see `random_case`
//   int op inputs = output                            integer instructions of Release 2
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

// Registers of one case: pairs $f0, $f2, $f4, $f6, then FCSR before and after.
struct regs {
    uint64_t fd, fs, ft, fr;
    uint32_t before, after;
};

#define RUN(text)                                                                                                      \
    __asm__ volatile(".set push; .set noreorder; .set noat; .set nomacro\n"                                            \
                     "lw $8, 32(%0); ctc1 $8, $31\n"                                                                   \
                     "lwc1 $f0, 0(%0); lwc1 $f1, 4(%0); lwc1 $f2, 8(%0); lwc1 $f3, 12(%0)\n"                           \
                     "lwc1 $f4, 16(%0); lwc1 $f5, 20(%0); lwc1 $f6, 24(%0); lwc1 $f7, 28(%0)\n" text "\n"              \
                     "cfc1 $8, $31; sw $8, 36(%0); swc1 $f0, 0(%0); swc1 $f1, 4(%0); ctc1 $0, $31; .set pop"           \
                     :                                                                                                 \
                     : "r"(r)                                                                                          \
                     : "$8", "$f0", "$f2", "$f4", "$f6", "memory")

enum { NONE, SINGLE, DOUBLE, WORD };
struct op {
    const char *name;
    void (*run)(struct regs *);
    int operands, from, to;
};

#define FUNCTION(id, text)                                                                                             \
    static void id(struct regs *r) { RUN(text); }
#define BOTH(id, name, operands)                                                                                       \
    FUNCTION(id##_s, name ".s " operands) FUNCTION(id##_d, name ".d " operands)
#define COMPARE(c)                                                                                                     \
    FUNCTION(c_##c##_s, "c." #c ".s $f2, $f4") FUNCTION(c_##c##_d, "c." #c ".d $fcc5, $f2, $f4")

BOTH(add, "add", "$f0, $f2, $f4")
BOTH(sub, "sub", "$f0, $f2, $f4")
BOTH(mul, "mul", "$f0, $f2, $f4")
BOTH(div, "div", "$f0, $f2, $f4")
BOTH(sqrt, "sqrt", "$f0, $f2")
BOTH(abs, "abs", "$f0, $f2")
BOTH(neg, "neg", "$f0, $f2")
BOTH(mov, "mov", "$f0, $f2")
BOTH(recip, "recip", "$f0, $f2")
BOTH(rsqrt, "rsqrt", "$f0, $f2")
BOTH(madd, "madd", "$f0, $f6, $f2, $f4")
BOTH(msub, "msub", "$f0, $f6, $f2, $f4")
BOTH(nmadd, "nmadd", "$f0, $f6, $f2, $f4")
BOTH(nmsub, "nmsub", "$f0, $f6, $f2, $f4")
BOTH(round_w, "round.w", "$f0, $f2")
BOTH(trunc_w, "trunc.w", "$f0, $f2")
BOTH(ceil_w, "ceil.w", "$f0, $f2")
BOTH(floor_w, "floor.w", "$f0, $f2")
BOTH(cvt_w, "cvt.w", "$f0, $f2")
FUNCTION(cvt_s_d, "cvt.s.d $f0, $f2")
FUNCTION(cvt_s_w, "cvt.s.w $f0, $f2")
FUNCTION(cvt_d_s, "cvt.d.s $f0, $f2")
FUNCTION(cvt_d_w, "cvt.d.w $f0, $f2")
COMPARE(f) COMPARE(un) COMPARE(eq) COMPARE(ueq) COMPARE(olt) COMPARE(ult) COMPARE(ole) COMPARE(ule)
COMPARE(sf) COMPARE(ngle) COMPARE(seq) COMPARE(ngl) COMPARE(lt) COMPARE(nge) COMPARE(le) COMPARE(ngt)

#define ROWS(id, name, operands, to_s, to_d)                                                                           \
    {name ".s", id##_s, operands, SINGLE, to_s}, {name ".d", id##_d, operands, DOUBLE, to_d}
#define SAME(id, operands) ROWS(id, #id, operands, SINGLE, DOUBLE)
#define COMPARISON(c) ROWS(c_##c, "c." #c, 2, NONE, NONE)
static const struct op ops[] = {
    SAME(add, 2), SAME(sub, 2), SAME(mul, 2), SAME(div, 2), SAME(sqrt, 1), SAME(abs, 1), SAME(neg, 1), SAME(mov, 1),
    SAME(recip, 1), SAME(rsqrt, 1), SAME(madd, 3), SAME(msub, 3), SAME(nmadd, 3), SAME(nmsub, 3),
    ROWS(round_w, "round.w", 1, WORD, WORD), ROWS(trunc_w, "trunc.w", 1, WORD, WORD),
    ROWS(ceil_w, "ceil.w", 1, WORD, WORD), ROWS(floor_w, "floor.w", 1, WORD, WORD),
    ROWS(cvt_w, "cvt.w", 1, WORD, WORD),
    {"cvt.s.d", cvt_s_d, 1, DOUBLE, SINGLE}, {"cvt.s.w", cvt_s_w, 1, WORD, SINGLE},
    {"cvt.d.s", cvt_d_s, 1, SINGLE, DOUBLE}, {"cvt.d.w", cvt_d_w, 1, WORD, DOUBLE},
    COMPARISON(f), COMPARISON(un), COMPARISON(eq), COMPARISON(ueq), COMPARISON(olt), COMPARISON(ult),
    COMPARISON(ole), COMPARISON(ule), COMPARISON(sf), COMPARISON(ngle), COMPARISON(seq), COMPARISON(ngl),
    COMPARISON(lt), COMPARISON(nge), COMPARISON(le), COMPARISON(ngt),
};
#define OPS (sizeof ops / sizeof *ops)

// Zeros, ones, ties, the largest and smallest normal and subnormal numbers, infinities, quiet and signalling NaNs.
static const uint32_t singles[] = {0x00000000, 0x80000000, 0x3f800000, 0xbf800001, 0x3f000000, 0x4b800001, 0x33800000,
                                   0x7f7fffff, 0x00800000, 0x807fffff, 0x00000001, 0x7f800000, 0xff800000, 0x7fbfffff,
                                   0xff812345, 0x7fc00000, 0x3eaaaaab};
static const uint64_t doubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000001, 0x3fe0000000000000,
    0x4340000000000001, 0x3ca0000000000000, 0x7fefffffffffffff, 0x0010000000000000, 0x800fffffffffffff,
    0x0000000000000001, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff7ffffffffffff, 0xfff123456789abcd,
    0x7ff8000000000000, 0x3fd5555555555555};
// More for conversions: around ties, around the ends of 32-bit numbers, around the ends of single precision.
static const uint32_t more_singles[] = {0x3effffff, 0x3f000001, 0x3fc00000, 0xc0200000, 0x40600000, 0x4effffff, 0x4f000000,
                                        0xcf000000, 0xcf000001, 0x4b7fffff, 0xbf400000, 0x80000001, 0x5f000000};
static const uint64_t more_doubles[] = {
    0x3fdfffffffffffff, 0x3fe0000000000001, 0x3ff8000000000000, 0xc004000000000000, 0x400c000000000000,
    0x41dfffffffc00000, 0x41dfffffffdfffff, 0x41dfffffffe00000, 0x41e0000000000000, 0xc1e0000000000000,
    0xc1e0000000100000, 0xc1e00000001fffff, 0xc1e0000000200000, 0x47efffffe0000000, 0x47efffffefffffff,
    0x47effffff0000000, 0x47f0000000000000, 0x3810000000000000, 0x380fffffffffffff, 0x380fffffe0000000,
    0x380fffffefffffff, 0x380ffffff0000000, 0x36a0000000000000, 0x3690000000000000, 0x3690000000000001,
    0xb690000000000000, 0x3ff0000010000000, 0x3ff0000030000000, 0x3ff0000010000001};
static const uint32_t words[] = {0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x80000001, 0x01000001,
                                 0x01000003, 0x7fffff80, 0x7fffffbf, 0x7fffffc0, 0xfeffffff};
#define COUNT(a) (sizeof(a) / sizeof *(a))

static uint64_t mask(int width, uint64_t value) { return width == DOUBLE ? value : value & 0xffffffff; }

static unsigned edges(const struct op *op) {
    unsigned more = op->operands == 1;
    switch (op->from) {
    case SINGLE: return COUNT(singles) + more * COUNT(more_singles);
    case DOUBLE: return COUNT(doubles) + more * COUNT(more_doubles);
    default: return COUNT(words);
    }
}

static uint64_t edge(const struct op *op, unsigned i) {
    switch (op->from) {
    case SINGLE: return i < COUNT(singles) ? singles[i] : more_singles[i - COUNT(singles)];
    case DOUBLE: return i < COUNT(doubles) ? doubles[i] : more_doubles[i - COUNT(doubles)];
    default: return words[i];
    }
}

static void number(int width, uint64_t value) { printf(width == DOUBLE ? " %016llx" : " %08llx", (long long)value); }

static struct regs run(const struct op *op, uint32_t fcsr, uint64_t fs, uint64_t ft, uint64_t fr) {
    struct regs r = {0x5555555555555555, fs, ft, fr, fcsr, 0};
    op->run(&r);
    r.fd = mask(op->to, r.fd);
    return r;
}

static void operands(const struct op *op, uint64_t fs, uint64_t ft, uint64_t fr) {
    number(op->from, fs);
    if (op->operands > 1) number(op->from, ft);
    if (op->operands > 2) number(op->from, fr);
    printf(" =");
}

static void result(const struct op *op, const struct regs *r) {
    if (op->to != NONE) number(op->to, r->fd);
    printf(" %x", r->after);
}

static void one_case(const struct op *op, uint32_t fcsr, uint64_t fs, uint64_t ft, uint64_t fr) {
    printf("%s%s", fcsr ? "flush " : "", op->name);
    operands(op, fs, ft, fr);
    struct regs r[4];
    int same = 1;
    for (unsigned mode = 0; mode < 4; mode++) {
        r[mode] = run(op, fcsr | mode, fs, ft, fr);
        r[mode].after &= ~3;
        same &= r[mode].fd == r[0].fd && r[mode].after == r[0].after;
    }
    for (unsigned mode = 0; mode < (same ? 1 : 4); mode++) {
        if (mode) printf(" |");
        result(op, &r[mode]);
    }
    printf("\n");
}

static uint64_t seed;
static uint64_t next(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

// A random operand: an edge, any bits, or a number whose exponent is close to that of 1.
static uint64_t random_operand(const struct op *op) {
    uint64_t kind = next() >> 60, bits = next();
    if (kind < 2) return edge(op, (bits >> 32) % edges(op));
    if (kind < 6 || op->from == WORD) return mask(op->from, bits);
    if (op->from == SINGLE) return (bits & 0x83ffffff) + 0x3e000000;
    return (bits & 0x807fffffffffffff) + 0x3fc0000000000000;
}

static void random_case(const struct op *op, unsigned mode) {
    uint64_t digest = 0xcbf29ce484222325;
    seed = 0x9e3779b97f4a7c15;
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t fs = random_operand(op), ft = random_operand(op), fr = random_operand(op);
        struct regs r = run(op, mode, fs, ft, fr);
        digest = (digest ^ (op->to == NONE ? 0 : r.fd)) * 0x100000001b3;
        digest = (digest ^ r.after) * 0x100000001b3;
    }
    printf("random %s %u = %016llx\n", op->name, mode, (long long)digest);
}

static volatile int trapped;
static void on_trap(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info;
    trapped = 1;
    ((ucontext_t *)context)->uc_mcontext.pc += 4;
}

static void traps(const struct op *op) {
    static const uint32_t enables[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x1f};
    for (unsigned e = 0; e < COUNT(enables); e++)
        for (unsigned i = 0; i < 16; i += 3)
            for (unsigned j = 0; j < (op->operands > 1 ? 16 : 1); j += 5) {
                uint64_t fs = edge(op, i), ft = edge(op, j);
                trapped = 0;
                struct regs r = run(op, enables[e] << 7, fs, ft, 0);
                printf("trap %s %x", op->name, enables[e]);
                operands(op, fs, ft, 0);
                printf(" %d", trapped);
                result(op, &r);
                printf("\n");
            }
}

static const struct op *find(const char *name) {
    for (unsigned k = 0; k < OPS; k++)
        if (!strcmp(ops[k].name, name)) return &ops[k];
    return 0;
}

static void floats(void) {
    for (unsigned k = 0; k < OPS; k++) {
        const struct op *op = &ops[k];
        // Not every edge where there are many combinations or many instructions, to keep the file small.
        unsigned n = edges(op), step = op->operands == 3 ? 3 : op->to == NONE ? 2 : 1;
        for (unsigned i = 0; i < n; i += step)
            for (unsigned j = 0; j < (op->operands > 1 ? n : 1); j += step)
                for (unsigned l = 0; l < (op->operands > 2 ? n : 1); l += step)
                    one_case(op, 0, edge(op, i), edge(op, j), edge(op, l));
    }
    static const char *const flushed[] = {"add.s", "add.d", "sub.s", "sub.d", "mul.s", "mul.d", "div.s", "div.d"};
    for (unsigned k = 0; k < COUNT(flushed); k++)
        for (unsigned i = 0; i < 17; i += 2)
            for (unsigned j = 0; j < 17; j += 2) one_case(find(flushed[k]), 1 << 24, edge(find(flushed[k]), i), edge(find(flushed[k]), j), 0);
    const struct op *narrow = find("cvt.s.d");
    for (unsigned i = 0; i < edges(narrow); i++) one_case(narrow, 1 << 24, edge(narrow, i), 0, 0);
    static const char *const trapping[] = {"add.s", "mul.d", "div.s", "div.d", "sqrt.d", "cvt.w.d", "cvt.s.d", "c.eq.s", "c.lt.d"};
    for (unsigned k = 0; k < COUNT(trapping); k++) traps(find(trapping[k]));
    for (unsigned k = 0; k < OPS; k++)
        for (unsigned mode = 0; mode < (ops[k].to == NONE ? 1 : 4); mode++) random_case(&ops[k], mode);
}

// Control registers: the values read after writing each of them.
static void control(void) {
    static const uint32_t values[] = {0, 0xffffffff, 0x00000fff, 0x00000087, 0xff, 0xaa, 0x0003f07c, 0x00000f83, 0x01000002,
                                      0x00040000, 0x0083f07f};
#define CONTROL(n)                                                                                                     \
    for (unsigned i = 0; i < COUNT(values); i++) {                                                                     \
        uint32_t out[5];                                                                                               \
        trapped = 0;                                                                                                   \
        __asm__ volatile(".set push; .set noreorder; ctc1 %1, $31; ctc1 %2, $" #n "\n"                                 \
                         "cfc1 $8, $0; sw $8, 0(%0); cfc1 $8, $25; sw $8, 4(%0); cfc1 $8, $26; sw $8, 8(%0)\n"         \
                         "cfc1 $8, $28; sw $8, 12(%0); cfc1 $8, $31; sw $8, 16(%0); ctc1 $0, $31; .set pop"            \
                         :                                                                                             \
                         : "r"(out), "r"(0x54a00055), "r"(values[i])                                                   \
                         : "$8", "memory");                                                                            \
        printf("control %u %08x = %d %08x %08x %08x %08x %08x\n", n, values[i], trapped, out[0], out[1], out[2],        \
               out[3], out[4]);                                                                                        \
    }
    CONTROL(0) CONTROL(25) CONTROL(26) CONTROL(28) CONTROL(31)
}

static const uint32_t integers[] = {0, 1, 0x7f, 0x80, 0xff80, 0x8000, 0x12345678, 0x7fffffff, 0x80000000, 0x87654321, 0xffffffff};
#define EACH(i) for (unsigned i = 0; i < COUNT(integers); i++)
#define UNARY(op)                                                                                                      \
    EACH(i) {                                                                                                          \
        uint32_t a = integers[i], r;                                                                                   \
        __asm__(#op " %0, %1" : "=r"(r) : "r"(a));                                                                     \
        printf("int " #op " %08x = %08x\n", a, r);                                                                     \
    }
#define ROTATE(n)                                                                                                      \
    EACH(i) {                                                                                                          \
        uint32_t a = integers[i], r;                                                                                   \
        __asm__("rotr %0, %1, " #n : "=r"(r) : "r"(a));                                                                \
        printf("int rotr %08x %x = %08x\n", a, n, r);                                                                  \
    }
#define EXTRACT(pos, size)                                                                                             \
    EACH(i) {                                                                                                          \
        uint32_t a = integers[i], r;                                                                                   \
        __asm__("ext %0, %1, " #pos ", " #size : "=r"(r) : "r"(a));                                                    \
        printf("int ext %08x %x %x = %08x\n", a, pos, size, r);                                                        \
    }
#define INSERT(pos, size)                                                                                              \
    EACH(i) {                                                                                                          \
        uint32_t a = integers[i], r = 0xa5c3f00f;                                                                      \
        __asm__("ins %0, %1, " #pos ", " #size : "+r"(r) : "r"(a));                                                    \
        printf("int ins a5c3f00f %08x %x %x = %08x\n", a, pos, size, r);                                               \
    }
#define FIELDS(m) m(0, 1) m(0, 8) m(0, 32) m(4, 8) m(7, 25) m(15, 17) m(16, 16) m(31, 1)

static void integer(void) {
    UNARY(seb) UNARY(seh) UNARY(wsbh)
    ROTATE(0) ROTATE(1) ROTATE(16) ROTATE(31)
    EACH(i) EACH(j) {
        uint32_t a = integers[i], b = integers[j], r;
        __asm__("rotrv %0, %1, %2" : "=r"(r) : "r"(a), "r"(b));
        printf("int rotrv %08x %08x = %08x\n", a, b, r);
    }
    FIELDS(EXTRACT) FIELDS(INSERT)
}

int main(void) {
    struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
    sigaction(SIGFPE, &action, 0);
    floats();
    control();
    integer();
    return 0;
}
