// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/ipsec/xfrm.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "protocol/protocol.h"

/* Compared and sorted as bytes: without gaps. */
struct end {
	uint8_t daddr[16];
	uint32_t spi;
	uint16_t dport;
	uint8_t family, unused;
};

struct ends {
	struct end *list; /* owned; sorted */
	size_t nr, room;
	bool truncated;
};

static int compare_ends(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct end));
}

static bool take(const struct pk_xfrm_state *state, void *arg)
{
	struct ends *ends = arg;
	struct end *end;

	ends->truncated = !pk_grow(ends->list, ends->nr, ends->room);
	if (ends->truncated)
		return false;
	end = &ends->list[ends->nr++];
	*end = (struct end){
		.spi = state->spi, .dport = state->encap_dport, .family = state->family};
	memcpy(end->daddr, state->daddr, sizeof(end->daddr));
	return true;
}

static void free_ends(void *arg)
{
	struct ends *ends = arg;

	free(ends->list);
	free(ends);
}

/* NULL: no memory. */
static const struct ends *ends_of(struct pk_ctx *ctx)
{
	struct ends *ends = ctx->slots[PK_SLOT_XFRM];
	enum pk_status status;

	if (ends)
		return ends;
	ends = calloc(1, sizeof(*ends));
	if (!ends)
		return NULL;
	status = pk_xfrm_walk_in_udp(ctx, take, ends);
	if (status != PK_OK && status != PK_ABSENT)
		pk_warn(ctx, "IPsec states: %s; ESP in UDP may show as UDP", pk_error(ctx));
	if (ends->truncated)
		pk_warn(ctx, "IPsec states: out of memory; ESP in UDP may show as UDP");
	if (ends->nr)
		qsort(ends->list, ends->nr, sizeof(*ends->list), compare_ends);
	ctx->slots[PK_SLOT_XFRM] = ends;
	ctx->slot_free[PK_SLOT_XFRM] = free_ends;
	return ends;
}

void pk_xfrm_unveil(struct pk_ctx *ctx, struct pk_header *header)
{
	struct end wanted = {
		.spi = header->spi, .dport = header->tuple.dport, .family = header->tuple.family};
	const struct ends *ends;

	if (!header->spi_may_be || !header->tuple_known || header->unproven || header->fragment ||
	    ctx->last_boot)
		return;
	ends = ends_of(ctx);
	if (!ends || !ends->nr)
		return;
	memcpy(wanted.daddr, header->tuple.daddr, wanted.family == 4 ? 4 : sizeof(wanted.daddr));
	if (bsearch(&wanted, ends->list, ends->nr, sizeof(wanted), compare_ends))
		pk_header_wrap(header);
}
