// SPDX-License-Identifier: GPL-3.0-or-later
/* Functions of the kernel that print_fmts call beside ftrace's own helpers: each as the source of 5.10 .. 7.2 has it.
 * Where releases differ in what they print, the dump cannot say which it was: then PK_UNSUPPORTED, and the
 * event's fields are shown. */
#include <stdio.h>
#include <string.h>

#include "decode/figure.h"
#include "text/private.h"

#include "core/kit.h"

#define MAX_NAME 64

static enum pk_status text_value(struct pk_value *ret, const char *text)
{
	*ret = (struct pk_value){
		.kind = PK_V_TEXT, .bytes = (const uint8_t *)text, .len = (uint32_t)strlen(text)};
	return PK_OK;
}

/* pte_val(), native_make_pte() and kin: numbers in a struct; where no hypervisor translates them, as they are. */
static enum pk_status same(struct pk_run *run, const struct pk_value *args, struct pk_value *ret)
{
	(void)run;
	*ret = args[0];
	return PK_OK;
}

/* What is a s64, whatever it was made of. */
static enum pk_status ktime_to_ns(struct pk_run *run, const struct pk_value *args,
				  struct pk_value *ret)
{
	(void)run;
	*ret = pk_value_int(args[0].v, 8, true);
	return PK_OK;
}

static enum pk_status ktime_to_us(struct pk_run *run, const struct pk_value *args,
				  struct pk_value *ret)
{
	(void)run;
	*ret = pk_value_int((uint64_t)((int64_t)args[0].v / 1000), 8, true);
	return PK_OK;
}

static enum pk_status ktime_to_ms(struct pk_run *run, const struct pk_value *args,
				  struct pk_value *ret)
{
	(void)run;
	*ret = pk_value_int((uint64_t)((int64_t)args[0].v / 1000000), 8, true);
	return PK_OK;
}

/* div_u64(), div64_u64(): the first has a divisor of 32 bits. */
static enum pk_status divide(struct pk_run *run, uint64_t a, uint64_t b, struct pk_value *ret)
{
	if (!b)
		return pk_fail(run->env->ctx, PK_CORRUPT, "a division by zero");
	*ret = pk_value_int(a / b, 8, false);
	return PK_OK;
}

static enum pk_status div_u64(struct pk_run *run, const struct pk_value *args, struct pk_value *ret)
{
	return divide(run, args[0].v, (uint32_t)args[1].v, ret);
}

static enum pk_status div64_u64(struct pk_run *run, const struct pk_value *args,
				struct pk_value *ret)
{
	return divide(run, args[0].v, args[1].v, ret);
}

/* ERR_PTR() and PTR_ERR(): numbers as pointers. */
static enum pk_status as_long(struct pk_run *run, const struct pk_value *args, struct pk_value *ret)
{
	*ret = pk_value_int(args[0].v, (uint8_t)run->env->ctx->target->facts.word_size, true);
	return PK_OK;
}

static enum pk_status jiffies_to_msecs(struct pk_run *run, const struct pk_value *args,
				       struct pk_value *ret)
{
	uint64_t hz, msecs;
	enum pk_status status = pk_hz_read(run->env->ctx, &hz);

	if (status != PK_OK)
		return status;
	if (hz <= 1000 && !(1000 % hz))
		msecs = 1000 / hz * args[0].v;
	else if (hz > 1000 && !(hz % 1000))
		msecs = (args[0].v + hz / 1000 - 1) / (hz / 1000);
	else
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "%llu jiffies a second",
			       (unsigned long long)hz);
	*ret = pk_value_int(msecs, 4, false);
	return PK_OK;
}

/* The INDEX-th of a table of names in the kernel's memory; OTHER for what it has no name for. */
static enum pk_status table_name(struct pk_run *run, enum pk_row_id row, uint64_t index,
				 const char *other, struct pk_value *ret)
{
	struct pk_ctx *ctx = run->env->ctx;
	struct pk_target *target = ctx->target;
	unsigned word = target->facts.word_size;
	size_t begin = run->scratch->len;
	struct pk_symbol symbol;
	uint64_t table, name = 0;
	char text[MAX_NAME];
	enum pk_status status = pk_row_value(ctx, row, &table);

	if (status == PK_OK)
		status = pk_symbol_at(ctx, table, &symbol);
	if (status == PK_OK && index < symbol.size / word)
		status = pk_read_ptr(ctx, table + index * word, &name);
	if (status == PK_OK && name)
		status = pk_read_string(ctx, name, text, sizeof(text));
	if (status != PK_OK)
		return status;
	pk_seq_puts(run->scratch, name ? text : other);
	*ret = pk_value_made(run, begin);
	return PK_OK;
}

static enum pk_status xen_hypercall_name(struct pk_run *run, const struct pk_value *args,
					 struct pk_value *ret)
{
	return table_name(run, PK_R_xen_hypercall_names, args[0].v, "", ret);
}

static enum pk_status blk_op_str(struct pk_run *run, const struct pk_value *args,
				 struct pk_value *ret)
{
	return table_name(run, PK_R_blk_op_name, args[0].v, "UNKNOWN", ret);
}

static enum pk_status blk_zone_cond_str(struct pk_run *run, const struct pk_value *args,
					struct pk_value *ret)
{
	return table_name(run, PK_R_zone_cond_name, args[0].v, "UNKNOWN", ret);
}

/* enum hw_event_mc_err_type. */
static enum pk_status mc_event_error_type(struct pk_run *run, const struct pk_value *args,
					  struct pk_value *ret)
{
	static const char *const names[] = {"Corrected", "Uncorrected", "Deferred", "Fatal"};

	(void)run;
	return text_value(ret, args[0].v < 4 ? names[args[0].v] : "Info");
}

/* Intel's page request descriptor: the same words in all releases, or a "private" part behind them (6.1 .. 6.12). */
static enum pk_status decode_prq_descriptor(struct pk_run *run, const struct pk_value *args,
					    struct pk_value *ret)
{
	uint64_t dw0 = args[2].v, dw1 = args[3].v;
	size_t begin = run->scratch->len;

	if (dw0 >> 9 & 1)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a page request with private data");
	pk_seq_printf(run->scratch, "rid=0x%llx addr=0x%llx %c%c%c%c%c pasid=0x%llx index=0x%llx",
		      (unsigned long long)(dw0 >> 16 & 0xffff), (unsigned long long)(dw1 >> 12),
		      dw1 & 1 ? 'r' : '-', dw1 & 2 ? 'w' : '-', dw0 >> 52 & 1 ? 'x' : '-',
		      dw0 >> 53 & 1 ? 'p' : '-', dw1 & 4 ? 'l' : '-',
		      (unsigned long long)(dw0 >> 32 & 0xfffff),
		      (unsigned long long)(dw1 >> 3 & 0x1ff));
	*ret = pk_value_made(run, begin);
	return PK_OK;
}

/* nvme's and null_blk's: "disk=name, ", nothing for a command of no disk. */
static enum pk_status disk_name(struct pk_run *run, const struct pk_value *args,
				struct pk_value *ret)
{
	size_t begin = run->scratch->len;

	if (args[1].kind != PK_V_BYTES)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a disk's name elsewhere");
	if (args[1].len && args[1].bytes[0])
		pk_seq_printf(run->scratch, "disk=%.*s, ", (int)args[1].len,
			      (const char *)args[1].bytes);
	*ret = pk_value_made(run, begin);
	return PK_OK;
}

static const struct pk_helper helpers[] = {
	{"pte_val", 1, same},
	{"pmd_val", 1, same},
	{"pud_val", 1, same},
	{"p4d_val", 1, same},
	{"pgd_val", 1, same},
	{"native_make_pte", 1, same},
	{"native_make_pmd", 1, same},
	{"native_make_pud", 1, same},
	{"native_make_p4d", 1, same},
	{"native_make_pgd", 1, same},
	{"ktime_to_ns", 1, ktime_to_ns},
	{"ktime_to_us", 1, ktime_to_us},
	{"ktime_to_ms", 1, ktime_to_ms},
	{"div_u64", 2, div_u64},
	{"div64_u64", 2, div64_u64},
	{"ERR_PTR", 1, as_long},
	{"PTR_ERR", 1, as_long},
	{"jiffies_to_msecs", 1, jiffies_to_msecs},
	{"xen_hypercall_name", 1, xen_hypercall_name},
	{"blk_op_str", 1, blk_op_str},
	{"blk_zone_cond_str", 1, blk_zone_cond_str},
	{"mc_event_error_type", 1, mc_event_error_type},
	{"decode_prq_descriptor", 6, decode_prq_descriptor},
	{"nullb_trace_disk_name", 2, disk_name},
	{"nvme_trace_disk_name", 2, disk_name},
	{"nvme_trace_parse_admin_cmd", 3, pk_helper_nvme_admin},
	{"nvme_trace_parse_nvm_cmd", 3, pk_helper_nvme_nvm},
	{"nvme_trace_parse_fabrics_cmd", 3, pk_helper_nvme_fabrics},
};

const struct pk_helper *pk_helper_find(const char *name)
{
	return pk_find(helpers, PK_ARRAY_SIZE(helpers), !strcmp(it->name, name));
}
