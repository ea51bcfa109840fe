// SPDX-License-Identifier: GPL-3.0-or-later
// trace_processor.js FOLDER TRACE QUERY...: what Perfetto's own trace processor says of a trace.
//
// FOLDER holds its build for browsers (engine_bundle.js, trace_processor.wasm of an npm package, see tests/export/run). It is
// spoken to as Perfetto's page does: requests and replies are protobuf messages, a TraceProcessorRpc of
// protos/perfetto/trace_processor/trace_processor.proto each. Prints the rows of each query as a line of JSON; integers are
// strings, as JSON's numbers do not hold 64 bits.
"use strict";

const fs = require("fs");
const path = require("path");

const APPEND = 1, FINALIZE = 2, QUERY = 3; // TraceProcessorRpc.TraceProcessorMethod
const CELL_NULL = 1, CELL_INTEGER = 2, CELL_FLOAT = 3, CELL_STRING = 4; // QueryResult.CellsBatch.CellType

// --- protobuf: bytes and varints are all that these messages have

function varint(value) {
	const bytes = [];
	let rest = BigInt(value);
	for (; rest > 127n; rest >>= 7n)
		bytes.push(Number(rest & 127n) | 128);
	return Buffer.from([...bytes, Number(rest)]);
}

function field(number, value) {
	if (typeof value === "number")
		return Buffer.concat([varint(number << 3), varint(value)]);
	return Buffer.concat([varint(number << 3 | 2), varint(value.length), value]);
}

class Reader {
	constructor(bytes) {
		this.bytes = bytes;
		this.at = 0;
	}
	more() {
		return this.at < this.bytes.length;
	}
	varint() {
		let value = 0n, byte;
		for (let shift = 0n; ; shift += 7n) {
			byte = this.bytes[this.at++];
			value |= BigInt(byte & 127) << shift;
			if (!(byte & 128))
				return BigInt.asIntN(64, value);
		}
	}
	take(size) {
		return this.bytes.subarray(this.at, this.at += size);
	}
}

function* fieldsOf(bytes) {
	const reader = new Reader(bytes);
	while (reader.more()) {
		const key = Number(reader.varint());
		switch (key & 7) {
		case 0: yield [key >> 3, reader.varint()]; break;
		case 1: yield [key >> 3, reader.take(8)]; break;
		case 2: yield [key >> 3, reader.take(Number(reader.varint()))]; break;
		default: throw Error(`wire type ${key & 7}`);
		}
	}
}

// --- replies

class Result {
	constructor() {
		this.columns = 0;
		this.cells = [];
	}
	add(bytes) {
		for (const [number, value] of fieldsOf(bytes)) {
			if (number === 1)
				this.columns++;
			else if (number === 2 && value.length)
				throw Error(String(value));
			else if (number === 3)
				this.addBatch(value);
		}
	}
	addBatch(bytes) {
		const parts = Object.fromEntries(fieldsOf(bytes)); // kinds, integers, floats, blobs, strings
		const integers = new Reader(parts[2] || []);
		const floats = new Reader(parts[3] || []);
		const strings = parts[5] ? String(parts[5]).split("\0") : [];
		for (const kind of parts[1] || []) {
			switch (kind) {
			case CELL_NULL: this.cells.push(null); break;
			case CELL_INTEGER: this.cells.push(String(integers.varint())); break;
			case CELL_FLOAT: this.cells.push(Buffer.from(floats.take(8)).readDoubleLE()); break;
			case CELL_STRING: this.cells.push(strings.shift()); break;
			default: throw Error(`a cell of kind ${kind}`);
			}
		}
	}
	rows() {
		const rows = [];
		for (let at = 0; at < this.cells.length; at += this.columns)
			rows.push(this.cells.slice(at, at + this.columns));
		return rows;
	}
}

let result = null; // of the query that is being answered

function onReply(bytes) {
	for (const [, message] of fieldsOf(Buffer.from(bytes))) {
		for (const [number, value] of fieldsOf(message)) {
			if (number === 5)
				throw Error(String(value)); // fatal_error
			if (number === 203)
				result.add(value);
			if (number === 201 && value.length) // append_result: what is wrong with the trace
				for (const [what, text] of fieldsOf(value))
					if (what === 2)
						throw Error(String(text));
		}
	}
}

// --- the processor

let sequence = 0;

function ask(port, method, ...more) {
	const request = Buffer.concat([field(1, sequence++), field(2, method), ...more]);
	port.onmessage({ data: new Uint8Array(field(1, request)) });
}

async function main(folder, trace, queries) {
	const port = { postMessage: onReply };
	const bytes = fs.readFileSync(trace);
	console.log = console.warn = () => {}; // its progress
	globalThis.self = globalThis;
	process.chdir(folder); // it looks for its .wasm there
	require(path.resolve("engine_bundle.js"));
	self.onmessage({ data: { enginePort: port } });
	await new Promise(resolve => setImmediate(resolve)); // what it left for later, before it can be asked
	ask(port, APPEND, field(101, bytes));
	ask(port, FINALIZE);
	for (const query of queries) {
		result = new Result();
		ask(port, QUERY, field(103, field(1, Buffer.from(query))));
		process.stdout.write(JSON.stringify(result.rows()) + "\n");
	}
}

const [folder, trace, ...queries] = process.argv.slice(2);
main(folder, trace, queries).catch(error => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
