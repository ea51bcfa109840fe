// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kit.h"
#include "decode/printk.h"

#include <stdio.h>
#include <string.h>

#include "decode/trace/sched_clock.h"

/*
 * What killed the machine, as its log tells: the last burst of lines that begin like an accident. A
 * burst ends where such lines are further apart than BURST_NS, so that an oops that was survived
 * yesterday is not taken for today's panic. Its first line dates the accident: everything after it,
 * panic()'s own printing included, is aftermath.
 */
#define BURST_NS 5000000000ull

struct search {
	struct pk_panic panic;
	uint64_t last_ns;
	bool only_trigger; /* so far the burst is no more than somebody's sysrq */
};

/* How sysrq-c announces itself: the user's wish, not the reason. */
static const char *const triggers[] = {
	"sysrq: Trigger a crash", /* 4.20 and later */
	"sysrq: SysRq : Trigger a crash",
	"SysRq : Trigger a crash",
};

static const char *const accidents[] = {
	"Kernel panic - not syncing",
	"BUG: ",
	"kernel BUG at ",
	"Oops: ",
	"Internal error: ",
	"Unable to handle ",
	"general protection fault",
	"illegal operation: ",
	"addressing exception: ",
	"specification exception: ",
	"protection exception: ",
	"monitor event: ",
	"divide error",
	"invalid opcode",
	"stack segment",
	"double fault",
	"PANIC: ",
	"int3: ",
	"watchdog: BUG: ",
	"NMI watchdog: BUG: ",
	"NMI watchdog: Watchdog detected ",
	"watchdog: Watchdog detected ",
	"watchdog: CPU",
};

static const char *const places[] = {"RIP: 0010:", "RIP: e030:", "pc : "};

static bool begins(const struct pk_log_line *line, const char *const *words, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		size_t len = strlen(words[i]);

		if (line->len >= len && !memcmp(line->text, words[i], len))
			return true;
	}
	return false;
}

static void copy_line(char *buf, size_t size, const char *text, size_t len)
{
	const char *end = memchr(text, '\n', len);

	snprintf(buf, size, "%.*s", (int)(end ? end - text : (long)len), text);
}

/* "RIP: 0010:sym+0x1/0x2 [module]" on x86, "pc : sym+0x1/0x2" on arm64. User addresses (0033) are
 * those of the system call that the kernel was in. */
static void note_ip(struct pk_panic *panic, const struct pk_log_line *line)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(places); i++) {
		size_t len = strlen(places[i]);

		if (panic->ip_text[0] || line->len <= len || memcmp(line->text, places[i], len))
			continue;
		copy_line(panic->ip_text, sizeof(panic->ip_text), line->text + len,
			  line->len - len);
	}
}

bool pk_log_tells_accident(const struct pk_log_line *line)
{
	return !line->from_user && (begins(line, triggers, PK_ARRAY_SIZE(triggers)) ||
				    begins(line, accidents, PK_ARRAY_SIZE(accidents)) ||
				    begins(line, places, PK_ARRAY_SIZE(places)));
}

static bool look(const struct pk_log_line *line, void *arg)
{
	struct search *search = arg;
	bool trigger, accident;

	if (line->from_user)
		return true;
	trigger = begins(line, triggers, PK_ARRAY_SIZE(triggers));
	accident = begins(line, accidents, PK_ARRAY_SIZE(accidents));
	if (search->panic.found)
		note_ip(&search->panic, line);
	if (!trigger && !accident)
		return true;
	if (!search->panic.found || line->ts_nsec - search->last_ns > BURST_NS) {
		memset(&search->panic, 0, sizeof(search->panic));
		search->panic.found = true;
		search->panic.ts_nsec = line->ts_nsec;
		search->only_trigger = trigger;
		copy_line(search->panic.reason, sizeof(search->panic.reason), line->text,
			  line->len);
	} else if (search->only_trigger && accident) {
		search->only_trigger = false;
		copy_line(search->panic.reason, sizeof(search->panic.reason), line->text,
			  line->len);
	}
	search->last_ns = line->ts_nsec;
	return true;
}

enum pk_status pk_panic_find(struct pk_ctx *ctx, struct pk_panic *ret_panic)
{
	struct search search = {.last_ns = 0};
	int64_t offset = 0;
	int cpu;
	enum pk_status status = pk_log_walk(ctx, look, &search);

	*ret_panic = (struct pk_panic){.log = status};
	if (status != PK_OK) {
		pk_warn(ctx, "when and why it died: %s", pk_error(ctx));
		return status;
	}
	if (pk_panic_cpu(ctx, &cpu) != PK_OK)
		cpu = -1;
	if (pk_local_clock_offset(ctx, cpu, &offset) != PK_OK)
		pk_warn(ctx, "%s", pk_error(ctx));
	search.panic.ring_ns = search.panic.found ? search.panic.ts_nsec - offset : 0;
	*ret_panic = search.panic;
	return PK_OK;
}
