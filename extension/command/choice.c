// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/packets.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/protocol.h"

static bool parse_count(const char *text, uint32_t *ret_n)
{
	uint64_t value;

	if (!strcmp(text, "all")) {
		*ret_n = PK_EVERY_PACKET;
		return true;
	}
	if (!pk_parse_uint(text, PK_MAX_PACKETS, &value) || !value)
		return false;
	*ret_n = (uint32_t)value;
	return true;
}

int pk_choice_count(const char *count, uint32_t *ret_n, const char *sub, FILE *fp)
{
	if (count && !parse_count(count, ret_n))
		return pk_misuse(fp, sub, "-n takes a number from 1 to %u, or all", PK_MAX_PACKETS);
	return 0;
}

int pk_choice_read(struct pk_choice *choice, const char *sub, FILE *fp)
{
	if (pk_choice_count(choice->count, &choice->n, sub, fp))
		return 2;
	if (choice->may_match)
		pk_filter_show_may(&choice->filter);
	return 0;
}

bool pk_choice_given(const struct pk_choice *choice)
{
	return choice->count || choice->after_panic || choice->filter.any;
}

static double seconds(uint64_t ns)
{
	return ns / 1e9;
}

/* Where the trace does not reach, no packet is known. Of a time in which it recorded nothing, the answer is no answer. */
static void tell_reach(struct pk_ctx *ctx, const struct pk_packet_filter *filter,
		       const struct pk_packet_set *set)
{
	uint64_t end = pk_packet_set_end(set), newest = end, oldest = end;

	if ((filter->max_age == UINT64_MAX && !filter->min_age) || !set->events || set->in_ticks)
		return;
	newest = end > set->newest_ns ? end - set->newest_ns : 0;
	oldest = end > set->oldest_ns ? end - set->oldest_ns : 0;
	if (newest > filter->max_age || (newest > filter->min_age && !set->ran_until_panic))
		pk_warn(ctx, "the trace ends at T-%.6f: nothing was recorded since%s",
			seconds(newest), set->tracing_on ? "" : ", tracing was off");
	if (set->whole && filter->min_age > oldest)
		pk_warn(ctx, "the trace begins at T-%.6f: nothing older is known", seconds(oldest));
}

enum pk_status pk_choice_load(struct pk_ctx *ctx, const struct pk_choice *choice,
			      struct pk_packet_set *ret_set)
{
	struct pk_packet_filter filter;
	enum pk_status status;

	pk_packet_filter_init(&filter);
	if (choice->filter.any)
		filter = choice->filter.filter;
	filter.to_panic = !choice->after_panic;
	status = pk_packets_last(ctx, choice->n, &filter, ret_set);
	if (status == PK_OK)
		tell_reach(ctx, &filter, ret_set);
	return status;
}

enum pk_status pk_choose(struct pk_ctx *ctx, const struct pk_choice *choice,
			 const struct pk_packet_set *set, struct pk_chosen *ret_chosen)
{
	const struct pk_packet_filter *filter = pk_filter_of(&choice->filter);
	struct pk_chosen chosen = {
		.packets = malloc((set->nr ? set->nr : 1) * sizeof(*chosen.packets))};
	uint32_t from = set->nr;

	if (!chosen.packets)
		return pk_fail(ctx, PK_NOMEM, "%u packets", set->nr);
	for (uint32_t i = set->nr; i-- > 0 && chosen.nr < choice->n;) {
		enum pk_match match = pk_packet_set_match(set, filter, set->packets[i]);

		if (!choice->after_panic && pk_packet_after_panic(set, set->packets[i])) {
			chosen.after_panic +=
				match == PK_MATCH_YES || (filter && filter->may_match && match);
			continue;
		}
		chosen.matched += match == PK_MATCH_YES;
		chosen.may_match += match == PK_MATCH_MAY;
		if (match == PK_MATCH_NO || (match == PK_MATCH_MAY && !filter->may_match))
			continue;
		chosen.packets[--from] = set->packets[i];
		chosen.nr++;
	}
	memmove(chosen.packets, chosen.packets + from, chosen.nr * sizeof(*chosen.packets));
	*ret_chosen = chosen;
	return PK_OK;
}

void pk_chosen_deinit(struct pk_chosen *chosen)
{
	free(chosen->packets);
	memset(chosen, 0, sizeof(*chosen));
}

int pk_choice_run(struct pk_ctx *ctx, struct pk_choice *choice, int argc, char **argv, FILE *fp,
		  enum pk_status (*show)(struct pk_ctx *ctx, const void *request, FILE *fp),
		  const void *request)
{
	enum pk_status status;

	if (!ctx->protocols)
		pk_protocols_show_all(ctx);
	status = pk_filter_words(ctx, &choice->filter, argc, argv);
	if (status == PK_OK)
		status = show(ctx, request, fp);
	pk_filter_request_deinit(&choice->filter);
	return status == PK_OK ? 0 : pk_failure(ctx, fp, argv[0], status);
}
