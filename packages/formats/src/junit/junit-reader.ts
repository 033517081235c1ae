import type { AttachedResult } from '../joined-attempts.ts';
import type { IngestFile } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { DeclaredCounts } from '../declared-counts.ts';
import { parseSecondsToMs } from '../durations.ts';
import { type BatchCollector, hasFailure } from '../report-batch.ts';
import { withOwnFrame } from '../text/own-frame.ts';
import { ReportError } from '../report-error.ts';
import { parseEpochMs } from '../timestamps.ts';
import type { XmlElement, XmlListener } from '../xml/xml-elements.ts';
import { detectDialect } from './dialect-of.ts';
import { buildFaultError, isFailedTry, isFault } from './junit-attempts.ts';
import type { JunitCase, JunitDialect, TestPlace } from './junit-dialect.ts';
import { splitJunitOutput } from './junit-output.ts';
import { buildJunitResult } from './junit-result.ts';
import {
  type JunitSuite,
  createSuite,
  collectProperties,
  computeSuiteDurationMs,
  type SuitePlace,
} from './junit-suite.ts';
import { isNoTest, normaliseElement } from './meant-element.ts';
import { RepeatedTests } from './repeated-tests.ts';
import { findStatedOutcome } from './stated-outcome.ts';
import { describeCountedFailures } from './suite-failures.ts';

/** Turns the elements of a JUnit report into results, files and facts of the run. */
export class JunitReader implements XmlListener {
  readonly reportName = 'JUnit report';
  readonly #into: BatchCollector;
  readonly #sentPath: (path: string) => string;
  readonly #suites: JunitSuite[] = [];
  #dialect: JunitDialect | undefined;
  readonly #repeated = new RepeatedTests();
  /** Counts of tests; failures are compared in each suite. */
  readonly #counts: DeclaredCounts;
  /** The failures that a suite counts and does not list, in words. */
  #unlisted: string | undefined;

  constructor(into: BatchCollector, sentPath: (path: string) => string) {
    this.#into = into;
    this.#counts = new DeclaredCounts(into);
    this.#sentPath = sentPath;
  }

  isRoot(name: string): boolean {
    return this.isContainer(name);
  }

  isContainer(name: string): boolean {
    return /^testsuites?$/i.test(name) || name === FAILSAFE_SUMMARY;
  }

  openContainer(container: XmlElement): void {
    const outer = this.#suites.at(-1);
    if (outer !== undefined) outer.innerFile = container.attributes['file'] ?? outer.innerFile;
    this.#counts.declare({ tests: Number(container.attributes['tests']) || 0 });
    this.#release();
    this.#suites.push(createSuite(container));
    if (container.name === FAILSAFE_SUMMARY && container.attributes['timeout'] === 'true') {
      this.#into.tell({ errors: [{ message: 'Failsafe stopped the tests after its timeout' }] });
    }
  }

  closeContainer(container: XmlElement): void {
    this.#release();
    const suite = this.#suites.pop();
    if (suite === undefined) return;
    if (container.name === FAILSAFE_SUMMARY) {
      if (this.#into.failures === 0) throw new ReportError(NO_REPORT);
      return;
    }
    this.#endSuite(suite);
    this.#compareFailures(suite);
    if (findStatedOutcome(container) === 'interrupted') this.#into.tell({ status: 'interrupted' });
    const durationMs = computeSuiteDurationMs(suite);
    const outer = this.#suites.at(-1);
    if (outer !== undefined) {
      outer.innerMs += durationMs;
      outer.hasFailures ||= suite.hasFailures;
      return;
    }
    const isKnown = durationMs > 0 || parseSecondsToMs(container.attributes['time']) !== undefined;
    this.#into.tell({ durationMs: isKnown ? durationMs : undefined, framework: this.#framework });
    this.#counts.refuseMissing();
    if (this.#unlisted !== undefined) throw new ReportError(this.#unlisted);
  }

  breakOff(): void {
    this.#release();
  }

  element(written: XmlElement): void {
    const suite = this.#suites.at(-1);
    if (suite === undefined) return;
    const element = normaliseElement(written);
    if (isNoTest(element)) return;
    if (element.name === 'testcase' || isFault(element)) this.#counts.listed++;
    suite.hasFailures ||= isFault(element) || element.children.some(isFailedTry);
    if (element.name === 'testcase') this.#readTestcase(element, suite);
    else if (element.name === 'properties') {
      for (const [name, value] of collectProperties(element)) suite.properties.set(name, value);
    } else if (element.name === 'system-out') suite.stdout.push(element.text);
    else if (element.name === 'system-err') suite.stderr.push(element.text);
    else if (isFault(element)) suite.faults.push({ element, place: undefined });
    else if (suite.element.name === FAILSAFE_SUMMARY && element.name === 'failureMessage') {
      const message = element.text.trim();
      if (message !== '') this.#into.tell({ errors: [{ message }] });
    }
  }

  /** Keeps a report from looking green if a suite counts failures and the report lists none. */
  #compareFailures(suite: JunitSuite): void {
    const counted = suite.hasFailures ? undefined : describeCountedFailures(suite, this.#dialect);
    if (counted === undefined) return;
    const name = suite.name === '' ? '' : ` in the suite '${suite.name.slice(0, LONGEST_NAME)}'`;
    this.#unlisted ??= `it counts ${counted}${name} and lists none`;
    // Suites around it count the same failures.
    suite.hasFailures = true;
  }

  get #framework(): string {
    return this.#dialect?.framework ?? 'junit';
  }

  #readTestcase(element: XmlElement, suite: JunitSuite): void {
    const { name = '', classname = '' } = element.attributes;
    const testcase: JunitCase = { element, name, classname, suite, suites: this.#suites };
    const dialect = (this.#dialect ??= this.#begin(testcase));
    const place = this.#buildPlace(dialect, testcase);
    const fault = dialect.faultOf?.(testcase);
    if (fault === 'run') {
      this.#into.tell({
        errors: element.children.filter(isFault).map((each) => buildFaultError(each)),
      });
      return;
    }
    if (fault === 'duplicate') return;
    if (fault === 'file') {
      const faults = element.children.filter(isFault);
      suite.faults.push(...faults.map((each) => ({ element: each, place })));
      return;
    }
    if (suite.place === undefined) this.#tellBeginning(suite);
    suite.isOfSeveralFiles ||= suite.place !== undefined && suite.place.file !== place.file;
    suite.place = place;
    if (dialect.faultOf !== undefined) noteOuterTitles(suite, place.titlePath, dialect.separator);
    const read = buildJunitResult(dialect.meant?.(element) ?? element, place, dialect);
    suite.hasFailures ||= hasFailure(read.result);
    this.#placeErrors(read);
    suite.innerMs += read.result.durationMs;
    this.#tellStart(read, suite);
    if (dialect.repeatsOf === undefined) {
      this.#give(read);
      return;
    }
    const repeats = dialect.repeatsOf(testcase);
    const { file, variant, titlePath, line } = place;
    const key = JSON.stringify([classname, name, file, variant, line, ...titlePath]);
    for (const one of this.#repeated.add({ key, read, repeats })) this.#give(one);
  }

  /** The first test case shows which tool wrote the report. */
  #begin(testcase: JunitCase): JunitDialect {
    const dialect = detectDialect(testcase);
    const { properties } = testcase.suite;
    const java = properties.get('java.version');
    const goVersion = /^go(?:version go)? ?([\d.]+)/.exec(properties.get('go.version') ?? '')?.[1];
    const runtime =
      java === undefined
        ? goVersion === undefined
          ? undefined
          : `go ${goVersion}`
        : `java ${java}`;
    this.#into.tell({ framework: dialect.framework, runtime });
    return dialect;
  }

  #buildPlace(dialect: JunitDialect, testcase: JunitCase): TestPlace {
    const place = dialect.place(testcase);
    const titlePath = place.titlePath.some((part) => part !== '') ? place.titlePath : ['(no name)'];
    return { ...place, titlePath, file: this.#sentPath(place.file || 'unknown') };
  }

  /**
   * A JSON report has the place where an error was thrown. A JUnit report has it only in the stack, with the paths of
   * the machine.
   */
  #placeErrors({ result }: AttachedResult): void {
    for (const attempt of result.attempts ?? []) {
      attempt.errors = attempt.errors?.map((error) => withOwnFrame(error, this.#sentPath));
    }
  }

  /** If the suite around a test has no start time, the earliest test's is used. */
  #tellStart({ result: { startedAt } }: AttachedResult, suite: JunitSuite): void {
    if (startedAt === undefined || this.#parseTimestamp(suite) !== undefined) return;
    this.#into.tell({ startedAt: Date.parse(startedAt) });
  }

  /** Called at the edges of suites: equal names in different suites are different tests. */
  #release(): void {
    for (const read of this.#repeated.endSuite()) this.#give(read);
  }

  #give({ result, attachments }: AttachedResult): void {
    this.#into.add(result);
    for (const attachment of attachments) this.#into.attach(attachment);
  }

  #endSuite(suite: JunitSuite): void {
    this.#tellTimes(suite);
    const own = this.#choosePlace(suite);
    const strangers = new Map<string, IngestFile>();
    const errors: TestError[] = [];
    for (const { element, place = own } of suite.faults) {
      const error = this.#buildFileError(element);
      const isOwn = place.file === own.file && place.variant === own.variant;
      const stranger = strangers.get(place.file);
      if (isOwn) errors.push(error);
      else if (stranger !== undefined) stranger.errors?.push(error);
      else strangers.set(place.file, { ...toFilePlace(place), durationMs: 0, errors: [error] });
    }
    for (const file of strangers.values()) this.#into.addFile(file);
    const file = this.#buildFile(suite, own, errors);
    if (file !== undefined) this.#into.addFile(file);
  }

  /** A suite's errors and output belong to its file, if it has one. */
  #choosePlace({ place, faults, isOfSeveralFiles, name }: JunitSuite): SuitePlace {
    const only = place ?? faults.find((fault) => fault.place !== undefined)?.place;
    return only === undefined || isOfSeveralFiles
      ? { file: this.#sentPath(name || 'unknown') }
      : only;
  }

  #buildFileError(fault: XmlElement): TestError {
    return (this.#dialect?.fileErrorOf ?? this.#dialect?.errorOf ?? buildFaultError)(fault);
  }

  /** Before the suite ends: a large suite's first tests are sent before its last ones are read. */
  #tellBeginning(suite: JunitSuite): void {
    if (this.#dialect?.isStampedAtEnd === true) return;
    this.#into.tell({ startedAt: this.#parseTimestamp(suite) });
  }

  #tellTimes(suite: JunitSuite): void {
    const at = this.#parseTimestamp(suite);
    if (at === undefined) return;
    if (this.#dialect?.isStampedAtEnd === true) this.#into.tell({ endedAt: at });
    else this.#into.tell({ startedAt: at, endedAt: at + computeSuiteDurationMs(suite) });
  }

  #parseTimestamp({ element }: JunitSuite): number | undefined {
    return parseEpochMs(element.attributes['timestamp'], this.#dialect?.zoneless ?? 'utc');
  }

  #buildFile(suite: JunitSuite, place: SuitePlace, errors: TestError[]): IngestFile | undefined {
    const { text: stdout } = splitJunitOutput(suite.stdout);
    const { text: stderr } = splitJunitOutput(suite.stderr);
    const hasTests = suite.place !== undefined || suite.faults.some((fault) => fault.place);
    const isFile = hasTests && this.#dialect?.isFile?.(suite) === true;
    if (!isFile && stdout === undefined && stderr === undefined && errors.length === 0)
      return undefined;
    return {
      ...toFilePlace(place),
      durationMs: computeSuiteDurationMs(suite),
      errors: errors.length > 0 ? errors : undefined,
      stdout,
      stderr,
    };
  }
}

function toFilePlace({ file, variant }: SuitePlace): Pick<IngestFile, 'file' | 'variant'> {
  return { file, variant };
}

// Its root element. The reports of the tests that ended are next to it.
const FAILSAFE_SUMMARY = 'failsafe-summary';
const NO_REPORT = "it is Failsafe's summary, not a report of tests";

const LONGEST_NAME = 100;

// A name may consist of separators only.
const DEEPEST = 50;

function noteOuterTitles(
  { outerTitles }: JunitSuite,
  titlePath: readonly string[],
  separator = ' ',
): void {
  for (let parts = 1; parts < Math.min(titlePath.length, DEEPEST); parts++) {
    outerTitles.add(titlePath.slice(0, parts).join(separator));
  }
}
