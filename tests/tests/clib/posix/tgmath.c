#include <tgmath.h>
#include <stdio.h>
int main(void){ float f=2; double d=2; long double l=2; int i=2;
 printf("%zu %zu %zu %zu\n", sizeof sqrt(f), sizeof sqrt(d), sizeof sqrt(i), sizeof pow(f,d));
 printf("%.9f %.9f %.9f %.9Lf %.9f\n", sqrt(f), sqrt(d), sqrt(i), sqrt(l), pow(f, 3));
 printf("%.9f %ld %d %.9f %.9f\n", fma(f,f,f), lround(f), ilogb(d), ldexp(f,3), fmax(f,i));
 return 0;}
