// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>

#include "protocol/ipsec.h"
#include "render/out.h"

#define NUMBER_TEXT 16 /* bytes */

static const char keys[] = "protocol mode state spi bytes packets netns address family saddr daddr "
			   "reqid cipher auth aead window sent received too_old replayed "
			   "not_authentic encap encap_sport encap_dport";

void pk_render_xfrm_heading(struct pk_out *out)
{
	pk_out_text(out, "%-5s %-10s %-8s %-10s %10s %8s  %-10s %-16s  %s\n", "PROTO", "MODE",
		    "STATE", "SPI", "BYTES", "PACKETS", "NETNS", "ADDRESS", "SOURCE > DESTINATION");
}

/* NAME, or the number if there is none. */
static const char *word(const char *name, unsigned number, char buf[NUMBER_TEXT])
{
	snprintf(buf, NUMBER_TEXT, "%u", number);
	return name ? name : buf;
}

static void show_name(struct pk_out *out, const char *key, const char *name)
{
	pk_out_str(out, key, name[0] ? " %s" : NULL, name[0] ? name : NULL);
}

static void show_encap(struct pk_out *out, const struct pk_xfrm_state *state)
{
	char buf[NUMBER_TEXT];

	pk_out_str(out, "encap", state->encap ? " %s" : NULL,
		   state->encap ? word(pk_xfrm_encap_name(state->encap), state->encap, buf) : NULL);
	pk_out_uint_if(out, "encap_sport", state->encap ? " %llu" : NULL, state->encap,
		       state->encap_sport);
	pk_out_uint_if(out, "encap_dport", state->encap ? " > %llu" : NULL, state->encap,
		       state->encap_dport);
}

static void show_refused(struct pk_out *out, const char *key, const char *text, uint32_t nr)
{
	pk_out_uint(out, key, nr ? text : NULL, nr);
}

void pk_render_xfrm(struct pk_out *out, const struct pk_xfrm_state *state)
{
	char buf[NUMBER_TEXT], address[64];

	PK_OUT_RECORD(out, "xfrm_state");
	pk_out_keys(out, keys);
	pk_out_str(out, "protocol", "%-5s",
		   word(pk_xfrm_protocol_name(state->protocol), state->protocol, buf));
	pk_out_str(out, "mode", " %-10s", word(pk_xfrm_mode_name(state->mode), state->mode, buf));
	pk_out_str(out, "state", " %-8s",
		   word(pk_xfrm_state_name(state->state), state->state, buf));
	pk_out_uint(out, "spi", " %#-10llx", state->spi);
	pk_out_uint(out, "bytes", " %10llu", state->bytes);
	pk_out_uint(out, "packets", " %8llu", state->packets);
	pk_out_netns(out, "netns", "  %-10llu", state->netns);
	pk_out_addr(out, "address", " %llx", state->addr);
	pk_out_uint_if(out, "family", NULL, state->family, state->family);
	pk_address_text(state->family, state->saddr, address, sizeof(address));
	pk_out_str(out, "saddr", "  %s", state->family ? address : NULL);
	pk_address_text(state->family, state->daddr, address, sizeof(address));
	pk_out_str(out, "daddr", " > %s", state->family ? address : NULL);
	pk_out_uint(out, "reqid", "\n        reqid %llu", state->reqid);
	show_encap(out, state);
	show_name(out, "cipher", state->cipher);
	show_name(out, "auth", state->auth);
	show_name(out, "aead", state->aead);
	pk_out_uint(out, "window", " window %llu", state->window);
	pk_out_uint(out, "sent", " sent %llu", state->sent);
	pk_out_uint(out, "received", " received %llu", state->received);
	show_refused(out, "too_old", " too old %llu", state->too_old);
	show_refused(out, "replayed", " replayed %llu", state->replayed);
	show_refused(out, "not_authentic", " not authentic %llu", state->not_authentic);
	pk_out_text(out, "\n");
}
