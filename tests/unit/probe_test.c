// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "decode/probe/ftrace.h"
#include "probe_session.h"

static void begin(struct session *s, enum fake_era era)
{
	fake_probes_init(&s->image, era);
}

static const struct pk_probe *only(const struct session *s, enum pk_probe_kind kind)
{
	const struct pk_probe *found = NULL;

	for (uint32_t i = 0; i < s->list->nr; i++) {
		if (s->list->probes[i].kind != kind)
			continue;
		assert_null(found);
		found = &s->list->probes[i];
	}
	assert_non_null(found);
	return found;
}

static uint32_t count(const struct session *s, enum pk_probe_kind kind)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < s->list->nr; i++)
		nr += s->list->probes[i].kind == kind;
	return nr;
}

/* A kprobe at an instruction with its breakpoint in the text. */
static uint64_t plain_kprobe(struct session *s, uint64_t addr, uint64_t handler, unsigned bucket)
{
	uint64_t kprobe = fake_kprobe(&s->image, addr, handler, 0);

	fake_hash_kprobe(&s->image, kprobe, bucket);
	fake_put(&s->image.fake, addr, 1, 0xcc);
	return kprobe;
}

static void nothing_attached(void **state)
{
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	load(&s);
	assert_int_equal(s.list->nr, 0);
	assert_int_equal(s.ctx.nr_warnings, 0);
	end(&s);
}

static void kprobe_of_a_module(void **state)
{
	const struct pk_probe *probe;
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_put(&s.image.fake, plain_kprobe(&s, fake_func(FN_IP_RCV) + 16, FAKE_HANDLER, 5) + 32,
		 8, 7);
	load(&s);
	assert_int_equal(s.list->nr, 1);
	probe = only(&s, PK_PROBE_KPROBE);
	assert_string_equal(probe->target.name, "ip_rcv");
	assert_int_equal(probe->offset, 16);
	assert_string_equal(probe->handler_name, "my_handler");
	assert_string_equal(probe->module, "foreign");
	assert_string_equal(probe->owner, "module foreign");
	assert_true(probe->foreign);
	assert_false(probe->hits_known);
	assert_true(probe->misses_known);
	assert_int_equal(probe->misses, 7);
	assert_int_equal(probe->state, 0);
	end(&s);
}

/* Its module took itself out of the list. Where the list itself is damaged, the code may be any module's. */
static void kprobe_of_nobody(void **state)
{
	const uint64_t hidden = FAKE_HEAP + 0x5000;

	(void)state;
	for (int damaged = 0; damaged < 2; damaged++) {
		const struct pk_probe *probe;
		struct session s;

		begin(&s, FAKE_MODERN);
		plain_kprobe(&s, fake_func(FN_IP_RCV) + 16, hidden, 5);
		if (damaged)
			fake_put(&s.image.fake, FAKE_DATA + 0x740, 8, 0xdead000000000100);
		load(&s);
		probe = only(&s, PK_PROBE_KPROBE);
		assert_string_equal(probe->owner, "unknown code");
		assert_int_equal(probe->foreign, !damaged);
		end(&s);
	}
}

static void aggregate_is_expanded(void **state)
{
	struct session s;
	uint64_t aggregate, addr = fake_func(FN_TCP_V4_RCV);

	(void)state;
	begin(&s, FAKE_MODERN);
	aggregate = fake_kprobe(&s.image, addr, fake_func(FN_AGGR_PRE_HANDLER), 8 /* FTRACE */);
	fake_hash_kprobe(&s.image, aggregate, 63);
	fake_add_child(&s.image, aggregate, fake_kprobe(&s.image, addr, FAKE_HANDLER, 0));
	fake_add_child(&s.image, aggregate,
		       fake_kprobe(&s.image, addr, FAKE_HANDLER, 2 /* DISABLED */));
	load(&s);
	assert_int_equal(s.list->nr, 2);
	for (int i = 0; i < 2; i++) {
		uint32_t state_bits = s.list->probes[i].state;

		assert_string_equal(s.list->probes[i].handler_name, "my_handler");
		assert_true(state_bits & PK_PROBE_AGGREGATE);
		assert_true(state_bits & PK_PROBE_ON_FTRACE);
	}
	assert_int_not_equal(s.list->probes[0].state & PK_PROBE_DISABLED,
			     s.list->probes[1].state & PK_PROBE_DISABLED);
	end(&s);
}

static void optimized_alone_is_no_aggregate(void **state)
{
	struct session s;
	uint64_t aggregate, addr = fake_func(FN_SCHEDULE) + 8, slot = FAKE_MODULE + 0x2000;

	(void)state;
	begin(&s, FAKE_MODERN);
	aggregate = fake_kprobe(&s.image, addr, fake_func(FN_AGGR_PRE_HANDLER), 4 /* OPTIMIZED */);
	fake_put(&s.image.fake, aggregate + 152, 8, slot);
	fake_hash_kprobe(&s.image, aggregate, 0);
	fake_add_child(&s.image, aggregate, fake_kprobe(&s.image, addr, FAKE_HANDLER, 0));
	fake_branch(&s.image, addr, 0xe9, slot);
	load(&s);
	assert_int_equal(s.list->nr, 1);
	assert_int_equal(only(&s, PK_PROBE_KPROBE)->state, PK_PROBE_OPTIMIZED);
	end(&s);
}

static void kretprobe_adds_both_misses(void **state)
{
	const struct pk_probe *probe;
	struct session s;
	uint64_t kprobe;

	(void)state;
	begin(&s, FAKE_MODERN);
	kprobe = fake_kprobe(&s.image, fake_func(FN_TCP_ACK), fake_func(FN_PRE_HANDLER_KRETPROBE),
			     8);
	fake_put(&s.image.fake, kprobe + 32, 8, 1);
	fake_put(&s.image.fake, kprobe + 128, 8, FAKE_HANDLER);
	fake_put(&s.image.fake, kprobe + 144, 4, 10);
	fake_put(&s.image.fake, kprobe + 148, 4, 4);
	fake_hash_kprobe(&s.image, kprobe, 1);
	load(&s);
	probe = only(&s, PK_PROBE_KRETPROBE);
	assert_int_equal(probe->handler, FAKE_HANDLER);
	assert_int_equal(probe->misses, 5);
	assert_non_null(strstr(probe->detail, "maxactive 10"));
	end(&s);
}

static void jprobe_of_old_kernels(void **state)
{
	struct session s;
	uint64_t kprobe;

	(void)state;
	begin(&s, FAKE_OLD);
	kprobe = plain_kprobe(&s, fake_func(FN_TCP_ACK) + 8, fake_func(FN_SETJMP_PRE_HANDLER), 1);
	fake_put(&s.image.fake, kprobe + 128, 8, FAKE_HANDLER);
	load(&s);
	assert_int_equal(only(&s, PK_PROBE_JPROBE)->handler, FAKE_HANDLER);
	end(&s);
}

static void trace_event_by_name_and_hits(enum fake_era era, uint64_t hits)
{
	const struct pk_probe *probe;
	struct session s;
	uint64_t kprobe, addr = fake_func(FN_TCP_ACK) + 32;

	begin(&s, era);
	kprobe = fake_trace_kprobe(&s.image, "pk_rx", addr, 5, true);
	fake_hash_kprobe(&s.image, kprobe, 9);
	fake_put(&s.image.fake, addr, 1, 0xcc);
	load(&s);
	probe = only(&s, PK_PROBE_KPROBE);
	assert_string_equal(probe->owner, "trace event kprobes/pk_rx");
	assert_true(probe->hits_known);
	assert_int_equal(probe->hits, hits);
	assert_false(probe->foreign);
	end(&s);
}

static void trace_event_with_a_counter_a_cpu(void **state)
{
	(void)state;
	trace_event_by_name_and_hits(FAKE_MODERN, 15);
}

static void trace_event_with_one_counter(void **state)
{
	(void)state;
	trace_event_by_name_and_hits(FAKE_OLD, 5);
}

static void unregistered_trace_event_is_perf(void **state)
{
	struct session s;
	uint64_t addr = fake_func(FN_TCP_ACK) + 32;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_hash_kprobe(&s.image, fake_trace_kprobe(&s.image, "x", addr, 5, false), 9);
	fake_put(&s.image.fake, addr, 1, 0xcc);
	load(&s);
	assert_string_equal(only(&s, PK_PROBE_KPROBE)->owner, "perf");
	end(&s);
}

static void filter_names_functions(enum fake_era era)
{
	const struct pk_probe *probe;
	struct session s;
	uint64_t ips[] = {fake_func(FN_TCP_ACK), fake_func(FN_TCP_V4_RCV)};

	begin(&s, era);
	fake_ops(&s.image, FAKE_HANDLER, ips, 2);
	for (int i = 0; i < 2; i++) {
		fake_record(&s.image, i, FAKE_REC_ENABLED | 1);
		fake_branch(&s.image, fake_func(i), 0xe8, fake_func(FN_FTRACE_CALLER));
	}
	load(&s);
	assert_int_equal(s.list->nr, 1);
	assert_int_equal(s.ctx.nr_warnings, 0);
	probe = only(&s, PK_PROBE_FTRACE_OPS);
	assert_int_equal(probe->nr_filter, 2);
	assert_true(probe->filter[0] < probe->filter[1]);
	assert_false(probe->all_functions);
	assert_int_equal(probe->addr, 0);
	assert_true(pk_probe_covers(probe, fake_func(FN_TCP_ACK), 0x100, false));
	assert_false(pk_probe_covers(probe, fake_func(FN_IP_RCV), 0x100, true));
	end(&s);
}

static void filter_in_a_shared_struct(void **state)
{
	(void)state;
	filter_names_functions(FAKE_MODERN);
}

static void filter_inside_the_ops(void **state)
{
	(void)state;
	filter_names_functions(FAKE_OLD);
}

static bool gather(const struct pk_probe *probe, void *arg)
{
	const struct pk_probe **seen = arg;

	while (*seen)
		seen++;
	*seen = probe;
	return true;
}

/* endbr: the kprobe and the filter's entry lie at the function's start + 4. */
static void what_fires_on_a_function(void **state)
{
	const struct pk_probe *seen[8] = {0};
	struct session s;
	uint64_t ip = fake_func(FN_TCP_V4_RCV) + 4, aggregate, off;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_ops(&s.image, FAKE_HANDLER, &ip, 1);
	fake_ops(&s.image, fake_func(FN_KPROBE_FTRACE_HANDLER), &ip, 1);
	fake_ops(&s.image, fake_func(FN_FUNCTION_TRACE_CALL), NULL, 0);
	aggregate = fake_kprobe(&s.image, ip, FAKE_HANDLER, 8);
	fake_hash_kprobe(&s.image, aggregate, 3);
	off = fake_kprobe(&s.image, fake_func(FN_TCP_V4_RCV) + 60, FAKE_HANDLER, 2);
	fake_put(&s.image.fake, fake_func(FN_TCP_V4_RCV) + 60, 1, 0x55);
	fake_hash_kprobe(&s.image, off, 4);
	plain_kprobe(&s, fake_func(FN_TCP_ACK), FAKE_HANDLER, 3);
	load(&s);
	pk_probes_on_function(s.list, fake_func(FN_TCP_V4_RCV), 0x100, false, gather, seen);
	/* the kprobe and the module's ops; not: disabled, another function, machinery, an ops on all */
	assert_non_null(seen[1]);
	assert_null(seen[2]);
	assert_int_equal(seen[0]->addr, ip);
	assert_int_equal(seen[1]->addr, ip);
	memset(seen, 0, sizeof(seen));
	pk_probes_on_function(s.list, fake_func(FN_TCP_V4_RCV), 0, true, gather, seen);
	assert_non_null(seen[2]);
	assert_null(seen[3]);
	assert_true(seen[2]->all_functions);
	end(&s);
}

static void tracepoint_with_owner(enum fake_era era)
{
	const struct pk_probe *probe;
	struct session s;

	begin(&s, era);
	fake_tracepoint(&s.image, "sched_switch", fake_func(FN_POOR_PROBE), 0);
	load(&s);
	probe = only(&s, PK_PROBE_TRACEPOINT);
	assert_string_equal(probe->target.name, "sched_switch");
	assert_string_equal(probe->handler_name, "probe_sched_switch");
	assert_string_equal(probe->owner, "kernel");
	assert_int_equal(probe->addr, 0);
	end(&s);
}

static void tracepoints_by_offset(void **state)
{
	(void)state;
	tracepoint_with_owner(FAKE_MODERN);
}

static void tracepoints_by_pointer(void **state)
{
	(void)state;
	tracepoint_with_owner(FAKE_OLD);
}

static void bpf_programs_where_they_sit(void **state)
{
	const struct pk_probe *probe;
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_prog(&s.image, 3, "on_link");
	fake_fentry(&s.image, fake_prog(&s.image, 5, "on_entry"), fake_func(FN_TCP_ACK));
	load(&s);
	assert_int_equal(count(&s, PK_PROBE_BPF), 2);
	probe = &s.list->probes[0];
	assert_string_equal(probe->owner, "BPF 3");
	assert_string_equal(probe->target.name, "raw_tracepoint kfree_skb");
	assert_string_equal(probe->handler_name, "on_link");
	probe = &s.list->probes[1];
	assert_string_equal(probe->owner, "BPF 5");
	assert_string_equal(probe->target.name, "tcp_ack");
	assert_non_null(strstr(probe->detail, "fentry"));
	assert_true(probe->foreign);
	end(&s);
}

static void tree_of_programs_that_holds_itself(void **state)
{
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_prog(&s.image, 3, "x");
	/* slot 9 of the idr's node is the node */
	fake_put(&s.image.fake, FAKE_DATA + 0x3100 + 40 + 8 * 9, 8, (FAKE_DATA + 0x3100) | 2);
	load(&s);
	assert_true(warned(&s, "deeper than any id"));
	assert_int_equal(count(&s, PK_PROBE_BPF), 1);
	end(&s);
}

static void netfilter_hook(void **state)
{
	const struct pk_probe *probe;
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_nf_hook(&s.image, FAKE_HANDLER, -200);
	load(&s);
	probe = only(&s, PK_PROBE_NETFILTER);
	assert_string_equal(probe->target.name, "ipv4 PRE_ROUTING, netns 4026531840");
	assert_string_equal(probe->owner, "module foreign");
	assert_non_null(strstr(probe->detail, "priority -200"));
	end(&s);
}

static void livepatch(void **state)
{
	const struct pk_probe *probe;
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_livepatch(&s.image, fake_func(FN_TCP_ACK), FAKE_HANDLER);
	load(&s);
	probe = only(&s, PK_PROBE_LIVEPATCH);
	assert_string_equal(probe->target.name, "tcp_ack");
	assert_string_equal(probe->owner, "livepatch foreign");
	assert_int_equal(probe->state, 0);
	assert_true(probe->foreign);
	end(&s);
}

static void uprobe_event(void **state)
{
	const struct pk_probe *probe;
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_uprobe(&s.image, "/bin/sh", 0x4000, 12);
	load(&s);
	probe = only(&s, PK_PROBE_UPROBE);
	assert_string_equal(probe->target.name, "/bin/sh:0x4000");
	assert_int_equal(probe->hits, 12);
	assert_int_equal(probe->state, 0);
	end(&s);
}

/* ==== text against records ==== */

static void jump_over_a_nop_is_told(void **state)
{
	const struct pk_probe *probe;
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_branch(&s.image, fake_func(FN_IP_RCV), 0xe9, FAKE_HANDLER);
	load(&s);
	probe = only(&s, PK_PROBE_TEXT_PATCH);
	assert_string_equal(probe->target.name, "ip_rcv");
	assert_string_equal(probe->module, "foreign");
	assert_non_null(strstr(probe->detail, "jump my_handler [foreign]"));
	assert_non_null(strstr(probe->detail, "nothing attached"));
	assert_true(probe->foreign);
	end(&s);
}

static void enabled_record_over_a_nop_is_told(void **state)
{
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_ops(&s.image, FAKE_HANDLER, NULL, 0);
	fake_record(&s.image, FN_IP_RCV, FAKE_REC_ENABLED | FAKE_REC_REGS_EN | 1);
	load(&s);
	assert_non_null(strstr(only(&s, PK_PROBE_TEXT_PATCH)->detail,
			       "text: nop; records: call ftrace_regs_caller"));
	end(&s);
}

static void call_elsewhere_is_told(void **state)
{
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_ops(&s.image, FAKE_HANDLER, NULL, 0);
	fake_record(&s.image, FN_IP_RCV, FAKE_REC_ENABLED | 1);
	fake_branch(&s.image, fake_func(FN_IP_RCV), 0xe8, fake_func(FN_SCHEDULE));
	load(&s);
	assert_non_null(strstr(only(&s, PK_PROBE_TEXT_PATCH)->detail, "text: call schedule"));
	end(&s);
}

static void missing_breakpoint_is_told(void **state)
{
	struct session s;
	uint64_t kprobe;

	(void)state;
	begin(&s, FAKE_MODERN);
	kprobe = plain_kprobe(&s, fake_func(FN_TCP_ACK) + 16, FAKE_HANDLER, 0);
	fake_put(&s.image.fake, fake_func(FN_TCP_ACK) + 16, 1, 0x55);
	load(&s);
	assert_int_equal(only(&s, PK_PROBE_KPROBE)->object, kprobe);
	assert_true(only(&s, PK_PROBE_KPROBE)->state & PK_PROBE_UNCONFIRMED);
	assert_int_equal(count(&s, PK_PROBE_TEXT_PATCH), 1);
	end(&s);
}

/* As s390x had it up to 5.5. */
static void kprobe_over_a_patch_site(void **state)
{
	enum { DISABLED = 2, ON_FTRACE = 8 };
	static const struct {
		uint32_t flags;
		uint64_t record;
		uint8_t text;
		unsigned told;
	} cases[] = {{0, 0, 0xcc, 0},
		     {0, FAKE_REC_ENABLED | 1, 0xcc, 0},
		     {DISABLED, FAKE_REC_ENABLED | 1, 0xe8, 0},
		     {DISABLED, FAKE_REC_ENABLED | 1, 0xcc, 1},
		     {ON_FTRACE, FAKE_REC_ENABLED | 1, 0xcc, 1}};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t ip = fake_func(FN_TCP_ACK);
		struct session s;

		begin(&s, FAKE_MODERN);
		fake_ops(&s.image, FAKE_HANDLER, &ip, 1);
		fake_record(&s.image, FN_TCP_ACK, cases[i].record);
		fake_hash_kprobe(&s.image, fake_kprobe(&s.image, ip, FAKE_HANDLER, cases[i].flags),
				 0);
		fake_branch(&s.image, ip, cases[i].text, fake_func(FN_FTRACE_CALLER));
		load(&s);
		assert_int_equal(count(&s, PK_PROBE_TEXT_PATCH), cases[i].told);
		end(&s);
	}
}

static void begin_arm64(struct session *s)
{
	begin(s, FAKE_MODERN);
	strcpy(s->image.fake.target.facts.machine, "aarch64");
	for (int func = 0; func < NR_TRACED; func++)
		fake_put(&s->image.fake, fake_func(func), 4, 0xd503201f);
}

/* adrp x16, TARGET's page; add x16, x16, TARGET's rest; br x16 */
static void draw_veneer(struct session *s, uint64_t addr, uint64_t target)
{
	uint64_t pages = (target >> 12) - (addr >> 12);

	fake_put(&s->image.fake, addr, 4,
		 0x90000010 | (pages & 3) << 29 | (pages >> 2 & 0x7ffff) << 5);
	fake_put(&s->image.fake, addr + 4, 4, 0x91000210 | (target & 0xfff) << 10);
	fake_put(&s->image.fake, addr + 8, 4, 0xd61f0200);
}

/* Far from the kernel, modules call ftrace by a veneer of theirs; what else it leads to is told. */
static void a_veneer_of_arm64_is_followed(void **state)
{
	struct session s;

	(void)state;
	for (int foreign = 0; foreign < 2; foreign++) {
		uint64_t site, veneer;

		begin_arm64(&s);
		site = fake_func(FN_IP_RCV);
		veneer = fake_func(FN_TCP_ACK) + 32;
		fake_ops(&s.image, FAKE_HANDLER, NULL, 0);
		fake_record(&s.image, FN_IP_RCV, FAKE_REC_ENABLED | 1);
		fake_put(&s.image.fake, site, 4, 0x94000000 | ((veneer - site) / 4 & 0x3ffffff));
		draw_veneer(&s, veneer, fake_func(foreign ? FN_SCHEDULE : FN_FTRACE_CALLER));
		load(&s);
		assert_int_equal(count(&s, PK_PROBE_TEXT_PATCH), foreign);
		end(&s);
	}
}

/* The call is ftrace_caller's as ever; whom that calls is in the literal before the function. */
static void ops_literal_of_arm64(void **state)
{
	enum { RIGHT, FOREIGN_ONLY, FOREIGN_NONE, NOT_THE_LIST, CASES };

	(void)state;
	for (int which = RIGHT; which < CASES; which++) {
		const uint64_t none = FAKE_DATA + 0x8000, list = FAKE_DATA + 0x8100;
		uint64_t ips[] = {fake_func(FN_TCP_ACK), fake_func(FN_IP_RCV)}, ops, planted;
		struct session s;

		begin_arm64(&s);
		fake_symbol(&s.image.fake, "ftrace_nop_ops", none, 0x100);
		fake_symbol(&s.image.fake, "ftrace_list_ops", list, 0x100);
		planted = fake_alloc(&s.image, 192);
		fake_put(&s.image.fake, planted, 8, FAKE_HANDLER);
		ops = fake_ops(&s.image, FAKE_HANDLER, ips, 2);
		fake_ops(&s.image, fake_func(FN_FUNCTION_TRACE_CALL), ips + 1, 1);
		fake_record(&s.image, FN_TCP_ACK, FAKE_REC_ENABLED | FAKE_REC_CALL_OPS_EN | 1);
		fake_record(&s.image, FN_IP_RCV, FAKE_REC_ENABLED | 2);
		for (int func = FN_TCP_ACK; func <= FN_IP_RCV; func++)
			fake_put(&s.image.fake, fake_func(func), 4,
				 0x94000000 | (FN_FTRACE_CALLER - func) * 0x40);
		fake_put(&s.image.fake, fake_func(FN_TCP_ACK) - 16, 8,
			 which == FOREIGN_ONLY ? planted : ops);
		fake_put(&s.image.fake, fake_func(FN_IP_RCV) - 16, 8,
			 which == NOT_THE_LIST ? ops : list);
		fake_put(&s.image.fake, fake_func(FN_SCHEDULE) - 16, 8,
			 which == FOREIGN_NONE ? planted : none);
		load(&s);
		assert_int_equal(count(&s, PK_PROBE_TEXT_PATCH), which != RIGHT);
		assert_true(warned(
			&s, "1 patch sites could not be read")); /* nothing is before the first */
		if (which != RIGHT) {
			static const int at[] = {[FOREIGN_ONLY] = FN_TCP_ACK,
						 [FOREIGN_NONE] = FN_SCHEDULE,
						 [NOT_THE_LIST] = FN_IP_RCV};
			const struct pk_probe *probe = only(&s, PK_PROBE_TEXT_PATCH);

			assert_int_equal(probe->addr, fake_func(at[which]));
			assert_string_equal(probe->module, "foreign");
			assert_non_null(strstr(probe->detail, "literal: ftrace_ops"));
		}
		end(&s);
	}
}

/* Out of line: the site jumps to { ops; mflr r0; bl ftrace_caller; mtlr r0; b behind the site }. */
static void ops_literal_of_ppc64le(void **state)
{
	const uint64_t site = fake_func(FN_TCP_ACK), stub = fake_func(FN_POOR_PROBE) + 0x40;

	(void)state;
	for (int foreign = 0; foreign < 2; foreign++) {
		uint64_t ops, planted;
		struct session s;

		begin(&s, FAKE_MODERN);
		strcpy(s.image.fake.target.facts.machine, "ppc64le");
		fake_symbol(&s.image.fake, "ftrace_nop_ops", FAKE_DATA + 0x8000, 0x100);
		fake_symbol(&s.image.fake, "ftrace_list_ops", FAKE_DATA + 0x8100, 0x100);
		for (int func = 0; func < NR_TRACED; func++)
			fake_put(&s.image.fake, fake_func(func), 4, 0x60000000);
		planted = fake_alloc(&s.image, 192);
		fake_put(&s.image.fake, planted, 8, FAKE_HANDLER);
		ops = fake_ops(&s.image, FAKE_HANDLER, &site, 1);
		fake_record(&s.image, FN_TCP_ACK, FAKE_REC_ENABLED | FAKE_REC_CALL_OPS_EN | 1);
		fake_put(&s.image.fake, site, 4, 0x48000000 | (stub - site));
		fake_put(&s.image.fake, stub - 8, 8, foreign ? planted : ops);
		fake_put(&s.image.fake, stub, 4, 0x7c0802a6);
		fake_put(&s.image.fake, stub + 4, 4,
			 0x48000001 | ((fake_func(FN_FTRACE_CALLER) - stub - 4) & 0x3fffffc));
		fake_put(&s.image.fake, stub + 8, 4, 0x7c0803a6);
		fake_put(&s.image.fake, stub + 12, 4,
			 0x48000000 | ((site + 4 - stub - 12) & 0x3fffffc));
		load(&s);
		assert_int_equal(count(&s, PK_PROBE_TEXT_PATCH), foreign);
		if (foreign)
			assert_non_null(strstr(only(&s, PK_PROBE_TEXT_PATCH)->detail, "literal"));
		end(&s);
	}
}

/* bl reaches 128 MiB: farther trampolines are ftrace_caller's to call, by the ops that the literal names. */
static void far_direct_call_of_arm64(void **state)
{
	const uint64_t site = fake_func(FN_TCP_ACK), none = FAKE_DATA + 0x8000;
	const uint64_t trampoline = FAKE_MODULE + 0x4000, other = FAKE_MODULE + 0x5000;

	(void)state;
	for (int foreign = 0; foreign < 2; foreign++) {
		uint64_t ops;
		struct session s;

		begin_arm64(&s);
		fake_symbol(&s.image.fake, "ftrace_nop_ops", none, 0x100);
		fake_symbol(&s.image.fake, "ftrace_list_ops", none + 0x100, 0x100);
		for (int func = FN_IP_RCV; func <= FN_SCHEDULE; func++)
			fake_put(&s.image.fake, fake_func(func) - 16, 8, none);
		ops = fake_ops(&s.image, FAKE_HANDLER, &site, 1);
		fake_direct(&s.image, ops, site, trampoline);
		if (foreign)
			fake_put(&s.image.fake, ops + 184, 8, other);
		fake_record(&s.image, FN_TCP_ACK,
			    FAKE_REC_ENABLED | FAKE_REC_CALL_OPS_EN | FAKE_REC_DIRECT_EN | 1);
		fake_put(&s.image.fake, site - 16, 8, ops);
		fake_put(&s.image.fake, site, 4,
			 0x94000000 | (FN_FTRACE_CALLER - FN_TCP_ACK) * 0x40);
		load(&s);
		assert_int_equal(count(&s, PK_PROBE_TEXT_PATCH), foreign);
		end(&s);
	}
}

/* mov x9, x30 is before the patch site; a probe's breakpoint may be in its place, and a branch may not. */
static void function_entry_of_arm64(void **state)
{
	static const uint8_t mov[4] = {0xe9, 0x03, 0x1e, 0xaa}, brk[4] = {0x80, 0x00, 0x20, 0xd4},
			     branch[4] = {0x04, 0x00, 0x00, 0x14};
	const uint8_t *const entries[] = {mov, brk, branch};
	struct session s;

	(void)state;
	begin_arm64(&s);
	for (int i = 0; i < 3; i++) {
		fake_endbr(&s.image, FN_TCP_V4_RCV + i, entries[i]);
		fake_put(&s.image.fake, fake_func(FN_TCP_V4_RCV + i) + 4, 4, 0xd503201f);
	}
	plain_kprobe(&s, fake_func(FN_TCP_V4_RCV + 1), FAKE_HANDLER, 0);
	fake_put_bytes(&s.image.fake, fake_func(FN_TCP_V4_RCV + 1), brk, sizeof(brk));
	load(&s);
	assert_int_equal(count(&s, PK_PROBE_TEXT_PATCH), 1);
	for (uint32_t i = 0; i < s.list->nr; i++)
		if (s.list->probes[i].kind == PK_PROBE_TEXT_PATCH) {
			assert_int_equal(s.list->probes[i].addr, fake_func(FN_TCP_V4_RCV + 2));
			assert_non_null(strstr(s.list->probes[i].detail, "mov x9, x30"));
		}
	end(&s);
}

/* Three instructions are before the patch site: a probe's breakpoint may be among them, and a branch may not. */
static void function_entry_of_ppc64le(void **state)
{
	static const uint32_t entries[][3] = {{0x3c4c0057, 0x3842e9a0, 0x7c0802a6},
					      {0x3c4c0057, 0x3842e9a0, 0x7fe00008},
					      {0x48000010, 0x3842e9a0, 0x7c0802a6}};

	(void)state;
	/* Out of line, the third one is in the stub; what a kernel has is the same for all its functions. */
	for (size_t nr = 2; nr <= 3; nr++) {
		struct session s;
		uint64_t probed = fake_func(FN_TCP_V4_RCV + 1) + 4 * (nr - 1);

		begin(&s, FAKE_MODERN);
		strcpy(s.image.fake.target.facts.machine, "ppc64le");
		for (int func = 0; func < NR_TRACED; func++)
			fake_put(&s.image.fake, fake_func(func), 4, 0x60000000);
		for (int i = 0; i < 3; i++)
			fake_entry(&s.image, FN_TCP_V4_RCV + i, entries[i], nr, 0x60000000);
		plain_kprobe(&s, probed, FAKE_HANDLER, 0);
		fake_put(&s.image.fake, probed, 4, 0x7fe00008);
		load(&s);
		assert_int_equal(count(&s, PK_PROBE_TEXT_PATCH), 1);
		assert_int_equal(only(&s, PK_PROBE_TEXT_PATCH)->addr, fake_func(FN_TCP_V4_RCV + 2));
		assert_non_null(strstr(only(&s, PK_PROBE_TEXT_PATCH)->detail, "addis r2"));
		end(&s);
	}
}

static void patch_site_bytes_of_arm64_are_read(void **state)
{
	/* nop, brk #4, bl +8, b -4 */
	static const struct {
		uint32_t insn;
		const char *state;
	} cases[] = {{0xd503201f, NULL},
		     {0xd4200080, "breakpoint"},
		     {0x94000002, "call"},
		     {0x17ffffff, "jump"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct session s;

		begin_arm64(&s);
		fake_put(&s.image.fake, fake_func(FN_TCP_ACK), 4, cases[i].insn);
		load(&s);
		if (cases[i].state)
			assert_non_null(
				strstr(only(&s, PK_PROBE_TEXT_PATCH)->detail, cases[i].state));
		else
			assert_int_equal(s.list->nr, 0);
		end(&s);
	}
}

static void unknown_machine_says_so(void **state)
{
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	strcpy(s.image.fake.target.facts.machine, "sparc64");
	plain_kprobe(&s, fake_func(FN_TCP_ACK) + 16, FAKE_HANDLER, 0);
	load(&s);
	assert_int_equal(s.list->nr, 1);
	assert_true(warned(&s, "sparc64"));
	end(&s);
}

/* ==== damage ==== */

static void circle_in_a_bucket(void **state)
{
	struct session s;
	uint64_t kprobe;

	(void)state;
	begin(&s, FAKE_MODERN);
	kprobe = plain_kprobe(&s, fake_func(FN_TCP_ACK) + 16, FAKE_HANDLER, 2);
	fake_put(&s.image.fake, kprobe, 8, kprobe);
	plain_kprobe(&s, fake_func(FN_TCP_ACK) + 32, FAKE_HANDLER, 3);
	load(&s);
	assert_int_equal(count(&s, PK_PROBE_KPROBE), 2);
	assert_true(warned(&s, "kprobe_table[2]"));
	end(&s);
}

static void dangling_pointers(void **state)
{
	struct session s;
	uint64_t kprobe, ops, ip = fake_func(FN_TCP_ACK);

	(void)state;
	begin(&s, FAKE_MODERN);
	kprobe = plain_kprobe(&s, fake_func(FN_TCP_ACK) + 16, FAKE_HANDLER, 2);
	fake_put(&s.image.fake, kprobe, 8, 0xdead000000000100);
	ops = fake_ops(&s.image, FAKE_HANDLER, &ip, 1);
	fake_put(&s.image.fake, ops + 8, 8, 0xdead000000000122);
	load(&s);
	assert_int_equal(count(&s, PK_PROBE_KPROBE), 1);
	assert_int_equal(count(&s, PK_PROBE_FTRACE_OPS), 1);
	assert_true(warned(&s, "dead000000000100"));
	assert_true(warned(&s, "dead000000000122"));
	end(&s);
}

/* Half of ftrace_ops is gone: 30,000 functions are not patched by a stranger for that, but one that leads into a
 * module is told all the same. */
static void trampolines_of_ops_that_are_gone(void **state)
{
	struct session s;
	uint64_t ip = fake_func(FN_IP_RCV), ops;

	(void)state;
	begin(&s, FAKE_MODERN);
	ops = fake_ops(&s.image, fake_func(FN_SCHEDULE), &ip, 1);
	fake_put(&s.image.fake, ops + 8, 8, 0xdead000000000122);
	fake_record(&s.image, FN_TCP_ACK, FAKE_REC_ENABLED | FAKE_REC_TRAMP_EN | 1);
	fake_branch(&s.image, fake_func(FN_TCP_ACK), 0xe8, fake_func(FN_SCHEDULE));
	fake_record(&s.image, FN_IP_RCV, FAKE_REC_ENABLED | FAKE_REC_TRAMP_EN | 1);
	fake_branch(&s.image, ip, 0xe8, FAKE_HANDLER);
	load(&s);
	assert_string_equal(only(&s, PK_PROBE_TEXT_PATCH)->target.name, "ip_rcv");
	assert_non_null(strstr(only(&s, PK_PROBE_TEXT_PATCH)->detail,
			       "a trampoline that no ftrace_ops has"));
	assert_true(warned(&s, "1 patch sites lead to trampolines"));
	end(&s);
}

/* Its kprobe lay in a module that was unloaded without taking it off the list. */
static void module_gone_underneath(void **state)
{
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_hash_kprobe(&s.image, plain_kprobe(&s, fake_func(FN_TCP_ACK) + 16, FAKE_HANDLER, 1),
			 7);
	fake_put(&s.image.fake, FAKE_DATA + 8 * 20, 8, FAKE_MODULE + 0x800);
	fake_unmap(&s.image.fake, FAKE_MODULE);
	load(&s);
	assert_int_equal(count(&s, PK_PROBE_KPROBE), 1);
	assert_true(warned(&s, "ffffffffc0000800"));
	end(&s);
}

static void absurd_hash(void **state)
{
	struct session s;
	uint64_t ip = fake_func(FN_TCP_ACK), ops, hash = 0;

	(void)state;
	begin(&s, FAKE_MODERN);
	ops = fake_ops(&s.image, FAKE_HANDLER, &ip, 1);
	s.image.fake.target.ops->read(&s.image.fake.target, ops + 168, &hash, 8);
	hash = pk_facts_uint(&s.image.fake.target.facts, &hash, 8);
	fake_put(&s.image.fake, hash, 8, 60);
	load(&s);
	assert_true(warned(&s, "2^60 buckets"));
	assert_false(only(&s, PK_PROBE_FTRACE_OPS)->all_functions);
	assert_non_null(strstr(only(&s, PK_PROBE_FTRACE_OPS)->detail, "filters unreadable"));
	end(&s);
}

static void entry_of_no_function(void **state)
{
	struct session s;
	uint64_t ips[] = {0, fake_func(FN_TCP_ACK)};

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_ops(&s.image, FAKE_HANDLER, ips, 2);
	load(&s);
	assert_true(warned(&s, "an entry of no function"));
	for (uint32_t i = 0; i < only(&s, PK_PROBE_FTRACE_OPS)->nr_filter; i++)
		assert_int_not_equal(only(&s, PK_PROBE_FTRACE_OPS)->filter[i], 0);
	end(&s);
}

/* Found by the fuzzer: half a minute in a circle. */
static bool count_record(const struct pk_ftrace_record *record, void *arg)
{
	(void)record;
	++*(uint32_t *)arg;
	return true;
}

static void circle_of_record_pages(void **state)
{
	struct session s;
	uint32_t nr = 0;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_put(&s.image.fake, FAKE_DATA + 0x640, 8, FAKE_DATA + 0x640);
	load(&s);
	assert_true(warned(&s, "the chain of ftrace_pages loops at ffffffff82000640"));
	assert_int_equal(pk_records_walk(&s.ctx, false, count_record, &nr), PK_CORRUPT);
	assert_int_equal(nr, NR_TRACED);
	end(&s);
}

static void no_tracing_at_all(void **state)
{
	struct fake_target fake;
	struct pk_ctx ctx;
	const struct pk_probe_list *list;

	(void)state;
	fake_target_init(&fake);
	strcpy(fake.target.facts.machine, "x86_64");
	pk_ctx_init(&ctx, &fake.target);
	assert_int_equal(pk_probes_load(&ctx, &list), PK_OK);
	assert_int_equal(list->nr, 0);
	assert_int_equal(ctx.nr_warnings, 0);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
}

static uint64_t string_at(struct session *s, const char *text)
{
	uint64_t addr = fake_alloc(&s->image, strlen(text) + 1);

	fake_put_string(&s->image.fake, addr, text);
	return addr;
}

/* One callback for all events of system calls: each of them stands in an array of the instance. */
static void events_of_system_calls(void **state)
{
	static const struct fake_member files = {.type = "struct trace_array",
						 .path = "enter_syscall_files",
						 .offset = 64,
						 .size = 32,
						 .is_array = true,
						 .elements = 4};
	uint64_t callback = fake_func(NR_FAKE_FUNCS), tr, file, call, class;
	const struct pk_probe *probe;
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	fake_members(&s.image.fake, &files, 1);
	fake_symbol(&s.image.fake, "ftrace_syscall_enter", callback, 0x100);
	tr = fake_alloc(&s.image, 128);
	file = fake_alloc(&s.image, 64);
	call = fake_alloc(&s.image, 256);
	class = fake_alloc(&s.image, 64);
	fake_put(&s.image.fake, tr + 16, 8, string_at(&s, "mine"));
	fake_put(&s.image.fake, tr + 64 + 2 * 8, 8, file);
	fake_put(&s.image.fake, file + 16, 8, call);
	fake_put(&s.image.fake, file + 40, 8, tr);
	fake_put(&s.image.fake, call + 16, 8, class);
	fake_put(&s.image.fake, call + 24, 8, string_at(&s, "sys_enter_accept4"));
	fake_put(&s.image.fake, class, 8, string_at(&s, "syscalls"));
	fake_tracepoint(&s.image, "sys_enter", callback, tr);
	load(&s);
	assert_int_equal(count(&s, PK_PROBE_TRACEPOINT), 2);
	for (uint32_t i = 0; i < s.list->nr; i++) {
		probe = &s.list->probes[i];
		assert_string_equal(probe->handler_name, "ftrace_syscall_enter");
		assert_string_equal(
			probe->owner,
			probe->machinery ? "events of system calls, instance mine"
					 : "trace event syscalls/sys_enter_accept4, instance mine");
		assert_string_equal(probe->target.name,
				    probe->machinery ? "sys_enter" : "syscalls:sys_enter_accept4");
	}
	end(&s);
}

/* The patch site behind it is whole in all of these. */
static void function_entry(void **state)
{
	static const uint8_t whole[][4] = {
		{0xf3, 0x0f, 0x1e, 0xfa}, {0x66, 0x0f, 0x1f, 0x00}, {0x0f, 0x1f, 0x40, 0xd6}};
	static const uint8_t damaged[4] = {0xeb, 0x20, 0x1e, 0xfa};
	const struct pk_probe *probe;
	struct session s;

	(void)state;
	begin(&s, FAKE_MODERN);
	for (int i = 0; i < 3; i++)
		fake_endbr(&s.image, FN_TCP_V4_RCV + i, whole[i]);
	fake_endbr(&s.image, FN_SCHEDULE, damaged);
	load(&s);
	probe = only(&s, PK_PROBE_TEXT_PATCH);
	assert_string_equal(probe->target.name, "schedule");
	assert_int_equal(probe->offset, 0);
	assert_string_equal(probe->detail,
			    "text: bytes eb 20 1e fa 0f; records: the function's endbr64");
	end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_attached),
		cmocka_unit_test(kprobe_of_a_module),
		cmocka_unit_test(kprobe_of_nobody),
		cmocka_unit_test(aggregate_is_expanded),
		cmocka_unit_test(optimized_alone_is_no_aggregate),
		cmocka_unit_test(kretprobe_adds_both_misses),
		cmocka_unit_test(jprobe_of_old_kernels),
		cmocka_unit_test(trace_event_with_a_counter_a_cpu),
		cmocka_unit_test(trace_event_with_one_counter),
		cmocka_unit_test(unregistered_trace_event_is_perf),
		cmocka_unit_test(filter_in_a_shared_struct),
		cmocka_unit_test(filter_inside_the_ops),
		cmocka_unit_test(what_fires_on_a_function),
		cmocka_unit_test(tracepoints_by_offset),
		cmocka_unit_test(tracepoints_by_pointer),
		cmocka_unit_test(bpf_programs_where_they_sit),
		cmocka_unit_test(tree_of_programs_that_holds_itself),
		cmocka_unit_test(netfilter_hook),
		cmocka_unit_test(livepatch),
		cmocka_unit_test(uprobe_event),
		cmocka_unit_test(jump_over_a_nop_is_told),
		cmocka_unit_test(enabled_record_over_a_nop_is_told),
		cmocka_unit_test(call_elsewhere_is_told),
		cmocka_unit_test(missing_breakpoint_is_told),
		cmocka_unit_test(kprobe_over_a_patch_site),
		cmocka_unit_test(patch_site_bytes_of_arm64_are_read),
		cmocka_unit_test(unknown_machine_says_so),
		cmocka_unit_test(circle_in_a_bucket),
		cmocka_unit_test(dangling_pointers),
		cmocka_unit_test(trampolines_of_ops_that_are_gone),
		cmocka_unit_test(module_gone_underneath),
		cmocka_unit_test(absurd_hash),
		cmocka_unit_test(entry_of_no_function),
		cmocka_unit_test(circle_of_record_pages),
		cmocka_unit_test(events_of_system_calls),
		cmocka_unit_test(function_entry),
		cmocka_unit_test(a_veneer_of_arm64_is_followed),
		cmocka_unit_test(ops_literal_of_arm64),
		cmocka_unit_test(ops_literal_of_ppc64le),
		cmocka_unit_test(far_direct_call_of_arm64),
		cmocka_unit_test(function_entry_of_arm64),
		cmocka_unit_test(function_entry_of_ppc64le),
		cmocka_unit_test(no_tracing_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
