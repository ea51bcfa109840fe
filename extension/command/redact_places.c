// SPDX-License-Identifier: GPL-3.0-or-later
/* Where names, paths, payload and text stand in a recording. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/cpu_work.h"
#include "analysis/explain/skbs.h"
#include "analysis/lives/packets.h"
#include "analysis/lives/queued_packets.h"
#include "command/redact.h"
#include "core/kit.h"
#include "decode/consumer/consumer.h"
#include "decode/module.h"
#include "decode/net/device/device.h"
#include "decode/net/device/net_device.h"
#include "decode/net/ipsec/xfrm.h"
#include "decode/net/netfilter/netfilter.h"
#include "decode/net/route/route.h"
#include "decode/net/skb/skb.h"
#include "decode/net/sock/sock.h"
#include "decode/printk.h"
#include "decode/task/task.h"
#include "decode/task/watchdog.h"
#include "decode/trace/event_format.h"
#include "decode/trace/ring_buffer.h"
#include "protocol/protocol.h"
#include "target/capsule/opened.h"

/* at the end of a stack, where kernels of old keep what they know of a thread */
#define THREAD_INFO 256
#define HARDWARE_ADDRESS 32 /* MAX_ADDR_LEN */
#define SOCKADDR_IN6 28

struct work {
	struct pk_ctx *ctx;
	struct pk_redaction *redaction;
	const struct pk_formats *formats;
	struct pk_payload payload; /* while events are visited */
	/* struct unix_address that were done: a listener's sockets have its own */
	struct pk_hash paths;
	struct pk_hash numbers; /* words of a stack that are no more than that: a bio lies there */
	bool change; /* the second time: what is known is written */
	const struct pk_queued_packets *memory; /* while skbs are visited */
	struct pk_udp_encap_owners takers;
};

static void add(struct work *work, enum pk_private kind, const void *value)
{
	pk_private_add(&work->redaction->map, kind, value);
}

static void add_address(struct work *work, unsigned len, const uint8_t *bytes)
{
	if (len == 4 || len == 16)
		add(work, len == 4 ? PK_PRIVATE_V4 : PK_PRIVATE_V6, bytes);
	else if (len == 6)
		add(work, PK_PRIVATE_MAC, bytes);
}

static void add_tuple(struct work *work, const struct pk_tuple *tuple)
{
	unsigned len = tuple->family == 4 ? 4 : tuple->family == 6 ? 16 : 0;

	add_address(work, len, tuple->saddr);
	add_address(work, len, tuple->daddr);
}

/* An SCI begins with the sender's hardware address. */
static void add_header(struct work *work, const struct pk_header *header)
{
	uint8_t mac[6];

	add_tuple(work, &header->tuple);
	for (unsigned i = 0; i < sizeof(mac); i++)
		mac[i] = (uint8_t)(header->sectag.sci >> (56 - 8 * i));
	if (header->sectag.sci_known)
		add(work, PK_PRIVATE_MAC, mac);
}

static void add_comm(struct work *work, const char *name)
{
	uint8_t comm[16];

	pk_private_comm(name, 16, comm);
	add(work, PK_PRIVATE_TASK, comm);
}

/* --- what the model holds -------------------------------------------------------------------------------- */

static void collect_packets(struct work *work)
{
	struct pk_packet_set set;

	if (pk_packets_recent(work->ctx, UINT64_MAX, &set) != PK_OK)
		return;
	for (uint32_t i = 0; i < set.nr; i++) {
		const struct pk_packet *packet = set.packets[i];

		add_header(work, &packet->header);
		if (packet->quoted)
			add_tuple(work, &packet->quoted->tuple);
		for (uint32_t j = 0; j < packet->trail.nr_frames; j++)
			add_tuple(work, &packet->trail.frames[j].header.tuple);
	}
	pk_packet_set_deinit(&set);
}

static bool collect_sock(const struct pk_sock *sock, void *arg)
{
	add_tuple(arg, &sock->tuple);
	return true;
}

static void add_end(struct work *work, const struct pk_sctp_end *end)
{
	for (unsigned i = 0; i < end->nr; i++)
		add_address(work, end->addresses[i].family == 4 ? 4 : 16, end->addresses[i].bytes);
}

static bool collect_sctp(const struct pk_sctp *sctp, void *arg)
{
	add_end(arg, &sctp->local);
	add_end(arg, &sctp->peer);
	return true;
}

static bool collect_xfrm(const struct pk_xfrm_state *state, void *arg)
{
	add_address(arg, state->family == 4 ? 4 : 16, state->saddr);
	add_address(arg, state->family == 4 ? 4 : 16, state->daddr);
	return true;
}

static bool collect_address(uint8_t family, const uint8_t *address, void *arg)
{
	add_address(arg, family == 4 ? 4 : 16, address);
	return true;
}

static bool collect_local(const struct pk_local_sock *sock, void *arg)
{
	add_tuple(arg, &sock->tuple);
	return true;
}

static bool collect_conntrack(const struct pk_conntrack_node *node, void *arg)
{
	add_tuple(arg, &node->tuple);
	return true;
}

static bool collect_frag_queue(const struct pk_frag_queue *queue, void *arg)
{
	add_tuple(arg, &queue->tuple);
	return true;
}

static bool collect_neighbour(const struct pk_neighbour *neighbour, void *arg)
{
	add_address(arg, neighbour->key_len, neighbour->key);
	add_address(arg, neighbour->ha_len, neighbour->ha);
	return true;
}

static void collect_devices(struct work *work)
{
	struct pk_devices devices;

	if (pk_devices_read(work->ctx, &devices) != PK_OK)
		return;
	pk_device_ports_read(work->ctx, &devices);
	for (size_t i = 0; i < devices.nr; i++) {
		const struct pk_port *port = &devices.list[i].port;

		add_address(work, devices.list[i].address_len, devices.list[i].address);
		if (port->of && port->aggregator.status == PK_OK)
			add_address(work, sizeof(port->partner), port->partner);
		pk_private_keep(&work->redaction->map, devices.list[i].name);
		if (devices.list[i].kind[0])
			pk_private_keep(&work->redaction->map, devices.list[i].kind);
	}
	pk_devices_deinit(&devices);
}

static void collect_consumers(struct work *work)
{
	struct pk_consumers consumers;

	pk_consumers_read(work->ctx, &consumers);
	for (size_t i = 0; i < consumers.nr; i++) {
		const struct pk_consumer *consumer = &consumers.list[i];
		unsigned size = consumer->family == 4 ? 4 : consumer->family == 6 ? 16 : 0;

		add_address(work, size, consumer->server);
		if (consumer->type == PK_CONSUMER_RDS) /* it may have no socket */
			add_address(work, size, consumer->rds.local);
	}
	pk_consumers_deinit(&consumers);
}

/* A prefix is recorded only where a CPU is stuck in its lookup. */
static void collect_routes(struct work *work)
{
	const struct pk_devices none = {0};
	struct pk_watchdog watchdog;
	struct pk_panic panic;
	struct pk_cpu_work cpu;

	pk_panic_find(work->ctx, &panic);
	pk_watchdog_read(work->ctx, &panic, &watchdog);
	for (size_t i = 0; i < watchdog.nr; i++) {
		if (pk_cpu_work_read(work->ctx, watchdog.cpus[i].cpu, &none, &cpu) == PK_OK) {
			const struct pk_route_place *route = &cpu.lookup.route;
			const uint32_t prefix = route->prefix;

			if (route->family == 6)
				add_address(work, 16, route->prefix6);
			else
				add_address(work, 4,
					    (const uint8_t[]){(uint8_t)(prefix >> 24),
							      (uint8_t)(prefix >> 16),
							      (uint8_t)(prefix >> 8),
							      (uint8_t)prefix});
		}
	}
	pk_watchdog_deinit(&watchdog);
}

static void keep_modules(struct work *work)
{
	struct pk_modules modules;

	if (pk_modules_load(work->ctx, &modules) != PK_OK)
		return;
	for (size_t i = 0; i < modules.nr; i++)
		pk_private_keep(&work->redaction->map, modules.modules[i].name);
	pk_modules_deinit(&modules);
}

static bool collect_comm(int32_t pid, const char *comm, void *arg)
{
	(void)pid;
	add_comm(arg, comm);
	return true;
}

static bool collect_skb(const struct pk_placed_skb *placed, void *arg)
{
	struct work *work = arg;
	struct pk_skb skb;

	if (pk_skb_read(work->ctx, placed->addr, &skb) == PK_OK && pk_skb_is_named(&skb))
		add_header(work, &skb.header);
	return true;
}

/* --- tasks ------------------------------------------------------------------------------------------------ */

static void stack_words(uint64_t addr, uint8_t *bytes, size_t len, void *arg)
{
	struct work *work = arg;

	for (size_t at = -addr & 7; at + 8 <= len; at += 8)
		if (!pk_hash_get(&work->numbers, addr + at))
			pk_redact_words(work->redaction, bytes + at, 8,
					work->redaction->big_endian);
}

static void visit_task(struct work *work, const struct pk_task *task)
{
	struct pk_target *target = work->ctx->target;
	uint64_t offset;
	uint8_t *comm;

	add_comm(work, task->comm);
	if (!work->change)
		return;
	if (pk_row_offset(work->ctx, PK_R_task_comm, &offset) == PK_OK &&
	    (comm = pk_capsule_bytes(target, task->addr + offset, sizeof(task->comm))))
		pk_redact_comm(work->redaction, comm, sizeof(task->comm));
	if (task->stack && task->stack_size > THREAD_INFO)
		pk_capsule_edit(target, task->stack + THREAD_INFO, task->stack_size - THREAD_INFO,
				stack_words, work);
}

static void redact_saved_comms(struct work *work)
{
	uint64_t addr;
	uint32_t nr;

	if (pk_comms_place(work->ctx, &addr, &nr) != PK_OK)
		return;
	for (uint32_t i = 0; i < nr; i++) {
		uint8_t *comm = pk_capsule_bytes(work->ctx->target, addr + 16ull * i, 16);

		if (comm && pk_comms_uses(work->ctx, i))
			pk_redact_comm(work->redaction, comm, 16);
		else if (comm)
			memset(comm, 0, 16);
	}
}

static void redact_register(uint8_t *word, void *arg)
{
	pk_redact_words(((struct work *)arg)->redaction, word, 8, false);
}

/* --- events ------------------------------------------------------------------------------------------------ */

/* What events of these subsystems call by a string is the kernel's own: devices, drivers, functions. */
static const char *const kernel_strings[] = {"net",	  "napi",  "qdisc", "irq",
					     "workqueue", "rcu",   "timer", "power",
					     "xdp",	  "neigh", "skb",   "module"};

static bool is_kernel_string(const struct pk_format *format)
{
	return pk_any(PK_ARRAY_SIZE(kernel_strings), i,
		      format->kind == PK_FORMAT_TRACEPOINT &&
			      !strcmp(format->system, kernel_strings[i]));
}

static bool is_probe(const struct pk_format *format)
{
	return format->kind != PK_FORMAT_BUILTIN && format->kind != PK_FORMAT_TRACEPOINT &&
	       format->kind != PK_FORMAT_SYSCALL;
}

static bool names_address(const char *name)
{
	static const char *const words[] = {"addr", "_ip", "ip_",  "src",
					    "dst",  "mac", "peer", "key"};

	return pk_any(PK_ARRAY_SIZE(words), i, strstr(name, words[i]));
}

static bool is_array(const struct pk_field *field)
{
	return field->where != PK_FIELD_PLAIN || strchr(field->type, '[');
}

static bool is_text(const struct pk_field *field)
{
	return is_array(field) && strstr(field->type, "char") && !strstr(field->type, "unsigned");
}

static void field_collect(struct work *work, const struct pk_format *format,
			  const struct pk_field *field, const uint8_t *bytes, uint32_t len)
{
	if (is_text(field)) {
		if (strstr(field->name, "comm"))
			add_comm(work, (const char *)bytes);
	} else if (!names_address(field->name)) {
		return;
	} else if (is_array(field)) {
		if (len == SOCKADDR_IN6) {
			uint8_t family = pk_family_of(pk_uint(work->ctx, bytes, 2));

			/* struct sockaddr_in and _in6: the family, the port, then the address. */
			if (family == 4)
				add(work, PK_PRIVATE_V4, bytes + 4);
			else if (family == 6)
				add(work, PK_PRIVATE_V6, bytes + 8);
		} else {
			add_address(work, len == HARDWARE_ADDRESS ? 6 : len, bytes);
		}
	} else if (is_probe(format) && len == 4) {
		/* A number that a user's own probe calls an address, where it is none of the
		 * kernel's and not small. */
		if ((bytes[2] || bytes[3]) && bytes[0] < 240)
			add(work, PK_PRIVATE_V4, bytes);
	}
}

/* ESP's header behind UDP's stays, as it does behind IP's. SKB: whose bytes they are. */
static bool parse_headers(struct work *work, const struct pk_skb *skb, const uint8_t *bytes,
			  size_t len, struct pk_wire_header *ret_wire)
{
	const struct pk_place *place = pk_queued_place(work->memory, skb->addr);

	if (!pk_wire_header_parse(work->ctx, bytes, len, ret_wire))
		return false;
	pk_xfrm_unveil(work->ctx, &ret_wire->header);
	if (place && place->dir == PK_RX && !place->sock)
		pk_udp_encap_unveil(work->ctx, work->memory, &work->takers, skb, &ret_wire->header);
	if (ret_wire->header.below)
		ret_wire->headers_len += pk_protocol_of(&ret_wire->header)->header_min;
	return true;
}

/* Of a probe's event: no bytes of a packet, or such as are handled as what they are. */
static bool is_taken(const struct pk_field *field)
{
	return is_text(field) || (is_array(field) && names_address(field->name));
}

static void field_change(struct work *work, const struct pk_format *format,
			 const struct pk_field *field, uint8_t *bytes, uint32_t len)
{
	if (format->kind == PK_FORMAT_BUILTIN) {
		if (strcmp(field->name, "buf") != 0)
			return;
		/* What somebody wrote into trace_marker, and arguments of trace_printk. */
		if (!strcmp(format->name, "print"))
			pk_redact_text(work->redaction, bytes, len);
		else
			memset(bytes, 0, len);
	} else if (is_text(field)) {
		if (strstr(field->name, "comm"))
			pk_redact_comm(work->redaction, bytes, len);
		else if (!is_kernel_string(format) &&
			 !pk_private_is_kept(&work->redaction->map, bytes, len))
			pk_redact_text(work->redaction, bytes, len);
	} else if (field->where != PK_FIELD_PLAIN && !names_address(field->name) &&
		   (is_probe(format) || strstr(field->type, "char") || strstr(field->type, "u8"))) {
		memset(bytes, 0, len);
		work->redaction->payload += len;
	}
}

#define RECORD_HEADER 8 /* bytes before an event, at most: its distance in time and its length */

/* NULL: out of memory, which is noted. */
static struct pk_event_words *words_of(struct work *work, uint64_t addr)
{
	struct pk_hash *pages = &work->redaction->trace_pages;
	struct pk_event_words *words = pk_hash_get(pages, addr / PK_PRIVATE_PAGE);

	if (words)
		return words;
	words = calloc(1, sizeof(*words));
	if (words && pk_hash_put(pages, addr / PK_PRIVATE_PAGE, words))
		return words;
	free(words);
	work->redaction->map.failed = true;
	return NULL;
}

static void cover(struct work *work, uint64_t from, uint64_t to)
{
	struct pk_event_words *words = NULL;

	for (uint64_t at = from & ~3ull; at < to; at += 4) {
		if (!words || at % PK_PRIVATE_PAGE == 0)
			words = words_of(work, at);
		if (!words)
			return;
		words->of_event[at % PK_PRIVATE_PAGE / 4] = true;
	}
}

/* What every event begins with: type, flags and counters look like an address of 10.0.0.0/16. */
static uint32_t header_len(struct work *work, const struct pk_event *event)
{
	uint64_t len;

	return pk_row_value(work->ctx, PK_R_trace_entry_size, &len) == PK_OK && len < event->len
		       ? (uint32_t)len
		       : event->len;
}

/* A call's event is addresses of functions and times. Behind them stand arguments, and where the kernel reserved more than
 * it wrote, what was there before. */
static uint32_t call_len(const struct pk_format *format, const struct pk_event *event)
{
	uint32_t len = 0;

	for (uint32_t i = 0; format && i < format->nr_fields; i++) {
		const struct pk_field *field = &format->fields[i];

		if (field->offset + field->size > len)
			len = field->offset + field->size;
	}
	return len && len < event->len ? len : event->len;
}

static void visit_event(struct work *work, const struct pk_event *event)
{
	const struct pk_format *format = pk_format_by_id(work->formats, event->type);
	struct pk_graph_event graph;
	uint8_t *entry = pk_capsule_bytes(work->ctx->target, event->addr, event->len);
	uint64_t ip, parent;
	bool call = pk_function_event(work->ctx, event, &ip, &parent) == PK_OK ||
		    pk_graph_event(work->ctx, event, &graph) == PK_OK;

	if (!work->change)
		cover(work, event->addr - RECORD_HEADER, event->addr + event->len);
	if (!entry)
		return;
	for (uint32_t i = 0; !call && format && i < format->nr_fields; i++) {
		const struct pk_field *field = &format->fields[i];
		const uint8_t *bytes;
		uint32_t len;

		if (pk_event_bytes(work->ctx, event, field, &bytes, &len) != PK_OK || !len)
			continue;
		if (work->change)
			field_change(work, format, field, entry + (bytes - event->data), len);
		else
			field_collect(work, format, field, bytes, len);
	}
	if (work->change && !call && format && is_probe(format))
		work->redaction->payload +=
			pk_payload_clear_event(&work->payload, format, event, entry, is_taken);
	if (work->change) {
		uint32_t skip = call ? call_len(format, event) : header_len(work, event);

		/* Whatever lies behind the first SKIP bytes of EVENT. */
		pk_redact_unknown(work->redaction, event->addr + skip, entry + skip,
				  event->len - skip, 4);
	}
}

static void visit_instance(struct work *work, const struct pk_instance *instance)
{
	for (int snapshot = 0; snapshot <= instance->has_snapshot; snapshot++) {
		const struct pk_event *event;
		struct pk_cursor *cursor;
		struct pk_trace *trace;

		if (pk_trace_open(work->ctx, instance, snapshot, &trace) != PK_OK)
			continue;
		if (pk_cursor_open(trace, 0, UINT64_MAX, PK_ALL_CPUS, &cursor) == PK_OK) {
			while (pk_cursor_step(cursor, &event) == PK_OK)
				visit_event(work, event);
			pk_cursor_close(cursor);
		}
		pk_trace_close(trace);
	}
}

static void visit_events(struct work *work)
{
	struct pk_reader r = {.ctx = work->ctx};

	if (pk_formats_load(work->ctx, &work->formats) != PK_OK)
		return;
	if (pk_payload_init(work->ctx, work->formats, &work->payload) != PK_OK) {
		work->redaction->map.failed = true;
		return;
	}
	pk_instance_for_each (instance, &r)
		visit_instance(work, &instance);
	pk_payload_deinit(&work->payload);
}

/* --- sockets' paths, payload, the log ---------------------------------------------------------------------- */

static bool redact_local(const struct pk_local_sock *sock, void *arg)
{
	struct work *work = arg;
	struct pk_ctx *ctx = work->ctx;
	uint64_t address, len, offset;
	uint8_t *path;

	if (pk_member_uint(ctx, sock->addr, PK_R_unix_addr, &address) != PK_OK || !address ||
	    pk_member_uint(ctx, address, PK_R_unix_address_len, &len) != PK_OK || len <= 2 ||
	    len > 2 + PK_UNIX_PATH_MAX || pk_hash_get(&work->paths, address) ||
	    pk_row_offset(ctx, PK_R_unix_address_name, &offset) != PK_OK)
		return true;
	path = pk_capsule_bytes(ctx->target, address + offset + 2, len - 2);
	if (path && pk_hash_put(&work->paths, address, work))
		pk_redact_path(work->redaction, path, len - 2);
	return true;
}

struct payload {
	struct work *work;
	uint64_t addr;
	const uint8_t *bytes; /* what it is to be; behind them, zeros */
	size_t len;
};

static void put(uint64_t addr, uint8_t *bytes, size_t len, void *arg)
{
	const struct payload *payload = arg;

	for (size_t i = 0; i < len; i++) {
		uint64_t at = addr + i - payload->addr;

		bytes[i] = at < payload->len ? payload->bytes[at] : 0;
	}
	payload->work->redaction->payload += len;
}

/* What was read with the headers, behind them. Headers that are none are not kept. */
static bool redact_skb(const struct pk_placed_skb *placed, void *arg)
{
	struct work *work = arg;
	struct pk_target *target = work->ctx->target;
	struct pk_wire_header wire;
	struct pk_skb skb;
	struct payload payload = {.work = work};
	uint8_t bytes[512];
	uint64_t from;
	size_t len = sizeof(bytes);

	if (pk_skb_read(work->ctx, placed->addr, &skb) != PK_OK || skb.network_header == 0xffff ||
	    skb.network_header >= skb.end)
		return true;
	from = skb.network_header ? skb.head + skb.network_header : skb.data;
	while (len && target->ops->read(target, from, bytes, len) != PK_OK)
		len--;
	/* TCP's original has none: its clone for the wire has them, before the data that both have. */
	if (!skb.network_header)
		len = 0;
	else if (len && parse_headers(work, &skb, bytes, len, &wire)) {
		payload.bytes = bytes + wire.headers_len;
		payload.len = len > wire.headers_len ? len - wire.headers_len : 0;
		pk_payload_clear(&wire, bytes + len - payload.len, payload.len);
		len = wire.headers_len;
	} else if (len > 20)
		len = 20;
	payload.addr = from + len;
	if (payload.addr < skb.head + skb.end)
		pk_capsule_edit(target, payload.addr, skb.head + skb.end - payload.addr, put,
				&payload);
	return true;
}

/* Its operation, sector and length. */
static void keep_bio(struct work *work, uint64_t bio)
{
	static const enum pk_row_id rows[] = {PK_R_bio_op, PK_R_bio_sector, PK_R_bio_bytes};
	uint64_t offset;

	for (size_t i = 0; i < PK_ARRAY_SIZE(rows); i++)
		if (pk_row_offset(work->ctx, rows[i], &offset) == PK_OK)
			(void)!pk_hash_put(&work->numbers, (bio + offset) & ~7ull, work);
}

static void redact_string(struct work *work, uint64_t addr, const char *text)
{
	size_t len = strlen(text);
	uint8_t *bytes = addr && len ? pk_capsule_bytes(work->ctx->target, addr, len) : NULL;

	if (bytes)
		pk_redact_text(work->redaction, bytes, len);
}

#define CHUNK 16 /* what kstrdup() got for a string of as many bytes with its NUL */

/* Names of NVMe subsystems and iSCSI targets, which have that of who made them, and often of the host. */
static void redact_controller(struct work *work, const struct pk_controller *controller)
{
	uint64_t addr = controller->server_addr;
	char text[64];
	uint8_t *bytes;

	redact_string(work, controller->nqn_addr, controller->nqn);
	redact_string(work, controller->initiator_addr, controller->initiator);
	/* The address that a session was given is text, which its substitute may be longer
	 * than: there is room behind it. */
	if (!addr || pk_read_string(work->ctx, addr, text, sizeof(text)) != PK_OK ||
	    strlen(text) < CHUNK / 2 || strlen(text) >= CHUNK)
		return;
	bytes = pk_capsule_bytes(work->ctx->target, addr, CHUNK);
	if (bytes)
		pk_redact_address(work->redaction, (char *)bytes, CHUNK);
}

/* Ceph packs addresses behind a name of nine bytes: those at odd places are not searched for. */
static void redact_ceph(struct work *work, const struct pk_consumer *con)
{
	const bool is_v4 = con->family == 4;
	const size_t size = is_v4 ? 4 : 16, at = is_v4 ? 4 : 8; /* in a sockaddr */
	const uint8_t *to = pk_private_find(&work->redaction->map,
					    is_v4 ? PK_PRIVATE_V4 : PK_PRIVATE_V6, con->server);
	uint64_t offset;
	uint8_t *bytes;

	if (!con->family || !to || pk_row_offset(work->ctx, PK_R_ceph_con_addr, &offset) != PK_OK ||
	    !((con->addr + offset) & 1))
		return;
	bytes = pk_capsule_bytes(work->ctx->target, con->addr + offset + at, size);
	if (!bytes)
		return;
	memcpy(bytes, to, size);
	work->redaction->places++;
}

static void redact_consumers(struct work *work)
{
	struct pk_consumers consumers;

	pk_consumers_read(work->ctx, &consumers);
	for (size_t i = 0; i < consumers.nr_controllers; i++)
		redact_controller(work, &consumers.controllers[i]);
	for (size_t i = 0; i < consumers.nr; i++) {
		redact_string(work, consumers.list[i].name_addr, consumers.list[i].name);
		if (consumers.list[i].type == PK_CONSUMER_CEPH)
			redact_ceph(work, &consumers.list[i]);
	}
	for (size_t i = 0; i < consumers.nr_calls; i++)
		if (consumers.calls[i].kind == PK_CONSUMER_NVME && !consumers.calls[i].transport)
			keep_bio(work, consumers.calls[i].addr);
	pk_consumers_deinit(&consumers);
}

static void redact_name(struct work *work, const struct pk_host_name *name, const char *to)
{
	uint8_t *bytes = name->status == PK_OK ? pk_capsule_bytes(work->ctx->target, name->addr,
								  PK_HOST_NAME_SIZE)
					       : NULL;

	if (bytes)
		pk_redact_host(work->redaction, bytes, to);
}

/* Host names of containers, which are often the pod's. */
static void redact_netns_hosts(struct work *work)
{
	const struct pk_netns_names *names = pk_netns_names(work->ctx);

	for (size_t i = 0; names && i < names->nr_hosts; i++) {
		uint8_t *bytes = pk_capsule_bytes(work->ctx->target, names->hosts[i].addr,
						  PK_NETNS_NAME_SIZE);
		char to[24];

		snprintf(to, sizeof(to), "host-%u", names->hosts[i].inum);
		if (bytes)
			pk_redact_host(work->redaction, bytes, to);
	}
}

/* --- all of it ----------------------------------------------------------------------------------------------- */

static void visit_skbs(struct work *work, pk_placed_skb_fn fn)
{
	struct pk_queued_packets memory;

	pk_queued_load(work->ctx, &memory);
	work->memory = &memory;
	pk_queued_skbs_walk(work->ctx, &memory, fn, work);
	pk_held_skbs_walk(work->ctx, fn, work);
	pk_udp_encap_owners_deinit(&work->takers);
	pk_queued_deinit(&memory);
}

void pk_redact_collect(struct pk_ctx *ctx, struct pk_redaction *redaction)
{
	struct work work = {.ctx = ctx, .redaction = redaction};
	struct pk_reader devices = {.ctx = ctx}, tasks = devices;

	pk_host_read(ctx, &redaction->host);
	keep_modules(&work);
	collect_devices(&work);
	collect_routes(&work);
	collect_consumers(&work);
	collect_packets(&work);
	visit_skbs(&work, collect_skb);
	(void)!pk_socks_walk(ctx, collect_sock, &work);
	(void)!pk_local_socks_walk(ctx, PK_LOCAL_RAW, collect_local, &work);
	(void)!pk_sctp_walk(ctx, collect_sctp, &work);
	(void)!pk_xfrm_walk(ctx, collect_xfrm, &work);
	pk_net_device_for_each (device, &devices)
		pk_net_addresses_walk(ctx, device.addr, collect_address, &work);
	(void)!pk_frag_queues_walk(ctx, collect_frag_queue, &work);
	(void)!pk_conntracks_walk(ctx, collect_conntrack, &work);
	(void)!pk_neighbours_list(ctx, collect_neighbour, &work);
	pk_task_for_each (task, &tasks)
		visit_task(&work, &task);
	(void)!pk_comms_walk(ctx, collect_comm, &work);
	visit_events(&work);
}

static bool begins(const struct pk_log_line *line, const char *words)
{
	return line->len >= strlen(words) && !memcmp(line->text, words, strlen(words));
}

/* dump_stack_print_info(), and what x86 says of a page fault. */
static bool tells_context(const struct pk_log_line *line)
{
	return (begins(line, "CPU: ") && memmem(line->text, line->len, " Comm: ", 7)) ||
	       begins(line, "#PF: ");
}

/* TEXT: the line's, in the recording. CODE: what it says behind "Code:" is the kernel's own. */
static void redact_log_line(struct pk_redaction *redaction, const struct pk_log_line *line,
			    char *text, bool code)
{
	if (line->from_user)
		pk_redact_text(redaction, (uint8_t *)text, line->len);
	else if (pk_log_tells_accident(line) || tells_context(line))
		pk_redact_line(redaction, text, line->len);
	else if (!pk_redact_report_line(redaction, text, line->len, code))
		pk_redact_text(redaction, (uint8_t *)text, line->len);
}

static void redact_log(struct work *work)
{
	struct pk_reader r = {.ctx = work->ctx};
	bool in_kernel = false;

	pk_log_for_each (line, &r) {
		uint8_t *text = pk_capsule_bytes(work->ctx->target, line.addr, line.len);

		if (text)
			redact_log_line(work->redaction, &line, (char *)text, in_kernel);
		in_kernel = !line.from_user && begins(&line, "RIP: 0010:");
	}
}

void pk_redact_known(struct pk_ctx *ctx, struct pk_redaction *redaction)
{
	struct work work = {.ctx = ctx, .redaction = redaction, .change = true};
	struct pk_reader tasks = {.ctx = ctx};

	redact_name(&work, &redaction->host.node, "host");
	redact_name(&work, &redaction->host.domain, "domain");
	redact_netns_hosts(&work);
	redact_consumers(&work);
	visit_skbs(&work, redact_skb);
	visit_events(&work);
	redact_log(&work);
	(void)!pk_local_socks_walk(ctx, PK_LOCAL_UNIX, redact_local, &work);
	pk_capsule_edit_registers(ctx->target, redact_register, &work);
	redact_saved_comms(&work);
	pk_task_for_each (task, &tasks)
		visit_task(&work, &task);
	pk_hash_deinit(&work.paths, NULL);
	pk_hash_deinit(&work.numbers, NULL);
}
