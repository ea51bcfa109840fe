// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/probe/probe_collect.h"
#include "decode/task/task.h"

/*
 * What an open file is, its operations tell:
 *
 *   bpf_prog_fops, bpf_link_fops  the process holds that program or link
 *   perf_fops                     a perf event, which may run a program
 *   socket_file_ops               a socket, which may have a filter, or choose among its port's sockets by one
 *
 * Looked at only where a program is loaded. A program of a socket that no process holds open (one in another
 * program's map, or closed and lingering) is not found this way.
 */
struct files {
	struct pk_collect *collect;
	uint64_t prog_fops, link_fops, link_fops_poll, perf_fops, socket_fops;
	const struct pk_open_file *file; /* that is being looked at */
};

static void hold(struct files *files, struct pk_bpf_prog *prog)
{
	if (!prog || prog->holder)
		return;
	prog->holder = files->file->task->tgid;
	snprintf(prog->holder_comm, sizeof(prog->holder_comm), "%s", files->file->task->comm);
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
	pk_collect_detail(probe, "%s of socket %" PRIx64 ", pid %d (%s) fd %u", what, sk,
			  files->file->task->tgid, files->file->task->comm, files->file->fd);
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

static bool read_file(const struct pk_open_file *file, void *arg)
{
	struct files *files = arg;
	struct pk_collect *collect = files->collect;
	uint64_t ops = file->ops, data;

	files->file = file;
	if (!ops ||
	    (ops != files->prog_fops && ops != files->link_fops && ops != files->link_fops_poll &&
	     ops != files->perf_fops && ops != files->socket_fops))
		return true;
	if (pk_open_file_data(collect->ctx, file, &data) != PK_OK)
		pk_warn(collect->ctx, "open file: %s", pk_error(collect->ctx));
	else if (ops == files->prog_fops)
		hold(files, pk_collect_prog(collect, data));
	else if (ops == files->perf_fops)
		read_perf(files, data);
	else if (ops == files->socket_fops)
		read_socket(files, data);
	else
		hold(files,
		     pk_collect_prog(collect, pk_collect_uint(collect, data, PK_R_bpf_link_prog)));
	return !collect->full;
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

	return pk_open_files_walk(collect->ctx, read_file, &files, NULL);
}
