// SPDX-License-Identifier: GPL-3.0-or-later
/* team DEVICE MODE: what `teamnl DEVICE setoption mode MODE` does. */
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/if_team.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define STRING 5 /* NLA_STRING */

struct message {
	struct nlmsghdr head;
	struct genlmsghdr genl;
	char rest[512];
};

static void die(const char *what)
{
	fprintf(stderr, "team: %s: %s\n", what, strerror(errno));
	exit(1);
}

static struct nlattr *put(struct message *message, int type, const void *data, size_t len)
{
	struct nlattr *attr = (void *)((char *)message + NLMSG_ALIGN(message->head.nlmsg_len));

	attr->nla_type = (unsigned short)type;
	attr->nla_len = (unsigned short)(NLA_HDRLEN + len);
	if (len)
		memcpy((char *)attr + NLA_HDRLEN, data, len);
	message->head.nlmsg_len = NLMSG_ALIGN(message->head.nlmsg_len) + NLA_ALIGN(attr->nla_len);
	return attr;
}

static void end(struct message *message, struct nlattr *attr)
{
	attr->nla_len = (unsigned short)((char *)message + message->head.nlmsg_len - (char *)attr);
}

static ssize_t ask(int fd, struct message *message, void *answer, size_t size)
{
	ssize_t len = send(fd, message, message->head.nlmsg_len, 0);

	if (len >= 0)
		len = recv(fd, answer, size, 0);
	if (len < 0)
		die("netlink");
	return len;
}

static unsigned short family(int fd, const char *name)
{
	struct message message = {
		.head = {NLMSG_LENGTH(GENL_HDRLEN), GENL_ID_CTRL, NLM_F_REQUEST, 0, 0},
		.genl = {.cmd = CTRL_CMD_GETFAMILY, .version = 1},
	};
	static char answer[8192];
	ssize_t len;

	put(&message, CTRL_ATTR_FAMILY_NAME, name, strlen(name) + 1);
	len = ask(fd, &message, answer, sizeof(answer));
	for (char *at = answer + NLMSG_LENGTH(GENL_HDRLEN); at < answer + len;) {
		struct nlattr *attr = (void *)at;

		if (!attr->nla_len)
			break;
		if (attr->nla_type == CTRL_ATTR_FAMILY_ID)
			return *(unsigned short *)(at + NLA_HDRLEN);
		at += NLA_ALIGN(attr->nla_len);
	}
	errno = ENOENT;
	die(name);
	return 0;
}

int main(int argc, char **argv)
{
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
	struct message message = {.head = {.nlmsg_len = NLMSG_LENGTH(GENL_HDRLEN), .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK},
				  .genl = {.cmd = TEAM_CMD_OPTIONS_SET, .version = TEAM_GENL_VERSION}};
	struct {
		struct nlmsghdr head;
		struct nlmsgerr error;
		char rest[512];
	} answer;
	struct nlattr *list, *item;
	unsigned char type = STRING;
	unsigned index;

	if (fd < 0 || argc != 3)
		die("arguments");
	index = if_nametoindex(argv[1]);
	message.head.nlmsg_type = family(fd, TEAM_GENL_NAME);
	put(&message, TEAM_ATTR_TEAM_IFINDEX, &index, sizeof(index));
	list = put(&message, TEAM_ATTR_LIST_OPTION | NLA_F_NESTED, NULL, 0);
	item = put(&message, TEAM_ATTR_ITEM_OPTION | NLA_F_NESTED, NULL, 0);
	put(&message, TEAM_ATTR_OPTION_NAME, "mode", sizeof("mode"));
	put(&message, TEAM_ATTR_OPTION_TYPE, &type, sizeof(type));
	put(&message, TEAM_ATTR_OPTION_DATA, argv[2], strlen(argv[2]) + 1);
	end(&message, item);
	end(&message, list);
	ask(fd, &message, &answer, sizeof(answer));
	errno = answer.head.nlmsg_type == NLMSG_ERROR ? -answer.error.error : EPROTO;
	if (errno && errno != ESRCH) /* nobody has heard of the change */
		die(argv[1]);
	return 0;
}
