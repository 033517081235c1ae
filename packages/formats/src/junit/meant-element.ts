import { outcomeOfWord } from '../outcome-words.ts';
import type { XmlElement } from '../xml/xml-elements.ts';
import { isFault } from './junit-attempts.ts';
import { statedOutcome, UNEXPLAINED } from './stated-outcome.ts';

/**
 * A child of a suite as most tools write it. Names in any case have that of the others, `Failed` and `timeout` are a
 * `failure`, `ignored` is `skipped`, and a test case that fails by an attribute has a `failure`.
 */
export function meantElement(written: XmlElement): XmlElement {
  const element = withMeantName(written);
  if (element.name !== 'testcase') return element;
  const children = element.children.map(withMeantName);
  const isSame = children.every((child, index) => child === element.children[index]);
  const testcase = isSame ? element : { ...element, children };
  const isStated = /^(?:failed|timedOut)$/.test(statedOutcome(testcase) ?? '');
  if (!isStated || children.some(isFault)) return testcase;
  return { ...testcase, children: [...children, statedFault(testcase)] };
}

/** elm-test writes how long each test took as a further `<testcase>7</testcase>`. */
export function isNoTest({ name, attributes, children, text }: XmlElement): boolean {
  const isBare = Object.keys(attributes).length === 0 && children.length === 0;
  return name === 'testcase' && isBare && /^\d[\d.,]{0,20}$/.test(text.trim());
}

function statedFault({ attributes, text }: XmlElement): XmlElement {
  const { message = '' } = attributes;
  if (message === '' && text.trim() === '') return UNEXPLAINED;
  return { ...UNEXPLAINED, attributes: { message }, text };
}

function withMeantName(element: XmlElement): XmlElement {
  const name = MEANT_NAMES.get(element.name.toLowerCase()) ?? element.name;
  if (name === element.name) return element;
  const attributes =
    outcomeOfWord(element.name) === 'timedOut'
      ? { type: 'timeout', ...element.attributes }
      : element.attributes;
  return { ...element, name, attributes };
}

const MEANT_NAMES = new Map(
  Object.entries({
    testcase: ['testcase'],
    properties: ['properties'],
    'system-out': ['system-out'],
    'system-err': ['system-err'],
    failure: ['failure', 'failed', 'fail', 'timeout', 'timedout', 'crash', 'crashed'],
    error: ['error', 'errored'],
    skipped: ['skipped', 'skip', 'ignored', 'disabled'],
    flakyFailure: ['flakyfailure'],
    flakyError: ['flakyerror'],
    rerunFailure: ['rerunfailure'],
    rerunError: ['rerunerror'],
  }).flatMap(([meant, names]) => names.map((name) => [name, meant] as const)),
);
