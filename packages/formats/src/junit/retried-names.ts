import type { JunitCase } from './junit-dialect.ts';
import { collectProperties } from './junit-suite.ts';
import type { Repeats } from './repeats-as-attempts.ts';

/**
 * Decides what test cases of this name are, if the name is repeated. Only for tools that write each try of a test as a
 * test case and cannot write two tests of one name. Undefined for any other tool: RSpec, Jasmine, Ginkgo and Robot
 * Framework permit two tests of one name, and one of them may fail.
 */
export function findRepeats(testcase: JunitCase): Repeats | undefined {
  const repetition = testcase.element.children
    .filter(({ name }) => name === 'properties')
    .flatMap(collectProperties)
    .find(([name]) => name === 'repetition')?.[1];
  // Trainer names each try. A fixed number of iterations, in which no failure is excused, has other names.
  if (repetition !== undefined) {
    return /^(?:First Run|Retry \d{1,9})$/.test(repetition) ? { joinsFailed: true } : undefined;
  }
  if (isOfXcode(testcase)) return { mayBeCounted: true };
  return isOfGdUnit(testcase) || isOfMarathon(testcase) ? {} : undefined;
}

/** xcbeautify, xcpretty, xcresultparser, and trainer before it named the tries. They list methods of a class. */
function isOfXcode({ name, suite, suites: [root], classname }: JunitCase): boolean {
  if (root === undefined || root === suite || !/^test\S*$/.test(name)) return false;
  const { name: title, ...counts } = root.element.attributes;
  if (title !== undefined) return XCODE_TITLE.test(title) && suite.name === classname;
  return Object.keys(counts).toSorted().join() === 'failures,tests';
}

/** The first suite that Xcode begins, which may be a bundle. */
const XCODE_TITLE =
  /^(?:(?:All|Selected) tests|PARALLEL_TESTS|xcresult: .{1,500}|.{1,500}\.xctest)$/;

/** A test suite of gdUnit is a script, and a test one of its functions. */
function isOfGdUnit({ suite, suites }: JunitCase): boolean {
  const isReport = /^report_\d{1,9}$/.test(suites[0]?.name ?? '');
  return isReport && suite.element.attributes['package'] !== undefined;
}

/** A suite of Marathon is a device. Android's own plug-in also names the flavor and the project. */
function isOfMarathon({ suite: { name, properties }, suites, classname }: JunitCase): boolean {
  if (!/^(?:\w+\.)+[A-Z]\w*$/.test(classname)) return false;
  const isOfDevice = properties.has('device') && !properties.has('flavor');
  return isOfDevice || (name === 'common' && suites.length === 1);
}
