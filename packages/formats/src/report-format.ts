import { objectIn } from './lines/json-lines.ts';
import { plainText } from './plain-text.ts';

/** Formats with one file for a report. */
export const FILE_FORMATS = [
  'junit',
  'ctrf',
  'vitest-json',
  'jest-json',
  'playwright-json',
  'trx',
  'go-json',
  'nunit',
  'cucumber-json',
  'mocha-json',
  'mochawesome',
  'xunit',
  'dart-json',
  'tap',
] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** All formats. Allure has a folder of files: see `read-allure-results.ts`. */
export const REPORT_FORMATS = [...FILE_FORMATS, 'allure'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The number of bytes from a file's beginning that `recognizedFormat` needs. */
export const RECOGNITION_BYTES = 64 * 1024;

/**
 * The format of a report, from its beginning: XML by its root element, JSON by its keys. Undefined for anything else.
 */
export function recognizedFormat(head: string): ReportFormat | undefined {
  const text = textOfReport(head);
  const root = rootElement(text);
  if (root === 'assembly') return OF_XUNIT_1.test(firstTag(text)) ? 'xunit' : undefined;
  if (root !== undefined) return formatOfRoot(localName(root));
  const json = /^[{[]/.test(text) ? jsonFormat(keysOf(text)) : undefined;
  return json ?? formatOfLines(text) ?? (isTap(text) ? 'tap' : undefined);
}

/**
 * A script may print before the version of TAP. Without a version, the first line that is no comment is a plan, a test
 * with a number, or the file that `prove -v` runs.
 */
function isTap(text: string): boolean {
  const lines = text.split('\n', MOST_LINES).map((line) => line.trim());
  if (lines.some((line) => /^TAP version 1[234]$/.test(line))) return true;
  const first = lines.find((line) => line !== '' && !line.startsWith('#')) ?? '';
  if (/^1\.\.\d{1,9}(?:$|\s{1,10}#)|^(?:not )?ok 1(?:\s|$)/.test(first)) return true;
  return /^\S{1,500}\.t \.{2,100}$/.test(first);
}

/** The format of a report with an object on each line, by the first one that shows it. */
function formatOfLines(text: string): ReportFormat | undefined {
  for (const line of text.split('\n', MOST_LINES)) {
    const event = objectIn(line.trim()) ?? {};
    const isOfGo = [event['Package'], event['ImportPath']].some((name) => typeof name === 'string');
    if (isOfGo && typeof event['Action'] === 'string') return 'go-json';
    if (typeof event['protocolVersion'] === 'string' && event['type'] === 'start')
      return 'dart-json';
  }
  return undefined;
}

// Before the first event, Go may print which modules it downloads.
const MOST_LINES = 200;

// Maven and Windows have files with the same root element.
const OF_XUNIT_1 = /\s(?:run-date|test-framework)=/;

function firstTag(text: string): string {
  return withoutProlog(text).split('>', 1)[0] ?? '';
}

function formatOfRoot(name: string): ReportFormat | undefined {
  return /^testsuites?$/i.test(name) ? 'junit' : FORMAT_OF_ROOT.get(name);
}

// With their case: the report of Eclipse has the root element `testrun`.
const FORMAT_OF_ROOT = new Map<string, ReportFormat>([
  ['TestRun', 'trx'],
  ['test-run', 'nunit'],
  ['test-results', 'nunit'],
  ['assemblies', 'xunit'],
]);

/** An unsupported format, and how to get a supported report instead. */
export interface ForeignFormat {
  name: string;
  instead?: string;
}

/** For the error message about a file that `recognizedFormat` does not recognize. Undefined for an unknown format. */
export function foreignFormat(head: string): ForeignFormat | undefined {
  const text = textOfReport(head);
  const root = rootElement(text);
  if (text.startsWith('{') && keysOf(text).has('examples[].full_description')) return RSPEC;
  const name = root === undefined ? undefined : localName(root).toLowerCase();
  return name === undefined ? undefined : FOREIGN_ROOTS.get(name);
}

const RSPEC: ForeignFormat = {
  name: 'the JSON of RSpec',
  instead: 'JUnit XML, with the gem rspec_junit_formatter',
};

const FOREIGN_ROOTS = new Map<string, ForeignFormat>([
  ['testng-results', { name: "TestNG's own XML", instead: 'the folder junitreports beside it' }],
  ['robot', { name: "Robot Framework's own XML", instead: 'JUnit XML, with --xunit' }],
  [
    'testexecutions',
    { name: "Sonar's generic test data", instead: 'the report that it was made from' },
  ],
  ['site', { name: 'the XML of CTest', instead: 'JUnit XML, with ctest --output-junit' }],
  ['coverage', { name: 'a coverage report' }],
  ['report', { name: 'a coverage report' }],
  ['checkstyle', { name: 'a report of a linter' }],
  ['pmd', { name: 'a report of a linter' }],
  ['bugcollection', { name: 'a report of a linter' }],
  ['project', { name: 'a build file' }],
]);

/** By the keys in its beginning: a tool may sort them, and people may add their own. */
function jsonFormat(keys: ReadonlySet<string>): ReportFormat | undefined {
  if (['results.tool', 'results.summary', 'results.tests'].some((key) => keys.has(key)))
    return 'ctrf';
  if (keys.has('config.rootDir') || (keys.has('config') && keys.has('suites'))) {
    return 'playwright-json';
  }
  if (keys.has('[].elements') && CUCUMBER.some((key) => keys.has(key))) return 'cucumber-json';
  if (MOCHAWESOME.some((key) => keys.has(key))) return 'mochawesome';
  if (MOCHA.some((key) => keys.has(key))) return 'mocha-json';
  if (isOfAllure(keys)) return 'allure';
  if (!keys.has('numTotalTests') && !keys.has('numTotalTestSuites')) return undefined;
  const isJest = ['numRuntimeErrorTestSuites', 'openHandles', 'wasInterrupted'];
  return isJest.some((key) => keys.has(key)) ? 'jest-json' : 'vitest-json';
}

// A feature may be larger than the beginning, and its other keys may follow its scenarios.
const CUCUMBER = ['[].uri', '[].keyword', '[].elements[].keyword', '[].elements[].steps'];

const MOCHAWESOME = ['stats.testsRegistered', 'stats.passPercent', 'results[].beforeHooks'];
const MOCHA = ['stats.passes', 'tests[].fullTitle', 'failures[].fullTitle', 'passes[].fullTitle'];

/** A result of Allure, or a container of its set-ups and tear-downs. */
function isOfAllure(keys: ReadonlySet<string>): boolean {
  if (!keys.has('uuid')) return false;
  const isResult = keys.has('historyId') || keys.has('testCaseId') || keys.has('labels[].name');
  const isContainer = keys.has('befores') || keys.has('afters');
  return (isResult && keys.has('status')) || (isContainer && keys.has('children'));
}

/** The paths of keys, such as `results.tool` and `[].elements[].steps`, as far as the text goes. */
function keysOf(json: string): Set<string> {
  const keys = new Set<string>();
  const open: { path: string; isList: boolean; key: string }[] = [];
  for (const [token, key] of json.matchAll(JSON_TOKENS)) {
    const inner = open.at(-1);
    if (token === '{' || token === '[') {
      const isList = token === '[';
      open.push({ path: open.length < DEEPEST ? pathIn(inner, isList) : '', isList, key: '' });
    } else if (token === '}' || token === ']') open.pop();
    else if (key !== undefined && inner !== undefined && !inner.isList && open.length <= DEEPEST) {
      inner.key = key;
      keys.add(inner.path + key);
    }
  }
  return keys;
}

// Deeper keys show no format.
const DEEPEST = 6;

function pathIn(
  outer: { path: string; isList: boolean; key: string } | undefined,
  isList: boolean,
): string {
  const path = outer === undefined ? '' : outer.path + (outer.isList ? '' : outer.key);
  if (isList) return `${path}[]`;
  return path === '' ? '' : `${path}.`;
}

// Only a text followed by a colon is a key. Other texts are matched too, so that their content is skipped.
const JSON_TOKENS = /[{}[\]]|"((?:[^"\\]|\\.){0,100})"\s{0,20}:|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g;

function textOfReport(head: string): string {
  return plainText(head)
    .replace(/^\ufeff/, '')
    .trimStart();
}

/** Only blanks, a declaration and comments: the file of a tool that died before it wrote anything. */
export function isEmptyReport(head: string): boolean {
  return withoutProlog(textOfReport(head)).trim() === '';
}

/** The name of the first element, after declaration, comments and DOCTYPE. Undefined without one. */
function rootElement(text: string): string | undefined {
  return /^<([A-Za-z_][\w:.-]*)/.exec(withoutProlog(text))?.[1];
}

function withoutProlog(text: string): string {
  let rest = text;
  for (let prolog = PROLOG.exec(rest); prolog !== null; prolog = PROLOG.exec(rest)) {
    rest = rest.slice(prolog[0].length);
  }
  return rest;
}

const PROLOG = /^\s*(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>)\s*/i;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
