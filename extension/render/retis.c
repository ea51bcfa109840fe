// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/formats.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "core/printable.h"
#include "render/packet_private.h"

/* The version of retis whose event format this is. retis chooses its reader by it, and ignores what
 * follows the plus sign. */
#define FORMAT "1.7.0+pkttrace." PK_VERSION
#define NS_PER_SEC 1000000000

/* retis's packet data begins with an Ethernet header. Addresses are unknown: zeros, as on the
 * loopback device. */
#define ETH_HEADER 14
#define ETH_P_IP 0x0800
#define ETH_P_IPV6 0x86dd

#define FREE_EVENT "skb/kfree_skb"

struct pk_retis_event {
	uint64_t ts;
	uint32_t order; /* for equal times: a caller comes before what it calls */
	int cpu;
	const char *name; /* a function, or "system/event" */
	bool drop;
};

/* --- values --- */

static void put_string(struct pk_retis *w, const char *text)
{
	char *clean = pk_printable(text, false);
	json_t *json = clean ? json_string(clean) : NULL;

	w->base.nomem |= !json;
	if (json)
		json_dumpf(json, w->base.fp, JSON_ENCODE_ANY);
	json_decref(json);
	free(clean);
}

/* A string member after others. */
static void put_member(struct pk_retis *w, const char *key, const char *text)
{
	fprintf(w->base.fp, ",\"%s\":", key);
	put_string(w, text);
}

/* TO: room for four digits per three bytes, and a NUL. */
static void base64(const uint8_t *bytes, uint32_t len, char *to)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (uint32_t i = 0; i < len; i += 3) {
		uint32_t left = len - i;
		uint32_t bits = (uint32_t)bytes[i] << 16 |
				(left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
				(left > 2 ? bytes[i + 2] : 0);

		for (uint32_t digit = 0; digit < 4; digit++)
			*to++ = digit <= left ? digits[bits >> (18 - 6 * digit) & 63] : '=';
	}
	*to = '\0';
}

/* --- one event --- */

/* The section that all events of PACKET share; "": its addresses are unknown. */
static void packet_section(const struct pk_packet *packet, char *text, size_t size)
{
	uint8_t bytes[ETH_HEADER + PK_HEADERS_MAX] = {0};
	char data[(sizeof(bytes) + 2) / 3 * 4 + 1];
	uint32_t type = packet->header.tuple.family == 6 ? ETH_P_IPV6 : ETH_P_IP, len;
	uint64_t total;

	text[0] = '\0';
	if (!packet->header.tuple_known)
		return;
	len = ETH_HEADER + pk_packet_headers(packet, bytes + ETH_HEADER);
	pk_bytes_put(bytes, NULL, ETH_HEADER - 2, type, 2);
	base64(bytes, len, data);
	total = (uint64_t)len + (packet->header.len_known ? packet->header.payload_len : 0);
	snprintf(text, size, ",\"packet\":{\"len\":%" PRIu64 ",\"capture_len\":%u,\"data\":\"%s\"}",
		 total > UINT32_MAX ? UINT32_MAX : total, len, data);
}

/* Before 5.17 the kernel gives no reason; then there is no section, as in retis. */
static void put_drop_section(struct pk_retis *w, const struct pk_packet *packet)
{
	if (!packet->drop->reason_name[0])
		return;
	fputs(",\"skb-drop\":{\"drop_reason\":", w->base.fp);
	put_string(w, packet->drop->reason_name);
	putc('}', w->base.fp);
}

/* retis calls a tracepoint "system:event". */
static void put_kernel_section(struct pk_retis *w, const char *name)
{
	const char *slash = strchr(name, '/');
	char symbol[160];

	snprintf(symbol, sizeof(symbol), slash ? "%.*s:%s" : "%.*s%s",
		 slash ? (int)(slash - name) : 0, name, slash ? slash + 1 : name);
	fprintf(w->base.fp, ",\"kernel\":{\"probe_type\":\"%s\"",
		slash ? "raw_tracepoint" : "kprobe");
	put_member(w, "symbol", symbol);
	putc('}', w->base.fp);
}

static void write_event(struct pk_retis *w, const struct pk_packet *packet, const char *section,
			const struct pk_retis_event *event)
{
	FILE *fp = w->base.fp;

	fprintf(fp, "{\"common\":{\"timestamp\":%" PRIu64, event->ts);
	if (event->cpu >= 0)
		fprintf(fp, ",\"smp_id\":%d", event->cpu);
	putc('}', fp);
	put_kernel_section(w, event->name);
	fprintf(fp,
		",\"skb-tracking\":{\"orig_head\":%u,\"timestamp\":%" PRIu64 ",\"skb\":%" PRIu64
		"}",
		w->totals.packets + 1, packet->first_ns,
		packet->skb ? packet->skb : packet->orig_skb);
	fputs(section, fp);
	if (packet->netns)
		fprintf(fp, ",\"netns\":{\"inum\":%u}", packet->netns);
	if (event->drop)
		put_drop_section(w, packet);
	fputs("}\n", fp);
	w->totals.events++;
}

/* --- one packet --- */

static void take(struct pk_retis *w, uint64_t ts, int cpu, const char *name, bool drop)
{
	if (!pk_grow(w->events, w->nr, w->room)) {
		w->base.nomem = true;
		return;
	}
	w->events[w->nr] = (struct pk_retis_event){ts, w->nr, cpu, name, drop};
	w->nr++;
}

static int by_time(const void *a, const void *b)
{
	const struct pk_retis_event *left = a, *right = b;

	if (left->ts != right->ts)
		return left->ts < right->ts ? -1 : 1;
	return left->order < right->order ? -1 : left->order > right->order;
}

static void put_packet(struct pk_packet_writer *writer, const struct pk_packet *packet,
		       const struct pk_path *path, uint32_t number)
{
	struct pk_retis *w = (struct pk_retis *)writer;
	char section[256];
	const struct pk_trail *trail = &packet->trail;
	bool dropped = packet->outcome == PK_OUT_DROPPED && packet->drop;

	(void)number;
	packet_section(packet, section, sizeof(section));
	w->nr = 0;
	for (uint32_t i = 0; i < path->nr_pieces; i++) {
		int cpu = path->pieces[i].piece->cpu;
		const struct pk_call *call = NULL;

		while ((call = pk_call_next_staged(call, path->pieces[i].root)))
			take(w, call->start, cpu, call->name->symbol.name, false);
	}
	/* Its events outside of frames, and the event that freed it if that was a drop. */
	for (uint32_t i = 0; i < trail->nr_steps; i++) {
		const struct pk_step *step = &trail->steps[i];
		bool drop = dropped && !strcmp(step->name, FREE_EVENT);

		take(w, step->ts, step->cpu, step->name, drop);
		dropped &= !drop;
	}
	if (dropped)
		take(w, packet->last_ns, -1, FREE_EVENT, true);
	if (w->nr)
		qsort(w->events, w->nr, sizeof(*w->events), by_time);
	for (uint32_t i = 0; i < w->nr; i++)
		write_event(w, packet, section, &w->events[i]);
	w->totals.packets++;
	w->totals.without_events += !w->nr;
}

static bool takes(struct pk_packet_writer *writer, const struct pk_packet *packet)
{
	(void)writer;
	return !packet->timeless;
}

static void write_startup(struct pk_retis *w, const struct pk_facts *facts, int64_t wall_offset)
{
	FILE *fp = w->base.fp;
	int64_t ns = wall_offset % NS_PER_SEC, sec = wall_offset / NS_PER_SEC;
	char command[64 + sizeof(facts->redacted)];

	if (ns < 0) {
		ns += NS_PER_SEC;
		sec--;
	}
	fprintf(fp,
		"{\"common\":{\"timestamp\":0},\"startup\":{\"retis_version\":\"" FORMAT
		"\",\"clock_monotonic_offset\":{\"sec\":%" PRId64 ",\"nsec\":%" PRId64 "}",
		sec, ns);
	snprintf(command, sizeof(command), "pkttrace export -t retis%s%s",
		 facts->redacted[0] ? " --redact; redacted: " : "", facts->redacted);
	put_member(w, "cmdline", command);
	fputs(",\"machine\":{\"kernel_version\":\"unknown\"", fp);
	put_member(w, "kernel_release", facts->release);
	put_member(w, "hardware_name", facts->machine);
	fputs("}}}\n", fp);
}

void pk_retis_init(struct pk_retis *w, const struct pk_packet_style *style,
		   const struct pk_facts *facts, int64_t wall_offset, FILE *fp)
{
	*w = (struct pk_retis){
		.base = {.style = style,
			 .fp = fp,
			 .needs_paths = true,
			 .takes = takes,
			 .put = put_packet},
	};
	write_startup(w, facts, wall_offset);
}

void pk_retis_deinit(struct pk_retis *w)
{
	free(w->events);
}
