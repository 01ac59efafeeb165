/* An interpreter of a small stack machine, which computes primes. */

enum { PUSH, LOAD, STORE, ADD, SUB, MUL, MOD, LESS, EQUAL, JUMP, JUMP_ZERO, HALT };

/* n = 2; sum = 0; while (n < 400) { d = 2; while (d * d <= n && n % d != 0) d++; if (d * d > n) sum += n; n++; } */
static const signed short program[] = {
    PUSH, 2, STORE, 0,
    PUSH, 0, STORE, 1,
    /* 8: */ LOAD, 0, PUSH, 400, LESS, JUMP_ZERO, 74,
    /* 15: */ PUSH, 2, STORE, 2,
    /* 19: */ LOAD, 0, LOAD, 2, LOAD, 2, MUL, LESS, JUMP_ZERO, 32,
    /* 29: */ JUMP, 54, HALT,
    /* 32: */ LOAD, 0, LOAD, 2, MOD, PUSH, 0, EQUAL, JUMP_ZERO, 45,
    /* 42: */ JUMP, 65, HALT,
    /* 45: */ LOAD, 2, PUSH, 1, ADD, STORE, 2, JUMP, 19,
    /* 54: */ LOAD, 1, LOAD, 0, ADD, STORE, 1, JUMP, 65, HALT, HALT,
    /* 65: */ LOAD, 0, PUSH, 1, ADD, STORE, 0, JUMP, 8,
    /* 74: */ HALT,
};

static int interpret(const signed short *code, int *variables)
{
    int stack[16], *top = stack, at = 0, steps = 0;
    for (;;) {
        steps++;
        switch (code[at++]) {
        case PUSH:
            *top++ = code[at++];
            break;
        case LOAD:
            *top++ = variables[code[at++]];
            break;
        case STORE:
            variables[code[at++]] = *--top;
            break;
        case ADD:
            top--;
            top[-1] += *top;
            break;
        case SUB:
            top--;
            top[-1] -= *top;
            break;
        case MUL:
            top--;
            top[-1] *= *top;
            break;
        case MOD:
            top--;
            top[-1] %= *top;
            break;
        case LESS:
            top--;
            top[-1] = top[-1] < *top;
            break;
        case EQUAL:
            top--;
            top[-1] = top[-1] == *top;
            break;
        case JUMP:
            at = code[at];
            break;
        case JUMP_ZERO:
            at = *--top ? at + 1 : code[at];
            break;
        default:
            return steps;
        }
    }
}

int kernel(void)
{
    int variables[4] = { 0 };
    int steps = interpret(program, variables);
    return variables[1] * 1000 + steps % 1000;
}
