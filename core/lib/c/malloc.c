#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The heap is a row of blocks from the end of the program upwards. A block has a head of 8 bytes and a multiple of 8
   bytes. Free blocks form a list in the order of their addresses, and neighbours are joined. The heap grows until 4 KiB
   below the stack pointer. */

struct head {
    size_t bytes; /* without the head */
    uintptr_t mark;
};

struct free {
    struct head head;
    struct free *next;
};

#define IN_USE 0x6d63616cu
#define FREED 0x66726565u
#define STACK_RESERVE 4096u

extern char _end[];
static char *top; /* end of the last block; 0 before the first call */
static struct free *first;

/* The mark of a block depends on its address, so that a copied head is no head. */
static uintptr_t mark_of(const void *block, uintptr_t kind)
{
    return (uintptr_t)block ^ kind;
}

static char *limit(void)
{
    char here;
    return (char *)(((uintptr_t)&here - STACK_RESERVE) & ~7u);
}

/* A block of at least `bytes` bytes at a multiple of 8, NULL and a message if there is none.
   Cost: at most 80 + 8 n cycles, if n free blocks are too small. */
void *malloc(size_t bytes)
{
    size_t wanted = (bytes + 7) & ~7u;
    if (wanted < 8)
        wanted = 8;
    if (bytes <= 0x7fffff00u) {
        for (struct free **link = &first; *link != NULL; link = &(*link)->next) {
            struct free *f = *link;
            if (f->head.bytes < wanted)
                continue;
            if (f->head.bytes >= wanted + sizeof(struct free) + 4) {
                struct free *rest = (struct free *)((char *)f + sizeof(struct head) + wanted);
                rest->head.bytes = f->head.bytes - wanted - sizeof(struct head);
                rest->head.mark = mark_of(rest, FREED);
                rest->next = f->next;
                *link = rest;
                f->head.bytes = wanted;
            } else {
                *link = f->next;
            }
            f->head.mark = mark_of(f, IN_USE);
            return (char *)f + sizeof(struct head);
        }
        if (top == NULL)
            top = (char *)(((uintptr_t)_end + 7) & ~7u);
        char *most = limit();
        if (most > top && (size_t)(most - top) >= wanted + sizeof(struct head)) {
            struct head *h = (struct head *)top;
            top += sizeof(struct head) + wanted;
            h->bytes = wanted;
            h->mark = mark_of(h, IN_USE);
            return h + 1;
        }
    }
    printf("malloc: the heap is full: %zu bytes are wanted, %zu are left at its end\n", bytes,
           top != NULL && limit() > top ? (size_t)(limit() - top) : (size_t)0);
    errno = ENOMEM;
    return NULL;
}

/* The head of a block in use; for any other pointer a message, and the chip stops. */
static struct head *head_of(void *block, const char *function)
{
    struct head *h = (struct head *)block - 1;
    int inside = ((uintptr_t)block & 7) == 0 && top != NULL && (char *)h >= _end && (char *)block < top;
    if (inside && h->mark == mark_of(h, IN_USE))
        return h;
    if (inside && h->mark == mark_of(h, FREED))
        printf("%s: the block at %p is free already\n", function, block);
    else
        printf("%s: %p is no block of the heap, or what is in front of it has been overwritten\n", function, block);
    abort();
}

/* Gives a block back. A pointer that is no block in use prints a message and stops the chip.
   Cost: at most 60 + 7 n cycles, if n free blocks are before it. */
void free(void *block)
{
    if (block == NULL)
        return;
    struct free *f = (struct free *)head_of(block, "free");
    struct free *before = NULL, *after = first;
    while (after != NULL && after < f) {
        before = after;
        after = after->next;
    }
    f->head.mark = mark_of(f, FREED);
    f->next = after;
    if (before != NULL)
        before->next = f;
    else
        first = f;
    if (after != NULL && (char *)(&f->head + 1) + f->head.bytes == (char *)after) {
        f->head.bytes += sizeof(struct head) + after->head.bytes;
        f->next = after->next;
        after->head.mark = 0;
    }
    if (before != NULL && (char *)(&before->head + 1) + before->head.bytes == (char *)f) {
        before->head.bytes += sizeof(struct head) + f->head.bytes;
        before->next = f->next;
    }
}

/* A block of zero bytes.
   Cost: that of malloc and memset, and at most 30 cycles. */
void *calloc(size_t count, size_t bytes)
{
    unsigned long long all = (unsigned long long)count * bytes;
    void *block = malloc(all > 0xffffffffu ? 0xffffffffu : (size_t)all);
    return block != NULL ? memset(block, 0, (size_t)all) : NULL;
}

/* A block with the same contents and another size.
   Cost: at most 50 cycles if the block is large enough; else those of malloc, memcpy and free more. */
void *realloc(void *block, size_t bytes)
{
    if (block == NULL)
        return malloc(bytes);
    struct head *h = head_of(block, "realloc");
    if (h->bytes >= bytes)
        return block;
    void *other = malloc(bytes);
    if (other != NULL) {
        memcpy(other, block, h->bytes);
        free(block);
    }
    return other;
}

/* A block at a multiple of `alignment`, a power of two: what lies before it in a larger block is given back.
   Cost: those of malloc and free, and at most 60 cycles. */
void *aligned_alloc(size_t alignment, size_t bytes)
{
    if (alignment <= 8)
        return malloc(bytes);
    unsigned long long all = (unsigned long long)bytes + 2 * (unsigned long long)alignment;
    char *block = malloc(all > 0xffffffffu ? 0xffffffffu : (size_t)all);
    if (block == NULL)
        return NULL;
    char *aligned = (char *)(((uintptr_t)block + alignment - 1) & -alignment);
    if (aligned == block)
        return block;
    /* The part before it is a block too. */
    if (aligned - block < 16)
        aligned += alignment;
    struct head *h = (struct head *)block - 1, *own = (struct head *)aligned - 1;
    own->bytes = h->bytes - (size_t)(aligned - block);
    own->mark = mark_of(own, IN_USE);
    h->bytes = (size_t)(aligned - block) - sizeof(struct head);
    free(block);
    return aligned;
}

/* As aligned_alloc; the block is in `*block`, and the result is 0 or the number of an error.
   Cost: that of aligned_alloc, and at most 40 cycles. */
int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    void *found = aligned_alloc(alignment, bytes);
    if (found == NULL)
        return ENOMEM;
    *block = found;
    return 0;
}

/* As aligned_alloc.
   Cost: that of aligned_alloc, and at most 10 cycles. */
void *memalign(size_t alignment, size_t bytes)
{
    return aligned_alloc(alignment, bytes);
}

/* A block at a multiple of 4096 bytes.
   Cost: that of aligned_alloc, and at most 10 cycles. */
void *valloc(size_t bytes)
{
    return aligned_alloc(4096, bytes);
}
