// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/formats.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "core/printable.h"
#include "core/target.h"
#include "model/netfilter.h"
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
	int cpu; /* -1: none */
	int32_t pid; /* of the current task; -1: none */
	const char *name; /* a function, or "system/event"; NULL: memory tells, not an event */
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

/* The idle tasks share a pid, and have their CPU in their name. */
static void put_task(struct pk_retis *w, const struct pk_retis_event *event)
{
	struct pk_task idle = {.pid = 0};
	const struct pk_task *task = &idle;

	if (event->pid > 0)
		task = pk_hash_get(&w->around->tasks, (uint64_t)event->pid);
	else if (event->pid == 0 && event->cpu >= 0)
		snprintf(idle.comm, sizeof(idle.comm), "swapper/%u",
			 (unsigned)event->cpu % PK_MAX_CPUS);
	if (!task || !task->comm[0])
		return;
	fprintf(w->base.fp, ",\"task\":{\"pid\":%d,\"tgid\":%d", task->pid, task->tgid);
	put_member(w, "comm", task->comm);
	putc('}', w->base.fp);
}

/* NETNS 0: of any. NULL: none, or several. */
static const struct pk_retis_device *device_named(const struct pk_retis *w, const char *name,
						  uint32_t netns)
{
	const struct pk_retis_device *found = NULL;

	for (size_t i = 0; i < w->around->nr_devices; i++) {
		const struct pk_retis_device *device = &w->around->devices[i];

		if (strcmp(device->name, name) || (netns && device->netns != netns))
			continue;
		if (found)
			return NULL;
		found = device;
	}
	return found;
}

static const struct pk_retis_device *device_at(const struct pk_retis *w, uint64_t addr)
{
	for (size_t i = 0; addr && i < w->around->nr_devices; i++)
		if (w->around->devices[i].addr == addr)
			return &w->around->devices[i];
	return NULL;
}

/* The device of EVENT. A tracepoint of the system "net" has the name of its device; where the packet met one device alone, it
 * is that one. */
static const struct pk_retis_device *device_of(const struct pk_retis *w,
					       const struct pk_packet *packet,
					       const struct pk_retis_event *event,
					       const struct pk_held *held)
{
	if (!event->name)
		return device_at(w, held->skb.dev);
	if (strncmp(event->name, "net/", 4) || !packet->way[0] || strchr(packet->way, ' '))
		return NULL;
	return device_named(w, packet->way, packet->netns);
}

static void put_places(struct pk_retis *w, const struct pk_packet *packet,
		       const struct pk_retis_device *device, const struct pk_held *held)
{
	uint32_t netns = device && device->netns ? device->netns : packet->netns;
	const uint64_t *cookie = pk_hash_get(&w->around->cookies, netns);
	FILE *fp = w->base.fp;

	if (netns) {
		fputs(",\"netns\":{", fp);
		if (cookie)
			fprintf(fp, "\"cookie\":%" PRIu64 ",", *cookie);
		fprintf(fp, "\"inum\":%u}", netns);
	}
	if (!device || !device->ifindex)
		return;
	fprintf(fp, ",\"dev\":{\"ifindex\":%u", device->ifindex);
	put_member(w, "name", device->name);
	if (held && held->skb.iif)
		fprintf(fp, ",\"rx_ifindex\":%u", held->skb.iif);
	putc('}', fp);
}

/* --- what memory has of the skb --- */

/* A part of "skb": all that retis has in it, or nothing. */
static bool known(const struct pk_figure *const *figures, size_t nr)
{
	return !pk_any(nr, i, figures[i]->status != PK_OK);
}

static const char *bool_word(uint64_t value)
{
	return value ? "true" : "false";
}

/* Each part with a comma in front. */
static void put_skb_parts(const struct pk_held *held, FILE *fp)
{
	const struct pk_skb *skb = &held->skb;
	const struct pk_skb_meta *meta = &held->meta;
	const struct pk_figure *const sums[] = {&meta->hash, &meta->ip_summed, &meta->csum,
						&meta->csum_level, &meta->priority};
	const struct pk_figure *const refs[] = {&meta->nohdr, &meta->dataref};
	const struct pk_figure *const cuts[] = {&meta->nr_frags, &meta->gso_type};
	const struct pk_figure *const tag[] = {&meta->vlan_tci, &meta->vlan_proto};
	unsigned tci = (unsigned)meta->vlan_tci.value;

	if (known(tag, PK_ARRAY_SIZE(tag)))
		fprintf(fp, ",\"vlan_accel\":{\"proto\":%u,\"pcp\":%u,\"dei\":%s,\"vid\":%u}",
			(unsigned)meta->vlan_proto.value, tci >> 13 & 7, bool_word(tci & 0x1000),
			tci & 0xfff);
	if (known(sums, PK_ARRAY_SIZE(sums)))
		fprintf(fp,
			",\"meta\":{\"len\":%u,\"data_len\":%u,\"hash\":%u,\"ip_summed\":%u,"
			"\"csum\":%u,\"csum_level\":%u,\"priority\":%u}",
			skb->len, skb->data_len, (unsigned)meta->hash.value,
			(unsigned)meta->ip_summed.value & 3, (unsigned)meta->csum.value,
			(unsigned)meta->csum_level.value & 3, (unsigned)meta->priority.value);
	/* retis keeps the low byte of both counts. */
	if (known(refs, PK_ARRAY_SIZE(refs)) && skb->fclone_known)
		fprintf(fp,
			",\"data_ref\":{\"nohdr\":%s,\"cloned\":%s,\"fclone\":%u,\"users\":%u,"
			"\"dataref\":%u}",
			bool_word(meta->nohdr.value), bool_word(skb->cloned), skb->fclone,
			skb->users & 0xff, (unsigned)meta->dataref.value & 0xff);
	/* Kernels without flags have none. */
	if (skb->gso_known && skb->gso_size && known(cuts, PK_ARRAY_SIZE(cuts)) &&
	    (meta->gso_flags.status == PK_OK || meta->gso_flags.status == PK_ABSENT))
		fprintf(fp,
			",\"gso\":{\"flags\":%u,\"frags\":%u,\"size\":%u,\"segs\":%u,\"type\":%u}",
			meta->gso_flags.status == PK_OK ? (unsigned)meta->gso_flags.value & 0xff
							: 0,
			(unsigned)meta->nr_frags.value & 0xff, skb->gso_size, skb->gso_segs,
			(unsigned)meta->gso_type.value);
}

static void put_skb_section(struct pk_retis *w, const struct pk_held *held)
{
	char *parts = NULL;
	size_t len = 0;
	FILE *fp = open_memstream(&parts, &len);

	if (fp)
		put_skb_parts(held, fp);
	if (!fp || fclose(fp)) {
		w->base.nomem = true;
		free(parts);
		return;
	}
	if (len)
		fprintf(w->base.fp, ",\"skb\":{%s}", parts + 1);
	free(parts);
}

static void put_ct_tuple(FILE *fp, const char *key, const struct pk_tuple *tuple,
			 const char *protocol)
{
	char from[INET6_ADDRSTRLEN] = "", to[INET6_ADDRSTRLEN] = "";
	int family = tuple->family == 6 ? AF_INET6 : AF_INET;

	inet_ntop(family, tuple->saddr, from, sizeof(from));
	inet_ntop(family, tuple->daddr, to, sizeof(to));
	fprintf(fp,
		",\"%s\":{\"ip\":{\"src\":\"%s\",\"dst\":\"%s\",\"version\":\"v%u\"},"
		"\"proto\":{\"%s\":{\"sport\":%u,\"dport\":%u}}}",
		key, from, to, tuple->family == 6 ? 6 : 4, protocol, tuple->sport, tuple->dport);
}

/* Of TCP and UDP: of others the tuple here has less than retis'. */
static void put_ct_section(struct pk_retis *w, const struct pk_packet *packet)
{
	static const struct {
		const char *kernel, *retis;
	} states[] = {{"IP_CT_ESTABLISHED", "established"},
		      {"IP_CT_RELATED", "related"},
		      {"IP_CT_NEW", "new"},
		      {"IP_CT_ESTABLISHED_REPLY", "reply"},
		      {"IP_CT_RELATED_REPLY", "related_reply"}};
	static const char *const dirs[] = {"None", "Original", "Reply", "Default"};
	const struct pk_conntrack *entry = &packet->tracked->entry;
	const char *protocol = packet->header.protocol == IPPROTO_TCP	? "tcp"
			       : packet->header.protocol == IPPROTO_UDP ? "udp"
									: NULL;
	/* Without zones it has none. */
	bool zones = entry->zone.status == PK_OK && entry->zone_dir.status == PK_OK;
	FILE *fp = w->base.fp;
	size_t i = 0;

	while (i < PK_ARRAY_SIZE(states) && strcmp(states[i].kernel, packet->tracked->info))
		i++;
	if (!protocol || !packet->header.tuple_known || i == PK_ARRAY_SIZE(states) ||
	    entry->status.status != PK_OK || (!zones && entry->zone.status != PK_ABSENT))
		return;
	fprintf(fp,
		",\"ct\":{\"state\":\"%s\",\"zone_id\":%u,\"zone_dir\":\"%s\",\"ct_status\":"
		"%" PRIu64,
		states[i].retis, zones ? (unsigned)entry->zone.value & 0xffff : 0,
		dirs[zones ? entry->zone_dir.value & 3 : 0], entry->status.value);
	put_ct_tuple(fp, "orig", &entry->original, protocol);
	put_ct_tuple(fp, "reply", &entry->reply, protocol);
	if (entry->state && protocol[0] == 't')
		put_member(w, "proto_state", entry->state);
	if (entry->mark.status == PK_OK)
		fprintf(fp, ",\"mark\":%u", (unsigned)entry->mark.value);
	putc('}', fp);
}

/* --- one event, whole --- */

/* SECTION: its bytes, which all of the packet's events share. */
static void write_event(struct pk_retis *w, const struct pk_packet *packet, uint32_t number,
			const char *section, const struct pk_retis_event *event,
			const struct pk_held *held)
{
	FILE *fp = w->base.fp;
	const struct pk_retis_device *device = device_of(w, packet, event, held);
	const bool of_memory = !event->name;

	fprintf(fp, "{\"common\":{\"timestamp\":%" PRIu64, event->ts);
	if (event->cpu >= 0)
		fprintf(fp, ",\"smp_id\":%d", event->cpu);
	put_task(w, event);
	putc('}', fp);
	if (!of_memory)
		put_kernel_section(w, event->name);
	fprintf(fp,
		",\"skb-tracking\":{\"orig_head\":%u,\"timestamp\":%" PRIu64 ",\"skb\":%" PRIu64
		"}",
		number, packet->timeless ? event->ts : packet->first_ns,
		packet->skb ? packet->skb : packet->orig_skb);
	fputs(section, fp);
	put_places(w, packet, device, of_memory ? held : NULL);
	if (of_memory)
		put_skb_section(w, held);
	if (of_memory && packet->tracked)
		put_ct_section(w, packet);
	if (event->drop)
		put_drop_section(w, packet);
	putc('}', fp);
}

/* --- one packet --- */

static void take(struct pk_retis *w, uint64_t ts, int cpu, int32_t pid, const char *name, bool drop)
{
	if (!pk_grow(w->events, w->nr, w->room)) {
		w->base.nomem = true;
		return;
	}
	w->events[w->nr] = (struct pk_retis_event){ts, w->nr, cpu, pid, name, drop};
	w->nr++;
}

static int by_time(const void *a, const void *b)
{
	const struct pk_retis_event *left = a, *right = b;

	if (left->ts != right->ts)
		return left->ts < right->ts ? -1 : 1;
	return left->order < right->order ? -1 : left->order > right->order;
}

/* All events of PACKET, in order. PATH: NULL if unreadable. */
static void collect(struct pk_retis *w, const struct pk_packet *packet, const struct pk_path *path,
		    const struct pk_held *held)
{
	const struct pk_trail *trail = &packet->trail;
	bool dropped = packet->outcome == PK_OUT_DROPPED && packet->drop;
	uint64_t end = pk_packet_set_end(w->base.style->set);

	w->nr = 0;
	for (uint32_t i = 0; path && i < path->nr_pieces; i++) {
		const struct pk_piece *piece = path->pieces[i].piece;
		const struct pk_call *call = NULL;

		while ((call = pk_call_next_staged(call, path->pieces[i].root)))
			take(w, call->start, piece->cpu, piece->pid, call->name->symbol.name,
			     false);
	}
	/* Its events outside of frames, and the event that freed it if that was a drop. */
	for (uint32_t i = 0; i < trail->nr_steps; i++) {
		const struct pk_step *step = &trail->steps[i];
		bool drop = dropped && !strcmp(step->name, FREE_EVENT);

		take(w, step->ts, step->cpu, step->pid, step->name, drop);
		dropped &= !drop;
	}
	if (dropped)
		take(w, packet->last_ns, -1, -1, FREE_EVENT, true);
	if (w->nr)
		qsort(w->events, w->nr, sizeof(*w->events), by_time);
	/* A machine that ran on after its panic may have events that are newer. */
	if (held && w->nr && w->events[w->nr - 1].ts > end)
		end = w->events[w->nr - 1].ts;
	if (held)
		take(w, end, -1, -1, NULL, false);
}

static void put_packet(struct pk_packet_writer *writer, const struct pk_packet *packet,
		       const struct pk_path *path, uint32_t number)
{
	struct pk_retis *w = (struct pk_retis *)writer;
	char section[256];

	(void)number;
	packet_section(packet, section, sizeof(section));
	collect(w, packet, path, w->base.held);
	w->totals.packets++;
	for (uint32_t i = 0; i < w->nr; i++) {
		write_event(w, packet, w->totals.packets, section, &w->events[i], w->base.held);
		putc('\n', w->base.fp);
	}
	w->totals.events += w->nr;
	w->totals.without_events += !w->nr;
}

char *pk_retis_last(struct pk_retis *w, const struct pk_packet *packet, const struct pk_path *path,
		    const struct pk_held *held, uint32_t number)
{
	char *text = NULL;
	size_t len;

	collect(w, packet, path, held);
	w->base.fp = w->nr ? open_memstream(&text, &len) : NULL;
	if (!w->base.fp)
		return NULL;
	write_event(w, packet, number, "", &w->events[w->nr - 1], held);
	if (!fclose(w->base.fp) && !w->base.nomem)
		return text;
	free(text);
	return NULL;
}

static bool takes(struct pk_packet_writer *writer, const struct pk_packet *packet)
{
	return !packet->timeless || writer->held;
}

void pk_retis_begin(struct pk_retis *w, const struct pk_facts *facts, int64_t wall_offset)
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
		   const struct pk_retis_around *around, FILE *fp)
{
	*w = (struct pk_retis){
		.base = {.style = style,
			 .fp = fp,
			 .needs_paths = true,
			 .needs_held = true,
			 .takes = takes,
			 .put = put_packet},
		.around = around,
	};
}

void pk_retis_deinit(struct pk_retis *w)
{
	free(w->events);
}
