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
 * Two implement it: the kernel layer (kernel/kernel.h), on a provider of memory such as a crash(8) session or a dump
 * file; and target/capsule, a file of answers. A third, the recorder, wraps one of them and writes down every answer;
 * that is how a capsule is made, so an answer that is not given through this interface is not in a capsule.
 * Nothing above knows x86, byte order or page size other than through here.
 */

#define PK_SYMBOL_NAME_MAX 512 /* KSYM_NAME_LEN is 128 up to 6.0, 512 after */
#define PK_MODULE_NAME_MAX 64 /* MODULE_NAME_LEN is 64 - sizeof(long) */
#define PK_MAX_CPUS 8192 /* the largest NR_CPUS of any distribution */
#define PK_TYPE_NAME_MAX 128

/** A kernel symbol, by the kernel's own kallsyms (crash renames and strips; we must not). */
struct pk_symbol {
	uint64_t addr; /* where the symbol starts */
	uint64_t size; /* distance to the next symbol; 0 if not known */
	char name[PK_SYMBOL_NAME_MAX]; /* with compiler suffixes, as kallsyms prints it */
	char module[PK_MODULE_NAME_MAX]; /* "" for vmlinux */
	char type; /* nm letter, '?' if not known */
};

/** Where a member lies in its outermost struct. */
struct pk_member {
	uint64_t
		offset; /* bytes from the start of the struct (of the containing unit, for a bit-field) */
	uint64_t size; /* bytes of the member; for a bit-field of its storage unit */
	uint32_t
		bit_offset; /* for a bit-field: from the least significant bit of the unit read as an integer */
	uint32_t bit_size; /* 0 unless a bit-field */
	uint64_t elements; /* array length, 0 if not an array or flexible */
	bool is_pointer; /* the member itself is a pointer (not an array of pointers) */
	bool is_array;
	bool is_signed; /* the (element) type is a signed integer */
	char type
		[PK_TYPE_NAME_MAX]; /* C type text of the member, e.g. "struct trace_buffer *"; "" if unknown */
};

enum pk_cpumask_kind { PK_CPUS_POSSIBLE, PK_CPUS_PRESENT, PK_CPUS_ONLINE, PK_CPUS_ACTIVE };

struct pk_cpumask {
	uint64_t bits[PK_MAX_CPUS / 64];
};

/** Registers of a CPU as the dump recorded them (NT_PRSTATUS and kin). */
struct pk_regs {
	uint64_t ip, sp, fp;
	uint64_t
		lr; /* where the machine keeps the return address of a call; 0: in no register, or not known */
	bool in_user; /* the machine says that it was in user space; where it does not, addresses may */
	uint32_t nr_gpr; /* how many of gpr[] are valid */
	uint64_t gpr[32]; /* all general registers, order unspecified: pointers to look at */
};

/** Facts that do not change during a session. */
struct pk_facts {
	char release[80]; /* uname -r of the dead kernel; "" if unknown */
	char machine[16]; /* "x86_64", "aarch64", ... */
	char build_id[72]; /* of the dead kernel, as the dump says, hexadecimal; "" if unknown */
	char vmlinux_id[72]; /* of the vmlinux that the target reads, the same; "" if unknown */
	char dump_file[256]; /* name as the user gave it; "" for a live system */
	char symbols_lack
		[120]; /* what the target's symbol table could not take in, and why; "" if nothing */
	char redacted
		[512]; /* what was taken out of the recording, and what was left; "" nothing was */
	bool big_endian;
	bool is_live; /* memory changes under us: /proc/kcore, /dev/crash */
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

/** Debuginfo of a module that the target has read: from which file, and the build-ids of both. */
struct pk_debuginfo {
	char module[PK_MODULE_NAME_MAX];
	char file[256];
	char file_id[72]; /* of the file, hexadecimal; "" if unknown */
	char module_id[72]; /* of the module in memory, the same */
};

typedef bool (*pk_debuginfo_fn)(const struct pk_debuginfo *info, void *arg); /* false stops */

struct pk_target_ops {
	const char *name; /* "crash", "capsule", "recorder" */

	/** Read LEN bytes of kernel virtual memory at ADDR: all or nothing.
	 *  PK_UNREADABLE: the dump lacks a page of it. PK_NOT_CAPTURED: the capsule does. */
	enum pk_status (*read)(struct pk_target *target, uint64_t addr, void *buf, size_t len);
	/** LEN bytes at ADDR are read soon: a target may prepare for it meanwhile. NULL: it does not. */
	void (*read_ahead)(struct pk_target *target, uint64_t addr, size_t len);
	/** This process is about to fork children that read at the same time as it does: called before the first, and
	 *  IN_CHILD in each. No thread is at work afterwards, and nothing is shared. False, or NULL: they must not. */
	bool (*divide)(struct pk_target *target, bool in_child);

	/** Value of the symbol NAME (exact kernel spelling; vmlinux before modules). Of several static symbols of one
	 *  name, the first by address. Where there is none, one that clang gave a ".llvm.NUMBER" (LTO). */
	enum pk_status (*symbol)(struct pk_target *target, const char *name, uint64_t *ret_addr);
	/** All symbols of one name (file-static duplicates, aliases in modules). */
	enum pk_status (*symbols_named)(struct pk_target *target, const char *name, pk_symbol_fn fn,
					void *arg);
	/** Every symbol, in the order of /proc/kallsyms and without sizes. PK_NOT_CAPTURED: FN got those that an old
	 *  capsule holds, by address and with their sizes; between them may have been others. NULL:
	 *  PK_UNSUPPORTED. */
	enum pk_status (*symbols_all)(struct pk_target *target, pk_symbol_fn fn, void *arg);
	/** The functions compiled from the source file whose path ends in FILE ("net/socket.c"), by the
	 *  debuginfo. PK_ABSENT: no such file. PK_NOT_CAPTURED: a capsule has no debuginfo. NULL:
	 *  PK_UNSUPPORTED. A recorder only passes them on. */
	enum pk_status (*functions_of_file)(struct pk_target *target, const char *file,
					    pk_symbol_fn fn, void *arg);
	/** Every module whose debuginfo has been read so far. NULL: there is none (capsules). A recorder has none. */
	enum pk_status (*module_debuginfo)(struct pk_target *target, pk_debuginfo_fn fn, void *arg);
	/** The symbol that contains ADDR, text or data; PK_ABSENT where there is none. */
	enum pk_status (*symbol_at)(struct pk_target *target, uint64_t addr,
				    struct pk_symbol *ret_symbol);

	/** sizeof(TYPE), TYPE as in C: "struct sk_buff", "atomic_t". PK_ABSENT: no such type.
	 *  In all questions about types NAME@MODULE ("struct fq_flow@sch_fq") is the type as that module sees it;
	 *  vmlinux's where the module is not loaded, as it may be built in. PK_UNSUPPORTED: the module is loaded, and
	 *  nothing tells its types. */
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

	/** What to add to a per-CPU address of CPU. */
	enum pk_status (*percpu_offset)(struct pk_target *target, int cpu, uint64_t *ret_offset);
	enum pk_status (*cpumask)(struct pk_target *target, enum pk_cpumask_kind kind,
				  struct pk_cpumask *ret_mask);
	/** Registers of CPU at the crash. PK_ABSENT: the dump recorded none for it. */
	enum pk_status (*regs)(struct pk_target *target, int cpu, struct pk_regs *ret_regs);
	/** The CPU that panicked, as the dump tool or panic_cpu says. PK_ABSENT: nobody panicked. */
	enum pk_status (*panic_cpu)(struct pk_target *target, int *ret_cpu);
	/** Address of the struct page of a direct-mapped kernel address. PK_ABSENT: not direct-mapped. */
	enum pk_status (*virt_to_page)(struct pk_target *target, uint64_t addr, uint64_t *ret_page);

	/** How many questions were answered with PK_NOT_CAPTURED since this was asked last; BUF gets the first of
	 *  them in words. NULL: a target that captures nothing. */
	unsigned long (*unanswered)(struct pk_target *target, char *buf, size_t size);
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
