/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PRINTK_H
#define PK_DECODE_PRINTK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/kit.h"
#include "core/reader.h"
#include "model/fault.h"
#include "model/figure.h"
#include "model/skb.h"
#include "model/tracing.h"

struct pk_log_line_iter {
	struct pk_log *log; /* owned; NULL: there is none */
};

struct pk_log_line_iter pk_log_line_begin(struct pk_reader *r);
bool pk_log_line_next(struct pk_log_line_iter *iter, struct pk_log_line *ret_line);
void pk_log_line_end(struct pk_log_line_iter *iter);

/** A loop over the kernel log, oldest first: the ring of 5.10 and later, or the older byte records. A damaged record costs
 *  a warning and itself (ring) or everything after it (byte records). R fails if there is no log. */
#define pk_log_for_each(line, r) PK_LOOP(pk_log_line, line, pk_log_line_begin(r))

/** Read the level and the caller of LINE, if this kernel keeps them. Only inside the loop. */
enum pk_status pk_log_origin(struct pk_ctx *ctx, struct pk_log_line *line);

/** A line of the log, kept. */
struct pk_log_said {
	bool known;
	bool has_caller, by_cpu; /* as of struct pk_log_line */
	uint32_t caller;
	uint64_t ts_nsec;
	char text[256]; /* its first line */
	/* a warning with a text of its own: the function that the kernel's next line says it is in, "f+0x1/0x2"; or "" */
	char place[128];
};

/** What killed the machine, from the log. */
struct pk_panic {
	bool found; /* if false and LOG is not PK_OK, nothing is known */
	enum pk_status log; /* whether the log could be read */
	uint64_t ts_nsec; /* printk time of the first line of it that is no report (local_clock) */
	/* the same on the ring buffers' "local" clock (pk_local_clock_offset()) */
	uint64_t ring_ns;
	/* "Kernel panic - not syncing: sysrq triggered crash", "BUG: kernel NULL pointer
	 * dereference, ..." */
	char reason[256];
	bool of_oops; /* REASON is an exception's, or BUG()'s */
	/* symbol text of an oops's instruction pointer ("RIP: 0010:..."), or "" */
	char ip_text[128];
	/* the first line of the accident, where that is a report (a warning, KASAN, a hung task) or was printed before
	 * BUG(): by panic()'s own words or by the caller it is the same accident */
	struct pk_log_said said;
	/* the newest earlier accident: no cause */
	struct pk_log_said earlier;
};
/** Whether pk_panic_find() uses LINE: the beginning of an accident, or where it happened. */
bool pk_log_tells_accident(const struct pk_log_line *line);
enum pk_status pk_panic_find(struct pk_ctx *ctx, struct pk_panic *ret_panic);

/** What a line of the log begins, or ends. */
enum pk_opens {
	PK_OPENS_NOTHING,
	PK_OPENS_WISH, /* sysrq-c: what a user asked for, not the reason */
	PK_OPENS_PANIC, /* panic() says this once, and never returns */
	PK_OPENS_OOPS, /* an exception or BUG(): the machine dies of it, or a task */
	PK_OPENS_LOCKUP, /* a CPU that is stuck */
	/* Is printed just before BUG() or WARN(), and has the values that those lack. */
	PK_OPENS_LEAD,
	PK_OPENS_REPORT, /* the kernel goes on, unless it is told to panic */
	PK_OPENS_CUT, /* "cut here": the next line of the same caller is the first of a report */
	PK_OPENS_END, /* "end trace": an oops or a warning is over */
	PK_OPENS_PLACE, /* the instruction pointer */
	PK_OPENS_FRAME, /* of a backtrace: the function that had made a report was still called */
};

/** A row of the table of openings. */
struct pk_opening {
	const char *text; /* begins the line, after the prefix that the kernel prints (pr_fmt) */
	enum pk_opens opens;
	/* words of the line that panic() prints when this made it panic; NULL: those of its kind */
	const char *panic;
	const char *then; /* the line has these, too; NULL: nothing */
	bool anywhere; /* TEXT may be behind names of a driver and a device */
	/* who reports this says so each time, and then calls what may die of the same: its row's text; NULL: else */
	const char *frame;
};

/** The row of LINE; NULL: it is none of them, or a program wrote it. */
const struct pk_opening *pk_opening_of(const struct pk_log_line *line);
/** Whether panic()'s line PANIC says that what ROW opens was why. */
bool pk_opening_led_to(const struct pk_opening *row, const char *panic);

#define PK_SAID_OBJECTS 2

/** What a line names and memory has. */
struct pk_said_object {
	/* as the line has it; of a device's name, its struct net_device; 0: several devices have that name */
	uint64_t addr;
	char what[144]; /* "device eth0", "16 bytes into an sk_buff of skbuff_head_cache" */
	uint32_t netns; /* of a device; 0: none, or unknown */
	uint64_t freed; /* the slab object, if it is free; 0: it is none, or not free */
	char more[64]; /* the command that shows more, without "pkttrace" */
};

/** What a line of the log names, where that is proven. */
struct pk_said_names {
	/* who called skb_put(), skb_push() or refcount_*(), as "name+0x1/0x2 [module]"; "": not named */
	char func[128];
	uint64_t skb; /* the sk_buff; 0: not known */
	struct pk_said_object objects[PK_SAID_OBJECTS];
	unsigned nr;
};

/** What SAID names: of skb_panic(), the caller, and SKB (its address is 0 if there is none) if the line has its head and
 *  its data; devices by their names; slab objects by addresses, which reports of KASAN and spinlocks have in a later line; of a count, the caller, and
 *  the sk_buff or socket. */
void pk_said_names_read(struct pk_ctx *ctx, const struct pk_log_said *said,
			const struct pk_skb *skb, struct pk_said_names *ret_names);

#define PK_MAX_LOG_REGISTERS 40

/** Registers as a report or an oops in the log has them. */
struct pk_log_registers {
	struct {
		char name[8];
		uint64_t value;
	} list[PK_MAX_LOG_REGISTERS];
	size_t nr;
	/* the first function of the backtrace behind them, as there; in a report of a count, who changed it */
	char caller[128];
};

/** Those between the line SAID and the end of what it begins; none: it has none. */
void pk_log_registers_read(struct pk_ctx *ctx, const struct pk_log_said *said,
			   struct pk_log_registers *ret_registers);

/** The fault of PANIC's oops, or what the slab allocator was to free and complained of. SKB: the packet of the panicking CPU; its
 *  address is 0 if there is none; NULL: not asked. */
void pk_fault_find(struct pk_ctx *ctx, const struct pk_panic *panic, const struct pk_skb *skb,
		   struct pk_fault *ret_fault);

/** How long the machine had been up at the end, ms by jiffies: too low by the time before the first
 *  tick. */
struct pk_figure pk_uptime_ms(struct pk_ctx *ctx);

/**
 * How long the machine ran after PANIC, ms by jiffies: about 0 if kdump took over, any time if a
 * hypervisor dumped it while panic() waited with timers running and device interrupts ignored. Too
 * low by the time between boot and the first tick. PK_ABSENT: no panic.
 */
struct pk_figure pk_ran_on_ms(struct pk_ctx *ctx, const struct pk_panic *panic);

/** Jiffies when the panic began, RAN_ON_MS before the end, or at the end if there was none; and jiffies per second. */
struct pk_figure pk_jiffies_at_panic(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
				     uint64_t *ret_hz);
/** Seconds from the jiffies SINCE to NOW, which wrap around; 0 if SINCE comes after NOW. */
uint64_t pk_jiffies_s(const struct pk_ctx *ctx, uint64_t now, uint64_t since, uint64_t hz);

#endif
