import type { IngestFile } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { BatchCollector } from '../report-batch.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import type { SentPath } from '../report-parser.ts';
import { parseEpochMs } from '../timestamps.ts';
import { findChild, findChildren, sumCounts, findChildText } from '../xml/element-parts.ts';
import type { XmlElement, XmlListener } from '../xml/xml-elements.ts';
import { extractClass, extractCleanUpTarget, buildDotnetPlace } from './dotnet-place.ts';
import type { TrxClasses, TrxDefinition } from './trx-classes.ts';
import { buildTrxError, buildTrxResult } from './trx-result.ts';

interface DataDriven {
  definition: TrxDefinition | undefined;
  /** False only for rows that are in no result. */
  isResult: boolean;
  /** Read so far. */
  rows: number;
}

/** Turns the elements of a TRX report into results and facts of the run. */
export class TrxReader implements XmlListener {
  readonly reportName = 'TRX report';
  readonly #into: BatchCollector;
  readonly #sentPath: SentPath;
  readonly #classes: TrxClasses;
  /** Where the run's attachments are, relative to the report. */
  #attachmentFolder = '';
  readonly #counts: DeclaredCounts;
  /** The data-driven tests whose rows are being read, the outermost first: rows may be driven by data themselves. */
  readonly #dataDriven: DataDriven[] = [];
  /** Rows of the result that ends next. */
  #rowsRead = 0;

  constructor({
    into,
    sentPath,
    classes,
  }: {
    into: BatchCollector;
    sentPath: SentPath;
    classes: TrxClasses;
  }) {
    this.#into = into;
    this.#counts = new DeclaredCounts(into);
    this.#sentPath = sentPath;
    this.#classes = classes;
  }

  isRoot(name: string): boolean {
    return this.#classes.isRoot(name);
  }

  isContainer(name: string): boolean {
    return this.#classes.isContainer(name);
  }

  openContainer({ name }: XmlElement, parent?: XmlElement): void {
    if (name === 'TestRun') this.#into.tell({ framework: 'dotnet' });
    if (name !== 'InnerResults') return;
    const definition = this.#classes.findDefinition(parent?.attributes['testId']);
    this.#dataDriven.push({
      definition: definition ?? this.#dataDriven.at(-1)?.definition,
      isResult: parent !== undefined && RESULT.test(parent.name),
      rows: 0,
    });
  }

  closeContainer({ name }: XmlElement): void {
    if (name === 'TestRun') this.#counts.refuseMissing();
    if (name !== 'InnerResults') return;
    const ended = this.#dataDriven.pop();
    this.#rowsRead = ended?.isResult === true ? ended.rows : 0;
  }

  element(element: XmlElement): void {
    const { name, attributes } = element;
    const rows = this.#rowsRead;
    this.#rowsRead = 0;
    if (name === 'Times') {
      const startedAt = parseEpochMs(attributes['start'] ?? attributes['creation'], 'local');
      this.#into.tell({ startedAt, endedAt: parseEpochMs(attributes['finish'], 'local') });
    } else if (name === 'TestSettings' || name === 'TestRunConfiguration') {
      const root = findChild(element, 'Deployment')?.attributes['runDeploymentRoot'];
      if (root !== undefined) this.#attachmentFolder = `${root}/In`;
    } else if (name === 'ResultSummary') this.#readSummary(element);
    else if (RESULT.test(name)) this.#readResult(element, rows);
  }

  /** A data-driven test contains a result for each row of its data, and is not a result itself. */
  #readResult(element: XmlElement, rows: number): void {
    const outer = this.#dataDriven.at(-1);
    if (outer !== undefined) outer.rows++;
    if (rows > 0) return;
    const definition =
      this.#classes.findDefinition(element.attributes['testId']) ?? outer?.definition;
    this.#counts.listed++;
    const { testName = '' } = element.attributes;
    const target = extractCleanUpTarget(testName);
    if (target !== undefined) {
      this.#into.addFile(this.#buildCleanUpFailure(element, target));
      return;
    }
    const { className = '', assembly = '' } = definition ?? {};
    const names = { className: className || extractClass(testName), name: testName, assembly };
    const place = buildDotnetPlace(names);
    const { result, attachments } = buildTrxResult(element, {
      place: { ...place, file: this.#sentPath(place.file) },
      sentPath: this.#sentPath,
      attachmentFolder: this.#attachmentFolder,
    });
    this.#into.add(result);
    for (const attachment of attachments) this.#into.attach(attachment);
  }

  #buildCleanUpFailure(element: XmlElement, target: string): IngestFile {
    const hasError = findChild(findChild(element, 'Output'), 'ErrorInfo') !== undefined;
    const error = hasError
      ? buildTrxError(element, this.#sentPath)
      : { message: element.attributes['testName']?.slice(1, -1) ?? '' };
    const file = this.#sentPath(extractClass(target) || target);
    return { file, durationMs: 0, errors: [error] };
  }

  #readSummary(element: XmlElement): void {
    const counters = findChild(element, 'Counters')?.attributes ?? {};
    this.#counts.declare({
      tests: sumCounts(counters, ['total']),
      failures: sumCounts(counters, ['failed', 'error', 'timeout', 'notRunnable']),
    });
    const errors = findChildren(findChild(element, 'RunInfos'), 'RunInfo').flatMap(buildRunErrors);
    const isFailed = FAILED_RUN.test(element.attributes['outcome'] ?? '');
    this.#into.tell({
      status: isFailed ? 'failed' : undefined,
      errors: errors.length > 0 ? errors : undefined,
    });
  }
}

const RESULT = /^(?:\w{1,40}TestResult|TestResult|TestResultAggregation)$/;
const FAILED_RUN = /^(?:Failed|Error|Aborted|Timeout|Disconnected)$/i;

const TESTS_FAILED = "Exit code indicates failure: '2'.";

/** xUnit.net repeats each failed test here, and the test platform that tests failed (exit status 2). */
function buildRunErrors(info: XmlElement): TestError[] {
  const message = findChildText(info, 'Text');
  if (info.attributes['outcome'] !== 'Error' || message === undefined) return [];
  const isKnown = message.endsWith('[FAIL]') || message.startsWith(TESTS_FAILED);
  return isKnown ? [] : [{ message }];
}
