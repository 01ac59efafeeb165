#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Numbers in the format of C, rounded exactly: to nearest, ties to even. Few digits and a small power of ten are one exact
   product or quotient. Any other number is kept in base 10^9 and multiplied by powers of two until its whole part has
   enough bits. Digits after the 800th only count as "not 0", since no number halfway between two doubles has more than
   767. */

#define BILLION 1000000000u
#define DIGITS 800
#define WORDS 320

union number {
    double value;
    struct {
        uint32_t low, high;
    } half;
};

/* A number: `whole` words before the point, and `count` words in all, from `first` on; base 10^9. */
struct decimal {
    int first, count, whole;
    unsigned word[WORDS];
};

/* Multiplies by 2^bits, at most 29. */
static void up(struct decimal *n, int bits)
{
    unsigned carry = 0;
    for (int i = n->count - 1; i >= n->first; i--) {
        uint64_t x = ((uint64_t)n->word[i] << bits) + carry;
        carry = (unsigned)(x / BILLION);
        n->word[i] = (unsigned)x - carry * BILLION;
    }
    if (carry != 0)
        n->word[--n->first] = carry;
    while (n->count > n->whole && n->word[n->count - 1] == 0)
        n->count--;
}

/* Divides by 2^9. */
static void down(struct decimal *n)
{
    unsigned carry = 0;
    for (int i = n->first; i < n->count; i++) {
        unsigned x = n->word[i];
        n->word[i] = (x >> 9) + carry;
        carry = (BILLION >> 9) * (x & 511);
    }
    if (carry != 0)
        n->word[n->count++] = carry;
    while (n->first < n->whole && n->word[n->first] == 0)
        n->first++;
}

/* m 2^exponent rounded to `bits` bits; `least` is the exponent of the last bit of a subnormal number, `more` says that
   the number is a little larger than m. */
static double rounded(uint64_t m, int exponent, int more, int bits, int least, int most)
{
    if (m == 0)
        return 0;
    int size = 64;
    for (uint64_t top = m; top >> 63 == 0; top <<= 1)
        size--;
    int drop = size - bits;
    if (exponent + drop < least)
        drop = least - exponent;
    if (drop > 64) {
        errno = ERANGE;
        return 0;
    }
    if (drop > 0) {
        uint64_t half = 1ULL << (drop - 1), rest = drop == 64 ? m : m & (half * 2 - 1);
        m = drop == 64 ? 0 : m >> drop;
        exponent += drop;
        if (rest > half || (rest == half && (more || m & 1)))
            m++;
        if (m >> (bits - 1) == 0 && (rest != 0 || more))
            errno = ERANGE;
    }
    union number power;
    double value = (double)(uint32_t)(m >> 32) * 0x1p32 + (double)(uint32_t)m;
    /* Exact steps: the number has at most 53 bits, and its last one is not below the least exponent. */
    if (exponent > 900) {
        value *= 0x1p900;
        exponent -= 900;
    } else if (exponent < -900) {
        value *= 0x1p-900;
        exponent += 900;
    }
    power.half.low = 0;
    power.half.high = (unsigned)(exponent + 1023) << 20;
    value *= power.value;
    if (value >= (most == 1024 ? __builtin_inf() : 0x1p128)) {
        errno = ERANGE;
        return __builtin_inf();
    }
    return value;
}

static double hexadecimal(const char **text, int bits, int least, int most)
{
    const char *p = *text + 2;
    uint64_t m = 0;
    int exponent = 0, point = 0, more = 0;
    for (;; p++) {
        if (*p == '.' && !point) {
            point = 1;
            continue;
        }
        if (!isxdigit((unsigned char)*p))
            break;
        int digit = *p <= '9' ? *p - '0' : (*p | 0x20) - 'a' + 10;
        if (m >> 58 == 0) {
            m = m << 4 | (unsigned)digit;
            exponent -= 4 * point;
        } else {
            more |= digit != 0;
            exponent += 4 - 4 * point;
        }
    }
    if ((*p | 0x20) == 'p') {
        const char *q = p + 1;
        int negative = *q == '-';
        if (*q == '-' || *q == '+')
            q++;
        if (isdigit((unsigned char)*q)) {
            int e = 0;
            for (; isdigit((unsigned char)*q); q++)
                e = e < 100000 ? 10 * e + (*q - '0') : e;
            exponent += negative ? -e : e;
            p = q;
        }
    }
    *text = p;
    if (m != 0 && exponent > 1100) {
        errno = ERANGE;
        return __builtin_inf();
    }
    return rounded(m, exponent < -3000 ? -3000 : exponent, more, bits, least, most);
}

static double decimal(const char **text, int bits, int least, int most)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *p = *text;
    int point = 0, digits = 0, zeros = 0, places = 0;
    const char *first = NULL;
    unsigned low = 0, high = 0; /* the first 9 digits, the next ones up to 15 */
    unsigned unit = 1;
    for (;; p++) {
        if (*p == '.' && !point) {
            point = 1;
            continue;
        }
        if (!isdigit((unsigned char)*p))
            break;
        places += point;
        if (first == NULL) {
            if (*p == '0')
                continue;
            first = p;
        }
        digits++;
        zeros = *p == '0' ? zeros + 1 : 0;
        if (digits <= 9) {
            high = 10 * high + (*p - '0');
        } else if (digits <= 15) {
            low = 10 * low + (*p - '0');
            unit *= 10;
        }
    }
    int exponent = 0;
    if ((*p | 0x20) == 'e') {
        const char *q = p + 1;
        int negative = *q == '-';
        if (*q == '-' || *q == '+')
            q++;
        if (isdigit((unsigned char)*q)) {
            for (; isdigit((unsigned char)*q); q++)
                exponent = exponent < 100000 ? 10 * exponent + (*q - '0') : exponent;
            exponent = negative ? -exponent : exponent;
            p = q;
        }
    }
    *text = p;
    if (digits == 0)
        return 0;
    exponent -= places;
    if (digits <= 15 && bits == 53) {
        double value = (double)high * unit + low;
        if (exponent >= 0 && exponent <= 22)
            return value * powers[exponent];
        if (exponent < 0 && exponent >= -22)
            return value / powers[-exponent];
    }
    /* The number is 0.ddd times 10^size. */
    int size = digits + exponent;
    if (size > 310) {
        errno = ERANGE;
        return __builtin_inf();
    }
    if (size < -400) {
        errno = ERANGE;
        return 0;
    }
    digits -= zeros;
    struct decimal n;
    /* Room in front for the carries; then the words before the point. */
    n.first = 40;
    n.whole = n.first + (size > 0 ? (size + 8) / 9 : 0);
    int place = 9 * n.whole - size; /* of the first digit */
    for (n.count = n.first; 9 * (n.count + 1) <= place; n.count++)
        n.word[n.count] = 0;
    int filled = place - 9 * n.count;
    int beyond = 0;
    unsigned word = 0;
    const char *d = first;
    for (int taken = 0; taken < digits; d++) {
        if (*d == '.')
            continue;
        if (taken++ == DIGITS) {
            beyond = 1;
            break;
        }
        word = 10 * word + (*d - '0');
        if (++filled == 9) {
            n.word[n.count++] = word;
            word = 0;
            filled = 0;
        }
    }
    if (filled != 0) {
        while (filled++ < 9)
            word *= 10;
        n.word[n.count++] = word;
    }
    if (beyond)
        n.word[n.count++] = 1;
    while (n.count < n.whole)
        n.word[n.count++] = 0;
    while (n.first < n.whole && n.word[n.first] == 0)
        n.first++;
    int two = 0;
    while (n.whole - n.first > 2) {
        down(&n);
        two += 9;
    }
    while (n.whole - n.first < 2) {
        up(&n, 29);
        two -= 29;
        while (n.first < n.whole && n.word[n.first] == 0)
            n.first++;
    }
    uint64_t m = (uint64_t)n.word[n.first] * BILLION + n.word[n.first + 1];
    if (m >> 54 == 0) {
        int bits_up = 0;
        for (uint64_t top = m; top >> 54 == 0; top <<= 1)
            bits_up++;
        up(&n, bits_up);
        two -= bits_up;
        m = (uint64_t)n.word[n.whole - 2] * BILLION + n.word[n.whole - 1];
    }
    int more = 0;
    for (int i = n.whole; i < n.count; i++)
        more |= n.word[i] != 0;
    return rounded(m, two, more, bits, least, most);
}

static double number(const char *text, char **end, int bits, int least, int most)
{
    const char *p = text;
    while (isspace((unsigned char)*p))
        p++;
    int negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    double value;
    if ((p[0] | 0x20) == 'i' && (p[1] | 0x20) == 'n' && (p[2] | 0x20) == 'f') {
        static const char rest[] = "inity";
        value = __builtin_inf();
        p += 3;
        int n = 0;
        while (rest[n] != 0 && (p[n] | 0x20) == rest[n])
            n++;
        if (rest[n] == 0)
            p += n;
    } else if ((p[0] | 0x20) == 'n' && (p[1] | 0x20) == 'a' && (p[2] | 0x20) == 'n') {
        value = __builtin_nan("");
        p += 3;
    } else if (p[0] == '0' && (p[1] | 0x20) == 'x' &&
               (isxdigit((unsigned char)p[2]) || (p[2] == '.' && isxdigit((unsigned char)p[3])))) {
        value = hexadecimal(&p, bits, least, most);
    } else if (isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1]))) {
        value = decimal(&p, bits, least, most);
    } else {
        if (end != NULL)
            *end = (char *)text;
        return 0;
    }
    if (end != NULL)
        *end = (char *)p;
    return negative ? -value : value;
}

/* Cost: at most 250 + 30 n cycles for n characters, of which 15 or fewer are digits, with an exponent from -22 to 22;
   others at most 20,000 for 17 digits between 10^-30 and 10^30, and more for more. */
double strtod(const char *restrict text, char **restrict end)
{
    return number(text, end, 53, -1074, 1024);
}

/* The same for float, rounded once.
   Cost: as strtod for a number with many digits. */
float strtof(const char *restrict text, char **restrict end)
{
    return (float)number(text, end, 24, -149, 128);
}
