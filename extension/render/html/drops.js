// SPDX-License-Identifier: GPL-3.0-or-later
// Drops over time, and how long packets took from stage to stage: charts of what `drops` and `latency` count.
"use strict";

const SERIES = 6; // colours; what has none of its own is "other"
const MOST_BINS = 60;

function reasonOf(record) {
	return record.by.reason ?? record.cause ?? "?";
}

// {size (seconds of a bin), bins: [{oldest, counts by reason}] from the oldest on, reasons, the most frequent first, most}
function dropBins(records) {
	const total = new Map();
	for (const record of records)
		total.set(reasonOf(record), (total.get(reasonOf(record)) || 0) + record.count);
	const reasons = [...total].sort((a, b) => b[1] - a[1]);
	const seconds = records.map((record) => record.by.second);
	const oldest = Math.max(...seconds), youngest = Math.min(0, ...seconds);
	const size = Math.ceil((oldest - youngest + 1) / MOST_BINS);
	const bins = Array.from({length: Math.ceil((oldest - youngest + 1) / size)}, (_, at) => ({oldest: oldest - at * size, counts: new Map()}));

	for (const record of records) {
		const counts = bins[Math.floor((oldest - record.by.second) / size)].counts;
		counts.set(reasonOf(record), (counts.get(reasonOf(record)) || 0) + record.count);
	}
	const most = Math.max(...bins.map((bin) => [...bin.counts.values()].reduce((a, b) => a + b, 0)));
	return {size, bins, reasons, most};
}

function seriesOf(reasons, reason) {
	return `series${Math.min(reasons.findIndex(([name]) => name === reason), SERIES - 1)}`;
}

// A bar for so many seconds, of a piece for each reason.
function dropBars({size, bins, reasons, most}) {
	return bins.map((bin, at) => {
		let top = 100;
		return reasons.filter(([reason]) => bin.counts.has(reason)).map(([reason]) => {
			const count = bin.counts.get(reason), height = 100 * count / most;
			top -= height;
			return svg("rect", {class: seriesOf(reasons, reason), x: at + 0.06, width: 0.88, y: top.toFixed(3), height: height.toFixed(3),
				"data-reason": reason, "data-second": bin.oldest, "data-count": count},
			svg("title", {}, `${secondText(bin.oldest)}${size > 1 ? `, ${size} s` : ""}: ${countText(count)} of ${reason}`));
		});
	});
}

function secondText(second) {
	return second < 0 ? `T+${-second} s` : `T-${second} s`;
}

function dropChart(records) {
	if (!records.length)
		return null;
	const chart = dropBins(records), {bins, reasons, size, most} = chart;
	const ticks = [...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * (bins.length - 1))))];

	return el("figure", {class: "chart"}, el("figcaption", {class: "legend"}, `Drops over time; ${size === 1 ? "each second" : `every ${size} s`}, ` +
		`at most ${countText(most)}:`, reasons.slice(0, SERIES - 1).map(([reason, count]) => el("span", {class: "entry"},
		el("i", {class: `key ${seriesOf(reasons, reason)}`}), `${reason} ${countText(count)}`)),
	reasons.length >= SERIES ? el("span", {class: "entry"}, el("i", {class: `key series${SERIES - 1}`}),
		`${reasons.length - SERIES + 1} other ${countText(reasons.slice(SERIES - 1).reduce((sum, [, count]) => sum + count, 0))}`) : null),
	svg("svg", {class: "bars", viewBox: `0 0 ${bins.length} 100`, preserveAspectRatio: "none", role: "img",
		"aria-label": "drops over time"}, dropBars(chart)),
	el("div", {class: "ticks"}, ticks.map((at) => styled(el("span", {}, secondText(bins[at].oldest)),
		{left: `${100 * (ticks.length > 1 ? at / (bins.length - 1) : 0)}%`}))));
}

// BOUNDS: where each column begins, ns.
function histogram(columns, bounds) {
	const most = Math.max(1, ...columns);

	return svg("svg", {class: "histogram", viewBox: `0 0 ${columns.length} 20`, preserveAspectRatio: "none", role: "img",
		"aria-label": "how many took how long", "data-columns": columns.join(" ")},
	columns.map((count, at) => count ? svg("rect", {x: at + 0.08, width: 0.84, y: 20 - Math.max(1, 20 * count / most),
		height: Math.max(1, 20 * count / most)}, svg("title", {},
		`from ${durationText(bounds[at])}${at + 1 < columns.length ? ` to ${durationText(bounds[at + 1])}` : ""}: ${countText(count)}`)) : null));
}

function latencyView(data, open) {
	const records = data.part("latency").records, total = records.find((record) => record.what === "latency_total") || {};
	const stages = records.filter((record) => record.what === "latency");

	return stages.length ? table("plain", ["Stage", numHead("Packets"), numHead("Median"), numHead("90 %"), numHead("99 %"), numHead("Longest"),
		"Histogram, short to long", "Slowest"], stages.map((record) => el("tr", {class: "stage", "data-stage": record.by.stage}, cell(record.by.stage),
		num(countText(record.count)), [record.p50_ns, record.p90_ns, record.p99_ns, record.max_ns].map((ns) => num(durationText(ns))),
		cell(histogram(record.columns, total.column_ns || [])), cell(record.slowest ? packetLink(data, record.slowest, open) : ""))))
		: el("p", {class: "note"}, "The trace times no stage of any packet.");
}
