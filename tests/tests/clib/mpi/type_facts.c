/* Facts about types, their elements in reductions, and buffers that hold packed data. What it prints is what MPICH 4.0 prints. */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int rank, size;

#define SAY                                                                                                            \
    if (rank == 0)                                                                                                     \
    printf

struct particle {
    char kind;
    double x[3];
    int id;
};

static MPI_Datatype particle_type(void)
{
    struct particle p;
    MPI_Datatype raw, type, types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
    int lengths[3] = {1, 3, 1};
    MPI_Aint base, places[3];
    MPI_Get_address(&p, &base);
    MPI_Get_address(&p.kind, &places[0]);
    MPI_Get_address(&p.x, &places[1]);
    MPI_Get_address(&p.id, &places[2]);
    for (int i = 0; i < 3; i++)
        places[i] = MPI_Aint_diff(places[i], base);
    MPI_Type_create_struct(3, lengths, places, types, &raw);
    MPI_Type_create_resized(raw, 0, sizeof(struct particle), &type);
    MPI_Type_free(&raw);
    MPI_Type_commit(&type);
    return type;
}

static void show(const char *what, MPI_Datatype type)
{
    int bytes;
    MPI_Aint low, extent, true_low, true_extent;
    MPI_Count low_x, extent_x, bytes_x;
    MPI_Type_size(type, &bytes);
    MPI_Type_get_extent(type, &low, &extent);
    MPI_Type_get_true_extent(type, &true_low, &true_extent);
    MPI_Type_size_x(type, &bytes_x);
    MPI_Type_get_extent_x(type, &low_x, &extent_x);
    SAY("%s: %d bytes, from %d, %d; data from %d, %d\n", what, bytes, (int)low, (int)extent, (int)true_low, (int)true_extent);
    if (bytes_x != bytes || low_x != low || extent_x != extent)
        printf("%s: other long numbers\n", what);
    MPI_Type_get_true_extent_x(type, &low_x, &extent_x);
    if (low_x != true_low || extent_x != true_extent)
        printf("%s: other long bounds\n", what);
}

static const char *combiner(int number)
{
    switch (number) {
    case MPI_COMBINER_NAMED: return "named";
    case MPI_COMBINER_DUP: return "dup";
    case MPI_COMBINER_CONTIGUOUS: return "contiguous";
    case MPI_COMBINER_VECTOR: return "vector";
    case MPI_COMBINER_HVECTOR: return "hvector";
    case MPI_COMBINER_INDEXED: return "indexed";
    case MPI_COMBINER_HINDEXED: return "hindexed";
    case MPI_COMBINER_INDEXED_BLOCK: return "indexed block";
    case MPI_COMBINER_HINDEXED_BLOCK: return "hindexed block";
    case MPI_COMBINER_STRUCT: return "struct";
    case MPI_COMBINER_SUBARRAY: return "subarray";
    case MPI_COMBINER_DARRAY: return "darray";
    case MPI_COMBINER_RESIZED: return "resized";
    }
    return "?";
}

/* The tree of calls that made a type. */
static void tree(MPI_Datatype type, int depth)
{
    int ints, addresses, types, how, numbers[40], length;
    MPI_Aint places[10];
    MPI_Datatype old[10];
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Type_get_envelope(type, &ints, &addresses, &types, &how);
    MPI_Type_get_name(type, name, &length);
    SAY("%*s%s '%s' %d", 2 * depth, "", combiner(how), name, length);
    if (how == MPI_COMBINER_NAMED) {
        SAY("\n");
        return;
    }
    MPI_Type_get_contents(type, ints, addresses, types, numbers, places, old);
    for (int i = 0; i < ints; i++)
        SAY(" %d", numbers[i]);
    for (int i = 0; i < addresses; i++)
        SAY(" @%d", (int)places[i]);
    SAY("\n");
    for (int i = 0; i < types; i++) {
        tree(old[i], depth + 1);
        MPI_Type_get_envelope(old[i], &ints, &addresses, &length, &how);
        if (how != MPI_COMBINER_NAMED)
            MPI_Type_free(&old[i]);
    }
}

static void calls(void)
{
    int two[2] = {2, 1}, at[2] = {3, 0}, sizes[4] = {3, 4, 5, 6}, parts[4] = {2, 1, 3, 2}, starts[4] = {1, 3, 0, 4};
    MPI_Aint far[2] = {40, -8};
    MPI_Datatype types[2], old, made[12];
    int n = 0;
    MPI_Type_vector(2, 1, 3, MPI_INT, &old);
    types[0] = old;
    types[1] = MPI_DOUBLE;
    MPI_Type_contiguous(3, old, &made[n++]);
    MPI_Type_vector(2, 2, -3, old, &made[n++]);
    MPI_Type_create_hvector(2, 2, 50, old, &made[n++]);
    MPI_Type_indexed(2, two, at, old, &made[n++]);
    MPI_Type_create_hindexed(2, two, far, old, &made[n++]);
    MPI_Type_create_indexed_block(2, 2, at, old, &made[n++]);
    MPI_Type_create_hindexed_block(2, 2, far, old, &made[n++]);
    MPI_Type_create_struct(2, two, far, types, &made[n++]);
    MPI_Type_create_resized(old, -4, 32, &made[n++]);
    MPI_Type_create_subarray(4, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_SHORT, &made[n++]);
    MPI_Type_dup(old, &made[n++]);
    MPI_Type_contiguous(4, MPI_CHAR, &made[n++]);
    /* The types that are made of it keep it. */
    MPI_Type_free(&old);
    MPI_Type_set_name(made[11], "four letters");
    for (int i = 0; i < n; i++) {
        tree(made[i], 0);
        show("  it", made[i]);
        MPI_Type_free(&made[i]);
    }
}

/* A matrix dealt out to a grid, in all ways: the bytes that each rank has. */
static void dealt(void)
{
    static const int ways[][2] = {
        {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_DFLT_DARG}, {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_DFLT_DARG},
        {MPI_DISTRIBUTE_CYCLIC, 2}, {MPI_DISTRIBUTE_BLOCK, 4}, {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_DFLT_DARG},
    };
    short array[7 * 6];
    unsigned short packed[7 * 6];
    for (int i = 0; i < 42; i++)
        array[i] = (short)i;
    for (int first = 0; first < 5; first++)
        for (int second = 0; second < 5; second++)
            for (int c = 0; c < 2; c++)
                for (int own = 0; own < 6; own++) {
                    int sizes[2] = {7, 6}, how[2] = {ways[first][0], ways[second][0]};
                    int arguments[2] = {ways[first][1], ways[second][1]}, grid[2] = {2, 3};
                    unsigned sum = 0;
                    int bytes, position = 0;
                    MPI_Datatype type;
                    if (first == 4)
                        grid[0] = 1;
                    if (second == 4)
                        grid[1] = 1;
                    if (own >= grid[0] * grid[1])
                        continue;
                    MPI_Type_create_darray(grid[0] * grid[1], own, 2, sizes, how, arguments, grid,
                                           c ? MPI_ORDER_C : MPI_ORDER_FORTRAN, MPI_SHORT, &type);
                    MPI_Type_commit(&type);
                    MPI_Type_size(type, &bytes);
                    MPI_Pack(array, 1, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
                    for (int i = 0; i < bytes / 2; i++)
                        sum = sum * 33 + packed[i];
                    SAY("%d%d%d%d: %d %08x%s", first, second, c, own, bytes, sum, own + 1 == grid[0] * grid[1] ? "\n" : ", ");
                    if (first + second == 0 && own == 1)
                        show("darray", type);
                    MPI_Type_free(&type);
                }
}

/* Structs in reductions: the sum of the places, and the lowest number. */
static void join(void *in, void *inout, int *count, MPI_Datatype *type)
{
    MPI_Aint low, extent;
    const struct particle *a = in;
    struct particle *b = inout;
    MPI_Type_get_extent(*type, &low, &extent);
    if (extent != sizeof *a)
        printf("another extent: %d\n", (int)extent);
    for (int i = 0; i < *count; i++, a++, b++) {
        for (int k = 0; k < 3; k++)
            b->x[k] += a->x[k];
        b->id = a->id < b->id ? a->id : b->id;
        b->kind = a->kind > b->kind ? a->kind : b->kind;
    }
}

static void print(const char *what, const struct particle *p, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i].x[0] + 2 * p[i].x[1] + 3 * p[i].x[2] + p[i].id * 100.0 + p[i].kind;
    printf("%s: %c %g %g %g %d, in all %g\n", what, p[n - 1].kind, p[n - 1].x[0], p[n - 1].x[1], p[n - 1].x[2], p[n - 1].id, sum);
}

static void reductions(MPI_Datatype type)
{
    enum { MOST = 60 };
    static struct particle mine[MOST * 4], got[MOST * 4];
    MPI_Op op;
    MPI_Op_create(join, 1, &op);
    for (int n = 2; n <= MOST; n += MOST - 2) {
        for (int i = 0; i < n * size; i++)
            mine[i] = (struct particle){(char)('a' + (rank * 5 + i) % 9), {rank + i, 0.5 * i, 1}, 100 - 3 * rank + i};
        memset(got, 0, sizeof got);
        MPI_Reduce(mine, got, n, type, op, size - 1, MPI_COMM_WORLD);
        if (rank == size - 1 && rank == 0)
            print("reduce", got, n);
        MPI_Allreduce(mine, got, n, type, op, MPI_COMM_WORLD);
        if (rank == 0)
            print("allreduce", got, n);
        memcpy(got, mine, sizeof got);
        MPI_Allreduce(MPI_IN_PLACE, got, n, type, op, MPI_COMM_WORLD);
        if (rank == 0)
            print("in place", got, n);
        MPI_Reduce(rank == 0 ? MPI_IN_PLACE : mine, rank == 0 ? mine : NULL, n, type, op, 0, MPI_COMM_WORLD);
        if (rank == 0)
            print("reduce in place", mine, n);
        MPI_Scan(got, mine, n, type, op, MPI_COMM_WORLD);
        struct particle one;
        one = mine[n - 1];
        if (rank == size - 1 && rank != 0)
            MPI_Send(&mine[n - 1], 1, type, 0, 1, MPI_COMM_WORLD);
        if (rank == 0) {
            if (size > 1)
                MPI_Recv(&one, 1, type, size - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            print("scan", &one, 1);
        }
        MPI_Exscan(got, mine, n, type, op, MPI_COMM_WORLD);
        one = mine[n - 1];
        if (rank == size - 1 && rank != 0)
            MPI_Send(&mine[n - 1], 1, type, 0, 1, MPI_COMM_WORLD);
        if (rank == 0) {
            if (size > 1)
                MPI_Recv(&one, 1, type, size - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            print("exscan", &one, 1);
        }
        for (int i = 0; i < n * size; i++)
            mine[i] = (struct particle){(char)('a' + (rank * 5 + i) % 9), {rank + i, 0.5 * i, 1}, 100 - 3 * rank + i};
        MPI_Reduce_scatter_block(mine, got, n, type, op, MPI_COMM_WORLD);
        if (rank == 0)
            print("reduce_scatter_block", got, n);
        MPI_Reduce_local(mine, got, n, type, op);
        if (rank == 0)
            print("reduce_local", got, n);
    }
    MPI_Op_free(&op);
    int a[3] = {1, 2, 3}, b[3] = {10, 20, 30};
    MPI_Reduce_local(a, b, 3, MPI_INT, MPI_SUM);
    SAY("%d %d %d\n", b[0], b[1], b[2]);
    struct { short value; int place; } in = {(short)(5 + rank % 2), rank}, best;
    MPI_Allreduce(&in, &best, 1, MPI_SHORT_INT, MPI_MINLOC, MPI_COMM_WORLD);
    SAY("lowest %d at %d\n", best.value, best.place);
}

/* Parts of messages. */
static void elements(MPI_Datatype type)
{
    struct particle p[3];
    MPI_Status status;
    int count, all;
    static const int lengths[] = {0, 1, 9, 25, 29, 30, 58};
    memset(p, 0, sizeof p);
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char bytes[100] = {0};
        MPI_Sendrecv(bytes, lengths[i], MPI_BYTE, rank, 1, p, 3, type, rank, 1, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, type, &count);
        MPI_Get_elements(&status, type, &all);
        SAY("%d bytes: count %d, elements %d\n", lengths[i], count == MPI_UNDEFINED ? -1 : count, all == MPI_UNDEFINED ? -1 : all);
    }
    MPI_Status_set_elements(&status, MPI_INT, 5);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Get_elements(&status, MPI_SHORT, &all);
    SAY("set: %d %d\n", count, all);
}

/* Absolute addresses, and a type that is freed before its message has ended. */
static void bottom(void)
{
    static int numbers[4];
    static double value;
    int lengths[2] = {4, 1};
    MPI_Aint places[2];
    MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, type;
    MPI_Request request[2];
    MPI_Get_address(numbers, &places[0]);
    MPI_Get_address(&value, &places[1]);
    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        value = 2.5;
        for (int i = 0; i < 4; i++)
            numbers[i] = i * i;
    }
    MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD);
    if (rank == size - 1 && (value != 2.5 || numbers[3] != 9))
        printf("bottom: %g %d\n", value, numbers[3]);
    MPI_Type_free(&type);

    int grid[40], in[40] = {0};
    for (int i = 0; i < 40; i++)
        grid[i] = i;
    MPI_Type_vector(20, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Irecv(in, 1, type, rank, 3, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(grid, 1, type, rank, 3, MPI_COMM_WORLD, &request[1]);
    MPI_Type_free(&type);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    SAY("freed early: %d %d %d\n", in[0], in[1], in[38]);
    MPI_Type_vector(20, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Recv_init(in, 1, type, rank, 3, MPI_COMM_WORLD, &request[0]);
    MPI_Send_init(grid + 1, 1, type, rank, 3, MPI_COMM_WORLD, &request[1]);
    MPI_Type_free(&type);
    for (int i = 0; i < 2; i++) {
        MPI_Startall(2, request);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);
    SAY("freed early: %d %d %d\n", in[0], in[1], in[38]);
}

/* Packed data of several types in one message. */
static void packed(MPI_Datatype type)
{
    char buffer[200];
    int position = 0, bytes, more, n = 7, m = 0;
    float numbers[3] = {1.5f, 2.5f, -3}, back[3];
    struct particle p = {'q', {1, 2, 3}, 42}, q;
    MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, &bytes);
    MPI_Pack_size(1, type, MPI_COMM_WORLD, &more);
    SAY("pack size %d %d\n", bytes, more);
    if (rank == 0) {
        MPI_Pack(&n, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
        MPI_Pack(numbers, 3, MPI_FLOAT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
        MPI_Pack(&p, 1, type, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
        printf("position %d\n", position);
    }
    MPI_Bcast(&position, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(buffer, position, MPI_PACKED, 0, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(buffer, sizeof buffer, &position, &m, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack(buffer, sizeof buffer, &position, back, 3, MPI_FLOAT, MPI_COMM_WORLD);
    MPI_Unpack(buffer, sizeof buffer, &position, &q, 1, type, MPI_COMM_WORLD);
    if (rank == size - 1 && (m != 7 || back[2] != -3 || q.id != 42 || q.x[2] != 3 || q.kind != 'q'))
        printf("packed: %d %g %d\n", m, back[2], q.id);

    MPI_Aint place = 0, room;
    unsigned char out[60];
    MPI_Pack_external_size("external32", 3, MPI_DOUBLE, &room);
    MPI_Pack_external("external32", p.x, 3, MPI_DOUBLE, out, sizeof out, &place);
    MPI_Pack_external("external32", &p.id, 1, MPI_INT, out, sizeof out, &place);
    SAY("external %d %d:", (int)room, (int)place);
    for (int i = 0; i < place; i++)
        SAY(" %02x", out[i]);
    SAY("\n");
    place = 0;
    memset(&q, 0, sizeof q);
    MPI_Unpack_external("external32", out, sizeof out, &place, q.x, 3, MPI_DOUBLE);
    MPI_Unpack_external("external32", out, sizeof out, &place, &q.id, 1, MPI_INT);
    SAY("back: %g %g %g %d\n", q.x[0], q.x[1], q.x[2], q.id);
#ifndef MPICH_NUMVERSION /* MPICH 4.0 ends with such a type */
    place = 0;
    MPI_Pack_external("external32", &p, 1, type, out, sizeof out, &place);
    if (place != 29 || out[1] != 0x3f || out[2] != 0xf0 || out[28] != 42)
        printf("external: %d\n", (int)place);
    memset(&q, 0, sizeof q);
    place = 0;
    MPI_Unpack_external("external32", out, sizeof out, &place, &q, 1, type);
    if (q.kind != 'q' || q.x[2] != 3 || q.id != 42)
        printf("external: %c %g %d\n", q.kind, q.x[2], q.id);
#endif
}

/* Blocks of a matrix, to all ranks and back: the elements of one part are between those of another. */
static void blocks(void)
{
    enum { SIDE = 3, MOST = 16 };
    int width = SIDE * ((size + 1) / 2), whole[2] = {2 * SIDE, width}, part[2] = {SIDE, SIDE}, start[2] = {0, 0};
    static int matrix[2 * SIDE * SIDE * MOST], result[2 * SIDE * SIDE * MOST];
    int own[SIDE * SIDE], counts[MOST], places[MOST], sum = 0;
    MPI_Datatype raw, block;
    MPI_Type_create_subarray(2, whole, part, start, MPI_ORDER_C, MPI_INT, &raw);
    MPI_Type_create_resized(raw, 0, sizeof(int), &block);
    MPI_Type_commit(&block);
    MPI_Type_free(&raw);
    for (int i = 0; i < size; i++) {
        counts[i] = 1;
        places[i] = i % 2 * SIDE * width + i / 2 * SIDE;
    }
    for (int i = 0; i < 2 * SIDE * width; i++)
        matrix[i] = rank == 0 ? i : -1;
    MPI_Scatterv(matrix, counts, places, block, own, SIDE * SIDE, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < SIDE * SIDE; i++)
        own[i] = 1000 * rank + own[i];
    MPI_Gatherv(own, SIDE * SIDE, MPI_INT, result, counts, places, block, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 2 * SIDE * width; i++)
        SAY("%d%s", result[i], (i + 1) % width == 0 ? "\n" : " ");
    MPI_Allgatherv(own, SIDE * SIDE, MPI_INT, matrix, counts, places, block, MPI_COMM_WORLD);
    for (int i = 0; i < 2 * SIDE * width; i++)
        sum = sum * 31 + matrix[i];
    SAY("%08x\n", (unsigned)sum);
    MPI_Type_free(&block);
}

static void names(void)
{
    MPI_Datatype all[] = {MPI_CHAR, MPI_INT, MPI_UNSIGNED, MPI_FLOAT, MPI_DOUBLE, MPI_BYTE, MPI_PACKED, MPI_SHORT, MPI_LONG,
                          MPI_LONG_LONG, MPI_UNSIGNED_CHAR, MPI_DOUBLE_INT, MPI_2INT, MPI_FLOAT_INT, MPI_SHORT_INT};
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Datatype type;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        MPI_Type_get_name(all[i], name, &length);
        SAY("%s %d\n", name, length);
    }
    show("double and int", MPI_DOUBLE_INT);
    show("short and int", MPI_SHORT_INT);
    show("two ints", MPI_2INT);
    MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 4, &type);
    MPI_Type_size(type, &length);
    SAY("%d\n", length);
    MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type);
    MPI_Type_get_name(type, name, &length);
    MPI_Type_size(type, &length);
    SAY("%d\n", length);
    MPI_Type_contiguous(0, MPI_INT, &type);
    MPI_Type_commit(&type);
    show("nothing", type);
    MPI_Send(NULL, 0, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Sendrecv(&length, 3, type, rank, 1, name, 5, type, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Datatype type = particle_type();
    show("particle", type);
    tree(type, 0);
    calls();
    dealt();
    reductions(type);
    elements(type);
    bottom();
    packed(type);
    blocks();
    names();
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
