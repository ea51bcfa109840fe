// SPDX-License-Identifier: GPL-3.0-or-later
/* team DEVICE MODE: what `teamnl DEVICE setoption mode MODE` does. */
#include <errno.h>
#include <linux/if_team.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../rare/genl.h"

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
	unsigned short id;
	ssize_t len;

	genl_put(&message, CTRL_ATTR_FAMILY_NAME, name, strlen(name) + 1);
	len = ask(fd, &message, answer, sizeof(answer));
	id = genl_family(answer, len);
	if (!id)
		die(name);
	return id;
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
	genl_put(&message, TEAM_ATTR_TEAM_IFINDEX, &index, sizeof(index));
	list = genl_put(&message, TEAM_ATTR_LIST_OPTION | NLA_F_NESTED, NULL, 0);
	item = genl_put(&message, TEAM_ATTR_ITEM_OPTION | NLA_F_NESTED, NULL, 0);
	genl_put(&message, TEAM_ATTR_OPTION_NAME, "mode", sizeof("mode"));
	genl_put(&message, TEAM_ATTR_OPTION_TYPE, &type, sizeof(type));
	genl_put(&message, TEAM_ATTR_OPTION_DATA, argv[2], strlen(argv[2]) + 1);
	genl_end(&message, item);
	genl_end(&message, list);
	ask(fd, &message, &answer, sizeof(answer));
	errno = answer.head.nlmsg_type == NLMSG_ERROR ? -answer.error.error : EPROTO;
	if (errno && errno != ESRCH) /* nobody has heard of the change */
		die(argv[1]);
	return 0;
}
