#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[80];
    FILE *f = fopen("missing.txt", "r");
    printf("%d %d %s\n", f == NULL, errno, strerror(errno));
    f = fopen("a.txt", "w");
    fprintf(f, "%d %s\n", 1, "one");
    fputs("two\n", f);
    fputc('3', f);
    putc('\n', f);
    printf("%ld\n", ftell(f));
    printf("%d\n", fclose(f));
    f = fopen("a.txt", "r");
    while (fgets(line, sizeof line, f) != NULL)
        printf("[%zu] %s", strlen(line), line);
    printf("%d %d\n", feof(f) != 0, ferror(f));
    rewind(f);
    int c, n = 0;
    while ((c = getc(f)) != EOF)
        n += c == '\n';
    printf("%d\n", n);
    fseek(f, -2, SEEK_END);
    c = fgetc(f);
    ungetc('Z', f);
    n = fgetc(f);
    printf("%c %c %ld\n", c, n, ftell(f));
    printf("%d\n", fputc('x', f));
    fclose(f);
    int numbers[5] = {10, 20, 30, 40, 50}, back[5] = {0};
    f = fopen("b.bin", "wb+");
    printf("%zu\n", fwrite(numbers, sizeof(int), 5, f));
    fseek(f, 8, SEEK_SET);
    n = (int)fread(back, sizeof(int), 5, f);
    printf("%d %d\n", n, back[0] + back[1] + back[2]);
    fseek(f, 1, SEEK_SET);
    fwrite("\x01", 1, 1, f);
    rewind(f);
    n = (int)fread(back, 4, 1, f);
    printf("%d %d\n", n, back[0]);
    fclose(f);
    f = fopen("a.txt", "a+");
    fputs("end", f);
    rewind(f);
    printf("%d", fscanf(f, "%d %79s", &n, line));
    printf(" %d %s\n", n, line);
    fclose(f);
    n = rename("a.txt", "c.txt");
    printf("%d %d\n", n, remove("b.bin"));
    printf("%d\n", remove("b.bin"));
    f = fopen("c.txt", "r");
    char *text = NULL;
    size_t room = 0;
    long length;
    while ((length = (long)getline(&text, &room, f)) != -1)
        printf("%ld %s", length, text);
    puts("");
    free(text);
    fclose(f);
    printf("%d\n", fopen("c.txt", "q") == NULL);
    f = fopen("c.txt", "wx");
    printf("%d %d\n", f == NULL, errno == EEXIST);
    f = tmpfile();
    fprintf(f, "%5.2f|%-4d|", 3.14159, 42);
    rewind(f);
    printf("%s\n", fgets(line, sizeof line, f));
    fclose(f);
    f = freopen("c.txt", "r", stdin);
    printf("%d\n", getchar());
    fprintf(stdout, "%s\n", "out");
    fwrite("raw\n", 1, 4, stdout);
    remove("c.txt");
    return 0;
}
