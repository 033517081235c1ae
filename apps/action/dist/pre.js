import * as os from "os";
import * as crypto from "crypto";
import * as fs from "fs";
import { stripVTControlCharacters } from "node:util";
import { homedir } from "node:os";
// ../../node_modules/.pnpm/@actions+core@3.0.1/node_modules/@actions/core/lib/utils.js
/**
* Sanitizes an input into a string so it can be passed into issueCommand safely
* @param input input to sanitize into a string
*/
function toCommandValue(input) {
	if (input === null || input === void 0) return "";
	else if (typeof input === "string" || input instanceof String) return input;
	return JSON.stringify(input);
}
/**
*
* @param annotationProperties
* @returns The command properties to send with the actual annotation command
* See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
*/
function toCommandProperties(annotationProperties) {
	if (!Object.keys(annotationProperties).length) return {};
	return {
		title: annotationProperties.title,
		file: annotationProperties.file,
		line: annotationProperties.startLine,
		endLine: annotationProperties.endLine,
		col: annotationProperties.startColumn,
		endColumn: annotationProperties.endColumn
	};
}
// ../../node_modules/.pnpm/@actions+core@3.0.1/node_modules/@actions/core/lib/command.js
/**
* Issues a command to the GitHub Actions runner
*
* @param command - The command name to issue
* @param properties - Additional properties for the command (key-value pairs)
* @param message - The message to include with the command
* @remarks
* This function outputs a specially formatted string to stdout that the Actions
* runner interprets as a command. These commands can control workflow behavior,
* set outputs, create annotations, mask values, and more.
*
* Command Format:
*   ::name key=value,key=value::message
*
* @example
* ```typescript
* // Issue a warning annotation
* issueCommand('warning', {}, 'This is a warning message');
* // Output: ::warning::This is a warning message
*
* // Set an environment variable
* issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
* // Output: ::set-env name=MY_VAR::some value
*
* // Add a secret mask
* issueCommand('add-mask', {}, 'secretValue123');
* // Output: ::add-mask::secretValue123
* ```
*
* @internal
* This is an internal utility function that powers the public API functions
* such as setSecret, warning, error, and exportVariable.
*/
function issueCommand(command, properties, message) {
	const cmd = new Command(command, properties, message);
	process.stdout.write(cmd.toString() + os.EOL);
}
const CMD_STRING = "::";
var Command = class {
	constructor(command, properties, message) {
		if (!command) command = "missing.command";
		this.command = command;
		this.properties = properties;
		this.message = message;
	}
	toString() {
		let cmdStr = CMD_STRING + this.command;
		if (this.properties && Object.keys(this.properties).length > 0) {
			cmdStr += " ";
			let first = true;
			for (const key in this.properties) if (this.properties.hasOwnProperty(key)) {
				const val = this.properties[key];
				if (val) {
					if (first) first = false;
					else cmdStr += ",";
					cmdStr += `${key}=${escapeProperty(val)}`;
				}
			}
		}
		cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
		return cmdStr;
	}
};
function escapeData(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
function escapeProperty(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
}
// ../../node_modules/.pnpm/@actions+core@3.0.1/node_modules/@actions/core/lib/file-command.js
function issueFileCommand(command, message) {
	const filePath = process.env[`GITHUB_${command}`];
	if (!filePath) throw new Error(`Unable to find environment variable for file command ${command}`);
	if (!fs.existsSync(filePath)) throw new Error(`Missing file at path: ${filePath}`);
	fs.appendFileSync(filePath, `${toCommandValue(message)}${os.EOL}`, { encoding: "utf8" });
}
function prepareKeyValueMessage(key, value) {
	const delimiter = `ghadelimiter_${crypto.randomUUID()}`;
	const convertedValue = toCommandValue(value);
	if (key.includes(delimiter)) throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
	if (convertedValue.includes(delimiter)) throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
	return `${key}<<${delimiter}${os.EOL}${convertedValue}${os.EOL}${delimiter}`;
}
/**
* The code to exit an action
*/
var ExitCode;
(function(ExitCode) {
	/**
	* A code indicating that the action was successful
	*/
	ExitCode[ExitCode["Success"] = 0] = "Success";
	/**
	* A code indicating that the action was a failure
	*/
	ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
/**
* Sets env variable for this action and future actions in the job
* @param name the name of the variable to set
* @param val the value of the variable. Non-string values will be converted to a string via JSON.stringify
*/
function exportVariable(name, val) {
	const convertedVal = toCommandValue(val);
	process.env[name] = convertedVal;
	if (process.env["GITHUB_ENV"] || "") return issueFileCommand("ENV", prepareKeyValueMessage(name, val));
	issueCommand("set-env", { name }, convertedVal);
}
/**
* Registers a secret which will get masked from logs
*
* @param secret - Value of the secret to be masked
* @remarks
* This function instructs the Actions runner to mask the specified value in any
* logs produced during the workflow run. Once registered, the secret value will
* be replaced with asterisks (***) whenever it appears in console output, logs,
* or error messages.
*
* This is useful for protecting sensitive information such as:
* - API keys
* - Access tokens
* - Authentication credentials
* - URL parameters containing signatures (SAS tokens)
*
* Note that masking only affects future logs; any previous appearances of the
* secret in logs before calling this function will remain unmasked.
*
* @example
* ```typescript
* // Register an API token as a secret
* const apiToken = "abc123xyz456";
* setSecret(apiToken);
*
* // Now any logs containing this value will show *** instead
* console.log(`Using token: ${apiToken}`); // Outputs: "Using token: ***"
* ```
*/
function setSecret(secret) {
	issueCommand("add-mask", {}, secret);
}
/**
* Gets the value of an input.
* Unless trimWhitespace is set to false in InputOptions, the value is also trimmed.
* Returns an empty string if the value is not defined.
*
* @param     name     name of the input to get
* @param     options  optional. See InputOptions.
* @returns   string
*/
function getInput(name, options) {
	const val = process.env[`INPUT_${name.replace(/ /g, "_").toUpperCase()}`] || "";
	if (options && options.required && !val) throw new Error(`Input required and not supplied: ${name}`);
	if (options && options.trimWhitespace === false) return val;
	return val.trim();
}
/**
* Adds a warning issue
* @param message warning issue message. Errors will be converted to string via toString()
* @param properties optional properties to add to the annotation.
*/
function warning(message, properties = {}) {
	issueCommand("warning", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
* Writes info to log with console.log.
* @param message info message
*/
function info(message) {
	process.stdout.write(message + os.EOL);
}
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
// ../../packages/reporter-core/src/text/terminal-text.ts
/**
* Makes text from a server, a repository or a file safe for a terminal. Removes ANSI and OSC sequences, and writes
* other control and direction-changing characters as `\x1b` or `\u202e`. A test's title must not move the cursor,
* hide a line or write the clipboard. Line feeds stay, other line ends become line feeds, and tabs become spaces.
*/
function toTerminalText(text) {
	if (!UNSAFE.test(text)) return text;
	return stripVTControlCharacters(text.toWellFormed()).replaceAll(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("	", "    ").replaceAll(UNSAFE_CHARACTERS, escapeCharacter);
}
/** Formats the text on one line, for titles, names and cells. */
function toTerminalLine(text) {
	return toTerminalText(text).replaceAll(/\s*\n\s*/g, " ").trim();
}
const UNSAFE_CLASS = "\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";
const UNSAFE = new RegExp(`[${UNSAFE_CLASS}]|\\p{Surrogate}`, "u");
const UNSAFE_CHARACTERS = new RegExp(`[${UNSAFE_CLASS}]`, "g");
function escapeCharacter(character) {
	return character.charCodeAt(0) < 256 ? `\\x${toHex(character, 2)}` : `\\u${toHex(character, 4)}`;
}
function toHex(character, digits) {
	return character.charCodeAt(0).toString(16).padStart(digits, "0");
}
// src/log.ts
/** Writes one line to the log. The text may be from a report: no part of it becomes a command of the runner. */
function writeLine(text) {
	info(withoutRunnerCommands(toTerminalLine(text)));
}
// ../../packages/reporter-core/src/options/server-url.ts
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
function parseJson(text) {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return void 0;
		throw error;
	}
}
// ../../packages/contract/src/zod-free/limits.ts
/**
* Limits of one ingest request. A request over `bodyBytes` or `results` is refused with 413; one with a list over its
* limit with 400.
*/
const INGEST_LIMITS = {
	/** The body after decompression. */
	bodyBytes: 67108864,
	/** Everything except the results, which are parsed in chunks. 413 above. */
	otherBytes: 25165824,
	results: 1e5,
	files: 1e5,
	titleParts: 100,
	attempts: 1e3,
	errors: 1e3,
	/** Run-level errors: how many are stored per execution, and their total size. The others are counted. */
	runErrorsKept: 100,
	runErrorsBytes: 1048576,
	/** Errors, or steps, of one attempt or file, as JSON. */
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
	* Number of lists and values in one result, in all results, and in everything else: 413 above. A
	* megabyte of `{}` is 300,000 objects, and each is validated and reported.
	*/
	valuesPerResult: 25e4,
	valuesOfResults: 5e6,
	otherValues: 1e6
};
// ../../packages/contract/src/zod-free/is-record.ts
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
function buildLegName(matrix) {
	const text = matrix.trim();
	if (text === "" || text === "null") return void 0;
	const values = parseJson(text);
	const line = toTerminalLine(isRecord(values) ? Object.entries(values).filter(([key]) => !NUMBERS_A_SHARD.test(key)).map(([, value]) => formatMatrixValue(value)).filter((value) => value !== "").join(", ") : text).slice(0, INGEST_LIMITS.legLength).toWellFormed();
	return line === "" ? void 0 : line;
}
function formatMatrixValue(value) {
	if (value === null) return "";
	return typeof value === "string" ? value.trim() : JSON.stringify(value);
}
/** The names that the documentation of frameworks and CI systems gives to such values. */
const NUMBERS_A_SHARD = /shard|split|chunk|partition|^(?:ci[-_]?)?node[-_]?(?:index|total)$/i;
// src/prepare.ts
/**
* The step `pre`, before the job's own steps. Errors become warnings, because a failed step would end the job before
* its tests.
*/
function prepare(world) {
	try {
		exportVariables(world.env);
	} catch (error) {
		warning(`svc did not prepare the job: ${error instanceof Error ? error.message : String(error)}`);
	}
}
/**
* Exports the variables by which reporters separate the results of this job from those of other legs and executions. A
* variable that the workflow sets itself stays. The key is not exported: which steps may use it is decided by the
* workflow.
*/
function exportVariables(env) {
	const key = getInput(INPUTS.apiKey) || env["SVC_API_KEY"];
	if (key) setSecret(key);
	const variables = [
		["SVC_LEG", buildLegName(getInput(INPUTS.matrix))],
		["SVC_URL", getInput(INPUTS.url)],
		["SVC_PROJECT", getInput(INPUTS.project)],
		["SVC_NAME", getInput(INPUTS.name)]
	];
	for (const [name, value] of variables) {
		if (!value || env[name]) continue;
		exportVariable(name, value);
		writeLine(`${name}=${name === "SVC_URL" ? withoutPassword(value) : value}`);
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
/** Reads on use what may fail: a deleted current folder, and the home folder of a user without one. */
function buildProcessWorld() {
	return {
		env: process.env,
		get directory() {
			return process.cwd();
		},
		get homeDirectory() {
			return homedir();
		},
		waits: WAITS
	};
}
// src/pre.ts
prepare(buildProcessWorld());
export {};
