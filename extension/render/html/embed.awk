# SPDX-License-Identifier: GPL-3.0-or-later
# page.html -> C strings, a line each: what stands before (part=head) or behind (part=tail) the line "DATA". The line
# "FILE css" (js) is replaced by the file css (js), CSS_HASH (JS_HASH) by the base64 of css_hash (js_hash), the hexadecimal
# SHA-256 of all that stands in the element: that is how a Content-Security-Policy names a script.
function hash64(hex,    letters, digits, bits, out, i) {
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	digits = "0123456789abcdef"
	hex = hex "00" # 256 bits are 42 letters and a 43rd of four bits, then "="
	for (i = 1; i <= 64; i += 3) {
		bits = (index(digits, substr(hex, i, 1)) - 1) * 256 + (index(digits, substr(hex, i + 1, 1)) - 1) * 16 + \
			index(digits, substr(hex, i + 2, 1)) - 1
		out = out substr(letters, int(bits / 64) + 1, 1) substr(letters, bits % 64 + 1, 1)
	}
	return substr(out, 1, 43) "="
}
function quoted(text) {
	gsub(/[\\"]/, "\\\\&", text)
	gsub(/\t/, "\\t", text)
	return "\"" text "\\n\","
}
function put(text) {
	if (behind == (part == "tail"))
		print quoted(text)
}
BEGIN { behind = 0 }
$1 == "DATA" {
	behind = 1
	next
}
$1 == "FILE" {
	while ((getline line < ($2 == "css" ? css : js)) > 0)
		put(line)
	next
}
{
	gsub(/CSS_HASH/, hash64(css_hash))
	gsub(/JS_HASH/, hash64(js_hash))
	put($0)
}
