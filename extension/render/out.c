// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/out.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "core/printable.h"

const struct pk_out_ops *pk_out_form(bool json)
{
	return json ? &pk_out_json_ops : &pk_out_text_ops;
}

void pk_out_init(struct pk_out *out, FILE *fp, const struct pk_out_ops *ops)
{
	memset(out, 0, sizeof(*out));
	out->fp = fp;
	out->ops = ops;
	if (ops->init)
		ops->init(out);
}

void pk_out_begin(struct pk_out *out, FILE *fp, bool json, struct pk_screen screen)
{
	static const struct pk_out_ops none;

	pk_out_init(out, fp, screen.unseen ? &none : pk_out_form(json));
	out->screen = screen;
}

void pk_out_deinit(struct pk_out *out)
{
	/* "netns 4026532177 is web-0 (mounted on cni-6b7c, container 3fa21bc4d5e6)" */
	for (uint32_t i = 0; i < out->nr_named; i++) {
		const struct pk_netns_name *name = out->named[i];
		const char *called = pk_netns_called(name), *also = " (";

		pk_out_text(out, "netns %u is %s", name->inum, called ? called : "?");
		if (called != name->mounted && name->mounted[0]) {
			pk_out_text(out, "%smounted on %s", also, name->mounted);
			also = ", ";
		}
		if (called != name->container && name->container[0]) {
			pk_out_text(out, "%scontainer %.12s", also, name->container);
			also = ", ";
		}
		pk_out_text(out, "%s\n", *also == ',' ? ")" : "");
	}
	free(out->named);
	if (out->ops->deinit)
		out->ops->deinit(out);
}

static void begin(struct pk_out *out, const char *key, bool array)
{
	if (out->ops->begin)
		out->ops->begin(out, key, array);
}

static void end(struct pk_out *out)
{
	if (out->ops->end)
		out->ops->end(out);
}

void pk_out_object_begin(struct pk_out *out, const char *key)
{
	begin(out, key, false);
}

void pk_out_object_end(struct pk_out *out)
{
	end(out);
}

void pk_out_array_begin(struct pk_out *out, const char *key)
{
	begin(out, key, true);
}

void pk_out_array_end(struct pk_out *out)
{
	end(out);
}

void pk_out_keys(struct pk_out *out, const char *keys)
{
	if (out->ops->keys)
		out->ops->keys(out, keys);
}

static void put(struct pk_out *out, const char *key, const char *text, struct pk_out_value value)
{
	if (out->ops->field)
		out->ops->field(out, key, text, &value);
}

void pk_out_str(struct pk_out *out, const char *key, const char *text, const char *value)
{
	put(out, key, text, (struct pk_out_value){value ? PK_OUT_STR : PK_OUT_NULL, .str = value});
}

void pk_out_word(struct pk_out *out, const char *key, const char *text, const char *value)
{
	pk_out_str(out, key, text, value && value[0] ? value : NULL);
}

void pk_out_uint_if(struct pk_out *out, const char *key, const char *text, bool known,
		    unsigned long long value)
{
	put(out, key, text, (struct pk_out_value){known ? PK_OUT_UINT : PK_OUT_NULL, .num = value});
}

static const struct pk_netns_name *name_of(const struct pk_out *out, uint32_t inum)
{
	return inum && out->names.netns ? out->names.netns(out->names.arg, inum) : NULL;
}

void pk_out_netns_told(struct pk_out *out, uint32_t inum)
{
	const struct pk_netns_name *name = name_of(out, inum);

	if (!name || !out->ops->text)
		return;
	for (uint32_t i = out->nr_named; i--;)
		if (out->named[i] == name)
			return;
	if (!pk_grow(out->named, out->nr_named, out->room_named))
		out->failed = true;
	else
		out->named[out->nr_named++] = name;
}

void pk_out_netns(struct pk_out *out, const char *key, const char *text, uint32_t inum)
{
	const struct pk_netns_name *name = name_of(out, inum);
	char name_key[32];

	pk_out_uint_if(out, key, text, inum, inum);
	if (!name)
		return;
	if (text)
		pk_out_netns_told(out, inum);
	snprintf(name_key, sizeof(name_key), "%s_name", key);
	pk_out_str(out, name_key, NULL, pk_netns_called(name));
}

void pk_out_int_if(struct pk_out *out, const char *key, const char *text, bool known,
		   long long value)
{
	put(out, key, text,
	    (struct pk_out_value){known ? PK_OUT_INT : PK_OUT_NULL, .num = (uint64_t)value});
}

void pk_out_bool_if(struct pk_out *out, const char *key, bool known, bool value)
{
	put(out, key, NULL, (struct pk_out_value){known ? PK_OUT_BOOL : PK_OUT_NULL, .num = value});
}

void pk_out_ns_if(struct pk_out *out, const char *key, const char *text, bool known, uint64_t ns)
{
	put(out, key, text, (struct pk_out_value){known ? PK_OUT_NS : PK_OUT_NULL, .num = ns});
}

void pk_out_uint(struct pk_out *out, const char *key, const char *text, unsigned long long value)
{
	pk_out_uint_if(out, key, text, true, value);
}

void pk_out_int(struct pk_out *out, const char *key, const char *text, long long value)
{
	pk_out_int_if(out, key, text, true, value);
}

void pk_out_bool(struct pk_out *out, const char *key, bool value)
{
	pk_out_bool_if(out, key, true, value);
}

void pk_out_ns(struct pk_out *out, const char *key, const char *text, uint64_t ns)
{
	pk_out_ns_if(out, key, text, true, ns);
}

void pk_out_null(struct pk_out *out, const char *key)
{
	put(out, key, NULL, (struct pk_out_value){.kind = PK_OUT_NULL});
}

void pk_out_addr(struct pk_out *out, const char *key, const char *text, uint64_t addr)
{
	put(out, key, text, (struct pk_out_value){PK_OUT_ADDR, .num = addr});
}

void pk_out_text(struct pk_out *out, const char *fmt, ...)
{
	va_list args;

	if (!out->ops->text)
		return;
	va_start(args, fmt);
	out->ops->text(out, fmt, args);
	va_end(args);
}

bool pk_out_whole(const struct pk_out *out)
{
	return out->ops->whole;
}

void pk_out_tone(struct pk_out *out, enum pk_tone tone)
{
	if (out->screen.tones && out->ops->tone)
		out->ops->tone(out, tone);
}
