import { formatNumber } from '@svc/contract/zod-free/amounts';
import type { Artifact, ExecutionDetail, Result } from '@svc/contract/executions/executions';
import type { TestError } from '@svc/contract/executions/test-errors';
import { wrapCommand, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { paintStatus, paintStatusGlyph } from '../../terminal/status.ts';
import { formatErrorLines } from '../../wording/error-lines.ts';
import { formatExecutionHeader } from './execution-header.ts';
import { formatFailedResult } from './failed-result-lines.ts';
import { formatLegResultTitle, formatTestPlace } from '../../wording/test-names.ts';
import {
  type LegResult,
  groupResultsByLeg,
  splitOutcomes,
} from '@svc/analysis/executions/results-by-leg';

/** One execution as `svc executions show` shows it; every text in it is safe for a terminal. */
export interface ShownExecution {
  execution: ExecutionDetail;
  /** In words, when the reference was ambiguous. */
  choiceNote: string | undefined;
  /** The number of entries that each part shows. */
  limit: number;
  /** The command that shows all of them. */
  moreCommand: string;
}

/** Header, then what needs attention: failures in full, errors outside tests, interrupted tests, flaky ones. */
export function formatExecution(shown: ShownExecution, look: Look): string[] {
  const { execution } = shown;
  const outcomes = splitOutcomes(execution.results);
  const failures = groupResultsByLeg(outcomes.failures, execution);
  const interrupted = groupResultsByLeg(outcomes.interrupted, execution);
  const flaky = groupResultsByLeg(outcomes.flaky, execution);
  const brokenFiles = execution.files.filter(({ errors }) => errors.length > 0);
  const note =
    shown.choiceNote === undefined || look.quiet ? [] : formatChoiceNote(shown.choiceNote, look);
  const artifacts = new Map(execution.artifacts.map((one) => [one.id, one]));
  const shared = { errorKeys: new Set<string>(), artifacts };
  const parts = [
    formatPart(failures, shown, look, (one) => [...formatFailedResult(one, shared, look), '']),
    formatLinksNotice(failures.slice(0, shown.limit), artifacts, look),
    formatPart(brokenFiles, shown, look, ({ file, variant, errors }) => [
      ...formatHeadLine(variant ? `${file} [${variant}]` : file, 'failed outside tests', look),
      ...errors.flatMap((error) => formatIndentedErrors(error, look)),
      '',
    ]),
    formatPart(execution.errors, shown, look, (error) => [
      ...formatHeadLine('run-level error', '', look),
      ...formatIndentedErrors(error, look),
      '',
    ]),
    appendGap(
      formatPart(interrupted, shown, look, (one) => formatBriefLines(one, 'cut off', look)),
    ),
    appendGap(
      formatPart(flaky, shown, look, (one) =>
        formatBriefLines(one, formatPassedOn(one.result), look),
      ),
    ),
  ];
  const lines = [...note, ...formatExecutionHeader(execution, look), '', ...parts.flat()];
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function formatIndentedErrors(error: TestError, look: Look): string[] {
  return formatErrorLines(error, look, 2).map((line) => (line === '' ? line : `  ${line}`));
}

/** Addresses of files are signed. */
function formatLinksNotice(
  failures: readonly LegResult[],
  artifacts: ReadonlyMap<string, Artifact>,
  look: Look,
): string[] {
  const isAnyShown = failures.some(({ result }) =>
    result.artifactIds.some((id) => artifacts.get(id)?.url != null),
  );
  if (!isAnyShown || look.quiet) return [];
  const text = hasLinks(look)
    ? 'Links to files are valid for at least 15 minutes.'
    : 'Files can be opened on the page above. Their addresses, in --json, are valid for at least 15 minutes.';
  return [...wrapText(text, look.columns).map((line) => look.colors.dim(line)), ''];
}

function hasLinks({ link }: Look): boolean {
  return link('file', 'https://file') !== 'file';
}

function formatChoiceNote(choiceNote: string, { columns, colors }: Look): string[] {
  return wrapText(`${choiceNote}:`, columns).map((line) => colors.dim(line));
}

/** The first entries up to the limit, and how to see the others. */
function formatPart<Entry>(
  entries: readonly Entry[],
  { limit, moreCommand }: ShownExecution,
  look: Look,
  linesOf: (entry: Entry) => string[],
): string[] {
  const lines = entries.slice(0, limit).flatMap(linesOf);
  if (entries.length <= limit || look.quiet) return lines;
  const more = wrapCommand(
    `${formatNumber(limit)} of ${formatNumber(entries.length)}. More:`,
    moreCommand,
    look.columns,
  );
  return [...lines, ...more.map((line) => look.colors.dim(line)), ''];
}

function appendGap(lines: string[]): string[] {
  return lines.length === 0 || lines.at(-1) === '' ? lines : [...lines, ''];
}

function formatHeadLine(title: string, right: string, look: Look): string[] {
  const paint = (text: string) => look.colors.bold(paintStatus('failed', look.colors)(text));
  return spreadLine(`${look.glyphs.failed} ${title}`, right, look, paint);
}

function formatBriefLines(one: LegResult, fact: string, look: Look): string[] {
  const { result } = one;
  const status = result.flaky ? 'flaky' : result.status;
  const plainGlyph = look.glyphs[status];
  const title = `${plainGlyph} ${formatLegResultTitle(one, look.glyphs)}`;
  const place = formatTestPlace(result);
  const right = look.columns < 80 ? fact : `${fact}  ${place}`;
  return spreadLine(title, right, look, (text, line) =>
    line > 0 ? text : paintStatusGlyph(status, look) + text.slice(plainGlyph.length),
  );
}

function formatPassedOn({ attempts, retries }: Result): string {
  return `passed on attempt ${Math.max(attempts.length, retries + 1)}`;
}
