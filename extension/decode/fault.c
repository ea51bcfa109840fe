// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The bad pointer of an oops. The kernel prints the address, the registers and the code:
 *
 *   BUG: kernel NULL pointer dereference, address: 0000000000000884
 *   Code: ... 31 c0 <80> bf 84 08 00 00 00 ...		cmpb $0, 0x884(%rdi)
 *   RDX: 0000000000000000 RSI: ffff8a4b8394ea00 RDI: 0000000000000000
 *
 *   Unable to handle kernel paging request at virtual address dead000000000108
 *   x2 : dead000000000100 x1 : ffff000005c07e00 x0 : 0000000000000000
 *   Code: ... (f9000440)					str x0, [x2, #8]
 *
 * A register is named only if the operand that the instruction has is that address.
 */
#include "decode/printk.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/slab.h"

#define MAX_ERRNO 4095
#define SMALL 4096 /* what the kernel calls a NULL pointer's member */
#define HEX_DIGITS 16
#define MAX_BEFORE 64 /* bytes of code; x86-64 prints 42 or 43, arm64 four words */

struct lines {
	uint64_t since_ns;
	const char *first; /* the beginning of the line that it begins with */
	bool begun;
	struct pk_log_registers regs;
	uint8_t before[MAX_BEFORE]; /* the instruction */
	size_t before_len;
	uint8_t code[PK_INSN_MAX];
	size_t code_len;
};

/* Digits at TEXT; 0: none. */
static size_t read_hex(const char *text, uint64_t *ret_value)
{
	size_t len = 0;

	*ret_value = 0;
	for (; len < HEX_DIGITS && isxdigit((unsigned char)text[len]); len++) {
		const char digit[] = {text[len], '\0'};

		*ret_value = *ret_value << 4 | strtoul(digit, NULL, 16);
	}
	return isxdigit((unsigned char)text[len]) ? 0 : len;
}

/* "maybe for address" of a general protection fault is a guess. */
static bool read_address(const char *reason, uint64_t *ret_addr)
{
	static const char *const before[] = {
		"address: ",	      "virtual address ", "non-canonical address 0x",
		" dereference at 0x", " dereference at ", " paging request at ",
		" on read at ",	      " on write at "};

	for (size_t i = 0; i < PK_ARRAY_SIZE(before); i++) {
		const char *at = strstr(reason, before[i]);

		if (!at)
			continue;
		at += strlen(before[i]);
		return read_hex(at + (strncmp(at, "0x", 2) ? 0 : 2), ret_addr);
	}
	return false;
}

/* "RDX: 0000000000000000 RSI: ffff8a4b8394ea00", "x2 : dead000000000100 x1 : ..." */
static void read_registers(struct lines *lines, const char *text)
{
	struct pk_log_registers *regs = &lines->regs;

	while (regs->nr < PK_MAX_LOG_REGISTERS) {
		char name[sizeof(regs->list->name)] = "";
		uint64_t value;
		size_t len;

		text += strspn(text, " ");
		len = strcspn(text, " :");
		if (!len || len > 3 || !isalpha((unsigned char)*text))
			return;
		memcpy(name, text, len);
		text += len;
		text += *text == ' ';
		if (strncmp(text, ": ", 2))
			return;
		len = read_hex(text + 2, &value);
		if (len != HEX_DIGITS)
			return;
		text += 2 + len;
		memcpy(regs->list[regs->nr].name, name, sizeof(name));
		regs->list[regs->nr++].value = value;
	}
}

/* "44 24 28 31 c0 <80> bf 84": bytes or words; in brackets the first of where the instruction pointer was. */
static void read_code(struct lines *lines, const char *text)
{
	static const char mark[] = "Code: ";
	const char *at = strncmp(text, mark, sizeof(mark) - 1) ? NULL : text + sizeof(mark) - 1;
	bool behind = false;
	uint64_t word;
	size_t len, *nr;
	uint8_t *bytes;

	while (at && *at) {
		behind |= *at == '<' || *at == '(';
		at += strspn(at, "<(");
		len = read_hex(at, &word);
		nr = behind ? &lines->code_len : &lines->before_len;
		bytes = behind ? lines->code : lines->before;
		if ((len != 2 && (len != 8 || *nr % 4 || (behind && *nr))) ||
		    *nr + len / 2 > (behind ? sizeof(lines->code) : sizeof(lines->before)))
			break;
		for (size_t i = 0; i < len / 2; word >>= 8, i++)
			bytes[(*nr)++] = (uint8_t)word;
		at += len;
		at += strspn(at, ">) ");
	}
	if (!lines->code_len) /* where it was is not known */
		lines->before_len = 0;
}

/* " put_it+0x7e/0xa0 [module]": of a real frame. arm64 begins with the function that warns. */
static void read_caller(struct lines *lines, const char *text)
{
	static const char self[] = " refcount_warn_saturate+";
	struct pk_log_registers *regs = &lines->regs;

	if (regs->nr && !regs->caller[0] && *text == ' ' &&
	    (text[1] == '_' || isalpha((unsigned char)text[1])) && strstr(text, "+0x") &&
	    strncmp(text, self, sizeof(self) - 1) != 0)
		snprintf(regs->caller, sizeof(regs->caller), "%.127s", text + 1);
}

/* From the first line to the end of that oops, or report. False: it has ended. */
static bool look(struct lines *lines, const struct pk_log_line *line)
{
	const struct pk_opening *row;
	char text[512];
	int len = (int)(line->len < sizeof(text) ? line->len : sizeof(text) - 1);

	if (line->from_user || line->ts_nsec < lines->since_ns)
		return true;
	snprintf(text, sizeof(text), "%.*s", len, line->text);
	text[strcspn(text, "\n")] = '\0';
	if (!lines->begun) {
		lines->begun = !strncmp(text, lines->first,
					sizeof(((struct pk_log_said *)NULL)->text) - 1);
		return true;
	}
	row = pk_opening_of(line);
	if (row && (row->opens == PK_OPENS_END || row->opens == PK_OPENS_PANIC))
		return false;
	if (!lines->code_len)
		read_code(lines, text);
	read_registers(lines, text);
	read_caller(lines, text);
	return true;
}

static enum pk_status look_at_log(struct pk_ctx *ctx, struct lines *lines)
{
	struct pk_reader r = {.ctx = ctx};

	pk_log_for_each (line, &r)
		if (!look(lines, &line))
			break;
	return r.status;
}

/* --- what a pointer was ----------------------------------------------------------------------------------- */

/* LIST_POISON1 and LIST_POISON2 (0x200 in older kernels) above POISON_POINTER_DELTA, by architecture. */
static bool is_list_poison(struct pk_fault *fault)
{
	static const uint64_t deltas[] = {0xdead000000000000, 0x5deadbeef0000000};
	static const uint16_t poisons[] = {0x100, 0x122, 0x200};
	bool found = false;

	for (size_t i = 0; i < PK_ARRAY_SIZE(deltas); i++) {
		for (size_t j = 0; j < PK_ARRAY_SIZE(poisons); j++) {
			int64_t from = (int64_t)(fault->value - deltas[i] - poisons[j]);

			if (from <= -SMALL || from >= SMALL ||
			    (found && llabs(from) >= llabs(fault->from_poison)))
				continue;
			found = true;
			fault->poison = deltas[i] + poisons[j];
			fault->from_poison = from;
		}
	}
	return found;
}

static enum pk_bad_pointer kind_of(const struct pk_arch *arch, const char *reason,
				   struct pk_fault *fault)
{
	static const struct {
		uint8_t byte;
		enum pk_bad_pointer kind;
	} fills[] = {{0x6b, PK_BAD_FREE_POISON},
		     {0x5a, PK_BAD_NEW_POISON},
		     {0xbb, PK_BAD_REDZONE},
		     {0xcc, PK_BAD_REDZONE},
		     {0xaa, PK_BAD_PAGE_POISON}};
	uint64_t value = fault->value;

	if (!value)
		return PK_BAD_NULL;
	if (value < SMALL)
		return fault->reg[0] ? PK_BAD_SMALL : PK_BAD_NULL;
	if (is_list_poison(fault))
		return PK_BAD_LIST_POISON;
	for (size_t i = 0; i < PK_ARRAY_SIZE(fills); i++) {
		uint8_t byte = fills[i].byte;
		uint64_t all = 0x0101010101010101ull * byte, delta = value - all;

		/* The value of all eight bytes BYTE, give or take OFFSET of a member. */
		if (delta < SMALL || -delta < SMALL)
			return fills[i].kind;
	}
	if (value >= -(uint64_t)MAX_ERRNO && fault->reg[0])
		return PK_BAD_ERROR;
	if (strstr(reason, "non-canonical"))
		return PK_BAD_NON_CANONICAL;
	return arch && value < arch->user_end ? PK_BAD_USER : PK_BAD_UNJUDGED;
}

static bool value_of(const struct lines *lines, const char *name, uint64_t *ret_value)
{
	*ret_value = 0;
	for (size_t i = 0; i < lines->regs.nr; i++) {
		if (strcmp(lines->regs.list[i].name, name))
			continue;
		*ret_value = lines->regs.list[i].value;
		return true;
	}
	return false;
}

/* Whether the kernel prints ADDR as PRINTED: untagged_addr() of arm64 keeps the tag of a kernel's address alone. */
static bool is_printed(const struct pk_arch *arch, uint64_t addr, uint64_t printed)
{
	const uint64_t tag = arch->tag_shift ? ~0ull << arch->tag_shift : 0;

	return addr == printed ||
	       (tag && !(addr >> (arch->tag_shift - 1) & 1) && (addr & ~tag) == printed);
}

static void find_register(const struct pk_arch *arch, const char *reason, const struct lines *lines,
			  struct pk_fault *fault)
{
	struct pk_operand operand = {.base = ""};
	uint64_t base, addr;

	/* Of a base and an index, which one was wrong is not known. */
	if (!arch || !arch->operand || !arch->operand(lines->code, lines->code_len, &operand) ||
	    operand.index[0] || !value_of(lines, operand.base, &base))
		return;
	/* Up to 5.10, get_kernel_gp_address() did not decode displacements. */
	addr = base + (uint64_t)operand.offset;
	if (!is_printed(arch, addr, fault->addr) &&
	    !(base == fault->addr && strstr(reason, "non-canonical")))
		return;
	snprintf(fault->reg, sizeof(fault->reg), "%s", operand.base);
	fault->value = base;
	fault->offset = operand.offset;
}

/* Whether REG was loaded from FROM: the value is still there, in an object of a slab. */
static bool was_loaded(struct pk_ctx *ctx, const struct lines *lines, const char *reg,
		       const struct pk_operand *from, struct pk_fault *fault)
{
	struct pk_slab_object object;
	uint64_t base, value;

	if (strcmp(reg, fault->reg) != 0 || from->index[0] || !value_of(lines, from->base, &base) ||
	    !pk_arch_is_kernel(ctx, base) ||
	    pk_slab_lookup_whole(ctx, base + (uint64_t)from->offset, &object) != PK_OK ||
	    object.inside >= object.size ||
	    pk_read_ptr(ctx, base + (uint64_t)from->offset, &value) != PK_OK ||
	    value != fault->value)
		return false;
	snprintf(fault->from_reg, sizeof(fault->from_reg), "%s", from->base);
	fault->from_offset = from->offset;
	fault->from = object;
	return true;
}

/* Up to the instruction that loaded the register. A small number may be anywhere: where bytes may look like an instruction, only
 * the last one counts. */
static void find_source(struct pk_ctx *ctx, const struct pk_arch *arch, const struct lines *lines,
			struct pk_fault *fault)
{
	struct pk_operand from;
	char reg[4];

	for (size_t len = lines->before_len; fault->reg[0] && arch->load && len > 0; len--) {
		if (arch->load(lines->before, len, reg, &from) &&
		    was_loaded(ctx, lines, reg, &from, fault))
			break;
		if (fault->value < SMALL && arch->opcode_size == 1)
			break;
	}
	if (!fault->from_reg[0])
		return;
	fault->object_addr = fault->from.start;
	if (fault->from.state != PK_SLAB_FREE)
		return;
	memcpy(fault->free_reg, fault->from_reg, sizeof(fault->free_reg));
	fault->freed = fault->from;
}

static void find_freed(struct pk_ctx *ctx, const struct lines *lines, struct pk_fault *fault)
{
	bool read = (fault->kind >= PK_BAD_LIST_POISON && fault->kind <= PK_BAD_PAGE_POISON) ||
		    fault->kind == PK_BAD_NON_CANONICAL;

	if (fault->from_reg[0])
		return;
	for (size_t i = 0; read && i < lines->regs.nr && !fault->free_reg[0]; i++) {
		struct pk_slab_object object;
		uint64_t value = lines->regs.list[i].value;

		if (!pk_arch_is_kernel(ctx, value) ||
		    pk_slab_lookup(ctx, value, &object) != PK_OK || object.state != PK_SLAB_FREE)
			continue;
		snprintf(fault->free_reg, sizeof(fault->free_reg), "%s", lines->regs.list[i].name);
		fault->freed = object;
		fault->object_addr = object.start;
	}
}

void pk_log_registers_read(struct pk_ctx *ctx, const struct pk_log_said *said,
			   struct pk_log_registers *ret_registers)
{
	struct lines lines = {.since_ns = said->ts_nsec, .first = said->text};

	look_at_log(ctx, &lines);
	*ret_registers = lines.regs;
}

/* --- what the slab allocator complained of --------------------------------------------------------------- */

/* BUG_ON(object == fp) of set_freepointer(): hardened freelists, 4.14 and later. Of several such objects none is named. */
static void find_freed_again(struct pk_ctx *ctx, const struct pk_log_registers *regs,
			     struct pk_fault *fault)
{
	struct pk_slab_object object;

	for (size_t i = 0; i < regs->nr; i++) {
		uint64_t value = regs->list[i].value;

		if (!pk_arch_is_kernel(ctx, value) ||
		    pk_slab_lookup_whole(ctx, value, &object) != PK_OK || object.inside ||
		    !pk_slab_gives_next(ctx, &object))
			continue;
		if (fault->known && fault->value != value) {
			*fault = (struct pk_fault){.known = false};
			return;
		}
		if (fault->known)
			continue;
		*fault = (struct pk_fault){.known = true,
					   .kind = PK_BAD_FREED_AGAIN,
					   .addr = value,
					   .value = value,
					   .freed = object,
					   .object_addr = value};
		memcpy(fault->reg, regs->list[i].name, sizeof(fault->reg));
		memcpy(fault->free_reg, fault->reg, sizeof(fault->free_reg));
	}
}

/* kfree() of what is in no slab: BUG_ON(!PageCompound()) up to 5.17, then a warning of free_large_kmalloc(). */
static void find_no_object(struct pk_ctx *ctx, const struct pk_log_registers *regs,
			   const struct pk_skb *skb, struct pk_fault *fault)
{
	bool frees;

	if (!skb || !skb->addr || !skb->head || pk_slab_frees(ctx, skb->head, &frees) != PK_OK ||
	    frees)
		return;
	for (size_t i = 0; i < regs->nr && !fault->known; i++) {
		if (regs->list[i].value != skb->head)
			continue;
		*fault = (struct pk_fault){.known = true,
					   .kind = PK_BAD_NO_OBJECT,
					   .addr = skb->head,
					   .value = skb->head,
					   .skb = skb->addr};
		memcpy(fault->reg, regs->list[i].name, sizeof(fault->reg));
	}
}

static void find_complaint(struct pk_ctx *ctx, const struct pk_panic *panic,
			   const struct pk_skb *skb, struct pk_fault *fault)
{
	struct pk_log_said oops = {.known = true, .ts_nsec = panic->ts_nsec};
	bool bug = panic->of_oops && strstr(panic->reason, "kernel BUG at mm/slub.c:");
	struct pk_log_registers regs;

	if (!bug && !(panic->said.known && strstr(panic->said.text, " free_large_kmalloc+")))
		return;
	snprintf(oops.text, sizeof(oops.text), "%s", panic->reason);
	pk_log_registers_read(ctx, bug ? &oops : &panic->said, &regs);
	if (bug)
		find_freed_again(ctx, &regs, fault);
	if (!fault->known)
		find_no_object(ctx, &regs, skb, fault);
}

void pk_fault_find(struct pk_ctx *ctx, const struct pk_panic *panic, const struct pk_skb *skb,
		   struct pk_fault *ret_fault)
{
	const struct pk_arch *arch = pk_arch(ctx);
	struct lines lines = {.since_ns = panic->ts_nsec, .first = panic->reason};
	struct pk_slab_object object;

	*ret_fault = (struct pk_fault){.known = false};
	if (panic->found)
		find_complaint(ctx, panic, skb, ret_fault);
	if (ret_fault->known || !panic->found || !panic->of_oops ||
	    !read_address(panic->reason, &ret_fault->addr) || look_at_log(ctx, &lines) != PK_OK)
		return;
	ret_fault->known = true;
	ret_fault->value = ret_fault->addr;
	find_register(arch, panic->reason, &lines, ret_fault);
	ret_fault->kind = kind_of(arch, panic->reason, ret_fault);
	if (arch)
		find_source(ctx, arch, &lines, ret_fault);
	find_freed(ctx, &lines, ret_fault);
	/* An address like others may be that of an object which cannot be accessed, or only
	 * read. */
	if (ret_fault->kind == PK_BAD_UNJUDGED && pk_arch_is_kernel(ctx, ret_fault->value) &&
	    pk_slab_lookup(ctx, ret_fault->value, &object) == PK_OK)
		ret_fault->object_addr = object.start;
}
