// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Hosts of NVMe by TCP, and what they wait for:
 *
 *	nvme_tcp_ctrl_list -> nvme_tcp_ctrl {ctrl: nvme_ctrl; queues[ctrl.queue_count]: nvme_tcp_queue -> socket}
 *	admin_tag_set.tags[0], tag_set.tags[queue - 1] -> blk_mq_tags.rqs[tag] -> request, nvme_tcp_request behind it
 *	nvme_ctrl.namespaces -> nvme_ns.head -> nvme_ns_head.requeue_list: bios that wait until a path is usable
 *
 * A tag's request is waited for while its state is "in flight".
 */
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "decode/consumer/consumer_private.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "protocol/protocol.h"

#define TAGS_MAX 1048576 /* of all queues */
#define QUEUE_DEPTH_MAX 10240 /* BLK_MQ_MAX_DEPTH */
/* opcode, flags, command identifier, namespace: little-endian on every machine */
#define COMMAND_BYTES 8
#define OPCODE_FABRICS 0x7f

struct walk {
	struct pk_consumer_walk *all;
	struct pk_ctx *ctx;
	struct pk_reader *r; /* ALL's */
	struct pk_consumers *consumers;
	/* offsets */
	uint64_t ctrl, addr, tag_set, admin_set, ns_link, namespaces;
	uint64_t queue_size, request_size, in_flight, allocated;
	uint64_t tags_left;
	uint64_t controller; /* whose namespaces are walked: struct nvme_ctrl */
};

/* --- requests -------------------------------------------------------------------------------------------- */

/* By the NVMe specification: administration has opcodes of its own. */
static const char *command_name(unsigned opcode, unsigned fabrics, bool is_admin)
{
	static const char *const admin[] = {
		[0x02] = "get-log-page", [0x06] = "identify",	  [0x08] = "abort",
		[0x09] = "set-features", [0x0a] = "get-features", [0x0c] = "async-event",
		[0x18] = "keep-alive"};
	static const char *const io[] = {
		[0x00] = "flush",	[0x01] = "write",   [0x02] = "read",
		[0x04] = "write-uncor", [0x05] = "compare", [0x08] = "write-zeroes",
		[0x09] = "dsm",		[0x0c] = "verify"};
	static const char *const connection[] = {
		[0x00] = "property-set", [0x01] = "connect",	  [0x04] = "property-get",
		[0x05] = "auth-send",	 [0x06] = "auth-receive", [0x08] = "disconnect"};
	const char *name = NULL;

	if (opcode == OPCODE_FABRICS)
		name = fabrics < PK_ARRAY_SIZE(connection) ? connection[fabrics] : NULL;
	else if (is_admin)
		name = opcode < PK_ARRAY_SIZE(admin) ? admin[opcode] : NULL;
	else
		name = opcode < PK_ARRAY_SIZE(io) ? io[opcode] : NULL;
	return name;
}

static void read_command(struct walk *walk, uint64_t pdu, bool is_admin,
			 struct pk_consumer_call *call)
{
	uint8_t bytes[COMMAND_BYTES];
	const char *name;
	uint64_t cmd = pk_member(walk->r, pdu, PK_R_nvme_tcp_request_cmd);

	if (!pk_load(walk->r, cmd, bytes, sizeof(bytes)))
		return;
	call->xid = bytes[2] | (uint32_t)bytes[3] << 8;
	name = command_name(bytes[0], bytes[4], is_admin);
	if (name)
		snprintf(call->procedure, sizeof(call->procedure), "%s", name);
	else
		snprintf(call->procedure, sizeof(call->procedure), "opcode-%02x", bytes[0]);
}

static void read_request(struct walk *walk, const struct pk_consumer *queue, unsigned tag,
			 uint64_t rq)
{
	struct pk_reader *r = walk->r;
	struct pk_consumer_call *call;
	uint64_t state = pk_member(r, rq, PK_R_request_state),
		 own = pk_member(r, rq, PK_R_request_tag);
	uint64_t pdu = rq + walk->request_size, owner;

	if (!pk_ok(r) || state != walk->in_flight || own != tag)
		return;
	call = pk_consumer_call_add(walk->all, rq);
	owner = pk_member(r, pdu, PK_R_nvme_tcp_request_queue);
	if (owner != queue->addr)
		pk_try(r, pk_fail(walk->ctx, PK_CORRUPT, "it is of queue %llx",
				  (unsigned long long)owner));
	if (!pk_try(r, pk_consumer_request_read(walk->all, rq, true, call)))
		return;
	call->transport = queue->addr;
	call->controller = queue->controller;
	read_command(walk, pdu, !queue->queue, call);
}

/* A tag's place keeps the last request that had it. */
static void walk_tags(struct walk *walk, const struct pk_consumer *queue, uint64_t tags)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	struct pk_reader *r = walk->r;
	uint64_t nr = pk_member(r, tags, PK_R_blk_tags_nr),
		 rqs = pk_member(r, tags, PK_R_blk_tags_rqs);

	if (nr > QUEUE_DEPTH_MAX || nr > walk->tags_left)
		pk_try(r, pk_fail(walk->ctx, PK_LIMIT, "%llu tags", (unsigned long long)nr));
	if (!pk_ok(r))
		return;
	walk->tags_left -= nr;
	for (unsigned tag = 0; tag < nr; tag++) {
		uint64_t at = rqs + (uint64_t)tag * word, rq = pk_pointer(r, at);
		bool full;

		if (rq)
			read_request(walk, queue, tag, rq);
		full = r->status == PK_NOMEM || r->status == PK_LIMIT;
		pk_consumer_check(walk->all, "NVMe request", at);
		if (full)
			return;
	}
}

/* --- queues ---------------------------------------------------------------------------------------------- */

static void read_queue(struct walk *walk, uint64_t tcp_ctrl, uint64_t controller, uint64_t addr,
		       unsigned nr)
{
	struct pk_reader *r = walk->r;
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t set = tcp_ctrl + (nr ? walk->tag_set : walk->admin_set), nr_sets, tags, flags,
		 sock;
	struct pk_consumer *queue = pk_consumer_add(walk->all, addr);

	if (!queue)
		return;
	queue->kind = "nvme-tcp";
	queue->protocol = pk_consumer_tcp()->name;
	queue->controller = controller;
	queue->queue = nr;
	pk_try(r, pk_consumer_read_server(walk->ctx, tcp_ctrl + walk->addr, queue));
	flags = pk_member(r, addr, PK_R_nvme_tcp_queue_flags);
	sock = pk_member(r, addr, PK_R_nvme_tcp_queue_sock);
	/* One that is not allocated may still point to the socket that it had. */
	if (flags >> walk->allocated & 1)
		pk_try(r, pk_consumer_read_socket(walk->ctx, sock, queue));
	pk_consumer_check(walk->all, "NVMe queue", addr);
	nr_sets = pk_member(r, set, PK_R_tag_set_nr);
	tags = pk_member(r, set, PK_R_tag_set_tags);
	/* Before the controller first connects it has none. */
	if (!tags || (nr ? nr - 1 : 0) >= nr_sets)
		return;
	tags = pk_pointer(r, tags + (nr ? nr - 1 : 0) * (uint64_t)word);
	if (tags)
		walk_tags(walk, queue, tags);
}

static void read_queues(struct walk *walk, uint64_t tcp_ctrl, uint64_t controller)
{
	struct pk_reader *r = walk->r;
	uint64_t nr = pk_member(r, controller, PK_R_nvme_ctrl_queue_count);
	uint64_t queues = pk_member(r, tcp_ctrl, PK_R_nvme_tcp_ctrl_queues);
	bool full = !pk_consumer_check(walk->all, "queues of NVMe controller", controller);

	for (unsigned i = 0; i < nr && queues && !full; i++) {
		uint64_t at = queues + i * walk->queue_size;

		read_queue(walk, tcp_ctrl, controller, at, i);
		full = r->status == PK_NOMEM || r->status == PK_LIMIT;
		pk_consumer_check(walk->all, "NVMe queue", at);
	}
}

/* --- what waits for a path ------------------------------------------------------------------------------- */

/* *RET_NEXT: the next of the list. */
static void read_waiting(struct walk *walk, uint64_t bio, uint64_t controller, uint64_t *ret_next)
{
	struct pk_consumer_call *call = pk_consumer_call_add(walk->all, bio);
	uint64_t op;

	if (!call)
		return;
	call->age_ms = pk_figure_none(PK_ABSENT);
	call->controller = controller;
	if (!pk_try(walk->r,
		    pk_member_uints(walk->ctx, bio,
				    PK_WANTED({PK_R_bio_op, &op}, {PK_R_bio_sector, &call->sector},
					      {PK_R_bio_bytes, &call->bytes},
					      {PK_R_bio_next, ret_next}))))
		return;
	pk_consumer_name_op(call, op);
	call->waiters_status = pk_consumer_bio_waiters(walk->all, call, bio);
}

static bool is_read(const struct pk_consumers *consumers, uint64_t bio)
{
	for (size_t i = consumers->nr_calls; i > 0; i--)
		if (consumers->calls[i - 1].addr == bio)
			return true;
	return false;
}

/* Each path of a disk leads to its list, which is read once. */
static void walk_head(struct walk *walk, uint64_t head)
{
	struct pk_reader *r = walk->r;
	unsigned nr = 0;
	uint64_t bio;

	pk_list_for_each (node, r, pk_member_at(r, head, PK_R_nvme_head_paths))
		if (++nr == 2)
			break;
	bio = pk_member(r, head, PK_R_nvme_head_requeue);
	while (pk_ok(r) && bio && !is_read(walk->consumers, bio))
		read_waiting(walk, bio, nr == 1 ? walk->controller : 0, &bio);
}

/* --- controllers ----------------------------------------------------------------------------------------- */

/* As nvme_sysfs_show_state() has them. */
static const struct pk_consumer_word states[] = {
	{PK_R_nvme_ctrl_new, "new"},
	{PK_R_nvme_ctrl_live, "live"},
	{PK_R_nvme_ctrl_resetting, "resetting"},
	{PK_R_nvme_ctrl_connecting, "connecting"},
	{PK_R_nvme_ctrl_deleting, "deleting"},
	{PK_R_nvme_ctrl_deleting_noio, "deleting (no IO)"},
	{PK_R_nvme_ctrl_dead, "dead"},
};

/* It was live, and nvme_tcp_error_recovery() or a reset has taken its queues down. */
static struct pk_figure is_lost(struct pk_ctx *ctx, const struct pk_controller *controller)
{
	struct pk_figure lost = pk_figure_member(ctx, controller->addr, PK_R_nvme_ctrl_flags);
	const char *state = controller->state;

	if (!state)
		return pk_figure_none(controller->state_value.status == PK_OK
					      ? PK_UNSUPPORTED
					      : controller->state_value.status);
	if (strcmp(state, "resetting") != 0 && strcmp(state, "connecting") != 0)
		return (struct pk_figure){.status = PK_OK, .value = 0};
	if (!pk_has(ctx, PK_R_nvme_ctrl_started_once))
		return pk_figure_none(PK_ABSENT);
	if (lost.status == PK_OK)
		lost.value = pk_figure_bit(ctx, &lost, PK_R_nvme_ctrl_started_once);
	return lost;
}

static void read_controller(struct walk *walk, struct pk_controller *controller)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_reader *r = walk->r;
	uint64_t instance = pk_member(r, controller->addr, PK_R_nvme_ctrl_instance);
	uint64_t subsys = pk_member(r, controller->addr, PK_R_nvme_ctrl_subsys), nqn;

	if (!pk_ok(r))
		return;
	controller->instance = (uint32_t)instance;
	controller->state_value = pk_figure_member(ctx, controller->addr, PK_R_nvme_ctrl_state);
	controller->state =
		pk_consumer_word_of(ctx, states, PK_ARRAY_SIZE(states), &controller->state_value);
	controller->lost = is_lost(ctx, controller);
	controller->reconnects = pk_figure_member(ctx, controller->addr, PK_R_nvme_ctrl_reconnects);
	controller->keep_alive_s = pk_figure_member(ctx, controller->addr, PK_R_nvme_ctrl_kato);
	nqn = subsys ? pk_member_at(r, subsys, PK_R_nvme_subsystem_nqn) : 0;
	if (!nqn)
		return;
	controller->nqn_addr = nqn;
	pk_try(r, pk_read_string(ctx, nqn, controller->nqn, sizeof(controller->nqn)));
}

static bool walk_controller(struct walk *walk, uint64_t tcp_ctrl)
{
	struct pk_consumers *consumers = walk->consumers;
	struct pk_reader *r = walk->r;
	uint64_t addr = tcp_ctrl + walk->ctrl, head;
	size_t first = consumers->nr;
	struct pk_controller *controller = pk_controller_add(walk->all, addr);
	const struct pk_consumer *queue;
	bool full = false;

	if (controller)
		read_controller(walk, controller);
	pk_consumer_check(walk->all, "NVMe controller", addr);
	if (!controller)
		return false;
	read_queues(walk, tcp_ctrl, addr);
	controller->nr_queues = consumers->nr - first;
	if (controller->nr_queues) {
		queue = &consumers->list[first];
		controller->family = queue->family;
		controller->port = queue->port;
		memcpy(controller->server, queue->server, sizeof(controller->server));
	}
	walk->controller = addr;
	if (!pk_has(walk->ctx, PK_R_nvme_head_requeue)) /* no multipath */
		return true;
	pk_list_for_each (node, r, addr + walk->namespaces) {
		head = pk_member(r, node - walk->ns_link, PK_R_nvme_ns_head);
		if (head)
			walk_head(walk, head);
		full = r->status == PK_NOMEM || r->status == PK_LIMIT;
		pk_consumer_check(walk->all, "NVMe namespace", node - walk->ns_link);
		if (full)
			break;
	}
	pk_consumer_check(walk->all, "namespaces of NVMe controller", addr);
	return true;
}

/* --- all of it ------------------------------------------------------------------------------------------- */

static enum pk_status read_nvme(struct pk_consumer_walk *all)
{
	struct pk_reader *r = &all->r;
	struct walk walk = {.all = all,
			    .ctx = all->ctx,
			    .r = r,
			    .consumers = all->consumers,
			    .tags_left = TAGS_MAX};
	uint64_t list = pk_value(r, PK_R_nvme_tcp_ctrl_list);
	uint64_t link = pk_offset(r, PK_R_nvme_tcp_ctrl_link);

	pk_try(r,
	       pk_row_offsets(all->ctx, PK_WANTED({PK_R_nvme_tcp_ctrl_ctrl, &walk.ctrl},
						  {PK_R_nvme_tcp_ctrl_addr, &walk.addr},
						  {PK_R_nvme_tcp_ctrl_tag_set, &walk.tag_set},
						  {PK_R_nvme_tcp_ctrl_admin_set, &walk.admin_set},
						  {PK_R_nvme_ctrl_namespaces, &walk.namespaces},
						  {PK_R_nvme_ns_link, &walk.ns_link})));
	walk.queue_size = pk_value(r, PK_R_nvme_tcp_queue_size);
	walk.request_size = pk_value(r, PK_R_request_size);
	walk.in_flight = pk_value(r, PK_R_mq_rq_in_flight);
	walk.allocated = pk_value(r, PK_R_nvme_tcp_q_allocated);
	if (!pk_ok(r))
		return r->status;
	pk_consumer_clocks(all);
	pk_list_for_each (node, r, list)
		if (!walk_controller(&walk, node - link))
			break;
	pk_consumer_check(all, "NVMe controllers", list);
	return PK_OK;
}

const struct pk_consumer_source pk_consumer_nvme = {"NVMe by TCP", read_nvme};
