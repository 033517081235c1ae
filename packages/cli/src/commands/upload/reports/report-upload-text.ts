import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { brokenFileWords } from '@svc/reporter-core/report/broken-files';
import { counted, grouped } from '@svc/analysis/text/numbers';
import { flowedLines, hangingLines } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { paintStatus, statusText } from '../../../terminal/status.ts';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';
import type { ReportUpload } from './report-upload.ts';
import type { ResultCounts } from '@svc/reports/result-counts';
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
    return [`${colors.yellow('!')} nothing sent: no test in ${counted(reports.length, 'report')}`];
  }
  if (sent === null) {
    const why = `${colors.red(glyphs.failed)} not sent: ${terminalLine(failure?.message ?? '')}`;
    return hangingLines(why, columns);
  }
  const name = `${terminalLine(execution.project ?? '')} #${sent.number}`;
  const isWhole = failure === null;
  const facts = [
    `${isWhole ? colors.green(glyphs.passed) : colors.red(glyphs.failed)} sent ${colors.bold(look.link(name, sent.url))}`,
    paintStatus(sent.status, colors)(statusText(sent.status, look)),
    acceptedText(sent.accepted),
    colors.dim(sent.url),
  ];
  const lines = hanging(flowedLines(facts, '  ', columns));
  if (look.quiet) return lines;
  const counts = [...countWords(tests), ...brokenFileWords(upload.brokenFiles)];
  const summary = `  ${[terminalLine(execution.framework), ...counts].join(glyphs.dot)}`;
  if (isWhole) return [...lines, ...flowed(summary, look)];
  const rest = `the rest was not sent: ${terminalLine(failure.message)}`;
  const again = '  to send it, repeat the command: what has arrived is counted once';
  return [
    ...lines,
    ...flowed(summary, look),
    ...[`  ${rest}`, again].flatMap((line) => hangingLines(line, columns)),
  ];
}

/** `1,204 results (3 already known)`. */
export function acceptedText({ results, duplicates }: IngestAnswer['accepted']): string {
  const known = duplicates > 0 ? ` (${grouped(duplicates)} already known)` : '';
  return `${grouped(results)} ${results === 1 ? 'result' : 'results'}${known}`;
}

function dryLines({ execution, reports, tests, brokenFiles }: ReportUpload, look: Look): string[] {
  const { glyphs, colors, columns } = look;
  const { branch, commit, project, framework, status } = execution;
  const facts = [
    `would send to ${colors.bold(terminalLine(project ?? ''))}`,
    paintStatus(status, colors)(statusText(status, look)),
    terminalLine(framework),
    ...(branch === null ? [] : [terminalLine(branch)]),
    ...(commit === null ? [] : [terminalLine(commit).slice(0, 7)]),
  ];
  return [
    ...hanging(flowedLines(facts, '  ', columns)),
    ...flowed(
      `  ${[...countWords(tests), ...brokenFileWords(brokenFiles)].join(glyphs.dot)}`,
      look,
    ),
    ...(look.quiet ? [] : reports.flatMap((report) => dryReportLines(report, look))),
  ];
}

function dryReportLines({ file, format, tests, example }: Report, look: Look): string[] {
  const { colors, glyphs } = look;
  const head = [terminalLine(file), colors.dim(format), ...countWords(tests)];
  const first =
    example === null
      ? []
      : hangingLines(
          `first: ${terminalLine(example.file)}${glyphs.titleSeparator}${resultTitle(example, glyphs)}`,
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
    `${grouped(tests)} ${tests === 1 ? 'test' : 'tests'}`,
    ...some.map(([count, word]) => `${grouped(count)} ${word}`),
  ];
}

function problemLines({ problem }: Report, look: Look): string[] {
  if (problem === null) return [];
  const { colors, glyphs } = look;
  const place = terminalLine(problem.place);
  const text = `${colors.red(glyphs.failed)} ${place}: ${terminalLine(problem.message)}`;
  return hangingLines(text, look.columns);
}

function flowed(text: string, look: Look): string[] {
  return hangingLines(text, look.columns).map((line, index) => (index === 0 ? line : `  ${line}`));
}

function hanging([first = '', ...rest]: readonly string[]): string[] {
  return [first, ...rest.map((line) => `  ${line}`)];
}
