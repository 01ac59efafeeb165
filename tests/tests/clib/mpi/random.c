/* A random program. Every rank follows the same script of messages, made from a seed (the first argument), and rank 0
   prints for each round and rank a digest of the messages that arrived. By the matching rules of MPI the digests do not
   depend on time, so every implementation of MPI prints the same. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SEED
#define SEED 1
#endif
#define ROUNDS 12
#define MAX_BYTES 5000
#define MAX_MESSAGES 48

static unsigned state;

static unsigned draw(unsigned below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

struct message {
    int source, target, tag, bytes, other, waits, shift;
};
static struct message script[MAX_MESSAGES];
static unsigned char buffers[MAX_MESSAGES][MAX_BYTES + 8];

static unsigned hash(unsigned so_far, unsigned value)
{
    return (so_far ^ value) * 16777619u;
}

static unsigned hash_of(const MPI_Status *status, const unsigned char *bytes)
{
    int count;
    MPI_Get_count(status, MPI_BYTE, &count);
    unsigned all = hash(2166136261u, (unsigned)status->MPI_SOURCE);
    all = hash(hash(all, (unsigned)status->MPI_TAG), (unsigned)count);
    for (int i = 0; i < count; i++)
        all = hash(all, bytes[i]);
    return all;
}

static int draw_bytes(void)
{
    switch (draw(4)) {
    case 0:
        return (int)draw(5);
    case 1:
        return (int)draw(60);
    case 2:
        return 4 * (int)draw(40);
    default:
        return (int)draw(MAX_BYTES + 1);
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    state = argc > 1 ? (unsigned)atoi(argv[1]) : SEED;
    MPI_Comm comms[2] = {MPI_COMM_WORLD, MPI_COMM_NULL};
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    unsigned *digests = malloc(sizeof(unsigned) * (size_t)size);
    for (int round = 0; round < ROUNDS; round++) {
        int messages = 1 + (int)draw(MAX_MESSAGES), kind = (int)draw(3), way = (int)draw(4), mine = 0;
        MPI_Request requests[2 * MAX_MESSAGES];
        MPI_Status statuses[2 * MAX_MESSAGES];
        int place[2 * MAX_MESSAGES]; /* of a receive its message, of a send -1 */
        unsigned char *sent[2 * MAX_MESSAGES];
        for (int i = 0; i < messages; i++) {
            struct message *m = &script[i];
            m->source = (int)draw((unsigned)size);
            m->target = (int)draw((unsigned)size);
            m->tag = (int)draw(4) * 9000;
            m->bytes = draw_bytes();
            m->other = (int)draw(2);
            m->waits = draw(4) == 0;
            m->shift = (int)draw(4);
        }
        unsigned in_order = 0, in_any_order = 0;
        for (int i = 0; i < messages; i++) {
            const struct message *m = &script[i];
            if (m->target == rank) {
                /* Kind 0: source and tag; 1: any tag; 2: any source and tag, so every message must fit. */
                place[mine] = i;
                MPI_Irecv(buffers[i] + m->shift, kind == 0 ? m->bytes : MAX_BYTES, MPI_BYTE,
                          kind == 2 ? MPI_ANY_SOURCE : m->source, kind == 0 ? m->tag : MPI_ANY_TAG, comms[m->other],
                          &requests[mine++]);
            }
            if (m->source == rank) {
                unsigned char *out = sent[mine] = malloc((size_t)m->bytes + 8);
                for (int j = 0; j < m->bytes; j++)
                    out[m->shift + j] = (unsigned char)(i * 31 + j * 13 + j / 256 + round);
                place[mine] = -1;
                (m->waits ? MPI_Issend : MPI_Isend)(out + m->shift, m->bytes, MPI_BYTE, m->target, m->tag,
                                                    comms[m->other], &requests[mine++]);
            }
        }
        if (way == 0) {
            MPI_Waitall(mine, requests, statuses);
        } else if (way == 1) {
            MPI_Status status;
            for (int i = 0, index; i < mine; i++) {
                MPI_Waitany(mine, requests, &index, &status);
                statuses[index] = status;
            }
        } else {
            int indices[2 * MAX_MESSAGES], ended;
            MPI_Status some[2 * MAX_MESSAGES];
            for (int left = mine; left > 0;) {
                if (way == 2)
                    MPI_Waitsome(mine, requests, &ended, indices, some);
                else
                    MPI_Testsome(mine, requests, &ended, indices, some);
                for (int i = 0; i < ended; i++)
                    statuses[indices[i]] = some[i];
                left -= ended;
            }
        }
        for (int i = 0; i < mine; i++) {
            if (place[i] < 0) {
                free(sent[i]);
                continue;
            }
            unsigned one = hash_of(&statuses[i], buffers[place[i]] + script[place[i]].shift);
            in_order = hash(in_order, one);
            in_any_order += one;
        }
        unsigned digest = kind == 2 ? in_any_order : in_order, all;
        MPI_Op op = draw(2) ? MPI_BXOR : MPI_SUM;
        MPI_Allreduce(&digest, &all, 1, MPI_UNSIGNED, op, comms[draw(2)]);
        MPI_Gather(&digest, 1, MPI_UNSIGNED, digests, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
        for (int i = 0; rank == 0 && i < size; i++)
            printf("round %d rank %d: %08x of %08x\n", round, i, digests[i], all);
    }
    free(digests);
    MPI_Comm_free(&comms[1]);
    MPI_Finalize();
    return 0;
}
