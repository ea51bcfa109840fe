// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/facts.h"
#include "core/kit.h"

#include <string.h>

static const struct {
	const char *name;
	enum pk_word word;
} words[] = {
	{"skb", PK_W_SKB},
	{"skbaddr", PK_W_SKB},
	{"skb_addr", PK_W_SKB},
	{"sk", PK_W_SK},
	{"skaddr", PK_W_SK},
	{"rx_sk", PK_W_SK},
	{"clone", PK_W_CLONE},
	{"clone_it", PK_W_CLONE},
	{"new", PK_W_NEW},
	{"old", PK_W_OLD},
	{"p", PK_W_P},
	{"tw", PK_W_TW},
	{"len", PK_W_LEN},
	{"protocol", PK_W_PROTOCOL},
	{"proto", PK_W_PROTO_BE},
	{"name", PK_W_DEV},
	{"dev", PK_W_DEV},
	{"netdev", PK_W_NETDEV},
	{"rc", PK_W_RC},
	{"location", PK_W_LOCATION},
	{"reason", PK_W_REASON},
	{"mark", PK_W_MARK},
	{"head", PK_W_HEAD},
	{"data", PK_W_DATA},
	{"nh", PK_W_NH},
	{"gso_segs", PK_W_GSO_SEGS},
	{"gso_size", PK_W_GSO_SIZE},
	{"ip_vhl", PK_W_IP_VHL},
	{"ip_len", PK_W_IP_LEN},
	{"ip_p", PK_W_IP_P},
	{"ip_src", PK_W_IP_SRC},
	{"ip_dst", PK_W_IP_DST},
	{"ip6_vtc", PK_W_IP6_VTC},
	{"ip6_plen", PK_W_IP6_PLEN},
	{"ip6_nxt", PK_W_IP6_NXT},
	{"ip6_src_hi", PK_W_IP6_SRC_HI},
	{"ip6_src_lo", PK_W_IP6_SRC_LO},
	{"ip6_dst_hi", PK_W_IP6_DST_HI},
	{"ip6_dst_lo", PK_W_IP6_DST_LO},
	{"th_sport", PK_W_TH_SPORT},
	{"th_dport", PK_W_TH_DPORT},
	{"th_seq", PK_W_TH_SEQ},
	{"th_ack", PK_W_TH_ACK},
	{"th_off_flags", PK_W_TH_OFF_FLAGS},
	{"cb_seq", PK_W_CB_SEQ},
	{"cb_end_seq", PK_W_CB_END_SEQ},
	{"cb_flags", PK_W_CB_FLAGS},
	{"rcv_nxt", PK_W_RCV_NXT},
	{"sport", PK_W_SPORT},
	{"dport", PK_W_DPORT},
	{"saddr", PK_W_SADDR},
	{"daddr", PK_W_DADDR},
	{"saddr_v6", PK_W_SADDR_V6},
	{"daddr_v6", PK_W_DADDR_V6},
	{"family", PK_W_FAMILY},
	{"newstate", PK_W_NEWSTATE},
	{"oldstate", PK_W_OLDSTATE},
	{"data_len", PK_W_DATA_LEN},
	{"vlan_tagged", PK_W_VLAN_TAGGED},
	{"vlan_tci", PK_W_VLAN_TCI},
	{"noff", PK_W_NOFF},
	{"snd_nxt", PK_W_SND_NXT},
	{"snd_una", PK_W_SND_UNA},
};

int pk_word_of(const char *name)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(words); i++)
		if (!strcmp(words[i].name, name))
			return words[i].word;
	return -1;
}

uint64_t pk_facts_word(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		       enum pk_word word, uint64_t fallback)
{
	uint64_t value;

	if (!plan->word[word] || pk_event_uint(ctx, event, plan->word[word], &value) != PK_OK)
		return fallback;
	return value;
}

struct pk_header pk_header_of_cb(const struct pk_event_facts *facts)
{
	struct pk_header header = {.seq_known = true, .len_known = true, .seq = facts->cb_seq};
	uint32_t ends = pk_tcp.flag_numbers(facts->cb_flags);

	header.payload_len = facts->cb_end_seq - facts->cb_seq;
	if (header.payload_len >= ends)
		header.payload_len -= ends;
	header.flags_known = facts->plan->word[PK_W_CB_FLAGS];
	header.flags = facts->cb_flags & 0xff;
	return header;
}
