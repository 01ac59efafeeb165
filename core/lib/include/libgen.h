/* Parts of the name of a file (POSIX). Both functions may change the text. */
#ifndef _LIBGEN_H
#define _LIBGEN_H

char *basename(char *name);
char *dirname(char *name);

#endif
