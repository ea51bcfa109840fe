// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/printk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "core/reader.h"
#include "decode/net/device/net_device.h"
#include "decode/net/skb/skb.h"
#include "decode/slab.h"

#define HEX_DIGITS 16 /* of %px */
#define NAME_SIZE 16 /* IFNAMSIZ */
#define LATER_LINES 12
#define SATURATED 0xc0000000u /* REFCOUNT_SATURATED: INT_MIN / 2 */
#define LL(value) ((unsigned long long)(value))

/* The number behind MARK; 0: it is not there. */
static uint64_t number(const char *text, const char *mark)
{
	const char *at = strstr(text, mark);

	return at ? strtoull(at + strlen(mark), NULL, 16) : 0;
}

/* --- devices, by name ---------------------------------------------------------------------------------- */

/* Where the kernel has a device's name. */
static const struct {
	const char *line, *before, *behind; /* BEHIND NULL: the line ends */
	bool watchdog;
} name_places[] = {
	{"skb_over_panic: ", " dev:", NULL, false},
	{"skb_under_panic: ", " dev:", NULL, false},
	{"unregister_netdevice: ", "waiting for ", " to become free", false},
	{"NETDEV WATCHDOG: ", "NETDEV WATCHDOG: ", " (", true},
	/* netdev_crit(): "virtio_net virtio0 eth0: NETDEV WATCHDOG: CPU: 1: transmit queue 0 timed out" */
	{": NETDEV WATCHDOG: CPU: ", NULL, ": NETDEV WATCHDOG: ", true},
};

/* Copy the name at FROM, of LEN bytes. */
static bool keep_name(const char *from, size_t len, char name[NAME_SIZE])
{
	if (!len || len >= NAME_SIZE || memchr(from, ' ', len))
		return false;
	memcpy(name, from, len);
	name[len] = '\0';
	return true;
}

static bool name_at(const char *text, size_t place, char name[NAME_SIZE])
{
	const char *before = name_places[place].before, *behind = name_places[place].behind;
	const char *from = before ? strstr(text, before) : text, *end;

	if (!strstr(text, name_places[place].line) || !from)
		return false;
	from += before ? strlen(before) : 0;
	end = behind ? strstr(from, behind) : from + strlen(from);
	if (!end)
		return false;
	for (const char *at = end; !before && at > from; at--) /* the last word */
		if (at[-1] == ' ')
			from = at;
	return keep_name(from, (size_t)(end - from), name);
}

#define MAX_SAME 64 /* devices of one name that are told apart */

struct same_name {
	struct pk_net_device list[MAX_SAME];
	size_t nr;
};

/* netdev_queue.trans_timeout counts the watchdog's complaints. */
static bool has_timed_out(struct pk_ctx *ctx, const struct pk_net_device *device, uint64_t queue)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t nr = pk_member(&r, device->addr, PK_R_netdev_num_tx);
	uint64_t at = pk_member(&r, device->addr, PK_R_netdev_tx) +
		      queue * pk_value(&r, PK_R_netdev_queue_size);

	return pk_ok(&r) && queue < nr && pk_member(&r, at, PK_R_txq_trans_timeout) && pk_ok(&r);
}

/* Of several devices: the one of the skb, or the only one whose watchdog has complained of that queue. */
static const struct pk_net_device *choose(struct pk_ctx *ctx, const char *text, size_t place,
					  const struct same_name *same, uint64_t of_skb)
{
	static const char mark[] = "transmit queue ";
	const char *queue = strstr(text, mark);
	const struct pk_net_device *found = NULL;
	unsigned nr = 0;

	if (same->nr == 1)
		return same->list;
	for (size_t i = 0; i < same->nr; i++) {
		const struct pk_net_device *device = &same->list[i];
		bool is_it = name_places[place].watchdog
				     ? queue && has_timed_out(ctx, device,
							      strtoull(queue + sizeof(mark) - 1,
								       NULL, 10))
				     : device->addr == of_skb;

		found = is_it ? device : found;
		nr += is_it;
	}
	return nr == 1 ? found : NULL;
}

static void join_device(struct pk_ctx *ctx, const char *text, size_t place, const char *name,
			uint64_t of_skb, struct pk_said_names *names)
{
	struct pk_reader r = {.ctx = ctx};
	struct same_name same = {0};
	struct pk_said_object *object = &names->objects[names->nr];
	const struct pk_net_device *device;

	pk_net_device_for_each (found, &r)
		if (!strcmp(found.name, name) && same.nr < MAX_SAME)
			same.list[same.nr++] = found;
	if (!pk_ok(&r) || !same.nr)
		return;
	device = choose(ctx, text, place, &same, of_skb);
	if (device)
		snprintf(object->what, sizeof(object->what), "device %s", name);
	else
		snprintf(object->what, sizeof(object->what),
			 "one of %zu devices %s, in netns %u, %u%s", same.nr, name,
			 same.list[0].netns, same.list[1].netns, same.nr > 2 ? ", ..." : "");
	object->addr = device ? device->addr : 0;
	object->netns = device ? device->netns : 0;
	snprintf(object->more, sizeof(object->more), "devices -v %s", name);
	names->nr++;
}

/* --- objects, by address ------------------------------------------------------------------------------- */

static bool is_joined(const struct pk_said_names *names, uint64_t addr)
{
	return pk_any(names->nr, i, names->objects[i].addr == addr);
}

static const char *kind_name(enum pk_object_kind kind)
{
	switch (kind) {
	case PK_OBJECT_SKB:
	case PK_OBJECT_SKB_FCLONE:
		return "an sk_buff";
	case PK_OBJECT_SOCK:
		return "a socket";
	case PK_OBJECT_REQUEST_SOCK:
		return "a connection request";
	case PK_OBJECT_TW_SOCK:
		return "a socket in TIME_WAIT";
	default:
		return "an object";
	}
}

static void show_command(struct pk_said_object *object, bool skb, enum pk_object_kind kind,
			 uint64_t at)
{
	snprintf(object->more, sizeof(object->more), "%s %llx",
		 skb			  ? "skb"
		 : kind == PK_OBJECT_SOCK ? "flows -o -k"
					  : "history",
		 LL(at));
}

static void join_address(struct pk_ctx *ctx, uint64_t addr, struct pk_said_names *names)
{
	struct pk_said_object *object = &names->objects[names->nr];
	struct pk_slab_object slab;
	uint64_t at, skb;

	if (names->nr == PK_SAID_OBJECTS || !pk_arch_is_kernel(ctx, addr) ||
	    is_joined(names, addr) || pk_slab_lookup(ctx, addr, &slab) != PK_OK ||
	    slab.inside >= slab.size)
		return;
	skb = pk_skb_around(ctx, &slab);
	at = skb ? skb : slab.start;
	object->addr = addr;
	object->freed = slab.state == PK_SLAB_FREE ? slab.start : 0;
	snprintf(object->what, sizeof(object->what), "%llx is %llu byte(s) into %s of %.40s%s",
		 LL(addr), LL(addr - at), kind_name(slab.kind), slab.cache,
		 slab.state == PK_SLAB_FREE ? ", which is free" : "");
	if (slab.state == PK_SLAB_FREE)
		snprintf(object->more, sizeof(object->more), "history %llx", LL(at));
	else
		show_command(object, skb, slab.kind, at);
	names->nr++;
}

/* Of an sk_buff or a socket, which a value points into, whose count is saturated. */
static uint64_t saturated_object(struct pk_ctx *ctx, uint64_t value, struct pk_slab_object *slab)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t skb, count;

	if (!pk_arch_is_kernel(ctx, value) || pk_slab_lookup(ctx, value, slab) != PK_OK ||
	    slab->inside >= slab->size)
		return 0;
	skb = pk_skb_around(ctx, slab);
	if (!skb && slab->kind != PK_OBJECT_SOCK && slab->kind != PK_OBJECT_REQUEST_SOCK &&
	    slab->kind != PK_OBJECT_TW_SOCK)
		return 0;
	count = pk_member(&r, skb ? skb : slab->start, skb ? PK_R_skb_users : PK_R_skc_refcnt);
	return pk_ok(&r) && (uint32_t)count == SATURATED ? (skb ? skb : slab->start) : 0;
}

/* refcount_warn_saturate() sets the count before it warns, and does not say whose it is: its callers have that in a
 * register. Of several, none is named. */
static void join_refcount(struct pk_ctx *ctx, const struct pk_log_said *said,
			  struct pk_said_names *names)
{
	struct pk_said_object *object = &names->objects[names->nr];
	struct pk_log_registers regs;
	struct pk_slab_object slab, found = {.kind = PK_OBJECT_NONE};
	uint64_t addr = 0, at;
	bool skb;

	if (strncmp(said->text, "refcount_t: ", strlen("refcount_t: ")) != 0)
		return;
	pk_log_registers_read(ctx, said, &regs);
	snprintf(names->func, sizeof(names->func), "%s", regs.caller);
	for (size_t i = 0; i < regs.nr; i++) {
		at = saturated_object(ctx, regs.list[i].value, &slab);
		if (at && addr && at != addr)
			return;
		addr = at ? at : addr;
		found = at ? slab : found;
	}
	if (!addr)
		return;
	skb = pk_skb_around(ctx, &found);
	object->addr = addr;
	object->freed = found.state == PK_SLAB_FREE ? found.start : 0;
	snprintf(object->what, sizeof(object->what),
		 "%llx, %s of %.40s%s, has the count that this is about", LL(addr),
		 kind_name(found.kind), found.cache,
		 found.state == PK_SLAB_FREE ? ", which is free" : "");
	show_command(object, skb, found.state == PK_SLAB_FREE ? PK_OBJECT_OTHER : found.kind, addr);
	names->nr++;
}

/* Reports that have the address in a later line of the same caller. */
static const struct {
	const char *line, *mark;
} later[] = {
	{"BUG: KASAN: ", " at addr "},
	{"BUG: spinlock ", " lock: 0x"},
};

static uint64_t address_of_report(struct pk_ctx *ctx, const struct pk_log_said *said)
{
	struct pk_reader r = {.ctx = ctx};
	size_t len = strlen(said->text);
	const char *mark = NULL;
	unsigned left = 0; /* lines that are looked at yet; 0 before the first, too */
	uint64_t addr;
	char text[256];

	for (size_t i = 0; i < PK_ARRAY_SIZE(later); i++)
		if (!strncmp(said->text, later[i].line, strlen(later[i].line)))
			mark = later[i].mark;
	if (!mark)
		return 0;
	pk_log_for_each (line, &r) {
		if (!left) {
			if (line.ts_nsec == said->ts_nsec && line.len >= len &&
			    !memcmp(line.text, said->text, len))
				left = LATER_LINES;
			continue;
		}
		snprintf(text, sizeof(text), "%.*s", (int)line.len, line.text);
		addr = number(text, mark);
		if (addr || !--left)
			return addr;
	}
	return 0;
}

void pk_said_names_read(struct pk_ctx *ctx, const struct pk_log_said *said,
			const struct pk_skb *skb, struct pk_said_names *ret_names)
{
	char name[NAME_SIZE];
	bool of_skb;

	*ret_names = (struct pk_said_names){.skb = 0};
	if (!said->known)
		return;
	of_skb = strstr(said->text, "skb_over_panic: text:") ||
		 strstr(said->text, "skb_under_panic: text:");
	if (of_skb) {
		uint64_t caller = number(said->text, " text:"), head = number(said->text, " head:");

		/* skb_panic() prints "text:%px len:%d put:%d head:%px data:%px tail:%#lx
		 * end:%#lx dev:%s" of the skb after the change. */
		if (pk_arch_is_kernel(ctx, caller))
			pk_symbolize(ctx, caller, ret_names->func, sizeof(ret_names->func));
		if (!strncmp(ret_names->func, "0x", 2)) /* in no symbol */
			ret_names->func[0] = '\0';
		if (head && skb->addr && skb->head == head &&
		    skb->data == number(said->text, " data:"))
			ret_names->skb = skb->addr;
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(name_places) && !ret_names->nr; i++)
		if (name_at(said->text, i, name))
			join_device(ctx, said->text, i, name, ret_names->skb ? skb->dev : 0,
				    ret_names);
	/* Of these, what lies in a slab is the buffer. */
	if (!of_skb) {
		const char *text = said->text;
		static const char word[] =
			"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";

		/* Each address that TEXT has as %px prints it. */
		while (*text) {
			size_t len = strspn(text, word), prefix = strncmp(text, "0x", 2) ? 0 : 2;

			if (len == prefix + HEX_DIGITS &&
			    strspn(text + prefix, "0123456789abcdef") == HEX_DIGITS)
				join_address(ctx, strtoull(text + prefix, NULL, 16), ret_names);
			text += len ? len : 1;
		}
	}
	join_address(ctx, address_of_report(ctx, said), ret_names);
	join_refcount(ctx, said, ret_names);
}
