/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_CONSUMERS_H
#define FAKE_CONSUMERS_H

#include "decode/consumer/consumer.h"
#include "fake_net.h"

/* What tests of all kinds of consumers share: a machine, its clocks, the types of both, of tasks and of
 * wait queues. */

#define FAKE_CONSUMER_GLOBALS (FAKE_GLOBALS + 0x8000) /* 0x10 .. 0x7f are the clocks' */
#define HZ 250
#define NOW 100000ull /* jiffies */
#define NOW_NS 90000000000ull

struct machine {
	struct fake_machine base;
	struct pk_consumers consumers;
};

/** Clocks that stand at NOW and NOW_NS, NSEC of it in the part that is still shifted, by 4. */
void fake_clocks(struct fake_target *fake, uint64_t nsec);
/** A thread at ADDR. */
void fake_thread(struct fake_target *fake, uint64_t addr, int pid, int tgid, const char *comm);
/** An empty list at HEAD, and another node at its end. */
void fake_list(struct fake_target *fake, uint64_t head);
void fake_list_add(struct fake_target *fake, struct pk_ctx *ctx, uint64_t head, uint64_t node);
/** THREAD waits by the struct wait_queue_entry at ENTRY in the LIST of a wait queue, and is woken by FUNC. */
void fake_wait_entry(struct fake_target *fake, struct pk_ctx *ctx, uint64_t list, uint64_t entry,
		     uint64_t thread, uint64_t func);
/** A group's teardown; *STATE is a struct machine. */
int fake_consumers_teardown(void **state);
/** What MACHINE has now; good until the next call. */
const struct pk_consumers *consumers(struct machine *machine);
/** How far KIND is read now. */
enum pk_status status_of(struct machine *machine, enum pk_consumer_kind kind);
/** Without types, nothing of KIND is shown, and it is not called absent. */
void assert_needs_types(struct machine *machine, enum pk_consumer_kind kind);

#endif
