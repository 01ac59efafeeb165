#include <internal_mpi.h>

/* Looks whether requests have ended.
   Cost: at most 500 cycles for one request on which nothing is copied. */
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    MPIMC_BEGIN;
    mpimc_progress();
    int ended = mpimc_ended("MPI_Test", request, status);
    *flag = ended & 1;
    MPIMC_TRY(ended >> 8);
    MPIMC_RETURN;
}

/* Looks whether a request has ended, and does not end it. */
int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    MPIMC_BEGIN;
    mpimc_progress();
    int idle = mpimc_idle("MPI_Request_get_status", request);
    *flag = 1;
    if (idle != 0) {
        mpimc_no_request(status);
        return mpimc_leave(idle == 2 ? MPI_ERR_REQUEST : MPI_SUCCESS);
    }
    struct mpimc_operation *operation = mpimc_request("MPI_Request_get_status", request);
    *flag = operation->stage == MPIMC_DONE;
    if (*flag)
        operation->lasting |= MPIMC_SEEN;
    return mpimc_leave(*flag ? mpimc_status(operation, status) : MPI_SUCCESS);
}

int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
    MPIMC_BEGIN;
    mpimc_progress();
    *flag = 1;
    for (int i = 0; i < count; i++) {
        int idle = mpimc_idle("MPI_Testall", requests[i]);
        if (idle == 2)
            MPIMC_TRY(MPI_ERR_REQUEST);
        if (!idle && mpimc_request("MPI_Testall", requests[i])->stage != MPIMC_DONE)
            *flag = 0;
    }
    int ended = 0;
    for (int i = 0; *flag && i < count; i++)
        ended |= mpimc_ended("MPI_Testall", &requests[i],
                             statuses != MPI_STATUSES_IGNORE ? &statuses[i] : MPI_STATUS_IGNORE);
    MPIMC_TRY(ended >> 8 ? MPI_ERR_IN_STATUS : MPI_SUCCESS);
    MPIMC_RETURN;
}

/* With no open request, the index is MPI_UNDEFINED and the flag 1. */
int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
    MPIMC_BEGIN;
    mpimc_progress();
    int open = 0;
    *index = MPI_UNDEFINED;
    for (int i = 0; i < count; i++) {
        if (mpimc_idle("MPI_Testany", requests[i]) == 1)
            continue;
        open = 1;
        int ended = mpimc_ended("MPI_Testany", &requests[i], status);
        if (ended) {
            *index = i;
            *flag = 1;
            MPIMC_TRY(ended >> 8);
            MPIMC_RETURN;
        }
    }
    *flag = !open;
    if (!open)
        mpimc_no_request(status);
    MPIMC_RETURN;
}

/* Waits until one of the requests has ended. */
int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status)
{
    MPIMC_BEGIN;
    for (;;) {
        int flag;
        MPIMC_TRY(MPI_Testany(count, requests, index, &flag, status));
        if (flag)
            MPIMC_RETURN;
        mpimc_watch(MPI_PROC_NULL);
    }
}

/* Waits until at least one has ended, and ends all that have. */
int MPI_Waitsome(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[])
{
    MPIMC_BEGIN;
    int flag, first;
    MPI_Status status;
    int error = MPI_Waitany(count, requests, &first, &status);
    *ended = MPI_UNDEFINED;
    if (first == MPI_UNDEFINED)
        MPIMC_RETURN;
    indices[0] = first;
    if (statuses != MPI_STATUSES_IGNORE)
        statuses[0] = status;
    *ended = 1;
    for (int i = first + 1; i < count; i++) {
        if (mpimc_idle("MPI_Waitsome", requests[i]) == 1)
            continue;
        flag = mpimc_ended("MPI_Waitsome", &requests[i], &status);
        if (!flag)
            continue;
        error |= flag >> 8;
        indices[*ended] = i;
        if (statuses != MPI_STATUSES_IGNORE)
            statuses[*ended] = status;
        ++*ended;
    }
    MPIMC_TRY(error == MPI_SUCCESS ? error : MPI_ERR_IN_STATUS);
    MPIMC_RETURN;
}

/* Ends all requests that have ended; with no open request the number is MPI_UNDEFINED. */
int MPI_Testsome(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[])
{
    MPIMC_BEGIN;
    int open = 0, error = MPI_SUCCESS;
    mpimc_progress();
    *ended = 0;
    for (int i = 0; i < count; i++) {
        if (mpimc_idle("MPI_Testsome", requests[i]) == 1)
            continue;
        open = 1;
        MPI_Status *status = statuses != MPI_STATUSES_IGNORE ? &statuses[*ended] : MPI_STATUS_IGNORE;
        int one = mpimc_ended("MPI_Testsome", &requests[i], status);
        error |= one >> 8;
        if (one)
            indices[(*ended)++] = i;
    }
    if (!open)
        *ended = MPI_UNDEFINED;
    MPIMC_TRY(error == MPI_SUCCESS ? error : MPI_ERR_IN_STATUS);
    MPIMC_RETURN;
}
