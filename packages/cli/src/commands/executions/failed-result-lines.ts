import type { Artifact, Attempt, Result } from '@svc/contract/executions/executions';
import { formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { wrapFacts } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { paintStatus } from '../../terminal/status.ts';
import {
  collectFingerprints,
  buildErrorKey,
  formatFingerprints,
  formatFingerprintList,
} from '../../wording/fingerprints.ts';
import { formatErrorLines } from '../../wording/error-lines.ts';
import { formatResultArtifacts } from './result-artifact-lines.ts';
import { formatTestPlace } from '../../wording/test-names.ts';
import { type LegResult, formatLegResultTitle } from './results-by-leg.ts';

/** What the failures of one answer share. */
export interface ShownFailures {
  /** The keys of the errors above; grows. */
  errorKeys: Set<string>;
  artifacts: ReadonlyMap<string, Artifact>;
}

/**
 * One failure in full: title and place, its attempts, each attempt's errors and last output, and its files. An error
 * that is above already is not repeated.
 */
export function formatFailedResult(
  failure: LegResult,
  { errorKeys, artifacts }: ShownFailures,
  look: Look,
): string[] {
  const { result } = failure;
  const key = buildErrorKey(result);
  const isKnown = key !== null && errorKeys.has(key);
  if (key !== null) errorKeys.add(key);
  const title = `${look.glyphs[result.status]} ${formatLegResultTitle(failure, look.glyphs)}`;
  const paint = (text: string) => look.colors.bold(paintStatus(result.status, look.colors)(text));
  const attempts = isKnown ? [] : skipRepeatedAttempts(result.attempts);
  const files = result.artifactIds.flatMap((id) => artifacts.get(id) ?? []);
  return [
    ...spreadLine(title, formatTestPlace(result), look, paint),
    ...wrapFacts(formatFailureFacts(failure, isKnown), look.glyphs.dot, look.columns - 2).map(
      (line) => `  ${look.colors.dim(line)}`,
    ),
    ...attempts.flatMap((attempt) => formatAttemptLines(attempt, attempts.length > 1, look)),
    ...formatResultArtifacts(files, { ...look, columns: look.columns - 2 }).map(
      (line) => `  ${line}`,
    ),
  ];
}

function formatFailureFacts({ result, legs }: LegResult, isKnown: boolean): string[] {
  const { status, attempts, durationMs, owner } = result;
  const fingerprints = isKnown
    ? formatSameError(result)
    : formatFingerprints(result, { isWhole: true });
  const word = status === 'timedOut' ? 'timed out' : 'failed';
  const tries = attempts.length > 1 ? `${attempts.length} attempts, all ${word}` : word;
  return [
    `${tries} after ${legs.length > 1 ? 'up to ' : ''}${formatDuration(durationMs)}`,
    ...(owner === null ? [] : [`owner ${owner}`]),
    ...(fingerprints === null ? [] : [fingerprints]),
  ];
}

/** A repeated one only has to be recognized. */
function formatSameError(result: Result): string {
  const all = collectFingerprints(result);
  return `same ${all.length > 1 ? 'errors' : 'error'} as above (${formatFingerprintList(all)})`;
}

/** Leaves out attempts that failed like the next one, with other numbers at most, such as a port or a time. */
function skipRepeatedAttempts(attempts: readonly Attempt[]): Attempt[] {
  const failed = attempts.filter(({ errors }) => errors.length > 0);
  return failed.filter((attempt, index) => {
    const later = failed[index + 1];
    return later === undefined || buildErrorsKey(later) !== buildErrorsKey(attempt);
  });
}

function buildErrorsKey({ errors }: Attempt): string {
  return JSON.stringify(errors.map(({ message, diff }) => [message, diff])).replaceAll(/\d+/g, '0');
}

function formatAttemptLines(attempt: Attempt, isOneOfSeveral: boolean, look: Look): string[] {
  const indent = isOneOfSeveral ? 4 : 2;
  const lines = [
    ...attempt.errors.flatMap((error) => formatErrorLines(error, look, indent)),
    ...formatOutputLines('stdout', attempt.stdout, look),
    ...formatOutputLines('stderr', attempt.stderr, look),
  ];
  const indented = lines.map((line) => (line === '' ? line : ' '.repeat(indent) + line));
  return isOneOfSeveral
    ? [`  ${look.colors.dim(`attempt ${attempt.index}`)}`, ...indented]
    : indented;
}

// The end of a failing test's output is the most useful part.
const OUTPUT_LINES = 10;

function formatOutputLines(name: string, output: string | null, look: Look): string[] {
  const lines = (output ?? '').trimEnd().split('\n');
  if (lines.join('') === '') return [];
  const shown = lines.slice(-OUTPUT_LINES);
  const cut =
    lines.length > shown.length
      ? `, last ${formatNumber(shown.length)} lines of ${formatNumber(lines.length)}`
      : '';
  return [look.colors.dim(`${name}${cut}`), ...shown.map((line) => `  ${line}`)];
}
