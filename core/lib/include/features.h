/* What the library offers needs no macros such as _GNU_SOURCE: all of it is always declared. */
#ifndef _FEATURES_H
#define _FEATURES_H
#endif
