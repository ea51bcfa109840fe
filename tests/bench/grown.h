/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GROWN_H
#define GROWN_H

#include "core/target.h"

/**
 * A real machine whose trace buffers are of any size, on any number of CPUs.
 *
 * It wraps a target (a capsule): everything is the inner machine's own but the top instance's ring buffer.
 * That consists of the inner buffer's pages again and again, each round a span earlier than the one after
 * it, all as much later as the rounds need. Nothing of it is in memory: a page is made when it is read, so that 2 GB
 * cost no more than 2 MB.
 */
struct grown;

/** INNER is borrowed. BYTES: of all CPUs together. NULL: the inner machine has no trace. */
struct grown *grown_new(struct pk_target *inner, unsigned nr_cpus, uint64_t bytes);
void grown_free(struct grown *grown);
/** So many kprobes more, copies of a real one in the first bucket of their table. False: there is none to copy. */
bool grown_crowd(struct grown *grown, uint64_t nr_probes);
struct pk_target *grown_target(struct grown *grown);
uint64_t grown_pages(const struct grown *grown);

#endif
