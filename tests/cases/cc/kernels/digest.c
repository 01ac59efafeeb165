/* CRC-32 bit by bit and by table, and SHA-256, of the same bytes. */

typedef unsigned char byte;
typedef unsigned word;

#define LENGTH 2048

static byte data[LENGTH];
static word table[256];

static const word k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static word crc_bits(const byte *p, int n)
{
    word crc = ~0u;
    for (int i = 0; i < n; i++) {
        crc ^= p[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

static word crc_table(const byte *p, int n)
{
    for (word i = 0; i < 256; i++) {
        word crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
        table[i] = crc;
    }
    word crc = ~0u;
    for (int i = 0; i < n; i++)
        crc = table[(crc ^ p[i]) & 0xff] ^ crc >> 8;
    return ~crc;
}

static word rotate(word x, int n)
{
    return x >> n | x << (32 - n);
}

static void block(word state[8], const byte *p)
{
    word w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (word)p[4 * i] << 24 | (word)p[4 * i + 1] << 16 | (word)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        word a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        word b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    for (int i = 0; i < 8; i++)
        s[i] = state[i];
    for (int i = 0; i < 64; i++) {
        word e = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25);
        word first = s[7] + e + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
        word a = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22);
        word second = a + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        for (int j = 7; j > 0; j--)
            s[j] = s[j - 1];
        s[4] += first;
        s[0] = first + second;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

int kernel(void)
{
    word seed = 99, state[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    for (int i = 0; i < LENGTH; i++) {
        seed = seed * 1103515245u + 12345u;
        data[i] = (byte)(seed >> 16);
    }
    word a = crc_bits(data, LENGTH), b = crc_table(data, LENGTH);
    for (int i = 0; i < LENGTH; i += 64)
        block(state, data + i);
    return (int)(a == b ? a ^ state[0] ^ state[7] : 0);
}
