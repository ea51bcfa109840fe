// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sniff IFACE FILE: writes the packets that IFACE receives to FILE as pcap, until the machine dies.
 *
 * FILE is a virtio serial port: what has been written is on the host, whatever happens to the
 * guest. Only incoming packets are taken, so that each packet of a loopback device comes once and
 * none of the transmit path is disturbed (an outgoing tap would clone every skb). The packets are
 * read from a mapped ring every few milliseconds instead of being woken for, for the same reason:
 * the wake-up would sit in the middle of each packet's call path. So the last POLL_MS before a
 * panic may be missing. Headers only (SNAPLEN bytes); original lengths are kept.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define POLL_MS 5
#define SNAPLEN 160
#define FRAME_SIZE 512
#define BLOCK_SIZE (1 << 16)
#define BLOCK_NR 64

#ifndef PACKET_IGNORE_OUTGOING
#define PACKET_IGNORE_OUTGOING 23
#endif

struct pcap_file {
	uint32_t magic;
	uint16_t major, minor;
	uint32_t zone, sigfigs, snaplen, linktype;
};

struct pcap_packet {
	uint32_t sec, nsec, captured, length;
};

static int fail(const char *what)
{
	fprintf(stderr, "sniff: %s: %s\n", what, strerror(errno));
	return 1;
}

static bool write_all(int fd, const void *data, size_t len)
{
	while (len) {
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		data = (const char *)data + n;
		len -= (size_t)n;
	}
	return true;
}

static int open_ring(const char *iface, char **ret_ring)
{
	struct sock_filter snap = BPF_STMT(BPF_RET | BPF_K, SNAPLEN);
	struct sock_fprog prog = {.len = 1, .filter = &snap};
	struct tpacket_req req = {
		.tp_block_size = BLOCK_SIZE,
		.tp_block_nr = BLOCK_NR,
		.tp_frame_size = FRAME_SIZE,
		.tp_frame_nr = BLOCK_SIZE / FRAME_SIZE * BLOCK_NR,
	};
	struct sockaddr_ll addr = {.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL)};
	int version = TPACKET_V2;
	int one = 1;
	char *ring;
	int fd = socket(AF_PACKET, SOCK_RAW, 0);

	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &prog, sizeof(prog)) ||
	    setsockopt(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &one, sizeof(one)) ||
	    setsockopt(fd, SOL_PACKET, PACKET_VERSION, &version, sizeof(version)) ||
	    setsockopt(fd, SOL_PACKET, PACKET_RX_RING, &req, sizeof(req)))
		return -1;
	ring = mmap(NULL, (size_t)BLOCK_SIZE * BLOCK_NR, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	addr.sll_ifindex = (int)if_nametoindex(iface);
	if (ring == MAP_FAILED || !addr.sll_ifindex ||
	    bind(fd, (struct sockaddr *)&addr, sizeof(addr)))
		return -1;
	*ret_ring = ring;
	return fd;
}

int main(int argc, char **argv)
{
	/* Nanosecond pcap, Ethernet (a loopback device has an Ethernet header of zeros). */
	struct pcap_file head = {0xa1b23c4d, 2, 4, 0, 0, SNAPLEN, 1};
	struct timespec pause = {.tv_nsec = POLL_MS * 1000000};
	unsigned int frames = BLOCK_SIZE / FRAME_SIZE * BLOCK_NR;
	unsigned int next = 0;
	char *ring;
	int out;

	if (argc != 3) {
		fprintf(stderr, "usage: sniff IFACE FILE\n");
		return 2;
	}
	out = open(argv[2], O_WRONLY | O_CREAT, 0644);
	if (out < 0)
		return fail(argv[2]);
	if (open_ring(argv[1], &ring) < 0)
		return fail(argv[1]);
	if (!write_all(out, &head, sizeof(head)))
		return fail(argv[2]);

	while (1) {
		struct tpacket2_hdr *hdr = (void *)(ring + (size_t)next * FRAME_SIZE);
		struct {
			struct pcap_packet head;
			char data[SNAPLEN];
		} packet;
		uint32_t len;

		if (!(__atomic_load_n(&hdr->tp_status, __ATOMIC_ACQUIRE) & TP_STATUS_USER)) {
			nanosleep(&pause, NULL);
			continue;
		}
		len = hdr->tp_snaplen < SNAPLEN ? hdr->tp_snaplen : SNAPLEN;
		packet.head = (struct pcap_packet){hdr->tp_sec, hdr->tp_nsec, len, hdr->tp_len};
		memcpy(packet.data, (char *)hdr + hdr->tp_mac, len);
		__atomic_store_n(&hdr->tp_status, TP_STATUS_KERNEL, __ATOMIC_RELEASE);
		next = (next + 1) % frames;
		if (!write_all(out, &packet, sizeof(packet.head) + len))
			return fail(argv[2]);
	}
}
