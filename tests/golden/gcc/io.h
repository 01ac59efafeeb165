/* Output for the programs of this folder: on M-Core a character is stored to the console register, and what main returns is
   the exit code; on qemu (-DQEMU) the same goes through the system calls of Linux. */
#ifdef QEMU
static int out_call(int number, int a, int b, int c)
{
    register int v0 __asm__("$2") = number;
    register int a0 __asm__("$4") = a;
    register int a1 __asm__("$5") = b;
    register int a2 __asm__("$6") = c;
    __asm__ volatile("syscall"
                     : "+r"(v0)
                     : "r"(a0), "r"(a1), "r"(a2)
                     : "$3", "$7", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$24", "$25", "memory");
    return v0;
}
static void out_char(char c) { out_call(4004, 1, (int)&c, 1); }
int main(void);
void __start(void) { out_call(4001, main(), 0, 0); }
#else
static void out_char(char c) { *(volatile unsigned *)0xffffff30u = (unsigned char)c; }
#endif

static void out_str(const char *s)
{
    while (*s)
        out_char(*s++);
}

static void out_unsigned(unsigned n, unsigned base)
{
    char digits[33];
    int i = 0;
    do
        digits[i++] = "0123456789abcdef"[n % base];
    while (n /= base);
    while (i)
        out_char(digits[--i]);
}

static void out_int(int n)
{
    unsigned magnitude = (unsigned)n;
    if (n < 0) {
        out_char('-');
        magnitude = 0u - magnitude;
    }
    out_unsigned(magnitude, 10);
}

static void out_line(const char *name, int n)
{
    out_str(name);
    out_str(" = ");
    out_int(n);
    out_char('\n');
}
