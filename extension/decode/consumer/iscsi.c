// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Initiators of iSCSI, and what they wait for:
 *
 *	sesslist -> iscsi_cls_session.dd_data -> iscsi_session {leadconn; cmds[cmds_max] -> iscsi_task; host}
 *	iscsi_session.leadconn -> iscsi_conn.dd_data -> iscsi_tcp_conn.dd_data -> iscsi_sw_tcp_conn.sock
 *	iscsi_task.sc -> scsi_cmnd, behind its struct request
 *	host -> Scsi_Host.__devices -> scsi_device.request_queue -> hardware queues -> tags -> request, of each tag
 *
 * A task that is neither free nor completed has no answer yet. A request without a task waits in the block layer until
 * the session takes commands again. Transports that are not libiscsi's have their state alone.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "core/hash.h"
#include "core/kit.h"
#include "decode/consumer/consumer_private.h"
#include "decode/figure.h"
#include "decode/list.h"

#define TASKS_MAX 65536 /* of a session; libiscsi allows 4096 */
#define TAGS_MAX 1048576 /* of all devices */
#define QUEUE_DEPTH_MAX 10240 /* BLK_MQ_MAX_DEPTH */
#define OPCODE_MASK 0x3f

struct walk {
	struct pk_consumer_walk *all;
	struct pk_ctx *ctx;
	struct pk_consumers *consumers;
	/* offsets, and sizes */
	uint64_t link, device_link, request_size;
	uint64_t free, completed, requeued, in_flight;
	uint64_t tags_left;
	struct pk_hash requests; /* that are of a task, or listed */
	uint64_t session; /* whose devices are walked: struct iscsi_cls_session */
	uint64_t lun, queue; /* of the device: its number, struct request_queue */
};

static void note(struct walk *walk, enum pk_status status, const char *what, uint64_t addr)
{
	pk_consumer_note(walk->all, status, what, addr);
}

/* --- tasks ----------------------------------------------------------------------------------------------- */

/* By RFC 7143: what the initiator asks that is no SCSI command. */
static const char *opcode_name(unsigned opcode)
{
	static const char *const names[] = {"ping", NULL, "task-management", "login",
					    "text", NULL, "logout"};

	return opcode < PK_ARRAY_SIZE(names) ? names[opcode] : NULL;
}

static enum pk_status read_pdu(struct walk *walk, uint64_t task, struct pk_consumer_call *call)
{
	uint64_t hdr, ping, sent;
	uint8_t opcode;
	enum pk_status status = pk_member_uint(walk->ctx, task, PK_R_iscsi_task_hdr, &hdr);

	if (status == PK_OK)
		status = pk_read(walk->ctx, hdr, &opcode, sizeof(opcode));
	if (status == PK_OK)
		status = pk_member_uints(walk->ctx, call->transport,
					 PK_WANTED({PK_R_iscsi_conn_ping, &ping},
						   {PK_R_iscsi_conn_last_ping, &sent}));
	call->age_ms = pk_figure_none(status == PK_OK ? PK_ABSENT : status);
	if (status != PK_OK)
		return status;
	opcode &= OPCODE_MASK;
	call->waiters_status = PK_ABSENT;
	if (opcode_name(opcode))
		snprintf(call->procedure, sizeof(call->procedure), "%s", opcode_name(opcode));
	else
		snprintf(call->procedure, sizeof(call->procedure), "opcode-%02x", opcode);
	if (ping == task)
		call->age_ms = call->sent_ms = pk_consumer_since_jiffies(walk->all, sent);
	return PK_OK;
}

/* scsi_cmd_to_rq(): before 5.15 it was a pointer. */
static enum pk_status request_of(struct walk *walk, uint64_t sc, uint64_t *ret_rq)
{
	if (pk_has(walk->ctx, PK_R_scsi_cmnd_request))
		return pk_member_uint(walk->ctx, sc, PK_R_scsi_cmnd_request, ret_rq);
	*ret_rq = sc - walk->request_size;
	return PK_OK;
}

/* Eight bytes, in pairs, the highest last: scsilun_to_int(). */
static uint64_t lun_of(const uint8_t bytes[8])
{
	uint64_t lun = 0;

	for (unsigned i = 0; i < 8; i += 2)
		lun |= (uint64_t)(bytes[i] << 8 | bytes[i + 1]) << (i * 8);
	return lun;
}

static enum pk_status read_request(struct walk *walk, uint64_t rq, bool is_begun,
				   struct pk_consumer_call *call)
{
	uint64_t op;
	enum pk_status status = pk_member_uint(walk->ctx, rq, PK_R_request_op, &op);

	if (status != PK_OK)
		return status;
	pk_consumer_name_op(call, op);
	return pk_consumer_request_read(walk->all, rq, is_begun, call);
}

static enum pk_status read_command(struct walk *walk, uint64_t task, uint64_t sc,
				   struct pk_consumer_call *call)
{
	uint8_t lun[8];
	uint64_t rq, offset;
	enum pk_status status = request_of(walk, sc, &rq);

	if (status == PK_OK)
		status = pk_row_offset(walk->ctx, PK_R_iscsi_task_lun, &offset);
	if (status == PK_OK)
		status = pk_read(walk->ctx, task + offset, lun, sizeof(lun));
	if (status != PK_OK)
		return status;
	call->lun = lun_of(lun);
	call->request = rq;
	if (!pk_hash_put(&walk->requests, rq, walk))
		return pk_fail(walk->ctx, PK_NOMEM, "requests");
	return read_request(walk, rq, true, call);
}

/* The tag that stands in its packets: numbers there are written as their bytes follow one another. */
static enum pk_status read_tag(struct walk *walk, uint64_t task, struct pk_consumer_call *call)
{
	uint64_t offset;
	uint8_t bytes[4];
	enum pk_status status = pk_row_offset(walk->ctx, PK_R_iscsi_task_wire_itt, &offset);

	if (status == PK_OK)
		status = pk_read(walk->ctx, task + offset, bytes, sizeof(bytes));
	if (status == PK_OK)
		call->xid = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
			    (uint32_t)bytes[2] << 8 | bytes[3];
	return status;
}

static enum pk_status read_task(struct walk *walk, const struct pk_consumer *conn, uint64_t task)
{
	struct pk_consumer_call *call;
	uint64_t state, sc, owner;
	enum pk_status status = pk_member_uints(walk->ctx, task,
						PK_WANTED({PK_R_iscsi_task_state, &state},
							  {PK_R_iscsi_task_sc, &sc},
							  {PK_R_iscsi_task_conn, &owner}));

	if (status != PK_OK || state == walk->free || state == walk->completed ||
	    state == walk->requeued)
		return status;
	if (owner != conn->addr)
		return pk_fail(walk->ctx, PK_CORRUPT, "it is of connection %llx",
			       (unsigned long long)owner);
	call = pk_consumer_call_add(walk->all, task);
	if (!call)
		return walk->ctx->error.status;
	call->transport = conn->addr;
	call->controller = conn->controller;
	status = read_tag(walk, task, call);
	if (status != PK_OK)
		return status;
	return sc ? read_command(walk, task, sc, call) : read_pdu(walk, task, call);
}

static enum pk_status walk_tasks(struct walk *walk, uint64_t session,
				 const struct pk_consumer *conn)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t nr, cmds, task;
	enum pk_status status = pk_member_uints(
		walk->ctx, session,
		PK_WANTED({PK_R_iscsi_session_nr_cmds, &nr}, {PK_R_iscsi_session_cmds, &cmds}));

	if (status == PK_OK && nr > TASKS_MAX)
		status = pk_fail(walk->ctx, PK_LIMIT, "%llu tasks", (unsigned long long)nr);
	if (status != PK_OK)
		return status;
	for (uint64_t i = 0; i < nr; i++) {
		status = pk_read_ptr(walk->ctx, cmds + i * word, &task);
		if (status == PK_OK && task)
			status = read_task(walk, conn, task);
		if (status != PK_OK)
			note(walk, status, "iSCSI task", cmds + i * word);
		if (status == PK_NOMEM || status == PK_LIMIT)
			return PK_OK;
	}
	return PK_OK;
}

/* --- what waits in the block layer ----------------------------------------------------------------------- */

/* Of each tag there is one request, which counts references while somebody has it. */
static enum pk_status read_waiting(struct walk *walk, uint64_t rq)
{
	struct pk_consumer_call *call;
	uint64_t queue, ref, state;
	enum pk_status status =
		pk_member_uints(walk->ctx, rq,
				PK_WANTED({PK_R_request_queue, &queue}, {PK_R_request_ref, &ref},
					  {PK_R_request_state, &state}));

	if (status != PK_OK || queue != walk->queue || !ref || pk_hash_get(&walk->requests, rq))
		return status;
	call = pk_consumer_call_add(walk->all, rq);
	if (!call)
		return walk->ctx->error.status;
	if (!pk_hash_put(&walk->requests, rq, walk))
		return pk_fail(walk->ctx, PK_NOMEM, "requests");
	call->controller = walk->session;
	call->lun = walk->lun;
	call->request = rq;
	return read_request(walk, rq, state == walk->in_flight, call);
}

static enum pk_status walk_tags(struct walk *walk, uint64_t tags)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t nr, rqs, rq;
	enum pk_status status = pk_member_uints(
		walk->ctx, tags, PK_WANTED({PK_R_blk_tags_nr, &nr}, {PK_R_blk_tags_static, &rqs}));

	if (status == PK_OK && (nr > QUEUE_DEPTH_MAX || nr > walk->tags_left))
		status = pk_fail(walk->ctx, PK_LIMIT, "%llu tags", (unsigned long long)nr);
	if (status != PK_OK)
		return status;
	walk->tags_left -= nr;
	for (unsigned tag = 0; tag < nr && status == PK_OK; tag++) {
		status = pk_read_ptr(walk->ctx, rqs + (uint64_t)tag * word, &rq);
		if (status == PK_OK && rq)
			status = read_waiting(walk, rq);
	}
	return status;
}

/* A queue with a scheduler has tags of its own. Other requests of the host's tags are other devices'. */
static enum pk_status walk_hctx(struct walk *walk, uint64_t hctx)
{
	uint64_t tags, sched_tags;
	enum pk_status status = pk_member_uints(
		walk->ctx, hctx,
		PK_WANTED({PK_R_blk_hctx_tags, &tags}, {PK_R_blk_hctx_sched_tags, &sched_tags}));

	if (status == PK_OK && sched_tags)
		status = walk_tags(walk, sched_tags);
	return status == PK_OK && tags ? walk_tags(walk, tags) : status;
}

/* Each CPU has a software queue, which leads to its hardware queue: iSCSI by TCP has one for all. */
static enum pk_status walk_queue(struct walk *walk)
{
	uint64_t percpu, offset, hctxs, hctx, last = 0;
	struct pk_cpumask cpus;
	enum pk_status status = pk_member_uint(walk->ctx, walk->queue, PK_R_queue_ctx, &percpu);

	if (status == PK_OK)
		status = pk_row_offset(walk->ctx, PK_R_blk_ctx_hctxs, &hctxs);
	if (status == PK_OK)
		status = pk_cpumask_get(walk->ctx, PK_CPUS_POSSIBLE, &cpus);
	for (int cpu = 0; cpu < PK_MAX_CPUS && status == PK_OK; cpu++) {
		if (!(cpus.bits[cpu / 64] >> (cpu % 64) & 1))
			continue;
		status = pk_percpu_offset(walk->ctx, cpu, &offset);
		if (status == PK_OK)
			status = pk_read_ptr(walk->ctx, percpu + offset + hctxs, &hctx);
		if (status != PK_OK || !hctx || hctx == last)
			continue;
		status = walk_hctx(walk, hctx);
		last = hctx;
	}
	return status;
}

static bool visit_device(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	uint64_t device = node - walk->device_link;
	enum pk_status status = pk_member_uints(walk->ctx, device,
						PK_WANTED({PK_R_scsi_device_lun, &walk->lun},
							  {PK_R_scsi_device_queue, &walk->queue}));

	if (status == PK_OK && walk->queue)
		status = walk_queue(walk);
	if (status != PK_OK)
		note(walk, status, "SCSI device", device);
	return status != PK_NOMEM && status != PK_LIMIT;
}

static enum pk_status walk_devices(struct walk *walk, struct pk_controller *session, uint64_t host)
{
	uint64_t devices, no;
	enum pk_status status =
		pk_row_offsets(walk->ctx, PK_WANTED({PK_R_scsi_host_devices, &devices},
						    {PK_R_scsi_device_link, &walk->device_link}));

	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, host, PK_R_scsi_host_no, &no);
	if (status != PK_OK)
		return status;
	session->host = (struct pk_figure){.status = PK_OK, .value = no};
	return pk_list_walk(walk->ctx, host + devices, visit_device, walk);
}

/* --- connections ----------------------------------------------------------------------------------------- */

/* The address that the session was given; it may be a name. Blanks stand behind one that was redacted. */
static enum pk_status read_server(struct walk *walk, struct pk_controller *session,
				  struct pk_consumer *conn)
{
	char text[64];
	uint64_t port;
	enum pk_status status =
		pk_consumer_read_name(walk->ctx, conn->addr, PK_R_iscsi_conn_address, text,
				      sizeof(text), &session->server_addr);

	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, conn->addr, PK_R_iscsi_conn_port, &port);
	if (status != PK_OK)
		return status;
	text[strcspn(text, " ")] = '\0';
	if (inet_pton(AF_INET, text, conn->server) == 1)
		conn->family = 4;
	else if (inet_pton(AF_INET6, text, conn->server) == 1)
		conn->family = 6;
	conn->port = (uint16_t)port;
	return PK_OK;
}

/* A target may have sent it elsewhere than to the address that it was given. */
static void take_peer(struct pk_consumer *conn)
{
	const struct pk_tuple *tuple = &conn->sock.tuple;

	if (!tuple->family || !tuple->dport)
		return;
	conn->family = tuple->family;
	conn->port = tuple->dport;
	memcpy(conn->server, tuple->daddr, sizeof(conn->server));
}

static enum pk_status read_socket(struct walk *walk, struct pk_consumer *conn)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t tcp, sw_tcp, owner, sock;
	enum pk_status status = pk_member_uint(ctx, conn->addr, PK_R_iscsi_conn_data, &tcp);

	if (status != PK_OK || !tcp)
		return status;
	status = pk_member_uints(
		ctx, tcp,
		PK_WANTED({PK_R_iscsi_tcp_conn_conn, &owner}, {PK_R_iscsi_tcp_conn_data, &sw_tcp}));
	if (status == PK_OK && owner != conn->addr)
		status = pk_fail(ctx, PK_CORRUPT, "its TCP part is of connection %llx",
				 (unsigned long long)owner);
	if (status == PK_OK)
		status = pk_member_uint(ctx, sw_tcp, PK_R_iscsi_sw_tcp_sock, &sock);
	if (status == PK_OK)
		status = pk_consumer_read_socket(ctx, sock, conn);
	if (status == PK_OK && conn->sk)
		take_peer(conn);
	return status;
}

/* As sysfs has them. */
static const char *connection_state(struct pk_ctx *ctx, uint64_t cls)
{
	static const struct pk_consumer_word words[] = {{PK_R_iscsi_conn_up, "up"},
							{PK_R_iscsi_conn_down, "down"},
							{PK_R_iscsi_conn_failed, "failed"},
							{PK_R_iscsi_conn_bound, "bound"}};
	struct pk_figure state = pk_figure_member(ctx, cls, PK_R_iscsi_cls_conn_state);

	return pk_consumer_word_of(ctx, words, PK_ARRAY_SIZE(words), &state);
}

/* iscsi_check_transport_timeouts() pings where it heard of nothing for recv_timeout, and gives up ping_timeout later. */
static enum pk_status read_pings(struct walk *walk, uint64_t addr, struct pk_controller *session)
{
	uint64_t cls, received, ping, sent;
	enum pk_status status = pk_member_uints(
		walk->ctx, addr,
		PK_WANTED({PK_R_iscsi_conn_cls, &cls}, {PK_R_iscsi_conn_last_recv, &received},
			  {PK_R_iscsi_conn_ping, &ping}, {PK_R_iscsi_conn_last_ping, &sent}));

	if (status != PK_OK)
		return status;
	session->connection_state = connection_state(walk->ctx, cls);
	session->received_ms = pk_consumer_since_jiffies(walk->all, received);
	if (ping)
		session->ping_ms = pk_consumer_since_jiffies(walk->all, sent);
	session->keep_alive_s = pk_figure_member(walk->ctx, addr, PK_R_iscsi_conn_recv_timeout);
	session->aborts = pk_figure_member(walk->ctx, addr, PK_R_iscsi_conn_aborts);
	return PK_OK;
}

/* The caller's SESSION is good until the next controller is added: none is, below. */
static enum pk_status read_connection(struct walk *walk, struct pk_controller *session,
				      uint64_t libiscsi, uint64_t addr)
{
	struct pk_consumer *conn;
	uint64_t owner, id;
	enum pk_status status = pk_member_uints(
		walk->ctx, addr,
		PK_WANTED({PK_R_iscsi_conn_session, &owner}, {PK_R_iscsi_conn_id, &id}));

	if (status == PK_OK && owner != libiscsi)
		status = pk_fail(walk->ctx, PK_CORRUPT, "it is of session %llx",
				 (unsigned long long)owner);
	if (status == PK_OK)
		status = read_pings(walk, addr, session);
	if (status != PK_OK)
		return status;
	conn = pk_consumer_add(walk->all, addr);
	if (!conn)
		return walk->ctx->error.status;
	conn->kind = "iscsi";
	conn->controller = session->addr;
	conn->queue = (uint32_t)id;
	status = read_server(walk, session, conn);
	if (status == PK_OK && !strcmp(session->transport, "tcp")) {
		conn->protocol = pk_consumer_tcp()->name;
		status = read_socket(walk, conn);
	}
	if (status != PK_OK)
		note(walk, status, "iSCSI connection", addr);
	session->nr_queues = 1;
	session->family = conn->family;
	session->port = conn->port;
	memcpy(session->server, conn->server, sizeof(session->server));
	return walk_tasks(walk, libiscsi, conn);
}

/* --- sessions -------------------------------------------------------------------------------------------- */

/* As iscsi_session_state_name() has them for sysfs. */
static const char *class_state(struct pk_ctx *ctx, const struct pk_figure *state)
{
	static const struct pk_consumer_word words[] = {{PK_R_iscsi_cls_logged_in, "LOGGED_IN"},
							{PK_R_iscsi_cls_failed, "FAILED"},
							{PK_R_iscsi_cls_free, "FREE"}};

	return pk_consumer_word_of(ctx, words, PK_ARRAY_SIZE(words), state);
}

static const char *library_state(struct pk_ctx *ctx, const struct pk_figure *state)
{
	static const struct pk_consumer_word words[] = {
		{PK_R_iscsi_state_free, "free"},
		{PK_R_iscsi_state_logged_in, "logged in"},
		{PK_R_iscsi_state_failed, "failed"},
		{PK_R_iscsi_state_terminate, "terminated"},
		{PK_R_iscsi_state_in_recovery, "in recovery"},
		{PK_R_iscsi_state_recovery_failed, "recovery failed"},
		{PK_R_iscsi_state_logging_out, "logging out"},
	};

	return pk_consumer_word_of(ctx, words, PK_ARRAY_SIZE(words), state);
}

/* It was logged in; iscsi_conn_failure() or what follows it has taken its connection away. */
static struct pk_figure is_lost(const struct pk_controller *session)
{
	const char *state = session->library_state;
	struct pk_figure lost = {.status = PK_OK};

	if (state)
		lost.value = !strcmp(state, "failed") || !strcmp(state, "in recovery") ||
			     !strcmp(state, "recovery failed");
	else if (session->state)
		lost.value = !strcmp(session->state, "FAILED");
	else
		lost.status = session->state_value.status == PK_OK ? PK_UNSUPPORTED
								   : session->state_value.status;
	return lost;
}

static enum pk_status read_library(struct walk *walk, struct pk_controller *session,
				   uint64_t libiscsi)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_figure state = pk_figure_member(ctx, libiscsi, PK_R_iscsi_session_state);
	uint64_t host, conn, queued;
	enum pk_status status =
		pk_consumer_read_name(ctx, libiscsi, PK_R_iscsi_session_target, session->nqn,
				      sizeof(session->nqn), &session->nqn_addr);

	session->library_state = library_state(ctx, &state);
	session->lost = is_lost(session);
	if (status == PK_OK)
		status = pk_consumer_read_name(ctx, libiscsi, PK_R_iscsi_session_initiator,
					       session->initiator, sizeof(session->initiator),
					       &session->initiator_addr);
	if (status == PK_OK)
		status = pk_member_uints(ctx, libiscsi,
					 PK_WANTED({PK_R_iscsi_session_host, &host},
						   {PK_R_iscsi_session_conn, &conn}));
	if (status != PK_OK)
		return status;
	session->aborting = pk_figure_member(ctx, libiscsi, PK_R_iscsi_session_tmf);
	if (session->aborting.status == PK_OK) {
		session->aborting.status = pk_row_value(ctx, PK_R_iscsi_tmf_queued, &queued);
		session->aborting.value = session->aborting.value == queued;
	}
	if (conn)
		status = read_connection(walk, session, libiscsi, conn);
	return status == PK_OK && host ? walk_devices(walk, session, host) : status;
}

static enum pk_status read_session(struct walk *walk, struct pk_controller *session)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t sid, transport, libiscsi, owner, at;
	enum pk_status status = pk_member_uints(ctx, session->addr,
						PK_WANTED({PK_R_iscsi_cls_sid, &sid},
							  {PK_R_iscsi_cls_transport, &transport},
							  {PK_R_iscsi_cls_data, &libiscsi}));

	if (status != PK_OK)
		return status;
	session->instance = (uint32_t)sid;
	session->state_value = pk_figure_member(ctx, session->addr, PK_R_iscsi_cls_state);
	session->state = class_state(ctx, &session->state_value);
	session->recovery_s = pk_figure_member(ctx, session->addr, PK_R_iscsi_cls_recovery);
	session->lost = is_lost(session);
	status = pk_consumer_read_name(ctx, transport, PK_R_iscsi_transport_name,
				       session->transport, sizeof(session->transport), &at);
	if (status != PK_OK || !libiscsi || !pk_has(ctx, PK_R_iscsi_session_cls))
		return status;
	/* Drivers that do it all by themselves have something else there. */
	if (pk_member_uint(ctx, libiscsi, PK_R_iscsi_session_cls, &owner) != PK_OK ||
	    owner != session->addr)
		return PK_OK;
	return read_library(walk, session, libiscsi);
}

static bool visit_session(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_controller *session = pk_controller_add(walk->all, node - walk->link);
	enum pk_status status;

	if (!session) {
		note(walk, walk->ctx->error.status, "iSCSI session", node - walk->link);
		return false;
	}
	walk->session = session->addr;
	status = read_session(walk, session);
	if (status != PK_OK)
		note(walk, status, "iSCSI session", walk->session);
	return true;
}

/* --- all of it ------------------------------------------------------------------------------------------- */

/* What only libiscsi's sessions need: without that module there is none of them. */
static enum pk_status read_library_rows(struct walk *walk)
{
	if (!pk_has(walk->ctx, PK_R_iscsi_session_cls))
		return PK_OK;
	return pk_row_values(walk->ctx, PK_WANTED({PK_R_request_size, &walk->request_size},
						  {PK_R_mq_rq_in_flight, &walk->in_flight},
						  {PK_R_iscsi_task_free, &walk->free},
						  {PK_R_iscsi_task_completed, &walk->completed},
						  {PK_R_iscsi_task_requeued, &walk->requeued}));
}

static enum pk_status read_iscsi(struct pk_consumer_walk *all)
{
	struct walk walk = {
		.all = all, .ctx = all->ctx, .consumers = all->consumers, .tags_left = TAGS_MAX};
	uint64_t list;
	enum pk_status status = pk_row_value(all->ctx, PK_R_iscsi_sessions, &list);

	if (status == PK_OK)
		status = pk_row_offset(all->ctx, PK_R_iscsi_cls_link, &walk.link);
	if (status == PK_OK)
		status = read_library_rows(&walk);
	if (status != PK_OK)
		return status;
	pk_consumer_clocks(all);
	status = pk_list_walk(all->ctx, list, visit_session, &walk);
	if (status != PK_OK)
		note(&walk, status, "iSCSI sessions", list);
	pk_hash_deinit(&walk.requests, NULL);
	return PK_OK;
}

const struct pk_consumer_source pk_consumer_iscsi = {"iSCSI", read_iscsi};
