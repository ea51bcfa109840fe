# SPDX-License-Identifier: GPL-3.0-or-later
#
# A program's --help as a manual page: options become tagged paragraphs, other indented lines stay as they are.
#
#   PROGRAM --help | awk -v name=PROGRAM -v what="one line" -v version=X -f help-to-man.awk

function plain(text) {
	gsub(/\\/, "\\e", text)
	gsub(/-/, "\\-", text)
	return text
}

# One kind of text ends where another begins.
function begin(kind) {
	if (in_kind == "example" && kind != "example")
		print ".fi\n.RE"
	if (kind == "example" && in_kind != "example")
		print ".PP\n.RS 4\n.nf"
	in_kind = kind
}

function put(text) {
	print (text ~ /^[.']/ ? "\\&" : "") plain(text)
}

BEGIN {
	printf ".TH %s 8 \"\" \"pkttrace %s\"\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", toupper(plain(name)), version, plain(name), what
}

/^usage: / {
	sub(/^usage: /, "")
	print ".nf"
	usage = 1
}

usage {
	if ($0 != "") {
		sub(/^ +/, "")
		put($0)
		next
	}
	usage = 0
	print ".fi\n.SH DESCRIPTION"
	next
}

$0 == "" {
	blank = 1
	next
}

/^  +-/ {
	begin("option")
	sub(/^ +/, "")
	described = match($0, /  +/)
	print ".TP\n.B " plain(described ? substr($0, 1, RSTART - 1) : $0)
	if (described)
		put(substr($0, RSTART + RLENGTH))
	blank = 0
	next
}

/^            / && in_kind == "option" && !blank {
	sub(/^ +/, "")
	put($0)
	next
}

/^ / {
	begin("example")
	if (blank)
		print ""
	put($0)
	blank = 0
	next
}

{
	begin("text")
	if (blank)
		print ".PP"
	put($0)
	blank = 0
}

END { begin("") }
