/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MAIN_CHILD_H
#define PK_MAIN_CHILD_H

/** CODE, unless what was printed to standard output could not be written: that is said, and 1. */
int pk_ended(int code);
/** How a command's process ended: its exit status, or 128 and its signal, which is said where it is the program's
 *  fault. STATUS is waitpid()'s. */
int pk_child_code(int status);

#endif
