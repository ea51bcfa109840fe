// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Rules of routing, by which a packet's table is chosen (net/core/fib_rules.c):
 *
 *	net.ipv4.rules_ops, net.ipv6.fib6_rules_ops -> fib_rules_ops.rules_list: fib4_rule, fib6_rule, by priority
 */
#include "core/kit.h"
#include "decode/list.h"
#include "decode/net/route/route.h"

#define FIB_RULE_INVERT 2
#define DSCP_MASK 0xfc
#define TOS_MASK 0x1c /* of IPv4: IPTOS_RT_MASK */
#define ALL_UIDS UINT32_MAX /* the end of a range that has no end */

static void device_name(struct pk_reader *r, uint64_t addr, char name[16])
{
	pk_load(r, addr, name, 16);
	name[15] = '\0';
}

/* What rules of IPv4 and IPv6 share: struct fib_rule. */
static void common_read(struct pk_reader *r, uint64_t addr, struct pk_fib_rule *rule)
{
	const uint64_t flags = pk_member(r, addr, PK_R_fib_rule_flags);

	rule->inverted = flags & FIB_RULE_INVERT;
	rule->priority = (uint32_t)pk_member(r, addr, PK_R_fib_rule_pref);
	rule->action = (uint8_t)pk_member(r, addr, PK_R_fib_rule_action);
	rule->table = (uint32_t)pk_member(r, addr, PK_R_fib_rule_table);
	rule->target = (uint32_t)pk_member(r, addr, PK_R_fib_rule_target);
	rule->target_addr = pk_member(r, addr, PK_R_fib_rule_goto);
	rule->to_unresolved = rule->action == PK_RULE_GOTO && !rule->target_addr;
	rule->iifindex = (int32_t)pk_member(r, addr, PK_R_fib_rule_iif);
	rule->oifindex = (int32_t)pk_member(r, addr, PK_R_fib_rule_oif);
	device_name(r, pk_member_at(r, addr, PK_R_fib_rule_iif_name), rule->iif);
	device_name(r, pk_member_at(r, addr, PK_R_fib_rule_oif_name), rule->oif);
	rule->iif_is_master = pk_member_or(r, addr, PK_R_fib_rule_iif_master, 0);
	rule->mark = (uint32_t)pk_member(r, addr, PK_R_fib_rule_mark);
	rule->mask = (uint32_t)pk_member(r, addr, PK_R_fib_rule_mask);
	rule->l3mdev = pk_member_or(r, addr, PK_R_fib_rule_l3mdev, 0);
	rule->protocol = (uint8_t)pk_member_or(r, addr, PK_R_fib_rule_protocol, 0);
	rule->ip_proto = (uint8_t)pk_member_or(r, addr, PK_R_fib_rule_ip_proto, 0);
	rule->sport = (uint16_t)pk_member_or(r, addr, PK_R_fib_rule_sport, 0);
	rule->sport_end = (uint16_t)pk_member_or(r, addr, PK_R_fib_rule_sport_end, 0);
	rule->dport = (uint16_t)pk_member_or(r, addr, PK_R_fib_rule_dport, 0);
	rule->dport_end = (uint16_t)pk_member_or(r, addr, PK_R_fib_rule_dport_end, 0);
	rule->uid = (uint32_t)pk_member_or(r, addr, PK_R_fib_rule_uid, 0);
	rule->uid_end = (uint32_t)pk_member_or(r, addr, PK_R_fib_rule_uid_end, ALL_UIDS);
	rule->suppress_length =
		(int32_t)pk_member_or(r, addr, PK_R_fib_rule_suppress_len, UINT64_MAX);
	rule->suppress_group =
		(int32_t)pk_member_or(r, addr, PK_R_fib_rule_suppress_group, UINT64_MAX);
}

static void prefix_read(struct pk_reader *r, uint64_t addr, uint64_t length, uint8_t family,
			struct pk_prefix *ret_prefix)
{
	const unsigned size = family == 6 ? 16 : 4;

	if (length > 8 * size)
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "rule: a prefix of %llu bits",
				  (unsigned long long)length));
	if (!length || !pk_load(r, addr, ret_prefix->bytes, size))
		return;
	ret_prefix->family = family;
	ret_prefix->length = (uint8_t)length;
}

struct family_rows {
	enum pk_row_id common, src, src_len, dst, dst_len, tos, tos_mask, full;
};

static const struct family_rows rows4 = {
	PK_R_fib4_rule_common,	PK_R_fib4_rule_src, PK_R_fib4_rule_src_len,  PK_R_fib4_rule_dst,
	PK_R_fib4_rule_dst_len, PK_R_fib4_rule_tos, PK_R_fib4_rule_tos_mask, PK_R_fib4_rule_full};
static const struct family_rows rows6 = {
	PK_R_fib6_rule_common,	PK_R_fib6_rule_src, PK_R_fib6_rule_src_len,  PK_R_fib6_rule_dst,
	PK_R_fib6_rule_dst_len, PK_R_fib6_rule_tos, PK_R_fib6_rule_tos_mask, PK_R_fib6_rule_full};

static void rule_read(struct pk_ctx *ctx, uint64_t common, uint8_t family,
		      struct pk_fib_rule *ret_rule)
{
	const struct family_rows *rows = family == 6 ? &rows6 : &rows4;
	struct pk_reader r = {.ctx = ctx};
	struct pk_fib_rule rule = {.addr = common};
	const uint64_t addr = common - pk_offset(&r, rows->common);

	common_read(&r, common, &rule);
	rule.tunnel = pk_network_number(&r, pk_member_at(&r, common, PK_R_fib_rule_tunnel), 8);
	prefix_read(&r, pk_member_at(&r, addr, rows->src), pk_member(&r, addr, rows->src_len),
		    family, &rule.src);
	prefix_read(&r, pk_member_at(&r, addr, rows->dst), pk_member(&r, addr, rows->dst_len),
		    family, &rule.dst);
	rule.tos = (uint8_t)pk_member(&r, addr, rows->tos);
	rule.dscp = pk_member_or(&r, addr, rows->full, 0);
	rule.tos_mask = family == 6 ? DSCP_MASK : TOS_MASK;
	if (rule.dscp)
		rule.tos_mask = (uint8_t)pk_member_or(&r, addr, rows->tos_mask, DSCP_MASK);
	else if (!rule.tos)
		rule.tos_mask = 0;
	if (family == 6 && pk_reader_has(&r, PK_R_fib6_rule_label)) {
		rule.flow_label = (uint32_t)pk_network_number(
			&r, pk_member_at(&r, addr, PK_R_fib6_rule_label), 4);
		rule.flow_label_mask = (uint32_t)pk_network_number(
			&r, pk_member_at(&r, addr, PK_R_fib6_rule_label_mask), 4);
	}
	rule.status = r.status;
	*ret_rule = rule;
}

void pk_rules_read(struct pk_ctx *ctx, uint64_t net, uint8_t family, struct pk_rules *ret_rules)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_rules rules = {0};
	const uint64_t ops =
		pk_member(&r, net, family == 6 ? PK_R_net_fib6_rules : PK_R_net_fib_rules);
	const uint64_t link = pk_offset(&r, PK_R_fib_rule_link);
	const uint64_t head = pk_member_at(&r, ops, PK_R_fib_rules_list);

	pk_list_for_each (node, &r, head) {
		if (!pk_grow(rules.list, rules.nr, rules.room)) {
			pk_try(&r, pk_fail(ctx, PK_NOMEM, "rules"));
			break;
		}
		rule_read(ctx, node - link, family, &rules.list[rules.nr++]);
	}
	rules.status = r.status;
	*ret_rules = rules;
}
