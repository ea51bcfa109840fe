// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Built-in entries and families of events as text, in every form, of a machine where any address leads into
 * the input: memory is the input, over and over. Members lie where the hash of their names says.
 *
 * Input: 1 byte of seed for the layout, 1 of options, 126 of record, the rest is memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/user_map.h"
#include "kernel/btf_func.h"
#include "text/entry.h"
#include "text/print_fmt.h"

#define RECORD 126
#define NR_TYPES 32
#define MAX_OFFSET 40

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct machine {
	struct pk_target target; /* first: it is a target */
	const uint8_t *memory;
	size_t size; /* not 0 */
	uint8_t seed;
};

static uint32_t hash(struct pk_target *target, const char *a, const char *b)
{
	uint32_t value = 2166136261u ^ ((struct machine *)target)->seed;

	for (; *a; a++)
		value = (value ^ (uint8_t)*a) * 16777619u;
	for (; *b; b++)
		value = (value ^ (uint8_t)*b) * 16777619u;
	return value ^ value >> 15;
}

static enum pk_status read_memory(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	struct machine *machine = (struct machine *)target;
	uint8_t *bytes = buf;

	if (addr < 4096 || addr + len < addr)
		return PK_UNREADABLE;
	for (size_t i = 0; i < len; i++)
		bytes[i] = machine->memory[(addr + i) % machine->size];
	return PK_OK;
}

static enum pk_status symbol(struct pk_target *target, const char *name, uint64_t *ret_addr)
{
	*ret_addr = 0xffffffff80000000ull + hash(target, name, "") % 0x1000;
	return PK_OK;
}

static enum pk_status symbols_named(struct pk_target *target, const char *name, pk_symbol_fn fn,
				    void *arg)
{
	struct pk_symbol found = {.size = 16, .type = 't'};

	symbol(target, name, &found.addr);
	snprintf(found.name, sizeof(found.name), "%s", name);
	fn(&found, arg);
	return PK_OK;
}

static enum pk_status symbol_at(struct pk_target *target, uint64_t addr,
				struct pk_symbol *ret_symbol)
{
	struct pk_symbol found = {.addr = addr & ~15ull, .size = 16, .type = 't'};

	(void)target;
	if (addr % 3)
		return PK_ABSENT;
	snprintf(found.name, sizeof(found.name), "f%x", (unsigned)found.addr);
	*ret_symbol = found;
	return PK_OK;
}

static enum pk_status type_size(struct pk_target *target, const char *type, uint64_t *ret_size)
{
	*ret_size = 1 + hash(target, type, "") % 128;
	return PK_OK;
}

/* Here and there one is not there, so that other ways are tried. */
static enum pk_status member(struct pk_target *target, const char *type, const char *path,
			     struct pk_member *ret_member)
{
	uint32_t value = hash(target, type, path);

	if (value % 16 == 15)
		return PK_ABSENT;
	*ret_member = (struct pk_member){
		.offset = value / 16 % MAX_OFFSET,
		.size = 1u << (value >> 12 & 3),
		.is_signed = value >> 14 & 1,
		.is_array = !(value >> 15 & 7),
		.elements = value >> 18 & 7,
	};
	if (ret_member->is_array)
		ret_member->size *= ret_member->elements;
	return PK_OK;
}

static enum pk_status enumerator(struct pk_target *target, const char *name, int64_t *ret_value)
{
	*ret_value = 1 + hash(target, name, "") % NR_TYPES;
	return PK_OK;
}

static enum pk_status enum_name(struct pk_target *target, const char *tag, int64_t value, char *buf,
				size_t size)
{
	(void)target;
	snprintf(buf, size, "%.8s_%d", tag, (int)value);
	return PK_OK;
}

static enum pk_status percpu_offset(struct pk_target *target, int cpu, uint64_t *ret_offset)
{
	(void)target;
	*ret_offset = (uint64_t)cpu << 12;
	return PK_OK;
}

static enum pk_status cpumask(struct pk_target *target, enum pk_cpumask_kind kind,
			      struct pk_cpumask *mask)
{
	(void)target;
	(void)kind;
	memset(mask, 0, sizeof(*mask));
	mask->bits[0] = 3;
	return PK_OK;
}

static enum pk_status regs(struct pk_target *target, int cpu, struct pk_regs *ret_regs)
{
	(void)target;
	(void)cpu;
	(void)ret_regs;
	return PK_ABSENT;
}

static enum pk_status panic_cpu(struct pk_target *target, int *ret_cpu)
{
	(void)target;
	(void)ret_cpu;
	return PK_ABSENT;
}

static enum pk_status virt_to_page(struct pk_target *target, uint64_t addr, uint64_t *ret_page)
{
	(void)target;
	*ret_page = addr >> 6;
	return PK_OK;
}

static const struct pk_target_ops ops = {
	.name = "hostile",
	.read = read_memory,
	.symbol = symbol,
	.symbols_named = symbols_named,
	.symbol_at = symbol_at,
	.type_size = type_size,
	.member = member,
	.enumerator = enumerator,
	.enum_name = enum_name,
	.percpu_offset = percpu_offset,
	.cpumask = cpumask,
	.regs = regs,
	.panic_cpu = panic_cpu,
	.virt_to_page = virt_to_page,
};

static void families(struct pk_kt *kt, const struct pk_event *event)
{
	static bool (*const printers[])(struct pk_kt *, const struct pk_event *,
					const struct pk_format *) = {
		pk_kt_probe,   pk_kt_eprobe,	pk_kt_uprobe,
		pk_kt_syscall, pk_kt_synthetic, pk_kt_user_event};
	struct pk_field fields[] = {
		{.name = "a", .type = "u32", .offset = 8, .size = 4},
		{.name = "b",
		 .type = "__data_loc char[]",
		 .offset = 12,
		 .size = 4,
		 .where = PK_FIELD_DATA_LOC},
		{.name = "__syscall_nr", .type = "int", .offset = 16, .size = 4, .is_signed = true},
		{.name = "args", .type = "unsigned long[6]", .offset = 24, .size = 48},
		{.name = "c", .type = "char[16]", .offset = 72, .size = 16},
	};
	struct pk_format format = {.id = event->type,
				   .call = 0xffffffff81000000ull,
				   .name = "e",
				   .system = "s",
				   .fields = fields,
				   .nr_fields = sizeof(fields) / sizeof(fields[0])};

	for (size_t i = 0; i < sizeof(printers) / sizeof(printers[0]); i++) {
		pk_seq_reset(&kt->seq);
		printers[i](kt, event, &format);
	}
}

static void print(struct pk_kt *kt, const struct pk_event *event)
{
	for (int form = 0; form < PK_NR_FORMS; form++) {
		pk_seq_reset(&kt->seq);
		pk_kt_event(kt, event, (enum pk_kt_form)form);
		if (kt->seq.len > PK_SEQ_MAX)
			abort();
	}
	families(kt, event);
}

static void paths(struct pk_ctx *ctx, uint64_t file)
{
	struct pk_user_map map;
	char path[64];

	if (pk_user_map_load(ctx, 1, &map) == PK_OK) {
		pk_user_map_find(&map, file);
		pk_user_map_deinit(&map);
	}
	if (pk_file_path(ctx, file, path, sizeof(path)) == PK_OK && strlen(path) >= sizeof(path))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct pk_instance instance = {.clock_in_ns = true};
	struct machine machine = {
		.target = {.ops = &ops,
			   .facts = {.word_size = 8, .page_size = 4096, .nr_cpu_ids = 2}}};
	static struct pk_ctx ctx;
	struct pk_kt_cpu cpus[2] = {0};
	struct pk_event event;
	struct pk_kt *kt;
	uint8_t *record;

	if (size < 2 + RECORD + 8)
		return 0;
	machine.seed = data[0];
	machine.memory = data + 2 + RECORD;
	machine.size = size - 2 - RECORD;
	record = malloc(RECORD); /* of its own: what reads past it is seen */
	kt = calloc(1, sizeof(*kt));
	if (!record || !kt)
		abort();
	memcpy(record, data + 2, RECORD);
	pk_ctx_init(&ctx, &machine.target);
	*kt = (struct pk_kt){.ctx = &ctx,
			     .instance = &instance,
			     .entries = pk_kt_entries,
			     .cpus = cpus,
			     .nr_cpus = 2};
	kt->options = data[1] * 0x01010101u;
	kt->fmts = pk_print_fmts_create();
	pk_symbols_init(&kt->symbols, &ctx);
	event = (struct pk_event){
		.data = record, .len = RECORD - data[2 + 2] % 64u, .ts = 5, .pid = 1};
	for (event.type = 1; event.type <= NR_TYPES; event.type++)
		print(kt, &event);
	paths(&ctx, 0xffff888000000000ull + data[3]);
	pk_print_fmts_destroy(kt->fmts);
	pk_btf_funcs_destroy(kt->functions);
	pk_symbols_deinit(&kt->symbols);
	pk_ctx_deinit(&ctx);
	free(kt);
	free(record);
	return 0;
}
