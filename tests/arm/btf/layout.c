// SPDX-License-Identifier: GPL-3.0-or-later
/* Layouts with everything that hides a member from a naive reader of BTF; see tests/arm/run. */
struct list {
	struct list *next, *prev;
};

struct sk_buff {
	union {
		struct {
			struct sk_buff *next;
			union {
				void *dev;
				unsigned long dev_scratch;
			};
		};
		struct list list;
	};
	char cb[48];
	unsigned char cloned : 1, fclone : 2;
	const volatile unsigned short protocol;
	union {
		struct {
			unsigned int mark;
			unsigned short network_header;
		};
		struct {
			unsigned int mark;
			unsigned short network_header;
		} headers;
	};
	unsigned char *head, *data;
};

enum big { BIG = 0x100000000 };

struct tcp_skb_cb {
	unsigned int seq;
	enum big big;
	unsigned short tcp_flags;
};

#ifdef PRINT
#include <stddef.h>
#include <stdio.h>
#define ROW(s, m) printf(#s "." #m " %zu\n", offsetof(struct s, m));
int main(void)
#else
#define ROW(s, m)
struct sk_buff skb;
struct tcp_skb_cb tcb;
int dummy(void)
#endif
{
	ROW(sk_buff, next)
	ROW(sk_buff, dev)
	ROW(sk_buff, dev_scratch)
	ROW(sk_buff, list)
	ROW(sk_buff, cb)
	ROW(sk_buff, protocol)
	ROW(sk_buff, mark)
	ROW(sk_buff, network_header)
	ROW(sk_buff, head)
	ROW(sk_buff, data)
	ROW(tcp_skb_cb, seq)
	ROW(tcp_skb_cb, tcp_flags)
	return 0;
}
