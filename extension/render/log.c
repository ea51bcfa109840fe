// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace log`: records of the kernel log. */
#include "render/views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *const pk_log_levels[8] = {"emerg", "alert",	 "crit", "err",
				      "warn",  "notice", "info", "debug"};

/* As print_time() and print_caller() of printk.c; the date as dmesg -T has it. */
static void prefix(const struct pk_log_style *style, const struct pk_log_line *line, char *buf,
		   size_t size)
{
	char caller[16] = "";
	size_t len;

	if (style->wall_clock) {
		time_t when =
			(time_t)(((int64_t)line->ts_nsec + style->wall_offset_ns) / 1000000000);
		struct tm tm;

		if (!gmtime_r(&when, &tm) || !strftime(buf, size, "[%a %b %e %H:%M:%S %Y]", &tm))
			snprintf(buf, size, "[?]");
	} else {
		snprintf(buf, size, "[%5llu.%06llu]",
			 (unsigned long long)(line->ts_nsec / 1000000000),
			 (unsigned long long)(line->ts_nsec % 1000000000 / 1000));
	}
	if (!style->caller)
		return;
	if (line->has_caller)
		snprintf(caller, sizeof(caller), "%c%u", line->by_cpu ? 'C' : 'T', line->caller);
	len = strlen(buf);
	snprintf(buf + len, size - len, "[%6s]", line->has_caller ? caller : "?");
}

void pk_render_log_caller(struct pk_out *out, bool has_caller, bool by_cpu, uint32_t caller)
{
	pk_out_uint_if(out, "caller_cpu", NULL, has_caller && by_cpu, caller);
	pk_out_uint_if(out, "caller_pid", NULL, has_caller && !by_cpu, caller);
}

void pk_render_log_line(struct pk_out *out, const struct pk_log_style *style,
			const struct pk_log_line *line, FILE *raw)
{
	if (out->ops == &pk_out_json_ops) {
		char *text = strndup(line->text, line->len);

		pk_out_object_begin(out, NULL);
		pk_out_keys(out,
			    "what ts_ns wall_ns severity from_user caller_cpu caller_pid text");
		pk_out_str(out, "what", NULL, "log");
		pk_out_ns(out, "ts_ns", NULL, line->ts_nsec);
		pk_out_ns_if(out, "wall_ns", NULL, style->wall_clock,
			     line->ts_nsec + (uint64_t)style->wall_offset_ns);
		pk_out_word(out, "severity", NULL,
			    line->has_level ? pk_log_levels[line->level] : NULL);
		pk_out_bool(out, "from_user", line->from_user);
		pk_render_log_caller(out, line->has_caller, line->by_cpu, line->caller);
		pk_out_str(out, "text", NULL, text ? text : "");
		pk_out_object_end(out);
		free(text);
	} else {
		const char *text = line->text, *end = text + line->len;
		char before[64];

		prefix(style, line, before, sizeof(before));
		do {
			const char *stop = memchr(text, '\n', (size_t)(end - text));
			size_t len = (size_t)((stop ? stop : end) - text);

			if (raw) {
				fprintf(raw, "%s ", before);
				fwrite(text, 1, len, raw);
				fputc('\n', raw);
			} else {
				pk_out_text(out, "%s %.*s\n", before, (int)len, text);
			}
			text += len + 1;
		} while (text < end);
	}
}
