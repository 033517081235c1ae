import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Attachment } from '@svc/reporter-core/artifacts/attachment';
import type { TestAnnotation } from 'vitest';
import type { TestAttempt, TestCase } from 'vitest/node';
import type { ModuleContext } from './module-context.ts';

/** What a test has brought along, but for the result that it belongs to. */
export type TestAttachment = Omit<Attachment, 'result'>;

/**
 * Files and bytes of a test: those of its annotations (Vitest 3.2 and later), those of its artifacts,
 * as browser mode makes them for failures and visual comparisons (4.1 and later), and the screenshot
 * of a failure in browser mode before that. Addresses on the web are no files.
 */
export function testAttachments(test: TestCase, context: ModuleContext): TestAttachment[] {
  const attempts = attemptsOf(test);
  const found: TestAttachment[] = [];
  for (const { message, attachment } of annotationsOf(test)) {
    if (attachment !== undefined) found.push(...read(attachment, message, onlyOne(attempts)));
  }
  for (const artifact of artifactsOf(test)) {
    for (const attachment of artifact.attachments ?? []) {
      const name = attachment.name ?? NAMES[artifact.type] ?? artifact.type;
      found.push(...read(attachment, name, attemptOf(artifact, attempts)));
    }
  }
  const meta: object = test.meta();
  if ('failScreenshotPath' in meta && typeof meta.failScreenshotPath === 'string') {
    found.push(...read({ path: meta.failScreenshotPath }, 'screenshot', undefined));
  }
  // A merged report names files of the machines where the shards ran, whose reporters may have sent them.
  return context.isMerged ? found.filter(({ content }) => isHere(content)) : found;
}

/** An attachment in all versions: since 4.1 with a name in some artifacts, since 4 with an encoding. */
interface Attached {
  name?: string;
  contentType?: string | undefined;
  path?: string | undefined;
  body?: string | Uint8Array | undefined;
  bodyEncoding?: 'base64' | 'utf-8' | undefined;
}

interface RecordedArtifact {
  type: string;
  attachments?: readonly Attached[];
  /** Both from 0. */
  retryIndex?: number;
  repeatIndex?: number;
}

const NAMES: Readonly<Record<string, string>> = { 'internal:failureScreenshot': 'screenshot' };

function annotationsOf(test: {
  annotations?: () => readonly TestAnnotation[];
}): readonly TestAnnotation[] {
  return test.annotations?.() ?? [];
}

function artifactsOf(test: { artifacts?: () => readonly RecordedArtifact[] }) {
  return test.artifacts?.() ?? [];
}

function attemptsOf(test: { attempts?: () => readonly TestAttempt[] }): readonly TestAttempt[] {
  return test.attempts?.() ?? [];
}

/** Annotations stay through retries, and nothing tells which attempt made them. */
function onlyOne(attempts: readonly TestAttempt[]): number | undefined {
  return attempts.length === 1 ? 1 : undefined;
}

function attemptOf(
  { retryIndex, repeatIndex }: RecordedArtifact,
  attempts: readonly TestAttempt[],
): number | undefined {
  if (retryIndex === undefined) return onlyOne(attempts);
  const index = attempts.findIndex(
    (attempt) => attempt.retryIndex === retryIndex && attempt.repeatIndex === (repeatIndex ?? 0),
  );
  return index < 0 ? undefined : index + 1;
}

/** One, or none where there is no content to send. */
function read(
  { path, body, contentType, bodyEncoding }: Attached,
  title: string,
  attempt: number | undefined,
): TestAttachment[] {
  const content = contentOf(path, body, { bodyEncoding, contentType });
  if (content === undefined) return [];
  const name = title === '' && path !== undefined ? basename(path) : title;
  return [{ attempt, name, contentType, content }];
}

function contentOf(
  path: string | undefined,
  body: Attached['body'],
  { bodyEncoding, contentType }: Pick<Attached, 'bodyEncoding' | 'contentType'>,
): Attachment['content'] | undefined {
  if (path !== undefined) return isAddress(path) ? undefined : { path };
  if (body === undefined) return undefined;
  if (typeof body !== 'string') return { bytes: body };
  const isText = bodyEncoding === 'utf-8' || !isBase64(body, contentType);
  return { bytes: Buffer.from(body, isText ? 'utf8' : 'base64') };
}

/** Whether it is a file on the web. */
export function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/**
 * Vitest turns bytes into base64, but calls a text so that it has left as it was. Where a text is
 * expected, what does not decode to one was one already.
 */
function isBase64(body: string, contentType: string | undefined): boolean {
  if (body.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(body)) return false;
  const wantsText = contentType !== undefined && /^text\/|\bjson\b|\bxml\b/.test(contentType);
  return !wantsText || !Buffer.from(body, 'base64').toString('utf8').includes('\uFFFD');
}

function isHere(content: Attachment['content']): boolean {
  return !('path' in content) || existsSync(content.path);
}
