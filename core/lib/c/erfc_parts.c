#include <internal_math.h>

/* erfc(x) for x from 0.25 to 28. The polynomials give erfc(x) e^(x^2), which changes slowly.
   Cost: at most 240 cycles. */
double __erfc_large(double x)
{
    double ratio, low, rest;
    int exponent;
    if (x < 0.84) {
        double t = x - 0.5449999999999999;
        ratio = 0x1.2fc898312e081p-1 + t * (-0x1.ed364ad8a3ca0p-2 + t * (0x1.52c43d5a5ef56p-2
            + t * (-0x1.9b721be7b6fbcp-3 + t * (0x1.c54b91e5d09aep-4 + t * (-0x1.ccad2d8d878d0p-5
            + t * (0x1.b503b48b1e155p-6 + t * (-0x1.86637af33baeap-7 + t * (0x1.4aa23199f5c0ep-8
            + t * (-0x1.0aed42ee76978p-9 + t * (0x1.9ca2dddd88c8ep-11 + t * (-0x1.324c31cec71a5p-12
            + t * (0x1.b698d1f8e43ccp-14 + t * (-0x1.3a9fa5fe766dep-15 + t * 0x1.a4de663f54826p-17)))))))))))));
    } else if (x < 1.5) {
        double t = x - 1.17;
        ratio = 0x1.8a7c0a6337d65p-2 + t * (-0x1.d0bba079ec3c7p-3 + t * (0x1.ea768e322213cp-4
            + t * (-0x1.da2a533b2f53cp-5 + t * (0x1.aa271c4a89832p-6 + t * (-0x1.67c918c5985acp-7
            + t * (0x1.1f922c00b98acp-8 + t * (-0x1.b5d7eb5ca81ffp-10 + t * (0x1.3f00e833b48f9p-11
            + t * (-0x1.bea08479230ddp-13 + t * (0x1.2d62fd570d513p-14 + t * (-0x1.88f53aa6bb00dp-16
            + t * (0x1.f0c0fbce28096p-18 + t * (-0x1.3c03bc294d875p-19 + t * 0x1.7897c3358207bp-21)))))))))))));
    } else if (x < 2.5) {
        double t = x - 2.0;
        ratio = 0x1.058671b52c776p-2 + t * (-0x1.b57034efd3f72p-4 + t * (0x1.5672b9ea13e1bp-5
            + t * (-0x1.fa9d3ac955dcap-7 + t * (0x1.649072159b21bp-8 + t * (-0x1.e028e8a564b10p-10
            + t * (0x1.369ffa10708b4p-11 + t * (-0x1.838221709c93cp-13 + t * (0x1.d37b9cd7a1e00p-15
            + t * (-0x1.115cf9b2dcec4p-16 + t * (0x1.3699b28bfdee5p-18 + t * (-0x1.577a3977a4096p-20
            + t * (0x1.719fd2d03b414p-22 + t * (-0x1.851658def2784p-24 + t * (0x1.aab9477df32cap-26
            + t * -0x1.ac99726dc20fap-28))))))))))))));
    } else if (x < 4) {
        double t = x - 3.25;
        ratio = 0x1.54a7a08d4bb45p-3 + t * (-0x1.82a8522b868a0p-5 + t * (0x1.a7eddc9ee6425p-7
            + t * (-0x1.c24b49c47a8b6p-9 + t * (0x1.d085857a183dcp-11 + t * (-0x1.d25ebba130b4fp-13
            + t * (0x1.c882f0230d5fbp-15 + t * (-0x1.b45d02c6b57f1p-17 + t * (0x1.97dd792802565p-19
            + t * (-0x1.753c854864fa6p-21 + t * (0x1.4ec07428027dbp-23 + t * (-0x1.2694317feb089p-25
            + t * (0x1.fd052ababe092p-28 + t * (-0x1.ae401108f3aacp-30 + t * (0x1.6756dbdfd5451p-32
            + t * (-0x1.46a241f342f6dp-34 + t * 0x1.0788c659e7f91p-36)))))))))))))));
    } else if (x < 7) {
        double z = 1 / (x * x);
        ratio = (0x1.20dd75041bb69p-1 + z * (-0x1.20dd74de647f0p-2 + z * (0x1.b14c185ccf1e2p-2
            + z * (-0x1.0ecd79eae5bf3p+0 + z * (0x1.d9a726c8cf426p+1 + z * (-0x1.0910d271b2786p+4
            + z * (0x1.61d60781182f3p+6 + z * (-0x1.017c422ddffbbp+9 + z * (0x1.68eb20965135cp+11
            + z * (-0x1.a39d0602def35p+13 + z * (0x1.50e08a376e391p+15 + z * -0x1.0c9bc52153143p+16))))))))))) / x;
    } else {
        double z = 1 / (x * x);
        ratio = (0x1.20dd750429b6cp-1 + z * (-0x1.20dd750428974p-2 + z * (0x1.b14c2f82c94f5p-2
            + z * (-0x1.0ecf9c4e70ed2p+0 + z * (0x1.d9eaa9442bb7fp+1 + z * (-0x1.0a878b97db265p+4
            + z * (0x1.6d4bb156b7a95p+6 + z * (-0x1.1f98188a82ec8p+9 + z * (0x1.c271b987959b6p+11
            + z * -0x1.dae0d833a4d69p+13))))))))) / x;
    }
    double square = product(x, x, &low);
    double power = __exp_parts(-square, -low, &rest, &exponent);
    return ldexp(power * ratio + rest * ratio, exponent);
}
