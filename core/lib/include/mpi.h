/* MPIMC: message passing between the nodes of the chip by the names, types and meaning of MPI 3.1. Each compute node is
   one rank, row by row. A node makes progress with its messages only while it is inside a call of MPI. */
#ifndef _MPI_H
#define _MPI_H

#define MPI_VERSION 3
#define MPI_SUBVERSION 1

typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Op;
typedef int MPI_Request;
typedef long MPI_Aint;
typedef long long MPI_Count;
typedef long long MPI_Offset;
typedef int MPI_Group;
typedef int MPI_Errhandler;
typedef int MPI_Info;
typedef int MPI_File;
typedef int MPI_Message;
typedef int MPI_Win;

enum { MPI_ERRHANDLER_NULL, MPI_ERRORS_ARE_FATAL, MPI_ERRORS_RETURN };
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
enum {
    MPI_SUCCESS, MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_TAG, MPI_ERR_COMM, MPI_ERR_RANK, MPI_ERR_ROOT,
    MPI_ERR_GROUP, MPI_ERR_OP, MPI_ERR_TOPOLOGY, MPI_ERR_DIMS, MPI_ERR_ARG, MPI_ERR_UNKNOWN, MPI_ERR_TRUNCATE,
    MPI_ERR_OTHER, MPI_ERR_INTERN, MPI_ERR_IN_STATUS, MPI_ERR_PENDING, MPI_ERR_REQUEST, MPI_ERR_ACCESS, MPI_ERR_AMODE,
    MPI_ERR_BAD_FILE, MPI_ERR_CONVERSION, MPI_ERR_DUP_DATAREP, MPI_ERR_FILE_EXISTS, MPI_ERR_FILE_IN_USE, MPI_ERR_FILE,
    MPI_ERR_INFO, MPI_ERR_INFO_KEY, MPI_ERR_INFO_VALUE, MPI_ERR_INFO_NOKEY, MPI_ERR_IO, MPI_ERR_NAME, MPI_ERR_NO_MEM,
    MPI_ERR_NOT_SAME, MPI_ERR_NO_SPACE, MPI_ERR_NO_SUCH_FILE, MPI_ERR_PORT, MPI_ERR_QUOTA, MPI_ERR_READ_ONLY,
    MPI_ERR_SERVICE, MPI_ERR_SPAWN, MPI_ERR_UNSUPPORTED_DATAREP, MPI_ERR_UNSUPPORTED_OPERATION, MPI_ERR_WIN, MPI_ERR_BASE,
    MPI_ERR_LOCKTYPE, MPI_ERR_KEYVAL, MPI_ERR_RMA_CONFLICT, MPI_ERR_RMA_SYNC, MPI_ERR_SIZE, MPI_ERR_DISP, MPI_ERR_ASSERT,
    MPI_ERR_RMA_RANGE, MPI_ERR_RMA_ATTACH, MPI_ERR_RMA_SHARED, MPI_ERR_RMA_FLAVOR,
    MPI_ERR_LASTCODE = MPI_ERR_RMA_FLAVOR
};

typedef struct {
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
    int _bytes;
} MPI_Status;

typedef void MPI_User_function(void *in, void *inout, int *count, MPI_Datatype *type);
typedef void MPI_Comm_errhandler_function(MPI_Comm *comm, int *code, ...);
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn, MPI_Handler_function;
/* All handles are numbers. */
typedef MPI_Comm_errhandler_function MPI_File_errhandler_function, MPI_File_errhandler_fn;
typedef MPI_Comm_errhandler_function MPI_Win_errhandler_function, MPI_Win_errhandler_fn;
typedef int MPI_Comm_copy_attr_function(MPI_Comm comm, int key, void *extra, void *value, void *made, int *flag);
typedef MPI_Comm_copy_attr_function MPI_Copy_function;
typedef int MPI_Comm_delete_attr_function(MPI_Comm comm, int key, void *value, void *extra);
typedef MPI_Comm_delete_attr_function MPI_Delete_function;
typedef MPI_Comm_copy_attr_function MPI_Type_copy_attr_function, MPI_Win_copy_attr_function;
typedef MPI_Comm_delete_attr_function MPI_Type_delete_attr_function, MPI_Win_delete_attr_function;

#define MPI_COMM_NULL 0
#define MPI_COMM_WORLD 1
#define MPI_COMM_SELF 2

#define MPI_IDENT 0
#define MPI_CONGRUENT 1
#define MPI_SIMILAR 2
#define MPI_UNEQUAL 3

#define MPI_ANY_SOURCE (-2)
#define MPI_ANY_TAG (-1)
#define MPI_PROC_NULL (-1)
#define MPI_UNDEFINED (-32766)
#define MPI_TAG_UB_VALUE 32767
#define MPI_REQUEST_NULL 0
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_GROUP_NULL 0
#define MPI_GROUP_EMPTY 1
#define MPI_MAX_ERROR_STRING 256
#define MPI_MAX_PROCESSOR_NAME 32
#define MPI_MAX_LIBRARY_VERSION_STRING 64
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_INFO_KEY 255
#define MPI_MAX_INFO_VAL 1024
#define MPI_INFO_NULL 0
#define MPI_INFO_ENV 1
#define MPI_MESSAGE_NULL 0
#define MPI_MESSAGE_NO_PROC (-1)
#define MPI_BSEND_OVERHEAD 96
#define MPI_COMM_TYPE_SHARED 1

/* What MPI_Topo_test gives. */
#define MPI_GRAPH 1
#define MPI_CART 2
#define MPI_DIST_GRAPH 3
#define MPI_UNWEIGHTED ((int *)-2)
#define MPI_WEIGHTS_EMPTY ((int *)-3)

/* Keys of attributes that are there from the beginning: their values are pointers to int. */
enum {
    MPI_KEYVAL_INVALID, MPI_TAG_UB, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL, MPI_UNIVERSE_SIZE, MPI_APPNUM, MPI_LASTUSEDCODE
};
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function *)0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *)0)
#define MPI_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MPI_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN
#define MPI_DUP_FN MPI_COMM_DUP_FN
#define MPI_TYPE_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MPI_TYPE_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN
#define MPI_TYPE_DUP_FN MPI_COMM_DUP_FN
#define MPI_WIN_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MPI_WIN_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN
#define MPI_WIN_DUP_FN MPI_COMM_DUP_FN

/* A type is its number and, in the low 8 bits, its bytes. Those that a program makes have 0 there. A pair, or a complex
   number, has the bytes of a struct. */
#define MPI_DATATYPE_NULL 0
#define MPI_CHAR 0x101
#define MPI_SIGNED_CHAR 0x201
#define MPI_UNSIGNED_CHAR 0x301
#define MPI_BYTE 0x401
#define MPI_SHORT 0x502
#define MPI_UNSIGNED_SHORT 0x602
#define MPI_INT 0x704
#define MPI_UNSIGNED 0x804
#define MPI_LONG 0x904
#define MPI_UNSIGNED_LONG 0xa04
#define MPI_LONG_LONG 0xb08
#define MPI_LONG_LONG_INT MPI_LONG_LONG
#define MPI_UNSIGNED_LONG_LONG 0xc08
#define MPI_FLOAT 0xd04
#define MPI_DOUBLE 0xe08
#define MPI_C_BOOL 0xf01
#define MPI_INT8_T MPI_SIGNED_CHAR
#define MPI_UINT8_T MPI_UNSIGNED_CHAR
#define MPI_INT16_T MPI_SHORT
#define MPI_UINT16_T MPI_UNSIGNED_SHORT
#define MPI_INT32_T MPI_INT
#define MPI_UINT32_T MPI_UNSIGNED
#define MPI_INT64_T MPI_LONG_LONG
#define MPI_UINT64_T MPI_UNSIGNED_LONG_LONG
#define MPI_2INT 0x1008
#define MPI_LONG_INT 0x1108
#define MPI_FLOAT_INT 0x1208
#define MPI_DOUBLE_INT 0x1310
#define MPI_COMPLEX 0x1408
#define MPI_C_COMPLEX MPI_COMPLEX
#define MPI_C_FLOAT_COMPLEX MPI_COMPLEX
#define MPI_DOUBLE_COMPLEX 0x1510
#define MPI_C_DOUBLE_COMPLEX MPI_DOUBLE_COMPLEX
#define MPI_PACKED 0x1601
#define MPI_SHORT_INT 0x1708
#define MPI_LONG_DOUBLE MPI_DOUBLE
#define MPI_LONG_DOUBLE_INT MPI_DOUBLE_INT
#define MPI_C_LONG_DOUBLE_COMPLEX MPI_DOUBLE_COMPLEX
#define MPI_AINT MPI_LONG
#define MPI_COUNT MPI_LONG_LONG
#define MPI_OFFSET MPI_LONG_LONG
#define MPI_WCHAR MPI_INT
/* Those of Fortran. */
#define MPI_CHARACTER MPI_CHAR
#define MPI_LOGICAL MPI_INT
#define MPI_INTEGER MPI_INT
#define MPI_INTEGER1 MPI_SIGNED_CHAR
#define MPI_INTEGER2 MPI_SHORT
#define MPI_INTEGER4 MPI_INT
#define MPI_INTEGER8 MPI_LONG_LONG
#define MPI_REAL MPI_FLOAT
#define MPI_REAL4 MPI_FLOAT
#define MPI_REAL8 MPI_DOUBLE
#define MPI_DOUBLE_PRECISION MPI_DOUBLE
#define MPI_COMPLEX8 MPI_COMPLEX
#define MPI_COMPLEX16 MPI_DOUBLE_COMPLEX
#define MPI_2INTEGER MPI_2INT
/* Bounds in MPI_Type_struct, without data. */
#define MPI_LB 0x7fff0100
#define MPI_UB 0x7fff0200

#define MPI_FILE_NULL 0
#define MPI_SEEK_SET 0
#define MPI_SEEK_CUR 1
#define MPI_SEEK_END 2
#define MPI_DISPLACEMENT_CURRENT (-54278278LL)
#define MPI_MAX_DATAREP_STRING 128
enum {
    MPI_MODE_CREATE = 1, MPI_MODE_RDONLY = 2, MPI_MODE_WRONLY = 4, MPI_MODE_RDWR = 8, MPI_MODE_DELETE_ON_CLOSE = 16,
    MPI_MODE_UNIQUE_OPEN = 32, MPI_MODE_EXCL = 64, MPI_MODE_APPEND = 128, MPI_MODE_SEQUENTIAL = 256
};
#define MPI_ORDER_C 56
#define MPI_ORDER_FORTRAN 57
#define MPI_DISTRIBUTE_BLOCK 121
#define MPI_DISTRIBUTE_CYCLIC 122
#define MPI_DISTRIBUTE_NONE 123
#define MPI_DISTRIBUTE_DFLT_DARG (-49767)
#define MPI_TYPECLASS_REAL 1
#define MPI_TYPECLASS_INTEGER 2
#define MPI_TYPECLASS_COMPLEX 3
#define MPI_BOTTOM ((void *)0)
enum {
    MPI_COMBINER_NAMED = 1, MPI_COMBINER_DUP, MPI_COMBINER_CONTIGUOUS, MPI_COMBINER_VECTOR,
    MPI_COMBINER_HVECTOR_INTEGER, MPI_COMBINER_HVECTOR, MPI_COMBINER_INDEXED, MPI_COMBINER_HINDEXED_INTEGER,
    MPI_COMBINER_HINDEXED, MPI_COMBINER_INDEXED_BLOCK, MPI_COMBINER_STRUCT_INTEGER, MPI_COMBINER_STRUCT,
    MPI_COMBINER_SUBARRAY, MPI_COMBINER_DARRAY, MPI_COMBINER_F90_REAL, MPI_COMBINER_F90_COMPLEX,
    MPI_COMBINER_F90_INTEGER, MPI_COMBINER_RESIZED, MPI_COMBINER_HINDEXED_BLOCK
};

#define MPI_OP_NULL 0
#define MPI_SUM 1
#define MPI_PROD 2
#define MPI_MAX 3
#define MPI_MIN 4
#define MPI_LAND 5
#define MPI_LOR 6
#define MPI_LXOR 7
#define MPI_BAND 8
#define MPI_BOR 9
#define MPI_BXOR 10
#define MPI_MAXLOC 11
#define MPI_MINLOC 12
#define MPI_REPLACE 13 /* in windows only, like the next one */
#define MPI_NO_OP 14

/* Windows. */
#define MPI_WIN_NULL 0
#define MPI_LOCK_SHARED 1
#define MPI_LOCK_EXCLUSIVE 2
#define MPI_MODE_NOCHECK 1024
#define MPI_MODE_NOSTORE 2048
#define MPI_MODE_NOPUT 4096
#define MPI_MODE_NOPRECEDE 8192
#define MPI_MODE_NOSUCCEED 16384
#define MPI_WIN_FLAVOR_CREATE 1
#define MPI_WIN_FLAVOR_ALLOCATE 2
#define MPI_WIN_FLAVOR_DYNAMIC 3
#define MPI_WIN_FLAVOR_SHARED 4
#define MPI_WIN_SEPARATE 1
#define MPI_WIN_UNIFIED 2
#define MPI_WIN_BASE 0x66000001
#define MPI_WIN_SIZE 0x66000003
#define MPI_WIN_DISP_UNIT 0x66000005
#define MPI_WIN_CREATE_FLAVOR 0x66000007
#define MPI_WIN_MODEL 0x66000009

/* Start and end. */
int MPI_Init(int *argc, char ***argv);
int MPI_Init_thread(int *argc, char ***argv, int wanted, int *given); /* gives the wanted level */
int MPI_Query_thread(int *given);
int MPI_Is_thread_main(int *flag);
int MPI_Finalize(void);
int MPI_Initialized(int *flag);
int MPI_Finalized(int *flag);
int MPI_Abort(MPI_Comm comm, int code);
double MPI_Wtime(void); /* seconds; a cycle is a nanosecond */
double MPI_Wtick(void);
int MPI_Get_processor_name(char *name, int *length);
int MPI_Get_version(int *version, int *subversion);
int MPI_Get_library_version(char *version, int *length);
int MPI_Pcontrol(const int level, ...); /* no effect */
int MPI_Alloc_mem(MPI_Aint bytes, MPI_Info info, void *memory);
int MPI_Free_mem(void *memory);
int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *made);
int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *made);
int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *made, MPI_Request *request);
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made);
int MPI_Comm_split_type(MPI_Comm comm, int kind, int key, MPI_Info info, MPI_Comm *made);
int MPI_Comm_free(MPI_Comm *comm);
int MPI_Comm_compare(MPI_Comm one, MPI_Comm other, int *result);
int MPI_Comm_set_name(MPI_Comm comm, const char *name);
int MPI_Comm_get_name(MPI_Comm comm, char *name, int *length);
int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info);
int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info);

/* There are no communicators between two groups: the answer is always 0, and the others are errors. */
int MPI_Comm_test_inter(MPI_Comm comm, int *flag);
int MPI_Comm_remote_size(MPI_Comm comm, int *size);
int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group);

/* Types that the program makes. */
int MPI_Type_size(MPI_Datatype type, int *bytes);
int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *low, MPI_Aint *extent);
int MPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *low, MPI_Aint *extent);
int MPI_Type_size_x(MPI_Datatype type, MPI_Count *bytes);
int MPI_Type_get_extent_x(MPI_Datatype type, MPI_Count *low, MPI_Count *extent);
int MPI_Type_get_true_extent_x(MPI_Datatype type, MPI_Count *low, MPI_Count *extent);
int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_vector(int count, int length, int stride, MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_indexed(int count, const int lengths[], const int places[], MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_create_hindexed(int count, const int lengths[], const MPI_Aint places[], MPI_Datatype old,
                             MPI_Datatype *made);
int MPI_Type_create_indexed_block(int count, int length, const int places[], MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_create_hindexed_block(int count, int length, const MPI_Aint places[], MPI_Datatype old,
                                   MPI_Datatype *made);
int MPI_Type_create_struct(int count, const int lengths[], const MPI_Aint places[], const MPI_Datatype types[],
                           MPI_Datatype *made);
int MPI_Type_create_subarray(int dims, const int sizes[], const int parts[], const int starts[], int order,
                             MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_create_darray(int size, int rank, int dims, const int sizes[], const int how[], const int arguments[],
                           const int processes[], int order, MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_create_resized(MPI_Datatype old, MPI_Aint low, MPI_Aint extent, MPI_Datatype *made);
int MPI_Type_dup(MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_commit(MPI_Datatype *type);
int MPI_Type_free(MPI_Datatype *type);
int MPI_Type_get_envelope(MPI_Datatype type, int *ints, int *addresses, int *types, int *combiner);
int MPI_Type_get_contents(MPI_Datatype type, int most_ints, int most_addresses, int most_types, int ints[],
                          MPI_Aint addresses[], MPI_Datatype types[]);
int MPI_Type_set_name(MPI_Datatype type, const char *name);
int MPI_Type_get_name(MPI_Datatype type, char *name, int *length);
int MPI_Type_create_keyval(MPI_Type_copy_attr_function *copy, MPI_Type_delete_attr_function *end, int *key, void *extra);
int MPI_Type_free_keyval(int *key);
int MPI_Type_set_attr(MPI_Datatype type, int key, void *value);
int MPI_Type_get_attr(MPI_Datatype type, int key, void *value, int *flag);
int MPI_Type_delete_attr(MPI_Datatype type, int key);
int MPI_Type_match_size(int kind, int bytes, MPI_Datatype *type);
int MPI_Get_address(const void *place, MPI_Aint *address);
MPI_Aint MPI_Aint_add(MPI_Aint address, MPI_Aint more);
MPI_Aint MPI_Aint_diff(MPI_Aint one, MPI_Aint other);
int MPI_Pack(const void *in, int count, MPI_Datatype type, void *out, int bytes, int *position, MPI_Comm comm);
int MPI_Unpack(const void *in, int bytes, int *position, void *out, int count, MPI_Datatype type, MPI_Comm comm);
int MPI_Pack_size(int count, MPI_Datatype type, MPI_Comm comm, int *bytes);
int MPI_Pack_external(const char *name, const void *in, int count, MPI_Datatype type, void *out, MPI_Aint bytes,
                      MPI_Aint *position);
int MPI_Unpack_external(const char *name, const void *in, MPI_Aint bytes, MPI_Aint *position, void *out, int count,
                        MPI_Datatype type);
int MPI_Pack_external_size(const char *name, int count, MPI_Datatype type, MPI_Aint *bytes);
/* The names of MPI-1, which MPI 3 has removed. */
int MPI_Address(void *place, MPI_Aint *address);
int MPI_Type_extent(MPI_Datatype type, MPI_Aint *extent);
int MPI_Type_lb(MPI_Datatype type, MPI_Aint *low);
int MPI_Type_ub(MPI_Datatype type, MPI_Aint *high);
int MPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_hindexed(int count, int lengths[], MPI_Aint places[], MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_struct(int count, int lengths[], MPI_Aint places[], MPI_Datatype types[], MPI_Datatype *made);

/* Groups: ranks in an order, without messages of their own. */
int MPI_Comm_group(MPI_Comm comm, MPI_Group *made);
int MPI_Group_size(MPI_Group group, int *size);
int MPI_Group_rank(MPI_Group group, int *rank);
int MPI_Group_incl(MPI_Group group, int count, const int ranks[], MPI_Group *made);
int MPI_Group_excl(MPI_Group group, int count, const int ranks[], MPI_Group *made);
int MPI_Group_range_incl(MPI_Group group, int count, int ranges[][3], MPI_Group *made);
int MPI_Group_range_excl(MPI_Group group, int count, int ranges[][3], MPI_Group *made);
int MPI_Group_compare(MPI_Group one, MPI_Group other, int *result);
int MPI_Group_union(MPI_Group one, MPI_Group other, MPI_Group *made);
int MPI_Group_intersection(MPI_Group one, MPI_Group other, MPI_Group *made);
int MPI_Group_difference(MPI_Group one, MPI_Group other, MPI_Group *made);
int MPI_Group_translate_ranks(MPI_Group from, int count, const int ranks[], MPI_Group to, int there[]);
int MPI_Group_free(MPI_Group *group);
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made);
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made);

/* Errors. A new communicator has the handler of the one that it was made from. */
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler);
int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler);
int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function, MPI_Errhandler *handler);
int MPI_Comm_call_errhandler(MPI_Comm comm, int code);
int MPI_Errhandler_free(MPI_Errhandler *handler);
int MPI_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *handler);
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler);
int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *handler);
int MPI_Error_class(int code, int *class);
int MPI_Error_string(int code, char *text, int *length);
int MPI_Add_error_class(int *class);
int MPI_Add_error_code(int class, int *code);
int MPI_Add_error_string(int code, const char *text);

/* Values that a program keeps at a communicator. */
int MPI_COMM_DUP_FN(MPI_Comm comm, int key, void *extra, void *value, void *made, int *flag);
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *end, int *key, void *extra);
int MPI_Comm_free_keyval(int *key);
int MPI_Comm_set_attr(MPI_Comm comm, int key, void *value);
int MPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *flag);
int MPI_Comm_delete_attr(MPI_Comm comm, int key);
int MPI_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *end, int *key, void *extra);
int MPI_Keyval_free(int *key);
int MPI_Attr_put(MPI_Comm comm, int key, void *value);
int MPI_Attr_get(MPI_Comm comm, int key, void *value, int *flag);
int MPI_Attr_delete(MPI_Comm comm, int key);

/* Hints: names with values. They are stored and have no effect. */
int MPI_Info_create(MPI_Info *info);
int MPI_Info_dup(MPI_Info info, MPI_Info *made);
int MPI_Info_free(MPI_Info *info);
int MPI_Info_set(MPI_Info info, const char *key, const char *value);
int MPI_Info_get(MPI_Info info, const char *key, int most, char *value, int *flag);
int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *length, int *flag);
int MPI_Info_get_nkeys(MPI_Info info, int *keys);
int MPI_Info_get_nthkey(MPI_Info info, int number, char *key);
int MPI_Info_delete(MPI_Info info, const char *key);

/* Ranks in a grid. */
int MPI_Dims_create(int nodes, int dims, int sizes[]);
int MPI_Cart_create(MPI_Comm comm, int dims, const int sizes[], const int periodic[], int reorder, MPI_Comm *made);
int MPI_Cartdim_get(MPI_Comm comm, int *dims);
int MPI_Cart_get(MPI_Comm comm, int most, int sizes[], int periodic[], int coords[]);
int MPI_Cart_coords(MPI_Comm comm, int rank, int most, int coords[]);
int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank);
int MPI_Cart_shift(MPI_Comm comm, int direction, int distance, int *before, int *after);
int MPI_Cart_sub(MPI_Comm comm, const int remain[], MPI_Comm *made);
int MPI_Cart_map(MPI_Comm comm, int dims, const int sizes[], const int periodic[], int *rank);
int MPI_Topo_test(MPI_Comm comm, int *kind);

/* Ranks in a graph. */
int MPI_Graph_create(MPI_Comm comm, int nodes, const int index[], const int edges[], int reorder, MPI_Comm *made);
int MPI_Graphdims_get(MPI_Comm comm, int *nodes, int *edges);
int MPI_Graph_get(MPI_Comm comm, int most_nodes, int most_edges, int index[], int edges[]);
int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *count);
int MPI_Graph_neighbors(MPI_Comm comm, int rank, int most, int neighbors[]);
int MPI_Graph_map(MPI_Comm comm, int nodes, const int index[], const int edges[], int *rank);
int MPI_Dist_graph_create(MPI_Comm comm, int count, const int sources[], const int degrees[], const int destinations[],
                          const int weights[], MPI_Info info, int reorder, MPI_Comm *made);
int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int in_count, const int sources[], const int in_weights[],
                                   int out_count, const int destinations[], const int out_weights[], MPI_Info info,
                                   int reorder, MPI_Comm *made);
int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *in_count, int *out_count, int *weighted);
int MPI_Dist_graph_neighbors(MPI_Comm comm, int most_in, int sources[], int in_weights[], int most_out,
                             int destinations[], int out_weights[]);
int MPI_Neighbor_allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                           MPI_Datatype out_type, MPI_Comm comm);
int MPI_Neighbor_allgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
                            const int places[], MPI_Datatype out_type, MPI_Comm comm);
int MPI_Neighbor_alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                          MPI_Datatype out_type, MPI_Comm comm);
int MPI_Neighbor_alltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type, void *out,
                           const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm);
int MPI_Neighbor_alltoallw(const void *in, const int in_counts[], const MPI_Aint in_places[],
                           const MPI_Datatype in_types[], void *out, const int out_counts[],
                           const MPI_Aint out_places[], const MPI_Datatype out_types[], MPI_Comm comm);

/* The same, with a request. */
int MPI_Ineighbor_allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                            MPI_Datatype out_type, MPI_Comm comm, MPI_Request *request);
int MPI_Ineighbor_allgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
                             const int places[], MPI_Datatype out_type, MPI_Comm comm, MPI_Request *request);
int MPI_Ineighbor_alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                           MPI_Datatype out_type, MPI_Comm comm, MPI_Request *request);
int MPI_Ineighbor_alltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type, void *out,
                            const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm,
                            MPI_Request *request);
int MPI_Ineighbor_alltoallw(const void *in, const int in_counts[], const MPI_Aint in_places[],
                            const MPI_Datatype in_types[], void *out, const int out_counts[],
                            const MPI_Aint out_places[], const MPI_Datatype out_types[], MPI_Comm comm,
                            MPI_Request *request);

/* From one rank to another. */
int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Ssend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Rsend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int to, int out_tag, void *in, int in_count,
                 MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm, MPI_Status *status);
int MPI_Sendrecv_replace(void *buffer, int count, MPI_Datatype type, int to, int out_tag, int from, int in_tag,
                         MPI_Comm comm, MPI_Status *status);
int MPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Iprobe(int from, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
int MPI_Mprobe(int from, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status);
int MPI_Improbe(int from, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status);
int MPI_Mrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status);
int MPI_Imrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *message, MPI_Request *request);
int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Get_elements(const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype type, MPI_Count *count);
int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype type, int count);
int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype type, MPI_Count count);
int MPI_Status_set_cancelled(MPI_Status *status, int flag);

/* Sends that copy the message into a buffer of the program, and end at once. */
int MPI_Buffer_attach(void *buffer, int bytes);
int MPI_Buffer_detach(void *buffer, int *bytes);
int MPI_Bsend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Ibsend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Bsend_init(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request);

/* Begun now, ended later. */
int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Irsend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Send_init(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Ssend_init(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Rsend_init(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Recv_init(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Start(MPI_Request *request);
int MPI_Startall(int count, MPI_Request requests[]);
int MPI_Request_free(MPI_Request *request);
int MPI_Cancel(MPI_Request *request);
int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status);
int MPI_Test_cancelled(const MPI_Status *status, int *flag);
int MPI_Wait(MPI_Request *request, MPI_Status *status);
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]);
int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status);
int MPI_Testsome(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[]);
int MPI_Waitsome(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[]);
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]);
int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status);

/* All ranks together. */
int MPI_Barrier(MPI_Comm comm);
int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm);
int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Scan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Exscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Gather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
               int root, MPI_Comm comm);
int MPI_Scatter(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                int root, MPI_Comm comm);
int MPI_Allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                  MPI_Comm comm);
int MPI_Alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                 MPI_Comm comm);
int MPI_Gatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[], const int places[],
                MPI_Datatype out_type, int root, MPI_Comm comm);
int MPI_Scatterv(const void *in, const int counts[], const int places[], MPI_Datatype in_type, void *out, int out_count,
                 MPI_Datatype out_type, int root, MPI_Comm comm);
int MPI_Allgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
                   const int places[], MPI_Datatype out_type, MPI_Comm comm);
int MPI_Alltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type, void *out,
                  const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm);
int MPI_Alltoallw(const void *in, const int in_counts[], const int in_places[], const MPI_Datatype in_types[], void *out,
                  const int out_counts[], const int out_places[], const MPI_Datatype out_types[], MPI_Comm comm);
int MPI_Reduce_scatter_block(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Reduce_local(const void *in, void *inout, int count, MPI_Datatype type, MPI_Op op);
int MPI_Reduce_scatter(const void *in, void *out, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Op_create(MPI_User_function *function, int commutes, MPI_Op *op);
int MPI_Op_commutative(MPI_Op op, int *commutes);
int MPI_Op_free(MPI_Op *op);

/* Files: those of the chip. Each rank has a view and a pointer. Without a handler of its own, a call gives the class of its
   error back. */
int MPI_File_open(MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file);
int MPI_File_close(MPI_File *file);
int MPI_File_delete(const char *name, MPI_Info info);
int MPI_File_get_size(MPI_File file, MPI_Offset *size);
int MPI_File_set_size(MPI_File file, MPI_Offset size);
int MPI_File_preallocate(MPI_File file, MPI_Offset size);
int MPI_File_get_amode(MPI_File file, int *mode);
int MPI_File_sync(MPI_File file);
int MPI_File_set_atomicity(MPI_File file, int flag);
int MPI_File_get_atomicity(MPI_File file, int *flag);
int MPI_File_get_group(MPI_File file, MPI_Group *group);
int MPI_File_set_view(MPI_File file, MPI_Offset start, MPI_Datatype element, MPI_Datatype type, const char *format,
                      MPI_Info info);
int MPI_File_get_view(MPI_File file, MPI_Offset *start, MPI_Datatype *element, MPI_Datatype *type, char *format);
int MPI_File_get_byte_offset(MPI_File file, MPI_Offset at, MPI_Offset *place);
int MPI_File_get_type_extent(MPI_File file, MPI_Datatype type, MPI_Aint *extent);
int MPI_File_read_at(MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_write_at(MPI_File file, MPI_Offset at, const void *buffer, int count, MPI_Datatype type,
                      MPI_Status *status);
int MPI_File_read_at_all(MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_write_at_all(MPI_File file, MPI_Offset at, const void *buffer, int count, MPI_Datatype type,
                          MPI_Status *status);
int MPI_File_read(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_write(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_read_all(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_write_all(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_seek(MPI_File file, MPI_Offset offset, int from);
int MPI_File_get_position(MPI_File file, MPI_Offset *at);
int MPI_File_read_shared(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_write_shared(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_read_ordered(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_write_ordered(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_seek_shared(MPI_File file, MPI_Offset offset, int from);
int MPI_File_get_position_shared(MPI_File file, MPI_Offset *at);
int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler handler);
int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler *handler);
int MPI_File_create_errhandler(MPI_File_errhandler_function *made, MPI_Errhandler *handler);
int MPI_File_call_errhandler(MPI_File file, int code);
int MPI_File_set_info(MPI_File file, MPI_Info info);
int MPI_File_get_info(MPI_File file, MPI_Info *info);
int MPI_File_iread_at(MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type, MPI_Request *request);
int MPI_File_iwrite_at(MPI_File file, MPI_Offset at, const void *buffer, int count, MPI_Datatype type,
                       MPI_Request *request);
int MPI_File_iread_at_all(MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type,
                          MPI_Request *request);
int MPI_File_iwrite_at_all(MPI_File file, MPI_Offset at, const void *buffer, int count, MPI_Datatype type,
                           MPI_Request *request);
int MPI_File_iread(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Request *request);
int MPI_File_iwrite(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Request *request);
int MPI_File_iread_all(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Request *request);
int MPI_File_iwrite_all(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Request *request);
int MPI_File_iread_shared(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Request *request);
int MPI_File_iwrite_shared(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Request *request);
int MPI_File_read_at_all_begin(MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type);
int MPI_File_read_at_all_end(MPI_File file, void *buffer, MPI_Status *status);
int MPI_File_write_at_all_begin(MPI_File file, MPI_Offset at, const void *buffer, int count, MPI_Datatype type);
int MPI_File_write_at_all_end(MPI_File file, const void *buffer, MPI_Status *status);
int MPI_File_read_all_begin(MPI_File file, void *buffer, int count, MPI_Datatype type);
int MPI_File_read_all_end(MPI_File file, void *buffer, MPI_Status *status);
int MPI_File_write_all_begin(MPI_File file, const void *buffer, int count, MPI_Datatype type);
int MPI_File_write_all_end(MPI_File file, const void *buffer, MPI_Status *status);
int MPI_File_read_ordered_begin(MPI_File file, void *buffer, int count, MPI_Datatype type);
int MPI_File_read_ordered_end(MPI_File file, void *buffer, MPI_Status *status);
int MPI_File_write_ordered_begin(MPI_File file, const void *buffer, int count, MPI_Datatype type);
int MPI_File_write_ordered_end(MPI_File file, const void *buffer, MPI_Status *status);
/* The same, begun now and ended later by MPI_Wait or MPI_Test. */
int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request);
int MPI_Ibcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request);
int MPI_Ireduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                MPI_Request *request);
int MPI_Iallreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request);
int MPI_Iscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MPI_Iexscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MPI_Igather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                int root, MPI_Comm comm, MPI_Request *request);
int MPI_Iscatter(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                 int root, MPI_Comm comm, MPI_Request *request);
int MPI_Iallgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                   MPI_Comm comm, MPI_Request *request);
int MPI_Ialltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                  MPI_Comm comm, MPI_Request *request);
int MPI_Igatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[], const int places[],
                 MPI_Datatype out_type, int root, MPI_Comm comm, MPI_Request *request);
int MPI_Iscatterv(const void *in, const int counts[], const int places[], MPI_Datatype in_type, void *out, int out_count,
                  MPI_Datatype out_type, int root, MPI_Comm comm, MPI_Request *request);
int MPI_Iallgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
                    const int places[], MPI_Datatype out_type, MPI_Comm comm, MPI_Request *request);
int MPI_Ialltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type, void *out,
                   const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm,
                   MPI_Request *request);
int MPI_Ialltoallw(const void *in, const int in_counts[], const int in_places[], const MPI_Datatype in_types[], void *out,
                   const int out_counts[], const int out_places[], const MPI_Datatype out_types[], MPI_Comm comm,
                   MPI_Request *request);
int MPI_Ireduce_scatter_block(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                              MPI_Request *request);
int MPI_Ireduce_scatter(const void *in, void *out, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                        MPI_Request *request);

/* Windows: memory of a rank that others read and write. A put of whole words is one DMA; everything else a target does inside
   its calls of MPI. */
int MPI_Win_create(void *base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *win);
int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win);
int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win);
int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *bytes, int *unit, void *base);
int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win);
int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint bytes);
int MPI_Win_detach(MPI_Win win, const void *base);
int MPI_Win_free(MPI_Win *win);
int MPI_Win_fence(int assertion, MPI_Win win);
int MPI_Win_post(MPI_Group group, int assertion, MPI_Win win);
int MPI_Win_start(MPI_Group group, int assertion, MPI_Win win);
int MPI_Win_complete(MPI_Win win);
int MPI_Win_wait(MPI_Win win);
int MPI_Win_test(MPI_Win win, int *flag);
int MPI_Win_lock(int type, int rank, int assertion, MPI_Win win);
int MPI_Win_unlock(int rank, MPI_Win win);
int MPI_Win_lock_all(int assertion, MPI_Win win);
int MPI_Win_unlock_all(MPI_Win win);
int MPI_Win_flush(int rank, MPI_Win win);
int MPI_Win_flush_all(MPI_Win win);
int MPI_Win_flush_local(int rank, MPI_Win win);
int MPI_Win_flush_local_all(MPI_Win win);
int MPI_Win_sync(MPI_Win win);
int MPI_Put(const void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there,
            MPI_Datatype there_type, MPI_Win win);
int MPI_Get(void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there, MPI_Datatype there_type,
            MPI_Win win);
int MPI_Accumulate(const void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there,
                   MPI_Datatype there_type, MPI_Op op, MPI_Win win);
int MPI_Get_accumulate(const void *buffer, int count, MPI_Datatype type, void *old, int old_count,
                       MPI_Datatype old_type, int rank, MPI_Aint place, int there, MPI_Datatype there_type, MPI_Op op,
                       MPI_Win win);
int MPI_Fetch_and_op(const void *buffer, void *old, MPI_Datatype type, int rank, MPI_Aint place, MPI_Op op,
                     MPI_Win win);
int MPI_Compare_and_swap(const void *buffer, const void *if_it_is, void *old, MPI_Datatype type, int rank,
                         MPI_Aint place, MPI_Win win);
int MPI_Rput(const void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there,
             MPI_Datatype there_type, MPI_Win win, MPI_Request *request);
int MPI_Rget(void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there, MPI_Datatype there_type,
             MPI_Win win, MPI_Request *request);
int MPI_Raccumulate(const void *buffer, int count, MPI_Datatype type, int rank, MPI_Aint place, int there,
                    MPI_Datatype there_type, MPI_Op op, MPI_Win win, MPI_Request *request);
int MPI_Rget_accumulate(const void *buffer, int count, MPI_Datatype type, void *old, int old_count,
                        MPI_Datatype old_type, int rank, MPI_Aint place, int there, MPI_Datatype there_type, MPI_Op op,
                        MPI_Win win, MPI_Request *request);
int MPI_Win_get_group(MPI_Win win, MPI_Group *group);
int MPI_Win_set_name(MPI_Win win, const char *name);
int MPI_Win_get_name(MPI_Win win, char *name, int *length);
int MPI_Win_create_keyval(MPI_Win_copy_attr_function *copy, MPI_Win_delete_attr_function *end, int *key, void *extra);
int MPI_Win_free_keyval(int *key);
int MPI_Win_set_attr(MPI_Win win, int key, void *value);
int MPI_Win_get_attr(MPI_Win win, int key, void *value, int *flag);
int MPI_Win_delete_attr(MPI_Win win, int key);
int MPI_Win_set_info(MPI_Win win, MPI_Info info);
int MPI_Win_get_info(MPI_Win win, MPI_Info *info);
int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler handler);
int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *handler);
int MPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *handler);
int MPI_Win_call_errhandler(MPI_Win win, int code);

#endif
