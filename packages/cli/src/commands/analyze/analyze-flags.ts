import type { ReportFormat } from '@svc/formats/report-format';
import { CommandError } from '../../errors/exit.ts';
import type { ProjectFlags } from '../../asking/filter-flags.ts';
import { quoteShellWord, formatFlags } from '../../errors/proposed-command.ts';
import type { FailOnCondition } from './met-conditions.ts';

export interface AnalyzeFlags extends ProjectFlags {
  log?: string;
  report?: string[];
  offline?: boolean;
  failOn?: FailOnCondition[];
  framework?: string;
  root?: string;
  format?: ReportFormat;
  limit: number;
  all?: boolean;
  json?: boolean;
}

/** @throws CommandError for flags that the others leave without a meaning. */
export function refuseCombinations(reference: string | undefined, flags: AnalyzeFlags): void {
  const { report, log, offline } = flags;
  if (reference !== undefined && report !== undefined) {
    throw new CommandError(
      `an execution and --report cannot be combined: '${reference}' is on the server`,
      `svc analyze ${formatFlags({ report, log })}`,
    );
  }
  if (offline === true && reference !== undefined) {
    throw new CommandError(
      `--offline asks no server, and '${reference}' is on it`,
      log === undefined
        ? `svc analyze ${quoteShellWord(reference)}`
        : `svc analyze ${formatFlags({ log, offline })}`,
    );
  }
  if (offline === true && report === undefined && log === undefined) {
    throw new CommandError(
      '--offline needs a log or a report',
      'svc analyze --log build.log --offline',
    );
  }
  const ofReports = (['framework', 'root', 'format'] as const).find(
    (name) => report === undefined && flags[name] !== undefined,
  );
  if (ofReports !== undefined) {
    throw new CommandError(
      `--${ofReports} describes reports, and there is no --report`,
      `svc analyze --report 'reports/**/*.xml' --${ofReports} …`,
    );
  }
  if (report !== undefined && (flags.project !== undefined || flags.allProjects === true)) {
    throw new CommandError(
      'reports are judged on this machine, which knows no projects',
      'leave out --project and --all-projects',
    );
  }
}
