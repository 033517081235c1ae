import type { TestError } from '@svc/contract/test-errors';
import type { XmlElement } from '../xml/xml-elements.ts';
import type { JunitSuite } from './junit-suite.ts';

/** Where a test case belongs. The file is as the report writes it. */
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

/** How one tool writes JUnit XML. There is no standard to hold on to, only what tools do. */
export interface JunitDialect {
  /** As executions name it. */
  framework: string;
  /** Judged by the first test case. */
  isSpoken(testcase: JunitCase): boolean;
  place(testcase: JunitCase): TestPlace;
  /** What a time without a zone means; default UTC. */
  zoneless?: 'local';
  /** The suites' `timestamp` is when the report was written, at the end. */
  isStampedAtEnd?: boolean;
  /** Whether the suite is what the tool calls a test file, so that its time and output are the file's. */
  isFile?(suite: JunitSuite): boolean;
  /** What is written as a test case and is none: an error of a file or of the run, or one that was told before. */
  faultOf?(testcase: JunitCase): 'file' | 'run' | 'told' | undefined;
  /** The test case as other tools would have written what this one means. */
  meant?(testcase: XmlElement): XmlElement;
  /** The error that a `failure` or `error` tells. */
  errorOf?(fault: XmlElement): TestError;
  /** The same of those that belong to a file. */
  fileErrorOf?(fault: XmlElement): TestError;
  /** The errors of every failed try that one `failure` tells of, in order; default, and where it gives none: one error. */
  triesOf?(fault: XmlElement): TestError[][];
  /** Between the titles in a test case's name. */
  separator?: string;
  /** A name that comes again in the same suite is another attempt, since the tool knows no other cause for it. */
  repeatsAreAttempts?: boolean;
}

export function isScriptPath(text: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(text);
}

export function lineOf(element: XmlElement): number | undefined {
  const line = Number(element.attributes['line'] || undefined);
  return Number.isSafeInteger(line) && line > 0 ? line : undefined;
}
