/* Says hello once, as a program does that knows of no other nodes. */
#include <stdio.h>

int main(void)
{
    printf("Hello from rank 0 of 1\n");
    return 0;
}
