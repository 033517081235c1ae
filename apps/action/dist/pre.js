import { stripVTControlCharacters } from "node:util";
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync } from "node:fs";
import { EOL, homedir } from "node:os";
// ../../packages/reporter-core/src/upload/server-url.ts
/** The URL in a form for messages. */
function withoutPassword(address) {
	return address.replace(/[^/@]*@/, "");
}
// src/constants.ts
/** The inputs of `action.yml`. */
const INPUTS = {
	apiKey: "api-key",
	url: "url",
	files: "files",
	project: "project",
	name: "name",
	matrix: "matrix",
	compareWith: "compare-with",
	failOn: "fail-on",
	comment: "comment",
	summary: "summary",
	annotations: "annotations",
	analyze: "analyze",
	failOnUploadError: "fail-on-upload-error",
	ifNoFiles: "if-no-files",
	ifUndecided: "if-undecided",
	wait: "wait",
	token: "github-token"
};
// ../../packages/contract/src/zod-free/parsed-json.ts
/** The parsed document, or undefined if the text is not JSON: a proxy's error page, half an answer, an empty file. */
function parsedJson(text) {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return void 0;
		throw error;
	}
}
// ../../packages/contract/src/zod-free/limits.ts
/**
* The limits of one ingest request. Over `bodyBytes` or `results` it is refused with 413; lists over their limit with
* 400.
*/
const INGEST_LIMITS = {
	/** The body after decompression. */
	bodyBytes: 67108864,
	/** Everything beside the results, which are parsed in chunks. 413 above. */
	otherBytes: 25165824,
	results: 1e5,
	files: 1e5,
	titleParts: 100,
	attempts: 1e3,
	errors: 1e3,
	/** Run-level errors: how many are stored per execution, and their total size. The others are counted. */
	runErrorsKept: 100,
	runErrorsBytes: 1048576,
	/** The errors, and the steps, of one attempt or file, as JSON. */
	errorsBytes: 2097152,
	stepsBytes: 2097152,
	causeDepth: 5,
	stepDepth: 8,
	stepsPerAttempt: 1e3,
	tags: 1e3,
	annotations: 1e3,
	artifacts: 1e3,
	environmentEntries: 100,
	shards: 1e4,
	legLength: 200,
	/**
	* The number of lists and values in one result, in all results, and in everything beside them: 413 above. A
	* megabyte of `{}` is 300,000 objects, and each is validated and reported.
	*/
	valuesPerResult: 25e4,
	valuesOfResults: 5e6,
	otherValues: 1e6
};
// ../../packages/reporter-core/src/text/terminal-text.ts
/**
* Makes text from a server, a repository or a file safe for a terminal. Removes ANSI and OSC sequences, and writes
* other control and direction-changing characters as `\x1b` or `\u202e`. A test's title must not move the cursor,
* hide a line or write the clipboard. Line feeds stay, other line ends become line feeds, and tabs become spaces.
*/
function terminalText(text) {
	if (!UNSAFE.test(text)) return text;
	return stripVTControlCharacters(text.toWellFormed()).replaceAll(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("	", "    ").replaceAll(UNSAFE_CHARACTERS, writtenOut);
}
/** The same on one line, for titles, names and cells. */
function terminalLine(text) {
	return terminalText(text).replaceAll(/\s*\n\s*/g, " ").trim();
}
const UNSAFE_CLASS = "\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";
const UNSAFE = new RegExp(`[${UNSAFE_CLASS}]|\\p{Surrogate}`, "u");
const UNSAFE_CHARACTERS = new RegExp(`[${UNSAFE_CLASS}]`, "g");
function writtenOut(character) {
	return character.charCodeAt(0) < 256 ? `\\x${hex(character, 2)}` : `\\u${hex(character, 4)}`;
}
function hex(character, digits) {
	return character.charCodeAt(0).toString(16).padStart(digits, "0");
}
// ../../packages/reporter-core/src/text/unknown-value.ts
/** Whether parsed JSON is an object. */
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
// src/run/leg.ts
/**
* The name of a matrix leg, from the values of the matrix as GitHub shows them behind a job's name: `mysql, 22`. Values
* that number a shard are left out, because all shards of a leg are one leg, and so are empty ones. Undefined without a
* matrix. A text that is not an object in JSON is the name itself.
*/
function legOf(matrix) {
	const text = matrix.trim();
	if (text === "" || text === "null") return void 0;
	const values = parsedJson(text);
	const line = terminalLine(isRecord(values) ? Object.entries(values).filter(([key]) => !NUMBERS_A_SHARD.test(key)).map(([, value]) => valueText(value)).filter((value) => value !== "").join(", ") : text).slice(0, INGEST_LIMITS.legLength).toWellFormed();
	return line === "" ? void 0 : line;
}
function valueText(value) {
	if (value === null) return "";
	return typeof value === "string" ? value.trim() : JSON.stringify(value);
}
/** The names that the documentation of frameworks and CI systems gives to such values. */
const NUMBERS_A_SHARD = /shard|split|chunk|partition|^(?:ci[-_]?)?node[-_]?(?:index|total)$/i;
// ../../packages/reporter-core/src/text/runner-commands.ts
/**
* Text that no CI runner obeys. A test's title or output must not set a variable or hide a part of the log. GitHub's
* runner obeys lines that begin with `::error::` after spaces, and `##[error]` anywhere; the agent of Azure Pipelines
* `##vso[…]` and `##[…]`; TeamCity `##teamcity[…]`. GitLab's markers need control characters.
* @see https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
*/
function withoutRunnerCommands(text) {
	return text.replaceAll(LINE_COMMAND, "$1: :").replaceAll(BRACKET_COMMAND, "## $1[");
}
const LINE_COMMAND = /^([^\S\n]*)::/gm;
const BRACKET_COMMAND = /##(vso|teamcity|)\[/gi;
// src/runner.ts
/**
* GitHub's runner, as a step talks to it: inputs are variables, messages are lines of the log, answers are appended to
* files.
* @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
*/
var Runner = class {
	/** How the step ends. */
	exitCode = 0;
	#env;
	#stdout;
	constructor({ env, stdout }) {
		this.#env = env;
		this.#stdout = stdout;
	}
	/** Empty if the workflow does not set it. */
	input(name) {
		return (this.#env[`INPUT_${name.toUpperCase()}`] ?? "").trim();
	}
	/** One line of the log, whatever the text has: it may be from a report or a workflow's input. */
	info(text) {
		this.#write(withoutRunnerCommands(terminalLine(text)));
	}
	/** A line of a list. */
	item(text) {
		this.info(`- ${text}`);
	}
	error(message, place = {}) {
		this.#command("error", message, place);
	}
	warning(message, place = {}) {
		this.#command("warning", message, place);
	}
	notice(message, place = {}) {
		this.#command("notice", message, place);
	}
	/** Lets the step end as failed. It goes on. */
	fail(message) {
		this.exitCode = 1;
		this.error(message);
	}
	/** Masks a text in the log from here on. */
	setSecret(secret) {
		this.#command("add-mask", secret);
	}
	setOutput(name, value) {
		this.#append("GITHUB_OUTPUT", assignment(name, String(value)));
	}
	/** Sets a variable for the steps that follow. */
	exportVariable(name, value) {
		this.#append("GITHUB_ENV", assignment(name, value));
	}
	/** Adds Markdown to the summary of the job. */
	addSummary(text) {
		this.#append("GITHUB_STEP_SUMMARY", text);
	}
	#command(name, message, place = {}) {
		const { title, file, startLine: line, startColumn: col } = place;
		const properties = Object.entries({
			title,
			file,
			line,
			col
		}).filter(([, value]) => value !== void 0 && value !== "" && value !== 0).map(([key, value]) => `${key}=${escapeProperty(String(value))}`).join(",");
		this.#write(`::${name}${properties && ` ${properties}`}::${escapeMessage(message)}`);
	}
	#write(line) {
		this.#stdout.write(`${line}${EOL}`);
	}
	#append(variable, text) {
		const path = this.#env[variable];
		if (!path) throw new Error(`${variable} is not set`);
		if (!existsSync(path)) throw new Error(`${variable} is not there: ${path}`);
		appendFileSync(path, `${text}${EOL}`);
	}
};
/** A value may have lines. Nobody can guess the delimiter, so no value can end early and assign another name. */
function assignment(name, value) {
	const delimiter = `delimiter_${randomUUID()}`;
	return `${name}<<${delimiter}${EOL}${value}${EOL}${delimiter}`;
}
function escapeMessage(text) {
	return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
function escapeProperty(text) {
	return escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
// src/prepare.ts
/** The step `pre`, before the job's own steps. It always ends well: a fault would end the job without its tests. */
function prepare(world) {
	const runner = new Runner(world);
	try {
		exportVariables(runner, world.env);
	} catch (error) {
		runner.warning(`svc did not prepare the job: ${error instanceof Error ? error.message : String(error)}`);
	}
}
/**
* Exports what reporters of this job need to tell its results from those of other legs and executions. A variable that
* the workflow sets itself stays. The key is not exported: which steps may use it is decided by the workflow.
*/
function exportVariables(runner, env) {
	const key = runner.input(INPUTS.apiKey) || env["SVC_API_KEY"];
	if (key) runner.setSecret(key);
	const variables = [
		["SVC_LEG", legOf(runner.input(INPUTS.matrix))],
		["SVC_URL", runner.input(INPUTS.url)],
		["SVC_PROJECT", runner.input(INPUTS.project)],
		["SVC_NAME", runner.input(INPUTS.name)]
	];
	for (const [name, value] of variables) {
		if (!value || env[name]) continue;
		runner.exportVariable(name, value);
		runner.info(`${name}=${name === "SVC_URL" ? withoutPassword(value) : value}`);
	}
}
// src/world.ts
const WAITS = {
	unreachableMs: 15e3,
	serverErrorMs: 3e4,
	answerMs: 3e4,
	pauseMs: 1e3,
	gitHubSecondMs: 1e3
};
// src/process-world.ts
/** Reads on use what may fail: a deleted current folder, and the home folder of a user without one. */
function worldOfProcess() {
	return {
		env: process.env,
		get directory() {
			return process.cwd();
		},
		get homeDirectory() {
			return homedir();
		},
		stdout: process.stdout,
		waits: WAITS
	};
}
// src/pre.ts
prepare(worldOfProcess());
export {};
