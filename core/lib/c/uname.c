#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* What the node is.
   Cost: that of gethostname, and at most 500 cycles. */
int uname(struct utsname *facts)
{
    strcpy(facts->sysname, "M-Core");
    gethostname(facts->nodename, sizeof facts->nodename);
    strcpy(facts->release, "1.0");
    strcpy(facts->version, "M-Core Lab");
    strcpy(facts->machine, "mips");
    return 0;
}
