import type { TestError } from '@svc/contract/executions/test-errors';
import type { XmlElement } from '../xml/xml-elements.ts';
import type { JunitSuite } from './junit-suite.ts';
import type { Repeats } from './repeats-as-attempts.ts';

/** File, titles and variant of a test case. The file is unchanged from the report. */
export interface TestPlace {
  file: string;
  titlePath: string[];
  variant?: string | undefined;
  line?: number | undefined;
}

/** A test case with the suites around it, the innermost last; there is at least one. */
export interface JunitCase {
  element: XmlElement;
  name: string;
  classname: string;
  suite: JunitSuite;
  suites: readonly JunitSuite[];
}

/** How one tool writes JUnit XML. There is no standard, only what tools do. */
export interface JunitDialect {
  /** The framework's name in executions. */
  framework: string;
  /** Whether the first test case is in this dialect. */
  isSpoken(testcase: JunitCase): boolean;
  place(testcase: JunitCase): TestPlace;
  /** The zone of a time without one; default UTC. */
  zoneless?: 'local';
  /** The suites' `timestamp` is when the report was written, at the end. */
  isStampedAtEnd?: boolean;
  /** Whether the suite is a test file, so that its time and output are the file's. */
  isFile?(suite: JunitSuite): boolean;
  /**
   * Recognizes a test case that is not a test: an error of a file or of the run, or a duplicate of a reported error.
   */
  faultOf?(testcase: JunitCase): 'file' | 'run' | 'duplicate' | undefined;
  /** Converts the test case to the form of other tools. */
  meant?(testcase: XmlElement): XmlElement;
  /** The error in a `failure` or `error`. */
  errorOf?(fault: XmlElement): TestError;
  /** Reads an error that belongs to a file. */
  fileErrorOf?(fault: XmlElement): TestError;
  /** Splits a `failure` into the errors of each failed try, in order. If it returns none, `errorOf` reads one error. */
  triesOf?(fault: XmlElement): TestError[][];
  /** Whether the `errors` that this suite counts are messages, and not failures. */
  countsMessages?(suite: JunitSuite): boolean;
  /** The text between the titles in a test case's name. */
  separator?: string;
  /**
   * Decides what test cases with this one's name are, if the name is repeated in its suite. By default, they are tests
   * of equal names: tools that report only the last attempt of a test, or mark the others, have no other reason for
   * them.
   */
  repeatsOf?(testcase: JunitCase): Repeats | undefined;
}

export function isScriptPath(text: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(text);
}

export function findLine(element: XmlElement): number | undefined {
  const line = Number(element.attributes['line'] || undefined);
  return Number.isSafeInteger(line) && line > 0 ? line : undefined;
}
