// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A group of counters is a table of names, the kernel's own, and words that each CPU counts in:
 *
 *	snmp4_tcp_list[]	{"RtoAlgorithm", TCP_MIB_RTOALGORITHM}, ...
 *	net.mib.tcp_statistics	per CPU: unsigned long mibs[], by that number
 *
 * Those of IP are of 64 bits everywhere. ICMP has its messages by type besides, in one block for all CPUs:
 * mibs[512], from 256 on what was sent.
 */
#include "decode/net/counters/net_counters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "core/reader.h"
#include "decode/figure.h"

#define MAX_TYPES 256
#define NR_MESSAGES (2 * MAX_TYPES)
#define IP_WORD 8

struct name {
	char text[48];
	uint32_t entry;
};

struct names {
	struct name list[PK_WORDS_MAX];
	size_t nr;
};

static bool add(struct pk_mib_table *table, const char *prefix, const char *name, uint64_t value)
{
	struct pk_counter *counter;

	if (!pk_grow(table->list, table->nr, table->room)) {
		table->status = PK_NOMEM;
		return false;
	}
	counter = &table->list[table->nr++];
	*counter = (struct pk_counter){.value = value};
	snprintf(counter->name, sizeof(counter->name), "%s%s", prefix, name);
	return true;
}

/* The bytes of the table at ADDR. They end with its symbol, where that is known, or before with an empty name. */
static uint64_t table_size(struct pk_ctx *ctx, uint64_t addr, uint64_t most)
{
	struct pk_symbol symbol;

	if (pk_symbol_at(ctx, addr, &symbol) == PK_OK && symbol.addr == addr && symbol.size &&
	    symbol.size < most)
		return symbol.size;
	return most;
}

struct shape {
	uint64_t size, name, entry;
};

static enum pk_status names_read(struct pk_ctx *ctx, uint64_t addr, const struct shape *shape,
				 struct names *ret_names)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t size = table_size(ctx, addr, PK_WORDS_MAX * shape->size), text, entry;

	ret_names->nr = 0;
	for (uint64_t at = 0; ret_names->nr < PK_WORDS_MAX && at + shape->size <= size;
	     at += shape->size) {
		struct name *name = &ret_names->list[ret_names->nr];

		text = pk_pointer(&r, addr + at + shape->name);
		if (!pk_ok(&r) || !text)
			break;
		pk_try(&r, pk_read_string(ctx, text, name->text, sizeof(name->text)));
		entry = pk_number(&r, addr + at + shape->entry, 4);
		if (entry >= PK_WORDS_MAX)
			pk_try(&r,
			       pk_fail(ctx, PK_CORRUPT, "counter %llu", (unsigned long long)entry));
		if (!pk_ok(&r))
			break;
		name->entry = (uint32_t)entry;
		ret_names->nr++;
	}
	return pk_ok(&r) ? PK_OK : pk_wrap(ctx, r.status, "names of counters");
}

static enum pk_status mib_names(struct pk_ctx *ctx, enum pk_row_id list, struct names *ret_names)
{
	struct pk_reader r = {.ctx = ctx};
	struct shape shape;
	uint64_t addr = pk_value(&r, list);

	shape.size = pk_value(&r, PK_R_snmp_mib_size);
	shape.name = pk_offset(&r, PK_R_snmp_mib_name);
	shape.entry = pk_offset(&r, PK_R_snmp_mib_entry);
	pk_try(&r, names_read(ctx, addr, &shape, ret_names));
	return r.status;
}

/* The words of the group that the pointer of row STATISTICS leads to. PK_ABSENT: it was never made. */
static enum pk_status words_read(struct pk_ctx *ctx, uint64_t net, enum pk_row_id statistics,
				 uint32_t size, size_t nr, uint64_t *words)
{
	uint64_t addr;
	enum pk_status status = pk_member_uint(ctx, net, statistics, &addr);

	if (status == PK_OK && !addr)
		return pk_none(ctx, PK_ABSENT);
	return status == PK_OK ? pk_percpu_words(ctx, addr, size, nr, words) : status;
}

struct group {
	enum pk_mib mib;
	enum pk_row_id list, statistics;
	bool is_ip; /* words of 64 bits */
	bool zeros; /* printed as zeros where nothing was counted yet */
};

static void group_read(struct pk_ctx *ctx, uint64_t net, const struct group *group,
		       struct names *names, struct pk_mib_table *table)
{
	uint64_t words[PK_WORDS_MAX] = {0}, counted;
	size_t most = 0;

	names->nr = 0;
	table->status = mib_names(ctx, group->list, names);
	/* A compiler may have dissolved the table of names (LTO): what is counted is not absent, but has no name. */
	if (table->status == PK_ABSENT &&
	    pk_member_uint(ctx, net, group->statistics, &counted) == PK_OK && counted)
		table->status = pk_none(ctx, PK_UNSUPPORTED);
	for (size_t i = 0; table->status == PK_OK && i < names->nr; i++)
		if (names->list[i].entry >= most)
			most = names->list[i].entry + 1;
	if (table->status == PK_OK)
		table->status = words_read(ctx, net, group->statistics,
					   group->is_ip ? IP_WORD : ctx->target->facts.word_size,
					   most, words);
	if (table->status == PK_ABSENT && group->zeros && pk_has(ctx, group->statistics) &&
	    names->nr)
		table->status = PK_OK;
	for (size_t i = 0; table->status == PK_OK && i < names->nr; i++)
		add(table, "", names->list[i].text, words[names->list[i].entry]);
}

/* Two settings stand in front of IP's counters. */
static void ip_settings(struct pk_ctx *ctx, uint64_t net, struct pk_mib_table *table)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t all = pk_member(&r, net, PK_R_net_devconf_all);
	uint64_t data = pk_offset(&r, PK_R_ipv4_devconf_data);
	uint64_t forwarding = pk_number(&r, all + data, 4);
	uint64_t ttl = pk_member(&r, net, PK_R_net_default_ttl);

	table->status = r.status;
	if (pk_ok(&r) && add(table, "", "Forwarding", forwarding ? 1 : 2))
		add(table, "", "DefaultTTL", ttl);
}

/* The messages by type; PK_ABSENT: never counted. */
static enum pk_status messages_read(struct pk_ctx *ctx, uint64_t net, enum pk_row_id statistics,
				    uint64_t messages[NR_MESSAGES])
{
	struct pk_reader r = {.ctx = ctx};
	const uint32_t word = ctx->target->facts.word_size;
	uint8_t bytes[8 * NR_MESSAGES];
	uint64_t addr = pk_member(&r, net, statistics);

	if (pk_ok(&r) && !addr)
		return pk_none(ctx, PK_ABSENT);
	pk_load(&r, addr, bytes, NR_MESSAGES * (size_t)word);
	for (size_t i = 0; pk_ok(&r) && i < NR_MESSAGES; i++)
		messages[i] = pk_uint(ctx, bytes + i * word, word);
	return r.status;
}

static bool add_word(struct pk_ctx *ctx, struct pk_mib_table *table, const char *name,
		     enum pk_row_id entry, const uint64_t *words)
{
	uint64_t at;

	if (!pk_has(ctx, entry))
		return true;
	table->status = pk_row_value(ctx, entry, &at);
	if (table->status == PK_OK && at >= PK_WORDS_MAX)
		table->status = PK_CORRUPT;
	return table->status == PK_OK && add(table, "", name, words[at]);
}

static void add_messages(struct pk_mib_table *table, const char *prefix, const struct names *names,
			 const uint64_t *messages)
{
	for (size_t i = 0; i < names->nr; i++)
		if (names->list[i].entry < MAX_TYPES)
			add(table, prefix, names->list[i].text, messages[names->list[i].entry]);
}

static enum pk_status icmp_words(struct pk_ctx *ctx, uint64_t net, uint64_t *words)
{
	static const enum pk_row_id entries[] = {
		PK_R_icmp_inmsgs,	 PK_R_icmp_inerrors,  PK_R_icmp_csumerrors,
		PK_R_icmp_outmsgs,	 PK_R_icmp_outerrors, PK_R_icmp_ratelimit_global,
		PK_R_icmp_ratelimit_host};
	uint64_t most = 0, at;

	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		if (pk_has(ctx, entries[i]) && pk_row_value(ctx, entries[i], &at) == PK_OK &&
		    at >= most)
			most = at + 1;
	return words_read(ctx, net, PK_R_mib_icmp, ctx->target->facts.word_size, most, words);
}

static void icmp_read(struct pk_ctx *ctx, uint64_t net, struct names *names,
		      const uint64_t *messages, struct pk_mib_table *table)
{
	const uint64_t word = ctx->target->facts.word_size;
	const struct shape shape = {2 * word, 0, word};
	uint64_t words[PK_WORDS_MAX] = {0}, map;

	if (table->status == PK_OK)
		table->status = pk_row_value(ctx, PK_R_icmpmibmap, &map);
	if (table->status == PK_OK)
		table->status = names_read(ctx, map, &shape, names);
	if (table->status == PK_OK)
		table->status = icmp_words(ctx, net, words);
	if (table->status != PK_OK || !add_word(ctx, table, "InMsgs", PK_R_icmp_inmsgs, words) ||
	    !add_word(ctx, table, "InErrors", PK_R_icmp_inerrors, words) ||
	    !add_word(ctx, table, "InCsumErrors", PK_R_icmp_csumerrors, words))
		return;
	add_messages(table, "In", names, messages);
	if (add_word(ctx, table, "OutMsgs", PK_R_icmp_outmsgs, words) &&
	    add_word(ctx, table, "OutErrors", PK_R_icmp_outerrors, words) &&
	    add_word(ctx, table, "OutRateLimitGlobal", PK_R_icmp_ratelimit_global, words) &&
	    add_word(ctx, table, "OutRateLimitHost", PK_R_icmp_ratelimit_host, words))
		add_messages(table, "Out", names, messages + MAX_TYPES);
}

/* Those that were counted, by their numbers. */
static void add_numbers(struct pk_mib_table *table, const char *prefix, const uint64_t *messages)
{
	char name[32];

	for (unsigned i = 0; i < NR_MESSAGES; i++) {
		snprintf(name, sizeof(name), "%sType%u", i < MAX_TYPES ? "In" : "Out",
			 i % MAX_TYPES);
		if (messages[i])
			add(table, prefix, name, messages[i]);
	}
}

/* Since 6.18 a function knows them; their names have been these since there is a list. */
static const char *icmp6_name(unsigned type)
{
	static const char *const errors[] = {NULL, "DestUnreachs", "PktTooBigs", "TimeExcds",
					     "ParmProblems"};
	static const char *const infos[] = {"Echos",
					    "EchoReplies",
					    "GroupMembQueries",
					    "GroupMembResponses",
					    "GroupMembReductions",
					    "RouterSolicits",
					    "RouterAdvertisements",
					    "NeighborSolicits",
					    "NeighborAdvertisements",
					    "Redirects"};

	if (type < sizeof(errors) / sizeof(errors[0]))
		return errors[type];
	if (type >= 128 && type - 128 < sizeof(infos) / sizeof(infos[0]))
		return infos[type - 128];
	return type == 143 ? "MLDv2Reports" : NULL;
}

static enum pk_status icmp6_names(struct pk_ctx *ctx, struct name names[MAX_TYPES])
{
	const uint32_t word = ctx->target->facts.word_size;
	uint64_t addr, text;
	enum pk_status status = PK_OK;

	memset(names, 0, MAX_TYPES * sizeof(names[0]));
	if (!pk_has(ctx, PK_R_icmp6type2name)) {
		for (unsigned i = 0; i < MAX_TYPES; i++)
			if (icmp6_name(i))
				strcpy(names[i].text, icmp6_name(i));
		return PK_OK;
	}
	status = pk_row_value(ctx, PK_R_icmp6type2name, &addr);
	for (unsigned i = 0; status == PK_OK && i < MAX_TYPES; i++) {
		status = pk_read_ptr(ctx, addr + i * word, &text);
		if (status == PK_OK && text)
			status = pk_read_string(ctx, text, names[i].text, sizeof(names[i].text));
	}
	return status;
}

static void icmp6msg_read(struct pk_ctx *ctx, uint64_t net, struct names *names,
			  struct pk_mib_table *table)
{
	uint64_t messages[NR_MESSAGES];
	char prefix[16];

	table->status = messages_read(ctx, net, PK_R_mib_icmp6msg, messages);
	if (table->status == PK_OK)
		table->status = icmp6_names(ctx, names->list);
	for (unsigned i = 0; table->status == PK_OK && i < NR_MESSAGES; i++) {
		snprintf(prefix, sizeof(prefix), "Icmp6%s", i < MAX_TYPES ? "In" : "Out");
		if (names->list[i % MAX_TYPES].text[0])
			add(table, prefix, names->list[i % MAX_TYPES].text, messages[i]);
	}
	if (table->status == PK_OK)
		add_numbers(table, "Icmp6", messages);
}

static const struct group groups[] = {
	{PK_MIB_TCP, PK_R_snmp4_tcp_list, PK_R_mib_tcp, false, false},
	{PK_MIB_UDP, PK_R_snmp4_udp_list, PK_R_mib_udp, false, false},
	{PK_MIB_UDPLITE, PK_R_snmp4_udp_list, PK_R_mib_udplite, false, false},
	{PK_MIB_TCPEXT, PK_R_snmp4_net_list, PK_R_mib_net, false, false},
	{PK_MIB_IPEXT, PK_R_snmp4_ipextstats_list, PK_R_mib_ip, true, false},
	{PK_MIB_MPTCPEXT, PK_R_mptcp_snmp_list, PK_R_mib_mptcp, false, true},
	{PK_MIB_IP6, PK_R_snmp6_ipstats_list, PK_R_mib_ip6, true, false},
	{PK_MIB_ICMP6, PK_R_snmp6_icmp6_list, PK_R_mib_icmp6, false, false},
	{PK_MIB_UDP6, PK_R_snmp6_udp6_list, PK_R_mib_udp6, false, false},
	{PK_MIB_UDPLITE6, PK_R_snmp6_udplite6_list, PK_R_mib_udplite6, false, false},
};

static void read_all(struct pk_ctx *ctx, uint64_t net, struct names *names,
		     struct pk_mib_table *mibs)
{
	static const struct group group = {PK_MIB_IP, PK_R_snmp4_ipstats_list, PK_R_mib_ip, true,
					   false};
	uint64_t messages[NR_MESSAGES];

	ip_settings(ctx, net, &mibs[PK_MIB_IP]);
	if (mibs[PK_MIB_IP].status == PK_OK)
		group_read(ctx, net, &group, names, &mibs[PK_MIB_IP]);
	mibs[PK_MIB_ICMPMSG].status = mibs[PK_MIB_ICMP].status =
		messages_read(ctx, net, PK_R_mib_icmpmsg, messages);
	icmp_read(ctx, net, names, messages, &mibs[PK_MIB_ICMP]);
	if (mibs[PK_MIB_ICMPMSG].status == PK_OK)
		add_numbers(&mibs[PK_MIB_ICMPMSG], "", messages);
	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
		group_read(ctx, net, &groups[i], names, &mibs[groups[i].mib]);
	icmp6msg_read(ctx, net, names, &mibs[PK_MIB_ICMP6MSG]);
	for (size_t i = 0; i < mibs[PK_MIB_TCP].nr; i++)
		mibs[PK_MIB_TCP].list[i].is_signed =
			!strcmp(mibs[PK_MIB_TCP].list[i].name, "MaxConn");
}

void pk_mibs_read(struct pk_ctx *ctx, uint64_t net, struct pk_mib_table ret_mibs[PK_NR_MIBS])
{
	struct names *names = malloc(sizeof(*names));

	memset(ret_mibs, 0, PK_NR_MIBS * sizeof(ret_mibs[0]));
	if (names)
		read_all(ctx, net, names, ret_mibs);
	for (int i = 0; !names && i < PK_NR_MIBS; i++)
		ret_mibs[i].status = PK_NOMEM;
	free(names);
}

void pk_mibs_deinit(struct pk_mib_table mibs[PK_NR_MIBS])
{
	for (int i = 0; i < PK_NR_MIBS; i++)
		free(mibs[i].list);
	memset(mibs, 0, PK_NR_MIBS * sizeof(mibs[0]));
}
