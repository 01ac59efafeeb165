/* Reverse Polish notation: a switch with a table of jumps, strings, recursion. */
#include "io.h"
static int stack[16], depth;
static void push(int n) { stack[depth++] = n; }
static int pop(void) { return stack[--depth]; }
static int calc(const char *s)
{
    for (depth = 0; *s; s++) {
        int b;
        switch (*s) {
        case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
            push(*s - '0');
            break;
        case '+': b = pop(); push(pop() + b); break;
        case '-': b = pop(); push(pop() - b); break;
        case '*': b = pop(); push(pop() * b); break;
        case '/': b = pop(); push(b ? pop() / b : -1); break;
        case '%': b = pop(); push(b ? pop() % b : -1); break;
        case ',': b = pop(); push(pop() << b); break;
        default: break;
        }
    }
    return pop();
}
int main(void)
{
    static const char *const texts[] = {"12+", "34*5-", "93/2%", "12,3,", "87*6-5/"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        out_line(texts[i], calc(texts[i]));
    return 0;
}
