// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Clients of Ceph (libceph.ko), their connections, and what waits for them:
 *
 *	sock.sk_user_data -> ceph_connection {ops, sock, peer_addr, out_queue, out_sent}	sk_data_ready: ceph_sock_data_ready()
 *		in ceph_mon_client.con, ceph_osd.o_con or ceph_mds_session.s_con, by its ops
 *	rbd_client_list -> rbd_client.client
 *	ceph_fs_type.fs_supers -> super_block.s_fs_info -> ceph_fs_client {client, mdsc}
 *	ceph_client {monc: con; osdc: osds -> ceph_osd}; ceph_mds_client.sessions[] -> ceph_mds_session
 *
 * A client of RBD is in that list only when a monitor has let it in: before, its connection's socket alone leads to it. All of
 * a client's connections, with a socket or without, are found from it. Who waits for a monitor sleeps in auth_wq.
 */
#include "decode/consumer/ceph_private.h"

#include <stdio.h>
#include <string.h>

#include "core/bytes.h"
#include "core/kit.h"
#include "decode/address_set.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/sock/sock.h"
#include "decode/rbtree.h"
#include "decode/trace/wall_clock.h"

#define CLIENTS_MAX 1024
#define SESSIONS_MAX 4096 /* MDSs of a file system */
#define FSID_BYTES 16
/* CEPH_MONC_HUNT_INTERVAL: of a monitor, times hunt_mult; then another is asked */
#define HUNT_MS 3000
#define SILENCE_MS 30000 /* CEPH_MONC_PING_TIMEOUT */
#define FEATURE_KEEPALIVE2 42
#define MSEC_PER_SEC 1000
#define NSEC_PER_MSEC 1000000

struct walk {
	struct pk_ceph_walk ceph;
	struct pk_consumer_walk *all;
	struct pk_ctx *ctx;
	struct pk_address_set seen; /* clients, and those that are none */
	uint64_t monc, osdc, mon_con, osd_con, osd_link, osd_requests; /* offsets */
	uint64_t link, supers_link; /* of the list that is walked */
	struct pk_figure wall_ms; /* when the machine died */
};

static void note(struct walk *walk, enum pk_status status, const char *what, uint64_t addr)
{
	pk_consumer_note(walk->all, status, what, addr);
}

/* --- a connection ---------------------------------------------------------------------------------------- */

/* CEPH_CON_S_*, macros, which were CON_STATE_* until 5.10. */
static const char *state_name(struct pk_ctx *ctx, uint64_t state)
{
	static const char *const names[] = {[1] = "closed",
					    [2] = "to be opened",
					    [3] = "waiting for a banner",
					    [4] = "connecting",
					    [5] = "waiting for a banner",
					    [6] = "waiting for a banner",
					    [7] = "waiting for a hello",
					    [8] = "authenticating",
					    [9] = "authenticating",
					    [10] = "connecting",
					    [11] = "connecting again",
					    [12] = "open",
					    [13] = "standby"};
	static const char *const old[] = {
		[1] = "closed",	    [2] = "to be opened", [3] = "waiting for a banner",
		[4] = "connecting", [5] = "open",	  [6] = "standby"};

	if (pk_has(ctx, PK_R_ceph_con_v1))
		return state < PK_ARRAY_SIZE(names) ? names[state] : NULL;
	return state < PK_ARRAY_SIZE(old) ? old[state] : NULL;
}

/* con_fault() sets the delay of the next attempt; a connection that is made has none. */
static void read_state(struct walk *walk, struct pk_consumer *con)
{
	struct pk_figure delay = pk_figure_member(walk->ctx, con->addr, PK_R_ceph_con_delay);

	con->state = pk_figure_member(walk->ctx, con->addr, PK_R_ceph_con_state);
	if (con->state.status == PK_OK)
		con->state_word = state_name(walk->ctx, con->state.value);
	con->lost = con->state;
	if (con->state.status == PK_OK && !con->state_word)
		con->lost = pk_figure_none(PK_UNSUPPORTED);
	else if (con->state.status == PK_OK)
		con->lost = delay;
	if (con->lost.status == PK_OK)
		con->lost.value = delay.value && strcmp(con->state_word, "open") != 0 &&
				  strcmp(con->state_word, "standby") != 0 &&
				  strcmp(con->state_word, "closed") != 0;
}

static bool count_message(uint64_t node, void *arg)
{
	(void)node;
	++*(uint64_t *)arg;
	return true;
}

static enum pk_status read_messages(struct walk *walk, struct pk_consumer *con)
{
	uint64_t queued, sent, incoming;
	enum pk_status status = pk_row_offsets(
		walk->ctx, PK_WANTED({PK_R_ceph_con_queued, &queued}, {PK_R_ceph_con_sent, &sent}));

	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, con->addr, PK_R_ceph_con_incoming, &incoming);
	if (status != PK_OK)
		return status;
	con->ceph.receives = incoming != 0;
	status = pk_list_walk(walk->ctx, con->addr + queued, count_message, &con->ceph.queued);
	if (status == PK_OK)
		status = pk_list_walk(walk->ctx, con->addr + sent, count_message, &con->ceph.sent);
	return status;
}

static enum pk_status read_peer(struct walk *walk, struct pk_consumer *con)
{
	uint64_t addr, sock;
	enum pk_status status = pk_row_offset(walk->ctx, PK_R_ceph_con_addr, &addr);

	if (status == PK_OK)
		status = pk_consumer_read_server(walk->ctx, con->addr + addr, con);
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, con->addr, PK_R_ceph_con_sock, &sock);
	return status == PK_OK ? pk_consumer_read_socket(walk->ctx, sock, con) : status;
}

/* The one at ADDR, of the client that is walked; its place in the list, which may move. NUMBER: row of HOLDER's member. */
static struct pk_consumer *add_connection(struct walk *walk, const char *role, uint64_t addr,
					  uint64_t holder, enum pk_row_id number)
{
	struct pk_consumer *con = pk_consumer_add(walk->all, addr);
	uint64_t value;
	enum pk_status status;

	if (!con) {
		note(walk, walk->ctx->error.status, "Ceph connection", addr);
		return NULL;
	}
	con->kind = "ceph";
	con->protocol = pk_consumer_tcp()->name;
	con->controller = walk->ceph.client;
	con->ceph.role = role;
	read_state(walk, con);
	status = pk_member_uint(walk->ctx, holder, number, &value);
	if (status == PK_OK)
		con->ceph.number = (int32_t)value;
	if (status == PK_OK)
		status = read_peer(walk, con);
	if (status == PK_OK)
		status = read_messages(walk, con);
	if (status != PK_OK)
		note(walk, status, "Ceph connection", addr);
	return con;
}

/* --- the monitor ----------------------------------------------------------------------------------------- */

/* ceph_con_keepalive_expired(): only peers with this feature answer, by a stamp of the wall clock. */
static enum pk_status read_silence(struct walk *walk, struct pk_consumer *mon)
{
	uint64_t features, answered;
	enum pk_status status = pk_member_uints(walk->ctx, mon->addr,
						PK_WANTED({PK_R_ceph_con_features, &features},
							  {PK_R_ceph_con_answered, &answered}));

	if (status != PK_OK || !(features >> FEATURE_KEEPALIVE2 & 1) || !answered)
		return status;
	mon->limit_ms = (struct pk_figure){.status = PK_OK, .value = SILENCE_MS};
	mon->silent_ms = walk->wall_ms;
	if (mon->silent_ms.status == PK_OK)
		mon->silent_ms.value = walk->wall_ms.value > answered * MSEC_PER_SEC
					       ? walk->wall_ms.value - answered * MSEC_PER_SEC
					       : 0;
	return PK_OK;
}

/* __open_session() notes the time there, and delayed_work() goes on to another monitor. */
static enum pk_status read_hunt(struct walk *walk, struct pk_consumer *mon, uint64_t monc)
{
	uint64_t opened, times;
	enum pk_status status = pk_member_uints(
		walk->ctx, monc,
		PK_WANTED({PK_R_ceph_mon_opened, &opened}, {PK_R_ceph_mon_times, &times}));

	if (status != PK_OK)
		return status;
	mon->silent_ms = pk_consumer_since_jiffies(walk->all, opened);
	mon->limit_ms =
		(struct pk_figure){.status = PK_OK, .value = HUNT_MS * (uint64_t)(uint32_t)times};
	return PK_OK;
}

/* Jiffies from NOW to EXPIRES; the past is negative. */
static int64_t jiffies_left(const struct walk *walk, uint64_t expires, uint64_t now)
{
	unsigned shift = 64 - 8 * walk->ctx->target->facts.word_size;

	return (int64_t)((expires - now) << shift) >> shift;
}

/*
 * A client hunts from its first moment on, in which ceph_osdc_init() starts a timer of osd_idle_ttl. That is started again
 * with a fourth of it: if more is left, it runs for the first time. Either is rounded by up to a second.
 */
static struct pk_figure hunting_ms(struct walk *walk, uint64_t client)
{
	const struct pk_consumer_walk *all = walk->all;
	uint64_t options, ttl, expires, hz = all->hz;
	struct pk_figure ms = all->now_jiffies;
	int64_t left;
	enum pk_status status =
		pk_member_uint(walk->ctx, client, PK_R_ceph_client_options, &options);

	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, options, PK_R_ceph_options_idle, &ttl);
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, client + walk->osdc, PK_R_ceph_osdc_idle,
					&expires);
	if (status == PK_OK)
		status = ms.status == PK_OK && !hz ? PK_ABSENT : ms.status;
	if (status != PK_OK)
		return pk_figure_none(status);
	left = jiffies_left(walk, expires, ms.value);
	if (ttl > INT32_MAX || left > (int64_t)(ttl + hz))
		return pk_figure_none(PK_CORRUPT);
	if (left < (int64_t)(ttl / 4 + hz))
		left = (int64_t)(ttl / 4 + hz);
	left += (int64_t)hz / 4;
	ms.value = left < (int64_t)ttl ? (ttl - (uint64_t)left) * MSEC_PER_SEC / hz : 0;
	return ms;
}

static enum pk_status judge_monitor(struct walk *walk, struct pk_controller *client,
				    struct pk_consumer *mon, uint64_t monc)
{
	uint64_t hunts, had;
	enum pk_status status = pk_member_uints(
		walk->ctx, monc,
		PK_WANTED({PK_R_ceph_mon_hunting, &hunts}, {PK_R_ceph_mon_had, &had}));

	if (status != PK_OK) {
		mon->lost = pk_figure_none(status);
		return status;
	}
	mon->ceph.is_hunted = hunts != 0;
	mon->ceph.was_let_in = had != 0;
	if (!hunts)
		return read_silence(walk, mon);
	if (had) {
		mon->lost = (struct pk_figure){.status = PK_OK, .value = 1};
	} else {
		client->hunts_ms = hunting_ms(walk, client->addr);
		mon->lost = client->hunts_ms;
		if (mon->lost.status == PK_OK)
			mon->lost.value = mon->lost.value > HUNT_MS;
	}
	return read_hunt(walk, mon, monc);
}

static void read_monitor(struct walk *walk, struct pk_controller *client)
{
	struct pk_consumers *consumers = walk->all->consumers;
	uint64_t monc = client->addr + walk->monc, requests, wait, nr;
	struct pk_consumer *mon =
		add_connection(walk, "mon", monc + walk->mon_con, monc, PK_R_ceph_mon_number);
	enum pk_status status;

	if (!mon)
		return;
	status = judge_monitor(walk, client, mon, monc);
	if (status == PK_OK)
		status = pk_row_offset(walk->ctx, PK_R_ceph_mon_requests, &requests);
	if (status == PK_OK)
		status = pk_ceph_mon_requests(&walk->ceph, mon->addr, monc + requests);
	if (status == PK_OK)
		status = pk_row_offset(walk->ctx, PK_R_ceph_client_wait, &wait);
	if (status != PK_OK) {
		note(walk, status, "Ceph monitor", monc);
		return;
	}
	nr = consumers->nr_calls;
	pk_consumer_wait_read(walk->all, mon->addr, client->addr + wait, "the monitor's maps");
	if (consumers->nr_calls > nr)
		consumers->calls[nr].controller = client->addr;
}

/* --- OSDs ------------------------------------------------------------------------------------------------ */

static bool read_osd(struct walk *walk, uint64_t osd)
{
	struct pk_consumer *con =
		add_connection(walk, "osd", osd + walk->osd_con, osd, PK_R_ceph_osd_number);
	enum pk_status status;

	if (!con)
		return false;
	if (walk->all->hz && walk->ceph.keepalive < UINT32_MAX)
		con->limit_ms = (struct pk_figure){.status = PK_OK,
						   .value = walk->ceph.keepalive * MSEC_PER_SEC /
							    walk->all->hz};
	status = pk_ceph_osd_requests(&walk->ceph, con->addr, osd + walk->osd_requests);
	if (status != PK_OK)
		note(walk, status, "requests to OSD", osd);
	return true;
}

static bool visit_osd(uint64_t node, void *arg)
{
	struct walk *walk = arg;

	return read_osd(walk, node - walk->osd_link);
}

static void read_osds(struct walk *walk, uint64_t client)
{
	uint64_t osdc = client + walk->osdc, osds, homeless, options;
	enum pk_status status =
		pk_row_offsets(walk->ctx, PK_WANTED({PK_R_ceph_osdc_osds, &osds},
						    {PK_R_ceph_osdc_homeless, &homeless}));

	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, client, PK_R_ceph_client_options, &options);
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, options, PK_R_ceph_options_keepalive,
					&walk->ceph.keepalive);
	if (status == PK_OK)
		status = pk_rbtree_walk(walk->ctx, osdc + osds, visit_osd, walk);
	if (status == PK_OK)
		status = pk_ceph_osd_requests(&walk->ceph, 0, osdc + homeless + walk->osd_requests);
	if (status != PK_OK)
		note(walk, status, "OSDs of Ceph client", client);
}

/* --- MDSs ------------------------------------------------------------------------------------------------ */

static const struct pk_consumer_word session_states[] = {
	{PK_R_ceph_mds_new, "new"},
	{PK_R_ceph_mds_opening, "opening"},
	{PK_R_ceph_mds_open, "open"},
	{PK_R_ceph_mds_hung, "hung"},
	{PK_R_ceph_mds_closing, "closing"},
	{PK_R_ceph_mds_closed, "closed"},
	{PK_R_ceph_mds_restarting, "restarting"},
	{PK_R_ceph_mds_reconnecting, "reconnecting"},
	{PK_R_ceph_mds_rejected, "rejected"},
};

static enum pk_status read_mds(struct walk *walk, uint64_t session)
{
	struct pk_figure state = pk_figure_member(walk->ctx, session, PK_R_ceph_mds_state);
	struct pk_consumer *con;
	uint64_t offset;
	enum pk_status status = pk_row_offset(walk->ctx, PK_R_ceph_mds_con, &offset);

	if (status != PK_OK)
		return status;
	con = add_connection(walk, "mds", session + offset, session, PK_R_ceph_mds_number);
	if (!con)
		return walk->ctx->error.status;
	con->ceph.session = pk_consumer_word_of(walk->ctx, session_states,
						PK_ARRAY_SIZE(session_states), &state);
	con->ceph.is_hung = con->ceph.session && !strcmp(con->ceph.session, "hung");
	return state.status;
}

static enum pk_status read_mdss(struct walk *walk, uint64_t fsc)
{
	uint64_t mdsc, sessions, nr, session, requests;
	unsigned word = walk->ctx->target->facts.word_size;
	enum pk_status status = pk_member_uint(walk->ctx, fsc, PK_R_ceph_fs_mdsc, &mdsc);

	if (status == PK_OK && mdsc)
		status = pk_member_uints(
			walk->ctx, mdsc,
			PK_WANTED({PK_R_ceph_mdsc_sessions, &sessions}, {PK_R_ceph_mdsc_nr, &nr}));
	if (status != PK_OK || !mdsc)
		return status;
	if (nr > SESSIONS_MAX)
		return pk_fail(walk->ctx, PK_CORRUPT, "%llu sessions", (unsigned long long)nr);
	for (uint64_t i = 0; i < nr && status == PK_OK; i++) {
		status = pk_read_ptr(walk->ctx, sessions + i * word, &session);
		if (status == PK_OK && session)
			status = read_mds(walk, session);
	}
	if (status == PK_OK)
		status = pk_row_offset(walk->ctx, PK_R_ceph_mdsc_requests, &requests);
	return status == PK_OK ? pk_ceph_mds_requests(&walk->ceph, mdsc + requests) : status;
}

/* --- clients --------------------------------------------------------------------------------------------- */

static enum pk_status read_identity(struct walk *walk, struct pk_controller *client)
{
	uint8_t fsid[FSID_BYTES];
	uint64_t offset, has_fsid, auth;
	char *text = client->nqn;
	enum pk_status status = pk_member_uints(walk->ctx, client->addr,
						PK_WANTED({PK_R_ceph_client_has_fsid, &has_fsid},
							  {PK_R_ceph_client_net, &client->net}));

	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, client->addr + walk->monc, PK_R_ceph_mon_auth,
					&auth);
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, auth, PK_R_ceph_auth_id, &client->entity);
	if (status == PK_OK)
		status = pk_row_offset(walk->ctx, PK_R_ceph_client_fsid, &offset);
	if (status == PK_OK)
		status = pk_read(walk->ctx, client->addr + offset, fsid, sizeof(fsid));
	for (unsigned i = 0; status == PK_OK && has_fsid && i < FSID_BYTES; i++)
		text += sprintf(text, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
				fsid[i]);
	return status;
}

static void read_netns(struct walk *walk, struct pk_controller *client)
{
	uint64_t inum;

	if (client->net && pk_has(walk->ctx, PK_R_net_inum) &&
	    pk_member_uint(walk->ctx, client->net, PK_R_net_inum, &inum) == PK_OK)
		client->netns = (uint32_t)inum;
}

/* What holds the client points back to it; that is not read where the module's types are unknown. */
static bool is_held(struct walk *walk, uint64_t holder, enum pk_row_id back, uint64_t client)
{
	uint64_t value;

	return holder && pk_has(walk->ctx, back) &&
	       pk_member_uint(walk->ctx, holder, back, &value) == PK_OK && value == client;
}

static void read_client(struct walk *walk, uint64_t addr)
{
	struct pk_controller *client = pk_controller_add(walk->all, addr);
	uint64_t holder = 0;
	enum pk_status status;

	if (!client) {
		note(walk, walk->ctx->error.status, "Ceph client", addr);
		return;
	}
	walk->ceph.client = addr;
	status = pk_member_uint(walk->ctx, addr, PK_R_ceph_client_private, &holder);
	if (status == PK_OK)
		status = read_identity(walk, client);
	if (status != PK_OK)
		note(walk, status, "Ceph client", addr);
	read_netns(walk, client);
	read_monitor(walk, client);
	read_osds(walk, addr);
	if (is_held(walk, holder, PK_R_rbd_client_client, addr))
		client->holder = "rbd";
	if (!is_held(walk, holder, PK_R_ceph_fs_client, addr))
		return;
	client->holder = "cephfs";
	status = read_mdss(walk, holder);
	if (status != PK_OK)
		note(walk, status, "MDSs of Ceph client", addr);
}

/* Its monitor client points back to a client. */
static void take_client(struct walk *walk, uint64_t addr)
{
	uint64_t back;
	enum pk_status status;

	if (!pk_address_set_add(&walk->seen, addr, CLIENTS_MAX))
		return;
	status = pk_member_uint(walk->ctx, addr + walk->monc, PK_R_ceph_mon_client, &back);
	if (status == PK_OK && back != addr)
		status = pk_fail(walk->ctx, PK_CORRUPT, "its monitor's client is %llx",
				 (unsigned long long)back);
	if (status != PK_OK)
		note(walk, status, "Ceph client", addr);
	else
		read_client(walk, addr);
}

/* --- where clients are found ----------------------------------------------------------------------------- */

/* What holds a connection, by its operations. */
static const struct holder {
	const char *ops;
	enum pk_row_id con;
	enum pk_row_id steps[3]; /* pointers to the client; PK_NR_ROWS: there already */
} holders[] = {
	{"mon_con_ops", PK_R_ceph_mon_con, {PK_R_ceph_mon_client, PK_NR_ROWS}},
	{"osd_con_ops", PK_R_ceph_osd_con, {PK_R_ceph_osd_osdc, PK_R_ceph_osdc_client, PK_NR_ROWS}},
	{"mds_con_ops",
	 PK_R_ceph_mds_con,
	 {PK_R_ceph_mds_mdsc, PK_R_ceph_mdsc_client, PK_R_ceph_fs_client}},
};

static enum pk_status client_of(struct walk *walk, uint64_t con, uint64_t *ret_client)
{
	const struct holder *holder = NULL;
	struct pk_symbol symbol;
	uint64_t ops, offset, at;
	enum pk_status status = pk_member_uint(walk->ctx, con, PK_R_ceph_con_ops, &ops);

	if (status == PK_OK)
		status = pk_symbol_at(walk->ctx, ops, &symbol);
	if (status != PK_OK)
		return status;
	for (size_t i = 0; i < PK_ARRAY_SIZE(holders); i++)
		if (symbol.addr == ops && !strcmp(symbol.name, holders[i].ops))
			holder = &holders[i];
	if (!holder)
		return pk_fail(walk->ctx, PK_UNSUPPORTED, "unknown operations");
	status = pk_row_offset(walk->ctx, holder->con, &offset);
	at = con - offset;
	for (unsigned i = 0; i < 3 && status == PK_OK && holder->steps[i] != PK_NR_ROWS; i++)
		status = pk_member_uint(walk->ctx, at, holder->steps[i], &at);
	if (status == PK_OK)
		*ret_client = at;
	return status;
}

static bool visit_sock(const struct pk_sock *sock, void *arg)
{
	struct walk *walk = arg;
	uint64_t ready, ours, con = 0, socket, sk, client;
	enum pk_status status;

	if (sock->kind != PK_SOCK_FULL ||
	    pk_row_value(walk->ctx, PK_R_ceph_data_ready, &ours) != PK_OK ||
	    pk_member_uint(walk->ctx, sock->addr, PK_R_sk_data_ready, &ready) != PK_OK ||
	    ready != ours)
		return true;
	status = pk_member_uint(walk->ctx, sock->addr, PK_R_sk_user_data, &con);
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, con, PK_R_ceph_con_sock, &socket);
	if (status == PK_OK && !socket) /* it is just being closed */
		return true;
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, socket, PK_R_socket_sk, &sk);
	if (status == PK_OK && sk != sock->addr)
		return true;
	if (status == PK_OK)
		status = client_of(walk, con, &client);
	if (status != PK_OK)
		note(walk, status, "Ceph connection of socket", sock->addr);
	else
		take_client(walk, client);
	return true;
}

static bool visit_image(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	uint64_t client;
	enum pk_status status =
		pk_member_uint(walk->ctx, node - walk->link, PK_R_rbd_client_client, &client);

	if (status != PK_OK)
		note(walk, status, "client of RBD", node);
	else
		take_client(walk, client);
	return true;
}

static void walk_images(struct walk *walk)
{
	uint64_t list;
	enum pk_status status;

	if (!pk_has(walk->ctx, PK_R_ceph_images) || !pk_has(walk->ctx, PK_R_rbd_client_link))
		return;
	status = pk_row_value(walk->ctx, PK_R_ceph_images, &list);
	if (status == PK_OK)
		status = pk_row_offset(walk->ctx, PK_R_rbd_client_link, &walk->link);
	if (status == PK_OK)
		status = pk_list_walk(walk->ctx, list, visit_image, walk);
	if (status != PK_OK)
		note(walk, status, "clients of RBD", list);
}

static bool visit_super(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	uint64_t fsc, client;
	enum pk_status status =
		pk_member_uint(walk->ctx, node - walk->link, PK_R_super_block_info, &fsc);

	if (status == PK_OK && !fsc)
		return true;
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, fsc, PK_R_ceph_fs_client, &client);
	if (status != PK_OK)
		note(walk, status, "Ceph file system", node);
	else
		take_client(walk, client);
	return true;
}

static void walk_supers(struct walk *walk)
{
	uint64_t type, supers = 0;
	enum pk_status status;

	if (!pk_has(walk->ctx, PK_R_ceph_fs_type) || !pk_has(walk->ctx, PK_R_ceph_fs_client))
		return;
	status = pk_row_value(walk->ctx, PK_R_ceph_fs_type, &type);
	if (status == PK_OK)
		status = pk_row_offsets(walk->ctx, PK_WANTED({PK_R_fs_type_supers, &supers},
							     {PK_R_super_block_link, &walk->link}));
	if (status == PK_OK)
		status = pk_hlist_walk(walk->ctx, type + supers, visit_super, walk);
	if (status != PK_OK)
		note(walk, status, "Ceph file systems", type + supers);
}

/* --- all of it ------------------------------------------------------------------------------------------- */

static enum pk_status read_ceph(struct pk_consumer_walk *all)
{
	struct walk walk = {.ceph = {.all = all, .ctx = all->ctx}, .all = all, .ctx = all->ctx};
	uint64_t ready;
	enum pk_status status = pk_row_value(all->ctx, PK_R_ceph_data_ready, &ready);

	if (status == PK_OK)
		status = pk_row_offsets(all->ctx,
					PK_WANTED({PK_R_ceph_client_monc, &walk.monc},
						  {PK_R_ceph_client_osdc, &walk.osdc},
						  {PK_R_ceph_mon_con, &walk.mon_con},
						  {PK_R_ceph_osd_con, &walk.osd_con},
						  {PK_R_ceph_osd_link, &walk.osd_link},
						  {PK_R_ceph_osd_requests, &walk.osd_requests}));
	if (status != PK_OK)
		return status;
	pk_consumer_clocks(all);
	walk.wall_ms.status = pk_wall_clock(all->ctx, &walk.wall_ms.value);
	walk.wall_ms.value /= NSEC_PER_MSEC;
	walk_images(&walk);
	walk_supers(&walk);
	status = pk_socks_walk(all->ctx, visit_sock, &walk);
	if (status != PK_OK)
		note(&walk, status, "sockets of Ceph", 0);
	pk_address_set_deinit(&walk.seen);
	return PK_OK;
}

const struct pk_consumer_source pk_consumer_ceph = {"Ceph", read_ceph};
