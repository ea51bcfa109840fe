// SPDX-License-Identifier: GPL-3.0-or-later
// Elements, and lists of many rows. Every value of the data is hostile: it becomes a text node or an attribute that
// nothing runs, never markup.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

// What is not seen, or changes the order of what stands around it (core/printable.c), is shown as an escape; in texts, and in
// attributes that are shown as texts.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

function seen(text) {
	return String(text).replace(UNSEEN, (one) => `\\u{${one.codePointAt(0).toString(16)}}`);
}

function fill(node, attributes, children) {
	for (const [name, value] of Object.entries(attributes || {}))
		if (name === "on")
			for (const [event, handler] of Object.entries(value))
				node.addEventListener(event, handler);
		else if (value !== null && value !== undefined && value !== false)
			node.setAttribute(name, value === true ? "" : name === "title" || name.startsWith("aria-") ? seen(value) : String(value));
	for (const child of children.flat(Infinity))
		if (child !== null && child !== undefined && child !== false)
			node.append(child instanceof Node ? child : seen(child));
	return node;
}

// el("td", {class: "num"}, 12): attributes may be left out.
function el(tag, attributes, ...children) {
	const plain = attributes && Object.getPrototypeOf(attributes) === Object.prototype;

	return fill(document.createElement(tag), plain ? attributes : {}, plain ? children : [attributes, children]);
}

function svg(tag, attributes, ...children) {
	return fill(document.createElementNS(SVG, tag), attributes, children);
}

// The policy forbids style attributes in markup; a script may set them.
function styled(node, style) {
	Object.assign(node.style, style);
	return node;
}

function button(text, title, press) {
	return el("button", {type: "button", title, on: {click: press}}, text);
}

function tag(kind, text) {
	return el("span", {class: `tag ${kind}`}, text);
}

// Cells and heads of tables.
const cell = (...children) => el("td", {}, children);
const num = (...children) => el("td", {class: "num"}, children);
const mono = (...children) => el("td", {class: "mono"}, children);
const tight = (...children) => el("td", {class: "tight"}, children);
const numHead = (text) => ({text, class: "num"});

function table(kind, heads, rows) {
	return el("div", {class: "scroll"}, el("table", {class: kind},
		el("thead", {}, el("tr", {}, heads.map((head) => el("th", {class: head.class, scope: "col"}, head.text ?? head)))),
		el("tbody", {}, rows)));
}

// The command behind what is shown.
function commandLine(part) {
	if (!part.command)
		return null;
	return el("span", {class: "command"}, el("code", {}, part.command), button("copy", "copy the command", (event) => {
		navigator.clipboard?.writeText(part.command).then(() => { event.target.textContent = "copied"; }, () => {});
	}));
}

// All rows of virtual lists are in the page: for printing, for the browser's own search, and for tests. Of a longer list
// the last ones are: a browser takes half a minute for 20,000.
const WHOLE_ROWS = 2000;
let whole = location.hash === "#whole";
const lists = [];

// A list of any length, of which only the rows in sight are elements. DRAW(item, index) makes one of HEIGHT pixels.
class VirtualList {
	constructor(kind, height, draw) {
		this.height = height;
		this.draw = draw;
		this.items = [];
		this.current = -1;
		this.body = el("div", {class: "rows"});
		this.node = el("div", {class: `list ${kind}`, tabindex: "0", role: "listbox",
			on: {scroll: () => this.show(), keydown: (event) => this.key(event)}}, this.body);
		lists.push(this);
	}

	set(items) {
		this.items = items;
		this.current = -1;
		this.node.scrollTop = 0;
		this.node.dataset.rows = items.length;
		this.from = this.to = -1;
		this.show();
	}

	// The rows that can be seen, and some more on both sides.
	range() {
		const height = Math.max(this.node.clientHeight, 440);
		const from = Math.max(0, Math.floor(this.node.scrollTop / this.height) - 10);

		return whole ? [Math.max(0, this.items.length - WHOLE_ROWS), this.items.length]
			: [from, Math.min(this.items.length, from + Math.ceil(height / this.height) + 20)];
	}

	show(anew) {
		const [from, to] = this.range();

		if (!anew && from === this.from && to === this.to)
			return;
		[this.from, this.to] = [from, to];
		const rows = [];
		for (let i = from; i < to; i++) {
			const row = this.draw(this.items[i], i);
			row.setAttribute("role", "option");
			row.classList.toggle("current", i === this.current);
			rows.push(row);
		}
		if (whole && from)
			rows.unshift(el("p", {class: "note"}, `The last ${countText(to - from)} of ${countText(this.items.length)} rows.`));
		styled(this.body, {paddingTop: `${whole ? 0 : from * this.height}px`,
			paddingBottom: `${(this.items.length - to) * this.height}px`});
		this.body.replaceChildren(...rows);
	}

	go(index, quiet) {
		if (index < 0 || index >= this.items.length)
			return;
		this.current = index;
		const top = index * this.height, view = this.node.clientHeight || 400;
		if (top < this.node.scrollTop || top + this.height > this.node.scrollTop + view)
			this.node.scrollTop = Math.max(0, top - view / 2);
		this.show(true);
		if (!quiet && this.chosen)
			this.chosen(this.items[index], index);
	}

	key(event) {
		const page = Math.max(1, Math.floor(this.node.clientHeight / this.height) - 1);
		const steps = {ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page,
			Home: -this.items.length, End: this.items.length};
		const step = steps[event.key];

		if (!step || event.ctrlKey || event.altKey || event.metaKey)
			return;
		event.preventDefault();
		this.go(Math.min(this.items.length - 1, Math.max(0, this.current + step)));
	}
}

function drawWhole(on) {
	whole = on;
	document.documentElement.classList.toggle("whole", on);
	for (const list of lists)
		list.show(true);
	for (const fold of document.querySelectorAll("details.fold"))
		fold.open = on;
}
