import { parseOutcomeText, type WordedOutcome } from '../text/outcome-words.ts';
import type { XmlElement } from '../xml/xml-elements.ts';

/**
 * The outcome of a test case that only its attributes state: GoogleTest, CTest and boost.ut write `status`, others
 * `result`, `outcome` or `success`, or elements of these names. Undefined if none does. A value that is not a word for
 * an outcome is ignored: tools write any values there, such as GoogleTest's `run`.
 */
export function findStatedOutcome({ attributes, children }: XmlElement): WordedOutcome | undefined {
  const values = [
    ...Object.entries(attributes),
    ...children.map(({ name, text }) => [name, text.trim()] as const),
  ].map(([name, value]): Value => [name.toLowerCase(), value]);
  const statements = new Set(values.map((value) => parseStatement(value, values)));
  for (const { name } of children) {
    if (name === 'skipped') statements.add('skipped');
    if (/^flaky(?:Failure|Error)$/.test(name)) statements.add('passed');
  }
  const heaviest = BY_WEIGHT.find((one) => statements.has(one));
  return heaviest === 'denied' || heaviest === 'counted' ? 'failed' : heaviest;
}

/** Whether the words of a suite state a failure. Its counts are compared elsewhere. */
export function hasStatedFailure({ attributes }: XmlElement): boolean {
  const statements = Object.entries(attributes).map(([name, value]) =>
    parseStatement([name.toLowerCase(), value], []),
  );
  return statements.some((one) => one === 'timedOut' || one === 'failed' || one === 'denied');
}

/** `denied`: it was no success. `counted`: it has a count of failures. */
type Statement = WordedOutcome | 'denied' | 'counted';
type Value = readonly [name: string, value: string];

/**
 * A tool that contradicts itself reports a failure somewhere. But a test that was skipped or interrupted had no success
 * either, and counts may be of the tries and assertions of a test that passed.
 */
const BY_WEIGHT = [
  'timedOut',
  'failed',
  'skipped',
  'interrupted',
  'denied',
  'passed',
  'counted',
] as const satisfies Statement[];

function parseStatement([name, value]: Value, all: readonly Value[]): Statement | undefined {
  const kind = findKind(name);
  const isFalse = /^(?:false|no)$/i.test(value);
  const isTrue = /^(?:true|yes)$/i.test(value);
  const isCount = /^[1-9]\d{0,8}$/.test(value);
  if (kind === 'outcome') return parseOutcomeText(value);
  if (kind === 'execution') return isFalse ? 'skipped' : undefined;
  if (kind === 'timeout') return isTrue || isCount ? 'timedOut' : undefined;
  if (kind === 'failure') return isTrue ? 'failed' : isCount ? 'counted' : undefined;
  if (kind !== 'success') return undefined;
  if (isTrue) return 'passed';
  // `passed="0" failed="0"` are assertions.
  const isOfNone =
    name === 'passed' && all.some((one) => findKind(one[0]) === 'failure' && one[1] === '0');
  return isFalse || (value === '0' && !isOfNone) ? 'denied' : undefined;
}

/** `test-result` and `testresult` are `result`. */
function findKind(name: string): string | undefined {
  return KINDS.get(name.replace(/^test[-_]?/, '').replaceAll(/[-_]/g, ''));
}

const KINDS = new Map(
  Object.entries({
    outcome: ['status', 'result', 'outcome', 'state', 'verdict'],
    success: ['success', 'issuccess', 'successful', 'succeeded', 'passed', 'ok'],
    failure: ['failed', 'failure', 'failures', 'error', 'errors', 'errored'],
    timeout: ['timedout'],
    execution: ['executed'],
  }).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);

/** The `failure` of a test case that fails by an attribute, without a reason. */
export const UNEXPLAINED: XmlElement = { name: 'failure', attributes: {}, text: '', children: [] };
