/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_DUMP_H
#define PK_TARGET_KDUMPFILE_DUMP_H

/*
 * Whatever the file's format, libkdumpfile gives its pages by kernel address, and its headers'
 * contents as attributes. A context belongs to one thread. The one that reads ahead has its own
 * instead of a clone, whose locks a fault in the other context could leave held.
 */

#include <libkdumpfile/kdumpfile.h>
#include <pthread.h>
#include <stdatomic.h>

#include "kernel/kernel.h"
#include "kernel/page_cache.h"
#include "target/kdumpfile/kdumpfile.h"
#include "target/kdumpfile/own_note.h"

#define PK_KDUMP_KEY 64 /* bytes of the name of an attribute */
#define PK_KDUMP_MAX_PHYS (1ull << 46) /* bytes of memory, at most */

struct pk_kdumpfile {
	struct pk_provider provider; /* first: the ops get this pointer */
	struct pk_target *target; /* made of it; owned */
	kdump_ctx_t *ctx, *ahead; /* AHEAD: the second thread's */
	struct pk_page_cache *pages;
	unsigned faults; /* caught in the library */
	bool mapped; /* the library maps the files */
	_Atomic size_t nr_pages; /* read by both contexts */
	/* Held to read; to give back, alone: the library may take a mapping down, and then other memory may have
	 * its place. */
	pthread_rwlock_t maps_lock;
	bool cut; /* the file is cut short */
	bool has_phys_base;
	/* physical address of the kernel's image; start of the direct map, or 0 */
	uint64_t phys_base, direct_base;
	/* physical address of the kernel's page tables if they are walked here, or 0 */
	uint64_t tables;
	int fds[PK_KDUMPFILE_PARTS];
	unsigned nr_fds;
	struct pk_vmlinux *vmlinux; /* NULL: none given */
	struct pk_module_file *modules; /* owned; that were given */
	unsigned nr_modules;
	bool debuginfod; /* those that are missing are fetched */
	struct pk_kcore *kcore; /* NULL: not live */
	struct pk_own_notes own; /* VMCOREINFO in memory, of a dump that has no other */
	const struct pk_own_note *note; /* the one that is used, or tried; NULL: the file's own */
	/* byte order of the file without it; and its registers are in the other one than the kernel */
	bool file_big_endian, swapped;
	bool made; /* there was none: what a vmlinux proves */
};

/** ERROR (SIZE bytes) says so. Returns STATUS. */
enum pk_status __attribute__((format(printf, 4, 5)))
pk_kdump_fail(char *error, size_t size, enum pk_status status, const char *fmt, ...);

/** The attribute KEY; "" or 0: it has none. */
const char *pk_kdump_text(kdump_ctx_t *ctx, const char *key);
uint32_t pk_kdump_number(kdump_ctx_t *ctx, const char *key);

/** A new context of DUMP's files, with the note that is used. NULL: *RET_WHY says why. */
kdump_ctx_t *pk_kdump_context(const struct pk_kdumpfile *dump, const char **ret_why);
/** Once opened: what is read while opening is not guarded against faults. */
void pk_kdump_map(const struct pk_kdumpfile *dump, kdump_ctx_t *ctx);
/** For the program: faults within the library become unreadable pages. */
void pk_kdump_catch_faults(void);

/** *CTX may be another one afterwards, or NULL. */
kdump_status pk_kdump_read(struct pk_kdumpfile *dump, kdump_ctx_t **ctx, kdump_addrspace_t space,
			   uint64_t addr, void *buf, size_t len);
/** The physical address of ADDR by page TABLES that the library cannot walk. */
bool pk_kdump_walk(struct pk_kdumpfile *dump, kdump_ctx_t **ctx, uint64_t tables, uint64_t addr,
		   uint64_t *ret_phys);
/** For the page cache: ARG is the dump. */
bool pk_kdump_read_page(void *arg, uint64_t addr, void *buf, size_t len, bool ahead);

/** What the files' headers say of the machine and its kernel. */
void pk_kdump_facts(struct pk_kdumpfile *dump, const char *path);
/** The registers of CPU in the files. PK_ABSENT: there are none. */
enum pk_status pk_kdump_regs(struct pk_kdumpfile *dump, unsigned cpu, struct pk_regs *ret_regs);

/* --- note_search.c --- */

/** For a dump without VMCOREINFO, the kernel's own in its memory. */
enum pk_status pk_kdump_find_note(struct pk_kdumpfile *dump, const char *path, char *error,
				  size_t size);

#endif
