import type { Step, TestError } from '@svc/contract/executions/test-errors';
import { recordOf, recordsIn, textOf, type JsonRecord } from '../json/json-fields.ts';
import { withOwnFrame } from '../own-frame.ts';
import type { ReportAttachment } from '../report-batch.ts';
import type { SentPath } from '../report-parser.ts';
import { textError } from '../text-error.ts';
import { epochMsOf } from '../timestamps.ts';
import { allureDuration } from './allure-index.ts';

/** A step, or with `category` a set-up or tear-down. */
export function allureStep(
  step: JsonRecord,
  sentPath: SentPath,
  { category, depth = 1 }: { category?: string; depth?: number } = {},
): Step {
  const inner =
    depth < DEEPEST
      ? recordsIn(step['steps'])
          .slice(0, MOST_STEPS)
          .map((one) => allureStep(one, sentPath, { depth: depth + 1 }))
      : [];
  const startedAt = epochMsOf(step['start']);
  return {
    title: textOf(step['name']) ?? '(no name)',
    category,
    durationMs: allureDuration(step),
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
    error: hasFailed(step) ? allureError(step, sentPath) : undefined,
    steps: inner.length > 0 ? inner : undefined,
  };
}

// The contract's limits.
const DEEPEST = 8;
export const MOST_STEPS = 1_000;

/** `broken` is a failure by something else than an assertion. */
export function hasFailed({ status }: JsonRecord): boolean {
  return status === 'failed' || status === 'broken';
}

export function allureError(record: JsonRecord, sentPath: SentPath): TestError {
  const { message, trace } = recordOf(record['statusDetails']);
  return withOwnFrame(textError({ message: textOf(message), text: textOf(trace) }), sentPath);
}

/** Files that a result or a fixture and its steps attached; they are in the folder of the results. */
export function allureAttachments(
  record: JsonRecord,
  depth = 1,
): Pick<ReportAttachment, 'name' | 'contentType' | 'content'>[] {
  const own = recordsIn(record['attachments']).flatMap(({ name, source, type }) => {
    const path = textOf(source);
    // The name of a file, never a path to another folder.
    if (path === undefined || /[/\\]/.test(path)) return [];
    return [{ name: textOf(name) ?? path, contentType: textOf(type), content: { path } }];
  });
  if (depth > DEEPEST_ATTACHMENT) return own;
  const inner = recordsIn(record['steps']).flatMap((step) => allureAttachments(step, depth + 1));
  return [...own, ...inner];
}

const DEEPEST_ATTACHMENT = 50;
