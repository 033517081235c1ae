import { parseObject } from './lines/json-lines.ts';
import {
  collectKeys,
  toLocalName,
  findRootElement,
  trimReportHead,
  withoutProlog,
} from './report-head.ts';

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

/** The number of bytes from a file's beginning that `recognizeFormat` needs. */
export const RECOGNITION_BYTES = 64 * 1024;

/**
 * The format of a report, from its beginning: XML by its root element, JSON by its keys. Undefined for anything else.
 */
export function recognizeFormat(head: string): ReportFormat | undefined {
  const text = trimReportHead(head);
  const root = findRootElement(text);
  if (root === 'assembly') return OF_XUNIT_1.test(extractFirstTag(text)) ? 'xunit' : undefined;
  if (root === 'failsafe-summary') return isFailedSummary(text) ? 'junit' : undefined;
  if (root !== undefined) return findRootFormat(toLocalName(root));
  const json = /^[{[]/.test(text) ? findJsonFormat(collectKeys(text)) : undefined;
  return json ?? findLinesFormat(text) ?? (isTap(text) ? 'tap' : undefined);
}

/**
 * A script may print before the version of TAP. If there is no version, the first line that is not a comment is a plan,
 * a test with a number, the end of a run that could not begin, or the file that `prove -v` runs.
 */
function isTap(text: string): boolean {
  const lines = text.split('\n', MOST_LINES).map((line) => line.trim());
  if (lines.some((line) => /^TAP version 1[234]$/.test(line))) return true;
  const first = lines.find((line) => line !== '' && !line.startsWith('#')) ?? '';
  if (/^Bail out!/i.test(first)) return true;
  if (/^1\.\.\d{1,9}(?:$|\s{1,10}#)|^(?:not )?ok 1(?:\s|$)/.test(first)) return true;
  return /^\S{1,500}\.t \.{2,100}$/.test(first);
}

/** The format of a report with an object on each line, by the first line that shows it. */
function findLinesFormat(text: string): ReportFormat | undefined {
  for (const line of text.split('\n', MOST_LINES)) {
    const event = parseObject(line.trim()) ?? {};
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

/**
 * True if Failsafe's summary reports a failure outside the tests: a process that crashes or is stopped writes no
 * report.
 */
function isFailedSummary(text: string): boolean {
  if (/\stimeout\s{0,9}=\s{0,9}["']true["']/.test(extractFirstTag(text))) return true;
  const begin = text.indexOf('<failureMessage');
  const open = text.indexOf('>', begin);
  if (begin === -1 || open === -1 || text[open - 1] === '/') return false;
  const end = text.indexOf('</failureMessage', open);
  const message = text.slice(open + 1, end === -1 ? undefined : end);
  return message.replace('<![CDATA[', '').replace(']]>', '').trim() !== '';
}

function extractFirstTag(text: string): string {
  return withoutProlog(text).split('>', 1)[0] ?? '';
}

function findRootFormat(name: string): ReportFormat | undefined {
  return /^testsuites?$/i.test(name) ? 'junit' : FORMAT_OF_ROOT.get(name);
}

// Names are case-sensitive: the report of Eclipse has the root element `testrun`.
const FORMAT_OF_ROOT = new Map<string, ReportFormat>([
  ['TestRun', 'trx'],
  ['test-run', 'nunit'],
  ['test-results', 'nunit'],
  ['assemblies', 'xunit'],
]);

/** Finds the format by the keys at the beginning: a tool may sort them, and people may add their own. */
function findJsonFormat(keys: ReadonlySet<string>): ReportFormat | undefined {
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

/** Only blanks, a declaration and comments: the file of a tool that died before it wrote anything. */
export function isEmptyReport(head: string): boolean {
  return withoutProlog(trimReportHead(head)).trim() === '';
}
