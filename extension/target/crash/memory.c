// SPDX-License-Identifier: GPL-3.0-or-later
#include <pthread.h>
#include <setjmp.h>
#include <string.h>

#include "defs.h"
#include "target/crash/internal.h"

/* What __error() consults to decide where to print. */
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

/* crash is single-threaded: the command and the thread that reads ahead for it take turns. */
static pthread_mutex_t crash_lock = PTHREAD_MUTEX_INITIALIZER;

/* crash answers errors with longjmp() to its main loop, even in RETURN_ON_ERROR reads: a missing
 * page table is fatal to it. So its main loop is here while FN runs. */
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

#ifdef X86_64
/* KASAN's shadow memory, as Documentation/arch/x86/x86_64/mm.rst has it. crash takes its addresses for some of memory that is mapped
 * directly. */
#define SHADOW_4_LEVELS 0xffffec0000000000
#define SHADOW_5_LEVELS 0xffdf000000000000
#define SHADOW_END 0xfffffc0000000000
#define ENTRY_PRESENT 0x1u
#define ENTRY_LARGE 0x80u
#define ENTRY_ADDR 0x000ffffffffff000

static bool read_shadow(const struct request *request)
{
	const bool five = machdep->flags & VM_5LEVEL;
	uint64_t entry, offset;
	physaddr_t phys;

	if (request->addr < (five ? SHADOW_5_LEVELS : SHADOW_4_LEVELS) ||
	    request->addr >= SHADOW_END || !symbol_exists("init_top_pgt") ||
	    !kvtop(NULL, symbol_value("init_top_pgt"), &phys, 0))
		return false;
	for (int shift = five ? 48 : 39; shift >= 12; shift -= 9) {
		if (!readmem(phys + (request->addr >> shift & 511) * sizeof(entry), PHYSADDR,
			     &entry, sizeof(entry), "pkttrace", RETURN_ON_ERROR | QUIET) ||
		    !(entry & ENTRY_PRESENT))
			return false;
		offset = request->addr & ((1ull << shift) - 1);
		phys = entry & ENTRY_ADDR & ~((1ull << (entry & ENTRY_LARGE ? shift : 12)) - 1);
		if (shift == 12 || entry & ENTRY_LARGE)
			return offset + request->len <= 1ull << shift &&
			       readmem(phys + offset, PHYSADDR, request->buf, (long)request->len,
				       "pkttrace", RETURN_ON_ERROR | QUIET);
	}
	return false;
}
#else
static bool read_shadow(const struct request *request)
{
	(void)request;
	return false;
}
#endif

static void call_readmem(void *arg)
{
	struct request *request = arg;

	/* only this exact combination of flags is quiet and returns */
	request->ok = readmem(request->addr, KVADDR, request->buf, (long)request->len, "pkttrace",
			      RETURN_ON_ERROR | QUIET) ||
		      read_shadow(request);
}

bool pk_crash_read_dump(void *arg, uint64_t addr, void *buf, size_t len, bool ahead)
{
	struct request request = {addr, buf, len, false};

	(void)arg;
	(void)ahead;
	return pk_crash_guard(call_readmem, &request) && request.ok;
}

enum pk_status pk_crash_read(struct pk_provider *provider, uint64_t addr, void *buf, size_t len)
{
	if (addr + len < addr || len > LONG_MAX)
		return PK_UNREADABLE;
	if (provider->facts.is_live) /* the memory may have changed since it was cached */
		return pk_crash_read_dump(NULL, addr, buf, len, false) ? PK_OK : PK_UNREADABLE;
	return pk_page_cache_read(pk_crash_of(provider)->pages, addr, buf, len);
}

/* The parent has no thread of ours, because it is about to fork. */
void pk_crash_read_ahead(struct pk_provider *provider, uint64_t addr, size_t len)
{
	if (pk_crash_in_child && !provider->facts.is_live)
		pk_page_cache_read_ahead(pk_crash_of(provider)->pages, addr, len);
}
