// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * rules NR [MATCH]: fills the table filter of IPv4 as `iptables-legacy-restore` would, and prints its rules as
 * "CHAIN RULES". What 10.0.2.100 sends to eth0 by TCP meets NR to the third rules, none of which matches:
 *
 *	INPUT	-i lo -j ACCEPT; -i eth0 -s 10.0.2.100 -p tcp -j in
 *	in	-j middle, NR times
 *	middle	-j inner, NR times
 *	inner	-s 192.0.2.7 -j DROP, NR times; with MATCH one more: -m MATCH -j DROP
 *
 * rules6 (rules6.c) fills that of IPv6, where what lo has from fd07::7 meets them. iptables itself would need its plugins in
 * the guest.
 */
#include <arpa/inet.h>
#ifndef IPV6
#include <linux/netfilter_ipv4.h>
#include <linux/netfilter_ipv4/ip_tables.h>
#else
#include <linux/netfilter_ipv6.h>
#include <linux/netfilter_ipv6/ip6_tables.h>
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef IPV6
#define FAMILY AF_INET
#define LEVEL IPPROTO_IP
#define OF(entry) ((entry)->ip)
#define DEVICE "eth0"
#define PEER "10.0.2.100"
#define NOBODY "192.0.2.7"
#else
#define ipt_entry ip6t_entry
#define ipt_replace ip6t_replace
#define ipt_getinfo ip6t_getinfo
#define IPT_SO_GET_INFO IP6T_SO_GET_INFO
#define IPT_SO_SET_REPLACE IP6T_SO_SET_REPLACE
#define FAMILY AF_INET6
#define LEVEL IPPROTO_IPV6
#define OF(entry) ((entry)->ipv6)
#define DEVICE "lo"
#define PEER "fd07::7"
#define NOBODY "2001:db8::7"
#endif

#define ENTRY sizeof(struct ipt_entry)
#define RULE (ENTRY + XT_ALIGN(sizeof(struct xt_standard_target)))
#define HEAD (ENTRY + XT_ALIGN(sizeof(struct xt_error_target)))
#define MATCH (XT_ALIGN(sizeof(struct xt_entry_match)) + 8)

static unsigned char blob[16 << 20];
static unsigned size, number;

/* Room for an entry with LEN bytes of matches and a target of the rest. */
static struct ipt_entry *entry(unsigned all, unsigned len, const char *target)
{
	struct ipt_entry *e = (void *)(blob + size);
	struct xt_entry_target *t = (void *)((unsigned char *)e + ENTRY + len);

	e->target_offset = ENTRY + len;
	e->next_offset = all;
	t->u.target_size = all - e->target_offset;
	strcpy(t->u.user.name, target);
	size += all;
	number++;
	return e;
}

static void head(const char *name)
{
	struct ipt_entry *e = entry(HEAD, 0, XT_ERROR_TARGET);

	strcpy(((struct xt_error_target *)e->elems)->errorname, name);
}

static struct ipt_entry *rule(int verdict, const char *match)
{
	unsigned len = match ? MATCH : 0;
	struct ipt_entry *e = entry(RULE + len, len, XT_STANDARD_TARGET);

	((struct xt_standard_target *)((unsigned char *)e + e->target_offset))->verdict = verdict;
	if (match) {
		struct xt_entry_match *m = (void *)e->elems;

		m->u.match_size = len;
		strcpy(m->u.user.name, match);
	}
	return e;
}

static void source(struct ipt_entry *e, const char *address)
{
	inet_pton(FAMILY, address, &OF(e).src);
	memset(&OF(e).smsk, 0xff, sizeof(OF(e).smsk));
}

static void chain(const char *name, unsigned nr, int verdict, const char *from, const char *match)
{
	head(name);
	for (unsigned i = 0; i < nr; i++) {
		struct ipt_entry *e = rule(verdict, NULL);

		if (from)
			source(e, from);
	}
	if (match)
		rule(-NF_DROP - 1, match);
	rule(XT_RETURN, NULL);
	printf("%s %u\n", name, nr + !!match);
}

static void from_device(struct ipt_entry *e, const char *device)
{
	strcpy(OF(e).iniface, device);
	memset(OF(e).iniface_mask, 0xff, strlen(device) + 1);
}

static void fill(struct ipt_replace *replace, unsigned nr, const char *match)
{
	unsigned in = 5 * RULE + HEAD, chain_size = HEAD + (nr + 1) * RULE;
	struct ipt_entry *e;

	from_device(rule(-NF_ACCEPT - 1, NULL), strcmp(DEVICE, "lo") ? "lo" : "eth0");
	e = rule((int)in, NULL);
	from_device(e, DEVICE);
	source(e, PEER);
	OF(e).proto = IPPROTO_TCP;
#ifdef IPV6
	OF(e).flags |= IP6T_F_PROTO;
#endif
	for (int hook = NF_INET_LOCAL_IN; hook <= NF_INET_LOCAL_OUT; hook++) {
		replace->hook_entry[hook] = hook == NF_INET_LOCAL_IN ? 0 : size;
		replace->underflow[hook] = size;
		rule(-NF_ACCEPT - 1, NULL);
	}
	printf("INPUT 2\n");
	chain("in", nr, (int)(in + chain_size), NULL, NULL);
	chain("middle", nr, (int)(in + 2 * chain_size), NULL, NULL);
	chain("inner", nr, -NF_DROP - 1, NOBODY, match);
	head(XT_ERROR_TARGET);
}

int main(int argc, char **argv)
{
	int fd = socket(FAMILY, SOCK_RAW, IPPROTO_RAW);
	struct ipt_getinfo info = {.name = "filter"};
	socklen_t len = sizeof(info);
	struct ipt_replace *replace = calloc(1, sizeof(*replace) + sizeof(blob));

	if (argc < 2 || fd < 0 || !replace || getsockopt(fd, LEVEL, IPT_SO_GET_INFO, &info, &len)) {
		perror("filter");
		return 1;
	}
	fill(replace, (unsigned)atoi(argv[1]), argv[2]);
	strcpy(replace->name, "filter");
	replace->valid_hooks = info.valid_hooks;
	replace->num_entries = number;
	replace->size = size;
	replace->num_counters = info.num_entries;
	replace->counters = calloc(info.num_entries, sizeof(struct xt_counters));
	memcpy(replace->entries, blob, size);
	if (setsockopt(fd, LEVEL, IPT_SO_SET_REPLACE, replace, (socklen_t)(sizeof(*replace) + size))) {
		perror("rules");
		return 1;
	}
	return 0;
}
