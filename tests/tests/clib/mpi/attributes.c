/* Hints, attributes, and handlers and codes of errors: every rank checks its results, and rank 0 says whether all are right. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong, rank, size;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #condition);                                              \
            wrong++;                                                                                                   \
        }                                                                                                              \
    } while (0)

#define GIVES(class, call) CHECK(class_of(call) == class)

static int class_of(int code)
{
    int class;
    MPI_Error_class(code, &class);
    return class;
}

static void hints(void)
{
    MPI_Info info, copy;
    char text[MPI_MAX_INFO_VAL + 1];
    int n, flag;
    MPI_Info_create(&info);
    MPI_Info_get_nkeys(info, &n);
    CHECK(n == 0);
    MPI_Info_set(info, "one", "first value");
    MPI_Info_set(info, "two", "second");
    MPI_Info_set(info, "three", "third");
    MPI_Info_set(info, "two", "another");
    MPI_Info_get_nkeys(info, &n);
    CHECK(n == 3);
    MPI_Info_get_nthkey(info, 0, text);
    CHECK(strcmp(text, "one") == 0);
    MPI_Info_get_nthkey(info, 2, text);
    CHECK(strcmp(text, "three") == 0);
    MPI_Info_get_valuelen(info, "one", &n, &flag);
    CHECK(flag && n == 11);
    MPI_Info_get(info, "one", MPI_MAX_INFO_VAL, text, &flag);
    CHECK(flag && strcmp(text, "first value") == 0);
#ifndef MPICH_VERSION /* for which this is an error */
    MPI_Info_get(info, "two", 3, text, &flag);
    CHECK(flag && strcmp(text, "ano") == 0);
#endif
    strcpy(text, "unchanged");
    MPI_Info_get(info, "four", 3, text, &flag);
    CHECK(!flag && strcmp(text, "unchanged") == 0);
    MPI_Info_get_valuelen(info, "four", &n, &flag);
    CHECK(!flag);
    MPI_Info_dup(info, &copy);
    MPI_Info_delete(info, "one");
    MPI_Info_get_nthkey(info, 0, text);
    MPI_Info_get_nkeys(info, &n);
    CHECK(n == 2 && strcmp(text, "two") == 0);
    MPI_Info_get_nkeys(copy, &n);
    MPI_Info_get(copy, "one", MPI_MAX_INFO_VAL, text, &flag);
    CHECK(n == 3 && flag && strcmp(text, "first value") == 0);
    MPI_Comm_set_info(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
    MPI_Info_free(&copy);
    CHECK(info == MPI_INFO_NULL && copy == MPI_INFO_NULL);
    MPI_Comm_get_info(MPI_COMM_WORLD, &info);
    MPI_Info_free(&info);
}

static void predefined(void)
{
    int *value = NULL, flag = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
    CHECK(flag && *value >= 32767);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_HOST, &value, &flag);
    CHECK(flag && *value == MPI_PROC_NULL);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &value, &flag);
    CHECK(flag && (*value == MPI_ANY_SOURCE || *value == rank));
    MPI_Attr_get(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &flag);
    CHECK(flag && (*value == 0 || *value == 1));
    MPI_Attr_get(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &value, &flag);
    CHECK(!flag || *value >= size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &value, &flag);
    CHECK(!flag || *value == 0);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag);
    CHECK(flag && *value >= MPI_ERR_LASTCODE);
}

static char events[256];
static int copies, ends, refuses;

/* Each call of a function of the program is a letter, with the extra state of its key. */
static int copy(MPI_Comm comm, int key, void *extra, void *value, void *made, int *flag)
{
    sprintf(events + strlen(events), "c%s", (char *)extra);
    copies++;
    *(int **)made = malloc(sizeof(int));
    **(int **)made = *(int *)value + 1;
    *flag = *(int *)value != 13;
    return refuses ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int end(MPI_Comm comm, int key, void *value, void *extra)
{
    sprintf(events + strlen(events), "d%s", (char *)extra);
    ends++;
    return refuses == 2 ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static void attributes(void)
{
    static int one = 1, two = 2, thirteen = 13;
    int a, b, plain, silent, flag, *value = NULL;
    MPI_Comm first, second, third;
    MPI_Comm_create_keyval(copy, end, &a, "A");
    MPI_Keyval_create(copy, end, &b, "B");
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &plain, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &silent, NULL);
    CHECK(a != b && b != plain && plain != silent && a != MPI_KEYVAL_INVALID);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_get_attr(first, a, &value, &flag);
    CHECK(!flag);
    MPI_Comm_set_attr(first, a, &one);
    MPI_Attr_put(first, b, &two);
    MPI_Comm_set_attr(first, plain, events);
    MPI_Comm_set_attr(first, silent, events);
    MPI_Comm_get_attr(first, a, &value, &flag);
    CHECK(flag && value == &one);
    MPI_Comm_get_attr(MPI_COMM_WORLD, a, &value, &flag);
    CHECK(!flag);
    CHECK(strcmp(events, "") == 0);
    MPI_Comm_dup(first, &second);
    CHECK(copies == 2 && ends == 0);
    MPI_Comm_get_attr(second, a, &value, &flag);
    CHECK(flag && value != &one && *value == 2);
    MPI_Attr_get(second, b, &value, &flag);
    CHECK(flag && *value == 3);
    MPI_Comm_get_attr(second, plain, &value, &flag);
    CHECK(flag && (char *)value == events);
    MPI_Comm_get_attr(second, silent, &value, &flag);
    CHECK(!flag);
    /* A value that is replaced is deleted. */
    events[0] = 0;
    MPI_Comm_set_attr(first, a, &thirteen);
    CHECK(strcmp(events, "dA") == 0);
    MPI_Comm_dup(first, &third);
    MPI_Comm_get_attr(third, a, &value, &flag);
    CHECK(!flag && copies == 4);
    /* A split communicator has none. */
    MPI_Comm_free(&third);
    MPI_Comm_split(first, 0, 0, &third);
    MPI_Comm_get_attr(third, b, &value, &flag);
    CHECK(!flag);
    events[0] = 0;
    MPI_Comm_delete_attr(first, a);
    MPI_Attr_delete(first, b);
    CHECK(strcmp(events, "dAdB") == 0);
    MPI_Comm_get_attr(first, a, &value, &flag);
    CHECK(!flag);
    /* Keys that are freed stay at their values. */
    MPI_Comm_free_keyval(&a);
    MPI_Keyval_free(&b);
    CHECK(a == MPI_KEYVAL_INVALID && b == MPI_KEYVAL_INVALID);
    events[0] = 0;
    ends = 0;
    MPI_Comm_free(&second);
    CHECK(ends == 2);
    MPI_Comm_free(&first);
    CHECK(ends == 2);
    MPI_Comm_free(&third);
    /* Functions that give an error. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_create_keyval(copy, end, &a, "A");
    MPI_Comm_set_attr(first, a, &one);
    refuses = 1;
    CHECK(MPI_Comm_dup(first, &second) != MPI_SUCCESS);
    refuses = 2;
    CHECK(MPI_Comm_free(&first) != MPI_SUCCESS && first != MPI_COMM_NULL);
    refuses = 0;
    MPI_Comm_free(&first);
    GIVES(MPI_ERR_KEYVAL, MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, &one));
    GIVES(MPI_ERR_KEYVAL, MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, &value, &flag));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static int calls, last_class;
static MPI_Comm last_comm;

static void handle(MPI_Comm *comm, int *code, ...)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;
    calls++;
    last_comm = *comm;
    last_class = class_of(*code);
    MPI_Error_string(*code, text, &length);
    CHECK(length > 0 && (int)strlen(text) == length);
}

static void handlers(void)
{
    int x = 0, n;
    MPI_Comm comm, copy;
    MPI_Errhandler mine, there;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &there);
    CHECK(there == MPI_ERRORS_ARE_FATAL);
    MPI_Comm_create_errhandler(handle, &mine);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, mine);
    MPI_Comm_get_errhandler(comm, &there);
    CHECK(there == mine);
    GIVES(MPI_ERR_RANK, MPI_Send(&x, 1, MPI_INT, size, 0, comm));
    CHECK(calls == 1 && last_comm == comm && last_class == MPI_ERR_RANK);
    GIVES(MPI_ERR_TAG, MPI_Send(&x, 1, MPI_INT, 0, -5, comm));
    CHECK(calls == 2 && last_class == MPI_ERR_TAG);
    GIVES(MPI_ERR_ROOT, MPI_Bcast(&x, 1, MPI_INT, size, comm));
    CHECK(calls == 3 && last_comm == comm && last_class == MPI_ERR_ROOT);
    /* A communicator that is made from it has its handler. */
    MPI_Comm_split(comm, 0, 0, &copy);
    MPI_Comm_get_errhandler(copy, &there);
    CHECK(there == mine);
    GIVES(MPI_ERR_COUNT, MPI_Send(&x, -1, MPI_INT, 0, 0, copy));
    CHECK(calls == 4 && last_comm == copy);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &there);
    CHECK(there == MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Errhandler_get(MPI_COMM_WORLD, &there);
    CHECK(there == MPI_ERRORS_RETURN);
    GIVES(MPI_ERR_COMM, MPI_Comm_size(MPI_COMM_NULL, &n));
    CHECK(calls == 4);
    MPI_Comm_call_errhandler(comm, MPI_ERR_TYPE);
    CHECK(calls == 5 && last_class == MPI_ERR_TYPE && last_comm == comm);
    CHECK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_TYPE) == MPI_SUCCESS);
    MPI_Errhandler_free(&mine);
    CHECK(mine == MPI_ERRHANDLER_NULL);
    MPI_Comm_call_errhandler(copy, MPI_ERR_OTHER);
    CHECK(calls == 6);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&copy);
    MPI_Comm_create_errhandler(handle, &mine);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine);
    GIVES(MPI_ERR_ROOT, MPI_Bcast(&x, 1, MPI_INT, size, MPI_COMM_WORLD));
    CHECK(calls == 7 && last_comm == MPI_COMM_WORLD);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

static void codes(void)
{
    int class, code, other, found, length, flag, *last = NULL;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Add_error_class(&class);
    CHECK(class > MPI_ERR_LASTCODE);
    MPI_Add_error_string(class, "a class of mine");
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "a code of mine");
    MPI_Add_error_code(class, &other);
    CHECK(code != other && code != class);
    MPI_Error_class(code, &found);
    CHECK(found == class);
    MPI_Error_class(class, &found);
    CHECK(found == class);
    MPI_Error_string(code, text, &length);
    CHECK(strcmp(text, "a code of mine") == 0 && length == 14);
    MPI_Error_string(class, text, &length);
    CHECK(strcmp(text, "a class of mine") == 0);
    MPI_Error_string(other, text, &length);
    CHECK(length == 0 && text[0] == 0);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
    CHECK(flag && *last >= class);
    for (int known = MPI_SUCCESS; known <= MPI_ERR_REQUEST; known++) {
        MPI_Error_class(known, &found);
        MPI_Error_string(known, text, &length);
        CHECK(found == known && length > 0 && length < MPI_MAX_ERROR_STRING);
    }
    static const int classes[] = {
        MPI_ERR_ACCESS, MPI_ERR_AMODE, MPI_ERR_ASSERT, MPI_ERR_BAD_FILE, MPI_ERR_BASE, MPI_ERR_CONVERSION, MPI_ERR_DISP,
        MPI_ERR_DUP_DATAREP, MPI_ERR_FILE, MPI_ERR_FILE_EXISTS, MPI_ERR_FILE_IN_USE, MPI_ERR_INFO, MPI_ERR_INFO_KEY,
        MPI_ERR_INFO_NOKEY, MPI_ERR_INFO_VALUE, MPI_ERR_IO, MPI_ERR_KEYVAL, MPI_ERR_LOCKTYPE, MPI_ERR_NAME, MPI_ERR_NO_MEM,
        MPI_ERR_NO_SPACE, MPI_ERR_NO_SUCH_FILE, MPI_ERR_NOT_SAME, MPI_ERR_PORT, MPI_ERR_QUOTA, MPI_ERR_READ_ONLY,
        MPI_ERR_RMA_ATTACH, MPI_ERR_RMA_CONFLICT, MPI_ERR_RMA_FLAVOR, MPI_ERR_RMA_RANGE, MPI_ERR_RMA_SHARED,
        MPI_ERR_RMA_SYNC, MPI_ERR_SERVICE, MPI_ERR_SIZE, MPI_ERR_SPAWN, MPI_ERR_UNSUPPORTED_DATAREP,
        MPI_ERR_UNSUPPORTED_OPERATION, MPI_ERR_WIN,
    };
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
        MPI_Error_string(classes[i], text, &length);
        CHECK(length > 0 && classes[i] <= MPI_ERR_LASTCODE && classes[i] > MPI_ERR_REQUEST);
        for (unsigned k = 0; k < i; k++)
            CHECK(classes[k] != classes[i]);
    }
}

static void others(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING], key[MPI_MAX_INFO_KEY + 3];
    int length, flag, *memory = NULL, n;
    MPI_Info info;
    MPI_Get_library_version(version, &length);
    CHECK(length > 0 && (int)strlen(version) == length);
    MPI_Pcontrol(1);
    MPI_Pcontrol(0, "off", 3);
    MPI_Is_thread_main(&flag);
    CHECK(flag);
    MPI_Alloc_mem(100 * sizeof(int), MPI_INFO_NULL, &memory);
    memory[99] = 99;
    CHECK(memory[99] == 99);
    MPI_Free_mem(memory);
    MPI_Info_create(&info);
    GIVES(MPI_ERR_INFO_NOKEY, MPI_Info_delete(info, "none"));
    GIVES(MPI_ERR_INFO_KEY, MPI_Info_set(info, "", "value"));
    memset(key, 'k', sizeof key);
    key[sizeof key - 1] = 0;
    GIVES(MPI_ERR_INFO_KEY, MPI_Info_set(info, key, "value"));
    GIVES(MPI_ERR_ARG, MPI_Info_get_nthkey(info, 0, key));
    MPI_Info_free(&info);
    static char space[100];
    static int many[50];
    MPI_Buffer_attach(space, 100);
    GIVES(MPI_ERR_BUFFER, MPI_Buffer_attach(space, 100));
    GIVES(MPI_ERR_BUFFER, MPI_Bsend(many, 50, MPI_INT, rank, 0, MPI_COMM_WORLD));
    MPI_Buffer_detach(&memory, &length);
    CHECK((char *)memory == space && length == 100);
    GIVES(MPI_ERR_BUFFER, MPI_Bsend(&n, 1, MPI_INT, rank, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_RANK, MPI_Bsend(&n, 1, MPI_INT, size, 0, MPI_COMM_WORLD));
    int index = 1, edge = 5;
    MPI_Comm comm;
    MPI_Message message = MPI_MESSAGE_NULL;
    GIVES(MPI_ERR_ARG, MPI_Graph_create(MPI_COMM_WORLD, 1, &index, &edge, 0, &comm));
    GIVES(MPI_ERR_ARG, MPI_Graph_create(MPI_COMM_WORLD, size + 1, &index, &edge, 0, &comm));
    GIVES(MPI_ERR_TOPOLOGY, MPI_Graphdims_get(MPI_COMM_WORLD, &n, &n));
    GIVES(MPI_ERR_TOPOLOGY, MPI_Neighbor_allgather(&edge, 1, MPI_INT, &n, 1, MPI_INT, MPI_COMM_WORLD));
    GIVES(MPI_ERR_REQUEST, MPI_Mrecv(&n, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
#ifndef MPICH_VERSION /* which gives an answer */
    GIVES(MPI_ERR_COMM, MPI_Comm_remote_size(MPI_COMM_WORLD, &n));
#endif
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv)
{
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    hints();
    predefined();
    attributes();
    handlers();
    codes();
    others();
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf(all == 0 ? "all is well\n" : "%d errors\n", all);
    MPI_Finalize();
    return 0;
}
