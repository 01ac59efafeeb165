/* CRC-32 and Adler-32 of a text, with a table that is made first. */
#include "io.h"
static unsigned table[256];
static const char text[] = "The quick brown fox jumps over the lazy dog";
int main(void)
{
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
    unsigned crc = ~0u, a = 1, b = 0;
    for (const char *s = text; *s; s++) {
        crc = table[(crc ^ (unsigned char)*s) & 0xff] ^ crc >> 8;
        a = (a + (unsigned char)*s) % 65521;
        b = (b + a) % 65521;
    }
    out_unsigned(~crc, 16);
    out_char('\n');
    out_unsigned(b << 16 | a, 16);
    out_char('\n');
    return 0;
}
