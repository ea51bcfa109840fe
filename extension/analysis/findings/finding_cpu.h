/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FINDING_CPU_H
#define PK_ANALYSIS_FINDING_CPU_H

#include "analysis/explain/cpu_work.h"
#include "analysis/findings/finding_rules.h"

/** The spinlock that a CPU waits for, and who has it. */
struct pk_spin {
	enum pk_status status; /* of LOCK; PK_UNSUPPORTED: locks of this kernel are not known */
	uint64_t lock;
	char name[128]; /* "the root lock of qdisc fq 1: of eth0", "rtnl_msg_lock", its address */
	uint64_t object; /* in which it lies: qdisc, socket, slab object; 0: unknown */
	int holder; /* CPU; -1: unknown */
	bool certain; /* the kernel noted HOLDER; else it is the only CPU whose registers or stack have the lock or OBJECT */
	bool holder_unjudged; /* a CPU's stack cannot be unwound */
	struct pk_symbol holder_func; /* where it runs; "" if unknown */
};

/** WORK.SPINS: CPU waits for a spinlock. */
void pk_spin_read(const struct pk_scene *scene, int cpu, const struct pk_cpu_work *work,
		  struct pk_spin *ret_spin);
void pk_spin_tell(const struct pk_spin *spin, struct pk_words *words);
void pk_spin_show(const struct pk_spin *spin, struct pk_finding *finding);

/** What a CPU was doing, for a finding about it. */
struct pk_cpu_tale {
	int cpu;
	enum pk_status status; /* of WORK: as pk_cpu_work_read() */
	struct pk_cpu_work work;
	struct pk_spin spin; /* with WORK.SPINS */
};

void pk_cpu_tale_read(const struct pk_scene *scene, int cpu, struct pk_cpu_tale *ret_tale);
/** ": in FUNCTION, task ..." */
void pk_cpu_tale_tell(const struct pk_cpu_tale *tale, struct pk_words *words);
/** As evidence. */
void pk_cpu_tale_show(const struct pk_scene *scene, const struct pk_cpu_tale *tale,
		      struct pk_finding *finding);

#endif
