/* Counting sort of bytes, then of halfwords by their digits. */

#define COUNT 6000

static unsigned short values[COUNT], other[COUNT];
static unsigned counts[256];

static void pass(unsigned short *to, const unsigned short *from, int shift)
{
    for (int i = 0; i < 256; i++)
        counts[i] = 0;
    for (int i = 0; i < COUNT; i++)
        counts[from[i] >> shift & 0xff]++;
    unsigned sum = 0;
    for (int i = 0; i < 256; i++) {
        unsigned n = counts[i];
        counts[i] = sum;
        sum += n;
    }
    for (int i = 0; i < COUNT; i++)
        to[counts[from[i] >> shift & 0xff]++] = from[i];
}

int kernel(void)
{
    unsigned seed = 7;
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 1664525u + 1013904223u;
        values[i] = (unsigned short)(seed >> 16);
    }
    pass(other, values, 0);
    pass(values, other, 8);
    unsigned sum = 0;
    for (int i = 1; i < COUNT; i++) {
        if (values[i - 1] > values[i])
            return -1;
        sum = sum * 33 + values[i];
    }
    return (int)sum;
}
