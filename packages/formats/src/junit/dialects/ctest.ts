import type { XmlElement } from '../../xml/xml-elements.ts';
import type { JunitDialect } from '../junit-dialect.ts';

/**
 * CTest. It has neither files nor suites, and the suite of its report has the machine's name: the test's name serves
 * as its file too.
 */
export const ctest: JunitDialect = {
  framework: 'ctest',
  zoneless: 'local',
  isSpoken: ({ element: { attributes }, suites, name, classname }) =>
    suites.length === 1 && name === classname && STATUSES.has(attributes['status'] ?? ''),
  place: ({ name }) => ({ file: name, titlePath: [name] }),
  meant: (testcase) => ({ ...testcase, children: testcase.children.map(normaliseSkipped) }),
};

const STATUSES = new Set(['run', 'fail', 'notrun', 'disabled']);

/** A test that could not be started is reported as skipped, and fails the run. */
function normaliseSkipped(child: XmlElement): XmlElement {
  const isMissing =
    child.name === 'skipped' && !/^(?:SKIP_|Disabled$)/.test(child.attributes['message'] ?? '');
  return isMissing ? { ...child, name: 'error' } : child;
}
