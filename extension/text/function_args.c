// SPDX-License-Identifier: GPL-3.0-or-later
/* Arguments of traced calls (print_function_args()). */
#include <inttypes.h>

#include "decode/probe/fetch.h"
#include "kernel/btf_func.h"
#include "text/entry.h"

/* A #define: words that a set of arguments has, all of them in registers. */
#define FTRACE_REGS_MAX_ARGS 6

struct words {
	struct pk_kt *kt;
	const uint8_t *args;
	unsigned size;
};

static uint64_t word(const struct words *words, unsigned index)
{
	return pk_uint(words->kt->ctx, words->args + index * words->size, words->size);
}

static int64_t signed_word(const struct words *words, unsigned index)
{
	return pk_sint(words->kt->ctx, words->args + index * words->size, words->size);
}

/* A struct by value, of which each word has a register of its own. False: there are no more. */
static bool print_other(const struct words *words, const struct pk_btf_param *param,
			unsigned *index)
{
	struct pk_seq *seq = &words->kt->seq;

	pk_seq_printf(seq, "(%s)[0x%" PRIx64, param->kind_name, word(words, *index));
	for (uint32_t done = words->size; done < param->size; done += words->size) {
		pk_seq_putc(seq, ':');
		if (++*index == FTRACE_REGS_MAX_ARGS) {
			pk_seq_puts(seq, "...]");
			return false;
		}
		pk_seq_printf(seq, "0x%" PRIx64, word(words, *index));
	}
	pk_seq_putc(seq, ']');
	return true;
}

/* One parameter, from word *INDEX on. False: it was the last that is printed. */
static bool print_param(const struct words *words, const struct pk_btf_param *param,
			unsigned *index)
{
	struct pk_kt *kt = words->kt;
	uint64_t value = word(words, *index);
	const char *name;

	pk_seq_printf(&kt->seq, "%s=", param->name);
	switch (param->kind) {
	case PK_PARAM_UNKNOWN:
		pk_seq_printf(&kt->seq, "?0x%" PRIx64, value);
		break;
	case PK_PARAM_POINTER:
	case PK_PARAM_UNSIGNED:
		pk_seq_printf(&kt->seq, "0x%" PRIx64, value);
		break;
	case PK_PARAM_SIGNED:
		pk_seq_printf(&kt->seq, "%" PRId64, signed_word(words, *index));
		break;
	case PK_PARAM_ENUM:
		pk_seq_printf(&kt->seq, "%" PRId64, signed_word(words, *index));
		name = pk_btf_param_enumerator(kt->functions, param, value);
		if (name)
			pk_seq_printf(&kt->seq, " [%s]", name);
		break;
	default:
		return print_other(words, param, index);
	}
	return true;
}

/* The function's name as kallsyms has it; the kernel asks its BTF for the first of that name. */
static bool find(struct pk_kt *kt, uint64_t ip, struct pk_btf_func *ret_func)
{
	struct pk_symbol symbol;

	if (!kt->functions && !kt->functions_tried) {
		kt->functions_tried = true;
		if (pk_func_protos_load(kt->ctx, &kt->functions) != PK_OK)
			pk_warn(kt->ctx, "arguments of functions: %s", pk_error(kt->ctx));
	}
	return kt->functions && pk_symbol_at(kt->ctx, ip, &symbol) == PK_OK &&
	       pk_btf_func_find(kt->functions, symbol.name, ret_func);
}

void pk_kt_function_args(struct pk_kt *kt, const uint8_t *args, uint64_t ip)
{
	struct words words = {kt, args, kt->ctx->target->facts.word_size};
	struct pk_btf_func func = {.nr_params = 0};
	unsigned index = 0;

	pk_seq_putc(&kt->seq, '(');
	if (!args || !find(kt, ip, &func))
		func.nr_params = 0;
	for (uint32_t i = 0; i < func.nr_params; i++, index++) {
		struct pk_btf_param param;

		if (i)
			pk_seq_puts(&kt->seq, ", ");
		if (index == FTRACE_REGS_MAX_ARGS) {
			pk_seq_puts(&kt->seq, "...");
			break;
		}
		pk_btf_func_param(kt->functions, &func, i, &param);
		if (!print_param(&words, &param, &index))
			break;
	}
	pk_seq_putc(&kt->seq, ')');
}
