import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { formatBrokenFiles } from '@svc/reporter-core/report/broken-files';
import { formatCount, formatNumber } from '@svc/contract/amounts';
import { flowedLines, hangingLines } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { paintStatus, statusText } from '../../../terminal/status.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { ReportUpload } from './report-upload.ts';
import type { ResultCounts } from '@svc/reports/reading/result-counts';
import { artifactLines } from '../../../wording/artifact-lines.ts';
import { resultTitle } from '../../../wording/test-names.ts';

type Report = ReportUpload['reports'][number];

/** The reports and their outcome; every text in it is safe for a terminal. */
export function reportUploadText(upload: ReportUpload, look: Look): string[] {
  return [
    ...(upload.dryRun ? dryLines(upload, look) : outcomeLines(upload, look)),
    ...upload.reports.flatMap((report) => problemLines(report, look)),
    ...artifactLines(upload.artifacts, look),
  ];
}

/** `✓ sent shop #14  ✗ failed  1,204 results  http://…`, or why not. */
function outcomeLines(upload: ReportUpload, look: Look): string[] {
  const { sent, failure, execution, tests, reports } = upload;
  const { colors, glyphs, columns } = look;
  if (sent === null && failure === null) {
    return [
      `${colors.yellow('!')} nothing sent: no test in ${formatCount(reports.length, 'report')}`,
    ];
  }
  if (sent === null) {
    const why = `${colors.red(glyphs.failed)} not sent: ${toTerminalLine(failure?.message ?? '')}`;
    return hangingLines(why, columns);
  }
  const name = `${toTerminalLine(execution.project ?? '')} #${sent.number}`;
  const isWhole = failure === null;
  const facts = [
    `${isWhole ? colors.green(glyphs.passed) : colors.red(glyphs.failed)} sent ${colors.bold(look.link(name, sent.url))}`,
    paintStatus(sent.status, colors)(statusText(sent.status, look)),
    acceptedText(sent.accepted),
    colors.dim(sent.url),
  ];
  const lines = hanging(flowedLines(facts, '  ', columns));
  if (look.quiet) return lines;
  const counts = [...countWords(tests), ...formatBrokenFiles(upload.brokenFiles)];
  const summary = `  ${[toTerminalLine(execution.framework), ...counts].join(glyphs.dot)}`;
  if (isWhole) return [...lines, ...flowed(summary, look)];
  const rest = `the rest was not sent: ${toTerminalLine(failure.message)}`;
  const again = '  to send it, repeat the command: what has arrived is counted once';
  return [
    ...lines,
    ...flowed(summary, look),
    ...[`  ${rest}`, again].flatMap((line) => hangingLines(line, columns)),
  ];
}

/** `1,204 results (3 already known)`. */
export function acceptedText({ results, duplicates }: IngestAnswer['accepted']): string {
  const known = duplicates > 0 ? ` (${formatNumber(duplicates)} already known)` : '';
  return `${formatCount(results, 'result')}${known}`;
}

function dryLines({ execution, reports, tests, brokenFiles }: ReportUpload, look: Look): string[] {
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
    ...hanging(flowedLines(facts, '  ', columns)),
    ...flowed(
      `  ${[...countWords(tests), ...formatBrokenFiles(brokenFiles)].join(glyphs.dot)}`,
      look,
    ),
    ...(look.quiet ? [] : reports.flatMap((report) => dryReportLines(report, look))),
  ];
}

function dryReportLines({ file, format, tests, example }: Report, look: Look): string[] {
  const { colors, glyphs } = look;
  const head = [toTerminalLine(file), colors.dim(format), ...countWords(tests)];
  const first =
    example === null
      ? []
      : hangingLines(
          `first: ${toTerminalLine(example.file)}${glyphs.titleSeparator}${resultTitle(example, glyphs)}`,
          look.columns - 4,
        ).map((line) => `    ${line}`);
  return [...hanging(flowedLines(head, '  ', look.columns)), ...first];
}

/** `1,204 tests · 3 failed · 1 flaky · 2 skipped`. */
export function countWords({
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

function problemLines({ problem }: Report, look: Look): string[] {
  if (problem === null) return [];
  const { colors, glyphs } = look;
  const place = toTerminalLine(problem.place);
  const text = `${colors.red(glyphs.failed)} ${place}: ${toTerminalLine(problem.message)}`;
  return hangingLines(text, look.columns);
}

function flowed(text: string, look: Look): string[] {
  return hangingLines(text, look.columns).map((line, index) => (index === 0 ? line : `  ${line}`));
}

function hanging([first = '', ...rest]: readonly string[]): string[] {
  return [first, ...rest.map((line) => `  ${line}`)];
}
