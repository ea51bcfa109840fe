// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/netfilter.h"

#include <stdlib.h>

#include "core/kit.h"

#define TYPE_BITS 6 /* of a field's type in that of a concatenation */

void pk_nft_ruleset_deinit(struct pk_nft_ruleset *ruleset)
{
	free(ruleset->tables);
	free(ruleset->chains);
	free(ruleset->counters);
	free(ruleset->objects);
	free(ruleset->sets);
	free(ruleset->flowtables);
	free(ruleset->devices);
	pk_arena_deinit(&ruleset->texts);
}

static const char *name_of(const char *const *names, size_t nr, uint64_t number)
{
	return number < nr ? names[number] : NULL;
}

const char *pk_nft_family_name(uint64_t family)
{
	static const char *const names[] = {[1] = "inet",   [2] = "ip",	    [3] = "arp",
					    [5] = "netdev", [7] = "bridge", [10] = "ip6"};

	return name_of(names, PK_ARRAY_SIZE(names), family);
}

const char *pk_nft_hook_name(uint64_t family, uint64_t hook)
{
	static const char *const inet[] = {"prerouting", "input",	"forward",
					   "output",	 "postrouting", "ingress"};
	static const char *const arp[] = {"input", "output", "forward"};
	static const char *const netdev[] = {"ingress", "egress"};

	switch (family) {
	case 1:
		return name_of(inet, 6, hook);
	case 2:
	case 7:
	case 10:
		return name_of(inet, 5, hook);
	case 3:
		return name_of(arp, PK_ARRAY_SIZE(arp), hook);
	case 5:
		return name_of(netdev, PK_ARRAY_SIZE(netdev), hook);
	default:
		return NULL;
	}
}

const char *pk_nft_object_name(uint32_t type)
{
	static const char *const names[] = {
		[1] = "counter",   [2] = "quota",      [3] = "ct helper", [4] = "limit",
		[6] = "tunnel",	   [7] = "ct timeout", [8] = "secmark",	  [9] = "ct expectation",
		[5] = "connlimit", [10] = "synproxy"};

	return name_of(names, PK_ARRAY_SIZE(names), type);
}

const char *pk_nft_set_flag_name(unsigned bit)
{
	static const char *const names[] = {"anonymous", "constant", "interval", "map", "timeout",
					    "dynamic",	 "object",   "concat",	 "expr"};

	return name_of(names, PK_ARRAY_SIZE(names), bit);
}

/* The kernel keeps numbers that nft has given them (its include/datatype.h). */
const char *pk_nft_type_name(uint32_t type)
{
	static const char *const names[] = {
		[1] = "verdict",       [2] = "nf_proto",      [3] = "bitmask",
		[4] = "integer",       [5] = "string",	      [6] = "ll_addr",
		[7] = "ipv4_addr",     [8] = "ipv6_addr",     [9] = "ether_addr",
		[10] = "ether_type",   [11] = "arp_op",	      [12] = "inet_proto",
		[13] = "inet_service", [14] = "icmp_type",    [15] = "tcp_flag",
		[16] = "dccp_pkttype", [17] = "mh_type",      [18] = "time",
		[19] = "mark",	       [20] = "iface_index",  [21] = "iface_type",
		[22] = "realm",	       [23] = "classid",      [24] = "uid",
		[25] = "gid",	       [26] = "ct_state",     [27] = "ct_dir",
		[28] = "ct_status",    [29] = "icmpv6_type",  [30] = "ct_label",
		[31] = "pkt_type",     [32] = "icmp_code",    [33] = "icmpv6_code",
		[34] = "icmpx_code",   [35] = "devgroup",     [36] = "dscp",
		[37] = "ecn",	       [38] = "fib_addrtype", [39] = "boolean",
		[40] = "ct_event",     [41] = "ifname",	      [42] = "igmp_type",
		[43] = "date",	       [44] = "hour",	      [45] = "day",
		[46] = "cgroupsv2"};

	return name_of(names, PK_ARRAY_SIZE(names), type);
}

unsigned pk_nft_fields(uint32_t type, uint32_t fields[PK_NFT_FIELDS_MAX])
{
	unsigned nr = 0;

	for (uint32_t rest = type; rest; rest >>= TYPE_BITS)
		nr++;
	if (type >> (TYPE_BITS * PK_NFT_FIELDS_MAX)) { /* no number of nft's */
		fields[0] = type;
		return 1;
	}
	for (unsigned i = 0; i < nr; i++)
		fields[i] = type >> (TYPE_BITS * (nr - 1 - i)) & ((1u << TYPE_BITS) - 1);
	return nr;
}
