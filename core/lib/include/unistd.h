/* Waiting for simulated time: a cycle is a nanosecond. */
#ifndef _UNISTD_H
#define _UNISTD_H

unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);

#endif
