/* The meaning of each function, on any number of ranks. A rank that finds something wrong prints the line. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %d of %d: line %d: %s\n", rank, size, __LINE__, #condition);                                  \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

static unsigned char letter(int from, int to, int i)
{
    return (unsigned char)(from * 31 + to * 7 + i * 13 + i / 256);
}

/* Each rank sends to the next but one and receives from the one before, at every alignment, with guards. */
static void sizes_and_alignments(void)
{
    static const int lengths[] = {0, 1, 2, 3, 4, 5, 7, 8, 20, 21, 51, 52, 53, 54, 55, 56, 64, 255, 1000, 4999};
    static unsigned char out[5008], in[5008]; /* beyond the message, 8 bytes of `in` are guards */
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    for (unsigned l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int shift = 0; shift < 16; shift++) {
            int n = lengths[l], a = shift & 3, b = shift >> 2, count;
            MPI_Request requests[2];
            MPI_Status statuses[2];
            memset(in, 0xee, (size_t)n + 8);
            for (int i = 0; i < n; i++)
                out[a + i] = letter(rank, to, i);
            MPI_Irecv(in + b, n, MPI_BYTE, from, shift, MPI_COMM_WORLD, &requests[0]);
            MPI_Isend(out + a, n, MPI_BYTE, to, shift, MPI_COMM_WORLD, &requests[1]);
            MPI_Waitall(2, requests, statuses);
            MPI_Get_count(&statuses[0], MPI_BYTE, &count);
            CHECK(count == n && statuses[0].MPI_SOURCE == from && statuses[0].MPI_TAG == shift);
            CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
            for (int i = 0; i < n; i++)
                CHECK(in[b + i] == letter(from, rank, i));
            for (int i = 0; i < n + 8; i++)
                CHECK((i >= b && i < b + n) || in[i] == 0xee);
        }
}

/* Messages of one pair with several tags: a receive takes the first that fits. */
static void order_and_tags(void)
{
    if (size < 2 || rank > 1)
        return;
    if (rank == 0) {
        for (int i = 0; i < 30; i++)
            MPI_Send(&i, 1, MPI_INT, 1, i % 3, MPI_COMM_WORLD);
        return;
    }
    MPI_Status status;
    int value, count;
    for (int tag = 2; tag >= 1; tag--)
        for (int i = tag; i < 15; i += 3) {
            MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &status);
            CHECK(value == i && status.MPI_TAG == tag);
        }
    MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_TAG == 0);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 1);
    for (int i = 0; i < 15; i += 3) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        CHECK(value == i && status.MPI_SOURCE == 0);
    }
    for (int i = 15; i < 30; i++) {
        MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(value == i && status.MPI_TAG == i % 3);
    }
}

/* Rank 0 hands out work to those that ask; long and short messages. */
static void master_and_workers(void)
{
    static int data[100];
    if (rank == 0) {
        int got[64] = {0};
        for (int i = 0; i < 4 * (size - 1); i++) {
            MPI_Status status;
            MPI_Recv(data, 100, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            int from = status.MPI_SOURCE, count;
            MPI_Get_count(&status, MPI_INT, &count);
            CHECK(status.MPI_TAG == got[from] && count == (got[from] % 2 ? 100 : 1) && data[count - 1] == from);
            got[from]++;
            MPI_Send(&from, 1, MPI_INT, from, 9, MPI_COMM_WORLD);
        }
        for (int i = 1; i < size; i++)
            CHECK(got[i] == 4);
        return;
    }
    for (int i = 0; i < 4; i++) {
        int answer, n = i % 2 ? 100 : 1;
        data[n - 1] = rank;
        MPI_Ssend(data, n, MPI_INT, 0, i, MPI_COMM_WORLD);
        MPI_Recv(&answer, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(answer == rank);
    }
}

/* All of this is open at once, and is ended in different ways. */
static void many_at_once(void)
{
    enum { MOST = 64, LONG = 40 };
    static int in[MOST][LONG], out[MOST][LONG];
    static MPI_Request receives[MOST], sends[MOST];
    static int indices[MOST];
    static MPI_Status statuses[MOST];
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < size; i++) {
            int n = (i + rank + round) % 2 ? LONG : 2;
            out[i][0] = rank;
            out[i][n - 1] = 100 * rank + i + round;
                        MPI_Irecv(in[i], LONG, MPI_INT, i, round, MPI_COMM_WORLD, &receives[i]);
            MPI_Isend(out[i], n, MPI_INT, i, round, MPI_COMM_WORLD, &sends[i]);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        int left = size, index, flag, ended;
        static int seen[MOST];
        memset(seen, 0, sizeof seen);
        while (left > 0) {
            if (round == 0) {
                MPI_Waitany(size, receives, &index, statuses);
                CHECK(statuses->MPI_SOURCE == index);
                ended = 1;
                indices[0] = index;
            } else if (round == 1) {
                MPI_Waitsome(size, receives, &ended, indices, statuses);
                CHECK(ended >= 1);
            } else if (round == 2) {
                MPI_Testany(size, receives, &index, &flag, statuses);
                indices[0] = index;
                ended = flag;
            } else {
                MPI_Testall(size, receives, &flag, statuses);
                ended = flag ? size : 0;
                for (int i = 0; i < ended; i++)
                    indices[i] = i;
            }
            for (int i = 0; i < ended; i++) {
                int from = indices[i], n = (rank + from + round) % 2 ? LONG : 2;
                CHECK(in[from][0] == from && in[from][n - 1] == 100 * from + rank + round && !seen[from]++);
            }
            left -= ended;
        }
        MPI_Waitany(size, receives, &index, statuses);
        CHECK(index == MPI_UNDEFINED);
        MPI_Waitall(size, sends, MPI_STATUSES_IGNORE);
    }
}

static void no_partner(void)
{
    int value = 5, flag;
    MPI_Status status;
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    CHECK(value == 5 && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, got = -1;
    MPI_Sendrecv(&rank, 1, MPI_INT, right, 1, &got, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &status);
    CHECK(got == rank - 1);
    got = rank;
    MPI_Sendrecv_replace(&got, 1, MPI_INT, (rank + 1) % size, 2, (rank + size - 1) % size, 2, MPI_COMM_WORLD, &status);
    CHECK(got == (rank + size - 1) % size);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
    CHECK(!flag);
    MPI_Request request;
    MPI_Isend(&rank, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &request);
    MPI_Recv(&got, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &status);
    CHECK(got == rank && status.MPI_SOURCE == 0);
    MPI_Test(&request, &flag, &status);
    CHECK(flag && request == MPI_REQUEST_NULL);
}

/* A product of 2 x 2 matrices: the order of the ranks matters. */
static void product(void *in, void *inout, int *count, MPI_Datatype *type)
{
    unsigned *a = in, *b = inout;
    CHECK(*type == MPI_UNSIGNED && *count % 4 == 0);
    for (int i = 0; i < *count; i += 4) {
        unsigned c[4] = {a[i] * b[i] + a[i + 1] * b[i + 2], a[i] * b[i + 1] + a[i + 1] * b[i + 3],
                         a[i + 2] * b[i] + a[i + 3] * b[i + 2], a[i + 2] * b[i + 1] + a[i + 3] * b[i + 3]};
        memcpy(b + i, c, sizeof c);
    }
}

static void reductions(void)
{
    static double in[200], out[200];
    for (int n = 0; n <= 200; n += 40) {
        for (int i = 0; i < 200; i++) {
            in[i] = rank + 0.5 * i;
            out[i] = -1;
        }
        int root = (n / 40) % size;
        MPI_Reduce(in, out, n, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
        for (int i = 0; i < 200; i++)
            CHECK(out[i] == (rank == root && i < n ? size * (size - 1) / 2 + 0.5 * i * size : -1));
        MPI_Allreduce(in, out, n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        for (int i = 0; i < n; i++)
            CHECK(out[i] == size - 1 + 0.5 * i);
        MPI_Allreduce(MPI_IN_PLACE, in, n, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
        for (int i = 0; i < n; i++)
            CHECK(in[i] == 0.5 * i);
    }
    /* Bit for bit the same everywhere. */
    double term = 1.0 / (3 + rank * rank), sum, first;
    MPI_Allreduce(&term, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    first = sum;
    MPI_Bcast(&first, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    CHECK(memcmp(&first, &sum, sizeof sum) == 0);
    static const MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR};
    for (int o = 0; o < 10; o++) {
        unsigned char c = 0, mine = (unsigned char)(rank + 3), got;
        int i = 0, whole = rank - 3, result;
        long long l = 0, wide = 3000000000LL * (rank + 1), most;
        for (int r = 0; r < size; r++) {
            unsigned char a = (unsigned char)(r + 3);
            int b = r - 3;
            long long d = 3000000000LL * (r + 1);
            if (r == 0) {
                c = a;
                i = b;
                l = d;
                continue;
            }
#define ONE(x, y, U)                                                                                                   \
    switch (o) {                                                                                                       \
    case 0: x = (__typeof__(x))((U)x + (U)y); break;                                                                   \
    case 1: x = (__typeof__(x))((U)x * (U)y); break;                                                                   \
    case 2: x = x > y ? x : y; break;                                                                                  \
    case 3: x = x < y ? x : y; break;                                                                                  \
    case 4: x = x && y; break;                                                                                         \
    case 5: x = x || y; break;                                                                                         \
    case 6: x = !x != !y; break;                                                                                       \
    case 7: x &= y; break;                                                                                             \
    case 8: x |= y; break;                                                                                             \
    default: x ^= y;                                                                                                   \
    }
            ONE(c, a, unsigned)
            ONE(i, b, unsigned)
            ONE(l, d, unsigned long long)
        }
        MPI_Allreduce(&mine, &got, 1, MPI_UNSIGNED_CHAR, ops[o], MPI_COMM_WORLD);
        MPI_Allreduce(&whole, &result, 1, MPI_INT, ops[o], MPI_COMM_WORLD);
        MPI_Allreduce(&wide, &most, 1, MPI_LONG_LONG, ops[o], MPI_COMM_WORLD);
        if (size > 1)
            CHECK(got == c && result == i && most == l);
    }
    struct {
        double value;
        int place;
    } pair = {(rank * 5) % 7, rank}, best;
    MPI_Allreduce(&pair, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    int place = 0;
    for (int r = 0; r < size; r++)
        if ((r * 5) % 7 > (place * 5) % 7)
            place = r;
    CHECK(best.place == place && best.value == (place * 5) % 7);
    MPI_Op op;
    MPI_Op_create(product, 0, &op);
    unsigned mine[4], all[4], up[4], want[4] = {1, 0, 0, 1}, before[4] = {1, 0, 0, 1};
    int four = 4;
    MPI_Datatype type = MPI_UNSIGNED;
    for (int r = 0; r < size; r++) {
        unsigned next[4] = {(unsigned)r + 1, 2, 3, (unsigned)r};
        if (r == rank)
            memcpy(mine, next, sizeof mine);
        if (r < rank) {
            product(before, next, &four, &type);
            memcpy(before, next, sizeof next);
        }
    }
    for (int r = 0; r < size; r++) {
        unsigned next[4] = {(unsigned)r + 1, 2, 3, (unsigned)r};
        product(want, next, &four, &type);
        memcpy(want, next, sizeof next);
    }
    MPI_Allreduce(mine, all, 4, MPI_UNSIGNED, op, MPI_COMM_WORLD);
    CHECK(memcmp(all, want, sizeof want) == 0);
    memset(all, 0, sizeof all);
    MPI_Reduce(mine, all, 4, MPI_UNSIGNED, op, size - 1, MPI_COMM_WORLD);
    CHECK(rank != size - 1 || memcmp(all, want, sizeof want) == 0);
    MPI_Exscan(mine, up, 4, MPI_UNSIGNED, op, MPI_COMM_WORLD);
    CHECK(rank == 0 || memcmp(up, before, sizeof up) == 0);
    MPI_Scan(mine, up, 4, MPI_UNSIGNED, op, MPI_COMM_WORLD);
    unsigned with[4];
    memcpy(with, mine, sizeof with);
    product(before, with, &four, &type);
    CHECK(memcmp(up, with, sizeof up) == 0);
    MPI_Op_free(&op);
    CHECK(op == MPI_OP_NULL);
}

static void moving(void)
{
    enum { MOST = 64, LONG = 30 };
    static int in[MOST * LONG], out[MOST * LONG];
    for (int n = 0; n <= LONG; n = n * 2 + 1) {
        for (int root = 0; root < size; root += 1 + size / 3) {
            for (int i = 0; i < n; i++)
                in[i] = rank == root ? 1000 * root + i : -1;
            MPI_Bcast(in, n, MPI_INT, root, MPI_COMM_WORLD);
            for (int i = 0; i < n; i++)
                CHECK(in[i] == 1000 * root + i);
            for (int i = 0; i < n; i++)
                in[i] = 100 * rank + i;
            memset(out, 0, sizeof out);
            MPI_Gather(in, n, MPI_INT, out, n, MPI_INT, root, MPI_COMM_WORLD);
            for (int i = 0; i < n * size; i++)
                CHECK(out[i] == (rank == root ? 100 * (i / n) + i % n : 0));
            MPI_Scatter(out, n, MPI_INT, in, n, MPI_INT, root, MPI_COMM_WORLD);
            for (int i = 0; i < n; i++)
                CHECK(in[i] == 100 * rank + i);
        }
        memset(out, 0, sizeof out);
        MPI_Allgather(in, n, MPI_INT, out, n, MPI_INT, MPI_COMM_WORLD);
        for (int i = 0; i < n * size; i++)
            CHECK(out[i] == 100 * (i / n) + i % n);
        for (int i = 0; i < n * size; i++)
            in[i] = 10000 * rank + 100 * (i / n) + i % n;
        MPI_Alltoall(in, n, MPI_INT, out, n, MPI_INT, MPI_COMM_WORLD);
        for (int i = 0; i < n * size; i++)
            CHECK(out[i] == 10000 * (i / n) + 100 * rank + i % n);
        MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, in, n, MPI_INT, MPI_COMM_WORLD);
        CHECK(memcmp(in, out, (size_t)n * (size_t)size * sizeof *in) == 0);
        int alone = rank, copy = -1;
        MPI_Allreduce(&alone, &copy, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
        CHECK(copy == rank);
    }
}

/* Communicators: ranks in the order of their keys, messages that do not meet those of others. */
static void communicators(void)
{
    MPI_Comm same, part, none;
    MPI_Status status;
    int own, ranks, result, value, other;
    MPI_Comm_dup(MPI_COMM_WORLD, &same);
    MPI_Comm_compare(MPI_COMM_WORLD, same, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_compare(same, same, &result);
    CHECK(result == MPI_IDENT);
    /* The same tag on two communicators, received in the other order. */
    MPI_Request requests[2];
    int ours[2] = {rank, 100 + rank}, to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Isend(&ours[0], 1, MPI_INT, to, 4, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&ours[1], 1, MPI_INT, to, 4, same, &requests[1]);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, same, &status);
    CHECK(value == 100 + from && status.MPI_SOURCE == from);
    MPI_Recv(&value, 1, MPI_INT, from, 4, MPI_COMM_WORLD, &status);
    CHECK(value == from);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    /* Even and odd ranks, the last rank first. */
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    MPI_Comm_rank(part, &own);
    MPI_Comm_size(part, &ranks);
    CHECK(ranks == (size + 1 - rank % 2) / 2 && own == ranks - 1 - rank / 2);
    MPI_Comm_compare(MPI_COMM_WORLD, part, &result);
    CHECK(result == (size == 1 ? MPI_CONGRUENT : MPI_UNEQUAL));
    MPI_Allreduce(&rank, &value, 1, MPI_INT, MPI_SUM, part);
    CHECK(value == ranks * (rank % 2) + ranks * (ranks - 1));
    MPI_Scan(&rank, &value, 1, MPI_INT, MPI_MAX, part);
    CHECK(value == 2 * (ranks - 1) + rank % 2);
    value = own == 0 ? rank : -1;
    MPI_Bcast(&value, 1, MPI_INT, 0, part);
    CHECK(value == 2 * (ranks - 1) + rank % 2);
    MPI_Reduce(&rank, &value, 1, MPI_INT, MPI_MIN, ranks - 1, part);
    CHECK(own != ranks - 1 || value == rank % 2);
    MPI_Barrier(part);
    MPI_Sendrecv(&rank, 1, MPI_INT, (own + 1) % ranks, 9, &other, 1, MPI_INT, (own + ranks - 1) % ranks, 9, part, &status);
    CHECK(status.MPI_SOURCE == (own + ranks - 1) % ranks && other == 2 * (ranks - 1 - status.MPI_SOURCE) + rank % 2);
    MPI_Isend(&rank, 1, MPI_INT, (own + 1) % ranks, 11, part, &requests[0]);
    MPI_Probe(MPI_ANY_SOURCE, 11, part, &status);
    CHECK(status.MPI_SOURCE == (own + ranks - 1) % ranks);
    MPI_Recv(&other, 1, MPI_INT, status.MPI_SOURCE, 11, part, &status);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    int *all = malloc(sizeof(int) * (size_t)ranks), *turned = malloc(sizeof(int) * (size_t)ranks);
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, ranks - 1, part);
    for (int i = 0; own == ranks - 1 && i < ranks; i++)
        CHECK(all[i] == 2 * (ranks - 1 - i) + rank % 2);
    MPI_Scatter(all, 1, MPI_INT, &other, 1, MPI_INT, ranks - 1, part);
    CHECK(other == rank);
    MPI_Allgather(&own, 1, MPI_INT, all, 1, MPI_INT, part);
    for (int i = 0; i < ranks; i++)
        CHECK(all[i] == i);
    for (int i = 0; i < ranks; i++)
        all[i] = own * 1000 + i;
    MPI_Alltoall(all, 1, MPI_INT, turned, 1, MPI_INT, part);
    for (int i = 0; i < ranks; i++)
        CHECK(turned[i] == i * 1000 + own);
    free(all);
    free(turned);
    MPI_Comm_split(same, rank == 0 ? 5 : MPI_UNDEFINED, 0, &none);
    CHECK((none == MPI_COMM_NULL) == (rank != 0));
    if (rank == 0)
        MPI_Comm_free(&none);
    MPI_Comm_free(&part);
    MPI_Comm_free(&same);
    CHECK(same == MPI_COMM_NULL);
}

/* Rank r gives r % 3 + 1 elements, and parts lie with gaps between them. */
static void different_counts(void)
{
    int n = rank % 3 + 1, total = 4 * size, root = size - 1, mine[3] = {rank, rank + 1000, rank + 2000}, got[3];
    int *counts = malloc(sizeof(int) * (size_t)size), *places = malloc(sizeof(int) * (size_t)size);
    int *all = malloc(sizeof(int) * (size_t)total), *in = malloc(sizeof(int) * (size_t)total);
    int *own_counts = malloc(sizeof(int) * (size_t)size);
    for (int i = 0; i < size; i++) {
        counts[i] = i % 3 + 1;
        places[i] = 4 * (size - 1 - i);
    }
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < total; i++)
            all[i] = -1;
        if (round == 0)
            MPI_Gatherv(mine, n, MPI_INT, all, counts, places, MPI_INT, root, MPI_COMM_WORLD);
        else
            MPI_Allgatherv(mine, n, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
        for (int i = 0; (round == 1 || rank == root) && i < total; i++) {
            int from = size - 1 - i / 4;
            CHECK(all[i] == (i % 4 < counts[from] ? from + 1000 * (i % 4) : -1));
        }
    }
    MPI_Scatterv(all, counts, places, MPI_INT, got, n, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        CHECK(got[i] == mine[i]);
    for (int i = 0; i < size; i++)
        own_counts[i] = n;
    for (int i = 0; i < total; i++) {
        in[i] = rank * 1000 + i;
        all[i] = -1;
    }
    MPI_Alltoallv(in, counts, places, MPI_INT, all, own_counts, places, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < total; i++) {
        int from = size - 1 - i / 4;
        CHECK(all[i] == (i % 4 < n ? from * 1000 + places[rank] + i % 4 : -1));
    }
    for (int i = 0; i < size; i++)
        in[i] = rank + i;
    MPI_Reduce_scatter_block(in, got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(got[0] == size * (size - 1) / 2 + size * rank);
    /* Testsome ends what has ended, and says when nothing is open. */
    MPI_Request requests[2];
    int indices[2], ended, sum = 0;
    MPI_Irecv(&got[0], 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&mine[0], 1, MPI_INT, (rank + size - 1) % size, 1, MPI_COMM_WORLD, &requests[1]);
    while (sum < 2) {
        MPI_Testsome(2, requests, &ended, indices, MPI_STATUSES_IGNORE);
        CHECK(ended >= 0 && ended <= 2);
        sum += ended;
    }
    CHECK(got[0] == (rank + 1) % size);
    MPI_Testsome(2, requests, &ended, indices, MPI_STATUSES_IGNORE);
    CHECK(ended == MPI_UNDEFINED);
    free(counts);
    free(places);
    free(all);
    free(in);
    free(own_counts);
}

int main(int argc, char **argv)
{
    int flag, version, sub;
    char name[MPI_MAX_PROCESSOR_NAME];
    MPI_Initialized(&flag);
    CHECK(!flag);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Initialized(&flag);
    CHECK(flag);
    MPI_Finalized(&flag);
    CHECK(!flag);
    MPI_Get_version(&version, &sub);
    CHECK(version > 3 || (version == 3 && sub >= 1));
    MPI_Get_processor_name(name, &flag);
    CHECK((int)strlen(name) == flag);
    MPI_Comm_rank(MPI_COMM_SELF, &flag);
    CHECK(flag == 0);
    MPI_Type_size(MPI_DOUBLE_INT, &flag);
    CHECK(flag == 12 || flag == 16);
    double start = MPI_Wtime();
    sizes_and_alignments();
    order_and_tags();
    MPI_Barrier(MPI_COMM_WORLD);
    master_and_workers();
    MPI_Barrier(MPI_COMM_WORLD);
    many_at_once();
    MPI_Barrier(MPI_COMM_WORLD);
    no_partner();
    MPI_Barrier(MPI_COMM_WORLD);
    reductions();
    moving();
    communicators();
    different_counts();
    CHECK(MPI_Wtime() > start && MPI_Wtick() == 1e-9);
    MPI_Finalize();
    MPI_Finalized(&flag);
    CHECK(flag);
    if (rank == 0)
        puts("all is well");
    return 0;
}
