// SPDX-License-Identifier: GPL-3.0-or-later
/* Pointers themselves: as symbols, as error numbers, and as the numbers that the kernel hides them behind. */
#include <string.h>

#include "core/kit.h"
#include "text/kernel_printf.h"

#define MAX_ERRNO 4095

/* errname(): the names of error numbers, the same on all machines that we know. */
/* clang-format off */
static const char *const error_names[] = {
	[1] = "EPERM", [2] = "ENOENT", [3] = "ESRCH", [4] = "EINTR", [5] = "EIO", [6] = "ENXIO",
	[7] = "E2BIG", [8] = "ENOEXEC", [9] = "EBADF", [10] = "ECHILD", [11] = "EAGAIN",
	[12] = "ENOMEM", [13] = "EACCES", [14] = "EFAULT", [15] = "ENOTBLK", [16] = "EBUSY",
	[17] = "EEXIST", [18] = "EXDEV", [19] = "ENODEV", [20] = "ENOTDIR", [21] = "EISDIR",
	[22] = "EINVAL", [23] = "ENFILE", [24] = "EMFILE", [25] = "ENOTTY", [26] = "ETXTBSY",
	[27] = "EFBIG", [28] = "ENOSPC", [29] = "ESPIPE", [30] = "EROFS", [31] = "EMLINK",
	[32] = "EPIPE", [33] = "EDOM", [34] = "ERANGE", [35] = "EDEADLK", [36] = "ENAMETOOLONG",
	[37] = "ENOLCK", [38] = "ENOSYS", [39] = "ENOTEMPTY", [40] = "ELOOP", [42] = "ENOMSG",
	[43] = "EIDRM", [44] = "ECHRNG", [45] = "EL2NSYNC", [46] = "EL3HLT", [47] = "EL3RST",
	[48] = "ELNRNG", [49] = "EUNATCH", [50] = "ENOCSI", [51] = "EL2HLT", [52] = "EBADE",
	[53] = "EBADR", [54] = "EXFULL", [55] = "ENOANO", [56] = "EBADRQC", [57] = "EBADSLT",
	[59] = "EBFONT", [60] = "ENOSTR", [61] = "ENODATA", [62] = "ETIME", [63] = "ENOSR",
	[64] = "ENONET", [65] = "ENOPKG", [66] = "EREMOTE", [67] = "ENOLINK", [68] = "EADV",
	[69] = "ESRMNT", [70] = "ECOMM", [71] = "EPROTO", [72] = "EMULTIHOP", [73] = "EDOTDOT",
	[74] = "EBADMSG", [75] = "EOVERFLOW", [76] = "ENOTUNIQ", [77] = "EBADFD",
	[78] = "EREMCHG", [79] = "ELIBACC", [80] = "ELIBBAD", [81] = "ELIBSCN", [82] = "ELIBMAX",
	[83] = "ELIBEXEC", [84] = "EILSEQ", [85] = "ERESTART", [86] = "ESTRPIPE",
	[87] = "EUSERS", [88] = "ENOTSOCK", [89] = "EDESTADDRREQ", [90] = "EMSGSIZE",
	[91] = "EPROTOTYPE", [92] = "ENOPROTOOPT", [93] = "EPROTONOSUPPORT",
	[94] = "ESOCKTNOSUPPORT", [95] = "EOPNOTSUPP", [96] = "EPFNOSUPPORT",
	[97] = "EAFNOSUPPORT", [98] = "EADDRINUSE", [99] = "EADDRNOTAVAIL", [100] = "ENETDOWN",
	[101] = "ENETUNREACH", [102] = "ENETRESET", [103] = "ECONNABORTED", [104] = "ECONNRESET",
	[105] = "ENOBUFS", [106] = "EISCONN", [107] = "ENOTCONN", [108] = "ESHUTDOWN",
	[109] = "ETOOMANYREFS", [110] = "ETIMEDOUT", [111] = "ECONNREFUSED", [112] = "EHOSTDOWN",
	[113] = "EHOSTUNREACH", [114] = "EALREADY", [115] = "EINPROGRESS", [116] = "ESTALE",
	[117] = "EUCLEAN", [118] = "ENOTNAM", [119] = "ENAVAIL", [120] = "EISNAM",
	[121] = "EREMOTEIO", [122] = "EDQUOT", [123] = "ENOMEDIUM", [124] = "EMEDIUMTYPE",
	[125] = "ECANCELED", [126] = "ENOKEY", [127] = "EKEYEXPIRED", [128] = "EKEYREVOKED",
	[129] = "EKEYREJECTED", [130] = "EOWNERDEAD", [131] = "ENOTRECOVERABLE",
	[132] = "ERFKILL", [133] = "EHWPOISON", [512] = "ERESTARTSYS", [513] = "ERESTARTNOINTR",
	[514] = "ERESTARTNOHAND", [515] = "ENOIOCTLCMD", [516] = "ERESTART_RESTARTBLOCK",
	[517] = "EPROBE_DEFER", [518] = "EOPENSTALE", [519] = "ENOPARAM", [521] = "EBADHANDLE",
	[522] = "ENOTSYNC", [523] = "EBADCOOKIE", [524] = "ENOTSUPP", [525] = "ETOOSMALL",
	[526] = "ESERVERFAULT", [527] = "EBADTYPE", [528] = "EJUKEBOX", [529] = "EIOCBQUEUED",
	[530] = "ERECALLCONFLICT",
};
/* clang-format on */

/* How far below the end of the address space VALUE is; 0: no error number. */
static unsigned error_number(uint64_t value, unsigned word)
{
	uint64_t number = word == 8 ? -value : (uint32_t)-value;

	return number <= MAX_ERRNO ? (unsigned)number : 0;
}

static void print_address(struct pk_seq *seq, const struct pk_spec *spec, uint64_t value,
			  unsigned word)
{
	struct pk_spec number = *spec;

	if (spec->width < 0) {
		number.width = (int)(2 * word) + (spec->special ? 2 : 0);
		number.zero = true;
	}
	number.precision = -1;
	pk_print_number(seq, &number, value);
}

/* A kernel without SYMBOLIC_ERRNAME has no names to print. */
static void print_error(struct pk_seq *seq, const struct pk_spec *spec, struct pk_symbols *symbols,
			uint64_t value, unsigned number)
{
	struct pk_spec decimal = {.conv = 'd', .width = -1, .precision = -1};
	bool named = pk_layout_get(symbols->ctx, PK_R_errname)->state != PK_ROW_ABSENT;
	const char *name = number < PK_ARRAY_SIZE(error_names) ? error_names[number] : NULL;
	char text[32];

	if (!name || !named) {
		pk_print_number(seq, &decimal, value);
		return;
	}
	text[0] = '-';
	strncpy(text + 1, name, sizeof(text) - 2);
	text[sizeof(text) - 1] = '\0';
	pk_print_string(seq, spec, text, strlen(text));
}

/* Where the kernel had no random key yet, it prints that in place of the number. */
static void print_unready(struct pk_seq *seq, const struct pk_spec *spec, unsigned word)
{
	struct pk_spec text = *spec;
	const char *name = word == 8 ? "(____ptrval____)" : "(ptrval)";

	text.width = (int)(2 * word);
	text.precision = (int)(2 * word);
	pk_print_string(seq, &text, name, strlen(name));
}

bool pk_print_pointer(struct pk_seq *seq, const struct pk_spec *spec, struct pk_symbols *symbols,
		      uint64_t value, bool hashes)
{
	unsigned word = symbols->ctx->target->facts.word_size, error = error_number(value, word);
	bool plain = !spec->ext[0] || !strchr("SsBFfx", spec->ext[0]);
	const char *text;

	if (spec->ext[0] && strchr("SsBFf", spec->ext[0])) {
		bool bare = spec->ext[0] == 's' || spec->ext[0] == 'f';

		/* %pB: the caller of what returns there */
		text = pk_symbols_text(symbols, value, bare ? PK_SYM_NAME : PK_SYM_OFFSET);
		pk_print_string(seq, spec, text, strlen(text));
		return false;
	}
	if (spec->ext[0] == 'e' && error) {
		print_error(seq, spec, symbols, value, error);
		return false;
	}
	/* NULL and error numbers are never hashed */
	if (!plain || !hashes || !value || error) {
		print_address(seq, spec, value, word);
		return false;
	}
	if (symbols->hash == PK_HASH_UNREADY) {
		print_unready(seq, spec, word);
		return false;
	}
	if (symbols->hash == PK_HASH_KNOWN)
		value = pk_symbols_hash(symbols, value);
	print_address(seq, spec, value, word);
	return symbols->hash != PK_HASH_KNOWN;
}
