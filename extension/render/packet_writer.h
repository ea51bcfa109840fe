/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PACKET_WRITER_H
#define PK_RENDER_PACKET_WRITER_H

#include <stdio.h>

#include "render/packet.h"

/** A file of packets being written: whoever has the packets and reads their paths hands over one after the other. */
struct pk_packet_writer { /* a format's own struct begins with it */
	const struct pk_packet_style *style;
	FILE *fp;
	uint32_t lines; /* that paths are folded to, as for pk_path_make() */
	bool needs_paths; /* a packet whose path cannot be read ends the file */
	bool nomem; /* nothing more is written */
	/** Whether PACKET is in the file; asked once. */
	bool (*takes)(struct pk_packet_writer *writer, const struct pk_packet *packet);
	/** PACKET, the set's NUMBERth. PATH: NULL if it could not be read. */
	void (*put)(struct pk_packet_writer *writer, const struct pk_packet *packet,
		    const struct pk_path *path, uint32_t number);
};

#endif
