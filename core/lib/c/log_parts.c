#include <internal_math.h>

/* For each part of the interval from sqrt(1/2) to sqrt(2): c, about 1 over its middle, with at most 10 bits; -ln(c) as
   the sum of a multiple of 2^-42 and a small number. */
static const double middles[64][3] = {
    {0x1.6800000000000p+0, -0x1.5d1bdbf581000p-2, 0x1.8d6bdc9c7c238p-44},
    {0x1.6400000000000p+0, -0x1.51aad872e0000p-2, 0x1.f4bd8db0a7cc1p-44},
    {0x1.6080000000000p+0, -0x1.478cd5959b000p-2, -0x1.ec89bf0c8d098p-45},
    {0x1.5c80000000000p+0, -0x1.3bdd24eb15000p-2, 0x1.257b4970e6ed9p-44},
    {0x1.5900000000000p+0, -0x1.31871c9544000p-2, -0x1.84fab94cecfd9p-46},
    {0x1.5580000000000p+0, -0x1.27161913f8000p-2, -0x1.4f4f1f61564b4p-44},
    {0x1.5200000000000p+0, -0x1.1c898c169a000p-2, 0x1.81410e5c62affp-44},
    {0x1.4e80000000000p+0, -0x1.11e0e2dada000p-2, 0x1.a47f88fcce5bap-45},
    {0x1.4b00000000000p+0, -0x1.071b85fcd6000p-2, 0x1.bcb8ba3e01a11p-44},
    {0x1.4780000000000p+0, -0x1.f871b28956000p-3, 0x1.f75fd6a526efep-44},
    {0x1.4480000000000p+0, -0x1.e598ed5a88000p-3, 0x1.d134bcf1e98a1p-47},
    {0x1.4100000000000p+0, -0x1.cf6354e09c000p-3, -0x1.771239a07d55bp-45},
    {0x1.3e00000000000p+0, -0x1.bc286742d8000p-3, -0x1.9ac53f39d121cp-44},
    {0x1.3b00000000000p+0, -0x1.a8becfc882000p-3, -0x1.e3185cf21b9cfp-44},
    {0x1.3800000000000p+0, -0x1.9525a9cf46000p-3, 0x1.297137d9f158fp-44},
    {0x1.3500000000000p+0, -0x1.815c0a1436000p-3, 0x1.02a52f9201ce8p-44},
    {0x1.3200000000000p+0, -0x1.6d60fe719e000p-3, 0x1.bc6e557134767p-44},
    {0x1.2f80000000000p+0, -0x1.5c94007598000p-3, 0x1.a8d948cd23322p-44},
    {0x1.2c80000000000p+0, -0x1.483bccce6e000p-3, -0x1.eea52723f6369p-46},
    {0x1.2a00000000000p+0, -0x1.371fc201e8000p-3, -0x1.ee8779b2d8abcp-44},
    {0x1.2700000000000p+0, -0x1.2266f190a6000p-3, 0x1.4d20ab840e7f6p-45},
    {0x1.2480000000000p+0, -0x1.10f8e42254000p-3, 0x1.93b3843396307p-45},
    {0x1.2200000000000p+0, -0x1.fec9131dc0000p-4, 0x1.54555d1ae6607p-44},
    {0x1.1f80000000000p+0, -0x1.db5270187c000p-4, -0x1.9277856ae181fp-44},
    {0x1.1d00000000000p+0, -0x1.b78c82bb10000p-4, 0x1.25ef7bc3987e7p-44},
    {0x1.1a80000000000p+0, -0x1.9375e55594000p-4, -0x1.eddc37380c364p-44},
    {0x1.1800000000000p+0, -0x1.6f0d28ae58000p-4, 0x1.4b4641b664613p-44},
    {0x1.1580000000000p+0, -0x1.4a50d3aa1c000p-4, 0x1.f7fe1308973e2p-45},
    {0x1.1380000000000p+0, -0x1.2cb0283f5c000p-4, -0x1.e1ee2ca657021p-44},
    {0x1.1100000000000p+0, -0x1.0759835990000p-4, 0x1.b8ecfe4b59987p-44},
    {0x1.0f00000000000p+0, -0x1.d276b8adb0000p-5, -0x1.6a423c78a64b0p-46},
    {0x1.0c80000000000p+0, -0x1.868a830840000p-5, 0x1.2623a134ac693p-46},
    {0x1.0a80000000000p+0, -0x1.494acc34d8000p-5, -0x1.11c78a56fd247p-45},
    {0x1.0800000000000p+0, -0x1.f829b0e780000p-6, -0x1.980267c7e09e4p-45},
    {0x1.0600000000000p+0, -0x1.7b91b07d60000p-6, 0x1.3b955b602ace4p-44},
    {0x1.0400000000000p+0, -0x1.fc0a8b0fc0000p-7, -0x1.f1e7cf6d3a69cp-50},
    {0x1.0200000000000p+0, -0x1.fe02a6b100000p-8, -0x1.9e23f0dda40e4p-46},
    {0x1.0000000000000p+0, 0x0.0p+0, 0x0.0p+0},
    {0x1.f800000000000p-1, 0x1.0205658930000p-6, 0x1.611d27c8e8417p-44},
    {0x1.f080000000000p-1, 0x1.f7a9b16780000p-6, 0x1.42ad9271be7d7p-45},
    {0x1.e900000000000p-1, 0x1.788595a358000p-5, -0x1.08b0d083b3a4cp-46},
    {0x1.e200000000000p-1, 0x1.eea31c0068000p-5, 0x1.c3dd83606d891p-44},
    {0x1.db00000000000p-1, 0x1.333d7f8184000p-4, -0x1.692b6a81b8848p-49},
    {0x1.d400000000000p-1, 0x1.700d30aeac000p-4, 0x1.c1e8da99ded32p-49},
    {0x1.cd80000000000p-1, 0x1.a956d3ecac000p-4, 0x1.e63794c02c4afp-44},
    {0x1.c700000000000p-1, 0x1.e3707ee304000p-4, 0x1.0f684e6766abdp-45},
    {0x1.c100000000000p-1, 0x1.0ce7ecdccc000p-3, 0x1.4652dabff5447p-46},
    {0x1.bb00000000000p-1, 0x1.28753bc11a000p-3, 0x1.7494e359302e6p-44},
    {0x1.b500000000000p-1, 0x1.4462b9dc9c000p-3, -0x1.84858a711b062p-44},
    {0x1.af00000000000p-1, 0x1.60b3100b0a000p-3, -0x1.71456c988f814p-44},
    {0x1.a980000000000p-1, 0x1.7b00916516000p-3, -0x1.ae75fcb067e57p-44},
    {0x1.a400000000000p-1, 0x1.95a5adcf70000p-3, 0x1.7f22858a0ff6fp-47},
    {0x1.9e80000000000p-1, 0x1.b0a4b48fc2000p-3, -0x1.2e72d5c3998edp-45},
    {0x1.9980000000000p-1, 0x1.c97f8079d4000p-3, 0x1.3b161a8c6e6c5p-45},
    {0x1.9480000000000p-1, 0x1.e2a877a6b2000p-3, 0x1.823817787081ap-44},
    {0x1.8f80000000000p-1, 0x1.fc218be620000p-3, 0x1.4bba46f1cf6a0p-44},
    {0x1.8a80000000000p-1, 0x1.0af660eb9e000p-2, 0x1.3c7c3f528d80ap-45},
    {0x1.8600000000000p-1, 0x1.16b5ccbad0000p-2, -0x1.23299042d74bfp-44},
    {0x1.8180000000000p-1, 0x1.22981fbef8000p-2, -0x1.a1421609580dap-44},
    {0x1.7d00000000000p-1, 0x1.2e9e2bce12000p-2, 0x1.4300c128d1dc2p-45},
    {0x1.7880000000000p-1, 0x1.3ac8ca38e6000p-2, -0x1.d0befbc02be4ap-45},
    {0x1.7480000000000p-1, 0x1.45b8c0a17e000p-2, -0x1.d9120e7d0a853p-47},
    {0x1.7000000000000p-1, 0x1.522ae0738a000p-2, 0x1.ebe708164c759p-45},
    {0x1.6c00000000000p-1, 0x1.5d5bddf596000p-2, -0x1.a0b2a08a465dcp-47},
};

/* ln(x) = result + *rest for a finite x > 0, with a relative error below 2^-64.
   x = 2^k m; with c near 1 / m and r = c m - 1, which is exact as the sum of two doubles, ln(x) = k ln(2) - ln(c)
   + ln(1 + r).
   Cost: at most 160 cycles. */
double __log_parts(double x, double *rest)
{
    union number u = {x};
    int k = 0;
    if (u.half.high < 0x00100000) {
        u.value *= 0x1p54;
        k = -54;
    }
    int above = (int)(u.half.high - 0x3fe6a09e);
    int exponent = above >> 20;
    u.half.high -= (unsigned)exponent << 20;
    k += exponent;
    const double *middle = middles[above >> 14 & 63];
    union number high = u;
    high.half.low = 0;
    double a = high.value * middle[0] - 1, b = (u.value - high.value) * middle[0];
    double r = a + b, r_rest = a - r + b;
    double whole = k * 0x1.62e42fefa3800p-1 + middle[1];
    double sum = whole + r, sum_rest = whole - sum + r;
    /* r^2 / 2 = square + square_rest */
    union number split = {r};
    split.half.low &= 0xf8000000;
    double small = r - split.value;
    double square = 0.5 * split.value * split.value;
    double square_rest = small * (split.value + 0.5 * small);
    double cubic = r * r * r * (0x1.5555555555555p-2 + r * (-0x1.000000000003cp-2 + r * (0x1.9999999999a07p-3
        + r * (-0x1.55555547b7ea9p-3 + r * (0x1.2492491831b86p-3 + r * (-0x1.00062ca7a0ab3p-3
        + r * 0x1.c727abb2dd240p-4))))));
    double next = sum - square;
    double next_rest = sum - next - square;
    double add = k * 0x1.ef35793c76730p-45 + middle[2] + (r_rest - r * r_rest - square_rest + cubic) + (sum_rest + next_rest);
    double result = next + add;
    *rest = next - result + add;
    return result;
}
