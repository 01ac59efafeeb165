/* Calls of all ranks that have a request. It prints "all is well" on any number of ranks, here and with MPICH. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 64 /* ranks */
#define LONG 700

static int rank, size, root, wrong;

#define SAME(is, wanted) same(__LINE__, is, wanted)

static void same(int line, int is, int wanted)
{
    if (is != wanted && wrong++ < 5)
        printf("rank %d, line %d, root %d: %d instead of %d\n", rank, line, root, is, wanted);
}

/* Ends a request in one of the ways there are. */
static void end(MPI_Request *request)
{
    static int way;
    int flag = 0, index, indices[1];
    switch (way++ % 7) {
    case 0:
        MPI_Wait(request, MPI_STATUS_IGNORE);
        break;
    case 1:
        while (!flag)
            MPI_Test(request, &flag, MPI_STATUS_IGNORE);
        break;
    case 2:
        MPI_Waitall(1, request, MPI_STATUSES_IGNORE);
        break;
    case 3:
        MPI_Waitany(1, request, &index, MPI_STATUS_IGNORE);
        SAME(index, 0);
        break;
    case 4:
        while (flag != 1)
            MPI_Testsome(1, request, &flag, indices, MPI_STATUSES_IGNORE);
        break;
    case 5:
        MPI_Waitsome(1, request, &flag, indices, MPI_STATUSES_IGNORE);
        SAME(flag, 1);
        break;
    default:
        while (!flag)
            MPI_Testall(1, request, &flag, MPI_STATUSES_IGNORE);
    }
    SAME(*request == MPI_REQUEST_NULL, 1);
}

/* A number of a rank for a rank. */
static int value(int from, int to, int place)
{
    return from * 10000 + to * 100 + place % 97 + 1;
}

static int in[16 * LONG + 8], out[16 * LONG + 8]; /* beyond 16 ranks, parts are short */
static int in_counts[MOST], out_counts[MOST], in_places[MOST], out_places[MOST];

static void clear(int numbers)
{
    memset(in, 0, sizeof(int) * (unsigned)(numbers + 1));
    memset(out, 0, sizeof(int) * (unsigned)(numbers + 1));
}

static void bcast(MPI_Comm comm, int count)
{
    MPI_Request request;
    clear(count);
    for (int i = 0; rank == root && i < count; i++)
        out[i] = value(root, 0, i);
    MPI_Ibcast(out, count, MPI_INT, root, comm, &request);
    end(&request);
    for (int i = 0; i < count; i++)
        SAME(out[i], value(root, 0, i));
    SAME(out[count], 0);
}

static void gather(MPI_Comm comm, int count, int placed)
{
    MPI_Request request;
    clear(size * count);
    int *mine = placed && rank == root ? out + root * count : in;
    for (int i = 0; i < count; i++)
        mine[i] = value(rank, 0, i);
    MPI_Igather(mine == in ? in : MPI_IN_PLACE, count, MPI_INT, out, count, MPI_INT, root, comm, &request);
    end(&request);
    for (int i = 0; i < size * count; i++)
        SAME(out[i], rank == root ? value(i / count, 0, i % count) : 0);
    SAME(out[size * count], 0);
}

static void scatter(MPI_Comm comm, int count, int placed)
{
    MPI_Request request;
    clear(size * count);
    for (int i = 0; rank == root && i < size * count; i++)
        in[i] = value(root, i / count, i % count);
    MPI_Iscatter(in, count, MPI_INT, placed && rank == root ? MPI_IN_PLACE : out, count, MPI_INT, root, comm, &request);
    end(&request);
    for (int i = 0; i < count; i++)
        SAME(out[i], placed && rank == root ? 0 : value(root, rank, i));
    SAME(out[count], 0);
}

static void allgather(MPI_Comm comm, int count, int placed)
{
    MPI_Request request;
    clear(size * count);
    int *mine = placed ? out + rank * count : in;
    for (int i = 0; i < count; i++)
        mine[i] = value(rank, 0, i);
    MPI_Iallgather(placed ? MPI_IN_PLACE : in, count, MPI_INT, out, count, MPI_INT, comm, &request);
    end(&request);
    for (int i = 0; i < size * count; i++)
        SAME(out[i], value(i / count, 0, i % count));
    SAME(out[size * count], 0);
}

static void alltoall(MPI_Comm comm, int count, int placed)
{
    MPI_Request request;
    clear(size * count);
    int *mine = placed ? out : in;
    for (int i = 0; i < size * count; i++)
        mine[i] = value(rank, i / count, i % count);
    MPI_Ialltoall(placed ? MPI_IN_PLACE : in, count, MPI_INT, out, count, MPI_INT, comm, &request);
    end(&request);
    for (int i = 0; i < size * count; i++)
        SAME(out[i], value(i / count, rank, i % count));
    SAME(out[size * count], 0);
}

/* Between 0 and 3 numbers, in places for 4; those of the last rank come first. */
static int many(int from, int to)
{
    return (from + 2 * to) % 4;
}

static void uneven(MPI_Comm comm)
{
    MPI_Request request;
    for (int i = 0; i < size; i++)
        in_places[i] = out_places[i] = 4 * (size - 1 - i);
    for (int placed = 0; placed < 2; placed++) {
        clear(4 * size);
        for (int i = 0; i < size; i++)
            out_counts[i] = many(i, 0);
        int own = placed && rank == root, *mine = own ? out + out_places[rank] : in;
        for (int i = 0; i < many(rank, 0); i++)
            mine[i] = value(rank, 0, i);
        MPI_Igatherv(own ? MPI_IN_PLACE : in, many(rank, 0), MPI_INT, out, out_counts, out_places, MPI_INT, root, comm, &request);
        end(&request);
        for (int from = 0; from < size; from++)
            for (int i = 0; i < 4; i++)
                SAME(out[out_places[from] + i], rank == root && i < many(from, 0) ? value(from, 0, i) : 0);

        clear(4 * size);
        mine = placed ? out + out_places[rank] : in;
        for (int i = 0; i < many(rank, 0); i++)
            mine[i] = value(rank, 0, i);
        MPI_Iallgatherv(placed ? MPI_IN_PLACE : in, many(rank, 0), MPI_INT, out, out_counts, out_places, MPI_INT, comm, &request);
        end(&request);
        for (int from = 0; from < size; from++)
            for (int i = 0; i < 4; i++)
                SAME(out[out_places[from] + i], i < many(from, 0) ? value(from, 0, i) : 0);

        clear(4 * size);
        for (int to = 0; to < size; to++) {
            in_counts[to] = many(root, to);
            for (int i = 0; rank == root && i < in_counts[to]; i++)
                in[in_places[to] + i] = value(root, to, i);
        }
        MPI_Iscatterv(in, in_counts, in_places, MPI_INT, own ? MPI_IN_PLACE : out, many(root, rank), MPI_INT, root, comm, &request);
        end(&request);
        for (int i = 0; i < 4; i++)
            SAME(out[i], !own && i < many(root, rank) ? value(root, rank, i) : 0);

        /* In its place, a rank gets as much as it sends. */
        clear(4 * size);
        for (int i = 0; i < size; i++) {
            in_counts[i] = placed ? (many(i, 0) + many(rank, 0)) & 3 : many(rank, i);
            out_counts[i] = placed ? in_counts[i] : many(i, rank);
            for (int k = 0; k < in_counts[i]; k++)
                (placed ? out : in)[in_places[i] + k] = value(rank, i, k);
        }
        if (placed && root == 0) {
            MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, out_counts, out_places, MPI_INT, comm);
            request = MPI_REQUEST_NULL;
        } else if (placed)
            MPI_Ialltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, out_counts, out_places, MPI_INT, comm, &request);
        else
            MPI_Ialltoallv(in, in_counts, in_places, MPI_INT, out, out_counts, out_places, MPI_INT, comm, &request);
        if (request != MPI_REQUEST_NULL)
            end(&request);
        for (int from = 0; from < size; from++)
            for (int i = 0; i < 4; i++)
                SAME(out[out_places[from] + i], i < out_counts[from] ? value(from, rank, i) : 0);

        /* The same with places in bytes, and a type for each rank: one number, or two. */
        clear(4 * size);
        MPI_Datatype pair, types[MOST];
        int places[MOST];
        MPI_Type_contiguous(2, MPI_INT, &pair);
        MPI_Type_commit(&pair);
        for (int i = 0; i < size; i++) {
            types[i] = (i + rank) % 2 ? pair : MPI_INT;
            in_counts[i] = out_counts[i] = (i + rank) % 3 == 1;
            places[i] = 4 * out_places[i];
            for (int k = 0; k < in_counts[i] * (1 + (i + rank) % 2); k++)
                (placed ? out : in)[in_places[i] + k] = value(rank, i, k);
        }
        for (int waits = 0; waits < 2; waits++) {
            if (waits)
                MPI_Alltoallw(placed ? out : in, in_counts, places, types, placed ? in : out, out_counts, places, types, comm);
#ifdef MPICH_VERSION /* 4.0.2 does this wrong if the types differ; its blocking call is right */
            else if (placed)
                MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, out, out_counts, places, types, comm);
#endif
            else if (placed)
                MPI_Ialltoallw(MPI_IN_PLACE, NULL, NULL, NULL, out, out_counts, places, types, comm, &request);
            else
                MPI_Ialltoallw(in, in_counts, places, types, out, out_counts, places, types, comm, &request);
            if (!waits && request != MPI_REQUEST_NULL)
                end(&request);
            /* Parts that arrived in place go back. */
            for (int from = 0; from < size; from++)
                for (int i = 0; i < 4; i++) {
                    int there = i < out_counts[from] * (1 + (from + rank) % 2), back = placed && waits;
                    int *got = &(back ? in : out)[out_places[from] + i];
                    SAME(*got, there ? back ? value(rank, from, i) : value(from, rank, i) : 0);
                    if (!placed)
                        *got = 0;
                }
        }
        MPI_Type_free(&pair);
    }
}

/* a * x + b of two pairs, one after the other: the order matters. */
static void compose(void *in, void *inout, int *count, MPI_Datatype *type)
{
    unsigned *a = in, *b = inout;
    (void)type;
    for (int i = 0; i < *count; i++, a += 2, b += 2) {
        b[1] = b[0] * a[1] + b[1];
        b[0] = b[0] * a[0];
    }
}

static unsigned composed(int from, int until, int place, int which)
{
    unsigned a = 1, b = 0;
    for (int r = from; r < until; r++) {
        unsigned c = 2u * (unsigned)r + 3 + 2u * (unsigned)place, d = 5u * (unsigned)r + (unsigned)place;
        b = c * b + d;
        a = c * a;
    }
    return which ? b : a;
}

static void start_pairs(int *to, int count)
{
    for (int i = 0; i < count; i++) {
        to[2 * i] = 2 * rank + 3 + 2 * (i % 50);
        to[2 * i + 1] = 5 * rank + i % 50;
    }
}

static void find_pairs(int line, int from, int until, int first, int count)
{
    for (int i = 0; i < 2 * count; i++)
        same(line, out[i], (int)composed(from, until, (first + i / 2) % 50, i & 1));
}

/* Reductions of `count` pairs. */
static void combine(MPI_Comm comm, int count)
{
    MPI_Request request;
    MPI_Datatype pair;
    MPI_Op op;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    for (int placed = 0; placed < 2; placed++) {
        MPI_Op_create(compose, 0, &op);
        int *mine = placed ? out : in;
        clear(2 * count);
        start_pairs(placed && rank == root ? out : in, count);
        MPI_Ireduce(placed && rank == root ? MPI_IN_PLACE : in, out, count, pair, op, root, comm, &request);
        end(&request);
        if (rank == root)
            find_pairs(__LINE__, 0, size, 0, count);
        SAME(out[rank == root ? 2 * count : 0], 0);

        clear(2 * count);
        start_pairs(mine, count);
        MPI_Iallreduce(placed ? MPI_IN_PLACE : in, out, count, pair, op, comm, &request);
        end(&request);
        find_pairs(__LINE__, 0, size, 0, count);
        SAME(out[2 * count], 0);

        clear(2 * count);
        start_pairs(mine, count);
        MPI_Iscan(placed ? MPI_IN_PLACE : in, out, count, pair, op, comm, &request);
        end(&request);
        find_pairs(__LINE__, 0, rank + 1, 0, count);

        clear(2 * count);
        start_pairs(mine, count);
        MPI_Iexscan(placed ? MPI_IN_PLACE : in, out, count, pair, op, comm, &request);
        end(&request);
        if (rank != 0)
            find_pairs(__LINE__, 0, rank, 0, count);

        int part = count / size, first = 0;
        clear(2 * count);
        start_pairs(mine, part * size);
        MPI_Ireduce_scatter_block(placed ? MPI_IN_PLACE : in, out, part, pair, op, comm, &request);
        end(&request);
        find_pairs(__LINE__, 0, size, part * rank, part);

        for (int waits = 0; waits < 2; waits++) {
            for (int i = 0; i < size; i++)
                in_counts[i] = part != 0 ? (i + root) % 2 * part : 0;
            first = 0;
            for (int i = 0; i < rank; i++)
                first += in_counts[i];
            clear(2 * count);
            start_pairs(mine, part * size);
            if (waits)
                MPI_Reduce_scatter(placed ? MPI_IN_PLACE : in, out, in_counts, pair, op, comm);
            else
                MPI_Ireduce_scatter(placed ? MPI_IN_PLACE : in, out, in_counts, pair, op, comm, &request);
            if (waits && placed)
                MPI_Op_free(&op);
            if (!waits)
                end(&request);
            find_pairs(__LINE__, 0, size, first, in_counts[rank]);
        }
        if (!placed) {
            /* An operation may be freed before the end. */
            clear(2 * count);
            start_pairs(in, count);
            MPI_Iallreduce(in, out, count, pair, op, comm, &request);
            MPI_Op_free(&op);
            end(&request);
            find_pairs(__LINE__, 0, size, 0, count);
        }
    }
    MPI_Type_free(&pair);
}

/* Results are those of the blocking calls, bit for bit. */
static void same_bits(MPI_Comm comm, int count)
{
    static double numbers[LONG], now[LONG], later[LONG];
    MPI_Request request;
    for (int i = 0; i < count; i++)
        numbers[i] = 1.0 / (rank * 7 + i + 3);
    MPI_Allreduce(numbers, now, count, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Iallreduce(numbers, later, count, MPI_DOUBLE, MPI_SUM, comm, &request);
    end(&request);
    SAME(memcmp(now, later, sizeof(double) * (unsigned)count), 0);
    MPI_Reduce(numbers, now, count, MPI_DOUBLE, MPI_PROD, root, comm);
    MPI_Ireduce(numbers, later, count, MPI_DOUBLE, MPI_PROD, root, comm, &request);
    end(&request);
    SAME(memcmp(now, later, sizeof(double) * (unsigned)count), 0);
}

/* Many at once, on two communicators, with messages between them and blocking calls, and waits in another order. */
static void together(MPI_Comm comm)
{
    enum { CALLS = 24 };
    static int from[CALLS][MOST], to[CALLS][MOST];
    int all[2], numbers[2], token = -1, index, ended;
    MPI_Request requests[CALLS + 2];
    for (int turn = 0; turn < 3; turn++) {
        memset(to, 0, sizeof to);
        MPI_Irecv(&token, 1, MPI_INT, (rank + size - 1) % size, 7, comm, &requests[CALLS]);
        for (int i = 0; i < CALLS; i++) {
            MPI_Comm used = i % 3 == 0 ? MPI_COMM_WORLD : comm;
            for (int k = 0; k < MOST; k++)
                from[i][k] = value(rank, k, i);
            switch ((i + turn) % 6) {
            case 0:
                to[i][0] = rank == i % size ? i : 0;
                MPI_Ibcast(to[i], 1, MPI_INT, i % size, used, &requests[i]);
                break;
            case 1:
                MPI_Iallreduce(from[i], to[i], 1, MPI_INT, MPI_SUM, used, &requests[i]);
                break;
            case 2:
                MPI_Ialltoall(from[i], 1, MPI_INT, to[i], 1, MPI_INT, used, &requests[i]);
                break;
            case 3:
                MPI_Ibarrier(used, &requests[i]);
                break;
            case 4:
                MPI_Iallgather(from[i], 1, MPI_INT, to[i], 1, MPI_INT, used, &requests[i]);
                break;
            default:
                MPI_Iscan(from[i], to[i], 1, MPI_INT, MPI_MAX, used, &requests[i]);
            }
            if (i == CALLS / 2) {
                numbers[0] = rank;
                MPI_Allreduce(numbers, all, 1, MPI_INT, MPI_SUM, comm);
                SAME(all[0], size * (size - 1) / 2);
                MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 7, comm, &requests[CALLS + 1]);
                MPI_Barrier(MPI_COMM_WORLD);
            }
        }
        if (turn == 0) {
            MPI_Waitall(CALLS + 2, requests, MPI_STATUSES_IGNORE);
        } else if (turn == 1) {
            for (int left = CALLS + 2; left > 0; left--) {
                MPI_Waitany(CALLS + 2, requests, &index, MPI_STATUS_IGNORE);
                SAME(index >= 0 && index < CALLS + 2, 1);
            }
        } else {
            int indices[CALLS + 2];
            for (int i = CALLS + 1; i >= CALLS - 2; i--)
                MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
            for (int left = CALLS - 2; left > 0; left -= ended)
                MPI_Testsome(CALLS + 2, requests, &ended, indices, MPI_STATUSES_IGNORE);
        }
        SAME(token, (rank + size - 1) % size);
        for (int i = 0; i < CALLS; i++)
            for (int k = 0; k < size; k++) {
                int kind = (i + turn) % 6, wanted = 0;
                if (kind == 0 && k == 0)
                    wanted = i;
                for (int r = 0; kind == 1 && k == 0 && r < size; r++)
                    wanted += value(r, 0, i);
                if (kind == 2)
                    wanted = value(k, rank, i);
                if (kind == 4)
                    wanted = value(k, 0, i);
                if (kind == 5 && k == 0)
                    wanted = value(rank, 0, i);
                SAME(to[i][k], wanted);
            }
    }
}

/* The last rank is late, so many calls wait for it, but not the broadcasts after them. */
static void late(void)
{
    enum { CALLS = 30 };
    static int from[CALLS], to[CALLS];
    MPI_Request requests[CALLS];
    for (volatile int i = rank == size - 1 ? 20000 : 0; i > 0; i--)
        ;
    for (int i = 0; i < CALLS; i++) {
        from[i] = value(rank, 0, i);
        to[i] = i;
        if (i % 3 == 0)
            MPI_Iallreduce(&from[i], &to[i], 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Ibcast(&to[i], 1, MPI_INT, 1 % size, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Waitall(CALLS, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < CALLS; i++)
        SAME(to[i], i % 3 == 0 ? value(size - 1, 0, i) : i);
}

/* Parts with gaps. The program may use the room between parts before the end. */
static void gaps(MPI_Comm comm)
{
    MPI_Datatype column;
    MPI_Request requests[2];
    clear(10 * size);
    MPI_Type_vector(3, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    for (int i = 0; i < size; i++) {
        out_counts[i] = 1;
        out_places[i] = 2 * i;
    }
    /* An element takes 5 places, so a part begins at each tenth one. */
    for (int k = 0; k < 3; k++)
        in[2 * k] = value(rank, 0, k);
    MPI_Iallgatherv(in, 1, column, out, out_counts, out_places, column, comm, &requests[0]);
    for (int i = 0; i < 10 * size; i++)
        if (i % 10 >= 5 || i % 2)
            out[i] = -i;
    static int square[MOST * 5], got[MOST * 5];
    memset(square, 0, sizeof square);
    memset(got, 0, sizeof got);
    for (int i = 0; i < size; i++)
        for (int k = 0; k < 3; k++)
            square[5 * i + 2 * k] = value(rank, i, k);
    MPI_Ialltoall(square, 1, column, got, 1, column, comm, &requests[1]);
    MPI_Type_free(&column);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 10 * size; i++)
        SAME(out[i], i % 10 >= 5 || i % 2 ? -i : value(i / 10, 0, i % 10 / 2));
    for (int i = 0; i < 5 * size; i++)
        SAME(got[i], i % 5 % 2 ? 0 : value(i / 5, rank, i % 5 / 2));
}

/* A communicator is freed before the end. */
static void freed(void)
{
    MPI_Comm copy;
    MPI_Request requests[3];
    int sum = 0, most = 0, flag;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy, &requests[0]);
    MPI_Ibarrier(copy, &requests[1]);
    MPI_Iallreduce(&rank, &most, 1, MPI_INT, MPI_MAX, copy, &requests[2]);
    MPI_Comm_free(&copy);
    for (flag = 0; !flag;)
        MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
    SAME(sum, size * (size - 1) / 2);
    SAME(most, size - 1);
}

int main(int argc, char **argv)
{
    int all;
    MPI_Comm back, row;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    freed();
    late();
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &back);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &row);
    int world = rank;
    for (int turn = 0; turn < 3; turn++) {
        /* The world, its ranks in the other order, half of them. */
        MPI_Comm comm = turn == 0 ? MPI_COMM_WORLD : turn == 1 ? back : row;
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
        for (int i = 0; i < 3; i++) {
            root = i == 0 ? 0 : i == 1 ? size - 1 : size / 2;
            int lengths[] = {1, 13, 14, 66, LONG - 1};
            for (int k = 0; k < 5; k++) {
                if (size > 16 && (k != 0 && k != 3))
                    continue;
                int count = lengths[k];
                bcast(comm, k == 4 ? 1100 : count);
                gather(comm, count, k % 2);
                scatter(comm, count, k % 2);
                allgather(comm, count, k % 2);
                alltoall(comm, count, k % 2);
                if (k != 4 || size < 6)
                    combine(comm, k == 4 ? 340 : count);
                same_bits(comm, count);
            }
            uneven(comm);
            gaps(comm);
        }
        if (turn == 0)
            together(comm);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Comm_rank(back, &rank);
    MPI_Comm_size(back, &size);
    MPI_Comm_free(&row);
    rank = world;
    MPI_Request request;
    MPI_Ireduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0 && all == 0)
        printf("all is well\n");
    MPI_Finalize();
    return wrong;
}
