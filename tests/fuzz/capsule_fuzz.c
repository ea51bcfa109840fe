// SPDX-License-Identifier: GPL-3.0-or-later
/* The capsule reader. First byte even: the rest is a file. Odd: the rest are sections RANG, MEMO and
 * ANSW (and whatever else), put into a valid frame, since no fuzzer guesses a checksum. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "target/capsule/capsule.h"
#include "target/capsule/wire.h"

#define MAX_BODY (4 << 20)

static bool see_symbol(const struct pk_symbol *symbol, void *arg)
{
	*(uint64_t *)arg += symbol->addr + strlen(symbol->name) + strlen(symbol->module);
	return true;
}

/* Every kind of question, at places that inputs are likely to have. */
static void question(struct pk_target *target)
{
	static const char *const names[] = {"a", "tcp_ack", "struct sk_buff", ""};
	uint64_t addrs[] = {0, 0x1000, 0xffffffff81000310ull, 0xffff888000001010ull,
			    UINT64_MAX - 3};
	struct pk_cpumask mask;
	struct pk_member member;
	struct pk_symbol symbol;
	struct pk_regs regs;
	uint64_t value = 0;
	int64_t number;
	uint8_t buf[300];
	int cpu;

	for (size_t i = 0; i < sizeof(addrs) / sizeof(addrs[0]); i++) {
		target->ops->read(target, addrs[i], buf, sizeof(buf));
		target->ops->read(target, addrs[i], buf, 4);
		target->ops->symbol_at(target, addrs[i], &symbol);
		target->ops->virt_to_page(target, addrs[i], &value);
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		target->ops->symbol(target, names[i], &value);
		target->ops->symbols_named(target, names[i], see_symbol, &value);
		target->ops->type_size(target, names[i], &value);
		target->ops->member(target, names[i], "len", &member);
		target->ops->enumerator(target, names[i], &number);
		target->ops->enum_name(target, names[i], 3, (char *)buf, sizeof(buf));
	}
	for (int i = 0; i < 3; i++) {
		target->ops->percpu_offset(target, i, &value);
		target->ops->cpumask(target, i, &mask);
		target->ops->regs(target, i, &regs);
	}
	target->ops->panic_cpu(target, &cpu);
}

static void parse(const uint8_t *data, size_t size)
{
	struct pk_target *target;
	char error[256];

	if (pk_capsule_parse(data, size, MAX_BODY, &target, error, sizeof(error)) != PK_OK)
		return;
	question(target);
	pk_capsule_close(target);
}

static void parse_sections(const uint8_t *data, size_t size)
{
	struct pk_facts facts = {.word_size = 8, .page_size = 4096, .nr_cpu_ids = 2};
	struct pk_bytes plain = {0}, fact = {0}, file = {0};
	size_t room;
	uint8_t *frame;

	pk_wire_put_facts(&fact, &facts);
	pk_put(&plain, "MANI\0\0\0\0\3\0\0\0\0\0\0\0{}\nFACT\0\0\0\0", 27);
	pk_put_uint(&plain, fact.len, 8);
	pk_put(&plain, fact.data, fact.len);
	pk_put(&plain, data, size);
	room = ZSTD_compressBound(plain.len);
	frame = malloc(room);
	if (frame) {
		pk_put(&file, PK_CAPSULE_FIRST_LINE "{}\n", strlen(PK_CAPSULE_FIRST_LINE) + 3);
		pk_put(&file, frame, ZSTD_compress(frame, room, plain.data, plain.len, 1));
		parse(file.data, file.len);
	}
	free(frame);
	pk_bytes_deinit(&plain);
	pk_bytes_deinit(&fact);
	pk_bytes_deinit(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	if (data[0] & 1)
		parse_sections(data + 1, size - 1);
	else
		parse(data + 1, size - 1);
	return 0;
}
