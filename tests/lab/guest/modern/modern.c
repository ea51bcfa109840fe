// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * modern PLAN...: connections as newer programs have them. Plans are as talk's, and so are their lines.
 *
 *   WHERE/uring,host=H[,port=P][,size=N][,count=N]    an echo by io_uring: send and receive
 *   WHERE/uringzc,...                                 sent by zero copy
 *   WHERE/tls,host=H[,port=P][,bytes=N]               kTLS towards a sink: sendfile, then writes
 *   WHERE/tlsecho,host=H,port=P[,size=N][,count=N]    kTLS both ways, with -tls as the peer
 *
 *   modern -tls HOST PORT                  an echo by kTLS
 *   modern -sockmap HOST PORT HOST2 PORT2  a proxy: what comes to the first, a BPF program hands to the second, and back
 *   modern -verdict HOST PORT HOST2 PORT2  the same without a parser: whole skbs go
 *   modern -redirect HELPER IFINDEX PATH   a program for tc that calls the helper of this number, pinned
 *   modern -xdp ACTION PATH                an XDP program that returns this, pinned
 */
#define main talk_main
#include "../packets/talk.c"
#undef main

#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/tls.h>
#include <stddef.h>

#ifndef TCP_ULP
#define TCP_ULP 31
#endif
#ifndef SOL_TLS
#define SOL_TLS 282
#endif
/* Newer than this machine's headers. */
#define OP_SEND_ZC 47
#define CQE_MORE   2
#define CQE_NOTIFY 8

/* --- BPF programs --- */

#define INSN(code_, dst, src, off_, imm_)                                                                              \
	((struct bpf_insn){.code = (code_), .dst_reg = (dst), .src_reg = (src), .off = (off_), .imm = (imm_)})
#define MOV(dst, imm)  INSN(BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0, imm)
#define CALL(helper)   INSN(BPF_JMP | BPF_CALL, 0, 0, 0, helper)
#define LOAD(dst, off) INSN(BPF_LDX | BPF_MEM | BPF_W, dst, 1, off, 0)
#define LEAVE	       INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)
#define COUNT(insns)   (sizeof(insns) / sizeof((insns)[0]))

static int bpf(int cmd, union bpf_attr *attr)
{
	return (int)syscall(SYS_bpf, cmd, attr, sizeof(*attr));
}

static int load_program(uint32_t type, const struct bpf_insn *insns, size_t nr)
{
	static char said[65536];
	union bpf_attr attr = {.prog_type = type,
			       .insns = (uintptr_t)insns,
			       .insn_cnt = (uint32_t)nr,
			       .license = (uintptr_t) "GPL",
			       .log_level = 1,
			       .log_buf = (uintptr_t)said,
			       .log_size = sizeof(said)};
	int fd = bpf(BPF_PROG_LOAD, &attr);

	if (fd < 0) {
		fputs(said, stderr);
		die("BPF_PROG_LOAD");
	}
	return fd;
}

static int pin(int fd, const char *path)
{
	union bpf_attr attr = {.pathname = (uintptr_t)path, .bpf_fd = (uint32_t)fd};

	if (bpf(BPF_OBJ_PIN, &attr))
		die(path);
	return 0;
}

static int pin_redirect(int helper, int ifindex, const char *path)
{
	const struct bpf_insn insns[] = {MOV(1, ifindex), MOV(2, 0), MOV(3, 0), MOV(4, 0), CALL(helper), LEAVE};

	return pin(load_program(BPF_PROG_TYPE_SCHED_CLS, insns, COUNT(insns)), path);
}

static int pin_xdp(int action, const char *path)
{
	const struct bpf_insn insns[] = {MOV(0, action), LEAVE};

	return pin(load_program(BPF_PROG_TYPE_XDP, insns, COUNT(insns)), path);
}

/* --- a proxy in the kernel --- */

static void attach_program(int map, int program, uint32_t where)
{
	union bpf_attr attr = {.target_fd = (uint32_t)map, .attach_bpf_fd = (uint32_t)program, .attach_type = where};

	if (bpf(BPF_PROG_ATTACH, &attr))
		die("BPF_PROG_ATTACH");
}

/* What came to PORT goes to the map's second socket, all else to its first. */
static int proxy_map(int port, bool parsed)
{
	union bpf_attr attr = {.map_type = BPF_MAP_TYPE_SOCKMAP, .key_size = 4, .value_size = 4, .max_entries = 2};
	int map = bpf(BPF_MAP_CREATE, &attr);
	const struct bpf_insn whole[] = {LOAD(0, 0), LEAVE};
	const struct bpf_insn verdict[] = {
		LOAD(6, offsetof(struct __sk_buff, local_port)),
		MOV(3, 0),
		INSN(BPF_JMP | BPF_JNE | BPF_K, 6, 0, 1, port),
		MOV(3, 1),
		INSN(BPF_LD | BPF_DW | BPF_IMM, 2, BPF_PSEUDO_MAP_FD, 0, map),
		INSN(0, 0, 0, 0, 0),
		MOV(4, 0),
		CALL(BPF_FUNC_sk_redirect_map),
		LEAVE,
	};

	if (map < 0)
		die("BPF_MAP_CREATE");
	if (parsed)
		attach_program(map, load_program(BPF_PROG_TYPE_SK_SKB, whole, COUNT(whole)),
			       BPF_SK_SKB_STREAM_PARSER);
	attach_program(map, load_program(BPF_PROG_TYPE_SK_SKB, verdict, COUNT(verdict)), BPF_SK_SKB_STREAM_VERDICT);
	return map;
}

static void put_into_map(int map, int key, int fd)
{
	union bpf_attr attr = {.map_fd = (uint32_t)map, .key = (uintptr_t)&key, .value = (uintptr_t)&fd};

	if (bpf(BPF_MAP_UPDATE_ELEM, &attr))
		die("BPF_MAP_UPDATE_ELEM");
}

/* What came before the sockets are in the map wakes no program: it is handed on by hand, when its answer will. */
static void proxy_one(int map, int in, int out)
{
	static char early[CHUNK];
	struct pollfd polls[2] = {{.fd = in, .events = POLLRDHUP}, {.fd = out, .events = POLLRDHUP}};
	ssize_t n;

	sleep_ms(50);
	n = recv(in, early, sizeof(early), MSG_DONTWAIT);
	put_into_map(map, 0, in);
	put_into_map(map, 1, out);
	if (n > 0 && write(out, early, (size_t)n) != n)
		die("early");
	poll(polls, 2, 10000);
	sleep_ms(100);
	close(in);
	close(out);
}

static void proxy(char **ends, bool parsed)
{
	struct listener listener = listen_at(ends[0], atoi(ends[1]), 8, 0);
	int map = proxy_map(atoi(ends[1]), parsed);

	while (1) {
		struct talk out = {.plan = "proxy"};
		struct sockaddr_storage addr;
		socklen_t len;
		int in = accept_one(&listener);

		parse_address(ends[2], atoi(ends[3]), &addr, &len);
		talk_open(&out, &addr, 0);
		if (!talk_connect(&out))
			die("the proxy's server");
		proxy_one(map, in, out.fd);
	}
}

/* --- TLS in the kernel --- */

static void keys_for(int fd, int way)
{
	struct tls12_crypto_info_aes_gcm_128 info = {.info = {TLS_1_2_VERSION, TLS_CIPHER_AES_GCM_128}};

	if (setsockopt(fd, SOL_TLS, way, &info, sizeof(info)))
		die("SOL_TLS");
}

static void crypt_both(int fd)
{
	if (setsockopt(fd, IPPROTO_TCP, TCP_ULP, "tls", 3))
		die("TCP_ULP");
	keys_for(fd, TLS_TX);
	keys_for(fd, TLS_RX);
}

static void tls_peer(const char *host, const char *port)
{
	struct listener listener = listen_at(host, atoi(port), 8, 0);

	while (1) {
		int fd = accept_one(&listener);

		crypt_both(fd);
		serve_echo(fd);
	}
}

static void tls_sink(struct talk *talk, const struct keys *keys)
{
	say(talk, "sink", 0);
	if (setsockopt(talk->fd, IPPROTO_TCP, TCP_ULP, "tls", 3))
		die("TCP_ULP");
	keys_for(talk->fd, TLS_TX);
	put_sendfile(talk, keys->bytes / 2);
	talk_send(talk, keys->bytes / 2, 5000, 2);
}

static void tls_echo(struct talk *talk, const struct keys *keys)
{
	crypt_both(talk->fd);
	for (long i = 0; i < keys->count; i++) {
		talk_receive(talk, talk_send(talk, keys->size, CHUNK, 0));
		sleep_ms(5);
	}
}

/* --- io_uring --- */

static struct ring {
	int fd;
	struct io_uring_params params;
	char *rings;
	struct io_uring_sqe *sqes;
} ring;

static void ring_open(void)
{
	size_t size;

	ring.fd = (int)syscall(SYS_io_uring_setup, 8, &ring.params);
	if (ring.fd < 0)
		die("io_uring_setup");
	size = ring.params.cq_off.cqes + ring.params.cq_entries * sizeof(struct io_uring_cqe);
	ring.rings = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring.fd, IORING_OFF_SQ_RING);
	ring.sqes = mmap(NULL, ring.params.sq_entries * sizeof(*ring.sqes), PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_POPULATE, ring.fd, IORING_OFF_SQES);
	if (ring.rings == MAP_FAILED || ring.sqes == MAP_FAILED)
		die("io_uring: mmap");
}

static uint32_t *word_of(uint32_t offset)
{
	return (uint32_t *)(ring.rings + offset);
}

static void ring_submit(uint8_t op, int fd, void *buf, uint32_t len)
{
	uint32_t *tail = word_of(ring.params.sq_off.tail), at = *tail & *word_of(ring.params.sq_off.ring_mask);

	ring.sqes[at] = (struct io_uring_sqe){.opcode = op, .fd = fd, .addr = (uintptr_t)buf, .len = len};
	word_of(ring.params.sq_off.array)[at] = at;
	__atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
	syscall(SYS_io_uring_enter, ring.fd, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0UL);
}

/* One completion: its result, unless it is a mere notice. Returns whether there will be another. */
static bool ring_wait(long *result)
{
	uint32_t *head = word_of(ring.params.cq_off.head);
	const struct io_uring_cqe *cqes = (struct io_uring_cqe *)(ring.rings + ring.params.cq_off.cqes), *cqe;
	bool more;

	while (__atomic_load_n(word_of(ring.params.cq_off.tail), __ATOMIC_ACQUIRE) == *head)
		syscall(SYS_io_uring_enter, ring.fd, 0, 1, IORING_ENTER_GETEVENTS, NULL, 0UL);
	cqe = &cqes[*head & *word_of(ring.params.cq_off.ring_mask)];
	if (!(cqe->flags & CQE_NOTIFY))
		*result = cqe->res;
	more = cqe->flags & CQE_MORE;
	__atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
	return more;
}

/* Zero copy completes twice: when it is sent, and when the pages are free again. */
static long ring_do(uint8_t op, int fd, void *buf, size_t len)
{
	long result = 0;

	ring_submit(op, fd, buf, (uint32_t)len);
	while (ring_wait(&result))
		;
	return result;
}

static void uring_echo(struct talk *talk, const struct keys *keys, uint8_t op)
{
	static char buf[CHUNK];

	ring_open();
	say(talk, "echo", 0);
	for (long i = 0; i < keys->count; i++) {
		long n = ring_do(op, talk->fd, payload, (size_t)keys->size), got = 0, m = 1;

		if (n < 0) {
			talk->end = strerror((int)-n);
			break;
		}
		for (; got < n && m > 0; got += m > 0 ? m : 0)
			m = ring_do(IORING_OP_RECV, talk->fd, buf, sizeof(buf));
		talk->sent += n;
		talk->received += got;
	}
	close(ring.fd);
}

/* --- plans --- */

static void run_modern(const char *plan)
{
	struct keys keys = {.port = 4321, .bytes = 50000, .size = 1000, .count = 3};
	struct talk talk = {.plan = plan, .end = "?"};
	struct sockaddr_storage addr;
	socklen_t len;
	char what[32];

	if (sscanf(plan, "%*[^/]/%31[^,]", what) != 1)
		die(plan);
	parse_keys(plan, &keys);
	parse_address(keys.host, keys.port, &addr, &len);
	talk_open(&talk, &addr, 0);
	if (talk_connect(&talk)) {
		if (!strcmp(what, "tls"))
			tls_sink(&talk, &keys);
		else if (!strcmp(what, "tlsecho"))
			tls_echo(&talk, &keys);
		else
			uring_echo(&talk, &keys, strcmp(what, "uringzc") ? (uint8_t)IORING_OP_SEND : OP_SEND_ZC);
		shutdown(talk.fd, SHUT_WR);
		talk_receive(&talk, -1);
	}
	close(talk.fd);
	talk_print(&talk);
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	memset(payload, 'm', sizeof(payload));
	if (argc == 5 && !strcmp(argv[1], "-redirect"))
		return pin_redirect(atoi(argv[2]), atoi(argv[3]), argv[4]);
	if (argc == 4 && !strcmp(argv[1], "-xdp"))
		return pin_xdp(atoi(argv[2]), argv[3]);
	if (argc == 6 && !strcmp(argv[1], "-sockmap"))
		proxy(argv + 2, true);
	if (argc == 6 && !strcmp(argv[1], "-verdict"))
		proxy(argv + 2, false);
	if (argc == 4 && !strcmp(argv[1], "-tls"))
		tls_peer(argv[2], argv[3]);
	for (int i = 1; i < argc; i++)
		run_modern(argv[i]);
	return 0;
}
