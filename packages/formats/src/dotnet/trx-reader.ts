import type { IngestFile } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { BatchCollector } from '../report-batch.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import type { SentPath } from '../report-parser.ts';
import { epochMs } from '../timestamps.ts';
import { childOf, childrenOf, sumOf, textOfChild } from '../xml/element-parts.ts';
import type { XmlElement, XmlListener } from '../xml/xml-elements.ts';
import { classIn, cleanUpTarget, dotnetPlace } from './dotnet-place.ts';
import type { TrxClasses, TrxDefinition } from './trx-classes.ts';
import { trxError, trxResult } from './trx-result.ts';

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

  opened({ name }: XmlElement, parent?: XmlElement): void {
    if (name === 'TestRun') this.#into.tell({ framework: 'dotnet' });
    if (name !== 'InnerResults') return;
    const definition = this.#classes.of(parent?.attributes['testId']);
    this.#dataDriven.push({
      definition: definition ?? this.#dataDriven.at(-1)?.definition,
      isResult: parent !== undefined && RESULT.test(parent.name),
      rows: 0,
    });
  }

  closed({ name }: XmlElement): void {
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
      const startedAt = epochMs(attributes['start'] ?? attributes['creation'], 'local');
      this.#into.tell({ startedAt, endedAt: epochMs(attributes['finish'], 'local') });
    } else if (name === 'TestSettings' || name === 'TestRunConfiguration') {
      const root = childOf(element, 'Deployment')?.attributes['runDeploymentRoot'];
      if (root !== undefined) this.#attachmentFolder = `${root}/In`;
    } else if (name === 'ResultSummary') this.#summary(element);
    else if (RESULT.test(name)) this.#result(element, rows);
  }

  /** A data-driven test contains a result for each row of its data, and is none itself. */
  #result(element: XmlElement, rows: number): void {
    const outer = this.#dataDriven.at(-1);
    if (outer !== undefined) outer.rows++;
    if (rows > 0) return;
    const definition = this.#classes.of(element.attributes['testId']) ?? outer?.definition;
    this.#counts.listed++;
    const { testName = '' } = element.attributes;
    const target = cleanUpTarget(testName);
    if (target !== undefined) {
      this.#into.addFile(this.#cleanUpFailure(element, target));
      return;
    }
    const { className = '', assembly = '' } = definition ?? {};
    const names = { className: className || classIn(testName), name: testName, assembly };
    const place = dotnetPlace(names);
    const { result, attachments } = trxResult(element, {
      place: { ...place, file: this.#sentPath(place.file) },
      sentPath: this.#sentPath,
      attachmentFolder: this.#attachmentFolder,
    });
    this.#into.add(result);
    for (const attachment of attachments) this.#into.attach(attachment);
  }

  #cleanUpFailure(element: XmlElement, target: string): IngestFile {
    const hasError = childOf(childOf(element, 'Output'), 'ErrorInfo') !== undefined;
    const error = hasError
      ? trxError(element, this.#sentPath)
      : { message: element.attributes['testName']?.slice(1, -1) ?? '' };
    const file = this.#sentPath(classIn(target) || target);
    return { file, durationMs: 0, errors: [error] };
  }

  #summary(element: XmlElement): void {
    const counters = childOf(element, 'Counters')?.attributes ?? {};
    this.#counts.declare({
      tests: sumOf(counters, ['total']),
      failures: sumOf(counters, ['failed', 'error', 'timeout', 'notRunnable']),
    });
    const errors = childrenOf(childOf(element, 'RunInfos'), 'RunInfo').flatMap(runError);
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
function runError(info: XmlElement): TestError[] {
  const message = textOfChild(info, 'Text');
  if (info.attributes['outcome'] !== 'Error' || message === undefined) return [];
  const isKnown = message.endsWith('[FAIL]') || message.startsWith(TESTS_FAILED);
  return isKnown ? [] : [{ message }];
}
