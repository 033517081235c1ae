import type { Annotation, IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { toPosixPath } from '@svc/contract/zod-free/test-identity';
import { parseSpanToMs } from '../durations.ts';
import type { TestPlace } from '../junit/junit-dialect.ts';
import { withOwnFrame } from '../text/own-frame.ts';
import type { ReportAttachment } from '../report-batch.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout, buildTextError } from '../text/text-error.ts';
import { parseEpochMs } from '../timestamps.ts';
import { buildDotnetResult, buildSkipReason } from './dotnet-result.ts';
import { findChild, findChildren, findChildText } from '../xml/element-parts.ts';
import type { XmlElement } from '../xml/xml-elements.ts';

export interface TrxResultSettings {
  place: TestPlace;
  sentPath: SentPath;
  attachmentFolder: string;
}

/** One result of TRX in the contract's form. TRX has no retries: tools write another report for each. */
export function buildTrxResult(
  element: XmlElement,
  { place, sentPath, attachmentFolder }: TrxResultSettings,
): { result: IngestResult; attachments: ReportAttachment[] } {
  const { attributes } = element;
  const output = findChild(element, 'Output');
  // VSTest leaves out `Error`, the first of its outcomes.
  const outcome = attributes['outcome'] || 'Error';
  const durationMs = parseSpanToMs(attributes['duration']) ?? 0;
  const isFailed = FAILED.test(outcome);
  const errors = isFailed ? [buildTrxError(element, sentPath)] : undefined;
  const status = deriveStatus(outcome, errors);
  const result = buildDotnetResult({
    place,
    status,
    durationMs,
    startedAt: parseEpochMs(attributes['startTime'], 'local'),
    errors,
    stdout: joinStdout(output),
    stderr: findChildText(output, 'StdErr'),
    annotations: status === 'skipped' ? [buildSkipped(outcome, output)] : [],
  });
  return { result, attachments: collectAttachments(element, result, attachmentFolder) };
}

export function buildTrxError(element: XmlElement, sentPath: SentPath): TestError {
  const info = findChild(findChild(element, 'Output'), 'ErrorInfo');
  const message = findChildText(info, 'Message');
  return withOwnFrame(
    buildTextError({ message, text: findChildText(info, 'StackTrace') }),
    sentPath,
  );
}

// `NotRunnable`: the test exists and cannot run, such as one with a wrong signature.
const FAILED = /^(?:Failed|Error|Timeout|NotRunnable)$/i;
const INTERRUPTED = /^(?:Aborted|Disconnected|InProgress)$/i;
const PASSED = /^(?:Passed|PassedButRunAborted|Warning|Completed)$/i;

function deriveStatus(outcome: string, errors: TestError[] | undefined): ResultStatus {
  if (errors !== undefined) {
    return /^timeout$/i.test(outcome) || errors.some(isTimeout) ? 'timedOut' : 'failed';
  }
  if (PASSED.test(outcome)) return 'passed';
  return INTERRUPTED.test(outcome) ? 'interrupted' : 'skipped';
}

/** `NotExecuted`, `Inconclusive`, `Pending` and unknown outcomes. The reason is an error or output. */
function buildSkipped(outcome: string, output: XmlElement | undefined): Annotation {
  const reason =
    findChildText(findChild(output, 'ErrorInfo'), 'Message') ?? findChildText(output, 'StdOut');
  return buildSkipReason(outcome === 'Inconclusive' ? 'inconclusive' : 'skip', reason);
}

/** Standard output, then traces and messages that the test wrote by other means. */
function joinStdout(output: XmlElement | undefined): string | undefined {
  const messages = findChildren(findChild(output, 'TextMessages'), 'Message').map(
    ({ text }) => text,
  );
  const parts = [findChildText(output, 'StdOut'), findChildText(output, 'DebugTrace'), ...messages];
  return parts.filter((part) => part !== undefined && part !== '').join('\n') || undefined;
}

/** Files of the test, and files that data collectors such as the screen recorder made of it. */
function collectAttachments(
  element: XmlElement,
  result: IngestResult,
  folder: string,
): ReportAttachment[] {
  const own = findChildren(findChild(element, 'ResultFiles'), 'ResultFile').map(
    ({ attributes }) => attributes['path'],
  );
  const collected = findChildren(findChild(element, 'CollectorDataEntries'), 'Collector')
    .flatMap((collector) => findChildren(findChild(collector, 'UriAttachments'), 'UriAttachment'))
    .map((attachment) => findChild(attachment, 'A')?.attributes['href']);
  const attempt = result.attempts === undefined ? undefined : 1;
  return [...own, ...collected].flatMap((written) => {
    if (written === undefined || written === '') return [];
    const path = toPosixPath(written);
    const isAbsolute = /^(?:\/|[a-z]:)/i.test(path);
    const parts = [folder, element.attributes['relativeResultsDirectory'] ?? '', path];
    const place = isAbsolute ? path : parts.filter((part) => part !== '').join('/');
    return [{ result, attempt, name: path.split('/').at(-1) ?? path, content: { path: place } }];
  });
}
