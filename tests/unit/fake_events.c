// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_events.h"

#include <stdlib.h>

static const struct fake_member members[] = {
	M("trace_event_call", "list", CALL_LIST, 16),
	M("trace_event_call", "class", CALL_CLASS, 8),
	M("trace_event_call", "name", CALL_NAME, 8),
	M("trace_event_call", "tp", CALL_NAME, 8),
	{.type = "struct trace_event_call",
	 .path = "event.type",
	 .offset = CALL_TYPE,
	 .size = 4,
	 .is_signed = true},
	M("trace_event_call", "print_fmt", CALL_FMT, 8),
	M("trace_event_call", "flags", CALL_FLAGS, 4),
	M("trace_event_call", "data", CALL_DATA, 8),
	M("trace_event_class", "system", CLASS_SYSTEM, 8),
	M("trace_event_class", "fields", CLASS_FIELDS, 16),
	M("tracepoint", "name", TP_NAME, 8),
	M("ftrace_event_field", "link", FIELD_LINK, 16),
	M("ftrace_event_field", "name", FIELD_NAME, 8),
	M("ftrace_event_field", "type", FIELD_TYPE, 8),
	{.type = "struct ftrace_event_field",
	 .path = "offset",
	 .offset = FIELD_OFFSET,
	 .size = 4,
	 .is_signed = true},
	{.type = "struct ftrace_event_field",
	 .path = "size",
	 .offset = FIELD_BYTES,
	 .size = 4,
	 .is_signed = true},
	/* One bit, as since 6.12, and not the first of its unit. */
	{.type = "struct ftrace_event_field",
	 .path = "is_signed",
	 .offset = FIELD_SIGNED,
	 .size = 4,
	 .bit_offset = 3,
	 .bit_size = 1},
	M("syscall_metadata", "enter_fields", META_FIELDS, 16),
	M("dyn_event", "list", 0, 16),
	M("dyn_event", "ops", DYN_OPS, 8),
	M("trace_kprobe", "devent", PROBE_DEVENT, 24),
	M("trace_kprobe", "tp.event", PROBE_EVENT, 8),
	M("trace_kprobe", "rp.kp.addr", PROBE_ADDR, 8),
	M("trace_kprobe", "rp.handler", PROBE_HANDLER, 8),
	M("trace_kprobe", "symbol", PROBE_SYMBOL, 8),
	M("trace_probe_event", "call", EVENT_CALL, CALL_SIZE),
};

static const struct fake_enum enums[] = {
	{NULL, "TRACE_EVENT_FL_TRACEPOINT", 16},
	{NULL, "TRACE_EVENT_FL_IGNORE_ENABLE", 8},
	{NULL, "TRACE_EVENT_FL_KPROBE", 64},
};

static uint64_t text(struct fake_kernel *k, const char *words)
{
	fake_string(&k->fake, TEXT(k->nr_texts), words);
	return TEXT(k->nr_texts++);
}

static void list_init(struct fake_kernel *k, uint64_t head)
{
	fake_put(&k->fake, head, 8, head);
	fake_put(&k->fake, head + 8, 8, head);
}

static uint64_t get(struct fake_kernel *k, uint64_t addr)
{
	uint8_t bytes[8];
	uint64_t value = 0;

	k->fake.target.ops->read(&k->fake.target, addr, bytes, 8);
	for (int i = 8; i--;)
		value = value << 8 | bytes[k->fake.target.facts.big_endian ? 7 - i : i];
	return value;
}

/* list_add(): behind the head, as the kernel adds fields. */
static void list_add(struct fake_kernel *k, uint64_t head, uint64_t link)
{
	uint64_t next = get(k, head);

	fake_put(&k->fake, link, 8, next);
	fake_put(&k->fake, link + 8, 8, head);
	fake_put(&k->fake, next + 8, 8, link);
	fake_put(&k->fake, head, 8, link);
}

static void list_add_tail(struct fake_kernel *k, uint64_t head, uint64_t link)
{
	list_add(k, get(k, head + 8), link);
}

struct fake_kernel *fake_kernel_new(void)
{
	struct fake_kernel *k = calloc(1, sizeof(*k));

	fake_target_init(&k->fake);
	fake_members(&k->fake, members, ARRAY_SIZE(members));
	fake_enums(&k->fake, enums, ARRAY_SIZE(enums));
	fake_type(&k->fake, "struct trace_event_call", CALL_SIZE);
	fake_type(&k->fake, "struct ftrace_event_field", FIELD_SIZE);
	fake_map(&k->fake, EVENTS, 16);
	list_init(k, EVENTS);
	fake_symbol(&k->fake, "ftrace_events", EVENTS, 16);
	fake_symbol(&k->fake, "event_class_syscall_enter", ENTER_CLASS, 64);
	fake_map(&k->fake, DYN, 16);
	list_init(k, DYN);
	fake_symbol(&k->fake, "dyn_event_list", DYN, 16);
	fake_symbol(&k->fake, "trace_kprobe_ops", DYN + 0x100, 64);
	pk_ctx_init(&k->ctx, &k->fake.target);
	return k;
}

void fake_kernel_free(struct fake_kernel *k)
{
	pk_ctx_deinit(&k->ctx);
	fake_target_deinit(&k->fake);
	free(k);
}

static void add_class(struct fake_kernel *k, uint64_t class, const char *system)
{
	fake_map(&k->fake, class, 64);
	fake_put(&k->fake, class + CLASS_SYSTEM, 8, text(k, system));
	list_init(k, class + CLASS_FIELDS);
}

static void add_field(struct fake_kernel *k, uint64_t head, const char *type, const char *name,
		      unsigned offset, unsigned size, bool is_signed)
{
	uint64_t field = FIELD(k->nr_fields++);

	fake_map(&k->fake, field, FIELD_SIZE);
	fake_put(&k->fake, field + FIELD_NAME, 8, text(k, name));
	fake_put(&k->fake, field + FIELD_TYPE, 8, text(k, type));
	fake_put(&k->fake, field + FIELD_OFFSET, 4, offset);
	fake_put(&k->fake, field + FIELD_BYTES, 4, size);
	fake_put(&k->fake, field + FIELD_SIGNED, 4, is_signed ? 0xf8 : 0xf7);
	list_add(k, head, field + FIELD_LINK);
}

static void add_call_at(struct fake_kernel *k, uint64_t call, unsigned id, uint64_t class,
			const char *name, unsigned flags)
{
	uint64_t name_at = text(k, name);

	if (flags & 16) {
		fake_map(&k->fake, TRACEPOINT(id), 32);
		fake_put(&k->fake, TRACEPOINT(id) + TP_NAME, 8, name_at);
		name_at = TRACEPOINT(id);
	}
	fake_put(&k->fake, call + CALL_CLASS, 8, class);
	fake_put(&k->fake, call + CALL_NAME, 8, name_at);
	fake_put(&k->fake, call + CALL_TYPE, 4, id);
	fake_put(&k->fake, call + CALL_FMT, 8, text(k, "\"%u\", REC->x"));
	fake_put(&k->fake, call + CALL_FLAGS, 4, flags);
	list_add_tail(k, EVENTS, call + CALL_LIST);
}

static void add_call(struct fake_kernel *k, unsigned n, unsigned id, uint64_t class,
		     const char *name, unsigned flags)
{
	fake_map(&k->fake, CALL(n), CALL_SIZE);
	add_call_at(k, CALL(n), id, class, name, flags);
}

void fake_kernel_four_events(struct fake_kernel *k)
{
	add_class(k, CLASS(0), "ftrace");
	add_class(k, CLASS(1), "net");
	add_class(k, CLASS(2), "syscalls");
	add_class(k, ENTER_CLASS, "syscalls");
	add_field(k, CLASS(1) + CLASS_FIELDS, "void *", "skbaddr", 8, 8, false);
	add_field(k, CLASS(1) + CLASS_FIELDS, "int", "rc", 16, 4, true);
	add_field(k, CLASS(1) + CLASS_FIELDS, "__data_loc char[]", "name", 20, 4, true);
	add_field(k, CLASS(1) + CLASS_FIELDS, "__rel_loc u8[]", "rel", 24, 4, false);
	add_field(k, CLASS(1) + CLASS_FIELDS, "__u8[4]", "saddr", 28, 4, false);
	add_call(k, 0, 300, CLASS(1), "net_dev_xmit", 16);
	add_call(k, 1, 5, CLASS(0), "print", 8);
	add_call(k, 2, 301, CLASS(1), "net_dev_queue", 16);
	add_call(k, 3, 40, ENTER_CLASS, "sys_enter_read", 0);
	fake_map(&k->fake, SYSCALL, 64);
	list_init(k, SYSCALL + META_FIELDS);
	fake_put(&k->fake, CALL(3) + CALL_DATA, 8, SYSCALL);
	add_field(k, SYSCALL + META_FIELDS, "int", "__syscall_nr", 8, 4, true);
	add_field(k, SYSCALL + META_FIELDS, "unsigned int", "fd", 16, 8, false);
}

void fake_kernel_add_probe(struct fake_kernel *k, unsigned n, uint64_t handler, const char *name,
			   unsigned id)
{
	uint64_t event = PROBE(n) + 0x100;

	fake_map(&k->fake, PROBE(n), 0x200);
	fake_put(&k->fake, PROBE(n) + PROBE_DEVENT + DYN_OPS, 8, DYN + 0x100);
	fake_put(&k->fake, PROBE(n) + PROBE_EVENT, 8, event);
	fake_put(&k->fake, PROBE(n) + PROBE_ADDR, 8, 0xffffffff81000000ull + n);
	fake_put(&k->fake, PROBE(n) + PROBE_HANDLER, 8, handler);
	fake_put(&k->fake, PROBE(n) + PROBE_SYMBOL, 8, text(k, "tcp_v4_rcv"));
	add_call_at(k, event + EVENT_CALL, id, CLASS(1), name, 64);
	list_add_tail(k, DYN, PROBE(n) + PROBE_DEVENT);
}
