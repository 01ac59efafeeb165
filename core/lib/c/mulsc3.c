#define PART float
#include <internal_complex_product.h>

float _Complex __mulsc3(float a, float b, float c, float d);

/* The compiler calls it where both parts of a product may be NaN.
   Cost: at most 250 cycles. */
float _Complex __mulsc3(float a, float b, float c, float d)
{
    return product(a, b, c, d);
}
