// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/formats.h"

#include <string.h>

#include "core/printable.h"
#include "render/out.h"

/* From render/html/: the page before and after the data. */
static const char *const head[] = {
#include "html_head.h"
};
static const char *const tail[] = {
#include "html_tail.h"
};

/* "</script" ends data and "<!--" changes what ends it: neither is possible without '<', which JSON may escape. */
static ssize_t put_escaped(void *fp, const char *bytes, size_t len)
{
	const char *at = bytes, *end = bytes + len;

	while (at < end) {
		const char *mark = memchr(at, '<', end - at);
		size_t plain = (size_t)((mark ? mark : end) - at);

		if (fwrite(at, 1, plain, fp) != plain)
			return 0;
		if (mark && fputs("\\u003c", fp) == EOF)
			return 0;
		at += plain + (mark != NULL);
	}
	return (ssize_t)len;
}

void pk_html_begin(struct pk_html *html, FILE *fp)
{
	*html = (struct pk_html){.fp = fp};
	for (size_t i = 0; i < sizeof(head) / sizeof(*head); i++)
		fputs(head[i], fp);
}

FILE *pk_html_part_begin(struct pk_html *html, const char *name, const char *command)
{
	struct pk_out out;

	html->part = fopencookie(html->fp, "w", (cookie_io_functions_t){.write = put_escaped});
	if (!html->part)
		return NULL;
	fputs("<script type=\"application/json\">\n", html->fp);
	pk_out_init(&out, html->part, &pk_out_json_ops);
	pk_out_object_begin(&out, NULL);
	pk_out_str(&out, "part", NULL, name);
	pk_out_str(&out, "command", NULL, command);
	pk_out_object_end(&out);
	pk_out_deinit(&out);
	return html->part;
}

bool pk_html_part_end(struct pk_html *html, const char *name, bool failed)
{
	struct pk_out out;
	bool written;

	pk_out_init(&out, html->part, &pk_out_json_ops);
	pk_out_object_begin(&out, NULL);
	pk_out_str(&out, "part_end", NULL, name);
	pk_out_bool(&out, "failed", failed);
	pk_out_object_end(&out);
	written = !out.failed;
	pk_out_deinit(&out);
	written &= !fclose(html->part);
	html->part = NULL;
	return fputs("</script>\n", html->fp) != EOF && written;
}

void pk_html_end(struct pk_html *html)
{
	for (size_t i = 0; i < sizeof(tail) / sizeof(*tail); i++)
		fputs(tail[i], html->fp);
}
