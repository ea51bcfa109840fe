// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * dat-events FILE: the events of a trace.dat as libtracecmd reads them (the library of trace-cmd and
 * KernelShark; libtraceevent's kbuffer walks the pages), a line each, in its order:
 *
 *	buffer TAB cpu TAB ns TAB pid TAB comm TAB system TAB event TAB missed TAB skew TAB field=value ...
 *
 * Skew is what discarded events before it on its page add to its time: kbuffer adds their deltas, the kernel's
 * own readers do not (rb_update_iter_read_stamp()).
 * Values are integers in hex, as wide as the field; addresses of functions come with a name ("ip=ff..@tcp_ack").
 */
#include <event-parse.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <trace-cmd.h>

#define PADDING 29
#define HEADER 16 /* struct buffer_data_page before its data */

struct listing {
	struct tep_handle *tep;
	const char *buffer;
	const uint8_t *bytes; /* of the file */
	size_t page_size;
};

static uint32_t word_at(const struct listing *listing, const uint8_t *at)
{
	uint32_t word;

	memcpy(&word, at, sizeof(word));
	return tep_is_file_bigendian(listing->tep) ? __builtin_bswap32(word) : word;
}

/* Deltas of discarded events on the record's page up to it. The two parts of a head are a bit field, which begins at the other end
 * on a big-endian machine. */
static unsigned long long skew_of(const struct listing *listing, const struct tep_record *record)
{
	const uint8_t *page = listing->bytes + (record->offset & ~(listing->page_size - 1));
	const uint8_t *at = page + HEADER, *end = listing->bytes + record->offset;
	int big = tep_is_file_bigendian(listing->tep);
	unsigned long long skew = 0;

	while (at < end) {
		uint32_t head = word_at(listing, at);
		uint32_t type_len = big ? head >> 27 : head & 31;
		uint32_t delta = big ? head & 0x7ffffff : head >> 5;

		if (type_len == 31)
			skew = 0; /* an absolute time */
		if (type_len == PADDING)
			skew += delta;
		if (!type_len || type_len == PADDING)
			at += 4 + word_at(listing, at + 4);
		else
			at += type_len > PADDING ? 8 : 4 + 4 * type_len;
	}
	return skew;
}

static int is_function(const char *name)
{
	return !strcmp(name, "ip") || !strcmp(name, "parent_ip") || !strcmp(name, "func");
}

static void print_field(struct tep_handle *tep, struct tep_format_field *field,
			struct tep_record *record)
{
	unsigned long long value;
	const char *function;

	if (field->flags & (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_DYNAMIC))
		return;
	if (tep_read_number_field(field, record->data, &value))
		return;
	if (field->size < 8)
		value &= (1ull << 8 * field->size) - 1;
	printf(" %s=%llx", field->name, value);
	function = is_function(field->name) ? tep_find_function(tep, value) : NULL;
	if (function)
		printf("@%s", function);
}

static int print_event(struct tracecmd_input *handle, struct tep_record *record, int cpu, void *arg)
{
	struct listing *listing = arg;
	struct tep_event *event = tep_find_event_by_record(listing->tep, record);
	int pid = tep_data_pid(listing->tep, record);

	(void)handle;
	printf("%s\t%d\t%llu\t%d\t%s\t%s\t%s\t%lld\t%llu\t", listing->buffer, cpu, record->ts, pid,
	       tep_data_comm_from_pid(listing->tep, pid), event ? event->system : "?",
	       event ? event->name : "?", record->missed_events, skew_of(listing, record));
	if (event)
		for (struct tep_format_field *field = event->format.fields; field;
		     field = field->next)
			print_field(listing->tep, field, record);
	putchar('\n');
	return 0;
}

static void map_file(const char *path, struct listing *listing)
{
	int fd = open(path, O_RDONLY);
	struct stat info;

	if (fd < 0 || fstat(fd, &info))
		exit(1);
	listing->bytes = mmap(NULL, info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (listing->bytes == MAP_FAILED)
		exit(1);
}

int main(int argc, char **argv)
{
	struct tracecmd_input *file =
		argc == 2 ? tracecmd_open(argv[1], TRACECMD_FL_LOAD_NO_PLUGINS) : NULL;
	struct listing listing = {.buffer = ""};

	if (!file) {
		fprintf(stderr, "dat-events: %s cannot be opened\n",
			argc == 2 ? argv[1] : "(one FILE)");
		return 1;
	}
	listing.tep = tracecmd_get_tep(file);
	map_file(argv[1], &listing);
	listing.page_size = word_at(&listing, listing.bytes + 14);
	if (tracecmd_iterate_events(file, NULL, 0, print_event, &listing) < 0)
		return 1;
	for (int i = 0; i < tracecmd_buffer_instances(file); i++) {
		struct tracecmd_input *buffer = tracecmd_buffer_instance_handle(file, i);

		if (!buffer) {
			fprintf(stderr, "dat-events: buffer %d cannot be opened\n", i);
			return 1;
		}
		listing.buffer = tracecmd_buffer_instance_name(file, i);
		if (tracecmd_iterate_events(buffer, NULL, 0, print_event, &listing) < 0)
			return 1;
		tracecmd_close(buffer);
	}
	tracecmd_close(file);
	return fflush(stdout) ? 1 : 0;
}
