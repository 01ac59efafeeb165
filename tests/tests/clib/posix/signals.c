#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t count;

static void handler(int number)
{
    count++;
    printf("handler of %d\n", number);
}

static void facts(int number, siginfo_t *info, void *context)
{
    (void)context;
    printf("facts of %d: %d\n", number, info->si_signo);
}

static void again(int number)
{
    printf("again %d\n", (int)count);
    if (count++ < 4)
        raise(number);
    printf("end %d\n", (int)count);
}

int main(void)
{
    struct sigaction action, before;
    sigset_t set, old;
    printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL);
    int result = raise(SIGUSR1);
    printf("%d %d\n", result, (int)count);
    printf("%d\n", signal(SIGUSR1, SIG_IGN) == handler);
    printf("%d\n", raise(SIGUSR1));
    signal(SIGTERM, handler);
    printf("%d\n", kill(getpid(), SIGTERM));
    memset(&action, 0, sizeof action);
    action.sa_sigaction = facts;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    printf("%d\n", sigaction(SIGUSR2, &action, &before));
    printf("%d\n", before.sa_handler == SIG_DFL);
    raise(SIGUSR2);
    sigaction(SIGUSR2, NULL, &before);
    printf("%d\n", before.sa_sigaction == facts);
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    printf("%d %d\n", sigismember(&set, SIGTERM), sigismember(&set, SIGINT));
    sigprocmask(SIG_BLOCK, &set, &old);
    printf("blocked %d\n", sigismember(&old, SIGTERM));
    raise(SIGTERM);
    sigpending(&set);
    printf("waits %d\n", sigismember(&set, SIGTERM));
    sigprocmask(SIG_SETMASK, &old, NULL);
    printf("%d %d %d\n", (int)count, raise(SIGCHLD), raise(0) != 0);
    printf("%d %d\n", signal(99, handler) == SIG_ERR, signal(SIGKILL, handler) == SIG_ERR);
    signal(SIGINT, again);
    raise(SIGINT);
    signal(SIGINT, SIG_DFL);
    printf("%d\n", (int)count);
    return 0;
}
