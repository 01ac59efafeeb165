/* Merge sort of a linked list, and a walk along it. */

#define COUNT 2000

struct node {
    struct node *next;
    int key;
};

static struct node nodes[COUNT];

static struct node *merge(struct node *a, struct node *b)
{
    struct node head, *tail = &head;
    while (a && b) {
        if (a->key <= b->key) {
            tail->next = a;
            a = a->next;
        } else {
            tail->next = b;
            b = b->next;
        }
        tail = tail->next;
    }
    tail->next = a ? a : b;
    return head.next;
}

static struct node *sort(struct node *list)
{
    if (!list || !list->next)
        return list;
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *second = slow->next;
    slow->next = 0;
    return merge(sort(list), sort(second));
}

int kernel(void)
{
    unsigned seed = 12345;
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 1103515245u + 12345u;
        nodes[i].key = (int)(seed >> 8 & 0xffff);
        nodes[i].next = i + 1 < COUNT ? &nodes[i + 1] : 0;
    }
    struct node *list = sort(nodes);
    int sum = 0;
    for (struct node *at = list; at; at = at->next)
        sum = sum * 17 + at->key;
    return sum;
}
