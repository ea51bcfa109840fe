// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * teamctl DEVICE set NAME WORD|IFNAME: an option of a team (mode; activeport, by its name); teamctl DEVICE: what the kernel says of it, a line
 * "option NAME VALUE [PORT]" and "port IFNAME up|down" each. What teamd does, without its libraries.
 */
#include <err.h>
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/if_team.h>
#include <linux/netlink.h>
#include <net/if.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../rare/genl.h"

#define KIND_U32 3 /* NLA_*, of the kernel */
#define KIND_STRING 5
#define KIND_FLAG 6

struct request {
	struct nlmsghdr head;
	struct genlmsghdr genl;
	char attrs[512];
};

static int fd;
static char answer[65536];

static struct request begin(int type, int command, int flags)
{
	return (struct request){.head = {.nlmsg_len = NLMSG_LENGTH(GENL_HDRLEN), .nlmsg_type = (uint16_t)type, .nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags)},
				.genl = {.cmd = (uint8_t)command, .version = 1}};
}

static ssize_t ask(struct request *request)
{
	ssize_t len;

	if (send(fd, request, request->head.nlmsg_len, 0) < 0 || (len = recv(fd, answer, sizeof(answer), 0)) < 0)
		err(1, "netlink");
	if (((struct nlmsghdr *)answer)->nlmsg_type == NLMSG_ERROR) {
		const struct nlmsgerr *error = NLMSG_DATA((struct nlmsghdr *)answer);

		errno = -error->error;
		if (errno && errno != ESRCH) /* it was set, and nobody listens to what the kernel tells of that */
			err(1, "the kernel");
	}
	return len;
}

static const struct nlattr *next(const struct nlattr *attr)
{
	return (const void *)((const char *)attr + NLA_ALIGN(attr->nla_len));
}

static const void *data(const struct nlattr *attr)
{
	return (const char *)attr + NLA_HDRLEN;
}

#define EACH(attr, from, to)                                                                                           \
	for (const struct nlattr *attr = (from); (const char *)attr + NLA_HDRLEN <= (const char *)(to) && attr->nla_len; attr = next(attr))
#define INSIDE(attr, in) EACH(attr, data(in), (const char *)(in) + (in)->nla_len)

static const char *name_of(unsigned index)
{
	static char name[IF_NAMESIZE];

	return if_indextoname(index, name) ? name : "-";
}

static void print_option(const struct nlattr *item)
{
	const char *name = "?";
	const void *value = NULL;
	unsigned kind = 0, port = 0;

	INSIDE(attr, item) {
		const int type = attr->nla_type & NLA_TYPE_MASK;

		name = type == TEAM_ATTR_OPTION_NAME ? data(attr) : name;
		kind = type == TEAM_ATTR_OPTION_TYPE ? *(const uint8_t *)data(attr) : kind;
		value = type == TEAM_ATTR_OPTION_DATA ? data(attr) : value;
		port = type == TEAM_ATTR_OPTION_PORT_IFINDEX ? *(const uint32_t *)data(attr) : port;
	}
	printf("option %s ", name);
	if (kind == KIND_STRING)
		printf("%s", (const char *)value);
	else if (kind == KIND_U32)
		printf("%s", strcmp(name, "activeport") ? "?" : name_of(*(const uint32_t *)value));
	else
		printf("%s", kind == KIND_FLAG && value ? "on" : "off");
	printf("%s%s\n", port ? " " : "", port ? name_of(port) : "");
}

static void print_port(const struct nlattr *item)
{
	unsigned port = 0, up = 0;

	INSIDE(attr, item) {
		const int type = attr->nla_type & NLA_TYPE_MASK;

		port = type == TEAM_ATTR_PORT_IFINDEX ? *(const uint32_t *)data(attr) : port;
		up |= type == TEAM_ATTR_PORT_LINKUP;
	}
	printf("port %s %s\n", name_of(port), up ? "up" : "down");
}

static void print_all(unsigned short family, uint32_t team, int command, int list, void (*print)(const struct nlattr *item))
{
	struct request request = begin(family, command, 0);
	ssize_t len;

	genl_put(&request, TEAM_ATTR_TEAM_IFINDEX, &team, sizeof(team));
	len = ask(&request);
	for (struct nlmsghdr *head = (void *)answer; NLMSG_OK(head, (unsigned)len); head = NLMSG_NEXT(head, len))
		EACH(attr, (struct nlattr *)((char *)NLMSG_DATA(head) + GENL_HDRLEN), (char *)head + head->nlmsg_len)
			if ((attr->nla_type & NLA_TYPE_MASK) == list)
				INSIDE(item, attr)
					print(item);
}

static void set(unsigned short family, uint32_t team, const char *name, const char *word)
{
	struct request request = begin(family, TEAM_CMD_OPTIONS_SET, NLM_F_ACK);
	const int by_port = !strcmp(name, "activeport");
	const uint8_t kind = by_port ? KIND_U32 : KIND_STRING;
	const uint32_t index = if_nametoindex(word);
	struct nlattr *list, *item;

	genl_put(&request, TEAM_ATTR_TEAM_IFINDEX, &team, sizeof(team));
	list = genl_put(&request, TEAM_ATTR_LIST_OPTION | NLA_F_NESTED, NULL, 0);
	item = genl_put(&request, TEAM_ATTR_ITEM_OPTION | NLA_F_NESTED, NULL, 0);
	genl_put(&request, TEAM_ATTR_OPTION_NAME, name, strlen(name) + 1);
	genl_put(&request, TEAM_ATTR_OPTION_TYPE, &kind, 1);
	genl_put(&request, TEAM_ATTR_OPTION_DATA, by_port ? (const void *)&index : word, by_port ? sizeof(index) : strlen(word) + 1);
	genl_end(&request, item);
	genl_end(&request, list);
	ask(&request);
}

int main(int argc, char **argv)
{
	struct request request = begin(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 0);
	unsigned short family;
	uint32_t team;
	ssize_t len;

	if (argc != 2 && argc != 5)
		errx(1, "usage: teamctl DEVICE [set NAME VALUE]");
	team = if_nametoindex(argv[1]);
	fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
	if (!team || fd < 0)
		err(1, "%s", argv[1]);
	genl_put(&request, CTRL_ATTR_FAMILY_NAME, TEAM_GENL_NAME, sizeof(TEAM_GENL_NAME));
	len = ask(&request);
	family = genl_family(answer, len);
	if (!family)
		err(1, "team");
	if (argc == 5) {
		set(family, team, argv[3], argv[4]);
		return 0;
	}
	print_all(family, team, TEAM_CMD_OPTIONS_GET, TEAM_ATTR_LIST_OPTION, print_option);
	print_all(family, team, TEAM_CMD_PORT_LIST_GET, TEAM_ATTR_LIST_PORT, print_port);
	return 0;
}
