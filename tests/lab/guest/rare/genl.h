/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generic netlink messages: a struct that begins with HEAD, and has room for its attributes behind what is in it. */
#ifndef GENL_H
#define GENL_H

#include <errno.h>
#include <linux/genetlink.h>
#include <string.h>
#include <sys/types.h>

static inline struct nlattr *genl_put(void *message, int type, const void *data, size_t len)
{
	struct nlmsghdr *head = message;
	struct nlattr *attr = (void *)((char *)message + NLMSG_ALIGN(head->nlmsg_len));

	attr->nla_type = (unsigned short)type;
	attr->nla_len = (unsigned short)(NLA_HDRLEN + len);
	if (len)
		memcpy((char *)attr + NLA_HDRLEN, data, len);
	head->nlmsg_len = NLMSG_ALIGN(head->nlmsg_len) + NLA_ALIGN(attr->nla_len);
	return attr;
}

/* All that was put since ATTR is in it. */
static inline void genl_end(void *message, struct nlattr *attr)
{
	struct nlmsghdr *head = message;

	attr->nla_len = (unsigned short)((char *)message + head->nlmsg_len - (char *)attr);
}

/* The family's number in what the kernel answers to CTRL_CMD_GETFAMILY, LEN bytes; 0, with errno: it says none. */
static inline unsigned short genl_family(const void *answer, ssize_t len)
{
	const char *at = (const char *)answer + NLMSG_LENGTH(GENL_HDRLEN), *end = (const char *)answer + len;

	while (at < end) {
		const struct nlattr *attr = (const void *)at;

		if (!attr->nla_len)
			break;
		if (attr->nla_type == CTRL_ATTR_FAMILY_ID)
			return *(const unsigned short *)(at + NLA_HDRLEN);
		at += NLA_ALIGN(attr->nla_len);
	}
	errno = ENOENT;
	return 0;
}

#endif
