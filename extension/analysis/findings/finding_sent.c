// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A rule about sk_wmem_alloc: the truesize of each packet that a socket has sent and that is not freed (skb_set_owner_w()). What is
 * counted and in no packet that was found has leaked, or is in a place that is not searched. A socket with as much as sk_sndbuf there
 * sends nothing any more, and cannot go. Of datagrams, those that are corked are not searched for: only streams are judged.
 */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "core/reader.h"
#include "decode/net/sock/sock.h"
#include "protocol/protocol.h"

#define MOST_OF_ONE (128u << 10) /* truesize of the largest packet, 64 KiB and what it lies in */

struct sent {
	struct pk_judge *judge;
	struct pk_hash found; /* socket -> uint64_t, owned: bytes of packets that are its */
	bool searched;
	enum pk_status status; /* of that */
	uint64_t received_by; /* sock_rfree() */
	uint64_t slack; /* bytes of packets that CPUs may be handling, which no search finds */
	const struct pk_sock *worst;
	uint64_t worst_counted, worst_found;
	uint32_t nr;
};

static enum pk_status add_packet(struct sent *sent, uint64_t skb)
{
	struct pk_reader r = {.ctx = sent->judge->scene->ctx};
	const uint64_t sk = pk_member(&r, skb, PK_R_skb_sk);
	uint64_t *bytes;

	if (!pk_ok(&r) || !sk || pk_member(&r, skb, PK_R_skb_destructor) == sent->received_by)
		return r.status;
	bytes = pk_hash_obtain(&sent->found, sk, sizeof(*bytes));
	if (!bytes)
		return pk_fail(r.ctx, PK_NOMEM, "sent packets: out of memory");
	*bytes += pk_member(&r, skb, PK_R_skb_truesize);
	return r.status;
}

static enum pk_status packets_add(struct sent *sent)
{
	const struct pk_scene *scene = sent->judge->scene;
	uint64_t *skbs = NULL;
	size_t nr = 0;
	enum pk_status status = pk_row_value(scene->ctx, PK_R_sock_rfree, &sent->received_by);

	if (status == PK_OK)
		status = pk_placed_skbs(scene->ctx, scene->memory, &skbs, &nr);
	for (size_t i = 0; status == PK_OK && i < nr; i++)
		status = add_packet(sent, skbs[i]);
	free(skbs);
	return status;
}

/* Where packets may be that are not searched: the ring of a card whose driver is not known. NULL: nowhere. */
static const char *unsearched(const struct pk_scene *scene)
{
	if (scene->memory->queues_missing || scene->memory->truncated)
		return "some queues, as the warnings say";
	if (scene->devices_status != PK_OK || scene->devices_missing)
		return "some devices, as the warnings say";
	for (size_t i = 0; i < scene->devices.nr; i++) {
		const struct pk_device *device = &scene->devices.list[i];

		if (device->nr_rings_lack)
			return "rings whose types the dump lacks";
		if (!device->nr_rings && device->watchdog_ms.status == PK_OK &&
		    device->watchdog_ms.value && (device->flags.value & PK_IFF_UP))
			return "rings of a driver that is not known";
	}
	return NULL;
}

static void judge_sock(struct sent *sent, const struct pk_sock *sock)
{
	struct pk_judge *judge = sent->judge;
	struct pk_sock_info info;
	struct pk_figure counted;
	uint64_t *bytes, found;

	pk_sock_memory_read(judge->scene->ctx, sock->addr, &info);
	counted = info.memory[PK_MEMORY_SENT];
	if (!pk_judge_knows(judge, "sk_wmem_alloc", &counted))
		return;
	if ((int64_t)counted.value > (int64_t)sent->slack && !sent->searched) {
		sent->status = packets_add(sent);
		sent->searched = true;
	}
	bytes = pk_hash_get(&sent->found, sock->addr);
	found = bytes ? *bytes : 0;
	if ((int64_t)counted.value <= (int64_t)(found + sent->slack)) {
		pk_judge_clear(judge);
	} else if (sent->status != PK_OK) {
		pk_judge_unknown(judge, "sent packets", sent->status);
	} else {
		sent->nr++;
		if (sent->worst && counted.value - found <= sent->worst_counted - sent->worst_found)
			return;
		sent->worst = sock;
		sent->worst_counted = counted.value;
		sent->worst_found = found;
	}
}

static void tell(const struct sent *sent)
{
	const struct pk_sock *sock = sent->worst;
	struct pk_words words = {.len = 0};
	struct pk_finding *finding;
	char more[64];

	pk_words_add_tuple(&words, &sock->tuple);
	snprintf(more, sizeof(more), "flows -o -k %llx", (unsigned long long)sock->addr);
	finding = pk_judge_found(
		sent->judge, more,
		"%s: %llu byte(s) of sent packets are counted, packets with %llu byte(s) "
		"are found: %llu are in nothing that was searched",
		words.text, (unsigned long long)sent->worst_counted,
		(unsigned long long)sent->worst_found,
		(unsigned long long)(sent->worst_counted - sent->worst_found));
	if (finding)
		finding->sure = PK_SURE_LIKELY;
	pk_finding_shows_uint(finding, "sk_wmem_alloc", sent->worst_counted);
	pk_finding_shows_uint(finding, "found", sent->worst_found);
	pk_finding_shows_uint(finding, "connections", sent->nr);
	pk_finding_shows_addr(finding, "sk", sock->addr);
	if (sock->netns)
		pk_finding_shows_uint(finding, "netns", sock->netns);
}

void pk_judge_sent_leaked(struct pk_judge *judge)
{
	const struct pk_scene *scene = judge->scene;
	struct sent sent = {.judge = judge, .slack = pk_scene_packets_handled(scene) * MOST_OF_ONE};
	const struct pk_sock *sock;
	const char *missing;
	size_t at = 0;

	while ((sock = pk_hash_next(&scene->memory->socks, &at)))
		if (sock->kind == PK_SOCK_FULL && !pk_protocol_of_sock(sock)->datagrams)
			judge_sock(&sent, sock);
	missing = sent.worst ? unsearched(scene) : NULL;
	if (missing)
		pk_judge_unknown(judge, missing, PK_OK);
	else if (sent.worst && scene->ctx->target->facts.is_live)
		pk_judge_unknown(judge, "memory changes while it is read", PK_OK);
	else if (sent.worst)
		tell(&sent);
	pk_hash_deinit(&sent.found, free);
}
