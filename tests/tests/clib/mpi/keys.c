/* Attributes of types and windows. What it prints is what MPICH 4.0 prints; all ranks note the same. */
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char notes[8192];
static int rank, ending;

static void note(const char *format, ...)
{
    va_list arguments;
    unsigned used = (unsigned)strlen(notes);
    va_start(arguments, format);
    vsnprintf(notes + used, sizeof notes - used, format, arguments);
    va_end(arguments);
}

static const char *class_of(int code)
{
    int class;
    MPI_Error_class(code, &class);
    switch (class) {
    case MPI_SUCCESS:
        return "success";
    case MPI_ERR_KEYVAL:
        return "wrong key";
    case MPI_ERR_TYPE:
        return "wrong type";
    case MPI_ERR_OTHER:
        return "refused";
    default:
        return "another error";
    }
}

/* The extra state of a key is its name; that of `refused` gives an error. The copy of a value is the text from its second character
   on; one of a single character is not copied. MPI does not say in which order the functions of several keys are called, so
   each key has its own list of calls. */
static const char *refused = "";
static char calls['Z'][256];
static int copies;

static int called(const char *what, const char *value, const char *name)
{
    char *list = calls[(int)*name];
    sprintf(list + strlen(list), " %s %s", what, value);
    return strcmp(name, refused) == 0 ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int copy(MPI_Datatype type, int key, void *extra, void *value, void *made, int *flag)
{
    char *text = value;
    int error = called("copy", text, extra);
    *flag = text[1] != 0;
    *(char **)made = text + 1;
    copies += *flag && error == MPI_SUCCESS;
    return error;
}

static int end(MPI_Datatype type, int key, void *value, void *extra)
{
    int error = called("delete", value, extra);
    copies -= error == MPI_SUCCESS;
    if (ending && rank == 0)
        printf("MPI_Finalize: delete %s of %s\n", (char *)value, (char *)extra);
    return error;
}

static int copy_window(MPI_Win win, int key, void *extra, void *value, void *made, int *flag)
{
    return called("copy", value, extra);
}

static int end_window(MPI_Win win, int key, void *value, void *extra)
{
    return called("delete", value, extra);
}

static void show(MPI_Datatype type, int key, const char *name)
{
    void *value = NULL;
    int flag = -1, code = MPI_Type_get_attr(type, key, &value, &flag);
    if (code != MPI_SUCCESS)
        note("%s: %s\n", name, class_of(code));
    else
        note("%s: %s\n", name, flag ? (char *)value : "nothing");
}

static void show_window(MPI_Win win, int key, const char *name)
{
    void *value = NULL;
    int flag = -1, code = MPI_Win_get_attr(win, key, &value, &flag);
    if (code != MPI_SUCCESS)
        note("%s: %s\n", name, class_of(code));
    else
        note("%s: %s\n", name, flag ? (char *)value : "nothing");
}

static void say(const char *call, int code)
{
    note("%s: %s\n", call, class_of(code));
    for (int name = 'A'; name < 'Z'; name++) {
        if (calls[name][0] != 0)
            note("  %c:%s\n", name, calls[name]);
        calls[name][0] = 0;
    }
}

#define SAY(call) say(#call, call)

static int a, b, plain, silent, window, window_plain, comm_key;

static void types(void)
{
    MPI_Datatype column, dup, again, basic;
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    show(column, a, "nothing yet");
    MPI_Type_set_attr(column, a, "a");
    MPI_Type_set_attr(column, b, "bb");
    MPI_Type_set_attr(column, plain, "plain");
    MPI_Type_set_attr(column, silent, "silent");
    SAY(MPI_Type_set_attr(column, a, "aaa"));
    show(column, a, "a");
    show(column, b, "b");
    SAY(MPI_Type_dup(column, &dup));
    show(dup, a, "a of the copy");
    show(dup, b, "b of the copy");
    show(dup, plain, "plain of the copy");
    show(dup, silent, "silent of the copy");
    SAY(MPI_Type_dup(dup, &again));
    show(again, a, "a of its copy");
    show(again, b, "b of its copy");
    SAY(MPI_Type_delete_attr(dup, a));
    SAY(MPI_Type_delete_attr(dup, a));
    show(dup, a, "a of the copy");
    SAY(MPI_Type_free(&again));
    SAY(MPI_Type_free(&dup));

    /* Other ways to make a type of a type copy nothing. */
    SAY(MPI_Type_contiguous(2, column, &dup));
    show(dup, b, "b of a type of columns");
    SAY(MPI_Type_free(&dup));
    SAY(MPI_Type_create_resized(column, 0, 4, &dup));
    show(dup, b, "b of a resized column");
    SAY(MPI_Type_free(&dup));

    /* A copy that fails leaves no value of the other key. */
    copies = 0;
    refused = "B";
    note("copy, B refuses: %s", class_of(MPI_Type_dup(column, &dup)));
    note(", %s, %d left\n", dup == MPI_DATATYPE_NULL ? "no type" : "a type", copies);
    refused = "A";
    note("copy, A refuses: %s", class_of(MPI_Type_dup(column, &dup)));
    note(", %s, %d left\n", dup == MPI_DATATYPE_NULL ? "no type" : "a type", copies);
    calls['A'][0] = calls['B'][0] = 0;
    SAY(MPI_Type_set_attr(column, a, "new"));
    SAY(MPI_Type_delete_attr(column, a));
    show(column, a, "a");
    refused = "";
    SAY(MPI_Type_free(&column));

    /* Basic types have values too. */
    SAY(MPI_Type_set_attr(MPI_INT, a, "int"));
    show(MPI_INT, a, "a of MPI_INT");
    show(MPI_INT, b, "b of MPI_INT");
    show(MPI_DOUBLE, a, "a of MPI_DOUBLE");
    SAY(MPI_Type_dup(MPI_INT, &basic));
    show(basic, a, "a of its copy");
    SAY(MPI_Type_free(&basic));
    SAY(MPI_Type_delete_attr(MPI_INT, a));
    show(MPI_INT, a, "a of MPI_INT");
}

static void windows(void)
{
    static int memory[4];
    MPI_Win win, other;
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    show_window(win, window, "nothing yet");
    SAY(MPI_Win_set_attr(win, window_plain, "plain"));
    SAY(MPI_Win_set_attr(win, window, "one"));
    SAY(MPI_Win_set_attr(win, window, "two"));
    SAY(MPI_Win_set_attr(other, window, "other"));
    show_window(win, window, "of the window");
    show_window(win, window_plain, "plain of the window");
    show_window(other, window, "of the other window");
    SAY(MPI_Win_delete_attr(win, window));
    SAY(MPI_Win_delete_attr(win, window));
    show_window(win, window, "of the window");
    SAY(MPI_Win_set_attr(win, window, "three"));
    refused = "W";
    SAY(MPI_Win_set_attr(win, window, "four"));
    SAY(MPI_Win_delete_attr(win, window));
    refused = "";
    show_window(win, window, "of the window");
    SAY(MPI_Win_set_attr(win, a, "z"));
    SAY(MPI_Win_set_attr(win, comm_key, "z"));
    show_window(win, a, "a of the window");
    show_window(win, MPI_KEYVAL_INVALID, "no key");
    SAY(MPI_Win_set_attr(win, MPI_WIN_BASE, "z"));
    SAY(MPI_Win_delete_attr(win, MPI_WIN_SIZE));
    SAY(MPI_Win_free(&win));
    SAY(MPI_Win_free(&other));
}

static void wrong_kinds(void)
{
    MPI_Datatype type;
    void *value;
    int flag, key;
    MPI_Type_contiguous(3, MPI_INT, &type);
    SAY(MPI_Type_set_attr(type, window, "z"));
    SAY(MPI_Type_set_attr(type, comm_key, "z"));
    SAY(MPI_Type_set_attr(type, MPI_KEYVAL_INVALID, "z"));
    SAY(MPI_Type_get_attr(type, MPI_TAG_UB, &value, &flag));
    SAY(MPI_Type_get_attr(type, comm_key, &value, &flag));
    SAY(MPI_Type_delete_attr(type, window));
    SAY(MPI_Type_set_attr(MPI_DATATYPE_NULL, a, "z"));
    SAY(MPI_Comm_set_attr(MPI_COMM_WORLD, a, "z"));
    SAY(MPI_Comm_get_attr(MPI_COMM_WORLD, window, &value, &flag));
    SAY((key = a, MPI_Win_free_keyval(&key)));
    SAY((key = window, MPI_Type_free_keyval(&key)));
    SAY((key = comm_key, MPI_Type_free_keyval(&key)));
    SAY((key = a, MPI_Comm_free_keyval(&key)));
    MPI_Type_free(&type);
}

/* Values keep a key that is freed. */
static void freed_keys(void)
{
    MPI_Datatype type, dup;
    MPI_Win win;
    static int memory = 5;
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_set_attr(type, a, "last");
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_attr(win, window, "last");
    SAY(MPI_Type_free_keyval(&a));
    SAY(MPI_Win_free_keyval(&window));
    note("the keys are %s\n", a == MPI_KEYVAL_INVALID && window == MPI_KEYVAL_INVALID ? "gone" : "still there");
    SAY(MPI_Type_dup(type, &dup));
    SAY(MPI_Type_free(&dup));
    SAY(MPI_Type_free(&type));
    SAY(MPI_Win_free(&win));
}

int main(int argc, char **argv)
{
    static char first[sizeof notes];
    int other, others;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_create_keyval(copy, end, &a, "A");
    MPI_Type_create_keyval(copy, end, &b, "B");
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &plain, NULL);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, end, &silent, "S");
    MPI_Win_create_keyval(MPI_WIN_DUP_FN, MPI_WIN_NULL_DELETE_FN, &window_plain, NULL);
    MPI_Win_create_keyval(copy_window, end_window, &window, "W");
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &comm_key, NULL);
    types();
    windows();
    wrong_kinds();
    freed_keys();
    SAY(MPI_Type_set_attr(MPI_DOUBLE, b, "left"));
    strcpy(first, notes);
    MPI_Bcast(first, sizeof first, MPI_CHAR, 0, MPI_COMM_WORLD);
    other = strcmp(first, notes) != 0;
    MPI_Reduce(&other, &others, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%sranks that noted something else: %d\n", notes, others);
    ending = 1;
    MPI_Finalize();
    return 0;
}
