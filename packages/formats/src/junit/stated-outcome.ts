import { outcomeOfWord } from '../outcome-words.ts';
import type { XmlElement } from '../xml/xml-elements.ts';

export type StatedOutcome = 'failed' | 'timedOut' | 'skipped';

/**
 * The outcome of a test case or a suite that only its attributes state: GoogleTest, CTest and boost.ut write `status`,
 * others `result`, `outcome` or `success`. Undefined for a test that passed, and for words that no tool writes.
 */
export function statedOutcome({ attributes }: XmlElement): StatedOutcome | undefined {
  const outcomes = Object.entries(attributes).map(([name, value]) => outcomeOf(name, value));
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
  const isFailed = kind === 'success' ? IS_FALSE : kind === 'failure' ? IS_TRUE : undefined;
  return isFailed?.test(value) === true ? 'failed' : undefined;
}

const IS_FALSE = /^(?:false|no)$/i;
const IS_TRUE = /^(?:true|yes)$/i;
const KINDS = new Map(
  Object.entries({
    outcome: ['status', 'result', 'outcome', 'state', 'verdict'],
    success: ['success', 'successful', 'succeeded', 'passed'],
    failure: ['failed', 'failure', 'error', 'errored'],
  }).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);
/** The `failure` of a test case that fails by an attribute, without a reason. */
export const UNEXPLAINED: XmlElement = { name: 'failure', attributes: {}, text: '', children: [] };
