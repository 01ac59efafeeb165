#include <errno.h>
#include <mclib.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static struct sigaction actions[NSIG];
static sigset_t blocked, waiting;

static int is_wrong(int number)
{
    if (number > 0 && number < NSIG)
        return 0;
    errno = EINVAL;
    return 1;
}

/* Nothing happens by default. */
static inline int is_harmless(int number)
{
    return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

/* Calls the handler of a signal; without one the program ends. */
static void deliver(int number)
{
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN || (action.sa_handler == SIG_DFL && is_harmless(number)))
        return;
    if (action.sa_handler == SIG_DFL) {
        if (number == SIGABRT)
            abort();
        MC_HALT = 128u + (unsigned)number;
    }
    if ((unsigned)action.sa_flags & SA_RESETHAND)
        actions[number].sa_handler = SIG_DFL;
    sigset_t before = blocked;
    blocked |= action.sa_mask;
    if (!((unsigned)action.sa_flags & SA_NODEFER))
        blocked |= 1u << number;
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t facts = {.si_signo = number, .si_pid = getpid()};
        action.sa_sigaction(number, &facts, NULL);
    } else {
        action.sa_handler(number);
    }
    blocked = before;
}

/* Delivers the signals that wait and are no longer blocked. */
static void deliver_waiting(void)
{
    for (int number = 1; number < NSIG; number++)
        if ((waiting & ~blocked) >> number & 1) {
            waiting &= ~(1u << number);
            deliver(number);
        }
}

/* Calls the handler of a signal at once, or when it is no longer blocked. Without a handler the core stops with the exit code
   128 + number, and of SIGABRT the chip.
   Cost: at most 120 cycles, and those of the handler. */
int raise(int number)
{
    if (number == 0)
        return 0;
    if (is_wrong(number))
        return -1;
    if (blocked >> number & 1) {
        waiting |= 1u << number;
        return 0;
    }
    deliver(number);
    deliver_waiting();
    return 0;
}

/* Cost: that of getpid and raise, and at most 20 cycles. */
int kill(pid_t process, int number)
{
    if (process != getpid() && process != 0 && process != -1) {
        errno = ESRCH;
        return -1;
    }
    return raise(number);
}

/* Cost: at most 60 cycles. */
int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before)
{
    if (is_wrong(number))
        return -1;
    if (before != NULL)
        *before = actions[number];
    if (action == NULL)
        return 0;
    if (number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return -1;
    }
    actions[number] = *action;
    return 0;
}

/* Sets the handler of a signal; the result is the one before.
   Cost: at most 80 cycles. */
__sighandler signal(int number, __sighandler handler)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    return sigaction(number, &action, &before) != 0 ? SIG_ERR : before.sa_handler;
}

/* Blocks and unblocks signals.
   Cost: at most 30 cycles, and 10 a signal; those of the handlers of signals that have waited. */
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    sigset_t now = blocked;
    if (set != NULL) {
        switch (how) {
        case SIG_BLOCK:
            blocked |= *set;
            break;
        case SIG_UNBLOCK:
            blocked &= ~*set;
            break;
        case SIG_SETMASK:
            blocked = *set;
            break;
        default:
            errno = EINVAL;
            return -1;
        }
        blocked &= ~(1u << SIGKILL | 1u << SIGSTOP);
    }
    if (before != NULL)
        *before = now;
    deliver_waiting();
    return 0;
}

/* The signals that wait.
   Cost: at most 10 cycles. */
int sigpending(sigset_t *set)
{
    *set = waiting;
    return 0;
}

/* Each of these costs at most 15 cycles. */

int sigemptyset(sigset_t *set)
{
    *set = 0;
    return 0;
}

int sigfillset(sigset_t *set)
{
    *set = ~1u;
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (is_wrong(number))
        return -1;
    *set |= 1u << number;
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (is_wrong(number))
        return -1;
    *set &= ~(1u << number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    return is_wrong(number) ? -1 : (int)(*set >> number & 1);
}
