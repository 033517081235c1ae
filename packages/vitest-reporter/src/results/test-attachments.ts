import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Attachment } from '@svc/reporter-core/report/artifact';
import type { TestAnnotation } from 'vitest';
import type { TestAttempt, TestCase } from 'vitest/node';
import type { ModuleContext } from './module-context.ts';

/** An attachment of a test, without the result that it belongs to. */
export type TestAttachment = Omit<Attachment, 'result'>;

/**
 * Files and bytes of a test: from its annotations (Vitest 3.2 and later), from its artifacts, which browser mode
 * creates for failures and visual comparisons (4.1 and later), and the screenshot of a failure in browser mode of
 * earlier versions. Does not include URLs.
 */
export function collectTestAttachments(test: TestCase, context: ModuleContext): TestAttachment[] {
  const attempts = getAttempts(test);
  const found: TestAttachment[] = [];
  for (const { message, attachment } of getAnnotations(test)) {
    if (attachment !== undefined)
      found.push(...read(attachment, message, findOnlyAttempt(attempts)));
  }
  for (const artifact of getArtifacts(test)) {
    for (const attachment of artifact.attachments ?? []) {
      const name = attachment.name ?? NAMES[artifact.type] ?? artifact.type;
      found.push(...read(attachment, name, findAttempt(artifact, attempts)));
    }
  }
  const meta: object = test.meta();
  if ('failScreenshotPath' in meta && typeof meta.failScreenshotPath === 'string') {
    found.push(...read({ path: meta.failScreenshotPath }, 'screenshot', undefined));
  }
  // A merged report contains paths of the machines where the shards ran. Their reporters may have sent the files.
  return context.isMerged ? found.filter(({ content }) => isHere(content)) : found;
}

/** An attachment in any version: since 4 with an encoding, since 4.1 with a name in some artifacts. */
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
  /** Both start at 0. */
  retryIndex?: number;
  repeatIndex?: number;
}

const NAMES: Readonly<Record<string, string>> = { 'internal:failureScreenshot': 'screenshot' };

function getAnnotations(test: {
  annotations?: () => readonly TestAnnotation[];
}): readonly TestAnnotation[] {
  return test.annotations?.() ?? [];
}

function getArtifacts(test: { artifacts?: () => readonly RecordedArtifact[] }) {
  return test.artifacts?.() ?? [];
}

function getAttempts(test: { attempts?: () => readonly TestAttempt[] }): readonly TestAttempt[] {
  return test.attempts?.() ?? [];
}

/** Annotations survive retries, and Vitest does not report which attempt created them. */
function findOnlyAttempt(attempts: readonly TestAttempt[]): number | undefined {
  return attempts.length === 1 ? 1 : undefined;
}

function findAttempt(
  { retryIndex, repeatIndex }: RecordedArtifact,
  attempts: readonly TestAttempt[],
): number | undefined {
  if (retryIndex === undefined) return findOnlyAttempt(attempts);
  const index = attempts.findIndex(
    (attempt) => attempt.retryIndex === retryIndex && attempt.repeatIndex === (repeatIndex ?? 0),
  );
  return index < 0 ? undefined : index + 1;
}

/** One attachment, or none without content. */
function read(
  { path, body, contentType, bodyEncoding }: Attached,
  title: string,
  attempt: number | undefined,
): TestAttachment[] {
  const content = buildContent(path, body, { bodyEncoding, contentType });
  if (content === undefined) return [];
  const name = title === '' && path !== undefined ? basename(path) : title;
  return [{ attempt, name, contentType, content }];
}

function buildContent(
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

/** Whether the path is a URL. */
export function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/**
 * Vitest encodes bytes as base64, but also labels unchanged texts as base64. If the content type is textual,
 * content that does not decode to text is such an unchanged text.
 */
function isBase64(body: string, contentType: string | undefined): boolean {
  if (body.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(body)) return false;
  const wantsText = contentType !== undefined && /^text\/|\bjson\b|\bxml\b/.test(contentType);
  return !wantsText || !Buffer.from(body, 'base64').toString('utf8').includes('\uFFFD');
}

function isHere(content: Attachment['content']): boolean {
  return !('path' in content) || existsSync(content.path);
}
