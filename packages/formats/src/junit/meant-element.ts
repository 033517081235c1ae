import { isFailure } from '@svc/contract/zod-free/is-failure';
import { parseOutcomeWord } from '../text/outcome-words.ts';
import type { XmlElement } from '../xml/xml-elements.ts';
import { isFault } from './junit-attempts.ts';
import { findStatedOutcome, UNEXPLAINED } from './stated-outcome.ts';

/**
 * A child of a suite as most tools write it. Names in any case have that of the others. In a test case, `Failed` and
 * `timeout` are a `failure`, `failures` is a list of them, `ignored` is `skipped`, and a test case that fails by an
 * attribute has a `failure`.
 */
export function normaliseElement(written: XmlElement): XmlElement {
  const element = withName(written, STANDARD_NAMES.get(written.name.toLowerCase()));
  if (element.name !== 'testcase') return element;
  const children = element.children.flatMap(withoutList).map(normaliseChild);
  const isSame = children.every((child, index) => child === element.children[index]);
  const testcase = isSame ? element : { ...element, children };
  const stated = findStatedOutcome(testcase);
  const isFailed = stated !== undefined && isFailure(stated);
  if (!isFailed || children.some(isFault)) return testcase;
  return { ...testcase, children: [...children, buildStatedFault(testcase)] };
}

/** elm-test writes how long each test took as a further `<testcase>7</testcase>`. */
export function isNoTest({ name, attributes, children, text }: XmlElement): boolean {
  const isBare = Object.keys(attributes).length === 0 && children.length === 0;
  return name === 'testcase' && isBare && /^\d[\d.,]{0,20}$/.test(text.trim());
}

function buildStatedFault({ attributes, text }: XmlElement): XmlElement {
  const { message = '' } = attributes;
  if (message === '' && text.trim() === '') return UNEXPLAINED;
  return { ...UNEXPLAINED, attributes: { message }, text };
}

/** The failures of a list of them. */
function withoutList(element: XmlElement): readonly XmlElement[] {
  const isList = /^(?:failures|errors)$/i.test(element.name) && element.children.length > 0;
  return isList ? element.children : [element];
}

function normaliseChild(child: XmlElement): XmlElement {
  const name = child.name.toLowerCase();
  const standard = STANDARD_NAMES.get(name);
  if (standard !== undefined) return withName(child, standard);
  const synonym = SYNONYMS.get(name);
  if (synonym === undefined || isValue(child)) return child;
  const type: XmlElement['attributes'] =
    parseOutcomeWord(child.name) === 'timedOut' ? { type: 'timeout' } : {};
  const text = /^\s*(?:true|yes)\s*$/i.test(child.text) ? '' : child.text;
  return { ...child, name: synonym, text, attributes: { ...type, ...child.attributes } };
}

function withName(element: XmlElement, name: string | undefined): XmlElement {
  return name === undefined || name === element.name ? element : { ...element, name };
}

/** Whether the element holds a setting or a count, such as `<timeout>30 s</timeout>`, and is not an outcome. */
function isValue({ attributes, text, children }: XmlElement): boolean {
  if (children.length > 0 || attributes['message'] !== undefined) return false;
  const values = Object.values(attributes);
  return text.trim() === ''
    ? values.length > 0 && values.every((one) => VALUE.test(one.trim()))
    : VALUE.test(text.trim());
}

const VALUE =
  /^(?:false|none|null|never|[-+]?\d[\d.,:]{0,20}\s{0,3}(?:[mun\u00b5]?s|secs?|seconds?|milliseconds?|m|mins?|minutes?|h|hours?)?|PT?[\d.HMS]{1,20})$/i;

const STANDARD_NAMES = new Map(
  [
    'testcase',
    'properties',
    'system-out',
    'system-err',
    'failure',
    'error',
    'skipped',
    'flakyFailure',
    'flakyError',
    'rerunFailure',
    'rerunError',
  ].map((name) => [name.toLowerCase(), name]),
);

const SYNONYMS = new Map(
  Object.entries({
    failure: ['failed', 'fail', 'timeout', 'timedout', 'crash', 'crashed'],
    error: ['errored', 'exception'],
    skipped: ['skip', 'ignored', 'disabled'],
  }).flatMap(([meant, names]) => names.map((name) => [name, meant] as const)),
);
