// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace probes`: everything that is attached. */
#include <string.h>

#include "analysis/explain/probes.h"
#include "command/command.h"
#include "command/options.h"
#include "command/packets.h"
#include "decode/probe/ftrace.h"
#include "decode/probe/probe.h"
#include "render/views.h"
#include "text/files.h"

struct choice {
	bool json, verbose;
	bool paths; /* on the last packets' paths */
	const char *count; /* -n as it was given */
	uint32_t n; /* of the newest packets; PK_EVERY_PACKET */
	const char *file; /* one of the kernel's own */
	const char *word; /* FUNC */
};

static int print_file(struct pk_ctx *ctx, const struct choice *choice, struct pk_out *out,
		      const char *sub)
{
	const struct pk_probe_list *list;
	enum pk_status status;
	uint64_t table;

	if (!strcmp(choice->file, "kprobes/list")) {
		status = pk_row_value(ctx, PK_R_kprobe_table, &table);
		if (status != PK_ABSENT) /* a kernel without kprobes has no such file */
			status = pk_probes_load(ctx, &list);
		if (status == PK_OK)
			status = pk_kprobes_list_print(ctx, list, out->fp);
	} else if (!strcmp(choice->file, "enabled_functions")) {
		status = pk_enabled_functions_print(ctx, out->fp);
	} else {
		return pk_misuse(pk_complaints(ctx, out->fp), sub,
				 "-F is one of kprobes/list, enabled_functions");
	}
	return status == PK_OK ? 0 : pk_failure(ctx, out->fp, sub, status);
}

struct matches {
	struct pk_ctx *ctx;
	struct pk_out *out;
	const struct pk_probe_list *list;
	struct pk_probes_request request;
	unsigned nr;
	enum pk_status status;
};

static bool print_listing(struct matches *matches)
{
	const struct pk_probes_request *request = &matches->request;
	struct pk_probe_listing listing;

	matches->status = pk_probe_listing_make(matches->ctx, matches->list, request, &listing);
	if (matches->status != PK_OK)
		return false;
	pk_render_probes(matches->out, &listing);
	if (!request->func && !request->event)
		pk_render_probes_not_built_in(matches->out, &listing);
	pk_probe_listing_deinit(&listing);
	return true;
}

static bool print_function(const struct pk_symbol *symbol, void *arg)
{
	struct matches *matches = arg;
	struct pk_patch_site site;

	if (matches->nr++)
		pk_out_text(matches->out, "\n");
	pk_out_text(matches->out, "FUNCTION: %s%s%s%s  ADDRESS: %llx\n", symbol->name,
		    symbol->module[0] ? " [" : "", symbol->module, symbol->module[0] ? "]" : "",
		    (unsigned long long)symbol->addr);
	pk_patch_site_read(matches->ctx, symbol->addr, symbol->size, &site);
	pk_render_patch_site(matches->out, &site);
	pk_out_text(matches->out, "\n");
	matches->request.func = symbol->addr;
	matches->request.size = symbol->size;
	return print_listing(matches);
}

/* WORD is an address in a function, a function (all of that name), or else a tracepoint. */
static int print_on(struct matches *matches, const char *word, const char *sub)
{
	struct pk_symbol symbol;
	enum pk_status status = pk_symbols_named(matches->ctx, word, print_function, matches);
	uint64_t addr;

	if (!matches->nr && pk_parse_addr(word, &addr) &&
	    pk_symbol_at(matches->ctx, addr, &symbol) == PK_OK)
		print_function(&symbol, matches);
	if (matches->nr)
		return 0;
	for (uint32_t i = 0; i < matches->list->nr; i++) {
		const char *name = matches->list->probes[i].target.name;
		const char *colon = strchr(name, ':');

		if (strcmp(name, word) && (!colon || strcmp(colon + 1, word)))
			continue;
		matches->request.event = word;
		print_listing(matches);
		return 0;
	}
	if (status == PK_NOT_CAPTURED)
		return pk_failure(matches->ctx, matches->out->fp, sub,
				  pk_fail(matches->ctx, status,
					  "\"%s\" is not captured in this capsule: ask the "
					  "dump",
					  word));
	return pk_misuse(pk_complaints(matches->ctx, matches->out->fp), sub,
			 "no function, address or active tracepoint \"%s\"", word);
}

/* A summary's worth of the trace: what was on the way of the last packets. */
static int print_paths(struct pk_ctx *ctx, struct pk_out *out, const struct pk_probe_list *list,
		       uint32_t n, const char *sub)
{
	struct pk_packet_set set;
	struct pk_probe_use use;
	enum pk_status status = pk_packets_recent(ctx, PK_SUMMARY_PAGES, &set);

	if (status == PK_OK && set.of_last_boot) {
		pk_packet_set_deinit(&set);
		status = pk_fail(ctx, PK_ABSENT,
				 "the probes are of this boot, the packets of the previous one");
	}
	if (status != PK_OK)
		return pk_failure(ctx, out->fp, sub, status);
	status = pk_probe_use_read(ctx, &set, n, list, &use);
	pk_packet_set_deinit(&set);
	if (status != PK_OK)
		return pk_failure(ctx, out->fp, sub, status);
	pk_render_probe_use(out, &use);
	pk_probe_use_deinit(&use);
	return 0;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct choice choice = {.n = PK_EVERY_PACKET};
	struct matches matches = {.ctx = ctx, .status = PK_OK};
	struct pk_out out;
	enum pk_status status;
	int code;
	const struct pk_option options[] = {
		{'j', "json", .set = &choice.json},   {'v', "verbose", .set = &choice.verbose},
		{'p', "paths", .set = &choice.paths}, {'n', NULL, .value = &choice.count},
		{'F', "file", .value = &choice.file}, {0}};

	if (pk_options_read(argc, argv, options, PK_ANY_WORDS, pk_complaints(ctx, fp)))
		return 2;
	if (argc - optind > 1)
		return pk_misuse(pk_complaints(ctx, fp), argv[0], "one function at most");
	choice.word = argv[optind];
	if (choice.file && (choice.word || choice.json || choice.paths))
		return pk_misuse(pk_complaints(ctx, fp), argv[0],
				 "-F takes neither a function nor -j nor -p");
	if (choice.paths && choice.word)
		return pk_misuse(pk_complaints(ctx, fp), argv[0], "-p takes no function");
	if (choice.count && !choice.paths)
		return pk_misuse(pk_complaints(ctx, fp), argv[0], "-n needs -p");
	code = pk_choice_count(choice.count, &choice.n, argv[0], pk_complaints(ctx, fp));

	if (code)
		return code;
	pk_output_begin(ctx, &out, fp, choice.json);
	matches.out = &out;
	matches.request.verbose = choice.verbose;
	if (choice.file) {
		code = print_file(ctx, &choice, &out, argv[0]);
	} else if ((status = pk_probes_load(ctx, &matches.list)) != PK_OK) {
		code = pk_failure(ctx, fp, argv[0], status);
	} else if (choice.paths) {
		code = print_paths(ctx, &out, matches.list, choice.n, argv[0]);
	} else if (choice.word) {
		code = print_on(&matches, choice.word, argv[0]);
	} else {
		print_listing(&matches);
	}
	if (!code && matches.status != PK_OK)
		code = pk_failure(ctx, fp, argv[0], matches.status);
	if (!code && (out.failed || ferror(fp)))
		code = 1;
	pk_out_deinit(&out);
	return code;
}

/* -p asks nothing that the lists of packets with their paths do not. */
static const char *const recorded_probes[] = {"-v", "-F kprobes/list", "-F enabled_functions",
					      NULL};

const struct pk_subcommand pk_subcommand_probes = {
	.name = "probes",
	.usage = "[-i INSTANCE] [-j] [-v] [-p [-n N|all]] [-F FILE] [FUNC]",
	.summary = "everything attached: kprobes, ftrace, BPF, netfilter, ...",
	.run = run,
	.of_packets = true,
	.recorded = recorded_probes,
};
