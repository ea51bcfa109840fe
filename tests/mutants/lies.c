// SPDX-License-Identifier: GPL-3.0-or-later
/* Answers that no memory holds, wrong: symbols, types, members, enumerators, CPUs, registers and facts. What a capsule's
 * reader refuses (target/capsule/wire.c) is not told. */
#include "lies.h"

#include <stdio.h>
#include <string.h>

#define MAX_OBJECT (1ull << 30)

uint64_t ask_key(enum question question, const char *name, const char *more, uint64_t number)
{
	uint64_t hash = mix(number + question);

	for (; *name; name++)
		hash = mix(hash + (uint8_t)*name);
	for (; *more; more++)
		hash = mix(hash + 256 + (uint8_t)*more);
	return (uint64_t)question << 56 | hash >> 8;
}

/* The next number of a lie. */
static uint64_t next(uint64_t *lie, uint64_t below)
{
	return (*lie = mix(*lie + 0x9e3779b97f4a7c15ull)) % below;
}

static uint64_t strange_number(uint64_t value, uint64_t *lie)
{
	static const uint64_t numbers[] = {0,	       1,	   0x7fffffff, 0xffffffff,
					   0x80000000, UINT64_MAX, INT64_MAX};

	switch (next(lie, 4)) {
	case 0:
		return numbers[next(lie, sizeof(numbers) / sizeof(numbers[0]))];
	case 1:
		return next(lie, UINT64_MAX);
	default:
		return value + 8 * next(lie, 33) - 128 + next(lie, 2) * next(lie, 8);
	}
}

static uint64_t strange_size(uint64_t value, uint64_t *lie)
{
	static const uint64_t sizes[] = {0,   1,    2,	  3,	 4,	  8,	     16,
					 255, 4095, 4096, 65536, 1 << 20, MAX_OBJECT};

	switch (next(lie, 3)) {
	case 0:
		return sizes[next(lie, sizeof(sizes) / sizeof(sizes[0]))];
	case 1:
		return next(lie, 8192);
	default:
		value += 4 * next(lie, 33);
		return value < 64 ? 0 : value > MAX_OBJECT ? MAX_OBJECT : value - 64;
	}
}

enum pk_status lie_of_symbol(struct pk_target *inner, uint64_t lie, uint64_t *addr)
{
	static const char *const others[] = {
		"init_task",	"init_net", "global_trace", "jiffies", "tcp_v4_rcv",
		"tcp_hashinfo", "modules",  "kprobe_table", "log_buf", "net_namespace_list"};
	uint64_t other;

	if (!next(&lie, 5))
		return PK_ABSENT;
	if (!next(&lie, 2) &&
	    inner->ops->symbol(inner, others[next(&lie, sizeof(others) / sizeof(others[0]))],
			       &other) == PK_OK)
		*addr = other;
	else
		*addr = strange_number(*addr, &lie);
	return PK_OK;
}

static const char *const functions[] = {"tcp_v4_rcv",
					"tcp_v4_do_rcv",
					"ip_rcv",
					"__tcp_transmit_skb",
					"tcp_transmit_skb",
					"napi_gro_receive",
					"kfree_skb",
					"consume_skb",
					"return_to_handler",
					"ftrace_caller",
					"schedule",
					"net_rx_action",
					"__do_softirq",
					"udp_rcv",
					"sctp_rcv",
					"tcp_ack",
					"skb_clone",
					"dev_queue_xmit",
					"asm_common_interrupt",
					"no_such_function"};

void lie_of_name(uint64_t lie, struct pk_symbol *symbol)
{
	switch (next(&lie, 7)) {
	case 0: /* a function that no table knows */
		symbol->name[strlen(symbol->name) ? strlen(symbol->name) - 1 : 0] = 'x';
		break;
	case 1:
		snprintf(symbol->name, sizeof(symbol->name), "%s",
			 functions[next(&lie, sizeof(functions) / sizeof(functions[0]))]);
		break;
	case 2:
		memset(symbol->name, 'n', sizeof(symbol->name) - 1);
		symbol->name[sizeof(symbol->name) - 1] = '\0';
		break;
	case 3:
		snprintf(symbol->module, sizeof(symbol->module), "%s",
			 symbol->module[0] ? "" : "mod");
		break;
	case 4:
		symbol->type = "tTdDbBaA?"[next(&lie, 9)];
		break;
	case 5:
		symbol->name[0] = '\0';
		break;
	default:
		symbol->addr = strange_number(symbol->addr, &lie);
		symbol->size = next(&lie, 2) ? 0 : strange_size(symbol->size, &lie);
	}
	if (symbol->addr + symbol->size < symbol->addr)
		symbol->size = 0;
}

enum pk_status lie_of_size(uint64_t lie, uint64_t *size)
{
	if (!next(&lie, 5))
		return PK_ABSENT;
	*size = strange_size(*size, &lie);
	return PK_OK;
}

static void make_bits(struct pk_member *member, uint64_t lie)
{
	member->size = 1 << next(&lie, 4);
	member->bit_offset = (uint32_t)next(&lie, 8 * member->size);
	member->bit_size = 1 + (uint32_t)next(&lie, 8 * member->size - member->bit_offset);
}

enum pk_status lie_of_member(uint64_t lie, struct pk_member *member)
{
	static const char *const types[] = {
		"", "char *", "char[16]", "struct list_head", "unsigned long", "u8"};

	switch (next(&lie, 9)) {
	case 0:
		return PK_ABSENT;
	case 1:
	case 2:
		member->offset = strange_size(member->offset, &lie);
		break;
	case 3:
		member->size = strange_size(member->size, &lie);
		break;
	case 4:
		member->elements = strange_size(member->elements, &lie);
		member->is_array = next(&lie, 2);
		break;
	case 5:
		member->is_pointer = !member->is_pointer;
		break;
	case 6:
		make_bits(member, lie);
		break;
	case 7:
		member->is_signed = !member->is_signed;
		snprintf(member->type, sizeof(member->type), "%s", types[next(&lie, 6)]);
		break;
	default:
		member->offset = strange_size(member->offset, &lie);
		member->size = strange_size(member->size, &lie);
		member->elements = strange_size(member->elements, &lie);
	}
	if (member->bit_size &&
	    (member->size > 8 || member->bit_offset + member->bit_size > 8 * member->size))
		member->bit_size = 0;
	return PK_OK;
}

enum pk_status lie_of_enumerator(uint64_t lie, int64_t *value)
{
	if (!next(&lie, 5))
		return PK_ABSENT;
	*value = (int64_t)strange_number((uint64_t)*value, &lie);
	return PK_OK;
}

enum pk_status lie_of_enum_name(uint64_t lie, char *buf, size_t size)
{
	if (!next(&lie, 3))
		return PK_ABSENT;
	if (next(&lie, 2) || !size) {
		snprintf(buf, size, "X%llu", (unsigned long long)next(&lie, 1000));
	} else {
		memset(buf, 'E', size - 1);
		buf[size - 1] = '\0';
	}
	return PK_OK;
}

enum pk_status lie_of_address(uint64_t lie, uint64_t *addr)
{
	if (!next(&lie, 4))
		return next(&lie, 2) ? PK_ABSENT : PK_UNREADABLE;
	*addr = strange_number(*addr, &lie);
	return PK_OK;
}

enum pk_status lie_of_mask(uint64_t lie, struct pk_cpumask *mask)
{
	uint64_t way = next(&lie, 4);

	if (!way)
		return PK_ABSENT;
	for (size_t i = 0; i < sizeof(mask->bits) / sizeof(mask->bits[0]); i++)
		mask->bits[i] = way == 1 ? UINT64_MAX : way == 2 ? 0 : next(&lie, UINT64_MAX);
	return PK_OK;
}

enum pk_status lie_of_regs(uint64_t lie, struct pk_regs *regs)
{
	uint64_t *const words[] = {&regs->ip, &regs->sp, &regs->fp, &regs->lr};

	if (!next(&lie, 4))
		return PK_ABSENT;
	for (size_t i = 0; i < 4; i++)
		if (!next(&lie, 2))
			*words[i] = strange_number(*words[i], &lie);
	regs->in_user = !next(&lie, 4);
	regs->nr_gpr = (uint32_t)next(&lie, 33);
	for (size_t i = 0; i < 32; i++)
		regs->gpr[i] = strange_number(regs->gpr[i], &lie);
	return PK_OK;
}

enum pk_status lie_of_cpu(uint64_t lie, int *cpu)
{
	static const int cpus[] = {0, 1, 63, 8191, 8192, -1, INT32_MAX};

	if (!next(&lie, 4))
		return PK_ABSENT;
	*cpu = cpus[next(&lie, sizeof(cpus) / sizeof(cpus[0]))];
	return PK_OK;
}

void lie_of_fact(uint64_t fact, uint64_t lie, struct pk_facts *facts)
{
	static const char *const machines[] = {"x86_64", "aarch64", "ppc64le",
					       "s390x",	 "riscv64", ""};
	static const uint32_t cpus[] = {0, 1, 2, 3, 64, 8191, 8192};

	switch (fact % NR_FACTS) {
	case 0:
		facts->big_endian = !facts->big_endian;
		break;
	case 1:
		facts->word_size = 12 - facts->word_size;
		break;
	case 2:
		facts->page_size = 1024u << next(&lie, 11);
		break;
	case 3:
		facts->nr_cpu_ids = cpus[next(&lie, sizeof(cpus) / sizeof(cpus[0]))];
		break;
	case 4:
		snprintf(facts->machine, sizeof(facts->machine), "%s", machines[next(&lie, 6)]);
		break;
	case 5:
		facts->is_live = !facts->is_live;
		break;
	default:
		memset(facts->release, next(&lie, 2) ? '9' : '.', sizeof(facts->release) - 1);
		facts->release[next(&lie, sizeof(facts->release))] = '\0';
	}
}
