/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_HTML_H
#define PK_RENDER_HTML_H

#include <stdbool.h>
#include <stdio.h>

/**
 * One HTML file: a page that draws (render/html/, embedded when this is built) and the JSON Lines that it draws from, each
 * part as the command prints it with -j. No part can end its element: in it every '<' is \u003c. The page loads nothing, and
 * runs no script but its own, by the hash in its Content-Security-Policy.
 */
struct pk_html {
	FILE *fp; /* borrowed */
	FILE *part; /* owned while a part is open */
};

/** Everything before the first part. */
void pk_html_begin(struct pk_html *html, FILE *fp);
/** A part: what COMMAND ("pkttrace flows -j") prints goes to the stream that is returned, until pk_html_part_end(). In the
 *  file one of two lines, {"part":NAME,"command":COMMAND} before it, {"part_end":NAME,"failed":FAILED} behind it. NULL:
 *  out of memory. */
FILE *pk_html_part_begin(struct pk_html *html, const char *name, const char *command);
/** False: it could not be written. */
bool pk_html_part_end(struct pk_html *html, const char *name, bool failed);
/** Everything behind the last part. */
void pk_html_end(struct pk_html *html);

#endif
