// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/probe/fetch.h"

#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"

/*
 * struct probe_arg.code is an array of struct fetch_insn { op, union { param; size, offset; .. data } } up to END (4.20):
 *
 *	1  REG, ARG, TP_ARG, EDATA, ..	where the value is from
 *	2  DEREF, UDEREF		any number: a pointer is followed
 *	3  ST_RAW, ST_MEM, ST_STRING	what is stored of it: the value itself, or what lies behind it
 *	4  MOD_BF			bits of that
 *	5  LP_ARRAY			again, so many times in all
 */
#define MAX_INSNS 32 /* the kernel's own FETCH_INSN_MAX is 16 */
#define MAX_INSN_SIZE 64
#define MAX_ARGS 256
#define MAX_REGISTERS 8 /* of an array of them that hold arguments */

enum op {
	OP_OTHER,
	OP_REG,
	OP_STACK,
	OP_RETVAL,
	OP_ARG,
	OP_FIELD,
	OP_EDATA,
	OP_NOTHING,
	OP_DEREF,
	OP_UDEREF,
	OP_RAW,
	OP_MEM,
	OP_STRING,
	OP_BITS,
	OP_ARRAY,
	OP_ST_EDATA,
	OP_END
};

struct insn {
	enum op op;
	uint64_t param, size, data;
	int32_t offset;
};

struct reading {
	struct pk_ctx *ctx;
	const struct pk_format_probe *probe;
	uint64_t insn_size, entry_code;
};

static enum op op_of(struct pk_ctx *ctx, uint64_t value)
{
	static const struct {
		enum pk_row_id row;
		enum op op;
	} ops[] = {
		{PK_R_FETCH_OP_REG, OP_REG},	       {PK_R_FETCH_OP_STACK, OP_STACK},
		{PK_R_FETCH_OP_STACKP, OP_STACK},      {PK_R_FETCH_OP_RETVAL, OP_RETVAL},
		{PK_R_FETCH_OP_ARG, OP_ARG},	       {PK_R_FETCH_OP_TP_ARG, OP_FIELD},
		{PK_R_FETCH_OP_EDATA, OP_EDATA},       {PK_R_FETCH_OP_IMM, OP_NOTHING},
		{PK_R_FETCH_OP_COMM, OP_NOTHING},      {PK_R_FETCH_OP_DATA, OP_NOTHING},
		{PK_R_FETCH_OP_FOFFS, OP_NOTHING},     {PK_R_FETCH_OP_DEREF, OP_DEREF},
		{PK_R_FETCH_OP_UDEREF, OP_UDEREF},     {PK_R_FETCH_OP_ST_RAW, OP_RAW},
		{PK_R_FETCH_OP_ST_MEM, OP_MEM},	       {PK_R_FETCH_OP_ST_STRING, OP_STRING},
		{PK_R_FETCH_OP_MOD_BF, OP_BITS},       {PK_R_FETCH_OP_LP_ARRAY, OP_ARRAY},
		{PK_R_FETCH_OP_ST_EDATA, OP_ST_EDATA}, {PK_R_FETCH_OP_END, OP_END},
	};
	uint64_t known;

	for (size_t i = 0; i < PK_ARRAY_SIZE(ops); i++)
		if (pk_has(ctx, ops[i].row) && pk_row_value(ctx, ops[i].row, &known) == PK_OK &&
		    known == value)
			return ops[i].op;
	return OP_OTHER;
}

static enum pk_status read_insn(const struct reading *reading, uint64_t addr, struct insn *ret_insn)
{
	struct pk_ctx *ctx = reading->ctx;
	uint8_t bytes[MAX_INSN_SIZE];
	uint64_t op, offset = 0;
	struct insn insn = {0};
	enum pk_status status = pk_read(ctx, addr, bytes, reading->insn_size);

	if (status == PK_OK)
		status = pk_struct_uints(ctx, bytes, reading->insn_size,
					 PK_WANTED({PK_R_fetch_insn_op, &op},
						   {PK_R_fetch_insn_param, &insn.param},
						   {PK_R_fetch_insn_size, &insn.size},
						   {PK_R_fetch_insn_offset, &offset},
						   {PK_R_fetch_insn_data, &insn.data}));
	if (status != PK_OK)
		return status;
	insn.op = op_of(ctx, op & UINT32_MAX);
	insn.offset = (int32_t)offset;
	*ret_insn = insn;
	return PK_OK;
}

/* A function's arguments are in their registers at its entry alone. */
static bool at_entry(const struct reading *reading)
{
	struct pk_ctx *ctx = reading->ctx;
	const struct pk_arch *arch = pk_arch(ctx);
	uint64_t addr = reading->probe->addr, len;
	struct pk_symbol symbol;
	uint8_t bytes[PK_ENTRY_MAX];

	if (!addr || !arch || pk_symbol_at(ctx, addr, &symbol) != PK_OK)
		return false;
	if (addr == symbol.addr)
		return true;
	len = addr - symbol.addr;
	return (len == arch->entry_size || len == arch->entry_short) && len <= sizeof(bytes) &&
	       pk_read(ctx, symbol.addr, bytes, len) == PK_OK && arch->entry(bytes, len);
}

/* Which argument the register at OFFSET of struct pt_regs holds. */
static bool argument_in(struct pk_ctx *ctx, uint64_t offset, uint32_t *ret_arg)
{
	const struct pk_arch *arch = pk_arch(ctx);
	uint64_t word = ctx->target->facts.word_size, at;
	uint32_t arg = 0;

	for (unsigned i = 0; arch && i < arch->nr_arg_rows; i++) {
		uint32_t nr = arch->array_args ? MAX_REGISTERS : 1;

		if (!pk_has(ctx, arch->arg_rows[i]) ||
		    pk_row_offset(ctx, arch->arg_rows[i], &at) != PK_OK)
			return false;
		at += arch->arg_first * word;
		if (offset >= at && offset - at < nr * word && !((offset - at) % word)) {
			*ret_arg = arg + (uint32_t)((offset - at) / word);
			return true;
		}
		arg += nr;
	}
	return false;
}

/* What a return probe kept at the function's entry: pairs of ARG and ST_EDATA (6.9). */
static bool argument_kept(const struct reading *reading, int32_t offset, uint32_t *ret_arg)
{
	struct insn insn = {0};
	uint32_t arg = 0;

	for (unsigned i = 0; reading->entry_code && i < MAX_INSNS; i++) {
		if (read_insn(reading, reading->entry_code + i * reading->insn_size, &insn) !=
			    PK_OK ||
		    insn.op == OP_END)
			return false;
		if (insn.op == OP_ARG)
			arg = (uint32_t)insn.param;
		if (insn.op == OP_ST_EDATA && insn.offset == offset) {
			*ret_arg = arg;
			return true;
		}
	}
	return false;
}

/* The name of struct ftrace_event_field at ADDR. */
static bool field_name(struct pk_ctx *ctx, uint64_t addr, char *buf, size_t size)
{
	uint64_t at;

	return pk_member_uint(ctx, addr, PK_R_event_field_name, &at) == PK_OK &&
	       pk_read_string(ctx, at, buf, size) == PK_OK;
}

static void begin(const struct reading *reading, const struct insn *insn, struct pk_fetch *fetch)
{
	switch (insn->op) {
	case OP_ARG:
		fetch->from = PK_FETCH_ARG;
		fetch->arg = (uint32_t)insn->param;
		break;
	case OP_REG:
		fetch->from =
			at_entry(reading) && argument_in(reading->ctx, insn->param, &fetch->arg)
				? PK_FETCH_ARG
				: PK_FETCH_UNKNOWN;
		break;
	case OP_EDATA:
		fetch->from = argument_kept(reading, insn->offset, &fetch->arg) ? PK_FETCH_ARG
										: PK_FETCH_UNKNOWN;
		break;
	case OP_FIELD:
		fetch->from =
			field_name(reading->ctx, insn->data, fetch->field, sizeof(fetch->field))
				? PK_FETCH_FIELD
				: PK_FETCH_NOTHING;
		break;
	case OP_RETVAL:
		fetch->from = PK_FETCH_RETVAL;
		break;
	case OP_STACK:
		fetch->from = PK_FETCH_UNKNOWN;
		break;
	default:
		fetch->from = PK_FETCH_NOTHING;
	}
}

static void follow(const struct insn *insn, struct pk_fetch *fetch)
{
	switch (insn->op) {
	case OP_DEREF:
		if (fetch->nr_derefs < PK_FETCH_DEREFS)
			fetch->derefs[fetch->nr_derefs++] = insn->offset;
		else
			fetch->from = PK_FETCH_NOTHING;
		break;
	case OP_RAW:
	case OP_MEM:
	case OP_STRING:
		fetch->what = insn->op == OP_RAW   ? PK_FETCH_VALUE
			      : insn->op == OP_MEM ? PK_FETCH_MEMORY
						   : PK_FETCH_STRING;
		fetch->offset = insn->op == OP_RAW ? 0 : insn->offset;
		fetch->size = (uint32_t)insn->size;
		fetch->count = 1;
		break;
	case OP_ARRAY:
		fetch->count = (uint32_t)insn->param;
		break;
	default: /* bits of it, user space's memory, what is not known here */
		fetch->from = PK_FETCH_NOTHING;
	}
}

/* FETCH's program at CODE. One that does not end fetches nothing. */
static enum pk_status read_program(const struct reading *reading, uint64_t code,
				   struct pk_fetch *fetch)
{
	for (unsigned i = 0; i < MAX_INSNS; i++) {
		struct insn insn;
		enum pk_status status = read_insn(reading, code + i * reading->insn_size, &insn);

		if (status != PK_OK)
			return status;
		if (insn.op == OP_END)
			return PK_OK;
		if (!i)
			begin(reading, &insn, fetch);
		else
			follow(&insn, fetch);
	}
	fetch->from = PK_FETCH_NOTHING;
	return PK_OK;
}

static enum pk_status read_arg(const struct reading *reading, uint64_t arg, struct pk_fetch *fetch)
{
	struct pk_ctx *ctx = reading->ctx;
	uint64_t name, code;
	enum pk_status status = pk_member_uint(ctx, arg, PK_R_probe_arg_name, &name);

	if (status == PK_OK)
		status = pk_read_string(ctx, name, fetch->name, sizeof(fetch->name));
	if (status == PK_OK)
		status = pk_member_uint(ctx, arg, PK_R_probe_arg_code, &code);
	return status == PK_OK ? read_program(reading, code, fetch) : status;
}

/* Where the program is that keeps arguments for the return; 0: there is none. Behind a pointer, or (7.x) in place. */
static uint64_t entry_code(struct pk_ctx *ctx, uint64_t tp)
{
	uint64_t kept, code;

	if (!pk_has(ctx, PK_R_trace_probe_entry_arg) || !pk_has(ctx, PK_R_probe_entry_code) ||
	    pk_member_uint(ctx, tp, PK_R_trace_probe_entry_arg, &kept) != PK_OK || !kept)
		return 0;
	if (pk_layout_get(ctx, PK_R_probe_entry_code)->member.is_pointer)
		return pk_member_uint(ctx, kept, PK_R_probe_entry_code, &code) == PK_OK ? code : 0;
	return pk_row_offset(ctx, PK_R_probe_entry_code, &code) == PK_OK ? kept + code : 0;
}

enum pk_status pk_fetches_read(struct pk_ctx *ctx, const struct pk_format_probe *probe,
			       struct pk_fetch **ret_fetches, uint32_t *ret_nr)
{
	struct pk_reader r = {.ctx = ctx};
	struct reading reading = {.ctx = ctx, .probe = probe};
	uint64_t nr, args, stride;
	struct pk_fetch *fetches;

	if (!probe->tp || !pk_has(ctx, PK_R_fetch_insn) || !pk_has(ctx, PK_R_probe_arg_code))
		return pk_none(ctx, PK_ABSENT);
	reading.insn_size = pk_value(&r, PK_R_fetch_insn);
	nr = pk_member(&r, probe->tp, PK_R_trace_probe_nr_args);
	args = pk_offset(&r, PK_R_trace_probe_args);
	stride = pk_value(&r, PK_R_probe_arg);
	if (!pk_ok(&r))
		return r.status;
	nr &= UINT32_MAX;
	if (nr > MAX_ARGS || reading.insn_size > MAX_INSN_SIZE)
		return pk_fail(ctx, PK_CORRUPT, "a probe of %llu arguments",
			       (unsigned long long)nr);
	fetches = calloc(nr ? nr : 1, sizeof(*fetches));
	if (!fetches)
		return pk_fail(ctx, PK_NOMEM, "a probe's arguments");
	reading.entry_code = entry_code(ctx, probe->tp);
	for (uint64_t i = 0; pk_ok(&r) && i < nr; i++)
		pk_try(&r, read_arg(&reading, probe->tp + args + i * stride, &fetches[i]));
	if (!pk_ok(&r)) {
		free(fetches);
		return r.status;
	}
	*ret_fetches = fetches;
	*ret_nr = (uint32_t)nr;
	return PK_OK;
}
