/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plans of talk share: one connection, its account, and segments made by hand. */
#ifndef TALK_H
#define TALK_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/** One connection, as traffic.jsonl tells of it. */
struct talk {
	const char *plan; /* WHERE/WHAT, with keys */
	int fd;
	struct sockaddr_storage self, peer;
	long sent, received;
	uint32_t mark;
	const char *end; /* "closed", "reset", "held", ... */
};

struct listener {
	int fd;
	struct sockaddr_storage addr;
	socklen_t len;
};

#define CHUNK 65536
extern char payload[CHUNK];

void die(const char *what);
void sleep_ms(long ms);
void parse_address(const char *host, int port, struct sockaddr_storage *ret_addr, socklen_t *ret_len);
/** On PORT of HOST, 0: of the kernel's choice. BACKLOG connections may wait. PROTOCOL: 0, IPPROTO_MPTCP. */
struct listener listen_at(const char *host, int port, int backlog, int protocol);
int accept_one(const struct listener *listener);
/** A new socket towards ADDR, not connected yet. */
void talk_open(struct talk *talk, const struct sockaddr_storage *addr, int protocol);
bool talk_connect(struct talk *talk);
long talk_send(struct talk *talk, long bytes, long chunk, long delay);
/** BYTES, or with -1 until the peer closes or resets. */
long talk_receive(struct talk *talk, long bytes);
void talk_ends(struct talk *talk); /* asks the socket for its ends */
void talk_print(const struct talk *talk);
/** Sends a TCP segment without payload through a raw socket. Addresses of IPv4, ports in host order. */
void send_segment(const struct sockaddr_in *from, const struct sockaddr_in *to, uint32_t seq, uint32_t ack,
		  uint8_t flags);
/** What the socket expects next, and sends next (TCP_REPAIR). */
void sequence_numbers(int fd, uint32_t *ret_rcv_nxt, uint32_t *ret_snd_nxt);

#define TH_FIN 0x01
#define TH_SYN 0x02
#define TH_RST 0x04
#define TH_ACK 0x10

#endif
