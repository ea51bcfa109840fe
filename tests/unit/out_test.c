// SPDX-License-Identifier: GPL-3.0-or-later
/* One description, two outputs: what fields look like as text and as JSON Lines. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "command/command.h"
#include "core/kit.h"
#include "core/printable.h"
#include "render/out.h"
#include "render/views.h"

struct result {
	char *text; /* to be freed */
	bool failed;
};

static struct result render(bool json, void (*fn)(struct pk_out *out))
{
	struct result result = {0};
	size_t len;
	FILE *fp = open_memstream(&result.text, &len);
	struct pk_out out;

	pk_out_init(&out, fp, pk_out_form(json));
	fn(&out);
	result.failed = out.failed;
	pk_out_deinit(&out);
	fclose(fp);
	return result;
}

static void expect(void (*fn)(struct pk_out *out), const char *text, const char *json)
{
	struct result plain = render(false, fn), lines = render(true, fn);

	assert_string_equal(plain.text, text);
	assert_string_equal(lines.text, json);
	assert_false(plain.failed);
	assert_false(lines.failed);
	free(plain.text);
	free(lines.text);
}

static void all_kinds(struct pk_out *out)
{
	pk_out_object_begin(out, NULL);
	pk_out_text(out, "%s:", "PACKET");
	pk_out_str(out, "dev", " dev %s", "eth0");
	pk_out_str(out, "netns", " netns %s", NULL);
	pk_out_uint(out, "len", " len %llu", 1448);
	pk_out_int(out, "diff", " %+lld", -3);
	pk_out_bool(out, "queued", true);
	pk_out_addr(out, "skb", " skb %llx", 0xffff888000001000ull);
	pk_out_addr(out, "sk", NULL, 0);
	pk_out_ns(out, "first_ns", NULL, 9007199254740993ull);
	pk_out_null(out, "mark");
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void test_kinds(void **state)
{
	(void)state;
	expect(all_kinds, "PACKET: dev eth0 len 1448 -3 skb ffff888000001000\n",
	       "{\"dev\":\"eth0\",\"netns\":null,\"len\":1448,\"diff\":-3,"
	       "\"queued\":true,"
	       "\"skb\":\"0xffff888000001000\",\"sk\":null,\"first_ns\":\"9007199254740993\","
	       "\"mark\":null}\n");
}

static void nested(struct pk_out *out)
{
	for (int line = 0; line < 2; line++) {
		pk_out_object_begin(out, NULL);
		pk_out_array_begin(out, "stages");
		pk_out_str(out, NULL, "%s ", "ip_rcv");
		pk_out_str(out, NULL, "%s\n", "tcp_v4_rcv");
		pk_out_array_end(out);
		pk_out_array_begin(out, "path");
		pk_out_object_begin(out, NULL);
		pk_out_int(out, "depth", NULL, line);
		pk_out_int(out, NULL, NULL, 99);
		pk_out_object_end(out);
		pk_out_array_end(out);
		pk_out_object_begin(out, "empty");
		pk_out_object_end(out);
		pk_out_object_end(out);
	}
}

static void in_another_order(struct pk_out *out)
{
	pk_out_object_begin(out, NULL);
	pk_out_keys(out, "first second third list");
	pk_out_uint(out, "third", "%llu ", 3);
	for (int i = 1; i < 3; i++) {
		pk_out_array_begin(out, "list");
		pk_out_uint_if(out, NULL, "<%llu>", i == 1, 7);
		pk_out_array_end(out);
	}
	pk_out_word(out, "first", " %s\n", "one");
	pk_out_word(out, "fourth", " %s", "");
	pk_out_object_end(out);
}

static void test_keys(void **state)
{
	(void)state;
	expect(in_another_order, "3 <7> one\n",
	       "{\"first\":\"one\",\"second\":null,\"third\":3,\"list\":[7,null],"
	       "\"fourth\":null}\n");
}

static void test_nested(void **state)
{
	(void)state;
	expect(nested, "ip_rcv tcp_v4_rcv\nip_rcv tcp_v4_rcv\n",
	       "{\"stages\":[\"ip_rcv\",\"tcp_v4_rcv\"],\"path\":[{\"depth\":0}],\"empty\":{}}\n"
	       "{\"stages\":[\"ip_rcv\",\"tcp_v4_rcv\"],\"path\":[{\"depth\":1}],\"empty\":{}}\n");
}

static void hostile_strings(struct pk_out *out)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "comm", "%s\n", "a\x1b[2Jb");
	pk_out_str(out, "bad", "%s\n", "\xff\xc0\x80 \xed\xa0\x80 \xe2\x82\xac \xe2\x82");
	pk_out_str(out, "quote", "%s\n", "\"\\%s%n");
	pk_out_str(out, "c1", "%s\n",
		   "\x9b"
		   "1m \xc2\x9b"
		   "1m\x7f \xc2\xa0\xdf\xbf");
	pk_out_str(out, "line", "%s\n", "x\ny\tz");
	pk_out_object_end(out);
}

static void test_hostile_strings(void **state)
{
	(void)state;
	expect(hostile_strings,
	       "a\\x1b[2Jb\n\\xff\\xc0\\x80 \\xed\\xa0\\x80 \xe2\x82\xac \\xe2\\x82\n\"\\%s%n\n"
	       "\\x9b1m \\xc2\\x9b1m\\x7f \xc2\xa0\xdf\xbf\nx\\x0ay\\x09z\n",
	       "{\"comm\":\"a\\u001B[2Jb\",\"bad\":\"\\\\xff\\\\xc0\\\\x80 \\\\xed\\\\xa0\\\\x80 "
	       "\xe2\x82\xac "
	       "\\\\xe2\\\\x82\",\"quote\":\"\\\"\\\\%s%n\","
	       "\"c1\":\"\\\\x9b1m \\u009b1m\\u007f \xc2\xa0\xdf\xbf\",\"line\":\"x\\ny\\tz\"}\n");
}

static void hostile_text(struct pk_out *out)
{
	pk_out_text(out, "%d\t%s|%-6s|%6s|%.3s|%.*s|%c%c|%%\n", -1, "a\nb", "\x07", "\t", "\x1b[2J",
		    2, "\xe2\x82\xac", 'x', '\x9b');
	pk_out_text(out, "%llx %5.1f%*s%lu %s\n", 1ull << 40, 2.5, 3, "\r", 7ul,
		    (const char *)NULL);
	pk_out_text(out, "%s%08x %" PRIu64 " %zu\n", "", 0xabu, UINT64_MAX, (size_t)5);
}

/* A newline of the format begins a line, one that an argument brings does not; widths count what is printed. */
static void test_hostile_text(void **state)
{
	(void)state;
	expect(hostile_text,
	       "-1\ta\\x0ab|\\x07  |  \\x09|\\x1b[2|\\xe2\\x82|x\\x9b|%\n"
	       "10000000000   2.5\\x0d7 (null)\n"
	       "000000ab 18446744073709551615 5\n",
	       "");
}

/* What is not seen, or changes the order of what stands around it: bidirectional controls, zero-width characters, line
 * separators, tags. */
static void test_unseen(void **state)
{
	static const char *const unseen[][2] = {
		{"\u00ad", "\\xc2\\xad"},
		{"\u061c", "\\xd8\\x9c"},
		{"\u200b", "\\xe2\\x80\\x8b"},
		{"\u200f", "\\xe2\\x80\\x8f"},
		{"\u2028", "\\xe2\\x80\\xa8"},
		{"\u202a", "\\xe2\\x80\\xaa"},
		{"\u202e", "\\xe2\\x80\\xae"},
		{"\u2066", "\\xe2\\x81\\xa6"},
		{"\u2069", "\\xe2\\x81\\xa9"},
		{"\ufeff", "\\xef\\xbb\\xbf"},
		{"\U000e0041", "\\xf3\\xa0\\x81\\x81"},
	};

	(void)state;
	for (size_t i = 0; i < PK_ARRAY_SIZE(unseen); i++) {
		char *text = pk_printable(unseen[i][0], false);

		assert_string_equal(text, unseen[i][1]);
		free(text);
	}
	for (const char *const *seen = (const char *const[]){"\u2010", "\u2027", "\u202f", "\u2070",
							     "\ufefe", "\u00e4", NULL};
	     *seen; seen++) {
		char *text = pk_printable(*seen, false);

		assert_string_equal(text, *seen);
		free(text);
	}
}

static char *through_stream(const char *bytes, size_t len, size_t step)
{
	char *text = NULL;
	size_t size;
	FILE *fp = open_memstream(&text, &size), *clean = pk_printable_stream(fp, false);

	for (size_t at = 0; at < len; at += step) {
		fwrite(bytes + at, 1, len - at < step ? len - at : step, clean);
		fflush(clean);
	}
	assert_int_equal(fclose(clean), 0);
	fclose(fp);
	return text;
}

/* However the bytes come, a sequence is one. */
static void test_stream(void **state)
{
	static const char bytes[] =
		"a\x1b]0;x\a\n\t\xe2\x82\xac \xc2\x9b\xf0\x9f\x98\x80\xff\xf0\x9f\n\r\xf0\x9f";

	(void)state;
	for (size_t step = 1; step <= sizeof(bytes); step++) {
		char *text = through_stream(bytes, sizeof(bytes) - 1, step);

		assert_string_equal(text,
				    "a\\x1b]0;x\\x07\n\t\xe2\x82\xac "
				    "\\xc2\\x9b\xf0\x9f\x98\x80\\xff\\xf0\\x9f\n\\x0d\\xf0\\x9f");
		free(text);
	}
}

/* What the disk does not take, the one who prints is told. */
static void test_stream_full(void **state)
{
	FILE *full = fopen("/dev/full", "w"), *clean = pk_printable_stream(full, false);

	(void)state;
	assert_non_null(full);
	setvbuf(full, NULL, _IONBF, 0);
	fputs("x", clean);
	assert_int_not_equal(fclose(clean), 0);
	fclose(full);
}

static void extreme_numbers(struct pk_out *out)
{
	pk_out_object_begin(out, NULL);
	pk_out_uint(out, "most", "%llu ", UINT64_MAX);
	pk_out_int(out, "least", "%lld ", INT64_MIN);
	pk_out_ns(out, "end", "%llu\n", UINT64_MAX);
	pk_out_object_end(out);
}

static void test_extreme_numbers(void **state)
{
	(void)state;
	expect(extreme_numbers, "18446744073709551615 -9223372036854775808 18446744073709551615\n",
	       "{\"most\":1.84467440737096e19,\"least\":-9223372036854775808,"
	       "\"end\":\"18446744073709551615\"}\n");
}

static void too_deep(struct pk_out *out)
{
	for (int i = 0; i < 100; i++)
		pk_out_array_begin(out, i ? NULL : "deep");
	for (int i = 0; i < 100; i++)
		pk_out_array_end(out);
	pk_out_text(out, "fine\n");
}

static void no_object(struct pk_out *out)
{
	pk_out_int(out, "orphan", "fine\n", 1);
}

/* Mistakes of a renderer are seen in JSON mode, not written out. */
static void test_misuse(void **state)
{
	struct result result = render(true, no_object);

	(void)state;
	assert_true(result.failed);
	assert_string_equal(result.text, "");
	free(result.text);
	result = render(true, too_deep);
	assert_true(result.failed);
	free(result.text);
	result = render(false, too_deep);
	assert_false(result.failed);
	assert_string_equal(result.text, "fine\n");
	free(result.text);
}

/* A third form: what a view gives, as an outline. */
static void outline_begin(struct pk_out *out, const char *key, bool array)
{
	fprintf(out->fp, "%s%s", key ? key : "", array ? "[" : "{");
}

static void outline_end(struct pk_out *out)
{
	fputs("} ", out->fp);
}

static void outline_field(struct pk_out *out, const char *key, const char *text,
			  const struct pk_out_value *value)
{
	(void)text;
	if (!key || value->kind == PK_OUT_NULL)
		return;
	if (value->kind == PK_OUT_STR)
		fprintf(out->fp, "%s=%s ", key, value->str);
	else
		fprintf(out->fp, "%s=%" PRIu64 " ", key, value->num);
}

static const struct pk_out_ops outline_ops = {
	.begin = outline_begin,
	.end = outline_end,
	.field = outline_field,
};

/* No view knows the form that it is written to: a new one needs no more than its ops. */
static void test_third_form(void **state)
{
	struct pk_queued_skb skb = {.queue = PK_QUEUE_RECEIVE, .addr = 4096};
	struct pk_flow flow = {.sock = {.addr = 8192,
					.kind = PK_SOCK_FULL,
					.tuple = {.family = 2, .sport = 80, .dport = 1024}},
			       .queues = {.list = &skb, .nr = 1},
			       .verbose = true};
	char *text = NULL;
	size_t len;
	FILE *fp = open_memstream(&text, &len);
	struct pk_flow_list list;
	struct pk_out out;

	(void)state;
	pk_out_init(&out, fp, &outline_ops);
	pk_flow_list_begin(&list, &out, false, true);
	pk_render_flow_heading(&list);
	pk_render_flow(&list, &flow);
	pk_out_deinit(&out);
	fclose(fp);
	assert_string_equal(
		text,
		"{what=flow protocol=tcp state=UNKNOWN family=2 socket_family=0 saddr=0.0.0.0 "
		"sport=80 "
		"daddr=0.0.0.0 "
		"dport=1024 rx_queue=0 tx_queue=0 sk=8192 mark=0 inode=0 uid=0 cookie=0 "
		"shutdown=0 sk_drops=0 "
		"total_retrans=0 owned=0 syn_queue=0 syn_flooded=0 queue_skbs{receive=0 write=0 "
		"rtx=0 ofo=0 backlog=0 error=0 } "
		"queue_bytes{receive=0 write=0 rtx=0 ofo=0 backlog=0 error=0 } "
		"waiting[} conntracks[} skbs[{queue=receive skb=4096 } } } ");
	free(text);
}

static char *warnings_of(struct pk_ctx *ctx)
{
	char *text = NULL;
	size_t len;
	FILE *fp = open_memstream(&text, &len);

	pk_print_warnings(ctx, fp, false);
	fclose(fp);
	return text;
}

static void test_warnings(void **state)
{
	struct pk_ctx ctx;
	char *text;

	(void)state;
	pk_ctx_init(&ctx, NULL);
	pk_warn(&ctx, "CPU %d: page ffff: \a", 3);
	for (int i = 0; i < PK_MAX_WARNINGS + 4; i++)
		pk_warn(&ctx, "page %d", i % (PK_MAX_WARNINGS + 2));
	ctx.all_warnings = true;
	text = warnings_of(&ctx);
	assert_non_null(strstr(
		text, "pkttrace: warning: CPU 3: page ffff: \\x07\npkttrace: warning: page 0\n"));
	assert_non_null(strstr(text, "pkttrace: warning: page 100\n"));
	assert_non_null(strstr(text, "pkttrace: warning: and 3 more\n"));
	free(text);
	pk_ctx_deinit(&ctx);
}

/* Text shows one of a kind, and a few kinds. */
static void test_kinds_of_warnings(void **state)
{
	struct pk_ctx ctx;
	char *text;

	(void)state;
	pk_ctx_init(&ctx, NULL);
	for (int i = 0; i < 40; i++)
		pk_warn(&ctx, "task %x: unreadable", 0x1000 + i);
	pk_warn(&ctx, "task list: unreadable");
	for (int i = 0; i < 5; i++)
		pk_warn(&ctx, "%s is missing", (const char *[]){"a", "b", "c", "d", "e"}[i]);
	text = warnings_of(&ctx);
	assert_string_equal(text,
			    "pkttrace: warning: task 1000: unreadable (and 39 more of this kind)\n"
			    "pkttrace: warning: task list: unreadable\n"
			    "pkttrace: warning: a is missing\n"
			    "pkttrace: warning: b is missing\n"
			    "pkttrace: warning: c is missing\n"
			    "pkttrace: warning: and 2 more\n"
			    "pkttrace: --warnings shows each\n");
	free(text);
	pk_ctx_deinit(&ctx);
}

/* A count's noun and its verb agree with it, wherever the count is. */
static void test_plurals(void **state)
{
	static const struct {
		unsigned long long nr;
		const char *text;
	} cases[] = {{0, "x%: 0 packets wait, 7 rules (s)"},
		     {1, "x%: 1 packet waits, 7 rules (s)"},
		     {2, "x%: 2 packets wait, 7 rules (s)"}};
	char *text = NULL;
	size_t len;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		FILE *fp = open_memstream(&text, &len);

		pk_print(fp, "%s%%: %llu packet(s) wait(-s), %*u rule(s) %s", "x", cases[i].nr, 1,
			 7u, "(s)");
		fclose(fp);
		assert_string_equal(text, cases[i].text);
		free(text);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kinds),		cmocka_unit_test(test_plurals),
		cmocka_unit_test(test_nested),		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_hostile_strings), cmocka_unit_test(test_unseen),
		cmocka_unit_test(test_extreme_numbers), cmocka_unit_test(test_misuse),
		cmocka_unit_test(test_warnings),	cmocka_unit_test(test_hostile_text),
		cmocka_unit_test(test_stream),		cmocka_unit_test(test_third_form),
		cmocka_unit_test(test_stream_full),	cmocka_unit_test(test_kinds_of_warnings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
