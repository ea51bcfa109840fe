/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_EVENTS_H
#define FAKE_EVENTS_H

#include "fake_target.h"

/** A kernel's event calls in a fake target, in a layout of its own: four events of three systems (a
 *  built-in, two tracepoints of one class, a system call) and as many kprobe events as asked for. */
#define EVENTS 0xffff000000001000ull /* ftrace_events */
#define CALL(n) (0xffff000000010000ull + 0x200ull * (n))
#define CLASS(n) (0xffff000000020000ull + 0x100ull * (n))
#define FIELD(n) (0xffff000000030000ull + 0x80ull * (n))
#define TEXT(n) (0xffff000000040000ull + 0x100ull * (n))
#define TRACEPOINT(n) (0xffff000000050000ull + 0x40ull * (n))
#define SYSCALL 0xffff000000060000ull
#define DYN 0xffff000000061000ull
#define PROBE(n) (0xffff000000070000ull + 0x200ull * (n))
#define ENTER_CLASS CLASS(9)

/* Offsets of this fake's own. */
enum {
	CALL_LIST = 16,
	CALL_CLASS = 32,
	CALL_NAME = 40,
	CALL_TYPE = 64,
	CALL_FMT = 72,
	CALL_FLAGS = 80,
	CALL_DATA = 88,
	CALL_SIZE = 96,
	CLASS_SYSTEM = 8,
	CLASS_FIELDS = 24,
	FIELD_LINK = 8,
	FIELD_NAME = 24,
	FIELD_TYPE = 32,
	FIELD_OFFSET = 44,
	FIELD_BYTES = 48,
	FIELD_SIGNED = 56,
	FIELD_SIZE = 64,
	TP_NAME = 16,
	META_FIELDS = 48,
	PROBE_DEVENT = 8,
	PROBE_EVENT = 120,
	PROBE_ADDR = 80,
	PROBE_HANDLER = 96,
	PROBE_SYMBOL = 104,
	DYN_OPS = 16,
	EVENT_CALL = 40,
};

/* A row of a member table. */
#define M(t, p, o, s)                                                                              \
	{                                                                                          \
		.type = "struct " t, .path = p, .offset = o, .size = s                             \
	}

struct fake_kernel {
	struct fake_target fake;
	struct pk_ctx ctx;
	unsigned nr_fields, nr_texts;
};

struct fake_kernel *fake_kernel_new(void);
void fake_kernel_free(struct fake_kernel *k);
void fake_kernel_four_events(struct fake_kernel *k);
/** The N-th dynamic event; with a HANDLER it is a return probe. */
void fake_kernel_add_probe(struct fake_kernel *k, unsigned n, uint64_t handler, const char *name,
			   unsigned id);

#endif
