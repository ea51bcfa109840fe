// SPDX-License-Identifier: GPL-3.0-or-later
/* Files of stories that are wrong say what and where; what is written anew keeps everything but the packets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "story.h"

static struct story_file file;

static bool read_text(const char *text, size_t len)
{
	char path[] = "/tmp/story-XXXXXX";
	int fd = mkstemp(path);
	bool read;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, len), len);
	close(fd);
	read = story_file_read(path, &file);
	unlink(path);
	return read;
}

/* What is wrong with the first story of TEXT, as "LINE: WORDS". */
static const char *mistake_in(const char *text)
{
	static char said[600];
	char *answer = NULL;

	if (read_text(text, strlen(text)))
		answer = story_run(&file, &file.stories[0]);
	snprintf(said, sizeof(said), "%u: %s", answer ? 0 : file.mistaken,
		 answer ? "" : file.mistake);
	free(answer);
	story_file_free(&file);
	return said;
}

static void what_is_wrong_says_where(void **state)
{
	static const struct {
		const char *text, *mistake;
	} rows[] = {
		{"trace\ncpu 0 softirq\np:tcp_v4_rcv skb=A\n", "0: "},
		{"", "0: no story: a line \"trace\" is missing"},
		{"words\n", "1: no story: a line \"trace\" is missing"},
		{"== one\nmachine\n", "2: a story without a trace"},
		{"== one\ntrace\n== one\ntrace\n", "3: a title that another has"},
		{"trace\nmachine\n",
		 "2: \"machine\" stands behind what comes after it: machine, trace, packets"},
		{"trace\npackets\ntrace\n",
		 "3: \"trace\" stands behind what comes after it: machine, trace, packets"},
		{"packets\n", "1: a story without a trace"},
		/* a trace's lines */
		{"trace\n\n# words\n}\n", "4: nothing is open: }"},
		{"trace\nreturned\n", "2: nothing is open: returned"},
		{"trace\ncpu 2 softirq\n",
		 "2: no place, cpu 0|1 [pid N] [softirq|hardirq|nmi]: cpu 2 softirq"},
		{"trace\ncpu 0 irq\n", "2: no context, softirq, hardirq or nmi: irq"},
		{"trace\nnet/x skbaddr=AA\n", "2: no skb, which is A to Z, or A+: AA"},
		{"trace\nnet/x len=1x\n", "2: no number: 1x"},
		{"trace\nnet/x len=\n", "2: no number"},
		{"trace\nnet/x name=a_name_that_is_too_long\n",
		 "2: a name of more than 15 letters: a_name_that_is_too_long"},
		{"trace\np:x tcp=1001\n", "2: no header, SPORT>DPORT,FLAGS,SEQ,ACK,LEN: 1001"},
		{"trace\np:x tcp=1001>2002,PA,1,2\n",
		 "2: no header, SPORT>DPORT,FLAGS,SEQ,ACK,LEN: ,1,2"},
		{"trace\nx:tcp_v4_rcv skb=A\n", "2: neither a call nor an event: x:tcp_v4_rcv"},
		{"trace\ntcp_v4_rcv\n", "2: neither a call nor an event: tcp_v4_rcv"},
		{"trace\nat noon\n", "2: no number: noon"},
		{"trace\nf:tcp_ack\n", "2: no f:FUNCTION <- CALLER: tcp_ack"},
		{"trace\na b {\n", "2: no function: a b"},
		/* a machine's */
		{"machine\nwheels 4\ntrace\n", "2: no word of a machine: protocols, tracing, "
					       "times, enum, device, socket, skb, task, ipsec"},
		{"machine\n\nprotocols smoke\ntrace\n", "3: no list of protocols"},
		{"machine\ntimes now\ntrace\n", "2: a word too many"},
		{"machine\ndevice a above b\ntrace\n", "2: no such device before it"},
		{"machine\nsocket S 1>2 asleep\ntrace\n",
		 "2: no socket: socket NAME SPORT>DPORT established|listen|time-wait|request ..."},
		{"machine\nskb A in S.write\ntrace\n",
		 "2: no queue: in qdisc, in SOCKET.receive, or in SOCKET.write"},
		{"machine\nskb a\ntrace\n", "2: no skb, which is A to Z"},
		{"machine\ntask 0 nt\ntrace\n", "2: no task: task PID NAME [in FUNCTION]"},
		{"machine\nenum a B c\ntrace\n", "2: no value: enum TAG NAME VALUE"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_string_equal(mistake_in(rows[i].text), rows[i].mistake);
}

/* More than there is room for, of everything that a file may have any number of. */
static void too_much_is_refused(void **state)
{
	static const char *const lines[] = {"== %u\ntrace\n",	 "device d%u\n",
					    "skb %c in qdisc\n", "socket s%u 1>2 established\n",
					    "f%u {\n",		 "p:f%u\n",
					    "p:f f%u=1\n",	 "cpu 0 pid %u\nf;\n",
					    "p:f a=&f%u\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		char *text;
		size_t size;
		FILE *out = open_memstream(&text, &size);

		if (i)
			fputs(i < 4 ? "machine\n" : "trace\n", out);
		for (unsigned k = 0; k < 900; k++)
			fprintf(out, lines[i], strstr(lines[i], "%c") ? 'A' + k % 26 : k + 1);
		if (i && i < 4)
			fputs("trace\n", out);
		fclose(out);
		assert_string_not_equal(mistake_in(text), "0: ");
		free(text);
	}
	assert_false(read_text("trace\n\0\n", 8));
	assert_string_equal(file.mistake, "it has a byte 0: no text");
	story_file_free(&file);
	assert_false(story_file_read("/nowhere", &file));
	story_file_free(&file);
}

static void only_packets_are_written(void **state)
{
	static const char text[] = "Words.\n\n== one\nmachine\ntimes\n\ntrace\n# remark\nx;\n\n== "
				   "two\nmachine\n\npackets\nold\n\n== three\n"
				   "trace\npackets\nkept\n";
	char *answers[] = {"first\n", "second\n", NULL}, *written;
	size_t size;
	FILE *out = open_memstream(&written, &size);

	(void)state;
	assert_true(read_text(text, strlen(text)));
	assert_int_equal(file.nr, 3);
	assert_true(file.stories[1].same_trace);
	story_file_write(&file, answers, out);
	fclose(out);
	assert_string_equal(written, "Words.\n\n== one\nmachine\ntimes\n\ntrace\n# "
				     "remark\nx;\n\npackets\nfirst\n\n== two\nmachine\n\n"
				     "packets\nsecond\n\n== three\ntrace\npackets\nkept\n");
	free(written);
	story_file_free(&file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_wrong_says_where),
		cmocka_unit_test(too_much_is_refused),
		cmocka_unit_test(only_packets_are_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
