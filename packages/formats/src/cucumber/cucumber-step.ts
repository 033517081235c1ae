import type { Step, TestError } from '@svc/contract/executions/test-errors';
import { toNumber, toRecord, toText, toTexts, type JsonRecord } from '../json/json-fields.ts';
import { buildStackError } from '../json/stack-error.ts';
import type { SentPath } from '../report-parser.ts';

export interface CucumberStep {
  /** `passed`, `failed`, `skipped`, `pending`, `undefined`, `ambiguous` or `untested`. */
  status: string;
  step: Step;
}

/** A step or hook. `inSeconds`: the unit of its duration, by default nanoseconds. */
export function buildCucumberStep(
  step: JsonRecord,
  { inSeconds, isRuby, sentPath }: { inSeconds: boolean; isRuby: boolean; sentPath: SentPath },
): CucumberStep {
  const result = toRecord(step['result']);
  const status = toText(result['status'])?.toLowerCase() ?? 'untested';
  const duration = Math.max(0, toNumber(result['duration']) ?? 0);
  const isFailed = FAILED.has(status) || (isUnwritten(status) && !isRuby);
  const location = toText(toRecord(step['match'])['location']);
  const category = step['hidden'] === true || step['name'] === undefined ? 'hook' : undefined;
  const isPlaced = category === 'hook' && location !== undefined;
  const title = isPlaced ? `${buildTitle(step)} (${location})` : buildTitle(step);
  return {
    status,
    step: {
      title,
      category,
      durationMs: Math.round(inSeconds ? duration * 1000 : duration / 1_000_000),
      error: isFailed
        ? buildError({ status, title, message: result['error_message'] }, sentPath)
        : undefined,
    },
  };
}

/** There is no code for the step, or the code reports that it is not finished. */
export function isUnwritten(status: string): boolean {
  return status === 'undefined' || status === 'pending';
}

const FAILED = new Set(['failed', 'ambiguous']);

/** `Given a cart`, or the keyword of a hook. */
function buildTitle(step: JsonRecord): string {
  const parts = [toText(step['keyword'])?.trim(), toText(step['name'])];
  return parts.filter((part) => part !== undefined && part !== '').join(' ') || 'Hook';
}

function buildError(
  { status, title, message }: { status: string; title: string; message: unknown },
  sentPath: SentPath,
): TestError {
  // behave writes a list of lines.
  const text = (toText(message) ?? toTexts(message).join('\n')).trim();
  if (text === '')
    return { message: `${status[0]?.toUpperCase()}${status.slice(1)} step: ${title}` };
  const error = buildStackError(text, sentPath);
  const short = findPythonReason(text) ?? cutBeforeRubyFrames(text);
  return short === undefined ? error : { ...error, message: short, stack: text };
}

/** The last line of a traceback, with the lines that continue it. */
function findPythonReason(text: string): string | undefined {
  const at = text.lastIndexOf('Traceback (most recent call last):');
  if (at === -1) return undefined;
  const lines = text.slice(at).split('\n').slice(1);
  const begin = lines.findIndex((line) => /^\S/.test(line));
  return begin === -1 ? undefined : lines.slice(begin).join('\n').split('\n\n', 1)[0]?.trim();
}

/** Ruby's frames have no `at` in front of them: `./features/steps.rb:25:in 'open'`. */
function cutBeforeRubyFrames(text: string): string | undefined {
  const at = text
    .split('\n')
    .findIndex((line) => /^\S{1,500}\.(?:rb|feature):\d{1,9}(?::in |$)/.test(line));
  return at > 0 ? text.split('\n').slice(0, at).join('\n').trim() : undefined;
}
