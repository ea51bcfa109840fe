/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_THREAD_H
#define PK_KERNEL_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/** Start RUN(ARG) in a thread that blocks signals, because crash's handlers longjmp into crash's
 *  own thread. False: it could not be created. */
bool pk_thread_start(pthread_t *ret_thread, void *(*run)(void *arg), void *arg);

#endif
