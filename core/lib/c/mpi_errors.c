#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Handlers and codes of errors. With MPI_ERRORS_RETURN a call gives the class of its error back; a handler of the program is called
   first. Cost: at most 120 cycles; of a new one, a malloc, and of texts, that of strcpy. */

/* Handlers that the program made, from FIRST on. */
#define FIRST (MPI_ERRORS_RETURN + 1)
static MPI_Comm_errhandler_function **handlers;
static int handler_count, handler_places;

/* Codes that the program made, from MPI_ERR_LASTCODE + 1 on. */
struct code {
    int class;
    char text[MPI_MAX_ERROR_STRING];
};
static struct code **codes;
static int code_places;
int mpimc_last_code = MPI_ERR_LASTCODE;

static MPI_Errhandler handler_of(MPI_Comm comm)
{
    MPI_Errhandler handler = mpimc_groups[comm]->handler;
    return handler != MPI_ERRHANDLER_NULL ? handler : MPI_ERRORS_ARE_FATAL;
}

static void call(MPI_Comm comm, int code)
{
    MPI_Errhandler handler = handler_of(comm);
    if (handler >= FIRST)
        handlers[handler - FIRST](&comm, &code);
}

/* The error belongs to the communicator that was checked last. Quick calls of the world check nothing, so the world decides if that
   communicator has no handler. */
int mpimc_raised(const char *function, const char *text, int value, int class)
{
    MPI_Comm comm = mpimc_state.checked;
    if (!mpimc_exists(comm) || handler_of(comm) == MPI_ERRORS_ARE_FATAL)
        comm = MPI_COMM_WORLD;
    if (handler_of(comm) == MPI_ERRORS_ARE_FATAL)
        mpimc_stop(function, text, value);
    call(comm, class);
    return class;
}

MPI_Comm_errhandler_function *mpimc_handler(MPI_Errhandler handler)
{
    return handlers[handler - FIRST];
}

int mpimc_check_handler(const char *function, MPI_Errhandler handler)
{
    if (handler < MPI_ERRORS_ARE_FATAL || handler >= FIRST + handler_count)
        return mpimc_fail(MPI_ERR_ARG, function, MPIMC_NO_HANDLER, handler);
    return MPI_SUCCESS;
}

static int set(const char *function, MPI_Comm comm, MPI_Errhandler handler)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, MPI_BYTE, comm));
    MPIMC_ASK(mpimc_check_handler(function, handler));
    mpimc_groups[comm]->handler = handler;
    mpimc_state.raise = mpimc_raised;
    return MPI_SUCCESS;
}

static int get(const char *function, MPI_Comm comm, MPI_Errhandler *handler)
{
    MPIMC_ASK(mpimc_check(function, handler, 1, MPI_INT, comm));
    *handler = handler_of(comm);
    return MPI_SUCCESS;
}

static int create(const char *function, MPI_Comm_errhandler_function *made, MPI_Errhandler *handler)
{
    if (handler_count == handler_places) {
        int more = handler_places != 0 ? 2 * handler_places : 4;
        handlers = mpimc_larger(function, handlers, handler_places, more);
        handler_places = more;
    }
    *handler = FIRST + handler_count;
    handlers[handler_count++] = made;
    return MPI_SUCCESS;
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler)
{
    return set("MPI_Comm_set_errhandler", comm, handler);
}

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler)
{
    return get("MPI_Comm_get_errhandler", comm, handler);
}

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *made, MPI_Errhandler *handler)
{
    return create("MPI_Comm_create_errhandler", made, handler);
}

/* Communicators that have the handler keep it. */
int MPI_Errhandler_free(MPI_Errhandler *handler)
{
    MPIMC_ASK(mpimc_check_handler("MPI_Errhandler_free", *handler));
    *handler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}

/* The program itself reports an error. */
int MPI_Comm_call_errhandler(MPI_Comm comm, int code)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_call_errhandler", NULL, 0, MPI_BYTE, comm));
    if (handler_of(comm) == MPI_ERRORS_ARE_FATAL)
        mpimc_stop("MPI_Comm_call_errhandler", MPIMC_REPORTED, code);
    call(comm, code);
    return MPI_SUCCESS;
}

/* The same by their old names. */
int MPI_Errhandler_create(MPI_Handler_function *made, MPI_Errhandler *handler)
{
    return create("MPI_Errhandler_create", made, handler);
}

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler)
{
    return set("MPI_Errhandler_set", comm, handler);
}

int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *handler)
{
    return get("MPI_Errhandler_get", comm, handler);
}

/* A code of the program's own, else null. */
static struct code *made_code(int code)
{
    return code > MPI_ERR_LASTCODE && code <= mpimc_last_code ? codes[code - MPI_ERR_LASTCODE - 1] : NULL;
}

/* All codes are classes, but for those that the program made. */
int MPI_Error_class(int code, int *class)
{
    const struct code *made = made_code(code);
    *class = made != NULL ? made->class : code;
    return MPI_SUCCESS;
}

int MPI_Error_string(int code, char *text, int *length)
{
    static const char *const words[] = {
        "none", "buffer", "count", "type", "tag", "communicator", "rank", "root", "group", "operation", "grid",
        "directions", "argument", "unknown", "truncated message", "other", "internal", "in a status", "pending",
        "request", "access", "mode of a file", "name of a file", "conversion", "representation is known", "file exists",
        "file in use", "file", "info", "key of an info", "value of an info", "key not in the info", "input or output",
        "name", "no memory", "not the same on all ranks", "no space", "no such file", "port", "quota", "read only",
        "service", "spawn", "representation", "not supported", "window", "base of a window", "type of a lock", "key",
        "conflict in a window", "synchronisation of a window", "size", "displacement", "assertion", "range of a window",
        "attached memory", "shared memory", "kind of a window",
    };
    const struct code *made = made_code(code);
    if (made != NULL) {
        strcpy(text, made->text);
        *length = (int)strlen(text);
        return MPI_SUCCESS;
    }
    if (code < 0 || code > MPI_ERR_LASTCODE)
        return mpimc_fail(MPI_ERR_ARG, "MPI_Error_string", MPIMC_NO_CODE, code);
    strcpy(text, "MPI error: ");
    strcat(text, words[code]);
    *length = (int)strlen(text);
    return MPI_SUCCESS;
}

/* The next code; its class is itself if it is negative. */
static int add(const char *function, int class)
{
    int count = mpimc_last_code - MPI_ERR_LASTCODE;
    if (count == code_places) {
        int more = code_places != 0 ? 2 * code_places : 4;
        codes = mpimc_larger(function, codes, code_places, more);
        code_places = more;
    }
    struct code *made = mpimc_space(function, sizeof *made);
    codes[count] = made;
    mpimc_last_code++;
    made->class = class < 0 ? mpimc_last_code : class;
    made->text[0] = 0;
    return mpimc_last_code;
}

int MPI_Add_error_class(int *class)
{
    *class = add("MPI_Add_error_class", -1);
    return MPI_SUCCESS;
}

int MPI_Add_error_code(int class, int *code)
{
    if (class < 0 || class > mpimc_last_code)
        return mpimc_fail(MPI_ERR_ARG, "MPI_Add_error_code", MPIMC_NO_CODE, class);
    *code = add("MPI_Add_error_code", class);
    return MPI_SUCCESS;
}

int MPI_Add_error_string(int code, const char *text)
{
    struct code *made = made_code(code);
    if (made == NULL)
        return mpimc_fail(MPI_ERR_ARG, "MPI_Add_error_string", MPIMC_NO_CODE, code);
    strncpy(made->text, text, sizeof made->text - 1);
    made->text[sizeof made->text - 1] = 0;
    return MPI_SUCCESS;
}
