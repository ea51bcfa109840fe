// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Frames and their words, innermost first:
 *
 *	words   | .. inner frames .. | slot[p] | frame of p .. | slot[p+1] | frame of p+1 ..
 *
 * slot[p] holds the return address into function p, pushed when it called p-1; p's own frame lies
 * behind it. What p held in callee-saved registers was saved in the frame of p-1, before slot[p].
 *
 * Where a frame begins with its record (struct pk_arch.record_first), that lies behind slot[p], and the rest of p-1's
 * frame follows:
 *
 *	words   | .. | slot[p] | registers of p | frame of p-1 .. | slot[p+1] | registers of p+1 | frame of p ..
 */
#include "decode/task/stack.h"

#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/net/skb/skb.h"
#include "decode/net/sock/sock.h"
#include "decode/slab.h"

#define ENTRY_ARGS 4 /* of a function: a packet is among the first */

/* The best packet met so far within one place. */
struct found {
	uint64_t skb;
	int score; /* 0: none */
	struct pk_skb fields;
	size_t word; /* where it was, if among the stack's words */
	bool several; /* that are to be cut */
};

/* One CPU's stack that is searched. */
struct search {
	struct pk_ctx *ctx;
	struct pk_stack_image *image;
	struct pk_stack_packet *packet;
	bool cuts; /* the function makes segments: the packet is the one that has a gso_size */
};

/* What a word points to, unless that is free. Where the dump does not tell it may be the packet: that is said. */
static bool live_object(struct pk_ctx *ctx, uint64_t addr, struct pk_slab_object *ret_object)
{
	enum pk_status status = pk_slab_lookup(ctx, addr, ret_object);

	if (status == PK_UNREADABLE)
		pk_warn(ctx, "pointers on a stack could not be followed: %s", pk_error(ctx));
	return status == PK_OK && ret_object->state != PK_SLAB_FREE;
}

static bool is_skb(struct pk_ctx *ctx, uint64_t addr)
{
	struct pk_slab_object object;

	return live_object(ctx, addr, &object) && pk_skb_begins(ctx, &object);
}

static bool is_sock(struct pk_ctx *ctx, uint64_t addr)
{
	struct pk_slab_object object;

	return live_object(ctx, addr, &object) && !object.inside &&
	       (object.kind == PK_OBJECT_SOCK || object.kind == PK_OBJECT_REQUEST_SOCK ||
		object.kind == PK_OBJECT_TW_SOCK);
}

/* A parsed TCP header says most; a packet of a TCP socket comes next (its header is not built yet);
 * the least is an IP packet whose header is not in linear memory yet, as drivers hand them to GRO. */
static int packet_score(struct pk_ctx *ctx, const struct pk_skb *skb)
{
	bool is_named = skb->header_valid ||
			(skb->header.sectag.known && pk_link_known_by_type(ctx, skb->protocol));

	if (is_named)
		return skb->users ? 4 : 1; /* being freed */
	if (skb->sk && is_sock(ctx, skb->sk))
		return 3;
	return skb->protocol == 0x0800 || skb->protocol == 0x86dd ? 2 : 0;
}

static bool is_waiting(const struct pk_stack_packet *packet, uint64_t skb)
{
	return pk_any(packet->nr_waiting, i, packet->waiting[i].skb == skb);
}

/* The head of a list points to a packet that is not handled yet. */
static void consider(const struct search *search, uint64_t word, struct found *found)
{
	struct pk_ctx *ctx = search->ctx;
	struct pk_skb skb;
	int score;

	if (found->skb == word || is_waiting(search->packet, word) || !is_skb(ctx, word) ||
	    pk_skb_read(ctx, word, &skb) != PK_OK ||
	    (search->cuts && !(skb.gso_known && skb.gso_size)))
		return;
	score = packet_score(ctx, &skb);
	found->several |= found->skb != 0;
	if (score > found->score)
		*found = (struct found){
			.skb = word, .score = score, .fields = skb, .several = found->several};
}

static bool frame_is_path(struct pk_ctx *ctx, const struct pk_open_frame *frame,
			  pk_is_path_fn is_path)
{
	struct pk_symbol symbol;

	if (pk_symbol_at(ctx, frame->func, &symbol) != PK_OK)
		return false;
	pk_strip_suffixes(symbol.name);
	return is_path(ctx, symbol.name);
}

/* The innermost frame of a path function; NR_FRAMES: none. */
static size_t path_find(struct pk_ctx *ctx, const struct pk_stack_image *image,
			pk_is_path_fn is_path)
{
	for (size_t i = 0; i < image->nr_frames; i++)
		if (frame_is_path(ctx, &image->frames[i], is_path))
			return i;
	return image->nr_frames;
}

/* The range of words[] that frame I covers, slot of its return address included. */
static size_t frame_word(const struct pk_stack_image *image, size_t i)
{
	if (i >= image->nr_frames)
		return image->nr_words;
	return image->frames[i].slot ? pk_stack_word_index(image, image->frames[i].slot) : 0;
}

/* The frame that the INDEX-th word lies in; NR_FRAMES: in none. */
static size_t frame_of_word(const struct search *search, size_t index)
{
	const struct pk_stack_image *image = search->image;
	const struct pk_arch *arch = pk_arch(search->ctx);
	size_t behind = arch && arch->record_first ? 1 : 0, frame = image->nr_frames;

	for (size_t i = 0; i < image->nr_frames && frame_word(image, i + behind) <= index; i++)
		frame = i;
	return frame;
}

static struct found words_consider(const struct search *search, size_t from, size_t to)
{
	const struct pk_stack_image *image = search->image;
	struct found found = {0};

	for (size_t i = from; i < to && i < image->nr_words; i++) {
		int score = found.score;

		consider(search, image->words[i].word, &found);
		if (found.score > score)
			found.word = i;
	}
	return found;
}

/* What the function at frame INNER kept in registers, as its callee pushed them: nearest first. The
 * function's own frame comes second, for it also holds registers of its caller, whose packet may be
 * another (an ACK is sent while a segment is received). */
static struct found frame_consider(const struct search *search, size_t inner)
{
	const struct pk_stack_image *image = search->image;
	size_t slot = frame_word(image, inner), next = frame_word(image, inner + 1);
	size_t begin = inner ? frame_word(image, inner - 1) : slot;
	const struct pk_arch *arch = pk_arch(search->ctx);
	struct found found = {0};

	if (arch && arch->record_first) {
		if (image->frames[inner].slot)
			found = words_consider(search, slot + 1,
					       slot + 1 + arch->callee_saved < next
						       ? slot + 1 + arch->callee_saved
						       : next);
		return found.score ? found
				   : words_consider(search, next, frame_word(image, inner + 2));
	}
	for (size_t i = slot, n = 0; arch && i-- > begin && n < arch->callee_saved; n++)
		consider(search, image->words[i].word, &found);
	return found.score ? found : words_consider(search, slot, next);
}

/* Where branches land, ftrace's patched call or a breakpoint: until then, arguments are in their registers. */
static uint64_t entry_bytes(const struct pk_ctx *ctx)
{
	const struct pk_arch *arch = pk_arch(ctx);

	return arch ? arch->entry_size + arch->site_size : 0;
}

static bool at_entry(const struct pk_ctx *ctx, const struct pk_open_frame *frame)
{
	return frame->pc - frame->func <= entry_bytes(ctx);
}

/* Registers that were saved where frame INNER was interrupted, or at its first instruction by ftrace
 * (then no unwind entry says so, and they stand among the words of its handler). */
static bool regs_find(struct pk_ctx *ctx, struct pk_stack_image *image, size_t inner,
		      struct pk_saved_regs *ret_saved)
{
	const struct pk_open_frame *frame = &image->frames[inner];

	for (unsigned i = 0; i < image->nr_saved; i++)
		if (image->saved[i].frame == inner) {
			*ret_saved = image->saved[i];
			return true;
		}
	return at_entry(ctx, frame) &&
	       pk_stack_regs_within(ctx, image, 0, frame_word(image, inner + 1), frame->func,
				    frame->func + entry_bytes(ctx) + 1, ret_saved);
}

static struct found arguments_consider(const struct search *search,
				       const struct pk_saved_regs *saved)
{
	struct found found = {0};
	uint64_t value;

	for (unsigned i = 0; i < ENTRY_ARGS; i++)
		if (pk_arch_argument(search->ctx, saved->addr, i, &value) == PK_OK)
			consider(search, value, &found);
	return found;
}

static struct found registers_consider(const struct search *search,
				       const struct pk_saved_regs *saved)
{
	struct pk_ctx *ctx = search->ctx;
	const uint32_t word = ctx->target->facts.word_size;
	struct found found = {0};
	uint64_t size = 0, value;

	pk_row_value(ctx, PK_R_pt_regs_size, &size);
	for (uint64_t at = 0; at + word <= size && at < 512; at += word)
		if (pk_read_ptr(ctx, saved->addr + at, &value) == PK_OK)
			consider(search, value, &found);
	return found;
}

/* What skb_segment() makes has no gso_size; the packet that it cuts lives until it returns, and is in its frame, where its
 * caller's registers are, too, or in a register. Of several none is proven. */
static bool cut_find(const struct search *search, const struct pk_saved_regs *saved, size_t inner,
		     struct found *found)
{
	const struct pk_stack_image *image = search->image;
	struct search cutting = *search;
	struct found other;

	cutting.cuts = true;
	*found = words_consider(&cutting, frame_word(image, inner), frame_word(image, inner + 1));
	if (!saved)
		return found->skb && !found->several;
	other = registers_consider(&cutting, saved);
	if (!found->skb)
		*found = other;
	return found->skb && !found->several && (!other.skb || other.skb == found->skb);
}

static bool is_cutter(struct pk_ctx *ctx, uint64_t func)
{
	struct pk_symbol symbol;

	if (pk_symbol_at(ctx, func, &symbol) != PK_OK)
		return false;
	pk_strip_suffixes(symbol.name);
	return !strcmp(symbol.name, "skb_segment");
}

/* From the surest place to the least sure; the first that holds a packet decides. */
static enum pk_stack_evidence packet_find(const struct search *search,
					  const struct pk_saved_regs *saved, size_t inner,
					  struct found *found)
{
	const struct pk_stack_image *image = search->image;

	if (saved && at_entry(search->ctx, &image->frames[inner])) {
		*found = arguments_consider(search, saved);
		if (found->score)
			return PK_STACK_ARGUMENT;
	}
	if (is_cutter(search->ctx, image->frames[inner].func)) {
		search->packet->cut = cut_find(search, saved, inner, found);
		if (search->packet->cut)
			return PK_STACK_FRAME;
		*found = (struct found){0};
		return PK_STACK_NOWHERE;
	}
	if (saved) {
		*found = registers_consider(search, saved);
		if (found->score)
			return PK_STACK_REGISTER;
	}
	*found = (struct found){0};
	if (!inner) /* it was running: the registers are its own */
		for (uint32_t i = 0; i < image->regs.nr_gpr && i < 32; i++)
			consider(search, image->regs.gpr[i], found);
	if (found->score)
		return PK_STACK_REGISTER;
	*found = frame_consider(search, inner);
	if (found->score)
		return PK_STACK_FRAME;
	*found = words_consider(search, 0, frame_word(image, inner));
	if (found->score)
		return PK_STACK_INNER;
	/* Of a stack that is only searched nobody knows whose a word further out is. */
	for (size_t i = inner + 1;
	     i < image->nr_frames && image->frames[i].source != PK_FRAME_SCANNED; i++) {
		*found = words_consider(search, frame_word(image, i), frame_word(image, i + 1));
		if (found->score)
			return PK_STACK_OUTER;
	}
	return PK_STACK_NOWHERE;
}

/* Does the socket speak with the packet's peer? 0 no, 1 the packet came in, 2 it goes out. */
static int sock_matches(struct pk_ctx *ctx, uint64_t addr, const struct pk_skb *skb)
{
	struct pk_tuple reversed;
	struct pk_sock sock;

	if (!skb->header_valid ||
	    pk_sock_read(ctx, pk_header_outermost(&skb->header), addr, &sock) != PK_OK)
		return 0;
	reversed = pk_tuple_reversed(&sock.tuple);
	if (pk_tuple_equal(&reversed, &skb->header.tuple))
		return 1;
	/* What looped is its sender's no more, and has come in by a device. A clone that waits for a neighbour is nobody's. */
	return (skb->sk || !skb->iif) && pk_tuple_equal(&sock.tuple, &skb->header.tuple) ? 2 : 0;
}

struct sock_search {
	uint64_t any, match;
	int how;
};

static void consider_sock(struct pk_ctx *ctx, uint64_t word, const struct pk_skb *skb,
			  struct sock_search *search)
{
	if (search->match || word == search->any || !is_sock(ctx, word))
		return;
	search->how = sock_matches(ctx, word, skb);
	if (search->how)
		search->match = word;
	else if (!search->any)
		search->any = word;
}

static void sock_find(struct pk_ctx *ctx, const struct pk_stack_image *image,
		      const struct pk_saved_regs *saved, struct pk_stack_packet *packet)
{
	const uint32_t word = ctx->target->facts.word_size;
	struct sock_search search = {0};
	uint64_t size = 0, value;

	if (packet->fields.sk)
		consider_sock(ctx, packet->fields.sk, &packet->fields, &search);
	if (saved)
		pk_row_value(ctx, PK_R_pt_regs_size, &size);
	for (uint64_t at = 0; at + word <= size && at < 512; at += word)
		if (pk_read_ptr(ctx, saved->addr + at, &value) == PK_OK)
			consider_sock(ctx, value, &packet->fields, &search);
	for (uint32_t i = 0; i < image->regs.nr_gpr && i < 32; i++)
		consider_sock(ctx, image->regs.gpr[i], &packet->fields, &search);
	for (size_t i = 0; i < image->nr_words; i++)
		consider_sock(ctx, image->words[i].word, &packet->fields, &search);
	packet->sk = search.match ? search.match : search.any;
	packet->sk_matches = search.match != 0;
	packet->is_tx = search.match && search.how == 2;
}

/* Live packets, each of which points back to the one before, from HEAD round to it again: that a stale head or one that
 * was copied cannot have. */
static bool list_closes(const struct search *search, uint64_t head, uint64_t first, uint64_t last,
			uint64_t func)
{
	const uint32_t word = search->ctx->target->facts.word_size;
	struct pk_stack_packet *packet = search->packet;
	uint64_t before = head, next, prev, link;
	uint32_t nr = packet->nr_waiting;

	if (pk_row_offset(search->ctx, PK_R_skb_next, &link) != PK_OK)
		return false;
	for (uint64_t at = first; nr < PK_STACK_WAITING; at = next) {
		if (pk_read_ptr(search->ctx, at + word, &prev) != PK_OK || prev != before ||
		    pk_read_ptr(search->ctx, at, &next) != PK_OK || !is_skb(search->ctx, at - link))
			return false;
		packet->waiting[nr++] = (struct pk_stack_waiting){.skb = at - link, .func = func};
		if (next == head) {
			packet->nr_waiting = at == last ? nr : packet->nr_waiting;
			return at == last;
		}
		before = at;
	}
	return false;
}

/* Start of the function whose frame the INDEX-th word lies in; 0: of none. */
static uint64_t function_of_word(const struct search *search, size_t index)
{
	size_t frame = frame_of_word(search, index);

	return frame < search->image->nr_frames ? search->image->frames[frame].func : 0;
}

/* Heads of lists (struct list_head, sk_buff_head) among the words: two pointers, to the first and the last. */
static void lists_find(const struct search *search)
{
	const struct pk_stack_image *image = search->image;
	const uint32_t word = search->ctx->target->facts.word_size;

	for (size_t i = 0; i + 1 < image->nr_words; i++) {
		uint64_t head = image->words[i].slot, first = image->words[i].word,
			 last = image->words[i + 1].word;

		if (image->words[i + 1].slot == head + word &&
		    pk_arch_is_kernel(search->ctx, first) && pk_arch_is_kernel(search->ctx, last) &&
		    first != head && !(first % word) && !pk_stack_region_of(search->image, first))
			list_closes(search, head, first, last, function_of_word(search, i));
	}
}

/* The protocol of SKB's header, whichever are shown. */
static uint16_t protocol_of(struct pk_ctx *ctx, const struct pk_skb *skb)
{
	struct pk_skb whole = *skb;
	unsigned shown;

	if (skb->addr && !pk_skb_is_named(skb)) {
		shown = pk_protocols_show_all(ctx);
		if (pk_skb_read(ctx, skb->addr, &whole) != PK_OK)
			whole = *skb;
		ctx->protocols = shown;
	}
	return pk_skb_is_named(&whole) ? whole.header.protocol : 0;
}

enum pk_status pk_stack_packet_find(struct pk_ctx *ctx, int cpu, pk_is_path_fn is_path,
				    struct pk_stack_packet *ret_packet)
{
	struct pk_stack_packet packet = {0};
	struct pk_stack_image image;
	struct search search = {.ctx = ctx, .image = &image, .packet = &packet};
	struct found found = {0};
	struct pk_saved_regs regs;
	const struct pk_saved_regs *saved;
	size_t inner, holder;
	enum pk_status status = pk_stack_image_init(ctx, cpu, &image);

	if (status != PK_OK)
		return status;
	holder = inner = path_find(ctx, &image, is_path);
	if (inner == image.nr_frames) {
		pk_stack_image_deinit(&image);
		return pk_fail(ctx, PK_ABSENT, "CPU %d was not in a function that handles packets",
			       cpu);
	}
	packet.unwound = image.unwound;
	saved = regs_find(ctx, &image, inner, &regs) ? &regs : NULL;
	lists_find(&search);
	packet.evidence = packet_find(&search, saved, inner, &found);
	packet.skb = found.skb;
	packet.fields = found.fields;
	packet.protocol = protocol_of(ctx, &found.fields);
	/* Functions further in may handle another: a packet waits for its neighbour while the request for that is sent. */
	if (packet.evidence == PK_STACK_OUTER)
		holder = frame_of_word(&search, found.word);
	packet.pc = image.frames[holder].pc;
	pk_symbol_at(ctx, image.frames[holder].func, &packet.func);
	sock_find(ctx, &image, saved, &packet);
	packet.is_tx |= packet.cut;
	pk_stack_image_deinit(&image);
	*ret_packet = packet;
	return PK_OK;
}
