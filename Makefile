# SPDX-License-Identifier: GPL-3.0-or-later
# pkttrace: `make` builds pkttrace.so (for crash) and pkttrace (for dumps and capsules) in this folder.
# `make help` lists the rest.

CC ?= gcc
CLANG ?= clang
CFLAGS ?= -O2 -g
WARN := -Wall -Wextra
STD := -std=gnu11 -D_GNU_SOURCE
VERSION := $(shell cat VERSION)
# crash's own header, by the package "crash". Another series beside it, for which only what includes
# that header is compiled again (scripts/suite-root unpacks crashes, scripts/lab-crash -w so builds):
#   make CRASH_INCLUDE=/elsewhere CRASH_SERIES=9.0.2 build/crash-9.0.2/pkttrace.so
CRASH_INCLUDE ?= /usr/include/crash
# ... of the release that this header is of: the library refuses to run in any other
ifndef CRASH_SERIES
CRASH_SERIES := $(shell crash --version 2>/dev/null | sed -n 's/^crash \([0-9.]*\).*/\1/p')
endif
# ... and, where that crash opens the dumps of another machine, what its header calls that machine (scripts/build-crash):
#   make CRASH_INCLUDE=/elsewhere CRASH_SERIES=8.0.6 CRASH_MACHINE=ARM64 build/crash-8.0.6-ARM64/pkttrace.so
CRASH_OBJECTS := crash-$(CRASH_SERIES)$(addprefix -,$(CRASH_MACHINE))
LIBS := -ljansson -lzstd -lelf -lm -pthread
B := build
Q := $(if $(V),,@)

PREFIX ?= /usr
BINDIR ?= $(PREFIX)/bin
COMPLETION_FISH := $(PREFIX)/share/fish/vendor_completions.d/pkttrace.fish
COMPLETION_BASH := $(PREFIX)/share/bash-completion/completions/pkttrace
COMPLETION_ZSH ?= $(PREFIX)/share/zsh/site-functions/_pkttrace
MANDIR ?= $(PREFIX)/share/man
# as help names it: share/doc/pkttrace, with docs/ in it
DOCDIR ?= $(PREFIX)/share/doc/pkttrace
# where `crash> extend pkttrace.so` looks: /usr/lib64 where the distribution has it there
CRASH_EXTENSIONS ?= $(firstword $(wildcard /usr/lib64/crash/extensions) $(PREFIX)/lib/crash/extensions)

# Rooms from the bottom up: each may include only those before it (tests/layering proves it).
ROOMS := core kernel model arch protocol decode analysis text render command
sources = $(wildcard $(patsubst %,extension/%/*.c,$(1)) $(patsubst %,extension/%/*/*.c,$(1)) $(patsubst %,extension/%/*/*/*.c,$(1)))
ROOM_SRC := $(call sources,$(ROOMS))
CAPSULE_SRC := $(call sources,target/capsule)
CRASH_SRC := $(call sources,target/crash) $(wildcard extension/main/extension.c)
STANDALONE_SRC := $(call sources,target/kdumpfile) extension/main/standalone.c extension/main/child.c \
	extension/main/shell.c
STANDALONE_LIBS := -lkdumpfile -ldw -lreadline

GEN := $(B)/gen/help_lines.h $(B)/gen/layout_met.h $(B)/gen/html_head.h $(B)/gen/html_tail.h
HELP_TOPICS := overview verdict last show story flows inflight drops latency findings skb history consumers devices routes counters probes tracers trace log export layout
HELP_TXT := $(foreach topic,$(HELP_TOPICS),$(wildcard extension/command/help/$(topic).txt))

# the script of the HTML page is these, in this order
PAGE := extension/render/html
PAGE_JS := $(patsubst %,$(PAGE)/%.js,kit data words packet packets flows sequence timeline drops consumers tables search page)

CPPFLAGS_ALL := -Iextension -I$(B)/gen -DPK_VERSION='"$(VERSION)"' $(CPPFLAGS)
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

objects = $(patsubst %.c,$(B)/$(1)/%.o,$(2))
so_obj := $(call objects,so,$(ROOM_SRC) $(CAPSULE_SRC) $(CRASH_SRC))
prog_obj := $(call objects,so,$(ROOM_SRC) $(CAPSULE_SRC) $(STANDALONE_SRC))

.PHONY: all help man lib try dist check check-% lab matrix demo fuzz bench install install-pkttrace install-crash uninstall clean format-check
.DELETE_ON_ERROR:
all: pkttrace.so pkttrace

help:
	@echo 'make               pkttrace.so and pkttrace'
	@echo 'make pkttrace      the program alone: needs no crash'
	@echo 'make pkttrace-static  the same without libraries, for a capture kernel'
	@echo 'make try           the first minute: installs, builds, shows a verdict and a packet'
	@echo 'make check         installs what is missing, runs all suites, prints the totals;'
	@echo '                   with CI=true seven dumps of four kernels, in every form'
	@echo 'make check-SUITE   one suite: builds unit golden json readme filters clocks mutants'
	@echo '                   fuzz outside reader layering shell arm install hook export redact package triage hostile html'
	@echo '                   standalone static lab foreign kdump'
	@echo 'make demo          a Debian 6.1 dump from scratch, opened in crash'
	@echo 'make lab           every sample of sample-vmcores/ made and tested'
	@echo 'make matrix        kernel x crash x dump format, into docs/matrix.md'
	@echo 'make fuzz          every fuzz target for FUZZ_SECONDS (600)'
	@echo 'make bench         what it costs, into docs/bench.md'
	@echo 'make format-check   clang-format over all C; FORMAT=-i mends'
	@echo 'make man           manual pages, in $(B)/'
	@echo 'make install       DESTDIR= PREFIX= CRASH_EXTENSIONS='

pkttrace.so: $(so_obj)
	@echo '  LINK  $@'
	$(Q)$(CC) $(CFLAGS) -shared -o $@.$$$$ $^ $(LIBS) $(LDFLAGS) && mv -f $@.$$$$ $@

$(B)/$(CRASH_OBJECTS)/pkttrace.so: $(call objects,so,$(ROOM_SRC) $(CAPSULE_SRC)) \
		$(call objects,$(CRASH_OBJECTS),$(CRASH_SRC))
	@echo '  LINK  $@'
	$(Q)$(CC) $(CFLAGS) -shared -o $@.$$$$ $^ $(LIBS) $(LDFLAGS) && mv -f $@.$$$$ $@

pkttrace: $(prog_obj)
	@echo '  LINK  $@'
	$(Q)$(CC) $(CFLAGS) -o $@.$$$$ $^ $(STANDALONE_LIBS) $(LIBS) $(LDFLAGS) && mv -f $@.$$$$ $@

# The program for a capture kernel: no library to carry, no -k, no prompt, no page. Distributions have no static libkdumpfile: it is
# built of Debian's source, which is fetched, or of one that LIBKDUMPFILE names:
#   make pkttrace-static LIBKDUMPFILE=/where/libkdumpfile-0.5.4
STATIC := $(B)/static
STATIC_OUT := extension/main/shell.c extension/command/export_html.c extension/render/html.c \
	$(patsubst %,extension/target/kdumpfile/%.c,vmlinux module_file dwarf debuginfod)
static_obj := $(call objects,so,$(filter-out $(STATIC_OUT),$(ROOM_SRC) $(CAPSULE_SRC) $(STANDALONE_SRC)) \
	extension/main/capture.c)
STATIC_LIBS := $(STATIC)/libkdumpfile.a $(STATIC)/libaddrxlat.a
pkttrace-static: $(static_obj) $(STATIC_LIBS)
	@echo '  LINK  $@'
	$(Q)$(CC) $(CFLAGS) -static -no-pie -Wl,--gc-sections -s -o $@.$$$$ $(static_obj) $(STATIC_LIBS) \
		-llzo2 $(LIBS) -lz $(LDFLAGS) && mv -f $@.$$$$ $@
$(STATIC)/libaddrxlat.a: $(STATIC)/libkdumpfile.a
$(STATIC)/libkdumpfile.a: scripts/static-libkdumpfile
	@echo '  MAKE  $@'
	$(Q)CC='$(CC)' scripts/static-libkdumpfile $(@D) $(LIBKDUMPFILE)

$(B)/gen/layout_met.h: extension/core/layout/met
	@mkdir -p $(@D)
	$(Q)awk -F '\t' 'NF == 2 { printf "\"%s\",\n", $$1 }' $< > $@

$(B)/gen/help_lines.h: $(HELP_TXT) extension/command/help/lines.awk Makefile
	@mkdir -p $(@D)
	$(Q)awk -f extension/command/help/lines.awk $(HELP_TXT) > $@

$(B)/gen/page.js: $(PAGE_JS) Makefile
	@mkdir -p $(@D)
	$(Q)cat $(PAGE_JS) > $@

# Made by a pattern: without this they are intermediate files, which make takes away, and makes again.
.SECONDARY: $(GEN)
# A newline stands between <script> and the file. sha256sum is coreutils'.
$(B)/gen/html_%.h: $(PAGE)/page.html $(PAGE)/page.css $(B)/gen/page.js $(PAGE)/embed.awk
	$(Q)sum() { { echo; cat $$1; } | sha256sum | cut -d ' ' -f 1; }; \
	awk -v part=$* -v css=$(PAGE)/page.css -v js=$(B)/gen/page.js -v css_hash=$$(sum $(PAGE)/page.css) \
		-v js_hash=$$(sum $(B)/gen/page.js) -f $(PAGE)/embed.awk $(PAGE)/page.html > $@

# Everything appears under its name when it is complete: two makes may run in one tree.
# One set of objects a variant: $(1) its folder, $(2) compiler, $(3) flags. The extension and the program are of one.
# What the compiler says of a file is kept beside its object: tests/run looks for warnings there.
define variant
$(B)/$(1)/%.o: %.c VERSION | $(GEN)
	@mkdir -p $$(@D)
	@echo '  CC    $$@'
	$(Q)$(2) $(STD) $(WARN) $(3) $$(CPPFLAGS_ALL) $$(EXTRA) \
		-MMD -MP -MF $$(@:.o=.d) -MT $$@ -c -o $$@.$$$$$$$$ $$< 2>$$(@:.o=.says); \
		status=$$$$?; cat $$(@:.o=.says) >&2; [ $$$$status -eq 0 ] && mv -f $$@.$$$$$$$$ $$@
$(B)/$(1)/extension/target/crash/%.o $(B)/$(1)/extension/main/extension.o: EXTRA = \
	-I$(CRASH_INCLUDE) -DPK_CRASH_SERIES='"$(CRASH_SERIES)"' $(addprefix -D,$(CRASH_MACHINE))
endef
# Nothing unwinds us at run time (debuggers have .debug_frame), and pkttrace-static has to fit into a capture kernel's memory.
$(eval $(call variant,so,$(CC),$(CFLAGS) -fno-asynchronous-unwind-tables -fPIC -fvisibility=hidden))
$(eval $(call variant,$(CRASH_OBJECTS),$(CC),$(CFLAGS) -fPIC -fvisibility=hidden))
$(eval $(call variant,asan,$(CC),-O1 -g1 $(SANITIZE)))
$(eval $(call variant,fuzz,$(CLANG),-O1 -g1 $(SANITIZE) -fsanitize=fuzzer-no-link))
# gcc's warnings depend on what it optimizes, clang's do not
$(eval $(call variant,werror-clang,$(CLANG),-O0 -Werror))

SCRIPTS := scripts/pkttrace-arm scripts/pkttrace-kdump scripts/pkttrace-triage
MANUALS := $(B)/pkttrace.8 $(patsubst scripts/%,$(B)/%.8,$(SCRIPTS))

man: $(MANUALS)
$(B)/pkttrace.8: pkttrace
	./pkttrace --man > $@
$(B)/pkttrace-arm.8: what := record packets in the trace buffer, before a crash
$(B)/pkttrace-kdump.8: what := verdict and capsule of a crash, in the capture environment
$(B)/pkttrace-triage.8: what := verdicts of many dumps
$(B)/pkttrace-%.8: scripts/pkttrace-% scripts/help-to-man.awk
	$< --help | awk -v name=pkttrace-$* -v what='$(what)' -v version='$(VERSION)' -f scripts/help-to-man.awk > $@

# --- tests -------------------------------------------------------------------------------------

# The sanitized library of everything but the crash target; programs on it.
lib: $(B)/asan/libpkttrace.a
$(B)/asan/libpkttrace.a: $(call objects,asan,$(ROOM_SRC) $(CAPSULE_SRC))
$(B)/so/libpkttrace.a: $(call objects,so,$(ROOM_SRC) $(CAPSULE_SRC))
$(B)/fuzz/libpkttrace.a: $(call objects,fuzz,$(filter-out extension/command/%,$(ROOM_SRC)) $(CAPSULE_SRC))
%/libpkttrace.a:
	@echo '  AR    $@'
	$(Q)rm -f $@.$$$$ && ar rcs $@.$$$$ $^ && mv -f $@.$$$$ $@

$(B)/asan/pkttrace: $(call objects,asan,$(STANDALONE_SRC)) $(B)/asan/libpkttrace.a
	@echo '  LINK  $@'
	$(Q)$(CC) $(SANITIZE) -o $@.$$$$ $^ $(STANDALONE_LIBS) $(LIBS) && mv -f $@.$$$$ $@

UNIT_SRC := $(wildcard tests/unit/*_test.c)
UNIT_HELP := $(filter-out $(UNIT_SRC),$(wildcard tests/unit/*.c))
UNIT_BIN := $(UNIT_SRC:tests/unit/%.c=$(B)/asan/unit/%)
FUZZ_SRC := $(wildcard tests/fuzz/*_fuzz.c)
FUZZ_BIN := $(FUZZ_SRC:tests/fuzz/%.c=$(B)/fuzz/bin/%)
$(B)/asan/tests/%.o $(B)/so/tests/%.o $(B)/fuzz/tests/%.o: EXTRA = -Itests -Itests/unit
.SECONDARY: $(call objects,so,$(UNIT_SRC) $(UNIT_HELP)) $(call objects,asan,$(UNIT_SRC) $(UNIT_HELP) $(wildcard tests/outside/*.c)) $(call objects,fuzz,$(FUZZ_SRC) $(UNIT_HELP))

# what of the targets needs no crash and no libkdumpfile
UNIT_HELP_CRASH := $(patsubst %,extension/target/%.c,crash/words crash/dump_notes kdumpfile/own_note)
$(B)/asan/unit/%: $(B)/asan/tests/unit/%.o $(call objects,asan,$(UNIT_HELP) $(UNIT_HELP_CRASH)) $(B)/asan/libpkttrace.a
	@mkdir -p $(@D)
	@echo '  LINK  $@'
	$(Q)$(CC) $(SANITIZE) -o $@.$$$$ $^ -lcmocka $(LIBS) && mv -f $@.$$$$ $@

# The same without sanitizers, of the objects that the program has: where that is built, one test takes seconds.
$(B)/quick/%: $(B)/so/tests/unit/%.o $(call objects,so,$(UNIT_HELP) $(UNIT_HELP_CRASH)) $(B)/so/libpkttrace.a
	@mkdir -p $(@D)
	@echo '  LINK  $@'
	$(Q)$(CC) $(CFLAGS) -o $@.$$$$ $^ -lcmocka $(LIBS) && mv -f $@.$$$$ $@

$(B)/fuzz/bin/%: $(B)/fuzz/tests/fuzz/%.o $(call objects,fuzz,$(UNIT_HELP) $(UNIT_HELP_CRASH)) $(B)/fuzz/libpkttrace.a
	@mkdir -p $(@D)
	@echo '  LINK  $@'
	$(Q)$(CLANG) $(SANITIZE) -fsanitize=fuzzer -o $@.$$$$ $^ -lcmocka $(LIBS) && mv -f $@.$$$$ $@

$(B)/asan/mutants: $(call objects,asan,$(wildcard tests/mutants/*.c)) $(B)/asan/libpkttrace.a
	@echo '  LINK  $@'
	$(Q)$(CC) $(SANITIZE) -o $@.$$$$ $^ $(LIBS) && mv -f $@.$$$$ $@

# Against what others made (tests/outside): programs that may draw machines.
$(B)/asan/outside-%: $(B)/asan/tests/outside/%.o $(B)/asan/tests/outside/records.o $(call objects,asan,$(UNIT_HELP) $(UNIT_HELP_CRASH)) $(B)/asan/libpkttrace.a
	@echo '  LINK  $@'
	$(Q)$(CC) $(SANITIZE) -o $@.$$$$ $^ -lcmocka $(LIBS) && mv -f $@.$$$$ $@

$(B)/hostile: $(call objects,so,$(ROOM_SRC) $(CAPSULE_SRC) tests/hostile/hostile.c)
	@echo '  LINK  $@'
	$(Q)$(CC) $(CFLAGS) -o $@.$$$$ $^ $(LIBS) $(LDFLAGS) && mv -f $@.$$$$ $@

# In the place of what gives out the next event stands the program's own, which changes its time.
$(B)/clocks: $(call objects,so,$(ROOM_SRC) $(CAPSULE_SRC) tests/clocks/clocks.c)
	@echo '  LINK  $@'
	$(Q)$(CC) $(CFLAGS) -Wl,--wrap=pk_stream_next -o $@.$$$$ $^ $(LIBS) $(LDFLAGS) && mv -f $@.$$$$ $@

# Not sanitized: what it measures is what users get.
$(B)/so/tests/bench/%.o: EXTRA = -Itests/bench
$(B)/bench: $(call objects,so,$(ROOM_SRC) $(CAPSULE_SRC) tests/bench/bench.c tests/bench/grown.c)
	@echo '  LINK  $@'
	$(Q)$(CC) $(CFLAGS) -o $@.$$$$ $^ $(LIBS) $(LDFLAGS) && mv -f $@.$$$$ $@

$(B)/bench-pages: $(call objects,so,$(ROOM_SRC) $(CAPSULE_SRC) $(call sources,target/kdumpfile) tests/bench/pages.c)
	@echo '  LINK  $@'
	$(Q)$(CC) $(CFLAGS) -o $@.$$$$ $^ $(STANDALONE_LIBS) $(LIBS) -llzo2 -lz $(LDFLAGS) && mv -f $@.$$$$ $@

WERROR_SRC := $(ROOM_SRC) $(CAPSULE_SRC) $(CRASH_SRC) $(STANDALONE_SRC)
.PHONY: build-werror-clang build-unit build-fuzz
build-werror-clang: $(call objects,werror-clang,$(WERROR_SRC))
build-unit: $(UNIT_BIN)
build-fuzz: $(FUZZ_BIN)

check:
	scripts/install-deps build test package lab static
	tests/run

check-%:
	tests/run $*

lab:
	scripts/install-deps build test lab static
	tests/run lab-all

matrix:
	scripts/install-deps build test lab
	tests/lab/matrix --make --write

try:
	@scripts/try

demo:
	scripts/demo

FUZZ_SECONDS ?= 600
fuzz:
	FUZZ_SECONDS=$(FUZZ_SECONDS) tests/run fuzz

bench:
	scripts/install-deps build bench
	tests/bench/run --write

# All C but the guests' programs, whose bytes are part of a sample's key. FORMAT=-i mends.
FORMAT ?= --dry-run --Werror
format-check:
	clang-format $(FORMAT) $$(git ls-files '*.c' '*.h' | grep -v '^tests/lab/guest/')

# --- installation ------------------------------------------------------------------------------

# What names programs or docs, which are where PREFIX says.
NAMING = $(addprefix $(BINDIR)/,$(notdir $(SCRIPTS))) $(addprefix $(MANDIR)/man8/,$(notdir $(MANUALS))) \
	$(addprefix $(BINDIR)/../share/pkttrace/,arm/pkttrace-arm.service sos/pkttrace.py supportconfig/pkttrace)

# The program and its scripts need no crash; the extension does.
install: install-pkttrace install-crash
install-pkttrace: pkttrace man
	install -D -m 755 -t $(DESTDIR)$(BINDIR) pkttrace $(SCRIPTS)
	install -D -m 644 -t $(DESTDIR)$(MANDIR)/man8 $(MANUALS)
	install -D -m 644 -t $(DESTDIR)$(BINDIR)/../share/pkttrace/arm scripts/arm/*
	install -D -m 644 -t $(DESTDIR)$(BINDIR)/../share/pkttrace/sos packaging/sos/pkttrace.py
	install -D -m 755 -t $(DESTDIR)$(BINDIR)/../share/pkttrace/supportconfig packaging/supportconfig/pkttrace
	install -D -m 644 scripts/completion/pkttrace.bash $(DESTDIR)$(COMPLETION_BASH)
	install -D -m 644 scripts/completion/_pkttrace $(DESTDIR)$(COMPLETION_ZSH)
	install -D -m 644 scripts/completion/pkttrace.fish $(DESTDIR)$(COMPLETION_FISH)
	install -D -m 644 -t $(DESTDIR)$(DOCDIR) README.md CHANGELOG.md
	install -D -m 644 -t $(DESTDIR)$(DOCDIR)/docs $(wildcard docs/*.*)
	install -D -m 644 -t $(DESTDIR)$(DOCDIR)/docs/decisions $(wildcard docs/decisions/*)
	sed -i -e 's|/usr/bin/pkttrace|$(BINDIR)/pkttrace|g' \
		-e 's|(docs/arming\.md has the cost of each)|(see $(DOCDIR)/docs/arming.md)|' $(addprefix $(DESTDIR),$(NAMING))
install-crash: pkttrace.so
	install -D -m 644 pkttrace.so $(DESTDIR)$(CRASH_EXTENSIONS)/pkttrace.so

# What is committed, as rpmbuild and dpkg-buildpackage take it.
DIST ?= .
dist:
	git archive --prefix=pkttrace-$(VERSION)/ -o $(DIST)/pkttrace-$(VERSION).tar.gz HEAD

# What is empty without us is nobody else's.
INSTALLED_IN = $(CRASH_EXTENSIONS) $(MANDIR)/man8 $(dir $(COMPLETION_BASH) $(COMPLETION_ZSH) $(COMPLETION_FISH) $(DOCDIR)) $(BINDIR)/../share $(BINDIR)
uninstall:
	rm -f $(DESTDIR)$(CRASH_EXTENSIONS)/pkttrace.so $(addprefix $(DESTDIR)$(MANDIR)/man8/,$(notdir $(MANUALS))) \
		$(DESTDIR)$(COMPLETION_BASH) $(DESTDIR)$(COMPLETION_ZSH) $(DESTDIR)$(COMPLETION_FISH) \
		$(patsubst %,$(DESTDIR)$(BINDIR)/%,pkttrace $(notdir $(SCRIPTS)))
	rm -rf $(DESTDIR)$(BINDIR)/../share/pkttrace $(DESTDIR)$(DOCDIR)
	cd '$(DESTDIR)/' && for folder in $(patsubst /%,%,$(abspath $(INSTALLED_IN))); do \
		[ ! -d "$$folder" ] || rmdir -p --ignore-fail-on-non-empty "$$folder"; done

clean:
	rm -rf $(B) pkttrace.so pkttrace pkttrace-static

-include $(shell find $(B) -name '*.d' -type f 2>/dev/null)
