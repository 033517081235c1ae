import { outcomeOfWord } from '../outcome-words.ts';
import type { XmlElement } from '../xml/xml-elements.ts';

export type StatedOutcome = 'failed' | 'timedOut' | 'skipped';

/**
 * The outcome of a test case or a suite that only its attributes state: GoogleTest, CTest and boost.ut write `status`,
 * others `result`, `outcome` or `success`, or elements of these names. Undefined for a test that passed, and for words
 * that no tool writes.
 */
export function statedOutcome({ attributes, children }: XmlElement): StatedOutcome | undefined {
  const outcomes = [
    ...Object.entries(attributes).map(([name, value]) => outcomeOf(name, value)),
    ...children
      .filter(({ name }) => KINDS.get(name.toLowerCase()) === 'outcome')
      .map(({ name, text }) => outcomeOf(name, text.trim())),
  ];
  // A tool that contradicts itself reports a failure somewhere.
  return BY_WEIGHT.find((outcome) => outcomes.includes(outcome));
}

const BY_WEIGHT = ['timedOut', 'failed', 'skipped'] as const;

function outcomeOf(name: string, value: string): StatedOutcome | undefined {
  const kind = KINDS.get(name.toLowerCase());
  if (kind === 'outcome') {
    const outcome = outcomeOfWord(value);
    return outcome === 'passed' ? undefined : outcome;
  }
  if (kind === 'success') return IS_FALSE.test(value) ? 'failed' : undefined;
  if (kind === 'timeout') return IS_TRUE.test(value) ? 'timedOut' : undefined;
  return kind === 'failure' && IS_TRUE.test(value) ? 'failed' : undefined;
}

const IS_FALSE = /^(?:false|no)$/i;
// boost.ut counts the failed assertions of a test.
const IS_TRUE = /^(?:true|yes|[1-9]\d{0,8})$/i;
const KINDS = new Map(
  Object.entries({
    outcome: ['status', 'result', 'outcome', 'state', 'verdict'],
    success: ['success', 'successful', 'succeeded', 'passed'],
    failure: ['failed', 'failure', 'failures', 'errored'],
    timeout: ['timedout', 'timed-out', 'timed_out'],
  }).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);

/** The `failure` of a test case that fails by an attribute, without a reason. */
export const UNEXPLAINED: XmlElement = { name: 'failure', attributes: {}, text: '', children: [] };
