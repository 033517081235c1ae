import type { IngestFile } from '@svc/contract/ingest';
import { epochMs, millisecondsOf } from '../durations.ts';
import type { BatchCollector } from '../report-batch.ts';
import type { XmlElement, XmlListener } from '../xml/xml-elements.ts';
import { dialectOf } from './dialect-of.ts';
import { faultError, isFault } from './junit-attempts.ts';
import type { JunitCase, JunitDialect, TestPlace } from './junit-dialect.ts';
import { junitOutput } from './junit-output.ts';
import { junitResult, type JunitResult } from './junit-result.ts';
import { type JunitSuite, openedSuite, propertiesIn } from './junit-suite.ts';
import { repeatsAsAttempts } from './repeats-as-attempts.ts';

/** Turns the elements of a JUnit report into results, files and facts of the run. */
export class JunitReader implements XmlListener {
  readonly #into: BatchCollector;
  readonly #sentPath: (path: string) => string;
  readonly #suites: JunitSuite[] = [];
  #dialect: JunitDialect | undefined;
  /** Of the suite that is open, where a name that comes again is an attempt. */
  #held: JunitResult[] = [];
  /** Of the suites directly below the root, for roots that tell no time. */
  #outermostMs = 0;

  constructor(into: BatchCollector, sentPath: (path: string) => string) {
    this.#into = into;
    this.#sentPath = sentPath;
  }

  isContainer(name: string): boolean {
    return name === 'testsuites' || name === 'testsuite';
  }

  opened(container: XmlElement): void {
    this.#suites.push(openedSuite(container));
  }

  closed(container: XmlElement): void {
    this.#release();
    const suite = this.#suites.pop();
    if (suite !== undefined && container.name === 'testsuite') this.#endSuite(suite);
    const own = millisecondsOf(container.attributes['time']);
    if (this.#suites.length === 1) this.#outermostMs += own ?? 0;
    if (this.#suites.length > 0) return;
    const durationMs = own ?? (this.#outermostMs > 0 ? this.#outermostMs : undefined);
    this.#into.tell({ durationMs, framework: this.#framework });
  }

  element(element: XmlElement): void {
    const suite = this.#suites.at(-1);
    if (suite === undefined) return;
    if (element.name === 'testcase') this.#testcase(element, suite);
    else if (element.name === 'properties') {
      for (const [name, value] of propertiesIn(element)) suite.properties.set(name, value);
    } else if (element.name === 'system-out') suite.stdout.push(element.text);
    else if (element.name === 'system-err') suite.stderr.push(element.text);
    else if (isFault(element)) suite.faults.push(element);
  }

  get #framework(): string {
    return this.#dialect?.framework ?? 'junit';
  }

  #testcase(element: XmlElement, suite: JunitSuite): void {
    const { name = '', classname = '' } = element.attributes;
    const testcase: JunitCase = { element, name, classname, suite, suites: this.#suites };
    const dialect = (this.#dialect ??= this.#begin(testcase));
    const place = this.#place(dialect, testcase);
    const fault = dialect.faultOf?.(testcase);
    if (fault === 'run') {
      this.#into.tell({ errors: element.children.filter(isFault).map(faultError) });
      return;
    }
    suite.place = place;
    if (fault === 'told') return;
    if (fault === 'file') {
      suite.faults.push(...element.children.filter(isFault));
      return;
    }
    if (dialect.faultOf !== undefined) noteOuterTitles(suite, place.titlePath, dialect.separator);
    const read = junitResult(element, place, dialect);
    if (dialect.repeatsAreAttempts === true) this.#hold(read);
    else this.#give(read);
  }

  /** The first test case tells whose report it is. */
  #begin(testcase: JunitCase): JunitDialect {
    const dialect = dialectOf(testcase);
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

  #place(dialect: JunitDialect, testcase: JunitCase): TestPlace {
    const place = dialect.place(testcase);
    const titlePath = place.titlePath.some((part) => part !== '') ? place.titlePath : ['(no name)'];
    return { ...place, titlePath, file: this.#sentPath(place.file || 'unknown') };
  }

  #hold(read: JunitResult): void {
    this.#held.push(read);
    if (this.#held.length >= MOST_HELD) this.#release();
  }

  #release(): void {
    for (const read of repeatsAsAttempts(this.#held)) this.#give(read);
    this.#held = [];
  }

  #give({ result, attachments }: JunitResult): void {
    this.#into.add(result);
    for (const attachment of attachments) this.#into.attach(attachment);
  }

  #endSuite(suite: JunitSuite): void {
    this.#tellTimes(suite);
    const file = this.#fileOf(suite);
    if (file !== undefined) this.#into.addFile(file);
  }

  #tellTimes({ element }: JunitSuite): void {
    const at = epochMs(element.attributes['timestamp'], this.#dialect?.zoneless ?? 'utc');
    if (at === undefined) return;
    const durationMs = millisecondsOf(element.attributes['time']) ?? 0;
    if (this.#dialect?.isStampedAtEnd === true) this.#into.tell({ endedAt: at });
    else this.#into.tell({ startedAt: at, endedAt: at + durationMs });
  }

  #fileOf(suite: JunitSuite): IngestFile | undefined {
    const { text: stdout } = junitOutput(suite.stdout);
    const { text: stderr } = junitOutput(suite.stderr);
    const isFile = suite.place !== undefined && this.#dialect?.isFile?.(suite) === true;
    if (!isFile && stdout === undefined && stderr === undefined && suite.faults.length === 0)
      return undefined;
    const errorOf = this.#dialect?.errorOf ?? faultError;
    return {
      file: suite.place?.file ?? this.#sentPath(suite.name || 'unknown'),
      variant: suite.place?.variant,
      durationMs: millisecondsOf(suite.element.attributes['time']) ?? 0,
      errors: suite.faults.length > 0 ? suite.faults.map(errorOf) : undefined,
      stdout,
      stderr,
    };
  }
}

// Far above what one package holds; a report that never closes its suites must not fill the memory.
const MOST_HELD = 20_000;

// A name may be all separators.
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
