import type { TestError } from '@svc/contract/executions/test-errors';
import { parseSecondsToMs } from '../durations.ts';
import type { BatchCollector } from '../report-batch.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import type { SentPath } from '../report-parser.ts';
import { parseEpochMs } from '../timestamps.ts';
import { findChildren, sumCounts } from '../xml/element-parts.ts';
import type { XmlElement, XmlListener } from '../xml/xml-elements.ts';
import { FAILED_IN_NUNIT, isCancelled, buildNunitError, buildNunitResult } from './nunit-result.ts';
import { buildNunitPlace } from './nunit-place.ts';

/** A `test-suite`: an assembly, a namespace, a class, or the cases of one method. */
export interface NunitSuite {
  attributes: XmlElement['attributes'];
  /** Its categories and those of the suites around it. */
  tags: string[];
  error: TestError | undefined;
  output: string;
  /** The class of the tests in it. */
  file: string | undefined;
  hasTests: boolean;
}

/**
 * Turns the elements of an NUnit report into results, files and facts of the run: version 3 (`test-run`, also of Unity)
 * and version 2 (`test-results`).
 */
export class NunitReader implements XmlListener {
  readonly reportName = 'NUnit report';
  readonly #into: BatchCollector;
  readonly #sentPath: SentPath;
  readonly #suites: NunitSuite[] = [];
  readonly #counts: DeclaredCounts;

  constructor(into: BatchCollector, sentPath: SentPath) {
    this.#into = into;
    this.#counts = new DeclaredCounts(into);
    this.#sentPath = sentPath;
  }

  isRoot(name: string): boolean {
    return name === 'test-run' || name === 'test-results';
  }

  isContainer(name: string): boolean {
    return this.isRoot(name) || name === 'test-suite' || name === 'results';
  }

  openContainer({ name, attributes }: XmlElement): void {
    if (name === 'test-suite') {
      const tags = this.#suites.at(-1)?.tags ?? [];
      this.#suites.push({
        attributes,
        tags,
        error: undefined,
        output: '',
        file: undefined,
        hasTests: false,
      });
    } else if (this.isRoot(name)) this.#begin(attributes);
  }

  closeContainer({ name }: XmlElement): void {
    const suite = name === 'test-suite' ? this.#suites.pop() : undefined;
    if (suite !== undefined) this.#endSuite(suite);
    if (this.isRoot(name)) this.#counts.refuseMissing();
  }

  element(element: XmlElement): void {
    const { name, attributes } = element;
    const suite = this.#suites.at(-1);
    if (name === 'environment') {
      const version = attributes['framework-version'] ?? attributes['nunit-version'];
      this.#into.tell({ frameworkVersion: version });
    } else if (suite === undefined) return;
    else if (name === 'test-case') this.#readTestcase(element, suite);
    else if (name === 'failure' || name === 'reason') {
      suite.error ??= buildNunitError(element, this.#sentPath);
    } else if (name === 'output') suite.output = element.text.trim();
    else if (name === 'properties' || name === 'categories') {
      suite.tags = [...suite.tags, ...collectCategories(element)];
    }
  }

  #begin(attributes: XmlElement['attributes']): void {
    this.#counts.declare({
      tests: sumCounts(attributes, ['total']),
      failures: sumCounts(attributes, ['failed', 'failures', 'errors', 'invalid']),
    });
    const date = attributes['date'];
    const time = attributes['time'];
    const started = attributes['start-time'] ?? (date && time ? `${date}T${time}` : undefined);
    const durationMs = parseSecondsToMs(attributes['duration']);
    this.#into.tell({
      framework: 'nunit',
      startedAt: parseEpochMs(started, 'local'),
      endedAt: parseEpochMs(attributes['end-time'], 'local'),
      durationMs,
      status: deriveRunStatus(attributes),
    });
  }

  #readTestcase(element: XmlElement, suite: NunitSuite): void {
    this.#counts.listed++;
    const place = buildNunitPlace(element, this.#suites);
    const file = this.#sentPath(place.file);
    const tags = [...new Set([...suite.tags, ...element.children.flatMap(collectCategories)])];
    const { result, attachments } = buildNunitResult(element, {
      place: { ...place, file },
      tags,
      sentPath: this.#sentPath,
    });
    for (const each of this.#suites) each.hasTests = true;
    suite.file = file;
    this.#into.add(result);
    for (const attachment of attachments) this.#into.attach(attachment);
  }

  /** A failed set-up is also an error of every test in the suite, unless the suite has none. */
  #endSuite({ attributes, error, output, file, hasTests }: NunitSuite): void {
    const isFailed = FAILED_IN_NUNIT.test(attributes['result'] ?? '');
    const isOfTearDown =
      attributes['site']?.toLowerCase() === 'teardown' ||
      /\bTearDown ?: /.test(error?.message ?? '');
    const isOwn = isFailed && (isOfTearDown || !hasTests);
    const errors = isOwn ? [error ?? { message: 'The suite failed without a reason' }] : undefined;
    if (errors === undefined && output === '') return;
    const { fullname, name } = attributes;
    const own = file ?? this.#sentPath(attributes['classname'] || fullname || name || 'unknown');
    const stdout = output === '' ? undefined : `${output}\n`;
    this.#into.addFile({ file: own, durationMs: 0, errors, stdout });
  }
}

function deriveRunStatus({
  result,
  label,
}: XmlElement['attributes']): 'failed' | 'interrupted' | undefined {
  if (isCancelled(label) || isCancelled(result)) return 'interrupted';
  return FAILED_IN_NUNIT.test(result ?? '') ? 'failed' : undefined;
}

/** Version 3 writes categories as properties, version 2 as elements of their own. */
function collectCategories(element: XmlElement): string[] {
  const names =
    element.name === 'properties'
      ? findChildren(element, 'property')
          .filter(({ attributes }) => attributes['name'] === 'Category')
          .map(({ attributes }) => attributes['value'])
      : element.name === 'categories'
        ? findChildren(element, 'category').map(({ attributes }) => attributes['name'])
        : [];
  return names.flatMap((name) => (name === undefined || name === '' ? [] : [name]));
}
