import { BY_SEVERITY, CLASS_MEANINGS } from '@svc/analysis/analyze/verdict-words';
import { REPORT_FORMATS, type ReportFormat } from '@svc/formats/report-format';
import { FAIL_ON_CONDITIONS, type FailOnCondition } from './fail-on.ts';
import { CommandError } from '../../errors/exit.ts';
import type { ProjectFlags } from '../../asking/filter-flags.ts';
import {
  addLimitOption,
  addMarkdownOption,
  addProjectOptions,
} from '../../flags/filter-options.ts';
import { buildChoiceOption, failOn } from '../../flags/option-values.ts';
import { quoteShellWord, formatFlags } from '../../errors/proposed-command.ts';
import type { DeclareCommand } from '../../context/declare-command.ts';
import { declareCorrect } from './correct.ts';

const SHOWN_CAUSES = 5;

/** `svc analyze [execution]`, on a log or on reports, and `svc analyze correct`. */
export const declareAnalyze: DeclareCommand = (command, run) => {
  command
    .description(
      'Why an execution, a log or reports failed: a class for each cause with what speaks for and ' +
        'against it, and a plan. The server judges executions and logs. This machine judges ' +
        'reports, and logs with --offline or without an API key; it knows no history.',
    )
    .argument('[execution]', 'a number (812), an id, latest (default), or branch:NAME')
    .option('--log <file>', "the CI job's log, at most 5 MB; - reads stdin")
    .option('--report <files...>', 'reports to judge here: files, folders or quoted globs')
    .option('--offline', 'judge a log here, and send nothing')
    .action((reference: string | undefined) =>
      run(command, async (context, flags: AnalyzeFlags) => {
        refuseCombinations(reference, flags);
        if (flags.report !== undefined) {
          const { analyzeReports } = await import('./analyze-reports.ts');
          return analyzeReports(context, { ...flags, report: flags.report });
        }
        if (flags.log !== undefined && reference === undefined) {
          const { analyzeLog } = await import('./analyze-log.ts');
          return analyzeLog(context, { ...flags, log: flags.log });
        }
        const { analyzeExecution } = await import('./analyze-execution.ts');
        return analyzeExecution(context, reference, flags);
      }),
    );
  command
    .addOption(
      failOn(
        FAIL_ON_CONDITIONS,
        `exit with 1 if a failure has this class, or is unsure: ${FAIL_ON_CONDITIONS.join(', ')}; repeatable`,
      ),
    )
    .option('--framework <name>', 'what ran the tests of the reports (default: from the report)')
    .option('--root <folder>', 'the folder that paths in the reports are relative to')
    .addOption(
      buildChoiceOption('--format <format>', 'of reports that are not recognized', REPORT_FORMATS),
    );
  addProjectOptions(command);
  addLimitOption(command, { text: 'how many causes', rows: SHOWN_CAUSES }).option(
    '--all',
    'all causes',
  );
  addMarkdownOption(command);
  command.addHelpText('after', HELP);
  declareCorrect(command.command('correct'), run);
};

const CLASSES = BY_SEVERITY.map((one) => `  ${one.padEnd(11)}  ${CLASS_MEANINGS[one]}`).join('\n');

const HELP = `
Classes, the most severe first:
${CLASSES}
A verdict below 60 % is unsure: it has two candidates instead of a class, and its plan begins
with what tells them apart. --fail-on real-bug counts the ones that may be a real bug.

Examples:
  svc analyze
  svc analyze 812 --project web --markdown
  svc analyze branch:main --log build.log --fail-on real-bug
  gh run view --log-failed | svc analyze --log -
  svc analyze --report 'reports/**/*.xml' --fail-on real-bug,healable`;

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
function refuseCombinations(reference: string | undefined, flags: AnalyzeFlags): void {
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
