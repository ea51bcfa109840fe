// SPDX-License-Identifier: GPL-3.0-or-later
/* Each rule on a machine that is well but for one planted trouble: it is found, and nothing else is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/findings/finding_rules.h"
#include "analysis/findings/findings.h"
#include "fake_queues.h"

#define JIFFIES (FAKE_GLOBALS + 0xa000)
#define CLOCK (FAKE_GLOBALS + 0xa100)
#define NOW 1000000ull
#define HZ 250
#define NET_RETRIES1 44
#define NET_PORTS 800
#define NET_RESERVED 808
#define NET_TW_REUSE 816
#define RESERVED (FAKE_DIRECT + 0x30000) /* a bit for each port */
#define NR_RULES 46

/* Behind what fake_net.c has of a socket. */
#define SK_SYN_QLEN 300
#define SK_BACKOFF 304
#define SK_PENDING 305
#define SK_RETRANSMITS 306
#define SK_LRCVTIME 308
#define SK_SND_WND 312
#define SK_RCV_WND 316
#define SK_RCV_WUP 320
#define SK_MAX_BACKLOG 324
#define SK_MSS 328
#define SK_PACKETS_OUT 332
#define SK_TSQ 336
#define SK_TIMER 344
#define SK_LOCK 352
#define SK_FLAGS 360
#define SK_MEMCG 368
#define SK_WMEM 376
#define SK_SACKED_OUT 380
#define CB_SACKED 13
#define MEMCG(n) (FAKE_DIRECT + 0x3f000 + 0x80 * (uint64_t)(n)) /* 1 is above 0 */

#define SHINFO_NR_FRAGS 2
#define SHINFO_FRAG_LIST 8
#define SHINFO_DATAREF 32
#define SHINFO_FRAGS 48

static const struct fake_member members[] = {
	{"struct net", "ipv4.sysctl_tcp_retries1", NET_RETRIES1, .size = 1},
	{"struct net", "ipv4.ip_local_ports.range", NET_PORTS, .size = 4},
	{"struct net", "ipv4.sysctl_local_reserved_ports", NET_RESERVED, 8, .is_pointer = true},
	{"struct net", "ipv4.sysctl_tcp_tw_reuse", NET_TW_REUSE, .size = 1},
	{"struct sock", "sk_max_ack_backlog", SK_MAX_BACKLOG, .size = 4},
	{"struct inet_connection_sock", "icsk_accept_queue.qlen", SK_SYN_QLEN, .size = 4},
	{"struct inet_connection_sock", "icsk_backoff", SK_BACKOFF, .size = 1},
	{"struct inet_connection_sock", "icsk_pending", SK_PENDING, .size = 1},
	{"struct inet_connection_sock", "icsk_retransmits", SK_RETRANSMITS, .size = 1},
	{"struct inet_connection_sock", "icsk_ack.lrcvtime", SK_LRCVTIME, .size = 4},
	{"struct tcp_sock", "snd_wnd", SK_SND_WND, .size = 4},
	{"struct tcp_sock", "packets_out", SK_PACKETS_OUT, .size = 4},
	{"struct tcp_sock", "sacked_out", SK_SACKED_OUT, .size = 4},
	{"struct tcp_skb_cb", "sacked", CB_SACKED, .size = 1},
	{"struct sock", "sk_tsq_flags", SK_TSQ, .size = 8},
	{"struct sock", "sk_lock.slock", SK_LOCK, .size = 4},
	{"struct sock_common", "skc_flags", SK_FLAGS, .size = 8},
	{"struct sock", "sk_wmem_alloc", SK_WMEM, .size = 4},
	{"struct sk_buff", "destructor", 96, 8, .is_pointer = true},
	{"struct sock", "sk_memcg", SK_MEMCG, 8, .is_pointer = true},
	{"struct mem_cgroup", "css", 8, .size = 32},
	{"struct mem_cgroup", "socket_pressure", 64, .size = 8},
	{"struct mem_cgroup", "memory.usage", 72, .size = 8},
	{"struct mem_cgroup", "memory.max", 80, .size = 8},
	{"struct mem_cgroup", "tcpmem_pressure", 88, .size = 4},
	{"struct cgroup_subsys_state", "cgroup", 0, 8, .is_pointer = true},
	{"struct cgroup_subsys_state", "parent", 8, 8, .is_pointer = true},
	{"struct inet_connection_sock", "icsk_retransmit_timer.entry.pprev", SK_TIMER, 8,
	 .is_pointer = true},
	{"struct tcp_sock", "mss_cache", SK_MSS, .size = 4},
	{"struct tcp_sock", "rcv_wnd", SK_RCV_WND, .size = 4},
	{"struct tcp_sock", "rcv_wup", SK_RCV_WUP, .size = 4},
	{"struct skb_shared_info", "nr_frags", SHINFO_NR_FRAGS, .size = 1},
	{"struct skb_shared_info", "frag_list", SHINFO_FRAG_LIST, 8, .is_pointer = true},
	{"struct skb_shared_info", "dataref", SHINFO_DATAREF, .size = 4},
	{"struct skb_shared_info", "frags", SHINFO_FRAGS, 272, .is_array = true, .elements = 17},
	{"struct skb_shared_info", "frags[0].bv_len", SHINFO_FRAGS + 8, .size = 4},
	{"struct sk_buff", "ip_summed", 127, 1, .bit_offset = 0, .bit_size = 2},
	{"struct sk_buff", "csum_start", 128, .size = 2},
	{"struct sk_buff", "csum_offset", 130, .size = 2},
	{"struct clocksource", "mult", 0, .size = 4},
	{"struct clocksource", "shift", 4, .size = 4},
};

static const struct fake_enum enums[] = {
	{"sock_flags", "SOCK_DEAD", 0},	       {NULL, "__LINK_STATE_PRESENT", 1},
	{NULL, "__LINK_STATE_NOCARRIER", 2},   {NULL, "__QUEUE_STATE_DRV_XOFF", 0},
	{NULL, "__QUEUE_STATE_STACK_XOFF", 1},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	uint64_t skb, listener, sock;
	struct pk_queued_packets memory;
	struct pk_scene scene;
	struct pk_device device;
	struct pk_tx_queue queue;
	struct pk_qdisc_counts qdisc;
	struct pk_softnet_cpu cpu;
	struct pk_net_counters net;
	struct pk_conntrack_census census;
	struct pk_user_queue user_queue;
	struct pk_watched_cpu watched;
	struct pk_hung_task hung;
	struct pk_counter tcp[4], udp[1];
	struct pk_consumer transport;
	struct pk_consumer_call call;
	struct pk_call_waiter waiter;
	struct pk_findings findings;
};

static struct pk_figure of(uint64_t value)
{
	return (struct pk_figure){PK_OK, value};
}

static const struct pk_figure lost = {PK_UNREADABLE, 0};

static void draw_memory(struct machine *machine)
{
	struct fake_target *fake = &machine->fake;
	uint64_t buffers;

	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_symbol(fake, "jiffies", JIFFIES, 8);
	fake_symbol(fake, "clocksource_jiffies", CLOCK, 64);
	fake_put(fake, JIFFIES, 8, NOW);
	fake_put(fake, CLOCK, 4, 1000000000 / HZ);
	fake_put(fake, FAKE_INIT_NET + NET_RETRIES1, 1, 3);
	fake_put(fake, FAKE_INIT_NET + NET_PORTS, 4, 2001u << 16 | 2000);
	fake_put(fake, FAKE_INIT_NET + NET_RESERVED, 8, RESERVED);
	machine->skb = fake_net_slab(fake, FAKE_SKB, 0, 1);
	machine->listener = fake_net_slab(fake, FAKE_TCP, 4, 4);
	machine->sock = machine->listener + FAKE_SOCK_SIZE;
	buffers = fake_net_slab(fake, FAKE_KMALLOC, 8, 8);
	fake_net_skb(fake, machine->skb, buffers, 1000, 2000, 100, 100);
	fake_put(fake, buffers + SKB_SHINFO + SHINFO_DATAREF, 4, 1);
	fake_put(fake, machine->skb + 208, 4, 768);
	fake_net_sock(fake, machine->listener, 10, 80, 0);
	fake_put(fake, machine->listener + SK_ACK_BACKLOG, 4, 128);
	fake_put(fake, machine->listener + SK_MAX_BACKLOG, 4, 128);
	fake_put(fake, machine->listener + SK_SYN_QLEN, 4, 127);
	fake_net_chain(fake, FAKE_LHASH + 8, &machine->listener, 1);
	fake_net_sock(fake, machine->sock, 1, 2000, 1000);
	fake_net_queue(fake, machine->sock + SK_RECEIVE, &machine->skb, 1);
	fake_put(fake, machine->sock + TP_RCV_NXT, 4, 200);
	fake_put(fake, machine->sock + TP_COPIED, 4, 100);
	fake_put(fake, machine->sock + TP_WRITE_SEQ, 4, 5000);
	fake_put(fake, machine->sock + SK_LRCVTIME, 4, NOW - 121 * HZ);
	fake_put(fake, machine->sock + SK_RCV_WUP, 4, 200);
	fake_put(fake, machine->sock + SK_RCV_WND, 4, 1000);
	fake_put(fake, machine->sock + SK_MSS, 4, 1000);
	fake_put(fake, machine->sock + SK_BACKOFF, 1, 2);
	fake_put(fake, machine->sock + SK_PENDING, 1, 3);
	fake_put(fake, machine->sock + SK_TIMER, 8, JIFFIES);
	fake_put(fake, machine->sock + SK_PACKETS_OUT, 4, 2);
	fake_put(fake, machine->sock + SK_RETRANSMITS, 1, 2);
	fake_put(fake, machine->sock + SK_WMEM, 4, 1);
	fake_net_chain(fake, FAKE_EHASH, &machine->sock, 1);
}

/* Busy, and everything just at what is allowed. */
static void make_device(struct machine *machine)
{
	machine->queue = (struct pk_tx_queue){.state = of(1),
					      .stopped_by_driver = true,
					      .idle_ms = of(5000),
					      .timeouts = of(0),
					      .dql_queued = of(9000),
					      .dql_completed = of(1000),
					      .dql_limit = of(3000)};
	machine->qdisc = (struct pk_qdisc_counts){.root = true, .qlen = of(1000)};
	machine->device = (struct pk_device){.name = "eth0",
					     .addr = DEVICE,
					     .flags = of(PK_IFF_UP),
					     .carrier = true,
					     .present = true,
					     .watchdog_ms = of(5000),
					     .queues = &machine->queue,
					     .nr_queues = 1,
					     .qdiscs = &machine->qdisc,
					     .nr_qdiscs = 1};
	machine->scene.devices = (struct pk_devices){&machine->device, 1};
}

static void make_counters(struct machine *machine)
{
	struct pk_host_counters *host = &machine->scene.host;
	struct pk_net_counters *net = &machine->net;

	machine->cpu =
		(struct pk_softnet_cpu){.online = true, .dropped = of(0), .input_qlen = of(1000)};
	*host = (struct pk_host_counters){.tcp_orphans = of(100),
					  .tcp_max_orphans = of(100),
					  .tcp_pages = of(300),
					  .udp_pages = of(300),
					  .tcp_pressure = of(0),
					  .conntrack_max = of(50),
					  .max_backlog = of(1000),
					  .cpus = &machine->cpu,
					  .nr_cpus = 1};
	for (unsigned i = 0; i < PK_NR_TCP_MEM; i++)
		host->tcp_mem[i] = host->udp_mem[i] = of(100 + 100 * i);
	for (int i = 0; i < PK_NR_NEIGHBOUR_FAMILIES; i++)
		machine->scene.neighbours[i] =
			(struct pk_neighbour_table){of(1100), of(1024), of(1023)};
	/* a megabyte: what one CPU may have set aside */
	for (int i = 0; i < PK_NR_ACCOUNTS; i++)
		machine->scene.accounts[i] = (struct pk_proto_account){.counted = of(256)};
	memset(net, 0, sizeof(*net));
	for (int i = 0; i < PK_NR_MIBS; i++)
		net->mibs[i].status = PK_ABSENT;
	strcpy(machine->tcp[0].name, "ListenOverflows");
	strcpy(machine->tcp[1].name, "ListenDrops");
	strcpy(machine->tcp[2].name, "TCPAbortOnMemory");
	strcpy(machine->tcp[3].name, "TCPTimeouts");
	machine->tcp[1].value = machine->tcp[3].value = 7;
	net->mibs[PK_MIB_TCPEXT] = (struct pk_mib_table){.nr = 4, .list = machine->tcp};
	net->inum = 4026531840u;
	net->time_wait = of(99);
	net->time_wait_max = of(100);
	net->routes6 = net->routes6_max = of(4096);
	net->routes6_thresh = of(1024);
	net->frags.memory = net->frags.limit = net->frags6.memory = net->frags6.limit = of(4194304);
	net->conntrack = of(49);
	net->conntrack_stats[PK_CT_EARLY_DROP] = of(0);
	machine->census = (struct pk_conntrack_census){.in_table = 49};
	machine->scene.census = &machine->census;
	machine->scene.census_status = PK_OK;
	machine->scene.nets = net;
	machine->scene.nr_nets = 1;
}

/* One place is left. */
static void make_user_queue(struct machine *machine)
{
	machine->user_queue = (struct pk_user_queue){.addr = DEVICE,
						     .number = 8,
						     .port = 220,
						     .waiting = of(1023),
						     .limit = of(1024),
						     .dropped = of(0),
						     .unsent = of(0)};
	machine->scene.user_queues = &machine->user_queue;
	machine->scene.nr_user_queues = 1;
}

/* The soft lockup detector's 20 s are over when they are passed, khungtaskd's are when they are reached. */
static void make_stalls(struct machine *machine)
{
	machine->watched =
		(struct pk_watched_cpu){.still_s = of(20), .said_s = {.status = PK_ABSENT}};
	machine->scene.watchdog = (struct pk_watchdog){
		.limit_s = of(20), .lack = "detector", .cpus = &machine->watched, .nr = 1};
	machine->hung = (struct pk_hung_task){
		.task = {.addr = DEVICE, .pid = 77, .comm = "ip", .on_cpu = true},
		.blocked_s = 120};
	machine->scene.hung = (struct pk_hung_tasks){
		.limit_s = of(120), .lack = "detector", .list = &machine->hung, .others = 1};
}

/* A call that waits, and is not late. */
static void make_transport(struct machine *machine)
{
	machine->waiter = (struct pk_call_waiter){.pid = 99, .comm = "ls"};
	machine->call = (struct pk_consumer_call){.addr = DEVICE,
						  .transport = DEVICE + 8,
						  .xid = 0x1234,
						  .program = "nfs",
						  .procedure = "GETATTR",
						  .age_ms = of(3999),
						  .sends = of(1),
						  .sent_ms = of(3999),
						  .late = of(0),
						  .waiters = &machine->waiter,
						  .nr_waiters = 1};
	machine->transport = (struct pk_consumer){.kind = "rpc",
						  .addr = DEVICE + 8,
						  .protocol = "tcp",
						  .family = 4,
						  .server = {10, 9, 0, 2},
						  .port = 2049,
						  .state = of(0x12),
						  .new_bits = true,
						  .sk = DEVICE + 16,
						  .sock.tuple.sport = 800,
						  .nr_calls = 1,
						  .nr_waiters = 1,
						  .oldest_ms = of(3999)};
	machine->scene.consumers = (struct pk_consumers){
		.list = &machine->transport, .nr = 1, .calls = &machine->call, .nr_calls = 1};
}

static int setup(void **state)
{
	struct machine *machine = calloc(1, sizeof(*machine));

	fake_net_init(&machine->fake);
	fake_queues_init(&machine->fake);
	machine->fake.target.facts.nr_cpu_ids = 1;
	machine->fake.percpu[0] = 0;
	draw_memory(machine);
	pk_ctx_init(&machine->ctx, &machine->fake.target);
	machine->scene.ctx = &machine->ctx;
	machine->scene.memory = &machine->memory;
	machine->scene.ran_on_ms.status = PK_ABSENT;
	make_device(machine);
	make_counters(machine);
	make_user_queue(machine);
	make_stalls(machine);
	make_transport(machine);
	*state = machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_findings_deinit(&machine->findings);
	pk_queued_deinit(&machine->memory);
	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	free(machine);
	return 0;
}

static void judge(struct machine *machine)
{
	pk_findings_deinit(&machine->findings);
	pk_queued_deinit(&machine->memory);
	pk_queued_load(&machine->ctx, &machine->memory);
	assert_int_equal(pk_findings_judge(&machine->scene, &machine->findings), PK_OK);
	assert_int_equal(machine->findings.nr_rules, NR_RULES);
}

static enum pk_rule_end end_of(const struct machine *machine, const char *rule)
{
	for (size_t i = 0; i < machine->findings.nr_rules; i++)
		if (!strcmp(machine->findings.rules[i].rule, rule))
			return machine->findings.rules[i].end;
	fail_msg("no rule %s", rule);
	return PK_RULE_NOT_JUDGED;
}

/* RULE ends as END, every other one finds nothing and could be judged. */
static const struct pk_rule_result *only(struct machine *machine, const char *rule,
					 enum pk_rule_end end)
{
	const struct pk_rule_result *found = NULL;

	judge(machine);
	for (size_t i = 0; i < machine->findings.nr_rules; i++) {
		const struct pk_rule_result *one = &machine->findings.rules[i];
		enum pk_rule_end expected = strcmp(one->rule, rule) ? PK_RULE_NOT_FOUND : end;

		if (!rule[0] || !strcmp(one->rule, rule))
			found = one;
		if (one->end != expected)
			fail_msg("%s: %s (%s)", one->rule, pk_rule_end_name(one->end), one->reason);
	}
	assert_non_null(found);
	assert_int_equal(machine->findings.nr, end == PK_RULE_FOUND ? 1 : 0);
	return found;
}

/* ... with this in its sentence and that as its first evidence. */
static void found(struct machine *machine, const char *rule, const char *text, const char *name,
		  const char *value)
{
	const struct pk_finding *finding;

	only(machine, rule, PK_RULE_FOUND);
	finding = &machine->findings.list[0];
	assert_string_equal(finding->rule, rule);
	if (!strstr(finding->sentence, text))
		fail_msg("%s: %s", rule, finding->sentence);
	assert_true(finding->nr_evidence > 0 && finding->more[0]);
	assert_string_equal(finding->evidence[0].name, name);
	assert_string_equal(finding->evidence[0].value, value);
}

static void not_judged(struct machine *machine, const char *rule, const char *reason)
{
	const struct pk_rule_result *result = only(machine, rule, PK_RULE_NOT_JUDGED);

	if (!strstr(result->reason, reason))
		fail_msg("%s: %s", rule, result->reason);
}

/* Everything stands at its limit, and none is passed. */
static void a_busy_machine_has_no_finding(void **state)
{
	struct machine *machine = *state;

	only(machine, "", PK_RULE_NOT_FOUND);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

/* What is too long ends before a word: half an address would be another one. Nothing follows it. */
static void sentences_that_are_cut(void **state)
{
	struct pk_words words = {.len = 0};
	size_t len;

	(void)state;
	pk_words_add(&words, "%s", "");
	assert_int_equal(words.len, 0);
	pk_words_add(&words, "%d", 5);
	assert_int_equal(words.len, 1);
	while (words.len < sizeof(words.text) - 12)
		pk_words_add(&words, " to 10.0.0.1");
	assert_string_equal(words.text + words.len - 8, "10.0.0.1");
	len = words.len;
	pk_words_add(&words, " to 10.0.0.1");
	assert_string_equal(words.text + strlen(words.text) - 3, "...");
	assert_in_range(strlen(words.text), len - 8, sizeof(words.text) - 1);
	len = strlen(words.text);
	pk_words_add(&words, ", and more");
	assert_int_equal(strlen(words.text), len);
	words = (struct pk_words){.len = 0};
	pk_words_add(&words, "%0300d", 0); /* one word */
	assert_string_equal(words.text, "...");
}

static void a_stopped_queue(void **state)
{
	struct machine *machine = *state;

	machine->queue.idle_ms = of(5001);
	found(machine, "tx-stopped", "eth0: the driver stopped TX queue 0", "state", "0x1");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_CERTAIN);
	assert_string_equal(machine->findings.list[0].more, "devices -v eth0");
	machine->queue.idle_ms = lost;
	not_judged(machine, "tx-stopped", "unreadable");
	machine->queue.idle_ms.status = PK_ABSENT; /* nothing was ever sent */
	only(machine, "", PK_RULE_NOT_FOUND);
}

static void a_qdisc_that_nothing_wakes(void **state)
{
	struct machine *machine = *state;
	struct pk_qdisc_counts *qdisc = &machine->qdisc;

	strcpy(qdisc->id, "pfifo");
	qdisc->handle = 0x80010000;
	qdisc->wake = PK_WAKE_MISSING;
	found(machine, "qdisc-asleep", "eth0: 1000 packets wait in qdisc pfifo 8001:, and nothing",
	      "qlen", "1000");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_CERTAIN);
	qdisc->lockless = true;
	only(machine, "qdisc-asleep", PK_RULE_FOUND);
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_LIKELY);
	qdisc->wake = PK_WAKE_SCHEDULED;
	only(machine, "", PK_RULE_NOT_FOUND);
}

static void a_ring_that_nobody_polls(void **state)
{
	struct machine *machine = *state;
	struct pk_ring ring = {
		.receive = true, .queue = 3, .napi = 0x1000, .vq = 0x2000, .done = of(7)};

	machine->device.rings = &ring;
	machine->device.nr_rings = 1;
	ring.wake = PK_WAKE_DEVICE;
	only(machine, "", PK_RULE_NOT_FOUND);
	ring.wake = PK_WAKE_MISSING;
	found(machine, "napi-asleep",
	      "eth0: 7 packets that the device received wait in RX ring 3; its NAPI context is "
	      "idle, and "
	      "has asked the device for no interrupt",
	      "done", "7");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_CERTAIN);
	ring.irq = 25;
	found(machine, "napi-asleep", "its interrupt 25 is disabled", "done", "7");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_LIKELY);
	ring.wake = PK_WAKE_UNKNOWN;
	ring.wake_lack = "irq_desc.depth";
	ring.wake_status = PK_UNREADABLE;
	not_judged(machine, "napi-asleep", "irq_desc.depth: unreadable");
	ring.napi = 0; /* not virtio_net's */
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->device.rings_lack[0] = "vmxnet3";
	machine->device.nr_rings_lack = 1;
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->device.rings_lack[0] = "virtio_ring";
	not_judged(machine, "napi-asleep", "types of virtio's modules: absent");
	machine->device.nr_rings = machine->device.nr_rings_lack = 0;
	machine->device.rings = NULL;
}

/* What a card has sent is freed by any NAPI context that is at work, or that an interrupt would wake. */
static void sent_packets_that_nobody_frees(void **state)
{
	struct machine *machine = *state;
	struct pk_device *device = &machine->device;
	struct pk_ring rings[] = {{.driver = "e1000", .skbs[PK_RING_SENT] = 3},
				  {.driver = "e1000", .skbs[PK_RING_SENT] = 4},
				  {.driver = "virtio_net", .skbs[PK_RING_SENT] = 100}};
	struct pk_napi napis[] = {{.state = of(0), .poll_owner = -1},
				  {.state = of(0), .poll_owner = -1}};
	struct pk_irq irqs[] = {{.number = 24, .depth = of(1)}, {.number = 25, .depth = of(2)}};

	device->rings = rings;
	device->nr_rings = 3;
	only(machine, "", PK_RULE_NOT_FOUND); /* neither contexts nor interrupts are known */
	device->napis = napis;
	device->nr_napis = 2;
	only(machine, "", PK_RULE_NOT_FOUND);
	device->irqs = irqs;
	device->nr_irqs = 2;
	found(machine, "napi-asleep", "eth0: 7 packets that the device has sent", "sent", "7");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_LIKELY);
	assert_int_equal(machine->findings.list[0].nr_evidence, 4);
	assert_string_equal(machine->findings.list[0].evidence[1].name, "irq");
	assert_string_equal(machine->findings.list[0].evidence[2].value, "25");
	assert_string_equal(machine->findings.list[0].evidence[3].name, "net_device");
	napis[1].scheduled = true;
	only(machine, "", PK_RULE_NOT_FOUND);
	napis[1].scheduled = false;
	napis[0].poll_owner = 0;
	only(machine, "", PK_RULE_NOT_FOUND);
	napis[0].poll_owner = -1;
	irqs[1].depth = of(0);
	only(machine, "", PK_RULE_NOT_FOUND);
	irqs[1].depth = lost;
	not_judged(machine, "napi-asleep", "irq_desc.depth: unreadable");
	napis[0].state = lost;
	not_judged(machine, "napi-asleep", "napi_struct.state: unreadable");
	device->nr_rings = device->nr_napis = device->nr_irqs = 0;
	device->rings = NULL;
	device->napis = NULL;
	device->irqs = NULL;
}

static void a_qdisc_that_sends_in_years(void **state)
{
	struct machine *machine = *state;
	struct pk_qdisc_counts *qdisc = &machine->qdisc;

	strcpy(qdisc->id, "etf");
	qdisc->wake = PK_WAKE_TIMER;
	qdisc->stamped = true;
	qdisc->due_ms = of(120000);
	only(machine, "", PK_RULE_NOT_FOUND);
	qdisc->due_ms = of((uint64_t)-5);
	only(machine, "", PK_RULE_NOT_FOUND);
	qdisc->due_ms = of(40 * 86400000ull);
	found(machine, "qdisc-late", "stamp the first is due in 40 days", "due_ms", "3456000000");
	qdisc->stamped = false; /* whoever wants such a rate, or delay */
	only(machine, "", PK_RULE_NOT_FOUND);
}

static void a_socket_without_a_timer(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, machine->sock + SK_TIMER, 8, 0);
	found(machine, "no-timer", "are not acknowledged, and no timer runs that would send them",
	      "packets_out", "2");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_LIKELY);
	fake_put(fake, machine->sock + SK_PENDING, 1, 0);
	fake_put(fake, machine->sock + SK_PACKETS_OUT, 4, 0);
	found(machine, "no-timer", "wait to be sent, and no timer runs", "packets_out", "0");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_CERTAIN);
	/* who holds it may be about to set one */
	fake_put(fake, machine->sock + SK_OWNED, 4, 1);
	not_judged(machine, "no-timer", "a socket that a process has locked");
	fake_put(fake, machine->sock + SK_TIMER, 8, JIFFIES);
	fake_put(fake, machine->sock + SK_PENDING, 1, 3);
	only(machine, "", PK_RULE_NOT_FOUND);
	fake_put(fake, machine->sock + SK_OWNED, 4, 0);
	fake_put(fake, machine->sock + SK_TIMER, 8, 0);
	fake_put(fake, machine->sock + SK_LOCK, 4, 1);
	only(machine, "", PK_RULE_NOT_FOUND);
}

static void a_queue_of_a_device_that_does_not_run(void **state)
{
	struct machine *machine = *state;

	machine->queue.idle_ms = of(60000);
	machine->device.present = false;
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->device.present = true;
	machine->device.flags = of(0);
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->queue.stopped_by_driver = false;
	machine->device.flags = of(PK_IFF_UP);
	only(machine, "", PK_RULE_NOT_FOUND);
}

/* virtio_net before 5.19 names no time: the kernel's default counts, if packets wait. */
static void a_queue_without_a_watchdog(void **state)
{
	struct machine *machine = *state;

	machine->device.watchdog_ms = of(0);
	machine->queue.idle_ms = of(5001);
	found(machine, "tx-stopped", "TX queue 0", "state", "0x1");
	machine->qdisc.qlen = of(0);
	only(machine, "", PK_RULE_NOT_FOUND);
}

/* A panicked machine that a hypervisor dumps later hears of nothing that was sent. */
static void time_after_the_panic_does_not_count(void **state)
{
	struct machine *machine = *state;

	machine->scene.ran_on_ms = of(900);
	machine->queue.idle_ms = of(5900);
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->queue.idle_ms = of(5901);
	only(machine, "tx-stopped", PK_RULE_FOUND);
}

static void timers_that_ran_on_tell_nothing(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->fake, machine->sock + SK_BACKOFF, 1, 9);
	fake_put(&machine->fake, machine->sock + SK_RETRANSMITS, 1, 9);
	fake_put(&machine->fake, machine->sock + SK_RCV_WND, 4, 0);
	machine->scene.ran_on_ms = of(60000);
	judge(machine);
	assert_int_equal(machine->findings.nr, 0);
	for (size_t i = 0; i < NR_RULES; i++) {
		const struct pk_rule_result *one = &machine->findings.rules[i];
		bool timed = !strcmp(one->rule, "zero-window") ||
			     !strcmp(one->rule, "unanswered") || !strcmp(one->rule, "unread") ||
			     !strcmp(one->rule, "large-lost") ||
			     !strcmp(one->rule, "hung-transport");

		assert_int_equal(one->end, timed ? PK_RULE_NOT_JUDGED : PK_RULE_NOT_FOUND);
	}
}

static void a_server_that_does_not_answer(void **state)
{
	struct machine *machine = *state;
	const struct pk_finding *finding;

	machine->call.late = of(1);
	machine->call.age_ms = of(14200);
	machine->transport.nr_late = 1;
	found(machine, "hung-transport",
	      "the NFS transport to 10.9.0.2:2049 has had 1 request without an answer for 14 s; "
	      "1 task waits",
	      "late", "1");
	finding = &machine->findings.list[0];
	assert_string_equal(finding->more, "consumers -v");
	assert_string_equal(finding->evidence[finding->nr_evidence - 1].value,
			    "pkttrace last 'port 800 and port 2049'");
	machine->call.late = lost;
	machine->transport.nr_late = 0;
	not_judged(machine, "hung-transport", "jiffies: unreadable");
	machine->call.late = of(0);
	machine->scene.consumers.kinds[PK_CONSUMER_RPC].status = PK_UNSUPPORTED;
	not_judged(machine, "hung-transport", "RPC transports: unsupported");
	machine->scene.consumers =
		(struct pk_consumers){.kinds = {{.status = PK_ABSENT}, {.status = PK_ABSENT}}};
	only(machine, "", PK_RULE_NOT_FOUND);
}

static void a_controller_that_is_lost(void **state)
{
	struct machine *machine = *state;
	struct pk_controller controller = {.kind = PK_CONSUMER_NVME,
					   .addr = DEVICE + 24,
					   .instance = 3,
					   .state = "connecting",
					   .lost = of(1),
					   .reconnects = of(2),
					   .family = 4,
					   .server = {10, 9, 0, 2},
					   .port = 4420};
	const struct pk_finding *finding;

	machine->scene.consumers.controllers = &controller;
	machine->scene.consumers.nr_controllers = 1;
	found(machine, "hung-transport",
	      "the NVMe controller nvme3 to 10.9.0.2:4420 has lost its connection, and is "
	      "connecting",
	      "state", "connecting");
	finding = &machine->findings.list[0];
	assert_string_equal(finding->evidence[finding->nr_evidence - 1].value,
			    "pkttrace last 'host 10.9.0.2 and port 4420'");
	controller.lost = lost;
	not_judged(machine, "hung-transport", "state of an NVMe controller: unreadable");
	controller.lost = of(0);
	controller.nr_late = 2;
	controller.nr_waiters = 1;
	found(machine, "hung-transport",
	      "the NVMe controller nvme3 to 10.9.0.2:4420 has had 2 requests without an answer "
	      "for longer than their timeout; 1 task waits",
	      "state", "connecting");
	controller.nr_late = 0;
	machine->scene.consumers.kinds[PK_CONSUMER_NVME].status = PK_UNSUPPORTED;
	not_judged(machine, "hung-transport", "NVMe controllers: unsupported");
	machine->scene.consumers.kinds[PK_CONSUMER_NVME].status = PK_ABSENT;
	only(machine, "", PK_RULE_NOT_FOUND);
}

static void a_session_that_is_lost(void **state)
{
	struct machine *machine = *state;
	struct pk_controller session = {.kind = PK_CONSUMER_ISCSI,
					.addr = DEVICE + 24,
					.instance = 3,
					.state = "FAILED",
					.library_state = "in recovery",
					.lost = of(1),
					.recovery_s = of(120),
					.nr_waiters = 1,
					.family = 4,
					.server = {10, 9, 0, 2},
					.port = 3260};

	machine->scene.consumers.controllers = &session;
	machine->scene.consumers.nr_controllers = 1;
	found(machine, "hung-transport",
	      "the iSCSI session session3 to 10.9.0.2:3260 has lost its connection, and waits up "
	      "to 120 s for another; 1 task waits",
	      "state", "FAILED");
	session.library_state = "recovery failed";
	found(machine, "hung-transport",
	      "the iSCSI session session3 to 10.9.0.2:3260 has lost its connection, and given up "
	      "to wait for another; 1 task waits",
	      "state", "FAILED");
	session.lost = lost;
	not_judged(machine, "hung-transport", "state of an iSCSI session: unreadable");
	session.lost = of(0);
	session.nr_late = 1;
	session.aborting = of(1);
	found(machine, "hung-transport",
	      "the iSCSI session session3 to 10.9.0.2:3260 has had 1 request without an answer "
	      "for longer than its timeout, nor one to an abort; 1 task waits",
	      "state", "FAILED");
	session.nr_late = 0;
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->scene.consumers.kinds[PK_CONSUMER_ISCSI].status = PK_UNREADABLE;
	not_judged(machine, "hung-transport", "iSCSI sessions: unreadable");
}

static void an_smb_connection_that_is_lost(void **state)
{
	struct machine *machine = *state;
	struct pk_consumer server = {.type = PK_CONSUMER_SMB,
				     .addr = DEVICE + 24,
				     .state_word = "connecting again",
				     .lost = of(1),
				     .nr_waiters = 2,
				     .family = 4,
				     .server = {10, 9, 0, 2},
				     .port = 445,
				     .limit_ms = of(180000)};

	machine->scene.consumers.list = &server;
	machine->scene.consumers.nr = 1;
	machine->scene.consumers.nr_calls = 0;
	found(machine, "hung-transport",
	      "the SMB connection to 10.9.0.2:445 is lost, and the kernel connects again; 2 tasks "
	      "wait",
	      "state", "connecting again");
	server.lost = lost;
	not_judged(machine, "hung-transport", "state of an SMB connection: unreadable");
	server.lost = of(0);
	server.state_word = "good";
	server.nr_late = 1;
	server.nr_waiters = 0;
	found(machine, "hung-transport",
	      "the SMB connection to 10.9.0.2:445 has had 1 command without an answer for longer "
	      "than the kernel waits (180 s)",
	      "state", "good");
	server.nr_late = 0;
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->scene.consumers.kinds[PK_CONSUMER_SMB].status = PK_UNSUPPORTED;
	not_judged(machine, "hung-transport", "SMB connections: unsupported");
}

static void an_rds_connection_that_failed(void **state)
{
	struct machine *machine = *state;
	struct pk_consumer path = {.type = PK_CONSUMER_RDS,
				   .addr = DEVICE + 24,
				   .state_word = "down",
				   .lost = of(1),
				   .nr_calls = 1,
				   .nr_waiters = 1,
				   .family = 4,
				   .server = {10, 9, 0, 2},
				   .rds.local = {10, 9, 0, 1}};

	machine->scene.consumers.list = &path;
	machine->scene.consumers.nr = 1;
	machine->scene.consumers.nr_calls = 0;
	found(machine, "hung-transport",
	      "the RDS connection from 10.9.0.1 to 10.9.0.2 has failed, and is tried again; 1 "
	      "message is in it; 1 task waits",
	      "state", "down");
	path.lost = lost;
	not_judged(machine, "hung-transport", "state of an RDS connection: unreadable");
	/* Nobody misses it. */
	path.lost = of(1);
	path.nr_calls = 0;
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->scene.consumers.kinds[PK_CONSUMER_RDS].status = PK_UNREADABLE;
	not_judged(machine, "hung-transport", "RDS connections: unreadable");
}

/* Of an OSD or MDS: its connection, and what is late. */
static void a_ceph_connection_that_is_stuck(void **state)
{
	struct machine *machine = *state;
	struct pk_controller client = {.kind = PK_CONSUMER_CEPH, .addr = DEVICE, .holder = "rbd"};
	struct pk_consumer osd = {.type = PK_CONSUMER_CEPH,
				  .addr = DEVICE + 24,
				  .controller = DEVICE,
				  .state_word = "to be opened",
				  .lost = of(1),
				  .nr_calls = 2,
				  .nr_waiters = 1,
				  .family = 4,
				  .server = {10, 9, 0, 2},
				  .port = 6801,
				  .silent_ms = {PK_ABSENT, 0},
				  .limit_ms = of(5000),
				  .ceph = {.role = "osd", .number = 3}};

	machine->scene.consumers.controllers = &client;
	machine->scene.consumers.nr_controllers = 1;
	machine->scene.consumers.list = &osd;
	machine->scene.consumers.nr = 1;
	machine->scene.consumers.nr_calls = 0;
	found(machine, "hung-transport",
	      "the Ceph connection to osd3 at 10.9.0.2:6801 has failed, and is tried again; 2 "
	      "requests are in it; 1 task waits",
	      "holder", "rbd");
	osd.lost = lost;
	not_judged(machine, "hung-transport", "state of a Ceph connection: unreadable");
	osd.lost = of(0);
	only(machine, "", PK_RULE_NOT_FOUND);
	osd.nr_late = 1;
	found(machine, "hung-transport",
	      "the Ceph connection to osd3 at 10.9.0.2:6801 has had 1 request without an answer "
	      "for longer than the kernel waits before it asks (5 s); 1 task waits",
	      "holder", "rbd");
	osd.nr_late = 0;
	machine->scene.consumers.kinds[PK_CONSUMER_CEPH].status = PK_UNREADABLE;
	not_judged(machine, "hung-transport", "Ceph clients: unreadable");
}

static void a_ceph_monitor_that_is_silent(void **state)
{
	struct machine *machine = *state;
	struct pk_controller client = {
		.kind = PK_CONSUMER_CEPH, .addr = DEVICE, .hunts_ms = of(17452)};
	struct pk_consumer mon = {.type = PK_CONSUMER_CEPH,
				  .addr = DEVICE + 24,
				  .controller = DEVICE,
				  .state_word = "open",
				  .lost = of(0),
				  .family = 4,
				  .server = {10, 9, 0, 2},
				  .port = 6789,
				  .silent_ms = of(30000),
				  .limit_ms = of(30000),
				  .ceph = {.role = "mon"}};

	machine->scene.consumers.controllers = &client;
	machine->scene.consumers.nr_controllers = 1;
	machine->scene.consumers.list = &mon;
	machine->scene.consumers.nr = 1;
	machine->scene.consumers.nr_calls = 0;
	only(machine, "", PK_RULE_NOT_FOUND);
	mon.silent_ms = of(30001);
	found(machine, "hung-transport",
	      "the Ceph monitor mon0 at 10.9.0.2:6789 has been silent for longer than the kernel "
	      "waits (30 s)",
	      "state", "open");
	/* It has not been asked for long. */
	mon.ceph.is_hunted = true;
	only(machine, "", PK_RULE_NOT_FOUND);
	mon.lost = of(1);
	mon.nr_waiters = 2;
	found(machine, "hung-transport",
	      "no monitor of Ceph has let a client in for 17 s: it asks mon0 at 10.9.0.2:6789; 2 "
	      "tasks wait",
	      "state", "open");
	mon.ceph.was_let_in = true;
	found(machine, "hung-transport",
	      "a Ceph client has lost its monitor, and hunts for another: mon0 at "
	      "10.9.0.2:6789; 2 tasks wait",
	      "state", "open");
}

static void byte_queue_limits(void **state)
{
	struct machine *machine = *state;

	machine->queue.stopped_by_driver = false;
	machine->queue.stopped_by_stack = true;
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->queue.idle_ms = of(6000);
	found(machine, "bql-stuck", "8000 bytes", "bql_inflight", "8000");
	machine->queue.dql_completed = lost;
	not_judged(machine, "bql-stuck", "dql.num_completed");
}

static void no_carrier_and_packets(void **state)
{
	struct machine *machine = *state;

	machine->device.carrier = false;
	found(machine, "no-carrier-backlog", "1000 packets", "carrier_changes", "0");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_LIKELY);
	machine->qdisc.qlen = of(0);
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->qdisc.qlen = lost;
	not_judged(machine, "no-carrier-backlog", "qlen: unreadable");
}

/* A kernel whose bits have no numbers is not one whose bits are not set. */
static void bits_that_are_not_known(void **state)
{
	struct machine *machine = *state;

	machine->queue.idle_ms = of(60000);
	machine->fake.nr_enums--; /* the last: stopped by the stack */
	judge(machine);
	assert_int_equal(machine->findings.nr, 0);
	assert_int_equal(end_of(machine, "tx-stopped"), PK_RULE_NOT_JUDGED);
}

static void memory_of_protocols(void **state)
{
	struct machine *machine = *state;
	struct pk_host_counters *host = &machine->scene.host;

	host->tcp_pressure = of(NOW - 5);
	found(machine, "tcp-memory", "under memory pressure", "memory_allocated", "300");
	host->tcp_pages = of(301);
	found(machine, "tcp-memory", "out of memory", "memory_allocated", "301");
	host->tcp_mem[2] = lost;
	not_judged(machine, "tcp-memory", "tcp_mem: unreadable");
	make_counters(machine);
	host->udp_pages = of(301);
	found(machine, "udp-memory", "301 pages", "memory_allocated", "301");
	make_counters(machine);
	host->tcp_orphans = of(101);
	found(machine, "tcp-orphans", "101 orphans", "orphan_count", "101");
	assert_null(strstr(machine->findings.list[0].sentence, "of them"));
	fake_put(&machine->fake, machine->sock + SK_FLAGS, 8, 1);
	found(machine, "tcp-orphans", "are reset; 1 of them in namespace 4026531840",
	      "orphan_count", "101");
	assert_string_equal(machine->findings.list[0].evidence[2].name, "found");
	assert_string_equal(machine->findings.list[0].evidence[2].value, "1");
}

/* Of a socket, of the cgroup that it is in, of the one above. */
static void memory_of_cgroups(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, machine->sock + SK_MEMCG, 8, MEMCG(0) | 1);
	fake_put(fake, MEMCG(0) + 8 + 8, 8, MEMCG(1) + 8);
	fake_put(fake, MEMCG(0) + 64, 8, NOW);
	fake_put(fake, MEMCG(1) + 72, 8, 99);
	only(machine, "", PK_RULE_NOT_FOUND);
	/* that tcpmem is full stops those whose own it is */
	fake_put(fake, MEMCG(1) + 88, 4, 1);
	only(machine, "", PK_RULE_NOT_FOUND);
	fake_put(fake, MEMCG(0) + 88, 4, 1);
	found(machine, "memcg-pressure", "windows of 1 socket of it do not open", "sockets", "1");
	fake_put(fake, MEMCG(0) + 88, 4, 0);
	fake_put(fake, MEMCG(1) + 64, 8, NOW + HZ / 2);
	found(machine, "memcg-pressure", "windows of 1 socket of it do not open", "sockets", "1");
	assert_string_equal(machine->findings.list[0].evidence[1].value, "500");
	assert_string_equal(machine->findings.list[0].evidence[2].value, "99");
	fake_put(fake, MEMCG(0) + 8 + 8, 8, 0xdead000000000000ull);
	not_judged(machine, "memcg-pressure", "memory cgroups of sockets");
}

/* The only CPU, whose stack is not known, may be handling 64 packets of 128 KiB each. */
static void sent_packets_that_are_nowhere(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_symbol(fake, "sock_rfree", DEVICE, 8);
	machine->device.watchdog_ms = of(0); /* it has no ring */
	fake_put(fake, machine->sock + SK_WMEM, 4, (8u << 20) + 1);
	only(machine, "", PK_RULE_NOT_FOUND);
	fake_put(fake, machine->sock + SK_WMEM, 4, (8u << 20) + 2);
	found(machine, "sent-leaked", "8388609 are in nothing", "sk_wmem_alloc", "8388609");
	fake_put(fake, machine->skb + SKB_SK, 8, machine->sock);
	only(machine, "", PK_RULE_NOT_FOUND);
	fake_put(fake, machine->sock + SK_WMEM, 4, (8u << 20) + 770);
	found(machine, "sent-leaked", "packets with 768 bytes", "sk_wmem_alloc", "8389377");
	machine->device.watchdog_ms = of(5000);
	not_judged(machine, "sent-leaked", "rings of a driver");
}

static void tables_that_are_full(void **state)
{
	struct machine *machine = *state;

	machine->net.time_wait = of(100);
	found(machine, "time-wait-full", "100 of the 100", "tw_count", "100");
	machine->net.time_wait = of(99);
	machine->net.routes6 = of(4097);
	machine->scene.routes6_limited = of(1);
	found(machine, "routes-full", "4097 routes of IPv6 are in use, more than the 4096",
	      "dst_entries", "4097");
	machine->net.routes6_thresh = of(5000); /* nobody counts them yet */
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->net.routes6_thresh = of(1024);
	machine->scene.routes6_limited = of(0); /* a sysctl that nobody asks */
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->scene.routes6_limited = lost;
	not_judged(machine, "routes-full", "whether ip6_dst_gc() refuses any: unreadable");
	machine->scene.routes6_limited = of(1);
	for (unsigned i = 0; i < 3; i++) {
		struct pk_figure *const figures[] = {&machine->net.routes6,
						     &machine->net.routes6_max,
						     &machine->net.routes6_thresh};
		const struct pk_figure was = *figures[i];

		*figures[i] = lost;
		not_judged(machine, "routes-full",
			   i == 0   ? "ip6_dst_ops"
			   : i == 1 ? "max_size"
				    : "gc_thresh");
		figures[i]->status = PK_ABSENT; /* a kernel without IPv6 */
		if (i < 2)
			only(machine, "", PK_RULE_NOT_FOUND);
		*figures[i] = was;
	}
	machine->net.routes6 = of(4096);
	machine->net.time_wait = machine->net.time_wait_max = of(0); /* nobody wants any */
	only(machine, "", PK_RULE_NOT_FOUND);
	make_counters(machine);
	machine->net.frags6.memory = of(4194305);
	found(machine, "fragments-full", "fragments of IPv6", "fqdir.mem", "4194305");
	make_counters(machine);
	machine->net.conntrack = of(50);
	found(machine, "conntrack-full", "50 of 50", "nf_conntrack_count", "50");
	machine->scene.host.conntrack_max = lost;
	not_judged(machine, "conntrack-full", "nf_conntrack_max");
	make_counters(machine);
	machine->scene.neighbours[PK_NEIGHBOUR_ND].limited = of(1024);
	found(machine, "neighbours-full", "IPv6", "gc_entries", "1024");
}

static void neighbours_that_nobody_asks_for(void **state)
{
	struct machine *machine = *state;
	struct pk_neighbour_asked asked = {.neighbour = {.dev = "eth0",
							 .key = {10, 0, 0, 9},
							 .key_len = 4,
							 .state = of(PK_NUD_INCOMPLETE),
							 .queued = of(2)},
					   .timer = of(DEVICE),
					   .lock = of(0)};

	machine->scene.asked = &asked;
	machine->scene.nr_asked = 1;
	only(machine, "", PK_RULE_NOT_FOUND);
	asked.timer.value = 0;
	found(machine, "neighbour-asleep", "10.0.0.9 on eth0 is INCOMPLETE", "nud_state",
	      "INCOMPLETE");
	assert_non_null(strstr(machine->findings.list[0].sentence, "; 2 packets wait for it"));
	asked.lock.value = 0xff;
	not_judged(machine, "neighbour-asleep", "lock");
	asked.timer = lost;
	not_judged(machine, "neighbour-asleep", "neighbour.timer");
	machine->scene.nr_asked = 0;
	machine->scene.asked_status = PK_UNREADABLE;
	not_judged(machine, "neighbour-asleep", "neighbours");
}

/* Of a CPU whose stack is not known as many packets may be at hand as it polls at once. */
static void connections_that_are_nowhere(void **state)
{
	struct machine *machine = *state;
	struct pk_conntrack_census *census = &machine->census;

	machine->scene.host.conntrack_max = of(1000);
	machine->net.conntrack = of(49 + 64);
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->net.conntrack = of(49 + 65);
	found(machine, "conntrack-leaked",
	      "114 tracked connections are counted, 49 are found: 65 are in nothing",
	      "nf_conntrack_count", "114");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_LIKELY);
	assert_string_equal(machine->findings.list[0].more, "counters -n 4026531840");
	census->idle = 60;
	found(machine, "conntrack-leaked",
	      "packets); 60 of these are dying, and nothing keeps them", "nf_conntrack_count",
	      "114");
	census->idle = 0;
	census->in_lists = 1;
	only(machine, "", PK_RULE_NOT_FOUND);
	census->in_lists = 0;
	census->by_skbs = census->masters = 1;
	only(machine, "", PK_RULE_NOT_FOUND);
	*census = (struct pk_conntrack_census){.in_table =
						       1000}; /* some are about to be counted off */
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->scene.census_status = PK_NOT_CAPTURED;
	not_judged(machine, "conntrack-leaked", "tracked connections: not captured");
	machine->scene.census_status = PK_OK;
	machine->fake.target.facts.is_live = true;
	judge(machine);
	assert_int_equal(end_of(machine, "conntrack-leaked"), PK_RULE_NOT_JUDGED);
	machine->fake.target.facts.is_live = false;
	machine->net.conntrack = lost;
	judge(machine);
	assert_int_equal(end_of(machine, "conntrack-leaked"), PK_RULE_NOT_JUDGED);
}

/* 10.0.0.2:2000 > 10.0.0.1:1000 is one connection; two ports may be chosen. */
static void no_port_is_left(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t range = FAKE_INIT_NET + NET_PORTS;

	assert_int_equal(only(machine, "ports-exhausted", PK_RULE_NOT_FOUND)->clear, 1);
	fake_put(fake, range, 4, 2000u << 16 | 2000);
	found(machine, "ports-exhausted", "from 10.0.0.2 to 10.0.0.1:1000: 1 of 1 in use", "in use",
	      "1");
	fake_put(fake, range, 4, 2001u << 16 | 2000);
	fake_put(fake, RESERVED + 2001 / 64 * 8, 8, 1ull << 2001 % 64);
	found(machine, "ports-exhausted", "1 of 1 in use", "in use", "1");
	assert_string_equal(machine->findings.list[0].evidence[2].value, "1");
	fake_put(fake, range, 4, 2002u << 16 | 2001); /* of another range */
	assert_int_equal(only(machine, "ports-exhausted", PK_RULE_NOT_FOUND)->clear, 0);
	fake_put(fake, range, 4, 2000u << 16 | 2001);
	not_judged(machine, "ports-exhausted", "ip_local_port_range: corrupt");
}

/* A listener's port is nobody's to choose; who was accepted there did not choose it either. */
static void a_port_that_is_listened_at(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_net_sock(fake, machine->listener, 10, 2001, 0);
	found(machine, "ports-exhausted", "1 of 1 in use", "in use", "1");
	fake_net_sock(fake, machine->listener, 10, 2000, 0);
	assert_int_equal(only(machine, "ports-exhausted", PK_RULE_NOT_FOUND)->clear, 0);
}

/* tcp_twsk_unique() lets a new connection have its port, or not. */
static void a_port_in_time_wait(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t reuse = FAKE_INIT_NET + NET_TW_REUSE;
	const uint64_t socks[] = {machine->sock, machine->sock + FAKE_SOCK_SIZE};

	fake_net_sock(fake, socks[1], 6, 2001, 1000);
	fake_net_chain(fake, FAKE_EHASH, socks, 2);
	found(machine, "ports-exhausted", "2 of 2 in use, 1 of them in TIME_WAIT", "in use", "2");
	fake_put(fake, reuse, 1, 2); /* neither end is the loopback's */
	only(machine, "ports-exhausted", PK_RULE_FOUND);
	fake_put(fake, reuse, 1, 1);
	only(machine, "ports-exhausted", PK_RULE_NOT_FOUND);
}

/* Up to 5.11 the count is in struct net, whether or not the module is there. */
static void no_connection_tracking(void **state)
{
	struct machine *machine = *state;

	machine->net.conntrack = of(0);
	machine->scene.host.conntrack_max.status = PK_ABSENT;
	machine->net.conntrack_stats[PK_CT_EARLY_DROP].status = PK_ABSENT;
	only(machine, "", PK_RULE_NOT_FOUND);
}

static void a_page_pool_that_waits_for_its_pages(void **state)
{
	struct machine *machine = *state;
	struct pk_page_pool pool = {.id = of(5),
				    .dev = "eth7",
				    .inflight = of(12),
				    .users = of(0),
				    .shutdown_ms = of(60000)};
	struct pk_page_pools *pools = &machine->scene.page_pools;

	*pools = (struct pk_page_pools){.list = &pool, .nr = 1};
	found(machine, "page-pool-stalled", "page pool 5 of eth7 was shut down 60 s ago",
	      "inflight", "12");
	pool.shutdown_ms = of(59999);
	only(machine, "", PK_RULE_NOT_FOUND);
	pool.shutdown_ms = (struct pk_figure){.status = PK_ABSENT};
	only(machine, "", PK_RULE_NOT_FOUND);
	pool.users = of(1);
	only(machine, "", PK_RULE_NOT_FOUND);
	pool.users = lost;
	not_judged(machine, "page-pool-stalled", "user_cnt");
	pools->nr = 0;
	pools->status = PK_UNREADABLE;
	not_judged(machine, "page-pool-stalled", "page pools");
	*pools = (struct pk_page_pools){0};
}

static void input_queue_of_a_cpu(void **state)
{
	struct machine *machine = *state;

	machine->cpu.input_qlen = of(1001);
	found(machine, "backlog-full", "CPU 0", "input_pkt_queue.qlen", "1001");
	make_counters(machine);
	machine->cpu.dropped = of(3);
	found(machine, "backlog-lost", "dropped 3", "dropped", "3");
	assert_int_equal(machine->findings.list[0].when, PK_WHEN_SINCE_BOOT);
	machine->cpu.dropped = lost;
	not_judged(machine, "backlog-lost", "softnet_data.dropped");
	make_counters(machine);
	machine->scene.host.nr_cpus = 0;
	judge(machine);
	assert_int_equal(end_of(machine, "backlog-lost"), PK_RULE_NOT_JUDGED);
	assert_int_equal(end_of(machine, "backlog-full"), PK_RULE_NOT_JUDGED);
}

static void losses_since_boot(void **state)
{
	struct machine *machine = *state;

	machine->tcp[0].value = 5;
	found(machine, "connects-lost", "5", "ListenOverflows", "5");
	assert_string_equal(machine->findings.list[0].more, "counters -n 4026531840");
	machine->tcp[0].value = 0;
	machine->tcp[2].value = 2;
	found(machine, "memory-lost", "2", "TCPAbortOnMemory", "2");
	machine->tcp[2].value = 0;
	machine->net.conntrack_stats[PK_CT_EARLY_DROP] = of(1);
	found(machine, "conntrack-lost", "1", "early_drop", "1");
}

static void queues_to_user_space(void **state)
{
	struct machine *machine = *state;
	struct pk_user_queue *queue = &machine->user_queue;

	queue->waiting = of(1024);
	found(machine, "user-queue-full",
	      "queue 8 to user space is full: 1024 packets wait for the program at netlink port "
	      "220; "
	      "more are dropped",
	      "queue_total", "1024");
	queue->fails_open = true;
	found(machine, "user-queue-full", "more are let through", "queue_total", "1024");
	queue->waiting = of(0);
	queue->limit = of(0);
	only(machine, "", PK_RULE_NOT_FOUND);
	queue->dropped = of(2);
	queue->unsent = of(3);
	found(machine, "user-queue-lost", "dropped 5 packets", "queue_total", "0");
	assert_int_equal(machine->findings.list[0].when, PK_WHEN_SINCE_BOOT);
	queue->unsent = lost;
	judge(machine);
	assert_int_equal(end_of(machine, "user-queue-full"), PK_RULE_NOT_JUDGED);
	assert_int_equal(end_of(machine, "user-queue-lost"), PK_RULE_NOT_JUDGED);
}

static void damaged_queues_to_user_space(void **state)
{
	struct machine *machine = *state;

	machine->scene.nr_user_queues = 0;
	machine->scene.user_queues_status = PK_ABSENT;
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->scene.user_queues_status = PK_UNREADABLE;
	judge(machine);
	assert_int_equal(end_of(machine, "user-queue-full"), PK_RULE_NOT_JUDGED);
}

static void queues_of_a_listener(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, machine->listener + SK_ACK_BACKLOG, 4, 129);
	found(machine, "accept-queue-full", "10.0.0.2:80 is full: 129", "sk_ack_backlog", "129");
	fake_put(fake, machine->listener + SK_ACK_BACKLOG, 4, 0);
	fake_put(fake, machine->listener + SK_SYN_QLEN, 4, 128);
	found(machine, "syn-queue-full", "10.0.0.2:80 is full: 128", "icsk_accept_queue.qlen",
	      "128");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_LIKELY);
	fake_put(fake, machine->listener + SK_SYN_QLEN, 4, 129);
	found(machine, "syn-queue-full", "10.0.0.2:80 is full: 129", "icsk_accept_queue.qlen",
	      "129");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_CERTAIN);
}

static void a_connection_that_is_stuck(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, machine->sock + SK_BACKOFF, 1, 3);
	found(machine, "zero-window",
	      "10.0.0.2:2000 > 10.0.0.1:1000: the peer's window stays closed after 3", "snd_wnd",
	      "0");
	/* It has room: this host cannot send, and the peer is not to blame. */
	fake_put(fake, machine->sock + SK_SND_WND, 4, 60000);
	only(machine, "", PK_RULE_NOT_FOUND);
	fake_put(fake, machine->sock + SK_SND_WND, 4, 0);
	/* The same number of the retransmit timer is of lost packets. */
	fake_put(fake, machine->sock + SK_PENDING, 1, 1);
	only(machine, "", PK_RULE_NOT_FOUND);
	fake_put(fake, machine->sock + SK_RETRANSMITS, 1, 3);
	found(machine, "unanswered", "3 retransmits in a row", "icsk_retransmits", "3");
	fake_put(fake, machine->sock + SK_RETRANSMITS, 1, 0);
	fake_put(fake, machine->sock + SK_RCV_WND, 4, 0);
	found(machine, "unread", "closed for 121 s", "rx_queue", "100");
	fake_put(fake, machine->sock + SK_LRCVTIME, 4, NOW - 120 * HZ);
	only(machine, "", PK_RULE_NOT_FOUND);
}

/* Of three segments in the retransmit queue, a tree, the first two are LARGE and lost, and the last has LAST bytes. */
static void draw_segments(struct machine *machine, uint32_t large, uint32_t last)
{
	const uint32_t begins[] = {0, large, 2 * large, 2 * large + last};
	struct fake_target *fake = &machine->fake;
	const uint64_t size = fake_net_object_size(FAKE_SKB);
	uint64_t base = fake_net_slab(fake, FAKE_SKB, 16, 1);
	const uint64_t skbs[] = {base, base + size, base + 2 * size};
	uint64_t buffers = fake_net_slab(fake, FAKE_KMALLOC, 24, 8);

	for (unsigned i = 0; i < 3; i++) {
		uint64_t buffer = buffers + i * (uint64_t)fake_net_object_size(FAKE_KMALLOC);

		fake_net_skb(fake, skbs[i], buffer, 2000, 1000, begins[i], 100);
		fake_put(fake, buffer + SKB_SHINFO + SHINFO_DATAREF, 4, 1);
		fake_put(fake, skbs[i] + 208, 4, 768);
		fake_put(fake, skbs[i] + SKB_CB, 4, begins[i]);
		fake_put(fake, skbs[i] + SKB_CB + 4, 4, begins[i + 1]);
		fake_put(fake, skbs[i] + SKB_CB + CB_SACKED, 1, i == 2 ? 1 : i ? 4 : 0x86);
		fake_put(fake, skbs[i] + 8, 8, i == 1 ? skbs[2] : 0);
		fake_put(fake, skbs[i] + 16, 8, i == 1 ? skbs[0] : 0);
	}
	fake_put(fake, machine->sock + SK_RTX, 8, skbs[1]);
	fake_put(fake, machine->sock + SK_PENDING, 1, 1);
	fake_put(fake, machine->sock + SK_RETRANSMITS, 1, 3);
	fake_put(fake, machine->sock + SK_SACKED_OUT, 4, 1);
}

static void segments_that_are_too_large(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_segments(machine, 1000, 104);
	fake_put(fake, machine->sock + TP_BYTES_ACKED, 8, 300);
	found(machine, "large-lost",
	      "10.0.0.2:2000 > 10.0.0.1:1000: 3 retransmits in a row of segments of 1000 bytes or "
	      "more got no answer, those of up to 104 bytes behind them did; none as large was "
	      "ever acknowledged",
	      "icsk_retransmits", "3");
	/* Of what is not cut yet, each segment is a full one. */
	draw_segments(machine, 5000, 104);
	found(machine, "large-lost", "segments of 1000 bytes or more", "icsk_retransmits", "3");
	/* A loss, of what is no larger than what arrived. */
	draw_segments(machine, 1000, 1000);
	only(machine, "unanswered", PK_RULE_FOUND);
	draw_segments(machine, 104, 104);
	only(machine, "unanswered", PK_RULE_FOUND);
	draw_segments(machine, 1000, 104);
	fake_put(fake, machine->sock + SK_SACKED_OUT, 4, 0); /* the peer has none of them */
	only(machine, "unanswered", PK_RULE_FOUND);
	fake_put(fake, machine->sock + SK_SACKED_OUT, 4, 1);
	fake_put(fake, machine->sock + SK_RETRANSMITS, 1, 2);
	only(machine, "", PK_RULE_NOT_FOUND);
}

/* Peers vanish: with many of them that is one finding. */
static void many_connections_are_one_finding(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t socks[] = {machine->sock, machine->sock + FAKE_SOCK_SIZE};

	fake_net_sock(fake, socks[1], 1, 2000, 1001);
	fake_put(fake, socks[1] + TP_WRITE_SEQ, 4, 10);
	fake_put(fake, socks[1] + SK_PENDING, 1, 1);
	fake_put(fake, socks[1] + SK_TIMER, 8, JIFFIES);
	fake_net_chain(fake, FAKE_EHASH, socks, 2);
	fake_put(fake, socks[0] + SK_RETRANSMITS, 1, 4);
	fake_put(fake, socks[1] + SK_RETRANSMITS, 1, 8);
	found(machine, "unanswered",
	      "2 connections, the worst 10.0.0.2:2000 > 10.0.0.1:1001: 8 retransmits",
	      "icsk_retransmits", "8");
}

static void sockets_that_cannot_be_read(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->fake, FAKE_HASHINFO, 8, 0x1000);
	judge(machine);
	assert_int_equal(machine->findings.nr, 0);
	assert_int_equal(end_of(machine, "zero-window"), PK_RULE_NOT_JUDGED);
	assert_int_equal(end_of(machine, "skb-mangled"), PK_RULE_NOT_JUDGED);
}

static void a_mangled_packet(void **state)
{
	struct machine *machine = *state;
	char address[32];

	snprintf(address, sizeof(address), "0x%llx", (unsigned long long)machine->skb);
	fake_put(&machine->fake, machine->skb + 116, 4, 300);
	found(machine, "skb-mangled",
	      "waits in the receive queue of 10.0.0.2:2000 > 10.0.0.1:1000: len 100 is less", "skb",
	      address);
	assert_int_equal(machine->findings.list[0].rank, 1);
	/* A task that owns the socket may have been changing it. */
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_CERTAIN);
	fake_put(&machine->fake, machine->sock + SK_OWNED, 4, 1);
	judge(machine);
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_LIKELY);
}

static void a_stuck_cpu(void **state)
{
	struct machine *machine = *state;
	struct pk_watched_cpu *watched = &machine->watched;

	watched->still_s = of(21);
	found(machine, "soft-lockup", "CPU 0 has not scheduled for 21 s", "cpu", "0");
	assert_string_equal(machine->findings.list[0].more, "inflight -c 0");
	/* Somebody told the kernel to begin again: to that the CPU is well. */
	watched->reset = true;
	only(machine, "", PK_RULE_NOT_FOUND);
	/* ... but if that was panic(), and the kernel had complained: */
	watched->said_s = of(22);
	watched->still_s = (struct pk_figure){.status = PK_ABSENT};
	found(machine, "soft-lockup", "CPU 0 has not scheduled for 22 s", "cpu", "0");
	*watched = (struct pk_watched_cpu){.still_s = lost, .said_s = {.status = PK_ABSENT}};
	not_judged(machine, "soft-lockup", "watchdog_touch_ts: unreadable");
	machine->scene.watchdog.limit_s = (struct pk_figure){.status = PK_ABSENT};
	judge(machine);
	assert_int_equal(end_of(machine, "soft-lockup"), PK_RULE_NOT_JUDGED);
	assert_int_equal(end_of(machine, "hard-lockup"), PK_RULE_NOT_JUDGED);
}

/* No timer interrupt for watchdog_thresh, half of the limit, and nothing else. */
static void a_cpu_that_takes_no_interrupt(void **state)
{
	struct machine *machine = *state;
	struct pk_watched_cpu *watched = &machine->watched;

	watched->still_s = of(10);
	watched->tick_s = of(40); /* it idles: the detector's own timer was there 10 s ago */
	only(machine, "", PK_RULE_NOT_FOUND);
	watched->still_s = of(11);
	found(machine, "hard-lockup", "CPU 0 has taken no timer interrupt for 40 s", "tick_s",
	      "40");
	watched->still_s = of(21); /* one finding, not two */
	found(machine, "hard-lockup", "CPU 0 has taken no timer interrupt for 40 s", "tick_s",
	      "40");
	watched->reset = true; /* an interrupt would have come, all the same */
	found(machine, "hard-lockup", "CPU 0 has taken no timer interrupt for 40 s", "tick_s",
	      "40");
	watched->tick_s = of(10);
	only(machine, "", PK_RULE_NOT_FOUND);
	watched->reset = false;
	found(machine, "soft-lockup", "CPU 0 has not scheduled for 21 s", "cpu", "0");
	*watched = (struct pk_watched_cpu){
		.still_s = of(1), .tick_s = lost, .said_s = {.status = PK_ABSENT}};
	not_judged(machine, "hard-lockup", "rq.clock: unreadable");
}

static void a_grace_period_that_does_not_end(void **state)
{
	struct machine *machine = *state;
	struct pk_rcu *rcu = &machine->scene.rcu;
	struct pk_rcu_holdout holdouts[] = {
		{.cpu = 3}, {.cpu = -1, .task = {.pid = 9, .comm = "reader", .on_cpu = true}}};

	*rcu = (struct pk_rcu){.limit_s = of(21),
			       .lack = "RCU",
			       .normal = {.in_progress = true, .age_s = of(20), .quiet_s = of(2)}};
	only(machine, "", PK_RULE_NOT_FOUND);
	rcu->normal.age_s = of(21);
	found(machine, "rcu-stall", "a grace period of RCU has lasted for 21 s", "age_s", "21");
	rcu->normal.holdouts = holdouts;
	rcu->normal.nr = 2;
	rcu->normal.quiet_s = of(3);
	found(machine, "rcu-stall",
	      "for 21 s, held up by CPU 3; also by 1 preempted reader; RCU's thread has not run "
	      "for 3 s",
	      "age_s", "21");
	assert_string_equal(machine->findings.list[0].more, "inflight -c 3");
	assert_int_equal(machine->findings.list[0].nr_others, 1);
	assert_string_equal(machine->findings.list[0].others[0].name,
			    "reader (PID 9), which was preempted as a reader; where is not judged");
	rcu->normal.holdouts++;
	rcu->normal.nr = 1;
	found(machine, "rcu-stall", "held up by reader (PID 9), which was preempted", "age_s",
	      "21");
	assert_int_equal(machine->findings.list[0].nr_others, 0);
	rcu->normal.in_progress = false;
	only(machine, "", PK_RULE_NOT_FOUND);
	rcu->expedited = (struct pk_rcu_period){
		.expedited = true, .in_progress = true, .seq = 401, .age_s = {.status = PK_ABSENT}};
	only(machine, "", PK_RULE_NOT_FOUND);
	rcu->expedited.said = true; /* the kernel has a limit of its own for these */
	rcu->expedited.age_s = of(9);
	found(machine, "rcu-stall", "an expedited grace period of RCU has lasted for 9 s", "age_s",
	      "9");
	rcu->expedited.in_progress = false;
	rcu->limit_s = (struct pk_figure){.status = PK_ABSENT};
	not_judged(machine, "rcu-stall", "RCU: absent");
}

static void a_pool_of_workers(void **state)
{
	struct machine *machine = *state;
	struct pk_worker worker = {.task = {.pid = 7, .comm = "kworker/1:0"}, .func = 0x3000};
	struct pk_worker_pool pool = {
		.id = 2, .cpu = 1, .still_s = 30, .pending = 3, .funcs = {0x1000}, .stalled = true};

	machine->scene.pools = (struct pk_worker_pools){.limit_s = of(30), .lack = "pools"};
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->scene.pools.list = &pool;
	machine->scene.pools.nr = 1;
	found(machine, "workers-stalled",
	      "pool 2 of workers of CPU 1 has 3 works and has begun none for 30 s, the first is "
	      "1000",
	      "pool", "2");
	pool.workers = &worker;
	pool.nr = 1;
	found(machine, "workers-stalled", "; kworker/1:0 (PID 7) has 3000", "pool", "2");
	pool.cpu = -1;
	found(machine, "workers-stalled", "pool 2 of workers has 3 works", "pool", "2");
	pool.asleep = of(1);
	pool.nr_workers = 1;
	found(machine, "works-asleep",
	      "pool 2 of workers has 3 works, the first is 1000; its 1 worker sleeps and nobody "
	      "has "
	      "woken one, and none is being made: nobody will run them",
	      "pool", "2");
	pool.nr_workers = 0;
	found(machine, "works-asleep", "; it has no worker, and none", "pool", "2");
	pool.stalled = false;
	pool.asleep = lost;
	not_judged(machine, "works-asleep", "worker_pool: unreadable");
	pool.asleep = of(0);
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->scene.pools.delayed[1] = (struct pk_delayed_work){
		.what = "neighbours", .addr = 0x5000, .func = 0x1000, .lost = of(1)};
	found(machine, "works-asleep",
	      "the work 1000 (neighbours) is pending, but in no pool, and its timer is not armed",
	      "work_function", "1000");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_LIKELY);
	machine->scene.pools.delayed[1].lost = of(0);
	only(machine, "", PK_RULE_NOT_FOUND);
	machine->scene.pools.limit_s = lost;
	judge(machine);
	assert_int_equal(end_of(machine, "workers-stalled"), PK_RULE_NOT_JUDGED);
	assert_int_equal(end_of(machine, "works-asleep"), PK_RULE_NOT_JUDGED);
}

static void timers_that_are_late(void **state)
{
	struct machine *machine = *state;
	struct pk_late_timers *timers = &machine->scene.timers;
	struct pk_watched_cpu *watched = &machine->scene.watchdog.cpus[0];
	struct pk_late_cpu late = {.cpu = 0,
				   .nr = 2,
				   .nr_list = 2,
				   .list = {{0x5000, 0x1000, 30}, {machine->sock + 8, 0x2000, 25}}};

	*timers = (struct pk_late_timers){.limit_s = of(20), .lack = "timers", .others = 1};
	watched->still_s = of(1);
	only(machine, "", PK_RULE_NOT_FOUND);
	timers->list = &late;
	timers->nr = 1;
	found(machine, "timers-late",
	      "CPU 0 schedules; it has left 2 timers undone for up to 30 s, the oldest is 1000; "
	      "also, "
	      "for 25 s, 2000 of 10.0.0.2:2000 > 10.0.0.1:1000",
	      "late_s", "30");
	assert_string_equal(machine->findings.list[0].more, "inflight -c 0");
	late.ksoftirqd_waits = true;
	late.ksoftirqd = (struct pk_task){.pid = 14, .comm = "ksoftirqd/0"};
	found(machine, "timers-late",
	      "; ksoftirqd/0 (PID 14), which runs softirqs, waits for the CPU", "late_s", "30");
	/* it is stuck itself, though not for so long that soft-lockup says so */
	watched->still_s = of(19);
	late.list[0].late_s = 24;
	only(machine, "", PK_RULE_NOT_FOUND);
	watched->still_s = (struct pk_figure){.status = PK_ABSENT};
	not_judged(machine, "timers-late", "whether the CPU scheduled: absent");
	watched->still_s = of(1);
	late.status = PK_LIMIT; /* there may be more */
	found(machine, "timers-late", "it has left 2 timers undone for up to 24 s", "late_s", "24");
	late.nr = 0;
	not_judged(machine, "timers-late", "timers of a CPU: limit reached");
	timers->limit_s = lost;
	not_judged(machine, "timers-late", "timers: unreadable");
}

static void a_hung_task(void **state)
{
	struct machine *machine = *state;
	struct pk_hung_tasks *hung = &machine->scene.hung;

	hung->nr = 1;
	found(machine, "hung-task", "ip (PID 77) has hung for 120 s", "blocked_s", "120");
	hung->nr = 0;
	hung->unread = 1;
	not_judged(machine, "hung-task", "task: unreadable");
	hung->limit_s = (struct pk_figure){.status = PK_ABSENT};
	not_judged(machine, "hung-task", "detector: absent");
}

#define HUNG_TASKS 0xffffc9000f000000ull
#define HUNG_TASK(n) (HUNG_TASKS + 0x100 * (uint64_t)(n))
#define HUNG_LOCK(n) (HUNG_TASKS + 0x1000 + 0x40 * (uint64_t)(n))

static const struct fake_member hung_members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "__state", 12, .size = 4},
	{"struct task_struct", "stack", 16, .size = 8},
	{"struct task_struct", "tasks", 24, .size = 16},
	{"struct task_struct", "comm", 40, .size = 16, .is_array = true, .elements = 16},
	{"struct task_struct", "blocker", 56, .size = 8},
	{"struct task_struct", "cpu", 64, .size = 4},
	{"struct mutex", "owner", 0, .size = 8},
};

/* Task N hangs behind lock L, which OWNER has. The kernel notes which lock that is. */
static void hangs_behind(struct machine *machine, struct pk_hung_task *hung, unsigned n, unsigned l,
			 unsigned owner)
{
	struct fake_target *fake = &machine->fake;

	fake_put(fake, HUNG_TASK(n), 4, 100 + n);
	fake_put(fake, HUNG_TASK(n) + 4, 4, 100 + n);
	fake_put(fake, HUNG_TASK(n) + 12, 4, 2);
	fake_put_string(fake, HUNG_TASK(n) + 40, "hangs");
	fake_put(fake, HUNG_TASK(n) + 56, 8, HUNG_LOCK(l));
	fake_put(fake, HUNG_LOCK(l), 8, HUNG_TASK(owner));
	*hung = (struct pk_hung_task){
		.task = {.addr = HUNG_TASK(n), .pid = 100 + (int)n, .comm = "hangs"},
		.blocked_s = 130 + n};
}

/* 0 and 1 wait for each other, 2 behind them: one finding. 3 is alone, behind a task that runs. */
static void tasks_that_hang_behind_each_other(void **state)
{
	struct machine *machine = *state;
	struct pk_hung_task hung[4];
	const struct pk_finding *finding;

	fake_map(&machine->fake, HUNG_TASKS, 0x2000);
	fake_members(&machine->fake, hung_members, ARRAY_SIZE(hung_members));
	hangs_behind(machine, &hung[0], 0, 1, 1);
	hangs_behind(machine, &hung[1], 1, 0, 0);
	hangs_behind(machine, &hung[2], 2, 1, 1);
	machine->scene.hung.list = hung;
	machine->scene.hung.nr = 3;
	found(machine, "hung-task",
	      "3 tasks have hung, for 132 s at most: hangs (PID 102), for mutex ffffc9000f001040, "
	      "held by hangs (PID 101), which waits for mutex ffffc9000f001000, held by hangs (PID "
	      "100), which waits for mutex ffffc9000f001040, held by hangs: a circle",
	      "blocked_s", "132");
	finding = &machine->findings.list[0];
	assert_int_equal(finding->nr_chain, 3);
	assert_int_equal(finding->chain[2].pid, 100);
	assert_string_equal(finding->chain[2].state, "waits");
	assert_int_equal(finding->nr_others, 0);
	/* Another behind the same lock is counted, and named apart. */
	hangs_behind(machine, &hung[3], 3, 1, 1);
	machine->scene.hung.nr = 4;
	found(machine, "hung-task", "4 tasks have hung, for 133 s at most: hangs (PID 103)",
	      "blocked_s", "133");
	finding = &machine->findings.list[0];
	assert_int_equal(finding->nr_others, 1);
	assert_int_equal(finding->others[0].addr, HUNG_TASK(2));
	/* The circle is opened: 0 runs. */
	fake_put(&machine->fake, HUNG_TASK(0) + 8, 4, 1);
	machine->scene.hung.list = &hung[1];
	machine->scene.hung.nr = 1;
	found(machine, "hung-task",
	      "hangs (PID 101) has hung for 131 s, for mutex ffffc9000f001000, held by hangs (PID "
	      "100), which runs on CPU 0",
	      "blocked_s", "131");
	assert_string_equal(machine->findings.list[0].more, "inflight -c 0");
	machine->scene.hung.nr = 0;
}

/* A rule that finds very much names some, and counts the rest. */
static void findings_of_a_rule_are_bounded(void **state)
{
	struct machine *machine = *state;
	struct pk_tx_queue *queues = calloc(100, sizeof(*queues));

	machine->queue.idle_ms = of(60000);
	for (unsigned i = 0; i < 100; i++)
		queues[i] = machine->queue;
	machine->device.queues = queues;
	machine->device.nr_queues = 100;
	judge(machine);
	assert_int_equal(machine->findings.nr, 16);
	for (size_t i = 0; i < NR_RULES; i++)
		if (!strcmp(machine->findings.rules[i].rule, "tx-stopped"))
			assert_int_equal(machine->findings.rules[i].found, 100);
	free(queues);
}

/* --- references ----------------------------------------------------------------------------------------- */

struct references {
	struct pk_device_said said;
	struct pk_device_wait wait[2];
	struct pk_device_refs refs[2];
	struct pk_behind_net behind;
	struct pk_task task;
};

/* The kernel complained 5 s before the panic, and for the first time 20 s before. */
static void waits_for_veth7(struct machine *machine, struct references *of_test)
{
	struct pk_scene *scene = &machine->scene;

	*of_test = (struct references){
		.said = {"veth7", 100000000000, 115000000000, 3},
		.wait = {{.device = DEVICE,
			  .task = {.pid = 30, .comm = "kworker/u4:1"},
			  .call = "netdev_run_todo",
			  .ends_net = true},
			 {.device = DEVICE + 4096}},
		.refs = {{.addr = DEVICE, .name = "veth7", .netns = 4026532217, .count = of(4)},
			 {.addr = DEVICE + 4096, .name = "other", .count = of(2)}},
		.task = {.pid = 167, .comm = "ip"}};
	of_test->refs[0].tracker.status = PK_ABSENT;
	of_test->refs[0].holders[PK_REF_OWN].nr = 1;
	of_test->refs[0].holders[PK_REF_DST_SOCKS].nr = 2;
	of_test->refs[1].holders[PK_REF_OWN].nr = 1;
	scene->panic = (struct pk_panic){.found = true, .ts_nsec = 120000000000};
	scene->saids = (struct pk_device_saids){.list = &of_test->said, .nr = 1, .every_s = 10};
	scene->waits = (struct pk_device_waits){.list = of_test->wait,
						.nr = 1,
						.nets = &of_test->behind,
						.nr_nets = 1,
						.tasks = &of_test->task,
						.nr_tasks = 1};
	scene->references = (struct pk_ref_accounts){.list = of_test->refs, .nr = 2};
}

static void a_device_that_cannot_go(void **state)
{
	struct machine *machine = *state;
	struct references of_test;

	waits_for_veth7(machine, &of_test);
	found(machine, "device-held",
	      "veth7 cannot go for 30 s: 3 references held: 2 by dsts of sockets, 1 by nobody "
	      "known; "
	      "kworker/u4:1 (PID 30) waits to end its namespace; 1 other namespace waits for that "
	      "worker; 1 task waits behind it for pernet_ops_rwsem",
	      "refcount", "4");
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_CERTAIN);
	assert_int_equal(machine->findings.list[0].nr_others, 1);
	assert_string_equal(machine->findings.list[0].more, "devices -r veth7");
	/* Who deletes it keeps no namespace. */
	of_test.wait[0].ends_net = false;
	found(machine, "device-held", "1 by nobody known; kworker/u4:1 (PID 30) waits", "refcount",
	      "4");
	assert_null(strstr(machine->findings.list[0].sentence, "namespace"));
}

static const char *evidence(const struct machine *machine, const char *name)
{
	const struct pk_finding *finding = &machine->findings.list[0];

	for (unsigned i = 0; i < finding->nr_evidence; i++)
		if (!strcmp(finding->evidence[i].name, name))
			return finding->evidence[i].value;
	return "";
}

/* What a kernel tracks that has a reference tracker, by the function that asked the network core's for a reference. */
static void who_took_what_is_held(void **state)
{
	struct machine *machine = *state;
	struct references of_test;
	struct pk_ref_stack taken[] = {
		{.nr = 3,
		 .stack = {.funcs = {"netdev_get_by_name+0x10/0x20",
				     "set_hold+0x5a/0x120 [refmod]"},
			   .nr = 2}},
		{.nr = 2, .stack = {.funcs = {"dst_alloc+0x8/0x90"}, .nr = 1}},
		{.nr = 1, .stack = {.funcs = {"set_hold+0x70/0x120 [refmod]"}, .nr = 1}},
		{.nr = 1, .status = PK_UNREADABLE},
	};

	waits_for_veth7(machine, &of_test);
	of_test.refs[0].tracker = (struct pk_ref_tracker){
		.taken = {.list = taken, .nr = ARRAY_SIZE(taken) - 1, .total = 6}};
	found(machine, "device-held",
	      "1 by nobody known; taken: 4 in set_hold [refmod], 2 in dst_alloc; kworker/u4:1 ",
	      "refcount", "4");
	/* One reference of its own, and six that were taken, but the count is 4. */
	assert_string_equal(evidence(machine, "tracked"), "6");
	assert_string_equal(evidence(machine, "put too often"), "3");
	of_test.refs[0].tracker.taken.nr++;
	found(machine, "device-held", "2 in dst_alloc and others; kworker", "refcount", "4");
	of_test.refs[0].tracker.taken.list = taken + 3;
	of_test.refs[0].tracker.taken.nr = 1;
	found(machine, "device-held", "taken: 1 in a place that is not known;", "refcount", "4");
}

/* Which one the log means is not known. */
static void two_of_a_name_that_cannot_go(void **state)
{
	struct machine *machine = *state;
	struct references of_test;

	waits_for_veth7(machine, &of_test);
	strcpy(of_test.refs[1].name, "veth7");
	machine->scene.waits.nr = 2;
	judge(machine);
	assert_int_equal(end_of(machine, "device-held"), PK_RULE_FOUND);
	assert_int_equal(machine->findings.nr, 2);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(machine->findings.list[i].sure, PK_SURE_LIKELY);
		assert_null(strstr(machine->findings.list[i].sentence, " for 30 s"));
	}
}

static void a_device_that_can_go(void **state)
{
	struct machine *machine = *state;
	struct references of_test;

	waits_for_veth7(machine, &of_test);
	of_test.refs[0].count = of(1); /* the last one is gone */
	assert_int_equal(only(machine, "device-held", PK_RULE_NOT_FOUND)->clear, 1);
	of_test.refs[0].count = lost;
	not_judged(machine, "device-held", "refcnt: unreadable");
	of_test.refs[0].count = of(4);
	machine->scene.panic.ts_nsec = 130000000001; /* the next complaint did not come */
	assert_int_equal(only(machine, "device-held", PK_RULE_NOT_FOUND)->clear, 1);
	machine->scene.panic.found = false;
	found(machine, "device-held", "veth7 cannot go: 3 references", "refcount", "4");
}

static void who_waits_is_not_found(void **state)
{
	struct machine *machine = *state;
	struct references of_test;

	waits_for_veth7(machine, &of_test);
	machine->scene.waits.list = &of_test.wait[1];
	not_judged(machine, "device-held", "who waits for a device");
	machine->scene.saids = (struct pk_device_saids){.status = PK_UNREADABLE};
	not_judged(machine, "device-held", "kernel log: unreadable");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_busy_machine_has_no_finding, setup, teardown),
		cmocka_unit_test_setup_teardown(a_qdisc_that_nothing_wakes, setup, teardown),
		cmocka_unit_test_setup_teardown(a_qdisc_that_sends_in_years, setup, teardown),
		cmocka_unit_test_setup_teardown(a_ring_that_nobody_polls, setup, teardown),
		cmocka_unit_test_setup_teardown(sent_packets_that_nobody_frees, setup, teardown),
		cmocka_unit_test_setup_teardown(sentences_that_are_cut, setup, teardown),
		cmocka_unit_test_setup_teardown(a_socket_without_a_timer, setup, teardown),
		cmocka_unit_test_setup_teardown(a_device_that_cannot_go, setup, teardown),
		cmocka_unit_test_setup_teardown(who_took_what_is_held, setup, teardown),
		cmocka_unit_test_setup_teardown(two_of_a_name_that_cannot_go, setup, teardown),
		cmocka_unit_test_setup_teardown(a_device_that_can_go, setup, teardown),
		cmocka_unit_test_setup_teardown(who_waits_is_not_found, setup, teardown),
		cmocka_unit_test_setup_teardown(a_stopped_queue, setup, teardown),
		cmocka_unit_test_setup_teardown(a_queue_of_a_device_that_does_not_run, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_queue_without_a_watchdog, setup, teardown),
		cmocka_unit_test_setup_teardown(time_after_the_panic_does_not_count, setup,
						teardown),
		cmocka_unit_test_setup_teardown(timers_that_ran_on_tell_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(a_server_that_does_not_answer, setup, teardown),
		cmocka_unit_test_setup_teardown(a_controller_that_is_lost, setup, teardown),
		cmocka_unit_test_setup_teardown(a_session_that_is_lost, setup, teardown),
		cmocka_unit_test_setup_teardown(an_smb_connection_that_is_lost, setup, teardown),
		cmocka_unit_test_setup_teardown(an_rds_connection_that_failed, setup, teardown),
		cmocka_unit_test_setup_teardown(a_ceph_connection_that_is_stuck, setup, teardown),
		cmocka_unit_test_setup_teardown(a_ceph_monitor_that_is_silent, setup, teardown),
		cmocka_unit_test_setup_teardown(byte_queue_limits, setup, teardown),
		cmocka_unit_test_setup_teardown(no_carrier_and_packets, setup, teardown),
		cmocka_unit_test_setup_teardown(bits_that_are_not_known, setup, teardown),
		cmocka_unit_test_setup_teardown(memory_of_protocols, setup, teardown),
		cmocka_unit_test_setup_teardown(tables_that_are_full, setup, teardown),
		cmocka_unit_test_setup_teardown(neighbours_that_nobody_asks_for, setup, teardown),
		cmocka_unit_test_setup_teardown(memory_of_cgroups, setup, teardown),
		cmocka_unit_test_setup_teardown(sent_packets_that_are_nowhere, setup, teardown),
		cmocka_unit_test_setup_teardown(connections_that_are_nowhere, setup, teardown),
		cmocka_unit_test_setup_teardown(no_port_is_left, setup, teardown),
		cmocka_unit_test_setup_teardown(a_port_that_is_listened_at, setup, teardown),
		cmocka_unit_test_setup_teardown(a_port_in_time_wait, setup, teardown),
		cmocka_unit_test_setup_teardown(no_connection_tracking, setup, teardown),
		cmocka_unit_test_setup_teardown(input_queue_of_a_cpu, setup, teardown),
		cmocka_unit_test_setup_teardown(a_page_pool_that_waits_for_its_pages, setup,
						teardown),
		cmocka_unit_test_setup_teardown(losses_since_boot, setup, teardown),
		cmocka_unit_test_setup_teardown(queues_to_user_space, setup, teardown),
		cmocka_unit_test_setup_teardown(damaged_queues_to_user_space, setup, teardown),
		cmocka_unit_test_setup_teardown(queues_of_a_listener, setup, teardown),
		cmocka_unit_test_setup_teardown(a_connection_that_is_stuck, setup, teardown),
		cmocka_unit_test_setup_teardown(segments_that_are_too_large, setup, teardown),
		cmocka_unit_test_setup_teardown(many_connections_are_one_finding, setup, teardown),
		cmocka_unit_test_setup_teardown(sockets_that_cannot_be_read, setup, teardown),
		cmocka_unit_test_setup_teardown(a_mangled_packet, setup, teardown),
		cmocka_unit_test_setup_teardown(a_stuck_cpu, setup, teardown),
		cmocka_unit_test_setup_teardown(a_cpu_that_takes_no_interrupt, setup, teardown),
		cmocka_unit_test_setup_teardown(a_grace_period_that_does_not_end, setup, teardown),
		cmocka_unit_test_setup_teardown(a_pool_of_workers, setup, teardown),
		cmocka_unit_test_setup_teardown(timers_that_are_late, setup, teardown),
		cmocka_unit_test_setup_teardown(a_hung_task, setup, teardown),
		cmocka_unit_test_setup_teardown(tasks_that_hang_behind_each_other, setup, teardown),
		cmocka_unit_test_setup_teardown(findings_of_a_rule_are_bounded, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
