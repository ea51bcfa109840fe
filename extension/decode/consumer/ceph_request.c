// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What a client of Ceph has asked:
 *
 *	ceph_osd.o_requests -> ceph_osd_request {r_tid, r_t: pool and PG, r_ops[], r_start_stamp, r_stamp, r_completion}
 *	ceph_mon_client.generic_request_tree -> ceph_mon_generic_request {tid, request, completion}
 *	ceph_mds_client.request_tree -> ceph_mds_request {r_tid, r_op, r_session, r_started, r_timeout, r_completion}
 *
 * Who waits sleeps in the request's completion. A request with a callback has nobody there, and whom that wakes is not known;
 * but RBD's is a part of an image request, which lies behind a request of the block layer:
 *
 *	ceph_osd_request.r_priv -> rbd_obj_request.img_request -> rbd_img_request	5.10 and later
 */
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "decode/consumer/consumer_private.h"
#include "decode/tables.h"

#define OPS_MAX 16 /* CEPH_OSD_MAX_OPS */
#define GOT_UNSAFE 3 /* CEPH_MDS_R_GOT_UNSAFE, a macro: the same number in 5.10 and 7.2 */

struct walk {
	struct pk_ceph_walk *ceph;
	struct pk_reader *r;
	uint64_t con;
	void (*read)(struct walk *walk, struct pk_consumer_call *call);
};

static void name(struct pk_consumer_call *call, const char *text, const char *kind, uint64_t number)
{
	if (text)
		snprintf(call->procedure, sizeof(call->procedure), "%s", text);
	else
		snprintf(call->procedure, sizeof(call->procedure), "%s-0x%llx", kind,
			 (unsigned long long)number);
}

/* What an I/O on an image of RBD waits for. It is that image's if the queue is of the device. */
static enum pk_status read_block_request(struct walk *walk, struct pk_consumer_call *call)
{
	struct pk_ctx *ctx = walk->ceph->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t child = pk_value(&r, PK_R_rbd_image_child), size = pk_value(&r, PK_R_request_size);
	uint64_t object = pk_member(&r, call->addr, PK_R_ceph_req_private);
	uint64_t image = pk_member(&r, object, PK_R_rbd_object_image);
	uint64_t device = pk_member(&r, image, PK_R_rbd_image_device);
	uint64_t flags = pk_member(&r, image, PK_R_rbd_image_flags), queue, owner;

	if (child < 64 && flags >> child & 1) /* of a clone's parent */
		pk_try(&r, pk_none(ctx, PK_ABSENT));
	queue = pk_member(&r, image - size, PK_R_request_queue);
	owner = pk_member(&r, queue, PK_R_request_queue_data);
	if (owner != device)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "image request %llx is of another device",
				   (unsigned long long)image));
	if (!pk_ok(&r))
		return r.status;
	call->request = image - size;
	return pk_consumer_request_waiters(walk->ceph->all, call, call->request);
}

/* Whom FUNCTION wakes. */
static enum pk_status callback_waiters(struct walk *walk, struct pk_consumer_call *call,
				       uint64_t function)
{
	struct pk_symbol symbol;
	enum pk_status status = pk_symbol_at(walk->ceph->ctx, function, &symbol);

	if (status != PK_OK)
		return status;
	if (symbol.addr != function || strcmp(symbol.name, "rbd_osd_req_callback") != 0)
		return pk_none(walk->ceph->ctx, PK_ABSENT);
	status = read_block_request(walk, call);
	return status == PK_OK ? call->waiters_status : status;
}

/* What they may fail at stays with CALL. */
static void read_waiters(struct walk *walk, struct pk_consumer_call *call, enum pk_row_id done,
			 enum pk_row_id callback)
{
	struct pk_reader r = {.ctx = walk->ceph->ctx};
	uint64_t queue = pk_member_at(&r, call->addr, done), function = 0;

	pk_try(&r, pk_consumer_completion_waiters(walk->ceph->all, call, queue));
	if (!call->nr_waiters)
		function = pk_member(&r, call->addr, callback);
	if (function)
		pk_try(&r, callback_waiters(walk, call, function));
	call->waiters_status = r.status;
}

/* Whether the AGE of a call is above LIMIT, in jiffies. */
static struct pk_figure is_older(const struct walk *walk, struct pk_figure age, uint64_t limit)
{
	uint64_t hz = walk->ceph->all->hz;

	if (age.status == PK_OK)
		age.value = limit && hz && age.value > limit * 1000 / hz;
	return age;
}

/* --- to an OSD ------------------------------------------------------------------------------------------- */

/* CEPH_OSD_OP_*, in the words of the kernel's osdc file. */
static const struct pk_consumer_number osd_ops[] = {
	{0x1201, "read"},	    {0x1202, "stat"},	       {0x1203, "mapext"},
	{0x1205, "sparse-read"},    {0x1206, "notify"},	       {0x1207, "notify-ack"},
	{0x1208, "assert-version"}, {0x1209, "list-watchers"}, {0x120a, "list-snaps"},
	{0x120b, "sync_read"},	    {0x2201, "write"},	       {0x2202, "writefull"},
	{0x2203, "truncate"},	    {0x2204, "zero"},	       {0x2205, "delete"},
	{0x2206, "append"},	    {0x220d, "create"},	       {0x220e, "rollback"},
	{0x220f, "watch"},	    {0x221a, "copy-from"},     {0x222d, "copy-from2"},
	{0x2223, "set-alloc-hint"}, {0x1301, "getxattr"},      {0x1303, "cmpxattr"},
	{0x2301, "setxattr"},	    {0x2304, "rmxattr"},       {0x1401, "call"},
};

/* All of them, with commas; what does not fit is left out. */
static void name_ops(struct walk *walk, struct pk_consumer_call *call, uint64_t nr)
{
	struct pk_reader *r = walk->r;
	uint64_t ops = pk_member_at(r, call->addr, PK_R_ceph_req_ops);
	uint64_t size = pk_value(r, PK_R_ceph_op_size), op;
	char *text = call->procedure;

	for (uint64_t i = 0; i < nr && i < OPS_MAX; i++) {
		size_t len = strlen(text);
		char number[16];
		const char *word;

		op = pk_member(r, ops + i * size, PK_R_ceph_op_op);
		if (!pk_ok(r))
			break;
		snprintf(number, sizeof(number), "op-0x%x", (unsigned)op);
		word = pk_consumer_word_at(osd_ops, PK_ARRAY_SIZE(osd_ops), op);
		word = word ? word : number;
		if (len + strlen(word) + 2 > sizeof(call->procedure))
			break;
		snprintf(text + len, sizeof(call->procedure) - len, "%s%s", len ? "," : "", word);
	}
}

static void read_osd_request(struct walk *walk, struct pk_consumer_call *call)
{
	struct pk_consumer_walk *all = walk->ceph->all;
	struct pk_reader *r = walk->r;
	uint64_t pg, nr_ops, attempts, made, sent;

	call->message = pk_member(r, call->addr, PK_R_ceph_req_id);
	call->pool = pk_member(r, call->addr, PK_R_ceph_req_pool);
	pg = pk_member(r, call->addr, PK_R_ceph_req_pg);
	nr_ops = pk_member(r, call->addr, PK_R_ceph_req_nr_ops);
	attempts = pk_member(r, call->addr, PK_R_ceph_req_attempts);
	made = pk_member(r, call->addr, PK_R_ceph_req_made);
	sent = pk_member(r, call->addr, PK_R_ceph_req_sent);
	name_ops(walk, call, nr_ops);
	if (!pk_ok(r))
		return;
	call->asked = "osd";
	call->pg = (uint32_t)pg;
	call->age_ms = pk_consumer_since_jiffies(all, made);
	call->sends = (struct pk_figure){.status = PK_OK, .value = attempts};
	/* handle_timeout() asks each OSD by these. */
	if (attempts && walk->con) {
		call->sent_ms = pk_consumer_since_jiffies(all, sent);
		call->late = is_older(walk, call->sent_ms, walk->ceph->keepalive);
	}
	read_waiters(walk, call, PK_R_ceph_req_done, PK_R_ceph_req_callback);
}

static void walk_tree(struct walk *walk, enum pk_row_id link_row, uint64_t root)
{
	struct pk_consumer_walk *all = walk->ceph->all;
	uint64_t link = pk_offset(walk->r, link_row);
	struct pk_consumer_call *call;

	pk_rbtree_for_each (node, walk->r, root) {
		call = pk_consumer_call_add(all, node - link);
		if (call) {
			call->controller = walk->ceph->client;
			call->transport = walk->con;
			walk->read(walk, call);
		}
		pk_consumer_check(all, "Ceph request", call ? node - link : node);
		if (!call)
			break;
	}
}

void pk_ceph_osd_requests(struct pk_ceph_walk *ceph, uint64_t con, uint64_t root)
{
	struct walk walk = {.ceph = ceph, .r = &ceph->all->r, .con = con, .read = read_osd_request};

	walk_tree(&walk, PK_R_ceph_req_link, root);
}

/* --- to a monitor ---------------------------------------------------------------------------------------- */

static void read_mon_request(struct walk *walk, struct pk_consumer_call *call)
{
	static const struct pk_consumer_number types[] = {
		{13, "statfs"}, {19, "mon_get_version"}, {50, "mon_command"}};
	struct pk_reader *r = walk->r;
	uint64_t msg, type;

	call->message = pk_member(r, call->addr, PK_R_ceph_mon_req_id);
	msg = pk_member(r, call->addr, PK_R_ceph_mon_req_msg);
	type = pk_member(r, msg, PK_R_ceph_msg_type);
	if (!pk_ok(r))
		return;
	if (r->ctx->target->facts.big_endian)
		type = __builtin_bswap16((uint16_t)type);
	call->asked = "mon";
	call->age_ms = pk_figure_none(PK_ABSENT);
	name(call, pk_consumer_word_at(types, PK_ARRAY_SIZE(types), type), "message", type);
	read_waiters(walk, call, PK_R_ceph_mon_req_done, PK_R_ceph_mon_req_callback);
}

void pk_ceph_mon_requests(struct pk_ceph_walk *ceph, uint64_t con, uint64_t root)
{
	struct walk walk = {.ceph = ceph, .r = &ceph->all->r, .con = con, .read = read_mon_request};

	walk_tree(&walk, PK_R_ceph_mon_req_link, root);
}

/* --- to an MDS ------------------------------------------------------------------------------------------- */

/* CEPH_MDS_OP_*, in the words of the kernel's mdsc file. */
static const struct pk_consumer_number mds_ops[] = {
	{0x0100, "lookup"},	  {0x0101, "getattr"},	    {0x0102, "lookuphash"},
	{0x0103, "lookupparent"}, {0x0104, "lookupino"},    {0x0105, "lookupname"},
	{0x0106, "getvxattr"},	  {0x1105, "setxattr"},	    {0x1106, "rmxattr"},
	{0x1107, "setlayout"},	  {0x1108, "setattr"},	    {0x1109, "setfilelock"},
	{0x0110, "getfilelock"},  {0x110a, "setdirlayout"}, {0x1201, "mknod"},
	{0x1202, "link"},	  {0x1203, "unlink"},	    {0x1204, "rename"},
	{0x1220, "mkdir"},	  {0x1221, "rmdir"},	    {0x1222, "symlink"},
	{0x1301, "create"},	  {0x0302, "open"},	    {0x0305, "readdir"},
	{0x0400, "lookupsnap"},	  {0x1400, "mksnap"},	    {0x1401, "rmsnap"},
	{0x0402, "lssnap"},	  {0x1403, "renamesnap"},
};

static void read_mds_request(struct walk *walk, struct pk_consumer_call *call)
{
	struct pk_reader *r = walk->r;
	uint64_t op, session, timeout, made, flags = 0;
	const struct pk_consumer *mds;

	call->message = pk_member(r, call->addr, PK_R_ceph_mds_req_id);
	op = pk_member(r, call->addr, PK_R_ceph_mds_req_op);
	session = pk_member(r, call->addr, PK_R_ceph_mds_req_session);
	timeout = pk_member(r, call->addr, PK_R_ceph_mds_req_timeout);
	made = pk_member(r, call->addr, PK_R_ceph_mds_req_made);
	if (pk_reader_has(r, PK_R_ceph_mds_req_flags))
		flags = pk_member(r, call->addr, PK_R_ceph_mds_req_flags);
	if (session) /* it was sent to one */
		call->transport = pk_member_at(r, session, PK_R_ceph_mds_con);
	if (!pk_ok(r))
		return;
	call->asked = "mds";
	if (flags >> GOT_UNSAFE & 1)
		call->state = "answered, not committed";
	name(call, pk_consumer_word_at(mds_ops, PK_ARRAY_SIZE(mds_ops), op), "op", op);
	call->age_ms = pk_consumer_since_jiffies(walk->ceph->all, made);
	mds = pk_consumer_at(walk->ceph->all->consumers, call->transport);
	/* check_session_state() has called the MDS hung, or __do_request() gives up next. */
	call->late = is_older(walk, call->age_ms, timeout);
	if (mds && mds->ceph.is_hung)
		call->late = (struct pk_figure){.status = PK_OK, .value = 1};
	read_waiters(walk, call, PK_R_ceph_mds_req_done, PK_R_ceph_mds_req_callback);
}

void pk_ceph_mds_requests(struct pk_ceph_walk *ceph, uint64_t root)
{
	struct walk walk = {.ceph = ceph, .r = &ceph->all->r, .read = read_mds_request};

	walk_tree(&walk, PK_R_ceph_mds_req_link, root);
}
