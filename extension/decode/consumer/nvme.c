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
	struct pk_consumers *consumers;
	/* offsets */
	uint64_t link, ctrl, addr, tag_set, admin_set, ns_link, namespaces;
	uint64_t queue_size, request_size, in_flight, allocated;
	uint64_t tags_left;
	uint64_t controller; /* whose namespaces are walked: struct nvme_ctrl */
};

static void note(struct walk *walk, enum pk_status status, const char *what, uint64_t addr)
{
	pk_consumer_note(walk->all, status, what, addr);
}

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

static enum pk_status read_command(struct walk *walk, uint64_t pdu, bool is_admin,
				   struct pk_consumer_call *call)
{
	uint8_t bytes[COMMAND_BYTES];
	const char *name;
	uint64_t cmd;
	enum pk_status status = pk_member_uint(walk->ctx, pdu, PK_R_nvme_tcp_request_cmd, &cmd);

	if (status == PK_OK)
		status = pk_read(walk->ctx, cmd, bytes, sizeof(bytes));
	if (status != PK_OK)
		return status;
	call->xid = bytes[2] | (uint32_t)bytes[3] << 8;
	name = command_name(bytes[0], bytes[4], is_admin);
	if (name)
		snprintf(call->procedure, sizeof(call->procedure), "%s", name);
	else
		snprintf(call->procedure, sizeof(call->procedure), "opcode-%02x", bytes[0]);
	return PK_OK;
}

static enum pk_status read_request(struct walk *walk, const struct pk_consumer *queue, uint64_t rq,
				   struct pk_consumer_call *call)
{
	uint64_t owner, pdu = rq + walk->request_size;
	enum pk_status status = pk_member_uint(walk->ctx, pdu, PK_R_nvme_tcp_request_queue, &owner);

	if (status == PK_OK && owner != queue->addr)
		status = pk_fail(walk->ctx, PK_CORRUPT, "it is of queue %llx",
				 (unsigned long long)owner);
	if (status == PK_OK)
		status = pk_consumer_request_read(walk->all, rq, true, call);
	if (status != PK_OK)
		return status;
	call->transport = queue->addr;
	call->controller = queue->controller;
	return read_command(walk, pdu, !queue->queue, call);
}

static enum pk_status read_tag(struct walk *walk, const struct pk_consumer *queue, unsigned tag,
			       uint64_t rq)
{
	struct pk_consumer_call *call;
	uint64_t state, own;
	enum pk_status status = pk_member_uints(
		walk->ctx, rq, PK_WANTED({PK_R_request_state, &state}, {PK_R_request_tag, &own}));

	if (status != PK_OK || state != walk->in_flight || own != tag)
		return status;
	call = pk_consumer_call_add(walk->all, rq);
	return call ? read_request(walk, queue, rq, call) : walk->ctx->error.status;
}

/* A tag's place keeps the last request that had it. */
static enum pk_status walk_tags(struct walk *walk, const struct pk_consumer *queue, uint64_t tags)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t nr, rqs, rq;
	enum pk_status status = pk_member_uints(
		walk->ctx, tags, PK_WANTED({PK_R_blk_tags_nr, &nr}, {PK_R_blk_tags_rqs, &rqs}));

	if (status == PK_OK && (nr > QUEUE_DEPTH_MAX || nr > walk->tags_left))
		status = pk_fail(walk->ctx, PK_LIMIT, "%llu tags", (unsigned long long)nr);
	if (status != PK_OK)
		return status;
	walk->tags_left -= nr;
	for (unsigned tag = 0; tag < nr; tag++) {
		status = pk_read_ptr(walk->ctx, rqs + (uint64_t)tag * word, &rq);
		if (status == PK_OK && rq)
			status = read_tag(walk, queue, tag, rq);
		if (status != PK_OK)
			note(walk, status, "NVMe request", rqs + (uint64_t)tag * word);
		if (status == PK_NOMEM || status == PK_LIMIT)
			return PK_OK;
	}
	return PK_OK;
}

/* --- queues ---------------------------------------------------------------------------------------------- */

/* A queue that is not allocated may still point to the socket that it had. */
static enum pk_status read_socket(struct walk *walk, struct pk_consumer *queue)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t flags, sock;
	enum pk_status status = pk_member_uints(
		ctx, queue->addr,
		PK_WANTED({PK_R_nvme_tcp_queue_flags, &flags}, {PK_R_nvme_tcp_queue_sock, &sock}));

	if (status != PK_OK || !(flags >> walk->allocated & 1) || !sock)
		return status;
	return pk_consumer_read_socket(ctx, sock, queue);
}

static enum pk_status read_queue(struct walk *walk, uint64_t tcp_ctrl, uint64_t controller,
				 uint64_t addr, unsigned nr)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t set = tcp_ctrl + (nr ? walk->tag_set : walk->admin_set), nr_sets, tags;
	struct pk_consumer *queue = pk_consumer_add(walk->all, addr);
	enum pk_status status;

	if (!queue)
		return walk->ctx->error.status;
	queue->kind = "nvme-tcp";
	queue->protocol = pk_consumer_tcp()->name;
	queue->controller = controller;
	queue->queue = nr;
	status = pk_consumer_read_server(walk->ctx, tcp_ctrl + walk->addr, queue);
	if (status == PK_OK)
		status = read_socket(walk, queue);
	if (status != PK_OK)
		note(walk, status, "NVMe queue", addr);
	status = pk_member_uints(
		walk->ctx, set, PK_WANTED({PK_R_tag_set_nr, &nr_sets}, {PK_R_tag_set_tags, &tags}));
	/* Before the controller first connects it has none. */
	if (status != PK_OK || !tags || (nr ? nr - 1 : 0) >= nr_sets)
		return status;
	status = pk_read_ptr(walk->ctx, tags + (nr ? nr - 1 : 0) * (uint64_t)word, &tags);
	return status == PK_OK && tags ? walk_tags(walk, queue, tags) : status;
}

static void read_queues(struct walk *walk, uint64_t tcp_ctrl, uint64_t controller)
{
	uint64_t nr, queues, at;
	enum pk_status status =
		pk_member_uint(walk->ctx, controller, PK_R_nvme_ctrl_queue_count, &nr);

	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, tcp_ctrl, PK_R_nvme_tcp_ctrl_queues, &queues);
	if (status != PK_OK) {
		note(walk, status, "queues of NVMe controller", controller);
		return;
	}
	for (unsigned i = 0; i < nr && queues; i++) {
		at = queues + i * walk->queue_size;
		status = read_queue(walk, tcp_ctrl, controller, at, i);
		if (status != PK_OK)
			note(walk, status, "NVMe queue", at);
		if (status == PK_NOMEM || status == PK_LIMIT)
			return;
	}
}

/* --- what waits for a path ------------------------------------------------------------------------------- */

static enum pk_status read_waiting(struct walk *walk, uint64_t bio, uint64_t controller,
				   uint64_t *ret_next)
{
	struct pk_consumer_call *call = pk_consumer_call_add(walk->all, bio);
	uint64_t op;
	enum pk_status status;

	if (!call)
		return walk->ctx->error.status;
	call->age_ms = pk_figure_none(PK_ABSENT);
	call->controller = controller;
	status = pk_member_uints(walk->ctx, bio,
				 PK_WANTED({PK_R_bio_op, &op}, {PK_R_bio_sector, &call->sector},
					   {PK_R_bio_bytes, &call->bytes},
					   {PK_R_bio_next, ret_next}));
	if (status != PK_OK)
		return status;
	pk_consumer_name_op(call, op);
	call->waiters_status = pk_consumer_bio_waiters(walk->all, call, bio);
	return PK_OK;
}

static bool count_path(uint64_t node, void *arg)
{
	unsigned *nr = arg;

	(void)node;
	return ++*nr < 2;
}

static bool is_read(const struct pk_consumers *consumers, uint64_t bio)
{
	for (size_t i = consumers->nr_calls; i > 0; i--)
		if (consumers->calls[i - 1].addr == bio)
			return true;
	return false;
}

/* Each path of a disk leads to its list, which is read once. */
static enum pk_status walk_head(struct walk *walk, uint64_t head)
{
	uint64_t paths, bio;
	unsigned nr = 0;
	enum pk_status status = pk_row_offset(walk->ctx, PK_R_nvme_head_paths, &paths);

	if (status == PK_OK)
		status = pk_list_walk(walk->ctx, head + paths, count_path, &nr);
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, head, PK_R_nvme_head_requeue, &bio);
	while (status == PK_OK && bio && !is_read(walk->consumers, bio))
		status = read_waiting(walk, bio, nr == 1 ? walk->controller : 0, &bio);
	return status;
}

static bool visit_ns(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	uint64_t head;
	enum pk_status status =
		pk_member_uint(walk->ctx, node - walk->ns_link, PK_R_nvme_ns_head, &head);

	if (status == PK_OK && head)
		status = walk_head(walk, head);
	if (status != PK_OK)
		note(walk, status, "NVMe namespace", node - walk->ns_link);
	return status != PK_NOMEM && status != PK_LIMIT;
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

static enum pk_status read_controller(struct walk *walk, struct pk_controller *controller)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t instance, subsys, nqn;
	enum pk_status status = pk_member_uints(
		ctx, controller->addr,
		PK_WANTED({PK_R_nvme_ctrl_instance, &instance}, {PK_R_nvme_ctrl_subsys, &subsys}));

	if (status != PK_OK)
		return status;
	controller->instance = (uint32_t)instance;
	controller->state_value = pk_figure_member(ctx, controller->addr, PK_R_nvme_ctrl_state);
	controller->state =
		pk_consumer_word_of(ctx, states, PK_ARRAY_SIZE(states), &controller->state_value);
	controller->lost = is_lost(ctx, controller);
	controller->reconnects = pk_figure_member(ctx, controller->addr, PK_R_nvme_ctrl_reconnects);
	controller->keep_alive_s = pk_figure_member(ctx, controller->addr, PK_R_nvme_ctrl_kato);
	if (!subsys)
		return PK_OK;
	status = pk_row_offset(ctx, PK_R_nvme_subsystem_nqn, &nqn);
	if (status != PK_OK)
		return status;
	controller->nqn_addr = subsys + nqn;
	return pk_read_string(ctx, subsys + nqn, controller->nqn, sizeof(controller->nqn));
}

static void copy_server(struct pk_consumers *consumers, size_t first,
			struct pk_controller *controller)
{
	const struct pk_consumer *queue = &consumers->list[first];

	controller->nr_queues = consumers->nr - first;
	if (!controller->nr_queues)
		return;
	controller->family = queue->family;
	controller->port = queue->port;
	memcpy(controller->server, queue->server, sizeof(controller->server));
}

static bool visit_controller(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_consumers *consumers = walk->consumers;
	struct pk_controller *controller;
	uint64_t tcp_ctrl = node - walk->link, addr = tcp_ctrl + walk->ctrl;
	size_t first = consumers->nr;
	enum pk_status status;

	controller = pk_controller_add(walk->all, addr);
	if (!controller) {
		note(walk, walk->ctx->error.status, "NVMe controller", addr);
		return false;
	}
	status = read_controller(walk, controller);
	if (status != PK_OK)
		note(walk, status, "NVMe controller", addr);
	read_queues(walk, tcp_ctrl, addr);
	copy_server(consumers, first, controller);
	walk->controller = addr;
	if (!pk_has(walk->ctx, PK_R_nvme_head_requeue)) /* no multipath */
		return true;
	status = pk_list_walk(walk->ctx, addr + walk->namespaces, visit_ns, walk);
	if (status != PK_OK)
		note(walk, status, "namespaces of NVMe controller", addr);
	return true;
}

/* --- all of it ------------------------------------------------------------------------------------------- */

static enum pk_status read_rows(struct walk *walk)
{
	enum pk_status status = pk_row_offsets(
		walk->ctx, PK_WANTED({PK_R_nvme_tcp_ctrl_link, &walk->link},
				     {PK_R_nvme_tcp_ctrl_ctrl, &walk->ctrl},
				     {PK_R_nvme_tcp_ctrl_addr, &walk->addr},
				     {PK_R_nvme_tcp_ctrl_tag_set, &walk->tag_set},
				     {PK_R_nvme_tcp_ctrl_admin_set, &walk->admin_set},
				     {PK_R_nvme_ctrl_namespaces, &walk->namespaces},
				     {PK_R_nvme_ns_link, &walk->ns_link}));

	return status != PK_OK
		       ? status
		       : pk_row_values(walk->ctx,
				       PK_WANTED({PK_R_nvme_tcp_queue_size, &walk->queue_size},
						 {PK_R_request_size, &walk->request_size},
						 {PK_R_mq_rq_in_flight, &walk->in_flight},
						 {PK_R_nvme_tcp_q_allocated, &walk->allocated}));
}

static enum pk_status read_nvme(struct pk_consumer_walk *all)
{
	struct walk walk = {
		.all = all, .ctx = all->ctx, .consumers = all->consumers, .tags_left = TAGS_MAX};
	uint64_t list;
	enum pk_status status = pk_row_value(all->ctx, PK_R_nvme_tcp_ctrl_list, &list);

	if (status == PK_OK)
		status = read_rows(&walk);
	if (status != PK_OK)
		return status;
	pk_consumer_clocks(all);
	status = pk_list_walk(all->ctx, list, visit_controller, &walk);
	if (status != PK_OK)
		note(&walk, status, "NVMe controllers", list);
	return PK_OK;
}

const struct pk_consumer_source pk_consumer_nvme = {"NVMe by TCP", read_nvme};
