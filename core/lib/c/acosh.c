#include <internal_math.h>

/* Cost: at most 240 cycles. */
double acosh(double x)
{
    if (!(x >= 1))
        return (x - x) / 0.0;
    if (x > 0x1p28)
        return log(x) + LN_2;
    double above = x - 1, low;
    double square = product(above, above, &low);
    double inner = 2 * above + square;
    double root = sqrt(inner), part;
    /* The square root of the exact sum. */
    double back = product(root, root, &part);
    double lost = 2 * above > square ? 2 * above - inner + square : square - inner + 2 * above;
    double rest = root == 0 ? 0 : (inner - back - part + lost + low) / (2 * root);
    double sum = above + root;
    return __log1p_sum(sum, (above > root ? above - sum + root : root - sum + above) + rest);
}

/* Cost: that of acosh, and at most 10 cycles. */
float acoshf(float x)
{
    return (float)acosh(x);
}
