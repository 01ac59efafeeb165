/* Signals (C17, 7.14, and POSIX), as far as one core has them: a program can raise one itself, and its handler is called at
   once. An error of the processor is no signal: it ends the run with a report of its place. */
#ifndef _SIGNAL_H
#define _SIGNAL_H

#include <sys/types.h>

typedef int sig_atomic_t;
typedef void (*__sighandler)(int);
typedef __sighandler sighandler_t;
typedef unsigned sigset_t;

#define SIG_DFL ((__sighandler)0)
#define SIG_IGN ((__sighandler)1)
#define SIG_ERR ((__sighandler)-1)

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGIOT SIGABRT
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPWR 30
#define SIGSYS 31
#define NSIG 32

#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000

typedef struct {
    int si_signo;
    int si_errno;
    int si_code;
    pid_t si_pid;
    uid_t si_uid;
    void *si_addr;
    int si_status;
} siginfo_t;

struct sigaction {
    union {
        __sighandler sa_handler;
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
};

__sighandler signal(int number, __sighandler handler);
int raise(int number);
/* POSIX. A process is a node, so `kill` reaches only the program itself. */
int kill(pid_t process, int number);
int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before);
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before);
int sigpending(sigset_t *set);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);
void psignal(int number, const char *text);

#endif
