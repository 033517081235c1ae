import type { TestError } from '@svc/contract/test-errors';
import { posixPath } from '@svc/contract/test-identity';
import { plainText } from '../../plain-text.ts';
import { textError } from '../../text-error.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';
import { faultError } from '../junit-attempts.ts';
import type { JunitCase, JunitDialect } from '../junit-dialect.ts';

/**
 * Node's own test runner. Suites are `describe` and tests with parts; files are told since Node 22, of
 * failing hooks nothing.
 */
export const nodeTest: JunitDialect = {
  framework: 'node:test',
  isSpoken,
  place: ({ element, suites, name }) => ({
    file: element.attributes['file'] ?? 'unknown',
    titlePath: [...suites.slice(1).map((suite) => suite.name), name],
  }),
  faultOf: (testcase) => (isFile(testcase) ? 'file' : undefined),
  errorOf,
};

/** It signs nothing; only its suites have all of these, and only it writes tests outside of any suite. */
function isSpoken({ suites: [root, ...outer], suite, classname }: JunitCase): boolean {
  if (root === undefined || Object.keys(root.element.attributes).length > 0) return false;
  if (outer.length === 0) return classname === 'test';
  const { disabled, hostname } = suite.element.attributes;
  const isNamed = classname === 'test' || classname === outer.map(({ name }) => name).join('.');
  return isNamed && disabled !== undefined && hostname !== undefined;
}

/** A file whose process ended with an error is written as a test, named by its path. */
function isFile({ element, name, suites }: JunitCase): boolean {
  const file = element.attributes['file'];
  return suites.length === 1 && file !== undefined && posixPath(file).endsWith(posixPath(name));
}

/** What was thrown stands in the error that the runner made of it. */
function errorOf(fault: XmlElement): TestError {
  const cause = /\n {2}cause: ([A-Z][\s\S]*)$/.exec(plainText(fault.text))?.[1];
  return cause === undefined
    ? faultError(fault)
    : textError({ text: cause.replaceAll(/^ {2}/gm, '') });
}
