#include <byteswap.h>
#include <endian.h>
#include <stdio.h>

int main(void)
{
    printf("%x %x %llx\n", bswap_16(0x1234), bswap_32(0x12345678), (unsigned long long)bswap_64(0x123456789abcdef0));
    printf("%x %x %llx %x\n", htobe16(0x12), be32toh(0x12), (unsigned long long)htole64(5), le16toh(7));
    printf("%d\n", BYTE_ORDER == LITTLE_ENDIAN);
    return 0;
}
