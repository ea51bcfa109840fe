// SPDX-License-Identifier: GPL-3.0-or-later
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <string.h>
#include <sys/mman.h>

#include "defs.h"
#include "target/crash/internal.h"
#include "target/crash/read_ahead.h"

/*
 * crash keeps 16 pages, round robin, and decompresses again what fell out; a walk of list nodes
 * misses every time. Here 1024 pages are kept, two ways to a set, and the pages that the dump
 * lacks are remembered. The mapping is shared with the children, so that what one command read the
 * next one finds.
 */

#define PAGE_SHIFT_CACHE 12
#define PAGE_BYTES (1u << PAGE_SHIFT_CACHE)
_Static_assert(PAGE_BYTES == PK_READ_AHEAD_BYTES, "pages of one size are kept and read ahead");
#define SETS 512
#define WAYS 2
/* Longer reads are tables read once (BTF, kallsyms): they would only push others out. */
#define DIRECT_BYTES (16u * PAGE_BYTES)

enum page_state { PAGE_EMPTY, PAGE_PRESENT, PAGE_MISSING };

struct pk_crash_pages {
	struct slot {
		uint64_t addr;
		uint32_t used; /* ticks of the set's last use */
		uint32_t state; /* enum page_state; written last */
	} slots[SETS][WAYS];
	uint32_t tick;
	uint8_t bytes[SETS][WAYS][PAGE_BYTES];
};

struct pk_crash_pages *pk_crash_pages_create(void)
{
	void *pages = mmap(NULL, sizeof(struct pk_crash_pages), PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return pages == MAP_FAILED ? NULL : pages;
}

void pk_crash_pages_destroy(struct pk_crash_pages *pages)
{
	if (pages)
		munmap(pages, sizeof(*pages));
}

void pk_crash_pages_reset(struct pk_crash_pages *pages)
{
	if (pages)
		memset(pages->slots, 0, sizeof(pages->slots));
}

/* What __error() looks at when it decides where to print. */
struct voice {
	FILE *fp, *stdpipe, *error_fp;
	char *error_path;
};

static void mute(struct voice *voice)
{
	*voice = (struct voice){fp, pc->stdpipe, pc->error_fp, pc->error_path};
	fp = pc->error_fp = pc->nullfp;
	pc->stdpipe = NULL;
	pc->error_path = "pkttrace";
}

static void unmute(const struct voice *voice)
{
	fp = voice->fp;
	pc->stdpipe = voice->stdpipe;
	pc->error_fp = voice->error_fp;
	pc->error_path = voice->error_path;
}

/* crash knows of one thread; while another reads ahead for a command, they take turns. */
static pthread_mutex_t crash_lock = PTHREAD_MUTEX_INITIALIZER;

/* crash answers errors with longjmp() to its main loop, from RETURN_ON_ERROR reads too: walking page
 * tables that the dump lacks is fatal to it. So its main loop is here for as long as FN runs. */
bool pk_crash_guard(void (*fn)(void *arg), void *arg)
{
	jmp_buf saved;
	struct voice voice;
	volatile bool escaped = true;

	pthread_mutex_lock(&crash_lock);
	memcpy(saved, pc->main_loop_env, sizeof(saved));
	mute(&voice);
	if (!setjmp(pc->main_loop_env)) {
		fn(arg);
		escaped = false;
	}
	unmute(&voice);
	memcpy(pc->main_loop_env, saved, sizeof(saved));
	pthread_mutex_unlock(&crash_lock);
	return !escaped;
}

struct request {
	uint64_t addr;
	void *buf;
	size_t len;
	bool ok;
};

static void call_readmem(void *arg)
{
	struct request *request = arg;

	/* only this exact combination of flags is quiet and returns */
	request->ok = readmem(request->addr, KVADDR, request->buf, (long)request->len, "pkttrace",
			      RETURN_ON_ERROR | QUIET);
}

static bool read_dump(uint64_t addr, void *buf, size_t len)
{
	struct request request = {addr, buf, len, false};

	return pk_crash_guard(call_readmem, &request) && request.ok;
}

static struct slot *find_slot(struct pk_crash_pages *pages, uint64_t page, uint8_t **ret_bytes)
{
	uint64_t number = page >> PAGE_SHIFT_CACHE;
	unsigned set = (number ^ number >> 9) & (SETS - 1), victim = 0;

	for (unsigned way = 0; way < WAYS; way++) {
		struct slot *slot = &pages->slots[set][way];

		if (slot->state != PAGE_EMPTY && slot->addr == page) {
			*ret_bytes = pages->bytes[set][way];
			slot->used = ++pages->tick;
			return slot;
		}
		if (slot->used < pages->slots[set][victim].used)
			victim = way;
	}
	*ret_bytes = pages->bytes[set][victim];
	return &pages->slots[set][victim];
}

static bool read_ahead(struct pk_crash *crash, uint64_t addr, void *buf, size_t len,
		       enum page_state *ret_state)
{
	enum pk_read_ahead_answer answer;

	answer = crash->ahead ? pk_read_ahead_copy(crash->ahead, addr, buf, len) : PK_READ_AHEAD_NOT;
	*ret_state = answer == PK_READ_AHEAD_DONE ? PAGE_PRESENT : PAGE_MISSING;
	return answer != PK_READ_AHEAD_NOT;
}

/* LEN bytes of one page, through the cache; not what was read ahead, which is read once and would push others out. */
static enum page_state read_piece(struct pk_crash *crash, uint64_t addr, void *buf, size_t len)
{
	size_t skip = addr & (PAGE_BYTES - 1);
	uint64_t page = addr - skip;
	enum page_state state;
	uint8_t *bytes;
	struct slot *slot = find_slot(crash->pages, page, &bytes);

	if (slot->addr != page || slot->state == PAGE_EMPTY) {
		if (read_ahead(crash, addr, buf, len, &state))
			return state;
		slot->state = PAGE_EMPTY;
		state = read_dump(page, bytes, PAGE_BYTES) ? PAGE_PRESENT : PAGE_MISSING;
		slot->addr = page;
		slot->used = ++crash->pages->tick;
		slot->state = state;
	}
	if (slot->state == PAGE_PRESENT)
		memcpy(buf, bytes + skip, len);
	return slot->state;
}

enum pk_status pk_crash_read(struct pk_provider *provider, uint64_t addr, void *buf, size_t len)
{
	struct pk_crash *crash = pk_crash_of(provider);
	uint8_t *to = buf;

	if (!len)
		return PK_OK;
	if (addr + len < addr || len > LONG_MAX)
		return PK_UNREADABLE;
	if (provider->facts.is_live || len > DIRECT_BYTES)
		return read_dump(addr, buf, len) ? PK_OK : PK_UNREADABLE;
	while (len) {
		size_t piece = PAGE_BYTES - (addr & (PAGE_BYTES - 1));

		if (piece > len)
			piece = len;
		if (read_piece(crash, addr, to, piece) != PAGE_PRESENT)
			return PK_UNREADABLE;
		addr += piece;
		to += piece;
		len -= piece;
	}
	return PK_OK;
}

static bool read_page_ahead(uint64_t addr, void *buf, void *arg)
{
	(void)arg;
	return read_dump(addr, buf, PAGE_BYTES);
}

/* The parent has no thread of ours: it is about to fork. And two on one CPU only stand in each other's way. */
static void start_reading_ahead(struct pk_crash *crash)
{
	cpu_set_t cpus;

	if (crash->ahead_tried)
		return;
	crash->ahead_tried = true;
	if (pk_crash_in_child && !crash->provider.facts.is_live &&
	    (sched_getaffinity(0, sizeof(cpus), &cpus) != 0 || CPU_COUNT(&cpus) > 1))
		crash->ahead = pk_read_ahead_create(read_page_ahead, NULL);
}

void pk_crash_read_ahead(struct pk_provider *provider, uint64_t addr, size_t len)
{
	struct pk_crash *crash = pk_crash_of(provider);
	uint64_t page = addr & ~(uint64_t)(PAGE_BYTES - 1);

	if (len > DIRECT_BYTES || addr + len < addr)
		return;
	start_reading_ahead(crash);
	for (; crash->ahead && page < addr + len; page += PAGE_BYTES) {
		uint8_t *bytes;
		const struct slot *slot = find_slot(crash->pages, page, &bytes);

		if (slot->addr != page || slot->state == PAGE_EMPTY)
			pk_read_ahead_want(crash->ahead, page);
	}
}
