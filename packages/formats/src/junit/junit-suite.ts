import { parseSecondsToMs } from '../durations.ts';
import type { XmlElement } from '../xml/xml-elements.ts';

/** A `testsuite` or the `testsuites` around it, as far as it has been read. */
export interface JunitSuite {
  element: XmlElement;
  name: string;
  /** The `file` attribute of the latest suite in it. */
  innerFile: string | undefined;
  /** Facts from `properties`, which come before the test cases. */
  properties: Map<string, string>;
  stdout: string[];
  stderr: string[];
  /** `failure` and `error` of the suite itself, or of a file in it; only some tools write them. */
  faults: { element: XmlElement; place: SuitePlace | undefined }[];
  /** The sum of its test cases' and inner suites' durations, in ms. */
  innerMs: number;
  /** The place of its test cases; undefined before the first one. */
  place: SuitePlace | undefined;
  /** True if its test cases are in several files. */
  isOfSeveralFiles: boolean;
  /** Whether a test case or an error in it is a failure, or was one before it passed. */
  hasFailures: boolean;
  /** The titles of the suites around its test cases, joined as the test cases' names are. */
  outerTitles: Set<string>;
}

export interface SuitePlace {
  file: string;
  variant?: string | undefined;
}

export function createSuite(element: XmlElement): JunitSuite {
  return {
    element,
    name: element.attributes['name'] ?? '',
    innerFile: undefined,
    properties: new Map(),
    stdout: [],
    stderr: [],
    faults: [],
    innerMs: 0,
    place: undefined,
    isOfSeveralFiles: false,
    hasFailures: false,
    outerTitles: new Set(),
  };
}

/** The duration of a closed suite, in ms: its own time, or without one the sum over its tests. */
export function computeSuiteDurationMs({ element, innerMs }: JunitSuite): number {
  return parseSecondsToMs(element.attributes['time']) ?? innerMs;
}

/** `name` and `value` of each property; some tools write the value as text. */
export function collectProperties(element: XmlElement): [name: string, value: string][] {
  return element.children.flatMap(({ name, attributes, text }) =>
    name === 'property' && attributes['name'] !== undefined
      ? [[attributes['name'], attributes['value'] ?? text.trim()] as [string, string]]
      : [],
  );
}
