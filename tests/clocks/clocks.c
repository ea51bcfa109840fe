// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * clocks [-v] [-u US] CAPSULE... [-u US CAPSULE...]: what the packets of a trace are when one CPU's clock is up to 50 us ahead of the others, or behind.
 *
 * The linker puts __wrap_pk_stream_next() in the place of pk_stream_next(), so each event of that CPU has another time. Packets
 * are compared with those of the right clocks: there must be no more of them, and none may have a name that it did not have.
 * (Fewer may be known by name: an order that is wrong proves less.) Prints TAP, a line a capsule; -v also each packet that
 * differs, and how many ended otherwise. -u: the capsules behind it only with clocks that differ by so many us at most.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lives/packets.h"
#include "decode/trace/ring_buffer_trace.h"
#include "protocol/protocol.h"
#include "render/out.h"
#include "target/capsule/capsule.h"

/* The last are what 20 us are on a real machine: most samples were emulated, which takes ten times as long. */
static const int shifts_us[] = {-50, -10, -1, 1, 10, 50, -200, 200};

static int shifted_cpu, shift_us, most_us = 200;
static bool verbose;

enum pk_status __real_pk_stream_next(struct pk_stream *stream);
enum pk_status __wrap_pk_stream_next(struct pk_stream *stream);

enum pk_status __wrap_pk_stream_next(struct pk_stream *stream)
{
	enum pk_status status = __real_pk_stream_next(stream);

	if (status == PK_OK && stream->event.cpu == shifted_cpu)
		stream->event.ts += (uint64_t)(1000ll * shift_us);
	return status;
}

/* What is compared of a packet. */
struct seen {
	char id[48];
	char name[160]; /* "" if unknown */
	enum pk_outcome outcome;
};

struct all_seen {
	struct seen *packets; /* owned */
	uint32_t nr;
};

static int by_id(const void *a, const void *b)
{
	return strcmp(((const struct seen *)a)->id, ((const struct seen *)b)->id);
}

static int by_name(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void name_of(const struct pk_packet *packet, char *name, size_t size)
{
	const struct pk_header *header = &packet->header;
	char from[64], to[64];

	name[0] = '\0';
	if (!header->tuple_known)
		return;
	pk_header_endpoints(header, from, to, sizeof(from));
	snprintf(name, size, "%s %u %s > %s %s%u", pk_direction_name(packet->dir), header->protocol,
		 from, to, header->seq_known ? "seq " : "-", header->seq_known ? header->seq : 0);
}

static bool read_packets(struct pk_target *target, unsigned protocols, struct all_seen *ret)
{
	struct pk_packet_set set = {0};
	struct pk_ctx ctx;
	enum pk_status status;

	*ret = (struct all_seen){0};
	pk_ctx_init(&ctx, target);
	ctx.protocols = protocols;
	status = pk_packets_last(&ctx, PK_EVERY_PACKET, NULL, &set);
	if (status == PK_OK) {
		ret->packets = calloc(set.nr ? set.nr : 1, sizeof(*ret->packets));
		for (uint32_t i = 0; ret->packets && i < set.nr; i++) {
			const struct pk_packet *packet = set.packets[i];
			struct seen *seen = &ret->packets[ret->nr];

			if (packet->from_memory)
				continue;
			pk_packet_id(packet, seen->id, sizeof(seen->id));
			name_of(packet, seen->name, sizeof(seen->name));
			seen->outcome = packet->outcome;
			ret->nr++;
		}
	}
	pk_packet_set_deinit(&set);
	pk_ctx_deinit(&ctx);
	return status == PK_OK && ret->packets;
}

static void complain(const char *what, const struct seen *now, const struct seen *before)
{
	if (verbose)
		printf("# CPU %d %+d us: %s: #%s %s%s%s\n", shifted_cpu, shift_us, what, now->id,
		       now->name[0] ? now->name : "?", before ? "; was " : "",
		       !before		 ? ""
		       : before->name[0] ? before->name
					 : "?");
}

/* Names that RIGHT does not have, or has less often; *RET_OTHER: packets of another end. Both are sorted. */
static uint32_t wrong_names(struct all_seen *right, struct all_seen *now, uint32_t *ret_other)
{
	uint32_t wrong = 0, at = 0;

	qsort(right->packets, right->nr, sizeof(*right->packets), by_id);
	for (uint32_t i = 0; i < now->nr; i++) {
		const struct seen *packet = &now->packets[i];
		const struct seen *was =
			bsearch(packet, right->packets, right->nr, sizeof(*right->packets), by_id);

		*ret_other += was && was->outcome != packet->outcome;
		if (was && was->name[0] && packet->name[0] &&
		    strcmp(was->name, packet->name) != 0) {
			complain("another name", packet, was);
			wrong++;
		}
		if (!was)
			complain("another first event", packet, NULL);
	}
	qsort(right->packets, right->nr, sizeof(*right->packets), by_name);
	qsort(now->packets, now->nr, sizeof(*now->packets), by_name);
	for (uint32_t i = 0; i < now->nr; i++) {
		int order = -1;

		if (!now->packets[i].name[0])
			continue;
		while (at < right->nr &&
		       (order = strcmp(right->packets[at].name, now->packets[i].name)) < 0)
			at++;
		if (at < right->nr && !order) {
			at++;
			continue;
		}
		complain("a name too many", &now->packets[i], NULL);
		wrong++;
	}
	return wrong;
}

static bool judge(struct pk_target *target, unsigned protocols, struct all_seen *right)
{
	uint32_t wrong = 0, more = 0, other = 0;

	for (size_t i = 0; i < sizeof(shifts_us) / sizeof(shifts_us[0]); i++) {
		struct all_seen now;

		if (abs(shifts_us[i]) > most_us)
			continue;
		shifted_cpu = 1;
		shift_us = shifts_us[i];
		if (!read_packets(target, protocols, &now)) {
			printf("# CPU %d %+d us: no packets\n", shifted_cpu, shift_us);
			wrong++;
			continue;
		}
		more += now.nr > right->nr ? now.nr - right->nr : 0;
		if (verbose && now.nr != right->nr)
			printf("# CPU %d %+d us: %u packets, not %u\n", shifted_cpu, shift_us,
			       now.nr, right->nr);
		wrong += wrong_names(right, &now, &other);
		free(now.packets);
	}
	shift_us = 0;
	if (verbose || more || wrong)
		printf("# %u packets; shifted: %u more, %u wrong names, %u of another end\n",
		       right->nr, more, wrong, other);
	return !more && !wrong;
}

static bool run(const char *path, unsigned protocols)
{
	struct pk_target *target;
	struct all_seen right;
	char error[512];
	bool good = false;

	if (pk_capsule_open(path, &target, error, sizeof(error)) != PK_OK) {
		printf("# %s\n", error);
		return false;
	}
	shift_us = 0;
	if (read_packets(target, protocols, &right))
		good = judge(target, protocols, &right);
	free(right.packets);
	pk_capsule_close(target);
	return good;
}

int main(int argc, char **argv)
{
	unsigned all = 0;
	int nr = 0;

	verbose = argc > 1 && !strcmp(argv[1], "-v");
	if (!pk_protocols_parse("all", &all))
		return 2;
	for (int i = verbose ? 2 : 1; i < argc; i++) {
		bool good;

		if (!strcmp(argv[i], "-u") && i + 2 < argc) {
			most_us = atoi(argv[i + 1]);
			i += 2;
		}
		good = run(argv[i], all);
		printf("%sok %d - %s: the packets by clocks that differ by up to %d us\n",
		       good ? "" : "not ", ++nr, argv[i], most_us);
	}
	return 0;
}
