import type { Step, TestError } from '@svc/contract/executions/test-errors';
import { toRecord, toRecords, toText, type JsonRecord } from '../json/json-fields.ts';
import { withOwnFrame } from '../text/own-frame.ts';
import type { ReportAttachment } from '../report-batch.ts';
import type { SentPath } from '../report-parser.ts';
import { buildTextError } from '../text/text-error.ts';
import { toEpochMs } from '../timestamps.ts';
import { computeAllureDuration } from './allure-index.ts';

/** A step, or with `category` a set-up or tear-down. */
export function buildAllureStep(
  step: JsonRecord,
  sentPath: SentPath,
  { category, depth = 1 }: { category?: string; depth?: number } = {},
): Step {
  const inner =
    depth < DEEPEST
      ? toRecords(step['steps'])
          .slice(0, MOST_STEPS)
          .map((one) => buildAllureStep(one, sentPath, { depth: depth + 1 }))
      : [];
  const startedAt = toEpochMs(step['start']);
  return {
    title: toText(step['name']) ?? '(no name)',
    category,
    durationMs: computeAllureDuration(step),
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
    error: hasFailed(step) ? buildAllureError(step, sentPath) : undefined,
    steps: inner.length > 0 ? inner : undefined,
  };
}

// The contract's limits.
const DEEPEST = 8;
export const MOST_STEPS = 1_000;

/** `broken` is a failure that is not an assertion's. */
export function hasFailed({ status }: JsonRecord): boolean {
  return status === 'failed' || status === 'broken';
}

export function buildAllureError(record: JsonRecord, sentPath: SentPath): TestError {
  const { message, trace } = toRecord(record['statusDetails']);
  return withOwnFrame(buildTextError({ message: toText(message), text: toText(trace) }), sentPath);
}

/** Files that a result or a fixture and its steps attached; they are in the folder of the results. */
export function collectAllureAttachments(
  record: JsonRecord,
  depth = 1,
): Pick<ReportAttachment, 'name' | 'contentType' | 'content'>[] {
  const own = toRecords(record['attachments']).flatMap(({ name, source, type }) => {
    const path = toText(source);
    // Only a file name is accepted, not a path to another folder.
    if (path === undefined || /[/\\]/.test(path)) return [];
    return [{ name: toText(name) ?? path, contentType: toText(type), content: { path } }];
  });
  if (depth > DEEPEST_ATTACHMENT) return own;
  const inner = toRecords(record['steps']).flatMap((step) =>
    collectAllureAttachments(step, depth + 1),
  );
  return [...own, ...inner];
}

const DEEPEST_ATTACHMENT = 50;
