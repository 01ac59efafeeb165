/* Single and double precision: Newton's square roots, comparisons, conversions. */
#include "io.h"
static float root(float x)
{
    float guess = x > 1 ? x / 2 : 1;
    for (int i = 0; i < 20; i++)
        guess = (guess + x / guess) * 0.5f;
    return guess;
}
static double polynomial(double x) { return ((2.5 * x - 3.0) * x + 0.125) * x - 7.0; }
int main(void)
{
    static const float inputs[] = {2.0f, 10.0f, 0.25f, 12345.0f};
    for (int i = 0; i < 4; i++)
        out_line("root", (int)(root(inputs[i]) * 1000.0f));
    double worst = -1e300;
    for (int i = -5; i <= 5; i++) {
        double y = polynomial(i * 0.5);
        if (y > worst)
            worst = y;
        out_line(y < 0 ? "below" : "above", (int)(y * 64));
    }
    unsigned big = 3000000000u;
    out_line("worst", (int)worst);
    out_line("third", (int)((double)big / 3.0));
    return 0;
}
