import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { formatBrokenFiles } from '@svc/reporter-core/report/broken-files';
import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { wrapFacts, wrapText } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { paintStatus, statusText } from '../../../terminal/status.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { ReportUpload } from './report-upload.ts';
import type { ResultCounts } from '@svc/reports/reading/result-counts';
import { formatArtifactLines } from '../../../wording/artifact-lines.ts';
import { formatTestTitle } from '../../../wording/test-names.ts';

type Report = ReportUpload['reports'][number];

/** The reports and their outcome; every text in it is safe for a terminal. */
export function formatReportUpload(upload: ReportUpload, look: Look): string[] {
  return [
    ...(upload.dryRun ? formatDryLines(upload, look) : formatOutcomeLines(upload, look)),
    ...upload.reports.flatMap((report) => formatProblemLines(report, look)),
    ...formatArtifactLines(upload.artifacts, look),
  ];
}

/** `✓ sent shop #14  ✗ failed  1,204 results  http://…`, or why not. */
function formatOutcomeLines(upload: ReportUpload, look: Look): string[] {
  const { sent, failure, execution, tests, reports } = upload;
  const { colors, glyphs, columns } = look;
  if (sent === null && failure === null) {
    return [
      `${colors.yellow('!')} nothing sent: no test in ${formatCount(reports.length, 'report')}`,
    ];
  }
  if (sent === null) {
    const why = `${colors.red(glyphs.failed)} not sent: ${toTerminalLine(failure?.message ?? '')}`;
    return wrapText(why, columns);
  }
  const name = `${toTerminalLine(execution.project ?? '')} #${sent.number}`;
  const isWhole = failure === null;
  const facts = [
    `${isWhole ? colors.green(glyphs.passed) : colors.red(glyphs.failed)} sent ${colors.bold(look.link(name, sent.url))}`,
    paintStatus(sent.status, colors)(statusText(sent.status, look)),
    formatAccepted(sent.accepted),
    colors.dim(sent.url),
  ];
  const lines = indentRest(wrapFacts(facts, '  ', columns));
  if (look.quiet) return lines;
  const counts = [...formatCountWords(tests), ...formatBrokenFiles(upload.brokenFiles)];
  const summary = `  ${[toTerminalLine(execution.framework), ...counts].join(glyphs.dot)}`;
  if (isWhole) return [...lines, ...wrapLine(summary, look)];
  const rest = `the rest was not sent: ${toTerminalLine(failure.message)}`;
  const again = '  to send it, repeat the command: what has arrived is counted once';
  return [
    ...lines,
    ...wrapLine(summary, look),
    ...[`  ${rest}`, again].flatMap((line) => wrapText(line, columns)),
  ];
}

/** `1,204 results (3 already known)`. */
export function formatAccepted({ results, duplicates }: IngestAnswer['accepted']): string {
  const known = duplicates > 0 ? ` (${formatNumber(duplicates)} already known)` : '';
  return `${formatCount(results, 'result')}${known}`;
}

function formatDryLines(
  { execution, reports, tests, brokenFiles }: ReportUpload,
  look: Look,
): string[] {
  const { glyphs, colors, columns } = look;
  const { branch, commit, project, framework, status } = execution;
  const facts = [
    `would send to ${colors.bold(toTerminalLine(project ?? ''))}`,
    paintStatus(status, colors)(statusText(status, look)),
    toTerminalLine(framework),
    ...(branch === null ? [] : [toTerminalLine(branch)]),
    ...(commit === null ? [] : [toTerminalLine(commit).slice(0, 7)]),
  ];
  return [
    ...indentRest(wrapFacts(facts, '  ', columns)),
    ...wrapLine(
      `  ${[...formatCountWords(tests), ...formatBrokenFiles(brokenFiles)].join(glyphs.dot)}`,
      look,
    ),
    ...(look.quiet ? [] : reports.flatMap((report) => formatDryReportLines(report, look))),
  ];
}

function formatDryReportLines({ file, format, tests, example }: Report, look: Look): string[] {
  const { colors, glyphs } = look;
  const head = [toTerminalLine(file), colors.dim(format), ...formatCountWords(tests)];
  const first =
    example === null
      ? []
      : wrapText(
          `first: ${toTerminalLine(example.file)}${glyphs.titleSeparator}${formatTestTitle(example, glyphs)}`,
          look.columns - 4,
        ).map((line) => `    ${line}`);
  return [...indentRest(wrapFacts(head, '  ', look.columns)), ...first];
}

/** `1,204 tests · 3 failed · 1 flaky · 2 skipped`. */
export function formatCountWords({
  tests,
  failed,
  timedOut,
  flaky,
  skipped,
  interrupted,
}: ResultCounts): string[] {
  const parts: [number, string][] = [
    [failed, 'failed'],
    [timedOut, 'timed out'],
    [flaky, 'flaky'],
    [skipped, 'skipped'],
    [interrupted, 'interrupted'],
  ];
  const some = parts.filter(([count]) => count > 0);
  return [
    formatCount(tests, 'test'),
    ...some.map(([count, word]) => `${formatNumber(count)} ${word}`),
  ];
}

function formatProblemLines({ problem }: Report, look: Look): string[] {
  if (problem === null) return [];
  const { colors, glyphs } = look;
  const place = toTerminalLine(problem.place);
  const text = `${colors.red(glyphs.failed)} ${place}: ${toTerminalLine(problem.message)}`;
  return wrapText(text, look.columns);
}

function wrapLine(text: string, look: Look): string[] {
  return wrapText(text, look.columns).map((line, index) => (index === 0 ? line : `  ${line}`));
}

function indentRest([first = '', ...rest]: readonly string[]): string[] {
  return [first, ...rest.map((line) => `  ${line}`)];
}
