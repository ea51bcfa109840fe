// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/probe/probe_collect.h"
#include "decode/task/task.h"

/*
 * Open files of all processes: task.files -> fdt -> fd[max_fds] -> struct file { f_op, private_data }. What a
 * file is, its operations tell:
 *
 *   bpf_prog_fops, bpf_link_fops  the process holds that program or link
 *   perf_fops                     a perf event, which may run a program
 *   socket_file_ops               a socket, which may have a filter, or choose among its port's sockets by one
 *
 * Looked at only where a program is loaded. A program of a socket that no process holds open (one in another
 * program's map, or closed and lingering) is not found this way.
 */
#define MAX_FDS (1u << 20) /* of one process: the kernel's own nr_open */
#define MAX_FILES (1u << 22) /* of all */
#define FD_BLOCK 512

struct files {
	struct pk_collect *collect;
	uint64_t prog_fops, link_fops, link_fops_poll, perf_fops, socket_fops;
	uint64_t nr_files;
	const struct pk_task *task;
	uint64_t fd;
	char error[160]; /* the first thing that could not be read */
	unsigned nr_errors;
};

static void hold(struct files *files, struct pk_bpf_prog *prog)
{
	if (!prog || prog->holder)
		return;
	prog->holder = files->task->tgid;
	snprintf(prog->holder_comm, sizeof(prog->holder_comm), "%s", files->task->comm);
}

/* "software page-faults", as perf lists them. The two clocks have units of their own, and take on their types. */
static void event_words(struct pk_collect *collect, uint64_t event, char *buf, size_t size)
{
	uint64_t type = pk_collect_uint(collect, event, PK_R_perf_event_type) & 0xffffffff;
	uint64_t config = pk_collect_uint(collect, event, PK_R_perf_event_config);
	uint64_t name = pk_collect_uint(
		collect, pk_collect_uint(collect, event, PK_R_perf_event_pmu), PK_R_pmu_name);
	char unit[32] = "", word[64];

	if (name)
		pk_read_string(collect->ctx, name, unit, sizeof(unit));
	if (!strcmp(unit, "cpu_clock") || !strcmp(unit, "task_clock"))
		snprintf(buf, size, "software %.*s-clock", (int)(strlen(unit) - 6), unit);
	else if (type == 1 && pk_collect_enum(collect, "perf_sw_ids", config, "PERF_COUNT_SW_", '-',
					      word, sizeof(word)))
		snprintf(buf, size, "software %s", word);
	else if (type == 0 && pk_collect_enum(collect, "perf_hw_id", config, "PERF_COUNT_HW_", '-',
					      word, sizeof(word)))
		snprintf(buf, size, "hardware %s", word);
	else
		snprintf(buf, size, "%s 0x%" PRIx64, unit[0] ? unit : "?", config);
}

struct pk_probe *pk_collect_perf_event(struct pk_collect *collect, struct pk_bpf_prog *prog,
				       uint64_t event)
{
	uint64_t call = pk_collect_uint(collect, event, PK_R_perf_event_call);
	int cpu = (int)pk_collect_uint(collect, event, PK_R_perf_event_cpu);
	struct pk_probe *probe;
	char words[96], text[160];

	if (call && pk_collect_event(collect, call, text, sizeof(text))[0])
		return pk_collect_prog_at(collect, prog, "perf_event %s", text);
	event_words(collect, event, words, sizeof(words));
	probe = pk_collect_prog_at(collect, prog, "perf_event %s", words);
	if (probe && cpu >= 0)
		pk_collect_detail(probe, "CPU %d", cpu);
	return probe;
}

static void read_perf(struct files *files, uint64_t event)
{
	struct pk_collect *collect = files->collect;
	struct pk_bpf_prog *prog =
		pk_collect_prog(collect, pk_collect_uint(collect, event, PK_R_perf_event_prog));

	if (!prog)
		return;
	/* By its link, or where its trace event is. */
	if (!prog->listed)
		pk_collect_perf_event(collect, prog, event);
	hold(files, prog);
}

static void socket_prog(struct files *files, uint64_t sk, uint64_t addr, const char *what)
{
	struct pk_collect *collect = files->collect;
	struct pk_bpf_prog *prog = pk_collect_prog(collect, addr);
	uint64_t proto = pk_collect_uint(collect, sk, PK_R_sk_prot), offset;
	struct pk_probe *probe;
	char name[32] = "";

	/* A filter of classic BPF is in no list of programs: it belongs to its socket alone. */
	if (!prog)
		return;
	if (proto && pk_row_offset(collect->ctx, PK_R_proto_name, &offset) == PK_OK)
		pk_read_string(collect->ctx, proto + offset, name, sizeof(name));
	hold(files, prog);
	probe = pk_collect_prog_at(collect, prog, "%s, %s%ssocket", what, name, name[0] ? " " : "");
	if (!probe)
		return;
	probe->place = sk;
	pk_collect_detail(probe, "%s of socket %" PRIx64 ", pid %d (%s) fd %" PRIu64, what, sk,
			  files->task->tgid, files->task->comm, files->fd);
}

static void read_socket(struct files *files, uint64_t socket)
{
	struct pk_collect *collect = files->collect;
	uint64_t sk = pk_collect_uint(collect, socket, PK_R_socket_sk);
	uint64_t filter = pk_collect_uint(collect, sk, PK_R_sk_filter);
	uint64_t reuse = pk_collect_uint(collect, sk, PK_R_sk_reuseport_cb);

	if (filter)
		socket_prog(files, sk, pk_collect_uint(collect, filter, PK_R_sk_filter_prog),
			    "socket filter");
	if (reuse)
		socket_prog(files, sk, pk_collect_uint(collect, reuse, PK_R_sock_reuseport_prog),
			    "reuseport");
}

static void failed(struct files *files)
{
	if (!files->nr_errors++)
		snprintf(files->error, sizeof(files->error), "%.150s", files->collect->ctx->error);
}

static void read_file(struct files *files, uint64_t file)
{
	struct pk_collect *collect = files->collect;
	uint64_t ops, data;

	if (pk_member_uint(collect->ctx, file, PK_R_file_f_op, &ops) != PK_OK) {
		failed(files);
		return;
	}
	if (!ops ||
	    (ops != files->prog_fops && ops != files->link_fops && ops != files->link_fops_poll &&
	     ops != files->perf_fops && ops != files->socket_fops))
		return;
	if (pk_member_uint(collect->ctx, file, PK_R_file_private, &data) != PK_OK)
		failed(files);
	else if (ops == files->prog_fops)
		hold(files, pk_collect_prog(collect, data));
	else if (ops == files->perf_fops)
		read_perf(files, data);
	else if (ops == files->socket_fops)
		read_socket(files, data);
	else
		hold(files,
		     pk_collect_prog(collect, pk_collect_uint(collect, data, PK_R_bpf_link_prog)));
}

static void read_table(struct files *files, uint64_t array, uint64_t nr)
{
	struct pk_ctx *ctx = files->collect->ctx;
	size_t word = ctx->target->facts.word_size;
	uint8_t block[FD_BLOCK * 8];

	for (uint64_t done = 0; done < nr; done += FD_BLOCK) {
		uint64_t some = nr - done < FD_BLOCK ? nr - done : FD_BLOCK;

		if (pk_read(ctx, array + done * word, block, some * word) != PK_OK) {
			failed(files);
			continue;
		}
		for (uint64_t i = 0; i < some && files->nr_files < MAX_FILES; i++) {
			uint64_t file = pk_uint(ctx, block + i * word, word);

			files->fd = done + i;
			if (file && ++files->nr_files)
				read_file(files, file);
		}
	}
}

/* Threads share the table of their process. */
static bool read_task(const struct pk_task *task, void *arg)
{
	struct files *files = arg;
	struct pk_collect *collect = files->collect;
	uint64_t table, fdt, array, nr;

	if (task->pid != task->tgid)
		return true;
	table = pk_collect_uint(collect, task->addr, PK_R_task_files);
	fdt = pk_collect_uint(collect, table, PK_R_files_fdt);
	if (!fdt)
		return true;
	files->task = task;
	if (pk_member_uint(collect->ctx, fdt, PK_R_fdtable_max, &nr) != PK_OK ||
	    pk_member_uint(collect->ctx, fdt, PK_R_fdtable_fd, &array) != PK_OK)
		failed(files);
	else if ((nr &= 0xffffffff) > MAX_FDS)
		pk_warn(collect->ctx, "files of pid %d: a table of %" PRIu64, task->pid, nr);
	else
		read_table(files, array, nr);
	return !collect->full && files->nr_files < MAX_FILES;
}

enum pk_status pk_collect_bpf_files(struct pk_collect *collect)
{
	struct files files = {
		.collect = collect,
		.prog_fops = pk_collect_symbol(collect, PK_R_bpf_prog_fops),
		.link_fops = pk_collect_symbol(collect, PK_R_bpf_link_fops),
		.link_fops_poll = pk_collect_symbol(collect, PK_R_bpf_link_fops_poll),
		.perf_fops = pk_collect_symbol(collect, PK_R_perf_fops),
		.socket_fops = pk_collect_symbol(collect, PK_R_socket_file_ops),
	};
	enum pk_status status;

	if (!pk_has(collect->ctx, PK_R_task_files) || !pk_has(collect->ctx, PK_R_files_fdt) ||
	    !pk_has(collect->ctx, PK_R_file_f_op) || !pk_has(collect->ctx, PK_R_file_private))
		return PK_ABSENT;
	status = pk_tasks_walk(collect->ctx, read_task, &files);
	if (files.nr_errors)
		pk_warn(collect->ctx, "open files: %u could not be looked at, the first: %s",
			files.nr_errors, files.error);
	return status;
}
