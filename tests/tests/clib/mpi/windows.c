/* Each call for windows, on any number of ranks; MPICH gives the same results. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks, next, before, wrong;

#define EXPECT(is, wanted)                                                                                             \
    do {                                                                                                               \
        double found = (double)(is), want = (double)(wanted);                                                          \
        if (found != want && wrong++ < 5)                                                                              \
            printf("rank %d, line %d: %s is %g, not %g\n", rank, __LINE__, #is, found, want);                          \
    } while (0)

static void fences(void)
{
    int memory[40], out[40], in[40];
    MPI_Win win;
    for (int i = 0; i < 40; i++)
        memory[i] = -1, out[i] = 1000 * rank + i, in[i] = -2;
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(out, 10, MPI_INT, next, 5, 10, MPI_INT, win);
    MPI_Put(out + 39, 1, MPI_INT, MPI_PROC_NULL, 5, 10, MPI_INT, win);
    MPI_Put(out, 0, MPI_INT, next, 40, 0, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 40; i++)
        EXPECT(memory[i], i >= 5 && i < 15 ? 1000 * before + i - 5 : -1);
    MPI_Win_fence(MPI_MODE_NOPUT, win);
    MPI_Get(in, 10, MPI_INT, before, 5, 10, MPI_INT, win);
    MPI_Get(in + 20, 1, MPI_INT, next, 39, 1, MPI_INT, win);
    MPI_Get(in + 21, 1, MPI_INT, MPI_PROC_NULL, 39, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    int two = (before + ranks - 1) % ranks;
    for (int i = 0; i < 10; i++)
        EXPECT(in[i], 1000 * two + i);
    EXPECT(in[20], -1);
    EXPECT(in[21], -2);
    memory[0] = 7;
    MPI_Win_fence(0, win);
    for (int to = 0; to < ranks; to++) {
        int value = rank + 1;
        MPI_Accumulate(&value, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Accumulate(&value, 1, MPI_INT, to, 1, 1, MPI_INT, MPI_MAX, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    EXPECT(memory[0], 7 + ranks * (ranks + 1) / 2);
    EXPECT(memory[1], ranks);
    MPI_Win_free(&win);
    EXPECT(win == MPI_WIN_NULL, 1);
}

/* Bytes at any place, long parts, and other units. */
static void bytes(void)
{
    char *memory, out[4000], in[4000];
    MPI_Win win;
    MPI_Win_allocate(4000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memset(memory, 0, 4000);
    for (int i = 0; i < 4000; i++)
        out[i] = (char)(i * 7 + rank);
    MPI_Win_fence(0, win);
    MPI_Put(out + 1, 3, MPI_CHAR, next, 2, 3, MPI_CHAR, win);
    MPI_Put(out + 3, 1000, MPI_CHAR, next, 9, 1000, MPI_CHAR, win);
    MPI_Put(out, 2001, MPI_CHAR, next, 1501, 2001, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    int bad = 0;
    for (int i = 0; i < 4000; i++) {
        int at = i >= 2 && i < 5 ? i - 1 : i >= 9 && i < 1009 ? i - 6 : i >= 1501 && i < 3502 ? i - 1501 : -1;
        bad += memory[i] != (at < 0 ? 0 : (char)(at * 7 + before));
    }
    EXPECT(bad, 0);
    MPI_Win_fence(0, win);
    MPI_Get(in + 1, 1501, MPI_CHAR, next, 1501, 1501, MPI_CHAR, win);
    MPI_Get(in + 2000, 5, MPI_CHAR, next, 10, 5, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    bad = 0;
    for (int i = 0; i < 1501; i++)
        bad += in[i + 1] != (char)(i * 7 + rank);
    for (int i = 0; i < 5; i++)
        bad += in[2000 + i] != (char)((i + 4) * 7 + rank);
    EXPECT(bad, 0);
    MPI_Win_free(&win);
    double numbers[6] = {0};
    int unit = rank % 2 ? 8 : 4;
    MPI_Win_create(numbers, sizeof numbers, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    double value = rank + 0.5;
    MPI_Put(&value, 1, MPI_DOUBLE, next, next % 2 ? 2 : 4, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    EXPECT(numbers[2], before + 0.5);
    MPI_Win_free(&win);
}

/* Types with gaps on both sides. */
static void gaps(void)
{
    int memory[64], out[64], in[64];
    MPI_Datatype column, pairs, block;
    MPI_Win win;
    MPI_Type_vector(8, 1, 8, MPI_INT, &column);
    MPI_Type_vector(4, 2, 4, MPI_INT, &pairs);
    MPI_Type_create_subarray(2, (int[]){8, 8}, (int[]){3, 3}, (int[]){2, 1}, MPI_ORDER_C, MPI_INT, &block);
    MPI_Type_commit(&column), MPI_Type_commit(&pairs), MPI_Type_commit(&block);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 64; i++)
            memory[i] = -1, out[i] = 100 * rank + i, in[i] = -1;
        MPI_Win_fence(0, win);
        if (round == 0)
            MPI_Put(out + 1, 1, column, next, 6, 1, column, win);
        else if (round == 1)
            MPI_Put(out, 8, MPI_INT, next, 6, 1, column, win);
        else if (round == 2)
            MPI_Put(out, 1, pairs, next, 3, 8, MPI_INT, win);
        else if (round == 3)
            MPI_Put(out, 1, pairs, next, 6, 1, column, win);
        else if (round == 4)
            MPI_Put(out, 9, MPI_INT, next, 0, 1, block, win);
        else
            MPI_Put(out, 1, block, next, 0, 9, MPI_INT, win);
        MPI_Win_fence(0, win);
        int bad = 0;
        for (int i = 0; i < 64; i++) {
            int at = -1, column_row = i % 8 == 6 ? i / 8 : -1, y = i / 8 - 2, x = i % 8 - 1;
            int in_block = y >= 0 && y < 3 && x >= 0 && x < 3;
            if (round == 0)
                at = column_row >= 0 ? 8 * column_row + 1 : -1;
            else if (round == 1)
                at = column_row;
            else if (round == 2)
                at = i >= 3 && i < 11 ? (i - 3) / 2 * 4 + (i - 3) % 2 : -1;
            else if (round == 3)
                at = column_row >= 0 ? column_row / 2 * 4 + column_row % 2 : -1;
            else if (round == 4)
                at = in_block ? 3 * y + x : -1;
            else
                at = i < 9 ? 8 * (i / 3 + 2) + i % 3 + 1 : -1;
            bad += memory[i] != (at < 0 ? -1 : 100 * before + at);
        }
        EXPECT(bad, 0);
        for (int i = 0; i < 64; i++)
            memory[i] = 100 * rank + i;
        MPI_Win_fence(0, win);
        if (round == 0)
            MPI_Get(in, 1, column, next, 1, 1, column, win);
        else if (round == 1)
            MPI_Get(in, 8, MPI_INT, next, 1, 1, column, win);
        else if (round == 2)
            MPI_Get(in, 1, pairs, next, 5, 8, MPI_INT, win);
        else
            MPI_Get(in, 1, block, next, 0, 1, block, win);
        MPI_Win_fence(0, win);
        bad = 0;
        for (int i = 0; i < 64; i++) {
            int at = -1, y = i / 8 - 2, x = i % 8 - 1;
            if (round == 0)
                at = i % 8 == 0 ? i + 1 : -1;
            else if (round == 1)
                at = i < 8 ? 8 * i + 1 : -1;
            else if (round == 2)
                at = i < 16 && i % 4 < 2 ? i / 4 * 2 + i % 4 + 5 : -1;
            else
                at = y >= 0 && y < 3 && x >= 0 && x < 3 ? i : -1;
            bad += in[i] != (at < 0 ? -1 : 100 * next + at);
        }
        EXPECT(bad, 0);
    }
    for (int i = 0; i < 64; i++)
        memory[i] = i, out[i] = rank + 1;
    MPI_Win_fence(0, win);
    MPI_Accumulate(out, 8, MPI_INT, 0, 2, 1, column, MPI_SUM, win);
    MPI_Get_accumulate(out, 9, MPI_INT, in, 9, MPI_INT, next, 0, 1, block, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    int sum = ranks * (ranks + 1) / 2, bad = 0;
    for (int i = 0; i < 64; i++) {
        int y = i / 8 - 2, x = i % 8 - 1, in_block = y >= 0 && y < 3 && x >= 0 && x < 3;
        if (i % 8 == 2 && rank == 0)
            bad += !in_block && memory[i] != i + sum;
        else
            bad += memory[i] != (in_block ? before + 1 : i);
    }
    EXPECT(bad, 0);
    MPI_Win_free(&win);
    MPI_Type_free(&column), MPI_Type_free(&pairs), MPI_Type_free(&block);
}

/* Each operation, and elements of each size. */
static void operations(void)
{
    static const MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR};
    int memory[12] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}, value = 6, old = -1;
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 10; i++)
        MPI_Accumulate(&value, 1, MPI_INT, next, i, 1, MPI_INT, ops[i], win);
    MPI_Accumulate(&value, 1, MPI_INT, next, 10, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, &old, 1, MPI_INT, next, 11, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    static const int wanted[] = {9, 18, 6, 3, 1, 1, 0, 2, 7, 5, 6, 3};
    for (int i = 0; i < 12; i++)
        EXPECT(memory[i], wanted[i]);
    EXPECT(old, 3);
    MPI_Win_free(&win);
    struct {
        double d[3];
        long long l;
        short s[4];
        char c[8];
        float f;
        struct {
            double value;
            int at;
        } most;
    } all = {{1, 2, 3}, 5, {1, 2, 3, 4}, "abc", 1.5f, {2.5, 7}}, *none = NULL;
    double two[2] = {10, 20}, got[2];
    long long big = 1LL << 40, was;
    short shorts[3] = {5, 6, 7};
    char letters[3] = {1, 2, 3};
    float number = 0.25f;
    struct {
        double value;
        int at;
    } mine = {rank + 1, rank};
    MPI_Win_create(&all, sizeof all, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
#define AT(field) ((int)((char *)&none->field - (char *)none))
    MPI_Get_accumulate(two, 2, MPI_DOUBLE, got, 2, MPI_DOUBLE, next, AT(d[1]), 2, MPI_DOUBLE, MPI_SUM, win);
    MPI_Fetch_and_op(&big, &was, MPI_LONG_LONG, next, AT(l), MPI_SUM, win);
    MPI_Accumulate(shorts, 3, MPI_SHORT, next, AT(s[1]), 3, MPI_SHORT, MPI_SUM, win);
    MPI_Accumulate(letters, 3, MPI_CHAR, next, AT(c), 3, MPI_CHAR, MPI_SUM, win);
    MPI_Accumulate(&number, 1, MPI_FLOAT, next, AT(f), 1, MPI_FLOAT, MPI_PROD, win);
    MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, 0, AT(most), 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    EXPECT(got[0], 2);
    EXPECT(got[1], 3);
    EXPECT(was, 5);
    EXPECT(all.d[0], 1);
    EXPECT(all.d[1], 12);
    EXPECT(all.d[2], 23);
    EXPECT(all.l, 5 + (1LL << 40));
    EXPECT(all.s[0], 1);
    EXPECT(all.s[3], 11);
    EXPECT(all.c[0], 'b');
    EXPECT(all.c[2], 'f');
    EXPECT(all.f, 0.375);
    if (rank == 0) {
        EXPECT(all.most.value, ranks > 2 ? ranks : 2.5);
        EXPECT(all.most.at, ranks > 2 ? ranks - 1 : 7);
    }
    MPI_Win_free(&win);
}

static void groups(void)
{
    int memory[4] = {0}, value = rank + 10, flag, got = -1;
    MPI_Win win;
    MPI_Group world, to, from;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &next, &to);
    MPI_Group_incl(world, 1, &before, &from);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < 3; i++) {
        MPI_Win_post(from, 0, win);
        MPI_Win_start(to, 0, win);
        MPI_Put(&value, 1, MPI_INT, next, i, 1, MPI_INT, win);
        MPI_Get(&got, 1, MPI_INT, next, 3, 1, MPI_INT, win);
        MPI_Win_complete(win);
        EXPECT(got, i);
        if (i == 1)
            do
                MPI_Win_test(win, &flag);
            while (!flag);
        else
            MPI_Win_wait(win);
        EXPECT(memory[i], before + 10);
        memory[3]++;
        value++;
        memory[i] = 0;
        value--;
    }
    MPI_Group all;
    int same, size, mine;
    MPI_Win_get_group(win, &all);
    MPI_Group_size(all, &size);
    MPI_Group_rank(all, &mine);
    EXPECT(size, ranks);
    EXPECT(mine, rank);
    (void)same;
    /* Every rank but the first one adds to it. */
    if (rank == 0) {
        MPI_Group others;
        int first = 0;
        MPI_Group_excl(world, 1, &first, &others);
        MPI_Win_post(others, 0, win);
        MPI_Win_wait(win);
        EXPECT(memory[0], ranks - 1);
        MPI_Group_free(&others);
    } else {
        MPI_Group first;
        int zero = 0, one = 1;
        MPI_Group_incl(world, 1, &zero, &first);
        MPI_Win_start(first, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_complete(win);
        MPI_Group_free(&first);
    }
    MPI_Win_free(&win);
    MPI_Group_free(&all), MPI_Group_free(&to), MPI_Group_free(&from), MPI_Group_free(&world);
}

static void locks(void)
{
    int *memory, one = 1, old, seen[64] = {0};
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    memset(memory, 0, 64 * sizeof(int));
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 4; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&old, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        old++;
        MPI_Put(&old, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_lock(MPI_LOCK_SHARED, next, MPI_MODE_NOCHECK, win);
    MPI_Put(&one, 1, MPI_INT, next, 2, 1, MPI_INT, win);
    MPI_Win_flush_local(next, win);
    MPI_Win_unlock(next, win);
    MPI_Win_lock_all(0, win);
    for (int to = 0; to < ranks; to++)
        MPI_Accumulate(&one, 1, MPI_INT, to, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush_all(win);
    MPI_Win_flush_local_all(win);
    MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 3, MPI_SUM, win);
    MPI_Win_flush(0, win);
    seen[old & 63] = 1;
    int wanted = 0, will = rank + 1, was;
    MPI_Compare_and_swap(&will, &wanted, &was, MPI_INT, 0, 4, win);
    MPI_Win_flush(0, win);
    int won = was == 0;
    MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    int all[64], winners;
    MPI_Allreduce(seen, all, 64, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&won, &winners, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(winners, 1);
    for (int i = 0; i < 64; i++)
        EXPECT(all[i], i < ranks);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    EXPECT(memory[1], ranks);
    EXPECT(memory[2], 1);
    if (rank == 0) {
        EXPECT(memory[0], 4 * ranks);
        EXPECT(memory[3], ranks);
        EXPECT(memory[4] > 0 && memory[4] <= ranks, 1);
    }
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
}

static void requests(void)
{
    double memory[300], out[100], in[100], more[100];
    MPI_Request request[4];
    MPI_Status statuses[4];
    MPI_Win win;
    for (int i = 0; i < 300; i++)
        memory[i] = i;
    for (int i = 0; i < 100; i++)
        out[i] = rank + i;
    MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    MPI_Rget(in, 100, MPI_DOUBLE, next, 0, 100, MPI_DOUBLE, win, &request[0]);
    MPI_Rput(out, 100, MPI_DOUBLE, next, 100, 100, MPI_DOUBLE, win, &request[1]);
    MPI_Raccumulate(out, 50, MPI_DOUBLE, next, 200, 50, MPI_DOUBLE, MPI_SUM, win, &request[2]);
    MPI_Rget_accumulate(out, 50, MPI_DOUBLE, more, 50, MPI_DOUBLE, next, 250, 50, MPI_DOUBLE, MPI_SUM, win, &request[3]);
    MPI_Waitall(4, request, statuses);
    for (int i = 0; i < 4; i++)
        EXPECT(request[i] == MPI_REQUEST_NULL, 1);
    for (int i = 0; i < 100; i++)
        EXPECT(in[i], i);
    for (int i = 0; i < 50; i++)
        EXPECT(more[i], 250 + i);
    MPI_Rput(out, 1, MPI_DOUBLE, MPI_PROC_NULL, 100, 1, MPI_DOUBLE, win, &request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 100; i++)
        EXPECT(memory[100 + i], before + i);
    for (int i = 0; i < 50; i++) {
        EXPECT(memory[200 + i], 200 + i + before + i);
        EXPECT(memory[250 + i], 250 + i + before + i);
    }
    MPI_Win_free(&win);
}

static int handled;

static void handler(MPI_Win *win, int *code, ...)
{
    (void)win;
    int class;
    MPI_Error_class(*code, &class);
    handled = class;
}

static void facts(void)
{
    int *memory, flag, *unit, *flavor, *model, length, class;
    MPI_Aint *size;
    void *base;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Win win;
    MPI_Errhandler errors;
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
    EXPECT(flag && base == memory, 1);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &size, &flag);
    EXPECT(flag && *size == 64, 1);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &unit, &flag);
    EXPECT(flag && *unit == 4, 1);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &flag);
    EXPECT(flag && *flavor == MPI_WIN_FLAVOR_ALLOCATE, 1);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flag);
    EXPECT(flag && *model == MPI_WIN_UNIFIED, 1);
    MPI_Win_set_name(win, "my window");
    MPI_Win_get_name(win, name, &length);
    EXPECT(length == 9 && strcmp(name, "my window") == 0, 1);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_errhandler(win, &errors);
    EXPECT(errors == MPI_ERRORS_RETURN, 1);
    int value = 1, code = MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Error_class(code, &class);
    EXPECT(class, MPI_ERR_RMA_SYNC);
    MPI_Win_fence(0, win);
    code = MPI_Put(&value, 1, MPI_INT, ranks, 0, 1, MPI_INT, win);
    MPI_Error_class(code, &class);
    EXPECT(class, MPI_ERR_RANK);
    MPI_Win_create_errhandler(handler, &errors);
    MPI_Win_set_errhandler(win, errors);
    MPI_Put(&value, -1, MPI_INT, next, 0, 1, MPI_INT, win);
    EXPECT(handled, MPI_ERR_COUNT);
    MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
    EXPECT(handled, MPI_ERR_OTHER);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Win_allocate_shared(8, 2, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
    MPI_Aint bytes;
    int two;
    int *same;
    MPI_Win_shared_query(win, 0, &bytes, &two, &same);
    EXPECT(bytes >= 8 && two == 2 && same == memory, 1);
    MPI_Win_lock_all(0, win);
    same[1] = 5;
    MPI_Win_sync(win);
    EXPECT(memory[1], 5);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* A window of some ranks, and one whose memory is attached later. */
static void others(void)
{
    int memory[2] = {-1, -1}, value = 50 + rank, mine, size;
    MPI_Comm half;
    MPI_Win win, other;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &mine);
    MPI_Comm_size(half, &size);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, half, &win);
    MPI_Comm_free(&half);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, (mine + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    int from = (mine + size - 1) % size, count = rank % 2 ? ranks / 2 : (ranks + 1) / 2;
    EXPECT(memory[0], 50 + 2 * (count - 1 - from) + rank % 2);
    /* Two windows at once. */
    int *far;
    MPI_Aint place, *places = malloc((unsigned)ranks * sizeof *places);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    far = malloc(40);
    memset(far, 0, 40);
    MPI_Win_attach(other, far, 40);
    place = (MPI_Aint)far;
    MPI_Allgather(&place, sizeof place, MPI_BYTE, places, sizeof place, MPI_BYTE, MPI_COMM_WORLD);
    MPI_Win_fence(0, other);
    MPI_Put(&value, 1, MPI_INT, next, places[next] + 4, 1, MPI_INT, other);
    MPI_Put(&value, 1, MPI_INT, mine, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, other);
    MPI_Win_fence(0, win);
    EXPECT(far[1], 50 + before);
    EXPECT(memory[1], value);
    MPI_Win_detach(other, far);
    MPI_Win_free(&win);
    MPI_Win_free(&other);
    free(far), free(places);
}

/* Elements that go down from their place, to the first byte of attached memory and from the last one. */
static void downwards(void)
{
    int numbers[] = {60 + rank, 70 + rank, 80 + rank}, *far = malloc(40);
    MPI_Aint place = (MPI_Aint)far, *places = malloc((unsigned)ranks * sizeof *places);
    MPI_Datatype down, back;
    MPI_Win win;
    MPI_Type_vector(3, 1, -1, MPI_INT, &down);
    MPI_Type_create_resized(MPI_INT, 0, -8, &back);
    MPI_Type_commit(&down), MPI_Type_commit(&back);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, far, 40);
    MPI_Allgather(&place, sizeof place, MPI_BYTE, places, sizeof place, MPI_BYTE, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    MPI_Put(numbers, 3, MPI_INT, next, places[next] + 8, 1, down, win);
    MPI_Put(numbers, 3, MPI_INT, next, places[next] + 36, 3, back, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 3; i++) {
        EXPECT(far[2 - i], 60 + 10 * i + before);
        EXPECT(far[9 - 2 * i], 60 + 10 * i + before);
    }
    MPI_Win_detach(win, far);
    MPI_Win_free(&win);
    MPI_Type_free(&down), MPI_Type_free(&back);
    free(far), free(places);
}

/* A window lets go of the memory that is still attached. What is known about all this memory at once needs more than a node has. */
static void attached(void)
{
    static char memory[1000];
    MPI_Win win;
    for (int i = 0; i < 30; i++) {
        MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &win);
        for (int k = 0; k < 1000; k++)
            MPI_Win_attach(win, memory + k, 1);
        MPI_Win_free(&win);
    }
}

/* Messages of all kinds go on while windows are open, and a target in any call carries out orders. */
static void mixed(void)
{
    int *memory, value = rank, sum, got, one = 1;
    static int out[500], in[500];
    MPI_Win win;
    MPI_Status status;
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memset(memory, 0, 40);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 500; i++)
        out[i] = rank * 1000 + i;
    for (int i = 0; i < 3; i++) {
        MPI_Sendrecv(&value, 1, MPI_INT, next, 1, &got, 1, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        EXPECT(got, before);
        MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, next, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(next, win);
        MPI_Sendrecv(out, 500, MPI_INT, next, 2, in, 500, MPI_INT, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        EXPECT(in[499], before * 1000 + 499);
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        EXPECT(sum, ranks * (ranks - 1) / 2);
        MPI_Request request;
        MPI_Isend(out, 500, MPI_INT, before, 3, MPI_COMM_WORLD, &request);
        MPI_Probe(next, 3, MPI_COMM_WORLD, &status);
        MPI_Recv(in, 500, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        EXPECT(in[0], next * 1000);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    EXPECT(memory[0], 3);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    next = (rank + 1) % ranks;
    before = (rank + ranks - 1) % ranks;
    fences();
    bytes();
    gaps();
    operations();
    groups();
    locks();
    requests();
    facts();
    others();
    downwards();
    if (rank == 0)
        attached();
    mixed();
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("all is well\n");
    MPI_Finalize();
    return 0;
}
