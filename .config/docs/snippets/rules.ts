import { loadModule, parseSync as parseSql } from 'libpg-query';
import { parse as parseYaml } from 'yaml';
import { errorBody } from '../../../packages/contract/src/errors.ts';
import {
  ingestAnswer,
  ingestArtifact,
  ingestBody,
} from '../../../packages/contract/src/executions/ingest.ts';
import { EVENT_DATA, webhookBody } from '../../../packages/contract/src/webhooks/events.ts';
import { checkCommands, type CheckedCommand } from './check-commands.ts';
import { isKnownVariable } from './known-variables.ts';

/** Checks the text of a snippet, and returns the commands in it. @throws Error for any other mistake. */
type Rule = (text: string) => Promise<CheckedCommand[]> | CheckedCommand[];

await loadModule();

/** The rule of each language except TypeScript and JavaScript, which the compiler checks in one program. */
export const RULES: Record<string, Rule | undefined> = {
  sh: checkCommands,
  text: (text) => checkScripts(text, pickExamples(text)),
  yaml: (text) => checkScripts(text, pickScripts(parseYaml(text))),
  json: (text) => checkJson(text, JSON.parse(text) as object),
  ini: checkIni,
  sql: (text) => {
    parseSql(text);
    return [];
  },
  groovy: (text) => {
    checkBrackets(text);
    return checkScripts(text, matchAll(text, /\bsh '(.*)'/g));
  },
  nginx: (text) => {
    checkBrackets(text);
    return checkLines(text, /[;{}]$/);
  },
  caddyfile: (text) => {
    checkBrackets(text);
    return checkLines(text, /^(?:\}|[\w./*:, -]+(?: "[^"]*")?(?: \{)?)$/);
  },
};

/** Checks the scripts that stand in a snippet, each command with its line there as well as that can be found. */
async function checkScripts(text: string, scripts: string[]): Promise<CheckedCommand[]> {
  const checked = scripts.map(async (script) => {
    const [first = ''] = script.split('\n');
    const before = text.slice(0, Math.max(0, text.indexOf(first))).split('\n').length - 1;
    const commands = await checkCommands(withoutExpressions(script));
    return commands.map(({ line, mistake }) => ({ line: line + before, mistake }));
  });
  return (await Promise.all(checked)).flat();
}

/** Help and answers have examples of commands, indented, some with an explanation. The rest is output. */
function pickExamples(text: string): string[] {
  return matchAll(text, /^ {2,}((?:svc|npx) .*?)(?: {3,}.*)?$/gm);
}

/** Keys of CI configurations whose value is a shell script, or a list of scripts. */
const SCRIPT_KEYS = ['command', 'run', 'script'];

function pickScripts(value: unknown, isScript = false): string[] {
  if (typeof value === 'string') return isScript ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => pickScripts(one, isScript));
  return Object.entries(value ?? {}).flatMap(([key, one]) =>
    pickScripts(one, SCRIPT_KEYS.includes(key)),
  );
}

/** The values that GitHub, Azure and Buildkite put in before a shell reads the script. */
function withoutExpressions(script: string): string {
  return script.replaceAll(/\$\{\{.*?\}\}|\$\([A-Za-z]+\.[\w.]+\)/g, 'value').replaceAll('$$', '$');
}

interface AgentServer {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** What has an `mcpServers` or a `Statement` is a file of other programs, and all else a body of ours. */
async function checkJson(text: string, value: object): Promise<CheckedCommand[]> {
  if ('Statement' in value) return [];
  if ('mcpServers' in value) {
    const servers = Object.values(value.mcpServers as Record<string, AgentServer>);
    const unknown = servers.flatMap(({ env }) => Object.keys(env)).filter(isUnread);
    if (unknown.length > 0) throw new Error(`nothing reads ${unknown.join(', ')}`);
    return checkScripts(
      text,
      servers.map(({ command, args }) => [command, ...args].join(' ')),
    );
  }
  checkBody(value);
  return [];
}

/** @throws Error unless the schema of the body takes it with all its fields. */
function checkBody(value: object): void {
  if ('timestamp' in value) {
    const { type, data } = webhookBody.parse(value);
    const { url: _, ...sent } = data;
    EVENT_DATA[type].strict().parse(sent);
  } else if ('execution' in value) expectAllFields(value, ingestBody.parse(value));
  else if ('clientId' in value) expectAllFields(value, ingestArtifact.parse(value));
  else if ('error' in value) expectAllFields(value, errorBody.parse(value));
  else if ('success' in value && 'data' in value) checkAnswer(value.data as object);
  else throw new Error('no rule for this JSON');
}

/** The answer to an upload, or an empty list. */
function checkAnswer(data: object): void {
  if ('items' in data) return expectAllFields(data, { items: [], nextCursor: null });
  expectAllFields(data, ingestAnswer.parse(data));
}

/** Schemas leave out the fields that they do not know. */
function expectAllFields(written: unknown, known: unknown): void {
  if (typeof written !== 'object' || written === null) return;
  for (const [name, value] of Object.entries(written)) {
    const field = (known as Record<string, unknown>)[name];
    if (field === undefined) throw new Error(`no field ${name}`);
    expectAllFields(value, field);
  }
}

/** Files of settings, and units of systemd. */
async function checkIni(text: string): Promise<CheckedCommand[]> {
  checkLines(text, /^(?:\[\w+\]|\w+=.*)$/);
  const isUnit = text.includes('[');
  const unknown = matchAll(text, /^(\w+)=/gm).filter((name) => !isUnit && isUnread(name));
  if (unknown.length > 0) throw new Error(`nothing reads ${unknown.join(', ')}`);
  return checkScripts(text, matchAll(text, /^ExecStart=(.*)$/gm));
}

/** Checks each line that is neither empty nor a comment. */
function checkLines(text: string, shape: RegExp): CheckedCommand[] {
  const lines = text.split('\n').map((line) => line.trim());
  const wrong = lines.find((line) => line !== '' && !line.startsWith('#') && !shape.test(line));
  if (wrong !== undefined) throw new Error(`not a line of this language: ${wrong}`);
  return [];
}

function checkBrackets(text: string): void {
  const open: string[] = [];
  for (const one of text.replaceAll(/'[^'\n]*'|"[^"\n]*"|#.*$/gm, '').match(/[()[\]{}]/g) ?? []) {
    if ('([{'.includes(one)) open.push(one);
    else if ('([{'.indexOf(open.pop() ?? '') !== ')]}'.indexOf(one)) throw new Error(`odd ${one}`);
  }
  if (open.length > 0) throw new Error(`${open.join(' ')} stays open`);
}

function isUnread(name: string): boolean {
  return !isKnownVariable(name);
}

function matchAll(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found);
}
