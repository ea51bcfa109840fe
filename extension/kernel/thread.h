/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_THREAD_H
#define PK_KERNEL_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/** Start RUN(ARG) in a thread that takes no signals: crash's handlers jump to where crash's own thread is. False: there
 *  is none to be had. */
bool pk_thread_start(pthread_t *ret_thread, void *(*run)(void *arg), void *arg);

#endif
