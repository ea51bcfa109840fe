// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * rdspeer receive ADDRESS PORT: takes what comes by RDS.
 * rdspeer send ADDRESS PORT TO PORT COUNT SIZE: so many messages of so many bytes; it waits while the socket has no room.
 * rdspeer info: connections, messages and TCP sockets of RDS, as rds-info asks the kernel for them.
 */
#include <arpa/inet.h>
#include <err.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define SOL_RDS 276
#define CONNECTIONS 10001
#define TO_SEND 10003
#define TO_ACKNOWLEDGE 10004
#define TCP_SOCKETS 10007
#define ROOM 65536

/* As linux/rds.h has them. */
struct connection {
	uint64_t next_tx_seq, next_rx_seq;
	uint32_t laddr, faddr;
	uint8_t transport[16], flags, tos;
} __attribute__((packed));

struct message {
	uint64_t seq;
	uint32_t len, laddr, faddr;
	uint16_t lport, fport;
	uint8_t flags, tos;
} __attribute__((packed));

struct tcp_socket {
	uint32_t local_addr;
	uint16_t local_port;
	uint32_t peer_addr;
	uint16_t peer_port;
	uint64_t hdr_rem, data_rem;
	uint32_t last_sent_nxt, last_expected_una, last_seen_una;
	uint8_t tos;
} __attribute__((packed));

static int bound(const char *address, const char *port)
{
	struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
	int sock = socket(AF_RDS, SOCK_SEQPACKET, 0);

	if (inet_pton(AF_INET, address, &own.sin_addr) != 1 || sock < 0 ||
	    bind(sock, (struct sockaddr *)&own, sizeof(own)))
		err(1, "%s port %s", address, port);
	return sock;
}

static int receive(char **argv)
{
	static char buf[ROOM];
	int sock = bound(argv[2], argv[3]);

	while (recv(sock, buf, sizeof(buf), 0) >= 0)
		;
	err(1, "recv");
}

static int send_all(char **argv)
{
	static char buf[ROOM];
	struct sockaddr_in peer = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[5]))};
	int sock = bound(argv[2], argv[3]);

	inet_pton(AF_INET, argv[4], &peer.sin_addr);
	for (int nr = atoi(argv[6]), i = 0; i < nr; i++)
		if (sendto(sock, buf, (size_t)atoi(argv[7]), 0, (struct sockaddr *)&peer,
			   sizeof(peer)) < 0)
			err(1, "send to %s", argv[4]);
	return 0;
}

static const char *text(uint32_t address)
{
	static char texts[2][INET_ADDRSTRLEN];
	static unsigned next;

	return inet_ntop(AF_INET, &address, texts[next++ % 2], INET_ADDRSTRLEN);
}

static void show(int what, const void *bytes)
{
	const struct connection *connection = bytes;
	const struct message *message = bytes;
	const struct tcp_socket *tcp = bytes;

	if (what == CONNECTIONS)
		printf("connection %s %s %.16s %llu %llu flags 0x%x tos %u\n", text(connection->laddr),
		       text(connection->faddr), (const char *)connection->transport,
		       (unsigned long long)connection->next_tx_seq,
		       (unsigned long long)connection->next_rx_seq, connection->flags,
		       connection->tos);
	else if (what == TCP_SOCKETS)
		printf("tcp %s %u %s %u\n", text(tcp->local_addr), ntohs(tcp->local_port),
		       text(tcp->peer_addr), ntohs(tcp->peer_port));
	else
		printf("%s %s %u %s %u %llu %u\n", what == TO_SEND ? "send" : "retransmit",
		       text(message->laddr), ntohs(message->lport), text(message->faddr),
		       ntohs(message->fport), (unsigned long long)message->seq, message->len);
}

static int info(void)
{
	static const int whats[] = {CONNECTIONS, TO_SEND, TO_ACKNOWLEDGE, TCP_SOCKETS};
	static char buf[ROOM * 4];
	int sock = socket(AF_RDS, SOCK_SEQPACKET, 0);

	for (unsigned i = 0; i < 4; i++) {
		socklen_t size = sizeof(buf);
		int each = getsockopt(sock, SOL_RDS, whats[i], buf, &size);

		if (each < 0)
			err(1, "rds-info %d", whats[i]);
		for (socklen_t at = 0; each && at + (socklen_t)each <= size; at += (socklen_t)each)
			show(whats[i], buf + at);
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "receive"))
		return receive(argv);
	if (argc == 8 && !strcmp(argv[1], "send"))
		return send_all(argv);
	if (argc == 2 && !strcmp(argv[1], "info"))
		return info();
	errx(2, "usage: rdspeer receive ADDRESS PORT | send ADDRESS PORT TO PORT COUNT SIZE | info");
}
