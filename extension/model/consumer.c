// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/consumer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

const char *pk_consumer_kind_text(enum pk_consumer_kind kind)
{
	static const char *const texts[PK_NR_CONSUMER_KINDS] = {
		[PK_CONSUMER_RPC] = "RPC transports",	[PK_CONSUMER_NVME] = "NVMe controllers",
		[PK_CONSUMER_ISCSI] = "iSCSI sessions", [PK_CONSUMER_SMB] = "SMB connections",
		[PK_CONSUMER_RDS] = "RDS connections",	[PK_CONSUMER_CEPH] = "Ceph clients"};

	return texts[kind];
}

/* XPRT_* of include/linux/sunrpc/xprt.h, by number, as /sys/kernel/sunrpc has them. Two were others before 5.14. */
static const char *const names[] = {
	"locked",    "connected",   "connecting",    "close_wait", "bound",
	"binding",   "closing",	    "offline",	     "remove",	   "congested",
	"cwnd_wait", "write_space", "snd_is_cookie",
};
#define FIRST_NEW 7
#define LAST_NEW 8
#define NR_NAMES (sizeof(names) / sizeof(names[0]))

const char *pk_rpc_state_text(uint64_t state, bool new_bits, char *buf, size_t size)
{
	size_t len = 0;

	buf[0] = '\0';
	for (unsigned bit = 0; bit < 64 && len < size; bit++) {
		bool named = bit < NR_NAMES && (new_bits || bit < FIRST_NEW || bit > LAST_NEW);

		if (!(state >> bit & 1))
			continue;
		if (named)
			len += (size_t)snprintf(buf + len, size - len, "%s%s", len ? " " : "",
						names[bit]);
		else
			len += (size_t)snprintf(buf + len, size - len, "%sbit%u", len ? " " : "",
						bit);
	}
	return buf;
}

struct pk_controller *pk_controller_at(const struct pk_consumers *consumers, uint64_t addr)
{
	return pk_find(consumers->controllers, consumers->nr_controllers, it->addr == addr);
}

struct pk_consumer *pk_consumer_at(const struct pk_consumers *consumers, uint64_t addr)
{
	return pk_find(consumers->list, consumers->nr, it->addr == addr);
}

void pk_consumers_deinit(struct pk_consumers *consumers)
{
	for (size_t i = 0; i < consumers->nr_calls; i++)
		free(consumers->calls[i].waiters);
	free(consumers->calls);
	free(consumers->controllers);
	free(consumers->list);
	memset(consumers, 0, sizeof(*consumers));
}
