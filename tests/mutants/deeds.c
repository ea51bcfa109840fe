// SPDX-License-Identifier: GPL-3.0-or-later
/* What is run on damaged machines: every command in its forms, and every export. */
#include <string.h>

#include "command/command.h"
#include "command/export.h"
#include "harness.h"

#define MAX_WORDS 8

/* What `pkttrace export` writes to a file goes to OUT: no path is opened. */
static void run_export(const struct pk_exporter *exporter, struct pk_target *target, FILE *out)
{
	static const struct pk_choice choice = {.n = PK_EVERY_PACKET, .after_panic = true};
	/* A capsule without payload cannot become one with it. What could not be read is in it as that: how much it holds is
	 * no answer. */
	const bool capsule = exporter == &pk_export_capsule;
	const struct pk_export_options options = {
		.payload = !capsule, .level = 1, .choice = &choice};
	static struct pk_ctx ctx;
	FILE *null = fopen("/dev/null", "w");

	pk_ctx_init(&ctx, target);
	ctx.commands = &pk_commands; /* a capsule is made by running them */
	if (exporter->run(&ctx, &options, null, capsule ? null : out) != PK_OK)
		fprintf(out, "%s\n", ctx.error.text);
	for (unsigned i = 0; i < ctx.nr_warnings; i++)
		fprintf(out, "warning: %s\n", ctx.warnings[i]);
	pk_ctx_deinit(&ctx);
	fclose(null);
}

static void export_dat(struct pk_target *target, FILE *out)
{
	run_export(&pk_export_trace_dat, target, out);
}

static void export_pcapng(struct pk_target *target, FILE *out)
{
	run_export(&pk_export_pcapng, target, out);
}

static void export_perfetto(struct pk_target *target, FILE *out)
{
	run_export(&pk_export_perfetto, target, out);
}

static void export_retis(struct pk_target *target, FILE *out)
{
	run_export(&pk_export_retis, target, out);
}

static void export_capsule(struct pk_target *target, FILE *out)
{
	run_export(&pk_export_capsule, target, out);
}

const struct deed deeds[] = {
	{"verdict", 3, DEED_TEXT, NULL},
	{"verdict -j", 1, 0, NULL},
	{"last", 6, DEED_TEXT, NULL},
	{"last -n 5 -j", 5, 0, NULL},
	{"last -n 10 -t", 4, DEED_TEXT, NULL},
	{"last -n all -t", 1, DEED_TEXT, NULL},
	{"last -n 20 tcp[13]&2!=0", 1, DEED_TEXT, NULL},
	{"last -n 5 tcp", 3, DEED_TEXT, NULL},
	{"show -v", 4, DEED_TEXT, NULL},
	{"flows -v", 1, DEED_TEXT, NULL},
	{"flows -M -j", 10, 0, NULL},
	{"inflight", 16, DEED_TEXT, NULL},
	{"findings -v", 8, DEED_TEXT, NULL},
	{"consumers -v", 8, DEED_TEXT, NULL},
	{"skb -v", 4, DEED_TEXT, NULL},
	{"probes -j", 12, DEED_PROBES, NULL},
	{"probes -v", 8, DEED_TEXT, NULL},
	{"probes tcp_v4_rcv", 4, DEED_TEXT, NULL},
	{"probes -p", 1, DEED_TEXT, NULL},
	{"probes -F enabled_functions", 4, DEED_TEXT, NULL},
	{"probes -F kprobes/list", 4, DEED_TEXT, NULL},
	{"tracers -v", 8, DEED_TEXT, NULL},
	{"trace -n 200", 12, DEED_TEXT, NULL},
	{"trace -F -n 500", 8, DEED_TEXT, NULL},
	{"trace -n 100 -j", 6, 0, NULL},
	{"trace -o latency-format -n 200", 4, DEED_TEXT, NULL},
	{"trace -o raw -n 200", 3, DEED_TEXT, NULL},
	{"trace -o hex -n 200", 3, DEED_TEXT, NULL},
	{"trace -o bin -n 200", 3, 0, NULL},
	{"trace -o latency-format,verbose,sym-addr,sym-userobj -n 200", 3, DEED_TEXT, NULL},
	{"trace -T -n 200", 3, DEED_TEXT, NULL},
	{"trace -a", 1, DEED_TEXT, NULL},
	{"trace -S -j", 24, DEED_PER_CPU, NULL},
	{"layout", 3, DEED_TEXT, NULL},
	{"devices", 8, DEED_TEXT, NULL},
	{"devices -j", 4, 0, NULL},
	{"counters", 6, DEED_TEXT, NULL},
	{"counters -F netstat", 4, DEED_TEXT, NULL},
	{"export -t trace.dat", 1, DEED_TEXT, export_dat},
	{"export -t pcapng", 1, DEED_TEXT, export_pcapng},
	{"export -t perfetto", 1, DEED_TEXT, export_perfetto},
	{"export -t retis", 1, DEED_TEXT, export_retis},
	{"export -t capsule", 1, 0, export_capsule},
};
const unsigned nr_deeds = sizeof(deeds) / sizeof(deeds[0]);

void deed_run(const struct deed *deed, struct pk_target *target, FILE *out)
{
	char words[200], *argv[MAX_WORDS + 2] = {(char[]){"pkttrace"}}, *rest = words;
	static struct pk_ctx ctx;
	int argc = 1;

	if (deed->run) {
		deed->run(target, out);
		return;
	}
	snprintf(words, sizeof(words), "%s", deed->name);
	while (argc <= MAX_WORDS && (argv[argc] = strsep(&rest, " ")))
		argc++;
	argv[argc] = NULL;
	pk_ctx_init(&ctx, target);
	pk_command_run(&ctx, argc, argv, out);
	pk_ctx_deinit(&ctx);
}
