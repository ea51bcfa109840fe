// SPDX-License-Identifier: GPL-3.0-or-later
/* Clients of Ceph: found by sockets and lists; their connections, requests, and who waits, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "fake_consumers.h"

#define IMAGES FAKE_CONSUMER_GLOBALS
#define FS_TYPE (FAKE_CONSUMER_GLOBALS + 0x80)
#define MON_OPS (FAKE_CONSUMER_GLOBALS + 0x100)
#define OSD_OPS (FAKE_CONSUMER_GLOBALS + 0x120)
#define MDS_OPS (FAKE_CONSUMER_GLOBALS + 0x140)
#define CLIENT FAKE_DIRECT
#define MONC (CLIENT + 80)
#define MON (MONC + 40)
#define OSDC (CLIENT + 400)
#define HOMELESS (OSDC + 16)
#define OPTIONS (FAKE_DIRECT + 0x400)
#define AUTH (FAKE_DIRECT + 0x440)
#define HOLDER (FAKE_DIRECT + 0x480) /* struct rbd_client or ceph_fs_client */
#define SUPER (FAKE_DIRECT + 0x4c0)
#define MDSC (FAKE_DIRECT + 0x500)
#define SESSIONS (FAKE_DIRECT + 0x540)
#define SESSION (FAKE_DIRECT + 0x580)
#define MDS (SESSION + 40)
#define OSD (FAKE_DIRECT + 0x700)
#define OSD_CON (OSD + 40)
#define SOCKET(n) (FAKE_DIRECT + 0x900 + 0x40 * (uint64_t)(n))
#define REQUEST(n) (FAKE_DIRECT + 0xa00 + 0x100 * (uint64_t)(n))
#define MESSAGE (FAKE_DIRECT + 0xe00)
#define IMAGE (FAKE_DIRECT + 0xe40 + 0x40) /* struct rbd_img_request, behind a struct request */
#define QUEUE (FAKE_DIRECT + 0xec0)
#define BIO (FAKE_DIRECT + 0x1200)
#define ENTRY(n) (FAKE_DIRECT + 0xf00 + 0x40 * (uint64_t)(n))
#define THREAD(n) (FAKE_DIRECT + 0x1000 + 0x40 * (uint64_t)(n))
#define SOCK(n) (FAKE_DIRECT + 0x4000 + 0x1000 * (uint64_t)(n))
#define SLEEPS 0xffffffff81000000ull
#define READY (SLEEPS + 0x100)
#define CALLBACK (SLEEPS + 0x200)
#define OF_IMAGE (SLEEPS + 0x300)
#define ENDS_BIO (SLEEPS + 0x400)

/* Of a connection */
#define STATE 16
#define QUEUED 176
#define DELAY 216
#define ANSWERED 224
enum { CLOSED = 1, PREOPEN, BANNER, OPEN = 12 };
enum { SESSION_NEW = 1, SESSION_OPENING, SESSION_OPEN, SESSION_HUNG };

#define LIB(type) "struct " type "@libceph"
#define FS(type) "struct " type "@ceph"
static const struct fake_member members[] = {
	{"struct sock", "sk_data_ready", 504, 8, .is_pointer = true},
	{"struct sock", "sk_user_data", 512, 8, .is_pointer = true},
	{"struct file_system_type", "fs_supers", 8, .size = 8},
	{"struct super_block", "s_instances", 0, .size = 16},
	{"struct super_block", "s_fs_info", 16, 8, .is_pointer = true},
	{"struct rbd_client@rbd", "client", 0, 8, .is_pointer = true},
	{"struct rbd_client@rbd", "node", 16, .size = 16},
	{FS("ceph_fs_client"), "client", 8, 8, .is_pointer = true},
	{FS("ceph_fs_client"), "mdsc", 16, 8, .is_pointer = true},
	{LIB("ceph_client"), "fsid", 0, .size = 16},
	{LIB("ceph_client"), "have_fsid", 16, .size = 1},
	{LIB("ceph_client"), "private", 24, 8, .is_pointer = true},
	{LIB("ceph_client"), "options", 32, 8, .is_pointer = true},
	{LIB("ceph_client"), "auth_wq", 40, .size = 24},
	{LIB("ceph_client"), "msgr.net.net", 64, 8, .is_pointer = true},
	{LIB("ceph_client"), "monc", 80, .size = 296},
	{LIB("ceph_client"), "osdc", 400, .size = 312},
	{LIB("ceph_options"), "osd_keepalive_timeout", 0, .size = 8},
	{LIB("ceph_options"), "osd_idle_ttl", 8, .size = 8},
	{LIB("ceph_connection"), "ops", 8, 8, .is_pointer = true},
	{LIB("ceph_connection"), "state", 16, 4, .is_signed = true},
	{LIB("ceph_connection"), "sock", 24, 8, .is_pointer = true},
	{LIB("ceph_connection"), "peer_name.type", 32, .size = 1},
	{LIB("ceph_connection"), "peer_addr.in_addr", 40, .size = 128},
	{LIB("ceph_connection"), "peer_features", 168, .size = 8},
	{LIB("ceph_connection"), "out_queue", 176, .size = 16},
	{LIB("ceph_connection"), "out_sent", 192, .size = 16},
	{LIB("ceph_connection"), "in_msg", 208, 8, .is_pointer = true},
	{LIB("ceph_connection"), "delay", 216, .size = 8},
	{LIB("ceph_connection"), "last_keepalive_ack.tv_sec", 224, 8, .is_signed = true},
	{LIB("ceph_mon_client"), "client", 0, 8, .is_pointer = true},
	{LIB("ceph_mon_client"), "auth", 8, 8, .is_pointer = true},
	{LIB("ceph_mon_client"), "hunting", 16, .size = 1},
	{LIB("ceph_mon_client"), "cur_mon", 20, 4, .is_signed = true},
	{LIB("ceph_mon_client"), "sub_renew_after", 24, .size = 8},
	{LIB("ceph_mon_client"), "con", 40, .size = 240},
	{LIB("ceph_mon_client"), "had_a_connection", 280, .size = 1},
	{LIB("ceph_mon_client"), "hunt_mult", 284, 4, .is_signed = true},
	{LIB("ceph_mon_client"), "generic_request_tree", 288, .size = 8},
	{LIB("ceph_auth_client"), "global_id", 8, .size = 8},
	{LIB("ceph_mon_generic_request"), "tid", 0, .size = 8},
	{LIB("ceph_mon_generic_request"), "node", 8, .size = 24},
	{LIB("ceph_mon_generic_request"), "completion", 32, .size = 32},
	{LIB("ceph_mon_generic_request"), "complete_cb", 64, 8, .is_pointer = true},
	{LIB("ceph_mon_generic_request"), "request", 72, 8, .is_pointer = true},
	{LIB("ceph_msg"), "hdr.type", 16, .size = 2},
	{LIB("ceph_osd_client"), "client", 0, 8, .is_pointer = true},
	{LIB("ceph_osd_client"), "osds", 8, .size = 8},
	{LIB("ceph_osd_client"), "homeless_osd", 16, .size = 288},
	{LIB("ceph_osd_client"), "osds_timeout_work.timer.expires", 304, .size = 8},
	{LIB("ceph_osd"), "o_osdc", 0, 8, .is_pointer = true},
	{LIB("ceph_osd"), "o_osd", 8, 4, .is_signed = true},
	{LIB("ceph_osd"), "o_node", 16, .size = 24},
	{LIB("ceph_osd"), "o_con", 40, .size = 240},
	{LIB("ceph_osd"), "o_requests", 280, .size = 8},
	{LIB("ceph_osd_request"), "r_tid", 0, .size = 8},
	{LIB("ceph_osd_request"), "r_node", 8, .size = 24},
	{LIB("ceph_osd_request"), "r_t.spgid.pgid.pool", 32, .size = 8},
	{LIB("ceph_osd_request"), "r_t.spgid.pgid.seed", 40, .size = 4},
	{LIB("ceph_osd_request"), "r_num_ops", 44, .size = 4},
	{LIB("ceph_osd_request"), "r_completion", 48, .size = 32},
	{LIB("ceph_osd_request"), "r_callback", 80, 8, .is_pointer = true},
	{LIB("ceph_osd_request"), "r_stamp", 88, .size = 8},
	{LIB("ceph_osd_request"), "r_start_stamp", 96, .size = 8},
	{LIB("ceph_osd_request"), "r_attempts", 104, 4, .is_signed = true},
	{LIB("ceph_osd_request"), "r_ops", 112, .size = 0},
	{LIB("ceph_osd_req_op"), "op", 0, .size = 2},
	{LIB("ceph_osd_request"), "r_priv", 240, 8, .is_pointer = true},
	{"struct rbd_obj_request@rbd", "img_request", 8, 8, .is_pointer = true},
	{"struct rbd_img_request@rbd", "rbd_dev", 0, 8, .is_pointer = true},
	{"struct rbd_img_request@rbd", "flags", 8, .size = 8},
	{"struct request", "q", 0, 8, .is_pointer = true},
	{"struct request", "bio", 8, 8, .is_pointer = true},
	{"struct request", "__sector", 16, .size = 8},
	{"struct request", "__data_len", 24, .size = 4},
	{"struct request_queue", "queuedata", 8, 8, .is_pointer = true},
	{"struct bio", "bi_next", 0, 8, .is_pointer = true},
	{"struct bio", "bi_end_io", 8, 8, .is_pointer = true},
	{"struct bio", "bi_private", 16, 8, .is_pointer = true},
	{FS("ceph_mds_client"), "fsc", 0, 8, .is_pointer = true},
	{FS("ceph_mds_client"), "sessions", 8, 8, .is_pointer = true},
	{FS("ceph_mds_client"), "max_sessions", 16, 4, .is_signed = true},
	{FS("ceph_mds_client"), "request_tree", 24, .size = 8},
	{FS("ceph_mds_session"), "s_mdsc", 0, 8, .is_pointer = true},
	{FS("ceph_mds_session"), "s_mds", 8, 4, .is_signed = true},
	{FS("ceph_mds_session"), "s_state", 12, 4, .is_signed = true},
	{FS("ceph_mds_session"), "s_con", 40, .size = 240},
	{FS("ceph_mds_request"), "r_tid", 0, .size = 8},
	{FS("ceph_mds_request"), "r_node", 8, .size = 24},
	{FS("ceph_mds_request"), "r_op", 32, 4, .is_signed = true},
	{FS("ceph_mds_request"), "r_session", 40, 8, .is_pointer = true},
	{FS("ceph_mds_request"), "r_req_flags", 48, .size = 8},
	{FS("ceph_mds_request"), "r_timeout", 56, .size = 8},
	{FS("ceph_mds_request"), "r_started", 64, .size = 8},
	{FS("ceph_mds_request"), "r_completion", 72, .size = 32},
	{FS("ceph_mds_request"), "r_callback", 104, 8, .is_pointer = true},
	{LIB("ceph_connection"), "v1", 232, .size = 8}, /* the last: older kernels have none */
};

static const struct fake_enum enums[] = {
	{NULL, "IMG_REQ_CHILD@rbd", 0},
	{NULL, "CEPH_MDS_SESSION_NEW@ceph", SESSION_NEW},
	{NULL, "CEPH_MDS_SESSION_OPENING@ceph", SESSION_OPENING},
	{NULL, "CEPH_MDS_SESSION_OPEN@ceph", SESSION_OPEN},
	{NULL, "CEPH_MDS_SESSION_HUNG@ceph", SESSION_HUNG},
};

/* Open, to 10.0.0.2 by socket N, without messages. */
static void put_con(struct fake_target *fake, uint64_t con, uint64_t ops, unsigned n)
{
	const uint8_t server[] = {0x1a, 0x85, 10, 0, 0, 1};

	fake_put(fake, con + 8, 8, ops);
	fake_put(fake, con + STATE, 4, OPEN);
	fake_put(fake, con + 24, 8, SOCKET(n));
	fake_put(fake, con + 40, 2, 2);
	fake_put_bytes(fake, con + 42, server, sizeof(server));
	fake_list(fake, con + QUEUED);
	fake_list(fake, con + QUEUED + 16);
	fake_put(fake, SOCKET(n) + 8, 8, SOCK(n));
	fake_net_sock(fake, SOCK(n), 1, (uint16_t)(800 + n), 6789);
	fake_put(fake, SOCK(n) + 504, 8, READY);
	fake_put(fake, SOCK(n) + 512, 8, con);
}

static void hash_socks(struct fake_target *fake, unsigned nr)
{
	const uint64_t socks[] = {SOCK(0), SOCK(1), SOCK(2)};

	fake_net_chain(fake, FAKE_EHASH, socks, nr);
}

static void put_waiter(struct fake_target *fake, struct pk_ctx *ctx, uint64_t completion,
		       unsigned n)
{
	fake_put(fake, ENTRY(n), 8, THREAD(n));
	fake_list_add(fake, ctx, completion + 16, ENTRY(n) + 8);
}

/* To OSD 3, of 8 s ago, sent 7 s ago; a read that thread 0 waits for. */
static void put_request(struct fake_target *fake, struct pk_ctx *ctx, unsigned n, uint64_t tree)
{
	fake_put(fake, REQUEST(n), 8, 70 + n);
	fake_put(fake, REQUEST(n) + 32, 8, 2);
	fake_put(fake, REQUEST(n) + 40, 4, 0x1f);
	fake_put(fake, REQUEST(n) + 44, 4, 1);
	fake_put(fake, REQUEST(n) + 88, 8, NOW - 7 * HZ);
	fake_put(fake, REQUEST(n) + 96, 8, NOW - 8 * HZ);
	fake_put(fake, REQUEST(n) + 104, 4, 1);
	fake_put(fake, REQUEST(n) + 112, 2, 0x1201);
	fake_list(fake, REQUEST(n) + 48 + 16);
	put_waiter(fake, ctx, REQUEST(n) + 48, n);
	fake_put(fake, tree, 8, REQUEST(n) + 8);
}

static void put_osd(struct fake_target *fake)
{
	fake_put(fake, OSD, 8, OSDC);
	fake_put(fake, OSD + 8, 4, 3);
	put_con(fake, OSD_CON, OSD_OPS, 1);
	fake_put(fake, OSDC + 8, 8, OSD + 16);
}

/* Makes the client one of a file system, with a session of MDS 1. */
static void put_files(struct fake_target *fake)
{
	fake_put(fake, IMAGES, 8, IMAGES);
	fake_put(fake, IMAGES + 8, 8, IMAGES);
	fake_put(fake, FS_TYPE + 8, 8, SUPER);
	fake_put(fake, SUPER + 16, 8, HOLDER);
	fake_put(fake, HOLDER, 8, 0);
	fake_put(fake, HOLDER + 8, 8, CLIENT);
	fake_put(fake, HOLDER + 16, 8, MDSC);
	fake_put(fake, MDSC, 8, HOLDER);
	fake_put(fake, MDSC + 8, 8, SESSIONS);
	fake_put(fake, MDSC + 16, 4, 2);
	fake_put(fake, SESSIONS + 8, 8, SESSION);
	fake_put(fake, SESSION, 8, MDSC);
	fake_put(fake, SESSION + 8, 4, 1);
	fake_put(fake, SESSION + 12, 4, SESSION_OPEN);
	put_con(fake, MDS, MDS_OPS, 2);
}

static void put_client(struct fake_target *fake)
{
	const uint8_t fsid[16] = {0x70, 0x6b, 0x74, 0x74, 0x72, 0x61, 0x63, 0x65,
				  0x2d, 0x6c, 0x61, 0x62, 0,	0,    0x1a, 0x85};

	fake_put_bytes(fake, CLIENT, fsid, sizeof(fsid));
	fake_put(fake, CLIENT + 16, 1, 1);
	fake_put(fake, CLIENT + 24, 8, HOLDER);
	fake_put(fake, HOLDER, 8, CLIENT);
	fake_put(fake, CLIENT + 32, 8, OPTIONS);
	fake_put(fake, OPTIONS, 8, 5 * HZ);
	fake_put(fake, OPTIONS + 8, 8, 60 * HZ);
	fake_list(fake, CLIENT + 40 + 8);
	fake_put(fake, CLIENT + 64, 8, FAKE_INIT_NET);
	fake_put(fake, MONC, 8, CLIENT);
	fake_put(fake, MONC + 8, 8, AUTH);
	fake_put(fake, AUTH + 8, 8, 4100);
	fake_put(fake, MONC + 280, 1, 1);
	fake_put(fake, MONC + 284, 4, 1);
	put_con(fake, MON, MON_OPS, 0);
	fake_put(fake, OSDC, 8, CLIENT);
	fake_put(fake, OSDC + 304, 8, NOW + HZ);
}

static int draw(void **state, size_t nr_members)
{
	static struct machine machine;
	struct fake_target *fake = &machine.base.fake;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(fake);
	fake_members(fake, members, nr_members);
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_type(fake, "struct ceph_osd_req_op@libceph", 64);
	fake_module_symbol(fake, "rbd", "rbd_client_list", IMAGES, 16);
	fake_module_symbol(fake, "ceph", "ceph_fs_type", FS_TYPE, 64);
	fake_module_symbol(fake, "libceph", "mon_con_ops", MON_OPS, 32);
	fake_module_symbol(fake, "libceph", "osd_con_ops", OSD_OPS, 32);
	fake_module_symbol(fake, "ceph", "mds_con_ops", MDS_OPS, 32);
	fake_module_symbol(fake, "libceph", "ceph_sock_data_ready", READY, 0x80);
	fake_symbol(fake, "autoremove_wake_function", SLEEPS, 0x80);
	fake_module_symbol(fake, "rbd", "rbd_osd_req_callback", OF_IMAGE, 0x80);
	fake_symbol(fake, "blkdev_bio_end_io_simple", ENDS_BIO, 0x80);
	fake_type(fake, "struct request", 0x40);
	pk_ctx_init(&machine.base.ctx, &fake->target);
	fake_clocks(fake, 0);
	fake_list(fake, IMAGES);
	put_client(fake);
	hash_socks(fake, 1);
	for (int n = 0; n < 4; n++)
		fake_thread(fake, THREAD(n), 321 + n, 321 + n, "dd");
	*state = &machine;
	return 0;
}

/* A client of RBD, with a monitor. */
static int setup(void **state)
{
	return draw(state, ARRAY_SIZE(members));
}

static int setup_old(void **state)
{
	return draw(state, ARRAY_SIZE(members) - 1);
}

static void a_client(void **state)
{
	const struct pk_consumers *read = consumers(*state);
	const struct pk_controller *client = read->controllers;
	const struct pk_consumer *mon = read->list;
	char text[64];

	assert_int_equal(read->kinds[PK_CONSUMER_CEPH].status, PK_OK);
	assert_int_equal(read->nr_controllers, 1);
	assert_int_equal(client->addr, CLIENT);
	assert_string_equal(client->holder, "rbd");
	assert_string_equal(client->nqn, "706b7474-7261-6365-2d6c-616200001a85");
	assert_int_equal(client->entity, 4100);
	assert_int_equal(client->netns, 4026531840u);
	assert_int_equal(client->hunts_ms.status, PK_ABSENT);
	assert_int_equal(read->nr, 1);
	assert_int_equal(mon->addr, MON);
	assert_string_equal(mon->ceph.role, "mon");
	assert_int_equal(mon->ceph.number, 0);
	assert_string_equal(pk_address_text(mon->family, mon->server, text, sizeof(text)),
			    "10.0.0.1");
	assert_int_equal(mon->port, 6789);
	assert_string_equal(mon->state_word, "open");
	assert_int_equal(mon->lost.value, 0);
	assert_int_equal(mon->sk, SOCK(0));
	assert_int_equal(read->nr_calls, 0);
}

/* Found once, by whatever leads to it. */
static void where_it_is_found(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_list_add(fake, &machine->base.ctx, IMAGES, HOLDER + 16);
	assert_int_equal(consumers(machine)->nr_controllers, 1);
	hash_socks(fake, 0);
	fake_put(fake, MON + 24, 8, 0);
	assert_int_equal(consumers(machine)->nr_controllers, 1);
	assert_int_equal(machine->consumers.list[0].sk, 0);
	put_files(fake);
	assert_int_equal(consumers(machine)->nr_controllers, 1);
	assert_string_equal(machine->consumers.controllers[0].holder, "cephfs");
	fake_put(fake, FS_TYPE + 8, 8, 0);
	assert_int_equal(consumers(machine)->nr_controllers, 0);
	hash_socks(fake, 3);
	fake_net_chain(fake, FAKE_EHASH, (const uint64_t[]){SOCK(2)}, 1);
	assert_int_equal(consumers(machine)->nr_controllers, 1);
	/* What holds it does not point back: no word is said of it. */
	fake_put(fake, HOLDER + 8, 8, CLIENT + 8);
	assert_int_equal(status_of(machine, PK_CONSUMER_CEPH), PK_CORRUPT);
}

/* One that another module's function serves, or whose connection has another socket, is no connection's. */
static void sockets_of_others(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, SOCK(0) + 504, 8, READY + 1);
	assert_int_equal(consumers(machine)->nr_controllers, 0);
	fake_put(fake, SOCK(0) + 504, 8, READY);
	fake_put(fake, SOCKET(0) + 8, 8, SOCK(1));
	assert_int_equal(consumers(machine)->nr_controllers, 0);
	assert_int_equal(machine->consumers.kinds[PK_CONSUMER_CEPH].status, PK_OK);
	fake_put(fake, SOCKET(0) + 8, 8, SOCK(0));
	fake_put(fake, MON + 8, 8, MON_OPS + 8);
	assert_int_equal(status_of(machine, PK_CONSUMER_CEPH), PK_UNSUPPORTED);
	fake_put(fake, MON + 8, 8, MON_OPS);
	fake_put(fake, MONC, 8, CLIENT + 64);
	assert_int_not_equal(status_of(machine, PK_CONSUMER_CEPH), PK_OK);
	assert_int_equal(machine->consumers.nr_controllers, 0);
}

static void a_monitor_that_is_hunted(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumers *read;

	fake_put(fake, MONC + 16, 1, 1);
	fake_put(fake, MONC + 24, 8, NOW - 2 * HZ);
	fake_put(fake, MONC + 284, 4, 2);
	fake_wait_entry(fake, &machine->base.ctx, CLIENT + 40 + 8, ENTRY(1), THREAD(1), SLEEPS);
	read = consumers(machine);
	assert_int_equal(read->list[0].lost.value, 1);
	assert_true(read->list[0].ceph.is_hunted && read->list[0].ceph.was_let_in);
	assert_int_equal(read->list[0].silent_ms.value, 2000);
	assert_int_equal(read->list[0].limit_ms.value, 6000);
	assert_int_equal(read->nr_calls, 1);
	assert_string_equal(read->calls[0].waits_for, "the monitor's maps");
	assert_int_equal(read->calls[0].waiters[0].pid, 322);
	assert_int_equal(read->list[0].nr_waiters, 1);
	assert_int_equal(read->controllers[0].nr_waiters, 1);
	assert_int_equal(read->controllers[0].nr_calls, 0);
}

/* How long a client has hunted for its first monitor: 60 s of a timer, as far as they run for the first time. */
static void the_first_hunt(void **state)
{
	static const struct {
		int64_t left; /* seconds */
		uint64_t hunts_ms;
		bool lost;
	} cases[] = {{60, 0, false},	{58, 1752, false}, {50, 9752, true},
		     {17, 42752, true}, {10, 43752, true}, {-3, 43752, true}};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, MONC + 16, 1, 1);
	fake_put(fake, MONC + 280, 1, 0);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		fake_put(fake, OSDC + 304, 8, (uint64_t)((int64_t)NOW + cases[i].left * HZ));
		assert_int_equal(consumers(machine)->controllers[0].hunts_ms.status, PK_OK);
		assert_int_equal(machine->consumers.controllers[0].hunts_ms.value,
				 cases[i].hunts_ms);
		assert_int_equal(machine->consumers.list[0].lost.value, cases[i].lost);
	}
	fake_put(fake, OSDC + 304, 8, NOW + 100 * HZ);
	assert_int_equal(consumers(machine)->controllers[0].hunts_ms.status, PK_CORRUPT);
	assert_int_equal(machine->consumers.list[0].lost.status, PK_CORRUPT);
}

static void requests_to_an_osd(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumers *read;
	const struct pk_consumer_call *call;

	put_osd(fake);
	put_request(fake, &machine->base.ctx, 0, OSD + 280);
	put_request(fake, &machine->base.ctx, 1, HOMELESS + 280);
	fake_put(fake, REQUEST(1) + 44, 4, 2);
	fake_put(fake, REQUEST(1) + 112, 2, 0x2223);
	fake_put(fake, REQUEST(1) + 112 + 64, 2, 0x2201);
	fake_list(fake, REQUEST(1) + 48 + 16);
	fake_put(fake, REQUEST(1) + 80, 8, CALLBACK);
	read = consumers(machine);
	call = read->calls;
	assert_int_equal(read->kinds[PK_CONSUMER_CEPH].status, PK_OK);
	assert_int_equal(read->nr, 2);
	assert_string_equal(read->list[1].ceph.role, "osd");
	assert_int_equal(read->list[1].ceph.number, 3);
	assert_int_equal(read->list[1].nr_calls, 1);
	assert_int_equal(read->list[1].nr_late, 1);
	assert_int_equal(read->nr_calls, 2);
	assert_int_equal(call[0].transport, OSD_CON);
	assert_int_equal(call[0].message, 70);
	assert_int_equal(call[0].pool, 2);
	assert_int_equal(call[0].pg, 0x1f);
	assert_string_equal(call[0].procedure, "read");
	assert_int_equal(call[0].age_ms.value, 8000);
	assert_int_equal(call[0].sent_ms.value, 7000);
	assert_int_equal(call[0].late.value, 1);
	assert_int_equal(call[0].waiters[0].pid, 321);
	/* In no map is an OSD for it; a function is called in the end, which may wake anybody. */
	assert_int_equal(call[1].transport, 0);
	assert_int_equal(call[1].controller, CLIENT);
	assert_string_equal(call[1].procedure, "set-alloc-hint,write");
	assert_int_equal(call[1].late.status, PK_ABSENT);
	assert_int_equal(call[1].waiters_status, PK_ABSENT);
	/* At the limit it is not late. */
	fake_put(fake, REQUEST(0) + 88, 8, NOW - 5 * HZ);
	assert_int_equal(consumers(machine)->calls[0].late.value, 0);
}

/* It is a part of an I/O on an image, whose end wakes thread 2. */
static void a_request_of_an_image(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumer_call *call;

	put_osd(fake);
	put_request(fake, &machine->base.ctx, 0, OSD + 280);
	fake_list(fake, REQUEST(0) + 48 + 16);
	fake_put(fake, REQUEST(0) + 80, 8, OF_IMAGE);
	fake_put(fake, REQUEST(0) + 240, 8, MESSAGE);
	fake_put(fake, MESSAGE + 8, 8, IMAGE);
	fake_put(fake, IMAGE, 8, HOLDER);
	fake_put(fake, IMAGE - 0x40, 8, QUEUE);
	fake_put(fake, IMAGE - 0x40 + 8, 8, BIO);
	fake_put(fake, IMAGE - 0x40 + 16, 8, 16384);
	fake_put(fake, IMAGE - 0x40 + 24, 4, 4096);
	fake_put(fake, QUEUE + 8, 8, HOLDER);
	fake_put(fake, BIO + 8, 8, ENDS_BIO);
	fake_put(fake, BIO + 16, 8, THREAD(2));
	call = consumers(machine)->calls;
	assert_int_equal(call->waiters_status, PK_OK);
	assert_int_equal(call->request, IMAGE - 0x40);
	assert_int_equal(call->sector, 16384);
	assert_int_equal(call->bytes, 4096);
	assert_int_equal(call->nr_waiters, 1);
	assert_int_equal(call->waiters[0].pid, 323);
	/* Of a clone's parent: no request of the block layer is in front of it. */
	fake_put(fake, IMAGE + 8, 8, 1);
	assert_int_equal(consumers(machine)->calls[0].waiters_status, PK_ABSENT);
	assert_int_equal(machine->consumers.calls[0].request, 0);
	fake_put(fake, IMAGE + 8, 8, 0);
	fake_put(fake, QUEUE + 8, 8, HOLDER + 8);
	assert_int_equal(consumers(machine)->calls[0].waiters_status, PK_CORRUPT);
	assert_int_equal(machine->consumers.calls[0].request, 0);
	assert_int_equal(machine->consumers.kinds[PK_CONSUMER_CEPH].status, PK_OK);
}

static void a_connection_that_failed(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	put_osd(fake);
	fake_put(fake, OSD_CON + DELAY, 8, HZ);
	assert_int_equal(consumers(machine)->list[1].lost.value, 0);
	fake_put(fake, OSD_CON + STATE, 4, PREOPEN);
	assert_int_equal(consumers(machine)->list[1].lost.value, 1);
	assert_string_equal(machine->consumers.list[1].state_word, "to be opened");
	fake_put(fake, OSD_CON + STATE, 4, 99);
	assert_int_equal(consumers(machine)->list[1].lost.status, PK_UNSUPPORTED);
	assert_null(machine->consumers.list[1].state_word);
}

/* Until 5.10 an open connection had another number. */
static void states_of_older_kernels(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, MON + STATE, 4, 5);
	assert_string_equal(consumers(machine)->list[0].state_word, "open");
	fake_put(fake, MON + STATE, 4, OPEN);
	assert_null(consumers(machine)->list[0].state_word);
}

static void requests_to_a_monitor(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumer_call *call;

	fake_put(fake, REQUEST(0), 8, 5);
	fake_list(fake, REQUEST(0) + 32 + 16);
	put_waiter(fake, &machine->base.ctx, REQUEST(0) + 32, 2);
	fake_put(fake, REQUEST(0) + 72, 8, MESSAGE);
	fake_put(fake, MESSAGE + 16, 2, 19);
	fake_put(fake, MONC + 288, 8, REQUEST(0) + 8);
	call = consumers(machine)->calls;
	assert_int_equal(machine->consumers.nr_calls, 1);
	assert_int_equal(call->transport, MON);
	assert_string_equal(call->procedure, "mon_get_version");
	assert_int_equal(call->message, 5);
	assert_int_equal(call->age_ms.status, PK_ABSENT);
	assert_int_equal(call->waiters[0].pid, 323);
	fake_put(fake, MESSAGE + 16, 2, 99);
	assert_string_equal(consumers(machine)->calls[0].procedure, "message-0x63");
}

static void requests_to_an_mds(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumers *read;

	put_files(fake);
	fake_put(fake, REQUEST(0), 8, 9);
	fake_put(fake, REQUEST(0) + 32, 4, 0x101);
	fake_put(fake, REQUEST(0) + 40, 8, SESSION);
	fake_put(fake, REQUEST(0) + 64, 8, NOW - 70 * HZ);
	fake_list(fake, REQUEST(0) + 72 + 16);
	put_waiter(fake, &machine->base.ctx, REQUEST(0) + 72, 3);
	fake_put(fake, MDSC + 24, 8, REQUEST(0) + 8);
	read = consumers(machine);
	assert_int_equal(read->kinds[PK_CONSUMER_CEPH].status, PK_OK);
	assert_int_equal(read->nr, 2);
	assert_string_equal(read->list[1].ceph.role, "mds");
	assert_string_equal(read->list[1].ceph.session, "open");
	assert_int_equal(read->list[1].ceph.number, 1);
	assert_int_equal(read->list[1].nr_calls, 1);
	assert_string_equal(read->calls[0].procedure, "getattr");
	assert_int_equal(read->calls[0].transport, MDS);
	assert_int_equal(read->calls[0].age_ms.value, 70000);
	assert_int_equal(read->calls[0].late.value, 0);
	assert_int_equal(read->calls[0].waiters[0].pid, 324);
	fake_put(fake, REQUEST(0) + 56, 8, 60 * HZ);
	assert_int_equal(consumers(machine)->calls[0].late.value, 1);
	fake_put(fake, REQUEST(0) + 56, 8, 0);
	fake_put(fake, SESSION + 12, 4, SESSION_HUNG);
	assert_int_equal(consumers(machine)->calls[0].late.value, 1);
	fake_put(fake, REQUEST(0) + 48, 8, 1 << 3);
	assert_string_equal(consumers(machine)->calls[0].state, "answered, not committed");
	/* No MDS has it yet. */
	fake_put(fake, REQUEST(0) + 40, 8, 0);
	assert_int_equal(consumers(machine)->calls[0].transport, 0);
	fake_put(fake, MDSC + 16, 4, 0x7fffffff);
	assert_int_equal(status_of(machine, PK_CONSUMER_CEPH), PK_CORRUPT);
}

static void damage(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	put_osd(fake);
	put_request(fake, &machine->base.ctx, 0, OSD + 280);
	/* A tree that leads back to itself. */
	fake_put(fake, REQUEST(0) + 8 + 8, 8, REQUEST(0) + 8);
	assert_int_equal(status_of(machine, PK_CONSUMER_CEPH), PK_CORRUPT);
	assert_int_equal(machine->consumers.nr_calls, 1);
	fake_put(fake, REQUEST(0) + 8 + 8, 8, 0x10);
	assert_int_equal(status_of(machine, PK_CONSUMER_CEPH), PK_UNREADABLE);
	fake_put(fake, REQUEST(0) + 8 + 8, 8, 0);
	assert_int_equal(status_of(machine, PK_CONSUMER_CEPH), PK_OK);
	fake_put(fake, OSD_CON + QUEUED, 8, 0x10);
	assert_int_equal(status_of(machine, PK_CONSUMER_CEPH), PK_UNREADABLE);
	assert_int_equal(machine->consumers.nr, 2);
}

static void no_types(void **state)
{
	assert_needs_types(*state, PK_CONSUMER_CEPH);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_client, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(where_it_is_found, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(sockets_of_others, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_monitor_that_is_hunted, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(the_first_hunt, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(requests_to_an_osd, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_request_of_an_image, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_connection_that_failed, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(states_of_older_kernels, setup_old,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(requests_to_a_monitor, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(requests_to_an_mds, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(damage, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(no_types, setup, fake_consumers_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
