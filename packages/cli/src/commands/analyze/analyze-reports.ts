import { judgeLocally } from '@svc/reports/judge/judged-here';
import { readLogFile, redactLog, createRedactor } from './input/log-file.ts';
import { readCheckout } from '@svc/reporter-core/facts/checkout-files';
import { toRepositoryUrl } from '@svc/reporter-core/facts/repository-url';
import { reportFailures } from '@svc/reports/judge/report-failures';
import type { Invocation } from '../../invocation/invocation.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { Answer } from '../../terminal/answer.ts';
import { createProgressBar } from '../../terminal/progress-bar.ts';
import { formatPlace, ReportsReading } from '@svc/reports/reading/read-reports';
import type { ReportFile } from '@svc/reports/files/report-file';
import { listReportFiles } from '../upload/reports/report-files.ts';
import { buildAnalysisAnswer, buildNothingAnswer } from './analysis-answer.ts';
import type { AnalyzeFlags } from './analyze-flags.ts';

/** Judges the failures of report files on this machine, with a log beside them if there is one. */
export async function analyzeReports(
  invocation: Invocation,
  flags: AnalyzeFlags & { report: string[] },
): Promise<Answer> {
  const { directory, now } = invocation;
  const log =
    flags.log === undefined
      ? undefined
      : await readLogFile(flags.log, { directory, input: invocation.world.stdin });
  const { files, reading } = await openReports(invocation, flags);
  const remote = readCheckout(directory)?.remote;
  const repository = remote === undefined ? undefined : toRepositoryUrl(remote);
  const { failures, failed, tests, ran } = await reportFailures(reading, {
    framework: flags.framework,
    redact: createRedactor(invocation),
    repository,
  });
  const problems = reading.reports.flatMap((report) =>
    report.problem === undefined
      ? []
      : [`${formatPlace(report)} could not be read to its end: ${report.problem.message}`],
  );
  const analysis = judgeLocally(
    {
      failures,
      ran,
      failed,
      repository,
      ...(log === undefined ? {} : { log: redactLog(log.text, invocation) }),
    },
    now,
  );
  const subject = [
    `${formatFileNames(files)} (${formatCount(tests, 'test')})`,
    ...(log === undefined ? [] : [`with the log ${log.name}`]),
  ];
  if (analysis === null) {
    return buildNothingAnswer(`no failures in ${subject.join(' ')}`, { problems });
  }
  return buildAnalysisAnswer({
    analysis,
    subject: [...subject, 'judged on this machine without history'],
    command: 'svc analyze',
    flags,
    problems,
  });
}

/** The report files, and what reads them with a bar of its progress. */
async function openReports(
  { directory, printer, world }: Invocation,
  flags: AnalyzeFlags & { report: string[] },
): Promise<{ files: ReportFile[]; reading: ReportsReading }> {
  const files = await listReportFiles(flags.report, {
    directory,
    format: flags.format,
    warn: (line) => printer.warn(line),
    command: 'svc analyze --report',
  });
  const reading = new ReportsReading(files, {
    directory,
    root: flags.root,
    onProgress: createProgressBar({ printer, world }, files, { verb: 'reading' }),
  });
  return { files, reading };
}

function formatFileNames(files: readonly ReportFile[]): string {
  const [first] = files;
  return files.length === 1 && first !== undefined
    ? first.shown
    : formatCount(files.length, 'report');
}
