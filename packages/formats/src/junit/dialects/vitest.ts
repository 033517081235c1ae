import type { XmlElement } from '../../xml/xml-elements.ts';
import { buildFaultError } from '../junit-attempts.ts';
import type { JunitDialect } from '../junit-dialect.ts';

/**
 * Vitest's own reporter. Titles are joined by ` > `, so a title that contains it is split too. With a custom title
 * for the report (`suiteName`) the tool is not recognized, and the report is read like any other.
 */
export const vitest: JunitDialect = {
  framework: 'vitest',
  separator: ' > ',
  isStampedAtEnd: true,
  isSpoken: ({ suites }) => suites[0]?.name === 'vitest tests',
  errorOf: (fault) => buildFaultError(withoutColours(fault)),
  place: ({ classname, name }) => ({ file: classname, titlePath: name.split(' > ') }),
  isFile: () => true,
  faultOf: ({ suite, classname, name }) => {
    if (suite.name === 'vitest unhandled errors') return 'run';
    // A file that fails to load is reported as its own test, and a suite with a failing hook is reported after its
    // tests.
    return name === classname || suite.outerTitles.has(name) ? 'file' : undefined;
  },
};

/**
 * Vitest drops the escape character from the report, because XML cannot contain it, and keeps the rest of a colour
 * code.
 */
function withoutColours(fault: XmlElement): XmlElement {
  const { message } = fault.attributes;
  return {
    ...fault,
    text: stripColours(fault.text),
    attributes:
      message === undefined
        ? fault.attributes
        : { ...fault.attributes, message: stripColours(message) },
  };
}

function stripColours(text: string): string {
  return text.replaceAll(/\[(?:\d{1,3};){0,8}\d{1,3}m/g, '');
}
