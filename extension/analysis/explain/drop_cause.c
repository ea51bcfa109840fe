// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/cause.h"

#include <stdio.h>
#include <string.h>

#include "analysis/lives/packet_work.h"
#include "protocol/drop_words.h"
#include "protocol/protocol.h"

static const char *by_reason(const char *reason, char *buf, size_t size)
{
	const char *words = pk_drop_reason_words(reason);

	if (words)
		snprintf(buf, size, "%s (%s)", words, reason);
	else
		snprintf(buf, size, "the kernel's reason is %s", reason);
	return "reason";
}

static const char *by_place(struct pk_ctx *ctx, uint64_t location, char *buf, size_t size)
{
	const char *words;
	struct pk_symbol symbol;

	if (!location || pk_symbol_at(ctx, location, &symbol) != PK_OK) {
		snprintf(buf, size, "neither the reason nor the place was recorded");
		return "unknown";
	}
	words = pk_drop_place_words(symbol.name);
	if (words)
		snprintf(buf, size, "%s (%s)", words, symbol.name);
	else
		snprintf(buf, size, "the kernel gave no reason; %s freed it", symbol.name);
	return words ? "place" : "unknown";
}

static const char *why(struct pk_ctx *ctx, const struct pk_packet *packet, char *buf, size_t size)
{
	const struct pk_drop *drop = packet->drop;
	char detail[PK_DETAIL_MAX];

	if (!packet->work->by_drop || !drop) {
		snprintf(buf, size, "%s", pk_packet_detail(packet, detail, sizeof(detail)));
		return "evidence";
	}
	if (drop->reason_name[0] && strcmp(drop->reason_name, "NOT_SPECIFIED"))
		return by_reason(drop->reason_name, buf, size);
	if (packet->work->refused) {
		snprintf(buf, size, "refused: it was answered with %s",
			 pk_protocol_of(&packet->header)->refusal);
		return "evidence";
	}
	return by_place(ctx, drop->location, buf, size);
}

/* An error that was sent because of it says more than some reasons. */
static void say_error(const struct pk_packet *packet, char *buf, size_t size)
{
	const struct pk_edge *answer = pk_edge_of(packet, PK_EDGE_ANSWERED_BY);
	const size_t len = strlen(buf);

	if (packet->icmp_error && answer && answer->to && answer->to->dir == PK_TX)
		snprintf(buf + len, size - len, "; its sender was told: %s", packet->icmp_error);
}

const char *pk_drop_cause(struct pk_ctx *ctx, const struct pk_packet *packet, char *buf,
			  size_t size)
{
	const char *kind = why(ctx, packet, buf, size);

	say_error(packet, buf, size);
	return kind;
}
