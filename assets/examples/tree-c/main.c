/* A binary tree on one core. Each number is put into the tree at its place: smaller ones to the left, larger ones to the
   right. A walk through the tree then prints them in order. In the panel of the node, open `root` and follow its pointers;
   the call stack grows with each call of `insert` and `walk`. */
#include <stdio.h>
#include <stdlib.h>

struct tree {
    int number;
    struct tree *left, *right;
};

static const int numbers[] = { 42, 17, 73, 5, 28, 61, 90, 33 };

static struct tree *root;

static struct tree *insert(struct tree *at, int number)
{
    if (at == NULL) {
        at = malloc(sizeof *at);
        at->number = number;
        at->left = at->right = NULL;
    } else if (number < at->number) {
        at->left = insert(at->left, number);
    } else {
        at->right = insert(at->right, number);
    }
    return at;
}

static void walk(const struct tree *at)
{
    if (at == NULL)
        return;
    walk(at->left);
    printf("%d ", at->number);
    walk(at->right);
}

int main(void)
{
    for (int i = 0; i < (int)(sizeof numbers / sizeof numbers[0]); i++)
        root = insert(root, numbers[i]);
    walk(root);
    printf("\n");
    return 0;
}
