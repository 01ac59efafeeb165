/* Linked list in a pool, structures by value, bytes and halfwords. */
#include "io.h"
struct node { signed char small; short middle; struct node *next; unsigned char name[5]; };
static struct node pool[10], *free_list, *list;
static struct node *take(void)
{
    struct node *n = free_list;
    free_list = n->next;
    return n;
}
static struct node made(int i)
{
    struct node n = {(signed char)(i * 50), (short)(i * -5000), 0, {'a', 'b', 'c', 'd', 0}};
    n.name[i % 4] = 'X';
    return n;
}
int main(void)
{
    for (int i = 0; i < 10; i++) {
        pool[i].next = free_list;
        free_list = &pool[i];
    }
    for (int i = 0; i < 7; i++) {
        struct node *n = take();
        struct node m = made(i);
        n->small = m.small;
        n->middle = m.middle;
        for (int k = 0; k < 5; k++)
            n->name[k] = m.name[k];
        n->next = list;
        list = n;
    }
    int small = 0, middle = 0;
    for (struct node *n = list; n; n = n->next) {
        small += n->small;
        middle += n->middle;
        out_str((const char *)n->name);
        out_char(' ');
    }
    out_line("small", small);
    out_line("middle", middle);
    return 0;
}
