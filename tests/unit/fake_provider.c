// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_provider.h"

static struct pk_target *target_of(struct pk_provider *provider)
{
	return &((struct fake_provider *)provider)->fake->target;
}

#define ASK(provider, what, ...) target_of(provider)->ops->what(target_of(provider), __VA_ARGS__)

static enum pk_status read_memory(struct pk_provider *provider, uint64_t addr, void *buf,
				  size_t len)
{
	return ASK(provider, read, addr, buf, len);
}

static bool symbol(struct pk_provider *provider, const char *name, uint64_t *ret_addr)
{
	return ASK(provider, symbol, name, ret_addr) == PK_OK;
}

static bool symbol_named(struct pk_provider *provider, const char *name,
			 struct pk_symbol *ret_symbol)
{
	uint64_t addr;

	return symbol(provider, name, &addr) && ASK(provider, symbol_at, addr, ret_symbol) == PK_OK;
}

static bool symbol_at(struct pk_provider *provider, uint64_t addr, struct pk_symbol *ret_symbol)
{
	return ASK(provider, symbol_at, addr, ret_symbol) == PK_OK;
}

static enum pk_status type_size(struct pk_provider *provider, const char *type, uint64_t *ret_size)
{
	return ASK(provider, type_size, type, ret_size);
}

static enum pk_status member(struct pk_provider *provider, const char *type, const char *path,
			     struct pk_member *ret_member)
{
	return ASK(provider, member, type, path, ret_member);
}

static enum pk_status enumerator(struct pk_provider *provider, const char *name, int64_t *ret_value)
{
	return ASK(provider, enumerator, name, ret_value);
}

static enum pk_status enum_name(struct pk_provider *provider, const char *tag, int64_t value,
				char *buf, size_t size)
{
	return ASK(provider, enum_name, tag, value, buf, size);
}

void fake_provider_init(struct fake_provider *provider, struct fake_target *fake)
{
	*provider = (struct fake_provider){
		.provider.facts = fake->target.facts,
		.ops = {.name = "fake",
			.read = read_memory,
			.symbol = symbol,
			.symbol_named = symbol_named,
			.symbol_at = symbol_at,
			.type_size = type_size,
			.member = member,
			.enumerator = enumerator,
			.enum_name = enum_name},
		.fake = fake,
	};
	provider->provider.ops = &provider->ops;
}
