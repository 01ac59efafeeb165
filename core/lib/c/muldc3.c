#define PART double
#include <internal_complex_product.h>

double _Complex __muldc3(double a, double b, double c, double d);

/* The compiler calls it where both parts of a product may be NaN.
   Cost: at most 250 cycles. */
double _Complex __muldc3(double a, double b, double c, double d)
{
    return product(a, b, c, d);
}
