import type { Annotation, IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { parseSecondsToMs } from '../durations.ts';
import { collectProperties } from '../junit/junit-suite.ts';
import type { TestPlace } from '../junit/junit-dialect.ts';
import { withOwnFrame } from '../text/own-frame.ts';
import type { ReportAttachment } from '../report-batch.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout, buildTextError } from '../text/text-error.ts';
import { parseEpochMs } from '../timestamps.ts';
import { findChild, findChildren, findChildText } from '../xml/element-parts.ts';
import type { XmlElement } from '../xml/xml-elements.ts';
import { buildDotnetResult, buildSkipReason } from './dotnet-result.ts';

export interface NunitResultSettings {
  place: TestPlace;
  tags: string[];
  sentPath: SentPath;
}

/** One test case of NUnit 2 or 3 in the contract's form. `Retry` leaves only the last attempt in the report. */
export function buildNunitResult(
  element: XmlElement,
  { place, tags, sentPath }: NunitResultSettings,
): { result: IngestResult; attachments: ReportAttachment[] } {
  const { attributes } = element;
  const failure = findChild(element, 'failure');
  const outcome = deriveOutcome(attributes, failure !== undefined);
  const errors = outcome === 'failed' ? [buildError(element, failure, sentPath)] : undefined;
  const status = errors?.some(isNunitTimeout) === true ? 'timedOut' : outcome;
  const result = buildDotnetResult({
    place,
    tags,
    status: status === 'inconclusive' ? 'skipped' : status,
    durationMs: parseSecondsToMs(attributes['duration'] ?? attributes['time']) ?? 0,
    startedAt: parseEpochMs(attributes['start-time'], 'local'),
    errors,
    stdout: findChildText(element, 'output'),
    annotations: [...buildAnnotations(element), ...buildSkipAnnotations(element, status)],
  });
  const attempt = result.attempts === undefined ? undefined : 1;
  const attachments = findChildren(findChild(element, 'attachments'), 'attachment').flatMap(
    (one) => {
      const path = findChildText(one, 'filePath');
      if (path === undefined) return [];
      const name = findChildText(one, 'description') ?? path.split(/[/\\]/).at(-1) ?? path;
      return [{ result, attempt, name, content: { path } }];
    },
  );
  return { result, attachments };
}

/** The error in a `failure` or `reason`. */
export function buildNunitError(element: XmlElement, sentPath: SentPath): TestError {
  const message = findChildText(element, 'message');
  return withOwnFrame(
    buildTextError({ message, text: findChildText(element, 'stack-trace') }),
    sentPath,
  );
}

function buildError(
  element: XmlElement,
  failure: XmlElement | undefined,
  sentPath: SentPath,
): TestError {
  const cause = failure ?? findChild(element, 'reason');
  const { label = '' } = element.attributes;
  // A timeout may be only in the label, which otherwise is one word, such as `Error`.
  const isExplained = findChildText(cause, 'message') !== undefined || !label.includes(' ');
  return cause === undefined || !isExplained
    ? { message: label || 'No message' }
    : buildNunitError(cause, sentPath);
}

/**
 * The earliest version 2 writes only whether a test was executed, and whether with success. A test without any of these
 * did not end: NUnit's results begin as inconclusive, and its list of tests (`--explore`) has none.
 */
function deriveOutcome(
  { result, label, executed, success, runstate }: XmlElement['attributes'],
  hasFailure: boolean,
): ResultStatus | 'inconclusive' {
  if (result === undefined) {
    if (executed?.toLowerCase() === 'false') return 'skipped';
    const isFailed = hasFailure || FAILED_IN_NUNIT.test(label ?? '') || isNotRunnable(runstate);
    if (isFailed || success?.toLowerCase() === 'false') return 'failed';
    return success?.toLowerCase() === 'true' ? 'passed' : 'inconclusive';
  }
  if (isCancelled(label) || isCancelled(result)) return 'interrupted';
  if (/^(?:Passed|Success|Warning)/i.test(result)) return 'passed';
  if (FAILED_IN_NUNIT.test(result) || isNotRunnable(runstate)) return 'failed';
  return /^inconclusive$/i.test(result) ? 'inconclusive' : 'skipped';
}

function isNotRunnable(runstate: string | undefined): boolean {
  return runstate?.toLowerCase() === 'notrunnable';
}

/** The results and labels of tests, suites and runs that failed, in any case. */
export const FAILED_IN_NUNIT = /^(?:Failed|Failure|Error|NotRunnable|Invalid)/i;

export function isCancelled(text: string | undefined): boolean {
  return /^cancell?ed$/i.test(text ?? '');
}

function isNunitTimeout(error: TestError): boolean {
  return isTimeout(error) || /^Test exceeded (?:CancelAfter|Timeout) value /i.test(error.message);
}

function buildSkipAnnotations(
  element: XmlElement,
  status: ResultStatus | 'inconclusive',
): Annotation[] {
  if (status !== 'skipped' && status !== 'inconclusive') return [];
  const reason = findChildText(findChild(element, 'reason'), 'message');
  return [buildSkipReason(status === 'skipped' ? 'skip' : status, reason)];
}

/** Properties of the test, except categories, which are tags, and those that NUnit writes for itself. */
function buildAnnotations(element: XmlElement): Annotation[] {
  return findChildren(element, 'properties')
    .flatMap(collectProperties)
    .filter(([name]) => name !== 'Category' && !name.startsWith('_'))
    .map(([type, description]) => (description === '' ? { type } : { type, description }));
}
