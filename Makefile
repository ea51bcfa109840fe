# SPDX-License-Identifier: GPL-3.0-or-later
# pkttrace: `make` builds pkttrace.so (for crash) and pkttrace (for capsules) in this folder.

CC ?= gcc
CFLAGS ?= -O2 -g
WARN := -Wall -Wextra
STD := -std=gnu11 -D_GNU_SOURCE
VERSION := $(shell cat VERSION 2>/dev/null || echo 0)
PREFIX ?= /usr
CRASH_EXTENSIONS ?= $(PREFIX)/lib/crash/extensions
# crash's own header, by the package "crash"; another series: make CRASH_INCLUDE=/elsewhere
CRASH_INCLUDE ?= /usr/include/crash
LIBS := -ljansson -lzstd

# Rooms from the bottom up: each may include only those before it.
ROOMS := core model decode analysis text render command
sources = $(wildcard $(patsubst %,extension/%/*.c,$(1)))

ROOM_SRC := $(call sources,$(ROOMS))
CAPSULE_SRC := $(call sources,target/capsule)
CRASH_SRC := $(call sources,target/crash) extension/main/extension.c
STANDALONE_SRC := extension/main/standalone.c

CPPFLAGS_ALL := -Iextension -DPK_VERSION='"$(VERSION)"' $(CPPFLAGS)
PIC := -fPIC -fvisibility=hidden
B := build

so_obj := $(patsubst %.c,$(B)/so/%.o,$(ROOM_SRC) $(CAPSULE_SRC) $(CRASH_SRC))
prog_obj := $(patsubst %.c,$(B)/prog/%.o,$(ROOM_SRC) $(CAPSULE_SRC) $(STANDALONE_SRC))
asan_obj := $(patsubst %.c,$(B)/asan/%.o,$(ROOM_SRC) $(CAPSULE_SRC))

.PHONY: all clean
all: pkttrace.so pkttrace

pkttrace.so: $(so_obj)
	$(CC) $(CFLAGS) -shared -o $@ $^ $(LIBS)

pkttrace: $(prog_obj)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

# The sanitized library of everything but the crash target, for tests and fuzzers.
$(B)/asan/libpkttrace.a: $(asan_obj)
	rm -f $@ && ar rcs $@ $^

$(B)/so/extension/target/crash/%.o: CPPFLAGS_ALL += -I$(CRASH_INCLUDE)
$(B)/so/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(STD) $(CFLAGS) $(WARN) $(PIC) $(CPPFLAGS_ALL) -MMD -MP -c -o $@ $<
$(B)/prog/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(STD) $(CFLAGS) $(WARN) $(CPPFLAGS_ALL) -MMD -MP -c -o $@ $<
$(B)/asan/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(STD) -O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer $(WARN) $(CPPFLAGS_ALL) -MMD -MP -c -o $@ $<

clean:
	rm -rf $(B) pkttrace.so pkttrace

-include $(shell find $(B) -name '*.d' 2>/dev/null)
