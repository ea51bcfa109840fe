# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# shellcheck disable=SC2016,SC2154
#
# Packages of any Debian suite, for fetch-kernel and suite-root. Source it after lab-lib.sh. A suite of
# another architecture is SUITE:ARCH (bookworm:arm64).
#
# The mirror is the one apt uses, fetched with apt's own transport (so proxies work); the suite need
# not be known to apt. The suite's Release file is checked against Debian's keyring, and each file
# against its SHA256.

# Where apt gets Debian from. The security suites live in a repository of their own.
mirror() { # SUITE
	local label=Debian uri
	case $1 in *-security) label=Debian-Security ;; esac
	uri=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' "Label: $label" |
		sort -u | head -n 1)
	printf '%s' "${uri%/}"
}

# download URL FILE [SHA256]. apt-helper warns that it cannot drop privileges in a private
# directory: not of interest.
download() {
	local log
	log=$(mktemp)
	if ! /usr/lib/apt/apt-helper download-file "$1" "$2.part" ${3:+"SHA256:$3"} >"$log" 2>&1; then
		grep -v unsandboxed "$log" >&2 || true
		rm -f "$log" "$2.part"
		die "cannot download ${1##*/}"
	fi
	rm -f "$log"
	mv "$2.part" "$2"
}

fetch_lists() { # SUITE
	local sum index
	index=main/binary-$deb_arch/Packages.xz
	# An hour-old list is new enough, and makes a second run independent of the network.
	if [ -s "$lists/Packages" ] && [ -n "$(find "$lists/Packages" -mmin -60)" ]; then
		return
	fi
	say "reading the package list of $1"
	rm -f "$lists/InRelease"
	download "$base/dists/${1%:*}/InRelease" "$lists/InRelease"
	gpgv -q --keyring /usr/share/keyrings/debian-archive-keyring.gpg --output "$lists/Release" \
		"$lists/InRelease" 2>"$lists/gpgv.log" || {
		cat "$lists/gpgv.log" >&2
		die "the Release file of $1 has no good signature"
	}
	sum=$(awk -v file="$index" '/^[A-Z]/ { sha = ($1 == "SHA256:") }
		sha && $3 == file { print $1 }' "$lists/Release")
	[ -n "$sum" ] || die "the Release file of $1 lists no $index"
	rm -f "$lists/Packages.xz"
	download "$base/dists/${1%:*}/$index" "$lists/Packages.xz" "$sum"
	xz -dc "$lists/Packages.xz" >"$lists/Packages.new"
	rm -f "$lists/Packages.xz"
	mv "$lists/Packages.new" "$lists/Packages"
}

# use_suite SUITE: from here on packages are those of this suite. Sets base (URL), lists and deb_arch.
use_suite() {
	deb_arch=$(lab_deb_arch "$1")
	lists=$lab_cache/lists/$1
	mkdir -p "$lists"
	base=$(mirror "${1%:*}")
	if [ -z "$base" ]; then
		# A machine whose package lists were cleaned away.
		say "refreshing apt's package lists"
		if [ "$(id -u)" -eq 0 ]; then apt-get update -q; else sudo apt-get update -q; fi >&2
		base=$(mirror "${1%:*}")
	fi
	[ -n "$base" ] || die "apt knows no Debian repository: run apt-get update"
	if ! (fetch_lists "$1"); then
		[ -s "$lists/Packages" ] || exit 1
		say "using the package list of $1 as it was at the last run"
	fi
}

# "package version filename sha256" of the packages whose name matches the pattern.
find_packages() {
	awk -v pat="$1" '
		/^Package: / { name = $2 }
		/^Version: / { version = $2 }
		/^Filename: / { file = $2 }
		/^SHA256: / { sha = $2 }
		/^$/ { if (name ~ pat) print name, version, file, sha; name = "" }
		END { if (name ~ pat) print name, version, file, sha }' "$lists/Packages"
}

# fetch_deb NAME VERSION DIR: downloads a package, prints the file's path.
fetch_deb() {
	local name version file sha line
	line=$(find_packages . | awk -v n="$1" -v v="$2" '$1 == n && $2 == v { print; exit }')
	[ -n "$line" ] || die "${lists##*/} has no package $1 of version $2"
	read -r name version file sha <<<"$line"
	say "downloading $name $version"
	download "$base/$file" "$3/$name.deb" "$sha"
	printf '%s' "$3/$name.deb"
}

# find_source NAME: "sha256 path" of each file of the suite's source package. Its list is checked as fetch_lists checks the other.
find_source() {
	local index=main/source/Sources.xz sum
	sum=$(awk -v file="$index" '/^[A-Z]/ { sha = ($1 == "SHA256:") } sha && $3 == file { print $1 }' "$lists/Release")
	[ -n "$sum" ] || die "the Release file lists no $index"
	download "$base/dists/${lists##*/}/$index" "$lists/Sources.xz" "$sum"
	xz -dc "$lists/Sources.xz" | awk -v name="$1" '
		/^Package: / { mine = $2 == name }
		/^[A-Z]/ { sums = mine && $1 == "Checksums-Sha256:" }
		/^Directory: / && mine { folder = $2 }
		/^ / && sums { sum[$3] = $1 }
		END { for (file in sum) print sum[file], folder "/" file }'
	rm -f "$lists/Sources.xz"
}
