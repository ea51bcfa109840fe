// SPDX-License-Identifier: GPL-3.0-or-later
/* Where programs sit, who is inside a probed function, uprobes: synthetic images, sound and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "probe_session.h"

#define PLACES 0xffff888100000000ull /* a region of its own: tasks, cgroups, uprobes */
#define INIT_TASK (PLACES + 0x0)
#define READER (PLACES + 0x400)
#define INST_TABLE (PLACES + 0x800)
#define INSTANCE (PLACES + 0xa00)
#define RETHOOK (PLACES + 0xb00)
#define NODE (PLACES + 0xc00)
#define DFL_ROOT (PLACES + 0x1000)
#define CHILD (PLACES + 0x1400)
#define ENTRY (PLACES + 0x1800)
#define KERNFS (PLACES + 0x1900)
#define UPROBES_TREE (PLACES + 0x2000)
#define UPROBE (PLACES + 0x2100)
#define CONSUMER (PLACES + 0x2200)
#define INODE (PLACES + 0x2300)
#define FILES (PLACES + 0x3000)
#define FDT (PLACES + 0x3100)
#define FDS (PLACES + 0x3200)
#define FILE_AT (PLACES + 0x3300)
#define PROG_FOPS (PLACES + 0x3400)
#define NOWHERE 0xdead000000000000ull

#define M(t, p, off, sz)                                                                           \
	{                                                                                          \
		.type = "struct " t, .path = p, .offset = off, .size = sz                          \
	}
#define P(t, p, off)                                                                               \
	{                                                                                          \
		.type = "struct " t, .path = p, .offset = off, .size = 8, .is_pointer = true       \
	}

static const struct fake_member task_members[] = {
	M("task_struct", "pid", 0, 4),
	M("task_struct", "tgid", 4, 4),
	{.type = "struct task_struct",
	 .path = "comm",
	 .offset = 8,
	 .size = 16,
	 .is_array = true,
	 .elements = 16},
	M("task_struct", "tasks", 32, 16),
	P("task_struct", "files", 64),
	P("files_struct", "fdt", 0),
	M("fdtable", "max_fds", 0, 4),
	P("fdtable", "fd", 8),
	P("file", "f_op", 0),
	P("file", "private_data", 8),
};
/* Up to 5.10 */
static const struct fake_member table_members[] = {
	M("kretprobe_instance", "hlist", 0, 16),
	P("kretprobe_instance", "rp", 16),
	P("kretprobe_instance", "task", 32),
};
/* From 5.11 */
static const struct fake_member list_members[] = {
	P("task_struct", "kretprobe_instances.first", 80),
	M("kretprobe_instance", "llist", 8, 8),
	P("kretprobe_instance", "rph", 24),
	P("kretprobe_holder", "rp", 0),
};
/* From 6.0 */
static const struct fake_member rethook_members[] = {
	P("task_struct", "rethooks.first", 72),
	P("kretprobe", "rh", 160),
	M("rethook_node", "llist", 16, 8),
	P("rethook_node", "rethook", 24),
};
static const struct fake_member cgroup_members[] = {
	M("cgroup_root", "cgrp", 16, 512),
	M("cgroup", "self.children", 0, 16),
	M("cgroup", "self.sibling", 16, 16),
	P("cgroup", "kn", 32),
	{.type = "struct cgroup",
	 .path = "bpf.progs",
	 .offset = 64,
	 .size = 16,
	 .is_array = true,
	 .elements = 2},
	M("bpf_prog_list", "node", 0, 16),
	P("bpf_prog_list", "prog", 16),
	P("bpf_prog_list", "link", 24),
	P("kernfs_node", "parent", 0),
	P("kernfs_node", "name", 8),
};
static const struct fake_enum cgroup_enums[] = {
	{"cgroup_bpf_attach_type", "CGROUP_INET_INGRESS", 0},
	{"cgroup_bpf_attach_type", "CGROUP_INET_EGRESS", 1},
};
static const struct fake_member uprobe_members[] = {
	P("rb_root", "rb_node", 0),
	P("rb_node", "rb_left", 8),
	P("rb_node", "rb_right", 16),
	M("uprobe", "rb_node", 0, 24),
	P("uprobe", "consumers", 32),
	P("uprobe", "inode", 40),
	M("uprobe", "offset", 48, 8),
	P("uprobe_consumer", "handler", 0),
	P("uprobe_consumer", "ret_handler", 8),
	P("uprobe_consumer", "next", 16),
};

static struct fake_target *begin(struct session *s, enum fake_era era)
{
	fake_probes_init(&s->image, era);
	fake_map(&s->image.fake, PLACES, 0x4000);
	return &s->image.fake;
}

static const struct pk_probe *the(const struct session *s, enum pk_probe_kind kind,
				  const char *target)
{
	for (uint32_t i = 0; i < s->list->nr; i++)
		if (s->list->probes[i].kind == kind &&
		    !strcmp(s->list->probes[i].target.name, target))
			return &s->list->probes[i];
	return NULL;
}

/* init_task and a process "reader", pid 7. */
static void add_tasks(struct fake_target *fake)
{
	fake_members(fake, task_members, ARRAY_SIZE(task_members));
	fake_symbol(fake, "init_task", INIT_TASK, 0x400);
	fake_put(fake, INIT_TASK + 32, 8, READER + 32);
	fake_put(fake, READER + 32, 8, INIT_TASK + 32);
	fake_put(fake, READER, 4, 7);
	fake_put(fake, READER + 4, 4, 7);
	fake_put_string(fake, READER + 8, "reader");
}

/* A kretprobe of a module on tcp_v4_rcv with four instances. Returns struct kretprobe. */
static uint64_t add_kretprobe(struct session *s)
{
	struct fake_target *fake = &s->image.fake;
	uint64_t rp = fake_kprobe(&s->image, fake_func(FN_TCP_V4_RCV),
				  fake_func(FN_PRE_HANDLER_KRETPROBE), 0);

	fake_put(fake, rp + 128, 8, FAKE_HANDLER);
	fake_put(fake, rp + 144, 4, 4);
	fake_hash_kprobe(&s->image, rp, 3);
	fake_put(fake, fake_func(FN_TCP_V4_RCV), 1, 0xcc);
	return rp;
}

static void instances_of_a_table(void **state)
{
	const struct pk_probe *probe;
	struct fake_target *fake;
	struct session s;
	uint64_t rp;

	(void)state;
	fake = begin(&s, FAKE_OLD);
	add_tasks(fake);
	fake_members(fake, table_members, ARRAY_SIZE(table_members));
	fake_symbol(fake, "kretprobe_inst_table", INST_TABLE, 512);
	rp = add_kretprobe(&s);
	fake_put(fake, INST_TABLE + 8 * 5, 8, INSTANCE);
	fake_put(fake, INSTANCE + 16, 8, rp);
	fake_put(fake, INSTANCE + 32, 8, READER);
	/* Behind it the list leads nowhere. */
	fake_put(fake, INSTANCE, 8, NOWHERE);
	load(&s);
	probe = the(&s, PK_PROBE_KRETPROBE, "tcp_v4_rcv");
	assert_non_null(probe);
	assert_non_null(strstr(probe->detail, "maxactive 4; 1 in use; held by pid 7 (reader)"));
	assert_true(warned(&s, "kretprobe_inst_table[5]"));
	assert_true(warned(&s, "dead000000000000"));
	end(&s);
}

static void instances_of_a_list(void **state)
{
	const struct pk_probe *probe;
	struct fake_target *fake;
	struct session s;

	(void)state;
	fake = begin(&s, FAKE_MODERN);
	add_tasks(fake);
	fake_members(fake, list_members, ARRAY_SIZE(list_members));
	fake_put(fake, READER + 80, 8, INSTANCE + 8);
	fake_put(fake, INSTANCE + 24, 8, NODE);
	fake_put(fake, NODE, 8, add_kretprobe(&s));
	load(&s);
	probe = the(&s, PK_PROBE_KRETPROBE, "tcp_v4_rcv");
	assert_non_null(probe);
	assert_non_null(strstr(probe->detail, "1 in use; held by pid 7 (reader)"));
	end(&s);
}

/* Two rethook nodes of one task, and the second leads back to the first. */
static void rethooks_that_come_back(void **state)
{
	const struct pk_probe *probe;
	struct fake_target *fake;
	struct session s;

	(void)state;
	fake = begin(&s, FAKE_MODERN);
	add_tasks(fake);
	fake_members(fake, rethook_members, ARRAY_SIZE(rethook_members));
	fake_put(fake, add_kretprobe(&s) + 160, 8, RETHOOK);
	fake_put(fake, READER + 72, 8, NODE + 16);
	for (int i = 0; i < 2; i++) {
		fake_put(fake, NODE + 64 * i + 16, 8, NODE + 64 * !i + 16);
		fake_put(fake, NODE + 64 * i + 24, 8, RETHOOK);
	}
	load(&s);
	probe = the(&s, PK_PROBE_KRETPROBE, "tcp_v4_rcv");
	assert_non_null(probe);
	assert_non_null(strstr(probe->detail, "in use; held by pid 7 (reader)"));
	assert_true(warned(&s, "kretprobes of pid 7: their list loops at"));
	end(&s);
}

/* A program without a link on a cgroup whose list of siblings is cut. */
static void program_of_a_cgroup(void **state)
{
	struct fake_target *fake;
	struct session s;
	uint64_t prog;

	(void)state;
	fake = begin(&s, FAKE_MODERN);
	fake_members(fake, cgroup_members, ARRAY_SIZE(cgroup_members));
	fake_enums(fake, cgroup_enums, ARRAY_SIZE(cgroup_enums));
	fake_symbol(fake, "cgrp_dfl_root", DFL_ROOT, 1024);
	prog = fake_prog(&s.image, 3, "on_cgroup");
	fake_put(fake, DFL_ROOT + 16, 8, CHILD + 16);
	fake_put(fake, DFL_ROOT + 24, 8, CHILD + 16);
	fake_put(fake, CHILD + 16, 8, NOWHERE);
	fake_put(fake, CHILD, 8, CHILD);
	fake_put(fake, CHILD + 8, 8, CHILD);
	fake_put(fake, CHILD + 32, 8, KERNFS);
	fake_put(fake, KERNFS, 8, KERNFS + 32);
	fake_put(fake, KERNFS + 8, 8, KERNFS + 64);
	fake_put_string(fake, KERNFS + 64, "box");
	fake_put(fake, CHILD + 64 + 8, 8, ENTRY);
	fake_put(fake, ENTRY + 16, 8, prog);
	load(&s);
	assert_non_null(the(&s, PK_PROBE_BPF, "cgroup_inet_egress /box"));
	assert_true(warned(&s, "cgroups below"));
	assert_true(warned(&s, "dead000000000000"));
	end(&s);
}

/* Cgroups that are each other's children end, and what is in them is shown once. */
static void cgroups_in_a_circle(void **state)
{
	struct fake_target *fake;
	struct session s;

	(void)state;
	fake = begin(&s, FAKE_MODERN);
	fake_members(fake, cgroup_members, ARRAY_SIZE(cgroup_members));
	fake_symbol(fake, "cgrp_dfl_root", DFL_ROOT, 1024);
	fake_prog(&s.image, 3, "x");
	fake_put(fake, DFL_ROOT + 16, 8, DFL_ROOT + 16 + 16);
	fake_put(fake, DFL_ROOT + 16 + 16, 8, DFL_ROOT + 16);
	load(&s);
	assert_true(warned(&s, "too many, or too deep"));
	end(&s);
}

static void program_held_by_a_file(void **state)
{
	struct fake_target *fake;
	struct session s;
	uint64_t prog;

	(void)state;
	fake = begin(&s, FAKE_MODERN);
	add_tasks(fake);
	fake_symbol(fake, "bpf_prog_fops", PROG_FOPS, 256);
	prog = fake_prog(&s.image, 3, "on_link");
	fake_put(fake, READER + 64, 8, FILES);
	fake_put(fake, FILES, 8, FDT);
	fake_put(fake, FDT, 4, 3);
	fake_put(fake, FDT + 8, 8, FDS);
	fake_put(fake, FDS, 8, NOWHERE);
	fake_put(fake, FDS + 16, 8, FILE_AT);
	fake_put(fake, FILE_AT, 8, PROG_FOPS);
	fake_put(fake, FILE_AT + 8, 8, prog);
	load(&s);
	assert_non_null(strstr(s.list->probes[0].detail, "held by pid 7 (reader)"));
	assert_true(warned(&s, "open files: 1 could not be looked at"));
	end(&s);
}

/* A module's own uprobe in a tree whose node is its own child, in a chain that comes back. */
static void uprobe_of_a_module(void **state)
{
	const struct pk_probe *probe;
	struct fake_target *fake;
	struct session s;

	(void)state;
	fake = begin(&s, FAKE_MODERN);
	fake_members(fake, uprobe_members, ARRAY_SIZE(uprobe_members));
	fake_symbol(fake, "uprobes_tree", UPROBES_TREE, 8);
	fake_put(fake, UPROBES_TREE, 8, UPROBE);
	fake_put(fake, UPROBE + 8, 8, UPROBE);
	fake_put(fake, UPROBE + 16, 8, NOWHERE);
	fake_put(fake, UPROBE + 32, 8, CONSUMER);
	fake_put(fake, UPROBE + 40, 8, INODE);
	fake_put(fake, UPROBE + 48, 8, 0x1234);
	fake_put(fake, CONSUMER, 8, FAKE_HANDLER);
	fake_put(fake, CONSUMER + 16, 8, CONSUMER);
	load(&s);
	probe = the(&s, PK_PROBE_UPROBE, "inode ffff888100002300:0x1234");
	assert_non_null(probe);
	assert_string_equal(probe->owner, "module foreign");
	assert_true(warned(&s, "the list loops at"));
	assert_true(warned(&s, "the tree of uprobes has no end"));
	assert_true(warned(&s, "dead000000000000"));
	end(&s);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(instances_of_a_table),	   cmocka_unit_test(instances_of_a_list),
		cmocka_unit_test(rethooks_that_come_back), cmocka_unit_test(program_of_a_cgroup),
		cmocka_unit_test(cgroups_in_a_circle),	   cmocka_unit_test(program_held_by_a_file),
		cmocka_unit_test(uprobe_of_a_module),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
