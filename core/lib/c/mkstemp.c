#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned tried;

/* Opens a new file whose name is the template with its last six letters, "XXXXXX", replaced.
   Cost: at most 300 cycles a name that is tried. */
int mkstemp(char *name)
{
    size_t length = strlen(name);
    if (length < 6 || strcmp(name + length - 6, "XXXXXX") != 0) {
        errno = EINVAL;
        return -1;
    }
    for (;;) {
        sprintf(name + length - 6, "%06x", tried++ & 0xffffff);
        int number = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (number >= 0 || errno != EEXIST)
            return number;
    }
}

/* A name that no file has.
   Cost: at most 300 cycles a name that is tried. */
char *tmpnam(char *name)
{
    static char own[L_tmpnam];
    if (name == NULL)
        name = own;
    do
        sprintf(name, "/tmp/file%06x", tried++ & 0xffffff);
    while (access(name, F_OK) == 0);
    return name;
}
