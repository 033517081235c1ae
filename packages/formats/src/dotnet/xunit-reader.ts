import type { IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { parseSecondsToMs } from '../durations.ts';
import { decodeBase64 } from '../json/base64.ts';
import { withOwnFrame } from '../text/own-frame.ts';
import type { BatchCollector, ReportAttachment } from '../report-batch.ts';
import { parseOutcomeText } from '../text/outcome-words.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout, buildTextError } from '../text/text-error.ts';
import { parseEpochMs } from '../timestamps.ts';
import { findChild, findChildren, sumCounts, findChildText } from '../xml/element-parts.ts';
import type { XmlElement, XmlListener } from '../xml/xml-elements.ts';
import { extractClass, buildDotnetPlace } from './dotnet-place.ts';
import { buildDotnetResult, buildSkipReason } from './dotnet-result.ts';

/** Turns the elements of a report of xUnit.net (version 1 to 3, and Fixie) into results, files and facts of the run. */
export class XunitReader implements XmlListener {
  readonly reportName = 'xUnit.net report';
  readonly #into: BatchCollector;
  readonly #sentPath: SentPath;
  #assembly = '';
  /** Counts of the present assembly. */
  #counts: DeclaredCounts;

  constructor(into: BatchCollector, sentPath: SentPath) {
    this.#into = into;
    this.#counts = new DeclaredCounts(into);
    this.#sentPath = sentPath;
  }

  isRoot(name: string): boolean {
    return name === 'assemblies' || name === 'assembly';
  }

  isContainer(name: string): boolean {
    return this.isRoot(name) || CONTAINERS.has(name);
  }

  openContainer({ name, attributes }: XmlElement): void {
    if (name === 'assembly') this.#begin(attributes);
  }

  closeContainer({ name }: XmlElement): void {
    if (name === 'assembly') this.#counts.refuseMissing();
  }

  element(element: XmlElement): void {
    if (element.name === 'test') this.#readTest(element);
    else if (element.name === 'error') this.#readError(element);
  }

  #begin(attributes: XmlElement['attributes']): void {
    this.#assembly = attributes['name']?.split(/[/\\]/).at(-1) ?? '';
    const { 'run-date': date, 'run-time': time, 'test-framework': tool = '' } = attributes;
    const written = attributes['start-rtf'] ?? (date && time ? `${date}T${time}` : undefined);
    const startedAt = parseEpochMs(written, 'local');
    const durationMs = parseSecondsToMs(attributes['time']);
    const failures = sumCounts(attributes, ['failed', 'errors']);
    this.#counts = new DeclaredCounts(this.#into);
    this.#counts.declare({ tests: sumCounts(attributes, ['total']), failures });
    const name = /^\w{1,40}/.exec(tool)?.[0] ?? 'xunit';
    const version = /\d{1,9}(?:\.\d{1,9}){1,3}/.exec(tool)?.[0];
    this.#into.tell({
      framework: name.toLowerCase(),
      frameworkVersion: version,
      startedAt,
      endedAt: startedAt === undefined ? undefined : startedAt + (durationMs ?? 0),
      durationMs,
      status: failures > 0 ? 'failed' : undefined,
    });
  }

  #readTest(element: XmlElement): void {
    this.#counts.listed++;
    const { attributes } = element;
    const { name = '', type = '' } = attributes;
    const place = buildDotnetPlace({
      className: type || extractClass(name),
      name,
      assembly: this.#assembly,
    });
    const failure = findChild(element, 'failure');
    const status = deriveStatus(attributes['result'], failure !== undefined);
    const errors = isFailure(status) ? [this.#buildError(failure)] : undefined;
    const traits = findChildren(findChild(element, 'traits'), 'trait').map(
      (trait) => trait.attributes,
    );
    const result = buildDotnetResult({
      place: { ...place, file: this.#sentPath(place.file) },
      status: errors?.some(isXunitTimeout) === true ? 'timedOut' : status,
      durationMs: parseSecondsToMs(attributes['time']) ?? 0,
      startedAt: parseEpochMs(attributes['start-rtf'], 'utc'),
      errors,
      stdout: findChildText(element, 'output'),
      tags: traits.filter(isCategory).flatMap(({ value }) => value || []),
      annotations: [
        ...traits
          .filter((trait) => !isCategory(trait))
          .map(({ name: trait = '', value }) => ({
            type: trait,
            ...(value && { description: value }),
          })),
        ...(status === 'skipped' ? [buildSkipReason('skip', findReason(element))] : []),
      ],
    });
    this.#into.add(result);
    for (const attachment of collectAttachments(element, result)) this.#into.attach(attachment);
  }

  /** An error outside of tests, such as `class-cleanup` with the class as its name, or `fatal`. */
  #readError(element: XmlElement): void {
    this.#counts.listed++;
    const { type = '', name = '' } = element.attributes;
    const error = this.#buildError(findChild(element, 'failure'));
    if (type === 'fatal') {
      this.#into.tell({ errors: [error] });
      return;
    }
    const isOfTest = /(?:method|case|^test)-cleanup$/.test(type) && !type.includes('class');
    const place = (isOfTest ? extractClass(name) : name) || this.#assembly || 'unknown';
    const file = type.startsWith('assembly') ? this.#assembly || place : place;
    this.#into.addFile({ file: this.#sentPath(file), durationMs: 0, errors: [error] });
  }

  #buildError(failure: XmlElement | undefined): TestError {
    const message = findChildText(failure, 'message') ?? failure?.attributes['exception-type'];
    const text = findChildText(failure, 'stack-trace');
    return withOwnFrame(buildTextError({ message, text }), this.#sentPath);
  }
}

const CONTAINERS = new Set(['collection', 'class', 'errors']);

function deriveStatus(result: string | undefined, hasFailure: boolean): ResultStatus {
  const outcome = hasFailure ? 'failed' : parseOutcomeText(result);
  return outcome ?? 'skipped';
}

function isXunitTimeout(error: TestError): boolean {
  return isTimeout(error) || /^Test execution timed out after \d+ milliseconds/.test(error.message);
}

function isCategory({ name }: XmlElement['attributes']): boolean {
  return /^(?:category|tag)$/i.test(name ?? '');
}

function findReason(element: XmlElement): string | undefined {
  const reason = findChild(element, 'reason');
  return reason?.text.trim() || findChildText(reason, 'message');
}

/** Version 3 writes what tests attached into the report: text, or bytes as base64 with their type. */
function collectAttachments(element: XmlElement, result: IngestResult): ReportAttachment[] {
  const attempt = result.attempts === undefined ? undefined : 1;
  return findChildren(findChild(element, 'attachments'), 'attachment').flatMap((attachment) => {
    const { name = 'attachment', 'media-type': mediaType } = attachment.attributes;
    const bytes =
      mediaType === undefined
        ? new TextEncoder().encode(attachment.text)
        : decodeBase64(attachment.text.trim());
    const contentType = mediaType ?? 'text/plain';
    return bytes === undefined ? [] : [{ result, attempt, name, contentType, content: { bytes } }];
  });
}
