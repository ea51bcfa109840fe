/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_TARGET_H
#define PK_CORE_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bytes.h"
#include "core/status.h"

/**
 * The target interface: everything that a decoder may ask of a dead machine.
 *
 * The kernel layer (kernel/kernel.h) implements it on top of a memory provider, such as a crash(8)
 * session or a dump file. target/capsule implements it from a file of recorded answers. The
 * recorder wraps either one and writes down every answer, so a capsule holds only what was asked
 * through this interface. Code above it knows x86, byte order and page size only from here.
 */

#define PK_SYMBOL_NAME_MAX 512 /* KSYM_NAME_LEN is 128 up to 6.0, 512 after */
#define PK_MODULE_NAME_MAX 64 /* MODULE_NAME_LEN is 64 - sizeof(long) */
#define PK_MAX_CPUS 8192 /* the largest NR_CPUS of any distribution */
#define PK_TYPE_NAME_MAX 128

/** A kernel symbol as the kernel's own kallsyms names it. crash renames and strips some; we must
 *  not. */
struct pk_symbol {
	uint64_t addr; /* where the symbol starts */
	uint64_t size; /* distance to the next symbol; 0 if not known */
	char name[PK_SYMBOL_NAME_MAX]; /* with compiler suffixes, as kallsyms prints it */
	char module[PK_MODULE_NAME_MAX]; /* "" for vmlinux */
	char type; /* nm letter, '?' if not known */
};

/** Where a member lies in its outermost struct. */
struct pk_member {
	/* bytes from the start of the struct; for a bit-field, of its storage unit */
	uint64_t offset;
	uint64_t size; /* bytes of the member; for a bit-field, of its storage unit */
	/* bit-fields: counted from the least significant bit of the unit read as an integer */
	uint32_t bit_offset;
	uint32_t bit_size; /* 0 unless a bit-field */
	uint64_t elements; /* array length; 0 if not an array, or a flexible one */
	bool is_pointer; /* the member itself is a pointer (not an array of pointers) */
	bool is_array;
	bool is_signed; /* the (element) type is a signed integer */
	/* C type text of the member, e.g. "struct trace_buffer *"; "" if unknown */
	char type[PK_TYPE_NAME_MAX];
};

enum pk_cpumask_kind { PK_CPUS_POSSIBLE, PK_CPUS_PRESENT, PK_CPUS_ONLINE, PK_CPUS_ACTIVE };

struct pk_cpumask {
	uint64_t bits[PK_MAX_CPUS / 64];
};

/** Registers of a CPU as the dump recorded them (NT_PRSTATUS or an equivalent note). */
struct pk_regs {
	uint64_t ip, sp, fp;
	uint64_t lr; /* return address, on machines with a link register; 0: none, or unknown */
	bool in_user; /* recorded state says user space; if false, the addresses may still tell */
	uint32_t nr_gpr; /* how many of gpr[] are valid */
	uint64_t gpr[32]; /* all general registers in no particular order: candidate pointers */
};

/** Facts that do not change during a session. */
struct pk_facts {
	char release[80]; /* uname -r of the dead kernel; "" if unknown */
	char machine[16]; /* "x86_64", "aarch64", ... */
	char build_id[72]; /* dead kernel's build ID from the dump, hexadecimal; "" if unknown */
	char vmlinux_id[72]; /* build ID of the vmlinux in use, hexadecimal; "" if unknown */
	char dump_file[256]; /* as the user named it; "" for a live system */
	char symbols_lack[120]; /* what the symbol table is missing, and why; "" if nothing */
	char redacted[512]; /* what was redacted in the capsule and what was kept; "" if nothing */
	bool big_endian;
	bool is_live; /* memory changes while we read: /proc/kcore, /dev/crash */
	uint32_t word_size; /* bytes of a long and of a pointer */
	uint32_t page_size; /* bytes */
	uint32_t nr_cpu_ids; /* one more than the highest possible CPU */
};

/** Integer of SIZE bytes (1 to 8) at BUF in the byte order of the dead machine. */
static inline uint64_t pk_facts_uint(const struct pk_facts *facts, const void *buf, size_t size)
{
	return pk_bytes_uint(buf, size, facts->big_endian);
}

struct pk_target;

typedef bool (*pk_symbol_fn)(const struct pk_symbol *symbol, void *arg); /* false stops */

/** A module's debuginfo as read by the target: the file, and the build IDs of file and module. */
struct pk_debuginfo {
	char module[PK_MODULE_NAME_MAX];
	char file[256];
	char file_id[72]; /* build ID of the file, hexadecimal; "" if unknown */
	char module_id[72]; /* build ID of the module in memory, hexadecimal; "" if unknown */
};

typedef bool (*pk_debuginfo_fn)(const struct pk_debuginfo *info, void *arg); /* false stops */

struct pk_target_ops {
	const char *name; /* "crash", "capsule", "recorder" */

	/** Read LEN bytes of kernel virtual memory at ADDR, all or nothing. PK_UNREADABLE: the dump
	 *  lacks one of the pages. PK_NOT_CAPTURED: the capsule lacks part of the range. */
	enum pk_status (*read)(struct pk_target *target, uint64_t addr, void *buf, size_t len);
	/** Hint: LEN bytes at ADDR will be read soon. NULL: the target does not prefetch. */
	void (*read_ahead)(struct pk_target *target, uint64_t addr, size_t len);
	/** Prepare to fork children that read concurrently. Call it before the first fork() and,
	 *  with IN_CHILD, in each child. It stops the target's threads and leaves nothing shared.
	 *  False, or a NULL pointer: do not fork. */
	bool (*divide)(struct pk_target *target, bool in_child);

	/** Value of symbol NAME in the kernel's exact spelling; vmlinux comes before modules. Among
	 *  static symbols of one name the lowest address wins. If none matches exactly, a clang LTO
	 *  name with the suffix ".llvm.NUMBER" does. */
	enum pk_status (*symbol)(struct pk_target *target, const char *name, uint64_t *ret_addr);
	/** Call FN for every symbol of that name: file-static duplicates and aliases in modules. */
	enum pk_status (*symbols_named)(struct pk_target *target, const char *name, pk_symbol_fn fn,
					void *arg);
	/** Call FN for every symbol, in /proc/kallsyms order and without sizes. PK_NOT_CAPTURED: FN
	 *  got only what an old capsule holds, by address and with sizes; symbols between them may
	 *  be missing. NULL: PK_UNSUPPORTED. */
	enum pk_status (*symbols_all)(struct pk_target *target, pk_symbol_fn fn, void *arg);
	/** Call FN for the functions compiled from the source file whose path ends in FILE
	 *  ("net/socket.c"), according to debuginfo. PK_ABSENT: no such file. PK_NOT_CAPTURED: a
	 *  capsule holds no debuginfo. NULL: PK_UNSUPPORTED. The recorder does not record these. */
	enum pk_status (*functions_of_file)(struct pk_target *target, const char *file,
					    pk_symbol_fn fn, void *arg);
	/** Call FN for every module whose debuginfo has been read so far. NULL: none (capsules). */
	enum pk_status (*module_debuginfo)(struct pk_target *target, pk_debuginfo_fn fn, void *arg);
	/** The symbol that contains ADDR, text or data. PK_ABSENT: none does. */
	enum pk_status (*symbol_at)(struct pk_target *target, uint64_t addr,
				    struct pk_symbol *ret_symbol);

	/** sizeof(TYPE), written as in C: "struct sk_buff", "atomic_t". PK_ABSENT: no such type. In
	 *  all type questions, NAME@MODULE ("struct fq_flow@sch_fq") means the type as that module
	 *  sees it, or vmlinux's if the module is not loaded, because it may be built in.
	 *  PK_UNSUPPORTED: the module is loaded, but no type information for it is available. */
	enum pk_status (*type_size)(struct pk_target *target, const char *type, uint64_t *ret_size);
	/** Member PATH ("array_buffer.buffer", anonymous unions are transparent) of TYPE. */
	enum pk_status (*member)(struct pk_target *target, const char *type, const char *path,
				 struct pk_member *ret_member);
	/** Value of an enumerator by its name, also of anonymous enums. */
	enum pk_status (*enumerator)(struct pk_target *target, const char *name,
				     int64_t *ret_value);
	/** Name of the enumerator with VALUE in "enum TAG"; PK_ABSENT if none. */
	enum pk_status (*enum_name)(struct pk_target *target, const char *tag, int64_t value,
				    char *buf, size_t size);

	/** Bytes to add to a per-CPU address to get CPU's copy. */
	enum pk_status (*percpu_offset)(struct pk_target *target, int cpu, uint64_t *ret_offset);
	enum pk_status (*cpumask)(struct pk_target *target, enum pk_cpumask_kind kind,
				  struct pk_cpumask *ret_mask);
	/** Registers of CPU at the crash. PK_ABSENT: the dump recorded none for it. */
	enum pk_status (*regs)(struct pk_target *target, int cpu, struct pk_regs *ret_regs);
	/** The CPU that panicked, from the dump tool or panic_cpu. PK_ABSENT: no panic. */
	enum pk_status (*panic_cpu)(struct pk_target *target, int *ret_cpu);
	/** Address of the struct page of a direct-mapped kernel address. PK_ABSENT: not
	 *  direct-mapped. */
	enum pk_status (*virt_to_page)(struct pk_target *target, uint64_t addr, uint64_t *ret_page);

	/** Number of PK_NOT_CAPTURED answers since the previous call. OLDER: one was of a name. Every version records
	 *  all names that it may ask for, so an earlier one made this capsule. NULL: the target is not a capsule. */
	unsigned long (*unanswered)(struct pk_target *target, bool *ret_older);
};

struct pk_target {
	const struct pk_target_ops *ops;
	struct pk_facts facts;
};

static inline bool pk_cpumask_test(const struct pk_cpumask *mask, unsigned cpu)
{
	return cpu < PK_MAX_CPUS && (mask->bits[cpu / 64] >> (cpu % 64) & 1);
}

static inline void pk_cpumask_set(struct pk_cpumask *mask, unsigned cpu)
{
	if (cpu < PK_MAX_CPUS)
		mask->bits[cpu / 64] |= 1ull << (cpu % 64);
}

#endif
