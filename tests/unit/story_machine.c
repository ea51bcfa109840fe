// SPDX-License-Identifier: GPL-3.0-or-later
#include "story_machine.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_queues.h"
#include "fake_xfrm.h"
#include "protocol/protocol.h"

#define OWN 0xffff990000000000ull /* what this file draws of its own */
#define DEVICE_AT(i) (OWN + 0x400 * (uint64_t)(i))
#define ADJACENT_AT(i, k) (DEVICE_AT(i) + 0x100 + 0x20 * (uint64_t)(k))
#define VLANS_AT(i) (DEVICE_AT(i) + 0x200)
#define PARTS (OWN + 0x4000) /* a page a device */
#define TASK_AT (OWN + 0x10000)
#define SIZE 0x20000

static const struct fake_member device_members[] = {
	{"struct net_device", "adj_list.upper", 104, .size = 16},
	{"struct net_device", "vlan_info", 120, 8, .is_pointer = true},
	{"struct net_device", "dev.parent", 128, 8, .is_pointer = true},
	{"struct net_device", "netdev_ops", 136, 8, .is_pointer = true},
	{"struct net_device_ops", "ndo_start_xmit", 0, 8, .is_pointer = true},
	{"struct netdev_adjacent", "dev", 0, 8, .is_pointer = true},
	{"struct netdev_adjacent", "master", 8, .size = 1},
	{"struct netdev_adjacent", "list", 16, .size = 16},
	{"struct vlan_info", "grp", 8, .size = 144},
	{"struct vlan_group", "vlan_devices_arrays", 16, .size = 128},
};

static const struct fake_member kind_members[] = {
	{"struct net_device", "rtnl_link_ops", 144, 8, .is_pointer = true},
	{"struct rtnl_link_ops", "kind", 16, 8, .is_pointer = true},
};

static const struct fake_member task_members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "thread_info.cpu", 12, .size = 4},
	{"struct task_struct", "tasks", 16, .size = 16},
	{"struct task_struct", "signal", 32, .size = 8},
	{"struct task_struct", "stack", 40, .size = 8},
	{"struct task_struct", "thread_node", 48, .size = 16},
	{"struct task_struct", "comm", 64, .size = 16, .is_array = true, .elements = 16},
};

static const struct fake_member shadow_members[] = {
	{"struct task_struct", "curr_ret_stack", 80, .size = 4, .is_signed = true},
	{"struct task_struct", "ret_stack", 88, .size = 8, .is_pointer = true,
	 .type_text = "struct ftrace_ret_stack *"},
	{"struct ftrace_ret_stack", "ret", 0, .size = 8},
	{"struct ftrace_ret_stack", "func", 8, .size = 8},
	{"struct ftrace_ret_stack", "calltime", 16, .size = 8},
	{"struct ftrace_ret_stack", "retp", 24, .size = 8},
};

static const struct fake_member max_backlog[] = {
	{"struct sock", "sk_max_ack_backlog", 204, .size = 4}};
static const struct fake_member window[] = {{"struct tcp_sock", "snd_wnd", 244, .size = 4}};

/* NAME=NUMBER: whether WORD is that. */
static bool is_number(const char *word, const char *name, uint64_t *ret_value)
{
	size_t len = strlen(name);
	char *end;

	if (strncmp(word, name, len) != 0 || word[len] != '=' ||
	    !isdigit((unsigned char)word[len + 1]))
		return false;
	*ret_value = strtoull(word + len + 1, &end, 0);
	return !*end;
}

static bool is_ports(const char *word, unsigned *ret_sport, unsigned *ret_dport)
{
	int end = 0;

	return sscanf(word, "%5u>%5u%n", ret_sport, ret_dport, &end) == 2 && !word[end];
}

static char *next(char **save)
{
	return strtok_r(NULL, " ", save);
}

/* Pages of a slab of CACHE, the next that nothing is in; 0: there are none. */
static uint64_t pages(struct fake_trace *trace, struct story_machine *machine,
		      enum fake_cache cache, unsigned nr)
{
	unsigned first = machine->pages + 4;

	if (first + nr > FAKE_PAGES)
		return 0;
	machine->pages += nr;
	return fake_net_slab(fake_trace_target(trace), cache, first, nr);
}

static void own(struct fake_trace *trace, struct story_machine *machine)
{
	if (!machine->drawn)
		fake_map(fake_trace_target(trace), OWN, SIZE);
	machine->drawn = true;
}

static void queues(struct fake_trace *trace, struct story_machine *machine)
{
	if (!machine->queues)
		fake_queues_init(fake_trace_target(trace));
	machine->queues = true;
}

/* Devices. */

static int device_of(const struct fake_trace *trace, const char *name)
{
	uint64_t addr = fake_trace_named(trace, name);

	return addr >= OWN && addr < DEVICE_AT(STORY_OBJECTS) ? (int)((addr - OWN) / 0x400) : -1;
}

/* A device stands on the device LOWER: in its list, a master first. */
static const char *stand(struct fake_trace *trace, struct story_machine *machine, int device,
			 int lower, bool master)
{
	struct fake_target *fake = fake_trace_target(trace);
	unsigned *nr = &machine->upper[lower];
	uint64_t head = DEVICE_AT(lower) + 104, at = head;

	if (*nr == 4)
		return "too many devices on one";
	fake_put(fake, ADJACENT_AT(lower, *nr), 8, DEVICE_AT(device));
	fake_put(fake, ADJACENT_AT(lower, *nr) + 8, 1, master);
	++*nr;
	for (unsigned k = 0; k < *nr; k++) {
		fake_link(fake, at, ADJACENT_AT(lower, k) + 16);
		at = ADJACENT_AT(lower, k) + 16;
	}
	fake_link(fake, at, head);
	return NULL;
}

/* Whether it is VLAN number WORD of LOWER. */
static bool vlan(struct fake_trace *trace, int device, int lower, const char *word)
{
	struct fake_target *fake = fake_trace_target(trace);
	uint64_t number = strtoull(word, NULL, 10), part = PARTS + 0x1000 * (uint64_t)lower;

	if (lower < 0 || !number || number >= 0x200)
		return false;
	fake_put(fake, DEVICE_AT(lower) + 120, 8, VLANS_AT(lower));
	fake_put(fake, VLANS_AT(lower) + 24, 8, part);
	fake_put(fake, part + number * 8, 8, DEVICE_AT(device));
	return true;
}

static void kind(struct fake_trace *trace, int device, const char *word)
{
	struct fake_target *fake = fake_trace_target(trace);
	uint64_t ops = DEVICE_AT(device) + 0x300, name = DEVICE_AT(device) + 0x340;

	fake_members(fake, kind_members, ARRAY_SIZE(kind_members));
	fake_put(fake, DEVICE_AT(device) + 144, 8, ops);
	fake_put(fake, ops + 16, 8, name);
	fake_put_string(fake, name, word);
}

static const char *device_words(struct fake_trace *trace, struct story_machine *machine, int device,
				char **save)
{
	int lower = -1;

	for (char *word = next(save); word; word = next(save)) {
		char *value = !strcmp(word, "hardware") ? "" : next(save);

		if (!value)
			return "a word is missing behind the last";
		if (!strcmp(word, "hardware")) {
			fake_put(fake_trace_target(trace), DEVICE_AT(device) + 128, 8, AT(0x10));
		} else if (!strcmp(word, "kind") && strlen(value) < 16) {
			kind(trace, device, value);
		} else if (!strcmp(word, "vlan") && vlan(trace, device, lower, value)) {
			continue;
		} else if (!strcmp(word, "master") || !strcmp(word, "above")) {
			const char *wrong;

			lower = device_of(trace, value);
			if (lower < 0 || lower == device)
				return "no such device before it";
			wrong = stand(trace, machine, device, lower, word[0] == 'm');
			if (wrong)
				return wrong;
		} else {
			return "no device: device NAME [hardware] [master LOWER] [above LOWER] "
			       "[vlan NUMBER] [kind KIND]";
		}
	}
	return NULL;
}

static const char *device(struct fake_trace *trace, struct story_machine *machine, char **save)
{
	struct fake_target *fake = fake_trace_target(trace);
	uint64_t list = FAKE_INIT_NET + 200, at = list;
	int i = (int)machine->devices;
	char *name = next(save);

	if (!name || strlen(name) > 15)
		return "no name of a device";
	if (i == STORY_OBJECTS)
		return "too many devices";
	queues(trace, machine);
	own(trace, machine);
	if (!machine->devices++)
		fake_members(fake, device_members, ARRAY_SIZE(device_members));
	fake_put_string(fake, DEVICE_AT(i), name);
	fake_put(fake, DEVICE_AT(i) + DEVICE_IFINDEX, 4, (uint64_t)i + 2);
	fake_link(fake, DEVICE_AT(i) + 104, DEVICE_AT(i) + 104);
	for (int k = 0; k <= i; at = DEVICE_AT(k++) + 16)
		fake_link(fake, at, DEVICE_AT(k) + 16);
	fake_link(fake, at, list);
	fake_trace_name(trace, name, DEVICE_AT(i));
	return device_words(trace, machine, i, save);
}

/* Sockets. */

static uint8_t state_of(const char *word)
{
	static const struct {
		const char *word;
		uint8_t state;
	} states[] = {{"established", 1}, {"time-wait", 6}, {"listen", 10}, {"request", 12}};

	for (size_t i = 0; word && i < ARRAY_SIZE(states); i++)
		if (!strcmp(word, states[i].word))
			return states[i].state;
	return 0;
}

static const char *socket_words(struct fake_trace *trace, uint64_t sock, bool *ret_unhashed,
				char **save)
{
	static const struct {
		const char *word;
		unsigned at, size;
	} numbers[] = {
		{"una", TP_SND_UNA, 4},	    {"nxt", TP_SND_UNA + 4, 4},
		{"write", TP_WRITE_SEQ, 4}, {"acked", TP_BYTES_ACKED, 8},
		{"copied", TP_COPIED, 4},   {"received", TP_RCV_NXT, 4},
	};
	struct fake_target *fake = fake_trace_target(trace);

	*ret_unhashed = false;
	for (char *word = next(save); word; word = next(save)) {
		unsigned waiting, room;
		uint64_t value;
		bool found = false;
		int end = 0;

		for (size_t i = 0; !found && i < ARRAY_SIZE(numbers); i++) {
			found = is_number(word, numbers[i].word, &value);
			if (found)
				fake_put(fake, sock + numbers[i].at, numbers[i].size, value);
		}
		if (found)
			continue;
		if (!strcmp(word, "unhashed")) {
			*ret_unhashed = true;
		} else if (sscanf(word, "backlog=%u/%u%n", &waiting, &room, &end) == 2 &&
			   !word[end]) {
			fake_put(fake, sock + SK_ACK_BACKLOG, 4, waiting);
			fake_put(fake, sock + 204, 4, room);
		} else if (is_number(word, "wnd", &value)) {
			fake_members(fake, window, ARRAY_SIZE(window));
			fake_put(fake, sock + 244, 4, value);
		} else {
			return "no word of a socket: una= nxt= write= acked= copied= received= "
			       "wnd= "
			       "backlog=N/MAX unhashed";
		}
	}
	return NULL;
}

static const char *sock(struct fake_trace *trace, struct story_machine *machine, char **save)
{
	struct fake_target *fake = fake_trace_target(trace);
	char *name = next(save), *ports = next(save);
	uint8_t state = state_of(next(save));
	unsigned sport, dport;
	const char *wrong;
	bool unhashed;
	uint64_t at;

	if (!ports || !state || !is_ports(ports, &sport, &dport) || strlen(name) > 15)
		return "no socket: socket NAME SPORT>DPORT established|listen|time-wait|request "
		       "...";
	if (machine->sockets == STORY_OBJECTS)
		return "too many sockets";
	if (!machine->sockets++)
		machine->sock = pages(trace, machine, FAKE_TCP, 4);
	if (!machine->sock)
		return "no room in memory";
	at = machine->sock + FAKE_SOCK_SIZE * (uint64_t)(machine->sockets - 1);
	fake_net_sock(fake, at, state, (uint16_t)sport, (uint16_t)dport);
	if (state == 10) {
		fake_members(fake, max_backlog, ARRAY_SIZE(max_backlog));
		fake_put(fake, at, 8, 0); /* bound to no address */
	}
	fake_trace_name(trace, name, at);
	wrong = socket_words(trace, at, &unhashed, save);
	if (wrong || unhashed)
		return wrong;
	if (state == 10) {
		machine->listeners[machine->nr_listeners++] = at;
		fake_net_chain(fake, FAKE_LHASH + 8, machine->listeners, machine->nr_listeners);
	} else {
		machine->hashed[machine->nr_hashed++] = at;
		fake_net_chain(fake, FAKE_EHASH, machine->hashed, machine->nr_hashed);
	}
	return NULL;
}

/* sk_buffs. */

struct drawn_skb {
	unsigned sport, dport;
	bool fclone;
	uint64_t seq, len, gso_size, gso_segs, macsec, type;
	uint64_t queue; /* its head; 0: in none */
};

/* "S.receive": head of that queue; 0: there is none. */
static uint64_t queue_of(struct fake_trace *trace, struct story_machine *machine, char *word)
{
	char *dot = word ? strchr(word, '.') : NULL;
	uint64_t at;

	if (word && !strcmp(word, "qdisc")) {
		queues(trace, machine);
		return QDISC(1) + Q_GSO;
	}
	if (!dot)
		return 0;
	*dot = '\0';
	at = fake_trace_named(trace, word);
	if (!at)
		return 0;
	return !strcmp(dot + 1, "receive") ? at + SK_RECEIVE
	       : !strcmp(dot + 1, "write") ? at + SK_WRITE
					   : 0;
}

static const char *skb_words(struct fake_trace *trace, struct story_machine *machine,
			     struct drawn_skb *skb, char **save)
{
	for (char *word = next(save); word; word = next(save)) {
		if (is_number(word, "seq", &skb->seq) || is_number(word, "len", &skb->len) ||
		    is_number(word, "gso_size", &skb->gso_size) ||
		    is_number(word, "gso_segs", &skb->gso_segs) ||
		    is_number(word, "macsec", &skb->macsec) ||
		    is_number(word, "type", &skb->type) || is_ports(word, &skb->sport, &skb->dport))
			continue;
		if (!strcmp(word, "fclone")) {
			skb->fclone = true;
		} else if (!strcmp(word, "in")) {
			skb->queue = queue_of(trace, machine, next(save));
			if (!skb->queue)
				return "no queue: in qdisc, in SOCKET.receive, or in SOCKET.write";
		} else {
			return "no word of an skb: SPORT>DPORT seq= len= gso_size= gso_segs= "
			       "fclone in QUEUE";
		}
	}
	return NULL;
}

/* Behind those that the queue has. */
static const char *queue_skb(struct fake_trace *trace, struct story_machine *machine, uint64_t head,
			     uint64_t skb)
{
	unsigned nr = 0;
	uint64_t skbs[STORY_OBJECTS];

	if (machine->queued == STORY_OBJECTS)
		return "too many skbs";
	machine->queue[machine->queued].head = head;
	machine->queue[machine->queued++].skb = skb;
	for (unsigned i = 0; i < machine->queued; i++)
		if (machine->queue[i].head == head)
			skbs[nr++] = machine->queue[i].skb;
	fake_net_queue(fake_trace_target(trace), head, skbs, nr);
	return NULL;
}

/* A frame with packet number NUMBER, whose header in memory is the tag's. */
static void draw_macsec(struct fake_target *fake, uint64_t skb, uint64_t buffer, uint64_t number)
{
	static const uint8_t frame[] = {2,    0,    0,	  0,	0,    1,    2, 0, 0, 0,
					0,    2,    0x88, 0xe5, 0x2c, 0,    0, 0, 0, 0,
					0xd2, 0x7e, 0x61, 0x17, 0x46, 0x99, 0, 1};

	fake_net_skb(fake, skb, buffer, 1001, 2002, 100, 90);
	for (uint32_t i = 0; i < sizeof(frame); i++)
		fake_put(fake, buffer + 64 + i, 1, frame[i]);
	fake_put(fake, buffer + 64 + 19, 1, number);
	fake_put(fake, skb + 176, 1, 0x88);
	fake_put(fake, skb + 177, 1, 0xe5);
}

static const char *skb(struct fake_trace *trace, struct story_machine *machine, char **save)
{
	struct fake_target *fake = fake_trace_target(trace);
	struct drawn_skb drawn = {0};
	char *name = next(save);
	const char *wrong;
	uint64_t at, buffer;

	if (!name || !isupper((unsigned char)name[0]) || name[1])
		return "no skb, which is A to Z";
	wrong = skb_words(trace, machine, &drawn, save);
	if (wrong)
		return wrong;
	at = pages(trace, machine, drawn.fclone ? FAKE_FCLONE : FAKE_SKB, 1);
	buffer = drawn.sport || drawn.macsec ? pages(trace, machine, FAKE_KMALLOC, 1) : OWN;
	if (!at || !buffer)
		return "no room in memory";
	fake_trace_name(trace, name, at);
	if (drawn.macsec) {
		draw_macsec(fake, at, buffer, drawn.macsec);
	} else if (drawn.sport) {
		fake_net_skb(fake, at, buffer, (uint16_t)drawn.sport, (uint16_t)drawn.dport,
			     (uint32_t)drawn.seq, (uint32_t)drawn.len);
		fake_put(fake, buffer + SKB_SHINFO + SHINFO_GSO_SIZE, 2, drawn.gso_size);
		fake_put(fake, buffer + SKB_SHINFO + SHINFO_GSO_SEGS, 2, drawn.gso_segs);
	} else {
		fake_put(fake, at + SKB_USERS, 4, 1);
		fake_put(fake, at + SKB_CB, 4, drawn.seq);
		fake_put(fake, at + SKB_CB + 4, 4, drawn.seq + drawn.len);
		fake_put(fake, at + SKB_CB + 12, 1, drawn.len ? 0x18 : 0);
	}
	if (drawn.type) {
		fake_put(fake, at + 176, 1, drawn.type >> 8);
		fake_put(fake, at + 177, 1, drawn.type & 0xff);
	}
	return drawn.queue ? queue_skb(trace, machine, drawn.queue, at) : NULL;
}

/* Others. */

static const char *task(struct fake_trace *trace, struct story_machine *machine, char **save)
{
	struct fake_target *fake = fake_trace_target(trace);
	char *pid = next(save), *comm = next(save), *in = next(save), *func = next(save);
	uint64_t number = pid ? strtoull(pid, NULL, 10) : 0, stack = TASK_AT + 0x2000;

	if (!number || !comm || strlen(comm) > 15 || (in && (strcmp(in, "in") != 0 || !func)))
		return "no task: task PID NAME [in FUNCTION]";
	if (machine->task)
		return "only one task has its place in memory";
	machine->task = true;
	own(trace, machine);
	fake_members(fake, task_members, ARRAY_SIZE(task_members));
	fake_type(fake, "struct ftrace_ret_stack", 32);
	fake_type(fake, "struct task_struct", 512);
	fake_symbol(fake, "init_task", TASK_AT + 0x800, 512);
	fake_symbol(fake, "current_task", TASK_AT + 0x1000, 8);
	fake_put(fake, TASK_AT + 0x1000, 8, TASK_AT);
	fake_put(fake, TASK_AT, 4, number);
	fake_put(fake, TASK_AT + 8, 4, 1);
	fake_put(fake, TASK_AT + 40, 8, TASK_AT + 0x2800);
	fake_put_string(fake, TASK_AT + 64, comm);
	if (!func)
		return NULL;
	fake_members(fake, shadow_members, ARRAY_SIZE(shadow_members));
	fake_put(fake, TASK_AT + 80, 4, 0);
	fake_put(fake, TASK_AT + 88, 8, stack);
	fake_put(fake, stack, 8, 0xffffffff81f00000ull);
	fake_put(fake, stack + 8, 8, fake_trace_func(trace, func));
	return NULL;
}

static const char *enumerator(struct fake_trace *trace, struct story_machine *machine, char **save)
{
	char *tag = next(save), *name = next(save), *value = next(save), *end;
	struct fake_enum row = {.tag = tag, .name = name};

	if (!value)
		return "no value: enum TAG NAME VALUE";
	row.value = strtoll(value, &end, 0);
	if (*end)
		return "no value: enum TAG NAME VALUE";
	(void)machine;
	fake_enums(fake_trace_target(trace), &row, 1);
	return NULL;
}

static const char *ipsec(struct fake_trace *trace, struct story_machine *machine, char **save)
{
	char *states = next(save), *nr = next(save);

	if (!nr || strcmp(states, "states") != 0 || strcmp(nr, "1") != 0 || machine->ipsec)
		return "no states: ipsec states 1";
	machine->ipsec = true;
	fake_members(fake_trace_target(trace), fake_xfrm_members, XFRM_NR_MEMBERS);
	fake_xfrm_states(fake_trace_target(trace), 1);
	return NULL;
}

static const char *protocols(struct fake_trace *trace, struct story_machine *machine, char **save)
{
	char *list = next(save);

	(void)machine;
	if (!list || !pk_protocols_parse(list, &fake_trace_ctx(trace)->protocols))
		return "no list of protocols";
	return NULL;
}

static const char *tracing(struct fake_trace *trace, struct story_machine *machine, char **save)
{
	char *word = next(save);

	(void)trace;
	machine->stopped = true;
	return word && !strcmp(word, "stopped") ? NULL : "tracing stopped";
}

static const char *times(struct fake_trace *trace, struct story_machine *machine, char **save)
{
	(void)trace;
	(void)save;
	machine->times = true;
	return NULL;
}

const char *story_machine_line(struct fake_trace *trace, struct story_machine *machine, char *line)
{
	static const struct {
		const char *word;
		const char *(*draw)(struct fake_trace *, struct story_machine *, char **);
	} words[] = {
		{"protocols", protocols},
		{"tracing", tracing},
		{"times", times},
		{"enum", enumerator},
		{"device", device},
		{"socket", sock},
		{"skb", skb},
		{"task", task},
		{"ipsec", ipsec},
	};
	char *save, *word = strtok_r(line, " \t", &save);

	for (size_t i = 0; word && i < ARRAY_SIZE(words); i++) {
		const char *wrong;

		if (strcmp(word, words[i].word) != 0)
			continue;
		wrong = words[i].draw(trace, machine, &save);
		return wrong ? wrong : next(&save) ? "a word too many" : NULL;
	}
	return word ? "no word of a machine: protocols, tracing, times, enum, device, socket, skb, "
		      "task, ipsec"
		    : NULL;
}
