#include <internal_time.h>

/* Objects that the functions of dates share; they are no code. Cost: none. */
struct tm __date;
const char *const __days[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
const char *const __months[12] = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"};
