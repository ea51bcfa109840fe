/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_HTML_H
#define PK_RENDER_HTML_H

#include <stdbool.h>
#include <stdio.h>

/**
 * One HTML file: a page that draws (render/html/, embedded at build time) and the JSON Lines that
 * it draws from, each part as its command prints it with -j. No part can end its element, because
 * every '<' in it is \u003c. The page loads nothing and runs only its own script, by the hash in
 * its Content-Security-Policy.
 */
struct pk_html {
	FILE *fp; /* borrowed */
	FILE *part; /* owned while a part is open */
};

/** Write everything before the first part. */
void pk_html_begin(struct pk_html *html, FILE *fp);
/** Begin a part: the output of COMMAND ("pkttrace flows -j") goes to the returned stream until
 *  pk_html_part_end(). The file has {"part":NAME,"command":COMMAND} on a line before it, and
 *  {"part_end":NAME,"failed":FAILED} after it. NULL: out of memory. */
FILE *pk_html_part_begin(struct pk_html *html, const char *name, const char *command);
/** End the part. False: it could not be written. */
bool pk_html_part_end(struct pk_html *html, const char *name, bool failed);
/** Write everything after the last part. */
void pk_html_end(struct pk_html *html);

#endif
