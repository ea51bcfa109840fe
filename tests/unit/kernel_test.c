// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What the kernel room makes of a provider's memory: CPUs and their per-CPU memory, who panicked, saved registers, build IDs,
 * where struct pages are; and the provider's own symbols and types where the kernel's cannot be read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "fake_provider.h"
#include "kernel/kernel.h"

#define DATA 0xffffffff82000000
#define TEXT 0xffffffff81000000

struct machine {
	struct fake_target fake;
	struct fake_provider provider;
	struct pk_target *target; /* of the kernel room */
};

static void init(struct machine *machine)
{
	fake_target_init(&machine->fake);
	machine->fake.target.facts.nr_cpu_ids = 0; /* the kernel room finds out */
	fake_map(&machine->fake, DATA, 0x2000);
	fake_provider_init(&machine->provider, &machine->fake);
}

static void start(struct machine *machine)
{
	machine->target = pk_kernel_create(&machine->provider.provider);
	assert_non_null(machine->target);
}

static void deinit(struct machine *machine)
{
	pk_kernel_destroy(machine->target);
	fake_target_deinit(&machine->fake);
}

/* A variable of SIZE bytes. */
static void put(struct machine *machine, const char *name, uint64_t offset, size_t size,
		uint64_t value)
{
	fake_symbol(&machine->fake, name, DATA + offset, size);
	fake_put(&machine->fake, DATA + offset, size, value);
}

static void assert_mask(struct machine *machine, enum pk_cpumask_kind kind, const char *cpus)
{
	struct pk_cpumask mask;
	char text[1024] = "";

	assert_int_equal(machine->target->ops->cpumask(machine->target, kind, &mask), PK_OK);
	for (unsigned cpu = 0; cpu < 200; cpu++)
		if (pk_cpumask_test(&mask, cpu))
			sprintf(text + strlen(text), "%u ", cpu);
	assert_string_equal(text, cpus);
}

/* Masks are words of the dead machine. Each kind is in a variable of its own, which has had three names. */
static void masks_are_words(void **state)
{
	struct machine machine;

	(void)state;
	init(&machine);
	put(&machine, "nr_cpu_ids", 0, 4, 70);
	put(&machine, "__cpu_possible_mask", 0x100, 8, 0x8000000000000105);
	fake_put(&machine.fake, DATA + 0x108, 8,
		 0xe1); /* of which CPUs 70 and 71 are beyond nr_cpu_ids */
	put(&machine, "cpu_online_bits", 0x110, 8, 4);
	put(&machine, "cpu_active_mask", 0x120, 8, DATA + 0x110);
	start(&machine);
	assert_int_equal(machine.target->facts.nr_cpu_ids, 70);
	assert_mask(&machine, PK_CPUS_POSSIBLE, "0 2 8 63 64 69 ");
	assert_mask(&machine, PK_CPUS_ONLINE, "2 ");
	assert_mask(&machine, PK_CPUS_ACTIVE, "2 ");
	assert_int_equal(machine.target->ops->cpumask(machine.target, PK_CPUS_PRESENT,
						      &(struct pk_cpumask){{0}}),
			 PK_ABSENT);
	deinit(&machine);
}

static void a_big_endian_mask(void **state)
{
	struct machine machine;

	(void)state;
	fake_big_endian = true;
	init(&machine);
	machine.provider.provider.facts.big_endian = true;
	put(&machine, "nr_cpu_ids", 0, 4, 65);
	put(&machine, "__cpu_online_mask", 0x100, 8, 0x8000000000000102);
	fake_put(&machine.fake, DATA + 0x108, 8, 1);
	start(&machine);
	assert_mask(&machine, PK_CPUS_ONLINE, "1 8 63 64 ");
	deinit(&machine);
	fake_big_endian = FAKE_HOST_BIG_ENDIAN;
}

/* NR_CPUS is 1 or forced, or the number is damaged: then the highest possible CPU tells. */
static void without_a_count_of_cpus(void **state)
{
	struct machine machine;

	(void)state;
	init(&machine);
	start(&machine);
	assert_int_equal(machine.target->facts.nr_cpu_ids, 1);
	deinit(&machine);

	for (int damaged = 0; damaged < 2; damaged++) {
		init(&machine);
		if (damaged)
			put(&machine, "nr_cpu_ids", 0, 4, PK_MAX_CPUS + 1);
		put(&machine, "__cpu_possible_mask", 0x100, 8, 0x25);
		start(&machine);
		assert_int_equal(machine.target->facts.nr_cpu_ids, 6);
		deinit(&machine);
	}
	init(&machine);
	put(&machine, "nr_cpu_ids", 0, 4, PK_MAX_CPUS);
	start(&machine);
	assert_int_equal(machine.target->facts.nr_cpu_ids, PK_MAX_CPUS);
	deinit(&machine);
}

static void per_cpu_memory(void **state)
{
	struct machine machine;
	uint64_t offset = 7;

	(void)state;
	init(&machine);
	put(&machine, "nr_cpu_ids", 0, 4, 3);
	start(&machine);
	assert_int_equal(machine.target->ops->percpu_offset(machine.target, 0, &offset), PK_OK);
	assert_int_equal(offset, 0); /* a kernel for one CPU */
	assert_int_equal(machine.target->ops->percpu_offset(machine.target, 1, &offset), PK_ABSENT);
	put(&machine, "__per_cpu_offset", 0x1ff0, 8, 0x1000);
	fake_put(&machine.fake, DATA + 0x1ff8, 8, 0x2000);
	assert_int_equal(machine.target->ops->percpu_offset(machine.target, 0, &offset), PK_OK);
	assert_int_equal(offset, 0x1000);
	assert_int_equal(machine.target->ops->percpu_offset(machine.target, 1, &offset), PK_OK);
	assert_int_equal(offset, 0x2000);
	assert_int_equal(machine.target->ops->percpu_offset(machine.target, 2, &offset),
			 PK_UNREADABLE);
	assert_int_equal(machine.target->ops->percpu_offset(machine.target, 3, &offset), PK_ABSENT);
	assert_int_equal(machine.target->ops->percpu_offset(machine.target, -1, &offset),
			 PK_ABSENT);
	deinit(&machine);
}

static enum pk_status panic_cpu(struct machine *machine, int *ret_cpu)
{
	return machine->target->ops->panic_cpu(machine->target, ret_cpu);
}

/* panic_cpu is -1 where a machine crashed without a panic: crashing_cpu tells. */
static void who_panicked(void **state)
{
	struct machine machine;
	int cpu = 9;

	(void)state;
	init(&machine);
	put(&machine, "nr_cpu_ids", 0, 4, 4);
	start(&machine);
	assert_int_equal(panic_cpu(&machine, &cpu), PK_ABSENT);
	fake_symbol(&machine.fake, "panic_cpu", 0x10, 4); /* not in the dump */
	assert_int_equal(panic_cpu(&machine, &cpu), PK_UNREADABLE);
	put(&machine, "crashing_cpu", 0x10, 4, 0xffffffff);
	assert_int_equal(panic_cpu(&machine, &cpu), PK_ABSENT);
	fake_put(&machine.fake, DATA + 0x10, 4, 4);
	assert_int_equal(panic_cpu(&machine, &cpu), PK_ABSENT);
	fake_put(&machine.fake, DATA + 0x10, 4, 3);
	assert_int_equal(panic_cpu(&machine, &cpu), PK_OK);
	assert_int_equal(cpu, 3);
	deinit(&machine);

	init(&machine);
	put(&machine, "nr_cpu_ids", 0, 4, 4);
	put(&machine, "panic_cpu", 0x10, 4, 1);
	put(&machine, "crashing_cpu", 0x20, 4, 2);
	start(&machine);
	assert_int_equal(panic_cpu(&machine, &cpu), PK_OK);
	assert_int_equal(cpu, 1);
	deinit(&machine);
}

/* There are no kallsyms, and no BTF: names and types are the provider's, and it is said why. */
static void what_the_provider_knows(void **state)
{
	static const struct fake_member rows[] = {
		{.type = "struct page", .path = "flags", .offset = 8, .size = 4}};
	static const struct fake_enum enums[] = {{.tag = "state", .name = "IDLE", .value = 5}};
	struct pk_symbol symbol;
	struct pk_member member;
	struct machine machine;
	uint64_t value;
	int64_t number;
	char name[16];

	(void)state;
	init(&machine);
	fake_members(&machine.fake, rows, ARRAY_SIZE(rows));
	fake_enums(&machine.fake, enums, ARRAY_SIZE(enums));
	fake_type(&machine.fake, "struct page", 56);
	fake_symbol(&machine.fake, "ip_rcv", TEXT + 0x40, 0x20);
	start(&machine);
	assert_int_equal(machine.target->ops->symbol(machine.target, "ip_rcv", &value), PK_OK);
	assert_int_equal(value, TEXT + 0x40);
	assert_int_equal(machine.target->ops->symbol(machine.target, "ip_rcv2", &value), PK_ABSENT);
	assert_string_equal(
		machine.target->facts.symbols_lack,
		"the kernel's kallsyms are absent: names are fake's, which may differ from "
		"the kernel's");
	assert_int_equal(machine.target->ops->symbol_at(machine.target, TEXT + 0x45, &symbol),
			 PK_OK);
	assert_string_equal(symbol.name, "ip_rcv");
	assert_int_equal(machine.target->ops->symbol_at(machine.target, TEXT + 0x60, &symbol),
			 PK_ABSENT);
	assert_int_equal(machine.target->ops->symbols_all(machine.target, NULL, NULL), PK_ABSENT);
	assert_int_equal(machine.target->ops->type_size(machine.target, "struct page", &value),
			 PK_OK);
	assert_int_equal(value, 56);
	assert_int_equal(
		machine.target->ops->member(machine.target, "struct page", "flags", &member),
		PK_OK);
	assert_int_equal(member.offset, 8);
	assert_int_equal(machine.target->ops->enumerator(machine.target, "IDLE", &number), PK_OK);
	assert_int_equal(number, 5);
	assert_int_equal(
		machine.target->ops->enum_name(machine.target, "state", 5, name, sizeof(name)),
		PK_OK);
	assert_string_equal(name, "IDLE");
	/* Nobody keeps a list of modules: whether this one has such a type is not known. */
	assert_int_equal(
		machine.target->ops->type_size(machine.target, "struct page@nf_tables", &value),
		PK_UNSUPPORTED);
	deinit(&machine);
}

static enum pk_provider_module module_state;

static enum pk_provider_module module(struct pk_provider *provider, const char *name)
{
	(void)provider;
	return strcmp(name, "nf_tables") ? PK_MODULE_NOT_LOADED : module_state;
}

static enum pk_status why_no_btf;

static void no_btf(struct pk_provider *provider, enum pk_status why)
{
	(void)provider;
	why_no_btf = why;
}

/* A module that is not loaded may be built in. */
static void types_of_modules(void **state)
{
	static const enum pk_status expected[] = {
		[PK_MODULE_NOT_LOADED] = PK_OK,
		[PK_MODULE_LOADED] = PK_UNSUPPORTED,
		[PK_MODULE_DEBUGINFO] = PK_OK,
		[PK_MODULE_UNKNOWN] = PK_UNSUPPORTED,
	};
	struct machine machine;
	uint64_t size;

	(void)state;
	init(&machine);
	fake_type(&machine.fake, "struct nft_rule", 24);
	machine.provider.ops.module = module;
	start(&machine);
	for (module_state = PK_MODULE_NOT_LOADED; module_state <= PK_MODULE_UNKNOWN; module_state++)
		assert_int_equal(machine.target->ops->type_size(machine.target,
								"struct nft_rule@nf_tables", &size),
				 expected[module_state]);
	assert_int_equal(
		machine.target->ops->type_size(machine.target, "struct nft_rule@other", &size),
		PK_OK);
	assert_int_equal(size, 24);
	deinit(&machine);
}

/* Why the provider is asked: the bytes of BTF are not there, end before they begin, or are no BTF. */
static void why_there_is_no_btf(void **state)
{
	static const struct {
		uint64_t start, stop;
		enum pk_status why;
	} cases[] = {
		{DATA + 0x100, DATA + 0x100, PK_ABSENT},
		{DATA + 0x100, DATA + 0xff, PK_CORRUPT},
		{DATA + 0x100, DATA + 0x100 + (256 << 20) + 1, PK_CORRUPT},
		{DATA + 0x100, DATA + 0x100 + (256 << 20), PK_UNREADABLE},
		{DATA + 0x100, DATA + 0x180, PK_CORRUPT},
	};
	struct machine machine;
	uint64_t size;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		init(&machine);
		machine.provider.ops.no_btf = no_btf;
		fake_symbol(&machine.fake, "__start_BTF", cases[i].start, 0);
		fake_symbol(&machine.fake, "__stop_BTF", cases[i].stop, 0);
		start(&machine);
		why_no_btf = PK_OK;
		assert_int_equal(
			machine.target->ops->type_size(machine.target, "struct page", &size),
			PK_ABSENT);
		assert_int_equal(why_no_btf, cases[i].why);
		deinit(&machine);
	}
}

static enum pk_status own_regs(struct pk_provider *provider, int cpu, struct pk_regs *ret_regs)
{
	(void)provider;
	*ret_regs = (struct pk_regs){.ip = TEXT + (uint64_t)cpu};
	return PK_OK;
}

/* Registers are those of kdump, else the provider's. A live machine's notes are of no crash. */
static void whose_registers(void **state)
{
	struct machine machine;
	struct pk_regs regs;

	(void)state;
	for (int live = 0; live < 2; live++) {
		init(&machine);
		strcpy(machine.provider.provider.facts.machine, "x86_64");
		machine.provider.provider.facts.is_live = live;
		put(&machine, "nr_cpu_ids", 0, 4, 1);
		put(&machine, "crash_notes", 8, 8, DATA + 0x200);
		fake_put(&machine.fake, DATA + 0x200, 4, sizeof("CORE"));
		fake_put(&machine.fake, DATA + 0x204, 4, 112 + 27 * 8);
		fake_put(&machine.fake, DATA + 0x208, 4, NT_PRSTATUS);
		fake_put_string(&machine.fake, DATA + 0x20c, "CORE");
		fake_put(&machine.fake, DATA + 0x214 + 112 + 16 * 8, 8, TEXT + 0x999);
		start(&machine);
		assert_int_equal(machine.target->ops->regs(machine.target, 0, &regs),
				 live ? PK_ABSENT : PK_OK);
		if (!live)
			assert_int_equal(regs.ip, TEXT + 0x999);
		deinit(&machine);
	}
	init(&machine);
	put(&machine, "nr_cpu_ids", 0, 4, 2);
	machine.provider.ops.regs = own_regs;
	start(&machine);
	assert_int_equal(machine.target->ops->regs(machine.target, 1, &regs), PK_OK);
	assert_int_equal(regs.ip, TEXT + 1);
	deinit(&machine);
}

/* By name, of each machine: R1 is the stack pointer of ppc64, and of s390x only Rn are general. */
static void names_of_registers(void **state)
{
	static const struct {
		const char *machine, *name;
		uint64_t ip, sp, fp, lr;
		uint32_t nr_gpr;
	} rows[] = {
		{"x86_64", "RIP", .ip = 5, .nr_gpr = 1},
		{"x86_64", "rsp", .sp = 5, .nr_gpr = 1},
		{"x86_64", "RBP", .fp = 5, .nr_gpr = 1},
		{"x86_64", "R15", .nr_gpr = 1},
		{"x86_64", "RAX", .nr_gpr = 1},
		{"x86_64", "EFLAGS", .ip = 0},
		{"x86_64", "CR3", .ip = 0},
		{"x86_64", "GS", .ip = 0},
		{"aarch64", "PC", .ip = 5, .nr_gpr = 1},
		{"aarch64", "x29", .fp = 5, .nr_gpr = 1},
		{"aarch64", "X30", .lr = 5, .nr_gpr = 1},
		{"ppc64le", "NIP", .ip = 5, .nr_gpr = 1},
		{"ppc64le", "GPR1", .sp = 5, .nr_gpr = 1},
		{"ppc64le", "LR", .lr = 5, .nr_gpr = 1},
		{"ppc64le", "CCR", .ip = 0},
		{"s390x", "PSWA", .ip = 5},
		{"s390x", "R15", .sp = 5, .nr_gpr = 1},
		{"s390x", "R14", .lr = 5, .nr_gpr = 1},
		{"s390x", "R1", .nr_gpr = 1},
		{"s390x", "FPC", .ip = 0},
	};
	struct pk_regs regs;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		memset(&regs, 0, sizeof(regs));
		pk_regs_take(&regs, rows[i].machine, rows[i].name, strlen(rows[i].name), 5);
		assert_int_equal(regs.ip, rows[i].ip);
		assert_int_equal(regs.sp, rows[i].sp);
		assert_int_equal(regs.fp, rows[i].fp);
		assert_int_equal(regs.lr, rows[i].lr);
		assert_int_equal(regs.nr_gpr, rows[i].nr_gpr);
		assert_false(regs.in_user);
	}
	pk_regs_take(&regs, "s390x", "PSWM", 4, 1ull << 48);
	assert_true(regs.in_user);
	pk_regs_take(&regs, "s390x", "PSWM", 4, 1ull << 47);
	assert_false(regs.in_user);
	for (int i = 0; i < 40; i++)
		pk_regs_take(&regs, "x86_64", "R9", 2, i);
	assert_int_equal(regs.nr_gpr, ARRAY_SIZE(regs.gpr));
}

static size_t put_note(uint8_t *to, uint32_t type, const char *name, const char *value, size_t len)
{
	const Elf64_Nhdr head = {strlen(name) + 1, len, type};
	size_t padded = (head.n_namesz + 3) & ~3ul;

	memcpy(to, &head, sizeof(head));
	memcpy(to + sizeof(head), name, head.n_namesz);
	memcpy(to + sizeof(head) + padded, value, len);
	return sizeof(head) + padded + ((len + 3) & ~3ul);
}

/* The build ID is the GNU note of that type, behind others, whose names and values are padded. */
static void build_id_among_notes(void **state)
{
	uint8_t notes[256] = {0};
	char text[72] = "none", small[6] = "";
	size_t at, end;

	(void)state;
	at = put_note(notes, NT_GNU_BUILD_ID, "Xen", "xx", 2);
	at += put_note(notes + at, NT_GNU_ABI_TAG, "GNU", "abcde", 5);
	at += put_note(notes + at, NT_GNU_BUILD_ID, "Linux", "yy", 2);
	end = at;
	assert_false(pk_build_id_of_notes(notes, end, text, sizeof(text)));
	assert_string_equal(text, "none");
	at += put_note(notes + at, NT_GNU_BUILD_ID, "GNU", "\x01\xab\xcd", 3);
	assert_false(pk_build_id_of_notes(notes, end + 18, text, sizeof(text)));
	assert_true(pk_build_id_of_notes(notes, end + 19, text, sizeof(text)));
	assert_string_equal(text, "01abcd");
	assert_true(pk_build_id_of_notes(notes, at, small, sizeof(small)));
	assert_string_equal(small, "01ab");
	memset(notes + end + 16, 0x5a, 64);
	((Elf64_Nhdr *)(notes + end))->n_descsz = 33; /* longer than any */
	assert_false(pk_build_id_of_notes(notes, end + 16 + 36, text, sizeof(text)));
	((Elf64_Nhdr *)(notes + end))->n_descsz = 32;
	assert_true(pk_build_id_of_notes(notes, end + 16 + 32, text, sizeof(text)));
	assert_int_equal(strlen(text), 64);
}

#define MODULE (DATA + 0x400)
#define NOTES (DATA + 0x800)
#define ATTRIBUTE(n) (NOTES + 0x40 + 64 * (uint64_t)(n))

static const struct fake_member of_notes[] = {
	{"struct module", "notes_attrs", 16, .size = 8, .is_pointer = true},
	{"struct module_notes_attrs", "attrs", 0x40, .size = 0},
	{"struct bin_attribute", "attr.name", 0, .size = 8, .is_pointer = true},
	{"struct bin_attribute", "size", 16, .size = 8},
	{"struct bin_attribute", "private", 24, .size = 8, .is_pointer = true},
};
static const struct fake_member counted = {"struct module_notes_attrs", "notes", 0x10, .size = 4};
static const struct fake_member in_group = {"struct module_notes_attrs", "grp.bin_attrs", 0x18,
					    .size = 8, .is_pointer = true};
static const struct fake_member own_id = {"struct module", "build_id", 0x20, .size = 4};

static enum pk_status one_module(struct pk_provider *provider, pk_provider_debuginfo_fn fn,
				 void *arg)
{
	struct pk_debuginfo info = {.module = "m", .file = "m.ko", .file_id = "aa"};

	(void)provider;
	fn(&info, MODULE, arg);
	return PK_OK;
}

static enum pk_status one_without_id(struct pk_provider *provider, pk_provider_debuginfo_fn fn,
				     void *arg)
{
	struct pk_debuginfo info = {.module = "m"};

	(void)provider;
	fn(&info, MODULE, arg);
	return PK_OK;
}

static bool take_id(const struct pk_debuginfo *info, void *arg)
{
	assert_string_equal(info->module, "m");
	snprintf(arg, sizeof(info->module_id), "%s", info->module_id);
	return true;
}

static void assert_module_id(struct machine *machine, const char *expected)
{
	char id[72] = "not told";

	assert_int_equal(machine->target->ops->module_debuginfo(machine->target, take_id, id),
			 PK_OK);
	assert_string_equal(id, expected);
}

/* A module with two notes: Xen's, and its build ID. */
static void start_with_notes(struct machine *machine)
{
	uint8_t note[64];
	uint64_t len = put_note(note, NT_GNU_BUILD_ID, "GNU", "\x01\xab\xcd", 3);

	init(machine);
	fake_members(&machine->fake, of_notes, ARRAY_SIZE(of_notes));
	fake_type(&machine->fake, "struct bin_attribute", 64);
	fake_put(&machine->fake, MODULE + 16, 8, NOTES);
	fake_put_string(&machine->fake, NOTES + 0x200, ".note.Linux");
	fake_put_string(&machine->fake, NOTES + 0x240, ".note.gnu.build-id");
	for (unsigned i = 0; i < 2; i++) {
		fake_put(&machine->fake, ATTRIBUTE(i), 8, NOTES + 0x200 + 0x40 * i);
		fake_put(&machine->fake, ATTRIBUTE(i) + 16, 8, len);
		fake_put(&machine->fake, ATTRIBUTE(i) + 24, 8, NOTES + 0x300);
	}
	fake_put_bytes(&machine->fake, NOTES + 0x300, note, len);
	machine->provider.ops.module_debuginfo = one_module;
}

static void whose_debuginfo(void **state)
{
	struct machine machine;

	(void)state;
	start_with_notes(&machine);
	fake_members(&machine.fake, &counted, 1);
	fake_put(&machine.fake, NOTES + 0x10, 4, 2);
	start(&machine);
	assert_module_id(&machine, "01abcd");
	machine.provider.ops.module_debuginfo = one_without_id; /* nothing to compare with */
	assert_module_id(&machine, "");
	machine.provider.ops.module_debuginfo = NULL;
	assert_module_id(&machine, "not told");
	machine.provider.ops.module_debuginfo = one_module;
	machine.target->facts.is_live = true;
	assert_module_id(&machine, "not told");
	machine.target->facts.is_live = false;
	fake_put(&machine.fake, NOTES + 0x10, 4, 1); /* the second is none */
	assert_module_id(&machine, "");
	fake_put(&machine.fake, NOTES + 0x10, 4, 2);
	fake_put(&machine.fake, ATTRIBUTE(1) + 16, 8, 1025); /* too long */
	assert_module_id(&machine, "");
	fake_put(&machine.fake, ATTRIBUTE(1) + 16, 8, 12); /* cut */
	assert_module_id(&machine, "");
	fake_put(&machine.fake, MODULE + 16, 8, 0); /* no notes at all */
	assert_module_id(&machine, "");
	deinit(&machine);
}

/* Since 6.14 a list of pointers, which ends with none. */
static void whose_debuginfo_by_a_group(void **state)
{
	struct machine machine;

	(void)state;
	start_with_notes(&machine);
	fake_members(&machine.fake, &in_group, 1);
	fake_put(&machine.fake, NOTES + 0x18, 8, NOTES + 0x380);
	fake_put(&machine.fake, NOTES + 0x380, 8, ATTRIBUTE(0));
	fake_put(&machine.fake, NOTES + 0x388, 8, ATTRIBUTE(1));
	start(&machine);
	assert_module_id(&machine, "01abcd");
	fake_put(&machine.fake, NOTES + 0x388, 8, 0);
	assert_module_id(&machine, "");
	fake_put(&machine.fake, NOTES + 0x18, 8, DATA + 0x100000);
	assert_module_id(&machine, "");
	deinit(&machine);
}

/* struct module's own copy comes first, unless nobody filled it in. */
static void whose_debuginfo_by_the_module(void **state)
{
	struct machine machine;

	(void)state;
	start_with_notes(&machine);
	fake_members(&machine.fake, &counted, 1);
	fake_members(&machine.fake, &own_id, 1);
	fake_put(&machine.fake, NOTES + 0x10, 4, 2);
	start(&machine);
	assert_module_id(&machine, "01abcd");
	fake_put_bytes(&machine.fake, MODULE + 0x20, "\0\x02\0\x03", 4);
	assert_module_id(&machine, "00020003");
	deinit(&machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(masks_are_words),
		cmocka_unit_test(a_big_endian_mask),
		cmocka_unit_test(without_a_count_of_cpus),
		cmocka_unit_test(per_cpu_memory),
		cmocka_unit_test(who_panicked),
		cmocka_unit_test(what_the_provider_knows),
		cmocka_unit_test(types_of_modules),
		cmocka_unit_test(why_there_is_no_btf),
		cmocka_unit_test(whose_registers),
		cmocka_unit_test(names_of_registers),
		cmocka_unit_test(build_id_among_notes),
		cmocka_unit_test(whose_debuginfo),
		cmocka_unit_test(whose_debuginfo_by_a_group),
		cmocka_unit_test(whose_debuginfo_by_the_module),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
