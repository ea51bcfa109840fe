// SPDX-License-Identifier: GPL-3.0-or-later
// A line for each CPU: work on packets by context, calls of probed functions, where its events begin, the panic.
"use strict";

const TIMELINE = {width: 1000, left: 0, height: 46};

// Ages from the oldest to the panic. Logarithmic: the last microseconds take as much room as the first seconds.
class AgeAxis {
	constructor(oldest, youngest, logarithmic) {
		this.oldest = Math.max(oldest, 1000); // ns before the panic, as YOUNGEST
		this.young = youngest;
		this.logarithmic = logarithmic;
	}

	at(age) {
		if (this.logarithmic) {
			const floor = 1e3, span = Math.log10(this.oldest / floor) || 1;
			return TIMELINE.width * (1 - Math.log10(Math.max(age, floor) / floor) / span);
		}
		return TIMELINE.width * (this.oldest - age) / (this.oldest - this.young || 1);
	}

	// The oldest first: the first and the last keep within the drawing.
	ticks() {
		if (!this.logarithmic)
			return Array.from({length: 6}, (_, i) => this.oldest + (this.young - this.oldest) * i / 5);
		const ticks = [];
		for (let age = 1e3; age <= this.oldest; age *= 10)
			ticks.unshift(age);
		return ticks;
	}
}

// What each CPU did: spans by context, and times of calls that have a probe.
function cpuWork(data) {
	const cpus = new Map();
	const of = (number) => {
		if (!cpus.has(number))
			cpus.set(number, {number, spans: [], probed: [], foreign: []});
		return cpus.get(number);
	};

	for (const cpu of data.verdict.cpus || [])
		Object.assign(of(cpu.cpu), {buffer: cpu});
	for (const packet of data.packets)
		for (const span of packet.spans) {
			if (span.start_ns === null)
				continue;
			const start = data.age(span.start_ns), end = span.end_ns ? data.age(span.end_ns) : Math.min(0, start);
			of(span.cpu).spans.push({packet, start, end, context: span.context});
			for (const call of packet.path || []) {
				const age = call.probes.length ? data.age(call.start_ns) : null;
				if (age !== null && age <= start && age >= end)
					of(span.cpu)[data.foreign.has(call.func) ? "foreign" : "probed"].push(age);
			}
		}
	return [...cpus.values()].sort((a, b) => a.number - b.number);
}

function marks(axis, ages, y, height) {
	return ages.map((age) => `M${axis.at(age).toFixed(2)} ${y}v${height}`).join("");
}

function bars(axis, spans, y, height) {
	return spans.map(({start, end}) => {
		const from = axis.at(start), width = Math.max(0.8, axis.at(end) - from);
		return `M${from.toFixed(2)} ${y}h${width.toFixed(2)}v${height}h${(-width).toFixed(2)}z`;
	}).join("");
}

function cpuDrawing(data, cpu, axis, open) {
	const oldest = cpu.buffer?.oldest_ns ? axis.at(data.age(cpu.buffer.oldest_ns)) : 0;
	const node = svg("svg", {viewBox: `0 0 ${TIMELINE.width} ${TIMELINE.height}`, preserveAspectRatio: "none", class: "cpu"},
		oldest > 0 ? svg("rect", {class: "before", x: 0, y: 0, width: Math.min(oldest, TIMELINE.width), height: TIMELINE.height}) : null,
		["process", "softirq", "hardirq", "nmi"].map((context) => svg("path", {class: `span ${context}`,
			d: bars(axis, cpu.spans.filter((span) => span.context === context), 4, 22)})),
		svg("path", {class: "probe", d: marks(axis, cpu.probed, 30, 6)}),
		svg("path", {class: "probe foreign", d: marks(axis, cpu.foreign, 30, 12)}),
		svg("line", {class: "panic", x1: axis.at(0), x2: axis.at(0), y1: 0, y2: TIMELINE.height}));

	node.addEventListener("click", (event) => {
		const box = node.getBoundingClientRect(), x = (event.clientX - box.left) / box.width * TIMELINE.width;
		const near = cpu.spans.reduce((best, span) => {
			const distance = Math.min(Math.abs(axis.at(span.start) - x), Math.abs(axis.at(span.end) - x));
			return !best || distance < best.distance ? {distance, span} : best;
		}, null);
		if (near)
			open(near.span.packet);
	});
	return node;
}

function lostText(buffer) {
	const words = [["overrun", "overwritten"], ["commit_overrun", "lost in nested writes"], ["dropped", "dropped"]]
		.filter(([key]) => buffer[key] !== 0).map(([key, word]) => `${countText(buffer[key])} ${word}`);

	return words.length ? words.join(", ") : "none lost";
}

function cpuRow(data, cpu, axis, open) {
	return el("div", {class: "cpurow", "data-cpu": cpu.number, "data-spans": cpu.spans.length},
		el("div", {class: "cpuhead"}, el("b", {}, `CPU ${cpu.number}`),
			cpu.number === data.panic.cpu ? tag("bad", "panic") : null,
			el("div", {class: "small"}, cpu.buffer ? `${countText(cpu.buffer.held)} events, ${lostText(cpu.buffer)}` : "no buffer",
				cpu.buffer?.note ? ` (${cpu.buffer.note})` : "")),
		cpuDrawing(data, cpu, axis, open));
}

// 1 us, 10 us ... 100 s
function powerText(ns) {
	const [unit, size] = [["s", 1e9], ["ms", 1e6], ["us", 1e3]].find(([, least]) => ns >= least);

	return `${ns / size} ${unit}`;
}

function axisRow(data, axis, youngest) {
	const late = axis.logarithmic || youngest <= 0 || !data.endIsPanic ? null
		: el("span", {class: "late"}, `panic ${durationText(youngest)} later`);

	return el("div", {class: "cpurow axis"}, el("div", {class: "cpuhead"}, "age ", late),
		el("div", {class: "ticks"}, axis.ticks().map((age) => styled(el("span", {}, axis.logarithmic ? powerText(age)
			: ageText(age).slice(0, -3)), {left: `${axis.at(age) / TIMELINE.width * 100}%`}))));
}

function timelineView(data, open) {
	const cpus = cpuWork(data), ages = cpus.flatMap((cpu) => cpu.spans.flatMap((span) => [span.start, span.end]));
	const place = el("div", {class: "timeline"});
	const oldest = ages.reduce((a, b) => Math.max(a, b), 0), youngest = ages.reduce((a, b) => Math.min(a, b), oldest);
	const draw = (logarithmic) => {
		const axis = new AgeAxis(oldest, logarithmic ? 0 : youngest, logarithmic);
		place.replaceChildren(...cpus.map((cpu) => cpuRow(data, cpu, axis, open)), axisRow(data, axis, youngest));
	};
	const scale = el("select", {"aria-label": "scale", on: {change: () => draw(scale.selectedIndex === 0)}},
		el("option", {}, "logarithmic age"), el("option", {}, "linear time"));

	// A trace that ended long before the panic is a sliver of the logarithmic scale.
	scale.selectedIndex = youngest > oldest / 20 ? 1 : 0;
	draw(scale.selectedIndex === 0);
	if (!ages.length)
		return el("p", {class: "note"}, "No packet of the trace has a time.");
	return [el("p", {class: "tools"}, scale), el("p", {class: "legend"},
		["hardirq", "softirq", "process"].map((context) => [el("i", {class: `key ${context}`}), context, " "]),
		el("i", {class: "key probed"}), "probed call ", el("i", {class: "key foreign"}), "foreign probe ",
		el("i", {class: "key before"}), "no events of then ", el("i", {class: "key panicline"}), "panic"), place];
}
