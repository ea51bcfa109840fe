// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace findings`: what is wrong, by the machine's memory alone. */
#include "analysis/findings/findings.h"
#include "command/command.h"
#include "command/options.h"
#include "render/views.h"

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	bool json = false, verbose = false;
	const struct pk_option options[] = {
		{'j', "json", .set = &json}, {'v', "verbose", .set = &verbose}, {0}};
	struct pk_findings findings;
	struct pk_out out;
	enum pk_status status;
	bool failed;

	if (pk_options_read(argc, argv, options, 0, pk_complaints(ctx, fp)))
		return 2;
	status = pk_findings_read(ctx, NULL, &findings);
	if (status != PK_OK)
		return pk_failure(ctx, fp, "findings", status);
	pk_output_begin(ctx, &out, fp, json);
	for (size_t i = 0; i < findings.nr; i++)
		pk_render_finding(&out, &findings.list[i], false, verbose);
	pk_render_rules(&out, &findings, verbose);
	failed = out.failed;
	pk_out_deinit(&out);
	pk_findings_deinit(&findings);
	return failed;
}

static const char *const recorded_findings[] = {"", NULL};

const struct pk_subcommand pk_subcommand_findings = {
	.name = "findings",
	.usage = "[-j] [-v]",
	.summary = "what is wrong, by the machine's memory alone",
	.run = run,
	.recorded = recorded_findings,
};
