#include <stdint.h>

/* Numbers of 64 bits in floating point and back. Both halves of a number are exact as doubles, so their sum rounds
   once. Each function costs at most 40 cycles. */

double __floatdidf(int64_t value);
double __floatundidf(uint64_t value);
float __floatdisf(int64_t value);
float __floatundisf(uint64_t value);
uint64_t __fixunsdfdi(double value);
int64_t __fixdfdi(double value);
uint64_t __fixunssfdi(float value);
int64_t __fixsfdi(float value);

static inline double of_word(uint32_t word)
{
    double value = (double)(int32_t)word;
    return (int32_t)word < 0 ? value + 0x1p32 : value;
}

double __floatdidf(int64_t value)
{
    return (double)(int32_t)(value >> 32) * 0x1p32 + of_word((uint32_t)value);
}

double __floatundidf(uint64_t value)
{
    return of_word((uint32_t)(value >> 32)) * 0x1p32 + of_word((uint32_t)value);
}

/* For a float the double must not round first: bits that it cannot hold become one bit, which it can. */
static inline uint64_t sticky(uint64_t value)
{
    return (value & 0x7ff) != 0 ? (value & ~0x7ffULL) | 0x800 : value;
}

float __floatdisf(int64_t value)
{
    int32_t top = (int32_t)(value >> 53);
    return (float)__floatdidf(top == 0 || top == -1 ? value : (int64_t)sticky((uint64_t)value));
}

float __floatundisf(uint64_t value)
{
    return (float)__floatundidf(value >> 53 == 0 ? value : sticky(value));
}

static inline uint32_t to_word(double value)
{
    return value < 0x1p31 ? (uint32_t)(int32_t)value : (uint32_t)(int32_t)(value - 0x1p31) ^ 0x80000000u;
}

uint64_t __fixunsdfdi(double value)
{
    uint32_t high = to_word(value * 0x1p-32);
    uint32_t low = to_word(value - of_word(high) * 0x1p32);
    return (uint64_t)high << 32 | low;
}

int64_t __fixdfdi(double value)
{
    return value < 0 ? -(int64_t)__fixunsdfdi(-value) : (int64_t)__fixunsdfdi(value);
}

uint64_t __fixunssfdi(float value)
{
    return __fixunsdfdi(value);
}

int64_t __fixsfdi(float value)
{
    return __fixdfdi(value);
}
