// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <inttypes.h>

static void print_time(struct pk_out *out, const char *key, const char *label, bool known,
		       uint64_t ns, bool in_ns)
{
	pk_out_ns_if(out, key, NULL, known, ns);
	if (known && in_ns)
		pk_out_text(out, "%s: %5" PRIu64 ".%06" PRIu64 "\n", label, (ns + 500) / 1000000000,
			    (ns + 500) / 1000 % 1000000);
	else if (known)
		pk_out_text(out, "%s: %" PRIu64 "\n", label, ns);
}

void pk_render_buffer_stats(struct pk_out *out, const struct pk_cpu_stats *stats, bool in_ns)
{
	PK_OUT_RECORD(out, "stats");
	pk_out_int(out, "cpu", "CPU %lld\n", stats->cpu);
	pk_out_str(out, "note", "%s\n", stats->readable ? NULL : pk_status_name(stats->status));
	pk_out_keys(out, "entries overrun commit_overrun bytes oldest_ns newest_ns dropped read "
			 "pages committing");
	if (stats->readable) {
		/* In the words and order of the kernel's per_cpu/cpuN/stats. */
		pk_out_uint(out, "entries", "entries: %llu\n", stats->entries);
		pk_out_uint(out, "overrun", "overrun: %llu\n", stats->overrun);
		pk_out_uint(out, "commit_overrun", "commit overrun: %llu\n", stats->commit_overrun);
		pk_out_uint(out, "bytes", "bytes: %llu\n", stats->bytes);
		print_time(out, "oldest_ns", "oldest event ts", stats->oldest_known,
			   stats->oldest_ns, in_ns);
		print_time(out, "newest_ns", "newest event ts", stats->newest_known,
			   stats->newest_ns, in_ns);
		pk_out_uint(out, "dropped", "dropped events: %llu\n", stats->dropped);
		pk_out_uint(out, "read", "read events: %llu\n", stats->read);
		pk_out_uint(out, "pages", "pages: %llu\n", stats->nr_pages);
		pk_out_uint(out, "committing",
			    stats->committing ? "writers caught in the middle: %llu\n" : NULL,
			    stats->committing);
	}
}
