import type { TestError } from '@svc/contract/executions/test-errors';
import { toPosixPath } from '@svc/contract/zod-free/test-identity';
import { stripEscapes } from '../../text/plain-text.ts';
import { buildTextError } from '../../text/text-error.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';
import { buildFaultError } from '../junit-attempts.ts';
import type { JunitCase, JunitDialect } from '../junit-dialect.ts';

/**
 * Node's own test runner. Suites are `describe` and tests with subtests. It reports files since Node 22, and nothing
 * about failing hooks.
 */
export const nodeTest: JunitDialect = {
  framework: 'node:test',
  isSpoken,
  place: ({ element, suites, name }) => ({
    file: element.attributes['file'] ?? 'unknown',
    titlePath: [...suites.slice(1).map((suite) => suite.name), name],
  }),
  faultOf: (testcase) => (isFile(testcase) ? 'file' : undefined),
  errorOf: buildError,
};

/**
 * It does not name itself. Only its suites have all of these attributes, and only it writes tests outside any suite.
 */
function isSpoken({ suites: [root, ...outer], suite, classname }: JunitCase): boolean {
  if (root === undefined || Object.keys(root.element.attributes).length > 0) return false;
  if (outer.length === 0) return classname === 'test';
  const { disabled, hostname } = suite.element.attributes;
  const isNamed = classname === 'test' || classname === outer.map(({ name }) => name).join('.');
  return isNamed && disabled !== undefined && hostname !== undefined;
}

/** A file whose process ended with an error is reported as a test, named by its path. */
function isFile({ element, name, suites }: JunitCase): boolean {
  const file = element.attributes['file'];
  return suites.length === 1 && file !== undefined && toPosixPath(file).endsWith(toPosixPath(name));
}

/** The thrown error is the cause of the runner's own error. */
function buildError(fault: XmlElement): TestError {
  const cause = /\n {2}cause: ([A-Z][\s\S]*)$/.exec(stripEscapes(fault.text))?.[1];
  return cause === undefined
    ? buildFaultError(fault)
    : buildTextError({ text: cause.replaceAll(/^ {2}/gm, '') });
}
