import type { Annotation, IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { posixPath } from '@svc/contract/test-identity';
import { millisecondsOfSpan } from '../durations.ts';
import type { TestPlace } from '../junit/junit-dialect.ts';
import { withOwnFrame } from '../own-frame.ts';
import type { ReportAttachment } from '../report-batch.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout, textError } from '../text-error.ts';
import { epochMs } from '../timestamps.ts';
import { dotnetResult, skipAnnotation } from './dotnet-result.ts';
import { childOf, childrenOf, textOfChild } from '../xml/element-parts.ts';
import type { XmlElement } from '../xml/xml-elements.ts';

export interface TrxResultSettings {
  place: TestPlace;
  sentPath: SentPath;
  attachmentFolder: string;
}

/** One result of TRX in the contract's form. TRX has no retries: tools write another report for each. */
export function trxResult(
  element: XmlElement,
  { place, sentPath, attachmentFolder }: TrxResultSettings,
): { result: IngestResult; attachments: ReportAttachment[] } {
  const { attributes } = element;
  const output = childOf(element, 'Output');
  // VSTest leaves out `Error`, the first of its outcomes.
  const outcome = attributes['outcome'] || 'Error';
  const durationMs = millisecondsOfSpan(attributes['duration']) ?? 0;
  const isFailed = FAILED.test(outcome);
  const errors = isFailed ? [trxError(element, sentPath)] : undefined;
  const status = statusOf(outcome, errors);
  const result = dotnetResult({
    place,
    status,
    durationMs,
    startedAt: epochMs(attributes['startTime'], 'local'),
    errors,
    stdout: stdoutOf(output),
    stderr: textOfChild(output, 'StdErr'),
    annotations: status === 'skipped' ? [skipped(outcome, output)] : [],
  });
  return { result, attachments: attachmentsOf(element, result, attachmentFolder) };
}

export function trxError(element: XmlElement, sentPath: SentPath): TestError {
  const info = childOf(childOf(element, 'Output'), 'ErrorInfo');
  const message = textOfChild(info, 'Message');
  return withOwnFrame(textError({ message, text: textOfChild(info, 'StackTrace') }), sentPath);
}

// `NotRunnable`: the test exists and cannot run, such as one with a wrong signature.
const FAILED = /^(?:Failed|Error|Timeout|NotRunnable)$/i;
const INTERRUPTED = /^(?:Aborted|Disconnected|InProgress)$/i;
const PASSED = /^(?:Passed|PassedButRunAborted|Warning|Completed)$/i;

function statusOf(outcome: string, errors: TestError[] | undefined): ResultStatus {
  if (errors !== undefined) {
    return /^timeout$/i.test(outcome) || errors.some(isTimeout) ? 'timedOut' : 'failed';
  }
  if (PASSED.test(outcome)) return 'passed';
  return INTERRUPTED.test(outcome) ? 'interrupted' : 'skipped';
}

/** `NotExecuted`, `Inconclusive`, `Pending` and unknown outcomes. The reason is an error or output. */
function skipped(outcome: string, output: XmlElement | undefined): Annotation {
  const reason =
    textOfChild(childOf(output, 'ErrorInfo'), 'Message') ?? textOfChild(output, 'StdOut');
  return skipAnnotation(outcome === 'Inconclusive' ? 'inconclusive' : 'skip', reason);
}

/** Standard output, then traces and messages that the test wrote by other means. */
function stdoutOf(output: XmlElement | undefined): string | undefined {
  const messages = childrenOf(childOf(output, 'TextMessages'), 'Message').map(({ text }) => text);
  const parts = [textOfChild(output, 'StdOut'), textOfChild(output, 'DebugTrace'), ...messages];
  return parts.filter((part) => part !== undefined && part !== '').join('\n') || undefined;
}

/** Files of the test, and files that data collectors such as the screen recorder made of it. */
function attachmentsOf(
  element: XmlElement,
  result: IngestResult,
  folder: string,
): ReportAttachment[] {
  const own = childrenOf(childOf(element, 'ResultFiles'), 'ResultFile').map(
    ({ attributes }) => attributes['path'],
  );
  const collected = childrenOf(childOf(element, 'CollectorDataEntries'), 'Collector')
    .flatMap((collector) => childrenOf(childOf(collector, 'UriAttachments'), 'UriAttachment'))
    .map((attachment) => childOf(attachment, 'A')?.attributes['href']);
  const attempt = result.attempts === undefined ? undefined : 1;
  return [...own, ...collected].flatMap((written) => {
    if (written === undefined || written === '') return [];
    const path = posixPath(written);
    const isAbsolute = /^(?:\/|[a-z]:)/i.test(path);
    const parts = [folder, element.attributes['relativeResultsDirectory'] ?? '', path];
    const place = isAbsolute ? path : parts.filter((part) => part !== '').join('/');
    return [{ result, attempt, name: path.split('/').at(-1) ?? path, content: { path: place } }];
  });
}
