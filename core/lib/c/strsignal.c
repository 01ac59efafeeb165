#include <stdio.h>
#include <string.h>

/* The names of signals, by number.
   Cost: at most 20 cycles; that of sprintf for a number that is none. */
char *strsignal(int signal)
{
    static const char *const names[] = {
        NULL,
        "Hangup",
        "Interrupt",
        "Quit",
        "Illegal instruction",
        "Trace/breakpoint trap",
        "Aborted",
        "Bus error",
        "Floating point exception",
        "Killed",
        "User defined signal 1",
        "Segmentation fault",
        "User defined signal 2",
        "Broken pipe",
        "Alarm clock",
        "Terminated",
        "Stack fault",
        "Child exited",
        "Continued",
        "Stopped (signal)",
        "Stopped",
        "Stopped (tty input)",
        "Stopped (tty output)",
        "Urgent I/O condition",
        "CPU time limit exceeded",
        "File size limit exceeded",
        "Virtual timer expired",
        "Profiling timer expired",
        "Window changed",
        "I/O possible",
        "Power failure",
        "Bad system call",
    };
    static char text[40];
    if (signal > 0 && signal < 32)
        return (char *)names[signal];
    sprintf(text, "Unknown signal %d", signal);
    return text;
}

/* The name of a signal on the standard error, after a text.
   Cost: that of strsignal, and at most 60 cycles. */
void psignal(int signal, const char *text)
{
    if (text != NULL && *text != 0)
        fprintf(stderr, "%s: %s\n", text, strsignal(signal));
    else
        fprintf(stderr, "%s\n", strsignal(signal));
}
