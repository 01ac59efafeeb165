#include <fenv.h>
#include <math.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON
int main(void){ volatile double a=1,b=3,z=0; volatile double r; int m[]={FE_TONEAREST,FE_TOWARDZERO,FE_UPWARD,FE_DOWNWARD};
 for(int i=0;i<4;i++){ printf("%d ",fesetround(m[i])); printf("%d ",fegetround()==m[i]); r=a/b; double s=rint(2.5*a),t=rint(-2.5*a); double u=nearbyint(0.5*a); long q = lrint(1.5*a); fesetround(FE_TONEAREST); printf("%.20f %g %g %g %ld\n",r,s,t,u,q);}
 feclearexcept(FE_ALL_EXCEPT); r=a/z; printf("%d %d\n",!!fetestexcept(FE_DIVBYZERO),!!fetestexcept(FE_INVALID));
 r=z/z; r=a/b; printf("%d %d %d\n",!!fetestexcept(FE_INVALID),!!fetestexcept(FE_INEXACT),!!fetestexcept(FE_OVERFLOW));
 fenv_t e; feholdexcept(&e); printf("%d ",fetestexcept(FE_ALL_EXCEPT)); r=1e308*a*10; printf("%d ",!!fetestexcept(FE_OVERFLOW)); feupdateenv(&e); printf("%d %d\n",!!fetestexcept(FE_OVERFLOW),!!fetestexcept(FE_DIVBYZERO));
 fesetenv(FE_DFL_ENV); printf("%d %d\n",fetestexcept(FE_ALL_EXCEPT),fegetround()==FE_TONEAREST); nearbyint(1.5*a); printf("%d\n", fetestexcept(FE_INEXACT)); return 0;}
