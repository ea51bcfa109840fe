// SPDX-License-Identifier: GPL-3.0-or-later
/* Neighbours, addresses and what bridges know, as iproute2 prints them: ipneigh.c, ipaddress.c, bridge/fdb.c, bridge/vlan.c. */
#include "render/views.h"

#include <string.h>

#include "core/status.h"
#include "model/figure.h"
#include "render/out.h"

#define PREFIX 64 /* bytes of text */
#define IFA_PERMANENT_BIT 7

static const char *address_text(const struct pk_prefix *prefix, char *text)
{
	return prefix->family ? pk_address_text(prefix->family, prefix->bytes, text, PREFIX) : NULL;
}

static void begin(struct pk_out *out, const char *what, uint32_t inum)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, what);
	pk_out_netns(out, "netns", NULL, inum);
}

static void end(struct pk_out *out, enum pk_status status, uint64_t addr)
{
	pk_out_str(out, "lacks", NULL, status == PK_OK ? NULL : pk_status_name(status));
	if (status != PK_OK)
		pk_out_text(out, " (not all of it could be read: %s)", pk_status_name(status));
	pk_out_addr(out, "addr", NULL, addr);
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

struct flag {
	uint32_t bit;
	const char *name;
};

static void render_flags(struct pk_out *out, uint32_t flags, const struct flag *names, size_t nr)
{
	PK_OUT_ARRAY(out, "ntf_flags");
	for (size_t i = 0; i < nr; i++)
		if (flags & names[i].bit)
			pk_out_str(out, NULL, " %s", names[i].name);
}

void pk_render_neigh(struct pk_out *out, uint32_t inum, const struct pk_neigh *neigh)
{
	static const struct flag flags[] = {{0x80, "router"},	    {0x08, "proxy"},
					    {0x10, "extern_learn"}, {0x20, "offload"},
					    {0x100, "managed"},	    {0x400, "extern_valid"}};
	char text[PREFIX], lladdr[PK_LLADDR_TEXT], name[16];

	begin(out, "neigh", inum);
	pk_out_uint(out, "family", NULL, neigh->dst.family);
	pk_out_str(out, "dst", "%s", address_text(&neigh->dst, text));
	pk_out_word(out, "dev", " dev %s", neigh->dev);
	pk_out_uint_if(out, "ifindex", NULL, neigh->ifindex, neigh->ifindex);
	pk_out_str(out, "lladdr", " lladdr %s",
		   neigh->has_lladdr
			   ? pk_lladdr_text(neigh->type, neigh->lladdr, neigh->lladdr_len, lladdr)
			   : NULL);
	render_flags(out, neigh->flags | (neigh->proxy ? 0x08 : 0), flags,
		     sizeof(flags) / sizeof(*flags));
	pk_out_str(out, "state", neigh->state ? " %s" : NULL,
		   neigh->proxy ? NULL : pk_nud_name(neigh->state));
	pk_out_str(out, "protocol", " proto %s",
		   neigh->protocol ? pk_route_protocol_name(neigh->protocol, name) : NULL);
	pk_out_figure(out, "queued", neigh->queued.value ? " (%llu packet(s) wait(-s))" : NULL,
		      &neigh->queued);
	pk_out_figure(out, "nud_probes", NULL, &neigh->probes);
	end(out, neigh->status, neigh->addr);
}

/* print_ifa_flags() */
static void render_address_flags(struct pk_out *out, const struct pk_ip_address *address)
{
	const uint32_t flags = address->flags ^ 1u << IFA_PERMANENT_BIT;
	const char *name;

	PK_OUT_ARRAY(out, "ifa_flags");
	for (unsigned i = 0; (name = pk_ip_address_flag_name(address->local.family, i)); i++)
		if (flags >> i & 1)
			pk_out_str(out, NULL, " %s", name);
}

static void render_lifetime(struct pk_out *out, const char *key, bool told, uint32_t seconds)
{
	const bool forever = seconds == UINT32_MAX;

	pk_out_uint_if(out, key, NULL, told && !forever, seconds);
	if (told)
		pk_out_text(out, forever ? " %.*s_lft forever" : " %.*s_lft %usec",
			    (int)strlen(key) - 2, key, seconds);
}

static const char *address_protocol(unsigned protocol, char *buf)
{
	static const char *const names[] = {NULL, "kernel_lo", "kernel_ra", "kernel_ll"};

	return protocol < 4 ? names[protocol] : pk_route_protocol_name(protocol, buf);
}

void pk_render_ip_address(struct pk_out *out, uint32_t inum, const char *dev, uint32_t ifindex,
			  const struct pk_ip_address *address)
{
	const bool aged = address->ages &&
			  (address->valid_s != UINT32_MAX || address->preferred_s != UINT32_MAX);
	char text[PREFIX], name[16];

	begin(out, "ip_address", inum);
	pk_out_uint(out, "family", NULL, address->local.family);
	pk_out_uint(out, "ifindex", "%llu:", ifindex);
	pk_out_word(out, "dev", " %s", dev);
	pk_out_str(out, "local", address->local.family == 6 ? " inet6 %s" : " inet %s",
		   address_text(&address->local, text));
	pk_out_str(out, "peer", " peer %s", address_text(&address->peer, text));
	pk_out_uint(out, "prefixlen", "/%llu", address->local.length);
	pk_out_uint_if(out, "metric", " metric %llu", address->metric, address->metric);
	pk_out_str(out, "broadcast", " brd %s", address_text(&address->broadcast, text));
	pk_out_str(out, "scope", " scope %s", pk_route_scope_name(address->scope, name));
	render_address_flags(out, address);
	pk_out_str(out, "protocol", " proto %s", address_protocol(address->protocol, name));
	pk_out_word(out, "label", " %s", address->label);
	render_lifetime(out, "valid_s", aged, address->valid_s);
	render_lifetime(out, "preferred_s", aged, address->preferred_s);
	end(out, address->status, address->addr);
}

/* state_n2a(): of several bits the first that says something */
static const char *fdb_state(uint16_t state)
{
	return state & PK_NUD_PERMANENT	  ? "permanent"
	       : state & PK_NUD_NOARP	  ? "static"
	       : state & PK_NUD_STALE	  ? "stale"
	       : state & PK_NUD_REACHABLE ? "reachable"
					  : pk_nud_name(state);
}

void pk_render_fdb_entry(struct pk_out *out, uint32_t inum, const struct pk_fdb_entry *entry,
			 const char *via)
{
	static const struct flag flags[] = {
		{0x02, "self"},	  {0x80, "router"}, {0x10, "extern_learn"}, {0x20, "offload"},
		{0x04, "master"}, {0x40, "sticky"}, {0x200, "locked"}};
	char text[PREFIX], mac[PK_LLADDR_TEXT];

	begin(out, "fdb", inum);
	pk_out_str(out, "mac", "%s", pk_lladdr_text(1, entry->mac, 6, mac));
	pk_out_word(out, "dev", " dev %s", entry->dev);
	pk_out_str(out, "dst", " dst %s", address_text(&entry->dst, text));
	pk_out_uint_if(out, "vlan", " vlan %llu", entry->vlan, entry->vlan);
	pk_out_uint_if(out, "port", " port %llu", entry->port, entry->port);
	pk_out_uint_if(out, "vni", " vni %llu", entry->vni, entry->vni);
	pk_out_str(out, "via", " via %s", via);
	pk_out_uint_if(out, "via_ifindex", via ? NULL : " via if%llu", entry->via, entry->via);
	render_flags(out, entry->flags, flags, sizeof(flags) / sizeof(*flags));
	pk_out_word(out, "master", " master %s", entry->master);
	pk_out_str(out, "state", entry->state == PK_NUD_REACHABLE ? NULL : " %s",
		   fdb_state(entry->state));
	end(out, entry->status, entry->addr);
}

void pk_render_bridge_vlan(struct pk_out *out, uint32_t inum, const char *dev,
			   const struct pk_bridge_vlan *vlan)
{
	begin(out, "bridge_vlan", inum);
	pk_out_word(out, "dev", "%s", dev);
	pk_out_uint(out, "vlan", " %llu", vlan->first);
	pk_out_uint(out, "vlan_end", vlan->last != vlan->first ? "-%llu" : NULL, vlan->last);
	pk_out_bool(out, "pvid", vlan->pvid);
	pk_out_bool(out, "untagged", vlan->untagged);
	pk_out_text(out, "%s%s\n", vlan->pvid ? " PVID" : "",
		    vlan->untagged ? " Egress Untagged" : "");
	pk_out_object_end(out);
}
