/* Messages on the standard error (GNU). */
#ifndef _ERROR_H
#define _ERROR_H

extern unsigned error_message_count;

void error(int code, int number, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
