import type { XmlElement } from '../xml/xml-elements.ts';

/** A `testsuite` or the `testsuites` around it, as far as it has been read. */
export interface JunitSuite {
  element: XmlElement;
  name: string;
  /** From `properties`, which stand in front of the test cases. */
  properties: Map<string, string>;
  stdout: string[];
  stderr: string[];
  /** `failure` and `error` of the suite itself, which some tools write. */
  faults: XmlElement[];
  /** Where its last test case was. */
  place: { file: string; variant?: string | undefined } | undefined;
  /** The titles of the suites around its test cases, joined as the test cases' names are. */
  outerTitles: Set<string>;
}

export function openedSuite(element: XmlElement): JunitSuite {
  return {
    element,
    name: element.attributes['name'] ?? '',
    properties: new Map(),
    stdout: [],
    stderr: [],
    faults: [],
    place: undefined,
    outerTitles: new Set(),
  };
}

/** `name` and `value` of each property; some tools write the value as text. */
export function propertiesIn(element: XmlElement): [name: string, value: string][] {
  return element.children.flatMap(({ name, attributes, text }) =>
    name === 'property' && attributes['name'] !== undefined
      ? [[attributes['name'], attributes['value'] ?? text.trim()] as [string, string]]
      : [],
  );
}
