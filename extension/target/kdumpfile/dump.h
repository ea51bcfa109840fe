/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_DUMP_H
#define PK_TARGET_KDUMPFILE_DUMP_H

#include <libkdumpfile/kdumpfile.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "kernel/kernel.h"
#include "kernel/page_cache.h"
#include "target/kdumpfile/kdumpfile.h"
#include "target/kdumpfile/own_note.h"

/*
 * Whatever the file's format, libkdumpfile gives its pages by kernel address, and its headers'
 * contents as attributes. A context belongs to one thread. The one that reads ahead has its own
 * instead of a clone, whose locks a fault in the other context could leave held.
 */

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
/** CTX is done with. It is not freed: the program ends soon. */
void pk_kdump_give_up(kdump_ctx_t *ctx);
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

/**
 * The file FD, opened as CTX, ends before its last page does: a full disk, a broken transfer.
 * libkdumpfile reads zeros there for pages stored uncompressed.
 */
bool pk_kdumpfile_is_cut(kdump_ctx_t *ctx, int fd);
/** FD's notes are larger than any machine's, or have a line of VMCOREINFO that no kernel writes: libkdumpfile would take that
 *  much memory, or minutes. */
bool pk_kdumpfile_is_inflated(int fd);
/**
 * Offset of a descriptor in FD, opened as CTX, of a page whose stored size exceeds a page; 0: none.
 * ALONE: FD is not part of a split dump. makedumpfile writes none, because it stores a page that
 * does not compress as it is. libkdumpfile up to 0.5.3 writes those bytes into a buffer of one
 * page, and past its end.
 */
uint64_t pk_kdumpfile_large_page(kdump_ctx_t *ctx, int fd, bool alone);
/** libkdumpfile reads FD's header differently than we do: as a 32-bit one, or in the other byte
 *  order. */
bool pk_kdumpfile_has_two_readings(kdump_ctx_t *ctx, int fd);
/** FD is one file of a dump that makedumpfile split. */
bool pk_kdumpfile_is_part(int fd);
/** The NR files, of which PATHS are the names, are those that makedumpfile split one dump into: of one crash, all of
 *  them, and each once. They are put in order of their pages, for libkdumpfile finds
 *  none if the first file has none. False: WHY says of which file it is not so. */
bool pk_kdumpfile_are_parts(int *fds, char *const *paths, unsigned nr, char *why, size_t size);
bool pk_is_zero(const void *buf, size_t len);

/**
 * What `makedumpfile -F` writes to a pipe: pieces of a dump, each with its offset. libkdumpfile
 * reads this format since 0.5.3, and not for every kind of dump. So the pieces are written to a
 * file of our own, which has no name and disappears with its descriptor.
 */

/** FD starts like such a stream; its position is kept. */
bool pk_flattened_is(int fd);
/** Put the pieces of FD in order. *RET_FD is the caller's to close. PK_CORRUPT: the stream ends too
 *  early, or an offset is impossible. PK_IO: no space in TMPDIR. On failure ERROR (SIZE bytes) says
 *  why. */
enum pk_status pk_flattened_rearrange(int fd, int *ret_fd, char *error, size_t size);

/**
 * /proc/kcore: the running kernel's memory by virtual address, as an ELF file whose segments give
 * the offset of each range. Reads bypass every cache, because memory changes.
 */
struct pk_kcore;

/** FD, opened as PATH, is /proc/kcore (and not /proc/vmcore, which is dead). */
bool pk_kcore_is(int fd, const char *path);
/** FD is borrowed. NULL: not such a file, or out of memory. */
struct pk_kcore *pk_kcore_create(int fd);
/** NULL is fine. */
void pk_kcore_destroy(struct pk_kcore *kcore);
/** LEN bytes at ADDR, all or nothing. */
bool pk_kcore_read(const struct pk_kcore *kcore, uint64_t addr, void *buf, size_t len);

/**
 * libkdumpfile may map the NR files FDS. It reads a mapped file in about half the time: of a file
 * that it reads, it keeps a thousand buffers, which it searches linearly, several times a page.
 * False where address space is limited, because mappings would use it up.
 */
bool pk_mapped_may(const int *fds, unsigned nr);
/**
 * Takes what was touched of mapped files out of this process' memory, if that is much: for each page that is
 * touched the kernel maps sixteen, and counts them until the mapping ends. They stay in the page
 * cache, and threads may read them meanwhile, but not map or unmap files.
 */
void pk_mapped_give_back(void);

#endif
