/* Random types against a type map that this program expands itself: bytes, bounds, packed bytes, messages and calls of all
   ranks. It prints a sum of all bounds and "all is well" on any number of ranks, here and with MPICH. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 600     /* basic elements of a type */
#define ROOM 6000    /* bytes of a buffer */
#define MIDDLE 3000  /* its element 0 */
#define MOST_RANKS 16

#ifndef ROUNDS
#define ROUNDS 120
#endif

static int rank, size, wrong, round_number, used[4];
static unsigned state, sum;

static int choose(int most)
{
    state = state * 1103515245u + 12345u;
    return (int)((state >> 16 & 0x7fff) % (unsigned)most);
}

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition) && wrong++ < 3)                                                                               \
            printf("rank %d, round %d, line %d: %s\n", rank, round_number, __LINE__, #condition);                      \
    } while (0)

struct map {
    MPI_Datatype type;
    int basic; /* the program must not free it */
    int n, bytes, low, high, align, empty;
    int at[MOST], length[MOST];
};

static MPI_Datatype basic_types[5];
static const int basic_bytes[5] = {4, 8, 1, 2, 4};

static void start(struct map *m)
{
    memset(m, 0, sizeof *m);
    m->empty = 1;
    m->align = 1;
}

/* Adds an element of `old` at a place. */
static int put(struct map *m, const struct map *old, int at)
{
    if (m->n + old->n > MOST)
        return 0;
    for (int i = 0; i < old->n; i++) {
        m->at[m->n] = old->at[i] + at;
        m->length[m->n++] = old->length[i];
    }
    m->bytes += old->bytes;
    if (m->empty || old->low + at < m->low)
        m->low = old->low + at;
    if (m->empty || old->high + at > m->high)
        m->high = old->high + at;
    m->empty = 0;
    if (old->align > m->align)
        m->align = old->align;
    return 1;
}

static int extent_of(const struct map *m)
{
    return m->high - m->low;
}

static void base(struct map *m)
{
    int i = choose(5);
    start(m);
    m->type = basic_types[i];
    m->basic = 1;
    m->n = 1;
    m->bytes = m->high = m->align = m->length[0] = basic_bytes[i];
    m->empty = 0;
}

static void drop(struct map *m)
{
    if (!m->basic)
        MPI_Type_free(&m->type);
}

/* A type of a depth; false if it has become too large. */
static int make(struct map *m, int depth)
{
    if (depth == 0) {
        base(m);
        return 1;
    }
    struct map *old = malloc(sizeof *old), *other = NULL;
    int good = make(old, depth - 1 - (choose(4) == 0 && depth > 1)), e;
    int kind = choose(12), count = 1 + choose(3), length = 1 + choose(3), stride = choose(9) - 3;
    int lengths[4], places[4];
    MPI_Aint addresses[4];
    if (!good) {
        free(old);
        return 0;
    }
    e = extent_of(old);
    start(m);
    for (int i = 0; i < count; i++) {
        lengths[i] = choose(3) + (i == 0);
        places[i] = choose(9) - 2 + 4 * i;
    }
    switch (kind) {
    case 0:
        MPI_Type_contiguous(count, old->type, &m->type);
        for (int i = 0; i < count; i++)
            good &= put(m, old, i * e);
        break;
    case 1:
        MPI_Type_vector(count, length, stride, old->type, &m->type);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < length; j++)
                good &= put(m, old, (i * stride + j) * e);
        break;
    case 2:
        stride = 4 * stride;
        MPI_Type_create_hvector(count, length, stride, old->type, &m->type);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < length; j++)
                good &= put(m, old, i * stride + j * e);
        break;
    case 3:
        MPI_Type_indexed(count, lengths, places, old->type, &m->type);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < lengths[i]; j++)
                good &= put(m, old, (places[i] + j) * e);
        break;
    case 4:
        for (int i = 0; i < count; i++)
            addresses[i] = 8 * places[i];
        MPI_Type_create_hindexed(count, lengths, addresses, old->type, &m->type);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < lengths[i]; j++)
                good &= put(m, old, (int)addresses[i] + j * e);
        break;
    case 5:
        MPI_Type_create_indexed_block(count, length, places, old->type, &m->type);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < length; j++)
                good &= put(m, old, (places[i] + j) * e);
        break;
    case 6:
        for (int i = 0; i < count; i++)
            addresses[i] = 8 * places[i];
        MPI_Type_create_hindexed_block(count, length, addresses, old->type, &m->type);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < length; j++)
                good &= put(m, old, (int)addresses[i] + j * e);
        break;
    case 7:
    case 8: {
        other = malloc(sizeof *other);
        if (!make(other, 1)) {
            base(other);
        }
        int first = choose(3), second = 1 + choose(3), gap = 8 * (choose(7) - 1);
        int both[2] = {first, second};
        MPI_Aint at[2] = {gap, gap + 8 * (choose(30) - 5)};
        MPI_Datatype types[2] = {old->type, other->type};
        MPI_Type_create_struct(2, both, at, types, &m->type);
        for (int j = 0; j < first; j++)
            good &= put(m, old, (int)at[0] + j * e);
        for (int j = 0; j < second; j++)
            good &= put(m, other, (int)at[1] + j * extent_of(other));
        while (m->high > m->low && (m->high - m->low) % m->align != 0)
            m->high++;
        break;
    }
    case 9: {
        MPI_Aint low = 4 * (choose(5) - 2), extent = 4 * (choose(40) - 8);
        MPI_Type_create_resized(old->type, low, extent, &m->type);
        good &= put(m, old, 0);
        m->low = (int)low;
        m->high = (int)(low + extent);
        break;
    }
    case 10: {
        int sizes[3] = {1 + choose(3), 1 + choose(3), 1 + choose(4)}, parts[3], starts[3], c = choose(2);
        for (int i = 0; i < 3; i++) {
            parts[i] = 1 + choose(sizes[i]);
            starts[i] = choose(sizes[i] - parts[i] + 1);
        }
        MPI_Type_create_subarray(3, sizes, parts, starts, c ? MPI_ORDER_C : MPI_ORDER_FORTRAN, old->type, &m->type);
        int a = c ? 0 : 2, b = c ? 2 : 0;
        for (int x = 0; x < parts[a]; x++)
            for (int y = 0; y < parts[1]; y++)
                for (int z = 0; z < parts[b]; z++)
                    good &= put(m, old, (((x + starts[a]) * sizes[1] + y + starts[1]) * sizes[b] + z + starts[b]) * e);
        m->low = 0;
        m->high = sizes[0] * sizes[1] * sizes[2] * e;
        break;
    }
    default:
        MPI_Type_dup(old->type, &m->type);
        good &= put(m, old, 0);
        break;
    }
    drop(old);
    if (other != NULL)
        drop(other);
    free(old);
    free(other);
    if (!good)
        MPI_Type_free(&m->type);
    return good;
}

/* True if `count` elements from `first` on are inside a buffer; `apart` says if no byte is there twice. */
static int fits(const struct map *m, int first, int count, int *apart)
{
    static unsigned char seen[ROOM];
    memset(seen, 0, sizeof seen);
    for (int k = first; k < first + count; k++)
        for (int i = 0; i < m->n; i++)
            for (int b = 0; b < m->length[i]; b++) {
                long at = MIDDLE + (long)k * extent_of(m) + m->at[i] + b;
                if (at < 0 || at >= ROOM)
                    return 0;
                if (seen[at]++)
                    *apart = 0;
            }
    return 1;
}

/* The bytes of elements without gaps, or back. */
static int gather(const struct map *m, unsigned char *buffer, int first, int count, unsigned char *row, int back)
{
    int n = 0;
    for (int k = first; k < first + count; k++)
        for (int i = 0; i < m->n; i++)
            for (int b = 0; b < m->length[i]; b++, n++) {
                unsigned char *byte = &buffer[MIDDLE + k * extent_of(m) + m->at[i] + b];
                if (back)
                    *byte = row[n];
                else
                    row[n] = *byte;
            }
    return n;
}

static unsigned char buffer[ROOM] __attribute__((aligned(8))), got[ROOM] __attribute__((aligned(8))), want[ROOM];
static unsigned char row[3 * ROOM], other_row[3 * ROOM], last_row[3 * ROOM];

static void fill(unsigned char *to, int bytes, int seed)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (unsigned char)(seed * 37 + i * 11 + (i >> 8) * 5 + 1);
}

static void clear(void)
{
    memset(got, 0xee, sizeof got);
    memset(want, 0xee, sizeof want);
}

#define SAME() CHECK(memcmp(got, want, sizeof got) == 0)

static void check(struct map *m)
{
    int bytes, position = 0, apart = 1, count = 1 + choose(3), n, elements;
    MPI_Aint low, extent;
    MPI_Status status;
    MPI_Request requests[2];
    MPI_Type_size(m->type, &bytes);
    CHECK(bytes == m->bytes);
    MPI_Type_get_extent(m->type, &low, &extent);
    CHECK(low == m->low && extent == extent_of(m));
    sum = sum * 31 + (unsigned)low + 7 * (unsigned)extent;
    MPI_Type_get_true_extent(m->type, &low, &extent);
    int first = 1 << 30, end = -first;
    for (int i = 0; i < m->n; i++) {
        first = m->at[i] < first ? m->at[i] : first;
        end = m->at[i] + m->length[i] > end ? m->at[i] + m->length[i] : end;
    }
    CHECK(low == first && extent == end - first);
    MPI_Type_commit(&m->type);

    while (count > 0 && !fits(m, 0, count, &apart))
        count--;
    if (count == 0)
        return;
    used[0]++;
    /* Packed bytes. */
    fill(buffer, ROOM, rank);
    n = gather(m, buffer, 0, count, row, 0);
    MPI_Pack(buffer + MIDDLE, count, m->type, other_row, sizeof other_row, &position, MPI_COMM_WORLD);
    CHECK(position == n && memcmp(row, other_row, (unsigned)n) == 0);
    int before = (rank + size - 1) % size, after = (rank + 1) % size;
    /* A message to bytes. */
    MPI_Sendrecv(buffer + MIDDLE, count, m->type, after, 1, other_row, ROOM, MPI_BYTE, before, 1, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    fill(buffer, ROOM, before);
    CHECK(bytes == n);
    gather(m, buffer, 0, count, row, 0);
    CHECK(memcmp(row, other_row, (unsigned)n) == 0);
    if (!apart)
        return;
    used[1]++;

    clear();
    position = 0;
    gather(m, want, 0, count, row, 1);
    MPI_Unpack(row, n, &position, got + MIDDLE, count, m->type, MPI_COMM_WORLD);
    CHECK(position == n);
    SAME();
    /* Bytes to elements, and elements to elements. */
    clear();
    fill(buffer, ROOM, rank);
    gather(m, buffer, 0, count, other_row, 0);
    gather(m, want, 0, count, row, 1);
    MPI_Irecv(got + MIDDLE, count, m->type, before, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(other_row, n, MPI_BYTE, after, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    SAME();
    clear();
    gather(m, want, 0, count, row, 1);
    MPI_Recv_init(got + MIDDLE, count, m->type, before, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(buffer + MIDDLE, count, m->type, after, 3, MPI_COMM_WORLD, &requests[1]);
    for (int turn = 0; turn < 2; turn++) {
        MPI_Status both[2];
        memset(got, 0xee, sizeof got);
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, both);
        SAME();
        MPI_Get_count(&both[0], m->type, &elements);
        CHECK(elements == count);
#ifndef MPICH_NUMVERSION /* MPICH 4.0 divides by zero here */
        MPI_Get_elements(&both[0], m->type, &elements);
        CHECK(elements == count * m->n);
#endif
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    clear();
    gather(m, want, 0, count, row, 1);
    memcpy(got, buffer, sizeof got);
    MPI_Sendrecv_replace(got + MIDDLE, count, m->type, after, 4, before, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memcpy(want, buffer, sizeof want);
    gather(m, want, 0, count, row, 1);
    SAME();

    /* Calls of all ranks. */
    int root = round_number % size;
    clear();
    fill(buffer, ROOM, root);
    gather(m, buffer, 0, count, row, 0);
    gather(m, want, 0, count, row, 1);
    if (rank == root)
        gather(m, got, 0, count, row, 1);
    MPI_Bcast(got + MIDDLE, count, m->type, root, MPI_COMM_WORLD);
    SAME();
    int whole = 1;
    if (!fits(m, 0, size, &whole) || !whole)
        return;
    used[2]++;
    clear();
    for (int from = 0; from < size; from++) {
        fill(buffer, ROOM, from);
        gather(m, buffer, 0, 1, row + from * m->bytes, 0);
    }
    gather(m, want, 0, size, row, 1);
    fill(buffer, ROOM, rank);
    MPI_Allgather(buffer + MIDDLE, 1, m->type, got + MIDDLE, 1, m->type, MPI_COMM_WORLD);
    SAME();
    clear();
    if (rank == root)
        gather(m, want, 0, size, row, 1);
    MPI_Gather(buffer + MIDDLE, 1, m->type, got + MIDDLE, 1, m->type, root, MPI_COMM_WORLD);
    SAME();
    clear();
    fill(buffer, ROOM, root);
    gather(m, buffer, rank, 1, last_row, 0);
    gather(m, want, 0, 1, last_row, 1);
    MPI_Scatter(buffer + MIDDLE, 1, m->type, got + MIDDLE, 1, m->type, root, MPI_COMM_WORLD);
    SAME();
    clear();
    for (int from = 0; from < size; from++) {
        fill(buffer, ROOM, from);
        gather(m, buffer, rank, 1, row + from * m->bytes, 0);
    }
    gather(m, want, 0, size, row, 1);
    fill(buffer, ROOM, rank);
    MPI_Alltoall(buffer + MIDDLE, 1, m->type, got + MIDDLE, 1, m->type, MPI_COMM_WORLD);
    SAME();
    /* Places that differ, with one that is left out. */
    int counts[MOST_RANKS], places[MOST_RANKS], mine[MOST_RANKS];
    for (int i = 0; i < size; i++) {
        counts[i] = i != 1;
        places[i] = size - 1 - i;
        mine[i] = rank != 1;
    }
    clear();
    for (int from = 0; from < size; from++)
        if (from != 1) {
            fill(buffer, ROOM, from);
            gather(m, buffer, size - 1 - rank, 1, row, 0);
            gather(m, want, size - 1 - from, 1, row, 1);
        }
    fill(buffer, ROOM, rank);
    MPI_Alltoallv(buffer + MIDDLE, mine, places, m->type, got + MIDDLE, counts, places, m->type, MPI_COMM_WORLD);
    SAME();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    basic_types[0] = MPI_INT;
    basic_types[1] = MPI_DOUBLE;
    basic_types[2] = MPI_CHAR;
    basic_types[3] = MPI_SHORT;
    basic_types[4] = MPI_FLOAT;
    struct map *m = malloc(sizeof *m);
    for (round_number = 0; round_number < ROUNDS; round_number++) {
        state = 77u + (unsigned)round_number * 7919u;
#ifdef SEED
        state += SEED;
#endif
        if (!make(m, 1 + choose(4)))
            continue;
        check(m);
        drop(m);
    }
    int all;
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("bounds %08x, %d, %d, %d types\n", sum, used[0], used[1], used[2]);
        if (all == 0)
            printf("all is well\n");
    }
    free(m);
    MPI_Finalize();
    return wrong != 0;
}
