# SPDX-License-Identifier: GPL-3.0-or-later
# offers.zsh PROGRAM WORD...: what zsh's completion offers for the last WORD, a line each. The three functions of the
# completion system that it calls are printers here: no terminal is needed.
compadd() {
	case $1 in
	-a) print -l -- "${(@P)2}" ;;
	--) print -l -- "${@:2}" ;;
	*) print -l -- "$@" ;;
	esac
}
_describe() { print -l -- "${(@P)2%%:*}" }
_files() { print -l -- *(N) }

complete_words() {
	local -a words=("$@")
	local CURRENT=$#
	. scripts/completion/_pkttrace
}
complete_words "$@"
