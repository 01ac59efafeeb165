#include <internal_files.h>
#include <stdlib.h>
#include <sys/types.h>

/* A text up to a character, which is included, in a block that grows as needed.
   Cost: 30 cycles a character, and those of realloc. */
ssize_t getdelim(char **restrict line, size_t *restrict room, int last, FILE *restrict file)
{
    size_t length = 0;
    int c;
    if (line == NULL || room == NULL) {
        errno = EINVAL;
        return -1;
    }
    do {
        c = fgetc(file);
        if (c == EOF && length == 0)
            return -1;
        if (*line == NULL || length + 2 > *room) {
            size_t more = *line == NULL || *room < 64 ? 128 : 2 * *room;
            char *larger = realloc(*line, more);
            if (larger == NULL)
                return -1;
            *line = larger;
            *room = more;
        }
        if (c != EOF)
            (*line)[length++] = (char)c;
    } while (c != EOF && c != last);
    (*line)[length] = 0;
    return (ssize_t)length;
}

/* A line with its newline, in a block that grows as needed.
   Cost: that of getdelim. */
ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict file)
{
    return getdelim(line, room, '\n', file);
}
