#define _GNU_SOURCE
#include <locale.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <inttypes.h>

int main(void)
{
    char line[20];
    FILE *file = tmpfile();
    flockfile(file);
    putc_unlocked('a', file);
    fputs_unlocked("bc\n", file);
    fwrite_unlocked("line two\n", 1, 9, file);
    putw(0x1234567, file);
    funlockfile(file);
    rewind(file);
    printf("%c", getc_unlocked(file));
    printf("%s", fgets_unlocked(line, 20, file));
    printf("%d ", (int)fread_unlocked(line, 1, 9, file));
    printf("%x ", getw(file));
    printf("%d\n", getw(file));
    putchar_unlocked('x');
    putchar_unlocked('\n');
    fclose(file);
    char name[] = "fileXXXXXX";
    int number = mkstemp(name);
    printf("%d %d ", number >= 0, strcmp(name, "fileXXXXXX") != 0);
    printf("%d ", (int)pwrite(number, "0123456789", 10, 0));
    printf("%d ", (int)pread(number, line, 3, 4));
    printf("%.3s %d %d\n", line, (int)lseek(number, 0, SEEK_CUR), fsync(number));
    close(number);
    unlink(name);
    printf("%s %s %d", setlocale(LC_ALL, NULL), setlocale(LC_ALL, "C"), setlocale(LC_ALL, "nowhere") == NULL);
    printf(" %s|%s|\n", localeconv()->decimal_point, localeconv()->thousands_sep);
    uint8_t a;
    uint16_t b;
    int64_t c;
    printf("%d", sscanf("200 60000 -5000000000", "%" SCNu8 " %" SCNu16 " %" SCNd64, &a, &b, &c));
    printf(" %d %d %" PRId64 "\n", a, b, c);
    sigjmp_buf place;
    if (sigsetjmp(place, 1) == 0)
        siglongjmp(place, 1);
    puts("jumped");
    return 0;
}
