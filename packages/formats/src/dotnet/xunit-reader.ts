import type { IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { millisecondsOf } from '../durations.ts';
import { bytesOf } from '../json/base64.ts';
import { withOwnFrame } from '../own-frame.ts';
import { type BatchCollector, isFailure, type ReportAttachment } from '../report-batch.ts';
import { outcomeOfText } from '../outcome-words.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout, textError } from '../text-error.ts';
import { epochMs } from '../timestamps.ts';
import { childOf, childrenOf, sumOf, textOfChild } from '../xml/element-parts.ts';
import type { XmlElement, XmlListener } from '../xml/xml-elements.ts';
import { classIn, dotnetPlace } from './dotnet-place.ts';
import { dotnetResult, skipAnnotation } from './dotnet-result.ts';

/** Turns the elements of a report of xUnit.net (version 1 to 3, and Fixie) into results, files and facts of the run. */
export class XunitReader implements XmlListener {
  readonly reportName = 'xUnit.net report';
  readonly #into: BatchCollector;
  readonly #sentPath: SentPath;
  #assembly = '';
  /** Of the present assembly. */
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

  opened({ name, attributes }: XmlElement): void {
    if (name === 'assembly') this.#begin(attributes);
  }

  closed({ name }: XmlElement): void {
    if (name === 'assembly') this.#counts.refuseMissing();
  }

  element(element: XmlElement): void {
    if (element.name === 'test') this.#test(element);
    else if (element.name === 'error') this.#error(element);
  }

  #begin(attributes: XmlElement['attributes']): void {
    this.#assembly = attributes['name']?.split(/[/\\]/).at(-1) ?? '';
    const { 'run-date': date, 'run-time': time, 'test-framework': tool = '' } = attributes;
    const written = attributes['start-rtf'] ?? (date && time ? `${date}T${time}` : undefined);
    const startedAt = epochMs(written, 'local');
    const durationMs = millisecondsOf(attributes['time']);
    const failures = sumOf(attributes, ['failed', 'errors']);
    this.#counts = new DeclaredCounts(this.#into);
    this.#counts.declare({ tests: sumOf(attributes, ['total']), failures });
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

  #test(element: XmlElement): void {
    this.#counts.listed++;
    const { attributes } = element;
    const { name = '', type = '' } = attributes;
    const place = dotnetPlace({ className: type || classIn(name), name, assembly: this.#assembly });
    const failure = childOf(element, 'failure');
    const status = statusOf(attributes['result'], failure !== undefined);
    const errors = isFailure({ status }) ? [this.#errorOf(failure)] : undefined;
    const traits = childrenOf(childOf(element, 'traits'), 'trait').map((trait) => trait.attributes);
    const result = dotnetResult({
      place: { ...place, file: this.#sentPath(place.file) },
      status: errors?.some(isXunitTimeout) === true ? 'timedOut' : status,
      durationMs: millisecondsOf(attributes['time']) ?? 0,
      startedAt: epochMs(attributes['start-rtf'], 'utc'),
      errors,
      stdout: textOfChild(element, 'output'),
      tags: traits.filter(isCategory).flatMap(({ value }) => value || []),
      annotations: [
        ...traits
          .filter((trait) => !isCategory(trait))
          .map(({ name: trait = '', value }) => ({
            type: trait,
            ...(value && { description: value }),
          })),
        ...(status === 'skipped' ? [skipAnnotation('skip', reasonOf(element))] : []),
      ],
    });
    this.#into.add(result);
    for (const attachment of attachmentsOf(element, result)) this.#into.attach(attachment);
  }

  /** An error outside of tests, such as `class-cleanup` with the class as its name, or `fatal`. */
  #error(element: XmlElement): void {
    this.#counts.listed++;
    const { type = '', name = '' } = element.attributes;
    const error = this.#errorOf(childOf(element, 'failure'));
    if (type === 'fatal') {
      this.#into.tell({ errors: [error] });
      return;
    }
    const isOfTest = /(?:method|case|^test)-cleanup$/.test(type) && !type.includes('class');
    const place = (isOfTest ? classIn(name) : name) || this.#assembly || 'unknown';
    const file = type.startsWith('assembly') ? this.#assembly || place : place;
    this.#into.addFile({ file: this.#sentPath(file), durationMs: 0, errors: [error] });
  }

  #errorOf(failure: XmlElement | undefined): TestError {
    const message = textOfChild(failure, 'message') ?? failure?.attributes['exception-type'];
    const text = textOfChild(failure, 'stack-trace');
    return withOwnFrame(textError({ message, text }), this.#sentPath);
  }
}

const CONTAINERS = new Set(['collection', 'class', 'errors']);

function statusOf(result: string | undefined, hasFailure: boolean): ResultStatus {
  const outcome = hasFailure ? 'failed' : outcomeOfText(result);
  return outcome ?? 'skipped';
}

function isXunitTimeout(error: TestError): boolean {
  return isTimeout(error) || /^Test execution timed out after \d+ milliseconds/.test(error.message);
}

function isCategory({ name }: XmlElement['attributes']): boolean {
  return /^(?:category|tag)$/i.test(name ?? '');
}

function reasonOf(element: XmlElement): string | undefined {
  const reason = childOf(element, 'reason');
  return reason?.text.trim() || textOfChild(reason, 'message');
}

/** Version 3 writes what tests attached into the report: text, or bytes as base64 with their type. */
function attachmentsOf(element: XmlElement, result: IngestResult): ReportAttachment[] {
  const attempt = result.attempts === undefined ? undefined : 1;
  return childrenOf(childOf(element, 'attachments'), 'attachment').flatMap((attachment) => {
    const { name = 'attachment', 'media-type': mediaType } = attachment.attributes;
    const bytes =
      mediaType === undefined
        ? new TextEncoder().encode(attachment.text)
        : bytesOf(attachment.text.trim());
    const contentType = mediaType ?? 'text/plain';
    return bytes === undefined ? [] : [{ result, attempt, name, contentType, content: { bytes } }];
  });
}
