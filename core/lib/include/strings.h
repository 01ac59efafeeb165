/* Strings of POSIX and 4.2BSD; string.h includes this header, as that of GNU does. */
#ifndef _STRINGS_H
#define _STRINGS_H

#include <stddef.h>

int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t most);
void bzero(void *to, size_t bytes);
void bcopy(const void *from, void *to, size_t bytes);
int bcmp(const void *a, const void *b, size_t bytes);
char *index(const char *text, int value);
char *rindex(const char *text, int value);
int ffs(int value);

#endif
