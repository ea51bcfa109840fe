# SPDX-License-Identifier: GPL-3.0-or-later
#
# Offsets of structure members, and places of functions' arguments, out of BTF, for pkttrace-arm.
#
# BTF is a header, a run of type records and a table of strings:
#
#   u16 magic 0xeb9f, u8 version, u8 flags, u32 hdr_len,
#   u32 type_off, u32 type_len, u32 str_off, u32 str_len   (both offsets count from hdr_len)
#   type record: u32 name_off, u32 info, u32 size_or_type, and then, by kind, in words:
#     INT, VAR, DECL_TAG 1; ARRAY 3; STRUCT and UNION 3 a member; ENUM 2 and ENUM64 3 an
#     enumerator; FUNC_PROTO 2 a parameter; DATASEC 3 an entry; everything else nothing
#   info: vlen in bits 0-15, kind in bits 24-28, kind_flag in bit 31
#   member: u32 name_off, u32 type, u32 offset in bits (kind_flag: in bits 0-23, and the width
#     of a bit-field, or 0, above them)
#
# A type's id is its place in the run and nothing but counting finds it, so the run is walked
# once from its start: a hundred thousand records in a kernel. They come as hexadecimal words,
# because the walk then needs no arithmetic but on the few that carry a list: in busybox awk under
# emulation that is the difference between two seconds and ten. It keeps the structures asked
# for, the anonymous ones (sk_buff and napi_gro_cb hide members in them), and typedefs and
# integers for the sizes.
#
# Arguments: -v want=FILE mode=strings STRINGS mode=types TYPES
#   want     one "struct.member", "struct" or "function(last parameter)" a line
#   STRINGS  the table of strings, one a line
#   TYPES    the type records as od -An -v -tx4 prints them
# Output, a line each, in the order of FILE:
#   struct.member BYTES SIZE     SIZE in bytes; 0 of pointers, arrays and structures
#   struct.member bit:BITS WIDTH a bit-field
#   struct size BYTES
#   function(parameter) N 0      the parameter is the Nth and last
# What is not found is not printed. Exit status 1: no structure at all was found.

BEGIN {
	while ((getline line < want) > 0) {
		if (line == "" || line ~ /^#/)
			continue
		wanted[++n_wanted] = line
		if (split(line, part, /[()]/) > 1) {
			wanted_name[part[1]] = wanted_func[part[1]] = 1
			wanted_name[part[2]] = wanted_param[part[2]] = 1
			n_funcs++
			continue
		}
		n = split(line, part, ".")
		if (!(part[1] in wanted_struct))
			n_structs++
		wanted_struct[part[1]] = 1
		wanted_name[part[1]] = 1
		if (n == 2)
			wanted_name[part[2]] = 1
	}
	close(want)
	# Words behind the first three, by the top byte of info, with kind_flag and without.
	fixed["01"] = fixed["0e"] = fixed["11"] = fixed["8e"] = fixed["91"] = 1
	fixed["03"] = 3
	each["04"] = each["84"] = each["05"] = each["85"] = 3
	each["0f"] = each["13"] = each["93"] = 3
	each["06"] = each["86"] = each["0d"] = each["8d"] = 2
}

function hex(s,    i, v) {
	for (i = 1; i <= length(s); i++)
		v = v * 16 + index("123456789abcdef", substr(s, i, 1))
	return v + 0
}

mode == "strings" {
	if ($0 in wanted_name)
		name[sprintf("%08x", at)] = $0
	at += length($0) + 1
	next
}

mode == "types" {
	if (rest != "") {
		$0 = rest " " $0
		rest = ""
	}
	i = 1 + skip
	skip = 0
	while (collect && i <= NF) {
		body[id] = body[id] " " $i
		collect--
		i++
	}
	while (i + 2 <= NF) {
		id++
		info = $(i + 1)
		kind = substr(info, 1, 2)
		if (kind in each) {
			vlen = substr(info, 5)
			if (!(vlen in decimal))
				decimal[vlen] = hex(vlen)
			tail = each[kind] * decimal[vlen]
			if ((kind == "04" || kind == "84" || kind == "05" || kind == "85") && \
			    ($i == "00000000" || $i in name)) {
				i = keep()
				continue
			}
			if (kind == "0d" && is_wanted_proto()) {
				i = take()
				continue
			}
			i += tail
		} else if (kind == "08")
			link[id] = $(i + 2)
		else if (kind == "0c" && ($i in name) && (name[$i] in wanted_func) && !(name[$i] in proto)) {
			proto[name[$i]] = hex($(i + 2))
			n_protos++
		}
		else if (kind in fixed) {
			if (kind == "01")
				size[id] = hex($(i + 2))
			i += fixed[kind]
		}
		i += 3
	}
	if (i > NF)
		skip = i - NF - 1
	else
		for (; i <= NF; i++)
			rest = rest " " $i
	# The structures may all lie in the first third; their anonymous members next to them.
	if (n_top == n_structs && n_protos == n_funcs && !collect && FNR % 16 == 0 && answer())
		exit
}

# The prototype at word i has a last parameter of such a name, or has it in the next line.
function is_wanted_proto(    last) {
	last = i + 1 + tail
	return tail && (last > NF || (($last in name) && (name[$last] in wanted_param)))
}

# Collects the list behind the record at word i, here and from the lines to come, and returns the word
# after what it took.
function take(    n) {
	body[id] = ""
	collect = tail
	for (n = i + 3; collect && n <= NF; n++) {
		body[id] = body[id] " " $n
		collect--
	}
	return n
}

# The same for the structure or union at word i, if it is asked for or anonymous.
function keep(    n) {
	n = name[$i]
	if ($i == "00000000")
		n = ""
	else if (!(n in wanted_struct) || kind ~ /5/ || (n in top))
		return i + 3 + tail
	else {
		top[n] = id
		n_top++
	}
	size[id] = hex($(i + 2))
	flag[id] = kind ~ /^8/
	return take()
}

# Size of a type (a hexadecimal id) in bytes through its chain of typedefs; 0: not known.
function size_of(t,    hops) {
	t = hex(t)
	while ((t in link) && hops++ < 32)
		t = hex(link[t])
	return (t in size) ? size[t] : 0
}

# Finds member m in structure t, which begins at bit base, or in an anonymous member of it: the
# rest of the output line; "" where it is not.
function find(t, base, m, depth,    w, n, i, bits, width, found) {
	n = depth > 16 ? 0 : split(body[t], w, " ")
	for (i = 1; i + 2 <= n; i += 3) {
		if (w[i] != "00000000" && !((w[i] in name) && name[w[i]] == m))
			continue
		width = flag[t] ? hex(substr(w[i + 2], 1, 2)) : 0
		bits = base + hex(flag[t] ? substr(w[i + 2], 3) : w[i + 2])
		if (w[i] != "00000000")
			return width ? "bit:" bits " " width : bits / 8 " " size_of(w[i + 1])
		if (hex(w[i + 1]) in body) {
			found = find(hex(w[i + 1]), bits, m, depth + 1)
			if (found != "")
				return found
		}
	}
	return ""
}

# "N 0" if parameter p is function f's last, its Nth; else "".
function place_of(f, p,    w, n) {
	n = (f in proto) && (proto[f] in body) ? split(body[proto[f]], w, " ") : 0
	return n && (w[n - 1] in name) && name[w[n - 1]] == p ? n / 2 " 0" : ""
}

# Answers what can be answered so far; 1 if that is everything.
function answer(    k, n, open) {
	for (k = 1; k <= n_wanted; k++) {
		n = split(wanted[k], part, /[.()]/)
		if (n == 3)
			reply[k] = place_of(part[1], part[2])
		else if (n == 1 && (part[1] in top))
			reply[k] = "size " size[top[part[1]]]
		else if (part[1] in top)
			reply[k] = find(top[part[1]], 0, part[2], 0)
		open += reply[k] == ""
	}
	return !open
}

END {
	answer()
	for (k = 1; k <= n_wanted; k++)
		if (reply[k] != "")
			print wanted[k], reply[k]
	exit !n_top
}
