# SPDX-License-Identifier: GPL-3.0-or-later
#
# "types" to a little-endian BTF image, as a format for printf (octal escapes), a line a word.

function word(v,    i, out) {
	for (i = 0; i < 4; i++) {
		out = out sprintf("\\%03o", v % 256)
		v = int(v / 256)
	}
	return out
}

function string(s,    i) {
	if (s == "-")
		return 0
	if (!(s in at)) {
		at[s] = str_len
		strings = strings s "\\000"
		str_len += length(s) + 1
	}
	return at[s]
}

function emit(v) {
	types = types word(v) "\n"
	type_len += 4
}

function record(name, kind, vlen, third, flag) {
	emit(string(name))
	emit(kind * 16777216 + vlen + flag * 2147483648)
	emit(third)
}

function members(kind, first,    flag, i, p, n) {
	flag = $4 == "flag"
	record($2, kind, NF - 3 - flag, $3, flag)
	for (i = 4 + flag; i <= NF; i++) {
		n = split($i, p, ":")
		emit(string(p[1]))
		emit(p[2])
		emit(p[3] + (n > 3 ? p[4] * 16777216 : 0))
	}
}

function list(kind, words,    i, w) {
	record($2, kind, NF - 3, $3, 0)
	for (i = 4; i <= NF; i++) {
		emit(string($i))
		for (w = 1; w < words; w++)
			emit(i)
	}
}

BEGIN {
	strings = "\\000"
	str_len = 1
}

/^#/ { next }
$1 == "int" { record($2, 1, 0, $3, 0); emit(8 * $3) }
$1 == "ptr" { record("-", 2, 0, $2, 0) }
$1 == "array" { record("-", 3, 0, 0, 0); emit($2); emit($3); emit($4) }
$1 == "struct" { members(4) }
$1 == "union" { members(5) }
$1 == "enum" { list(6, 2) }
$1 == "fwd" { record($2, 7, 0, 0, 0) }
$1 == "typedef" { record($2, 8, 0, $3, 0) }
$1 == "const" { record("-", 10, 0, $2, 0) }
$1 == "func" { record($2, 12, 0, $3, 0) }
$1 == "proto" {
	record("-", 13, NF - 2, $2, 0)
	for (i = 3; i <= NF; i++) {
		split($i, p, ":")
		emit(string(p[1]))
		emit(p[2])
	}
}
$1 == "var" { record($2, 14, 0, $3, 0); emit(0) }
$1 == "datasec" { list(15, 3) }
$1 == "float" { record($2, 16, 0, $3, 0) }
$1 == "tag" { record($2, 17, 0, $3, 0); emit(4294967295) }
$1 == "typetag" { record($2, 18, 0, $3, 0) }
$1 == "enum64" { list(19, 3) }

END {
	printf "\\237\\353\\001\\000\n%s\n%s\n%s\n%s\n%s\n", word(24), word(0), word(type_len),
		word(type_len), word(str_len)
	print types strings
}
