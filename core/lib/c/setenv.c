#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The environment: it is empty when the program starts. The list is a block of malloc as soon as something is in it. */
static char *empty[1];
char **environ = empty;

static int count;

/* The place of a name, which ends with the text or at `=`; -1 if it is not there. */
static int find(const char *name, size_t length)
{
    for (int i = 0; i < count; i++)
        if (strncmp(environ[i], name, length) == 0 && environ[i][length] == '=')
            return i;
    return -1;
}

/* Keeps a text "name=value", which stays the caller's.
   Cost: at most 100 cycles and 40 a name that is there, and those of realloc. */
int putenv(char *text)
{
    size_t length = strcspn(text, "=");
    if (text[length] == 0)
        return unsetenv(text);
    int at = find(text, length);
    if (at < 0) {
        char **more = realloc(environ == empty ? NULL : environ, (size_t)(count + 2) * sizeof *environ);
        if (more == NULL)
            return -1;
        environ = more;
        at = count++;
        environ[count] = NULL;
    }
    environ[at] = text;
    return 0;
}

/* Gives a name a value, unless it has one and `replace` is 0.
   Cost: that of putenv and malloc, and at most 100 cycles and 20 a character. */
int setenv(const char *name, const char *value, int replace)
{
    size_t length = strlen(name);
    if (length == 0 || strchr(name, '=') != NULL) {
        errno = EINVAL;
        return -1;
    }
    if (!replace && find(name, length) >= 0)
        return 0;
    char *text = malloc(length + strlen(value) + 2);
    if (text == NULL)
        return -1;
    stpcpy(stpcpy(stpcpy(text, name), "="), value);
    return putenv(text);
}

/* Takes a name out.
   Cost: at most 40 cycles a name that is there. */
int unsetenv(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || strchr(name, '=') != NULL) {
        errno = EINVAL;
        return -1;
    }
    int at = find(name, length);
    if (at >= 0)
        for (count--; at <= count; at++)
            environ[at] = environ[at + 1];
    return 0;
}

/* Takes all names out.
   Cost: at most 10 cycles. */
int clearenv(void)
{
    count = 0;
    environ = empty;
    return 0;
}
