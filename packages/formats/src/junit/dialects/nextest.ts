import type { TestError } from '@svc/contract/executions/test-errors';
import { stripEscapes } from '../../text/plain-text.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';
import { buildFaultError } from '../junit-attempts.ts';
import type { JunitDialect } from '../junit-dialect.ts';

/** cargo-nextest. The binary serves as the file, `::` separates modules and tests. Ignored tests are not reported. */
export const nextest: JunitDialect = {
  framework: 'nextest',
  separator: '::',
  isSpoken: ({ suites, suite, classname }) =>
    suites[0]?.name === 'nextest-run' ||
    (suites[0]?.element.attributes['uuid'] !== undefined && suite.name === classname),
  place: ({ classname, name }) => ({ file: classname, titlePath: name.split('::') }),
  errorOf: buildError,
};

/** A panic's message is its location; the reason follows below. */
function buildError(fault: XmlElement): TestError {
  const stack = stripEscapes(fault.text).trim();
  const [, afterHead] = stack.split(PANIC_HEAD);
  const message = afterHead?.split(PANIC_END, 1)[0]?.trim();
  return message === undefined || message === '' ? buildFaultError(fault) : { message, stack };
}

const PANIC_HEAD = /^thread '.*' (?:\(\d+\) )?panicked at \S+:\d+:\d+:\n/;
const PANIC_END = /\nnote: run with |\nstack backtrace:/;
