/* All of the library is declared without a macro such as _GNU_SOURCE, except names that programs often give to functions of
   their own: some of GNU need _GNU_SOURCE, and some are left out by -std=c17. */
#ifndef _FEATURES_H
#define _FEATURES_H
#endif
