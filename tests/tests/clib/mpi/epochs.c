/* Random epochs of windows against a model: every rank knows what every rank does, and computes all memories itself. It prints
   "all is well" on any number of ranks, here and with MPICH. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SEED
#define SEED 1
#endif
#define EPOCHS 30
#define BLOCKS 8
#define WORDS 12 /* of a block */
#define MOST 16  /* ranks */

enum { PUT, PUT_BYTES, PUT_COLUMN, REPLACE, COMBINE, COUNT, GET, GET_COLUMN, NOTHING, USES };

static int rank, ranks, wrong;
static int memory[BLOCKS * WORDS], model[MOST][BLOCKS * WORDS], before[MOST][BLOCKS * WORDS];
static int got[MOST][BLOCKS * WORDS], out[MOST][BLOCKS * WORDS];
static unsigned state = SEED * 2654435761u;

static int any(int n)
{
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (unsigned)n);
}

static MPI_Op ops[] = {MPI_SUM, MPI_MAX, MPI_MIN, MPI_BXOR, MPI_BOR};

static int apply(int op, int a, int b)
{
    switch (op) {
    case 0:
        return a + b;
    case 1:
        return a > b ? a : b;
    case 2:
        return a < b ? a : b;
    case 3:
        return a ^ b;
    default:
        return a | b;
    }
}

static void begin(int kind, MPI_Group all, MPI_Win win)
{
    if (kind == 0)
        MPI_Win_fence(0, win);
    else if (kind == 1)
        MPI_Win_lock_all(0, win);
    else if (kind == 2) {
        MPI_Win_post(all, 0, win);
        MPI_Win_start(all, 0, win);
    } else
        for (int to = 0; to < ranks; to++)
            MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
}

static void end(int kind, MPI_Win win)
{
    if (kind == 0)
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    else if (kind == 1) {
        MPI_Win_unlock_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
    } else if (kind == 2) {
        MPI_Win_complete(win);
        MPI_Win_wait(win);
    } else {
        for (int to = 0; to < ranks; to++)
            MPI_Win_unlock(to, win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    MPI_Win win;
    MPI_Group all;
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Type_vector(4, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        int kind = any(4), request = any(3) == 0 && (kind == 1 || kind == 3), open = 0;
        static MPI_Request requests[MOST * BLOCKS];
        static MPI_Status statuses[MOST * BLOCKS];
        memset(got, 0, sizeof got);
        memcpy(before, model, sizeof model);
        for (int i = 0; i < MOST * BLOCKS * WORDS; i++)
            out[0][i] = epoch * 1000 + rank * 100 + i % 97;
        MPI_Barrier(MPI_COMM_WORLD);
        begin(kind, all, win);
        for (int to = 0; to < ranks; to++)
            for (int block = 0; block < BLOCKS; block++) {
                int use = any(USES), from = any(ranks), op = any(5), first = any(WORDS), count = 1 + any(WORDS - first);
                int at = block * WORDS, mine = from == rank, *data = out[to] + at, *in = got[to] + at;
                /* The value that a rank sends. */
#define SENT(origin, i) (epoch * 1000 + (origin) * 100 + (to * BLOCKS * WORDS + at + (i)) % 97)
                switch (use) {
                case PUT:
                    if (mine && request)
                        MPI_Rput(data, count, MPI_INT, to, at + first, count, MPI_INT, win, &requests[open++]);
                    else if (mine)
                        MPI_Put(data, count, MPI_INT, to, at + first, count, MPI_INT, win);
                    for (int i = 0; i < count; i++)
                        model[to][at + first + i] = SENT(from, i);
                    break;
                case PUT_BYTES: {
                    int start = any(3), bytes = 4 * count - start - any(3);
                    if (bytes < 0)
                        bytes = 0;
                    if (mine)
                        MPI_Put((char *)data + start, bytes, MPI_CHAR, to, at + first, bytes, MPI_CHAR, win);
                    int words[WORDS + 1];
                    for (int i = 0; i <= WORDS; i++)
                        words[i] = SENT(from, i);
                    memcpy(&model[to][at + first], (char *)words + start, (unsigned)bytes);
                    break;
                }
                case PUT_COLUMN:
                    if (mine && op % 2)
                        MPI_Put(data, 1, column, to, at + first % 3, 1, column, win);
                    else if (mine)
                        MPI_Put(data, 4, MPI_INT, to, at + first % 3, 1, column, win);
                    for (int i = 0; i < 4; i++)
                        model[to][at + first % 3 + 3 * i] = op % 2 ? SENT(from, 3 * i) : SENT(from, i);
                    break;
                case REPLACE:
                    if (mine)
                        MPI_Accumulate(data, count, MPI_INT, to, at + first, count, MPI_INT, MPI_REPLACE, win);
                    for (int i = 0; i < count; i++)
                        model[to][at + first + i] = SENT(from, i);
                    break;
                case COMBINE:
                    if (request)
                        MPI_Raccumulate(data, count, MPI_INT, to, at + first, count, MPI_INT, ops[op], win, &requests[open++]);
                    else
                        MPI_Accumulate(data, count, MPI_INT, to, at + first, count, MPI_INT, ops[op], win);
                    for (int origin = 0; origin < ranks; origin++)
                        for (int i = 0; i < count; i++) {
                            int *place = &model[to][at + first + i];
                            *place = apply(op, *place, SENT(origin, i));
                        }
                    break;
                case COUNT: {
                    static int ones[MOST][BLOCKS];
                    ones[to][block] = 1;
                    MPI_Fetch_and_op(&ones[to][block], in, MPI_INT, to, at, MPI_SUM, win);
                    model[to][at] += ranks;
                    break;
                }
                case GET:
                    if (request)
                        MPI_Rget(in, count, MPI_INT, to, at + first, count, MPI_INT, win, &requests[open++]);
                    else
                        MPI_Get(in, count, MPI_INT, to, at + first, count, MPI_INT, win);
                    break;
                case GET_COLUMN:
                    MPI_Get(in, 4, MPI_INT, to, at + first % 3, 1, column, win);
                    break;
                }
                /* Reads are compared at the end of the epoch. */
                static int note[MOST][BLOCKS][3];
                note[to][block][0] = use, note[to][block][1] = first, note[to][block][2] = count;
                if (to == ranks - 1 && block == BLOCKS - 1) {
                    MPI_Waitall(open, requests, statuses);
                    end(kind, win);
                    for (int t = 0; t < ranks; t++)
                        for (int b = 0; b < BLOCKS; b++) {
                            int *n = note[t][b], *is = got[t] + b * WORDS, *was = before[t] + b * WORDS, bad = 0;
                            for (int i = 0; n[0] == GET && i < n[2]; i++)
                                bad |= is[i] != was[n[1] + i];
                            for (int i = 0; n[0] == GET_COLUMN && i < 4; i++)
                                bad |= is[i] != was[n[1] % 3 + 3 * i];
                            if (n[0] == COUNT)
                                bad |= *is < *was || *is >= *was + ranks;
                            if (bad && wrong++ < 5)
                                printf("rank %d, epoch %d of kind %d: read of block %d of rank %d\n", rank, epoch, kind, b, t);
                        }
                }
            }
        MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
        if (memcmp(memory, model[rank], sizeof memory) != 0 && wrong++ < 5)
            printf("rank %d, epoch %d of kind %d: memory\n", rank, epoch, kind);
        MPI_Win_unlock(rank, win);
    }
    int sum;
    MPI_Allreduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && sum == 0)
        printf("all is well\n");
    MPI_Win_free(&win);
    MPI_Group_free(&all);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
