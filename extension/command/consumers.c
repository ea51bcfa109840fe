// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace consumers`: what inside the kernel uses sockets, and waits for answers (NFS, NVMe, iSCSI, SMB, RDS, Ceph). */
#include "command/command.h"
#include "command/options.h"
#include "decode/consumer/consumer.h"
#include "render/views.h"

static bool has_failed(struct pk_ctx *ctx, const struct pk_consumers *consumers)
{
	for (unsigned i = 0; i < PK_NR_CONSUMER_KINDS; i++) {
		enum pk_status status = consumers->kinds[i].status;

		if (status != PK_OK && status != PK_ABSENT) {
			pk_fail(ctx, status, "%s: %s", pk_consumer_kind_text(i),
				consumers->kinds[i].lack);
			return true;
		}
	}
	return false;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	bool json = false, verbose = false;
	const struct pk_option options[] = {
		{'j', "json", .set = &json}, {'v', "verbose", .set = &verbose}, {0}};
	struct pk_consumers consumers;
	struct pk_out out;
	bool failed;

	if (pk_options_read(argc, argv, options, 0, pk_complaints(ctx, fp)))
		return 2;
	pk_consumers_read(ctx, &consumers);
	if (!consumers.nr && !consumers.nr_calls && !consumers.nr_controllers &&
	    has_failed(ctx, &consumers)) {
		pk_consumers_deinit(&consumers);
		return pk_failure(ctx, fp, "consumers", ctx->error.status);
	}
	pk_output_begin(ctx, &out, fp, json);
	pk_render_consumers(&out, &consumers, verbose);
	failed = out.failed;
	pk_out_deinit(&out);
	pk_consumers_deinit(&consumers);
	return failed;
}

static const char *const recorded_consumers[] = {"-v", NULL};

const struct pk_subcommand pk_subcommand_consumers = {
	.name = "consumers",
	.usage = "[-j] [-v]",
	.summary = "NFS, NVMe, iSCSI, SMB, RDS, Ceph: what is unanswered",
	.run = run,
	.recorded = recorded_consumers,
};
