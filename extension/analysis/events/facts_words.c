// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/events/facts.h"
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
	{"err", PK_W_ERR},
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
	{"cb_seq", PK_W_CB_SEQ},
	{"cb_end_seq", PK_W_CB_END_SEQ},
	{"cb_flags", PK_W_CB_FLAGS},
	{"sport", PK_W_SPORT},
	{"dport", PK_W_DPORT},
	{"saddr", PK_W_SADDR},
	{"daddr", PK_W_DADDR},
	{"saddr_v6", PK_W_SADDR_V6},
	{"daddr_v6", PK_W_DADDR_V6},
	{"family", PK_W_FAMILY},
	{"data_len", PK_W_DATA_LEN},
	{"vlan_tagged", PK_W_VLAN_TAGGED},
	{"vlan_tci", PK_W_VLAN_TCI},
	{"noff", PK_W_NOFF},
	{"oldstate", PK_W_OLD_STATE},
	{"newstate", PK_W_NEW_STATE},
	{"sock_cookie", PK_W_SOCK_COOKIE},
};

static int header_word(const struct pk_protocol *protocol, const char *name)
{
	const struct pk_header_word *word = protocol->words;

	for (int i = 0; word && i < PK_MAX_HEADER_WORDS && word[i].name; i++)
		if (!strcmp(word[i].name, name))
			return PK_W_HEADER + i;
	return -1;
}

int pk_word_of(const char *name, const struct pk_protocol **ret_protocol)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(words); i++)
		if (!strcmp(words[i].name, name))
			return words[i].word;
	for (int i = 0; pk_protocols[i]; i++)
		if (pk_protocols[i]->next_ack && !strcmp(pk_protocols[i]->next_ack->name, name))
			return PK_W_NEXT_ACK;
	for (int i = 0; pk_protocols[i]; i++) {
		int word = header_word(pk_protocols[i], name);

		if (word < 0)
			continue;
		if (ret_protocol)
			*ret_protocol = pk_protocols[i];
		return word;
	}
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

bool pk_facts_begin_life(struct pk_ctx *ctx, const struct pk_event_facts *facts,
			 const struct pk_event *event)
{
	const struct pk_protocol *protocol = pk_stage_protocol(facts->stage);
	const struct pk_plan *plan = facts->plan;

	return plan && plan->word[PK_W_OLD_STATE] && plan->word[PK_W_NEW_STATE] && protocol &&
	       protocol->life_begins &&
	       protocol->life_begins(pk_facts_word(ctx, plan, event, PK_W_OLD_STATE, 0),
				     pk_facts_word(ctx, plan, event, PK_W_NEW_STATE, 0));
}

struct pk_header pk_header_of_cb(const struct pk_event_facts *facts)
{
	const struct pk_protocol *protocol = pk_stage_protocol(facts->stage);
	struct pk_header header = {0};

	header.protocol = protocol ? protocol->number : 0;
	if (protocol && protocol->by_cb)
		protocol->by_cb(&facts->cb, facts->plan->word[PK_W_CB_FLAGS], &header);
	return header;
}
