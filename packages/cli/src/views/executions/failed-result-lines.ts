import type { Attempt } from '@svc/contract/executions/executions';
import { durationText } from '../../format/times.ts';
import { flowedLines } from '../../format/lines/wrapped-lines.ts';
import type { Look } from '../../format/look.ts';
import { spreadLine } from '../../format/lines/spread-line.ts';
import { paintStatus } from '../../format/status.ts';
import { errorLines } from './error-lines.ts';
import { resultPlace } from '../test-names.ts';
import { type LegResult, legResultTitle } from './results-by-leg.ts';

/** One failure in full: title and place, its attempts, and each attempt's errors and last output. */
export function failedResultLines(failure: LegResult, look: Look): string[] {
  const { result } = failure;
  const title = `${look.glyphs[result.status]} ${legResultTitle(failure, look.glyphs)}`;
  const paint = (text: string) => look.colors.bold(paintStatus(result.status, look.colors)(text));
  const attempts = attemptsToTell(result.attempts);
  return [
    ...spreadLine(title, resultPlace(result), look, paint),
    ...flowedLines(facts(failure), look.glyphs.dot, look.columns - 2).map(
      (line) => `  ${look.colors.dim(line)}`,
    ),
    ...attempts.flatMap((attempt) => attemptLines(attempt, attempts.length > 1, look)),
  ];
}

function facts({ result, legs }: LegResult): string[] {
  const { status, attempts, durationMs, owner, fingerprint } = result;
  const word = status === 'timedOut' ? 'timed out' : 'failed';
  const tries = attempts.length > 1 ? `${attempts.length} attempts, all ${word}` : word;
  return [
    `${tries} after ${legs.length > 1 ? 'up to ' : ''}${durationText(durationMs)}`,
    ...(owner === null ? [] : [`owner ${owner}`]),
    ...(fingerprint === null ? [] : [`fingerprint ${fingerprint}`]),
  ];
}

/** Leaves out attempts that failed like the next one. */
function attemptsToTell(attempts: readonly Attempt[]): Attempt[] {
  const failed = attempts.filter(({ errors }) => errors.length > 0);
  return failed.filter((attempt, index) => {
    const later = failed[index + 1];
    return later === undefined || errorsText(later) !== errorsText(attempt);
  });
}

function errorsText({ errors }: Attempt): string {
  return JSON.stringify(errors.map(({ message, diff }) => [message, diff]));
}

function attemptLines(attempt: Attempt, isOneOfSeveral: boolean, look: Look): string[] {
  const lines = [
    ...attempt.errors.flatMap((error) => errorLines(error, look)),
    ...outputLines('stdout', attempt.stdout, look),
    ...outputLines('stderr', attempt.stderr, look),
  ];
  if (!isOneOfSeveral) return lines.map((line) => `  ${line}`);
  return [
    `  ${look.colors.dim(`attempt ${attempt.index}`)}`,
    ...lines.map((line) => `    ${line}`),
  ];
}

// The end of a failing test's output is the most useful part.
const OUTPUT_LINES = 10;

function outputLines(name: string, output: string | null, look: Look): string[] {
  const lines = (output ?? '').trimEnd().split('\n');
  if (lines.join('') === '') return [];
  const shown = lines.slice(-OUTPUT_LINES);
  const cut = lines.length > shown.length ? `, last ${shown.length} lines of ${lines.length}` : '';
  return [look.colors.dim(`${name}${cut}`), ...shown.map((line) => `  ${line}`)];
}
